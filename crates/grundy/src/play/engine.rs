//! The perfect player: wins as fast as it can, loses as slowly.

use super::{Choice, Match};
use crate::analysis::Question;
use crate::answer::{Duration, MoveLine};
use crate::context::{Context, Stop};
use crate::expr::{Expression, Join, Series};
use crate::nat::Nat;
use crate::outcome::Play;

/// Up to so many positions below the present one the lengths of plays are counted.
const COUNTED: u64 = 4_000;
/// Bytes that this may take: it is done anew for every move.
const COUNTED_MEMORY: u64 = 12 << 20;

/// The limits within which lengths of plays are counted.
fn counting<'a>(context: &Context<'a>) -> Context<'a> {
    let mut counting = *context;
    let limits = &mut counting.limits;
    limits.positions = limits.positions.min(COUNTED);
    limits.memory = limits.memory.min(COUNTED_MEMORY);
    counting
}

/// The choice that a line of an answer means.
pub(super) fn named(choices: &[Choice], line: &MoveLine) -> Option<usize> {
    choices.iter().position(|choice| choice.part == line.part && choice.text == line.text)
}

/// So many moves of a lost position are tried for the one that is hardest to answer.
const TRIED: usize = 24;

/// Why the perfect player chooses a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It wins.
    Wins,
    /// Every move loses against best play; after this one the game lasts longest.
    LastsLongest,
    /// Every move loses against best play; after this one the fewest answers are known to win.
    HardToAnswer,
    /// No move wins, and this one keeps the draw.
    KeepsDraw,
}

impl Match {
    /// The move of the perfect player in the present position: if some move wins, one of those
    /// that win in the fewest moves, else one that holds out for the longest, where the graph of
    /// positions is small enough to count that; else a winning move, or a move that leaves few
    /// winning replies.
    ///
    /// # Complexity
    /// That of the answer to the position; O(moves) in the graph of positions if it is small.
    ///
    /// # Errors
    /// [`Stop`] if the outcome is not found within the limits.
    ///
    /// # Panics
    /// If the match is over.
    pub fn engine(&mut self, context: &Context<'_>) -> Result<Choice, Stop> {
        self.advice(context).map(|(choice, _)| choice)
    }

