//! Theory and search put together: the answer to a question about a sum.
//!
//! In normal play a sum is decided by the Grundy values of its parts (Sprague 1935, Grundy 1939),
//! each by theory where there is one, else by search. In misère play the values do not decide;
//! there theory answers where its conditions are proved, and search otherwise.

mod apart;
mod boxed;
mod canonical;
mod count_law;
mod decided;
mod draws;
mod entailed;
mod explain;
mod explored;
mod genus;
mod heap_outcomes;
mod joins;
mod known_outcomes;
mod lengths;
mod misere;
mod nim_beside;
mod normal;
mod part_games;
mod parts;
#[cfg(test)]
mod quotient_tests;
mod quotients;
mod replies;
mod search;
mod series;
mod set_quotient;
#[cfg(test)]
pub(crate) mod tests;
mod verdict;
mod whole;
mod winning_sets;

use crate::answer::{Answer, Duration, GrundyValue, PartValue};
use crate::context::{Context, Stop};
use crate::expr::Expression;
use crate::game::Component;
use crate::heap::Code;
use crate::outcome::{Outcome, Play};
use crate::period::Period;
use crate::solve::tame::Tame;
use std::sync::Arc;

pub use crate::solve::lengths::Measure;
pub use canonical::{CanonicalForm, CanonicalForms, Comparison};
pub use genus::PositionGenera;
pub use joins::{JoinMove, join_moves};
pub use set_quotient::SetQuotient;

pub(crate) use entailed::NOT_IN_JOINS;
use parts::Parts;
use search::Searcher;
pub(crate) use series::NO_NEXT_ROUND;

/// What is asked about an expression.
#[derive(Clone, Debug)]
pub struct Question {
    /// The convention.
    pub play: Play,
    /// Restricts the first move to this part, numbered from 1.
    pub only: Option<usize>,
    /// How many winning moves to list at most.
    pub moves: usize,
    /// Whether to give the reasoning step by step.
    pub explain: bool,
    /// How many moves of a lost position to answer.
    pub replies: usize,
    /// Whether to tell how long the game lasts if the winner hurries and the loser delays.
    pub duration: bool,
    /// Whether to report on the parts.
    pub report: bool,
    /// Whether the Grundy value is wanted where neither the outcome nor the winning moves need it.
    pub value: bool,
    /// Whether a round of a series is asked about: who wins such a round at once in normal play
    /// loses it at once in misère play. Otherwise misère play of such games is refused.
    pub round: bool,
}

impl Default for Question {
    fn default() -> Self {
        Self {
            play: Play::Normal,
            only: None,
            moves: 20,
            explain: false,
            replies: 0,
            duration: false,
            report: false,
            value: true,
            round: false,
        }
    }
}

/// How many parts a report names.
const REPORTED: usize = 20;

/// Answers a question.
///
/// # Complexity
/// That of the theories and searches of the parts; the sum itself takes O(parts) in normal play
/// and in misère play where a theorem covers it.
///
/// # Errors
/// [`Stop`] when a limit is reached before the outcome is known, when cancelled, or when nothing
/// exact is feasible.
///
/// ```
/// use grundy::analysis::{answer, Question};
/// let catalogue = grundy::expr::Catalogue::default();
/// let position = catalogue.read("nim(3,4,5)").unwrap();
/// let answer = answer(&position, &Question::default(), &Default::default()).unwrap();
/// assert_eq!(answer.grundy, Some(2u8.into()));
/// assert_eq!(answer.winning_moves.listed[0].to, "nim(1,4,5)");
/// ```
pub fn answer(
    expression: &Expression,
    question: &Question,
    context: &Context<'_>,
) -> Result<Answer, Stop> {
    Session::default().answer(expression, question, context)
}

/// Questions of which later ones use what earlier ones found by search.
#[derive(Default)]
pub struct Session {
    searcher: Searcher,
}

