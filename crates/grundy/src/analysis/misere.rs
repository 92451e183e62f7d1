//! Misère play: the rule of misère Nim where all parts are proved tame, search otherwise.

use super::explain::part_list;
use super::normal::{value_alone, value_not_found, value_of};
use super::parts::{Finding, Gathered, Parts, allowed, restricted};
use super::search::Searcher;
use super::{Question, apart, boxed, count_law, draws, explored, genus, quotients, whole};
use crate::answer::{Answer, PartValue, winner};
use crate::context::{Context, Stop};
use crate::game::{Component, NimLike};
use crate::nat::Nat;
use crate::outcome::{Outcome, Play};
use crate::solve::tame::Tame;

/// The answer to a question about a sum in misère play.
///
/// # Errors
/// [`Stop`] when the outcome is not found.
pub fn answer(
    parts: &Parts<'_>,
    question: &Question,
    context: &Context<'_>,
    searcher: &mut Searcher,
) -> Result<Answer, Stop> {
    let mut answer = decided(parts, question, context, searcher)?;
    answer.reasoning.extend(genus::told(parts, question, context, searcher)?);
    Ok(answer)
}

fn decided(
    parts: &Parts<'_>,
    question: &Question,
    context: &Context<'_>,
    searcher: &mut Searcher,
) -> Result<Answer, Stop> {
    refuse(parts, question)?;
    if parts.any_loopy() {
        if let Some(answer) = alone(parts, question, context)? {
            return Ok(answer);
        }
        let frame = |outcome| with_value(parts, question, outcome, Gathered::new(0), context);
        if let Some(modest) = boxed::modest(parts, context) {
            match whole::answer(parts, question, &modest, searcher, frame) {
                Err(Stop::Limit { .. }) => {}
                result => return result,
            }
            if let Some(answer) = boxed::answer(parts, question, context)? {
                return Ok(answer);
            }
        }
        return whole::answer(parts, question, context, searcher, frame);
    }
    let nim_like = |c: &dyn Component| c.nim_like() != NimLike::No;
    // A theorem on the position alone says more than its type.
    if !parts.components.iter().all(|c| nim_like(&**c))
        && let Some(answer) = by_law(parts, question, context)?
    {
        return Ok(answer);
    }
    let has_type = |c: &dyn Component| nim_like(c) || (0..c.parts()).all(|i| c.fickle(i).is_some());
    if parts.components.iter().all(|c| has_type(&**c)) {
        return by_values(parts, question, context, searcher);
    }
    let mut decided = quotients::decide(parts, question, context, searcher)?;
    if decided.is_none() {
        decided = count_law::decide(parts, question, context)?;
    }
    if let Some(decided) = decided {
        let mut answer =
            with_value(parts, question, decided.outcome, decided.winning_moves, context)?;
        answer.method = decided.method;
        answer.reasoning = decided.reasoning;
        return Ok(answer);
    }
    let mut modest = *context;
    if apart::falls_apart(parts) {
        let most = searcher.positions().saturating_add(MAX_TYPED_POSITIONS);
        modest.limits.positions = modest.limits.positions.min(most);
    }
    match types_of(parts, searcher, &modest) {
        Ok(Some(types)) => return by_types(parts, question, context, searcher, &types),
        Err(stop @ (Stop::Cancelled | Stop::Loop(_) | Stop::Faulty(_))) => return Err(stop),
        // Some part is not tame, or not seen to be within the limits.
        Ok(None) | Err(_) => {}
    }
    if let Some(answer) = alone(parts, question, context)? {
        return Ok(answer);
    }
    if let Some((outcome, gathered)) = apart::solve(parts, question, context, searcher)? {
        let mut answer = with_value(parts, question, outcome, gathered, context)?;
        answer.method = "proof-number search over the rules in misère play".into();
        if question.explain {
            answer.reasoning.push(
                "not all parts are tame, so Grundy values do not decide misère play: the sums below \
                 this one were searched by proof numbers, small parts in their simplest forms"
                    .into(),
            );
        }
        return Ok(answer);
    }
    let (outcome, gathered) = searcher.solve(parts, question, context)?;
    let mut answer = with_value(parts, question, outcome, gathered, context)?;
    answer.method = "search over the rules in misère play".into();
    if question.explain {
        answer.reasoning.push(
            "not all parts are tame, so Grundy values do not decide misère play: the sums below \
             this one were searched"
                .into(),
        );
    }
    Ok(answer)
}

