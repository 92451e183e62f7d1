//! Why there is no such numeration system.

use crate::automaton::Overrun;

/// Why there is no such system.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SystemError {
    /// The words are not all natural numbers in order.
    #[error(
        "the valid words are not over one track, closed under adding and removing zeros in front, \
         and infinitely many"
    )]
    Words,
    /// A law of addition that does not hold.
    #[error("the adder is refuted: it is not so that {0}")]
    Adder(&'static str),
    /// A limit was reached.
    #[error(transparent)]
    Overrun(#[from] Overrun),
}
