//! Components of a sum with the types of their games forgotten.

use crate::context::{Context, LimitKind, Stop};
use crate::game::{AnyGame, Content, Entries, Found, Game, HeapLaw, Known, Line, Move, NimLike};
use crate::graph::Starts;
use crate::nat::{Nat, to_u64};
use crate::outcome::Outcome;
use crate::ruleset::{Full, Options};
use crate::solve::Memo;
use crate::solve::arena::{Interner, Numbered};
use crate::solve::listing;
use crate::solve::tame::Tame;
use crate::syntax::{Args, ReadError};
use std::any::Any;
use std::borrow::Cow;
use std::sync::{Arc, Mutex, PoisonError};

/// A component: a game with positions, each of which is a part of the sum.
///
/// Parts are numbered from 0 here.
pub trait Component: Send + Sync {
    /// Name and parameters of the game.
    fn title(&self) -> String;
    /// The number of parts.
    fn parts(&self) -> usize;
    /// The component as text that parses back.
    fn print(&self) -> String;
    /// One part alone, as text that parses back.
    fn print_part(&self, part: usize) -> String;
    /// As [`Game::picture`].
    fn picture(&self, part: usize) -> Vec<String>;
    /// Remarks made in reading.
    fn notes(&self) -> &[String];
    /// Equal identities and equal positions: the same position.
    fn identity(&self) -> String;
    /// The position of a part, for comparison and numbering.
    fn position(&self, part: usize) -> &dyn Any;
    /// Whether two parts of components of the same identity are equal.
    fn equal(&self, part: usize, other: &dyn Any) -> bool;
    /// The theorem applied to the part.
    fn method(&self, part: usize) -> Cow<'static, str>;
    /// The theorem in sentences.
    fn why(&self, part: usize) -> Vec<String>;
    /// As [`Game::by_options`].
    fn by_options(&self, part: usize) -> bool;

    /// All options of a part in the order of the rules, each with its value; `None` if there are
    /// more than `max`, or if the limits do not allow all values to be found.
    ///
    /// # Errors
    /// [`Stop`] when cancelled or when play can go round in a circle.
    fn option_values(
        &self,
        part: usize,
        max: usize,
        context: &Context<'_>,
    ) -> Result<Option<Vec<OptionValue>>, Stop>;

    /// As [`Game::nim_like`].
    fn nim_like(&self) -> NimLike;
    /// As [`Game::misere_refused`].
    fn misere_refused(&self) -> Option<&'static str>;

