//! The JSON of the libraries, as the OpenAPI document tells it. The answers themselves are written by
//! the libraries; tests compare them with these.

mod games;
mod solve;
mod table;

pub use games::{ExamplesAnswer, GameCard, GamesAnswer};
pub use solve::{PlayShape, SolveAnswer};
pub use table::TableAnswer;
