//! Normal play: the Sprague-Grundy theorem over the parts.

use super::parts::{Finding, Gathered, Parts, allowed, restricted};
use super::search::Searcher;
use super::verdict::{Verdict, verdict};
use super::{Question, boxed, draws, entailed, explain, whole};
use crate::answer::{Answer, GrundyValue, PartValue, winner};
use crate::context::{Context, Stop};
use crate::nat::Nat;
use crate::outcome::Outcome;

pub fn answer(
    parts: &Parts<'_>,
    question: &Question,
    context: &Context<'_>,
    searcher: &mut Searcher,
) -> Result<Answer, Stop> {
    if entailed::applies(parts) {
        return entailed::answer(parts, question, context, searcher);
    }
    let mut findings = theory(parts, context)?;
    if let Some(modest) = boxed::modest(parts, context)
        && let Finding { stop: Some(stop), .. } = parts.search(0, findings[0].clone(), &modest)?
        && let Some(mut answer) = boxed::answer(parts, question, context)?
    {
        answer.notes.push(value_not_found(&stop));
        return Ok(answer);
    }
    divide(parts, &mut findings, context)?;
    let decided_by = verdict(parts, &findings).outcome();
    for part in needed(parts, &findings, |verdict| moves_need(parts, question, verdict)) {
        let theory = findings[part].clone();
        let (component, _) = parts.place(part);
        findings[part] = match decided_by {
            // The value would tell winning moves elsewhere, no more.
            Some(by) if by == Outcome::D || component.is_divided() => {
                parts.search_for_value_alone(part, theory, context)?
            }
            _ => parts.search(part, theory, context)?,
        };
    }
    let mut verdict = verdict(parts, &findings);
    if let Verdict::Open(stop) = verdict {
        return open(parts, question, context, searcher, &findings, stop);
    }
    let outcome = decided(&verdict)?;
    let mut gathered = Gathered::new(question.moves);
    // How many winning moves each part has that may be moved in.
    let mut counts = Vec::new();
    let mut notes = Vec::new();
    if outcome.mover_wins() {
        for part in allowed(question, parts) {
            let before = gathered.count.clone();
            match gather(&mut gathered, parts, part, &findings, &verdict, context) {
                // Who wins is known, and told.
                Err(Stop::Limit { kind, what }) => {
                    gathered.add_unknown();
                    let note = format!("winning moves not searched further: {}", kind.noted(&what));
                    // All parts may come to the same limit.
                    if !notes.contains(&note) {
                        notes.push(note);
                    }
                }
                result => result?,
            }
            if question.explain {
                let count = before.zip(gathered.count.as_ref()).map(|(b, after)| after - b);
                counts.push((part, count));
            }
        }
    }
    let open: Vec<usize> = (0..parts.len()).filter(|&part| findings[part].is_open()).collect();
    if question.value && !open.is_empty() {
        for part in open {
            let theory = findings[part].clone();
            findings[part] = parts.search_for_value_alone(part, theory, context)?;
        }
        verdict = self::verdict(parts, &findings);
    }
    let draws = draws::wanted(parts, question, outcome)
        .then(|| draws::by_values(parts, question, &findings, context))
        .transpose()?;
    let mut answer = parts.frame(question, outcome, &findings);
    answer.outcome = restricted(question, parts, outcome, &gathered, draws.as_ref())?;
    answer.winner = winner(answer.outcome);
    answer.winning_moves = gathered.into_moves();
    draws::add(&mut answer, draws);
    answer.method = method(parts, &findings);
    if let Some(stop) = findings.iter().find_map(|finding| finding.stop.as_ref())
        && !matches!(&verdict, Verdict::Value(_) | Verdict::Loopy(..))
    {
        answer.notes.push(value_not_found(stop));
    }
    if question.explain {
        let story = explain::Story { parts, findings: &findings, verdict: &verdict, question };
        answer.reasoning = match story.tell(&counts, context) {
            Err(Stop::Limit { kind, what }) => {
                notes.push(format!("reasons not told: {}", kind.noted(&what)));
                Vec::new()
            }
            reasons => reasons?,
        };
    }
    answer.notes.append(&mut notes);
    answer.grundy = match verdict {
        Verdict::Value(total) => Some(GrundyValue::Number(total)),
        Verdict::Loopy(set, _) => Some(GrundyValue::Loopy(set)),
        _ => None,
    };
    Ok(answer)
}

