//! Sums explored as a whole: outcomes where play may go on for ever, and how long a game lasts.

use super::parts::{Gathered, Parts, allowed, restricted};
use super::search::Searcher;
use super::{Question, draws};
use crate::answer::{Answer, Duration, winner};
use crate::context::{Context, Stop};
use crate::graph::Digraph;
use crate::graph::retrograde::{self, Outcomes, Wins};
use crate::outcome::{Outcome, Play};
use crate::solve::arena::{Arena, Node};
use foldhash::fast::RandomState;
use hashbrown::HashMap;

/// A sum and everything that can be reached from it, with outcomes and remoteness.
struct Whole {
    outcomes: Outcomes,
    /// For each part and each of its options the vertex that it leads to; `None` where the move
    /// ends the game at once.
    options: Vec<Vec<Option<u32>>>,
}

/// The sum itself is the first vertex.
const START: u32 = 0;

impl Whole {
    /// Explores the sum.
    ///
    /// # Complexity
    /// O(n + m) for n sums with m moves.
    ///
    /// # Errors
    /// [`Stop`] at the limit of positions, memory or time.
    fn explore(
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
                if at > 0 && sum[at - 1] == node {
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
            for option in 0..arena.expand(node, context)? {
                let left = left(arena, &nodes, at, option, play, context)?;
                list.push(left.map(|sum| sums.vertex(sum)));
            }
            options.push(list);
        }
        let graph = Digraph::new(sums.all.len(), &arcs);
        drop(arcs);
        let outcomes = retrograde::outcomes(&graph, Some(&wins), play, context)?;
        Ok(Self { outcomes, options })
    }

    fn outcome(&self) -> Outcome {
        self.outcomes.get(START)
    }

    /// The moves that lead to vertices of this kind; `at_once`: and those that end the game at once.
    fn moves(
        &self,
        parts: &Parts<'_>,
        question: &Question,
        at_once: bool,
        wanted: impl Fn(u32) -> bool,
        context: &Context<'_>,
    ) -> Result<Gathered, Stop> {
        let mut gathered = Gathered::new(question.moves);
        for part in allowed(question, parts) {
            let (component, i) = parts.place(part);
            let options = &self.options[part];
            let mut keep = |option: usize| options[option].map_or(at_once, &wanted);
            let found = component.moves_kept(i, &mut keep, gathered.room(), context)?;
            gathered.add(parts, part, &found);
        }
        Ok(gathered)
    }

    /// The moves to vertices of an outcome; moves that end the game at once are among those to P.
    fn moves_to(
        &self,
        parts: &Parts<'_>,
        question: &Question,
        outcome: Outcome,
        context: &Context<'_>,
    ) -> Result<Gathered, Stop> {
        let at_once = outcome == Outcome::P;
        self.moves(parts, question, at_once, |v| self.outcomes.get(v) == outcome, context)
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
) -> Result<Option<Vec<Node>>, Stop> {
    let (parts, wins) = arena.option(sum[at], option);
    if wins {
        return Ok((play == Play::Misere).then(Vec::new));
    }
    let mut left = parts.to_vec();
    left.extend_from_slice(&sum[..at]);
    left.extend_from_slice(&sum[at + 1..]);
    reduced(arena, left, context).map(Some)
}

/// The parts that have moves, in order.
fn reduced(
    arena: &mut Arena,
    mut sum: Vec<Node>,
    context: &Context<'_>,
) -> Result<Vec<Node>, Stop> {
    let mut kept = 0;
    for i in 0..sum.len() {
        if arena.expand(sum[i], context)? > 0 {
            sum[kept] = sum[i];
            kept += 1;
        }
    }
    sum.truncate(kept);
    sum.sort_unstable();
    Ok(sum)
}

/// Sums as numbered vertices.
#[derive(Default)]
struct Sums {
    all: Vec<Box<[Node]>>,
    numbers: HashMap<Box<[Node]>, u32, RandomState>,
    bytes: u64,
}

impl Sums {
    fn vertex(&mut self, sum: Vec<Node>) -> u32 {
        let sum = sum.into_boxed_slice();
        let next = self.all.len() as u32;
        let number = *self.numbers.entry(sum).or_insert_with_key(|sum| {
            self.all.push(sum.clone());
            self.bytes += 8 * sum.len() as u64 + 64;
            next
        });
        number
    }
}

/// How outcomes are found where play may go on for ever.
pub const BACKWARDS: &str = "play may go on for ever, so outcomes are found from the ends of play backwards: N if a move leads to P, P if all moves lead to N, and what is never decided is a draw";

/// Outcome and moves of a sum of which play may go on for ever, by exploring it as a whole; `frame`
/// makes the answer that they are put into.
///
/// # Errors
/// [`Stop`] at a limit.
pub fn answer(
    parts: &Parts<'_>,
    question: &Question,
    context: &Context<'_>,
    searcher: &mut Searcher,
    frame: impl FnOnce(Outcome) -> Result<Answer, Stop>,
) -> Result<Answer, Stop> {
    let whole = Whole::explore(parts, question.play, context, searcher)?;
    let outcome = whole.outcome();
    let gathered = whole.moves_to(parts, question, Outcome::P, context)?;
    let draws = draws::wanted(parts, question, outcome)
        .then(|| whole.moves_to(parts, question, Outcome::D, context))
        .transpose()?;
    let mut answer = frame(outcome)?;
    answer.outcome = restricted(question, parts, outcome, &gathered, draws.as_ref())?;
    answer.winner = winner(answer.outcome);
    answer.winning_moves = gathered.into_moves();
    draws::add(&mut answer, draws);
    answer.method = format!(
        "retrograde analysis of all sums in {} play",
        match question.play {
            Play::Normal => "normal",
            Play::Misere => "misère",
        }
    );
    if question.explain {
        answer.reasoning.push(BACKWARDS.into());
    }
    Ok(answer)
}

/// Adds how long the game lasts, or a note why that was not found.
///
/// # Errors
/// [`Stop`] when cancelled.
pub fn add_duration(
    answer: &mut Answer,
    parts: &Parts<'_>,
    question: &Question,
    context: &Context<'_>,
    searcher: &mut Searcher,
) -> Result<(), Stop> {
    match duration(parts, question, context, searcher) {
        Ok(found) => answer.duration = Some(found),
        Err(stop @ (Stop::Cancelled | Stop::Loop(_) | Stop::Faulty(_))) => return Err(stop),
        Err(stop) => answer.notes.push(format!("how long the game lasts was not found: {stop}")),
    }
    Ok(())
}

/// How long the game lasts, and the moves of that length.
///
/// # Errors
/// [`Stop`] at a limit.
pub fn duration(
    parts: &Parts<'_>,
    question: &Question,
    context: &Context<'_>,
    searcher: &mut Searcher,
) -> Result<Duration, Stop> {
    let whole = Whole::explore(parts, question.play, context, searcher)?;
    let remoteness = whole.outcomes.remoteness(START);
    let wanted = |v: u32| match remoteness {
        None => whole.outcomes.get(v) == Outcome::D,
        Some(moves) => {
            let won = whole.outcome() == Outcome::N;
            (!won || whole.outcomes.get(v) == Outcome::P)
                && whole.outcomes.remoteness(v).is_some_and(|after| after + 1 == moves)
        }
    };
    let at_once = remoteness == Some(1);
    let moves = whole.moves(parts, question, at_once, wanted, context)?;
    Ok(Duration { remoteness, moves: moves.into_moves() })
}
