//! Position expressions as text: trees with spans, parsing and printing. What a name means is
//! known elsewhere.

mod error;
mod join;
mod letters;
mod number;
mod parse;
mod print;
mod tree;

pub use error::{ErrorKind, ReadError};
pub use join::{JoinKind, Tree};
pub use letters::{letters, parse_tree_at};
pub use number::parse_number;
pub(crate) use parse::{MAX_DEPTH, Parser, ascii_twin};
pub use parse::{MAX_LENGTH, parse, parse_game, parse_tree};
pub use tree::{Arg, ArgKind, Args, Component, Head, Span, Sum};

/// Joins texts.
pub(crate) fn join(texts: impl IntoIterator<Item = String>, between: &str) -> String {
    let mut joined = String::new();
    for (i, text) in texts.into_iter().enumerate() {
        if i > 0 {
            joined.push_str(between);
        }
        joined.push_str(&text);
    }
    joined
}
