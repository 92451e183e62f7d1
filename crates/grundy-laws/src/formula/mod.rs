//! First-order statements about natural numbers, read, printed and decided.

mod decide;
mod environment;
mod linear;
mod normal;
mod parse;
mod print;
mod term;
mod tree;

#[cfg(test)]
mod tests;

pub use decide::{DecideError, Proof, Relation, decide, prove};
pub use environment::{Environment, RelationError};
pub use linear::{Linear, Var};
pub use parse::{ParseError, Parsed, parse, parse_with};
pub use print::Names;
pub use term::{Comparison, Fresh, Term, TermError};
pub use tree::{Formula, RelationId};