impl Session {
    /// The type of a part alone in misère play; `None` if it or a position below it is not tame.
    ///
    /// # Errors
    /// [`Stop`] when that is not found out.
    pub fn tame(
        &mut self,
        part: &Arc<dyn Component>,
        context: &Context<'_>,
    ) -> Result<Option<Tame>, Stop> {
        let types = self.searcher.types(&Parts::new(std::slice::from_ref(part)), context)?;
        Ok(types.and_then(|types| types.first().map(|(_, tame)| *tame)))
    }

    /// As [`answer`].
    ///
    /// # Errors
    /// As [`answer`].
    pub fn answer(
        &mut self,
        expression: &Expression,
        question: &Question,
        context: &Context<'_>,
    ) -> Result<Answer, Stop> {
        let mut answer = match expression {
            Expression::Sum(sum) => sum_answer(sum, question, context, &mut self.searcher)?,
            Expression::Series(series) => {
                series::answer(series, question, context, &mut self.searcher)?
            }
            Expression::Join(join) => joins::answer(join, question, context, &mut self.searcher)?,
        };
        answer.notes.splice(0..0, expression.notes());
        Ok(answer)
    }

    /// How many moves a game lasts if the winner hurries and the loser delays, with at most `moves`
    /// of the moves that do so.
    ///
    /// # Complexity
    /// O(n + m) for n sums that can be reached with m moves.
    ///
    /// # Errors
    /// [`Stop`] at the limit of positions, memory or time.
    ///
    /// ```
    /// use grundy::analysis::Session;
    /// use grundy::outcome::Play;
    /// let position = grundy::expr::Catalogue::default().read("nim(3,3)").unwrap();
    /// let grundy::expr::Expression::Sum(sum) = position else { unreachable!() };
    /// let duration = Session::default().duration(&sum, Play::Normal, 1, &Default::default());
    /// assert_eq!(duration.unwrap().remoteness, Some(6));
    /// ```
    pub fn duration(
        &mut self,
        sum: &[Arc<dyn Component>],
        play: Play,
        moves: usize,
        context: &Context<'_>,
    ) -> Result<Duration, Stop> {
        let question = Question { play, moves, ..Question::default() };
        whole::duration(&Parts::new(sum), &question, context, &mut self.searcher)
    }

    /// The remoteness or the suspense of a sum; `None` for a draw. In normal play a sum is P iff either
    /// of them is even, in misère play iff it is odd.
    ///
    /// # Complexity
    /// O(n + m) for n sums that can be reached with m moves, less what earlier questions found.
    ///
    /// # Errors
    /// [`Stop`] at a limit; refused for suspense where play may go on for ever.
    ///
    /// ```
    /// use grundy::analysis::{Measure, Session};
    /// use grundy::outcome::Play;
    /// let position = grundy::expr::Catalogue::default().read("subtraction[1,3,4](8)").unwrap();
    /// let grundy::expr::Expression::Sum(sum) = position else { unreachable!() };
    /// let mut session = Session::default();
    /// let mut length = |measure| session.length(&sum, measure, Play::Normal, &Default::default());
    /// assert_eq!(length(Measure::Remoteness).unwrap(), Some(5));
    /// assert_eq!(length(Measure::Suspense).unwrap(), Some(3));
    /// ```
    pub fn length(
        &mut self,
        sum: &[Arc<dyn Component>],
        measure: Measure,
        play: Play,
        context: &Context<'_>,
    ) -> Result<Option<u32>, Stop> {
        lengths::length(&Parts::new(sum), measure, play, context, &mut self.searcher)
    }

    /// The outcome of a sum alone, without its moves.
    ///
    /// # Errors
    /// As [`answer`].
    pub fn outcome(
        &mut self,
        sum: &[Arc<dyn Component>],
        play: Play,
        context: &Context<'_>,
    ) -> Result<Outcome, Stop> {
        let question = Question { play, ..Question::default() };
        sum_outcome(sum, &question, context, &mut self.searcher)
    }

