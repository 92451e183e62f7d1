//! Numeration systems in which a game may have a law, those that its rules point at first.

use std::collections::BTreeSet;

use super::formulas::{FamilyFormulas, Translation};
use super::statement::Of;
use crate::formula::{Formula, Linear, Term};
use crate::numeration::Name;

/// The greatest m for which the system of the m-th generalised Wythoff game is tried.
const MAX_WYTHOFF: u32 = 8;

/// The greatest m for which it is tried where the slope of the P-positions tells m.
const MAX_SLOPE: u32 = 12;

/// A slope is known up to this part of it.
const MAX_ERROR: f64 = 0.03;

/// The systems that come into question.
///
/// `slope` is that of the P-positions (a,b) with a < b, where it is known. In the m-th generalised
/// Wythoff game it is β/α with α = (2 - m + √(m² + 4))/2 = [1; m, m, …] and β = α + m, that is
/// (m + √(m² + 4))/2 = [m; m, m, …] (A. S. Fraenkel 1982): it tells m.
pub(super) fn candidates(
    translation: &Translation,
    of: Of,
    reached: &[usize],
    slope: Option<f64>,
) -> Vec<Name> {
    let families: Vec<&FamilyFormulas> =
        reached.iter().map(|&family| &translation.families[family]).collect();
    if let Some(name) = &translation.places {
        return vec![name.clone()];
    }
    let sums = families.iter().any(|own| own.choices.iter().any(|choice| choice.sum.len() > 1));
    if translation.binary || (sums && of == Of::Value) {
        return vec![Name::Base(2)];
    }
    let width = families.iter().map(|own| own.width).max().unwrap_or(1);
    let mut all = vec![Name::Base(2), Name::Zeckendorf];
    if width > 2 {
        return all;
    }
    let constants = constants(&families);
    if width == 2 {
        // Capacities that are a multiple of what was taken.
        let factors = factors(&families);
        all.extend((3..=8).filter(|factor| factors.contains(factor)).map(Name::Dynamic));
        // α = (2 - m + √(m² + 4))/2 = [1; m, m, …]: places 1, m + 1, …
        let wythoff = |m: u32| Name::Ostrowski { start: vec![m + 1], period: vec![m] };
        let named = |m: &u32| [*m, m - 1].iter().any(|&c| c > 1 && constants.contains(&c));
        let (first, last): (Vec<u32>, Vec<u32>) = match slope {
            Some(slope) => {
                let near = |m: &u32| {
                    let m = f64::from(*m);
                    (slope - m.midpoint((m * m + 4.0).sqrt())).abs() < MAX_ERROR * slope
                };
                (Vec::new(), (2..=MAX_SLOPE).filter(near).collect())
            }
            None => (2..=MAX_WYTHOFF).partition(named),
        };
        let named = first.into_iter().chain(last).map(wythoff);
        if slope.is_some() {
            all.splice(0..0, named);
        } else {
            all.extend(named);
        }
    }
    // Blocking makes automata several times larger: few systems, with all that the search may use.
    if let Of::Blocked(_) = of {
        let told = |name: &Name| matches!(name, Name::Base(2) | Name::Zeckendorf);
        all.retain(|name| told(name) || slope.is_some() && matches!(name, Name::Ostrowski { .. }));
        return all;
    }
    let divisors = constants.iter().copied().filter(|c| (3..=10).contains(c));
    all.extend(divisors.chain([3]).map(Name::Base));
    if width == 2 {
        all.push(Name::Ostrowski { start: Vec::new(), period: vec![2] });
        all.extend([Name::Lag(3), Name::Dynamic(3)]);
    }
    let mut seen = BTreeSet::new();
    all.retain(|name| seen.insert(name.to_string()));
    all
}

/// The factors with which terms of options take their variables.
fn factors(families: &[&FamilyFormulas]) -> BTreeSet<u32> {
    let mut found = BTreeSet::new();
    for choice in families.iter().flat_map(|own| &own.choices) {
        for term in choice.sum.iter().flat_map(|target| &target.coords) {
            each_linear(term, &mut |linear| {
                let all = linear.terms().iter();
                found.extend(all.filter_map(|&(factor, _)| u32::try_from(factor).ok()));
            });
        }
    }
    found
}

/// The constants, divisors and coefficients of the rules, without their signs.
fn constants(families: &[&FamilyFormulas]) -> BTreeSet<u32> {
    let mut found = BTreeSet::new();
    let mut of = |linear: &Linear| {
        let all = linear.terms().iter().map(|&(factor, _)| factor).chain([linear.constant()]);
        found.extend(all.filter_map(|c| u32::try_from(c.unsigned_abs()).ok()));
    };
    for choice in families.iter().flat_map(|own| &own.choices) {
        each_atom(&choice.guard, &mut of);
        for term in choice.sum.iter().flat_map(|target| &target.coords) {
            each_linear(term, &mut of);
        }
    }
    found
}

fn each_atom(formula: &Formula, found: &mut dyn FnMut(&Linear)) {
    match formula {
        Formula::Constant(_) => {}
        Formula::Equal(linear) | Formula::AtLeast(linear) => found(linear),
        Formula::Relation(_, terms) => terms.iter().for_each(found),
        Formula::Not(inner) | Formula::Exists(_, inner) | Formula::Forall(_, inner) => {
            each_atom(inner, found);
        }
        Formula::And(parts) | Formula::Or(parts) => {
            parts.iter().for_each(|part| each_atom(part, found));
        }
        Formula::Implies(a, b) | Formula::Iff(a, b) => {
            each_atom(a, found);
            each_atom(b, found);
        }
    }
}

fn each_linear(term: &Term, found: &mut dyn FnMut(&Linear)) {
    match term {
        Term::Linear(linear) => found(linear),
        Term::Sum(parts) => parts.iter().for_each(|(_, part)| each_linear(part, found)),
        Term::Min(parts) | Term::Max(parts) => {
            parts.iter().for_each(|part| each_linear(part, found));
        }
        Term::Div(inner, by) | Term::Mod(inner, by) => {
            found(&Linear::from(*by));
            each_linear(inner, found);
        }
        Term::Xor(a, b) | Term::BitAnd(a, b) | Term::BitOr(a, b) => {
            each_linear(a, found);
            each_linear(b, found);
        }
    }
}
