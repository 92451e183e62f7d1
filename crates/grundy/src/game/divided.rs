//! Games whose positions fall apart: single questions about a value, answered by a search of their own.

use crate::context::{Context, Stop};
use crate::nat::Nat;

/// A search that knows the parts of positions.
///
/// Whether a value is a given one is less work than the value itself: that is how outcomes of sums and
/// winning moves are found.
pub trait Divided<P> {
    /// The Grundy value of a position.
    ///
    /// # Errors
    /// [`Stop`] at a limit or when cancelled.
    fn value(&self, position: &P, context: &Context<'_>) -> Result<u64, Stop>;

    /// Whether the Grundy value of a position is `value`.
    ///
    /// # Errors
    /// [`Stop`] at a limit or when cancelled.
    fn is(&self, position: &P, value: &Nat, context: &Context<'_>) -> Result<bool, Stop>;
}
