//! The law of a game: learned from its table, refuted until it is right, and proved.

use std::cell::{Cell, RefCell};
use std::sync::Arc;
use std::time::Duration;

use grundy::context::{Context, Stop};
use grundy::nat;
use grundy_rules::error::{Failure, RuleError};
use grundy_rules::typed::Program;

use super::candidates::candidates;
use super::fragment::Outside;
use super::oracle::Oracle;
use super::ranks::Ranks;
use super::statement::{Of, Rank, Statements};
use super::translate::{Translation, translate};
use crate::automaton::{Automaton, Budget, Overrun, Peak};
use crate::formula::{DecideError, Environment, Proof, RelationError, RelationId, prove};
use crate::learn::{LearnError, Learner};
use crate::numeration::{Name, System, SystemError};

/// How a law is looked for.
#[derive(Clone, Debug)]
pub struct Search {
    /// The numeration systems to try, in this order; those that come into question if there are none.
    pub systems: Vec<Name>,
    /// The states that an automaton that is learned may have.
    pub states: usize,
    /// The positions of a table.
    pub table: u64,
    /// The states of an automaton in a proof, before it is minimised.
    pub proof_states: usize,
    /// The time for one proof.
    pub proof_time: Duration,
}

impl Default for Search {
    /// Up to 400 states from tables of up to 2^18 positions; 300,000 states and 5 s for one proof.
    fn default() -> Self {
        Self {
            systems: Vec::new(),
            states: 400,
            table: 1 << 18,
            proof_states: 300_000,
            proof_time: Duration::from_secs(5),
        }
    }
}

/// A law that is proved for all positions.
#[derive(Clone, Debug)]
pub struct ProvedLaw {
    /// What it tells.
    pub of: Of,
    /// The numeration system.
    pub system: Arc<System>,
    /// The families that can be reached from the one asked for, which is the first: their numbers in
    /// the program, their names and their relations.
    pub families: Vec<(usize, String, Automaton)>,
    /// The rank that falls with every move.
    pub rank: Rank,
    /// A rank that falls with every rewriting whose result is rewritten again.
    pub rewriting: Rank,
    /// The table had all positions with numbers below this.
    pub bound: u64,
    /// How often a proof failed and named a wrong label.
    pub refutations: usize,
    /// The greatest automaton met in the proof.
    pub peak: Peak,
}

/// Why there is no law in one system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The system could not be built.
    System(SystemError),
    /// The automaton has more states the larger the table is: bounds of tables, with the states.
    Grows(Vec<(u64, usize)>),
    /// The proof went beyond its limits, whatever the table.
    Proof(Overrun),
    /// No rank was found that falls with every move, or none that shows that rewriting has an end.
    NoRank,
    /// The table that the counterexample asks for is too large.
    Table(Stop),
}

/// What came of the search.
#[derive(Clone, Debug)]
pub enum Found {
    /// A law.
    Proved(Box<ProvedLaw>),
    /// None, in each of these systems.
    None(Vec<(Name, Reason)>),
}

/// Why no answer can be given.
#[derive(Clone, Debug, thiserror::Error)]
pub enum FindError {
    /// The rules are outside of the decidable fragment.
    #[error(transparent)]
    Outside(#[from] Outside),
    /// The rules are wrong.
    #[error("the rules are wrong: {0}")]
    Rules(Box<RuleError>),
    /// The rules fail in a position that is allowed: its coordinates.
    #[error("the rules fail in {position}")]
    Fault {
        /// The position.
        position: String,
        /// Where in the rules.
        span: grundy::syntax::Span,
    },
    /// A limit was reached, or cancelled.
    #[error(transparent)]
    Stop(#[from] Stop),
}

impl From<Failure> for FindError {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Rules(error) => Self::Rules(error),
            Failure::Stop(stop) => Self::Stop(stop),
        }
    }
}

/// Finds the law of a family, and proves it.
///
/// # Errors
/// [`FindError`]: where rules are outside of the fragment, or wrong, or a limit of the context was
/// reached. Limits of `search` are no errors: they say that no law was found.
///
/// ```
/// use grundy_laws::rules::{Found, Of, Search, find};
/// use grundy_rules::{source::Source, typed::Program};
/// let text = "L(n) -> L(k) for k in 0..<n
///     L(n) -> L(k) + L(n-k) for k in 1..=n/2";
/// let program = Program::read(Source::new("lasker", text)).unwrap();
/// let found = find(&program.into(), 0, Of::Value, &Search::default(), &Default::default());
/// let Found::Proved(law) = found.unwrap() else { panic!("Lasker's Nim has a law") };
/// // The value of a heap of 10^18 + 3.
/// let heap = 1_000_000_000_000_000_003;
/// let (_, _, values) = &law.families[0];
/// assert_eq!(law.system.holds_small(values, &[heap, heap + 1]), Some(true));
/// ```
pub fn find(
    program: &Arc<Program>,
    family: usize,
    of: Of,
    search: &Search,
    context: &Context<'_>,
) -> Result<Found, FindError> {
    let translation = translate(program)?;
    let reached = reachable(&translation, family);
    for &family in &reached {
        // Whether there is a statement to prove at all.
        let ids = vec![RelationId::Given(0); translation.families.len()];
        Statements::new(&translation, ids).law(family, of)?;
    }
    let names = if search.systems.is_empty() {
        candidates(&translation, of, &reached)
    } else {
        let right = |name: &&Name| translation.places.as_ref().is_none_or(|own| own == *name);
        let names: Vec<Name> = search.systems.iter().filter(right).cloned().collect();
        if let (true, Some(own)) = (names.is_empty(), &translation.places) {
            let what = format!("these rules speak of the places of the numeration system {own}");
            return Err(Outside::new(what, Default::default()).into());
        }
        names
    };
    let oracle = RefCell::new(Oracle::new(program.clone(), of));
    let mut open: Vec<Candidate> = names.into_iter().map(Candidate::new).collect();
    let last = STAGES.len() - 1;
    for (number, stage) in STAGES.iter().enumerate() {
        let many = open.iter().filter(|candidate| !candidate.dropped).count() > MAX_LARGE;
        for candidate in open.iter_mut().filter(|candidate| !candidate.dropped) {
            let attempt = Attempt {
                translation: &translation,
                reached: &reached,
                of,
                oracle: &oracle,
                states: if number == last {
                    search.states
                } else {
                    stage.states.min(search.states)
                },
                table: if number == last { search.table } else { stage.table.min(search.table) },
                proof_states: if number == last {
                    search.proof_states
                } else {
                    stage.proof_states.min(search.proof_states)
                },
                proof_time: search.proof_time,
                many,
            };
            match attempt.run(candidate, context)? {
                Ok(law) => return Ok(Found::Proved(Box::new(law))),
                Err(reason) => {
                    // A larger table does not help, or there is little hope that it would.
                    candidate.dropped = match &reason {
                        Reason::System(_) | Reason::NoRank => true,
                        Reason::Grows(sizes) => {
                            let states = sizes.last().map_or(0, |&(_, states)| states);
                            many && number > 0 && states >= stage.states / 2
                        }
                        Reason::Proof(_) | Reason::Table(_) => false,
                    };
                    candidate.reason = Some(reason);
                }
            }
            context.look("looking for a law", 0)?;
        }
    }
    let reasons = open.into_iter().filter_map(|own| Some((own.name, own.reason?)));
    Ok(Found::None(reasons.collect()))
}