/// What the values decide; the caller has seen that they do.
fn decided(verdict: &Verdict) -> Result<Outcome, Stop> {
    verdict.outcome().ok_or_else(|| Stop::Refused("the values do not decide".into()))
}

/// The outcome alone: by theory as far as it goes, then by the values that theory leaves open, then
/// by a search of the sum.
///
/// # Errors
/// As [`answer`].
pub fn outcome(
    parts: &Parts<'_>,
    question: &Question,
    context: &Context<'_>,
    searcher: &mut Searcher,
) -> Result<Outcome, Stop> {
    if entailed::applies(parts) {
        let question = Question { only: None, moves: 0, explain: false, ..question.clone() };
        return Ok(entailed::answer(parts, &question, context, searcher)?.outcome);
    }
    if let Some(modest) = boxed::modest(parts, context)
        && parts.search(0, parts.theory(0, context)?, &modest)?.stop.is_some()
    {
        let (component, i) = parts.place(0);
        if let Some(outcome) = component.boxed(i, question.play, context)? {
            return Ok(outcome);
        }
    }
    if parts.len() == 1 {
        let (component, i) = parts.place(0);
        if let Some(outcome) = component.outcome(i, context)? {
            return Ok(outcome);
        }
    }
    let mut findings = theory(parts, context)?;
    divide(parts, &mut findings, context)?;
    for part in needed(parts, &findings, |_| false) {
        findings[part] = parts.search(part, findings[part].clone(), context)?;
    }
    match verdict(parts, &findings) {
        Verdict::Open(stop) => {
            let question = Question { only: None, ..question.clone() };
            Ok(open(parts, &question, context, searcher, &findings, stop)?.outcome)
        }
        verdict => decided(&verdict),
    }
}

/// What theory tells of each part.
fn theory(parts: &Parts<'_>, context: &Context<'_>) -> Result<Vec<Finding>, Stop> {
    let mut findings = Vec::with_capacity(parts.len());
    for part in 0..parts.len() {
        findings.push(parts.theory(part, context)?);
    }
    Ok(findings)
}

/// Asks whether the value of the one part that theory leaves open is that of the others, where that is
/// less work than the value itself. Of several such parts all but the last are valued.
fn divide(parts: &Parts<'_>, findings: &mut [Finding], context: &Context<'_>) -> Result<(), Stop> {
    if !matches!(verdict(parts, findings), Verdict::Open(_)) {
        return Ok(());
    }
    let mut open: Vec<usize> = Vec::new();
    for part in (0..parts.len()).filter(|&part| findings[part].is_open()) {
        if !parts.place(part).0.is_divided() {
            return Ok(());
        }
        match open.iter().position(|&other| parts.equal(part, other)) {
            Some(twin) => drop(open.swap_remove(twin)),
            None => open.push(part),
        }
    }
    let Some(last) = open.pop() else { return Ok(()) };
    for part in open {
        findings[part] = parts.search(part, findings[part].clone(), context)?;
    }
    let others = findings.iter().try_fold(Nat::ZERO, |sum, finding| match &finding.value {
        PartValue::Known(value) => Some(sum ^ value),
        PartValue::Unknown | PartValue::Nonzero if finding.is_open() => Some(sum),
        _ => None,
    });
    let Some(others) = others else { return Ok(()) };
    let (component, i) = parts.place(last);
    match component.has_value(i, &others, context) {
        Ok(Some(true)) => {
            let from = super::parts::From::Search;
            findings[last] =
                Finding { value: PartValue::Known(others), from, stop: None, not: None };
        }
        Ok(Some(false)) => findings[last].not = Some(others),
        Ok(None) => {}
        Err(stop @ (Stop::Cancelled | Stop::Loop(_) | Stop::Faulty(_))) => return Err(stop),
        Err(stop) => {
            findings[last].from = super::parts::From::Search;
            findings[last].stop = Some(stop);
        }
    }
    Ok(())
}

/// The parts whose values are to be searched for: none if what theory tells of the parts decides
/// the sum and `moves_need` no more; else all that theory leaves open.
fn needed(
    parts: &Parts<'_>,
    findings: &[Finding],
    moves_need: impl FnOnce(&Verdict) -> bool,
) -> Vec<usize> {
    let open: Vec<usize> = (0..parts.len()).filter(|&part| findings[part].is_open()).collect();
    if open.is_empty() {
        return open;
    }
    match verdict(parts, findings) {
        Verdict::Open(_) => open,
        verdict if moves_need(&verdict) => open,
        _ => Vec::new(),
    }
}

