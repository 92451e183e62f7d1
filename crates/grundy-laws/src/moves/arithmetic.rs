//! Terms and formulas at numbers of any size, by plain arithmetic.

use std::collections::BTreeMap;

use grundy::nat::{Int, Nat, UnsignedAbs};

use crate::formula::{Formula, Linear, RelationId, Term, Var};

/// The numbers of variables.
pub type Numbers = BTreeMap<Var, Int>;

/// An integer that is not negative.
pub fn natural(n: &Int) -> Option<Nat> {
    (*n >= Int::ZERO).then(|| n.unsigned_abs())
}

/// The value of a linear term; `None` where a variable has no number.
pub fn linear(term: &Linear, numbers: &Numbers) -> Option<Int> {
    let mut sum = Int::from(term.constant());
    for &(factor, var) in term.terms() {
        sum += numbers.get(&var)? * Int::from(factor);
    }
    Some(sum)
}

/// The value of a term; `None` where a variable has no number, a divisor is not positive, or numbers
/// are combined bit by bit of which one is negative.
pub fn term(term: &Term, numbers: &Numbers) -> Option<Int> {
    let all = |parts: &[Term]| -> Option<Vec<Int>> {
        parts.iter().map(|part| self::term(part, numbers)).collect()
    };
    let bits = |a: &Term, b: &Term, combine: fn(Nat, Nat) -> Nat| {
        let (a, b) = (self::term(a, numbers)?, self::term(b, numbers)?);
        Some(Int::from(combine(natural(&a)?, natural(&b)?)))
    };
    match term {
        Term::Linear(term) => linear(term, numbers),
        Term::Sum(parts) => {
            let mut sum = Int::ZERO;
            for (factor, part) in parts {
                sum += self::term(part, numbers)? * Int::from(*factor);
            }
            Some(sum)
        }
        Term::Min(parts) => all(parts).and_then(|all| all.into_iter().min()),
        Term::Max(parts) => all(parts).and_then(|all| all.into_iter().max()),
        Term::Div(inner, by) => Some(divided(&self::term(inner, numbers)?, *by)?.0),
        Term::Mod(inner, by) => Some(divided(&self::term(inner, numbers)?, *by)?.1),
        Term::Xor(a, b) => bits(a, b, |a, b| a ^ b),
        Term::BitAnd(a, b) => bits(a, b, |a, b| a & b),
        Term::BitOr(a, b) => bits(a, b, |a, b| a | b),
    }
}

/// Quotient and remainder, the remainder from 0 on.
fn divided(n: &Int, by: i64) -> Option<(Int, Int)> {
    if by < 1 {
        return None;
    }
    let by = Int::from(by);
    let (mut quotient, mut rest) = (n / &by, n % &by);
    if rest < Int::ZERO {
        quotient -= Int::ONE;
        rest += by;
    }
    Some((quotient, rest))
}

