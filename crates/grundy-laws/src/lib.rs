//! Laws of impartial games, found and proved.

pub mod pattern;
