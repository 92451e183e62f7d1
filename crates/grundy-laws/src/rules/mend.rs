//! Labels that a failed proof asks for.

use std::cell::{Cell, RefCell};

use grundy::context::{Context, Stop};
use grundy_rules::error::Failure;

use super::error::FindError;
use super::formulas::Translation;
use super::law::Reason;
use super::oracle::Oracle;
use super::statement::Of;
use super::table::{MAX_WORK, Table};
use crate::automaton::{Budget, Overrun};
use crate::learn::{LearnError, Learner};

/// Positions are asked for whose numbers are up to so many times those of the table.
const MAX_BEYOND: u64 = 4;

/// The options of positions with greater numbers are not asked for: there may be too many.
const MAX_OPTIONS: u64 = 1 << 13;

/// Labels are told by induction up to this number.
const MAX_INDUCED: u64 = 1 << 32;

/// What came of a position at which some law is wrong.
pub(super) enum Mended {
    /// Some label was wrong, and is right now.
    Label,
    /// Every label was right; the table is too small to see what is wrong.
    TooFar(Stop),
}

/// Finds the labels that a wrong law tells wrong, and teaches them.
pub(super) struct Mender<'a> {
    pub translation: &'a Translation,
    pub reached: &'a [usize],
    pub of: Of,
    pub oracle: &'a RefCell<Oracle>,
    /// The positions that a table may have.
    pub table: u64,
    /// Labels are known of positions with coordinates below this.
    pub known: &'a Cell<u64>,
    /// What went wrong when a label was asked for.
    pub failed: &'a RefCell<Option<Failure>>,
}

/// What a failure of the learner means, with the states of the laws so far.
pub(super) fn give_up(
    error: LearnError,
    failed: &RefCell<Option<Failure>>,
    growth: &[(u64, usize)],
) -> Result<Reason, FindError> {
    if let Some(failure) = failed.take() {
        return Err(failure.into());
    }
    match error {
        LearnError::Overrun(Overrun::Stop(stop)) => Err(stop.into()),
        LearnError::Overrun(overrun) => Ok(Reason::Proof(overrun)),
        _ => Ok(Reason::Grows(growth.to_vec())),
    }
}

