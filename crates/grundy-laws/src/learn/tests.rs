//! From tables to theorems: laws learned, proved, and refuted.

use std::collections::BTreeMap;

use fastrand::Rng;

use super::{LearnError, Learner, grow};
use crate::automaton::{Automaton, Budget};
use crate::formula::{Environment, Formula, Proof, parse, prove};
use crate::numeration::System;

fn system(name: &str) -> System {
    System::new(&name.parse().unwrap(), &Budget::default()).unwrap()
}

/// A game: the names of relations that follow from the law `l`, and the statement that proves it.
struct Game {
    steps: &'static [(&'static str, &'static str)],
    statement: &'static str,
}

const WYTHOFF: Game = Game {
    steps: &[],
    statement: "A a,b $l(a,b) <=> ~((E c c<a & $l(c,b)) | (E c c<b & $l(a,c))
        | (E c,d,k k>=1 & a=c+k & b=d+k & $l(c,d)))",
};

const NIM: Game = Game {
    steps: &[],
    statement: "A a,b,c $l(a,b,c) <=> ~((E d d<a & $l(d,b,c)) | (E d d<b & $l(a,d,c))
        | (E d d<c & $l(a,b,d)))",
};

const MEX: &str = "A x,g $l(x,g) <=> ~$opt(x,g) & (A v v<g => $opt(x,v))";

const KAYLES: Game = Game {
    steps: &[("opt", "E y,z,a,b (x=y+z+1 | x=y+z+2) & $l(y,a) & $l(z,b) & $xor(a,b,g)")],
    statement: MEX,
};

const LASKER: Game = Game {
    steps: &[(
        "opt",
        "(E y y<x & $l(y,g)) | (E y,z,a,b y>=1 & z>=1 & x=y+z & $l(y,a) & $l(z,b) & xor(a,b)=g)",
    )],
    statement: MEX,
};

impl Game {
    /// Tries to prove that an automaton is the law; `None` where the budget does not suffice.
    fn prove(&self, law: &Automaton, system: &System, budget: &Budget<'_>) -> Option<Proof> {
        let mut relations = Environment::new();
        relations.define(system, "l", law.clone(), budget).unwrap();
        for (name, text) in self.steps {
            let parsed = parse(text, &relations).unwrap();
            // The tracks are x, g.
            let mut names = parsed.names;
            let (x, g) = (names.var("x"), names.var("g"));
            let found = crate::formula::decide(&parsed.formula, system, &relations, budget).ok()?;
            let places: Vec<usize> =
                [x, g].iter().map(|var| found.vars.binary_search(var).unwrap()).collect();
            let ordered = found.automaton.project(&places, budget).ok()?;
            relations.define(system, name, ordered, budget).ok()?;
        }
        let statement: Formula = parse(self.statement, &relations).unwrap().formula;
        prove(&statement, system, &relations, budget).ok()
    }
}

/// Whether the player who has just moved wins, by the rules.
fn wythoff(size: usize) -> Vec<Vec<bool>> {
    let mut lost = vec![vec![false; size]; size];
    for a in 0..size {
        for b in 0..size {
            lost[a][b] = !((0..a).any(|c| lost[c][b])
                || (0..b).any(|c| lost[a][c])
                || (1..=a.min(b)).any(|k| lost[a - k][b - k]));
        }
    }
    lost
}

/// Values of heaps by the rules: the options of a heap as lists of heaps.
fn values(size: usize, options: impl Fn(usize) -> Vec<Vec<usize>>) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::new();
    for n in 0..size {
        let of = |heaps: &Vec<usize>| heaps.iter().fold(0, |sum, &heap| sum ^ values[heap]);
        let seen: Vec<u32> = options(n).iter().map(of).collect();
        values.push((0..).find(|value| !seen.contains(value)).unwrap());
    }
    values
}

fn splits(n: usize, least: usize) -> impl Iterator<Item = Vec<usize>> {
    (least..=n / 2).map(move |y| vec![y, n - y])
}

#[test]
fn wythoff_is_learned_and_proved_in_zeckendorf_and_not_in_base_2() {
    let lost = wythoff(250);
    let oracle = |x: &[u64]| Some(u32::from(*lost.get(x[0] as usize)?.get(x[1] as usize)?));
    let budget = Budget::default();
    let zeckendorf = system("zeckendorf");
    let grown = grow(&zeckendorf, 2, 100, 2..=11, oracle, &budget).unwrap();
    assert!(grown.settled, "{:?}", grown.states);
    let law = grown.machine.relation(1, &zeckendorf, &budget).unwrap();
    assert_eq!(law.live_states(), 7);
    budget.reset_peak();
    assert_eq!(WYTHOFF.prove(&law, &zeckendorf, &budget), Some(Proof::Proved));
    assert!(budget.peak().tracks <= 4 && budget.peak().states < 2000, "{:?}", budget.peak());
    let binary = system("2");
    let grown = grow(&binary, 2, 1000, 2..=7, oracle, &budget).unwrap();
    assert!(!grown.settled, "{:?}", grown.states);
    let law = grown.machine.relation(1, &binary, &budget).unwrap();
    assert_ne!(WYTHOFF.prove(&law, &binary, &budget), Some(Proof::Proved));
}