/// What may be used at first: laws that are simple are found in small tables, and in the right
/// system.
struct Stage {
    table: u64,
    states: usize,
    proof_states: usize,
}

const STAGES: [Stage; 3] = [
    Stage { table: 1 << 12, states: 40, proof_states: 5_000 },
    Stage { table: 1 << 15, states: 140, proof_states: 50_000 },
    Stage { table: 1 << 18, states: 400, proof_states: 300_000 },
];

/// If there are more systems than so many, those in which the automaton is large already are left out
/// when the table becomes large.
const MAX_LARGE: usize = 2;

/// A system that is tried.
struct Candidate {
    name: Name,
    system: Option<Arc<System>>,
    reason: Option<Reason>,
    dropped: bool,
}

impl Candidate {
    const fn new(name: Name) -> Self {
        Self { name, system: None, reason: None, dropped: false }
    }
}

/// The families that moves and rewritings lead to, that of the question first.
fn reachable(translation: &Translation, family: usize) -> Vec<usize> {
    let mut reached = vec![family];
    let mut at = 0;
    while at < reached.len() {
        let formulas = &translation.families[reached[at]];
        let moves = formulas.choices.iter().flat_map(|choice| &choice.sum);
        let forms = formulas.rewritings.iter().flatten().map(|run| &run.target);
        for target in moves.chain(forms) {
            if !reached.contains(&target.family) {
                reached.push(target.family);
            }
        }
        at += 1;
    }
    reached
}

/// The search in one system.
struct Attempt<'a> {
    translation: &'a Translation,
    reached: &'a [usize],
    of: Of,
    oracle: &'a RefCell<Oracle>,
    states: usize,
    table: u64,
    proof_states: usize,
    proof_time: Duration,
    /// Whether there are many other systems to try.
    many: bool,
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

    fn run(
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

/// The number of a family among those reached, with a position about which the laws are wrong: not all
/// that has to be true for them is. `None` is a proof, if moves have an end.
#[allow(clippy::type_complexity)]
pub(super) fn refute(
    translation: &Translation,
    reached: &[usize],
    of: Of,
    system: &System,
    laws: &[Automaton],
    budget: &Budget<'_>,
) -> Result<Option<(usize, Vec<u64>)>, DecideError> {
    let mut environment = Environment::new();
    let mut ids = vec![RelationId::Xor; translation.families.len()];
    for (&family, law) in reached.iter().zip(laws) {
        let name = format!("f{family}");
        let id = environment.define(system, &name, law.clone(), budget);
        ids[family] = id.map_err(|error| match error {
            RelationError::Overrun(overrun) => DecideError::Overrun(overrun),
            _ => DecideError::Undefined(RelationId::Given(family as u32)),
        })?;
    }
    for (at, &family) in reached.iter().enumerate() {
        let mut statements = Statements::new(translation, ids.clone());
        let Ok(all) = statements.law(family, of) else {
            return Err(DecideError::Depth);
        };
        let tracks = translation.families[family].width + usize::from(of == Of::Value);
        for formula in all {
            if let Proof::Refuted(values) = prove(&formula, system, &environment, budget)? {
                let numbers: Option<Vec<u64>> =
                    values.iter().map(|(_, number)| nat::to_u64(number)).collect();
                // All coordinates are free variables, and the first ones.
                let mut numbers = numbers.unwrap_or_else(|| vec![u64::MAX; values.len()]);
                numbers.truncate(tracks);
                return Ok(Some((at, numbers)));
            }
        }
    }
    Ok(None)
}

pub(super) fn decide_error(error: DecideError) -> FindError {
    match error {
        DecideError::Overrun(overrun) => stop_of(overrun).into(),
        other => Outside::new(other.to_string(), Default::default()).into(),
    }
}

fn stop_of(overrun: Overrun) -> Stop {
    match overrun {
        Overrun::Stop(stop) => stop,
        other => Stop::Refused(other.to_string()),
    }
}
