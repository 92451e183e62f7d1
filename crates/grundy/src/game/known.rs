//! What theory tells of a position.

use crate::nat::Nat;

/// What theory tells of one part in normal play, without search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Known {
    /// The Grundy value.
    Value(Nat),
    /// The value is not 0 (the part alone is N), and the theory says no more.
    Nonzero,
    /// A move wins the whole game at once; there is no value.
    Loony,
}

/// Whether every position of a game is tame (see [`crate::solve::tame`]), and those of value 0 and
/// 1 fickle: then Grundy values decide misère play by the rule of misère Nim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NimLike {
    /// Not so, or not known.
    No,
    /// It is so.
    Yes,
    /// It is so, and every option is a single position: values tell the winning moves too.
    Single,
}
