//! Laws of impartial games, found and proved.

#![forbid(unsafe_code)]

pub mod automaton;
pub mod formula;
pub mod learn;
pub mod numeration;
pub mod walnut;
