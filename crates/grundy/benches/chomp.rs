//! The values of all boards within a square of chomp in one table, beside a plain program with a
//! memory of boards; and the divisor game beside one with a memory of sets.

mod reference;

use criterion::{Criterion, criterion_group, criterion_main};
use grundy::context::Context;
use grundy::inside::{CutValues, DivisorSets};
use grundy::nat::Nat;
use std::collections::HashMap;
use std::hint::black_box;
use std::time::{Duration, Instant};

fn table(side: u16) -> u64 {
    let board = vec![side; side.into()];
    CutValues::new(&board, &Context::default()).unwrap().get(&board).unwrap()
}

fn plain(side: u16) -> u64 {
    reference::chomp(&vec![side; side.into()], &mut HashMap::new()).into()
}

fn sets(n: u8) -> u64 {
    let list: Vec<Nat> = (1..=n).map(Nat::from).collect();
    let mut sets = DivisorSets::new(&list).unwrap();
    let all = sets.subset(&list).unwrap();
    sets.value(all, &Context::default()).unwrap()
}

fn plain_sets(n: u8) -> u64 {
    reference::divisors((1 << n) - 1, &mut HashMap::new()).into()
}

fn benches(c: &mut Criterion) {
    assert_eq!(table(9), plain(9));
    assert_eq!(sets(20), plain_sets(20));
    let mut group = c.benchmark_group("all values");
    group.sample_size(10).measurement_time(Duration::from_secs(2));
    for side in [8, 10, 12] {
        group.bench_function(format!("chomp {side} by {side}"), |b| {
            b.iter(|| table(black_box(side)));
        });
    }
    for n in [30, 40, 50] {
        group.bench_function(format!("divisor game {n}"), |b| b.iter(|| sets(black_box(n))));
    }
    group.finish();
}

/// Medians of the quotients of runs one right after the other.
fn ratios(_: &mut Criterion) {
    fn median(plain: impl Fn() -> u64, own: impl Fn() -> u64) -> f64 {
        let time = |run: &dyn Fn() -> u64| {
            let start = Instant::now();
            black_box(run());
            start.elapsed().as_secs_f64()
        };
        let mut ratios: Vec<f64> = (0..5).map(|_| time(&plain) / time(&own)).collect();
        ratios.sort_by(f64::total_cmp);
        ratios[ratios.len() / 2]
    }
    for side in [8, 10] {
        let times = median(|| plain(side), || table(side));
        println!("chomp {side} by {side}, plain / table: {times:.0}");
    }
    for n in [20, 24] {
        let times = median(|| plain_sets(n), || sets(n));
        println!("divisor game {n}, plain / connected sets: {times:.0}");
    }
}

criterion_group!(all_benches, ratios, benches);
criterion_main!(all_benches);
