//! For tests of games: theory and printing compared with the bare rules.

use crate::context::Context;
use crate::game::{Family, Found, Game, Known, Move};
use crate::nat::Nat;
use crate::ruleset::Options;
use crate::solve::Memo;
use crate::syntax;
use std::collections::HashSet;

/// Compares everything the game claims of these positions with brute force over its rules.
///
/// For targets up to `targets` the moves found by theory must be those of the rules; where `must`
/// holds of position and target, theory must have an answer.
pub fn check<G: Game>(
    game: &G,
    positions: impl IntoIterator<Item = G::Position>,
    targets: u64,
    must: impl Fn(&G::Position, u64) -> bool,
) {
    let context = Context::default();
    let mut memo = Memo::default();
    for position in positions {
        let value = memo.value(game, &position, &context).unwrap().number();
        match game.known(&position, &context).unwrap() {
            Some(Known::Value(known)) => {
                assert_eq!(Some(known), value.map(Nat::from), "{position:?}");
            }
            Some(Known::Nonzero) => assert!(value.is_some_and(|v| v > 0), "{position:?}"),
            Some(Known::Loony) => assert_eq!(value, None, "{position:?}"),
            None => {}
        }
        let mut options = Options::default();
        game.options(&position, &mut options).unwrap();
        let all: Vec<(Move<G::Position>, Option<u64>)> = options
            .iter()
            .map(|option| {
                let values = option.sum.iter().map(|part| memo.value(game, part, &context));
                let sum = values.fold((!option.wins).then_some(0), |sum, value| {
                    Some(sum? ^ value.unwrap().number()?)
                });
                (Move::from(option), sum)
            })
            .collect();
        let distinct: HashSet<_> = all.iter().map(|(to, _)| to).collect();
        assert_eq!(distinct.len(), all.len(), "a move of {position:?} is pushed twice");
        for target in 0..=targets {
            let mut wanted: Vec<_> =
                all.iter().filter(|(_, v)| *v == Some(target)).map(|(to, _)| to.clone()).collect();
            wanted.sort();
            for max in [0, 1, 2, usize::MAX] {
                let found = game.moves_to(&position, &Nat::from(target), max, &context).unwrap();
                let Some(Found { count, listed }) = found else {
                    assert!(!must(&position, target), "theory is silent: {position:?} {target}");
                    break;
                };
                assert_eq!(count, Some(Nat::from(wanted.len())), "{position:?} to {target}");
                assert_eq!(listed, wanted[..max.min(wanted.len())], "{position:?} to {target}");
            }
        }
        if let Some(bound) = game.reachable(&position) {
            let reached = reachable(game, &position);
            assert!(bound <= Nat::from(reached), "{position:?}: {bound} > {reached}");
        }
        game.why(&position);
        for (to, _) in &all {
            assert!(!game.print_move(&position, to).is_empty());
        }
    }
}

/// The number of positions that can come up, the first included.
pub fn reachable<G: Game>(game: &G, position: &G::Position) -> usize {
    let mut met = HashSet::from([position.clone()]);
    let mut open = vec![position.clone()];
    let mut options = Options::default();
    while let Some(position) = open.pop() {
        options.clear();
        game.options(&position, &mut options).unwrap();
        for part in options.iter().flat_map(|option| option.sum) {
            if met.insert(part.clone()) {
                open.push(part.clone());
            }
        }
    }
    met.len()
}

/// The component an expression names, read by this family.
pub fn place(
    family: &dyn Family,
    text: &str,
) -> Result<std::sync::Arc<dyn crate::component::Component>, syntax::ReadError> {
    let sum = syntax::parse(text)?;
    assert!(family.owns(&sum[0]), "{text}");
    family.configure(&sum[0])?.place(sum[0].args.as_ref().unwrap())
}

/// Small positions and examples print as text that reads back as the same position.
pub fn round_trip(family: &dyn Family) {
    let all = family.small();
    assert!(all.len() < 400, "{} small positions", all.len());
    let examples = family.card().examples.iter().copied().filter(|text| !text.contains('+'));
    for text in all.iter().map(String::as_str).chain(examples) {
        let first = place(family, text).unwrap_or_else(|error| panic!("{}", error.render(text)));
        let printed = first.print();
        let again = place(family, &printed)
            .unwrap_or_else(|error| panic!("{text}: {}", error.render(&printed)));
        assert_eq!(again.print(), printed, "{text}");
        assert_eq!(again.parts(), first.parts(), "{text}");
        assert_eq!(again.identity(), first.identity(), "{text}");
        for part in 0..first.parts() {
            assert!(again.equal(part, first.position(part)), "{text} {printed}");
            let _ = first.has_moves(part);
        }
    }
}

/// The message of a domain error that reading must give.
pub fn domain_error(family: &dyn Family, text: &str) -> String {
    match place(family, text) {
        Ok(_) => panic!("{text} was read"),
        Err(error) => {
            assert_eq!(error.kind, syntax::ErrorKind::Domain, "{text}: {error}");
            assert!(error.span.is_some() && error.help.is_some(), "{text}: {error}");
            error.message
        }
    }
}
