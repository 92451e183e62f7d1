//! The search for a law in one numeration system: a table, what is learned from it, its proof.

use std::cell::{Cell, RefCell};
use std::sync::Arc;
use std::time::Duration;

use grundy::context::{Context, Stop};
use grundy::nat;
use grundy_rules::error::Failure;

use super::error::{FindError, decide_error, stop_of};
use super::formulas::Translation;
use super::fragment::Outside;
use super::law::{ProvedLaw, Reason};
use super::oracle::Oracle;
use super::ranks::Ranks;
use super::refute::refute;
use super::statement::{Of, Statements};
use crate::automaton::{Automaton, Budget, Overrun};
use crate::formula::{DecideError, Environment, Proof, prove};
use crate::learn::{LearnError, Learner};
use crate::numeration::{Name, System};

/// A system that is tried.
pub(super) struct Candidate {
    pub name: Name,
    system: Option<Arc<System>>,
    pub reason: Option<Reason>,
    pub dropped: bool,
}

impl Candidate {
    pub(super) const fn new(name: Name) -> Self {
        Self { name, system: None, reason: None, dropped: false }
    }
}

/// The search in one system.
pub(super) struct Attempt<'a> {
    pub translation: &'a Translation,
    pub reached: &'a [usize],
    pub of: Of,
    pub oracle: &'a RefCell<Oracle>,
    pub states: usize,
    pub table: u64,
    pub proof_states: usize,
    pub proof_time: Duration,
    /// Whether there are many other systems to try.
    pub many: bool,
}

/// A position at which some law is wrong.
enum Refuted {
    /// Some label was wrong.
    Mended,
    /// Every label was right; the table is too small to see what is wrong.
    TooFar(Stop),
}

/// The states that adders may have on the way.
const SYSTEM_STATES: usize = 300_000;

/// Positions are asked for whose numbers are up to so many times those of the table.
const MAX_BEYOND: u64 = 4;

/// Words of up to so many digits are learned at first.
const MIN_DIGITS: usize = 2;

/// A box may be refuted so often before a larger table is made.
const MAX_REFUTATIONS: usize = 200;

/// An automaton that has grown with each of so many tables has no law to tell.
const MIN_GROWTH: usize = 5;

