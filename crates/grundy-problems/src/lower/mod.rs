//! From the tree of a file to statements: names, types, and loops.

mod clauses;
mod defaults;
mod expr;
mod input;
mod mentioned;
mod moves;
mod names;
mod places;
mod plan;
mod scope;
mod text;
mod updates;

pub(crate) use plan::problem;
