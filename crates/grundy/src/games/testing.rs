//! Checks of a game's theory against its bare rules, for the unit tests of the game files.

use crate::context::Context;
use crate::game::{Family, Found, Game, Known, Move};
use crate::nat::Nat;
use crate::ruleset::{Full, Options};
use crate::solve::Memo;
use crate::syntax;
use std::collections::HashSet;

/// Compares `known`, `moves_to` (every target from 0 to `greatest_target`), `reachable` and
/// `nim_like` with brute force over the bare rules, for each of the positions; also that the
/// rules push every move once and stop as soon as they are told to.
///
/// Positions should be a few hundred at most, each with a few thousand positions below it.
#[track_caller]
pub(crate) fn check_theory<G: Game>(
    game: &G,
    positions: impl IntoIterator<Item = G::Position>,
    greatest_target: u64,
) {
    let context = Context::default();
    let mut memo = Memo::default();
    for position in positions {
        let here = format!("{}: {position:?}", game.title());
        let options = enumerate(game, &position);
        check_options(game, &position, &options, &here);
        let value = memo.value(game, &position, &context).unwrap().number();
        match game.known(&position, &context).unwrap() {
            Some(Known::Value(known)) => assert_eq!(value.map(Nat::from), Some(known), "{here}"),
            Some(Known::Nonzero) => assert!(value.is_some_and(|v| v > 0), "{here}: {value:?}"),
            Some(Known::Loony) => assert_eq!(value, None, "{here}"),
            None => {}
        }
        for target in 0..=greatest_target {
            let mut expected: Vec<Move<G::Position>> = Vec::new();
            for option in options.iter().filter(|option| !option.wins) {
                let sum = option.sum.iter().try_fold(0, |sum, part| {
                    memo.value(game, part, &context).unwrap().number().map(|v| sum ^ v)
                });
                if sum == Some(target) {
                    expected.push(option.into());
                }
            }
            expected.sort();
            for max in [0, 1, 20] {
                let found = game.moves_to(&position, &Nat::from(target), max, &context).unwrap();
                if let Some(found) = found {
                    check_found(&found, &expected, max, &format!("{here} to {target}, max {max}"));
                }
            }
        }
        if let Some(bound) = game.reachable(&position) {
            let below = closure(game, &position);
            assert!(bound <= Nat::from(below.len()), "{here}: reachable {bound}");
        }
        if game.nim_like() {
            assert!(value != Some(0) || options.is_empty(), "{here} is not finished");
            assert!(options.iter().all(|option| option.sum.len() == 1), "{here} splits");
        }
    }
}

/// Compares an answer of `moves_to` with all the moves it should know of, sorted.
#[track_caller]
pub(crate) fn check_found<P: Ord + std::fmt::Debug + Clone>(
    found: &Found<P>,
    expected: &[Move<P>],
    max: usize,
    here: &str,
) {
    let wanted = &expected[..max.min(expected.len())];
    if let Some(count) = &found.count {
        assert_eq!(*count, Nat::from(expected.len()), "{here}");
        assert_eq!(found.listed, wanted, "{here}");
        return;
    }
    // Of a number that is not known, at least one move is told.
    assert!(found.listed.len() <= max, "{here}");
    assert!(found.listed.is_sorted(), "{here}");
    assert!(found.listed.iter().all(|to| expected.contains(to)), "{here}");
    assert_eq!(found.listed.is_empty(), wanted.is_empty(), "{here}");
}

/// All moves, in the order of the rules.
pub(crate) fn enumerate<G: Game>(game: &G, position: &G::Position) -> Options<G::Position> {
    let mut options = Options::default();
    game.options(position, &mut options).unwrap();
    options
}

/// Each move once, and no push after the one that was refused.
#[track_caller]
fn check_options<G: Game>(
    game: &G,
    position: &G::Position,
    options: &Options<G::Position>,
    here: &str,
) {
    let mut seen = HashSet::new();
    for option in options.iter() {
        let mut sum = option.sum.to_vec();
        sum.sort();
        assert!(seen.insert((sum, option.tag, option.wins)), "{here}: {option:?} comes twice");
    }
    for limit in [0, 1, options.len() / 2] {
        let mut cut = Options::with_capacity_limit(limit);
        let result = game.options(position, &mut cut);
        assert_eq!(result, if limit < options.len() { Err(Full) } else { Ok(()) }, "{here}");
        assert!(cut.iter().eq(options.iter().take(limit)), "{here}");
    }
}

/// The positions reachable from `position`, itself among them.
fn closure<G: Game>(game: &G, position: &G::Position) -> HashSet<G::Position> {
    let mut seen = HashSet::from([position.clone()]);
    let mut open = vec![position.clone()];
    while let Some(position) = open.pop() {
        for part in enumerate(game, &position).iter().flat_map(|option| option.sum) {
            if seen.insert(part.clone()) {
                open.push(part.clone());
            }
        }
    }
    seen
}

/// Reads every small position and example of the family, prints it and reads it again: the same
/// positions, and the same text where the expression was a small position.
#[track_caller]
pub(crate) fn check_round_trip(family: &dyn Family) {
    let small = family.small();
    assert!(!small.is_empty());
    assert_eq!(small.iter().collect::<HashSet<_>>().len(), small.len(), "a position twice");
    let examples = family.card().examples.iter().map(|text| (*text).to_owned());
    let is_small = std::iter::repeat_n(true, small.len()).chain(std::iter::repeat(false));
    for (text, is_small) in small.iter().cloned().chain(examples).zip(is_small) {
        let sum = syntax::parse(&text).unwrap_or_else(|e| panic!("{}", e.render(&text)));
        for tree in sum.iter().filter(|tree| family.owns(tree)) {
            let place = |tree: &syntax::Component| {
                let game = family.configure(tree).unwrap();
                let empty = syntax::Args { groups: vec![Vec::new()], span: tree.span };
                game.place(tree.args.as_ref().unwrap_or(&empty))
                    .unwrap_or_else(|e| panic!("{}", e.render(&text)))
            };
            let placed = place(tree);
            let printed = placed.print();
            if is_small {
                assert_eq!(printed, text);
            }
            if placed.parts() == 0 {
                continue;
            }
            let again =
                syntax::parse(&printed).unwrap_or_else(|e| panic!("{}", e.render(&printed)));
            assert_eq!(again.len(), 1, "{printed}");
            let again = place(&again[0]);
            assert_eq!(again.parts(), placed.parts(), "{printed}");
            for part in 0..placed.parts() {
                assert!(placed.equal(part, again.position(part)), "{text} became {printed}");
            }
        }
    }
}

/// The error that reading `text`, a game of the family, gives, as "message (character)".
#[track_caller]
pub(crate) fn read_error(family: &dyn Family, text: &str) -> String {
    let sum = syntax::parse(text).unwrap_or_else(|e| panic!("{}", e.render(text)));
    let args = sum[0].args.clone().expect("arguments");
    let error = match family.configure(&sum[0]).and_then(|game| game.place(&args)) {
        Ok(placed) => panic!("{text} is {}", placed.print()),
        Err(error) => error,
    };
    format!("{} ({})", error.message, error.at(text).expect("a place"))
}
