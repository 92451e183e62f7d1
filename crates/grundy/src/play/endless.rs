//! The perfect player where play may go on for ever.

use super::engine::named;
use super::{Choice, MAX_MOVES, Match, Reason};
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
            Question { play: self.play, moves: MAX_MOVES, value: false, ..Question::default() };
        let expression = self.expression();
        let answer = self.session.answer(&expression, &question, context)?;
        let quick = self.duration(context)?;
        let quick = quick.and_then(|duration| named(choices, duration.moves.listed.first()?));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expr::Catalogue;
    use crate::outcome::Play;
    use crate::play::Side;

    /// Two perfect players on sums and joins with loops: who should win does, and draws are draws.
    #[test]
    fn matches_with_loops_end_as_they_should() {
        let context = Context::default();
        let graph = "arcs(1>2,2>1,2>3,3>4,4>3,1>5,4>5";
        let mut ends = [0; 3];
        for (v, rest) in (1..=5).flat_map(|v| {
            [
                "",
                " + nim(2)",
                " + nim(1,1)",
                " and nim(2)",
                " and-all nim(1)",
                " or nim(2)",
                " or-first nim(2)",
            ]
            .map(|rest| (v, rest))
        }) {
            for play in [Play::Normal, Play::Misere] {
                let text = format!("digraph({graph}; {v})){rest}");
                let position = Catalogue::default().read(&text).unwrap();
                let mut game = Match::new(position, play, Side::Human, &context).unwrap();
                let outcome = match game.winner() {
                    Some(winner) => Outcome::of(winner == Side::Human),
                    None => game.hint(0, &context).unwrap().outcome,
                };
                let mut moves = 0;
                while game.winner().is_none() && !game.drawn() {
                    let choice = game.engine(&context).unwrap();
                    game.make(&choice, &context).unwrap();
                    moves += 1;
                    assert!(moves < 200, "{text} in {play} play does not end");
                }
                let end = match game.winner() {
                    Some(winner) => Outcome::of(winner == Side::Human),
                    None => Outcome::D,
                };
                assert_eq!(end, outcome, "{text} in {play} play");
                ends[end as usize] += 1;
            }
        }
        assert!(ends.iter().all(|count| *count > 3), "{ends:?}");
    }
}