    /// The least period of the outcomes of single heaps of a code in misère play, if one is proved: by their
    /// types where all are tame, else by the misère quotient.
    ///
    /// # Complexity
    /// O(options) a heap up to the period of the types; else that of the quotient, about a second at most.
    ///
    /// # Errors
    /// [`Stop`] when cancelled or out of time.
    ///
    /// ```
    /// use grundy::{analysis::Session, period::Period};
    /// let period = Session::default().misere_period(&"0.77".parse().unwrap(), &Default::default());
    /// // Kayles: 1, 4, 9, 12 and 20 are the only P-positions.
    /// assert_eq!(period.unwrap(), Some(Period { preperiod: 21, length: 1, saltus: 0 }));
    /// ```
    pub fn misere_period(
        &mut self,
        code: &Code,
        context: &Context<'_>,
    ) -> Result<Option<Period>, Stop> {
        heap_outcomes::misere_period(code, context, &mut self.searcher)
    }
}

/// The Grundy value of a sum in normal play.
///
/// # Errors
/// [`Stop`] when cancelled, or at the limit that keeps the value from being found.
pub fn value(sum: &[Arc<dyn Component>], context: &Context<'_>) -> Result<PartValue, Stop> {
    let (findings, total) = normal::value_of(&Parts::new(sum), context)?;
    if let Some(total) = total {
        return Ok(match total {
            GrundyValue::Number(total) => PartValue::Known(total),
            GrundyValue::Loopy(set) => PartValue::Loopy(set),
        });
    }
    if findings.iter().any(|finding| finding.value == PartValue::Loony) {
        return Ok(PartValue::Loony);
    }
    Err(findings
        .into_iter()
        .find_map(|finding| finding.stop)
        .unwrap_or_else(|| Stop::Refused("the Grundy value was not found".into())))
}

/// The number of parts an expression has for `--only`.
pub fn part_count(expression: &Expression) -> usize {
    match expression {
        Expression::Sum(sum) => sum.iter().map(|component| component.parts()).sum(),
        Expression::Join(join) => {
            join.members.iter().flatten().map(|component| component.parts()).sum()
        }
        Expression::Series(_) => 1,
    }
}

/// The outcome of a sum alone; the question tells the play and whether it is a round of a series.
fn sum_outcome(
    sum: &[Arc<dyn Component>],
    question: &Question,
    context: &Context<'_>,
    searcher: &mut Searcher,
) -> Result<Outcome, Stop> {
    let parts = Parts::new(sum);
    match question.play {
        Play::Normal => normal::outcome(&parts, question, context, searcher),
        Play::Misere if parts.any_loopy() => {
            misere::loopy_outcome(&parts, question, context, searcher)
        }
        Play::Misere => {
            let question = Question { moves: 0, value: false, ..question.clone() };
            misere::answer(&parts, &question, context, searcher).map(|answer| answer.outcome)
        }
    }
}

fn sum_answer(
    sum: &[Arc<dyn Component>],
    question: &Question,
    context: &Context<'_>,
    searcher: &mut Searcher,
) -> Result<Answer, Stop> {
    let parts = Parts::new(sum);
    if let Some(part) = question.only {
        check_part(part, parts.len())?;
    }
    let mut answer = match question.play {
        Play::Normal => normal::answer(&parts, question, context, searcher)?,
        Play::Misere => misere::answer(&parts, question, context, searcher)?,
    };
    if parts.any_entails() {
        answer.notes.push(entailed::MARK.into());
    }
    if question.duration {
        whole::add_duration(&mut answer, &parts, question, context, searcher)?;
    }
    if question.replies > 0 && answer.outcome == Outcome::P && question.only.is_none() {
        replies::add(&mut answer, &parts, question, context, searcher)?;
    }
    Ok(answer)
}

/// Looks whether there is a part of this number.
fn check_part(part: usize, count: usize) -> Result<(), Stop> {
    if (1..=count).contains(&part) {
        return Ok(());
    }
    Err(Stop::Refused(format!(
        "there is no part {part}: the expression has {count} part{}, numbered from 1",
        if count == 1 { "" } else { "s" }
    )))
}
