//! Games played several times in a row: `repeat[k]`.

use super::parts::Parts;
use super::search::Searcher;
use super::{Question, sum_answer, sum_outcome};
use crate::answer::{Answer, winner};
use crate::context::{Context, Stop};
use crate::expr::{Series, print_sum};
use crate::game::Component;
use crate::games::repeat::{NAME, Round};
use crate::outcome::{Outcome, Play};
use std::sync::Arc;

/// Why a series of rounds that may go on for ever is refused.
pub const NO_NEXT_ROUND: &str = "a round that may go on for ever has no next round: play it alone";

pub fn answer(
    series: &Series,
    question: &Question,
    context: &Context<'_>,
    searcher: &mut Searcher,
) -> Result<Answer, Stop> {
    if question.only.is_some_and(|part| part != 1) {
        return Err(Stop::Refused("a series is one part: only part 1 can be asked for".into()));
    }
    if question.play == Play::Misere
        && let Some(reason) = series.start.iter().find_map(|component| component.misere_refused())
    {
        return Err(Stop::Refused(reason.into()));
    }
    if series.start.iter().chain(&series.current).any(|component| component.is_loopy()) {
        return Err(Stop::Refused(NO_NEXT_ROUND.into()));
    }
    let mut round_of = |sum: &[Arc<dyn Component>]| {
        let mut force = |play| {
            let asked = Question { play, round: true, ..Question::default() };
            sum_outcome(sum, &asked, context, searcher).map(Outcome::mover_wins)
        };
        Ok(Round { win: force(question.play)?, lose: force(question.play.reversed())? })
    };
    let now = round_of(&series.current)?;
    // The further rounds start afresh, whatever has been played of this one.
    let further = if series.fresh { now } else { round_of(&series.start)? };
    let rest = &series.rounds - 1u8;
    let wants_win = rest.is_zero() || !further.wins_series(&rest);
    let outcome = Outcome::of(if wants_win { now.win } else { now.lose });
    let play = if wants_win { question.play } else { question.play.reversed() };
    let asked = Question {
        play,
        round: true,
        only: None,
        replies: 0,
        explain: false,
        value: false,
        ..question.clone()
    };
    let inner = sum_answer(&series.current, &asked, context, searcher)?;
    let parts = Parts::new(&series.current);
    let mut answer = parts.frame(question, outcome, &[]);
    answer.position = series.to_string();
    answer.winner = winner(outcome);
    answer.winning_moves = inner.winning_moves;
    let start = print_sum(&series.start);
    for line in &mut answer.winning_moves.listed {
        line.text = format!("round 1, part {}: {}", line.part, line.text);
        line.part = 1;
        line.to = format!("{NAME}[{}]({start}; {})", series.rounds, line.to);
    }
    answer.part_count = 1;
    answer.method = format!("who can force a win and who a loss of one round; {}", inner.method);
    let yes = |can: bool| if can { "can" } else { "cannot" };
    if question.explain {
        answer.reasoning.push(format!(
            "in the present round the player to move {} force a win and {} force a loss",
            yes(now.win),
            yes(now.lose)
        ));
        if !rest.is_zero() {
            answer.reasoning.push(format!(
                "the player who begins the {} after this one {}, and the loser of a round begins the next: so the mover wants to {} this round",
                if rest.is_one() { "round".to_owned() } else { format!("{rest} rounds") },
                if further.wins_series(&rest) { "wins" } else { "loses" },
                if wants_win { "win" } else { "lose" }
            ));
        }
    }
    Ok(answer)
}
