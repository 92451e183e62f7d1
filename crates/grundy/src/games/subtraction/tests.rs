//! The theory of subtraction games against their rules.

use super::Subtraction;
use super::family::{SubtractionFamily, read_set};
use crate::context::Context;
use crate::context::Limits;
use crate::game::{Entry, Game};
use crate::games::testing::{
    check_round_trip_where, check_theory_where, enumerate, place, read_error,
};
use crate::nat::{Nat, to_u64};
use crate::outcome::{Outcome, Play};
use crate::syntax;

fn game(set: &str) -> Subtraction {
    let component = syntax::parse_game(&format!("subtraction[{set}]")).unwrap();
    Subtraction::new(read_set(&component).unwrap())
}

fn heap(text: &str) -> Nat {
    place(&SubtractionFamily, &format!("subtraction[1]({text})"))
        .unwrap()
        .position(0)
        .downcast_ref::<Nat>()
        .unwrap()
        .clone()
}

#[test]
fn theory_is_that_of_the_rules() {
    let sets = [
        "1,3,9",
        "1..3",
        "2,5",
        "3..5",
        "1,4..6",
        "2,4,6",
        "1..9:4",
        "6,15",
        "70..140",
        "1,5..90",
        "fibonacci",
        "squares",
        "primes",
        "powers[2]",
        "powers[3]",
        "powers[4]",
        "powers[2],powers[6]",
        "4,powers[3]",
        "5,9,powers[3]",
        "2,squares,primes",
        "all-but[]",
        "all-but[3]",
        "all-but[1,2]",
        "all-but[2,3,7]",
        "all-but[0,4,9..11]",
    ];
    for set in sets {
        check_theory_where(&game(set), (0..110u8).map(Nat::from), 5, |_, _| true);
    }
}

#[test]
fn huge_heaps_are_exact() {
    let context = Context::default();
    for (set, huge, small) in [
        ("1,3,9", "10^1000", "0"),
        ("1..10^18", "10^18", "10^18"),
        ("powers[2]", "10^1000", "1"),
        ("1,2,10^30", "10^20", "1"),
        ("10^17,3^20", "10", "0"),
    ] {
        let game = game(set);
        let value = game.value(&heap(huge), &context).unwrap();
        assert_eq!(value, game.value(&heap(small), &context).unwrap(), "{set} {huge}");
    }
}

#[test]
fn moves_of_huge_heaps_are_counted() {
    let context = Context::default();
    let count = |set: &str, n: &str, target: u64| {
        let game = game(set);
        let found = game.moves_to(&heap(n), &target.into(), 3, &context).unwrap().unwrap();
        for to in &found.listed {
            assert_eq!(game.value(&to.sum[0], &context).unwrap(), target.into());
        }
        found.count.unwrap()
    };
    // 10^18 is 1 modulo 3: the takes of residue 1 win, and 2^0, 2^2, …, 2^58 have it.
    assert_eq!(count("powers[2]", "10^18", 0), Nat::from(30u8));
    assert_eq!(count("1..10^18", "10^18", 0), Nat::ONE);
    // Heaps of value 3 under 5..200: the residues 15..19 modulo 205.
    assert_eq!(count("5..200,10^30", "10^20", 3), count("5..200", "10^20", 3));
    assert!(count("all-but[2,5]", "10^1000", 7) <= Nat::from(3u8));
}

#[test]
fn limits_are_told() {
    let tight = Context::new(Limits { positions: 5000, ..Limits::default() });
    let stop = game("squares").value(&heap("10^18"), &tight).unwrap_err();
    assert!(stop.to_string().contains("--max-positions"), "{stop}");
    assert!(game("squares").value(&heap("4999"), &tight).is_ok());
    assert!(game("7,10^30").value(&heap("10^40"), &tight).is_err());
    assert!(game("7,12,10^30").value(&heap("10^29"), &tight).is_ok());
}

#[test]
fn misere_outcomes_of_all_heaps_are_those_of_the_rules() {
    let context = Context::default();
    let sets =
        ["1,3,9", "2,5", "3..5", "70..140", "squares", "primes", "all-but[2,3,7]", "5,9,powers[3]"];
    for set in sets {
        let game = game(set);
        let mut wins: Vec<bool> = Vec::new();
        for n in 0..=150u32 {
            let options = enumerate(&game, &Nat::from(n));
            let left = |sum: &[Nat]| to_u64(&sum[0]).unwrap() as usize;
            wins.push(options.is_empty() || options.iter().any(|o| !wins[left(o.sum)]));
        }
        for to in [0u32, 1, 60, 150] {
            let entries = game.outcomes_to(&[to.into()], Play::Misere, &context).unwrap().unwrap();
            for (n, &wins) in wins.iter().enumerate().take(to as usize + 1) {
                let (found, rules) = (entries(n), Outcome::of(wins));
                assert!(matches!(found, Entry::Outcome(found) if found == rules), "{set}: {n}");
            }
        }
    }
}

#[test]
fn printed_text_reads_back_and_wrong_text_is_refused() {
    check_round_trip_where(&SubtractionFamily, |text| !text.contains("1..9:4"));
    for wrong in [
        "[0,1](5)",
        "[](5)",
        "(5)",
        "[0..3](5)",
        "[powers[1]](5)",
        "[powers](5)",
        "[cubes](5)",
        "[all-but[2],5](5)",
        "[1;2](5)",
        "[fibonacci[2]](5)",
        "[\"a\"](5)",
    ] {
        read_error(&SubtractionFamily, &format!("subtraction{wrong}"));
    }
    assert_eq!(game("9,3,1,3").title(), "subtraction[1,3,9]");
    assert_eq!(game("primes,4,fibonacci,6").title(), "subtraction[4,6,fibonacci,primes]");
}
