//! The values of places and the theorems on misère play against the bare rules.

use super::*;
use crate::context::Context;
use crate::game::Game;
use crate::games::testing;
use crate::nat::Nat;
use crate::solve::Memo;
use crate::syntax;

/// The rule that is typed so.
fn rule(name: &str) -> Rule {
    let tree = syntax::parse(&format!("coins[{name}]()")).unwrap();
    let [rule] = row::read_rules(&tree[0]).unwrap();
    rule
}

#[test]
fn theory_agrees_with_the_rules() {
    for name in row::SAMPLE.into_iter().chain(["subtraction[2..3]", "subtraction[2,4]"]) {
        let game = Coins::new(rule(name));
        let first = u32::from(game.rule().first());
        // Rules that turn many coins at once have many moves.
        let most = match game.rule().kind() {
            rule::Kind::AtMost(5..) | rule::Kind::Any | rule::Kind::Sym => 128,
            _ => 256u32,
        };
        let sets = (0..most).map(|set| {
            Heads::of((0..8).filter(|p| set >> p & 1 == 1).map(|p| Nat::from(p + first)))
        });
        testing::check_theory(&game, sets, 9);
    }
    testing::check_round_trip_where(&CoinsFamily, |text| !text.contains('"'));
}

#[test]
fn values_of_single_heads_are_the_mex_of_their_options() {
    // Further than all sets can go: one head on each of the first places.
    for (name, last) in [
        ("turtles", 14u32),
        ("mock-turtles", 12),
        ("moebius", 10),
        ("twins", 14),
        ("triplets", 12),
        ("ruler", 14),
        ("ruler-fives", 14),
        ("mock-turtle-fives", 14),
        ("triplet-fives", 14),
        ("turnips", 16),
        ("grunt", 16),
        ("sym", 10),
        ("exactly[4]", 11),
        ("subtraction[1,3,4]", 16),
    ] {
        let game = Coins::new(rule(name));
        let mut memo = Memo::default();
        for place in u32::from(game.rule().first())..last {
            let heads = Heads::place(place.into());
            let value = memo.value(&game, &heads, &Context::default()).unwrap().number().unwrap();
            let place = game.values().place(&place.into(), &Context::default());
            assert_eq!(place, Ok(value.into()), "{name}");
        }
    }
}

#[test]
fn values_are_the_mex_of_nim_sums() {
    // By the theorem on heads, so as far as sets can be listed.
    let cases = [
        ("mock-turtles", 60u32),
        ("triplets", 60),
        ("moebius", 22),
        ("exactly[5]", 20),
        ("mogul", 16),
        ("motley", 12),
        ("ruler", 200),
        ("turnips", 200),
        ("grunt", 200),
        ("sym", 18),
        ("mock-turtle-fives", 60),
        ("triplet-fives", 60),
        ("ruler-fives", 60),
        ("subtraction[2,5,6]", 80),
    ];
    for (name, last) in cases {
        let (rule, context) = (rule(name), Context::default());
        let values = Values::new(rule.clone());
        let mut plain: Vec<u64> = vec![0; rule.first().into()];
        for n in u32::from(rule.first())..last {
            let mut options = Vec::new();
            rule.turnings(&n.into(), &mut |turn| {
                let others = turn.descending().skip(1).map(|place| u64::try_from(place).unwrap());
                options.push(others.fold(0, |sum, place| sum ^ plain[place as usize]));
                Ok(())
            })
            .unwrap();
            plain.push(crate::nimber::mex(options));
            let value = values.place(&n.into(), &context).unwrap();
            assert_eq!(value, Nat::from(plain[n as usize]), "{name}: {n}");
        }
        // Runs of heads are added by formulas.
        for from in u32::from(rule.first())..last.min(40) {
            for to in from..last.min(40) {
                let run = Heads::run(from.into(), to.into());
                let sum = plain[from as usize..=to as usize].iter().fold(0, |sum, v| sum ^ v);
                assert_eq!(values.sum(&run, &context), Ok(sum.into()), "{name}: {from}..{to}");
            }
        }
    }
}

