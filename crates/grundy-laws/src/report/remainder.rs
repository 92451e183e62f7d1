//! Whether a formula that speaks of the remainder of one argument by another is the law of the rules.

use super::digits::Names;
use super::equal;
use crate::automaton::{Automaton, Budget};
use crate::formula::{Environment, Formula, Fresh, Linear, Term as FormulaTerm, Var, decide};
use crate::numeration::{Name, System};
use crate::pattern::{Law, Subject, term::Term};
use crate::rules::{FindError, Of, Remainder, RemainderLaw, by_remainder, translate};
use grundy::context::{Context, Stop};
use grundy_rules::typed::Program;

/// The states of the automaton of a formula.
const MAX_STATES: usize = 50_000;

/// A law by a remainder that is proved.
#[derive(Clone, Debug)]
pub(super) struct ByRemainder {
    /// Its number among the laws that were seen.
    pub number: usize,
    /// Why it holds.
    pub theorem: String,
    /// The law.
    pub law: RemainderLaw,
}

/// The first law that is proved.
///
/// # Errors
/// As [`proof`].
pub(super) fn first_proof(
    seen: &[Law],
    names: &[&str],
    program: &Program,
    family: usize,
    of: Of,
    context: &Context<'_>,
) -> Result<Option<ByRemainder>, FindError> {
    for (number, law) in seen.iter().enumerate() {
        if let Some(found) = proof(law, names, program, family, of, context)? {
            return Ok(Some(ByRemainder { number, ..found }));
        }
    }
    Ok(None)
}

/// Why the formula holds in all positions of the family, if that is proved.
///
/// # Errors
/// [`FindError`]: the rules fail in some position, or the question was cancelled.
pub(super) fn proof(
    seen: &Law,
    names: &[&str],
    program: &Program,
    family: usize,
    of: Of,
    context: &Context<'_>,
) -> Result<Option<ByRemainder>, FindError> {
    let told = match of {
        Of::Value => seen.subject == Subject::Value,
        Of::Outcome(_) => seen.subject == Subject::Outcome,
        Of::Blocked(_) => false,
    };
    let (Some(term), true) = (&seen.term, told && seen.exceptions.is_empty()) else {
        return Ok(None);
    };
    let (Some(part), None) = (part_of(term), seen.from) else { return Ok(None) };
    let Ok(rules) = translate(program) else { return Ok(None) };
    let Some(formulas) = rules.families.get(family) else { return Ok(None) };
    if formulas.width != seen.checked_to.len() {
        return Ok(None);
    }
    let budget = Budget::new(MAX_STATES, *context);
    let Ok(system) = System::new(&Name::Base(2), &budget) else { return Ok(None) };
    // Behind the arguments: the multiple of the divisor, and the value.
    let [multiple, value] = [0, 1].map(|at| Var(rules.fresh + at));
    let told = part.told(names);
    let mut names = Names::new(Fresh::from(value.0 + 1), &system, &budget);
    let Part { remainder, natural, .. } = part.clone();
    let Some(cases) = part.cases(multiple) else { return Ok(None) };
    names.given = Some((part.term, cases));
    let formula = match of {
        Of::Value => equal::is_value(term, value, &mut names),
        _ => equal::holds(term, &mut names),
    };
    let Some(formula) = formula else { return Ok(None) };
    // What is no position has no value, and is no P-position.
    let formula = Formula::And(vec![formulas.domain.clone(), formula]);
    let mut environment = Environment::new();
    // Relation 0 is the law, which the formula of the law does not name.
    let unused = system.successor().clone();
    for (number, automaton) in std::iter::once(unused).chain(names.relations()).enumerate() {
        if environment.define(&system, &format!("r{number}"), automaton, &budget).is_err() {
            return Ok(None);
        }
    }
    let relation = match decide(&formula, &system, &environment, &budget) {
        Ok(relation) => relation.automaton,
        Err(_) => {
            return match context.look("proving a law", 0) {
                Err(Stop::Cancelled) => Err(Stop::Cancelled.into()),
                _ => Ok(None),
            };
        }
    };
    let proved =
        by_remainder(program, family, of, (&remainder, &natural), &relation, &system, context)?;
    let Some(rank) = proved else { return Ok(None) };
    let theorem = format!(
        "induction on the rank; with {told}, the step is linear in q and r, and automata decide it"
    );
    let family = (family, formulas.name.clone());
    let (relation, system) = (Automaton::clone(&relation), system.into());
    let law = RemainderLaw { of, system, family, remainder, relation, rank };
    Ok(Some(ByRemainder { number: 0, theorem, law }))
}

/// A part of a formula that a remainder by an argument tells.
#[derive(Clone)]
struct Part {
    term: Term,
    /// What is divided, by what, for the words of the proof.
    division: (Term, Term),
    remainder: Remainder,
    /// Nothing where the part is the remainder. Of floor(x/y) mod k, which x mod k y tells, and of
    /// floor((x mod z)/y): y, and what stands for each quotient of the remainder.
    quotient: Option<(Linear, Vec<i64>)>,
    /// What must not be negative, or there are more quotients.
    natural: Vec<Linear>,
}

/// So many remainders of quotients are told apart.
const MAX_QUOTIENTS: usize = 12;

