//! Terms with cases and quotients, compared: what becomes of them as formulas.

use super::linear::{Linear, Var};
use super::tree::{Formula, RelationId};

/// Variables that occur nowhere else, in order.
#[derive(Clone, Debug)]
pub struct Fresh(u32);

impl Fresh {
    /// Variables from this number on.
    pub const fn from(first: u32) -> Self {
        Self(first)
    }

    /// Variables that do not occur in the formula.
    pub fn beside(formula: &Formula) -> Self {
        Self(formula.greatest_var().map_or(0, |var| var.0.saturating_add(1)))
    }

    /// The next one.
    ///
    /// # Panics
    /// After 2^32 - 1 of them.
    pub fn var(&mut self) -> Var {
        let var = Var(self.0);
        self.0 = self.0.checked_add(1).expect("fewer than 2^32 variables");
        var
    }
}

/// A term of integers.
///
/// Quotients are rounded down, and remainders are never negative: -1 div 3 = -1, -1 mod 3 = 2. The
/// bitwise terms are defined for natural numbers only; a comparison in which one is asked of a
/// negative number is false.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Term {
    /// A linear term.
    Linear(Linear),
    /// The sum of multiples.
    Sum(Vec<(i64, Term)>),
    /// The least of them, of at least one.
    Min(Vec<Term>),
    /// The greatest of them, of at least one.
    Max(Vec<Term>),
    /// The quotient by a positive constant, rounded down.
    Div(Box<Term>, i64),
    /// The remainder by a positive constant.
    Mod(Box<Term>, i64),
    /// Bit by bit exclusive or; in base 2 only.
    Xor(Box<Term>, Box<Term>),
    /// Bit by bit and; in base 2 only.
    BitAnd(Box<Term>, Box<Term>),
    /// Bit by bit or; in base 2 only.
    BitOr(Box<Term>, Box<Term>),
}

/// How two terms are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// =
    Equal,
    /// !=
    Unequal,
    /// <
    Less,
    /// <=
    AtMost,
    /// >
    Greater,
    /// >=
    AtLeast,
}

/// Why a term is no term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TermError {
    /// A coefficient or constant leaves 64 bits.
    #[error("a coefficient is too large: 64 bits are the limit")]
    Overflow,
    /// A divisor is 0 or negative.
    #[error("the divisor is {0}, and must be at least 1")]
    Divisor(i64),
    /// min or max of nothing.
    #[error("min and max need at least one argument")]
    Nothing,
}

impl From<Var> for Term {
    fn from(var: Var) -> Self {
        Self::Linear(var.into())
    }
}

impl From<i64> for Term {
    fn from(constant: i64) -> Self {
        Self::Linear(constant.into())
    }
}

impl From<Linear> for Term {
    fn from(linear: Linear) -> Self {
        Self::Linear(linear)
    }
}

/// A value that a term has under a condition; the variables are bound outside of both.
struct Case {
    vars: Vec<Var>,
    conditions: Vec<Formula>,
    value: Linear,
}

/// a + b·factor, for all pairs of cases.
fn sums(a: Vec<Case>, b: &Term, factor: i64, fresh: &mut Fresh) -> Result<Vec<Case>, TermError> {
    let mut all = Vec::new();
    for left in a {
        // Cases of each pair have variables of their own.
        for right in b.cases(fresh)? {
            let value = right.value.times(factor).and_then(|b| left.value.plus(&b));
            all.push(Case {
                vars: left.vars.iter().copied().chain(right.vars).collect(),
                conditions: left.conditions.iter().cloned().chain(right.conditions).collect(),
                value: value.ok_or(TermError::Overflow)?,
            });
        }
    }
    Ok(all)
}

/// a >= b, as a formula.
fn at_least(a: &Linear, b: &Linear, more: i64) -> Result<Formula, TermError> {
    let difference = a.minus(b).and_then(|d| d.minus(&Linear::from(more)));
    difference.map(Formula::AtLeast).ok_or(TermError::Overflow)
}

