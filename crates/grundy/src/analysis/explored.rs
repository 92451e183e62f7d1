//! A sum and everything that can be reached from it, as a graph.

use super::parts::Parts;
use super::search::Searcher;
use crate::context::{Context, Stop};
use crate::graph::Digraph;
use crate::graph::retrograde::{self, Outcomes, Wins};
use crate::outcome::Play;
use crate::solve::arena::{Arena, Node};
use crate::solve::lengths::reduced;
use foldhash::fast::RandomState;
use hashbrown::HashMap;

/// Sums as vertices, moves as arcs.
pub struct Explored {
    pub graph: Digraph,
    /// Sums of which a move wins at once.
    pub wins: Wins,
    /// For each part that may be moved in and each of its options the vertex that it leads to; `None` where the move
    /// ends the game at once.
    pub options: Vec<Vec<Option<u32>>>,
}

/// The sum itself is the first vertex.
pub const START: u32 = 0;

impl Explored {
    /// Explores the sum.
    ///
    /// # Complexity
    /// O(n + m) for n sums with m moves.
    ///
    /// # Errors
    /// [`Stop`] at the limit of positions, memory or time.
    pub fn of(
        parts: &Parts<'_>,
        play: Play,
        context: &Context<'_>,
        searcher: &mut Searcher,
    ) -> Result<Self, Stop> {
        let (arena, nodes) = searcher.arena(parts);
        let mut sums = Sums::default();
        let start = reduced(arena, nodes.clone(), context)?;
        sums.vertex(start);
        let mut arcs: Vec<(u32, u32)> = Vec::new();
        let mut wins = Wins::default();
        let mut next = 0;
        while let Some(sum) = sums.all.get(next).cloned() {
            let held = next as u64;
            context.look("exploring sums", held)?;
            context.check_positions(held, || "exploring sums".into())?;
            let bytes = arena.bytes() + sums.bytes + 8 * arcs.capacity() as u64;
            context.check_memory(bytes, || "exploring sums".into())?;
            let tail = next as u32;
            next += 1;
            for (at, &node) in sum.iter().enumerate() {
                if at > 0 && sum[at - 1] == node || !arena.may_move(&sum, at) {
                    continue;
                }
                for option in 0..arena.expand(node, context)? {
                    match left(arena, &sum, at, option, play, context)? {
                        Some(sum) => arcs.push((tail, sums.vertex(sum))),
                        None => wins.insert(tail),
                    }
                }
            }
        }
        // The start is not reduced there: parts without moves have no options.
        let mut options = Vec::with_capacity(nodes.len());
        for (at, &node) in nodes.iter().enumerate() {
            let mut list = Vec::new();
            if !arena.may_move(&nodes, at) {
                options.push(list);
                continue;
            }
            for option in 0..arena.expand(node, context)? {
                let left = left(arena, &nodes, at, option, play, context)?;
                list.push(left.map(|sum| sums.vertex(sum)));
            }
            options.push(list);
        }
        let graph = Digraph::new(sums.all.len(), &arcs);
        Ok(Self { graph, wins, options })
    }

    /// Outcomes and remoteness of all sums.
    ///
    /// # Errors
    /// [`Stop`] at a limit.
    pub fn outcomes(&self, play: Play, context: &Context<'_>) -> Result<Outcomes, Stop> {
        retrograde::outcomes(&self.graph, Some(&self.wins), play, context)
    }
}

/// The sum that an option of the part at `at` leaves; `None` where the move wins at once in normal
/// play. In misère play it leaves nothing: the other player has won.
fn left(
    arena: &mut Arena,
    sum: &[Node],
    at: usize,
    option: usize,
    play: Play,
    context: &Context<'_>,
) -> Result<Option<Box<[Node]>>, Stop> {
    let (parts, wins) = arena.option(sum[at], option);
    if wins {
        return Ok((play == Play::Misere).then(Box::default));
    }
    let mut left = parts.to_vec();
    left.extend_from_slice(&sum[..at]);
    left.extend_from_slice(&sum[at + 1..]);
    reduced(arena, left, context).map(Some)
}

/// Sums as numbered vertices.
#[derive(Default)]
struct Sums {
    all: Vec<Box<[Node]>>,
    numbers: HashMap<Box<[Node]>, u32, RandomState>,
    bytes: u64,
}

impl Sums {
    fn vertex(&mut self, sum: Box<[Node]>) -> u32 {
        let next = self.all.len() as u32;
        *self.numbers.entry(sum).or_insert_with_key(|sum| {
            self.all.push(sum.clone());
            self.bytes += 8 * sum.len() as u64 + 64;
            next
        })
    }
}
