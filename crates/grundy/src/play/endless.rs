//! The perfect player where play may go on for ever.

use super::engine::{counting, named};
use super::{Choice, MOST_MOVES, Match, Reason};
use crate::analysis::Question;
use crate::answer::WinningMoves;
use crate::context::{Context, Stop};
use crate::outcome::Outcome;

impl Match {
    /// A move that wins and makes progress, or one that keeps a draw, or the most stubborn one;
    /// `None` where the general rules of the perfect player are as good.
    ///
    /// A winning move alone is not enough: one that leads round in a circle never ends the game. So it
    /// is one of the fastest, or where these are not found the one that leaves the least sum of
    /// counters (see [`Game::counter`](crate::game::Game::counter)).
    pub(super) fn endless(
        &mut self,
        choices: &[Choice],
        context: &Context<'_>,
    ) -> Result<Option<(usize, Reason)>, Stop> {
        let question =
            Question { play: self.play, moves: MOST_MOVES, value: false, ..Question::default() };
        let expression = self.expression();
        let answer = self.session.answer(&expression, &question, context)?;
        let sum = self.stand.sum.clone();
        let quick = match self.session.duration(&sum, self.play, 1, &counting(context)) {
            Ok(duration) => duration.moves.listed.first().and_then(|line| named(choices, line)),
            Err(stop @ (Stop::Cancelled | Stop::Faulty(_) | Stop::Loop(_))) => return Err(stop),
            Err(_) => None,
        };
        Ok(match (answer.outcome, quick) {
            (Outcome::N, Some(i)) => Some((i, Reason::Wins)),
            (Outcome::P, Some(i)) => Some((i, Reason::LastsLongest)),
            (Outcome::N, None) => {
                let winning = among(choices, &answer.winning_moves);
                self.nearest(choices, &winning, context)?.map(|i| (i, Reason::Wins))
            }
            (Outcome::P, None) => None,
            (Outcome::D, _) => {
                let Some(moves) = &answer.drawing_moves else { return Ok(None) };
                let drawing = among(choices, moves);
                let kept: Vec<Choice> = drawing.iter().map(|&i| choices[i].clone()).collect();
                match kept.is_empty() {
                    true => None,
                    // The other side is left as few moves that keep the draw as can be.
                    false => Some((drawing[self.hardest(&kept, context)?], Reason::KeepsDraw)),
                }
            }
        })
    }

    /// Of these choices the one that leaves the least sum of counters.
    fn nearest(
        &self,
        choices: &[Choice],
        winning: &[usize],
        context: &Context<'_>,
    ) -> Result<Option<usize>, Stop> {
        let mut best: Option<(u64, usize)> = None;
        for &i in winning {
            if choices[i].wins {
                return Ok(Some(i));
            }
            let mut sum = 0u64;
            for component in choices[i].after.iter().filter(|component| component.is_loopy()) {
                for part in 0..component.parts() {
                    sum = sum.saturating_add(component.counter(part, context)?.unwrap_or(0));
                }
            }
            if best.is_none_or(|(least, _)| sum < least) {
                best = Some((sum, i));
            }
        }
        Ok(best.map(|(_, i)| i))
    }
}

/// The choices that are among these moves.
fn among(choices: &[Choice], moves: &WinningMoves) -> Vec<usize> {
    moves.listed.iter().filter_map(|line| named(choices, line)).collect()
}
