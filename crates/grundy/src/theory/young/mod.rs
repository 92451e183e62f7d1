//! Young diagrams within a board: their ranks, and the Grundy values of all of them where a move
//! chooses a square and removes what lies neither below nor left of it.

mod ranks;
mod values;

pub use ranks::Ranks;
pub use values::CutValues;
