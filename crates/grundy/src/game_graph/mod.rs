//! The game graph below a small position: positions as nodes, moves as arcs, to be looked at.
//!
//! [`GameGraph::explore`] lists the positions that can be reached and finds outcome, Grundy value
//! and mex set of each by the definitions, from the bottom up. [`write_text`](GameGraph::write_text),
//! [`write_dot`](GameGraph::write_dot) and [`drawing`](GameGraph::drawing) are three views of it.

mod arc_labels;
mod cycles;
mod dot;
mod evaluate;
mod explore;
mod joined;
mod labels;
mod layout;
mod picture;
mod text;

use crate::context::{Context, Stop};
use crate::drawing::text::shorten;
use crate::expr::Expression;
use crate::outcome::{Outcome, Play};

/// So many positions can be looked at with some patience.
pub const DEFAULT_MAX_NODES: usize = 300;

/// The positions reachable from a position, and the moves between them.
///
/// Positions that are the same sum are one node, whatever the order of their parts, and whether
/// finished parts (empty heaps) are among them. The start is named as typed, the others by their
/// parts with moves in order of size. Positions of one part are never the same up to symmetry.
///
/// Moves are those of the position as it is named, counted as an answer counts them: in nim(1,1) two
/// moves lead to nim(1).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct GameGraph {
    /// The convention in force.
    pub play: Play,
    /// The positions in the order met, breadth first; the first one is the start.
    pub nodes: Vec<Node>,
    /// Whether it is the graph of a join, of which values tell nothing.
    pub join: bool,
    /// About how many bytes it takes.
    bytes: u64,
}

/// A position in a [`GameGraph`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Node {
    /// As text that parses back.
    pub position: String,
    /// As the rules show it, in lines; empty where it is shown as text.
    pub picture: Vec<String>,
    /// Who wins under the convention in force.
    pub outcome: Outcome,
    /// The Grundy value in normal play; `None` if a move wins at once, or if the value is infinite.
    pub value: Option<u64>,
    /// The numbers that the options have, if the loopy value is infinite.
    pub infinite: Option<Vec<u64>>,
    /// The values of the options, ascending, each once; options that let the other player win at
    /// once have none.
    pub mex_set: Vec<u64>,
    /// The length of the longest play from here; where play may go on for ever, without the arcs that
    /// lead back.
    pub height: usize,
    /// Whether a part must be answered: then there is no value, and [`mex_set`](Self::mex_set) is empty.
    pub entailed: bool,
    /// The moves, those to the same target together.
    pub arcs: Vec<Arc>,
}

/// The moves from one position to another.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Arc {
    /// Where they lead.
    pub to: Target,
    /// The moves, at least one.
    pub moves: Vec<Move>,
    /// Whether they win under the convention in force.
    pub winning: bool,
}

/// A move, as text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Move {
    /// The part moved in, from 1, as the position is named; `None` if the start has one part only.
    pub part: Option<usize>,
    /// The move in plain notation.
    pub text: String,
}

impl std::fmt::Display for Move {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.part {
            Some(part) => write!(f, "part {part}: {}", self.text),
            None => f.write_str(&self.text),
        }
    }
}

impl Arc {
    /// The moves, one a line.
    fn lines(&self) -> String {
        let lines: Vec<String> = self.moves.iter().map(Move::to_string).collect();
        lines.join("\n")
    }
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
    /// // (1,2), (2), (1,1), (1) and the empty sum: the order of heaps does not count.
    /// assert_eq!(graph.nodes.len(), 5);
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
                let inner = shorten(&crate::expr::print_sum(&series.current), 60);
                let told = format!(
                    "a series has no game graph of its own, as every round starts afresh: draw \
                     one round, {inner}"
                );
                return Err(Stop::Refused(told).into());
            }
            Expression::Join(join) => {
                let (mut nodes, bytes) = joined::explore(join, play, max_nodes, context)?;
                match evaluate::evaluate(&mut nodes, false, play) {
                    Err(Stop::Loop(_)) => cycles::evaluate(&mut nodes, play, context)?,
                    result => result?,
                }
                for node in &mut nodes {
                    (node.value, node.infinite) = (None, None);
                    node.mex_set.clear();
                }
                return Ok(Self { play, join: true, nodes, bytes });
            }
        };
        let (mut nodes, bytes) = explore::explore(sum, play, max_nodes, context)?;
        let entails = sum.iter().any(|component| component.entails());
        match evaluate::evaluate(&mut nodes, entails, play) {
            Err(Stop::Loop(_)) if entails => {
                let told = "where play may go on for ever and moves must be answered there is no \
                            theory of values, so no graph: solve tells who wins";
                return Err(Stop::Refused(told.into()).into());
            }
            Err(Stop::Loop(_)) if sum.iter().any(|component| component.is_loopy()) => {
                cycles::evaluate(&mut nodes, play, context)?;
            }
            result => result?,
        }
        Ok(Self { play, join: false, nodes, bytes })
    }

    /// Looks whether a view that takes so many bytes more is within the limit.
    fn check_memory(&self, more: u64, context: &Context<'_>) -> Result<(), Stop> {
        context.check_memory(self.bytes.saturating_add(more), || "drawing the game graph".into())
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

    /// The play by which positions are labelled: without values, as in misère play, where it is a join.
    fn labelled(&self) -> Play {
        if self.join { Play::Misere } else { self.play }
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
