//! Complete deterministic automata over tuples of digits: always minimal, numbered canonically.

mod budget;
mod minimise;
mod product;
mod project;
mod table;
mod words;

#[cfg(test)]
mod tests;

pub use budget::{Budget, MAX_LETTERS, Overrun, Peak};
pub(crate) use project::Choices;
pub use table::{Automaton, TableError};
