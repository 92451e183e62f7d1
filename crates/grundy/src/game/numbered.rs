//! A game with numbered positions, as searches of sums of different games need it.

use super::{Game, Known, NimLike};
use crate::context::{Context, Stop};
use crate::nat::to_u64;
use crate::solve::arena::{Interner, Numbered};
use crate::solve::tame::Tame;
use std::any::Any;
use std::sync::Arc;

/// The rules of a game with numbered positions, and its theory of misère play.
pub(super) struct NumberedGame<G: Game> {
    game: Arc<G>,
    rules: Interner<G>,
}

impl<G: Game> NumberedGame<G> {
    pub(super) fn new(game: Arc<G>) -> Self {
        Self { rules: Interner::new(game.clone()), game }
    }
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

    fn bytes(&self) -> u64 {
        self.rules.bytes()
    }

    fn number_of(&mut self, part: &dyn Any) -> Option<u32> {
        self.rules.number_of(part)
    }

    fn entails(&self) -> bool {
        self.game.entails()
    }

    fn is_entailed(&self, local: u32) -> bool {
        self.game.is_entailed(self.rules.position(local))
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
