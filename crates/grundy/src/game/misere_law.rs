//! Theorems about misère play of a position that stands alone.

use super::Found;
use crate::context::{Context, Stop};
use crate::outcome::Outcome;

/// A theorem that tells who wins misère play of a position alone, at any size, and by which moves.
///
/// It says nothing of sums: in a sum with other games misère play depends on more than the outcome (see
/// [`crate::solve::tame`]). Every option is a single position.
pub trait MisereLaw<P> {
    /// Who wins the position alone.
    ///
    /// # Errors
    /// [`Stop`] when work needed for it hits a limit.
    fn outcome(&self, position: &P, context: &Context<'_>) -> Result<Outcome, Stop>;

    /// The moves to P-positions, at most `max` of them listed in the order of their results.
    ///
    /// # Errors
    /// [`Stop`] when work needed for it hits a limit.
    fn winning_moves(
        &self,
        position: &P,
        max: usize,
        context: &Context<'_>,
    ) -> Result<Found<P>, Stop>;

    /// The name of the theorem, for the line that says why.
    fn theorem(&self) -> &'static str;

    /// The theorem at work on a position, a sentence a line.
    fn why(&self, position: &P) -> Vec<String>;
}
