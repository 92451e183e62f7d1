//! Words: lists of them, and their prefixes or substrings as trees.

mod game;
pub mod list;
mod order;
mod suffixes;
mod text;
mod tree;
mod worth;

pub(crate) use game::{WordGame, told_by_words};
pub use list::WordList;
pub use tree::{Locus, WordTree};
pub use worth::Worth;
