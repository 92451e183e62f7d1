//! Laws.

use super::{Exact, OutcomeShape, PlayShape};
use serde::Deserialize;
use utoipa::ToSchema;

/// The laws of a game, the best first.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LawAnswer {
    /// The game.
    #[schema(required)]
    pub game: Option<String>,
    /// The convention.
    #[schema(required)]
    pub play: Option<PlayShape>,
    /// What the laws tell: `value` or `outcome`.
    #[schema(required)]
    pub of: Option<String>,
    /// The laws.
    pub laws: Vec<LawShape>,
    /// What a law tells of positions.
    pub at: Vec<AtShape>,
    /// What else there is to say: why nothing is proved, which laws of the table fail farther on.
    pub notes: Vec<String>,
}

/// A law.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LawShape {
    /// What kind of law.
    pub kind: String,
    /// `proved`, `checked` in a table, or `observed`.
    pub status: String,
    /// In symbols.
    pub formula: String,
    /// In words.
    pub sentence: String,
    /// The last number in each argument that was compared.
    #[schema(required)]
    pub checked_to: Option<Vec<i64>>,
    /// Positions where it does not hold.
    pub exceptions: Vec<ExceptionShape>,
    /// Why it is proved.
    #[schema(required)]
    pub theorem: Option<String>,
    /// The numeration system of an automaton.
    #[schema(required)]
    pub numeration: Option<String>,
    /// Its states.
    #[schema(required)]
    pub states: Option<usize>,
    /// The bits that it saves, where it was seen in numbers.
    #[schema(required)]
    pub evidence: Option<f64>,
}

/// A position where a law does not hold.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ExceptionShape {
    /// Its numbers.
    pub at: Vec<i64>,
    /// What is there.
    pub found: i64,
}

/// What a law tells of a position.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AtShape {
    /// Its numbers.
    pub position: Vec<Exact>,
    /// Whether the law that tells it is `proved` or `checked`.
    #[schema(required)]
    pub status: Option<String>,
    /// Who wins.
    #[schema(required)]
    pub outcome: Option<OutcomeShape>,
    /// Its Grundy value.
    #[schema(required)]
    pub grundy: Option<Exact>,
    /// Winning moves.
    pub moves: Vec<StepShape>,
    /// Whether there are more.
    pub more: bool,
    /// Why not all is told.
    #[schema(required)]
    pub open: Option<String>,
}

/// A winning move.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct StepShape {
    /// The move.
    pub text: String,
    /// The position it leaves.
    #[schema(required)]
    pub to: Option<String>,
}
