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

    /// Whether the Grundy value of a sum of positions is `value`: of all but the last the values are found.
    ///
    /// # Errors
    /// [`Stop`] at a limit or when cancelled.
    fn sum_is(&self, sum: &[P], value: &Nat, context: &Context<'_>) -> Result<bool, Stop> {
        let Some((last, others)) = sum.split_last() else { return Ok(value.is_zero()) };
        let others = others
            .iter()
            .try_fold(0, |sum, position| Ok::<_, Stop>(sum ^ self.value(position, context)?))?;
        self.is(last, &(value ^ &Nat::from(others)), context)
    }
}
