//! First-order statements about natural numbers, read, printed and decided.

mod linear;
mod term;
mod tree;

pub use linear::{Linear, Var};
pub use term::{Comparison, Fresh, Term, TermError};
pub use tree::{Formula, RelationId};