/// Whether the winning moves depend on values that theory leaves open.
fn moves_need(parts: &Parts<'_>, question: &Question, verdict: &Verdict) -> bool {
    match verdict {
        Verdict::Value(total) => !total.is_zero(),
        // Moves in the part are to 0, and theory knows them; moves elsewhere are to its value.
        Verdict::Differs(open) => {
            allowed(question, parts).any(|part| part != *open && parts.has_moves_in(part))
        }
        Verdict::Loony(..) | Verdict::Loopy(..) | Verdict::Open(_) => true,
    }
}

/// Why the value is not told, where nothing else depended on it.
pub fn value_not_found(stop: &Stop) -> String {
    match stop {
        Stop::Limit { kind, what } => {
            format!("Grundy value not searched further: {}", kind.noted(what))
        }
        stop => format!("the Grundy value was not found: {stop}"),
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
    if component.entails() {
        let room = gathered.room();
        // Where the part's own value was past the limits, what its moves win beside is too.
        let others = entailed::others(findings, part).filter(|_| findings[part].stop.is_none());
        match others {
            Some(others) => {
                gathered.add(
                    parts,
                    part,
                    &component.moves_beside(i, others.as_ref(), room, context)?,
                );
            }
            None if component.has_moves(i) => gathered.add_unknown(),
            None => {}
        }
        return Ok(());
    }
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
        (Verdict::Differs(open), _) if *open == part => others(part),
        // A move elsewhere leaves the infinite part.
        (Verdict::Loopy(_, only), _) if *only != Some(part) => return Ok(()),
        (Verdict::Loopy(..), _) => others(part),
        _ => None,
    };
    match target {
        Some(target) => {
            let room = gathered.room();
            // Where the part's own value was past the limits, its options' values will be.
            let modest = matches!(verdict, Verdict::Differs(_)) && !component.is_divided();
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
    if parts.any_loopy() {
        let frame = |outcome| Ok(parts.frame(question, outcome, findings));
        return match whole::answer(parts, question, context, searcher, frame) {
            Ok(mut answer) => {
                answer.notes.push(value_not_found(&stop));
                Ok(answer)
            }
            Err(end @ (Stop::Cancelled | Stop::Loop(_) | Stop::Faulty(_))) => Err(end),
            Err(_) => Err(stop),
        };
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
    answer.outcome = restricted(question, parts, outcome, &gathered, None)?;
    answer.winner = winner(answer.outcome);
    answer.winning_moves = gathered.into_moves();
    answer.method = "search over the rules for the outcome".into();
    answer.notes.push(value_not_found(&stop));
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
        _ if parts.any_loopy() => format!("sums of loopy values; parts by {}", used.join(", ")),
        _ => format!("Sprague-Grundy theorem; parts by {}", used.join(", ")),
    }
}

/// What is found of the parts, and the Grundy value of their sum if all that matters is known.
type Valued = (Vec<Finding>, Option<GrundyValue>);

/// The Grundy value of a sum, if theory and search within the limits find it.
pub fn value_of(parts: &Parts<'_>, context: &Context<'_>) -> Result<Valued, Stop> {
    value_by(parts, context, |part, theory| parts.search(part, theory, context))
}

/// As [`value_of`], within the limits of a value that nothing else depends on.
pub fn value_alone(parts: &Parts<'_>, context: &Context<'_>) -> Result<Valued, Stop> {
    value_by(parts, context, |part, theory| parts.search_for_value_alone(part, theory, context))
}

fn value_by(
    parts: &Parts<'_>,
    context: &Context<'_>,
    search: impl Fn(usize, Finding) -> Result<Finding, Stop>,
) -> Result<Valued, Stop> {
    let mut findings = theory(parts, context)?;
    for (part, finding) in findings.iter_mut().enumerate() {
        *finding = search(part, std::mem::replace(finding, Finding::unknown()))?;
    }
    let value = match verdict(parts, &findings) {
        Verdict::Value(total) => Some(GrundyValue::Number(total)),
        Verdict::Loopy(set, _) => Some(GrundyValue::Loopy(set)),
        _ => None,
    };
    Ok((findings, value))
}
