//! One part alone of which play may go on for ever, by the outcomes of all positions of a box.

use super::parts::{Finding, Gathered, Parts, restricted};
use super::whole::BACKWARDS;
use super::{Question, draws};
use crate::answer::{Answer, winner};
use crate::context::{Context, Stop};
use crate::outcome::{Outcome, Play};

/// So many positions are explored before the box is looked at.
const MODEST: u64 = 1_000_000;

/// Whether the positions of a box may tell who wins; then searches before that have these limits.
pub fn modest<'a>(parts: &Parts<'_>, context: &Context<'a>) -> Option<Context<'a>> {
    if parts.len() != 1 || !parts.any_loopy() || !parts.place(0).0.is_boxed() {
        return None;
    }
    let mut modest = *context;
    modest.limits.positions = modest.limits.positions.min(MODEST);
    Some(modest)
}

/// The answer by the box; `None` if there is none.
///
/// # Errors
/// [`Stop`] at a limit.
pub fn answer(
    parts: &Parts<'_>,
    question: &Question,
    context: &Context<'_>,
) -> Result<Option<Answer>, Stop> {
    let (component, i) = parts.place(0);
    let play = question.play;
    let Some(outcome) = component.boxed(i, play, context)? else { return Ok(None) };
    let moves = |wanted: Outcome| {
        let mut gathered = Gathered::new(question.moves);
        match component.boxed_moves(i, (play, wanted), question.moves, context)? {
            Some(found) => gathered.add(parts, 0, &found),
            None => gathered.add_unknown(),
        }
        Ok::<_, Stop>(gathered)
    };
    let gathered = moves(Outcome::P)?;
    let draws = draws::wanted(parts, question, outcome).then(|| moves(Outcome::D)).transpose()?;
    let mut answer = parts.frame(question, outcome, &[Finding::unknown()]);
    answer.outcome = restricted(question, parts, outcome, &gathered, draws.as_ref())?;
    answer.winner = winner(answer.outcome);
    answer.winning_moves = gathered.into_moves();
    draws::add(&mut answer, draws);
    answer.method = match play {
        Play::Normal => "retrograde analysis of all positions of the rules in normal play",
        Play::Misere => "retrograde analysis of all positions of the rules in misère play",
    }
    .into();
    if question.explain {
        answer.reasoning.push(BACKWARDS.into());
    }
    Ok(Some(answer))
}
