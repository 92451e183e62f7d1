//! Positions drawn on the sphere and played literally, as rotation systems: the judge of everything else.

use super::*;
use crate::{Bounds, Search};
use fastrand::Rng;

/// A drawing. Every line is two darts, 2i and 2i + 1, each leaving one of its ends.
#[derive(Clone, Default)]
struct Drawing {
    /// The dart that comes next around the spot that a dart leaves.
    next: Vec<usize>,
    /// The spot that a dart leaves.
    spot: Vec<usize>,
    /// The region at the side of a dart.
    region: Vec<usize>,
    /// How many lines end at each spot, and the region of a spot without lines.
    lines: Vec<u32>,
    lone: Vec<usize>,
    regions: usize,
}

/// A place where a line can end: a spot without lines, or the corner before a dart.
#[derive(Clone, Copy, PartialEq)]
enum Corner {
    Lone(usize),
    Before(usize),
}

impl Drawing {
    fn new(spots: usize) -> Self {
        Self { lines: vec![0; spots], lone: vec![0; spots], regions: 1, ..Self::default() }
    }

    fn lives(&self) -> u32 {
        self.lines.iter().map(|lines| 3 - lines).sum()
    }

    fn spot_of(&self, corner: Corner) -> usize {
        match corner {
            Corner::Lone(spot) => spot,
            Corner::Before(dart) => self.spot[dart],
        }
    }

    fn region_of(&self, corner: Corner) -> usize {
        match corner {
            Corner::Lone(spot) => self.lone[spot],
            Corner::Before(dart) => self.region[dart],
        }
    }

    fn corners(&self) -> Vec<Corner> {
        let lone = (0..self.lines.len()).filter(|&spot| self.lines[spot] == 0).map(Corner::Lone);
        lone.chain((0..self.next.len()).map(Corner::Before)).collect()
    }

    /// The darts along the boundary that a dart belongs to.
    fn around(&self, dart: usize) -> Vec<usize> {
        let mut all = vec![dart];
        loop {
            let dart = self.next[all[all.len() - 1] ^ 1];
            if dart == all[0] {
                return all;
            }
            all.push(dart);
        }
    }

    /// A new dart at a corner.
    fn put(&mut self, dart: usize, corner: Corner) {
        let spot = self.spot_of(corner);
        self.spot[dart] = spot;
        self.lines[spot] += 1;
        match corner {
            Corner::Lone(_) => match self.spot[..dart].iter().position(|&other| other == spot) {
                // The other end of the same line.
                Some(other) => (self.next[other], self.next[dart]) = (dart, other),
                None => self.next[dart] = dart,
            },
            Corner::Before(after) => {
                let before = (0..self.next.len()).find(|&d| self.next[d] == after).unwrap();
                (self.next[before], self.next[dart]) = (dart, after);
            }
        }
    }

    /// All positions after one move.
    fn options(&self) -> Vec<Self> {
        let corners = self.corners();
        let mut all = Vec::new();
        for (i, &one) in corners.iter().enumerate() {
            for &two in &corners[i..] {
                let (x, y) = (self.spot_of(one), self.spot_of(two));
                let needed = if x == y { 2 } else { 1 };
                if self.region_of(one) == self.region_of(two)
                    && self.lines[x].max(self.lines[y]) + needed <= 3
                {
                    self.join(one, two, &mut all);
                }
            }
        }
        all
    }

