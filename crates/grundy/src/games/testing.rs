//! Checks of a game's theory against its bare rules, for the unit tests of the game files.

use crate::context::Context;
use crate::game::Component;
use crate::game::{Family, Found, Game, Known, Move, NimLike};
use crate::nat::Nat;
use crate::outcome::Outcome;
use crate::ruleset::{Full, Options};
use crate::solve::Memo;
use crate::solve::tame::{Tame, TameMex};
use crate::syntax::{self, Args, ErrorKind, ReadError};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// Compares everything the game claims of the positions with brute force over its bare rules:
/// `known`, `moves_to` (every target from 0 to `greatest_target`), `reachable`, `nim_like`, `fickle`, `tame` and
/// `misere_law`.
/// Also that the rules push every move once and stop as soon as they are told to, and that every
/// move and position can be put in words.
///
/// Positions should be a few hundred at most, each with a few thousand positions below it.
#[track_caller]
pub(crate) fn check_theory<G: Game>(
    game: &G,
    positions: impl IntoIterator<Item = G::Position>,
    greatest_target: u64,
) {
    check_theory_where(game, positions, greatest_target, |_, _| false);
}

/// As [`check_theory`], for a game that is typed with the edges of a graph: on random graphs.
#[track_caller]
pub(crate) fn check_theory_on_graphs<G: Game + Default>() {
    let mut rng = fastrand::Rng::with_seed(8);
    for _ in 0..30 {
        let edges = (0..rng.u32(1..12)).map(|_| format!("{}-{}", rng.u32(1..8), rng.u32(1..8)));
        let text = format!("game(edges({}))", edges.collect::<Vec<_>>().join(","));
        let tree = syntax::parse(&text).unwrap();
        let args = tree[0].args.as_ref().unwrap();
        let placed = Arc::new(G::default()).read(args, &Context::default()).unwrap();
        check_theory(&*placed.game, placed.parts, 3);
    }
}

/// As [`check_theory`]; where `must` holds of position and target, `moves_to` must have an answer.
#[track_caller]
pub(crate) fn check_theory_where<G: Game>(
    game: &G,
    positions: impl IntoIterator<Item = G::Position>,
    greatest_target: u64,
    must: impl Fn(&G::Position, u64) -> bool,
) {
    let context = Context::default();
    let mut types = HashMap::new();
    let mut alone = HashMap::new();
    let mut memo = Memo::default();
    for position in positions {
        let here = format!("{}: {position:?}", game.title());
        let options = enumerate(game, &position);
        check_options(game, &position, &options, &here);
        let count = game.move_count(&position);
        assert!(count.is_none_or(|count| count == options.len()), "{here}: {count:?} moves");
        let value = memo.value(game, &position, &context).unwrap().number();
        match game.known(&position, &context).unwrap() {
            Some(Known::Value(known)) => assert_eq!(value.map(Nat::from), Some(known), "{here}"),
            Some(Known::Nonzero) => assert!(value.is_some_and(|v| v > 0), "{here}: {value:?}"),
            Some(Known::Loony) => assert_eq!(value, None, "{here}"),
            Some(Known::Loopy(set)) => panic!("{here}: infinite, {set:?}"),
            None => {}
        }
        if let Some(outcome) = game.outcome(&position, &context).unwrap() {
            assert_eq!(outcome, Outcome::of(value != Some(0)), "{here}");
        }
        let values: Vec<(Option<u64>, Move<G::Position>)> = options
            .iter()
            .map(|option| {
                let sum = option.sum.iter().try_fold(0, |sum, part| {
                    memo.value(game, part, &context).unwrap().number().map(|v| sum ^ v)
                });
                (sum.filter(|_| !option.wins), option.into())
            })
            .collect();
        for target in 0..=greatest_target {
            let to_target = values.iter().filter(|(value, _)| *value == Some(target));
            let mut expected: Vec<_> = to_target.map(|(_, to)| to.clone()).collect();
            expected.sort();
            for max in [0, 1, 2, 20, usize::MAX] {
                let here = format!("{here} to {target}, max {max}");
                match game.moves_to(&position, &Nat::from(target), max, &context).unwrap() {
                    Some(found) => {
                        assert!(found.count.is_some(), "{here}: not counted");
                        check_found(&found, &expected, max, &here);
                    }
                    None => assert!(!must(&position, target), "{here}: theory is silent"),
                }
            }
        }
        if let Some(bound) = game.reachable(&position) {
            assert!(bound <= reachable(game, &position).into(), "{here}: reachable {bound}");
        }
        let tame = tame_type(game, &position, &mut types);
        if game.nim_like() != NimLike::No {
            let fickle = matches!(tame, Some(Tame::Fickle(_)));
            assert!(tame.is_some() && fickle == value.is_some_and(|v| v <= 1), "{here}: {tame:?}");
        }
        if game.nim_like() == NimLike::Single {
            assert!(options.iter().all(|option| option.sum.len() == 1), "{here} splits");
        }
        if let Some(known) = game.tame(&position, &context).unwrap() {
            assert_eq!(Some(known), tame, "{here}: type in misère play");
        }
        if let Some(fickle) = game.fickle(&position) {
            assert_eq!(tame.map(|tame| matches!(tame, Tame::Fickle(_))), Some(fickle), "{here}");
            assert!(options.iter().all(|option| option.sum.len() == 1), "{here} splits");
        }
        if let Some(law) = game.misere_law() {
            let wins = wins_misere(game, &position, &mut alone);
            assert_eq!(law.outcome(&position, &context).unwrap(), Outcome::of(wins), "{here}");
            let lost = options.iter().filter(|to| !wins_misere(game, &to.sum[0], &mut alone));
            let mut expected: Vec<Move<_>> = lost.map(Move::from).collect();
            expected.sort();
            for max in [0, 1, 2, 20, usize::MAX] {
                let found = law.winning_moves(&position, max, &context).unwrap();
                assert!(found.count.is_some(), "{here}: not counted in misère play");
                check_found(&found, &expected, max, &format!("{here} in misère play"));
            }
            assert!(law.why(&position).iter().all(|line| !line.is_empty()), "{here}");
        }
        assert!(!game.method(&position).is_empty(), "{here}");
        assert!(game.why(&position).iter().all(|line| !line.is_empty()), "{here}");
        for (_, to) in &values {
            assert!(!game.print_move(&position, to).is_empty(), "{here}: {to:?}");
        }
    }
}

