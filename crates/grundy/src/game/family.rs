//! Rows of the registry, and games with their types forgotten.

use super::{Card, Component, Content, Entries, HeapLaw, Line};
use crate::context::{Context, Stop};
use crate::graph::Starts;
use crate::heap::Code;
use crate::nat::Nat;
use crate::outcome::Play;
use crate::syntax::{self, Arg, ArgKind, Args, ReadError, Span};
use std::sync::Arc;

/// A row of the registry: a name that stands for a game with any parameters.
pub trait Family: Send + Sync {
    /// The catalogue's entry.
    fn card(&self) -> Card<'_>;

    /// Whether the component's head is this family's.
    fn owns(&self, component: &syntax::Component) -> bool {
        component.name() == Some(self.card().name)
    }

    /// The game with the parameters of `component`; of its arguments no more is looked at than their size, where
    /// large positions are a game of their own.
    ///
    /// # Errors
    /// [`ReadError`] with what is wrong and where.
    fn configure(&self, component: &syntax::Component) -> Result<Arc<dyn AnyGame>, ReadError>;

    /// All small positions, as expressions: what the conformance test walks.
    fn small(&self) -> Vec<String>;
}

/// A game with its type forgotten.
pub trait AnyGame: Send + Sync {
    /// Name and parameters.
    fn title(&self) -> String;

    /// Reads what stands in parentheses.
    ///
    /// # Errors
    /// [`ReadError`] with what is wrong and where.
    fn place(&self, args: &Args, context: &Context<'_>) -> Result<Arc<dyn Component>, ReadError>;

    /// The position of a table with these numbers as its arguments: one component, but several where the
    /// arguments are the letters of a [`Template`](crate::expr::Template).
    ///
    /// # Errors
    /// [`ReadError`]: there is no such position.
    fn sum_at(
        &self,
        numbers: &[Nat],
        context: &Context<'_>,
    ) -> Result<Vec<Arc<dyn Component>>, ReadError> {
        let span = Span::default();
        let arg = |n: &Nat| Arg { kind: ArgKind::Number(n.clone()), span };
        let args = Args { groups: vec![numbers.iter().map(arg).collect()], span };
        Ok(vec![self.place(&args, context)?])
    }

    /// How many letters stand for numbers; 0 but for a [`Template`](crate::expr::Template).
    fn letters(&self) -> usize {
        0
    }

    /// As [`Game::outcomes_to`](super::Game::outcomes_to).
    ///
    /// # Errors
    /// As there.
    fn outcomes_to(
        &self,
        to: &[u64],
        play: Play,
        context: &Context<'_>,
    ) -> Result<Option<Entries>, Stop>;

    /// As [`Game::every_start`](super::Game::every_start).
    ///
    /// # Errors
    /// As there.
    fn every_start(
        &self,
        args: &Args,
        content: Content,
        context: &Context<'_>,
    ) -> Result<Option<Starts>, ReadError>;

    /// As [`Game::p_positions`](super::Game::p_positions).
    ///
    /// # Errors
    /// [`Stop`] when cancelled.
    fn p_positions(
        &self,
        from: &Nat,
        to: &Nat,
        context: &Context<'_>,
    ) -> Result<Option<Vec<Vec<Nat>>>, Stop>;

    /// As [`Game::heap_law`](super::Game::heap_law).
    ///
    /// # Errors
    /// As there.
    fn heap_law(&self, upto: &Nat, context: &Context<'_>) -> Result<Option<HeapLaw>, Stop>;

    /// As [`Ruleset::entails`](crate::ruleset::Ruleset::entails).
    fn entails(&self) -> bool;

    /// As [`Game::code`](super::Game::code).
    fn code(&self) -> Option<(&Code, u64)>;

    /// As [`Game::as_code`](super::Game::as_code).
    fn as_code(&self) -> Option<(Code, u64)>;

    /// As [`Game::values_to`](super::Game::values_to).
    ///
    /// # Errors
    /// As there.
    fn values_to(&self, to: u64, context: &Context<'_>) -> Result<Option<Line>, Stop>;

    /// As [`Game::argument_names`](super::Game::argument_names).
    fn argument_names(&self) -> Vec<String>;

    /// As [`Game::table_end`](super::Game::table_end).
    fn table_end(&self) -> Option<u64>;

    /// As [`Game::table_hint`](super::Game::table_hint).
    fn table_hint(&self) -> Option<String>;

    /// As [`Game::entries_to`](super::Game::entries_to).
    ///
    /// # Errors
    /// As there.
    fn entries_to(&self, to: &[u64], context: &Context<'_>) -> Result<Option<Entries>, Stop>;
}
