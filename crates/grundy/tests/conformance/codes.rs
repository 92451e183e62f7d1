//! A game and the code that it says it is have the same moves.

use grundy::expr::Catalogue;
use grundy::game::Game;
use grundy::games::subtraction::{Classic, NumberSet, Subtraction, TakeSet};
use grundy::games::take_and_break::TakeAndBreak;
use grundy::games::{bash::Bash, lasker::Lasker, nim::Nim};
use grundy::nat::Nat;
use grundy::ruleset::{Options, Ruleset};

/// What moves leave, sorted: heaps that are not empty.
fn left(game: &impl Ruleset<Position = Nat>, heap: u64) -> Vec<Vec<Nat>> {
    let mut options = Options::default();
    game.options(&heap.into(), &mut options).unwrap();
    let heaps = |sum: &[Nat]| {
        let mut heaps: Vec<Nat> = sum.iter().filter(|heap| !heap.is_zero()).cloned().collect();
        heaps.sort();
        heaps
    };
    let mut left: Vec<_> = options.iter().map(|option| heaps(option.sum)).collect();
    left.sort();
    left
}

fn check(game: impl Game<Position = Nat>, expected: &str) {
    let (code, offset) = game.as_code().unwrap();
    assert_eq!((code.to_string(), offset), (expected.to_owned(), 0));
    let twin = TakeAndBreak::new(code);
    for heap in 0..40 {
        assert_eq!(left(&game, heap), left(&twin, heap), "{} at {heap}", game.title());
    }
}

fn numbers(of: &[(u8, u8)]) -> NumberSet {
    of.iter().copied().collect()
}

#[test]
fn games_with_a_theory_of_their_own_have_the_moves_of_their_code() {
    check(Nim::default(), "0.[3]");
    check(Lasker::new(Nat::ONE), "4.[3]");
    check(Bash::new(1u8.into()), "0.3");
    check(Bash::new(5u8.into()), "0.33333");
    let set = |of: &[(u8, u8)]| TakeSet::Union(numbers(of), Vec::new());
    check(Subtraction::new(set(&[(2, 2), (5, 5), (7, 7)])), "0.0300303");
    check(Subtraction::new(set(&[(3, 6)])), "0.003333");
    check(Subtraction::new(set(&[])), "0.0");
    check(Subtraction::new(TakeSet::AllBut(numbers(&[(2, 3)]))), "0.300[3]");
    check(Subtraction::new(TakeSet::AllBut(numbers(&[(1, 1)]))), "0.0[3]");
    check(Subtraction::new(TakeSet::AllBut(numbers(&[]))), "0.[3]");
}

#[test]
fn games_that_are_no_codes_say_so() {
    assert_eq!(Lasker::new(2u8.into()).as_code(), None);
    let squares = TakeSet::Union(numbers(&[(2, 2)]), vec![Classic::Squares]);
    assert_eq!(Subtraction::new(squares).as_code(), None);
    for text in ["wythoff", "bash[10^9]", "subtraction[1,10^9]"] {
        let game = Catalogue::default().read_game(text).unwrap();
        assert_eq!(game.as_code(), None, "{text}");
    }
    let kayles = Catalogue::default().read_game("kayles").unwrap();
    assert_eq!(kayles.as_code().unwrap().0.to_string(), "0.77");
}
