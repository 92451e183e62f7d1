//! Formulas against their meaning, and against what is known.

use std::collections::BTreeMap;

use fastrand::Rng;

use super::{
    Comparison, DecideError, Environment, Formula, Fresh, Linear, Names, Proof, RelationId, Term,
    Var, decide, parse, parse_with, prove,
};
use crate::automaton::{Automaton, Budget};
use crate::numeration::System;

fn system(name: &str) -> System {
    System::new(&name.parse().unwrap(), &Budget::default()).unwrap()
}

/// A formula with quantifiers bounded, so that its meaning is a finite search.
fn random(rng: &mut Rng, depth: usize, vars: u32, binary: bool) -> Formula {
    let linear = |rng: &mut Rng| {
        let terms = (0..rng.usize(1..3)).map(|_| (rng.i64(-2..3), Var(rng.u32(..vars))));
        Linear::new(terms.collect::<Vec<_>>(), rng.i64(-4..5)).unwrap()
    };
    if depth == 0 || rng.u8(..6) == 0 {
        return match rng.u8(..6) {
            0 | 1 => Formula::Equal(linear(rng)),
            2 | 3 => Formula::AtLeast(linear(rng)),
            4 if binary => {
                let id = [RelationId::Xor, RelationId::BitAnd, RelationId::BitOr][rng.usize(..3)];
                Formula::Relation(id, (0..3).map(|_| linear(rng)).collect())
            }
            _ => Formula::Relation(RelationId::Given(0), vec![linear(rng), linear(rng)]),
        };
    }
    let sub = |rng: &mut Rng| random(rng, depth - 1, vars, binary);
    match rng.u8(..7) {
        0 => Formula::Not(Box::new(sub(rng))),
        1 => Formula::And((0..rng.usize(2..4)).map(|_| sub(rng)).collect()),
        2 => Formula::Or((0..rng.usize(2..4)).map(|_| sub(rng)).collect()),
        3 => sub(rng).implies(sub(rng)),
        4 => sub(rng).iff(sub(rng)),
        more => {
            // y <= BOUND and …, so that the search ends.
            let var = Var(rng.u32(..vars));
            let bound = Formula::AtLeast(Linear::from(BOUND).minus(&var.into()).unwrap());
            if more == 5 {
                Formula::exists([var], Formula::And(vec![bound, sub(rng)]))
            } else {
                Formula::forall([var], bound.implies(sub(rng)))
            }
        }
    }
}

const BOUND: i64 = 7;

/// Relation 0 of the tests: y = x + 1.
fn holds(formula: &Formula, values: &mut BTreeMap<Var, i128>) -> bool {
    let of = |linear: &Linear, values: &BTreeMap<Var, i128>| linear.value(|var| values[&var]);
    match formula {
        Formula::Constant(value) => *value,
        Formula::Equal(linear) => of(linear, values) == 0,
        Formula::AtLeast(linear) => of(linear, values) >= 0,
        Formula::Relation(id, terms) => {
            let all: Vec<i128> = terms.iter().map(|term| of(term, values)).collect();
            all.iter().all(|&n| n >= 0)
                && match id {
                    RelationId::Xor => all[0] ^ all[1] == all[2],
                    RelationId::BitAnd => all[0] & all[1] == all[2],
                    RelationId::BitOr => all[0] | all[1] == all[2],
                    _ => all[0] + 1 == all[1],
                }
        }
        Formula::Not(inner) => !holds(inner, values),
        Formula::And(parts) => parts.iter().all(|part| holds(part, values)),
        Formula::Or(parts) => parts.iter().any(|part| holds(part, values)),
        Formula::Implies(a, b) => !holds(a, values) || holds(b, values),
        Formula::Iff(a, b) => holds(a, values) == holds(b, values),
        Formula::Exists(vars, inner) | Formula::Forall(vars, inner) => {
            let old = values[&vars[0]];
            let mut each = (0..=i128::from(BOUND)).map(|n| {
                values.insert(vars[0], n);
                holds(inner, values)
            });
            let result = match formula {
                Formula::Exists(..) => each.any(|holds| holds),
                _ => each.all(|holds| holds),
            };
            values.insert(vars[0], old);
            result
        }
    }
}

