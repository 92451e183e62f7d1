//! Joins: positions that are moved in together, each with rules of its own about the end.

mod judged;
mod member;
mod moves;
mod replies;
mod search;
mod summary;
mod told;
mod tuples;

use super::search::Searcher;
use super::{NOT_IN_JOINS, Question, check_part};
use crate::answer::{Answer, Duration, MoveLine, WinningMoves, winner};
use crate::context::{Context, LimitKind, Stop};
use crate::expr::{Join, print_sum};
use crate::game::join as joined;
use crate::nat::Nat;
use crate::outcome::{Outcome, Play};
use crate::syntax::JoinKind;
use member::Member;
use search::{After, Searched};
use summary::{Rules, Summary};
use tuples::{Tuple, gather, is_over};

pub use moves::{JoinMove, join_moves};

/// Members with at most so many positions are explored before theory is asked about each member alone.
const MODEST: u64 = 50_000;
/// Bytes that this exploration may hold.
const MODEST_MEMORY: u64 = 32 << 20;

/// The answer to a question about a join.
///
/// # Errors
/// [`Stop`] at a limit.
pub fn answer(
    join: &Join,
    question: &Question,
    context: &Context<'_>,
    searcher: &mut Searcher,
) -> Result<Answer, Stop> {
    if let Some(part) = question.only {
        check_part(part, join.members.iter().flatten().map(|component| component.parts()).sum())?;
    }
    if question.play == Play::Misere
        && let Some(reason) =
            join.members.iter().flatten().find_map(|component| component.misere_refused())
    {
        return Err(Stop::Refused(reason.into()));
    }
    if join.members.iter().flatten().any(|component| component.entails()) {
        return Err(Stop::Refused(NOT_IN_JOINS.into()));
    }
    let rules = Rules { kind: join.kind, play: question.play };
    let mut answer = match explored(join, question, rules, &modest(context), searcher) {
        Ok(answer) => answer,
        Err(Stop::Limit { kind: LimitKind::Positions | LimitKind::Memory, .. }) => {
            // Theory about members alone knows no moves of one part.
            let judged = match question.only {
                None => judged::answer(join, question, rules, context, searcher)?,
                Some(_) => None,
            };
            match judged {
                Some(answer) => answer,
                None => explored(join, question, rules, context, searcher)?,
            }
        }
        Err(stop) => return Err(stop),
    };
    if question.replies > 0 && answer.outcome == Outcome::P && question.only.is_none() {
        replies::add(&mut answer, join, question, context, searcher)?;
    }
    Ok(answer)
}

fn modest<'a>(context: &Context<'a>) -> Context<'a> {
    let mut modest = *context;
    modest.limits.positions = modest.limits.positions.min(MODEST);
    modest.limits.memory = modest.limits.memory.min(MODEST_MEMORY);
    modest
}

/// The frame of an answer.
fn frame(join: &Join, question: &Question, outcome: Outcome, method: String) -> Answer {
    Answer {
        position: join.to_string(),
        play: question.play,
        only: question.only,
        outcome,
        winner: winner(outcome),
        grundy: None,
        winning_moves: WinningMoves { count: Some(Nat::ZERO), listed: Vec::new() },
        drawing_moves: None,
        duration: None,
        method,
        exact: true,
        notes: Vec::new(),
        reasoning: Vec::new(),
        replies: Vec::new(),
        replies_complete: false,
        parts: Vec::new(),
        part_count: 1,
    }
}

/// The answer with all positions of every member at hand.
fn explored(
    join: &Join,
    question: &Question,
    rules: Rules,
    context: &Context<'_>,
    searcher: &mut Searcher,
) -> Result<Answer, Stop> {
    let mut members = Vec::with_capacity(join.members.len());
    let mut first = 0;
    for sum in &join.members {
        let own = first..first + sum.iter().map(|component| component.parts()).sum::<usize>();
        let only = question.only.map(|part| part - 1).filter(|part| own.contains(part));
        members.push(Member::of(sum, only.map(|part| part - own.start), rules, context, searcher)?);
        first = own.end;
    }
    let board = Board { join, question, rules, members };
    let over = is_over(rules, board.members.iter().map(|member| member.start().finished));
    if over || board.members.iter().all(|member| member.is_covered(rules)) {
        board.by_theory(context)
    } else {
        board.by_search(context)
    }
}

