//! Game graphs.

use super::OutcomeShape;
use serde::Deserialize;
use utoipa::ToSchema;

/// A game graph, in the form asked for.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct GraphAnswer {
    /// The positions; the first one is that asked about.
    pub nodes: Option<Vec<NodeShape>>,
    /// The moves.
    pub arcs: Option<Vec<ArcShape>>,
    /// The picture.
    pub svg: Option<String>,
    /// The text for Graphviz.
    pub dot: Option<String>,
}

/// A position.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NodeShape {
    /// Its number.
    pub id: usize,
    /// The position as text.
    pub position: String,
    /// Its Grundy value in normal play; null where a move wins at once.
    #[schema(required)]
    pub value: Option<u64>,
    /// Who wins.
    pub outcome: OutcomeShape,
    /// The row of the picture, from 0: positions of one row have longest plays of one length.
    pub layer: usize,
}

/// The moves from one position to another.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ArcShape {
    /// The number of the one.
    pub from: usize,
    /// That of the other; null where the move wins at once.
    #[schema(required)]
    pub to: Option<usize>,
    /// The moves in plain notation.
    pub moves: Vec<String>,
    /// Whether they win.
    pub wins: bool,
}