    /// What theory tells of the part.
    ///
    /// # Errors
    /// [`Stop`] when work for the proof hits a limit.
    fn known(&self, part: usize, context: &Context<'_>) -> Result<Option<Known>, Stop>;

    /// The Grundy value by the generic solver; `Known::Value` or `Known::Loony`.
    ///
    /// # Errors
    /// [`Stop`] at a limit; at once where the search is known to be out of reach.
    fn search(&self, part: usize, context: &Context<'_>) -> Result<Known, Stop>;

    /// The moves of a part to sums of value `target`, or those that win at once if there is no
    /// target.
    ///
    /// # Errors
    /// [`Stop`] when cancelled; past other limits the count is unknown.
    fn moves_to(
        &self,
        part: usize,
        target: Option<&Nat>,
        max: usize,
        context: &Context<'_>,
    ) -> Result<AnyFound, Stop>;

    /// The moves of a part whose number in the order of the rules `keep` accepts.
    ///
    /// # Errors
    /// [`Stop`] when cancelled; past other limits the count is unknown.
    fn moves_kept(
        &self,
        part: usize,
        keep: &mut dyn FnMut(usize) -> bool,
        max: usize,
        context: &Context<'_>,
    ) -> Result<AnyFound, Stop>;

    /// As [`Game::misere_alone`].
    fn misere_alone(&self, part: usize) -> Option<Outcome>;

    /// The moves that win misère play of the part alone; `None` where theory does not tell.
    ///
    /// # Errors
    /// [`Stop`] when cancelled.
    fn misere_moves(
        &self,
        part: usize,
        max: usize,
        context: &Context<'_>,
    ) -> Result<Option<AnyFound>, Stop>;

    /// The first moves of a part in the order of the rules, at most `max`; the count is known if
    /// these are all.
    fn some_moves(&self, part: usize, max: usize) -> AnyFound;

    /// As [`Ruleset::fault`](crate::ruleset::Ruleset::fault).
    fn fault(&self) -> Option<Stop>;

    /// As [`Game::reachable`].
    fn reachable(&self, part: usize) -> Option<Nat>;

    /// Whether the part has any move.
    fn has_moves(&self, part: usize) -> bool;

    /// The rules with numbered positions, for searches of sums.
    fn numbered(&self) -> Box<dyn Numbered>;
}

/// Moves of a part, types forgotten.
#[derive(Default)]
pub struct AnyFound {
    /// The exact number; `None` if it is not known.
    pub count: Option<Nat>,
    /// The first ones, ordered by what they leave.
    pub listed: Vec<AnyMove>,
}

/// A move of a part, type forgotten.
pub struct AnyMove {
    /// In plain notation.
    pub text: String,
    /// The component after the move.
    pub after: Arc<dyn Component>,
}

/// An option and what it is worth.
pub struct OptionValue {
    /// The move in plain notation.
    pub text: String,
    /// The value of what it leaves; `None` if that lets the other player win at once.
    pub value: Option<Nat>,
}

/// A game with what was found out about it so far.
pub struct Instance<G: Game> {
    game: Arc<G>,
    memo: Arc<Mutex<Memo<G::Position>>>,
}

impl<G: Game> Instance<G> {
    /// A game of which nothing is found out yet.
    pub fn new(game: Arc<G>) -> Self {
        Self { game, memo: Arc::default() }
    }
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

    fn values_to(&self, to: u64, context: &Context<'_>) -> Result<Option<Line>, Stop> {
        self.game.values_to(to, context)
    }

    fn table_hint(&self) -> Option<String> {
        self.game.table_hint()
    }

    fn entries_to(&self, to: &[u64], context: &Context<'_>) -> Result<Option<Entries>, Stop> {
        self.game.entries_to(to, context)
    }
}

/// A game and its parts.
struct PlacedGame<G: Game> {
    game: Arc<G>,
    memo: Arc<Mutex<Memo<G::Position>>>,
    parts: Vec<G::Position>,
    notes: Vec<String>,
}

impl<G: Game> PlacedGame<G> {
    /// The value of a position by theory, else by search.
    fn value(&self, position: &G::Position, context: &Context<'_>) -> Result<Known, Stop> {
        match self.game.known(position, context)? {
            Some(known @ (Known::Value(_) | Known::Loony)) => Ok(known),
            Some(Known::Nonzero) | None => self.search_position(position, context),
        }
    }

    fn search_position(
        &self,
        position: &G::Position,
        context: &Context<'_>,
    ) -> Result<Known, Stop> {
        let mut memo = self.memo.lock().unwrap_or_else(PoisonError::into_inner);
        if memo.get(&*self.game, position).is_none()
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
        let value = memo.value(&*self.game, position, context)?;
        Ok(value.number().map_or(Known::Loony, |number| Known::Value(Nat::from(number))))
    }

    fn moves_after(&self, part: usize, moves: Vec<Move<G::Position>>) -> Vec<AnyMove> {
        let from = &self.parts[part];
        let after = |to: &Move<G::Position>| {
            let (before, behind) = (&self.parts[..part], &self.parts[part + 1..]);
            let parts = before.iter().chain(&to.sum).chain(behind).cloned().collect();
            let (game, memo) = (self.game.clone(), self.memo.clone());
            Arc::new(Self { game, memo, parts, notes: Vec::new() })
        };
        moves
            .iter()
            .map(|to| AnyMove { text: self.game.print_move(from, to), after: after(to) })
            .collect()
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

    fn picture(&self, part: usize) -> Vec<String> {
        self.game.picture(&self.parts[part])
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
        if self.game.options(from, &mut options) == Err(Full) {
            return self.game.fault().map_or(Ok(None), Err);
        }
        let mut valued = Vec::with_capacity(options.len());
        for (step, option) in options.iter().enumerate() {
            context.tick("evaluating options", step as u64)?;
            let mut value = (!option.wins).then_some(Nat::ZERO);
            for position in option.sum {
                match self.value(position, context) {
                    Ok(Known::Value(v)) => value = value.map(|sum| sum ^ v),
                    Ok(_) => value = None,
                    Err(stop @ (Stop::Cancelled | Stop::Loop(_) | Stop::Faulty(_))) => {
                        return Err(stop);
                    }
                    Err(Stop::Limit { .. } | Stop::Refused(_)) => return Ok(None),
                }
            }
            valued.push(OptionValue { text: self.game.print_move(from, &option.into()), value });
        }
        Ok(Some(valued))
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

    fn search(&self, part: usize, context: &Context<'_>) -> Result<Known, Stop> {
        self.search_position(&self.parts[part], context)
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
            return Ok(AnyFound {
                count: found.count,
                listed: self.moves_after(part, found.listed),
            });
        }
        if target.is_none()
            && let Some(found) = self.game.immediate_wins(&self.parts[part], max)
        {
            return Ok(AnyFound {
                count: found.count,
                listed: self.moves_after(part, found.listed),
            });
        }
        let (options, mut complete) = self.options(part, context)?;
        let mut moves = Vec::new();
        for (step, option) in options.iter().enumerate() {
            context.tick("listing winning moves", step as u64)?;
            let wanted = match target {
                None => option.wins,
                Some(_) if option.wins => false,
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
                            Ok(Known::Loony | Known::Nonzero) => sum = None,
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
                moves.push(Move::from(option));
            }
        }
        let count = complete.then(|| Nat::from(moves.len()));
        moves.sort();
        moves.truncate(max);
        Ok(AnyFound { count, listed: self.moves_after(part, moves) })
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
        let mut moves: Vec<Move<G::Position>> = kept.map(|(_, option)| option.into()).collect();
        let count = complete.then(|| Nat::from(moves.len()));
        moves.sort();
        moves.truncate(max);
        Ok(AnyFound { count, listed: self.moves_after(part, moves) })
    }

    fn misere_alone(&self, part: usize) -> Option<Outcome> {
        self.game.misere_alone(&self.parts[part])
    }

    fn misere_moves(
        &self,
        part: usize,
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
                Some(Outcome::P) => moves.push(Move::from(option)),
                Some(Outcome::N) => {}
                None => return Ok(None),
            }
        }
        let found = Found::all(moves, max);
        Ok(Some(AnyFound { count: found.count, listed: self.moves_after(part, found.listed) }))
    }

    fn some_moves(&self, part: usize, max: usize) -> AnyFound {
        let mut options = Options::with_capacity_limit(max);
        let complete = self.game.options(&self.parts[part], &mut options) != Err(Full);
        let mut moves: Vec<_> = options.iter().map(Move::from).collect();
        let count = complete.then(|| Nat::from(moves.len()));
        moves.sort();
        AnyFound { count, listed: self.moves_after(part, moves) }
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

    fn numbered(&self) -> Box<dyn Numbered> {
        Box::new(NumberedGame { game: self.game.clone(), rules: Interner::new(self.game.clone()) })
    }
}

/// The rules of a game with numbered positions, and its theory of misère play.
struct NumberedGame<G: Game> {
    game: Arc<G>,
    rules: Interner<G>,
}

impl<G: Game> Numbered for NumberedGame<G> {
    fn expand(
        &mut self,
        local: u32,
        context: &Context<'_>,
        each: &mut dyn FnMut(&[u32], bool),
    ) -> Result<(), Stop> {
        self.rules.expand(local, context, each)
    }

    fn len(&self) -> usize {
        self.rules.len()
    }

    fn number_of(&mut self, part: &dyn Any) -> Option<u32> {
        self.rules.number_of(part)
    }

    fn is_wild(&self, local: u32) -> bool {
        self.game.is_wild(self.rules.position(local))
    }

    fn tame(&self, local: u32, context: &Context<'_>) -> Result<Option<Tame>, Stop> {
        let position = self.rules.position(local);
        if let Some(tame) = self.game.tame(position, context)? {
            return Ok(Some(tame));
        }
        if self.game.nim_like() == NimLike::No {
            return Ok(None);
        }
        let Some(Known::Value(value)) = self.game.known(position, context)? else {
            return Ok(None);
        };
        // Types are kept in machine words; longer heaps are left to the rule for values.
        Ok(to_u64(&value).map(|value| match value {
            0 | 1 => Tame::Fickle(value == 1),
            value => Tame::Firm(value),
        }))
    }
}

/// A number as text, long ones as a power of ten.
fn about(n: &Nat) -> String {
    let text = n.to_string();
    if text.len() <= 15 { text } else { format!("10^{}", text.len() - 1) }
}
