//! Sums explored as a whole: outcomes where play may go on for ever, and how long a game lasts.

use super::explored::{Explored, START};
use super::parts::{Gathered, Parts, allowed, restricted};
use super::search::Searcher;
use super::{Question, draws};
use crate::answer::{Answer, Duration, winner};
use crate::context::{Context, Stop};
use crate::graph::retrograde::Outcomes;
use crate::outcome::{Outcome, Play};

/// A sum and everything that can be reached from it, with outcomes and remoteness.
struct Whole {
    explored: Explored,
    outcomes: Outcomes,
}

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
        let explored = Explored::of(parts, play, context, searcher)?;
        let outcomes = explored.outcomes(play, context)?;
        Ok(Self { explored, outcomes })
    }

    fn outcome(&self) -> Outcome {
        self.outcomes.get(START)
    }

    /// Whether a move to `v`, or one that wins at once, keeps the outcome and is of the length of best
    /// play.
    fn is_best(&self, v: Option<u32>) -> bool {
        match (self.outcomes.remoteness(START), v) {
            (remoteness, None) => remoteness == Some(1),
            (None, Some(v)) => self.outcomes.get(v) == Outcome::D,
            (Some(moves), Some(v)) => {
                let won = self.outcome() == Outcome::N;
                (!won || self.outcomes.get(v) == Outcome::P)
                    && self.outcomes.remoteness(v).is_some_and(|after| after + 1 == moves)
            }
        }
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
            let options = &self.explored.options[part];
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
        Ok(found) => {
            if question.explain
                && let Some(moves) = found.remoteness.filter(|&moves| moves > 1)
                && let Some(line) = best_play(parts, question, moves, context, searcher)?
            {
                answer.reasoning.push(line);
            }
            answer.duration = Some(found);
        }
        Err(stop @ (Stop::Cancelled | Stop::Loop(_) | Stop::Faulty(_))) => return Err(stop),
        Err(stop) => answer.notes.push(format!("how long the game lasts was not found: {stop}")),
    }
    Ok(())
}

/// So many moves of best play are told.
const TOLD: u32 = 12;

/// Best play of both sides move by move; `None` if a limit is met on the way.
fn best_play(
    parts: &Parts<'_>,
    question: &Question,
    moves: u32,
    context: &Context<'_>,
    searcher: &mut Searcher,
) -> Result<Option<String>, Stop> {
    let mut sum = parts.components.to_vec();
    let mut told: Vec<String> = Vec::new();
    for _ in 0..moves.min(TOLD) {
        let parts = Parts::new(&sum);
        let whole = match Whole::explore(&parts, question.play, context, searcher) {
            Ok(whole) => whole,
            Err(stop @ (Stop::Cancelled | Stop::Loop(_) | Stop::Faulty(_))) => return Err(stop),
            Err(_) => return Ok(None),
        };
        let mut best = None;
        for part in (0..parts.len()).filter(|&part| parts.may_move(part)) {
            let (component, i) = parts.place(part);
            let options = &whole.explored.options[part];
            let mut keep = |option: usize| whole.is_best(options[option]);
            if let Some(to) = component.moves_kept(i, &mut keep, 1, context)?.listed.pop() {
                best = Some((part, to));
                break;
            }
        }
        let Some((part, to)) = best else { return Ok(None) };
        let name = if parts.len() > 1 { format!("{}: ", part + 1) } else { String::new() };
        told.push(format!("{name}{}", to.text));
        let after = parts.after(part, &to.after);
        sum = after;
    }
    let more = if moves > TOLD { "; …" } else { "" };
    Ok((!told.is_empty()).then(|| {
        format!(
            "the winner hurries and the loser delays, {moves} moves in all: {}{more}",
            crate::game::join(told, "; ")
        )
    }))
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
    if let Some(reason) = parts.components.iter().find_map(|c| c.lengths_refused()) {
        return Err(Stop::Refused(reason.into()));
    }
    let whole = Whole::explore(parts, question.play, context, searcher)?;
    let remoteness = whole.outcomes.remoteness(START);
    let wanted = |v: u32| whole.is_best(Some(v));
    let at_once = whole.is_best(None);
    let moves = whole.moves(parts, question, at_once, wanted, context)?;
    Ok(Duration { remoteness, moves: moves.into_moves() })
}
