//! Sums in which a part must be answered, in normal play, and the reasoning where moves may entail.

use super::parts::{From, Finding, Gathered, Parts, allowed, restricted};
use super::search::Searcher;
use super::verdict::{Verdict, verdict};
use super::{Question, whole};
use crate::answer::{Answer, winner};
use crate::context::{Context, Stop};
use crate::nat::Nat;
use crate::outcome::Outcome;
use crate::solve::entailing::WinningSet;
use std::collections::BTreeMap;

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
    if let &[part] = &*parts.entailed()
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
        if let Some(options) = component.option_sets(i, super::explain::NAMED, context)? {
            answer.reasoning.extend(table(&options));
        }
        answer.reasoning.push(match others {
            Some(others) => format!(
                "some move in part {name} wins just if the value of the other parts is in {set}; it is {others}: {outcome}"
            ),
            None => format!(
                "some move in part {name} wins just if the value of the other parts is in {set}; they are loony, which is in every infinite set: {outcome}"
            ),
        });
    }
    Ok(Some(answer))
}

/// The moves of a part, by what each of them wins beside; `None` if there are no moves.
fn table(options: &[(String, WinningSet)]) -> Option<String> {
    let mut rows: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for (text, set) in options {
        rows.entry(set.to_string()).or_default().push(text);
    }
    if rows.is_empty() {
        return None;
    }
    let mut table = "the moves, by the values of the other parts that each wins beside:\n".to_owned();
    let width = rows.keys().map(|set| set.chars().count()).max().unwrap_or(1);
    for (set, moves) in &rows {
        super::explain::write_row(&mut table, &format!("{set:width$}"), moves);
    }
    Some(table)
}

/// Why a part of which moves may entail has its value.
///
/// # Errors
/// [`Stop`] when cancelled; nothing is told past other limits.
pub fn lines(parts: &Parts<'_>, part: usize, context: &Context<'_>) -> Result<Vec<String>, Stop> {
    let (component, i) = parts.place(part);
    let found = component.option_sets(i, super::explain::NAMED, context).and_then(|options| {
        Ok((options, component.winning_set(i, context)?))
    });
    let (options, set) = match found {
        Ok(found) => found,
        Err(stop @ (Stop::Cancelled | Stop::Loop(_) | Stop::Faulty(_))) => return Err(stop),
        Err(_) => return Ok(Vec::new()),
    };
    let mut lines: Vec<String> = options.as_deref().and_then(table).into_iter().collect();
    lines.push(match set.mex() {
        Some(mex) => format!(
            "some move wins beside parts of a value in {set}; the least number missing is {mex}, so that is the value"
        ),
        None => format!("some move wins beside parts of any value, {set}: the part is loony"),
    });
    Ok(lines)
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

/// Why joins of parts of which moves may entail are refused.
pub const NOT_IN_JOINS: &str = "moves that must be answered in their own part have no meaning where moves are made in several members at once: play their sum";