impl Attempt<'_> {
    /// Coordinates and, if values are told, the value.
    fn tracks(&self, family: usize) -> usize {
        self.translation.families[family].width + usize::from(self.of == Of::Value)
    }

    /// The law in the system of this candidate, or why there is none.
    pub(super) fn run(
        &self,
        candidate: &mut Candidate,
        context: &Context<'_>,
    ) -> Result<Result<ProvedLaw, Reason>, FindError> {
        let budget = || Budget::new(self.proof_states, context.within(self.proof_time));
        let system = match &candidate.system {
            Some(system) => system.clone(),
            None => {
                let budget = Budget::new(SYSTEM_STATES, context.within(self.proof_time));
                match System::new(&candidate.name, &budget) {
                    Ok(system) => candidate.system.insert(Arc::new(system)).clone(),
                    Err(error) => {
                        context.look("building a numeration system", 0)?;
                        return Ok(Err(Reason::System(error)));
                    }
                }
            }
        };
        let oracle = self.oracle;
        let failed: RefCell<Option<Failure>> = RefCell::new(None);
        // Labels are known below this bound.
        let known = Cell::new(0u64);
        let label = |family: usize| {
            let (failed, known) = (&failed, &known);
            move |position: &[u64]| {
                if position.iter().any(|&number| number >= known.get()) {
                    return None;
                }
                match oracle.borrow_mut().holds(family, position, context) {
                    Ok(holds) => Some(u32::from(holds)),
                    Err(failure) => {
                        failed.borrow_mut().get_or_insert(failure);
                        None
                    }
                }
            }
        };
        let mut learners = Vec::new();
        for &family in self.reached {
            let tracks = self.tracks(family);
            match Learner::new(&system, tracks, self.states, label(family)) {
                Ok(learner) => learners.push(learner),
                Err(LearnError::Overrun(Overrun::Stop(stop))) => return Err(stop.into()),
                Err(LearnError::Overrun(overrun)) => return Ok(Err(Reason::Proof(overrun))),
                Err(_) => return Err(failed.take().map_or(Stop::Cancelled.into(), Into::into)),
            }
        }
        let mut growth: Vec<(u64, usize)> = Vec::new();
        let mut machines: Vec<_> = learners.iter().map(|own| own.machine().clone()).collect();
        let mut refutations = 0;
        let mut reason = None;
        for digits in MIN_DIGITS.. {
            let count = system.valid().count(digits, &budget()).map_err(stop_of)?;
            let Some(bound) = nat::to_u64(&count) else { break };
            let mut boxes = Vec::new();
            for &family in self.reached {
                match self.bounds(family, bound, &system, context)? {
                    Some(bounds) => boxes.push(bounds),
                    None => break,
                }
            }
            if boxes.len() < self.reached.len() {
                break;
            }
            known.set(known.get().max(bound));
            let mut settled = true;
            for (at, learner) in learners.iter_mut().enumerate() {
                let machine = match learner.learn(&boxes[at], &Budget::new(usize::MAX, *context)) {
                    Ok(machine) => machine,
                    Err(error) => match self.give_up(error, &failed, &growth)? {
                        Some(reason) => return Ok(Err(reason)),
                        None => unreachable!("give_up tells a reason or an error"),
                    },
                };
                settled &= machine == machines[at];
                machines[at] = machine;
            }
            growth.push((bound, machines.iter().map(|machine| machine.states()).sum()));
            if !settled {
                let sizes: Vec<usize> = growth.iter().map(|&(_, states)| states).collect();
                let grows = |pair: &[usize]| pair[1] > pair[0];
                if self.many
                    && sizes.len() > MIN_GROWTH
                    && sizes[sizes.len() - MIN_GROWTH..].windows(2).all(grows)
                    && sizes[sizes.len() - 1] > 60
                {
                    return Ok(Err(Reason::Grows(growth)));
                }
                continue;
            }
            // What does not grow any more is tried, and mended where the proof fails.
            for _ in 0..MAX_REFUTATIONS {
                let budget = budget();
                let laws: Result<Vec<Automaton>, Overrun> =
                    machines.iter().map(|machine| machine.relation(1, &system, &budget)).collect();
                let proved = laws.map_err(DecideError::from).and_then(|laws| {
                    let wrong =
                        refute(self.translation, self.reached, self.of, &system, &laws, &budget)?;
                    Ok((laws, wrong))
                });
                match proved {
                    Ok((laws, None)) => {
                        if let Some(fault) = self.fault(&system, &budget)? {
                            return Err(fault);
                        }
                        let ranks = Ranks {
                            translation: self.translation,
                            reached: self.reached,
                            system: &system,
                            budget: &budget,
                        };
                        let (Some(rank), Some(rewriting)) =
                            (ranks.of_moves()?, ranks.of_rewriting()?)
                        else {
                            return Ok(Err(Reason::NoRank));
                        };
                        let names = self.reached.iter().map(|&family| {
                            (family, self.translation.families[family].name.clone())
                        });
                        return Ok(Ok(ProvedLaw {
                            of: self.of,
                            families: names.zip(laws).map(|((f, n), law)| (f, n, law)).collect(),
                            system: system.clone(),
                            rank,
                            rewriting,
                            bound,
                            refutations,
                            peak: budget.peak(),
                        }));
                    }
                    Ok((_, Some((at, wrong)))) => {
                        refutations += 1;
                        let mut positions = vec![(at, wrong.clone())];
                        if !self.within_reach(at, &wrong, bound) {
                            let what = "what refutes the law is far beyond the table".into();
                            reason = Some(Reason::Table(Stop::Refused(what)));
                            break;
                        }
                        self.neighbours(at, &wrong, oracle, context, &mut positions)?;
                        match self.mend(&mut learners, &positions, &known, &failed, context)? {
                            Ok(Refuted::Mended) => {
                                machines =
                                    learners.iter().map(|own| own.machine().clone()).collect();
                            }
                            Ok(Refuted::TooFar(stop)) => {
                                reason = Some(Reason::Table(stop));
                                break;
                            }
                            Err(found) => return Ok(Err(found)),
                        }
                    }
                    Err(DecideError::Overrun(Overrun::Stop(stop))) => {
                        // Its own time is over, or that of the whole question.
                        context.look("proving a law", 0)?;
                        if stop == Stop::Cancelled {
                            return Err(stop.into());
                        }
                        reason = Some(Reason::Proof(stop.into()));
                        break;
                    }
                    Err(DecideError::Overrun(overrun)) => {
                        reason = Some(Reason::Proof(overrun));
                        break;
                    }
                    Err(error) => {
                        return Err(Outside::new(error.to_string(), Default::default()).into());
                    }
                }
            }
        }
        Ok(Err(reason.unwrap_or(Reason::Grows(growth))))
    }

    /// What a failure of the learner means.
    fn give_up(
        &self,
        error: LearnError,
        failed: &RefCell<Option<Failure>>,
        growth: &[(u64, usize)],
    ) -> Result<Option<Reason>, FindError> {
        if let Some(failure) = failed.take() {
            return Err(failure.into());
        }
        match error {
            LearnError::Overrun(Overrun::Stop(stop)) => Err(stop.into()),
            LearnError::Overrun(overrun) => Ok(Some(Reason::Proof(overrun))),
            _ => Ok(Some(Reason::Grows(growth.to_vec()))),
        }
    }

    /// The bounds of a table of a family: of its coordinates this one, of values one beyond those that
    /// occur. `None` if there are too many positions.
    fn bounds(
        &self,
        family: usize,
        bound: u64,
        system: &System,
        context: &Context<'_>,
    ) -> Result<Option<Vec<u64>>, FindError> {
        let width = self.translation.families[family].width;
        let volume = |from: u64, width: usize, bound: u64| {
            let volume = (0..width).try_fold(from, |volume, _| volume.checked_mul(bound));
            volume.filter(|&volume| volume <= self.table)
        };
        let Some(positions) = volume(1, width, bound) else { return Ok(None) };
        if self.of != Of::Value {
            return Ok(Some(vec![bound; width]));
        }
        let mut greatest = 0;
        let mut oracle = self.oracle.borrow_mut();
        for number in 0..positions {
            let mut rest = number;
            let mut coords = vec![0; width];
            for coord in coords.iter_mut().rev() {
                *coord = rest % bound;
                rest /= bound;
            }
            greatest = greatest.max(oracle.value(family, &coords, context)?.unwrap_or(0));
            // Before the rest of a long table is made for nothing.
            if volume(positions, 1, greatest.saturating_add(1)).is_none() {
                return Ok(None);
            }
        }
        let length = system.small_word(greatest + 1).map_or(1, |word| word.len()) + 1;
        let above = system.valid().count(length, &Budget::new(usize::MAX, *context));
        let values = above.ok().and_then(|count| nat::to_u64(&count)).unwrap_or(bound);
        let values = values.clamp(1, bound.max(4));
        Ok(volume(positions, 1, values).map(|_| [vec![bound; width], vec![values]].concat()))
    }

    /// Whether the labels around this position can be asked for.
    fn within_reach(&self, at: usize, wrong: &[u64], bound: u64) -> bool {
        let width = self.translation.families[self.reached[at]].width.min(wrong.len());
        wrong[..width].iter().all(|&number| number <= bound.saturating_mul(MAX_BEYOND))
    }

    /// The positions that a statement about one position speaks of.
    fn neighbours(
        &self,
        at: usize,
        wrong: &[u64],
        oracle: &RefCell<Oracle>,
        context: &Context<'_>,
        positions: &mut Vec<(usize, Vec<u64>)>,
    ) -> Result<(), FindError> {
        let family = self.reached[at];
        let width = self.translation.families[family].width;
        let mut oracle = oracle.borrow_mut();
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
    fn mend<F: FnMut(&[u64]) -> Option<u32>>(
        &self,
        learners: &mut [Learner<'_, F>],
        positions: &[(usize, Vec<u64>)],
        known: &Cell<u64>,
        failed: &RefCell<Option<Failure>>,
        context: &Context<'_>,
    ) -> Result<Result<Refuted, Reason>, FindError> {
        let budget = Budget::new(usize::MAX, *context);
        let before = known.get();
        let mut mended = false;
        let mut too_far = None;
        for (at, position) in positions {
            let greatest = position.iter().copied().max().unwrap_or(0);
            // What the table holds can be asked beyond its former bound as well.
            known.set(before.max(greatest.saturating_add(1)));
            match learners[*at].refute(position, &budget) {
                Ok(wrong) => mended |= wrong,
                Err(error) => {
                    let failure = failed.take();
                    known.set(before);
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
                            let reason = self.give_up(error, failed, &[])?;
                            return Ok(Err(reason.expect("a reason, if no error")));
                        }
                    }
                }
            }
            if mended {
                break;
            }
        }
        known.set(before);
        if mended {
            return Ok(Ok(Refuted::Mended));
        }
        Ok(Ok(Refuted::TooFar(too_far.unwrap_or_else(|| {
            Stop::Refused("the table is too small to show what is wrong".into())
        }))))
    }

    /// A position that the rules do not allow, but lead to.
    fn fault(&self, system: &System, budget: &Budget<'_>) -> Result<Option<FindError>, FindError> {
        let statements = Statements::new(self.translation, Vec::new());
        for &family in self.reached {
            for (formula, span) in statements.faultless(family) {
                match prove(&formula, system, &Environment::new(), budget) {
                    Ok(Proof::Proved) => {}
                    Ok(Proof::Refuted(values)) => {
                        let formulas = &self.translation.families[family];
                        let numbers: Vec<String> = values
                            .iter()
                            .take(formulas.width)
                            .map(|(_, number)| nat::print(number))
                            .collect();
                        let position = format!("{}({})", formulas.name, numbers.join(","));
                        return Ok(Some(FindError::Fault { position, span }));
                    }
                    Err(error) => return Err(decide_error(error)),
                }
            }
        }
        Ok(None)
    }
}
