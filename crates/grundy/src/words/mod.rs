//! Words: lists of them, and their prefixes or substrings as trees.

mod list;
mod order;
mod suffixes;
mod text;
pub(crate) mod tree;
mod worth;

pub use list::WordList;
pub use tree::Locus;
pub(crate) use tree::WordTree;
