//! Whether a formula behind numbers is the law that was proved: decided, for all sizes.

use crate::formula::{Comparison, Formula, Fresh, Linear, Term, Var};
use crate::pattern;

/// The formula "the pattern's term has the value of this variable", over the arguments 0, 1, …; `None`
/// where the term is not one of addition.
pub(super) fn is_value(
    term: &pattern::term::Term,
    value: Var,
    fresh: &mut Fresh,
) -> Option<Formula> {
    let mut cases = Vec::new();
    for (condition, term) in cases_of(term, fresh)? {
        let same = term.compare(Comparison::Equal, &value.into(), fresh).ok()?;
        cases.push(Formula::And(vec![condition, same]));
    }
    Some(Formula::Or(cases))
}

/// The formula "the condition holds".
pub(super) fn holds(term: &pattern::term::Term, fresh: &mut Fresh) -> Option<Formula> {
    use pattern::term::Term as P;
    Some(match term {
        P::Constant(value) => Formula::Constant(*value != 0),
        P::Equal(a, b) => compared(a, Comparison::Equal, b, fresh)?,
        P::AtMost(a, b) => compared(a, Comparison::AtMost, b, fresh)?,
        P::Not(inner) => holds(inner, fresh)?.negated(),
        P::And(a, b) => Formula::And(vec![holds(a, fresh)?, holds(b, fresh)?]),
        other => {
            let mut cases = Vec::new();
            for (condition, term) in cases_of(other, fresh)? {
                let one = term.compare(Comparison::Equal, &Term::from(1), fresh).ok()?;
                cases.push(Formula::And(vec![condition, one]));
            }
            Formula::Or(cases)
        }
    })
}

fn compared(
    a: &pattern::term::Term,
    how: Comparison,
    b: &pattern::term::Term,
    fresh: &mut Fresh,
) -> Option<Formula> {
    let mut cases = Vec::new();
    let right = cases_of(b, fresh)?;
    for (when, a) in cases_of(a, fresh)? {
        for (then, b) in &right {
            let made = a.compare(how, b, fresh).ok()?;
            cases.push(Formula::And(vec![when.clone(), then.clone(), made]));
        }
    }
    Some(Formula::Or(cases))
}

/// So many cases are told apart.
const MAX_CASES: usize = 256;

/// The term by cases, exactly one of which holds.
fn cases_of(term: &pattern::term::Term, fresh: &mut Fresh) -> Option<Vec<(Formula, Term)>> {
    use pattern::term::Term as P;
    let plain = |term| Some(vec![(Formula::Constant(true), term)]);
    match term {
        P::Argument(number) => plain(Var(u32::try_from(*number).ok()?).into()),
        P::Constant(value) => plain(Term::from(*value)),
        P::Sum(a, b) => both(a, b, fresh, |a, b| Term::Sum(vec![(1, a), (1, b)])),
        P::Difference(a, b) => both(a, b, fresh, |a, b| Term::Sum(vec![(1, a), (-1, b)])),
        P::Product(a, b) => match (&**a, &**b) {
            (P::Constant(factor), other) | (other, P::Constant(factor)) => {
                let scaled = |(when, term)| (when, Term::Sum(vec![(*factor, term)]));
                Some(cases_of(other, fresh)?.into_iter().map(scaled).collect())
            }
            _ => None,
        },
        P::Quotient(a, by) => one(a, fresh, |a| Term::Div(Box::new(a), *by)),
        P::Residue(a, by) => one(a, fresh, |a| Term::Mod(Box::new(a), *by)),
        P::Xor(a, b) => both(a, b, fresh, |a, b| Term::Xor(Box::new(a), Box::new(b))),
        P::Min(a, b) => both(a, b, fresh, |a, b| Term::Min(vec![a, b])),
        P::Max(a, b) => both(a, b, fresh, |a, b| Term::Max(vec![a, b])),
        P::Distance(a, b) => both(a, b, fresh, |a, b| {
            let difference = |x: &Term, y: &Term| Term::Sum(vec![(1, x.clone()), (-1, y.clone())]);
            Term::Max(vec![difference(&a, &b), difference(&b, &a)])
        }),
        P::Cases(x, terms) => {
            let count = i64::try_from(terms.len()).ok()?;
            let number = one(x, fresh, |x| Term::Mod(Box::new(x), count))?;
            chosen(&number, terms.iter().enumerate(), fresh)
        }
        P::List { first, entries, x } => {
            let number = cases_of(x, fresh)?;
            let entries: Vec<P> = entries.iter().map(|&entry| P::Constant(entry)).collect();
            let listed = entries
                .iter()
                .enumerate()
                .map(|(at, entry)| (at + usize::try_from(*first).unwrap_or(usize::MAX / 2), entry));
            chosen(&number, listed, fresh)
        }
        P::Beginning { first, entries, x, rest } => {
            let listed = P::List { first: *first, entries: entries.clone(), x: x.clone() };
            let mut all = cases_of(&listed, fresh)?;
            let end = Term::from(first.checked_add(i64::try_from(entries.len()).ok()?)?);
            for (when, x) in cases_of(x, fresh)? {
                for (then, rest) in cases_of(rest, fresh)? {
                    let later = x.compare(Comparison::AtLeast, &end, fresh).ok()?;
                    all.push((Formula::And(vec![when.clone(), then, later]), rest));
                }
            }
            (all.len() <= MAX_CASES).then_some(all)
        }
        P::Periodic { first, pattern, saltus, x } => {
            let period = i64::try_from(pattern.len()).ok()?;
            let since = |x: Term| Term::Sum(vec![(1, x), (1, Term::from(-*first))]);
            let number = one(x, fresh, |x| Term::Mod(Box::new(since(x)), period))?;
            let turns = one(x, fresh, |x| Term::Div(Box::new(since(x)), period))?;
            let [(Formula::Constant(true), turns)] = &turns[..] else { return None };
            let terms: Vec<P> = pattern.iter().map(|&entry| P::Constant(entry)).collect();
            let all = chosen(&number, terms.iter().enumerate(), fresh)?;
            let grown = |(when, term)| (when, Term::Sum(vec![(1, term), (*saltus, turns.clone())]));
            Some(all.into_iter().map(grown).collect())
        }
        _ => None,
    }
}

