//! The game graph below a small position.

use crate::ask::Ask;
use crate::desk::{Page, Ready};
use crate::refusal::Refusal;
use crate::shape::GraphAnswer;
use crate::state::State;
use axum::extract::State as Extract;
use grundy::game_graph::{DEFAULT_MAX_NODES, GameGraph, Target};
use grundy::outcome::Outcome;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::ToSchema;

/// A position whose graph is wanted.
#[derive(Debug, Deserialize, ToSchema)]
pub struct GraphQuestion {
    /// The position at the top.
    expr: String,
    /// The form.
    #[serde(default)]
    format: GraphFormat,
    /// How many positions there may be.
    #[serde(default = "max_nodes")]
    nodes: usize,
}

const fn max_nodes() -> usize {
    DEFAULT_MAX_NODES
}

/// The most positions that are drawn.
const MAX_NODES: usize = 3000;

/// A form of graphs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum GraphFormat {
    /// Positions and moves, and the picture.
    #[default]
    Json,
    /// The picture alone.
    Svg,
    /// For Graphviz.
    Dot,
}

#[derive(Serialize)]
struct Drawn {
    #[serde(skip_serializing_if = "Option::is_none")]
    nodes: Option<Vec<Node>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    arcs: Option<Vec<Arrow>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    svg: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dot: Option<String>,
}

#[derive(Serialize)]
struct Node {
    id: usize,
    position: String,
    value: Option<u64>,
    outcome: Outcome,
    layer: usize,
}

#[derive(Serialize)]
struct Arrow {
    from: usize,
    to: Option<usize>,
    moves: Vec<String>,
    wins: bool,
}

/// The game graph below a small position: positions, values, moves, and a picture
///
/// As `grundy graph`.
#[utoipa::path(
    post,
    path = "/graph",
    request_body = GraphQuestion,
    responses((status = 200, body = GraphAnswer, description = "The graph"))
)]
pub async fn graph(
    Extract(state): Extract<Arc<State>>,
    ask: Ask<GraphQuestion>,
) -> Result<Ready, Refusal> {
    state
        .answer(ask, |asked, desk| {
            if asked.nodes > MAX_NODES {
                return Err(Refusal::request(format!("nodes: at most {MAX_NODES} are drawn")));
            }
            let position = desk.read(&asked.expr)?;
            let graph = GameGraph::explore(&position, desk.play, asked.nodes, &desk.context)?;
            let mut drawn = Drawn { nodes: None, arcs: None, svg: None, dot: None };
            match asked.format {
                GraphFormat::Dot => {
                    let mut page = Page::default();
                    graph.write_dot(&mut page)?;
                    drawn.dot = Some(String::from_utf8_lossy(&page.0).into_owned());
                }
                GraphFormat::Svg | GraphFormat::Json => {
                    drawn.svg = Some(graph.drawing(&desk.context)?.to_svg());
                }
            }
            if asked.format == GraphFormat::Json {
                drawn.nodes = Some(nodes(&graph));
                drawn.arcs = Some(arcs(&graph));
            }
            Ready::of(&drawn)
        })
        .await
}

fn nodes(graph: &GameGraph) -> Vec<Node> {
    let top = graph.nodes.iter().map(|node| node.height).max().unwrap_or(0);
    let shown = graph.nodes.iter().enumerate().map(|(id, node)| Node {
        id,
        position: node.position.clone(),
        value: node.value,
        outcome: node.outcome,
        layer: top - node.height,
    });
    shown.collect()
}

fn arcs(graph: &GameGraph) -> Vec<Arrow> {
    let mut arcs = Vec::new();
    for (from, node) in graph.nodes.iter().enumerate() {
        arcs.extend(node.arcs.iter().map(|arc| Arrow {
            from,
            to: match arc.to {
                Target::Node(to) => Some(to),
                Target::Win => None,
            },
            moves: arc.moves.iter().map(ToString::to_string).collect(),
            wins: arc.winning,
        }));
    }
    arcs
}
