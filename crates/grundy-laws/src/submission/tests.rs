//! What is proved, printed, and not printed.

use super::*;
use grundy_rules::source::Source;

fn proved(rules: &str, values: bool) -> Proved {
    let program = Program::read(Source::new("rules", rules)).unwrap();
    Proved::find(&program.into(), 0, values)
}

#[test]
fn explore() {
    for (rules, values) in [
        ("S(n) ->? S(n-k) for k in 1..=3", true),
        ("S(n) ->? S(n-k) for k in {1,3,4}", true),
        ("S(n) -> S(n-k) for k in 1..=(n+1)/2", true),
        ("S(n) -> S(n-k) for k in 1..=n/2", true),
        ("S(n) -> S(n-k) for k in 1..=n", true),
        ("S(n) -> S(n-k*k) for k in 1..=isqrt(n)", true),
        ("heap(n) -> heap(a) + heap(b) for a in 0..<n for b in 0..=a", true),
        ("K(n) -> K(a) + K(n-t-a) for t in 1..=2 for a in 0..=(n-t)/2", true),
        ("L(n) -> L(k) for k in 0..<n\nL(n) -> L(k) + L(n-k) for k in 1..=n/2", true),
        ("R(a,b) -> R(k,b) for k in 0..<a\nR(a,b) -> R(a,k) for k in 0..<b", true),
        ("R(a,b) -> R(k,b) for k in 0..<a\nR(a,b) -> R(a,k) for k in 0..<b", false),
        (
            "W(a,b) -> W(a-k, b) for k in 1..=a\nW(a,b) -> W(a, b-k) for k in 1..=b\nW(a,b) -> W(a-k, b-k) for k in 1..=min(a,b)",
            false,
        ),
        ("H(n, m) -> H(n-k, m) for k in 1..=min(n,m)", true),
        (
            "E(a,b) -> E(a-k,b) for k in 1..=min(a,2)\nE(a,b) -> E(a,b-k) for k in 1..=min(b,3)",
            false,
        ),
        (
            "N(a,b,c) -> N(k,b,c) for k in 0..<a\nN(a,b,c) -> N(a,k,c) for k in 0..<b\nN(a,b,c) -> N(a,b,k) for k in 0..<c",
            false,
        ),
        (
            "M(a,b) -> M(a-1,b) if a > 0\nM(a,b) -> M(a,b-1) if b > 0\nM(a,b) -> M(a-1,b-1) if a > 0 and b > 0",
            false,
        ),
        ("P(n) -> P(n-p) for p in 2..=n if is_prime(p)", true),
        (
            "F(n, cap = max(n-1, 0)) == F(n,n) if cap > n\nF(n,cap) -> F(n-k, 2*k) for k in 1..=min(n,cap)",
            false,
        ),
        (
            "W(a,b) -> W(a-k, b) for k in 1..=a\nW(a,b) -> W(a, b-k) for k in 1..=b\nW(a,b) -> W(a-k, b-l) for k in 1..=a for l in 1..=b if k-l<=1 and l-k<=1",
            false,
        ),
        (
            "M(a,b) -> M(a-1,b) if a > 0\nM(a,b) -> M(a,b-1) if b > 0\nM(a,b) -> M(a-1,b-1) if a > 0 and b > 0",
            true,
        ),
        ("C(n) where n >= 1\nC(n) -> C(k) for k in 1..<n", true),
    ] {
        let start = std::time::Instant::now();
        let law = proved(rules, values);
        let took = start.elapsed();
        let width = law.program.families[0].width;
        println!(
            "--- {rules}\n{took:?} report {} period {}",
            law.report.is_some(),
            law.period.is_some()
        );
        for limits in [vec![None; width], vec![Some((0, 1_000_000_000_000_000_000)); width]] {
            match law.function(&limits, Lang::Cpp) {
                Some(f) => println!("{}", f.text.chars().take(1200).collect::<String>()),
                None => println!("NONE"),
            }
        }
    }
}
