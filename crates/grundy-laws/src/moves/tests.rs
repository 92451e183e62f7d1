//! Moves by automata against the list of options by the bare rules.

use std::collections::BTreeSet;
use std::sync::Arc;

use grundy::context::Context;
use grundy::outcome::Play;
use grundy_rules::source::Source;
use grundy_rules::state::State;
use grundy_rules::typed::Program;
use grundy_rules::walk;

use super::*;
use crate::rules::{Found, Oracle, ProvedLaw, Search, find, translate};

fn proved(text: &str, of: Of) -> (Arc<Program>, Translation, Box<ProvedLaw>) {
    let program = Arc::new(Program::read(Source::new("rules", text)).unwrap());
    let found = find(&program, 0, of, &Search::default(), &Context::default()).unwrap();
    let Found::Proved(law) = found else { panic!("{text}\n{found:?}") };
    let rules = translate(&program).unwrap();
    (program, rules, law)
}

fn moves<'t>(rules: &'t Translation, law: &ProvedLaw) -> Moves<'t> {
    let families = law.families.iter().map(|(family, _, law)| (*family, law.clone()));
    Moves::new(rules, law.system.clone(), law.of, families, &Budget::default()).unwrap()
}

/// Normal forms of what is left, in order, and whether the mover wins at once.
type Options = BTreeSet<(Vec<State>, bool)>;

fn shown(program: &Program, sum: impl Iterator<Item = State>) -> Vec<State> {
    let mut sum: Vec<State> =
        sum.map(|state| walk::normal_form(program, &state).unwrap()).collect();
    sum.sort_unstable();
    sum
}

/// The options that win, by the bare rules and the labels of the engine.
fn expected(program: &Arc<Program>, oracle: &mut Oracle, of: Of, state: &State) -> Options {
    let context = Context::default();
    let mut all = Vec::new();
    let normal = walk::normal_form(program, state).unwrap();
    walk::options(program, &normal, walk::MAX_STEPS, &mut |option| {
        all.push(option);
        true
    })
    .unwrap();
    let wins = |option: &walk::Reached, oracle: &mut Oracle| {
        let part = |state: &State| {
            (state.family(), state.coords().iter().map(|&c| c as u64).collect::<Vec<u64>>())
        };
        match (of, &option.sum[..]) {
            _ if option.wins => true,
            (Of::Outcome(Play::Misere), []) => false,
            (Of::Outcome(Play::Normal) | Of::Blocked(_), []) => true,
            (Of::Outcome(_) | Of::Blocked(_), sum) => {
                let (family, coords) = part(&sum[0]);
                oracle.holds(family, &coords, &context).unwrap()
            }
            (Of::Value, sum) => {
                let value = sum.iter().try_fold(0, |total, state| {
                    let (family, coords) = part(state);
                    Some(total ^ oracle.value(family, &coords, &context).unwrap()?)
                });
                value == Some(0)
            }
        }
    };
    let kept: Vec<walk::Reached> = all.into_iter().filter(|o| wins(o, oracle)).collect();
    let kept: Options =
        kept.into_iter().map(|o| (shown(program, o.sum.into_iter()), o.wins)).collect();
    // All of them can be forbidden.
    let few = matches!(of, Of::Blocked(forbidden) if kept.len() <= forbidden as usize);
    if few { Options::new() } else { kept }
}

fn compare(text: &str, of: Of, bound: i64) {
    let (program, rules, law) = proved(text, of);
    let mut moves = moves(&rules, &law);
    let mut oracle = Oracle::new(program.clone(), of);
    let width = rules.families[0].width as u32;
    let budget = Budget::default();
    let mut won = 0;
    for number in 0..bound.pow(width) {
        let coords: Vec<i64> = (0..width).map(|at| number / bound.pow(at) % bound).collect();
        let position = Position {
            family: 0,
            coords: coords.iter().map(|&coord| Nat::from(coord as u64)).collect(),
        };
        let state = State::new(0, coords.clone());
        if walk::outside(&program, &state, walk::MAX_STEPS).unwrap().is_some() {
            assert_eq!(moves.winning(&position, 1, &budget), Err(MoveError::Domain));
            continue;
        }
        let found = moves.winning(&position, 1000, &budget).unwrap();
        let found: Options = found
            .into_iter()
            .map(|step| {
                let sum = step.sum.into_iter().map(|part| {
                    let coords = part.coords.iter().map(|c| grundy::nat::to_u64(c).unwrap() as i64);
                    State::new(part.family, coords.collect())
                });
                (shown(&program, sum), step.wins)
            })
            .collect();
        let all = expected(&program, &mut oracle, of, &state);
        assert_eq!(found, all, "{text}\nat {coords:?}");
        won += all.len();
    }
    assert!(won > 0, "{text}");
}

const WYTHOFF: &str = "W(a,b) -> W(a-k,b) for k in 1..=a
    W(a,b) -> W(a,b-k) for k in 1..=b
    W(a,b) -> W(a-k,b-k) for k in 1..=min(a,b)";

