//! Rules of games as formulas, and the laws of games: found, and proved for all positions.

mod assigned;
mod attempt;
mod blocked;
mod candidates;
mod error;
mod find;
mod formulas;
mod fragment;
mod law;
mod mend;
mod misere;
mod oracle;
mod progression;
mod ranks;
mod refute;
mod remainder;
mod sieve;
mod simple;
mod spread;
mod statement;
mod symbolic;
mod table;
mod translate;

#[cfg(test)]
mod blocked_tests;
#[cfg(test)]
mod tests;

pub use error::FindError;
pub use find::{Search, find};
pub use formulas::{Choice, FamilyFormulas, Rewriting, Target, Translation};
pub use fragment::Outside;
pub use law::{Found, ProvedLaw, Reason};
pub use oracle::Oracle;
pub use remainder::{Remainder, RemainderLaw, by_remainder};
pub use statement::{Of, Rank, Statements};
pub use translate::translate;
