//! The engines that compute nim-sequences: their contract, and the choice among them.
//!
//! Whatever the engine, the values are those of the plain definition; [`Plain`] is the judge of the
//! others.

mod bits;
mod pairs;
mod plain;
mod singles;
mod steps;
mod sums;

pub use pairs::Pairs;
pub use plain::Plain;
pub use singles::Takes;
pub use sums::Sums;

pub use super::space::Space;
use crate::context::{Context, Stop};
use std::io;

/// The state of a kernel beside values, as JSON that only the kernel understands.
pub type Notes = serde_json::Value;

/// Takes values of heaps in a row, with the first heap.
pub type Take<'a> = dyn FnMut(u64, &[u32]) -> io::Result<()> + 'a;

/// Values of heaps in a row, with the first heap, one list after the other.
pub type Pieces<'a> = dyn Iterator<Item = (u64, Vec<u32>)> + 'a;

/// What computes the values of a nim-sequence in order.
pub trait Kernel: Send {
    /// Its name, as told to the user.
    fn name(&self) -> &'static str;

    /// Computes the values of the next heaps, up to heap `to` inclusive, handing them on in order,
    /// in pieces: the first piece of the first call begins with heap 0.
    ///
    /// Nothing is handed on twice; a `to` that was reached already hands on nothing. After an error
    /// the values handed on are valid, and a further call continues after them.
    ///
    /// # Errors
    /// [`Stop`] at a limit or when cancelled.
    fn extend(
        &mut self,
        to: u64,
        context: &Context<'_>,
        out: &mut dyn FnMut(&[u32]),
    ) -> Result<(), Stop>;

    /// Takes the values of the heaps 0, 1, …, in pieces, instead of computing them; they are trusted. The
    /// kernel must be new, and continues after them.
    ///
    /// `false`: this kernel has to compute them again, and has computed nothing.
    ///
    /// # Errors
    /// [`Stop`] at a limit or when cancelled.
    fn restore(
        &mut self,
        _values: &mut dyn Iterator<Item = Vec<u32>>,
        _context: &Context<'_>,
    ) -> Result<bool, Stop> {
        Ok(false)
    }

    /// The state of the kernel beside the values that [`needed`](Self::needed) hands on. From both, a new
    /// kernel can [`resume`](Self::resume) without the other values.
    ///
    /// `None`: it never can. A new kernel says so already.
    fn notes(&self) -> Option<Notes> {
        None
    }

    /// Hands on the values that are needed to go on, heaps ascending. There may be gaps.
    ///
    /// # Errors
    /// Those of `out`.
    fn needed(&self, _out: &mut Take<'_>) -> io::Result<()> {
        Ok(())
    }

    /// Continues where another kernel of the same code stopped, after the values of the heaps below
    /// `handed`, from the state and the values that it gave. This kernel must be new.
    ///
    /// # Errors
    /// [`Stop`] at a limit; refused if this is not what such a kernel tells. Then this one is of no
    /// more use.
    fn resume(
        &mut self,
        _handed: u64,
        _notes: Notes,
        _pieces: &mut Pieces<'_>,
        _context: &Context<'_>,
    ) -> Result<(), Stop> {
        Err(not_its_own())
    }

    /// The sparse space that the kernel uses, if it uses one.
    fn space(&self) -> Option<&Space> {
        None
    }
}

/// The error for a state or values that no kernel of the code has given.
pub(super) fn not_its_own() -> Stop {
    Stop::Refused("this is not what the engine of the code needs to go on".into())
}

/// Hands on the pieces from heap `from` on, which must be there without gaps up to heap `to`
/// exclusive.
pub(super) fn in_a_row(
    mut from: u64,
    to: u64,
    pieces: &mut Pieces<'_>,
    mut each: impl FnMut(Vec<u32>) -> Result<(), Stop>,
) -> Result<(), Stop> {
    for (first, piece) in pieces {
        // No play of a heap of n counters takes more than 2n moves: each takes a counter or leaves
        // more heaps than there were.
        let mut heaps = (first..).zip(&piece);
        if first != from || heaps.any(|(n, &value)| u64::from(value) > 2 * n) {
            return Err(not_its_own());
        }
        from += piece.len() as u64;
        each(piece)?;
    }
    if from == to { Ok(()) } else { Err(not_its_own()) }
}

#[cfg(test)]
mod tests;
