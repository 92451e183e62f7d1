//! The law of a game: learned from its table, refuted until it is right, and proved.

use std::cell::RefCell;
use std::sync::Arc;
use std::time::Duration;

use grundy::context::{Context, LimitKind, Stop};
use grundy::outcome::Play;
use grundy_rules::typed::Program;

use super::attempt::{Attempt, Candidate};
use super::candidates::candidates;
use super::error::FindError;
use super::formulas::Translation;
use super::fragment::Outside;
use super::law::{Found, Reason};
use super::oracle::Oracle;
use super::ranks::Ranks;
use super::sieve::Sieve;
use super::statement::{Of, Rank, Statements};
use super::translate::translate;
use crate::automaton::Budget;
use crate::formula::RelationId;
use crate::numeration::{Name, System};

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
    /// The time for the proofs in one system.
    pub proof_time: Duration,
    /// The time for the whole search, tables and all.
    pub time: Duration,
}

impl Default for Search {
    /// Up to 400 states from tables of up to 2^18 positions; 300,000 states and 5 s for proofs in one system; 15 s
    /// in all.
    fn default() -> Self {
        Self {
            systems: Vec::new(),
            states: 400,
            table: 1 << 18,
            proof_states: 300_000,
            proof_time: Duration::from_secs(5),
            time: Duration::from_secs(15),
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
    let whole = context.within(search.time);
    let ended = |error: FindError| match error {
        // What was seen in a table stands, also where the time for the whole question is over.
        FindError::Stop(Stop::Limit { kind: LimitKind::Time, .. }) => {
            let what = match context.look("looking for a law", 0) {
                Ok(()) => format!(
                    "the time for the search, {:.1} s, is over; --timeout gives it more",
                    search.time.as_secs_f64()
                ),
                Err(Stop::Cancelled) => return Err(Stop::Cancelled.into()),
                Err(stop) => stop.to_string(),
            };
            Ok(Reason::Proof(Stop::Refused(what).into()))
        }
        other => Err(other),
    };
    let oracle = RefCell::new(Oracle::new(program.clone(), of));
    // A sieve looks much further than a table of as many positions.
    let most = 8 * search.table.isqrt();
    let mut far = None;
    let mut slope = None;
    match sieve(&translation, &reached, of, SIEVE_BOUNDS[0].min(most), &whole) {
        Ok(Some(sieve)) => {
            (far, slope) = (Some(sieve.bound()), sieve.slope());
            oracle.borrow_mut().set_sieve(family, sieve);
        }
        Ok(None) => {}
        Err(stop) => return Ok(Found::None(vec![(Name::Base(2), ended(stop.into())?)])),
    }
    let names = if search.systems.is_empty() {
        candidates(&translation, of, &reached, slope)
    } else {
        let right = |name: &&Name| translation.places.as_ref().is_none_or(|own| own == *name);
        let names: Vec<Name> = search.systems.iter().filter(right).cloned().collect();
        if let (true, Some(own)) = (names.is_empty(), &translation.places) {
            let what = format!("these rules speak of the places of the numeration system {own}");
            return Err(Outside::new(what, Default::default()).into());
        }
        names
    };
    let ranks = match ranks(&translation, &reached, &whole) {
        Ok(Ok(ranks)) => ranks,
        Ok(Err(reason)) => return Ok(Found::None(all(names, &reason))),
        Err(error) => return Ok(Found::None(all(names, &ended(error)?))),
    };
    let mut open: Vec<Candidate> = names.into_iter().map(Candidate::new).collect();
    let last = STAGES.len() - 1;
    // Stages are there to compare systems.
    let first = if open.len() == 1 { last } else { 0 };
    'stages: for (number, stage) in STAGES.iter().enumerate().skip(first) {
        let many = open.iter().filter(|candidate| !candidate.dropped).count() > MAX_LARGE
            && !matches!(of, Of::Blocked(_));
        let own = |of_stage: usize, of_search: usize| {
            if number == last { of_search } else { of_stage.min(of_search) }
        };
        if number == last && far.is_some() {
            match sieve(&translation, &reached, of, SIEVE_BOUNDS[1].min(most), &whole) {
                Ok(Some(sieve)) => {
                    far = Some(sieve.bound());
                    oracle.borrow_mut().set_sieve(family, sieve);
                }
                Ok(None) => {}
                Err(stop) => {
                    ended(stop.into())?;
                    break;
                }
            }
        }
        let mut attempt = Attempt {
            translation: &translation,
            reached: &reached,
            of,
            oracle: &oracle,
            states: own(stage.states, search.states),
            table: own(stage.table as usize, search.table as usize) as u64,
            proof_states: own(stage.proof_states, search.proof_states),
            proof_time: search.proof_time,
            many,
            far,
            ranks: &ranks,
        };
        for candidate in open.iter_mut().filter(|candidate| !candidate.dropped) {
            // What the P-positions point at is tried harder.
            let pointed = slope.is_some() && matches!(candidate.name, Name::Ostrowski { .. });
            attempt.proof_time = if number == last || pointed {
                search.proof_time
            } else {
                search.proof_time.min(stage.proof_time)
            };
            match attempt.run(candidate, &whole) {
                Ok(Ok(law)) => return Ok(Found::Proved(Box::new(law))),
                Ok(Err(reason)) => {
                    // A larger table does not help a system that cannot be built.
                    candidate.dropped = matches!(reason, Reason::System(_));
                    candidate.reason = Some(reason);
                }
                Err(error) => {
                    candidate.reason = Some(ended(error)?);
                    break 'stages;
                }
            }
        }
        if many {
            drop_large(&mut open, stage.kept);
        }
    }
    // Systems that the search did not come to are not named.
    let reasons = open.into_iter().filter_map(|own| Some((own.name, own.reason?)));
    Ok(Found::None(reasons.collect()))
}

/// The P-positions far out, of one family of two numbers.
fn sieve(
    translation: &Translation,
    reached: &[usize],
    of: Of,
    bound: u64,
    context: &Context<'_>,
) -> Result<Option<Sieve>, Stop> {
    let [family] = reached else { return Ok(None) };
    let (play, forbidden) = match of {
        Of::Outcome(play) => (play, 0),
        Of::Blocked(forbidden) => (Play::Normal, forbidden),
        Of::Value => return Ok(None),
    };
    Sieve::new(&translation.families[*family], play, forbidden, bound, context)
}

/// The same reason for all systems.
fn all(names: Vec<Name>, reason: &Reason) -> Vec<(Name, Reason)> {
    names.into_iter().map(|name| (name, reason.clone())).collect()
}

/// The ranks of moves and of rewriting, if the rules do not fail.
fn ranks(
    translation: &Translation,
    reached: &[usize],
    context: &Context<'_>,
) -> Result<Result<(Rank, Rank), Reason>, FindError> {
    let name = translation.places.clone().unwrap_or(Name::Base(2));
    let budget = Budget::new(SYSTEM_STATES, *context);
    let system = match System::new(&name, &budget) {
        Ok(system) => system,
        Err(error) => {
            context.look("building a numeration system", 0)?;
            return Ok(Err(Reason::System(error)));
        }
    };
    let ranks =
        Ranks { translation, reached, system: &system, context, overrun: RefCell::default() };
    ranks.no_fault()?;
    let (Some(moves), Some(rewriting)) = (ranks.of_moves()?, ranks.of_rewriting()?) else {
        return Ok(Err(ranks.overrun.take().map_or(Reason::NoRank, Reason::Proof)));
    };
    Ok(Ok((moves, rewriting)))
}

/// Leaves out the systems in which the automata are the largest or grow the most: the right one has a
/// small automaton that does not grow, and is told the better the larger the table is. At least `kept`
/// stay, and all that are not much worse.
fn drop_large(open: &mut [Candidate], kept: usize) {
    let size = |own: &Candidate| match own.growth.last() {
        Some(&(bound, states)) if !own.dropped && !own.cut => {
            let before = own.growth.iter().rev().find(|(earlier, _)| 2 * earlier <= bound);
            states * states / before.map_or(1, |&(_, states)| states.max(1)).max(1)
        }
        _ => usize::MAX,
    };
    open.sort_by_key(size);
    let least = open.first().map_or(0, size);
    for (at, candidate) in open.iter_mut().enumerate() {
        let size = size(candidate);
        candidate.dropped |=
            size == usize::MAX || at >= kept && size > least.saturating_add(least / 2);
    }
}

/// What may be used at first: laws that are simple are found in small tables, and in the right
/// system.
struct Stage {
    table: u64,
    states: usize,
    proof_states: usize,
    proof_time: Duration,
    /// So many systems, and those that are not much worse, go on to the next stage.
    kept: usize,
}

const STAGES: [Stage; 3] = [
    Stage {
        table: 1 << 12,
        states: 150,
        proof_states: 10_000,
        proof_time: Duration::from_secs(1),
        kept: 5,
    },
    Stage {
        table: 1 << 15,
        states: 200,
        proof_states: 50_000,
        proof_time: Duration::from_secs(2),
        kept: 3,
    },
    Stage {
        table: 1 << 18,
        states: 400,
        proof_states: 300_000,
        proof_time: Duration::from_secs(5),
        kept: 1,
    },
];

/// The bounds of sieves: at first, and in the last stage.
const SIEVE_BOUNDS: [u64; 2] = [1500, 4096];

/// If there are more systems than so many, those in which the automaton grows are given up early.
const MAX_LARGE: usize = 2;

/// The states that an adder may have on the way.
const SYSTEM_STATES: usize = 300_000;

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
