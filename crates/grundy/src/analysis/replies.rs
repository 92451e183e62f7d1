//! In a lost position: what the opponent answers to each move.

use super::parts::Parts;
use super::search::Searcher;
use super::{Question, sum_answer, whole};
use crate::answer::{Answer, MoveLine, Reply};
use crate::context::{Context, Stop};
use crate::game::{AnyMove, Component};
use crate::nat::Nat;
use crate::outcome::Play;
use std::sync::Arc;

pub fn add(
    answer: &mut Answer,
    parts: &Parts<'_>,
    question: &Question,
    context: &Context<'_>,
    searcher: &mut Searcher,
) -> Result<(), Stop> {
    let asked = Question {
        moves: 1,
        replies: 0,
        explain: false,
        report: false,
        value: false,
        ..question.clone()
    };
    let mut complete = true;
    for part in (0..parts.len()).filter(|&part| parts.may_move(part)) {
        // An equal part is answered alike.
        if (0..part).rev().take(64).any(|earlier| parts.equal(part, earlier)) {
            continue;
        }
        let room = question.replies.saturating_sub(answer.replies.len());
        let (component, i) = parts.place(part);
        if room == 0 {
            complete &= !component.has_moves(i);
            if !complete {
                break;
            }
            continue;
        }
        let moves = component.some_moves(i, room);
        complete &= moves.count.is_some();
        for to in &moves.listed {
            match reply(parts, part, to, &asked, context, searcher) {
                Ok(reply) => answer.replies.push(reply),
                Err(stop @ (Stop::Cancelled | Stop::Loop(_) | Stop::Faulty(_))) => {
                    return Err(stop);
                }
                // The answer stands without this reply.
                Err(_) => complete = false,
            }
        }
    }
    answer.replies_complete = complete;
    Ok(())
}

/// A reply is looked for among so many winning moves, and by its length among so many positions.
const TRIED: usize = 64;
const COUNTED: u64 = 20_000;

/// A reply where play may go on for ever, its part first; `None` if nothing can be moved. Not every winning move will do: one
/// that leads back to where play was never wins. So it is one of the fastest, or in normal play, where these are not
/// found, the one that leaves the least sum of counters (see [`Game::counter`](crate::game::Game::counter)).
fn nearer(
    after: &[Arc<dyn Component>],
    asked: &Question,
    context: &Context<'_>,
    searcher: &mut Searcher,
) -> Result<Option<(usize, String)>, Stop> {
    let parts = Parts::new(after);
    if !parts.has_moves() {
        return Ok(None);
    }
    let mut few = *context;
    few.limits.positions = few.limits.positions.min(COUNTED);
    match whole::duration(&parts, asked, &few, searcher) {
        Ok(found) => {
            if let Some(line) = found.moves.listed.first() {
                return Ok(Some((line.part, line.text.clone())));
            }
        }
        Err(Stop::Limit { .. } | Stop::Refused(_)) => {}
        Err(stop) => return Err(stop),
    }
    let none = || Stop::Refused("no reply was found within the limits".into());
    if asked.play == Play::Misere {
        return Err(none());
    }
    let asked = Question { moves: TRIED, ..asked.clone() };
    let found = sum_answer(after, &asked, context, searcher)?;
    let mut best: Option<(u64, &MoveLine)> = None;
    for line in &found.winning_moves.listed {
        let part = line.part.wrapping_sub(1);
        if part >= parts.len() {
            continue;
        }
        let (component, i) = parts.place(part);
        let moves = component.some_moves(i, TRIED).listed;
        let Some(to) = moves.iter().find(|to| to.text == line.text) else { continue };
        let mut counters = 0u64;
        for left in parts.after(part, &to.after).iter().filter(|left| left.is_loopy()) {
            for i in 0..left.parts() {
                counters = counters.saturating_add(left.counter(i, context)?.unwrap_or(0));
            }
        }
        if best.is_none_or(|(least, _)| counters < least) {
            best = Some((counters, line));
        }
    }
    best.map(|(_, line)| Some((line.part, line.text.clone()))).ok_or_else(none)
}

