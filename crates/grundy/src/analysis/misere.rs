//! Misère play: the SJ theorem where its condition is proved, search otherwise.

use super::Question;
use super::normal::value_of;
use super::parts::{Gathered, Parts, allowed, restricted};
use super::search::Searcher;
use crate::answer::{Answer, PartValue, winner};
use crate::context::{Context, Stop};
use crate::nat::Nat;
use crate::outcome::Outcome;

pub fn answer(
    parts: &Parts<'_>,
    question: &Question,
    context: &Context<'_>,
    searcher: &mut Searcher,
) -> Result<Answer, Stop> {
    for component in parts.components {
        if let Some(reason) = component.misere_refused() {
            return Err(Stop::Refused(format!("{}: {reason}", component.title())));
        }
    }
    if parts.components.iter().all(|component| component.nim_like()) {
        return by_theorem(parts, question, context);
    }
    let (outcome, gathered) = searcher.solve(parts, question, context)?;
    let (findings, value) = value_of(parts, &context.modest())?;
    let mut answer = parts.frame(question, outcome, &findings);
    answer.outcome = restricted(question, parts, outcome, &gathered)?;
    answer.winner = winner(answer.outcome);
    answer.winning_moves = gathered.into_moves();
    answer.grundy = value;
    answer.method = "search over the rules in misère play".into();
    if question.explain {
        answer.reasoning.push(
            "normal-play values do not decide misère play in general: every position below was searched"
                .into(),
        );
    }
    Ok(answer)
}

/// Every position of value 0 is finished, so: N iff the nim-sum is not 0 and some part exceeds 1,
/// or the nim-sum is 0 and no part exceeds 1 (Bouton 1901; the SJ theorem, Jia 2009).
fn by_theorem(
    parts: &Parts<'_>,
    question: &Question,
    context: &Context<'_>,
) -> Result<Answer, Stop> {
    let (findings, total) = value_of(parts, context)?;
    let total = total.ok_or_else(|| {
        let stop = findings.iter().find_map(|finding| finding.stop.clone());
        stop.unwrap_or_else(|| Stop::Refused("a part has no Grundy value".into()))
    })?;
    let values: Vec<&Nat> = findings
        .iter()
        .map(|finding| match &finding.value {
            PartValue::Known(value) => value,
            _ => unreachable!("the total is known, so every value is"),
        })
        .collect();
    let large = values.iter().filter(|value| ***value > Nat::ONE).count();
    let outcome = Outcome::of(total.is_zero() == (large == 0));
    let mut gathered = Gathered::new(question.moves);
    if outcome.mover_wins() {
        for part in allowed(question, parts) {
            let rest = &total ^ values[part];
            let others_large = large - usize::from(*values[part] > Nat::ONE);
            // With another part above 1 the result must have nim-sum 0; with none, nim-sum 1.
            let target = if others_large > 0 { rest } else { rest ^ Nat::ONE };
            let (component, i) = parts.place(part);
            let found = component.moves_to(i, Some(&target), gathered.room(), context)?;
            gathered.add(parts, part, &found);
        }
    }
    let mut answer = parts.frame(question, outcome, &findings);
    answer.outcome = restricted(question, parts, outcome, &gathered)?;
    answer.winner = winner(answer.outcome);
    answer.winning_moves = gathered.into_moves();
    answer.method = "Bouton's theorem for misère play (SJ theorem)".into();
    if question.explain {
        let largest = if large == 0 { "no part exceeds 1" } else { "some part exceeds 1" };
        answer.reasoning.push(format!(
            "in every part only finished positions have value 0, so the SJ theorem holds: N iff the nim-sum is not 0 and some part exceeds 1, or it is 0 and none does; here the nim-sum is {total} and {largest}: {outcome}"
        ));
    }
    answer.grundy = Some(total);
    Ok(answer)
}
