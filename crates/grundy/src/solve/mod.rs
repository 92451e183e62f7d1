//! Generic solvers over [`Ruleset`](crate::ruleset::Ruleset): they know no particular game.

pub mod apart;
pub mod arena;
pub mod born;
pub mod classes;
pub mod dense;
pub mod entailing;
pub mod forms;
mod forms_apart;
pub mod genera;
pub mod genus;
pub mod kept;
pub mod lengths;
pub mod listing;
mod memo;
mod packed;
pub mod search;
pub mod sum;
pub mod tame;
pub(crate) mod tame_types;

pub use memo::{Memo, grundy_value};

use std::fmt;

/// What normal play makes of a position: a Grundy value, or loony.
///
/// A position is *loony* when any sum that contains it is N: one of its moves wins the whole game at
/// once, or what its moves entail comes to the same. It has no Grundy value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Value(u32);

impl Value {
    /// The code for a loony position; above every Grundy value a search can reach.
    pub const LOONY: Self = Self(u32::MAX - 3);
    /// The greatest Grundy value representable; the codes above it are for tables.
    pub const MAX: u64 = u32::MAX as u64 - 4;

    /// The Grundy value `number`, if it is representable.
    pub fn new(number: u64) -> Option<Self> {
        (number <= Self::MAX).then_some(Self(number as u32))
    }

    /// The Grundy value; `None` if loony.
    #[inline]
    pub fn number(self) -> Option<u64> {
        (self != Self::LOONY).then_some(u64::from(self.0))
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.number() {
            Some(number) => number.fmt(f),
            None => f.write_str("loony"),
        }
    }
}
