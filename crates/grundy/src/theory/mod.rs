//! Mathematics that several games share, or that is long enough for a file of its own; knows no
//! game by name.

pub mod bounded_sums;
pub mod chain;
pub mod columns;
pub mod pairs;
