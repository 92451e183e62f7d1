//! Automata learned from tables of labels.

mod growth;
mod learner;
mod machine;

#[cfg(test)]
mod tests;

pub use growth::{Growth, grow};
pub use learner::{LearnError, Learner, MAX_LABEL};
pub use machine::Machine;
