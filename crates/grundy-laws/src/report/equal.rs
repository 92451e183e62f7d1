//! Whether a formula behind numbers is the law that was proved: decided, for all sizes.

use super::digits::{Digits, Names};
use crate::formula::{Comparison, Formula, Linear, RelationId, Term, Var};
use crate::pattern;
use std::collections::BTreeSet;

/// The formula "the pattern's term has the value of this variable", over the arguments 0, 1, …; `None`
/// where the term is not one of addition.
pub(super) fn is_value(
    term: &pattern::term::Term,
    value: Var,
    names: &mut Names<'_>,
) -> Option<Formula> {
    let mut cases = Vec::new();
    for (condition, term) in cases_of(term, names)? {
        let same = term.compare(Comparison::Equal, &value.into(), &mut names.fresh).ok()?;
        cases.push(Formula::And(vec![condition, same]));
    }
    Some(Formula::Or(cases))
}

/// The formula "the condition holds".
pub(super) fn holds(term: &pattern::term::Term, names: &mut Names<'_>) -> Option<Formula> {
    use pattern::term::Term as P;
    Some(match term {
        P::Constant(value) => Formula::Constant(*value != 0),
        P::Equal(a, b) => compared(a, Comparison::Equal, b, names)?,
        P::AtMost(a, b) => compared(a, Comparison::AtMost, b, names)?,
        P::Not(inner) => holds(inner, names)?.negated(),
        P::And(a, b) => Formula::And(vec![holds(a, names)?, holds(b, names)?]),
        other => {
            let mut cases = Vec::new();
            for (condition, term) in cases_of(other, names)? {
                let one = term.compare(Comparison::Equal, &Term::from(1), &mut names.fresh).ok()?;
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
    names: &mut Names<'_>,
) -> Option<Formula> {
    let mut cases = Vec::new();
    let right = cases_of(b, names)?;
    for (when, a) in cases_of(a, names)? {
        for (then, b) in &right {
            let made = a.compare(how, b, &mut names.fresh).ok()?;
            cases.push(Formula::And(vec![when.clone(), then.clone(), made]));
        }
    }
    Some(Formula::Or(cases))
}

/// So many cases are told apart.
const MAX_CASES: usize = 256;

/// The term by cases, exactly one of which holds.
fn cases_of(term: &pattern::term::Term, names: &mut Names<'_>) -> Option<Vec<(Formula, Term)>> {
    use pattern::term::Term as P;
    let plain = |term| Some(vec![(Formula::Constant(true), term)]);
    if let Some((_, cases)) = names.given.as_ref().filter(|(given, _)| given == term) {
        return Some(cases.clone());
    }
    match term {
        P::Argument(number) => plain(Var(u32::try_from(*number).ok()?).into()),
        P::Constant(value) => plain(Term::from(*value)),
        P::Sum(a, b) => both(a, b, names, |a, b| Term::Sum(vec![(1, a), (1, b)])),
        P::Difference(a, b) => both(a, b, names, |a, b| Term::Sum(vec![(1, a), (-1, b)])),
        P::Product(a, b) => match (&**a, &**b) {
            (P::Constant(factor), other) | (other, P::Constant(factor)) => {
                let scaled = |(when, term)| (when, Term::Sum(vec![(*factor, term)]));
                Some(cases_of(other, names)?.into_iter().map(scaled).collect())
            }
            _ => None,
        },
        P::Residue(a, by) if matches!(**a, P::Feature(..)) => {
            let P::Feature(feature, x) = &**a else { return None };
            let residues = (0..*by).map(|r| (Digits::Residue(*feature, *by, r), r));
            told(residues, x, names)
        }
        P::Feature(feature, x) if feature.is_set() => {
            let not = told([(Digits::Set(*feature), 1)].into_iter(), x, names)?;
            let zero = |(when, _): &(Formula, Term)| (when.clone().negated(), Term::from(0));
            let zeros: Vec<_> = not.iter().map(zero).collect();
            Some(not.into_iter().chain(zeros).collect())
        }
        P::Automatic(automaton, x) => {
            let outputs: BTreeSet<i64> = automaton.outputs().iter().copied().collect();
            if outputs.len() > MAX_CASES {
                return None;
            }
            told(
                outputs.into_iter().map(|out| (Digits::Output(automaton.clone(), out), out)),
                x,
                names,
            )
        }
        P::Quotient(a, by) => one(a, names, |a| Term::Div(Box::new(a), *by)),
        P::Residue(a, by) => one(a, names, |a| Term::Mod(Box::new(a), *by)),
        P::Xor(a, b) => both(a, b, names, |a, b| Term::Xor(Box::new(a), Box::new(b))),
        P::Min(a, b) => both(a, b, names, |a, b| Term::Min(vec![a, b])),
        P::Max(a, b) => both(a, b, names, |a, b| Term::Max(vec![a, b])),
        P::Distance(a, b) => both(a, b, names, |a, b| {
            let difference = |x: &Term, y: &Term| Term::Sum(vec![(1, x.clone()), (-1, y.clone())]);
            Term::Max(vec![difference(&a, &b), difference(&b, &a)])
        }),
        P::Cases(x, terms) => {
            let count = i64::try_from(terms.len()).ok()?;
            let number = one(x, names, |x| Term::Mod(Box::new(x), count))?;
            chosen(&number, terms.iter().enumerate(), names)
        }
        P::List { first, entries, x } => {
            let number = cases_of(x, names)?;
            let entries: Vec<P> = entries.iter().map(|&entry| P::Constant(entry)).collect();
            let listed = entries
                .iter()
                .enumerate()
                .map(|(at, entry)| (at + usize::try_from(*first).unwrap_or(usize::MAX / 2), entry));
            chosen(&number, listed, names)
        }
        P::Beginning { first, entries, x, rest } => {
            let listed = P::List { first: *first, entries: entries.clone(), x: x.clone() };
            let mut all = cases_of(&listed, names)?;
            let end = Term::from(first.checked_add(i64::try_from(entries.len()).ok()?)?);
            for (when, x) in cases_of(x, names)? {
                for (then, rest) in cases_of(rest, names)? {
                    let later = x.compare(Comparison::AtLeast, &end, &mut names.fresh).ok()?;
                    all.push((Formula::And(vec![when.clone(), then, later]), rest));
                }
            }
            (all.len() <= MAX_CASES).then_some(all)
        }
        P::Periodic { first, pattern, saltus, x } => {
            let period = i64::try_from(pattern.len()).ok()?;
            let since = |x: Term| Term::Sum(vec![(1, x), (1, Term::from(-*first))]);
            let number = one(x, names, |x| Term::Mod(Box::new(since(x)), period))?;
            let terms: Vec<P> = pattern.iter().map(|&entry| P::Constant(entry)).collect();
            let all = chosen(&number, terms.iter().enumerate(), names)?;
            if *saltus == 0 {
                return Some(all);
            }
            let turns = one(x, names, |x| Term::Div(Box::new(since(x)), period))?;
            let [(Formula::Constant(true), turns)] = &turns[..] else { return None };
            let grown = |(when, term)| (when, Term::Sum(vec![(1, term), (*saltus, turns.clone())]));
            Some(all.into_iter().map(grown).collect())
        }
        _ => None,
    }
}

/// Values by the sets that a number belongs to; for a term by cases only where there is one case.
fn told(
    sets: impl Iterator<Item = (Digits, i64)>,
    x: &pattern::term::Term,
    names: &mut Names<'_>,
) -> Option<Vec<(Formula, Term)>> {
    let cases = cases_of(x, names)?;
    let [(when, x)] = &cases[..] else { return None };
    let mut all = Vec::new();
    for (set, value) in sets.take(MAX_CASES) {
        let id: RelationId = names.relation(set)?;
        let inside = Term::relate(id, std::slice::from_ref(x), &mut names.fresh).ok()?;
        all.push((Formula::And(vec![when.clone(), inside]), Term::from(value)));
    }
    Some(all)
}

fn one(
    inner: &pattern::term::Term,
    names: &mut Names<'_>,
    make: impl Fn(Term) -> Term,
) -> Option<Vec<(Formula, Term)>> {
    Some(cases_of(inner, names)?.into_iter().map(|(when, term)| (when, make(term))).collect())
}

fn both(
    a: &pattern::term::Term,
    b: &pattern::term::Term,
    names: &mut Names<'_>,
    make: impl Fn(Term, Term) -> Term,
) -> Option<Vec<(Formula, Term)>> {
    let right = cases_of(b, names)?;
    let mut all = Vec::new();
    for (when, a) in cases_of(a, names)? {
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
    names: &mut Names<'_>,
) -> Option<Vec<(Formula, Term)>> {
    let mut all = Vec::new();
    for (at, term) in terms {
        let at = Term::from(i64::try_from(at).ok()?);
        for (then, term) in cases_of(term, names)? {
            for (when, number) in number {
                let here = number.compare(Comparison::Equal, &at, &mut names.fresh).ok()?;
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