#[test]
fn counterexamples_of_proofs_lead_to_the_law() {
    let lost = wythoff(400);
    let oracle = |x: &[u64]| Some(u32::from(*lost.get(x[0] as usize)?.get(x[1] as usize)?));
    let budget = Budget::default();
    let system = system("zeckendorf");
    let mut learner = Learner::new(&system, 2, 100, oracle).unwrap();
    let small = Budget::default().with_states(5000);
    let (mut rounds, mut bound) = (0, 4);
    // A table that is too small.
    learner.learn(&[bound; 2], &budget).unwrap();
    loop {
        let law = learner.machine().relation(1, &system, &budget).unwrap();
        match WYTHOFF.prove(&law, &system, &small) {
            Some(Proof::Proved) => break,
            // Wrong laws may have huge statements: a greater table.
            None => {
                bound *= 2;
                learner.learn(&[bound; 2], &budget).unwrap();
            }
            Some(Proof::Refuted(at)) => {
                let [a, b] = [0, 1].map(|i| u64::try_from(&at[i].1).unwrap());
                // This position or one of its options has the wrong label.
                let options = (0..a).map(|c| [c, b]).chain((0..b).map(|c| [a, c]));
                let options = options.chain((1..=a.min(b)).map(|k| [a - k, b - k]));
                let all: Vec<[u64; 2]> = options.chain([[a, b]]).collect();
                let mut wrong = false;
                for position in all {
                    wrong |= learner.refute(&position, &budget).unwrap();
                }
                assert!(wrong, "a counterexample that shows nothing: {a}, {b}");
            }
        }
        rounds += 1;
        assert!(rounds < 50);
    }
    assert!(rounds > 0 && learner.asked() < 5000, "{rounds} rounds, {} labels", learner.asked());
}

#[test]
fn nim_kayles_and_lasker_are_proved_in_base_2() {
    let (system, budget) = (system("2"), Budget::default());
    let nim = |x: &[u64]| Some(u32::from(x[0] ^ x[1] ^ x[2] == 0));
    let grown = grow(&system, 3, 50, 1..=4, nim, &budget).unwrap();
    let law = grown.machine.relation(1, &system, &budget).unwrap();
    assert_eq!(NIM.prove(&law, &system, &budget), Some(Proof::Proved));

    let kayles = values(1 << 11, |n| {
        let taken = (1..=n.min(2)).map(|take| n - take);
        taken.flat_map(|rest| splits(rest, 0)).collect()
    });
    let oracle = |x: &[u64]| kayles.get(x[0] as usize).copied();
    let grown = grow(&system, 1, 100, 4..=11, oracle, &budget).unwrap();
    assert!(grown.settled, "{:?}", grown.states);
    let law = grown.machine.graph(&system, &budget).unwrap();
    budget.reset_peak();
    assert_eq!(KAYLES.prove(&law, &system, &budget), Some(Proof::Proved), "{:?}", budget.peak());

    let lasker = values(1 << 7, |n| (0..n).map(|y| vec![y]).chain(splits(n, 1)).collect());
    let oracle = |x: &[u64]| Some(u32::from(u64::from(*lasker.get(x[0] as usize)?) == x[1]));
    let grown = grow(&system, 2, 100, 2..=7, oracle, &budget).unwrap();
    assert!(grown.settled, "{:?}", grown.states);
    let law = grown.machine.relation(1, &system, &budget).unwrap();
    budget.reset_peak();
    assert_eq!(LASKER.prove(&law, &system, &budget), Some(Proof::Proved));
}