/// Where parts fall apart, types are found of so many positions: types are of positions as they stand, which are more
/// than their parts.
const MAX_TYPED_POSITIONS: u64 = 3_000;

/// The outcome alone where play may go on for ever, with what earlier questions found.
///
/// # Errors
/// As [`answer`].
pub fn loopy_outcome(
    parts: &Parts<'_>,
    question: &Question,
    context: &Context<'_>,
    searcher: &mut Searcher,
) -> Result<Outcome, Stop> {
    refuse(parts, question)?;
    if let Some((component, i)) = only_part(parts)
        && let Some(outcome) = component.misere_alone(i)
    {
        return Ok(outcome);
    }
    let limits = boxed::modest(parts, context);
    match explored::outcome(parts, Play::Misere, limits.as_ref().unwrap_or(context), searcher) {
        Err(Stop::Limit { .. }) if limits.is_some() => {}
        result => return result,
    }
    let (component, i) = parts.place(0);
    match component.boxed(i, Play::Misere, context)? {
        Some(outcome) => Ok(outcome),
        None => explored::outcome(parts, Play::Misere, context, searcher),
    }
}

/// The only part.
fn only_part<'p>(parts: &Parts<'p>) -> Option<(&'p dyn Component, usize)> {
    (parts.len() == 1).then(|| parts.place(0))
}

/// One part, if a theorem tells who wins it alone.
fn by_law(
    parts: &Parts<'_>,
    question: &Question,
    context: &Context<'_>,
) -> Result<Option<Answer>, Stop> {
    let Some((component, i)) = only_part(parts) else { return Ok(None) };
    let Some(outcome) = component.misere_outcome(i, context)? else { return Ok(None) };
    let mut gathered = Gathered::new(question.moves);
    if outcome.mover_wins()
        && allowed(question, parts).next().is_some()
        && let Some(found) = component.misere_winning_moves(i, gathered.room(), context)?
    {
        gathered.add(parts, 0, &found);
    }
    let mut answer = with_value(parts, question, outcome, gathered, context)?;
    if let Some((theorem, why)) = component.misere_why(i) {
        answer.method = theorem.into();
        if question.explain {
            answer.reasoning.extend(why);
        }
    }
    Ok(Some(answer))
}

/// Misère play that makes no sense is refused.
fn refuse(parts: &Parts<'_>, question: &Question) -> Result<(), Stop> {
    for component in parts.components {
        if let Some(reason) = component.misere_refused().filter(|_| !question.round) {
            return Err(Stop::Refused(reason.into()));
        }
    }
    Ok(())
}

