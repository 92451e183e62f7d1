//! Linear terms with integer coefficients.

use std::collections::BTreeMap;

/// A variable for a natural number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Var(pub u32);

/// c + Σ aᵢ·xᵢ: an integer, which may be negative. `x - y` is not cut off at 0.
///
/// The variables ascend, and no coefficient is 0, so equal terms are equal as values of this type.
/// Where arithmetic leaves 64 bits the functions below answer `None`.
///
/// ```
/// use grundy_laws::formula::{Linear, Var};
/// let [x, y] = [Var(0), Var(1)].map(Linear::from);
/// let term = x.times(3).unwrap().minus(&y).unwrap().plus(&Linear::from(7)).unwrap();
/// assert_eq!(term.terms(), [(3, Var(0)), (-1, Var(1))]);
/// assert_eq!(term.constant(), 7);
/// assert!(term.minus(&term).unwrap().terms().is_empty());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Linear {
    terms: Vec<(i64, Var)>,
    constant: i64,
}

impl Linear {
    /// The sum of these terms and the constant, like terms collected.
    pub fn new(terms: impl IntoIterator<Item = (i64, Var)>, constant: i64) -> Option<Self> {
        let mut sum = BTreeMap::<Var, i64>::new();
        for (coefficient, var) in terms {
            let place = sum.entry(var).or_default();
            *place = place.checked_add(coefficient)?;
        }
        let terms = sum.into_iter().filter(|&(_, a)| a != 0).map(|(var, a)| (a, var)).collect();
        Some(Self { terms, constant })
    }

    /// The coefficients, none of them 0, with their variables, which ascend.
    pub fn terms(&self) -> &[(i64, Var)] {
        &self.terms
    }

    /// The part without a variable.
    pub const fn constant(&self) -> i64 {
        self.constant
    }

    /// The coefficient of a variable, 0 where it does not occur.
    pub fn coefficient(&self, var: Var) -> i64 {
        self.terms.iter().find(|&&(_, v)| v == var).map_or(0, |&(a, _)| a)
    }

    /// The variable, if the term is nothing else.
    pub fn variable(&self) -> Option<Var> {
        match self.terms[..] {
            [(1, var)] if self.constant == 0 => Some(var),
            _ => None,
        }
    }

    /// The variables, ascending.
    pub fn vars(&self) -> impl Iterator<Item = Var> + '_ {
        self.terms.iter().map(|&(_, var)| var)
    }

    /// self + other.
    pub fn plus(&self, other: &Self) -> Option<Self> {
        let terms = self.terms.iter().chain(&other.terms).copied();
        Self::new(terms, self.constant.checked_add(other.constant)?)
    }

    /// self - other.
    pub fn minus(&self, other: &Self) -> Option<Self> {
        self.plus(&other.times(-1)?)
    }

    /// factor · self.
    pub fn times(&self, factor: i64) -> Option<Self> {
        let terms = self.terms.iter().map(|&(a, var)| Some((a.checked_mul(factor)?, var)));
        Self::new(terms.collect::<Option<Vec<_>>>()?, self.constant.checked_mul(factor)?)
    }

    /// The term with another in place of a variable.
    pub fn replace(&self, var: Var, by: &Self) -> Option<Self> {
        let coefficient = self.coefficient(var);
        let rest = self.terms.iter().copied().filter(|&(_, v)| v != var);
        Self::new(rest, self.constant)?.plus(&by.times(coefficient)?)
    }

    /// The value, by the values of the variables.
    pub fn value(&self, of: impl Fn(Var) -> i128) -> i128 {
        let sum: i128 = self.terms.iter().map(|&(a, var)| i128::from(a) * of(var)).sum();
        sum + i128::from(self.constant)
    }
}

impl From<Var> for Linear {
    fn from(var: Var) -> Self {
        Self { terms: vec![(1, var)], constant: 0 }
    }
}

impl From<i64> for Linear {
    fn from(constant: i64) -> Self {
        Self { terms: Vec::new(), constant }
    }
}
