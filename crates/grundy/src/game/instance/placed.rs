//! Positions of a game and what is found out about them: values by theory and search, moves listed.

use crate::context::{Context, LimitKind, Stop};
use crate::game::loops::Loops;
use crate::game::{AnyFound, AnyMove, Found, Game, Known, Move};
use crate::moves::sort;
use crate::nat::Nat;
use crate::outcome::Outcome;
use crate::ruleset::{OptionRef, Options};
use crate::solve::Memo;
use crate::solve::entailing::{Entailing, WinningSet};
use crate::solve::listing;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Why some games have no values.
const NO_THEORY: &str =
    "where play may go on for ever and moves must be answered there is no theory of values";

/// Winning sets are of rules of which moves may entail.
pub(super) const NO_ENTAILING: &str = "no moves of this game entail";

/// What searches of one game found out.
pub(super) struct Searched<P> {
    values: Mutex<Memo<P>>,
    /// Those of loopy rules.
    pub(super) loopy: Mutex<Loops<P>>,
    /// Those of rules of which moves may entail.
    entailing: Mutex<Entailing<P>>,
}

impl<P: Clone + Eq + std::hash::Hash> Default for Searched<P> {
    fn default() -> Self {
        Self { values: Mutex::default(), loopy: Mutex::default(), entailing: Mutex::default() }
    }
}

/// A move, and whether it wins at once.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Choice<P> {
    pub(super) to: Move<P>,
    pub(super) wins: bool,
}

impl<P: Clone> From<OptionRef<'_, P>> for Choice<P> {
    fn from(option: OptionRef<'_, P>) -> Self {
        Self { to: option.into(), wins: option.wins }
    }
}

/// A game and its parts.
pub(super) struct PlacedGame<G: Game> {
    pub(super) game: Arc<G>,
    pub(super) memo: Arc<Searched<G::Position>>,
    pub(super) parts: Vec<G::Position>,
    pub(super) notes: Vec<String>,
}

impl<G: Game> PlacedGame<G> {
    /// The value of a position by theory, else by search.
    pub(super) fn value(
        &self,
        position: &G::Position,
        context: &Context<'_>,
    ) -> Result<Known, Stop> {
        match self.game.known(position, context)? {
            Some(known @ (Known::Value(_) | Known::Loony | Known::Loopy(_))) => Ok(known),
            Some(Known::Nonzero) | None => self.search_position(position, context),
        }
    }

    pub(super) fn search_position(
        &self,
        position: &G::Position,
        context: &Context<'_>,
    ) -> Result<Known, Stop> {
        if G::MAY_LOOP && self.game.is_loopy() {
            if self.game.entails() {
                return Err(Stop::Refused(NO_THEORY.into()));
            }
            let mut loops = self.memo.loopy.lock().unwrap_or_else(PoisonError::into_inner);
            return loops.value(&*self.game, position, context);
        }
        if let Some(divided) = self.game.divided() {
            return Ok(Known::Value(divided.value(position, context)?.into()));
        }
        let mut memo = self.memo.values.lock().unwrap_or_else(PoisonError::into_inner);
        let found = if G::MAY_ENTAIL && self.game.entails() {
            self.entailing().is_found(position)
        } else {
            memo.get(&*self.game, position).is_some()
        };
        if !found
            && let Some(bound) = self.game.reachable(position)
            && bound > Nat::from(context.limits.positions)
        {
            return Err(Stop::Limit {
                kind: LimitKind::Positions,
                what: format!(
                    "a Grundy value by search needs at least {} positions, {} are allowed",
                    about(&bound),
                    context.limits.positions
                ),
            });
        }
        let value = if G::MAY_ENTAIL && self.game.entails() {
            self.entailing().value(&*self.game, position, context)?
        } else {
            memo.value(&*self.game, position, context)?
        };
        Ok(value.number().map_or(Known::Loony, |number| Known::Value(Nat::from(number))))
    }

    pub(super) fn entailing(&self) -> MutexGuard<'_, Entailing<G::Position>> {
        self.memo.entailing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What an option adds to the winning set of its position, where moves may entail.
    pub(super) fn option_set(
        &self,
        option: OptionRef<'_, G::Position>,
        context: &Context<'_>,
    ) -> Result<WinningSet, Stop> {
        if G::MAY_ENTAIL {
            self.entailing().option(&*self.game, option, context)
        } else {
            Err(Stop::Refused(NO_ENTAILING.into()))
        }
    }