#[test]
fn huge_places_and_runs() {
    let context = Context::default();
    let far = Nat::from(10u8).pow(1000);
    let known = |name: &str, heads: &Heads| Coins::new(rule(name)).values().sum(heads, &context);
    let whole = Heads::run(Nat::ONE, far.clone());
    // Nim-sums of 1 to n go with n mod 4, Gray's code, and pairs of odious numbers.
    assert_eq!(known("turtles", &whole), Ok(far.clone()));
    assert_eq!(known("ruler", &whole), Ok(&far ^ (&far >> 1)));
    assert_eq!(known("mock-turtle-fives", &Heads::place(far.clone())), Ok(Nat::ONE));
    assert!(known("motley", &Heads::place(far.clone())).is_err());
    assert!(known("mogul", &Heads::place(far.clone())).is_err());
    // A winning move of the ruler game turns a run that no list could hold.
    let game = Coins::new(rule("ruler"));
    let heads = Heads::of([far.clone(), &far - 8u8, &far + 1u8]);
    let found = game.moves_to(&heads, &Nat::ZERO, 5, &context).unwrap().unwrap();
    assert_eq!(found.count, Some(found.listed.len().into()));
    assert!(!found.listed.is_empty());
    for to in &found.listed {
        assert_eq!(game.values().sum(&to.sum[0], &context), Ok(Nat::ZERO));
        assert!(to.sum[0] < heads);
    }
    // Mock turtles: more winning moves than could be listed, counted.
    let game = Coins::new(rule("mock-turtles"));
    let heads = Heads::of([Nat::from(5u8), Nat::from(9u8), far.clone()]);
    let found = game.moves_to(&heads, &Nat::from(3u8), 4, &context).unwrap().unwrap();
    assert!(found.count.is_some_and(|count| count > Nat::from(10u8).pow(900)));
    assert!(found.listed.len() == 4 && found.listed.is_sorted());
    for to in &found.listed {
        assert_eq!(game.values().sum(&to.sum[0], &context), Ok(Nat::from(3u8)));
    }
    // A run of heads that nobody could go through: the moves are counted by formulas.
    for name in ["turtles", "twins", "triplets", "mock-turtles", "ruler", "at-most[1]"] {
        let game = Coins::new(rule(name));
        let heads = Heads::run(3u8.into(), Nat::from(10u8).pow(50));
        let value = game.values().sum(&heads, &context).unwrap();
        let found = game.moves_to(&heads, &(value ^ Nat::ONE), 3, &context).unwrap().unwrap();
        assert!(found.count.is_some_and(|count| count > Nat::from(10u8).pow(40)), "{name}");
        assert_eq!(found.listed.len(), 3);
    }
}

#[test]
fn boards_agree_with_their_rules() {
    let games = [
        ["ruler", "ruler"],
        ["twins", "twins"],
        ["turtles", "mock-turtles"],
        ["triplets", "ruler"],
        ["motley", "twins"],
        ["subtraction[1,2]", "moebius"],
    ];
    for names in games {
        let game = Board::new(names.map(rule));
        let first = |name: &str| u32::from(rule(name).first());
        let (x, y) = (first(names[0]), first(names[1]));
        let places: Vec<(Nat, Nat)> =
            (x..x + 3).flat_map(|x| (y..y + 3).map(move |y| (x.into(), y.into()))).collect();
        let pick = |set: u32| {
            let kept = places.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1);
            kept.map(|(_, place)| place.clone()).collect::<Vec<_>>()
        };
        let sets = (0..512u32).step_by(17).map(pick).collect::<Vec<_>>();
        testing::check_theory(&game, sets, 7);
        // One head further out.
        let mut memo = Memo::default();
        let (low, wide) = ((x, y), 3);
        for x in low.0..low.0 + wide {
            for y in low.1..low.1 + wide {
                let place: (Nat, Nat) = (x.into(), y.into());
                let value = memo.value(&game, &vec![place.clone()], &Context::default()).unwrap();
                let theory = game.place(&place, &Context::default()).unwrap();
                assert_eq!(value.number().map(Nat::from), Some(theory), "{names:?} {x} {y}");
            }
        }
    }
    testing::check_round_trip(&RUGS);
    testing::check_round_trip(&TURNING_CORNERS);
}

#[test]
fn what_is_no_row_of_coins() {
    for (text, error) in [
        ("coins(3)", "coins needs a rule (1)"),
        ("coins[hares](3)", "no rule of coin turning is called so (7)"),
        ("coins[ruler,twins](3)", "coins takes one rule (6)"),
        ("coins[ruler[2]](3)", "no rule of coin turning is called so (7)"),
        ("coins[at-most[0]](3)", "at-most[0] is not a game (14)"),
        ("coins[at-most[21]](3)", "21 coins are too many for one move (14)"),
        ("coins[subtraction[0,1]](3)", "coins do not have the distance 0 (18)"),
        ("coins[subtraction](3)", "this is not a set of numbers (7)"),
        ("coins[ruler](0)", "there is no place 0 (14)"),
        ("coins[ruler](3..5,4)", "the place 4 comes twice (19)"),
        ("coins[ruler](\"THX\")", "letter 3 of the word is neither H nor T (14)"),
    ] {
        assert_eq!(testing::read_error(&CoinsFamily, text), error);
    }
    for (text, error) in [
        ("rugs(0,1)", "there is no place (0,1) (6)"),
        ("rugs(1,1; 1,1)", "the place (1,1) comes twice (5)"),
        ("rugs(1,1,1)", "a coin has a column and a row (5)"),
        ("rugs[ruler](1,1)", "rugs takes two rules (5)"),
    ] {
        assert_eq!(testing::read_error(&RUGS, text), error);
    }
}
