//! The law of a game: learned from its table, refuted until it is right, and proved.

use std::cell::RefCell;
use std::sync::Arc;
use std::time::Duration;

use grundy::context::Context;
use grundy_rules::typed::Program;

use super::attempt::{Attempt, Candidate};
use super::candidates::candidates;
use super::error::FindError;
use super::formulas::Translation;
use super::fragment::Outside;
use super::law::{Found, Reason};
use super::oracle::Oracle;
use super::statement::{Of, Statements};
use super::translate::translate;
use crate::formula::RelationId;
use crate::numeration::Name;

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
