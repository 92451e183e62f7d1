//! The exact probability that the first player wins among random heaps.

use crate::ask::{Ask, Whole};
use crate::desk::Ready;
use crate::refusal::Refusal;
use crate::shape::OddsAnswer;
use crate::state::State;
use axum::extract::State as Extract;
use grundy::Nat;
use grundy::nat::to_u64;
use grundy::odds::{Part, Question, odds as count};
use serde::Deserialize;
use std::sync::Arc;
use utoipa::ToSchema;

/// Random heaps of a game.
#[derive(Debug, Deserialize, ToSchema)]
pub struct OddsQuestion {
    /// The game without a position.
    game: String,
    /// How many heaps; one if left out.
    #[serde(default)]
    heaps: Option<Whole>,
    /// The least size, and the least second argument of games of two numbers.
    #[schema(max_items = 2)]
    from: Vec<Whole>,
    /// The greatest size, and the greatest second argument.
    #[schema(max_items = 2)]
    to: Vec<Whole>,
}

/// The exact probability that the first player wins among random heaps
///
/// As `grundy odds --json`.
#[utoipa::path(
    post,
    path = "/odds",
    request_body = OddsQuestion,
    responses((status = 200, body = OddsAnswer, description = "The odds"))
)]
pub async fn odds(
    Extract(state): Extract<Arc<State>>,
    ask: Ask<OddsQuestion>,
) -> Result<Ready, Refusal> {
    state
        .answer(ask, |asked, desk| {
            let game = desk.read_game(&asked.game)?;
            let heaps = match &asked.heaps {
                None => Some(1),
                Some(heaps) => to_u64(&heaps.0),
            };
            let heaps = heaps
                .ok_or_else(|| Refusal::domain("too many heaps: there may be at most 2^64-1"))?;
            if asked.from.len() > 2 || asked.to.len() > 2 {
                return Err(Refusal::request("from and to: a heap has one size or two"));
            }
            let plain = |list: &[Whole]| list.iter().map(|n| n.0.clone()).collect::<Vec<Nat>>();
            let part = Part::uniform(game, heaps, &plain(&asked.from), &plain(&asked.to))?;
            let question = Question { play: desk.play, ..Question::default() };
            Ok(Ready::json(count(&[part], &question, &desk.context)?.to_json()))
        })
        .await
}