#[test]
fn formulas_mean_what_a_search_finds() {
    let mut rng = Rng::with_seed(6);
    let budget = Budget::default();
    let systems = ["2", "3", "zeckendorf", "ostrowski[2]"].map(system);
    let mut solutions = 0;
    for round in 0..240 {
        let system = &systems[round % systems.len()];
        let mut relations = Environment::new();
        relations.define(system, "next", system.successor().clone(), &budget).unwrap();
        let formula = random(&mut rng, 3, 3, system.is_binary());
        let relation = match decide(&formula, system, &relations, &budget) {
            Ok(relation) => relation,
            Err(error) => panic!("{error}: {formula:?}"),
        };
        for x in 0..10 {
            for y in 0..10 {
                for z in 0..10 {
                    let mut values = [x, y, z].into_iter().enumerate();
                    let mut values: BTreeMap<Var, i128> =
                        values.by_ref().map(|(at, n)| (Var(at as u32), n)).collect();
                    let tuple: Vec<u64> =
                        relation.vars.iter().map(|var| values[var] as u64).collect();
                    let found = system.holds_small(&relation.automaton, &tuple).unwrap();
                    assert_eq!(found, holds(&formula, &mut values), "{x} {y} {z}: {formula:?}");
                    solutions += u32::from(found);
                }
            }
        }
        // What is printed reads back.
        let names = Names::new(["x", "y", "z"]);
        let text = formula.text(&names, &relations);
        let read = parse_with(&text, names, &relations);
        assert_eq!(read.map(|read| read.formula), Ok(formula), "{text}");
    }
    assert!(solutions > 1000);
}

#[test]
fn terms_with_cases_mean_what_they_compute() {
    fn term(rng: &mut Rng, depth: usize) -> Term {
        let sub = |rng: &mut Rng| term(rng, depth.saturating_sub(1));
        match if depth == 0 { 0 } else { rng.u8(..8) } {
            0 => {
                let terms = [(rng.i64(-1..3), Var(0)), (rng.i64(-2..2), Var(1))];
                Linear::new(terms, rng.i64(-3..4)).unwrap().into()
            }
            1 => Term::Sum(vec![(rng.i64(-2..3), sub(rng)), (1, sub(rng))]),
            2 => Term::Min(vec![sub(rng), sub(rng)]),
            3 => Term::Max(vec![sub(rng), sub(rng)]),
            4 => Term::Div(Box::new(sub(rng)), rng.i64(1..4)),
            5 => Term::Mod(Box::new(sub(rng)), rng.i64(1..4)),
            6 => Term::Xor(Box::new(sub(rng)), Box::new(sub(rng))),
            _ => Term::BitOr(Box::new(sub(rng)), Box::new(sub(rng))),
        }
    }
    let mut rng = Rng::with_seed(7);
    let budget = Budget::default();
    let (system, none) = (system("2"), Environment::new());
    for _ in 0..120 {
        let depth = rng.usize(1..3);
        let [a, b] = [0; 2].map(|_| term(&mut rng, depth));
        let (how, compare): (_, fn(i128, i128) -> bool) = [
            (Comparison::Equal, (|a, b| a == b) as fn(i128, i128) -> bool),
            (Comparison::Unequal, |a, b| a != b),
            (Comparison::Less, |a, b| a < b),
            (Comparison::AtMost, |a, b| a <= b),
            (Comparison::Greater, |a, b| a > b),
            (Comparison::AtLeast, |a, b| a >= b),
        ][rng.usize(..6)];
        let formula = a.compare(how, &b, &mut Fresh::from(2)).unwrap();
        let relation = decide(&formula, &system, &none, &budget).unwrap();
        for x in 0..14u64 {
            for y in 0..14u64 {
                let of = |var: Var| i128::from([x, y][var.0 as usize]);
                let expected = match (a.value(&of), b.value(&of)) {
                    (Some(a), Some(b)) => compare(a, b),
                    _ => false,
                };
                let tuple: Vec<u64> =
                    relation.vars.iter().map(|var| [x, y][var.0 as usize]).collect();
                let found = system.holds_small(&relation.automaton, &tuple);
                assert_eq!(found, Some(expected), "{a:?} {how:?} {b:?} at {x} {y}");
            }
        }
    }
}

#[test]
fn known_theorems_are_proved() {
    let budget = Budget::default();
    for name in ["2", "3", "zeckendorf", "narayana", "ostrowski[2]", "ostrowski[1,2]"] {
        let system = system(name);
        let none = Environment::new();
        let proof = |text: &str| {
            let parsed = parse(text, &none).unwrap();
            prove(&parsed.formula, &system, &none, &budget).unwrap()
        };
        for text in [
            "A x E y y>x",
            "A x,y x<y => ~y<x",
            "A x x/2*2+x mod 2=x",
            "A x,y min(x,y)+max(x,y)=x+y",
            "A x,y,z x<y & y<z => x+1<z",
            "A x E y $place(y) & y>x",
            "E x A y x<=y",
            "(A x x>=0) & ~(E x x+1=0)",
        ] {
            assert_eq!(proof(text), Proof::Proved, "{text} in {name}");
        }
        assert_eq!(proof("A x E y 2*y=x"), Proof::Refuted(vec![(Var(0), 1u8.into())]));
        assert_eq!(proof("x>5 | x!=3"), Proof::Refuted(vec![(Var(0), 3u8.into())]));
        assert!(matches!(proof("A x A y 3*x!=y+y+y+1 & x+y<20"), Proof::Refuted(_)));
        assert_eq!(proof("E x x=x+1"), Proof::Refuted(vec![]));
    }
}