impl Part {
    fn of(term: &Term) -> Option<Self> {
        let (x, y, listed) = match term {
            Term::ResidueBy(x, y) => {
                let remainder = Remainder::new(linear(x)?, linear(y)?)?;
                let division = ((**x).clone(), (**y).clone());
                let (term, natural) = (term.clone(), Vec::new());
                return Some(Self { term, division, remainder, quotient: None, natural });
            }
            Term::QuotientBy(inner, y) => {
                let Term::ResidueBy(x, z) = &**inner else { return None };
                let (y, by) = (linear(y)?, linear(z)?);
                // With no variable below 1 there are so many quotients at most; that is proved.
                let count = (1..=MAX_QUOTIENTS as i64).find(|&count| {
                    let gap = y.times(count).and_then(|all| all.minus(&by));
                    gap.is_some_and(|gap| {
                        gap.terms().iter().all(|&(factor, _)| factor >= 0) && gap.value(|_| 1) >= 0
                    })
                })?;
                let natural = vec![y.times(count)?.minus(&by)?];
                let division = ((**x).clone(), (**z).clone());
                let remainder = Remainder::new(linear(x)?, by)?;
                let quotient = Some((y, (0..count).collect()));
                return Some(Self { term: term.clone(), division, remainder, quotient, natural });
            }
            Term::Residue(inner, by) => {
                let Term::QuotientBy(x, y) = &**inner else { return None };
                (x, y, (0..(*by).min(MAX_QUOTIENTS as i64 + 1)).collect::<Vec<i64>>())
            }
            Term::Periodic { first, pattern, saltus: 0, x: inner } => {
                let Term::QuotientBy(x, y) = &**inner else { return None };
                let mut listed = pattern.to_vec();
                // What stands for 0 first.
                let turned = first.rem_euclid(i64::try_from(listed.len()).ok()?);
                listed.rotate_right(usize::try_from(turned).ok()?);
                (x, y, listed)
            }
            _ => return None,
        };
        if listed.is_empty() || listed.len() > MAX_QUOTIENTS {
            return None;
        }
        let count = listed.len() as i64;
        let division = ((**x).clone(), (**y).clone().times(count));
        let y = linear(y)?;
        let remainder = Remainder::new(linear(x)?, y.times(count)?)?;
        let (quotient, natural) = (Some((y, listed)), Vec::new());
        Some(Self { term: term.clone(), division, remainder, quotient, natural })
    }

    /// Quotient and remainder in words: `n = q + r, q a multiple of m + 1, and 0 <= r < m + 1`.
    fn told(&self, names: &[&str]) -> String {
        let (x, y) = (self.division.0.formula(names), self.division.1.formula(names));
        format!("{x} = q + r, where q is a multiple of {y} and 0 <= r < {y}")
    }

    /// Its cases, exactly one of which holds in the reach of a move.
    fn cases(&self, multiple: Var) -> Option<Vec<(Formula, FormulaTerm)>> {
        let cases = self.remainder.cases(multiple).ok()?;
        let Some((y, listed)) = &self.quotient else { return Some(cases) };
        let mut all = Vec::new();
        for (when, remainder) in cases {
            let FormulaTerm::Linear(remainder) = remainder else { return None };
            for (quotient, &value) in (0..).zip(listed) {
                let low = remainder.minus(&y.times(quotient)?)?;
                let high = y.times(quotient + 1)?.minus(&remainder)?.plus(&Linear::from(-1))?;
                let here = vec![when.clone(), Formula::AtLeast(low), Formula::AtLeast(high)];
                all.push((Formula::And(here), FormulaTerm::from(value)));
            }
        }
        Some(all)
    }
}

/// The only part of a formula that speaks of a remainder or a quotient by an argument; of none that lists
/// entries, for behind its list a formula says nothing.
fn part_of(term: &Term) -> Option<Part> {
    if term.lists() {
        return None;
    }
    let count = |term: &Term, wanted: &dyn Fn(&Term) -> bool| {
        let mut count = 0;
        term.each(&mut |inner| count += usize::from(wanted(inner)));
        count
    };
    let divides = |term: &Term| matches!(term, Term::ResidueBy(..) | Term::QuotientBy(..));
    let mut found = None;
    term.each(&mut |inner| {
        if found.is_none()
            && let Some(part) = Part::of(inner)
        {
            // The first one met is in no other; no division stands outside of it.
            let own = count(&part.term, &divides) * count(term, &|inner| *inner == part.term);
            found = Some((own == count(term, &divides)).then_some(part));
        }
    });
    found.flatten()
}

/// A term that is linear in the arguments.
fn linear(term: &Term) -> Option<Linear> {
    Some(match term {
        Term::Argument(number) => Var(u32::try_from(*number).ok()?).into(),
        Term::Constant(value) => Linear::from(*value),
        Term::Sum(a, b) => linear(a)?.plus(&linear(b)?)?,
        Term::Difference(a, b) => linear(a)?.minus(&linear(b)?)?,
        Term::Product(a, b) => match (&**a, &**b) {
            (Term::Constant(factor), other) | (other, Term::Constant(factor)) => {
                linear(other)?.times(*factor)?
            }
            _ => return None,
        },
        _ => return None,
    })
}
