//! Normal play: the Sprague-Grundy theorem over the parts.

use super::parts::{Finding, Gathered, Parts, allowed, restricted};
use super::search::Searcher;
use super::{Question, explain};
use crate::answer::{Answer, PartValue, winner};
use crate::context::{Context, Stop};
use crate::nat::Nat;
use crate::outcome::Outcome;

/// What the parts' values make of the sum.
pub enum Verdict {
    /// All values that matter are known; their nim-sum.
    Value(Nat),
    /// This many loony parts; which is one of them.
    Loony(usize, usize),
    /// One part's value is only known not to be 0, the others' nim-sum is 0.
    Nonzero(usize),
    /// The values do not decide; why not.
    Open(Stop),
}

pub fn answer(
    parts: &Parts<'_>,
    question: &Question,
    context: &Context<'_>,
    searcher: &mut Searcher,
) -> Result<Answer, Stop> {
    let findings =
        (0..parts.len()).map(|part| parts.find(part, context)).collect::<Result<Vec<_>, _>>()?;
    let verdict = verdict(parts, &findings);
    if let Verdict::Open(stop) = verdict {
        return open(parts, question, context, searcher, &findings, stop);
    }
    let outcome = Outcome::of(!matches!(&verdict, Verdict::Value(total) if total.is_zero()));
    let mut gathered = Gathered::new(question.moves);
    // How many winning moves each part has that may be moved in.
    let mut counts = Vec::new();
    if outcome.mover_wins() {
        for part in allowed(question, parts) {
            let before = gathered.count.clone();
            gather(&mut gathered, parts, part, &findings, &verdict, context)?;
            if question.explain {
                let count = before.zip(gathered.count.as_ref()).map(|(b, after)| after - b);
                counts.push((part, count));
            }
        }
    }
    let mut answer = parts.frame(question, outcome, &findings);
    answer.outcome = restricted(question, parts, outcome, &gathered)?;
    answer.winner = winner(answer.outcome);
    answer.winning_moves = gathered.into_moves();
    answer.method = method(parts, &findings);
    if let Some(stop) = findings.iter().find_map(|finding| finding.stop.as_ref())
        && !matches!(&verdict, Verdict::Value(_))
    {
        answer.notes.push(format!("the Grundy value was not found: {stop}"));
    }
    if question.explain {
        let story = explain::Story { parts, findings: &findings, verdict: &verdict, question };
        answer.reasoning = story.tell(&counts, context)?;
    }
    if let Verdict::Value(total) = verdict {
        answer.grundy = Some(total);
    }
    Ok(answer)
}

fn verdict(parts: &Parts<'_>, findings: &[Finding]) -> Verdict {
    let loony = |f: &Finding| matches!(f.value, PartValue::Loony);
    if let Some(part) = findings.iter().position(loony) {
        return Verdict::Loony(findings.iter().filter(|f| loony(f)).count(), part);
    }
    let mut total = Nat::ZERO;
    let mut open: Vec<usize> = Vec::new();
    for (part, finding) in findings.iter().enumerate() {
        match &finding.value {
            PartValue::Known(value) => total ^= value,
            // Two equal parts cancel, whatever their value.
            _ => match open.iter().position(|&other| parts.equal(part, other)) {
                Some(twin) => drop(open.swap_remove(twin)),
                None => open.push(part),
            },
        }
    }
    match *open {
        [] => Verdict::Value(total),
        [part] if total.is_zero() && findings[part].value == PartValue::Nonzero => {
            Verdict::Nonzero(part)
        }
        [part, ..] => Verdict::Open(
            findings[part].stop.clone().unwrap_or_else(|| Stop::Refused("no value found".into())),
        ),
    }
}

/// Adds the winning moves in one part.
fn gather(
    gathered: &mut Gathered,
    parts: &Parts<'_>,
    part: usize,
    findings: &[Finding],
    verdict: &Verdict,
    context: &Context<'_>,
) -> Result<(), Stop> {
    let (component, i) = parts.place(part);
    let others = |part: usize| {
        findings.iter().enumerate().filter(|&(other, _)| other != part).try_fold(
            Nat::ZERO,
            |sum, (_, finding)| match &finding.value {
                PartValue::Known(value) => Some(sum ^ value),
                _ => None,
            },
        )
    };
    let target = match (verdict, &findings[part].value) {
        (Verdict::Value(total), PartValue::Known(value)) => Some(total ^ value),
        (Verdict::Loony(..), PartValue::Loony) => {
            let room = gathered.room();
            gathered.add(parts, part, &component.moves_to(i, None, room, context)?);
            if !matches!(verdict, Verdict::Loony(1, _)) {
                return Ok(());
            }
            others(part)
        }
        // The other player takes the immediate win.
        (Verdict::Loony(..), _) => return Ok(()),
        (Verdict::Nonzero(open), _) if *open == part => others(part),
        _ => None,
    };
    match target {
        Some(target) => {
            let room = gathered.room();
            // Where the part's own value was past the limits, its options' values will be.
            let modest = matches!(verdict, Verdict::Nonzero(_));
            let context = if modest { context.modest() } else { *context };
            gathered.add(parts, part, &component.moves_to(i, Some(&target), room, &context)?);
        }
        None if component.has_moves(i) => gathered.add_unknown(),
        None => {}
    }
    Ok(())
}

/// The values do not decide: search the sum for its outcome.
fn open(
    parts: &Parts<'_>,
    question: &Question,
    context: &Context<'_>,
    searcher: &mut Searcher,
    findings: &[Finding],
    stop: Stop,
) -> Result<Answer, Stop> {
    if parts.hopeless(findings, context) {
        return Err(stop);
    }
    let found = searcher.solve(parts, question, context);
    let (outcome, gathered) = match found {
        Ok(found) => found,
        Err(cancelled @ (Stop::Cancelled | Stop::Loop(_) | Stop::Faulty(_))) => {
            return Err(cancelled);
        }
        // The first limit says more about what was asked.
        Err(_) => return Err(stop),
    };
    let mut answer = parts.frame(question, outcome, findings);
    answer.outcome = restricted(question, parts, outcome, &gathered)?;
    answer.winner = winner(answer.outcome);
    answer.winning_moves = gathered.into_moves();
    answer.method = "search over the rules for the outcome".into();
    answer.notes.push(format!("the Grundy value was not found: {stop}"));
    Ok(answer)
}

/// The theories used, each once.
fn method(parts: &Parts<'_>, findings: &[Finding]) -> String {
    let mut used: Vec<String> = Vec::new();
    for (part, finding) in findings.iter().enumerate().take(10_000) {
        let method = parts.method(part, finding);
        if !used.iter().any(|known| *known == *method) {
            used.push(method.into_owned());
        }
    }
    match (used.len(), parts.len()) {
        (0, _) => "an empty sum: the player to move has no move".into(),
        (1, 1) => used.remove(0),
        (1, _) if used[0] == "Bouton's theorem" => used.remove(0),
        _ => format!("Sprague-Grundy theorem; parts by {}", used.join(", ")),
    }
}

/// The Grundy value of a sum, if theory and search within the limits find it.
pub fn value_of(
    parts: &Parts<'_>,
    context: &Context<'_>,
) -> Result<(Vec<Finding>, Option<Nat>), Stop> {
    let findings =
        (0..parts.len()).map(|part| parts.find(part, context)).collect::<Result<Vec<_>, _>>()?;
    let value = match verdict(parts, &findings) {
        Verdict::Value(total) => Some(total),
        _ => None,
    };
    Ok((findings, value))
}
