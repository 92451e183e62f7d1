//! Young diagrams within a board: their ranks, and the outcomes and Grundy values of all of them where a move
//! chooses a square and removes what lies neither below nor left of it.

mod outcomes;
mod ranks;
mod steps;
mod values;

pub use outcomes::CutOutcomes;
pub use ranks::Ranks;
pub use values::CutValues;
