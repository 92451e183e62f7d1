//! Systems against lists of words and against plain arithmetic.

use grundy::nat::Nat;

use super::{Name, System, SystemError};
use crate::automaton::{Automaton, Budget};

const NAMES: [&str; 15] = [
    "2",
    "3",
    "10",
    "zeckendorf",
    "narayana",
    "lag[4]",
    "dynamic[3]",
    "ostrowski[1]",
    "ostrowski[2]",
    "ostrowski[3]",
    "ostrowski[4]",
    "ostrowski[6]",
    "ostrowski[1,2]",
    "ostrowski[2;1,3]",
    "ostrowski[1,1;2]",
];

/// Live states of adders, as computed before by other means.
const STATES: [(&str, usize); 3] = [("zeckendorf", 16), ("narayana", 250), ("dynamic[3]", 5281)];

fn system(name: &str) -> System {
    System::new(&name.parse().unwrap(), &Budget::default()).unwrap()
}

#[test]
fn adders_of_all_systems_are_proved_and_add() {
    for name in NAMES {
        let system = system(name);
        if let Some((_, states)) = STATES.iter().find(|(of, _)| *of == name) {
            assert_eq!(system.adder().live_states(), *states, "{name}");
        }
        let words: Vec<Vec<u8>> = (0..120).map(|n| system.small_word(n).unwrap()).collect();
        // Words ascend by length, then by digits, and all are there.
        let mut rank = 0u64;
        for word in list(system.base(), 4) {
            if system.valid().accepts(&[&word]) {
                assert_eq!(system.number(&word), Some(Nat::from(rank)), "{name}: {word:?}");
                assert_eq!(system.small_number(&word), Some(Some(rank)));
                rank += 1;
            } else {
                assert_eq!((system.number(&word), system.small_number(&word)), (None, None));
            }
        }
        for (n, word) in words.iter().enumerate() {
            assert_eq!(system.number(word), Some(Nat::from(n)));
            assert_eq!(system.word(&n.into()).as_ref(), Some(word));
            assert_ne!(word.first(), Some(&0));
        }
        for x in 0..50usize {
            for y in 0..50 {
                for z in [x + y, x + y + 1, (x + y).saturating_sub(1), 2 * x, 119] {
                    let tuple = [&words[x], &words[y], &words[z]];
                    assert_eq!(system.adder().accepts(&tuple), x + y == z, "{name}: {x}+{y}={z}");
                }
                assert_eq!(system.less().accepts(&[&words[x], &words[y]]), x < y);
                assert_eq!(system.successor().accepts(&[&words[x], &words[y]]), x + 1 == y);
            }
        }
    }
}

/// All words of a length, in order.
fn list(base: u32, length: u32) -> Vec<Vec<u8>> {
    let digit = |n: u32, at: u32| (n / base.pow(at) % base) as u8;
    (0..base.pow(length)).map(|n| (0..length).rev().map(|at| digit(n, at)).collect()).collect()
}

#[test]
fn words_of_huge_numbers_are_found() {
    for name in NAMES {
        let system = system(name);
        let n = Nat::from(10u8).pow(1000) + Nat::from(7u8);
        let word = system.word(&n).unwrap();
        assert_eq!(system.number(&word), Some(n.clone()));
        let next = system.word(&(&n + Nat::ONE)).unwrap();
        assert!(system.successor().accepts(&[&word, &next]));
        assert_eq!(system.holds(system.adder(), &[n.clone(), n.clone(), &n + &n]), Some(true));
    }
    assert_eq!(system("2").word(&(Nat::ONE << 40_000)), None);
}

