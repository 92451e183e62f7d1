//! Positions and moves, by numbers.

use grundy::Nat;

/// A position: the number of its family, and its coordinates.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    /// The number of the family among the rules.
    pub family: usize,
    /// The coordinates.
    pub coords: Vec<Nat>,
}

/// A move: what it leaves.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Step {
    /// The positions that are left, as a sum.
    pub sum: Vec<Position>,
    /// Whether the mover wins at once.
    pub wins: bool,
}
