//! A game of the catalogue with its type forgotten, and what was found out about it.

mod component;
mod listed;
mod placed;

use super::{AnyGame, Component, Content, Entries, Game, HeapLaw, Line};
use crate::context::{Context, Stop};
use crate::graph::Starts;
use crate::heap::Code;
use crate::nat::Nat;
use crate::outcome::Play;
use crate::syntax::{Args, ReadError};
use placed::{PlacedGame, Searched};
use std::sync::Arc;

/// A game with what was found out about it so far.
pub struct Instance<G: Game> {
    game: Arc<G>,
    memo: Arc<Searched<G::Position>>,
}

impl<G: Game> Instance<G> {
    /// A game of which nothing is found out yet.
    pub fn new(game: Arc<G>) -> Self {
        Self { game, memo: Arc::default() }
    }
}

/// Forgets the type of a game.
pub fn erase<G: Game>(game: G) -> Arc<dyn AnyGame> {
    debug_assert!(G::MAY_LOOP || !game.is_loopy(), "{} lacks MAY_LOOP", game.title());
    debug_assert!(G::MAY_ENTAIL || !game.entails(), "{} lacks MAY_ENTAIL", game.title());
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

    fn as_code(&self) -> Option<(Code, u64)> {
        self.game.as_code()
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
