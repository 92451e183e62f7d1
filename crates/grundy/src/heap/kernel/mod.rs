//! What computes nim-sequences: the contract of the engines, and the choice among them.
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

use super::Code;
use super::sparse::Sparse;
use crate::context::{Context, Stop};
use std::io;

/// What a kernel knows beside values: its own business, kept for it as JSON.
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
    /// the values handed on are good, and a further call goes on behind them.
    ///
    /// # Errors
    /// [`Stop`] at a limit or when cancelled.
    fn extend(
        &mut self,
        to: u64,
        context: &Context<'_>,
        out: &mut dyn FnMut(&[u32]),
    ) -> Result<(), Stop>;

    /// Takes the values of the heaps 0, 1, … from a place that is trusted instead of computing
    /// them: the kernel, which must be new, goes on behind them. They come in pieces.
    ///
    /// `false`: this kernel has to compute them again. Then it is as new.
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

    /// What the kernel knows where it stands, beside the values that [`needed`](Self::needed) hands
    /// on: from both a new kernel can [`resume`](Self::resume) when all other values are gone.
    ///
    /// `None`: it cannot, now or later. A new kernel says so already.
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

    /// Goes on, as new, where a kernel of the same code stood that had handed on the values of the
    /// heaps below `handed`, from what it told of itself then.
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

    /// The sparse space, where the kernel found one.
    fn space(&self) -> Option<&Space> {
        None
    }
}

/// What is said of notes and values that no kernel of the code has told.
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

/// A sparse space of a nim-sequence: nearly all heaps are common.
///
/// Let c(n) be the number of ones of G(n) & `mask`, to which n + t is added if `parity` (t: what a
/// splitting move takes; with `parity` all of them are odd, or all are even). The heap n is rare if
/// c(n) is even. Then a splitting move to two rare or to two common heaps has a value that would be
/// rare at n, one to a rare and a common heap a value that would be common.
///
/// A sparse space is what was seen of the heaps computed, not a theorem about those beyond.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Space {
    /// Which bits of a value are counted.
    pub mask: u32,
    /// Whether the parity of the heap enters.
    pub parity: bool,
    /// The rare heaps with their values, ascending.
    pub rare: Vec<(u64, u32)>,
}

/// The engine for a code: the fastest that is right for it.
///
/// ```
/// use grundy::heap::{Code, kernel};
/// let kayles: Code = "0.77".parse().unwrap();
/// let mut values = Vec::new();
/// kernel::choose(&kayles)
///     .extend(9, &Default::default(), &mut |piece| values.extend_from_slice(piece))
///     .unwrap();
/// assert_eq!(values, [0, 1, 2, 3, 1, 4, 3, 2, 1, 4]);
/// ```
pub fn choose(code: &Code) -> Box<dyn Kernel> {
    match code.most_heaps() {
        Some(0 | 1) => Box::new(Takes::new(code)),
        Some(2) if Sparse::suits(code) => Box::new(Sparse::new(code)),
        Some(2) if Pairs::suits(code) => Box::new(Pairs::new(code)),
        _ if Sums::suits(code) => Box::new(Sums::new(code)),
        _ => Box::new(Plain::new(code)),
    }
}

#[cfg(test)]
mod tests;