/// One part that is not tame, if theory tells who wins it all the same.
fn alone(
    parts: &Parts<'_>,
    question: &Question,
    context: &Context<'_>,
) -> Result<Option<Answer>, Stop> {
    let Some((component, i)) = only_part(parts) else { return Ok(None) };
    let Some(outcome) = component.misere_alone(i) else { return Ok(None) };
    let mut gathered = Gathered::new(question.moves);
    if outcome.mover_wins() {
        match component.misere_moves(i, Outcome::P, question.moves, context)? {
            Some(found) => gathered.add(parts, 0, &found),
            None => return Ok(None),
        }
    }
    let mut draws = None;
    if draws::wanted(parts, question, outcome) {
        let mut drawing = Gathered::new(question.moves);
        match component.misere_moves(i, Outcome::D, question.moves, context)? {
            Some(found) => drawing.add(parts, 0, &found),
            None => return Ok(None),
        }
        draws = Some(drawing);
    }
    let won = gathered.decides();
    let mut answer = with_value(parts, question, outcome, gathered, context)?;
    if question.only.is_some() && won == Some(false) && outcome != Outcome::N {
        // The only part is the part asked for.
        answer.outcome = outcome;
        answer.winner = winner(outcome);
    }
    draws::add(&mut answer, draws);
    answer.method = "outcomes of all positions in misère play".into();
    if question.explain {
        answer.reasoning.push(if parts.any_loopy() {
            whole::BACKWARDS.into()
        } else {
            "the part is not tame, but it stands alone: in misère play a position is N if there is \
             no move, or one to a P-position; these outcomes are found from the end of play backwards"
                .to_owned()
        });
        answer.reasoning.push(match outcome {
            Outcome::D => {
                "here no move leads to a P-position, and some move leads to a draw: D".into()
            }
            Outcome::P => "here there is a move, and every move leads to an N-position: P".into(),
            Outcome::N => match &answer.winning_moves.count {
                Some(count) if !count.is_zero() => {
                    format!("here {count} of the moves lead to P-positions: N")
                }
                _ => "here there is no move: N".to_owned(),
            },
        });
    }
    Ok(Some(answer))
}

/// The answer with the Grundy value of normal play, on which nothing here depends.
fn with_value(
    parts: &Parts<'_>,
    question: &Question,
    outcome: Outcome,
    gathered: Gathered,
    context: &Context<'_>,
) -> Result<Answer, Stop> {
    if !question.value {
        let findings = vec![Finding::unknown(); parts.len()];
        return finished(parts, question, outcome, &findings, gathered);
    }
    let (findings, value) = value_alone(parts, context)?;
    let mut answer = finished(parts, question, outcome, &findings, gathered)?;
    if value.is_none()
        && let Some(stop) = findings.iter().find_map(|finding| finding.stop.as_ref())
    {
        answer.notes.push(value_not_found(stop));
    }
    answer.grundy = value;
    Ok(answer)
}

fn finished(
    parts: &Parts<'_>,
    question: &Question,
    outcome: Outcome,
    findings: &[Finding],
    gathered: Gathered,
) -> Result<Answer, Stop> {
    let mut answer = parts.frame(question, outcome, findings);
    answer.outcome = restricted(question, parts, outcome, &gathered, None)?;
    answer.winner = winner(answer.outcome);
    answer.winning_moves = gathered.into_moves();
    Ok(answer)
}

