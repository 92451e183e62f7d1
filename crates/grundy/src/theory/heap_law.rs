//! What theories tell of the values of all heaps of a game at once.

use crate::nat::Nat;

/// How the values of single heaps go on, for heaps of any size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HeapLaw {
    /// G(n) = n.
    Size,
    /// G(n) = n mod m, m at least 1.
    Residue(Nat),
    /// G(n + length) = G(n) for all n >= start; length is at least 1.
    Period {
        /// A preperiod.
        start: Nat,
        /// A period.
        length: Nat,
    },
}
