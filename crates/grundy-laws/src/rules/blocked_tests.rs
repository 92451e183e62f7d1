//! Blocking against a count of options by hand.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use grundy::context::Context;
use grundy_rules::source::Source;
use grundy_rules::typed::Program;

use super::refute::refute;
use super::*;
use crate::automaton::Budget;

type Pair = (u64, u64);

/// Whether a position is a P-position where up to so many options may be forbidden.
fn is_lost(
    position: Pair,
    forbidden: usize,
    options: &dyn Fn(Pair) -> HashSet<Pair>,
    known: &mut HashMap<Pair, bool>,
) -> bool {
    if let Some(&lost) = known.get(&position) {
        return lost;
    }
    let lost_options = options(position)
        .into_iter()
        .filter(|&option| is_lost(option, forbidden, options, known))
        .count();
    known.insert(position, lost_options <= forbidden);
    lost_options <= forbidden
}

/// Moves of Wythoff's game whose takes from both heaps differ by less than `d`.
fn wythoff(d: u64) -> impl Fn(Pair) -> HashSet<Pair> {
    move |(a, b)| {
        let mut all: HashSet<Pair> = (0..a).map(|v| (v, b)).collect();
        all.extend((0..b).map(|v| (a, v)));
        for x in 1..=a {
            all.extend((1..=b).filter(|y| x.abs_diff(*y) < d).map(|y| (a - x, b - y)));
        }
        all
    }
}

const NIM: &str = "N(a,b) -> N(v,b) for v in 0..<a\nN(a,b) -> N(a,v) for v in 0..<b";

/// The same option by two rules is one option; a move that leaves nothing is one.
const TWICE: &str = "T(a,b) -> T(a-k,b) for k in 1..=min(a,3)
    T(a,b) -> T(a-k,b) for k in 1..=min(a,2)
    T(a,b) -> T(a,b-1) if b > 0
    T(a,b) ->? 0 if a == 0 and b > 2
    T(a,b) ->? 0 if a == 0 and b == 5";

const ROWS: &str = "W(a,b) -> W(a-x,b) for x in 1..=a
    W(a,b) -> W(a,b-y) for y in 1..=b";

fn program(text: &str) -> Arc<Program> {
    Arc::new(Program::read(Source::new("rules", text)).unwrap_or_else(|e| panic!("{text}: {e:?}")))
}

fn proved(text: &str, forbidden: u32) -> Box<ProvedLaw> {
    // That there is a law must not depend on what else the machine does.
    let (time, proof_time) = (Duration::from_secs(300), Duration::from_secs(100));
    let search = Search { time, proof_time, ..Search::default() };
    match find(&program(text), 0, Of::Blocked(forbidden), &search, &Context::default()) {
        Ok(Found::Proved(law)) => law,
        other => panic!("{text}: {other:?}"),
    }
}

/// The law, and what single positions are said to be, against the count.
fn compare(text: &str, forbidden: u32, most: u64, options: &dyn Fn(Pair) -> HashSet<Pair>) {
    let law = proved(text, forbidden);
    let mut oracle = Oracle::new(program(text), Of::Blocked(forbidden));
    let mut known = HashMap::new();
    for (a, b) in (0..most).flat_map(|a| (0..most).map(move |b| (a, b))) {
        let right = is_lost((a, b), forbidden as usize, options, &mut known);
        let said = law.system.holds_small(&law.families[0].2, &[a, b]);
        assert_eq!(said, Some(right), "{text}, {forbidden}: {a},{b}");
        if a < 20 && b < 20 {
            let asked = oracle.is_lost(0, &[a, b], &Context::default());
            assert_eq!(asked.unwrap(), Some(right), "{text}, {forbidden}: {a},{b}");
        }
    }
}

fn diagonal(d: u64) -> String {
    let d = d - 1;
    format!("{ROWS}\nW(a,b) -> W(a-x,b-y) for x in 1..=a for y in max(1,x-{d})..=min(b,x+{d})")
}

#[test]
fn laws_count_options() {
    compare(&diagonal(1), 1, 50, &wythoff(1));
    compare(&diagonal(1), 2, 50, &wythoff(1));
    compare(NIM, 1, 40, &wythoff(0));
    compare(NIM, 3, 40, &wythoff(0));
    // A pair beyond all others is what is left when nothing is.
    let nothing = (u64::MAX, u64::MAX);
    let twice = move |(a, b): Pair| {
        if (a, b) == nothing {
            return HashSet::new();
        }
        let mut all: HashSet<Pair> = (1..=a.min(3)).map(|k| (a - k, b)).collect();
        all.extend((b > 0).then(|| (a, b - 1)));
        all.extend((a == 0 && b > 2).then_some(nothing));
        all
    };
    for forbidden in 1..=3 {
        compare(TWICE, forbidden, 40, &twice);
    }
}

#[test]
fn other_numbers_of_forbidden_options_are_refuted() {
    let text = diagonal(1);
    let translation = translate(&program(&text)).unwrap();
    let budget = Budget::default();
    let law = proved(&text, 2);
    let laws = [law.families[0].2.clone()];
    for (of, right) in [
        (Of::Blocked(2), true),
        (Of::Blocked(1), false),
        (Of::Blocked(3), false),
        (Of::Outcome(grundy::outcome::Play::Normal), false),
    ] {
        let wrong = refute(&translation, &[0], of, &law.system, &laws, &budget).unwrap();
        assert_eq!(wrong.is_none(), right, "{of:?}");
    }
}

#[test]
fn sums_and_wins_are_outside() {
    for text in
        ["S(n) -> S(k) + S(n-k) for k in 1..<n", "S(n) -> wins if n == 1\nS(n) -> S(n-1) if n > 1"]
    {
        let found =
            find(&program(text), 0, Of::Blocked(1), &Search::default(), &Context::default());
        assert!(matches!(found, Err(FindError::Outside(_))), "{text}");
        let asked =
            Oracle::new(program(text), Of::Blocked(1)).is_lost(0, &[4], &Context::default());
        assert!(asked.is_err(), "{text}");
    }
}