    fn join(&self, one: Corner, two: Corner, all: &mut Vec<Self>) {
        let home = self.region_of(one);
        let same = match (one, two) {
            (Corner::Before(a), Corner::Before(b)) => self.around(a).contains(&b),
            _ => one == two,
        };
        let mut left = self.clone();
        let (a, b, z) = (self.next.len(), self.next.len() + 2, self.lines.len());
        left.lines.push(2);
        left.lone.push(usize::MAX);
        for list in [&mut left.next, &mut left.spot, &mut left.region] {
            list.extend([usize::MAX; 4]);
        }
        left.put(a, one);
        left.put(b, two);
        (left.spot[a + 1], left.spot[b + 1]) = (z, z);
        (left.next[a + 1], left.next[b + 1]) = (b + 1, a + 1);
        (a..a + 4).for_each(|dart| left.region[dart] = home);
        if !same {
            all.push(left);
            return;
        }
        // Two boundaries: every other one of the region goes to either side.
        let (first, second) = (left.around(a), left.around(a + 1));
        assert!(!first.contains(&(a + 1)));
        let mut others: Vec<Vec<usize>> = Vec::new();
        for dart in 0..a {
            let known = |list: &Vec<usize>| list.contains(&dart);
            if left.region[dart] == home
                && !known(&first)
                && !known(&second)
                && !others.iter().any(known)
            {
                others.push(left.around(dart));
            }
        }
        let lone: Vec<usize> =
            (0..z).filter(|&s| left.lines[s] == 0 && left.lone[s] == home).collect();
        let new = left.regions;
        left.regions += 1;
        for set in 0..1usize << (others.len() + lone.len()) {
            let mut parted = left.clone();
            first.iter().for_each(|&dart| parted.region[dart] = new);
            for (i, boundary) in others.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1) {
                boundary.iter().for_each(|&dart| parted.region[dart] = new);
                assert!(i < others.len());
            }
            let moved = lone.iter().enumerate().filter(|(i, _)| set >> (others.len() + i) & 1 == 1);
            moved.for_each(|(_, &spot)| parted.lone[spot] = new);
            all.push(parted);
        }
    }

    /// By the definition, from the drawings alone.
    fn value(&self) -> u32 {
        let seen = self.options().iter().fold(0u64, |seen, left| seen | 1 << left.value());
        seen.trailing_ones()
    }

    fn misere(&self) -> bool {
        let options = self.options();
        options.is_empty() || options.iter().any(|left| !left.misere())
    }

    /// What the engine is told: places where spots with lives are met.
    fn regions(&self) -> Regions {
        let mut regions: Regions = vec![Vec::new(); self.regions];
        let lone = (0..self.lines.len()).filter(|&spot| self.lines[spot] == 0);
        lone.for_each(|spot| regions[self.lone[spot]].extend([0, BOUNDARY]));
        let mut done = vec![false; self.next.len()];
        for dart in 0..self.next.len() {
            if done[dart] {
                continue;
            }
            let region = &mut regions[self.region[dart]];
            for dart in self.around(dart) {
                done[dart] = true;
                let spot = self.spot[dart];
                match self.lines[spot] {
                    1 => region.push(1),
                    2 => region.push(TWICE + spot as u8),
                    _ => {}
                }
            }
            region.push(BOUNDARY);
        }
        regions
    }
}

const BOUNDS: Bounds<'static> = Bounds { memory: 1 << 26, threads: 1, look: &|_| true };

#[test]
fn values_are_those_of_drawings_played_literally() {
    let (sprouts, mut search) = (Sprouts::default(), Search::default());
    let mut rng = Rng::with_seed(9);
    let mut values = [0; 8];
    for round in 0..200 {
        let mut drawing = Drawing::new(round % 4 + 1);
        while drawing.lives() > 5 {
            let mut options = drawing.options();
            if options.is_empty() {
                break;
            }
            drawing = options.swap_remove(rng.usize(..options.len()));
        }
        let value = drawing.value();
        let parts = sprouts.parts(drawing.regions());
        assert_eq!(search.value(&sprouts, &parts, &BOUNDS), Ok(value), "{:?}", drawing.regions());
        values[value as usize] += 1;
    }
    assert!(values[..4].iter().all(|&times| times > 3), "{values:?}");
}

#[test]
fn what_is_simplified_keeps_its_options() {
    let mut rng = Rng::with_seed(5);
    for round in 0..30 {
        let mut drawing = Drawing::new(round % 3 + 2);
        loop {
            let options = drawing.options();
            let forms: std::collections::BTreeSet<Vec<Vec<u8>>> =
                options.iter().map(|left| lands(left.regions())).collect();
            let position = together(&lands(drawing.regions()));
            let fresh = fresh(&position);
            let mut found = std::collections::BTreeSet::new();
            lines(&position, |line| {
                found.insert(lands(played(&position, &line, fresh)));
                true
            });
            assert_eq!(found, forms, "{position:?}");
            if options.is_empty() {
                break;
            }
            drawing = options[rng.usize(..options.len())].clone();
        }
    }
}

#[test]
fn starts_agree_with_drawings() {
    let (sprouts, mut search) = (Sprouts::default(), Search::default());
    for n in 0..3 {
        let drawing = Drawing::new(n);
        assert_eq!(search.value(&sprouts, &sprouts.start(n), &BOUNDS), Ok(drawing.value()), "{n}");
        // Misère outcomes: D. Applegate, G. Jacobson, D. Sleator 1991.
        assert_eq!(drawing.misere(), n < 2, "{n}");
    }
}

#[test]
fn outcomes_are_those_of_the_literature() {
    let (sprouts, mut search) = (Sprouts::default(), Search::default());
    for n in 0..8 {
        let lost = search.is(&sprouts, &sprouts.start(n), 0, &BOUNDS);
        assert_eq!(lost, Ok(matches!(n % 6, 0..=2)), "{n}");
    }
}

#[test]
fn a_spot_with_one_life_does_not_meet_itself() {
    // Spots 2 and A on one boundary, A again on another one, which no drawing has.
    let regions = vec![vec![2, TWICE, BOUNDARY, TWICE, BOUNDARY]];
    let mut listed = Vec::new();
    lines(&regions, |line| {
        listed.push((line.from, line.to, line.around.len()));
        true
    });
    assert_eq!(listed, [((0, 0), (1, 0), 0), ((0, 0), (0, 1), 0), ((0, 0), (0, 1), 1)]);
}
