//! Words: lists of them, and their prefixes or substrings as trees.

pub mod list;
mod order;
mod suffixes;
mod text;
mod tree;
mod worth;

pub use list::WordList;
pub use tree::{Locus, WordTree};
pub use worth::Worth;
