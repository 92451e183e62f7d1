use grundy::context::{Context, Limits};
use grundy_rules::engine::{Backend, Engine, Options};
use grundy_rules::source::Source;
use grundy_rules::typed::Program;
use std::sync::Arc;
use std::time::Instant;
fn main() {
    let which = std::env::args().nth(1).unwrap();
    let reps: usize = std::env::args().nth(2).map_or(5, |s| s.parse().unwrap());
    let (text, bounds): (&str, &[i64]) = match &*which {
        "squares" => ("S(n) -> S(n - k*k) for k in 1..=isqrt(n)", &[300_000]),
        "cutting" => (
            "cut(w,h) -> cut(i,h) + cut(w-i,h) for i in 2..=w-2
    cut(w,h) -> cut(w,i) + cut(w,h-i) for i in 2..=h-2",
            &[200, 200],
        ),
        "row" => (
            "R(m) -> R(m ^ (1<<i) ^ (1<<j)) for i in ones(m) let j = prev0(m,i) if j >= 0",
            &[(1 << 20) - 1],
        ),
        _ => (
            "
    W(a,b) -> W(a-k,b) for k in 1..=a
    W(a,b) -> W(a,b-k) for k in 1..=b
    W(a,b) -> W(a-k,b-k) for k in 1..=min(a,b)",
            &[500, 500],
        ),
    };
    for _ in 0..reps {
        let t0 = Instant::now();
        let program = Arc::new(Program::read(Source::new("bench", text)).unwrap());
        let t1 = Instant::now();
        let mut engine = Engine::new(program, Options { backend: Backend::Native });
        let t2 = Instant::now();
        let limits = Limits { moves: u64::MAX, ..Limits::default() };
        let small: Vec<i64> = bounds.iter().map(|_| 2).collect();
        let mut e2 = Engine::new(
            Arc::new(Program::read(Source::new("bench", text)).unwrap()),
            Options { backend: Backend::Native },
        );
        let t3 = Instant::now();
        e2.table(0, &small, &Context::new(limits)).unwrap();
        let t4 = Instant::now();
        let table = engine.table(0, bounds, &Context::new(limits)).unwrap();
        let t5 = Instant::now();
        println!(
            "read {:?} engine {:?} tiny table {:?} table {:?} {}",
            t1 - t0,
            t2 - t1,
            t4 - t3,
            t5 - t4,
            table.values.len()
        );
    }
}
