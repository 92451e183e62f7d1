//! Tables.

use super::PlayShape;
use serde::Deserialize;
use utoipa::ToSchema;

/// A table: the rows of CSV as JSON.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TableAnswer {
    /// The game.
    pub game: String,
    /// The convention.
    pub play: PlayShape,
    /// The view.
    pub view: String,
    /// The names of the columns.
    pub columns: Vec<String>,
    /// The rows: null where there is no position, `*` where a move wins at once.
    pub rows: Vec<Vec<serde_json::Value>>,
    /// What can be said of it.
    #[schema(required)]
    pub note: Option<String>,
    /// How the entries repeat.
    #[schema(required)]
    pub period: Option<serde_json::Value>,
}