/// Whether the player to move wins misère play of a position alone, all of whose options are single positions.
fn wins_misere<G: Game>(
    game: &G,
    position: &G::Position,
    known: &mut HashMap<G::Position, bool>,
) -> bool {
    if let Some(&wins) = known.get(position) {
        return wins;
    }
    let options = enumerate(game, position);
    let wins = options.is_empty()
        || options.iter().any(|option| {
            let [to] = option.sum else {
                panic!("{option:?} of {position:?} is not a single position")
            };
            !wins_misere(game, to, known)
        });
    known.insert(position.clone(), wins);
    wins
}

/// What misère play sees of a position, from the rules.
fn tame_type<G: Game>(
    game: &G,
    position: &G::Position,
    types: &mut HashMap<G::Position, Option<Tame>>,
) -> Option<Tame> {
    if let Some(known) = types.get(position) {
        return *known;
    }
    let mut mex = TameMex::default();
    let mut all_tame = true;
    for option in enumerate(game, position).iter() {
        let sum = option.sum.iter().try_fold(Tame::empty(), |sum, part| {
            tame_type(game, part, types).map(|tame| sum.plus(&tame))
        });
        match sum {
            Some(sum) if !option.wins => mex.insert(&sum),
            _ => all_tame = false,
        }
    }
    let tame = mex.take().filter(|_| all_tame);
    types.insert(position.clone(), tame);
    tame
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
        assert!(seen.insert((sum, option.tag)), "{here}: {option:?} comes twice");
    }
    for limit in [0, 1, options.len() / 2] {
        let mut cut = Options::with_capacity_limit(limit);
        let result = game.options(position, &mut cut);
        assert_eq!(result, if limit < options.len() { Err(Full) } else { Ok(()) }, "{here}");
        assert!(cut.iter().eq(options.iter().take(limit)), "{here}");
    }
}

/// The number of positions reachable from `position`, itself among them.
pub(crate) fn reachable<G: Game>(game: &G, position: &G::Position) -> usize {
    let mut seen = HashSet::from([position.clone()]);
    let mut open = vec![position.clone()];
    while let Some(position) = open.pop() {
        for part in enumerate(game, &position).iter().flat_map(|option| option.sum) {
            if seen.insert(part.clone()) {
                open.push(part.clone());
            }
        }
    }
    seen.len()
}

