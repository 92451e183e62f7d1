//! The generic search with memory on all positions of a row of 20 squares, beside a program
//! written for that game alone.

mod reference;

use criterion::{Criterion, criterion_group, criterion_main};
use grundy::context::Context;
use grundy::ruleset::{Full, Options, Ruleset};
use grundy::solve::Memo;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Coins as bits, the rightmost square first; one hops to the nearest empty square at its right.
/// Where there is none it leaves the row if it `LEAVES`, otherwise it stays. Positions have numbers
/// if it `PACKS`.
struct Row<const LEAVES: bool, const PACKS: bool>;

impl<const LEAVES: bool, const PACKS: bool> Ruleset for Row<LEAVES, PACKS> {
    type Position = u32;

    #[inline]
    fn options(&self, &coins: &u32, out: &mut Options<u32>) -> Result<(), Full> {
        let mut rest = coins;
        while rest != 0 {
            let from = rest.trailing_zeros();
            rest &= rest - 1;
            let empty = !coins & ((1 << from) - 1);
            if empty != 0 {
                out.push([coins ^ 1 << from ^ 1 << empty.ilog2()])?;
            } else if LEAVES {
                out.push([coins ^ 1 << from])?;
            }
        }
        Ok(())
    }

    #[inline]
    fn pack(&self, &coins: &u32) -> Option<u64> {
        PACKS.then_some(coins.into())
    }
}

const CELLS: u32 = 20;

/// The sum of the values of every row with `CELLS` squares, one question after the other.
fn all<R: Ruleset<Position = u32>>(rules: &R) -> u64 {
    let (mut memo, context) = (Memo::default(), Context::default());
    let values = (0..1u32 << CELLS).rev().map(|coins| memo.value(rules, &coins, &context).unwrap());
    values.map(|value| value.number().unwrap()).sum()
}

/// All 2^20 rows follow from the full one: a single search.
fn one<R: Ruleset<Position = u32>>(rules: &R) -> u64 {
    let mut memo = Memo::default();
    let value = memo.value(rules, &((1 << CELLS) - 1), &Context::default()).unwrap();
    assert_eq!(memo.len(), 1 << CELLS);
    value.number().unwrap()
}

fn all_plain(f: fn(u32, &mut [u8]) -> u8) -> u64 {
    let mut memo = vec![255; 1 << CELLS];
    (0..1u32 << CELLS).rev().map(|coins| u64::from(f(coins, &mut memo))).sum()
}

fn one_plain() -> u64 {
    let mut memo = vec![255; 1 << CELLS];
    u64::from(reference::row((1 << CELLS) - 1, &mut memo))
}

fn benches(c: &mut Criterion) {
    assert_eq!(one(&Row::<true, true>), one_plain());
    assert_eq!(all(&Row::<false, true>), all_plain(reference::row_kept));
    let mut group = c.benchmark_group("memo, row of 20");
    group.sample_size(10).measurement_time(Duration::from_secs(2));
    group.bench_function("one search, generic", |b| b.iter(|| one(black_box(&Row::<true, true>))));
    group.bench_function("one search, plain", |b| b.iter(one_plain));
    group.bench_function("one search, generic, hashed", |b| {
        b.iter(|| one(black_box(&Row::<true, false>)));
    });
    group.bench_function("all rows, generic", |b| b.iter(|| all(black_box(&Row::<false, true>))));
    group.bench_function("all rows, plain", |b| b.iter(|| all_plain(reference::row_kept)));
    group.finish();
}

/// The machine's speed changes from second to second: the ratio is the median of those of runs
/// one right after the other.
fn ratios(_: &mut Criterion) {
    fn median(generic: impl Fn() -> u64, plain: impl Fn() -> u64) -> f64 {
        let time = |run: &dyn Fn() -> u64| {
            let start = Instant::now();
            black_box(run());
            start.elapsed().as_secs_f64()
        };
        let mut ratios: Vec<f64> = (0..21).map(|_| time(&generic) / time(&plain)).collect();
        ratios.sort_by(f64::total_cmp);
        ratios[ratios.len() / 2]
    }
    let kept = || all_plain(reference::row_kept);
    println!("one search, generic / plain: {:.2}", median(|| one(&Row::<true, true>), one_plain));
    println!("all rows, generic / plain: {:.2}", median(|| all(&Row::<false, true>), kept));
}

criterion_group!(all_benches, ratios, benches);
criterion_main!(all_benches);
