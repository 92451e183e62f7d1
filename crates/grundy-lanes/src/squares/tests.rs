//! Components and forms beside plain walks over squares.

use super::*;
use crate::pseudo_random::numbers;

type Squares = Vec<(u32, u32)>;

fn squares(columns: u32, set: u64) -> Squares {
    (0..64).filter(|i| set >> i & 1 == 1).map(|i| (i / columns, i % columns)).collect()
}

/// The components of a set, each in the order of its squares, the first squares in order.
fn components(mut rest: Squares, by_corners: bool) -> Vec<Squares> {
    let mut all = Vec::new();
    while let Some(square) = rest.first().copied() {
        let (mut component, mut next) = (vec![square], 0);
        rest.remove(0);
        while let Some(&(row, column)) = component.get(next) {
            next += 1;
            rest.retain(|&(r, c)| {
                let (down, across) = (r.abs_diff(row), c.abs_diff(column));
                let beside = if by_corners { down.max(across) == 1 } else { down + across == 1 };
                if beside {
                    component.push((r, c));
                }
                !beside
            });
        }
        component.sort_unstable();
        all.push(component);
    }
    all
}

/// Its eight turns and mirror images in the first row and column, each sorted.
fn images(component: &Squares) -> Vec<Squares> {
    (0..8)
        .map(|turn| {
            let mut image: Vec<(i64, i64)> = component
                .iter()
                .map(|&(row, column)| {
                    let (r, c) = (i64::from(row), i64::from(column));
                    let (r, c) = if turn & 4 == 0 { (r, c) } else { (c, r) };
                    (if turn & 1 == 0 { r } else { -r }, if turn & 2 == 0 { c } else { -c })
                })
                .collect();
            let top = image.iter().map(|square| square.0).min().unwrap();
            let left = image.iter().map(|square| square.1).min().unwrap();
            image.iter_mut().for_each(|square| *square = (square.0 - top, square.1 - left));
            image.sort_unstable();
            image.into_iter().map(|(r, c)| (r as u32, c as u32)).collect()
        })
        .collect()
}

fn check(component: &Component, columns: u32) {
    let plain = squares(columns, component.squares);
    let all = images(&plain);
    // The form is one of its images with the longer side across, and the least as a word.
    let words = all.iter().filter_map(|image| {
        let height = image.iter().map(|square| square.0).max().unwrap() + 1;
        let width = image.iter().map(|square| square.1).max().unwrap() + 1;
        let wide = if width > 8 { width } else { 8 };
        let word = || image.iter().fold(0u64, |word, &(r, c)| word | 1 << (r * wide + c));
        (height <= width).then(|| (word(), wide))
    });
    assert_eq!(words.min(), Some((component.form, component.columns.into())), "{plain:?}");
    assert_eq!(component.turns, all[0] == all[3]);
    let height = all[0].iter().map(|square| square.0).max().unwrap() + 1;
    let width = all[0].iter().map(|square| square.1).max().unwrap() + 1;
    if component.turns {
        let middle = ((height - 1) / 2, (width - 1) / 2);
        let has = all[0].contains(&middle) && (height % 2 == 1 || width % 2 == 1);
        assert_eq!(component.has_middle, has);
    }
    let pairs = plain.iter().map(|&(r, c)| {
        u8::from(plain.contains(&(r + 1, c))) + u8::from(plain.contains(&(r, c + 1)))
    });
    assert_eq!(component.pairs, pairs.sum::<u8>());
}

/// The groups of all stages.
fn all_groups(
    finder: &mut Components,
    frame: &Frame,
    free: u64,
    taken: &[u64],
    connection: Connection,
) -> Vec<Vec<Component>> {
    let mut groups = Vec::new();
    let mut add = |finder: &Components| {
        let mut start = 0;
        for &end in finder.ends() {
            groups.push(finder.found()[start..end as usize].to_vec());
            start = end as usize;
        }
    };
    finder.split(frame, free, taken, connection);
    add(finder);
    while finder.more(frame, 11) {
        add(finder);
    }
    groups
}

#[test]
fn components_and_forms_are_those_of_plain_walks() {
    let mut below = numbers(5);
    let frames =
        [(8, 8), (3, 8), (9, 7), (10, 6), (12, 5), (11, 5), (15, 4), (21, 3), (32, 2), (13, 1)];
    let mut found = 0;
    for round in 0..600 {
        let (columns, rows) = frames[round % frames.len()];
        let by_corners = below(4) == 0;
        let min_squares = 1 + below(3) as u32;
        let frame = Frame::new(columns, rows).unwrap();
        let wide = columns.max(8);
        let density = 5 + below(5);
        let any: Squares = (0..rows)
            .flat_map(|r| (0..columns).map(move |c| (r, c)))
            .filter(|_| below(10) < density)
            .collect();
        // One connected set.
        let Some(part) = components(any, by_corners).into_iter().max_by_key(Vec::len) else {
            continue;
        };
        let word =
            |part: &Squares| part.iter().fold(0u64, |set, &(r, c)| set | 1 << (r * wide + c));
        let free = word(&part);
        let count = below(40) as usize;
        let taken: Vec<u64> = (0..count)
            .map(|_| {
                let some: Squares =
                    part.iter().copied().filter(|_| below(part.len() as u64) < 2).collect();
                word(&some) | word(&vec![part[below(part.len() as u64) as usize]])
            })
            .collect();
        let mut expected: Vec<Vec<u64>> = taken
            .iter()
            .map(|taken| {
                let rest = squares(wide, free & !taken);
                let mut all: Vec<u64> = components(rest, by_corners)
                    .iter()
                    .filter(|component| component.len() >= min_squares as usize)
                    .map(word)
                    .collect();
                all.sort_unstable();
                all
            })
            .collect();
        expected.sort();
        let mut first = None;
        for set in InstructionSet::available() {
            let mut finder = Components::new(set);
            let connection = Connection { by_corners, min_squares };
            let groups = all_groups(&mut finder, &frame, free, &taken, connection);
            let mut told: Vec<Vec<u64>> = groups
                .iter()
                .map(|group| {
                    let mut all: Vec<u64> = group.iter().map(|part| part.squares).collect();
                    all.sort_unstable();
                    all
                })
                .collect();
            told.sort();
            assert_eq!(told, expected, "{set:?}");
            groups.iter().flatten().for_each(|component| check(component, wide));
            found += groups.iter().flatten().count();
            assert_eq!(first.get_or_insert_with(|| groups.clone()), &groups);
        }
    }
    assert!(found > 5_000);
}

#[test]
fn memory_of_an_earlier_question_changes_nothing() {
    let connection = Connection { by_corners: false, min_squares: 2 };
    let frame = Frame::new(8, 8).unwrap();
    let ask = |finder: &mut Components, free: u64, taken: &[u64]| {
        all_groups(finder, &frame, free, taken, connection)
    };
    let new = || Components::new(InstructionSet::best());
    let mut used = new();
    let many: Vec<u64> = (0..56).map(|i| 0x101 << i).collect();
    ask(&mut used, u64::MAX, &many);
    for (free, taken) in
        [(0b1111, vec![0b0110, 0b0011]), (1, vec![1]), (3, vec![]), (7, vec![2, 7, 1])]
    {
        assert_eq!(ask(&mut used, free, &taken), ask(&mut new(), free, &taken));
    }
}