    /// The move of the perfect player, and why.
    ///
    /// # Complexity
    /// As [`Match::engine`].
    ///
    /// # Errors
    /// As [`Match::engine`].
    ///
    /// # Panics
    /// If the match is over.
    ///
    /// ```
    /// use grundy::expr::Catalogue;
    /// use grundy::play::{Match, Reason, Side};
    /// let position = Catalogue::default().read("nim(3,3)")?;
    /// let context = Default::default();
    /// let mut play = Match::new(position, Default::default(), Side::Human, &context)?;
    /// let (choice, reason) = play.advice(&context)?;
    /// assert_eq!((&*choice.text, reason), ("3 -> 2", Reason::LastsLongest));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn advice(&mut self, context: &Context<'_>) -> Result<(Choice, Reason), Stop> {
        let mut choices = self.choices(context)?;
        if self.is_loopy()
            && let Some((best, reason)) = self.endless(&choices, context)?
        {
            return Ok((choices.swap_remove(best), reason));
        }
        if self.stand.rounds.is_none()
            && !self.is_loopy()
            && let Some((best, wins)) = self.by_length(&choices, context)?
        {
            let reason = if wins { Reason::Wins } else { Reason::LastsLongest };
            return Ok((choices.swap_remove(best), reason));
        }
        if let Some(best) = self.at_sight(&choices, context)? {
            return Ok((choices.swap_remove(best), Reason::Wins));
        }
        let answer = self.hint(1, context)?;
        if let Some(line) = answer.winning_moves.listed.first() {
            let series = self.stand.rounds.is_some();
            let is_line = |choice: &Choice| match series {
                false => named(std::slice::from_ref(choice), line).is_some(),
                true => format!("round 1, part {}: {}", choice.part, choice.text) == line.text,
            };
            if let Some(i) = choices.iter().position(is_line) {
                return Ok((choices.swap_remove(i), Reason::Wins));
            }
        }
        let (i, reason) = match answer.outcome.mover_wins() {
            true => (0, Reason::Wins),
            false => (self.hardest(&choices, context)?, Reason::HardToAnswer),
        };
        Ok((choices.swap_remove(i), reason))
    }

    /// A winning choice of a game alone that falls apart: one that is known at sight, else the first that a search
    /// finds, so that the others need not be decided.
    fn at_sight(&self, choices: &[Choice], context: &Context<'_>) -> Result<Option<usize>, Stop> {
        let alone = self.play == Play::Normal && self.stand.rounds.is_none() && !self.is_join();
        let [only] = &*self.stand.sum else { return Ok(None) };
        if !alone || only.parts() != 1 {
            return Ok(None);
        }
        match only.some_move_to(0, &Nat::ZERO, context) {
            Ok(found) => Ok(found.and_then(|found| {
                let best = found.listed.into_iter().next()?;
                choices.iter().position(|choice| choice.text == best.text)
            })),
            Err(Stop::Limit { .. } | Stop::Refused(_)) => Ok(None),
            Err(stop) => Err(stop),
        }
    }

    /// The choice that ends a won game soonest or a lost one latest under best play of the other
    /// side, and whether the game is won; `None` if there are too many positions to tell.
    fn by_length(
        &mut self,
        choices: &[Choice],
        context: &Context<'_>,
    ) -> Result<Option<(usize, bool)>, Stop> {
        let Some(duration) = self.duration(context)? else { return Ok(None) };
        let won = |moves: u32| (moves % 2 == 1) == (self.play == Play::Normal);
        Ok(match (duration.moves.listed.first(), duration.remoteness) {
            (Some(line), Some(moves)) => named(choices, line).map(|i| (i, won(moves))),
            _ => None,
        })
    }

    /// How long the game lasts, with one of the moves of that length; `None` if there are too many
    /// positions to tell.
    pub(super) fn duration(&mut self, context: &Context<'_>) -> Result<Option<Duration>, Stop> {
        let context = counting(context);
        let found = match self.join() {
            None => {
                let sum = self.stand.sum.clone();
                self.session.duration(&sum, self.play, 1, &context)
            }
            Some(join) => self.join_duration(join, &context),
        };
        match found {
            Ok(duration) => Ok(Some(duration)),
            Err(stop @ (Stop::Cancelled | Stop::Faulty(_) | Stop::Loop(_))) => Err(stop),
            Err(_) => Ok(None),
        }
    }

    /// How long a join lasts, with one of the moves of that length.
    fn join_duration(&mut self, join: Join, context: &Context<'_>) -> Result<Duration, Stop> {
        let question =
            Question { play: self.play, moves: 1, duration: true, ..Question::default() };
        let answer = self.session.answer(&Expression::Join(join), &question, context)?;
        answer.duration.ok_or_else(|| Stop::Refused("how long the join lasts was not found".into()))
    }

    /// The choice after which the other side has the fewest winning moves, of the first and the
    /// last ones.
    pub(super) fn hardest(
        &mut self,
        choices: &[Choice],
        context: &Context<'_>,
    ) -> Result<usize, Stop> {
        let count = choices.len();
        let half = TRIED / 2;
        let tried = (0..count).filter(|&i| i < half || i + half >= count);
        let modest = context.modest();
        let mut best: Option<(Option<Nat>, usize)> = None;
        for i in tried {
            let question =
                Question { play: self.play, moves: 0, value: false, ..Question::default() };
            let sum = choices[i].after.clone();
            let after = match &self.stand.rounds {
                None => match self.join_of(&sum) {
                    Some(join) => Expression::Join(join),
                    None => Expression::Sum(sum),
                },
                Some((rounds, start)) => Expression::Series(Series {
                    rounds: rounds.clone(),
                    start: start.clone(),
                    current: sum,
                    fresh: false,
                }),
            };
            let replies = match self.session.answer(&after, &question, &modest) {
                Ok(answer) => match answer.drawing_moves {
                    Some(draws) => draws.count,
                    None => answer.winning_moves.count,
                },
                Err(stop @ (Stop::Cancelled | Stop::Faulty(_))) => return Err(stop),
                Err(_) => None,
            };
            // An unknown number counts as many; of equal ones the later leaves more to play.
            let better = best.as_ref().is_none_or(|(least, _)| match (&replies, least) {
                (Some(new), Some(old)) => new <= old,
                (Some(_), None) | (None, None) => true,
                (None, Some(_)) => false,
            });
            if better {
                best = Some((replies, i));
            }
        }
        Ok(best.map_or(0, |(_, i)| i))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expr::Catalogue;
    use crate::play::{Event, Side};

    fn game(text: &str, play: Play, first: Side) -> Match {
        let position = Catalogue::default().read(text).unwrap();
        Match::new(position, play, first, &Context::default()).unwrap()
    }

    /// The engine against every move of the other side: whether the side to move at the start wins.
    fn engine_keeps_its_win(game: Match, text: &str) {
        let context = Context::default();
        let mut open = vec![game];
        let mut steps = 0;
        while let Some(mut game) = open.pop() {
            if let Some(winner) = game.winner() {
                assert_eq!(winner, Side::Engine, "{text}");
                continue;
            }
            steps += 1;
            assert!(steps < 3000, "{text} is not small");
            if game.turn() == Side::Engine {
                let choice = game.engine(&context).unwrap();
                game.make(&choice, &context).unwrap();
                open.push(game);
            } else {
                for choice in game.choices(&context).unwrap() {
                    let mut next = Match {
                        play: game.play,
                        stand: game.stand.clone(),
                        past: Vec::new(),
                        session: Default::default(),
                    };
                    next.make(&choice, &context).unwrap();
                    open.push(next);
                }
            }
        }
    }

    #[test]
    fn the_engine_never_gives_a_win_away() {
        let texts = [
            "nim(1,2,2)",
            "wythoff(2,3)",
            "kayles(5)",
            "cutting(3,3)",
            "nim(2) + cutting(2,2)",
            "chomp(2,3)",
            "hackenbush(edges(0-1,1-2,2-0,1-3))",
            "dag(arcs(1>2,1>3,2>4,3>4; 1,2))",
            "geography(edges(1-2,2-3,3-1,3-4); 3)",
            "fibonacci-nim(5)",
            "divisor-game(5)",
            "repeat[2](nim(1,2))",
            "repeat[3](nim(2))",
            "repeat[2](cutting(2,2))",
            "repeat[5](nim(0))",
            "prefix-word(words(\"ab\",\"acd\"))",
            "multiplication(30)",
            "staircase(1,2)",
            "row-hop[4](1,2)",
            "sliding(1,3)",
            "moore[2](1,2,2)",
            "nim(3) and bash[2](4)",
            "nim(2) and-all bash[2](3) and-all nim(1)",
            "nim(2) or (nim(1) + *1)",
            "nim(2,1) or-first bash[2](3)",
        ];
        for text in texts {
            for play in [Play::Normal, Play::Misere] {
                if play == Play::Misere && text.contains("cutting") {
                    continue;
                }
                let context = Context::default();
                let mut start = game(text, play, Side::Engine);
                let first = start.winner() == Some(Side::Engine)
                    || start.winner().is_none()
                        && start.hint(0, &context).unwrap().outcome.mover_wins();
                let side = if first { Side::Engine } else { Side::Human };
                engine_keeps_its_win(game(text, play, side), text);
            }
        }
    }

    #[test]
    fn a_lost_engine_holds_out_and_a_winning_one_hurries() {
        let context = Context::default();
        // Equal heaps are lost; taking one coin at a time lasts longest.
        let mut lost = game("nim(3,3)", Play::Normal, Side::Engine);
        assert_eq!(lost.engine(&context).unwrap().text, "3 -> 2");
        let mut won = game("kayles(2)", Play::Normal, Side::Engine);
        assert_eq!(won.engine(&context).unwrap().text, "2 -> 0");
        // Too large to count: still a winning move, and some move when lost.
        let mut large = game("nim(500,3000)", Play::Normal, Side::Engine);
        assert_eq!(large.engine(&context).unwrap().text, "3000 -> 500");
        let mut large = game("nim(500,500)", Play::Normal, Side::Engine);
        assert!(large.engine(&context).unwrap().text.starts_with("500 -> "));
    }

    /// Both sides play as the engine advises: the game lasts as long as it should.
    #[test]
    fn the_engine_is_as_fast_and_as_stubborn_as_can_be() {
        let context = Context::default();
        for text in [
            "nim(3,4,5)",
            "nim(4,4)",
            "kayles(7)",
            "bash[3](17) + nim(3)",
            "wythoff(5,7)",
            "nim(2) and bash[2](9)",
            "nim(3) and-all bash[2](6)",
            "bash[2](6) or nim(2,2)",
            "bash[2](6) or-first nim(2,2)",
        ] {
            for play in [Play::Normal, Play::Misere] {
                let mut game = game(text, play, Side::Engine);
                let question = Question { play, moves: 0, duration: true, ..Question::default() };
                let answer = game.session.answer(&game.expression(), &question, &context);
                let wanted = answer.unwrap().duration.unwrap().remoteness.unwrap();
                let mut moves = 0;
                while game.winner().is_none() {
                    let choice = game.engine(&context).unwrap();
                    game.make(&choice, &context).unwrap();
                    moves += 1;
                }
                assert_eq!(moves, wanted, "{text} in {play} play");
            }
        }
    }

    #[test]
    fn moves_of_a_join_are_typed_as_they_are_listed() {
        let context = Context::default();
        let game = game("nim(2) and (nim(1) + *2)", Play::Normal, Side::Human);
        assert_eq!(game.choices(&context).unwrap().len(), 6);
        let read = |text| game.read(text, &context).unwrap();
        assert_eq!(read("1:2->1;3: 2 -> 0").unwrap().text, "1: 2 -> 1; 3: 2 -> 0");
        assert_eq!(read("#1").unwrap().text, game.choices(&context).unwrap()[0].text);
        assert!(read("#7").is_err() && read("take 1").is_err() && read("").is_err());
        assert!(!read("1: 2 -> 1").err().unwrap().instead.is_empty());
        assert_eq!(game.examples(&context).unwrap().len(), 2);
    }

    #[test]
    fn rounds_undo_and_swap() {
        let context = Context::default();
        let mut series = game("repeat[2](nim(1))", Play::Normal, Side::Human);
        let only = series.choices(&context).unwrap().remove(0);
        let event = series.make(&only, &context).unwrap();
        assert_eq!(event, Event::RoundWon { by: Side::Human, left: Nat::ONE });
        assert_eq!((series.turn(), series.position()), (Side::Engine, "repeat[1](nim(1))".into()));
        let only = series.engine(&context).unwrap();
        assert_eq!(series.make(&only, &context), Ok(Event::Won(Side::Engine)));
        assert!(series.undo(Side::Human));
        assert_eq!((series.winner(), series.position()), (None, "repeat[2](nim(1))".into()));
        assert!(!series.undo(Side::Human));
        series.swap();
        assert_eq!(series.turn(), Side::Engine);
        assert_eq!(game("nim(0)", Play::Normal, Side::Human).winner(), Some(Side::Engine));
        assert_eq!(game("nim(0)", Play::Misere, Side::Human).winner(), Some(Side::Human));
    }
}
