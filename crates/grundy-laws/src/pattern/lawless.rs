//! Nothing is claimed of data without a law.

use super::data::{Data, Grid, Positions, Sequence};
use super::find;
use super::law::Law;
use grundy::context::Context;
use grundy::nimber::{mex, nim_mul};

fn claims(data: Data) -> Vec<Law> {
    let mut laws = find(&data, &Context::default()).unwrap();
    laws.retain(|law| !law.kind.is_property());
    // Where rare events did not come at all, that is what is said.
    let values = match &data {
        Data::Sequence(s) => s.values(),
        Data::Grid(g) => g.values(),
        Data::Positions(_) => &[0, 1],
    };
    if values.iter().all(|&v| v == values[0]) { Vec::new() } else { laws }
}

#[track_caller]
fn nothing(name: &str, data: Data) {
    let laws = claims(data);
    assert!(laws.is_empty(), "{name}: {} ({:.1} bits)", laws[0], laws[0].evidence);
}

fn sequence(values: Vec<i64>) -> Data {
    Data::Sequence(Sequence::new(0, values))
}

/// Distributions without a law: the name, and the next value from the former one.
type Source = (&'static str, fn(&mut fastrand::Rng, i64) -> i64);

const SOURCES: [Source; 12] = [
    ("bits", |r, _| r.i64(0..2)),
    ("rare bits", |r, _| i64::from(r.u32(..20) == 0)),
    ("very rare bits", |r, _| i64::from(r.u32(..100) == 0)),
    ("digits", |r, _| r.i64(0..10)),
    ("large numbers", |r, _| r.i64(0..1_000_000)),
    ("walk", |r, v| v + r.i64(-1..2)),
    ("walk of steps", |r, v| v + if r.bool() { 1 } else { -1 }),
    ("rising", |r, v| v + r.i64(0..3)),
    ("rising by much", |r, v| v + r.i64(1..40)),
    ("runs", |r, v| if r.u32(..10) == 0 { r.i64(0..4) } else { v }),
    ("geometric", |r, _| i64::from((r.u64(..) | 1 << 40).trailing_zeros())),
    ("signed", |r, _| r.i64(-5..6)),
];

#[test]
fn random_sequences() {
    let mut random = fastrand::Rng::with_seed(11);
    for (name, next) in SOURCES {
        for round in 0..48 {
            let len = [10, 20, 30, 50, 100, 200][round % 6];
            let mut last = 0;
            let values = (0..len)
                .map(|_| {
                    last = next(&mut random, last);
                    last
                })
                .collect();
            nothing(name, sequence(values));
        }
    }
}

#[test]
fn random_tables() {
    let mut random = fastrand::Rng::with_seed(12);
    for (name, next) in SOURCES {
        for round in 0..20 {
            let side = [5, 8, 12, 20][round % 4];
            let mut last = 0;
            let table = Grid::of(&[side, side], |_| {
                last = next(&mut random, last);
                last
            });
            nothing(name, Data::Grid(table));
        }
        for side in [3, 5, 7] {
            let table = Grid::of(&[side, side, side], |_| next(&mut random, 0));
            nothing(name, Data::Grid(table));
        }
    }
    for round in 0..60 {
        let side = [6, 10, 16][round % 3];
        let values: Vec<i64> = (0..side * side).map(|_| random.i64(0..9)).collect();
        let at = |x: &[i64]| (x[0].min(x[1]) * side as i64 + x[0].max(x[1])) as usize;
        let table = Grid::of(&[side, side], |x| values[at(x)]);
        nothing("symmetric", Data::Grid(table));
    }
}

#[test]
fn random_lists_of_positions() {
    let mut random = fastrand::Rng::with_seed(13);
    for round in 0..90 {
        let bound = [30, 100, 400][round % 3];
        let single = (0..20).map(|_| vec![random.i64(0..=bound)]).collect();
        nothing("heaps", Data::Positions(Positions::new(single, Some(bound)).unwrap()));
        let pairs = (0..20).map(|_| vec![random.i64(0..=30), random.i64(0..=30)]).collect();
        nothing("pairs", Data::Positions(Positions::new(pairs, Some(30)).unwrap()));
    }
}

#[test]
fn laws_under_noise() {
    let mut random = fastrand::Rng::with_seed(14);
    for _ in 0..20 {
        let noisy =
            |random: &mut fastrand::Rng, v: i64| if random.u32(..8) == 0 { v + 1 } else { v };
        let values = (0..300).map(|n| noisy(&mut random, n % 5)).collect();
        nothing("noisy period", sequence(values));
        let values = (0..300).map(|n| noisy(&mut random, 2 * n)).collect();
        nothing("noisy line", sequence(values));
        let table = Grid::of(&[20, 20], |x| noisy(&mut random, x[0] ^ x[1]));
        nothing("noisy nim-sum", Data::Grid(table));
    }
}

/// The nim-sequence of a game of one heap by the definition.
fn nim_sequence(count: usize, options: impl Fn(usize, &[u64]) -> Vec<u64>) -> Vec<i64> {
    let mut values: Vec<u64> = Vec::new();
    for n in 0..count {
        let value = mex(options(n, &values));
        values.push(value);
    }
    values.into_iter().map(|v| v as i64).collect()
}

#[test]
fn games_without_a_known_law() {
    for count in [40, 100, 200, 400] {
        let grundys_game =
            nim_sequence(count, |n, g| (1..n.div_ceil(2)).map(|a| g[a] ^ g[n - a]).collect());
        nothing("Grundy's game", sequence(grundys_game));
        let squares = nim_sequence(count, |n, g| {
            (1..).map(|k| k * k).take_while(|&s| s <= n).map(|s| g[n - s]).collect()
        });
        let outcomes = squares.iter().map(|&v| i64::from(v == 0)).collect();
        nothing("subtract a square", sequence(squares));
        nothing("subtract a square, outcomes", sequence(outcomes));
        // Take three where the rest is in at most two heaps.
        let james_bond = nim_sequence(count, |n, g| match n.checked_sub(3) {
            Some(rest) => (0..=rest / 2).map(|a| g[a] ^ g[rest - a]).collect(),
            None => Vec::new(),
        });
        nothing("0.007", sequence(james_bond));
    }
}

#[test]
fn turning_corners() {
    for side in [8usize, 16, 24] {
        let table = Grid::of(&[side, side], |x| nim_mul(x[0] as u64, x[1] as u64) as i64);
        nothing("nim-products", Data::Grid(table));
        let table = Grid::new(
            vec![1, 1],
            vec![side, side],
            (0..side * side)
                .map(|at| nim_mul((at / side + 1) as u64, (at % side + 1) as u64) as i64)
                .collect(),
        );
        nothing("nim-products from 1 on", Data::Grid(table.unwrap()));
    }
}

#[test]
fn extreme_numbers_are_safe() {
    let mut random = fastrand::Rng::with_seed(15);
    let ends = [i64::MAX, i64::MIN, i64::MIN + 1, -1, 0, 1, 1 << 62, i64::MAX - 1];
    for round in 0..400 {
        let len = random.usize(0..40);
        let kinds = random.usize(1..=ends.len());
        let values: Vec<i64> = match round % 3 {
            0 => (0..len).map(|_| ends[random.usize(..kinds)]).collect(),
            1 => (0..len).map(|n| ends[n % kinds]).collect(),
            _ => (0..len as i64)
                .map(|n| ends[0].wrapping_sub(n.wrapping_mul(ends[kinds - 1])))
                .collect(),
        };
        let first = [0, 1, -7, i64::MAX, i64::MIN, 1 << 40][random.usize(..6)];
        let data = Data::Sequence(Sequence::new(first, values.clone()));
        let _ = find(&data, &Context::default()).unwrap();
        let side = len.isqrt();
        let table =
            Grid::new(vec![first; 2], vec![side; 2], values[..side * side].to_vec()).unwrap();
        let _ = find(&Data::Grid(table), &Context::default()).unwrap();
    }
}