impl Term {
    /// The cases of the term: for all values of its variables exactly one of them has its
    /// conditions fulfilled, in exactly one way; for bitwise terms of negative numbers none.
    fn cases(&self, fresh: &mut Fresh) -> Result<Vec<Case>, TermError> {
        let case = |value| Case { vars: Vec::new(), conditions: Vec::new(), value };
        match self {
            Self::Linear(linear) => Ok(vec![case(linear.clone())]),
            Self::Sum(parts) => {
                let mut sum = vec![case(Linear::from(0))];
                for (factor, part) in parts {
                    sum = sums(sum, part, *factor, fresh)?;
                }
                Ok(sum)
            }
            Self::Min(parts) => extreme(parts, fresh, |new, old| at_least(old, new, 1)),
            Self::Max(parts) => extreme(parts, fresh, |new, old| at_least(new, old, 1)),
            Self::Div(inner, by) => inner.divided(*by, fresh, false),
            Self::Mod(inner, by) => inner.divided(*by, fresh, true),
            Self::Xor(a, b) => bitwise(RelationId::Xor, a, b, fresh),
            Self::BitAnd(a, b) => bitwise(RelationId::BitAnd, a, b, fresh),
            Self::BitOr(a, b) => bitwise(RelationId::BitOr, a, b, fresh),
        }
    }

    /// u = by·q + r with 0 <= r < by; q >= 0, or q = -p with p >= 1.
    fn divided(&self, by: i64, fresh: &mut Fresh, rest: bool) -> Result<Vec<Case>, TermError> {
        if by < 1 {
            return Err(TermError::Divisor(by));
        }
        let mut all = Vec::new();
        for case in self.cases(fresh)? {
            // A term without negative parts needs no second case.
            let natural = case.value.constant() >= 0
                && case.value.terms().iter().all(|&(coefficient, _)| coefficient > 0);
            for sign in if natural { &[1][..] } else { &[1, -1] } {
                let quotient = fresh.var();
                let signed = Linear::from(quotient).times(*sign).ok_or(TermError::Overflow)?;
                let remainder = signed.times(by).and_then(|q| case.value.minus(&q));
                let remainder = remainder.ok_or(TermError::Overflow)?;
                let mut conditions = case.conditions.clone();
                conditions.push(at_least(&remainder, &Linear::from(0), 0)?);
                conditions.push(at_least(&Linear::from(by), &remainder, 1)?);
                if *sign < 0 {
                    conditions.push(at_least(&quotient.into(), &Linear::from(1), 0)?);
                }
                let vars = case.vars.iter().copied().chain([quotient]).collect();
                let value = if rest { remainder } else { signed };
                all.push(Case { vars, conditions, value });
            }
        }
        Ok(all)
    }

    /// The formula that says how this term compares with another.
    ///
    /// # Errors
    /// [`TermError`].
    ///
    /// ```
    /// use grundy_laws::formula::{Comparison, Formula, Fresh, Linear, Term, Var};
    /// let [x, y] = [Var(0), Var(1)];
    /// let min = Term::Min(vec![x.into(), y.into()]);
    /// let formula = min.compare(Comparison::Equal, &Term::from(3), &mut Fresh::from(2)).unwrap();
    /// assert!(matches!(formula, Formula::Or(cases) if cases.len() == 2));
    /// ```
    pub fn compare(
        &self,
        how: Comparison,
        other: &Self,
        fresh: &mut Fresh,
    ) -> Result<Formula, TermError> {
        let zero = Linear::from(0);
        let mut cases = Vec::new();
        for case in sums(self.cases(fresh)?, other, -1, fresh)? {
            let difference = case.value.clone();
            let compared = match how {
                Comparison::Equal => Formula::Equal(difference),
                Comparison::Unequal => Formula::Equal(difference).negated(),
                Comparison::Less => at_least(&zero, &difference, 1)?,
                Comparison::AtMost => at_least(&zero, &difference, 0)?,
                Comparison::Greater => at_least(&difference, &zero, 1)?,
                Comparison::AtLeast => at_least(&difference, &zero, 0)?,
            };
            cases.push(case.bound(compared));
        }
        Ok(one_or(cases))
    }

