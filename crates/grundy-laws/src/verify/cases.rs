//! Values under conditions, and what is made of several of them.

use grundy::syntax::Span;
use grundy_rules::typed::{Int, IntFn, IntKind};

use super::logic::{Condition, Linear, TooLarge};

/// What the checker cannot say of numbers.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what}")]
pub struct Refused {
    /// What it is.
    pub what: String,
    /// Where it stands in the rules.
    pub span: Span,
}

impl Refused {
    pub(super) fn new<T>(what: impl Into<String>, span: Span) -> Result<T, Self> {
        Err(Self { what: what.into(), span })
    }
}

/// Values under conditions.
pub(super) type Cases<T> = Vec<(Condition, T)>;

/// What fits, or why not.
pub(super) fn fits<T>(made: Result<T, TooLarge>, span: Span) -> Result<T, Refused> {
    made.or_else(|error| Refused::new(error.to_string(), span))
}

/// One value, whatever holds.
pub(super) fn sure<T>(value: T) -> Cases<T> {
    vec![(Condition::Constant(true), value)]
}

/// The arguments of a function of several numbers.
pub(super) fn several(int: &Int, function: IntFn) -> Option<&[Int]> {
    match &int.kind {
        IntKind::Call(own, args) if *own == function => Some(args),
        _ => None,
    }
}

/// Whether numbers agree one by one.
pub(super) fn same(a: &[Linear], b: &[Linear], span: Span) -> Result<Condition, Refused> {
    let each = a.iter().zip(b).map(|(a, b)| fits(Condition::equal(a, b), span));
    each.collect::<Result<Vec<_>, _>>().map(Condition::all)
}

/// The greatest of several numbers for sign 1, the least for -1: the first one of them.
pub(super) fn extreme(values: &[Linear], sign: i64, span: Span) -> Result<Cases<Linear>, Refused> {
    let mut cases = Vec::new();
    for (at, value) in values.iter().enumerate() {
        let mut all = Vec::new();
        for (other_at, other) in values.iter().enumerate().filter(|&(other, _)| other != at) {
            let more = i64::from(other_at < at);
            let (high, low) = if sign > 0 { (value, other) } else { (other, value) };
            all.push(fits(Condition::at_least(high, low, more), span)?);
        }
        let all = Condition::all(all);
        if all != Condition::Constant(false) {
            cases.push((all, value.clone()));
        }
    }
    Ok(cases)
}

/// All orders of so many things.
pub(super) fn orders(len: usize) -> Vec<Vec<usize>> {
    if len == 0 {
        return vec![Vec::new()];
    }
    let shorter = orders(len - 1);
    let insert = |order: &Vec<usize>| {
        let order = order.clone();
        (0..len).map(move |at| {
            let mut order = order.clone();
            order.insert(at, len - 1);
            order
        })
    };
    shorter.iter().flat_map(insert).collect()
}