/// Whether a formula is true; `None` where plain arithmetic does not tell: where a variable has no
/// number, and for "there are" and "for all", unless all but one number are ruled out by the equations
/// and bounds beside them. Relations are asked of `relation`.
///
/// # Complexity
/// O(parts²) for each "there are", one comparison for every other part.
pub fn holds(
    formula: &Formula,
    numbers: &Numbers,
    relation: &dyn Fn(RelationId, &[Nat]) -> Option<bool>,
) -> Option<bool> {
    let part = |formula: &Formula| holds(formula, numbers, relation);
    match formula {
        Formula::Constant(value) => Some(*value),
        Formula::Equal(term) => Some(linear(term, numbers)? == Int::ZERO),
        Formula::AtLeast(term) => Some(linear(term, numbers)? >= Int::ZERO),
        Formula::Relation(id, terms) => {
            let values: Vec<Int> =
                terms.iter().map(|term| linear(term, numbers)).collect::<Option<_>>()?;
            match values.iter().map(natural).collect::<Option<Vec<Nat>>>() {
                None => Some(false),
                Some(values) => related(*id, &values).or_else(|| relation(*id, &values)),
            }
        }
        Formula::Not(inner) => part(inner).map(|value| !value),
        Formula::And(parts) => {
            let values: Vec<Option<bool>> = parts.iter().map(part).collect();
            if values.contains(&Some(false)) {
                Some(false)
            } else {
                values.into_iter().collect::<Option<Vec<bool>>>().map(|_| true)
            }
        }
        Formula::Or(parts) => {
            let values: Vec<Option<bool>> = parts.iter().map(part).collect();
            if values.contains(&Some(true)) {
                Some(true)
            } else {
                values.into_iter().collect::<Option<Vec<bool>>>().map(|_| false)
            }
        }
        Formula::Implies(a, b) => match (part(a), part(b)) {
            (Some(false), _) | (_, Some(true)) => Some(true),
            (Some(true), Some(false)) => Some(false),
            _ => None,
        },
        Formula::Iff(a, b) => Some(part(a)? == part(b)?),
        Formula::Exists(vars, inner) => there_are(vars, inner, numbers, relation),
        Formula::Forall(..) => None,
    }
}

/// The relations of bits by their definition.
fn related(id: RelationId, values: &[Nat]) -> Option<bool> {
    let [x, y, z] = values else { return None };
    Some(match id {
        RelationId::Xor => x ^ y == *z,
        RelationId::BitAnd => x & y == *z,
        RelationId::BitOr => x | y == *z,
        _ => return None,
    })
}

fn there_are(
    vars: &[Var],
    inner: &Formula,
    numbers: &Numbers,
    relation: &dyn Fn(RelationId, &[Nat]) -> Option<bool>,
) -> Option<bool> {
    if let Formula::Or(parts) = inner {
        let each = parts.iter().map(|part| there_are(vars, part, numbers, relation));
        let values: Vec<Option<bool>> = each.collect();
        return if values.contains(&Some(true)) {
            Some(true)
        } else {
            values.into_iter().collect::<Option<Vec<bool>>>().map(|_| false)
        };
    }
    let parts = match inner {
        Formula::And(parts) => &parts[..],
        other => std::slice::from_ref(other),
    };
    let mut numbers = numbers.clone();
    for var in vars {
        numbers.remove(var);
    }
    let mut open = vars.to_vec();
    while !open.is_empty() {
        let before = open.len();
        for at in (0..open.len()).rev() {
            match only(open[at], parts, &numbers) {
                Room::None => return Some(false),
                Room::One(number) => {
                    numbers.insert(open.swap_remove(at), number);
                }
                Room::More => {}
            }
        }
        if open.len() == before {
            break;
        }
    }
    match holds(&Formula::And(parts.to_vec()), &numbers, relation) {
        // No number for the others can mend what is false already.
        Some(false) => Some(false),
        value if open.is_empty() => value,
        _ => None,
    }
}

/// The numbers that a variable may have.
enum Room {
    None,
    One(Int),
    More,
}

/// What the parts in which all else is known leave for a variable.
fn only(var: Var, parts: &[Formula], numbers: &Numbers) -> Room {
    let (mut low, mut high) = (Int::ZERO, None::<Int>);
    for part in parts {
        let (term, equal) = match part {
            Formula::Equal(term) => (term, true),
            Formula::AtLeast(term) => (term, false),
            Formula::Relation(id, terms) => {
                if let Some(number) = result(*id, terms, var, numbers) {
                    low = low.max(number.clone());
                    high = Some(high.map_or(number.clone(), |high| high.min(number)));
                }
                continue;
            }
            _ => continue,
        };
        let factor = term.coefficient(var);
        let Some(rest) = term.replace(var, &Linear::from(0)) else { continue };
        let (Some(rest), Some(size)) = (linear(&rest, numbers), factor.checked_abs()) else {
            continue;
        };
        // factor · var + rest >= 0, or = 0.
        let bound = if factor > 0 { -rest } else { rest };
        let Some((down, remainder)) = divided(&bound, size) else { continue };
        let up = if remainder == Int::ZERO { down.clone() } else { &down + Int::ONE };
        if equal || factor > 0 {
            low = low.max(up);
        }
        if equal || factor < 0 {
            high = Some(high.map_or(down.clone(), |high| high.min(down)));
        }
    }
    match high {
        Some(high) if high < low => Room::None,
        Some(high) if high == low => Room::One(high),
        _ => Room::More,
    }
}

