//! A sum and everything that can be reached from it, as a graph, and outcomes that questions share.

use super::parts::Parts;
use super::search::Searcher;
use crate::context::{Context, Stop};
use crate::graph::Digraph;
use crate::graph::retrograde::{self, Outcomes, Wins};
use crate::outcome::{Outcome, Play};
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
            each_move(arena, &sum, play, context, |left| match left {
                Some(sum) => arcs.push((tail, sums.vertex(sum))),
                None => wins.insert(tail),
            })?;
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

/// The outcome of a sum, by exploring what can be reached and was not explored for an earlier question.
///
/// # Complexity
/// O(n + m) for n such sums with m moves; all of them are remembered.
///
/// # Errors
/// [`Stop`] at the limit of positions, memory or time.
pub fn outcome(
    parts: &Parts<'_>,
    play: Play,
    context: &Context<'_>,
    searcher: &mut Searcher,
) -> Result<Outcome, Stop> {
    let (arena, nodes, known) = searcher.arena_and_known(parts, play);
    let start = reduced(arena, nodes, context)?;
    if let Some(outcome) = known.get(&start) {
        return Ok(outcome);
    }
    let mut sums = Sums::default();
    sums.vertex(start);
    let mut arcs: Vec<(u32, u32)> = Vec::new();
    let mut wins = Wins::default();
    let mut lost: Vec<u32> = Vec::new();
    let mut next = 0;
    while let Some(sum) = sums.all.get(next).cloned() {
        let held = (known.len() + next) as u64;
        context.look("exploring sums", held)?;
        context.check_positions(held, || "exploring sums".into())?;
        let bytes = arena.bytes() + known.bytes() + sums.bytes + 8 * arcs.capacity() as u64;
        context.check_memory(bytes, || "exploring sums".into())?;
        let tail = next as u32;
        next += 1;
        match known.get(&sum) {
            Some(Outcome::N) => wins.insert(tail),
            Some(Outcome::P) => lost.push(tail),
            Some(Outcome::D) => arcs.push((tail, tail)),
            None => each_move(arena, &sum, play, context, |left| match left {
                Some(sum) => arcs.push((tail, sums.vertex(sum))),
                None => wins.insert(tail),
            })?,
        }
    }
    // What is known to be lost leads to a sum that is won, and nowhere else.
    let won = sums.all.len() as u32;
    wins.insert(won);
    arcs.extend(lost.into_iter().map(|v| (v, won)));
    let graph = Digraph::new(sums.all.len() + 1, &arcs);
    let outcomes = retrograde::outcomes(&graph, Some(&wins), play, context)?;
    for (v, sum) in (0..).zip(sums.all) {
        known.insert(sum, outcomes.get(v));
    }
    Ok(outcomes.get(START))
}

/// Calls `each` with what every move of a sum leaves, as [`left`] tells it.
fn each_move(
    arena: &mut Arena,
    sum: &[Node],
    play: Play,
    context: &Context<'_>,
    mut each: impl FnMut(Option<Box<[Node]>>),
) -> Result<(), Stop> {
    for (at, &node) in sum.iter().enumerate() {
        if at > 0 && sum[at - 1] == node || !arena.may_move(sum, at) {
            continue;
        }
        for option in 0..arena.expand(node, context)? {
            each(left(arena, sum, at, option, play, context)?);
        }
    }
    Ok(())
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
