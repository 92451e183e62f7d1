//! The JSON of the libraries, as the OpenAPI document tells it. The answers themselves are written by
//! the libraries; tests compare them with these.
#![allow(dead_code, reason = "the schemas are used, not the values")]

mod draw;
mod games;
mod graph;
mod law;
mod odds;
mod play;
mod rules;
mod sequence;
mod solve;
mod table;

pub use draw::DrawAnswer;
pub use games::{ExamplesAnswer, GameCard, GamesAnswer};
pub use graph::GraphAnswer;
pub use law::LawAnswer;
pub use odds::OddsAnswer;
pub use play::{HintAnswer, MoveAnswer, ReplyAnswer};
pub use rules::{CheckAnswer, EmitAnswer};
pub use sequence::{ProgressEvent, ResultEvent, ValuesEvent};
pub use solve::{Exact, OutcomeShape, PlayShape, SolveAnswer};
pub use table::TableAnswer;