/// The number that combining two known ones bit by bit gives.
fn result(id: RelationId, terms: &[Linear], var: Var, numbers: &Numbers) -> Option<Int> {
    let [x, y, z] = terms else { return None };
    if z.variable() != Some(var) {
        return None;
    }
    let x = natural(&linear(x, numbers)?)?;
    let y = natural(&linear(y, numbers)?)?;
    Some(Int::from(match id {
        RelationId::Xor => x ^ y,
        RelationId::BitAnd => x & y,
        RelationId::BitOr => x | y,
        _ => return None,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formula::{Comparison, Fresh};

    fn at(values: &[i64]) -> Numbers {
        values.iter().zip(0..).map(|(&value, var)| (Var(var), Int::from(value))).collect()
    }

    /// Comparisons of terms become formulas with "there are": both are asked.
    #[test]
    fn formulas_of_terms_agree_with_terms() {
        let [x, y] = [0, 1].map(|var| Term::from(Var(var)));
        let difference = Term::Sum(vec![(1, x.clone()), (-1, y.clone())]);
        let terms = [
            Term::Div(difference.clone().into(), 3),
            Term::Mod(difference.clone().into(), 4),
            Term::Max(vec![difference.clone(), Term::from(2)]),
            Term::Xor(x.clone().into(), y.clone().into()),
            Term::Sum(vec![(2, Term::Min(vec![x.clone(), y.clone()])), (-3, Term::from(1))]),
            Term::BitAnd(x.clone().into(), Term::BitOr(y.clone().into(), x.into()).into()),
        ];
        let how = [Comparison::Equal, Comparison::AtMost, Comparison::Unequal];
        for term in &terms {
            for (how, bound) in how.into_iter().flat_map(|how| (-2..4).map(move |b| (how, b))) {
                let mut fresh = Fresh::from(2);
                let formula = term.compare(how, &Term::from(bound), &mut fresh).unwrap();
                for (a, b) in (0..9).flat_map(|a| (0..9).map(move |b| (a, b))) {
                    let numbers = at(&[a, b]);
                    let value = super::term(term, &numbers).unwrap();
                    let expected = match how {
                        Comparison::Equal => value == Int::from(bound),
                        Comparison::Unequal => value != Int::from(bound),
                        _ => value <= Int::from(bound),
                    };
                    let found = holds(&formula, &numbers, &|_, _| None);
                    assert_eq!(found, Some(expected), "{term:?} {how:?} {bound} at {a},{b}");
                }
            }
        }
    }

    #[test]
    fn what_plain_arithmetic_cannot_tell_is_left_open() {
        let [x, y] = [0, 1].map(Var);
        let greater = Formula::AtLeast(Linear::new([(1, y), (-1, x)], -1).unwrap());
        let some = Formula::exists([y], greater.clone());
        assert_eq!(holds(&some, &at(&[5]), &|_, _| None), None);
        assert_eq!(holds(&greater, &at(&[5]), &|_, _| None), None);
        assert_eq!(holds(&Formula::forall([y], greater), &at(&[5]), &|_, _| None), None);
        let half = Formula::Equal(Linear::new([(1, x), (-2, y)], 0).unwrap());
        let even = Formula::exists([y], half);
        assert_eq!(holds(&even, &at(&[6]), &|_, _| None), Some(true));
        assert_eq!(holds(&even, &at(&[7]), &|_, _| None), Some(false));
    }
}
