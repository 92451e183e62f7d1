//! Sums in which a part must be answered, in normal play.

use super::parts::{Finding, From, Gathered, Parts, allowed, restricted};
use super::search::Searcher;
use super::verdict::{Verdict, verdict};
use super::winning_sets::{NAMED, table};
use super::{Question, whole};
use crate::answer::{Answer, winner};
use crate::context::{Context, Stop};
use crate::nat::Nat;
use crate::outcome::Outcome;

/// Whether values alone do not decide a sum in normal play: a part must be answered, or moves may entail
/// beside parts that may go on for ever.
pub fn applies(parts: &Parts<'_>) -> bool {
    parts.any_entails() && (parts.any_loopy() || !parts.entailed().is_empty())
}

/// Who wins, and how: by the winning set of the one entailed part, else by search of the sum.
///
/// # Errors
/// [`Stop`] at a limit.
pub fn answer(
    parts: &Parts<'_>,
    question: &Question,
    context: &Context<'_>,
    searcher: &mut Searcher,
) -> Result<Answer, Stop> {
    if let &[part] = parts.entailed()
        && !parts.any_loopy()
    {
        match by_set(parts, part, question, context) {
            Ok(Some(answer)) => return Ok(answer),
            Err(stop @ (Stop::Cancelled | Stop::Loop(_) | Stop::Faulty(_))) => return Err(stop),
            Ok(None) | Err(_) => {}
        }
    }
    searched(parts, question, context, searcher)
}

/// Search of the sum.
///
/// # Errors
/// [`Stop`] at a limit.
pub fn searched(
    parts: &Parts<'_>,
    question: &Question,
    context: &Context<'_>,
    searcher: &mut Searcher,
) -> Result<Answer, Stop> {
    let findings = vec![Finding::unknown(); parts.len()];
    if parts.any_loopy() {
        let frame = |outcome| Ok(parts.frame(question, outcome, &findings));
        return whole::answer(parts, question, context, searcher, frame);
    }
    let (outcome, gathered) = searcher.solve(parts, question, context)?;
    let mut answer = parts.frame(question, outcome, &findings);
    answer.outcome = restricted(question, parts, outcome, &gathered, None)?;
    answer.winner = winner(answer.outcome);
    answer.winning_moves = gathered.into_moves();
    answer.method = "search over the rules for the outcome".into();
    Ok(answer)
}

/// By the winning set of the entailed part; `None` if the value of the others is not found.
fn by_set(
    parts: &Parts<'_>,
    part: usize,
    question: &Question,
    context: &Context<'_>,
) -> Result<Option<Answer>, Stop> {
    let mut findings = Vec::with_capacity(parts.len());
    for other in 0..parts.len() {
        findings.push(match other == part {
            true => Finding::known(Nat::ZERO),
            false => parts.search(other, parts.theory(other, context)?, context)?,
        });
    }
    let others = match verdict(parts, &findings) {
        Verdict::Value(total) => Some(total),
        Verdict::Loony(..) => None,
        _ => return Ok(None),
    };
    findings[part] = Finding { from: From::Search, ..Finding::unknown() };
    let (component, i) = parts.place(part);
    let set = component.winning_set(i, context)?;
    let outcome = Outcome::of(set.wins_beside(others.as_ref()));
    let mut gathered = Gathered::new(question.moves);
    if outcome.mover_wins() && allowed(question, parts).any(|allowed| allowed == part) {
        let room = gathered.room();
        let found = component.moves_beside(i, others.as_ref(), room, context)?;
        gathered.add(parts, part, &found);
    }
    let mut answer = parts.frame(question, outcome, &findings);
    answer.outcome = restricted(question, parts, outcome, &gathered, None)?;
    answer.winner = winner(answer.outcome);
    answer.winning_moves = gathered.into_moves();
    answer.method = "winning sets of entailing moves (Winning Ways)".into();
    if question.explain {
        let name = part + 1;
        answer.reasoning.push(format!("part {name} must be answered: the move is made there"));
        if let Some(options) = component.option_sets(i, NAMED, context)? {
            answer.reasoning.extend(table(&options));
        }
        answer.reasoning.push(match others {
            Some(others) => format!(
                "some move in part {name} wins just if the value of the other parts is in {set}; it is {others}: {outcome}"
            ),
            None => format!(
                "the other parts are loony, and beside such parts some move in part {name} wins just if {set} is infinite: {outcome}"
            ),
        });
    }
    Ok(Some(answer))
}

/// What the moves of a part are to win beside: the value of the other parts, `Some(None)` if they are
/// loony; `None` if that is not known.
pub fn others(findings: &[Finding], part: usize) -> Option<Option<Nat>> {
    use crate::answer::PartValue;
    let mut sum = Some(Nat::ZERO);
    for (_, finding) in findings.iter().enumerate().filter(|&(other, _)| other != part) {
        match &finding.value {
            PartValue::Known(value) => sum = sum.map(|sum| sum ^ value),
            PartValue::Loony => sum = None,
            _ => return None,
        }
    }
    Some(sum)
}

/// What the mark in positions means.
pub const MARK: &str = "what is marked with ! must be answered: the next move is made there, and whoever cannot move there has no move";

/// Why joins of parts of which moves may entail are refused.
pub const NOT_IN_JOINS: &str = "moves that must be answered in their own part have no meaning where moves are made in several members at once: play their sum";
