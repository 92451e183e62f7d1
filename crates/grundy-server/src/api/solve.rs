//! Who wins, the Grundy value, and every winning move.

use crate::ask::Ask;
use crate::desk::Ready;
use crate::refusal::Refusal;
use crate::shape::SolveAnswer;
use crate::state::State;
use axum::extract::State as Extract;
use grundy::analysis::{Question, Session};
use grundy::answer::{Answer, Style};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::ToSchema;

/// A position to solve.
#[derive(Debug, Deserialize, ToSchema)]
pub struct SolveQuestion {
    /// The position, such as `nim(3,4,5) + wythoff(3,5)`.
    expr: String,
    /// How many winning moves are listed at most.
    #[serde(default = "twenty")]
    moves: usize,
    /// The part to which the first move is restricted.
    #[serde(default)]
    only: Option<usize>,
    /// Whether reasons are wanted.
    #[serde(default)]
    explain: bool,
}

const fn twenty() -> usize {
    20
}

/// The answer with what people read.
#[derive(Serialize)]
struct Explained<'a> {
    #[serde(flatten)]
    answer: &'a Answer,
    why: &'a [String],
    text: String,
}

/// Who wins, the Grundy value, and every winning move
///
/// As `grundy solve --json`; with `explain` the reasons and the text of `grundy solve` come with it.
#[utoipa::path(
    post,
    path = "/solve",
    request_body = SolveQuestion,
    responses((status = 200, body = SolveAnswer, description = "The answer"))
)]
pub async fn solve(
    Extract(state): Extract<Arc<State>>,
    ask: Ask<SolveQuestion>,
) -> Result<Ready, Refusal> {
    state
        .answer(ask, |asked, desk| {
            let position = desk.read(&asked.expr)?;
            let question = Question {
                play: desk.play,
                only: asked.only,
                moves: asked.moves,
                explain: asked.explain,
                replies: if asked.explain { asked.moves } else { 0 },
                report: asked.explain,
                ..Question::default()
            };
            let answer = Session::default().answer(&position, &question, &desk.context)?;
            let language = desk.language;
            if !asked.explain {
                return Ok(Ready::json(answer.translated(language).to_json()));
            }
            let text = answer.to_text(Style { language, ..Style::default() });
            let answer = answer.translated(language);
            let why = &*answer.reasoning;
            Ready::of(&Explained { answer: &answer, why, text })
        })
        .await
}