/// A part that is equal to this one and written alike, among the first ones.
fn twin(parts: &Parts<'_>, part: usize) -> Option<usize> {
    let title = parts.place(part).0.title();
    (0..parts.len().min(64)).find(|&other| {
        other != part && parts.equal(part, other) && parts.place(other).0.title() == title
    })
}

fn reply(
    parts: &Parts<'_>,
    part: usize,
    to: &AnyMove,
    asked: &Question,
    context: &Context<'_>,
    searcher: &mut Searcher,
) -> Result<Reply, Stop> {
    let after = parts.after(part, &to.after);
    if parts.any_loopy() {
        let (reply_part, reply) = nearer(&after, asked, context, searcher)?.unzip();
        let text = to.text.clone();
        return Ok(Reply { part: part + 1, text, reply_part: reply_part.unwrap_or(0), reply });
    }
    // Not where a move may win at once: what allows that is not copied.
    if asked.play == Play::Normal
        && parts.place(part).0.misere_refused().is_none()
        && parts.cancels(part)
        && let Some(twin) = twin(parts, part)
    {
        // Copying the move makes the two parts equal again, and the rest stays worth 0.
        let total: usize = after.iter().map(|component| component.parts()).sum();
        let at = if twin > part { twin + total - parts.len() } else { twin };
        let (text, reply) = (to.text.clone(), Some(to.text.clone()));
        return Ok(Reply { part: part + 1, text, reply_part: at + 1, reply });
    }
    if asked.play == Play::Normal
        && let [only] = &*after
        && only.parts() == 1
        && let Some(found) = only.some_move_to(0, &Nat::ZERO, context)?
        && let Some(best) = found.listed.first()
    {
        let (text, reply) = (to.text.clone(), Some(best.text.clone()));
        return Ok(Reply { part: part + 1, text, reply_part: 1, reply });
    }
    let found = sum_answer(&after, asked, context, searcher)?;
    let best = found.winning_moves.listed.first();
    if best.is_none() && Parts::new(&after).has_moves() {
        return Err(Stop::Refused("no reply was found within the limits".into()));
    }
    Ok(Reply {
        part: part + 1,
        text: to.text.clone(),
        reply_part: best.map_or(0, |line| line.part),
        reply: best.map(|line| line.text.clone()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::answer;
    use crate::expr::Catalogue;
    use crate::outcome::Outcome;

    /// Plays the replies against every move; each must lead to a vertex where the second player has not been.
    fn follow(arcs: &str, at: usize, beside: &str, been: &mut Vec<usize>) -> usize {
        let text = format!("digraph(arcs({arcs}; {at})){beside}");
        let position = Catalogue::default().read(&text).unwrap();
        let question = Question { replies: 50, ..Question::default() };
        let found = answer(&position, &question, &Context::default()).unwrap();
        if found.outcome != Outcome::P {
            assert!(been.is_empty(), "{text} after {been:?}");
            return 0;
        }
        assert!(found.replies_complete, "{text}");
        assert!(!been.contains(&at), "{text} again after {been:?}");
        been.push(at);
        let mut count = 0;
        for reply in found.replies.iter().filter(|reply| reply.part == 1) {
            count += 1;
            let back = reply.reply.as_ref().unwrap_or_else(|| panic!("{text}: {}", reply.text));
            if reply.reply_part == 1 {
                let to = back.rsplit(' ').next().unwrap().parse().unwrap();
                count += follow(arcs, to, beside, been);
            }
        }
        been.pop();
        count
    }

    #[test]
    fn replies_end_the_game_where_play_could_go_on() {
        let mut rng = fastrand::Rng::with_seed(33);
        let mut count = 0;
        for case in 0..600 {
            let pairs = (1..6usize).flat_map(|u| (1..6).map(move |v| (u, v)));
            let arcs: Vec<String> = pairs
                .filter(|(u, v)| u != v && rng.usize(0..3) == 0)
                .map(|(u, v)| format!("{u}>{v}"))
                .collect();
            let Some(start) = arcs.first().and_then(|arc| arc[..1].parse().ok()) else { continue };
            let beside = ["", " + nim(1,1)"][case % 2];
            count += follow(&arcs.join(","), start, beside, &mut Vec::new());
        }
        assert!(count > 50, "{count}");
    }
}
