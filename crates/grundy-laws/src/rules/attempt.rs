//! The search for a law in one numeration system: a table, what is learned from it, its proof.

use std::cell::{Cell, RefCell};
use std::sync::Arc;
use std::time::Duration;

use grundy::context::{Context, Stop};
use grundy::nat;
use grundy_rules::error::Failure;

use super::error::{FindError, stop_of};
use super::formulas::Translation;
use super::fragment::Outside;
use super::law::{ProvedLaw, Reason};
use super::mend::{Mended, Mender, give_up};
use super::oracle::Oracle;
use super::refute::refute;
use super::statement::{Of, Rank};
use super::table::{MAX_WORK, Table, bounds};
use crate::automaton::{Automaton, Budget, Overrun};
use crate::formula::DecideError;
use crate::learn::{LearnError, Learner, Machine};
use crate::numeration::{Name, System};

/// A system that is tried.
pub(super) struct Candidate {
    pub name: Name,
    system: Option<Arc<System>>,
    pub reason: Option<Reason>,
    pub dropped: bool,
    /// Whether tables were given up because the automaton grew.
    pub cut: bool,
    /// The bounds of tables, with the states of what was learned from them.
    pub growth: Vec<(u64, usize)>,
}

impl Candidate {
    pub(super) const fn new(name: Name) -> Self {
        Self { name, system: None, reason: None, dropped: false, cut: false, growth: Vec::new() }
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
    /// The bound of the sieve, if there is one.
    pub far: Option<u64>,
    /// The ranks that were proved, of moves and of rewriting.
    pub ranks: &'a (Rank, Rank),
}

/// The states that adders may have on the way.
const SYSTEM_STATES: usize = 300_000;

/// Words of up to so many digits are learned at first.
const MIN_DIGITS: usize = 2;

/// The last table may be refuted so often.
const MAX_REFUTATIONS: usize = 200;

/// The others, before a larger table is made, which teaches more.
const MAX_EARLY_REFUTATIONS: usize = 10;

/// An automaton with more states than this that has doubled with the last three tables has no law to
/// tell.
const MIN_GROWTH: usize = 60;

/// Up to this bound all positions of two numbers are listed, beyond it those near P-positions.
const MAX_DENSE: u64 = 64;

/// Beyond this bound not every length of words has a table.
const MAX_EACH: u64 = 2048;

/// What is learned far out is compared with the labels of what it tells so often.
const MAX_WRONG: usize = 20;

/// A proof of so many states for each that was learned is tried: true laws need about 50 (measured).
const PROOF_STATES: usize = 300;

/// What one table led to.
enum Step {
    Law(ProvedLaw),
    /// A proof was tried in vain.
    Tried(Reason),
    /// A larger table does not help.
    Over(Reason),
}

impl Attempt<'_> {
    /// Coordinates and, if values are told, the value.
    fn tracks(&self, family: usize) -> usize {
        self.translation.families[family].width + usize::from(self.of == Of::Value)
    }

    fn system(
        &self,
        candidate: &mut Candidate,
        context: &Context<'_>,
    ) -> Result<Result<Arc<System>, Reason>, FindError> {
        if let Some(system) = &candidate.system {
            return Ok(Ok(system.clone()));
        }
        let budget = Budget::new(SYSTEM_STATES, context.within(self.proof_time));
        match System::new(&candidate.name, &budget) {
            Ok(system) => Ok(Ok(candidate.system.insert(Arc::new(system)).clone())),
            Err(error) => {
                context.look("building a numeration system", 0)?;
                Ok(Err(Reason::System(error)))
            }
        }
    }

    /// The bounds of the tables, ascending.
    fn bounds(&self, system: &System, context: &Context<'_>) -> Result<Vec<u64>, FindError> {
        let width = |&family: &usize| self.translation.families[family].width;
        let widest = self.reached.iter().map(width).max().unwrap_or(0);
        let mut lengths = Vec::new();
        for digits in MIN_DIGITS..64 {
            let budget = Budget::new(self.proof_states, *context);
            let count = system.valid().count(digits, &budget).map_err(stop_of)?;
            let Some(count) = nat::to_u64(&count) else { break };
            lengths.push(count);
            if Table::volume(widest, count, self.table).is_none() && self.far < Some(count) {
                break;
            }
        }
        let far = self.far.map_or(self.table, |far| far * far);
        let mut bounds = bounds(&lengths, widest, far);
        if self.far.is_none() {
            let work = |&family: &usize, bound| Table::work(self.translation, family, bound);
            bounds.retain(|&bound| self.reached.iter().all(|own| work(own, bound) <= MAX_WORK));
        }
        // Far out a few are enough.
        let last = bounds.last().copied();
        let mut at = 0;
        bounds.retain(|&bound| {
            at += 1;
            self.far.is_none() || bound < MAX_EACH || at % 4 == 0 || Some(bound) == last
        });
        Ok(bounds)
    }

