//! The moves of Sprouts in one region, and what they leave.

use super::{BOUNDARY, Regions, TWICE};

/// A line in one region: its ends, and the boundaries that it parts from the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The number of the region.
    pub region: usize,
    /// Where it begins: the number of a boundary, and of a place on it.
    pub from: (usize, usize),
    /// Where it ends.
    pub to: (usize, usize),
    /// Boundaries on the side of the places from `from` to `to`, if the ends are on one boundary.
    pub around: Vec<usize>,
}

/// The boundaries of a region.
fn boundaries(region: &[u8]) -> Vec<&[u8]> {
    region.split(|&token| token == BOUNDARY).filter(|spots| !spots.is_empty()).collect()
}

/// Lists lines in all regions, until `each` returns `false`. Of boundaries without spots that are met
/// elsewhere, equal ones are taken in turn, so few lines leave the same by that; others may.
///
/// Returns whether all were listed.
pub fn lines(regions: &Regions, mut each: impl FnMut(Line) -> bool) -> bool {
    (0..regions.len()).all(|region| {
        let all = boundaries(&regions[region]);
        joins(region, &all, &mut each) && loops(region, &all, &mut each)
    })
}

/// Whether boundary `i` plays the same as an earlier one that `used` lacks.
fn repeats(all: &[&[u8]], i: usize, used: Option<usize>) -> bool {
    let plain = |spots: &[u8]| spots.iter().all(|&spot| spot < TWICE);
    plain(all[i]) && (0..i).any(|j| Some(j) != used && all[j] == all[i])
}

/// Lines between two boundaries.
fn joins(region: usize, all: &[&[u8]], each: &mut impl FnMut(Line) -> bool) -> bool {
    for i in (0..all.len()).filter(|&i| !repeats(all, i, None)) {
        for j in (i + 1..all.len()).filter(|&j| !repeats(all, j, Some(i))) {
            for p in 0..all[i].len() {
                for q in 0..all[j].len() {
                    // A spot with one life does not meet itself.
                    if all[i][p] == all[j][q] && all[i][p] >= TWICE {
                        continue;
                    }
                    let line = Line { region, from: (i, p), to: (j, q), around: Vec::new() };
                    if !each(line) {
                        return false;
                    }
                }
            }
        }
    }
    true
}

/// Lines from a boundary to itself.
fn loops(region: usize, all: &[&[u8]], each: &mut impl FnMut(Line) -> bool) -> bool {
    for i in (0..all.len()).filter(|&i| !repeats(all, i, None)) {
        let others: Vec<usize> = (0..all.len()).filter(|&j| j != i).collect();
        let classes = classes(all, &others);
        let spots = all[i];
        for p in 0..spots.len() {
            for q in p..spots.len() {
                // A spot with one life does not meet itself.
                if spots[p] == spots[q] && spots[p] > 1 && (p == q || spots[p] >= TWICE) {
                    continue;
                }
                let ends = ((i, p), (i, q));
                let line = |around| Line { region, from: ends.0, to: ends.1, around };
                if !subsets(&classes, &mut Vec::new(), &mut |around| each(line(around.to_vec()))) {
                    return false;
                }
            }
        }
    }
    true
}

/// Boundaries that play the same, in one list.
fn classes(all: &[&[u8]], others: &[usize]) -> Vec<Vec<usize>> {
    let mut classes: Vec<Vec<usize>> = Vec::new();
    for &j in others {
        let same = classes
            .iter_mut()
            .find(|class| all[class[0]] == all[j] && all[j].iter().all(|&spot| spot < TWICE));
        match same {
            Some(class) => class.push(j),
            None => classes.push(vec![j]),
        }
    }
    classes
}

/// Takes so many of each class, in all ways, until `each` returns `false`.
fn subsets(
    classes: &[Vec<usize>],
    taken: &mut Vec<usize>,
    each: &mut dyn FnMut(&[usize]) -> bool,
) -> bool {
    let Some((class, rest)) = classes.split_first() else { return each(taken) };
    let before = taken.len();
    for count in 0..=class.len() {
        taken.truncate(before);
        taken.extend_from_slice(&class[..count]);
        if !subsets(rest, taken, each) {
            return false;
        }
    }
    taken.truncate(before);
    true
}

/// What a line leaves, not simplified but for spots without lives. `fresh` are three numbers of spots that
/// are nowhere met.
pub fn played(regions: &Regions, line: &Line, fresh: [u8; 3]) -> Regions {
    let all = boundaries(&regions[line.region]);
    let ((i, p), (j, q)) = (line.from, line.to);
    let (x, y, z) = (all[i][p], all[j][q], fresh[2]);
    let same = line.from == line.to;
    // What the ends are after the move, at both sides of the line; nothing if they have no lives.
    let after = |spot: u8, fresh: u8, lines: u8| match spot {
        0..TWICE => match spot + lines {
            1 => Some(1),
            2 => Some(fresh),
            _ => None,
        },
        _ => None,
    };
    let (x_after, y_after) = match same {
        true => (after(x, fresh[0], 2), after(x, fresh[0], 2)),
        false => (after(x, fresh[0], 1), after(y, fresh[1], 1)),
    };
    let mut left: Regions = Vec::with_capacity(regions.len() + 1);
    // Spots met elsewhere too that have no lives any more.
    let dead = |spot: u8| spot >= TWICE && (spot == x || spot == y);
    let copy = |to: &mut Vec<u8>, spots: &[u8]| {
        to.extend(spots.iter().copied().filter(|&spot| !dead(spot)));
    };
    for (number, region) in regions.iter().enumerate() {
        if number != line.region {
            let mut other = Vec::with_capacity(region.len());
            copy(&mut other, region);
            left.push(other);
        }
    }
    if i != j {
        let mut region = Vec::new();
        // Around the first boundary, over the line, around the second, and back.
        for (spots, at, end) in [(all[i], p, x_after), (all[j], q, y_after)] {
            region.extend(end);
            copy(&mut region, &spots[at + 1..]);
            copy(&mut region, &spots[..at]);
            // A spot that was alone is met once.
            if spots[at] != 0 {
                region.extend(end);
            }
            region.push(z);
        }
        region.push(BOUNDARY);
        for (number, spots) in all.iter().enumerate() {
            if number != i && number != j {
                copy(&mut region, spots);
                region.push(BOUNDARY);
            }
        }
        left.push(region);
        return left;
    }
    let spots = all[i];
    let (mut inside, mut outside) = (Vec::new(), Vec::new());
    inside.extend(x_after);
    if !same {
        copy(&mut inside, &spots[p + 1..q]);
        inside.extend(y_after);
    }
    inside.extend([z, BOUNDARY]);
    outside.extend(y_after);
    copy(&mut outside, &spots[q + 1..]);
    copy(&mut outside, &spots[..p]);
    if !same || spots.len() > 1 {
        outside.extend(x_after);
    }
    outside.extend([z, BOUNDARY]);
    for (number, spots) in all.iter().enumerate() {
        if number != i {
            let side = if line.around.contains(&number) { &mut inside } else { &mut outside };
            copy(side, spots);
            side.push(BOUNDARY);
        }
    }
    left.push(inside);
    left.push(outside);
    left
}
