//! Position expressions as text: trees with spans, parsing and printing. What a name means is
//! known elsewhere.

mod error;
mod parse;
mod print;
mod tree;

pub use error::{ErrorKind, ReadError};
pub use parse::{MAX_LENGTH, parse, parse_game};
pub use tree::{Arg, ArgKind, Args, Component, Head, Span, Sum};