    /// The law in the system of this candidate, or why there is none.
    pub(super) fn run(
        &self,
        candidate: &mut Candidate,
        context: &Context<'_>,
    ) -> Result<Result<ProvedLaw, Reason>, FindError> {
        let system = match self.system(candidate, context)? {
            Ok(system) => system,
            Err(reason) => return Ok(Err(reason)),
        };
        let failed: RefCell<Option<Failure>> = RefCell::new(None);
        // Labels are known of positions with coordinates below this.
        let known = Cell::new(self.far.unwrap_or(0));
        let label = |family: usize| {
            let (failed, known, oracle) = (&failed, &known, self.oracle);
            let width = self.translation.families[family].width;
            move |position: &[u64]| {
                if position[..width].iter().any(|&number| number >= known.get()) {
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
            match Learner::new(&system, self.tracks(family), self.states, label(family)) {
                Ok(learner) => learners.push(learner),
                Err(error) => return give_up(error, &failed, &[]).map(Err),
            }
        }
        let mender = Mender {
            translation: self.translation,
            reached: self.reached,
            of: self.of,
            oracle: self.oracle,
            table: self.table,
            known: &known,
            failed: &failed,
        };
        candidate.growth.clear();
        candidate.cut = true;
        let mut machines: Vec<_> = learners.iter().map(|own| own.machine().clone()).collect();
        let mut refutations = 0;
        let mut reason = None;
        // All proofs together have the time of one.
        let mut spent = Duration::ZERO;
        let mut tried: Option<(Vec<Machine>, bool)> = None;
        let bounds = self.bounds(&system, context)?;
        for &bound in &bounds {
            known.set(known.get().max(bound));
            let mut settled = true;
            for (at, learner) in learners.iter_mut().enumerate() {
                let learned = match self.far {
                    Some(_) if bound > MAX_DENSE => {
                        self.learn_far(learner, bound, &system, context)
                    }
                    _ => self.learn_table(learner, self.reached[at], bound, context)?,
                };
                let machine = match learned {
                    Ok(machine) => machine,
                    Err(error) => return give_up(error, &failed, &candidate.growth).map(Err),
                };
                settled &= machine == machines[at];
                machines[at] = machine;
            }
            let states: usize = machines.iter().map(Machine::states).sum();
            let before = candidate.growth.last().map_or(0, |&(_, states)| states);
            candidate.growth.push((bound, states));
            let third = candidate.growth.len().checked_sub(4).map(|at| candidate.growth[at].1);
            if self.many && states > MIN_GROWTH && third.is_some_and(|third| states >= 2 * third) {
                return Ok(Err(Reason::Grows(candidate.growth.clone())));
            }
            // What hardly grows any more is tried, and mended where the proof fails.
            let slow = states <= before + (before / 4).max(2);
            let last = bounds.last() == Some(&bound) && states <= before + before / 2;
            if !(settled || slow || last) {
                continue;
            }
            // What was tried in vain and has not changed is not tried again.
            let again =
                |(same, whole): &(Vec<Machine>, bool)| *same == machines && (*whole || !settled);
            if tried.as_ref().is_some_and(again) {
                continue;
            }
            let left = self.proof_time.saturating_sub(spent);
            if left.is_zero() {
                continue;
            }
            let time = if settled { left } else { left / 2 };
            let started = context.elapsed();
            let step = self.prove(
                &system,
                &mut learners,
                &mut machines,
                &mender,
                bound,
                settled,
                time,
                if bounds.last() == Some(&bound) { MAX_REFUTATIONS } else { MAX_EARLY_REFUTATIONS },
                &mut refutations,
                context,
            )?;
            spent += context.elapsed().saturating_sub(started);
            match step {
                Step::Law(law) => return Ok(Ok(law)),
                Step::Tried(found) => {
                    reason = Some(found);
                    tried = Some((machines.clone(), settled));
                }
                Step::Over(found) => return Ok(Err(found)),
            }
        }
        candidate.cut = false;
        Ok(Err(reason.unwrap_or_else(|| Reason::Grows(candidate.growth.clone()))))
    }

    fn learn_table<F: FnMut(&[u64]) -> Option<u32>>(
        &self,
        learner: &mut Learner<'_, F>,
        family: usize,
        bound: u64,
        context: &Context<'_>,
    ) -> Result<Result<Machine, LearnError>, FindError> {
        let mut oracle = self.oracle.borrow_mut();
        let most = self.far.map_or(self.table, |_| MAX_DENSE * MAX_DENSE).max(self.table);
        let table =
            Table::new(self.translation, family, bound, most, self.of, &mut oracle, context)?;
        drop(oracle);
        let Some(table) = table else { unreachable!("no family is wider than the widest") };
        let position = |number, position: &mut Vec<u64>| table.position(number, position);
        Ok(learner.agree(table.labels(), position, &Budget::new(usize::MAX, *context)))
    }

    /// Learns from the P-positions and what is near them, and from the positions that would be
    /// P-positions by what was learned.
    fn learn_far<F: FnMut(&[u64]) -> Option<u32>>(
        &self,
        learner: &mut Learner<'_, F>,
        bound: u64,
        system: &System,
        context: &Context<'_>,
    ) -> Result<Machine, LearnError> {
        let budget = Budget::new(usize::MAX, *context);
        let near = self.oracle.borrow().sieve().map_or_else(Vec::new, |sieve| sieve.near(bound));
        let position = |number: u64, position: &mut Vec<u64>| {
            position.clear();
            position.extend(near[number as usize]);
        };
        let digits = system.small_word(bound - 1).map_or(0, |word| word.len());
        for _ in 0..MAX_WRONG {
            let machine = learner.agree(near.len() as u64, position, &budget)?;
            let told = machine.positions(system, 1, digits, 2 * near.len() + 100);
            let mut wrong = false;
            for position in told {
                if position.iter().all(|&number| number < bound) {
                    wrong |= learner.refute(&position, &budget)?;
                }
            }
            if !wrong {
                return Ok(machine);
            }
        }
        learner.agree(near.len() as u64, position, &budget)
    }

    /// Proves what was learned, or mends it.
    #[allow(clippy::too_many_arguments)]
    fn prove<F: FnMut(&[u64]) -> Option<u32>>(
        &self,
        system: &Arc<System>,
        learners: &mut [Learner<'_, F>],
        machines: &mut Vec<Machine>,
        mender: &Mender<'_>,
        bound: u64,
        settled: bool,
        time: Duration,
        most: usize,
        refutations: &mut usize,
        context: &Context<'_>,
    ) -> Result<Step, FindError> {
        let within = context.within(time);
        for _ in 0..most {
            let learned: usize = machines.iter().map(Machine::states).sum();
            let few = if settled { usize::MAX } else { PROOF_STATES * learned };
            let budget = Budget::new(self.proof_states.min(few), within);
            let laws: Result<Vec<Automaton>, Overrun> =
                machines.iter().map(|machine| machine.relation(1, system, &budget)).collect();
            let proved = laws.map_err(DecideError::from).and_then(|laws| {
                let wrong =
                    refute(self.translation, self.reached, self.of, system, &laws, &budget)?;
                Ok((laws, wrong))
            });
            match proved {
                Ok((laws, None)) => {
                    let names = self
                        .reached
                        .iter()
                        .map(|&family| (family, self.translation.families[family].name.clone()));
                    return Ok(Step::Law(ProvedLaw {
                        of: self.of,
                        families: names.zip(laws).map(|((f, n), law)| (f, n, law)).collect(),
                        system: system.clone(),
                        rank: self.ranks.0.clone(),
                        rewriting: self.ranks.1.clone(),
                        bound,
                        refutations: *refutations,
                        peak: budget.peak(),
                    }));
                }
                Ok((_, Some(wrong))) => {
                    *refutations += 1;
                    match mender.mend(learners, wrong, bound, context)? {
                        Ok(Mended::Label) => {
                            *machines = learners.iter().map(|own| own.machine().clone()).collect();
                        }
                        Ok(Mended::TooFar(stop)) => return Ok(Step::Tried(Reason::Table(stop))),
                        Err(found) => return Ok(Step::Over(found)),
                    }
                }
                Err(DecideError::Overrun(Overrun::Stop(stop))) => {
                    // Its own time is over, or that of the whole question.
                    context.look("proving a law", 0)?;
                    if stop == Stop::Cancelled {
                        return Err(stop.into());
                    }
                    return Ok(Step::Tried(Reason::Proof(stop.into())));
                }
                Err(DecideError::Overrun(overrun)) => {
                    return Ok(Step::Tried(Reason::Proof(overrun)));
                }
                Err(error) => {
                    return Err(Outside::new(error.to_string(), Default::default()).into());
                }
            }
        }
        let what = format!("{most} labels were mended, and the law was still wrong");
        Ok(Step::Tried(Reason::Table(Stop::Refused(what))))
    }
}
