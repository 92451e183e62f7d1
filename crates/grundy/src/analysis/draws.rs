//! Moves that keep a draw, where play may go on for ever.

use super::Question;
use super::parts::{Finding, Gathered, Parts, allowed};
use crate::answer::Answer;
use crate::context::{Context, Stop};
use crate::game::Known;
use crate::nat::Nat;
use crate::outcome::Outcome;

/// Whether drawing moves matter: where nothing wins, or where the first move is restricted.
pub fn wanted(parts: &Parts<'_>, question: &Question, outcome: Outcome) -> bool {
    outcome == Outcome::D || question.only.is_some() && parts.any_loopy()
}

/// The moves to sums that are draws by their values.
pub fn by_values(
    parts: &Parts<'_>,
    question: &Question,
    findings: &[Finding],
    context: &Context<'_>,
) -> Result<Gathered, Stop> {
    let mut gathered = Gathered::new(question.moves);
    for part in allowed(question, parts) {
        let mut others = Some(Known::Value(Nat::ZERO));
        for (_, finding) in findings.iter().enumerate().filter(|&(other, _)| other != part) {
            others = match (others, finding.as_known()) {
                (Some(sum), Some(value)) => sum.plus(&value),
                _ => None,
            };
        }
        let (component, i) = parts.place(part);
        match others {
            Some(others) => {
                let keep = |value: &Known| {
                    others.plus(value).and_then(|sum| sum.outcome()) == Some(Outcome::D)
                };
                let room = gathered.room();
                match component.moves_by_value(i, &keep, room, &context.modest()) {
                    Ok(found) => gathered.add(parts, part, &found),
                    // Who wins is known, and told: the moves are not.
                    Err(Stop::Limit { .. }) => gathered.add_unknown(),
                    Err(stop) => return Err(stop),
                }
            }
            None if component.has_moves(i) => gathered.add_unknown(),
            None => {}
        }
    }
    Ok(gathered)
}

/// Tells of drawing moves where the answer is a draw.
pub fn add(answer: &mut Answer, draws: Option<Gathered>) {
    if answer.outcome == Outcome::D {
        answer.drawing_moves = draws.map(Gathered::into_moves);
    }
}
