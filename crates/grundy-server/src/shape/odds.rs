//! Odds.

use super::{Exact, PlayShape};
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;

/// The odds of random heaps.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OddsAnswer {
    /// The games with the number of heaps and their sizes.
    pub parts: Vec<PartShape>,
    /// The convention.
    pub play: PlayShape,
    /// Whether all positions are as likely as each other.
    pub uniform: bool,
    /// How many positions; null where the number is too long.
    #[schema(required)]
    pub total: Option<Exact>,
    /// The same, about.
    #[schema(required)]
    pub about_total: Option<String>,
    /// P-positions.
    #[schema(required)]
    pub p: Option<Exact>,
    /// N-positions.
    #[schema(required)]
    pub n: Option<Exact>,
    /// Positions in which a move wins at once.
    #[schema(required)]
    pub immediate_wins: Option<Exact>,
    /// The probability that the first player wins.
    pub first: Value,
    /// That of the second.
    pub second: Value,
    /// The latter as a sum of terms, where it is too long.
    #[schema(required)]
    pub second_terms: Option<Value>,
    /// The counts modulo a number.
    #[schema(required)]
    pub modular: Option<Value>,
}

/// Heaps of one game.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PartShape {
    /// The game.
    pub game: String,
    /// How many heaps.
    pub heaps: Exact,
    /// Their sizes.
    pub sizes: String,
}
