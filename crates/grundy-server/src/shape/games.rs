//! The catalogue.

use serde::Deserialize;
use utoipa::ToSchema;

/// The catalogue.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct GamesAnswer {
    /// All games.
    pub games: Vec<GameCard>,
}

/// A game.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct GameCard {
    /// The name typed.
    pub name: String,
    /// The parameters, with brackets; empty if there are none.
    pub params: String,
    /// How a position is written.
    pub position: String,
    /// The rules in words.
    pub rules: String,
    /// The theorem used, or how it is searched.
    pub theorem: String,
    /// Author and year.
    pub source: String,
    /// O(...) of an answer.
    pub cost: String,
    /// Expressions that can be solved.
    pub examples: Vec<String>,
}

/// Rule texts to start from.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ExamplesAnswer {
    /// The texts.
    pub rules: Vec<RuleExample>,
}

/// A rule text.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RuleExample {
    /// The name of the file, and of the built-in game.
    pub name: String,
    /// What it is about, in a line.
    pub title: String,
    /// The text.
    pub text: String,
    /// Positions of the built-in game.
    pub positions: Vec<String>,
}
