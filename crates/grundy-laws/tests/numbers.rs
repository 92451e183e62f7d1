//! Numbers without a law, tables with a wrong entry, and tables too small to tell the law.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use fastrand::Rng;
use grundy::context::Context;
use grundy::nat::{self, Nat};
use grundy::outcome::Play;
use grundy_laws::automaton::Budget;
use grundy_laws::formula::{DecideError, Environment, Proof, prove};
use grundy_laws::learn::Learner;
use grundy_laws::numeration::System;
use grundy_laws::pattern::{Data, Grid, Law, Sequence, find};
use grundy_laws::rules::{self, Found, Of, Search, Statements, translate};
use grundy_rules::source::Source;
use grundy_rules::typed::Program;

/// The digits of √n after the point.
fn root(n: u64, base: u64, count: usize) -> Vec<i64> {
    let mut power = Nat::from(n);
    for _ in 0..count {
        power = &power * &Nat::from(base * base);
    }
    let mut root = nat::isqrt(&power);
    let mut digits = Vec::new();
    for _ in 0..count {
        let digit = &root % &Nat::from(base);
        digits.push(nat::to_u64(&digit).unwrap() as i64);
        root = &root / &Nat::from(base);
    }
    digits.reverse();
    digits
}

fn mex(options: impl IntoIterator<Item = i64>) -> i64 {
    let options: BTreeSet<i64> = options.into_iter().collect();
    (0..).find(|value| !options.contains(value)).unwrap()
}

/// The values of heaps, from the rules.
fn game(name: &str, count: usize) -> Vec<i64> {
    let prime = |n: usize| n > 1 && (2..n).take_while(|d| d * d <= n).all(|d| !n.is_multiple_of(d));
    let mut values: Vec<i64> = Vec::new();
    for n in 0..count {
        let taken = |k: usize| values[n - k];
        let split = |rest: usize, least: usize| {
            (least..=rest / 2).map(move |a| (a, rest - a)).collect::<Vec<_>>()
        };
        let sum = |(a, b): (usize, usize)| values[a] ^ values[b];
        let value = match name {
            "squares" => mex((1..).take_while(|k| k * k <= n).map(|k| taken(k * k))),
            "primes" => mex((2..=n).filter(|&k| prime(k)).map(taken)),
            "grundy" => mex(split(n, 1).into_iter().filter(|(a, b)| a != b).map(sum)),
            code => {
                let mut options = Vec::new();
                for (at, digit) in code[2..].chars().enumerate() {
                    let (take, digit) = (at + 1, digit.to_digit(8).unwrap());
                    if digit & 1 > 0 && n == take {
                        options.push(0);
                    }
                    if digit & 2 > 0 && n > take {
                        options.push(taken(take));
                    }
                    if digit & 4 > 0 && n > take {
                        options.extend(split(n - take, 1).into_iter().map(sum));
                    }
                }
                mex(options)
            }
        };
        values.push(value);
    }
    values
}

fn of(values: Vec<i64>) -> Data {
    Data::Sequence(Sequence::new(0, values))
}

fn data(generator: &str) -> Data {
    let words: Vec<&str> = generator.split(' ').collect();
    let number = |at: usize| words[at].parse::<u64>().unwrap();
    match words[0] {
        "random" => {
            let mut rng = Rng::with_seed(number(3));
            let values = (0..number(2)).map(|_| rng.i64(0..number(1) as i64));
            of(values.collect())
        }
        "root" => of(root(number(1), number(2), number(3) as usize)),
        "grid" => {
            let mut rng = Rng::with_seed(number(4));
            let sizes = [number(2) as usize, number(3) as usize];
            Data::Grid(Grid::of(&sizes, |_| rng.i64(0..number(1) as i64)))
        }
        "game" => of(game(words[1], number(2) as usize)),
        other => panic!("{other}"),
    }
}

fn laws(data: &Data) -> Vec<Law> {
    let mut laws = find(data, &Context::default()).unwrap();
    laws.retain(|law| !law.kind.is_property());
    laws
}

#[test]
fn roots_are_right() {
    assert_eq!(root(2, 10, 10), [4, 1, 4, 2, 1, 3, 5, 6, 2, 3]);
    assert_eq!(root(3, 10, 6), [7, 3, 2, 0, 5, 0]);
}

#[test]
fn nothing_is_claimed_of_numbers_without_a_law() {
    let lines = include_str!("corpus/numbers.txt").lines();
    let mut asked = 0;
    for line in lines.filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let (name, generator) = line.split_once(" | ").unwrap();
        let found: Vec<String> = laws(&data(generator))
            .into_iter()
            .map(|law| format!("{} ({} bits)", law.formula, law.evidence))
            .collect();
        assert!(found.is_empty(), "{name}: {found:?}");
        asked += 1;
    }
    assert!(asked >= 20);
}

