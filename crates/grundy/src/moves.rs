//! Moves in one part, and lists of them with an exact count.

use crate::nat::Nat;
use crate::ruleset::OptionRef;
use crate::sorting::sort;

/// A move in one part: the sum it leaves in place of the part, and its tag.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move<P> {
    /// What is left in place of the part.
    pub sum: Vec<P>,
    /// As in [`OptionRef::tag`].
    pub tag: u64,
}

impl<P: Clone> From<OptionRef<'_, P>> for Move<P> {
    fn from(option: OptionRef<'_, P>) -> Self {
        Self { sum: option.sum.to_vec(), tag: option.tag }
    }
}

/// Moves with a wanted property: how many, and the first of them by result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found<P> {
    /// The exact number; `None` if it is not known.
    pub count: Option<Nat>,
    /// The first ones, ordered by what they leave.
    pub listed: Vec<Move<P>>,
}

impl<P> Default for Found<P> {
    fn default() -> Self {
        Self { count: Some(Nat::ZERO), listed: Vec::new() }
    }
}

impl<P: Ord> Found<P> {
    /// All of these moves, of which at most `max` are listed.
    pub fn all(mut moves: Vec<Move<P>>, max: usize) -> Self {
        let count = Some(Nat::from(moves.len()));
        sort(&mut moves);
        moves.truncate(max);
        Self { count, listed: moves }
    }

    /// The one move that leaves `result`, or none.
    pub fn unique(result: Option<Vec<P>>, max: usize) -> Self {
        Self::all(result.into_iter().map(|sum| Move { sum, tag: 0 }).collect(), max)
    }
}