fn one(
    inner: &pattern::term::Term,
    fresh: &mut Fresh,
    make: impl Fn(Term) -> Term,
) -> Option<Vec<(Formula, Term)>> {
    Some(cases_of(inner, fresh)?.into_iter().map(|(when, term)| (when, make(term))).collect())
}

fn both(
    a: &pattern::term::Term,
    b: &pattern::term::Term,
    fresh: &mut Fresh,
    make: impl Fn(Term, Term) -> Term,
) -> Option<Vec<(Formula, Term)>> {
    let right = cases_of(b, fresh)?;
    let mut all = Vec::new();
    for (when, a) in cases_of(a, fresh)? {
        for (then, b) in &right {
            let condition = Formula::And(vec![when.clone(), then.clone()]);
            all.push((condition, make(a.clone(), b.clone())));
        }
    }
    (all.len() <= MAX_CASES).then_some(all)
}

/// The term with the number that `number` gives.
fn chosen<'t>(
    number: &[(Formula, Term)],
    terms: impl Iterator<Item = (usize, &'t pattern::term::Term)>,
    fresh: &mut Fresh,
) -> Option<Vec<(Formula, Term)>> {
    let mut all = Vec::new();
    for (at, term) in terms {
        let at = Term::from(i64::try_from(at).ok()?);
        for (then, term) in cases_of(term, fresh)? {
            for (when, number) in number {
                let here = number.compare(Comparison::Equal, &at, fresh).ok()?;
                all.push((Formula::And(vec![when.clone(), then.clone(), here]), term.clone()));
            }
        }
        if all.len() > MAX_CASES {
            return None;
        }
    }
    Some(all)
}

/// The arguments are at least these, and those numbers are not among them.
pub(super) fn within(arity: usize, least: &[i64], except: &[Vec<i64>]) -> Option<Formula> {
    let mut all = Vec::new();
    for (number, &least) in (0..arity).zip(least) {
        let from = Linear::new([(1, Var(number as u32))], least.checked_neg()?)?;
        all.push(Formula::AtLeast(from));
    }
    for tuple in except {
        let mut same = Vec::new();
        for (number, &value) in tuple.iter().enumerate() {
            same.push(Formula::Equal(Linear::new(
                [(1, Var(number as u32))],
                value.checked_neg()?,
            )?));
        }
        all.push(Formula::And(same).negated());
    }
    Some(Formula::And(all))
}
