//! Playing.

use super::{Exact, OutcomeShape};
use serde::Deserialize;
use utoipa::ToSchema;

/// What became of a move.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MoveAnswer {
    /// The position after it.
    pub position: String,
    /// The move in plain notation.
    #[schema(required)]
    pub text: Option<String>,
    /// The part moved in, from 1.
    #[schema(required)]
    pub part: Option<usize>,
    /// What happened.
    pub event: EventShape,
    /// Who has won the game or the round.
    #[schema(required)]
    pub winner: Option<SideShape>,
    /// Rounds left after one was won.
    #[schema(required)]
    pub rounds_left: Option<Exact>,
}

/// The move of the engine, which is the mover.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReplyAnswer {
    /// The position after it.
    pub position: String,
    /// The move in plain notation; null in a finished position.
    #[schema(required)]
    pub text: Option<String>,
    /// The part moved in, from 1.
    #[schema(required)]
    pub part: Option<usize>,
    /// What happened.
    pub event: EventShape,
    /// Who has won the game or the round.
    #[schema(required)]
    pub winner: Option<SideShape>,
    /// Rounds left after one was won.
    #[schema(required)]
    pub rounds_left: Option<Exact>,
    /// Why this move.
    #[schema(required)]
    pub reason: Option<String>,
}

/// What a move leads to.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum EventShape {
    /// The other one is to move.
    Next,
    /// The game is over.
    Won,
    /// The same position has come three times: a draw.
    Drawn,
    /// A round is over; the loser begins the next one.
    Round,
}

/// Who.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum SideShape {
    /// The one whose move it was.
    Mover,
    /// The other one.
    Other,
}

/// Advice.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct HintAnswer {
    /// A good move; null in a finished position.
    #[serde(rename = "move")]
    #[schema(required)]
    pub best: Option<AdviceShape>,
    /// Who wins.
    #[schema(required)]
    pub outcome: Option<OutcomeShape>,
    /// Why, line by line.
    pub reason: Vec<String>,
}

/// A good move.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AdviceShape {
    /// The part moved in, from 1.
    pub part: usize,
    /// The move in plain notation.
    pub text: String,
    /// The position it leaves.
    pub to: String,
    /// Whether it wins.
    pub wins: bool,
}
