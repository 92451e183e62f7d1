//! Rule texts.

use serde::Deserialize;
use utoipa::ToSchema;

/// What rules hold.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CheckAnswer {
    /// Their games.
    pub families: Vec<FamilyShape>,
    /// Constants, inputs and games, a line each.
    pub notes: Vec<String>,
}

/// A game.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FamilyShape {
    /// Its name.
    pub name: String,
    /// The names of its parameters.
    pub parameters: Vec<String>,
    /// A small position; null where none is known.
    #[schema(required)]
    pub example: Option<String>,
    /// The take-and-break code that it is.
    #[schema(required)]
    pub recognised: Option<String>,
}

/// A program.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EmitAnswer {
    /// Its text.
    pub program: String,
}
