//! `subtraction[S]`: take a number in S from one heap.

mod family;
mod game;
mod misere;
mod reason;
#[cfg(test)]
mod tests;

pub use crate::theory::number_set::NumberSet;
pub use crate::theory::take_set::{Classic, TakeSet};
pub use family::SubtractionFamily;
pub use game::Subtraction;
