//! Misère play by quotients compared with search over the rules.

use super::*;
use crate::answer::Answer;
use crate::expr::Catalogue;
use crate::game::Component;
use crate::nat::Nat;
use crate::solve::arena::Arena;
use crate::solve::sum::SumSearch;

fn asked(text: &str) -> Answer {
    let expression = Catalogue::default().read(text).unwrap();
    let question = Question { play: Play::Misere, moves: 1000, ..Question::default() };
    answer(&expression, &question, &Context::default()).unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// The outcome by a search that knows no theory.
fn searched(components: &[Arc<dyn Component>]) -> Outcome {
    let mut arena = Arena::default();
    let mut nodes = Vec::new();
    for component in components {
        let game = arena.add_game(component.numbered());
        nodes.extend(
            (0..component.parts()).map(|i| arena.node(game, component.position(i)).unwrap()),
        );
    }
    SumSearch::new(Play::Misere).outcome(&mut arena, nodes, &Context::default()).unwrap()
}

#[test]
fn outcomes_and_winning_moves_are_those_of_a_search() {
    let mut by_quotient = 0;
    for text in [
        "kayles(5,9)",
        "kayles(12,5,3)",
        "kayles(9,9)",
        "kayles(7) + nim(3)",
        "kayles(5,5) + nim(2,2)",
        "0.123(8,9)",
        "0.123(8,8,9) + kayles(5)",
        "grundy-game(9,8,7)",
        "grundy-game(13)",
        "dawson-kayles(14,10)",
        "0.71(5,8,8)",
        "8.3(6,5)",
        "0.0F(9,7)",
        "4.[7](5,4)",
        "4.7(8,5)",
        "0.72(9,9,3) + lasker(4)",
        "kayles(5) + chomp(2,3)",
        "treblecross(9,7)",
        "0.{2+}!3(7,6)",
        "kayles(5) + moore[2](1,2)",
        "0.54(7,7,4)",
        "4=.7(8,7)",
    ] {
        let expression = Catalogue::default().read(text).unwrap();
        let Expression::Sum(sum) = &expression else { unreachable!() };
        let found = asked(text);
        assert_eq!(found.outcome, searched(sum), "{text}");
        by_quotient += usize::from(found.method.starts_with("misère quotient"));
        // Every option, and whether it is listed as winning just if it leaves a lost sum.
        let parts = Parts::new(sum);
        let mut winning = Vec::new();
        for part in 0..parts.len() {
            let (component, i) = parts.place(part);
            for option in component.some_moves(i, 10_000).listed {
                if searched(&parts.after(part, &option.after)) == Outcome::P {
                    winning.push((part + 1, option.text));
                }
            }
        }
        let listed: Vec<(usize, String)> =
            found.winning_moves.listed.iter().map(|line| (line.part, line.text.clone())).collect();
        assert_eq!(listed, winning, "{text}");
        assert_eq!(found.winning_moves.count, Some(winning.len().into()), "{text}");
    }
    assert!(by_quotient >= 16, "{by_quotient}");
}

#[test]
fn nim_heaps_beyond_all_values_are_decided_by_a_theorem() {
    let mut random = fastrand::Rng::with_seed(5);
    let mut by_theorem = 0;
    // A move may leave a misère value that the larger nim-heap has.
    let mut sums = Vec::new();
    for heaps in ["9", "10", "13", "8,3"] {
        for small in ["2", "3"] {
            sums.extend(["4", "5"].map(|n| format!("0.123({heaps}) + nim({small}) + nim({n})")));
        }
    }
    for (code, heap) in [("0.123", 8), ("0.53", 11)] {
        for _ in 0..6 {
            let mut sum = format!("{code}({})", heap + random.u32(0..3));
            if random.bool() {
                sum += &format!(" + {code}({})", random.u32(3..9));
            }
            for _ in 0..random.usize(1..3) {
                sum += &format!(" + nim({})", random.u32(4..11));
            }
            if random.bool() {
                sum += &format!(" + nim({})", random.u32(1..4));
            }
            sums.push(sum);
        }
    }
    for sum in sums {
        let expression = Catalogue::default().read(&sum).unwrap();
        let Expression::Sum(components) = &expression else { unreachable!() };
        let found = asked(&sum);
        by_theorem += usize::from(found.method.ends_with("by a theorem"));
        assert_eq!(found.outcome, searched(components), "{sum}: {}", found.method);
        let parts = Parts::new(components);
        let mut winning = Vec::new();
        for part in 0..parts.len() {
            let (component, i) = parts.place(part);
            for option in component.some_moves(i, 10_000).listed {
                if searched(&parts.after(part, &option.after)) == Outcome::P {
                    winning.push((part + 1, option.text));
                }
            }
        }
        let lines = found.winning_moves.listed.iter();
        let listed: Vec<_> = lines.map(|line| (line.part, line.text.clone())).collect();
        assert_eq!(listed, winning, "{sum}: {}", found.method);
    }
    assert!(by_theorem > 7, "{by_theorem}");
    let huge = asked("0.123(10^9) + nim(10^30)");
    assert_eq!(huge.winning_moves.count, Some(Nat::ONE));
}

#[test]
fn heaps_of_any_size_have_the_outcomes_and_counts_of_their_periods() {
    // Counts of winning moves of heaps n, n + 24, n + 48 are linear once all is periodic.
    let count = |text: String| {
        let found = asked(&text);
        assert!(found.method.contains("proved for all heaps"), "{text}: {}", found.method);
        (found.outcome, found.winning_moves.count.unwrap())
    };
    for n in 300..303u64 {
        let at = |k: u64| count(format!("kayles({}, 12)", n + 24 * k));
        let (one, two, far) = (at(0), at(1), at(1_000_000));
        assert_eq!((one.0, one.0), (two.0, far.0), "{n}");
        assert_eq!(far.1, &one.1 + (&two.1 - &one.1) * 1_000_000u32, "{n}");
    }
    let huge = asked("kayles(10^1000, 10^9+7) + nim(2)");
    assert!(huge.method.contains("and the other parts: 40 elements, proved for all heaps"));
}

#[test]
fn wild_codes_beyond_their_quotients_are_searched_or_refused() {
    let expression = Catalogue::default().read("0.07(10^9, 12)").unwrap();
    let question = Question { play: Play::Misere, ..Question::default() };
    let limits = crate::context::Limits::default().with_positions(10_000);
    let stop = answer(&expression, &question, &Context::new(limits)).unwrap_err();
    assert!(matches!(stop, Stop::Limit { .. } | Stop::Refused(_)), "{stop}");
}