/// Every part is tame, and it is known which ones are firm, so: N iff the nim-sum is not 0 and some part is
/// firm, or the nim-sum is 0 and none is (Conway 1976). Where positions of value 0 and 1 are fickle, firm means
/// greater than 1 (Bouton 1901; the SJ theorem, Jia 2009).
fn by_values(
    parts: &Parts<'_>,
    question: &Question,
    context: &Context<'_>,
    searcher: &mut Searcher,
) -> Result<Answer, Stop> {
    let (findings, total) = value_of(parts, context)?;
    // Equal parts cancel from the total even where their value is unknown; here each is needed.
    let unknown = || {
        let stop = findings.iter().find_map(|finding| finding.stop.clone());
        stop.unwrap_or_else(|| Stop::Refused("a part has no Grundy value".into()))
    };
    let total = total.and_then(|total| total.number().cloned()).ok_or_else(unknown)?;
    let values: Vec<&Nat> = findings
        .iter()
        .map(|finding| match &finding.value {
            PartValue::Known(value) => Ok(value),
            _ => Err(unknown()),
        })
        .collect::<Result<_, Stop>>()?;
    // Whether a part is firm.
    let firm: Vec<bool> = (0..parts.len())
        .map(|part| {
            let (component, i) = parts.place(part);
            component.fickle(i).map_or_else(|| *values[part] > Nat::ONE, |fickle| !fickle)
        })
        .collect();
    let large = firm.iter().filter(|firm| **firm).count();
    let outcome = Outcome::of(total.is_zero() == (large == 0));
    let mut gathered = Gathered::new(question.moves);
    if outcome.mover_wins() {
        for part in allowed(question, parts) {
            let others = &total ^ values[part];
            let rest = match large - usize::from(firm[part]) {
                0 => Rest::Fickle(others == Nat::ONE),
                _ => Rest::Firm(others),
            };
            gather(&mut gathered, parts, part, &rest, context, searcher)?;
        }
    }
    let mut answer = finished(parts, question, outcome, &findings, gathered)?;
    if parts.components.iter().any(|component| component.nim_like() == NimLike::No) {
        answer.method = CONWAYS_THEOREM.into();
        if question.explain {
            let types = (0..parts.len()).map(|part| (firm[part], values[part]));
            answer.reasoning.extend(types_in_words(types, large > 0, &total, outcome));
        }
        answer.grundy = Some(total.into());
        return Ok(answer);
    }
    answer.method = "Bouton's theorem for misère play (SJ theorem)".into();
    if question.explain {
        let largest = if large == 0 { "no value exceeds 1" } else { "some value exceeds 1" };
        answer.reasoning.push(format!(
            "in misère play every part behaves like a nim-heap of its value (it is tame), so the SJ \
             theorem holds: N iff the nim-sum is not 0 and some value exceeds 1, or it is 0 and no \
             value does; here the nim-sum is {total} and {largest}: {outcome}"
        ));
    }
    if question.explain && outcome.mover_wins() && large > 0 {
        answer.reasoning.push(STRATEGY.into());
    }
    answer.grundy = Some(total.into());
    Ok(answer)
}

/// How misère play is won where values decide it (the tests play it).
const STRATEGY: &str = "to win: move as in normal play until your move would leave only parts of value 0 and 1; then leave an odd number of parts of value 1";

/// The type of the parts other than the one moved in, at any size.
enum Rest {
    Fickle(bool),
    Firm(Nat),
}

/// Adds the winning moves in one part of a tame sum.
fn gather(
    gathered: &mut Gathered,
    parts: &Parts<'_>,
    part: usize,
    rest: &Rest,
    context: &Context<'_>,
    searcher: &mut Searcher,
) -> Result<(), Stop> {
    let (component, i) = parts.place(part);
    let target = match (rest, component.nim_like()) {
        // A firm part stays: the values decide, whatever the types.
        (Rest::Firm(others), _) => Some(others.clone()),
        // The only option to leave a misère value of 0 is fickle: values 0 and 1 are.
        (Rest::Fickle(one), NimLike::Single) => Some(Nat::from(!one)),
        _ => None,
    };
    if let Some(target) = target {
        let found = component.moves_to(i, Some(&target), gathered.room(), context)?;
        gathered.add(parts, part, &found);
        return Ok(());
    }
    let Rest::Fickle(one) = *rest else { unreachable!("firm rests have a target") };
    if let Some(found) = component.fickle_moves(i, one, gathered.room(), context)? {
        gathered.add(parts, part, &found);
        return Ok(());
    }
    match searcher.winning_by_type(component, i, Tame::Fickle(one), context) {
        Ok(options) => {
            let mut keep = |option: usize| options.binary_search(&option).is_ok();
            let found = component.moves_kept(i, &mut keep, gathered.room(), context)?;
            gathered.add(parts, part, &found);
        }
        Err(stop @ (Stop::Cancelled | Stop::Loop(_) | Stop::Faulty(_))) => return Err(stop),
        Err(_) => gathered.add_unknown(),
    }
    Ok(())
}

/// The type of a tame part, at any size.
struct PartType {
    /// The value in normal play.
    value: Nat,
    firm: bool,
}

