//! The library's modules beside programs written for one game each, and how their times grow.

mod reference;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use grundy::analysis::{Question, answer};
use grundy::context::{Context, Limits};
use grundy::expr::Catalogue;
use grundy::heap::Code;
use grundy::heap::Sequence;
use grundy::inside::periodic_table;
use std::hint::black_box;
use std::time::Duration;

const HEAPS: [usize; 5] = [10_000, 100_000, 1_000_000, 10_000_000, 100_000_000];

fn tables(c: &mut Criterion) {
    let context = Context::new(Limits::default().with_positions(1 << 40));
    let mut group = c.benchmark_group("theory::periodic_table");
    group.sample_size(10).measurement_time(Duration::from_secs(1));
    group.warm_up_time(Duration::from_millis(300));
    for len in HEAPS {
        group.throughput(Throughput::Bytes(len as u64));
        for (name, takes) in [("bash[7]", &[1, 2, 3, 4, 5, 6, 7][..]), ("{2,5,7}", &[2, 5, 7])] {
            group.bench_function(BenchmarkId::new(name, len), |b| {
                b.iter(|| periodic_table(black_box(takes), len, &context).unwrap());
            });
        }
        group.bench_function(BenchmarkId::new("bash[7], plain", len), |b| {
            b.iter(|| reference::bash(black_box(7), len));
        });
        group.bench_function(BenchmarkId::new("{2,5,7}, plain", len), |b| {
            b.iter(|| reference::subtraction(black_box(&[2, 5, 7]), len));
        });
        group.bench_function(BenchmarkId::new("memory set", len), |b| {
            b.iter(|| vec![black_box(1u8); len]);
        });
    }
    group.finish();
}

fn expressions(c: &mut Criterion) {
    let line = |i: u64| {
        let mut state = i;
        let heaps = (0..2 + i % 4).map(|_| {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            (state >> (34 + i % 25)).to_string()
        });
        format!("nim({})", heaps.collect::<Vec<_>>().join(","))
    };
    let lines: Vec<String> = (0..1000).map(line).collect();
    let (catalogue, question) = (Catalogue::default(), Question::default());
    let mut group = c.benchmark_group("expr");
    group.sample_size(10).measurement_time(Duration::from_secs(2));
    group.throughput(Throughput::Elements(lines.len() as u64));
    let json = |line: &String| {
        let expression = catalogue.read(line).unwrap();
        answer(&expression, &question, &Context::default()).unwrap().to_json().len()
    };
    group.bench_function("1000 nim lines to JSON", |b| {
        b.iter(|| lines.iter().map(json).sum::<usize>());
    });
    group.bench_function("1000 nim lines, plain", |b| {
        b.iter(|| lines.iter().map(|line| reference::nim(line).len()).sum::<usize>());
    });
    group.finish();
}

fn wythoff(c: &mut Criterion) {
    let catalogue = Catalogue::default();
    let question = Question { moves: 0, ..Question::default() };
    let mut group = c.benchmark_group("games::wythoff");
    group.sample_size(10).measurement_time(Duration::from_secs(2));
    for digits in [1_000, 10_000, 100_000] {
        let text = format!("wythoff({},1{})", "7".repeat(digits), "3".repeat(digits));
        let position = catalogue.read(&text).unwrap();
        group.bench_function(BenchmarkId::new("digits", digits), |b| {
            b.iter(|| answer(&position, &question, &Context::default()).unwrap().outcome);
        });
    }
    group.finish();
}

fn sequences(c: &mut Criterion) {
    let mut group = c.benchmark_group("heap::sequence");
    group.sample_size(10).measurement_time(Duration::from_secs(2));
    // No period of this game is known.
    let code: Code = "0.007".parse().unwrap();
    for heaps in [1_000, 4_000, 16_000] {
        group.bench_function(BenchmarkId::new("0.007", heaps), |b| {
            b.iter(|| {
                let mut sequence = Sequence::new(code.clone());
                sequence.grow(heaps, &Context::default()).unwrap();
                sequence
            });
        });
    }
    group.finish();
}

criterion_group!(benches, tables, expressions, wythoff, sequences);
criterion_main!(benches);