#[test]
fn thue_morse_has_no_overlap() {
    let budget = Budget::default();
    let system = system("2");
    let mut relations = Environment::new();
    // An odd number of ones.
    let odd = Automaton::new(2, 1, vec![0, 1, 1, 0], vec![false, true], &budget).unwrap();
    relations.define(&system, "t", odd, &budget).unwrap();
    let prove = |text: &str| {
        let formula = parse(text, &relations).unwrap().formula;
        prove(&formula, &system, &relations, &budget).unwrap()
    };
    let overlap = "E i,n n>=1 & (A k k<=n => ($t(i+k) <=> $t(i+k+n)))";
    assert_eq!(prove(&format!("~({overlap})")), Proof::Proved);
    // Squares there are, of orders 2^k and 3·2^k only.
    let square = "E i A k k<n => ($t(i+k) <=> $t(i+k+n))";
    assert_eq!(
        prove(&format!("A n n>=1 => (({square}) <=> $place(n) | (E m $place(m) & n=3*m))")),
        Proof::Proved
    );
}

#[test]
fn errors_say_where_and_what() {
    let budget = Budget::default();
    let none = Environment::new();
    for (text, at) in [
        ("", 0),
        ("x", 1),
        ("x=", 2),
        ("x*y=1", 0),
        ("E 3 x=x", 2),
        ("(x=1", 4),
        ("x=1)", 3),
        ("$f(x)", 0),
        ("$xor(x)", 4),
        ("x=99999999999999999999", 2),
        ("x/0=1", 0),
        ("?msd_1 x=1", 1),
        ("x=1 & ä", 6),
        ("min()=1", 4),
    ] {
        let error = parse(text, &none).unwrap_err();
        assert_eq!(error.at, at, "{text}: {error}");
    }
    for deep in ["(".repeat(5000), "~".repeat(5000), "A x ".repeat(5000), "-".repeat(5000)] {
        assert!(parse(&deep, &none).is_err());
    }
    let fib = system("zeckendorf");
    let xor = parse("xor(x,y)=1", &none).unwrap().formula;
    assert!(matches!(decide(&xor, &fib, &none, &budget), Err(DecideError::NotBinary(_))));
    let given = Formula::Relation(RelationId::Given(3), vec![]);
    assert!(matches!(decide(&given, &fib, &none, &budget), Err(DecideError::Undefined(_))));
    // Relations of another system, hostile numbers.
    let mut relations = Environment::new();
    let all = Automaton::constant(2, 1, true).unwrap();
    relations.define(&system("2"), "all", all.clone(), &budget).unwrap();
    assert!(relations.define(&fib, "all", all.clone(), &budget).is_err());
    assert!(relations.define(&system("2"), "xor", all, &budget).is_err());
    let foreign = parse("$all(x)", &relations).unwrap().formula;
    assert!(matches!(decide(&foreign, &fib, &relations, &budget), Err(DecideError::Foreign(_))));
    let far = Formula::Equal(Linear::from(Var(u32::MAX)));
    assert!(matches!(decide(&far, &fib, &none, &budget), Err(DecideError::Variable(_))));
    let small = Budget::default().with_states(1000);
    for base in ["2", "zeckendorf"].map(system) {
        for a in [i64::MIN, i64::MAX, i64::MIN + 1, 1] {
            for c in [i64::MIN, i64::MAX, 0] {
                let huge = Linear::new([(a, Var(0)), (-1, Var(1))], c).unwrap();
                let both = [Formula::Equal(huge.clone()), Formula::AtLeast(huge)];
                for formula in both {
                    let formula = Formula::forall([Var(0)], formula.negated());
                    let _ = decide(&formula, &base, &none, &small);
                }
            }
        }
    }
    // x = 2^63 + 1 only.
    let line = Linear::new([(-1, Var(0)), (1, Var(1))], i64::MIN).unwrap();
    let one = Formula::Equal(Linear::new([(1, Var(1))], -1).unwrap());
    let both = Formula::And(vec![Formula::Equal(line.times(-1).unwrap_or(line)), one]);
    let found = decide(&both, &system("2"), &none, &budget).unwrap();
    assert!(found.automaton.is_empty(), "1 - x = 2^63 has no solution");
    let mut rng = Rng::with_seed(8);
    let pieces = ["x", "E ", "A ", "(", ")", "&", "|", "=", "<", "3", "+", "*", "$xor", ",", "~"];
    for _ in 0..3000 {
        let text: String =
            (0..rng.usize(..12)).map(|_| pieces[rng.usize(..pieces.len())]).collect();
        let _ = parse(&text, &none);
    }
}
