//! Rules of games as formulas, and the laws of games: found, and proved for all positions.

mod candidates;
mod find;
mod fragment;
mod misere;
mod oracle;
mod ranks;
mod simple;
mod statement;
mod symbolic;
mod translate;

#[cfg(test)]
mod tests;

pub use find::{FindError, Found, ProvedLaw, Reason, Search, find};
pub use fragment::Outside;
pub use oracle::Oracle;
pub use statement::{Of, Rank, Statements};
pub use translate::{Choice, FamilyFormulas, Rewriting, Target, Translation, translate};
