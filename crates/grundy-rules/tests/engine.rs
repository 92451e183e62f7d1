//! The compiled back ends against the reference evaluator, which is against brute force.

use grundy::context::{Context, Limits, Stop};
use grundy_rules::engine::{Backend, Engine, Options};
use grundy_rules::error::Kind;
use grundy_rules::explore::{Explorer, Failure};
use grundy_rules::source::Source;
use grundy_rules::state::State;
use grundy_rules::typed::Program;
use proptest::prelude::*;
use std::fmt::Write as _;
use std::sync::Arc;

const BOTH: [Backend; 2] = [Backend::Plain, Backend::Native];

fn read(text: &str) -> Arc<Program> {
    let source = Source::new("test", text);
    let program = Program::read(source.clone());
    Arc::new(program.unwrap_or_else(|error| panic!("{text}\n{}", error.render(&source))))
}

/// Values, or what is wrong with the rules and in which state.
type Told = Result<Option<u64>, (Kind, String)>;

fn told(result: Result<grundy::solve::Value, Failure>) -> Result<Told, Stop> {
    match result {
        Ok(value) => Ok(Ok(value.number())),
        Err(Failure::Rules(error)) => Ok(Err((error.kind, error.to_string()))),
        Err(Failure::Stop(stop)) => Err(stop),
    }
}

/// Compares the values of states, asked for one after the other; the number that have one.
fn compare(text: &str, states: &[State]) -> usize {
    let program = read(text);
    let context = Context::new(Limits::default().with_positions(20_000));
    let mut explorer = Explorer::default();
    let asked: Vec<(&State, Result<Told, Stop>)> = states
        .iter()
        .filter(|state| grundy_rules::walk::outside(&program, state, 1 << 20) == Ok(None))
        .map(|state| (state, told(explorer.value(&program, state, &context))))
        .collect();
    for backend in BOTH {
        let mut engine = Engine::new(program.clone(), Options { backend });
        for (state, theirs) in &asked {
            let here = state.show(&program);
            let mine = told(engine.value(state, &context));
            match (&mine, theirs) {
                (Ok(mine), Ok(theirs)) => assert_eq!(mine, theirs, "{text}\n{here} {backend:?}"),
                // How far a search comes within limits may differ.
                (Err(Stop::Limit { .. }), _) | (_, Err(Stop::Limit { .. })) => {}
                (mine, theirs) => panic!("{text}\n{here} {backend:?}: {mine:?}, {theirs:?}"),
            }
        }
    }
    asked.iter().filter(|(_, told)| matches!(told, Ok(Ok(_)))).count()
}

fn square(family: usize, width: usize, to: i64) -> Vec<State> {
    let count = (to + 1).pow(width as u32);
    let coords = |code: i64| (0..width as u32).map(|i| code / (to + 1).pow(i) % (to + 1)).collect();
    (0..count).map(|code| State::new(family, coords(code))).collect()
}

/// Games with everything the language has, with the greatest coordinates asked for.
const GAMES: [(&str, usize, i64); 16] = [
    ("S(n) -> S(n - k*k) for k in 1..=isqrt(n)", 1, 300),
    ("L(n) -> L(k) for k in 0..<n\nL(n) -> L(k) + L(n-k) for k in 1..=n/2", 1, 60),
    (
        "W(a,b) -> W(a-k,b) for k in 1..=a\nW(a,b) -> W(a,b-k) for k in 1..=b
         W(a,b) -> W(a-k,b-k) for k in 1..=min(a,b)",
        2,
        15,
    ),
    (
        "cut(w,h) where w >= 1 and h >= 1 and w*h > 1
         cut(w,h) -> wins if w == 1 or h == 1
         cut(w,h) -> cut(i,h) + cut(w-i,h) for i in 1..=w/2 if h > 1
         cut(w,h) -> cut(w,i) + cut(w,h-i) for i in 1..=h/2 if w > 1",
        2,
        14,
    ),
    (
        "F(n, cap) == F(n,n) if cap > n\nF(n,cap) -> F(n-k, 2*k) for k in 1..=min(n,cap)",
        2,
        25,
    ),
    ("R(m) -> R(m ^ (1<<i) ^ (1<<j)) for i in ones(m) let j = prev0(m,i) if j >= 0", 1, 255),
    (
        "heaps(x[3]) == heaps(sort(x))
         heaps(x[3]) -> heaps(x[i := v]) for i in 0..<len(x) for v in 0..<x[i]",
        3,
        5,
    ),
    (
        "const SET = {1, 3, 9}
         take(n) { for s in SET { if s <= n { move take(n-s) + turn(s) } } }
         turn(n) { var k = 1
            while k <= n { if k in SET { move other(n-k) }
                k = k + 1 } }
         other(n) ->? turn(n-s) + take(n/2) for s in {1, 3..=9 step 6}",
        1,
        40,
    ),
    // Other families as normal forms, and forms of forms.
    (
        "A(n,k) == B(n) if k == 0\nA(n,k) == A(n,k-2) if k >= 2\nA(n,k) -> A(n-i,k+i) for i in 1..=n
         B(n) == A(n,1) if n % 3 == 0\nB(n) -> A(n-1,i) for i in 0..<n",
        2,
        9,
    ),
    ("D(n) ->? D(n-k) + D(k-3) + D(n/2) for k in {1,2,5}", 1, 40),
    ("P(n) -> P(n-k) for k in 1..=n if is_prime(k) or is_square(k)", 1, 80),
    ("G(a,b) -> G(a-k,b) for k in 1..=a if gcd(k,b) == 1\nG(a,b) -> G(b,a-1) if a > b", 2, 9),
    (
        "T(x[4]) -> T(x[i := x[i]-1, j := x[j]/2]) for i in 0..<4 for j in 0..<4
           if i != j and x[i] > 0 and sum(x) > max(x)",
        4,
        3,
    ),
    ("M(n) -> M(n - k) for k in 1..=n step 3 if popcount(n) % 2 == bit(k,0)", 1, 70),
    ("Q(m) -> Q(m - (1 << top(m))) if m > 0\nQ(m) -> Q(m & (m-1)) if m > 0\nQ(m) -> 0 if m % 5 == 2", 1, 120),
    ("V(n,k) { var a = n\n while a > 0 { a = a / 2\n move V(a, k) }\n if k > 0 { move V(n, k-1) } }", 2, 12),
];

#[test]
fn games_have_the_values_of_the_reference() {
    for (text, width, to) in GAMES {
        let states = square(0, width, to);
        let found = compare(text, &states);
        assert!(found * 2 > states.len(), "{text}: {found} of {}", states.len());
    }
}
