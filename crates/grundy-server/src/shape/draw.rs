//! Pictures of positions.

use super::OutcomeShape;
use serde::Deserialize;
use utoipa::ToSchema;

/// A position as a picture.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DrawAnswer {
    /// The position as text.
    pub position: String,
    /// The picture; the spot `s1` is the element with the id `spot-s1`, of class `spot`.
    pub svg: String,
    /// The position in text, line by line.
    pub text: Vec<String>,
    /// The width of the picture.
    pub width: f64,
    /// Its height.
    pub height: f64,
    /// The places to click; they do not overlap.
    pub spots: Vec<SpotShape>,
    /// The moves.
    pub moves: Vec<DrawnMoveShape>,
    /// Whether all moves are listed.
    pub complete: bool,
    /// Who wins, with marks, where that is known.
    #[schema(required)]
    pub outcome: Option<OutcomeShape>,
    /// The winning moves that have no place in the picture, with marks.
    pub undrawn: Vec<String>,
}

/// A place to click.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SpotShape {
    /// Its name.
    pub id: String,
    /// What it stands for.
    pub title: String,
}

/// A move.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DrawnMoveShape {
    /// The part moved in, from 1.
    pub part: usize,
    /// The move in plain notation.
    pub text: String,
    /// The position it leaves.
    pub to: String,
    /// The move with its part, where there are several.
    pub label: String,
    /// Whether it wins at once.
    pub wins: bool,
    /// Whether it wins with perfect play; null where that is not known.
    #[schema(required)]
    pub good: Option<bool>,
    /// The spots that are clicked for it: all of any of these sets.
    pub gestures: Vec<Vec<String>>,
}