    /// The value of what an option leaves; `None` if it is not found within the limits. A move that
    /// wins at once leaves 0: the other player has lost.
    pub(super) fn option_value(
        &self,
        option: OptionRef<'_, G::Position>,
        context: &Context<'_>,
    ) -> Result<Option<Known>, Stop> {
        let mut sum = Known::Value(Nat::ZERO);
        if G::MAY_ENTAIL
            && self.game.entails()
            && option.sum.iter().any(|part| self.game.is_entailed(part))
        {
            return Ok(None);
        }
        if option.wins {
            return Ok(Some(sum));
        }
        for position in option.sum {
            let value = match self.value(position, context) {
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

    /// The value of a sum, if all its positions have values that are known.
    pub(super) fn known_sum(
        &self,
        sum: &[G::Position],
        context: &Context<'_>,
    ) -> Result<Option<Nat>, Stop> {
        let mut total = Nat::ZERO;
        for position in sum {
            match self.game.known(position, context)? {
                Some(Known::Value(value)) => total = &total ^ &value,
                _ => return Ok(None),
            }
        }
        Ok(Some(total))
    }

    /// Whether a sum of positions that fall apart has this value; `None` past the limits, and where one
    /// search was past them already.
    pub(super) fn option_has_value(
        &self,
        sum: &[G::Position],
        value: &Nat,
        search: bool,
        context: &Context<'_>,
    ) -> Result<Option<bool>, Stop> {
        let Some(divided) = self.game.divided().filter(|_| search) else { return Ok(None) };
        match divided.sum_is(sum, value, context) {
            Ok(has) => Ok(Some(has)),
            Err(Stop::Limit { .. } | Stop::Refused(_)) => Ok(None),
            Err(stop) => Err(stop),
        }
    }

    /// A move in plain notation.
    pub(super) fn text(&self, part: usize, choice: &Choice<G::Position>) -> String {
        let from = &self.parts[part];
        match choice.wins {
            true => self.game.print_win(from, &choice.to),
            false => self.game.print_move(from, &choice.to),
        }
    }

    pub(super) fn moves_after(&self, part: usize, moves: Vec<Choice<G::Position>>) -> Vec<AnyMove> {
        let from = &self.parts[part];
        let after = |to: &Move<G::Position>| {
            let (before, behind) = (&self.parts[..part], &self.parts[part + 1..]);
            let parts = before.iter().chain(&to.sum).chain(behind).cloned().collect();
            let (game, memo) = (self.game.clone(), self.memo.clone());
            Arc::new(Self { game, memo, parts, notes: Vec::new() })
        };
        moves
            .iter()
            .map(|to| AnyMove {
                text: self.text(part, to),
                names: self.game.move_names(from, &to.to),
                after: after(&to.to),
                wins: to.wins,
            })
            .collect()
    }

    /// Moves that were gathered, in the order of their results; they are counted if they are `complete`.
    pub(super) fn gathered(
        &self,
        part: usize,
        mut moves: Vec<Choice<G::Position>>,
        complete: bool,
        max: usize,
    ) -> AnyFound {
        let count = complete.then(|| Nat::from(moves.len()));
        sort(&mut moves);
        moves.truncate(max);
        AnyFound { count, listed: self.moves_after(part, moves) }
    }

    /// The moves of a part to this outcome, as `outcome` tells it of an option; `None` where it does not.
    pub(super) fn moves_to_outcome(
        &self,
        part: usize,
        wanted: Outcome,
        max: usize,
        context: &Context<'_>,
        outcome: impl Fn(OptionRef<'_, G::Position>) -> Result<Option<Outcome>, Stop>,
    ) -> Result<Option<AnyFound>, Stop> {
        let (options, complete) = self.options(part, context)?;
        if !complete {
            return Ok(None);
        }
        let mut moves = Vec::new();
        for (step, option) in options.iter().enumerate() {
            context.tick("listing winning moves", step as u64)?;
            match outcome(option)? {
                Some(outcome) if outcome == wanted => moves.push(Choice::from(option)),
                Some(_) => {}
                None => return Ok(None),
            }
        }
        Ok(Some(self.gathered(part, moves, true, max)))
    }

    /// What theory found, with the types forgotten.
    pub(super) fn found(&self, part: usize, found: Found<G::Position>, wins: bool) -> AnyFound {
        let listed = found.listed.into_iter().map(|to| Choice { to, wins }).collect();
        AnyFound { count: found.count, listed: self.moves_after(part, listed) }
    }

    /// The options of a part as far as limits allow, and whether that is all of them.
    pub(super) fn options(
        &self,
        part: usize,
        context: &Context<'_>,
    ) -> Result<(Options<G::Position>, bool), Stop> {
        let mut options = Options::default();
        match listing::list(&*self.game, &self.parts[part], &mut options, context) {
            Ok(()) => Ok((options, true)),
            Err(Stop::Limit { .. }) => Ok((options, false)),
            Err(stop) => Err(stop),
        }
    }
}

/// A number as text, long ones as a power of ten.
fn about(n: &Nat) -> String {
    let text = n.to_string();
    if text.len() <= 15 { text } else { format!("10^{}", text.len() - 1) }
}
