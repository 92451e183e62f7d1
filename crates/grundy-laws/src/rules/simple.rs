//! Terms and formulas put together, with what is constant worked out.

use crate::formula::{Comparison, Formula, Fresh, Linear, Term, TermError};

/// All of them.
pub(super) fn and(parts: impl IntoIterator<Item = Formula>) -> Formula {
    let mut all = Vec::new();
    for part in parts {
        match part {
            Formula::Constant(true) => {}
            Formula::Constant(false) => return Formula::Constant(false),
            Formula::And(inner) => all.extend(inner),
            other => all.push(other),
        }
    }
    if all.len() == 1 { all.remove(0) } else { one(all, Formula::And, true) }
}

/// At least one of them.
pub(super) fn or(parts: impl IntoIterator<Item = Formula>) -> Formula {
    let mut all = Vec::new();
    for part in parts {
        match part {
            Formula::Constant(false) => {}
            Formula::Constant(true) => return Formula::Constant(true),
            Formula::Or(inner) => all.extend(inner),
            other => all.push(other),
        }
    }
    if all.len() == 1 { all.remove(0) } else { one(all, Formula::Or, false) }
}

fn one(all: Vec<Formula>, make: fn(Vec<Formula>) -> Formula, empty: bool) -> Formula {
    if all.is_empty() { Formula::Constant(empty) } else { make(all) }
}

/// It is not so.
pub(super) fn not(formula: Formula) -> Formula {
    match formula {
        Formula::Constant(value) => Formula::Constant(!value),
        other => other.negated(),
    }
}

/// Whether no variable occurs.
fn is_closed(term: &Term) -> bool {
    match term {
        Term::Linear(linear) => linear.terms().is_empty(),
        Term::Sum(parts) => parts.iter().all(|(_, part)| is_closed(part)),
        Term::Min(parts) | Term::Max(parts) => parts.iter().all(is_closed),
        Term::Div(inner, _) | Term::Mod(inner, _) => is_closed(inner),
        Term::Xor(a, b) | Term::BitAnd(a, b) | Term::BitOr(a, b) => is_closed(a) && is_closed(b),
    }
}

/// The value of a term without variables.
pub(super) fn constant(term: &Term) -> Option<i64> {
    if !is_closed(term) {
        return None;
    }
    term.value(&|_| 0).and_then(|value| i64::try_from(value).ok())
}

/// The term, or its value if it has no variables.
pub(super) fn folded(term: Term) -> Term {
    constant(&term).map_or(term, Term::from)
}

/// Whether the term is a natural number whatever its variables are; `false` may mean that nothing is
/// known.
pub(super) fn is_natural(term: &Term) -> bool {
    match term {
        Term::Linear(linear) => {
            linear.constant() >= 0 && linear.terms().iter().all(|&(factor, _)| factor > 0)
        }
        Term::Sum(parts) => parts.iter().all(|(factor, part)| *factor >= 0 && is_natural(part)),
        Term::Min(parts) => parts.iter().all(is_natural),
        Term::Max(parts) => parts.iter().any(is_natural),
        Term::Div(inner, _) => is_natural(inner),
        Term::Mod(..) | Term::Xor(..) | Term::BitAnd(..) | Term::BitOr(..) => true,
    }
}

/// a + factor·b.
pub(super) fn add(a: Term, factor: i64, b: Term) -> Result<Term, TermError> {
    if let (Term::Linear(a), Term::Linear(b)) = (&a, &b) {
        let sum = b.times(factor).and_then(|b| a.plus(&b));
        return sum.map(Term::Linear).ok_or(TermError::Overflow);
    }
    let mut parts = match a {
        Term::Sum(parts) => parts,
        other => vec![(1, other)],
    };
    match b {
        Term::Sum(more) => {
            for (inner, part) in more {
                parts.push((inner.checked_mul(factor).ok_or(TermError::Overflow)?, part));
            }
        }
        other => parts.push((factor, other)),
    }
    // One linear part instead of several.
    let mut linear = Linear::from(0);
    let mut rest = Vec::new();
    for (factor, part) in parts {
        match part {
            Term::Linear(part) => {
                let sum = part.times(factor).and_then(|part| linear.plus(&part));
                linear = sum.ok_or(TermError::Overflow)?;
            }
            other => rest.push((factor, other)),
        }
    }
    if rest.is_empty() {
        return Ok(Term::Linear(linear));
    }
    rest.push((1, Term::Linear(linear)));
    Ok(Term::Sum(rest))
}

/// How a compares with b. A least or greatest value on the side where it asks for all of its
/// arguments becomes a conjunction, which is far easier to decide than cases.
pub(super) fn compare(
    a: &Term,
    how: Comparison,
    b: &Term,
    fresh: &mut Fresh,
) -> Result<Formula, TermError> {
    if let (Some(a), Some(b)) = (constant(a), constant(b)) {
        return Ok(Formula::Constant(match how {
            Comparison::Equal => a == b,
            Comparison::Unequal => a != b,
            Comparison::Less => a < b,
            Comparison::AtMost => a <= b,
            Comparison::Greater => a > b,
            Comparison::AtLeast => a >= b,
        }));
    }
    let low = matches!(how, Comparison::Less | Comparison::AtMost);
    let high = matches!(how, Comparison::Greater | Comparison::AtLeast);
    let mut each = |parts: &[Term], left: bool, all: bool| {
        let made: Result<Vec<Formula>, TermError> = parts
            .iter()
            .map(
                |part| {
                    if left { compare(part, how, b, fresh) } else { compare(a, how, part, fresh) }
                },
            )
            .collect();
        made.map(|made| if all { and(made) } else { or(made) })
    };
    match (a, b) {
        (Term::Max(parts), _) if low || high => each(parts, true, low),
        (Term::Min(parts), _) if low || high => each(parts, true, high),
        (_, Term::Min(parts)) if low || high => each(parts, false, low),
        (_, Term::Max(parts)) if low || high => each(parts, false, high),
        _ => a.compare(how, b, fresh),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formula::Var;

    #[test]
    fn bounds_become_conjunctions() {
        let [k, a, b] = [0, 1, 2].map(|n| Term::from(Var(n)));
        let least = Term::Min(vec![a.clone(), b.clone()]);
        let mut fresh = Fresh::from(3);
        let below = compare(&k, Comparison::AtMost, &least, &mut fresh).unwrap();
        assert!(matches!(below, Formula::And(parts) if parts.len() == 2));
        let above = compare(&k, Comparison::AtLeast, &least, &mut fresh).unwrap();
        assert!(matches!(above, Formula::Or(parts) if parts.len() == 2));
    }

    #[test]
    fn sums_are_folded() {
        let x = Term::from(Var(0));
        let twice = add(x.clone(), 1, x.clone()).unwrap();
        assert_eq!(add(twice, -2, x).unwrap(), Term::from(0));
        assert_eq!(constant(&Term::Div(Box::new(Term::from(-1)), 3)), Some(-1));
    }
}