#[test]
fn linear_relations_are_what_arithmetic_says() {
    let budget = Budget::default();
    for name in ["2", "3", "zeckendorf", "narayana", "ostrowski[2]", "ostrowski[1,2]"] {
        let system = system(name);
        let lines: [(&[i64], i64); 12] = [
            (&[1, -1], 0),
            (&[-1, 1], -1),
            (&[1, -1], 2),
            (&[3, -2], 1),
            (&[2, 1], -40),
            (&[-1, -1], 13),
            (&[5, -7], 0),
            (&[1, -1], 1000),
            (&[1, -3], -70),
            (&[1, 1, -1], 0),
            (&[2, -1, -1], -1),
            (&[-1, 2, 3], -11),
        ];
        for (coefficients, constant) in lines {
            // Multiples by 7 and sums of three terms have very many states there.
            if name == "narayana" && (coefficients.contains(&-7) || coefficients.len() > 2) {
                continue;
            }
            let equal = system.equal(coefficients, constant, &budget).unwrap();
            let more = system.at_least(coefficients, constant, &budget).unwrap();
            let step = if coefficients.len() == 2 { 1 } else { 5 };
            for x in (0..60).step_by(step) {
                for y in (0..60).step_by(step) {
                    for z in if step == 1 { 0..1 } else { 0..24 } {
                        let numbers = &[x, y, z][..coefficients.len()];
                        let terms = coefficients.iter().zip(numbers);
                        let sum: i64 = terms.map(|(a, &n)| a * n as i64).sum::<i64>() + constant;
                        let holds = |a: &Automaton| system.holds_small(a, numbers).unwrap();
                        assert_eq!(holds(&equal), sum == 0, "{name} {coefficients:?} {numbers:?}");
                        assert_eq!(holds(&more), sum >= 0, "{name} {coefficients:?} {numbers:?}");
                    }
                }
            }
        }
        let places = system.place_values(&budget).unwrap();
        let value = |word: &[u8]| word.first() == Some(&1) && word[1..].iter().all(|&d| d == 0);
        for n in 0..200 {
            let word = system.small_word(n).unwrap();
            assert_eq!(places.accepts(&[&word]), value(&word));
        }
    }
}

#[test]
fn wrong_adders_and_words_are_refused() {
    let budget = Budget::default();
    let zeckendorf = system("zeckendorf");
    let (valid, adder) = (zeckendorf.valid(), zeckendorf.adder());
    assert!(System::with("own", valid.clone(), adder.clone(), &budget).is_ok());
    let mut rng = fastrand::Rng::with_seed(5);
    let mut refused = 0;
    for _ in 0..300 {
        let (mut next, mut accepting) = (adder.transitions().to_vec(), adder.acceptance().to_vec());
        if rng.bool() {
            let at = rng.usize(..accepting.len());
            accepting[at] = !accepting[at];
        } else {
            let at = rng.usize(..next.len());
            next[at] = rng.u32(..accepting.len() as u32);
        }
        let mutated = Automaton::new(2, 3, next, accepting, &budget).unwrap();
        if mutated != *adder {
            let system = System::with("own", valid.clone(), mutated, &budget);
            assert!(matches!(system, Err(SystemError::Adder(_))));
            refused += 1;
        }
    }
    assert!(refused > 200);
    let all = Automaton::constant(2, 1, true).unwrap();
    assert!(System::with("own", all.clone(), adder.clone(), &budget).is_err());
    assert_eq!(
        System::with("own", all.complement(), adder.clone(), &budget).unwrap_err(),
        SystemError::Words
    );
    assert!(System::new(&Name::Lag(5), &budget.clone().with_states(3000)).is_err());
}

#[test]
fn words_of_dynamic_nim_are_its_summands() {
    for (name, factor) in [("dynamic[1]", 1u64), ("dynamic[2]", 2), ("dynamic[3]", 3)] {
        let system = system(name);
        // H(i+1) = H(i) + H(j) with the least j such that factor·H(j) >= H(i).
        let mut places = vec![1u64];
        while *places.last().unwrap() < 1500 {
            let last = *places.last().unwrap();
            let added = places.iter().find(|&&place| factor * place >= last).unwrap();
            places.push(last + added);
        }
        for n in 0..1500u64 {
            let word = system.small_word(n).unwrap();
            let ones = word.iter().rev().enumerate().filter(|(_, digit)| **digit == 1);
            let mut values: Vec<u64> = ones.map(|(at, _)| places[at]).collect();
            values.reverse();
            let mut rest = n;
            let mut greedy = Vec::new();
            for &place in places.iter().rev() {
                if place <= rest {
                    rest -= place;
                    greedy.push(place);
                }
            }
            assert_eq!(values, greedy, "{name}: {n}");
        }
    }
}
