//! Compiled rules against programs written by hand for the same game, over the same states.
//!
//! `cargo bench -p grundy-rules` prints a time for each; what counts is the ratio.

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use grundy::context::{Context, Limits};
use grundy_rules::engine::{Backend, Engine, Options};
use grundy_rules::source::Source;
use grundy_rules::typed::Program;
use std::hint::black_box;
use std::sync::Arc;
use std::time::Duration;

/// The least number that is not stamped.
fn mex(seen: &[u32], stamp: u32) -> u8 {
    seen.iter().position(|&s| s != stamp).unwrap_or(seen.len()) as u8
}

fn squares(most: usize) -> Vec<u8> {
    let mut values = vec![0u8; most + 1];
    let mut seen = vec![0u32; 256];
    for n in 1..=most {
        let mut k = 1;
        while k * k <= n {
            seen[values[n - k * k] as usize] = n as u32;
            k += 1;
        }
        values[n] = mex(&seen, n as u32);
    }
    values
}

fn cutting(most: usize) -> Vec<u8> {
    let width = most + 1;
    let mut values = vec![0u8; width * width];
    let mut seen = vec![0u32; 256];
    for w in 0..=most {
        for h in 0..=most {
            let stamp = (w * width + h) as u32 + 1;
            for i in 2..=w.saturating_sub(2) {
                let value = values[i * width + h] ^ values[(w - i) * width + h];
                seen[value as usize] = stamp;
            }
            for i in 2..=h.saturating_sub(2) {
                let value = values[w * width + i] ^ values[w * width + h - i];
                seen[value as usize] = stamp;
            }
            values[w * width + h] = mex(&seen, stamp);
        }
    }
    values
}

fn row(cells: u32) -> Vec<u8> {
    let mut values = vec![0u8; 1 << cells];
    let mut seen = vec![0u32; 256];
    for coins in 0..1u32 << cells {
        let stamp = coins + 1;
        let mut left = coins;
        while left != 0 {
            let i = left.trailing_zeros();
            left &= left - 1;
            let empty = !coins & ((1 << i) - 1);
            if empty != 0 {
                let j = 31 - empty.leading_zeros();
                seen[values[(coins ^ 1 << i ^ 1 << j) as usize] as usize] = stamp;
            }
        }
        values[coins as usize] = mex(&seen, stamp);
    }
    values
}

fn wythoff(most: usize) -> Vec<u16> {
    let width = most + 1;
    let mut values = vec![0u16; width * width];
    let mut seen = vec![0u32; 1 << 16];
    for a in 0..=most {
        for b in 0..=most {
            let stamp = (a * width + b) as u32 + 1;
            for k in 1..=a {
                seen[values[(a - k) * width + b] as usize] = stamp;
            }
            for k in 1..=b {
                seen[values[a * width + b - k] as usize] = stamp;
            }
            for k in 1..=a.min(b) {
                seen[values[(a - k) * width + b - k] as usize] = stamp;
            }
            let value = seen.iter().position(|&s| s != stamp).unwrap_or(0);
            values[a * width + b] = value as u16;
        }
    }
    values
}

const SQUARES: &str = "S(n) -> S(n - k*k) for k in 1..=isqrt(n)";
const CUTTING: &str = "
    cut(w,h) -> cut(i,h) + cut(w-i,h) for i in 2..=w-2
    cut(w,h) -> cut(w,i) + cut(w,h-i) for i in 2..=h-2";
const ROW: &str = "R(m) -> R(m ^ (1<<i) ^ (1<<j)) for i in ones(m) let j = prev0(m,i) if j >= 0";
const WYTHOFF: &str = "
    W(a,b) -> W(a-k,b) for k in 1..=a
    W(a,b) -> W(a,b-k) for k in 1..=b
    W(a,b) -> W(a-k,b-k) for k in 1..=min(a,b)";

fn compiled(text: &str, bounds: &[i64], options: Options) -> u64 {
    let program = Program::read(Source::new("bench", text)).expect("these rules are right");
    let mut engine = Engine::new(Arc::new(program), options);
    let limits = Limits { moves: u64::MAX, ..Limits::default() };
    let table = engine.table(0, bounds, &Context::new(limits)).expect("it ends");
    table.values().flatten().filter_map(|value| value.number()).sum()
}

fn games(c: &mut Criterion) {
    type ByHand = fn() -> u64;
    let rows: [(&str, &str, &[i64], ByHand); 4] = [
        ("squares", SQUARES, &[300_000], || squares(300_000).into_iter().map(u64::from).sum()),
        ("cutting", CUTTING, &[200, 200], || cutting(200).into_iter().map(u64::from).sum()),
        ("row", ROW, &[(1 << 20) - 1], || row(20).into_iter().map(u64::from).sum()),
        ("wythoff", WYTHOFF, &[500, 500], || wythoff(500).into_iter().map(u64::from).sum()),
    ];
    for (name, text, bounds, by_hand) in rows {
        let mut group = c.benchmark_group(name);
        group.sample_size(10).warm_up_time(Duration::from_millis(300));
        group.measurement_time(Duration::from_secs(2));
        let one = |backend| Options { backend, one_thread: true };
        let two = Options { backend: Backend::Native, one_thread: false };
        let ways = [
            ("byte code", one(Backend::Plain)),
            ("machine code", one(Backend::Native)),
            ("two threads", two),
        ];
        for (way, options) in ways {
            if options == two && bounds.len() == 1 {
                continue;
            }
            assert_eq!(compiled(text, bounds, options), by_hand(), "{name}");
            group.bench_function(BenchmarkId::from_parameter(way), |b| {
                b.iter(|| black_box(compiled(text, bounds, options)));
            });
        }
        group.bench_function("by hand", |b| b.iter(|| black_box(by_hand())));
        group.finish();
    }
}

criterion_group!(benches, games);
criterion_main!(benches);
