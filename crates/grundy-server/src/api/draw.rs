//! Pictures of positions, in which every move has a place to click.

use crate::ask::Ask;
use crate::desk::Ready;
use crate::refusal::Refusal;
use crate::shape::DrawAnswer;
use crate::state::State;
use axum::extract::State as Extract;
use grundy::context::Stop;
use grundy::diagram::Diagram;
use grundy::{Question, answer};
use serde::Deserialize;
use std::sync::Arc;
use utoipa::ToSchema;

/// A position to draw.
#[derive(Debug, Deserialize, ToSchema)]
pub struct DrawQuestion {
    /// The position.
    expr: String,
    /// Whether it is said of each move if it wins, where that can be found out.
    #[serde(default)]
    marks: bool,
}

/// A position as a picture, with all moves and the places to click for them
///
/// As `grundy draw --json`. Where a limit keeps the winning moves from being known, the picture has no
/// marks.
#[utoipa::path(
    post,
    path = "/draw",
    request_body = DrawQuestion,
    responses((status = 200, body = DrawAnswer, description = "The picture"))
)]
pub async fn draw(
    Extract(state): Extract<Arc<State>>,
    ask: Ask<DrawQuestion>,
) -> Result<Ready, Refusal> {
    state
        .answer(ask, |asked, desk| {
            let position = desk.read(&asked.expr)?;
            let mut diagram = Diagram::of(&position, &desk.context)?;
            if asked.marks {
                let moves = diagram.moves.len();
                let question = Question { play: desk.play, moves, ..Question::default() };
                match answer(&position, &question, &desk.context) {
                    Ok(answer) => diagram.mark(&answer),
                    // The picture is worth having without marks.
                    Err(Stop::Limit { .. } | Stop::Refused(_)) => {}
                    Err(stop) => return Err(stop.into()),
                }
            }
            Ok(Ready::json(diagram.translated(desk.language).to_json()))
        })
        .await
}
