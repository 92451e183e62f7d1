//! In a lost join: what the opponent answers to each move.

use super::moves::join_moves;
use crate::analysis::Question;
use crate::analysis::search::Searcher;
use crate::answer::{Answer, Reply};
use crate::context::{Context, Stop};
use crate::expr::Join;

pub fn add(
    answer: &mut Answer,
    join: &Join,
    question: &Question,
    context: &Context<'_>,
    searcher: &mut Searcher,
) -> Result<(), Stop> {
    let asked = Question {
        moves: 1,
        replies: 0,
        explain: false,
        report: false,
        duration: false,
        ..question.clone()
    };
    let (moves, mut complete) = join_moves(join, question.replies);
    for to in moves {
        match super::answer(&to.after, &asked, context, searcher) {
            Ok(found) => answer.replies.push(Reply {
                part: 1,
                text: to.text,
                reply_part: 1,
                reply: found.winning_moves.listed.into_iter().next().map(|line| line.text),
            }),
            Err(stop @ (Stop::Cancelled | Stop::Loop(_) | Stop::Faulty(_))) => return Err(stop),
            // The answer stands without this reply.
            Err(_) => complete = false,
        }
    }
    answer.replies_complete = complete;
    Ok(())
}