/// The types of all parts: where theory tells values and types it does so at any size, others are searched. `None`
/// if some part is not tame.
fn types_of(
    parts: &Parts<'_>,
    searcher: &mut Searcher,
    context: &Context<'_>,
) -> Result<Option<Vec<PartType>>, Stop> {
    let mut types = Vec::with_capacity(parts.len());
    for part in 0..parts.len() {
        let (component, i) = parts.place(part);
        let fickle = component.fickle(i);
        if (component.nim_like() != NimLike::No || fickle.is_some())
            && let PartValue::Known(value) = parts.theory(part, context)?.value
        {
            let firm = fickle.map_or_else(|| value > Nat::ONE, |fickle| !fickle);
            types.push(PartType { value, firm });
            continue;
        }
        match searcher.part_type(component, i, context)? {
            Some(tame) => {
                let firm = matches!(tame, Tame::Firm(_));
                types.push(PartType { value: tame.normal().into(), firm });
            }
            None => return Ok(None),
        }
    }
    Ok(Some(types))
}

/// All parts are tame: P iff the misère Grundy value of the sum is 0 (see [`crate::solve::tame`]).
fn by_types(
    parts: &Parts<'_>,
    question: &Question,
    context: &Context<'_>,
    searcher: &mut Searcher,
    types: &[PartType],
) -> Result<Answer, Stop> {
    let total = types.iter().fold(Nat::ZERO, |total, part| total ^ &part.value);
    let firm = types.iter().filter(|part| part.firm).count();
    let outcome = Outcome::of(total.is_zero() == (firm == 0));
    let mut gathered = Gathered::new(question.moves);
    if outcome.mover_wins() {
        for part in allowed(question, parts) {
            let own = &types[part];
            let others = &total ^ &own.value;
            let rest = match firm - usize::from(own.firm) {
                0 => Rest::Fickle(others == Nat::ONE),
                _ => Rest::Firm(others),
            };
            gather(&mut gathered, parts, part, &rest, context, searcher)?;
        }
    }
    let findings: Vec<Finding> =
        types.iter().map(|part| Finding::known(part.value.clone())).collect();
    let mut answer = finished(parts, question, outcome, &findings, gathered)?;
    answer.method = CONWAYS_THEOREM.into();
    if question.explain {
        let all = types.iter().map(|part| (part.firm, &part.value));
        answer.reasoning.extend(types_in_words(all, firm > 0, &total, outcome));
    }
    answer.grundy = Some(total.into());
    Ok(answer)
}

const CONWAYS_THEOREM: &str = "all parts are tame: misère play as in Nim (Conway's theorem)";

/// Whether each part is firm and its value, parts of a kind together, and what follows.
fn types_in_words<'v>(
    types: impl Iterator<Item = (bool, &'v Nat)>,
    any_firm: bool,
    total: &Nat,
    outcome: Outcome,
) -> Vec<String> {
    let mut groups: Vec<((bool, &Nat), Vec<usize>)> = Vec::new();
    for (part, of_part) in types.enumerate().take(super::REPORTED) {
        match groups.iter_mut().find(|(known, _)| *known == of_part) {
            Some((_, group)) => group.push(part),
            None => groups.push((of_part, vec![part])),
        }
    }
    let mut why: Vec<String> = groups
        .into_iter()
        .map(|((firm, value), group)| {
            let what = match firm {
                false => format!(
                    "fickle: value {value} in normal play, {} in misère play",
                    u8::from(value.is_zero())
                ),
                true => format!("firm: value {value} in both plays"),
            };
            format!("{}: {what}", part_list(&group))
        })
        .collect();
    why.push(if any_firm {
        format!(
            "a part is firm, so the sum is P iff the nim-sum of the values is 0; it is {total}: {outcome}"
        )
    } else {
        format!(
            "all parts are fickle, so the sum is P iff the nim-sum of the values is 1; it is {total}: {outcome}"
        )
    });
    why
}
