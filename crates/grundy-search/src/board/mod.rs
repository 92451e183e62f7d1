//! Boards of free squares as machine words: parts, canonical forms, moves.
//!
//! A part is the set of free squares that hang together, up to moves of the plane. Boxes to 8 by 8 and
//! others of up to 64 squares are 64-bit words, whose options are found eight at a time (`word`). Larger boxes
//! to 8 by 15 are 128-bit words with rows of 16 bits, and others of up to 119 squares are packed row by row.

mod area;
mod grid;
mod moves;
mod options;
mod part;
mod word;

pub use area::Area;
pub use grid::{Grid, Packed, Small, Wide};
pub use moves::{Cells, Kayles, Moves, Pieces};
pub use options::{OnBoards, all_parts, parts};
pub use part::Board;