#[test]
fn no_mutated_law_is_proved() {
    let budget = Budget::default();
    let (zeckendorf, binary) = (system("zeckendorf"), system("2"));
    let lost = wythoff(60);
    let oracle = |x: &[u64]| Some(u32::from(*lost.get(x[0] as usize)?.get(x[1] as usize)?));
    let wythoff = grow(&zeckendorf, 2, 100, 2..=8, oracle, &budget).unwrap();
    let wythoff = wythoff.machine.relation(1, &zeckendorf, &budget).unwrap();
    let lasker = values(1 << 7, |n| (0..n).map(|y| vec![y]).chain(splits(n, 1)).collect());
    let oracle = |x: &[u64]| Some(u32::from(u64::from(*lasker.get(x[0] as usize)?) == x[1]));
    let lasker = grow(&binary, 2, 100, 2..=7, oracle, &budget).unwrap();
    let lasker = lasker.machine.relation(1, &binary, &budget).unwrap();
    let nim = |x: &[u64]| Some(u32::from(x[0] ^ x[1] ^ x[2] == 0));
    let nim = grow(&binary, 3, 50, 1..=4, nim, &budget).unwrap();
    let nim = nim.machine.relation(1, &binary, &budget).unwrap();
    let mut rng = Rng::with_seed(9);
    let small = Budget::default().with_states(3000);
    let mut outcomes = BTreeMap::new();
    for round in 0..1000 {
        let (game, law, system) = match round % 3 {
            0 => (&WYTHOFF, &wythoff, &zeckendorf),
            1 => (&LASKER, &lasker, &binary),
            _ => (&NIM, &nim, &binary),
        };
        let (mut next, mut accepting) = (law.transitions().to_vec(), law.acceptance().to_vec());
        if rng.bool() {
            let at = rng.usize(..accepting.len());
            accepting[at] = !accepting[at];
        } else {
            let at = rng.usize(..next.len());
            next[at] = rng.u32(..accepting.len() as u32);
        }
        let mutated = Automaton::new(2, law.tracks(), next, accepting, &budget).unwrap();
        let mutated = mutated.and(&system.tuples(law.tracks(), &budget).unwrap(), &budget).unwrap();
        if mutated == *law || !mutated.ignores_leading_zeros() {
            continue;
        }
        let proof = game.prove(&mutated, system, &small);
        assert_ne!(proof, Some(Proof::Proved), "{mutated:?}");
        *outcomes.entry(proof.is_some()).or_insert(0) += 1;
    }
    assert!(outcomes[&true] > 600, "{outcomes:?}");
}

#[test]
fn what_is_learned_is_least_and_agrees_with_the_box() {
    let mut rng = Rng::with_seed(10);
    let budget = Budget::default();
    for name in ["2", "3", "zeckendorf", "ostrowski[2]"] {
        let system = system(name);
        for _ in 0..20 {
            // Labels by a random automaton.
            let states = rng.usize(1..7);
            let base = system.base();
            let next: Vec<u32> =
                (0..states * base as usize).map(|_| rng.u32(..states as u32)).collect();
            let mut next = next;
            next[0] = 0;
            let accepting = (0..states).map(|_| rng.bool()).collect();
            let law = Automaton::new(base, 1, next, accepting, &budget).unwrap();
            let label = |x: &[u64]| Some(u32::from(system.holds_small(&law, x).unwrap()));
            let mut learner = Learner::new(&system, 1, 100, label).unwrap();
            let machine = learner.learn(&[3000], &budget).unwrap();
            for n in 0..3000 {
                assert_eq!(machine.label(&system, &[n]), label(&[n]), "{name}: {n}");
            }
            let whole = law.and(system.valid(), &budget).unwrap();
            assert_eq!(machine.relation(1, &system, &budget).unwrap(), whole);
            // The least machine that also tells valid words has a state for each of these pairs.
            let mut pairs = vec![(0, 0)];
            let mut at = 0;
            while at < pairs.len() {
                for letter in 0..base {
                    let (p, q) = pairs[at];
                    let to = (whole.next(p, letter), system.valid().next(q, letter));
                    if !pairs.contains(&to) {
                        pairs.push(to);
                    }
                }
                at += 1;
            }
            assert!(machine.states() <= pairs.len());
        }
    }
    let system = system("2");
    let unknown = |_: &[u64]| None;
    let mut learner = Learner::new(&system, 1, 100, unknown).unwrap();
    assert_eq!(learner.learn(&[2], &budget), Err(LearnError::Label { position: vec![0] }));
    let random = |x: &[u64]| Some((x[0].wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 63) as u32);
    let mut learner = Learner::new(&system, 1, 20, random).unwrap();
    assert_eq!(learner.learn(&[1000], &budget), Err(LearnError::States { limit: 20 }));
    assert!(matches!(learner.refute(&[1, 2], &budget), Err(LearnError::Position { .. })));
}

/// Whether a statement about the relation `l` is proved.
fn proved(text: &str, law: Automaton, system: &System, budget: &Budget<'_>) -> bool {
    let mut relations = Environment::new();
    relations.define(system, "l", law, budget).unwrap();
    let statement = parse(text, &relations).unwrap().formula;
    prove(&statement, system, &relations, budget) == Ok(Proof::Proved)
}

