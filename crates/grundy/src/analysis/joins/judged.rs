//! Joins decided by the outcomes of their members alone, at any size.

use super::summary::Rules;
use super::tuples::is_over;
use super::{frame, line, told};
use crate::analysis::parts::Parts;
use crate::analysis::search::Searcher;
use crate::analysis::{Question, sum_answer};
use crate::answer::{Answer, MoveLine};
use crate::context::{Context, Stop};
use crate::expr::Join;
use crate::game::Component;
use crate::nat::{BitTest, Nat};
use crate::outcome::{Outcome, Play};
use crate::syntax::JoinKind;

/// The answer where the outcomes of the members tell who wins; `None` if they do not.
///
/// A conjunctive join in which all members have one outcome has it too, whatever their remoteness;
/// so has a continued one. The other joins are decided by outcomes in any case, but for draws.
///
/// # Complexity
/// That of the answers about the members.
///
/// # Errors
/// [`Stop`] if the outcome of a member is not found.
pub fn answer(
    join: &Join,
    question: &Question,
    rules: Rules,
    context: &Context<'_>,
    searcher: &mut Searcher,
) -> Result<Option<Answer>, Stop> {
    let finished: Vec<bool> = join.members.iter().map(|sum| !Parts::new(sum).has_moves()).collect();
    if is_over(rules, finished.iter().copied()) {
        let outcome = rules.play.of_finished();
        let mut answer = frame(join, question, outcome, told::method(rules));
        if question.explain {
            answer.reasoning = vec![told::rules(rules), told::over(outcome)];
        }
        return Ok(Some(answer));
    }
    let loopy = |component: &dyn Component| component.is_loopy();
    let any_loopy = join.members.iter().flatten().any(|component| loopy(&**component));
    let at_once = join.members.iter().flatten().any(|c| c.misere_refused().is_some());
    let unfinished = finished.iter().filter(|finished| !**finished).count();
    // With two members unfinished the selective join in misère play is won as in normal play.
    let play = match rules.kind {
        JoinKind::Or if unfinished >= 2 => Play::Normal,
        _ => rules.play,
    };
    let covered = match rules.kind {
        JoinKind::And => true,
        JoinKind::AndAll => !any_loopy && !at_once,
        JoinKind::Or => rules.play == Play::Normal || !any_loopy,
        JoinKind::OrFirst => true,
    };
    if !covered {
        return Ok(None);
    }
    let mut members = Vec::with_capacity(join.members.len());
    for sum in &join.members {
        let asked = Question { play, moves: question.moves, value: false, ..Question::default() };
        members.push(sum_answer(sum, &asked, context, searcher)?);
    }
    let of = |wanted: Outcome| {
        let all = members.iter().zip(&finished);
        all.filter(move |(member, done)| !**done && member.outcome == wanted)
    };
    let outcome = match (of(Outcome::N).count(), of(Outcome::D).count()) {
        (0, 0) => Outcome::P,
        (_, 0) if rules.kind.is_selective() => Outcome::N,
        (n, 0) if n == unfinished => Outcome::N,
        (_, 0) => return by_lengths(join, question, rules, &members, context),
        _ => return Ok(None),
    };
    let mut answer = frame(join, question, outcome, told::method(rules));
    if question.explain {
        let told = members.iter().zip(&finished).map(|(member, &done)| match done {
            true => told::finished(&member.position),
            false => told::outcome_of(member),
        });
        answer.reasoning = std::iter::once(told::rules(rules)).chain(told).collect();
        answer.reasoning.push(told::by_outcomes(rules, outcome));
    }
    if outcome == Outcome::P {
        return Ok(Some(answer));
    }
    // Other moves may win as well: some that end the join at once, or that leave members of both
    // outcomes and the right remoteness.
    let exact = !at_once
        && match rules.kind {
            JoinKind::Or => play == rules.play,
            JoinKind::OrFirst => rules.play == Play::Misere,
            JoinKind::And | JoinKind::AndAll => unfinished == 1,
        };
    let moved = |member: &Answer| member.outcome == Outcome::N;
    let count = members
        .iter()
        .zip(&finished)
        .filter(|(m, done)| !**done && moved(m))
        .try_fold(Nat::ONE, |product, (member, _)| {
            member.winning_moves.count.as_ref().map(|count| product * count)
        });
    answer.winning_moves.count = count.filter(|_| exact);
    let steps: Vec<Vec<Option<&MoveLine>>> = members
        .iter()
        .zip(&finished)
        .map(|(member, &done)| match !done && moved(member) {
            true => member.winning_moves.listed.iter().map(Some).collect(),
            false => vec![None],
        })
        .collect();
    if steps.iter().any(Vec::is_empty) {
        answer.winning_moves.count = None;
        return Ok(Some(answer));
    }
    let mut at = vec![0usize; steps.len()];
    // In misère play a reply must leave two members unfinished for outcomes of normal play to count.
    let lost = of(Outcome::P).count();
    let safe = play == rules.play || lost >= 2;
    while answer.winning_moves.listed.len() < question.moves && safe {
        let moves: Vec<Option<MoveLine>> =
            at.iter().zip(&steps).map(|(&i, steps)| steps[i].cloned()).collect();
        answer.winning_moves.listed.push(line(join, &moves));
        let Some(i) = (0..at.len()).rev().find(|&i| at[i] + 1 < steps[i].len()) else { break };
        at[i] += 1;
        at[i + 1..].fill(0);
    }
    Ok(Some(answer))
}

/// The answer where members of both outcomes last a fixed number of moves each; `None` if they do not.
fn by_lengths(
    join: &Join,
    question: &Question,
    rules: Rules,
    members: &[Answer],
    context: &Context<'_>,
) -> Result<Option<Answer>, Stop> {
    let all: Vec<Parts<'_>> = join.members.iter().map(|sum| Parts::new(sum)).collect();
    let lengths: Option<Vec<Nat>> = all.iter().map(|sum| sum.fixed_length(rules.play)).collect();
    let Some(lengths) = lengths else { return Ok(None) };
    let decides = match rules.kind {
        JoinKind::And => lengths.iter().min(),
        _ => lengths.iter().max(),
    };
    let Some(decides) = decides else { return Ok(None) };
    let outcome = match decides.bit(0) {
        false => rules.play.of_finished(),
        true => rules.play.reversed().of_finished(),
    };
    let mut answer = frame(join, question, outcome, told::method(rules));
    if question.explain {
        answer.reasoning.push(told::rules(rules));
        for (member, length) in members.iter().zip(&lengths) {
            answer.reasoning.push(told::length_of(rules, &member.position, length));
        }
        answer.reasoning.push(told::decided(rules, decides, outcome));
    }
    if outcome == Outcome::P {
        return Ok(Some(answer));
    }
    // Every winning move in the members that are N, and any move in the others, makes all lengths 1
    // less; there are other winning moves as well.
    answer.winning_moves.count = None;
    let mut moves = Vec::with_capacity(all.len());
    for (parts, member) in all.iter().zip(members) {
        let mut first = None;
        for part in 0..parts.len() {
            let (component, i) = parts.place(part);
            context.look("listing moves of the join", part as u64)?;
            if first.is_none() && member.outcome == Outcome::P {
                first = component.some_moves(i, 1).listed.first().map(|to| parts.line(part, to));
            }
        }
        let winning = member.winning_moves.listed.first();
        moves.push(winning.cloned().or(first));
    }
    let made = moves.iter().zip(&all).all(|(to, parts)| to.is_some() || !parts.has_moves());
    if made && question.moves > 0 {
        answer.winning_moves.listed.push(line(join, &moves));
    }
    Ok(Some(answer))
}
