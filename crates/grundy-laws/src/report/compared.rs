//! Formulas seen in a table beside the automaton that is proved: whether both are the same law.

use super::defaults;
use super::digits::Names;
use super::entries::Entries;
use super::{equal, law_formula, pairs};
use crate::automaton::{Automaton, Budget, Overrun};
use crate::formula::{
    DecideError, Environment, Formula, Fresh, Proof, RelationId, Term as FormulaTerm, Var, prove,
};
use crate::pattern::{self, Law, Subject};
use crate::rules::{Of, ProvedLaw, translate};
use grundy::Nat;
use grundy::context::{Context, Stop};
use grundy_rules::state::State;
use grundy_rules::typed::Program;
use grundy_rules::walk::{self, MAX_STEPS};
use std::time::Duration;

/// Variables from here on are no arguments of a table.
const FIRST_FRESH: u32 = 64;

/// The time for the comparison of a formula with an automaton.
const COMPARISON_TIME: Duration = Duration::from_secs(2);

/// What the automaton that is proved says of a formula that was seen in the table.
pub(super) enum Compared {
    /// It holds for all sizes, and why.
    Proved(String),
    /// It fails at these arguments, beyond the table.
    Refuted(Vec<Nat>),
    /// Nothing is decided.
    Open,
}

/// Whether there is such a position, as far as it can be seen: numbers outside of its domain are none.
fn is_position(at: &[Nat], family: usize, program: Option<&Program>) -> bool {
    let coord = |n: &Nat| i64::try_from(grundy::nat::to_u64(n)?).ok();
    let Some(coords) = at.iter().map(coord).collect::<Option<Vec<i64>>>() else { return false };
    program.is_some_and(|program| {
        program.families.get(family).is_some_and(|own| own.width == coords.len())
            && walk::outside(program, &State::new(family, coords), MAX_STEPS) == Ok(None)
    })
}

/// That a law of the table fails farther on.
pub(super) fn refutation(seen: &Law, at: &[Nat]) -> String {
    let at: Vec<String> = at.iter().map(grundy::nat::print).collect();
    let to: Vec<String> = seen.checked_to.iter().map(i64::to_string).collect();
    let from = seen.from.map(|from| format!(" for n >= {from}")).unwrap_or_default();
    let exceptions: Vec<_> = seen.exceptions.iter().map(|e| (e.at.clone(), e.found)).collect();
    let except = law_formula::except(&exceptions, seen.subject == Subject::Value);
    format!(
        "no law: {}{from}{except}; it holds in the table, to {}, and fails at ({}): the automaton that is proved refutes it",
        seen.formula,
        to.join(", "),
        at.join(",")
    )
}

/// Whether a formula seen in the table holds for all sizes, as far as that can be decided.
pub(super) fn compared(
    seen: &Law,
    law: &ProvedLaw,
    program: Option<&Program>,
    table: &Entries,
    context: &Context<'_>,
) -> Result<Compared, Stop> {
    let context = context.within(COMPARISON_TIME);
    let budget = Budget::new(50_000, context);
    if table.least == [0, 0] {
        if let Some(proved) = pairs::proof(seen, law, &budget)? {
            return Ok(Compared::Proved(proved));
        }
        if seen.kind == pattern::Kind::Symmetric && seen.exceptions.is_empty() {
            return Ok(match pairs::is_symmetric(law, &budget)? {
                true => Compared::Proved("decided for the automaton that is proved".into()),
                false => Compared::Open,
            });
        }
    }
    let mut names = Names::new(Fresh::from(FIRST_FRESH), &law.system, &budget);
    let Some(formula) = statement(seen, law, program, table, &mut names) else {
        return Ok(Compared::Open);
    };
    let mut environment = Environment::new();
    let relation: Automaton = law.families[0].2.clone();
    for (number, automaton) in std::iter::once(relation).chain(names.relations()).enumerate() {
        let name = format!("r{number}");
        if environment.define(&law.system, &name, automaton, &budget).is_err() {
            return Ok(Compared::Open);
        }
    }
    match prove(&formula, &law.system, &environment, &budget) {
        Ok(Proof::Proved) => {
            let why = "it equals the automaton that is proved: decided for all sizes";
            Ok(Compared::Proved(why.into()))
        }
        Ok(Proof::Refuted(values)) => {
            let at = |number: usize| {
                let var = Var(u32::try_from(number).ok()?);
                Some(values.iter().find(|(own, _)| *own == var)?.1.clone())
            };
            let at: Option<Vec<Nat>> = (0..seen.checked_to.len()).map(at).collect();
            let at = at.filter(|at| is_position(at, law.families[0].0, program));
            Ok(at.map_or(Compared::Open, Compared::Refuted))
        }
        Err(DecideError::Overrun(Overrun::Stop(Stop::Cancelled))) => Err(Stop::Cancelled),
        _ => Ok(Compared::Open),
    }
}

/// "The formula is the law", for all arguments that the table begins with.
fn statement(
    seen: &Law,
    law: &ProvedLaw,
    program: Option<&Program>,
    table: &Entries,
    names: &mut Names<'_>,
) -> Option<Formula> {
    let term = seen.term.as_ref()?;
    let arity = seen.checked_to.len();
    let (family, _, relation) = &law.families[0];
    let width = relation.tracks() - usize::from(law.of == Of::Value);
    let coords: Vec<FormulaTerm> = if width == arity {
        (0..arity as u32).map(|at| Var(at).into()).collect()
    } else {
        defaults::coords(program?.families.get(*family)?, arity)?
    };
    let itself = |value: Option<Var>, names: &mut Names<'_>| {
        let terms: Vec<FormulaTerm> =
            coords.iter().cloned().chain(value.map(FormulaTerm::from)).collect();
        FormulaTerm::relate(RelationId::Given(0), &terms, &mut names.fresh).ok()
    };
    let rules = program.and_then(|program| translate(program).ok()).filter(|_| width == arity);
    let domain = rules.and_then(|rules| Some(rules.families.get(*family)?.domain.clone()));
    // Where the domain is known, the formula has to hold also before the first entry of the table.
    let least: Vec<i64> = match (seen.from, &domain) {
        (Some(from), _) => vec![from],
        (None, Some(_)) => vec![0; arity],
        (None, None) => table.least.clone(),
    };
    let except: Vec<Vec<i64>> = seen.exceptions.iter().map(|e| e.at.clone()).collect();
    let within = equal::within(arity, &least, &except)?;
    // What is no position has no value, and is no P-position.
    let within = Formula::And(std::iter::once(within).chain(domain).collect());
    let value = names.var();
    let same = match (seen.subject, law.of) {
        (Subject::Value, Of::Value) => {
            itself(Some(value), names)?.iff(equal::is_value(term, value, names)?)
        }
        (Subject::Outcome, Of::Outcome(_) | Of::Blocked(_)) => {
            itself(None, names)?.iff(equal::holds(term, names)?)
        }
        _ => return None,
    };
    Some(within.implies(same))
}
