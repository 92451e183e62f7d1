//! Moves of one part with the type of the game forgotten. What is asked of them is written here, and
//! compiled once: a game adds no more than [`Listed`], which is compiled for each.

use crate::context::{Context, Stop};
use crate::game::{AnyFound, AnyMove, Known, OptionValue, PartSketch};
use crate::nat::Nat;
use crate::outcome::{Outcome, Play};
use crate::sketch::{Sketch, buttons};
use crate::solve::entailing::WinningSet;
use crate::sorting::{order, sort_places};
use std::cmp::Ordering;

/// The moves of one part, by number in the order of the rules, and the positions that each of them leaves.
pub(super) trait Listed {
    /// How many moves are listed.
    fn len(&self) -> usize;
    /// Whether these are all.
    fn is_complete(&self) -> bool;
    /// Whether a move wins at once.
    fn wins(&self, option: usize) -> bool;
    /// How many positions a move leaves.
    fn left(&self, option: usize) -> usize;
    /// Which move comes first where moves are listed by result.
    fn compare(&self, a: usize, b: usize) -> Ordering;
    /// The move in plain notation, and that it wins at once if that is to be said.
    fn text(&self, option: usize, wins: bool) -> String;
    /// The move with what it leaves of the component.
    fn made(&self, option: usize) -> AnyMove;
    /// What theory tells of a position left.
    fn known(
        &self,
        option: usize,
        place: usize,
        context: &Context<'_>,
    ) -> Result<Option<Known>, Stop>;
    /// The value of a position left, by theory or by search.
    fn value(&self, option: usize, place: usize, context: &Context<'_>) -> Result<Known, Stop>;
    /// Whether one of the positions left must be answered.
    fn leaves_entailed(&self, option: usize) -> bool;
    /// What the move adds to the winning set of its position.
    fn set(&self, option: usize, context: &Context<'_>) -> Result<WinningSet, Stop>;
    /// Whether what is left has this value, where positions fall apart; `None` elsewhere.
    fn sum_is(
        &self,
        option: usize,
        value: &Nat,
        context: &Context<'_>,
    ) -> Option<Result<bool, Stop>>;
    /// As [`Game::boxed`](crate::game::Game::boxed), of the first position left.
    fn boxed(
        &self,
        option: usize,
        play: Play,
        context: &Context<'_>,
    ) -> Result<Option<Outcome>, Stop>;
    /// As [`Game::misere_alone`](crate::game::Game::misere_alone), of the first position left.
    fn misere_alone(&self, option: usize) -> Option<Outcome>;
}

/// Moves that were gathered, in the order of their results; they are counted if they are `complete`.
pub(super) fn gathered(
    listed: &dyn Listed,
    mut moves: Vec<usize>,
    complete: bool,
    max: usize,
) -> AnyFound {
    let count = complete.then(|| Nat::from(moves.len()));
    sort_places(&mut moves, &|a, b| listed.compare(a, b));
    moves.truncate(max);
    AnyFound { count, listed: made(listed, &moves) }
}

/// What was listed: at limits less than all, otherwise the error.
pub(super) fn within_limits<'a>(
    (listed, result): (Box<dyn Listed + 'a>, Result<(), Stop>),
) -> Result<Box<dyn Listed + 'a>, Stop> {
    match result {
        Ok(()) | Err(Stop::Limit { .. }) => Ok(listed),
        Err(stop) => Err(stop),
    }
}

/// The moves that `keep` accepts.
pub(super) fn moves_kept(
    listed: &dyn Listed,
    keep: &mut dyn FnMut(usize) -> bool,
    max: usize,
) -> AnyFound {
    let moves = (0..listed.len()).filter(|&option| keep(option)).collect();
    gathered(listed, moves, listed.is_complete(), max)
}

/// All moves as they are listed.
pub(super) fn sorted(listed: &dyn Listed) -> Vec<usize> {
    order(listed.len(), &|a, b| listed.compare(a, b))
}

pub(super) fn made(listed: &dyn Listed, moves: &[usize]) -> Vec<AnyMove> {
    moves.iter().map(|&option| listed.made(option)).collect()
}

/// The moves as text.
pub(super) fn texts(listed: &dyn Listed, moves: &[usize]) -> Vec<String> {
    moves.iter().map(|&option| listed.text(option, listed.wins(option))).collect()
}

/// The value of what a move leaves; `None` if it is not found within the limits. A move that wins at
/// once leaves 0: the other player has lost.
pub(super) fn option_value(
    listed: &dyn Listed,
    option: usize,
    context: &Context<'_>,
) -> Result<Option<Known>, Stop> {
    let mut sum = Known::Value(Nat::ZERO);
    if listed.leaves_entailed(option) {
        return Ok(None);
    }
    if listed.wins(option) {
        return Ok(Some(sum));
    }
    for place in 0..listed.left(option) {
        let value = match listed.value(option, place, context) {
            Ok(value) => value,
            Err(stop @ (Stop::Cancelled | Stop::Loop(_) | Stop::Faulty(_))) => {
                return Err(stop);
            }
            Err(Stop::Limit { .. } | Stop::Refused(_)) => return Ok(None),
        };
        match sum.plus(&value) {
            Some(total) => sum = total,
            None => return Ok(None),
        }
    }
    Ok(Some(sum))
}

/// As [`Component::option_values`](crate::game::Component::option_values), of moves that are not too many.
pub(super) fn option_values(
    listed: &dyn Listed,
    context: &Context<'_>,
) -> Result<Option<Vec<OptionValue>>, Stop> {
    let mut valued = Vec::with_capacity(listed.len());
    for option in 0..listed.len() {
        context.tick("evaluating options", option as u64)?;
        let Some(value) = option_value(listed, option, context)? else { return Ok(None) };
        valued.push(OptionValue { text: listed.text(option, false), value });
    }
    Ok(Some(valued))
}

/// As [`Component::moves_beside`](crate::game::Component::moves_beside).
pub(super) fn moves_beside(
    listed: &dyn Listed,
    others: Option<&Nat>,
    max: usize,
    context: &Context<'_>,
) -> Result<AnyFound, Stop> {
    let mut complete = listed.is_complete();
    let mut moves = Vec::new();
    for option in 0..listed.len() {
        context.tick("listing winning moves", option as u64)?;
        match listed.set(option, context) {
            Ok(set) if set.wins_beside(others) => moves.push(option),
            Ok(_) => {}
            // One search past its limits is enough.
            Err(Stop::Limit { .. }) => {
                complete = false;
                break;
            }
            Err(Stop::Refused(_)) => complete = false,
            Err(stop) => return Err(stop),
        }
    }
    Ok(gathered(listed, moves, complete, max))
}

/// As [`Component::option_sets`](crate::game::Component::option_sets).
pub(super) fn option_sets(
    listed: &dyn Listed,
    max: usize,
    context: &Context<'_>,
) -> Result<Option<Vec<(String, WinningSet)>>, Stop> {
    if !listed.is_complete() || listed.len() > max {
        return Ok(None);
    }
    let mut sets = Vec::with_capacity(listed.len());
    for option in 0..listed.len() {
        let set = listed.set(option, context)?;
        sets.push((listed.text(option, listed.wins(option)), set));
    }
    Ok(Some(sets))
}

/// As [`Component::moves_by_value`](crate::game::Component::moves_by_value).
pub(super) fn moves_by_value(
    listed: &dyn Listed,
    keep: &dyn Fn(&Known) -> bool,
    max: usize,
    context: &Context<'_>,
) -> Result<AnyFound, Stop> {
    let mut complete = listed.is_complete();
    let mut moves = Vec::new();
    for option in 0..listed.len() {
        context.tick("listing moves by value", option as u64)?;
        match option_value(listed, option, context)? {
            None => complete = false,
            Some(value) if keep(&value) => moves.push(option),
            Some(_) => {}
        }
    }
    Ok(gathered(listed, moves, complete, max))
}

/// As [`Component::moves_to`](crate::game::Component::moves_to); `divided` says whether positions fall apart.
/// Where a search comes to a limit, the moves that theory tells are still found.
pub(super) fn moves_to(
    listed: &dyn Listed,
    target: Option<&Nat>,
    divided: bool,
    max: usize,
    context: &Context<'_>,
) -> Result<AnyFound, Stop> {
    let mut complete = listed.is_complete();
    let mut moves = Vec::new();
    for option in 0..listed.len() {
        match context.tick("listing winning moves", option as u64) {
            Err(Stop::Limit { .. }) if divided => complete = false,
            result => result?,
        }
        let wanted = match target {
            None => listed.wins(option),
            Some(_) if listed.wins(option) => false,
            Some(target) if divided => {
                let known = match known_sum(listed, option, context) {
                    Err(Stop::Limit { .. }) => None,
                    known => known?,
                };
                match known {
                    Some(value) => value == *target,
                    // One search past its limits is enough.
                    None if !complete => false,
                    None => match listed.sum_is(option, target, context) {
                        Some(Ok(has)) => has,
                        None | Some(Err(Stop::Limit { .. } | Stop::Refused(_))) => {
                            complete = false;
                            false
                        }
                        Some(Err(stop)) => return Err(stop),
                    },
                }
            }
            Some(target) => has_value(listed, option, target, &mut complete, context)?,
        };
        if wanted {
            moves.push(option);
        }
    }
    Ok(gathered(listed, moves, complete, max))
}

/// Whether what a move leaves has this value; not, and no longer complete, if limits forbid to find it.
fn has_value(
    listed: &dyn Listed,
    option: usize,
    target: &Nat,
    complete: &mut bool,
    context: &Context<'_>,
) -> Result<bool, Stop> {
    let left = listed.left(option);
    let mut sum = Some(Nat::ZERO);
    for place in 0..left {
        // To be told that the value is not 0 is enough where 0 is wanted.
        let known = match left {
            1 if target.is_zero() => listed.known(option, place, context),
            _ => Ok(None),
        };
        let value = match known {
            Ok(Some(known)) => Ok(known),
            // One search past its limits is enough.
            _ if !*complete => Ok(Known::Nonzero),
            _ => listed.value(option, place, context),
        };
        match value {
            Ok(Known::Value(value)) => sum = sum.map(|s| s ^ value),
            Ok(_) => sum = None,
            Err(stop @ (Stop::Cancelled | Stop::Loop(_) | Stop::Faulty(_))) => {
                return Err(stop);
            }
            Err(Stop::Limit { .. } | Stop::Refused(_)) => {
                *complete = false;
                sum = None;
            }
        }
    }
    Ok(sum.as_ref() == Some(target))
}

/// As [`Component::some_move_to`](crate::game::Component::some_move_to), where positions fall apart.
pub(super) fn some_move_to(
    listed: &dyn Listed,
    target: &Nat,
    context: &Context<'_>,
) -> Result<Option<AnyFound>, Stop> {
    if !listed.is_complete() || (0..listed.len()).any(|option| listed.wins(option)) {
        return Ok(None);
    }
    let found = |option| Ok(Some(AnyFound { count: None, listed: made(listed, &[option]) }));
    let mut asked = Vec::new();
    for option in 0..listed.len() {
        match known_sum(listed, option, context)? {
            Some(value) if value == *target => return found(option),
            Some(_) => {}
            None => asked.push(option),
        }
    }
    for option in asked {
        if listed.sum_is(option, target, context).transpose()? == Some(true) {
            return found(option);
        }
    }
    Ok(Some(AnyFound { count: Some(Nat::ZERO), listed: Vec::new() }))
}

/// The value of what a move leaves, if all these positions have values that are known.
fn known_sum(
    listed: &dyn Listed,
    option: usize,
    context: &Context<'_>,
) -> Result<Option<Nat>, Stop> {
    let mut total = Nat::ZERO;
    for place in 0..listed.left(option) {
        match listed.known(option, place, context)? {
            Some(Known::Value(value)) => total = &total ^ &value,
            _ => return Ok(None),
        }
    }
    Ok(Some(total))
}

/// The moves to this outcome, as `outcome` tells it of a move; `None` where it does not.
pub(super) fn moves_to_outcome(
    listed: &dyn Listed,
    wanted: Outcome,
    max: usize,
    context: &Context<'_>,
    outcome: &dyn Fn(usize) -> Result<Option<Outcome>, Stop>,
) -> Result<Option<AnyFound>, Stop> {
    if !listed.is_complete() {
        return Ok(None);
    }
    let mut moves = Vec::new();
    for option in 0..listed.len() {
        context.tick("listing winning moves", option as u64)?;
        match outcome(option)? {
            Some(outcome) if outcome == wanted => moves.push(option),
            Some(_) => {}
            None => return Ok(None),
        }
    }
    Ok(Some(gathered(listed, moves, true, max)))
}

/// As [`Component::boxed_moves`](crate::game::Component::boxed_moves).
pub(super) fn boxed_moves(
    listed: &dyn Listed,
    (play, wanted): (Play, Outcome),
    max: usize,
    context: &Context<'_>,
) -> Result<Option<AnyFound>, Stop> {
    moves_to_outcome(listed, wanted, max, context, &|option| match listed.left(option) {
        _ if listed.wins(option) => Ok(Some(Outcome::P)),
        0 => Ok(Some(play.of_finished())),
        1 => listed.boxed(option, play, context),
        _ => Ok(None),
    })
}

/// As [`Component::misere_moves`](crate::game::Component::misere_moves).
pub(super) fn misere_moves(
    listed: &dyn Listed,
    wanted: Outcome,
    max: usize,
    context: &Context<'_>,
) -> Result<Option<AnyFound>, Stop> {
    moves_to_outcome(listed, wanted, max, context, &|option| {
        Ok(match listed.left(option) {
            _ if listed.wins(option) => None,
            // Whoever has no move wins.
            0 => Some(Outcome::N),
            1 => listed.misere_alone(option),
            _ => None,
        })
    })
}

/// A drawing in which each of these moves has a place to click. Without a sketch of the game's own the
/// position stands there as text: `lines`.
pub(super) fn sketch(
    listed: &dyn Listed,
    mut moves: Vec<usize>,
    texts: &[String],
    drawn: Option<Sketch>,
    lines: &dyn Fn() -> Vec<String>,
) -> PartSketch {
    let mut complete = listed.is_complete();
    let mut sketch = drawn.unwrap_or_else(|| buttons::lines(&lines(), moves.len()));
    sketch.add_buttons(&|number| &*texts[number]);
    // What has no place even so is left out.
    let mut placed = sketch.gestures.iter().map(|gestures| !gestures.is_empty());
    moves.retain(|_| placed.next() == Some(true));
    if moves.len() < texts.len() {
        complete = false;
        sketch.gestures.retain(|gestures| !gestures.is_empty());
    }
    PartSketch { sketch, moves: made(listed, &moves), complete }
}
