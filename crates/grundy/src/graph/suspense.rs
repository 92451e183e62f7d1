//! Suspense of the vertices of a directed graph: how long a game lasts if the winner plays slowly.

use super::Digraph;
use crate::context::{Context, Stop};
use crate::outcome::Play;

/// Suspense of every vertex from which no cycle can be reached.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Suspense {
    /// By vertex; [`ENDLESS`] where a cycle can be reached.
    moves: Vec<u32>,
}

/// What stands for a vertex from which a cycle can be reached.
const ENDLESS: u32 = u32::MAX;

impl Suspense {
    /// The suspense of `v`; `None` where play may go on for ever. Vertices behind the last one of the
    /// graph have no arcs.
    #[inline]
    pub fn get(&self, v: u32) -> Option<u32> {
        let moves = self.moves.get(v as usize).copied().unwrap_or(0);
        (moves != ENDLESS).then_some(moves)
    }
}

/// Suspense of every vertex: the number of moves that the game lasts if the winner delays the end and
/// the loser hurries it, where both take care to keep the outcome.
///
/// A vertex without arcs has suspense 0. In normal play a vertex is P iff its suspense is even; an arc
/// to an even vertex wins, and the suspense is 1 more than the greatest of those; if there is none it
/// is 1 more than the least of the odd ones. In misère play even and odd change places.
///
/// # Complexity
/// O(n + m) time; 4 bytes an arc and 12 a vertex.
///
/// # Errors
/// [`Stop`] at the limit of memory or time.
///
/// # Literature
/// J. H. Conway 1976, *On Numbers and Games*, chapter 14.
///
/// ```
/// use grundy::graph::{Digraph, suspense};
/// use grundy::outcome::Play;
/// // From 3 the winner may go to 2, which lasts two moves more, or to 0 at once.
/// let graph = Digraph::new(4, &[(1, 0), (2, 1), (3, 0), (3, 2)]);
/// let found = suspense::suspense(&graph, Play::Normal, &Default::default()).unwrap();
/// assert_eq!([0, 1, 2, 3].map(|v| found.get(v)), [Some(0), Some(1), Some(2), Some(3)]);
/// ```
pub fn suspense(graph: &Digraph, play: Play, context: &Context<'_>) -> Result<Suspense, Stop> {
    let n = graph.vertices();
    let needed = graph.bytes() + 12 * n as u64;
    context.check_memory(needed, || format!("suspense of {n} vertices"))?;
    let back = graph.reversed();
    let lost = u32::from(play == Play::Misere);
    let mut moves = vec![ENDLESS; n];
    let mut open: Vec<u32> = (0..n as u32).map(|v| graph.heads(v).len() as u32).collect();
    let mut queue: Vec<u32> = (0..n as u32).filter(|&v| open[v as usize] == 0).collect();
    let mut next = 0;
    while let Some(&v) = queue.get(next) {
        context.tick("suspense of vertices", next as u64)?;
        next += 1;
        let heads = || graph.heads(v).iter().map(|&head| moves[head as usize]);
        let winning = heads().filter(|moves| moves % 2 == lost).max();
        moves[v as usize] = winning.or_else(|| heads().min()).map_or(0, |after| after + 1);
        for &tail in back.heads(v) {
            open[tail as usize] -= 1;
            if open[tail as usize] == 0 {
                queue.push(tail);
            }
        }
    }
    Ok(Suspense { moves })
}
