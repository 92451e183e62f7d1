//! What theory tells of a position.

use crate::nat::Nat;
use crate::outcome::Outcome;

/// What theory tells of one part in normal play, without search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Known {
    /// The Grundy value.
    Value(Nat),
    /// The value is not 0 (the part alone is N), and the theory says no more.
    Nonzero,
    /// A move wins the whole game at once; there is no value.
    Loony,
    /// The loopy value is infinite; the numbers that the options have, ascending.
    Loopy(Vec<Nat>),
}

impl Known {
    /// The value of the sum of two positions; `None` if one of them is only known not to be 0.
    ///
    /// A sum with an infinite part is infinite: its options have the numbers of that part's options,
    /// each nim-added to the other part; with two infinite parts none of them has a number.
    pub fn plus(&self, other: &Self) -> Option<Self> {
        Some(match (self, other) {
            (Self::Nonzero, _) | (_, Self::Nonzero) => return None,
            (Self::Loony, _) | (_, Self::Loony) => Self::Loony,
            (Self::Value(a), Self::Value(b)) => Self::Value(a ^ b),
            (Self::Loopy(_), Self::Loopy(_)) => Self::Loopy(Vec::new()),
            (Self::Value(a), Self::Loopy(set)) | (Self::Loopy(set), Self::Value(a)) => {
                let mut set: Vec<Nat> = set.iter().map(|b| a ^ b).collect();
                set.sort_unstable();
                Self::Loopy(set)
            }
        })
    }

    /// Who wins a position of this value; `None` where it is not told.
    pub fn outcome(&self) -> Option<Outcome> {
        Some(match self {
            Self::Nonzero => return None,
            Self::Loony => Outcome::N,
            Self::Value(value) => Outcome::of(!value.is_zero()),
            Self::Loopy(set) if set.iter().any(Nat::is_zero) => Outcome::N,
            Self::Loopy(_) => Outcome::D,
        })
    }
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