#[test]
fn generalised_wythoff_is_proved_in_ostrowski_systems() {
    // From both heaps at once, with numbers that differ by less than m (A. S. Fraenkel 1982).
    let budget = Budget::default();
    for (m, states) in [(2usize, 9), (3, 11)] {
        let system = system(&format!("ostrowski[{};{m}]", m + 1));
        let size = 60_000;
        // P-positions a <= b: a is the least number not met before, b - a a multiple of m.
        let mut partner = vec![usize::MAX; size];
        let mut found = 0;
        for a in 0..size {
            if partner[a] == usize::MAX {
                let b = a + m * found;
                found += 1;
                partner[a] = b;
                if b < size {
                    partner[b] = a;
                }
            }
        }
        let oracle = |x: &[u64]| {
            let [a, b] = [0, 1].map(|at| usize::try_from(x[at]).unwrap());
            Some(u32::from(*partner.get(a)? == b))
        };
        let mut learner = Learner::new(&system, 2, 100, oracle).unwrap();
        learner.learn(&[20, 20], &budget).unwrap();
        // A larger box would have few P-positions: these first.
        for a in 0..3000 {
            learner.refute(&[a, partner[a as usize] as u64], &budget).unwrap();
        }
        learner.learn(&[50, 50], &budget).unwrap();
        let law = learner.machine().relation(1, &system, &budget).unwrap();
        assert_eq!(law.live_states(), states);
        let both = (0..m).map(|more| {
            format!(
                "| (E c,d,k k>=1 & a=c+k+{more} & b=d+k & $l(c,d))
                 | (E c,d,k k>=1 & a=c+k & b=d+k+{more} & $l(c,d))"
            )
        });
        let text = format!(
            "$l(a,b) <=> ~((E c c<a & $l(c,b)) | (E c c<b & $l(a,c)) {})",
            both.collect::<String>()
        );
        assert!(proved(&text, law, &system, &budget));
    }
}

#[test]
fn wythoff_with_one_blocked_option_is_proved() {
    // Before each move the opponent forbids one option: P is where at most one option is P.
    let (system, budget) = (system("zeckendorf"), Budget::default());
    let size = 400;
    let mut lost = vec![vec![false; size]; size];
    for a in 0..size {
        for b in 0..size {
            let options = (0..a).map(|c| (c, b)).chain((0..b).map(|c| (a, c)));
            let options = options.chain((1..=a.min(b)).map(|k| (a - k, b - k)));
            lost[a][b] = options.filter(|&(c, d)| lost[c][d]).count() < 2;
        }
    }
    let oracle = |x: &[u64]| Some(u32::from(*lost.get(x[0] as usize)?.get(x[1] as usize)?));
    let mut learner = Learner::new(&system, 2, 200, oracle).unwrap();
    learner.learn(&[400, 400], &budget).unwrap();
    let law = learner.machine().relation(1, &system, &budget).unwrap();
    assert_eq!(law.live_states(), 73);
    let [row, column, both] =
        ["(E c c<a & $l(c,b))", "(E c c<b & $l(a,c))", "(E c,d,k k>=1 & a=c+k & b=d+k & $l(c,d))"];
    let twice = "(E c,e c<a & e<c & $l(c,b) & $l(e,b)) | (E c,e c<b & e<c & $l(a,c) & $l(a,e))
        | (E c,d,k,e,f,j j>=1 & k>j & a=c+k & b=d+k & $l(c,d) & a=e+j & b=f+j & $l(e,f))";
    let text =
        format!("$l(a,b) <=> ~({row} & {column} | {row} & {both} | {column} & {both} | {twice})");
    assert!(proved(&text, law, &system, &budget));
}

#[test]
fn positions_of_a_machine() {
    let budget = Budget::default();
    for name in ["2", "3", "zeckendorf"] {
        let system = System::new(&name.parse().unwrap(), &budget).unwrap();
        let table = |x: &[u64]| Some(u32::from((x[0] + 2 * x[1]) % 3 == 1));
        let mut learner = Learner::new(&system, 2, 400, table).unwrap();
        let bound = grundy::nat::to_u64(&system.valid().count(4, &budget).unwrap()).unwrap();
        let machine = learner.learn(&[2 * bound, 2 * bound], &budget).unwrap();
        let mut right = Vec::new();
        for at in 0..bound * bound {
            let position = vec![at / bound, at % bound];
            if table(&position) == Some(1) {
                right.push(position);
            }
        }
        let mut found = machine.positions(&system, 1, 4, usize::MAX);
        assert_eq!(machine.positions(&system, 1, 4, 5), found[..5]);
        found.sort();
        assert_eq!(found, right, "{name}");
    }
}
