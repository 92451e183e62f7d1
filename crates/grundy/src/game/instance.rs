//! A game and the positions typed of it, behind the trait that has forgotten their types.

use super::loops::Loops;
use super::numbered::NumberedGame;
use super::{
    AnyFound, AnyGame, AnyMove, Component, Content, Entries, Found, Game, HeapLaw, Known, Line,
    Move, NimLike, Offer, OptionValue, PartSketch,
};
use crate::context::{Context, LimitKind, Stop};
use crate::graph::Starts;
use crate::heap::{Code, HeapClasses};
use crate::nat::Nat;
use crate::outcome::{Outcome, Play};
use crate::ruleset::{Full, OptionRef, Options};
use crate::sketch::buttons;
use crate::solve::Memo;
use crate::solve::arena::Numbered;
use crate::solve::entailing::{Entailing, WinningSet};
use crate::solve::listing;
use crate::syntax::{Args, ReadError};
use std::any::Any;
use std::borrow::Cow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A game with what was found out about it so far.
pub struct Instance<G: Game> {
    game: Arc<G>,
    memo: Arc<Searched<G::Position>>,
}

/// Why some games have no values.
const NO_THEORY: &str =
    "where play may go on for ever and moves must be answered there is no theory of values";

/// What searches of one game found out.
struct Searched<P> {
    values: Mutex<Memo<P>>,
    /// Those of loopy rules.
    loopy: Mutex<Loops<P>>,
    /// Those of rules of which moves may entail.
    entailing: Mutex<Entailing<P>>,
}

impl<P: Clone + Eq + std::hash::Hash> Default for Searched<P> {
    fn default() -> Self {
        Self { values: Mutex::default(), loopy: Mutex::default(), entailing: Mutex::default() }
    }
}

impl<G: Game> Instance<G> {
    /// A game of which nothing is found out yet.
    pub fn new(game: Arc<G>) -> Self {
        Self { game, memo: Arc::default() }
    }
}

/// Forgets the type of a game.
pub fn erase<G: Game>(game: G) -> Arc<dyn AnyGame> {
    Arc::new(Instance::new(Arc::new(game)))
}

impl<G: Game> AnyGame for Instance<G> {
    fn title(&self) -> String {
        self.game.title()
    }

    fn place(&self, args: &Args, context: &Context<'_>) -> Result<Arc<dyn Component>, ReadError> {
        let placed = self.game.clone().read(args, context)?;
        let memo =
            if Arc::ptr_eq(&placed.game, &self.game) { self.memo.clone() } else { Arc::default() };
        Ok(Arc::new(PlacedGame {
            game: placed.game,
            memo,
            parts: placed.parts,
            notes: placed.notes,
        }))
    }

    fn outcomes_to(
        &self,
        to: &[u64],
        play: Play,
        context: &Context<'_>,
    ) -> Result<Option<Entries>, Stop> {
        self.game.outcomes_to(to, play, context)
    }

    fn every_start(
        &self,
        args: &Args,
        content: Content,
        context: &Context<'_>,
    ) -> Result<Option<Starts>, ReadError> {
        self.game.every_start(args, content, context)
    }

    fn p_positions(
        &self,
        from: &Nat,
        to: &Nat,
        context: &Context<'_>,
    ) -> Result<Option<Vec<Vec<Nat>>>, Stop> {
        self.game.p_positions(from, to, context)
    }

    fn heap_law(&self, upto: &Nat, context: &Context<'_>) -> Result<Option<HeapLaw>, Stop> {
        self.game.heap_law(upto, context)
    }

    fn entails(&self) -> bool {
        self.game.entails()
    }

    fn code(&self) -> Option<(&Code, u64)> {
        self.game.code()
    }

    fn values_to(&self, to: u64, context: &Context<'_>) -> Result<Option<Line>, Stop> {
        self.game.values_to(to, context)
    }

    fn argument_names(&self) -> Vec<String> {
        self.game.argument_names()
    }

    fn table_end(&self) -> Option<u64> {
        self.game.table_end()
    }

    fn table_hint(&self) -> Option<String> {
        self.game.table_hint()
    }

    fn entries_to(&self, to: &[u64], context: &Context<'_>) -> Result<Option<Entries>, Stop> {
        self.game.entries_to(to, context)
    }
}