#[test]
fn all_winning_moves_of_small_positions() {
    let normal = Of::Outcome(Play::Normal);
    compare(WYTHOFF, normal, 24);
    compare(WYTHOFF, Of::Outcome(Play::Misere), 16);
    compare(WYTHOFF, Of::Blocked(2), 16);
    // Sums, and three of them.
    compare("L(n) -> L(k) for k in 0..<n\nL(n) -> L(k) + L(n-k) for k in 1..=n/2", Of::Value, 40);
    compare(
        "L(n) -> L(k) for k in 0..<n\nL(n) -> L(k)+L(k)+L(n-2*k) for k in 1..=n/2",
        Of::Value,
        20,
    );
    // A domain, another form of a position, a second family, a move that wins at once, quotients.
    compare(
        "E(a,b) where a >= b\nE(a,b) -> E(a-k,b) for k in 1..=a-b\nE(a,b) -> E(a,b-k) for k in 1..=b",
        normal,
        12,
    );
    compare("D(n,c) == D(n,n) if c > n\nD(n,c) -> D(n-k,k) for k in 1..=min(n,c)", normal, 20);
    compare(
        "A(n) -> B(n-k) for k in 1..=min(n,3)\nB(n) -> A(n-k) for k in 1..=min(n,2)",
        normal,
        40,
    );
    compare(
        "A(n) -> A(n-k) for k in 1..=min(n,4)\nA(n) -> wins if n == 9 or n % 7 == 6",
        normal,
        40,
    );
    compare("Q(n) -> Q(n/2) if n > 0\nQ(n) -> Q(n-1) if n > 0", normal, 60);
}

#[test]
fn positions_of_a_thousand_digits() {
    let huge = Nat::from(10u8).pow(1000);
    let budget = Budget::default();
    let (_, rules, law) = proved(WYTHOFF, Of::Outcome(Play::Normal));
    let mut wythoff = moves(&rules, &law);
    for other in [huge.clone() / 3u8, huge.clone() - 1u8, Nat::from(7u8), huge.clone()] {
        let position = Position { family: 0, coords: vec![huge.clone(), other.clone()] };
        let found = wythoff.winning(&position, 9, &budget).unwrap();
        assert!((1..=3).contains(&found.len()), "{found:?}");
        for step in found {
            let (a, b) = (&step.sum[0].coords[0], &step.sum[0].coords[1]);
            // Wythoff's pairs by the golden ratio: the lesser number is floor(k phi).
            let (least, k) = (a.min(b), grundy::nat::abs_diff(a, b));
            let root = grundy::nat::isqrt(&(Nat::from(5u8) * &k * &k));
            assert_eq!(*least, (root + k) / 2u8);
            let taken = (&huge - a, &other - b);
            assert!(taken.0 == taken.1 || taken.0.is_zero() || taken.1.is_zero());
        }
    }
    let lasker = "L(n) -> L(k) for k in 0..<n\nL(n) -> L(k) + L(n-k) for k in 1..=n/2";
    let (_, rules, law) = proved(lasker, Of::Value);
    let mut lasker = moves(&rules, &law);
    let position = Position { family: 0, coords: vec![huge.clone()] };
    // 10^1000 is 0 modulo 4, so its value is one less.
    assert_eq!(lasker.value(&position).unwrap(), Some(huge.clone() - 1u8));
    let found = lasker.to_value(&position, &Nat::from(3u8), 99, &budget).unwrap();
    let left: Vec<&Nat> = found[0].sum.iter().flat_map(|part| &part.coords).collect();
    assert_eq!(left, [&Nat::from(4u8)]);
    assert!(found.iter().all(|step| {
        let values = step.sum.iter().map(|part| lasker.value(part).unwrap().unwrap());
        values.fold(Nat::ZERO, |sum, value| sum ^ value) == Nat::from(3u8)
    }));
}

#[test]
fn what_cannot_be_asked_is_said() {
    let (_, rules, law) = proved(WYTHOFF, Of::Outcome(Play::Normal));
    let budget = Budget::default();
    let families = [(0, law.families[0].2.clone())];
    let value = Moves::new(&rules, law.system.clone(), Of::Value, families.clone(), &budget);
    assert_eq!(value.err(), Some(MoveError::Width { expected: 3, found: 2 }));
    let other = [(5, law.families[0].2.clone())];
    let other = Moves::new(&rules, law.system.clone(), law.of, other, &budget);
    assert_eq!(other.err(), Some(MoveError::Family(5)));
    let mut moves = moves(&rules, &law);
    let one = Position { family: 0, coords: vec![Nat::ONE] };
    assert_eq!(moves.winning(&one, 1, &budget), Err(MoveError::Width { expected: 2, found: 1 }));
    let long = Position { family: 0, coords: vec![Nat::ONE << 40_000, Nat::ONE] };
    assert_eq!(moves.winning(&long, 1, &budget), Err(MoveError::Digits));
    // A law of other rules: it allows no move that the rules do not.
    let nim = "N(a,b) -> N(a-k,b) for k in 1..=a\nN(a,b) -> N(a,b-k) for k in 1..=b";
    let (_, nim, _) = proved(nim, Of::Outcome(Play::Normal));
    let mut wrong = Moves::new(&nim, law.system.clone(), law.of, families, &budget).unwrap();
    let pair = Position { family: 0, coords: vec![Nat::from(6u8), Nat::from(6u8)] };
    assert_eq!(wrong.winning(&pair, 9, &budget), Ok(Vec::new()));
}
