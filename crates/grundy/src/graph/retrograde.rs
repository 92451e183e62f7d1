//! Outcomes and remoteness of all vertices of a directed graph that may have cycles.

use super::Digraph;
use crate::context::{Context, Stop};
use crate::outcome::{Outcome, Play};

/// Vertices from which a move ends the game at once in favour of the mover; the others are plain.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wins(Vec<u64>);

impl Wins {
    /// Adds a vertex.
    pub fn insert(&mut self, v: u32) {
        let word = v as usize / 64;
        if self.0.len() <= word {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << (v % 64);
    }

    /// Takes a vertex out.
    pub(super) fn remove(&mut self, v: u32) {
        if let Some(word) = self.0.get_mut(v as usize / 64) {
            *word &= !(1 << (v % 64));
        }
    }

    /// Whether a vertex is one of them.
    #[inline]
    pub fn contains(&self, v: u32) -> bool {
        self.0.get(v as usize / 64).is_some_and(|word| word >> (v % 64) & 1 == 1)
    }
}

/// Who wins from every vertex, and how soon.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcomes {
    /// By vertex twice the number of moves, and 1 more if the player to move wins; [`DRAW`] where
    /// nobody can force an end.
    ends: Vec<u32>,
    /// That of a vertex without arcs.
    finished: u32,
}

/// What stands for a vertex from which nobody can force an end.
const DRAW: u32 = u32::MAX;

impl Outcomes {
    /// Who wins from `v`: N, P, or D if nobody can force an end. Vertices behind the last one of
    /// the graph have no arcs.
    #[inline]
    pub fn get(&self, v: u32) -> Outcome {
        match self.end(v) {
            DRAW => Outcome::D,
            end => Outcome::of(end % 2 == 1),
        }
    }

    /// How many moves the game lasts from `v` if the winner hurries and the loser delays; `None`
    /// for a draw.
    #[inline]
    pub fn remoteness(&self, v: u32) -> Option<u32> {
        let end = self.end(v);
        (end != DRAW).then_some(end / 2)
    }

    #[inline]
    fn end(&self, v: u32) -> u32 {
        self.ends.get(v as usize).copied().unwrap_or(self.finished)
    }
}

/// Outcome and remoteness of every vertex: a vertex is decided as soon as one arc leads to a vertex
/// that is lost for the player to move there, or all arcs lead to won ones. What is never decided is a
/// draw, for each player can go on for ever.
///
/// In a finished play the last mover wins in normal play and loses in misère play. At a vertex of
/// `wins` one more move is possible, which ends the game in favour of the mover.
///
/// # Complexity
/// O(n + m) time; 4 bytes an arc and 16 a vertex.
///
/// # Errors
/// [`Stop`] at the limit of memory or time.
///
/// # Literature
/// E. Zermelo 1913; C. A. B. Smith 1966, *Graphs and composite games*; H. Steinhaus 1925 for the
/// remoteness.
///
/// ```
/// use grundy::graph::{Digraph, retrograde};
/// use grundy::outcome::{Outcome, Play};
/// // 0 and 1 lead to each other, 1 also to 2, where play ends.
/// let graph = Digraph::new(3, &[(0, 1), (1, 0), (1, 2)]);
/// let found = retrograde::outcomes(&graph, None, Play::Normal, &Default::default()).unwrap();
/// assert_eq!([0, 1, 2].map(|v| found.get(v)), [Outcome::P, Outcome::N, Outcome::P]);
/// assert_eq!([0, 1, 2].map(|v| found.remoteness(v)), [Some(2), Some(1), Some(0)]);
/// ```
pub fn outcomes(
    graph: &Digraph,
    wins: Option<&Wins>,
    play: Play,
    context: &Context<'_>,
) -> Result<Outcomes, Stop> {
    let n = graph.vertices();
    let needed = graph.bytes() + 16 * n as u64;
    context.check_memory(needed, || format!("outcomes of {n} vertices"))?;
    let back = graph.reversed();
    let wins = |v: u32| wins.is_some_and(|wins| wins.contains(v));
    let finished = u32::from(play == Play::Misere);
    let mut ends = vec![DRAW; n];
    // How many arcs lead to vertices that are not known to be won.
    let mut open: Vec<u32> = (0..n as u32).map(|v| graph.heads(v).len() as u32).collect();
    // Vertices enter the queue by remoteness.
    let mut queue: Vec<u32> = Vec::with_capacity(n);
    for v in (0..n as u32).filter(|&v| open[v as usize] == 0 && !wins(v)) {
        ends[v as usize] = finished;
        queue.push(v);
    }
    for v in (0..n as u32).filter(|&v| wins(v)) {
        ends[v as usize] = 2 + 1;
        queue.push(v);
    }
    let mut next = 0;
    while let Some(&v) = queue.get(next) {
        context.tick("outcomes of vertices", next as u64)?;
        next += 1;
        let end = ends[v as usize];
        let (moves, won) = (end / 2, end % 2 == 1);
        for &u in back.heads(v) {
            if ends[u as usize] != DRAW {
                continue;
            }
            open[u as usize] -= 1;
            if !won || open[u as usize] == 0 {
                ends[u as usize] = 2 * (moves + 1) + u32::from(!won);
                queue.push(u);
            }
        }
    }
    Ok(Outcomes { ends, finished })
}