    /// The formula that says that the relation holds between the terms; false where one of them is
    /// negative.
    ///
    /// # Errors
    /// [`TermError`].
    pub fn relate(
        relation: RelationId,
        terms: &[Self],
        fresh: &mut Fresh,
    ) -> Result<Formula, TermError> {
        let mut tuples = vec![(Vec::new(), Vec::new(), Vec::new())];
        for term in terms {
            let mut longer = Vec::new();
            for (vars, conditions, values) in tuples {
                for case in term.cases(fresh)? {
                    let vars: Vec<Var> = [&vars[..], &case.vars].concat();
                    let conditions: Vec<Formula> = [&conditions[..], &case.conditions].concat();
                    longer.push((vars, conditions, [&values[..], &[case.value]].concat()));
                }
            }
            tuples = longer;
        }
        let holds = |(vars, conditions, values)| {
            let case = Case { vars, conditions, value: Linear::from(0) };
            case.bound(Formula::Relation(relation, values))
        };
        Ok(one_or(tuples.into_iter().map(holds).collect()))
    }

    /// The value, by the values of the variables; `None` where the term has none or 128 bits do
    /// not suffice.
    pub fn value(&self, of: &impl Fn(Var) -> i128) -> Option<i128> {
        let bits = |a: &Self, b: &Self, what: fn(i128, i128) -> i128| {
            let (a, b) = (a.value(of)?, b.value(of)?);
            (a >= 0 && b >= 0).then(|| what(a, b))
        };
        let all =
            |parts: &[Self]| parts.iter().map(|part| part.value(of)).collect::<Option<Vec<i128>>>();
        match self {
            Self::Linear(linear) => Some(linear.value(of)),
            Self::Sum(parts) => parts.iter().try_fold(0i128, |sum, (factor, part)| {
                sum.checked_add(part.value(of)?.checked_mul(i128::from(*factor))?)
            }),
            Self::Min(parts) => all(parts)?.into_iter().min(),
            Self::Max(parts) => all(parts)?.into_iter().max(),
            Self::Div(inner, by) if *by > 0 => Some(inner.value(of)?.div_euclid((*by).into())),
            Self::Mod(inner, by) if *by > 0 => Some(inner.value(of)?.rem_euclid((*by).into())),
            Self::Div(..) | Self::Mod(..) => None,
            Self::Xor(a, b) => bits(a, b, |a, b| a ^ b),
            Self::BitAnd(a, b) => bits(a, b, |a, b| a & b),
            Self::BitOr(a, b) => bits(a, b, |a, b| a | b),
        }
    }
}

impl Case {
    /// The case holds, and so does the formula.
    fn bound(self, formula: Formula) -> Formula {
        let mut all = self.conditions;
        all.push(formula);
        let all = if all.len() == 1 { all.remove(0) } else { Formula::And(all) };
        Formula::exists(self.vars, all)
    }
}

fn one_or(mut cases: Vec<Formula>) -> Formula {
    if cases.len() == 1 { cases.remove(0) } else { Formula::Or(cases) }
}

/// The cases of an extreme value; `better(new, old)` says that the new one replaces the old one.
fn extreme(
    parts: &[Term],
    fresh: &mut Fresh,
    better: impl Fn(&Linear, &Linear) -> Result<Formula, TermError>,
) -> Result<Vec<Case>, TermError> {
    let (first, rest) = parts.split_first().ok_or(TermError::Nothing)?;
    let mut best = first.cases(fresh)?;
    for part in rest {
        let mut all = Vec::new();
        for old in best {
            for new in part.cases(fresh)? {
                let replaced = better(&new.value, &old.value)?;
                let vars: Vec<Var> = [&old.vars[..], &new.vars].concat();
                let both: Vec<Formula> = [&old.conditions[..], &new.conditions].concat();
                for (formula, value) in
                    [(replaced.clone(), &new.value), (replaced.negated(), &old.value)]
                {
                    let conditions = both.iter().cloned().chain([formula]).collect();
                    all.push(Case { vars: vars.clone(), conditions, value: value.clone() });
                }
            }
        }
        best = all;
    }
    Ok(best)
}

fn bitwise(
    relation: RelationId,
    a: &Term,
    b: &Term,
    fresh: &mut Fresh,
) -> Result<Vec<Case>, TermError> {
    let mut all = Vec::new();
    for left in a.cases(fresh)? {
        for right in b.cases(fresh)? {
            let result = fresh.var();
            let mut conditions: Vec<Formula> = [&left.conditions[..], &right.conditions].concat();
            let terms = vec![left.value.clone(), right.value, result.into()];
            conditions.push(Formula::Relation(relation, terms));
            let vars = [&left.vars[..], &right.vars, &[result]].concat();
            all.push(Case { vars, conditions, value: result.into() });
        }
    }
    Ok(all)
}