/// A join with its members explored.
struct Board<'a> {
    join: &'a Join,
    question: &'a Question,
    rules: Rules,
    members: Vec<Member<'a>>,
}

impl Board<'_> {
    fn by_theory(&self, context: &Context<'_>) -> Result<Answer, Stop> {
        let rules = self.rules;
        let summaries = self.members.iter().map(|member| rules.one(&member.start()));
        let start = summaries.fold(rules.none(), |a, b| rules.plus(a, b));
        let over = is_over(rules, self.members.iter().map(|member| member.start().finished));
        let outcome = if over { rules.play.of_finished() } else { rules.outcome(&start) };
        let mut answer = frame(self.join, self.question, outcome, told::method(rules));
        let to = |wanted: Outcome| move |summary: &Summary| rules.outcome(summary) == wanted;
        answer.winning_moves = self.counted(&to(Outcome::P), context)?;
        if outcome == Outcome::D || self.question.only.is_some() {
            answer.drawing_moves = Some(self.counted(&to(Outcome::D), context)?);
        }
        self.restrict(&mut answer)?;
        if self.question.duration {
            match (rules.kind, over) {
                (_, true) => {
                    let moves = answer.winning_moves.clone();
                    answer.duration = Some(Duration { remoteness: Some(0), moves });
                }
                (JoinKind::And, _) => {
                    let remoteness = rules.remoteness(&start);
                    let wanted = |summary: &Summary| {
                        let after = After {
                            outcome: rules.outcome(summary),
                            remoteness: rules.remoteness(summary),
                        };
                        is_best(After { outcome, remoteness }, after)
                    };
                    let moves = self.counted(&wanted, context)?;
                    answer.duration = Some(Duration { remoteness, moves });
                }
                _ => self.add_duration(&mut answer, context)?,
            }
        }
        if self.question.explain {
            answer.reasoning = told::reasoning(rules, &self.members, &start, over);
        }
        Ok(answer)
    }

    fn by_search(&self, context: &Context<'_>) -> Result<Answer, Stop> {
        let searched = Searched::of(self.rules, &self.members, context)?;
        let outcome = searched.start().outcome;
        let method = told::searched(self.rules.play);
        let mut answer = frame(self.join, self.question, outcome, method);
        let to = |wanted: Outcome| move |after: After| after.outcome == wanted;
        answer.winning_moves = self.searched(&searched, &to(Outcome::P), context)?;
        if outcome == Outcome::D || self.question.only.is_some() {
            answer.drawing_moves = Some(self.searched(&searched, &to(Outcome::D), context)?);
        }
        self.restrict(&mut answer)?;
        if self.question.duration {
            answer.duration = Some(self.duration(&searched, context)?);
        }
        if self.question.explain {
            answer.reasoning = vec![told::rules(self.rules), told::why_searched(self.rules)];
        }
        Ok(answer)
    }

    /// The outcome once the first move is restricted to a part, from the moves found there.
    ///
    /// # Errors
    /// Refused if that is not known.
    fn restrict(&self, answer: &mut Answer) -> Result<(), Stop> {
        let Some(part) = self.question.only else { return Ok(()) };
        let found = |moves: Option<&WinningMoves>| {
            let moves = moves?;
            let any = moves.count.as_ref().map(|count| !count.is_zero());
            any.or((!moves.listed.is_empty()).then_some(true))
        };
        let won = found(Some(&answer.winning_moves));
        let drawn = found(answer.drawing_moves.as_ref());
        let over = is_over(self.rules, self.members.iter().map(|member| member.start().finished));
        let stuck =
            self.members.iter().any(|member| member.restricted && member.choices.is_empty());
        answer.outcome = match (won, drawn) {
            _ if over || stuck => self.rules.play.of_finished(),
            (Some(true), _) => Outcome::N,
            (Some(false), Some(true)) => Outcome::D,
            (Some(false), Some(false)) => Outcome::P,
            _ => {
                return Err(Stop::Refused(format!(
                    "whether a first move in part {part} wins was not found out"
                )));
            }
        };
        if answer.outcome != Outcome::D {
            answer.drawing_moves = None;
        }
        answer.winner = winner(answer.outcome);
        Ok(())
    }

    /// Adds how long the join lasts, or a note why that was not found.
    fn add_duration(&self, answer: &mut Answer, context: &Context<'_>) -> Result<(), Stop> {
        let found = Searched::of(self.rules, &self.members, context)
            .and_then(|searched| self.duration(&searched, context));
        match found {
            Ok(found) => answer.duration = Some(found),
            Err(stop @ (Stop::Cancelled | Stop::Loop(_) | Stop::Faulty(_))) => return Err(stop),
            Err(stop) => {
                answer.notes.push(format!("how long the game lasts was not found: {stop}"));
            }
        }
        Ok(())
    }

    fn duration(&self, searched: &Searched, context: &Context<'_>) -> Result<Duration, Stop> {
        let start = searched.start();
        let moves = self.searched(searched, &|after| is_best(start, after), context)?;
        Ok(Duration { remoteness: start.remoteness, moves })
    }

    /// The moves whose summary is wanted.
    fn counted(
        &self,
        wanted: &dyn Fn(&Summary) -> bool,
        context: &Context<'_>,
    ) -> Result<WinningMoves, Stop> {
        let max = self.question.moves;
        let (count, tuples) = gather(self.rules, &self.members, wanted, max, context)?;
        Ok(WinningMoves { count: Some(count), listed: self.lines(&tuples, context)? })
    }

    /// The moves to positions that are wanted.
    fn searched(
        &self,
        searched: &Searched,
        wanted: &dyn Fn(After) -> bool,
        context: &Context<'_>,
    ) -> Result<WinningMoves, Stop> {
        let max = self.question.moves;
        let (count, tuples) = searched.gather(self.rules, &self.members, wanted, max, context)?;
        Ok(WinningMoves { count, listed: self.lines(&tuples, context)? })
    }

    fn lines(&self, tuples: &[Tuple], context: &Context<'_>) -> Result<Vec<MoveLine>, Stop> {
        let mut lines = Vec::with_capacity(tuples.len());
        for tuple in tuples {
            let mut moves = Vec::with_capacity(tuple.len());
            for (member, step) in self.members.iter().zip(tuple) {
                moves.push(match step {
                    None => None,
                    Some(i) => Some(member.line(&member.choices[*i], context)?),
                });
            }
            lines.push(line(self.join, &moves));
        }
        Ok(lines)
    }
}

/// Whether a move is one of the fastest that win, the slowest that lose, or those that keep a draw.
fn is_best(start: After, after: After) -> bool {
    match start.remoteness {
        None => after.outcome == Outcome::D,
        Some(moves) => {
            (start.outcome != Outcome::N || after.outcome == Outcome::P)
                && after.remoteness.is_some_and(|after| after + 1 == moves)
        }
    }
}

/// A move of the join from the moves of its members, which are numbered by their own parts; parts are
/// numbered over the whole expression here.
fn line(join: &Join, moves: &[Option<MoveLine>]) -> MoveLine {
    let mut texts = Vec::new();
    let mut first = 0;
    for (sum, to) in join.members.iter().zip(moves) {
        texts.extend(to.iter().map(|to| format!("{}: {}", first + to.part, to.text)));
        first += sum.iter().map(|component| component.parts()).sum::<usize>();
    }
    let members = join.members.iter().zip(moves);
    let left =
        members.map(|(sum, to)| to.as_ref().map_or_else(|| print_sum(sum), |to| to.to.clone()));
    MoveLine {
        part: 1,
        text: joined(texts, "; "),
        to: Join::print_with(join.kind, left),
        wins: moves.iter().flatten().any(|to| to.wins),
    }
}
