//! The game graph below a small position: positions as nodes, moves as arcs, to be looked at.
//!
//! [`GameGraph::explore`] lists the positions that can be reached and finds outcome, Grundy value
//! and mex set of each by the definitions, from the bottom up. [`to_text`](GameGraph::to_text),
//! [`to_dot`](GameGraph::to_dot) and [`to_svg`](GameGraph::to_svg) are three views of it.

mod dot;
mod evaluate;
mod explore;
mod labels;
mod layout;
mod svg;
mod text;
pub(crate) mod widths;

use crate::context::{Context, Stop};
use crate::expr::Expression;
use crate::outcome::{Outcome, Play};

/// So many positions can be looked at with some patience.
pub const DEFAULT_MAX_NODES: usize = 300;

/// The positions reachable from a position, and the moves between them.
///
/// Equal positions are one node: equal as printed, the parts in the order typed, never up to
/// symmetry.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct GameGraph {
    /// The convention in force.
    pub play: Play,
    /// The positions in the order met, breadth first; the first one is the start.
    pub nodes: Vec<Node>,
}

/// A position in a [`GameGraph`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Node {
    /// As text that parses back.
    pub position: String,
    /// Who wins under the convention in force.
    pub outcome: Outcome,
    /// The Grundy value in normal play; `None` if a move wins at once.
    pub value: Option<u64>,
    /// The values of the options, ascending, each once; options that let the other player win at
    /// once have none.
    pub mex_set: Vec<u64>,
    /// The length of the longest play from here.
    pub height: usize,
    /// The moves, those to the same target together.
    pub arcs: Vec<Arc>,
}

/// The moves from one position to another.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Arc {
    /// Where they lead.
    pub to: Target,
    /// The moves in plain notation, at least one.
    pub moves: Vec<String>,
    /// Whether they win under the convention in force.
    pub winning: bool,
}

/// Where a move leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Target {
    /// To the position of this number.
    Node(usize),
    /// Nowhere: it wins the game at once.
    Win,
}

/// Why there is no graph.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GraphError {
    /// There are more positions than were asked for.
    #[error(
        "the game graph of {position} has {}{count} positions, at most {limit} are drawn; {}",
        if *.exact { "" } else { "at least " },
        if *.exact {
            format!("--max-nodes {count} raises the limit")
        } else {
            "--max-nodes raises the limit, a smaller position shows more".to_owned()
        }
    )]
    TooMany {
        /// The position asked for.
        position: String,
        /// How many positions were met.
        count: usize,
        /// Whether these are all.
        exact: bool,
        /// How many were asked for.
        limit: usize,
    },
    /// One position has too many moves.
    #[error(
        "{position} alone has more than {limit} moves, too many to draw; a smaller position shows \
         more (--max-nodes {nodes} allows as many moves)"
    )]
    TooWide {
        /// The position.
        position: String,
        /// The moves that were listed.
        limit: usize,
        /// The number of nodes that allows more.
        nodes: usize,
    },
    /// A limit, cancelled, or no game that has a graph.
    #[error(transparent)]
    Stop(#[from] Stop),
}

impl GameGraph {
    /// The graph below `expression`, with at most `max_nodes` positions.
    ///
    /// # Complexity
    /// O(moves) lists of moves and printed positions. Where there are too many positions some
    /// more are counted, so that the error can tell how many there are.
    ///
    /// # Errors
    /// [`GraphError`]: too many positions, a general limit, a series of rounds (it has no single
    /// graph), misère play where it has no meaning.
    ///
    /// ```
    /// use grundy::game_graph::GameGraph;
    /// use grundy::outcome::{Outcome, Play};
    /// let position = grundy::expr::Catalogue::default().read("nim(1,2)")?;
    /// let graph = GameGraph::explore(&position, Play::Normal, 300, &Default::default())?;
    /// assert_eq!(graph.nodes.len(), 6);
    /// let start = &graph.nodes[0];
    /// assert_eq!((start.value, &*start.mex_set), (Some(3), &[0, 1, 2][..]));
    /// assert_eq!(start.arcs.iter().filter(|arc| arc.winning).count(), 1);
    /// assert!(graph.to_svg().starts_with("<svg"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn explore(
        expression: &Expression,
        play: Play,
        max_nodes: usize,
        context: &Context<'_>,
    ) -> Result<Self, GraphError> {
        let sum = match expression {
            Expression::Sum(sum) => sum,
            Expression::Series(series) => {
                let inner = labels::shorten(&crate::expr::print_sum(&series.current), 60);
                let told = format!(
                    "a series has no game graph of its own, as every round starts afresh: draw \
                     one round, {inner}"
                );
                return Err(Stop::Refused(told).into());
            }
        };
        let mut nodes = explore::explore(sum, play, max_nodes, context)?;
        evaluate::evaluate(&mut nodes, play)?;
        Ok(Self { play, nodes })
    }

    /// Whether some move wins at once.
    pub fn has_immediate_wins(&self) -> bool {
        self.nodes.iter().flat_map(|node| &node.arcs).any(|arc| arc.to == Target::Win)
    }

    /// The number of arcs.
    pub fn arc_count(&self) -> usize {
        self.nodes.iter().map(|node| node.arcs.len()).sum()
    }

    /// The number of moves; several may go along one arc.
    pub fn move_count(&self) -> usize {
        self.nodes.iter().flat_map(|node| &node.arcs).map(|arc| arc.moves.len()).sum()
    }

    /// "6 positions, 11 moves, normal play".
    fn summary(&self) -> String {
        let count = |n: usize, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
        let play = match self.play {
            Play::Normal => "normal",
            Play::Misere => "misère",
        };
        let (positions, moves) = (self.nodes.len(), self.move_count());
        format!("{}, {}, {play} play", count(positions, "position"), count(moves, "move"))
    }
}