#[test]
fn one_wrong_entry_is_the_exception() {
    type Rule = fn(i64) -> i64;
    let lawful: [(&str, Rule); 10] = [
        ("n mod 4", |n| n % 4),
        ("Lasker", |n| match n % 4 {
            3 => n + 1,
            0 if n > 0 => n - 1,
            _ => n,
        }),
        ("odious", |n| i64::from(n.count_ones() % 2 == 1)),
        ("ruler", |n| i64::from((n + 1).trailing_zeros())),
        ("half", |n| n / 2),
        ("xor 5", |n| n ^ 5),
        ("squares", |n| n * n),
        ("subtract 1,3,4", |n| [0, 1, 0, 1, 2, 3, 2][n as usize % 7]),
        ("golden", |n| (n + (5 * n * n).isqrt()) / 2),
        ("even", |n| 1 - n % 2),
    ];
    let mut rng = Rng::with_seed(11);
    for (name, rule) in lawful {
        for _ in 0..3 {
            let (wrong, by) = (rng.i64(20..180), rng.i64(1..4));
            let found = if name == "odious" { 1 - rule(wrong) } else { rule(wrong) + by };
            let value = |n| if n == wrong { found } else { rule(n) };
            let laws = laws(&of((0..200).map(value).collect()));
            let best = laws.first().unwrap_or_else(|| panic!("{name}: no law"));
            let named: Vec<(Vec<i64>, i64)> =
                best.exceptions.iter().map(|e| (e.at.clone(), e.found)).collect();
            assert_eq!(named, [(vec![wrong], found)], "{name}: {}", best.formula);
        }
    }
    type Table = fn(i64, i64) -> i64;
    let tables: [(&str, Table); 4] = [
        ("xor", |a, b| a ^ b),
        ("rook of three steps", |a, b| (a % 4) ^ (b % 4)),
        ("sum", |a, b| a + b),
        ("least", |a, b| a.min(b)),
    ];
    for (name, rule) in tables {
        let (a, b) = (rng.i64(3..15), rng.i64(3..15));
        let found = rule(a, b) + 1;
        let value = |x: &[i64]| if x == [a, b] { found } else { rule(x[0], x[1]) };
        let laws = laws(&Data::Grid(Grid::of(&[16, 16], value)));
        let best = laws.first().unwrap_or_else(|| panic!("{name}: no law"));
        let named: Vec<(Vec<i64>, i64)> =
            best.exceptions.iter().map(|e| (e.at.clone(), e.found)).collect();
        assert_eq!(named, [(vec![a, b], found)], "{name}: {}", best.formula);
    }
}

/// The P-positions of Wythoff's game where the numbers taken from both heaps differ by less than m.
fn wythoff(m: u64, size: u64) -> BTreeSet<[u64; 2]> {
    let mut used = BTreeSet::new();
    let mut lost = BTreeSet::new();
    for k in 0.. {
        let a = (0..).find(|a| !used.contains(a)).unwrap();
        if a >= size {
            return lost;
        }
        let b = a + m * k;
        used.extend([a, b]);
        lost.extend([[a, b], [b, a]]);
    }
    lost
}

/// What is learned from small tables is wrong; it may be refuted or too large for a proof, never proved.
#[test]
fn tables_that_mislead_lead_to_no_theorem() {
    let (mut misled, mut refuted) = (0, 0);
    for m in [2u64, 3, 4] {
        let truth = wythoff(m, 1000);
        let text = format!(
            "W(a,b) -> W(a-x,b) for x in 1..=a
             W(a,b) -> W(a,b-y) for y in 1..=b
             W(a,b) -> W(a-x,b-y) for x in 1..=a for y in max(1,x-{0})..=min(b,x+{0})",
            m - 1
        );
        let program = Program::read(Source::new("rules", &text)).unwrap();
        // The finder too, with tables that are too small, in systems in which there is no law.
        let program = Arc::new(program);
        for table in [100, 1600] {
            let systems = ["2", "3", "zeckendorf"].map(|name| name.parse().unwrap()).to_vec();
            let time = Duration::from_secs(1);
            let search = Search { systems, table, time, ..Search::default() };
            let of = Of::Outcome(Play::Normal);
            let found = rules::find(&program, 0, of, &search, &Context::default());
            assert!(matches!(found, Ok(Found::None(_))), "{found:?}");
        }
        let rules = translate(&program).unwrap();
        for name in ["2", "3", "zeckendorf", &format!("ostrowski[{};{m}]", m + 1)] {
            let budget = Budget::default().with_states(20_000);
            let system = System::new(&name.parse().unwrap(), &budget).unwrap();
            for size in [10, 20, 40] {
                let label = |x: &[u64]| {
                    let known = x.iter().all(|&n| n < size);
                    known.then(|| u32::from(truth.contains(&[x[0], x[1]])))
                };
                let mut learner = Learner::new(&system, 2, 300, label).unwrap();
                let machine = learner.learn(&[size, size], &budget).unwrap();
                let law = machine.relation(1, &system, &budget).unwrap();
                let right = |at: u64| {
                    let position = [at / 400, at % 400];
                    system.holds_small(&law, &position) == Some(truth.contains(&position))
                };
                if (0..160_000).all(right) {
                    continue;
                }
                misled += 1;
                let mut relations = Environment::new();
                let id = relations.define(&system, "law", law, &budget).unwrap();
                let statements =
                    Statements::new(&rules, vec![id]).law(0, Of::Outcome(Play::Normal));
                let proved = statements.unwrap().iter().all(|statement| {
                    let proof = prove(statement, &system, &relations, &budget);
                    assert!(matches!(proof, Ok(_) | Err(DecideError::Overrun(_))), "{proof:?}");
                    if let Ok(Proof::Refuted(at)) = &proof {
                        refuted += 1;
                        let at: Vec<u64> =
                            at.iter().map(|(_, number)| nat::to_u64(number).unwrap()).collect();
                        assert!(at.iter().any(|&number| number >= size), "{at:?} is in the table");
                    }
                    proof == Ok(Proof::Proved)
                });
                assert!(!proved, "m = {m}, {name}, {size} by {size}");
            }
        }
    }
    assert!(misled > 20 && refuted > 8, "{misled} tables mislead, {refuted} laws are refuted");
}
