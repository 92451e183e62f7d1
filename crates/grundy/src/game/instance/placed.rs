//! Positions of a game and what is found out about them: values by theory and search, moves listed.

use super::listed::Listed;
use crate::context::{Context, LimitKind, Stop};
use crate::game::loops::Loops;
use crate::game::{AnyFound, AnyMove, Component, Found, Game, Known, Move};
use crate::nat::Nat;
use crate::outcome::{Outcome, Play};
use crate::ruleset::{Full, OptionRef, Options};
use crate::solve::Memo;
use crate::solve::entailing::{Entailing, WinningSet};
use crate::solve::listing;
use std::cmp::Ordering;
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
        if !found && let Some(bound) = self.game.reachable(position) {
            in_reach(&bound, context)?;
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

    /// The component with other positions in the place of its own.
    pub(super) fn with(&self, parts: Vec<G::Position>, notes: Vec<String>) -> Arc<dyn Component> {
        Arc::new(Self { game: self.game.clone(), memo: self.memo.clone(), parts, notes })
    }

    /// A move in plain notation, and that it wins at once if it does.
    pub(super) fn text(&self, part: usize, to: &Move<G::Position>, wins: bool) -> String {
        let from = &self.parts[part];
        if wins { self.game.print_win(from, to) } else { self.game.print_move(from, to) }
    }

    /// A move with what it leaves of the component.
    fn made(&self, part: usize, to: &Move<G::Position>, wins: bool) -> AnyMove {
        let text = self.text(part, to, wins);
        let names = self.game.move_names(&self.parts[part], to);
        let mut parts = Vec::with_capacity(self.parts.len() + to.sum.len());
        parts.extend_from_slice(&self.parts[..part]);
        parts.extend_from_slice(&to.sum);
        parts.extend_from_slice(&self.parts[part + 1..]);
        AnyMove { text, names, after: self.with(parts, Vec::new()), wins }
    }

    /// What theory found, with the types forgotten.
    pub(super) fn found(&self, part: usize, found: Found<G::Position>, wins: bool) -> AnyFound {
        let mut listed = Vec::with_capacity(found.listed.len());
        for to in &found.listed {
            listed.push(self.made(part, to, wins));
        }
        AnyFound { count: found.count, listed }
    }

    /// The options of a part as far as limits allow, and what was in the way of more.
    pub(super) fn listed(
        &self,
        part: usize,
        context: &Context<'_>,
    ) -> (Box<dyn Listed + '_>, Result<(), Stop>) {
        let mut options = Options::default();
        let result = listing::list(&*self.game, &self.parts[part], &mut options, context);
        (self.listed_here(part, options, result.is_ok()), result)
    }

    /// These options of a part, all of them if they are `complete`.
    pub(super) fn listed_here(
        &self,
        part: usize,
        options: Options<G::Position>,
        complete: bool,
    ) -> Box<dyn Listed + '_> {
        debug_assert!(
            G::MAY_WIN || options.iter().all(|option| !option.wins),
            "{} lacks MAY_WIN",
            self.game.title()
        );
        Box::new(PartOptions { placed: self, part, options, complete })
    }

    /// The first options of a part in the order of the rules.
    pub(super) fn first_options(&self, part: usize, max: usize) -> PartOptions<'_, G> {
        let mut options = Options::with_capacity_limit(max);
        let complete = self.game.options(&self.parts[part], &mut options) != Err(Full);
        PartOptions { placed: self, part, options, complete }
    }
}

/// The options of a part: what of a list of moves is compiled for each game.
pub(super) struct PartOptions<'a, G: Game> {
    pub(super) placed: &'a PlacedGame<G>,
    pub(super) part: usize,
    pub(super) options: Options<G::Position>,
    pub(super) complete: bool,
}

impl<G: Game> PartOptions<'_, G> {
    /// The positions that an option leaves.
    fn sum(&self, option: usize) -> &[G::Position] {
        self.options.get(option).sum
    }
}

impl<G: Game> Listed for PartOptions<'_, G> {
    fn len(&self) -> usize {
        self.options.len()
    }

    fn is_complete(&self) -> bool {
        self.complete
    }

    fn wins(&self, option: usize) -> bool {
        self.options.get(option).wins
    }

    fn left(&self, option: usize) -> usize {
        self.sum(option).len()
    }

    fn compare(&self, a: usize, b: usize) -> Ordering {
        let key = |option: OptionRef<'_, _>| (option.tag, option.wins);
        let (a, b) = (self.options.get(a), self.options.get(b));
        a.sum.cmp(b.sum).then_with(|| key(a).cmp(&key(b)))
    }

    fn text(&self, option: usize, wins: bool) -> String {
        self.placed.text(self.part, &self.options.get(option).into(), wins)
    }

    fn made(&self, option: usize) -> AnyMove {
        let option = self.options.get(option);
        self.placed.made(self.part, &option.into(), option.wins)
    }

    fn known(
        &self,
        option: usize,
        place: usize,
        context: &Context<'_>,
    ) -> Result<Option<Known>, Stop> {
        self.placed.game.known(&self.sum(option)[place], context)
    }

    fn value(&self, option: usize, place: usize, context: &Context<'_>) -> Result<Known, Stop> {
        self.placed.value(&self.sum(option)[place], context)
    }

    fn leaves_entailed(&self, option: usize) -> bool {
        let game = &*self.placed.game;
        G::MAY_ENTAIL
            && game.entails()
            && self.sum(option).iter().any(|part| game.is_entailed(part))
    }

    fn set(&self, option: usize, context: &Context<'_>) -> Result<WinningSet, Stop> {
        if G::MAY_ENTAIL {
            let option = self.options.get(option);
            self.placed.entailing().option(&*self.placed.game, option, context)
        } else {
            Err(Stop::Refused(NO_ENTAILING.into()))
        }
    }

    fn sum_is(
        &self,
        option: usize,
        value: &Nat,
        context: &Context<'_>,
    ) -> Option<Result<bool, Stop>> {
        let divided = self.placed.game.divided()?;
        Some(divided.sum_is(self.sum(option), value, context))
    }

    fn boxed(
        &self,
        option: usize,
        play: Play,
        context: &Context<'_>,
    ) -> Result<Option<Outcome>, Stop> {
        self.placed.game.boxed(&self.sum(option)[0], play, context)
    }

    fn misere_alone(&self, option: usize) -> Option<Outcome> {
        self.placed.game.misere_alone(&self.sum(option)[0])
    }
}

/// Whether the limits allow a search of this many positions at least.
fn in_reach(bound: &Nat, context: &Context<'_>) -> Result<(), Stop> {
    if *bound <= Nat::from(context.limits.positions) {
        return Ok(());
    }
    Err(Stop::Limit {
        kind: LimitKind::Positions,
        what: format!(
            "a Grundy value by search needs at least {} positions, {} are allowed",
            about(bound),
            context.limits.positions
        ),
    })
}

/// A number as text, long ones as a power of ten.
fn about(n: &Nat) -> String {
    let text = n.to_string();
    if text.len() <= 15 { text } else { format!("10^{}", text.len() - 1) }
}