/// The component that `text` is, a game of the family.
///
/// # Errors
/// What is wrong with the text.
#[track_caller]
pub(crate) fn place(family: &dyn Family, text: &str) -> Result<Arc<dyn Component>, ReadError> {
    let sum = syntax::parse(text)?;
    assert_eq!(sum.len(), 1, "{text}");
    assert!(family.owns(&sum[0]), "{text}");
    place_tree(family, &sum[0])
}

fn place_tree(
    family: &dyn Family,
    tree: &syntax::Component,
) -> Result<Arc<dyn Component>, ReadError> {
    let empty = Args { groups: vec![Vec::new()], span: tree.span };
    let game = family.configure(tree)?;
    let placed = game.place(tree.args.as_ref().unwrap_or(&empty), &Context::default())?;
    Ok(if tree.entailed { placed.entailed().expect("moves of this game entail") } else { placed })
}

/// Reads every small position and example of the family, prints it and reads it again: the same
/// positions, and the same text where the expression was a small position.
#[track_caller]
pub(crate) fn check_round_trip(family: &dyn Family) {
    check_round_trip_where(family, |_| true);
}

/// As [`check_round_trip`]; only the small positions of which `as_written` holds must be printed as
/// they are written.
#[track_caller]
pub(crate) fn check_round_trip_where(family: &dyn Family, as_written: impl Fn(&str) -> bool) {
    let small = family.small();
    assert!((1..400).contains(&small.len()), "{} small positions", small.len());
    assert_eq!(small.iter().collect::<HashSet<_>>().len(), small.len(), "a position twice");
    assert!(small.iter().any(|text| as_written(text)));
    let failed = |text: &str, error: ReadError| -> ! { panic!("{}", error.render(text)) };
    for text in &small {
        let placed = place(family, text).unwrap_or_else(|error| failed(text, error));
        if as_written(text) {
            assert_eq!(placed.print(), *text);
        }
        let again = check_reads_back(family, &*placed, text);
        assert!(again.is_none_or(|again| again.identity() == placed.identity()), "{text}");
        check_wins_are_seen(&*placed, text);
    }
    for text in family.card().examples {
        let sum = syntax::parse(text).unwrap_or_else(|error| failed(text, error));
        let own = sum.iter().filter(|tree| family.owns(tree)).collect::<Vec<_>>();
        assert!(!own.is_empty(), "{text} is another game");
        for tree in own {
            let placed = place_tree(family, tree).unwrap_or_else(|error| failed(text, error));
            let again = check_reads_back(family, &*placed, text);
            // In sums, components may stand in mid-play, printed as the start of a smaller game.
            let same = again.is_none_or(|again| again.identity() == placed.identity());
            assert!(same || sum.len() > 1, "{text}");
        }
    }
}

/// Parts with a move that wins at once say so.
#[track_caller]
fn check_wins_are_seen(placed: &dyn Component, text: &str) {
    for part in 0..placed.parts() {
        let all = placed.moves_kept(part, &mut |_| true, usize::MAX, &Context::default());
        let Ok(all) = all else { continue };
        let wins = all.listed.iter().any(|found| found.wins);
        assert_eq!(placed.may_win_at_once(part), wins, "{text}");
    }
}

/// What the component prints is read as the same positions again; `None` if it is no more than
/// `nim()`.
#[track_caller]
fn check_reads_back(
    family: &dyn Family,
    placed: &dyn Component,
    text: &str,
) -> Option<Arc<dyn Component>> {
    let printed = placed.print();
    if printed == "nim()" && placed.parts() == 0 {
        return None;
    }
    let again = place(family, &printed)
        .unwrap_or_else(|error| panic!("{text}: {}", error.render(&printed)));
    assert_eq!(again.print(), printed, "{text}");
    assert_eq!(again.parts(), placed.parts(), "{text} became {printed}");
    for part in 0..placed.parts() {
        assert!(placed.equal(part, again.position(part)), "{text} became {printed}");
        assert_eq!(placed.has_moves(part), again.has_moves(part), "{text} became {printed}");
    }
    Some(again)
}

/// The domain error that reading `text`, a game of the family, gives, as "message (character)";
/// it also says what was expected.
#[track_caller]
pub(crate) fn read_error(family: &dyn Family, text: &str) -> String {
    let error = match place(family, text) {
        Ok(placed) => panic!("{text} is {}", placed.print()),
        Err(error) => error,
    };
    assert_eq!(error.kind, ErrorKind::Domain, "{text}: {error}");
    assert!(error.help.is_some(), "{text}: {error}");
    format!("{} ({})", error.message, error.at(text).expect("a place"))
}
