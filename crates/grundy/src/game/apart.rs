//! Games whose positions fall apart, as the search of misère play has them: parts by their numbers.

use super::Game;
use super::divided::{Ground, Part};
use crate::context::{Context, Stop};
use crate::ruleset::Options;
use crate::solve::listing;
use grundy_search::Keyed;
use std::any::Any;
use std::sync::Arc;

/// Positions as sums of parts that are told by numbers. Unlike in normal play parts of value 0 are parts, and
/// equal ones do not cancel.
pub trait Apart<P> {
    /// The parts of a position that have moves.
    fn parts(&self, position: &P) -> Vec<u128>;

    /// The rules of the parts.
    fn rules(&self) -> &dyn Keyed;

    /// A position as a certificate has it; `None` where the checker has not the rules.
    fn ground(&self, _position: &P) -> Option<Ground> {
        None
    }

    /// A part as a certificate has it, where there is such a [ground](Self::ground).
    fn told(&self, part: u128) -> Part {
        Part::Number(part)
    }

    /// What is wrong with the rules, after options could not be listed.
    fn fault(&self) -> Option<Stop> {
        None
    }
}

/// The same where the type of the positions is forgotten. Parts have the numbers of the game that this was made
/// of: it answers for positions of equal games too.
pub trait AnyApart {
    /// The parts of a position that have moves; `None` for a position of another type.
    fn parts(&self, position: &dyn Any) -> Option<Vec<u128>>;

    /// The parts of each option, in the order of the rules; `None` where moves win at once or must be answered.
    ///
    /// # Errors
    /// [`Stop`] when cancelled or if there are too many moves.
    fn options(
        &self,
        position: &dyn Any,
        context: &Context<'_>,
    ) -> Result<Option<Vec<Vec<u128>>>, Stop>;

    /// The rules of the parts.
    fn rules(&self) -> &dyn Keyed;

    /// As [`Apart::ground`]; `None` for a position of another type too.
    fn ground(&self, position: &dyn Any) -> Option<Ground>;

    /// As [`Apart::told`].
    fn told(&self, part: u128) -> Part;

    /// As [`Apart::fault`].
    fn fault(&self) -> Option<Stop>;
}

/// A game whose positions fall apart.
struct ApartGame<G> {
    game: Arc<G>,
    /// Whether parts are those of [`Game::proving_apart`], and not of [`Game::apart`].
    proving: bool,
}

/// What a game tells of its parts, those of certificates if it is `proving`; `None` where it tells nothing.
pub(super) fn apart<G: Game>(game: &Arc<G>, proving: bool) -> Option<Box<dyn AnyApart>> {
    let apart = ApartGame { game: game.clone(), proving };
    apart.found()?;
    Some(Box::new(apart))
}

impl<G: Game> ApartGame<G> {
    fn found(&self) -> Option<&dyn Apart<G::Position>> {
        if self.proving { self.game.proving_apart() } else { self.game.apart() }
    }

    fn apart(&self) -> &dyn Apart<G::Position> {
        self.found().expect("looked at when this was made")
    }
}

impl<G: Game> AnyApart for ApartGame<G> {
    fn parts(&self, position: &dyn Any) -> Option<Vec<u128>> {
        position.downcast_ref().map(|position| self.apart().parts(position))
    }

    fn options(
        &self,
        position: &dyn Any,
        context: &Context<'_>,
    ) -> Result<Option<Vec<Vec<u128>>>, Stop> {
        let Some(position) = position.downcast_ref() else { return Ok(None) };
        let mut options = Options::default();
        listing::list(&*self.game, position, &mut options, context)?;
        if options.iter().any(|option| option.wins) {
            return Ok(None);
        }
        let parts = |sum: &[G::Position]| sum.iter().flat_map(|p| self.apart().parts(p)).collect();
        Ok(Some(options.iter().map(|option| parts(option.sum)).collect()))
    }

    fn rules(&self) -> &dyn Keyed {
        self.apart().rules()
    }

    fn ground(&self, position: &dyn Any) -> Option<Ground> {
        position.downcast_ref().and_then(|position| self.apart().ground(position))
    }

    fn told(&self, part: u128) -> Part {
        self.apart().told(part)
    }

    fn fault(&self) -> Option<Stop> {
        self.apart().fault()
    }
}