/// A move, and whether it wins at once.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Choice<P> {
    to: Move<P>,
    wins: bool,
}

impl<P: Clone> From<OptionRef<'_, P>> for Choice<P> {
    fn from(option: OptionRef<'_, P>) -> Self {
        Self { to: option.into(), wins: option.wins }
    }
}

/// A game and its parts.
struct PlacedGame<G: Game> {
    game: Arc<G>,
    memo: Arc<Searched<G::Position>>,
    parts: Vec<G::Position>,
    notes: Vec<String>,
}

impl<G: Game> PlacedGame<G> {
    /// The value of a position by theory, else by search.
    fn value(&self, position: &G::Position, context: &Context<'_>) -> Result<Known, Stop> {
        match self.game.known(position, context)? {
            Some(known @ (Known::Value(_) | Known::Loony | Known::Loopy(_))) => Ok(known),
            Some(Known::Nonzero) | None => self.search_position(position, context),
        }
    }

    fn search_position(
        &self,
        position: &G::Position,
        context: &Context<'_>,
    ) -> Result<Known, Stop> {
        if self.game.is_loopy() {
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
        let found = match self.game.entails() {
            true => self.entailing().is_found(position),
            false => memo.get(&*self.game, position).is_some(),
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
        let value = match self.game.entails() {
            true => self.entailing().value(&*self.game, position, context)?,
            false => memo.value(&*self.game, position, context)?,
        };
        Ok(value.number().map_or(Known::Loony, |number| Known::Value(Nat::from(number))))
    }

    fn entailing(&self) -> MutexGuard<'_, Entailing<G::Position>> {
        self.memo.entailing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What an option adds to the winning set of its position, where moves may entail.
    fn option_set(
        &self,
        option: OptionRef<'_, G::Position>,
        context: &Context<'_>,
    ) -> Result<WinningSet, Stop> {
        self.entailing().option(&*self.game, option, context)
    }

    /// The value of what an option leaves; `None` if it is not found within the limits. A move that
    /// wins at once leaves 0: the other player has lost.
    fn option_value(
        &self,
        option: OptionRef<'_, G::Position>,
        context: &Context<'_>,
    ) -> Result<Option<Known>, Stop> {
        let mut sum = Known::Value(Nat::ZERO);
        if self.game.entails() && option.sum.iter().any(|part| self.game.is_entailed(part)) {
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

    /// Whether a position that falls apart has this value; `None` past the limits, and where one
    /// search was past them already.
    fn option_has_value(
        &self,
        position: &G::Position,
        value: &Nat,
        search: bool,
        context: &Context<'_>,
    ) -> Result<Option<bool>, Stop> {
        let Some(divided) = self.game.divided().filter(|_| search) else { return Ok(None) };
        match divided.is(position, value, context) {
            Ok(has) => Ok(Some(has)),
            Err(Stop::Limit { .. } | Stop::Refused(_)) => Ok(None),
            Err(stop) => Err(stop),
        }
    }

    /// A move in plain notation.
    fn text(&self, part: usize, choice: &Choice<G::Position>) -> String {
        let from = &self.parts[part];
        match choice.wins {
            true => self.game.print_win(from, &choice.to),
            false => self.game.print_move(from, &choice.to),
        }
    }

    fn moves_after(&self, part: usize, moves: Vec<Choice<G::Position>>) -> Vec<AnyMove> {
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

    /// What theory found, with the types forgotten.
    fn found(&self, part: usize, found: Found<G::Position>, wins: bool) -> AnyFound {
        let listed = found.listed.into_iter().map(|to| Choice { to, wins }).collect();
        AnyFound { count: found.count, listed: self.moves_after(part, listed) }
    }

    /// The options of a part as far as limits allow, and whether that is all of them.
    fn options(
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

impl<G: Game> Component for PlacedGame<G> {
    fn title(&self) -> String {
        self.game.title()
    }

    fn parts(&self) -> usize {
        self.parts.len()
    }

    fn print(&self) -> String {
        self.game.print_all(&self.parts)
    }

    fn print_part(&self, part: usize) -> String {
        self.game.print_all(std::slice::from_ref(&self.parts[part]))
    }

    fn shown(&self, part: usize) -> Option<String> {
        self.game.shown(&self.parts[part])
    }

    fn picture(&self, part: usize) -> Vec<String> {
        self.game.picture(&self.parts[part])
    }

    fn heaps(&self, part: usize) -> Vec<Nat> {
        self.game.heaps(&self.parts[part])
    }

    fn notes(&self) -> &[String] {
        &self.notes
    }

    fn identity(&self) -> String {
        self.game.identity()
    }

    fn position(&self, part: usize) -> &dyn Any {
        &self.parts[part]
    }

    fn equal(&self, part: usize, other: &dyn Any) -> bool {
        other.downcast_ref() == Some(&self.parts[part])
    }

    fn method(&self, part: usize) -> Cow<'static, str> {
        self.game.method(&self.parts[part])
    }

    fn why(&self, part: usize) -> Vec<String> {
        self.game.why(&self.parts[part])
    }

    fn by_options(&self, part: usize) -> bool {
        self.game.by_options(&self.parts[part])
    }

    fn option_values(
        &self,
        part: usize,
        max: usize,
        context: &Context<'_>,
    ) -> Result<Option<Vec<OptionValue>>, Stop> {
        let from = &self.parts[part];
        if self.game.move_count(from).is_some_and(|count| count > max) {
            return Ok(None);
        }
        let mut options = Options::with_capacity_limit(max);
        if self.game.options_within(from, &mut options, context) == Err(Full) {
            return self.game.fault().map_or(Ok(None), Err);
        }
        let mut valued = Vec::with_capacity(options.len());
        for (step, option) in options.iter().enumerate() {
            context.tick("evaluating options", step as u64)?;
            let Some(value) = self.option_value(option, context)? else { return Ok(None) };
            valued.push(OptionValue { text: self.game.print_move(from, &option.into()), value });
        }
        Ok(Some(valued))
    }

    fn is_loopy(&self) -> bool {
        self.game.is_loopy()
    }

    fn entails(&self) -> bool {
        self.game.entails()
    }

    fn is_entailed(&self, part: usize) -> bool {
        self.game.entails() && self.game.is_entailed(&self.parts[part])
    }

    fn entailed(&self) -> Option<Arc<dyn Component>> {
        let parts = self.parts.iter().map(|part| self.game.entailed(part));
        let (game, memo) = (self.game.clone(), self.memo.clone());
        let (parts, notes) = (parts.collect::<Option<_>>()?, self.notes.clone());
        Some(Arc::new(Self { game, memo, parts, notes }))
    }

    fn winning_set(&self, part: usize, context: &Context<'_>) -> Result<Arc<WinningSet>, Stop> {
        self.entailing().winning(&*self.game, &self.parts[part], context)
    }

    fn moves_beside(
        &self,
        part: usize,
        others: Option<&Nat>,
        max: usize,
        context: &Context<'_>,
    ) -> Result<AnyFound, Stop> {
        let (options, mut complete) = self.options(part, context)?;
        let mut moves = Vec::new();
        for (step, option) in options.iter().enumerate() {
            context.tick("listing winning moves", step as u64)?;
            match self.option_set(option, context) {
                Ok(set) if set.wins_beside(others) => moves.push(Choice::from(option)),
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
        let count = complete.then(|| Nat::from(moves.len()));
        moves.sort();
        moves.truncate(max);
        Ok(AnyFound { count, listed: self.moves_after(part, moves) })
    }

    fn option_sets(
        &self,
        part: usize,
        max: usize,
        context: &Context<'_>,
    ) -> Result<Option<Vec<(String, WinningSet)>>, Stop> {
        let (options, complete) = self.options(part, context)?;
        if !complete || options.len() > max {
            return Ok(None);
        }
        let mut sets = Vec::with_capacity(options.len());
        for option in options.iter() {
            let set = self.option_set(option, context)?;
            sets.push((self.text(part, &option.into()), set));
        }
        Ok(Some(sets))
    }

    fn counter(&self, part: usize, context: &Context<'_>) -> Result<Option<u64>, Stop> {
        let position = &self.parts[part];
        if let Some(counter) = self.game.counter(position, context)? {
            return Ok(Some(counter));
        }
        let searched = self.game.is_loopy() && !self.game.entails();
        if self.game.known(position, context)?.is_some() || !searched {
            return Ok(None);
        }
        let mut loops = self.memo.loopy.lock().unwrap_or_else(PoisonError::into_inner);
        loops.counter(&*self.game, position, context)
    }

    fn moves_by_value(
        &self,
        part: usize,
        keep: &dyn Fn(&Known) -> bool,
        max: usize,
        context: &Context<'_>,
    ) -> Result<AnyFound, Stop> {
        let (options, mut complete) = self.options(part, context)?;
        let mut moves = Vec::new();
        for (step, option) in options.iter().enumerate() {
            context.tick("listing moves by value", step as u64)?;
            match self.option_value(option, context)? {
                None => complete = false,
                Some(value) if keep(&value) => moves.push(Choice::from(option)),
                Some(_) => {}
            }
        }
        let count = complete.then(|| Nat::from(moves.len()));
        moves.sort();
        moves.truncate(max);
        Ok(AnyFound { count, listed: self.moves_after(part, moves) })
    }

    fn nim_like(&self) -> NimLike {
        self.game.nim_like()
    }

    fn misere_refused(&self) -> Option<&'static str> {
        self.game.misere_refused()
    }

    fn known(&self, part: usize, context: &Context<'_>) -> Result<Option<Known>, Stop> {
        self.game.known(&self.parts[part], context)
    }

    fn outcome(&self, part: usize, context: &Context<'_>) -> Result<Option<Outcome>, Stop> {
        self.game.outcome(&self.parts[part], context)
    }

    fn search(&self, part: usize, context: &Context<'_>) -> Result<Known, Stop> {
        self.search_position(&self.parts[part], context)
    }

    fn has_value(
        &self,
        part: usize,
        value: &Nat,
        context: &Context<'_>,
    ) -> Result<Option<bool>, Stop> {
        let divided = self.game.divided();
        divided.map(|divided| divided.is(&self.parts[part], value, context)).transpose()
    }

    fn some_move_to(
        &self,
        part: usize,
        target: &Nat,
        context: &Context<'_>,
    ) -> Result<Option<AnyFound>, Stop> {
        let Some(divided) = self.game.divided() else { return Ok(None) };
        let (options, complete) = self.options(part, context)?;
        let one = |option: OptionRef<'_, G::Position>| match option.sum {
            [only] if !option.wins => Some((only.clone(), Choice::from(option))),
            _ => None,
        };
        let Some(left) = options.iter().map(one).collect::<Option<Vec<_>>>().filter(|_| complete)
        else {
            return Ok(None);
        };
        let found = |choice| {
            let listed = self.moves_after(part, vec![choice]);
            Ok(Some(AnyFound { count: None, listed }))
        };
        let mut asked = Vec::new();
        for (position, choice) in left {
            match self.game.known(&position, context)? {
                Some(Known::Value(value)) if value == *target => return found(choice),
                Some(Known::Value(_)) => {}
                _ => asked.push((position, choice)),
            }
        }
        for (position, choice) in asked {
            if divided.is(&position, target, context)? {
                return found(choice);
            }
        }
        Ok(Some(AnyFound { count: Some(Nat::ZERO), listed: Vec::new() }))
    }

    fn is_divided(&self) -> bool {
        self.game.divided().is_some()
    }

    fn moves_to(
        &self,
        part: usize,
        target: Option<&Nat>,
        max: usize,
        context: &Context<'_>,
    ) -> Result<AnyFound, Stop> {
        if let Some(target) = target
            && let Some(found) = self.game.moves_to(&self.parts[part], target, max, context)?
        {
            return Ok(self.found(part, found, false));
        }
        if target.is_none()
            && let Some(found) = self.game.immediate_wins(&self.parts[part], max)
        {
            return Ok(self.found(part, found, true));
        }
        let (options, mut complete) = self.options(part, context)?;
        let mut moves = Vec::new();
        for (step, option) in options.iter().enumerate() {
            context.tick("listing winning moves", step as u64)?;
            let wanted = match target {
                None => option.wins,
                Some(_) if option.wins => false,
                Some(target) if self.game.divided().is_some() && option.sum.len() == 1 => {
                    match self.option_has_value(&option.sum[0], target, complete, context)? {
                        Some(has) => has,
                        None => {
                            complete = false;
                            false
                        }
                    }
                }
                Some(target) => {
                    let mut sum = Some(Nat::ZERO);
                    for position in option.sum {
                        // To be told that the value is not 0 is enough where 0 is wanted.
                        let known = match option.sum {
                            [only] if target.is_zero() => self.game.known(only, context),
                            _ => Ok(None),
                        };
                        let value = match known {
                            Ok(Some(known)) => Ok(known),
                            // One search past its limits is enough.
                            _ if !complete => Ok(Known::Nonzero),
                            _ => self.value(position, context),
                        };
                        match value {
                            Ok(Known::Value(value)) => sum = sum.map(|s| s ^ value),
                            Ok(_) => sum = None,
                            Err(stop @ (Stop::Cancelled | Stop::Loop(_) | Stop::Faulty(_))) => {
                                return Err(stop);
                            }
                            Err(Stop::Limit { .. } | Stop::Refused(_)) => {
                                complete = false;
                                sum = None;
                            }
                        }
                    }
                    sum.as_ref() == Some(target)
                }
            };
            if wanted {
                moves.push(Choice::from(option));
            }
        }
        let count = complete.then(|| Nat::from(moves.len()));
        moves.sort();
        moves.truncate(max);
        Ok(AnyFound { count, listed: self.moves_after(part, moves) })
    }

    fn code(&self) -> Option<&Code> {
        self.game.code().map(|(code, _)| code)
    }

    fn moves_by_class(
        &self,
        part: usize,
        classes: &HeapClasses<&dyn Fn(u64) -> u32>,
        keep: &dyn Fn(&[u32]) -> bool,
        max: usize,
        context: &Context<'_>,
    ) -> Result<Option<AnyFound>, Stop> {
        let found = self.game.moves_by_class(&self.parts[part], classes, keep, max, context)?;
        Ok(found.map(|found| self.found(part, found, false)))
    }

    fn moves_kept(
        &self,
        part: usize,
        keep: &mut dyn FnMut(usize) -> bool,
        max: usize,
        context: &Context<'_>,
    ) -> Result<AnyFound, Stop> {
        let (options, complete) = self.options(part, context)?;
        let kept = options.iter().enumerate().filter(|&(i, _)| keep(i));
        let mut moves: Vec<Choice<_>> = kept.map(|(_, option)| option.into()).collect();
        let count = complete.then(|| Nat::from(moves.len()));
        moves.sort();
        moves.truncate(max);
        Ok(AnyFound { count, listed: self.moves_after(part, moves) })
    }

    fn moves_order(&self, part: usize, context: &Context<'_>) -> Result<Vec<usize>, Stop> {
        let mut options = Options::default();
        crate::solve::listing::list(&*self.game, &self.parts[part], &mut options, context)?;
        let mut moves: Vec<(Choice<_>, usize)> =
            options.iter().enumerate().map(|(i, option)| (option.into(), i)).collect();
        moves.sort();
        Ok(moves.into_iter().map(|(_, i)| i).collect())
    }

    fn fixed_length(&self, part: usize, play: Play) -> Option<Nat> {
        self.game.fixed_length(&self.parts[part], play)
    }

    fn fickle_moves(
        &self,
        part: usize,
        one: bool,
        max: usize,
        context: &Context<'_>,
    ) -> Result<Option<AnyFound>, Stop> {
        let found = self.game.fickle_moves(&self.parts[part], one, max, context)?;
        Ok(found.map(|found| self.found(part, found, false)))
    }

    fn is_boxed(&self) -> bool {
        self.game.is_boxed()
    }

    fn boxed(
        &self,
        part: usize,
        play: Play,
        context: &Context<'_>,
    ) -> Result<Option<Outcome>, Stop> {
        self.game.boxed(&self.parts[part], play, context)
    }

    fn boxed_moves(
        &self,
        part: usize,
        (play, wanted): (Play, Outcome),
        max: usize,
        context: &Context<'_>,
    ) -> Result<Option<AnyFound>, Stop> {
        let (options, complete) = self.options(part, context)?;
        if !complete {
            return Ok(None);
        }
        let mut moves = Vec::new();
        for (step, option) in options.iter().enumerate() {
            context.tick("listing winning moves", step as u64)?;
            let outcome = match option.sum {
                _ if option.wins => Some(Outcome::P),
                [] => Some(play.of_finished()),
                [only] => self.game.boxed(only, play, context)?,
                _ => None,
            };
            match outcome {
                Some(outcome) if outcome == wanted => moves.push(Choice::from(option)),
                Some(_) => {}
                None => return Ok(None),
            }
        }
        let count = Some(Nat::from(moves.len()));
        moves.sort();
        moves.truncate(max);
        Ok(Some(AnyFound { count, listed: self.moves_after(part, moves) }))
    }

    fn misere_alone(&self, part: usize) -> Option<Outcome> {
        self.game.misere_alone(&self.parts[part])
    }

    fn misere_moves(
        &self,
        part: usize,
        wanted: Outcome,
        max: usize,
        context: &Context<'_>,
    ) -> Result<Option<AnyFound>, Stop> {
        let (options, complete) = self.options(part, context)?;
        if !complete {
            return Ok(None);
        }
        let mut moves = Vec::new();
        for (step, option) in options.iter().enumerate() {
            context.tick("listing winning moves", step as u64)?;
            let outcome = match option.sum {
                _ if option.wins => None,
                // Who has no move wins.
                [] => Some(Outcome::N),
                [only] => self.game.misere_alone(only),
                _ => None,
            };
            match outcome {
                Some(outcome) if outcome == wanted => moves.push(Move::from(option)),
                Some(_) => {}
                None => return Ok(None),
            }
        }
        let found = Found::all(moves, max);
        Ok(Some(self.found(part, found, false)))
    }

    fn some_moves(&self, part: usize, max: usize) -> AnyFound {
        let mut options = Options::with_capacity_limit(max);
        let complete = self.game.options(&self.parts[part], &mut options) != Err(Full);
        let mut moves: Vec<_> = options.iter().map(Choice::from).collect();
        let count = complete.then(|| Nat::from(moves.len()));
        moves.sort();
        AnyFound { count, listed: self.moves_after(part, moves) }
    }

    fn sketch(&self, part: usize, max: usize) -> PartSketch {
        let from = &self.parts[part];
        let mut options = Options::with_capacity_limit(max);
        // Moves that are dear to build are not begun with if they are too many.
        let few = self.game.move_count(from).is_none_or(|count| count <= max);
        let mut complete = few && self.game.options(from, &mut options) != Err(Full);
        let mut choices: Vec<_> = options.iter().map(Choice::from).collect();
        choices.sort();
        let texts: Vec<String> = choices.iter().map(|choice| self.text(part, choice)).collect();
        let offer = |(choice, text): (_, _)| {
            let Choice { to, wins }: &Choice<G::Position> = choice;
            Offer { to, text, wins: *wins }
        };
        let offers: Vec<_> =
            choices.iter().zip(texts.iter().map(String::as_str)).map(offer).collect();
        let drawn = self.game.sketch(from, &offers);
        let mut sketch = drawn.unwrap_or_else(|| {
            let mut lines = self.game.picture(from);
            if lines.is_empty() {
                lines.push(self.print_part(part));
            }
            buttons::lines(&lines, choices.len())
        });
        sketch.add_buttons(|number| &texts[number]);
        // What has no place even so is left out.
        let mut placed = sketch.gestures.iter().map(|gestures| !gestures.is_empty());
        choices.retain(|_| placed.next() == Some(true));
        if choices.len() < texts.len() {
            complete = false;
            sketch.gestures.retain(|gestures| !gestures.is_empty());
        }
        PartSketch { sketch, moves: self.moves_after(part, choices), complete }
    }

    fn fault(&self) -> Option<Stop> {
        self.game.fault()
    }

    fn reachable(&self, part: usize) -> Option<Nat> {
        self.game.reachable(&self.parts[part])
    }

    fn has_moves(&self, part: usize) -> bool {
        if let Some(count) = self.game.move_count(&self.parts[part]) {
            return count > 0;
        }
        let mut options = Options::with_capacity_limit(1);
        self.game.options(&self.parts[part], &mut options) == Err(Full) || !options.is_empty()
    }

    fn with_parts(&self, parts: &[usize]) -> Arc<dyn Component> {
        let (game, memo) = (self.game.clone(), self.memo.clone());
        let parts = parts.iter().map(|&part| self.parts[part].clone()).collect();
        Arc::new(Self { game, memo, parts, notes: Vec::new() })
    }

    fn numbered(&self) -> Box<dyn Numbered> {
        Box::new(NumberedGame::new(self.game.clone()))
    }
}

/// A number as text, long ones as a power of ten.
fn about(n: &Nat) -> String {
    let text = n.to_string();
    if text.len() <= 15 { text } else { format!("10^{}", text.len() - 1) }
}
