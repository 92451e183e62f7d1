//! The laws against tables and the rules.

use super::*;
use crate::context::Limits;
use crate::games::testing;

#[test]
fn theory_agrees_with_the_rules() {
    for m in [1u32, 2, 3, 4, 5, 6, 8, 16, 100] {
        let (heaps, targets) = if m == 16 { (110, 70) } else { (70, 90) };
        let heaps = (0..heaps as u32).map(Nat::from);
        testing::check_theory(&Lasker::new(m.into()), heaps, targets);
    }
    testing::check_round_trip(&LaskerFamily);
}

#[test]
fn winning_moves_of_misere_play_are_those_of_the_search() {
    use crate::analysis::{Question, answer};
    use crate::expr::Catalogue;
    use crate::outcome::Play;
    let question = Question { play: Play::Misere, moves: usize::MAX, ..Question::default() };
    let told = |text: &str| {
        let position = Catalogue::default().read(text).unwrap();
        answer(&position, &question, &Context::default()).unwrap()
    };
    for m in [1u8, 2, 3, 4] {
        for heap in 0..14u64 {
            for beside in ["", "+nim(1)", "+nim(1)+nim(1)"] {
                let game = Lasker::new(m.into());
                let mine = told(&format!("lasker[{m}]({heap}){beside}")).winning_moves;
                let count = mine.count.unwrap();
                let here = format!("lasker[{m}]({heap}){beside}");
                // By the outcome of what each move leaves, in either part.
                let mut options = Options::default();
                game.options(&heap.into(), &mut options).unwrap();
                let mut lefts: Vec<String> = options
                    .iter()
                    .map(|option| {
                        let heaps: Vec<_> = option.sum.iter().map(ToString::to_string).collect();
                        format!("lasker[{m}]({}){beside}", heaps.join(","))
                    })
                    .collect();
                if let Some(rest) = beside.strip_prefix("+nim(1)") {
                    let each = if rest.is_empty() { 1 } else { 2 };
                    (0..each).for_each(|_| lefts.push(format!("lasker[{m}]({heap}){rest}")));
                }
                let wins = lefts.iter().filter(|left| crate::analysis::tests::is_p_by_search(left));
                assert_eq!(count, Nat::from(wins.count()), "{here}");
                assert_eq!(Nat::from(mine.listed.len()), count, "{here}");
            }
        }
    }
    for text in ["lasker(10^20)", "lasker(10^20)+nim(1)", "lasker[4](10^18)+nim(1)+nim(1)"] {
        let moves = told(text).winning_moves;
        assert!(moves.count.is_some() && !moves.listed.is_empty(), "{text}: {moves:?}");
    }
}

#[test]
fn the_laws_agree_with_tables() {
    for m in [1usize, 2, 4, 8, 32] {
        let game = Lasker::new(m.into());
        let mut values = Vec::new();
        extend(&mut values, m, 1500, &Context::default()).unwrap();
        for (n, value) in values.into_iter().enumerate() {
            assert_eq!(game.formula(&n.into()), Some(value.into()), "lasker[{m}]({n})");
        }
    }
}

#[test]
fn splits_of_huge_heaps_are_counted_and_listed() {
    let context = Context::default();
    for m in [1u8, 2, 16] {
        let game = Lasker::new(m.into());
        let heap = (Nat::ONE << 300) - 2u8;
        let value = |n: &Nat| game.formula(n).unwrap();
        let mut most = Nat::ZERO;
        // What some split leaves, so that there is one.
        for split in [Nat::from(m), &heap / 3u8, &heap >> 150, &heap >> 1] {
            let target = value(&split) ^ value(&(&heap - &split));
            let found = game.moves_to(&heap, &target, 9, &context).unwrap().unwrap();
            for to in &found.listed {
                let sum = to.sum.iter().map(value).fold(Nat::ZERO, |sum, v| sum ^ v);
                assert_eq!(sum, target);
            }
            assert!(found.listed.is_sorted());
            let count = found.count.unwrap();
            assert_eq!(Nat::from(found.listed.len()), count.clone().min(Nat::from(9u8)));
            assert!(count >= Nat::ONE);
            most = most.max(count);
        }
        assert!(most > Nat::ONE << 200, "lasker[{m}]: {most}");
    }
}

#[test]
fn without_a_law_limits_hold_and_the_outcome_stays() {
    let game = Lasker::new(3u8.into());
    let context = Context::new(Limits { positions: 1000, ..Limits::default() });
    for heap in [Nat::from(1000u32), Nat::from(10u8).pow(30)] {
        assert_eq!(game.known(&heap, &context), Ok(Some(Known::Nonzero)));
        let found = game.moves_to(&heap, &Nat::ZERO, 9, &context).unwrap().unwrap();
        assert_eq!(found.count, Some(Nat::from(2u8)));
        let found = game.moves_to(&heap, &Nat::ONE, 9, &context).unwrap().unwrap();
        assert_eq!(found.count, None);
    }
    let heap = Nat::from(999u32);
    assert!(matches!(game.known(&heap, &context), Ok(Some(Known::Value(_)))));
}