impl Mender<'_> {
    /// Whether the labels around this position can be asked for.
    fn within_reach(&self, at: usize, wrong: &[u64], bound: u64) -> bool {
        if self.oracle.borrow().sieve().is_some_and(|sieve| sieve.holds(wrong).is_some()) {
            return true;
        }
        let width = self.translation.families[self.reached[at]].width.min(wrong.len());
        let most = self.table.saturating_mul(MAX_BEYOND);
        let greatest = wrong[..width].iter().copied().max().unwrap_or(0);
        let volume = (0..width).try_fold(1u64, |all, _| all.checked_mul(greatest + 1));
        let work = Table::work(self.translation, self.reached[at], greatest.saturating_add(1));
        work <= MAX_WORK
            && greatest <= bound.saturating_mul(MAX_BEYOND)
            && volume.is_some_and(|all| all <= most)
    }

    /// Mends what is wrong at a position, of a family with this number among those reached, where the
    /// table goes up to `bound`.
    pub(super) fn mend<F: FnMut(&[u64]) -> Option<u32>>(
        &self,
        learners: &mut [Learner<'_, F>],
        (at, wrong): (usize, Vec<u64>),
        bound: u64,
        context: &Context<'_>,
    ) -> Result<Result<Mended, Reason>, FindError> {
        if !self.within_reach(at, &wrong, bound) {
            if let Some(mended) = self.induce(learners, at, &wrong, context)? {
                return Ok(mended);
            }
            let what = "what refutes the automaton learned so far is far beyond the table".into();
            return Ok(Ok(Mended::TooFar(Stop::Refused(what))));
        }
        let mut positions = vec![(at, wrong.clone())];
        if wrong.iter().all(|&number| number <= MAX_OPTIONS) {
            self.neighbours(at, &wrong, context, &mut positions)?;
        }
        self.teach(learners, &positions, context)
    }

    /// The label of a position that is out of reach: that of the law is wrong if those of all its
    /// options are right. They are where moves take from every coordinate or leave it: a counterexample
    /// is the one with the shortest and then least words, so that positions with no greater coordinate
    /// are none, and rightly labelled by induction. Where moves are not so the label may be wrong, and
    /// there will be no proof.
    fn induce<F: FnMut(&[u64]) -> Option<u32>>(
        &self,
        learners: &mut [Learner<'_, F>],
        at: usize,
        wrong: &[u64],
        context: &Context<'_>,
    ) -> Result<Option<Result<Mended, Reason>>, FindError> {
        let greatest = wrong.iter().copied().max().unwrap_or(u64::MAX);
        if self.of == Of::Value || self.reached.len() > 1 || greatest > MAX_INDUCED {
            return Ok(None);
        }
        let learner = &mut learners[at];
        let Some(said) = learner.told(wrong) else { return Ok(None) };
        let budget = Budget::new(usize::MAX, *context);
        match learner.correct(wrong, 1 - said.min(1), &budget) {
            Ok(_) => Ok(Some(Ok(Mended::Label))),
            Err(error) => give_up(error, self.failed, &[]).map(|reason| Some(Err(reason))),
        }
    }

    /// The positions that a statement about one position speaks of.
    fn neighbours(
        &self,
        at: usize,
        wrong: &[u64],
        context: &Context<'_>,
        positions: &mut Vec<(usize, Vec<u64>)>,
    ) -> Result<(), FindError> {
        let family = self.reached[at];
        let width = self.translation.families[family].width;
        let mut oracle = self.oracle.borrow_mut();
        let wrong_value = wrong.get(width).copied();
        let mut all = vec![(family, wrong[..width.min(wrong.len())].to_vec())];
        match oracle.options(family, &all[0].1, context) {
            Ok(options) => all.extend(options),
            Err(Failure::Rules(error)) => return Err(FindError::Rules(error)),
            // Too large: the position itself is all that is asked about.
            Err(Failure::Stop(Stop::Cancelled)) => return Err(Stop::Cancelled.into()),
            Err(Failure::Stop(_)) => return Ok(()),
        }
        for (family, coords) in all {
            let Some(at) = self.reached.iter().position(|&reached| reached == family) else {
                continue;
            };
            if self.of != Of::Value {
                positions.push((at, coords));
                continue;
            }
            let value = match oracle.value(family, &coords, context) {
                Ok(value) => value,
                Err(Failure::Rules(error)) => return Err(FindError::Rules(error)),
                Err(Failure::Stop(Stop::Cancelled)) => return Err(Stop::Cancelled.into()),
                Err(Failure::Stop(_)) => continue,
            };
            // Its own value, and those that it might be taken for.
            let most = wrong_value.unwrap_or(0).max(value.unwrap_or(0)).min(256) + 1;
            for guess in value.into_iter().chain(0..=most) {
                positions.push((at, [&coords[..], &[guess]].concat()));
            }
        }
        Ok(())
    }

    /// Teaches the learners the labels of these positions.
    fn teach<F: FnMut(&[u64]) -> Option<u32>>(
        &self,
        learners: &mut [Learner<'_, F>],
        positions: &[(usize, Vec<u64>)],
        context: &Context<'_>,
    ) -> Result<Result<Mended, Reason>, FindError> {
        let budget = Budget::new(usize::MAX, *context);
        let before = self.known.get();
        let mut mended = false;
        let mut too_far = None;
        let width = |at: usize| self.translation.families[self.reached[at]].width;
        for (at, position) in positions {
            let greatest = position[..width(*at)].iter().copied().max().unwrap_or(0);
            // What the table holds can be asked beyond its former bound as well.
            self.known.set(before.max(greatest.saturating_add(1)));
            match learners[*at].refute(position, &budget) {
                Ok(wrong) => mended |= wrong,
                Err(error) => {
                    let failure = self.failed.take();
                    self.known.set(before);
                    match (failure, error) {
                        (Some(Failure::Rules(error)), _) => return Err(FindError::Rules(error)),
                        (Some(Failure::Stop(Stop::Cancelled)), _) => {
                            return Err(Stop::Cancelled.into());
                        }
                        (Some(Failure::Stop(stop)), _) => {
                            context.look("looking for a law", 0)?;
                            too_far = Some(stop);
                        }
                        (None, error) => {
                            return give_up(error, self.failed, &[]).map(Err);
                        }
                    }
                }
            }
            if mended {
                break;
            }
        }
        self.known.set(before);
        if mended {
            return Ok(Ok(Mended::Label));
        }
        Ok(Ok(Mended::TooFar(too_far.unwrap_or_else(|| {
            Stop::Refused("the table is too small to show what is wrong".into())
        }))))
    }
}
