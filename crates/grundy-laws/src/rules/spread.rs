//! Moves with two variables whose difference is bounded, as moves with one: y = x+e for each e.

use super::formulas::Choice;
use super::simple::and;
use crate::formula::{Formula, Linear, Term, Var};

/// Ranges of differences up to this length are written out.
const MAX_RANGE: i64 = 40;

/// The parts of a condition, all of which have to hold.
pub(super) fn conjuncts(guard: &Formula) -> &[Formula] {
    match guard {
        Formula::And(parts) => parts,
        other => std::slice::from_ref(other),
    }
}

/// The moves for each value of the difference of two variables, if it is bounded; `None` if there is no
/// such pair, or too many values.
pub(super) fn spread(choice: &Choice) -> Option<Vec<Choice>> {
    // y - x <= most.
    let most = |x: Var, y: Var| {
        let bounds = conjuncts(&choice.guard).iter().filter_map(|part| match part {
            Formula::AtLeast(linear) => Some(linear),
            _ => None,
        });
        let of = |bound: &&Linear| {
            bound.terms().len() == 2 && bound.coefficient(x) == 1 && bound.coefficient(y) == -1
        };
        bounds.filter(of).map(Linear::constant).min()
    };
    let pairs = || choice.vars.iter().flat_map(|&x| choice.vars.iter().map(move |&y| (x, y)));
    let (x, y, range) = pairs().filter(|(x, y)| x < y).find_map(|(x, y)| {
        let (above, below) = (most(x, y)?, most(y, x)?);
        let length = above.checked_add(below)?;
        (0..=MAX_RANGE).contains(&length).then_some((x, y, -below..=above))
    })?;
    range
        .map(|e| {
            let by = Linear::new([(1, x)], e)?;
            let guard = replaced(&choice.guard, y, &by)?;
            let guard = and([guard, Formula::AtLeast(by.clone())]);
            let mut sum = choice.sum.clone();
            for coord in sum.iter_mut().flat_map(|target| &mut target.coords) {
                let Term::Linear(linear) = coord else { return None };
                *coord = Term::Linear(linear.replace(y, &by)?);
            }
            let vars = choice.vars.iter().copied().filter(|&var| var != y).collect();
            Some(Choice { vars, guard, sum, ..choice.clone() })
        })
        .collect()
}

/// The formula with a term in place of a variable that no quantifier in it binds.
pub(super) fn replaced(formula: &Formula, var: Var, by: &Linear) -> Option<Formula> {
    let each = |parts: &[Formula]| {
        parts.iter().map(|part| replaced(part, var, by)).collect::<Option<Vec<_>>>()
    };
    let inner = |part: &Formula| replaced(part, var, by).map(Box::new);
    Some(match formula {
        Formula::Constant(value) => Formula::Constant(*value),
        Formula::Equal(linear) => Formula::Equal(linear.replace(var, by)?),
        Formula::AtLeast(linear) => Formula::AtLeast(linear.replace(var, by)?),
        Formula::Relation(id, terms) => {
            let terms = terms.iter().map(|term| term.replace(var, by));
            Formula::Relation(*id, terms.collect::<Option<_>>()?)
        }
        Formula::Not(part) => Formula::Not(inner(part)?),
        Formula::And(parts) => Formula::And(each(parts)?),
        Formula::Or(parts) => Formula::Or(each(parts)?),
        Formula::Implies(a, b) => Formula::Implies(inner(a)?, inner(b)?),
        Formula::Iff(a, b) => Formula::Iff(inner(a)?, inner(b)?),
        Formula::Exists(vars, part) => Formula::Exists(vars.clone(), inner(part)?),
        Formula::Forall(vars, part) => Formula::Forall(vars.clone(), inner(part)?),
    })
}
