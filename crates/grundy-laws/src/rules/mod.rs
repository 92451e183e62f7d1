//! Rules of games as formulas, and the laws of games as statements.

mod fragment;
mod simple;
mod symbolic;
mod translate;

pub use fragment::Outside;
pub use translate::{Choice, FamilyFormulas, Rewriting, Target, Translation, translate};
