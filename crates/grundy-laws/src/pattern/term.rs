//! Formulas as trees: evaluated, printed and measured in bits from one definition.

use super::digit_automaton::Automaton;
use super::evidence::{arrangement, integer, natural};
use super::feature::Feature;
use super::quadratic::{Quadratic, gcd};
use super::representation::Representation;
use std::collections::BTreeSet;
use std::sync::Arc;

/// A formula for an integer, over arguments that are integers. Conditions have the values 0 and 1.
#[derive(Clone, Debug, PartialEq)]
pub enum Term {
    /// The argument with this number, from 0 on.
    Argument(usize),
    /// An integer.
    Constant(i64),
    /// x + y.
    Sum(Box<Term>, Box<Term>),
    /// x - y.
    Difference(Box<Term>, Box<Term>),
    /// x y.
    Product(Box<Term>, Box<Term>),
    /// floor(x / q) for this positive q.
    Quotient(Box<Term>, i64),
    /// x mod m, from 0 to m - 1, for this positive m.
    Residue(Box<Term>, i64),
    /// floor(x / y), defined for positive y.
    QuotientBy(Box<Term>, Box<Term>),
    /// x mod y, from 0 to y - 1, defined for positive y.
    ResidueBy(Box<Term>, Box<Term>),
    /// x xor y of natural numbers.
    Xor(Box<Term>, Box<Term>),
    /// The lesser one.
    Min(Box<Term>, Box<Term>),
    /// The greater one.
    Max(Box<Term>, Box<Term>),
    /// |x - y|.
    Distance(Box<Term>, Box<Term>),
    /// The greatest common divisor, 0 for 0 and 0.
    Gcd(Box<Term>, Box<Term>),
    /// A function of a natural number.
    Feature(Feature, Box<Term>),
    /// floor(x (p + q sqrt(d)) / r + (s + t sqrt(d)) / r).
    Beatty {
        /// The slope.
        slope: Quadratic,
        /// s and t.
        shift: (i64, i64),
        /// What is multiplied.
        x: Box<Term>,
    },
    /// 1 where both are equal.
    Equal(Box<Term>, Box<Term>),
    /// 1 where x <= y.
    AtMost(Box<Term>, Box<Term>),
    /// 1 - x of a condition.
    Not(Box<Term>),
    /// 1 where both conditions hold.
    And(Box<Term>, Box<Term>),
    /// The term whose number is the residue of x modulo their number.
    Cases(Box<Term>, Vec<Term>),
    /// The entries of a list for first, first + 1, ….
    List {
        /// The number of the first entry.
        first: i64,
        /// The entries.
        entries: Arc<[i64]>,
        /// Which entry.
        x: Box<Term>,
    },
    /// The entries of a list for first, first + 1, …, and the other term from there on.
    Beginning {
        /// The number of the first entry.
        first: i64,
        /// The entries.
        entries: Arc<[i64]>,
        /// Which entry.
        x: Box<Term>,
        /// What holds from there on.
        rest: Box<Term>,
    },
    /// pattern[k mod p] + saltus floor(k / p) for k = x - first and a pattern of length p.
    Periodic {
        /// Where the pattern begins.
        first: i64,
        /// The values of one period.
        pattern: Arc<[i64]>,
        /// What they grow by over a period.
        saltus: i64,
        /// The argument.
        x: Box<Term>,
    },
    /// A linear recurrence with its first values.
    Recurrent {
        /// The numbers c1, c2, … in u(k) = c1 u(k-1) + c2 u(k-2) + … + constant.
        coefficients: Arc<[i64]>,
        /// The constant in it.
        constant: i64,
        /// The number of the first value.
        first: i64,
        /// The values as far as they were computed.
        values: Arc<[i64]>,
        /// Which value.
        x: Box<Term>,
    },
    /// The output of an automaton that reads the digits of x.
    Automatic(Arc<Automaton>, Box<Term>),
    /// The value of a linear representation at the digits of x.
    Regular(Arc<Representation>, Box<Term>),
    /// 1 where the pair of the two numbers is one of these, the lesser first.
    Pairs {
        /// b_k - a_k as a function of k; a_k is the least number in no former pair.
        step: Box<Term>,
        /// The pairs as far as they were computed.
        pairs: Arc<BTreeSet<(i64, i64)>>,
        /// One number.
        x: Box<Term>,
        /// The other one.
        y: Box<Term>,
    },
}

impl Term {
    /// The only argument, or the first one.
    pub fn n() -> Self {
        Self::Argument(0)
    }

    /// x + c, without the zero.
    pub fn plus(self, c: i64) -> Self {
        match c {
            0 => self,
            c if c < 0 && c != i64::MIN => Self::Difference(self.into(), Self::Constant(-c).into()),
            c => Self::Sum(self.into(), Self::Constant(c).into()),
        }
    }

    /// c x, without the one.
    pub fn times(self, c: i64) -> Self {
        match c {
            1 => self,
            c => Self::Product(Self::Constant(c).into(), self.into()),
        }
    }

    /// c x + d in the shortest form.
    pub fn affine(self, c: i64, d: i64) -> Self {
        match c {
            0 => Self::Constant(d),
            -1 => Self::Difference(Self::Constant(d).into(), self.into()),
            c if c < 0 && c != i64::MIN => {
                Self::Difference(Self::Constant(d).into(), self.times(-c).into())
            }
            c => self.times(c).plus(d),
        }
    }

    /// x mod m.
    pub fn modulo(self, m: i64) -> Self {
        Self::Residue(self.into(), m)
    }

    /// floor(x / q), without the one.
    pub fn over(self, q: i64) -> Self {
        if q == 1 { self } else { Self::Quotient(self.into(), q) }
    }

    /// floor(x / y).
    pub fn over_term(self, y: Self) -> Self {
        Self::QuotientBy(self.into(), y.into())
    }

    /// x mod y.
    pub fn modulo_term(self, y: Self) -> Self {
        Self::ResidueBy(self.into(), y.into())
    }

    /// The condition x = y.
    pub fn equals(self, y: Self) -> Self {
        match (self, y) {
            (Self::Constant(x), Self::Constant(y)) => Self::Constant((x == y).into()),
            (x, y) => Self::Equal(x.into(), y.into()),
        }
    }

    /// The value at these arguments; `None` where it is not defined or does not fit.
    ///
    /// # Complexity
    /// One step a node of the tree; a square root for each Beatty term, O(log x) for automata.
    pub fn value(&self, x: &[i64]) -> Option<i64> {
        Some(match self {
            Self::Argument(i) => *x.get(*i)?,
            Self::Constant(c) => *c,
            Self::Sum(a, b) => a.value(x)?.checked_add(b.value(x)?)?,
            Self::Difference(a, b) => a.value(x)?.checked_sub(b.value(x)?)?,
            Self::Product(a, b) => a.value(x)?.checked_mul(b.value(x)?)?,
            Self::Quotient(a, q) => a.value(x)?.checked_div_euclid(*q)?,
            Self::Residue(a, m) => a.value(x)?.checked_rem_euclid(*m)?,
            Self::QuotientBy(a, b) => a.value(x)?.checked_div_euclid(positive(b.value(x)?)?)?,
            Self::ResidueBy(a, b) => a.value(x)?.checked_rem_euclid(positive(b.value(x)?)?)?,
            Self::Xor(a, b) => {
                let (a, b) = (a.value(x)?, b.value(x)?);
                if a < 0 || b < 0 {
                    return None;
                }
                a ^ b
            }
            Self::Min(a, b) => a.value(x)?.min(b.value(x)?),
            Self::Max(a, b) => a.value(x)?.max(b.value(x)?),
            Self::Distance(a, b) => a.value(x)?.checked_sub(b.value(x)?)?.checked_abs()?,
            Self::Gcd(a, b) => {
                let (a, b) = (i128::from(a.value(x)?).abs(), i128::from(b.value(x)?).abs());
                if a == 0 && b == 0 { 0 } else { i64::try_from(gcd(a, b)).ok()? }
            }
            Self::Feature(feature, a) => feature.value(a.value(x)?)?,
            Self::Beatty { slope, shift, x: a } => {
                let n = i128::from(a.value(x)?);
                let rational = n.checked_mul(slope.p.into())?.checked_add(shift.0.into())?;
                let root = n.checked_mul(slope.q.into())?.checked_add(shift.1.into())?;
                Quadratic::floor(rational, root, slope.d, slope.r)?
            }
            Self::Equal(a, b) => i64::from(a.value(x)? == b.value(x)?),
            Self::AtMost(a, b) => i64::from(a.value(x)? <= b.value(x)?),
            Self::Not(a) => 1i64.checked_sub(a.value(x)?)?,
            Self::And(a, b) => i64::from(a.value(x)? != 0 && b.value(x)? != 0),
            Self::Cases(a, terms) => {
                let m = i64::try_from(terms.len()).ok()?;
                let case = a.value(x)?.checked_rem_euclid(m)?;
                terms.get(case as usize)?.value(x)?
            }
            Self::List { first, entries, x: a } => {
                let k = usize::try_from(a.value(x)?.checked_sub(*first)?).ok()?;
                *entries.get(k)?
            }
            Self::Beginning { first, entries, x: a, rest } => {
                let k = a.value(x)?.checked_sub(*first)?;
                match entries.get(usize::try_from(k).ok()?) {
                    Some(&entry) => entry,
                    None => rest.value(x)?,
                }
            }
            Self::Periodic { first, pattern, saltus, x: a } => {
                let k = a.value(x)?.checked_sub(*first)?;
                let p = i64::try_from(pattern.len()).ok()?;
                let base = pattern.get(k.checked_rem_euclid(p)? as usize)?;
                base.checked_add(k.div_euclid(p).checked_mul(*saltus)?)?
            }
            Self::Recurrent { first, values, x: a, .. } => {
                let k = usize::try_from(a.value(x)?.checked_sub(*first)?).ok()?;
                *values.get(k)?
            }
            Self::Automatic(automaton, a) => automaton.value(a.value(x)?)?,
            Self::Regular(representation, a) => representation.value(a.value(x)?)?,
            Self::Pairs { pairs, x: a, y: b, .. } => {
                let (a, b) = (a.value(x)?, b.value(x)?);
                i64::from(pairs.contains(&(a.min(b), a.max(b))))
            }
        })
    }

    /// The same formula with this term in the place of the first argument.
    pub fn with(&self, argument: &Self) -> Self {
        let again = |x: &Self| Box::new(x.with(argument));
        match self {
            Self::Argument(0) => argument.clone(),
            Self::Argument(_) | Self::Constant(_) => self.clone(),
            Self::Sum(a, b) => Self::Sum(again(a), again(b)),
            Self::Difference(a, b) => Self::Difference(again(a), again(b)),
            Self::Product(a, b) => Self::Product(again(a), again(b)),
            Self::Quotient(a, q) => Self::Quotient(again(a), *q),
            Self::Residue(a, m) => Self::Residue(again(a), *m),
            Self::QuotientBy(a, b) => Self::QuotientBy(again(a), again(b)),
            Self::ResidueBy(a, b) => Self::ResidueBy(again(a), again(b)),
            Self::Xor(a, b) => Self::Xor(again(a), again(b)),
            Self::Min(a, b) => Self::Min(again(a), again(b)),
            Self::Max(a, b) => Self::Max(again(a), again(b)),
            Self::Distance(a, b) => Self::Distance(again(a), again(b)),
            Self::Gcd(a, b) => Self::Gcd(again(a), again(b)),
            Self::Feature(feature, a) => Self::Feature(*feature, again(a)),
            Self::Beatty { slope, shift, x } => {
                Self::Beatty { slope: *slope, shift: *shift, x: again(x) }
            }
            Self::Equal(a, b) => Self::Equal(again(a), again(b)),
            Self::AtMost(a, b) => Self::AtMost(again(a), again(b)),
            Self::Not(a) => Self::Not(again(a)),
            Self::And(a, b) => Self::And(again(a), again(b)),
            Self::Cases(a, terms) => {
                Self::Cases(again(a), terms.iter().map(|t| t.with(argument)).collect())
            }
            Self::List { first, entries, x } => {
                Self::List { first: *first, entries: entries.clone(), x: again(x) }
            }
            Self::Beginning { first, entries, x, rest } => Self::Beginning {
                first: *first,
                entries: entries.clone(),
                x: again(x),
                rest: again(rest),
            },
            Self::Periodic { first, pattern, saltus, x } => Self::Periodic {
                first: *first,
                pattern: pattern.clone(),
                saltus: *saltus,
                x: again(x),
            },
            Self::Recurrent { coefficients, constant, first, values, x } => Self::Recurrent {
                coefficients: coefficients.clone(),
                constant: *constant,
                first: *first,
                values: values.clone(),
                x: again(x),
            },
            Self::Automatic(automaton, a) => Self::Automatic(automaton.clone(), again(a)),
            Self::Regular(representation, a) => Self::Regular(representation.clone(), again(a)),
            Self::Pairs { step, pairs, x, y } => {
                Self::Pairs { step: step.clone(), pairs: pairs.clone(), x: again(x), y: again(y) }
            }
        }
    }

    /// The bits of the formula: four for each node, two for arguments and constants, and those of its
    /// numbers.
    pub fn bits(&self) -> f64 {
        const NODE: f64 = 4.0;
        let own = match self {
            Self::Argument(i) => *i as f64 - 2.0,
            Self::Constant(c) => integer(*c) - 2.0,
            Self::Quotient(_, c) | Self::Residue(_, c) => {
                natural(c.saturating_sub(1).max(0) as u64)
            }
            Self::Feature(..) => 5.0,
            Self::Beatty { slope, shift, .. } => {
                let numbers = [slope.p, slope.q, slope.d, slope.r, shift.0, shift.1];
                numbers.into_iter().map(integer).sum()
            }
            Self::Cases(_, terms) => natural(terms.len() as u64),
            Self::List { first, entries, .. } | Self::Beginning { first, entries, .. } => {
                integer(*first) + list_bits(entries)
            }
            Self::Periodic { pattern, saltus, .. } => list_bits(pattern) + integer(*saltus),
            Self::Recurrent { coefficients, constant, values, .. } => {
                let order = coefficients.len();
                // A coefficient that is not 0 and a first value count like other constants.
                let each = |&c: &i64| if c == 0 { 1.0 } else { NODE + integer(c) };
                natural(order as u64)
                    + coefficients.iter().map(each).sum::<f64>()
                    + values.iter().take(order).map(each).sum::<f64>()
                    + integer(*constant)
            }
            Self::Automatic(automaton, _) => automaton.bits(),
            Self::Regular(representation, _) => representation.bits(),
            _ => 0.0,
        };
        let mut bits = NODE + own;
        self.parts(&mut |part| bits += part.bits());
        bits
    }

    /// What the names in the formula mean, each once.
    pub fn legend(&self) -> Vec<String> {
        let mut out = Vec::new();
        self.each(&mut |term| {
            if let Self::Feature(feature, _) = term
                && let Some(meaning) = feature.meaning()
                && !out.contains(&meaning)
            {
                out.push(meaning);
            }
        });
        out
    }

    /// Calls `visit` for each node.
    pub fn each(&self, visit: &mut dyn FnMut(&Self)) {
        visit(self);
        self.parts(&mut |part| part.each(visit));
    }

    /// Whether some part lists entries, or numbers that it begins with; a period may be printed as a
    /// remainder.
    pub fn lists(&self) -> bool {
        let mut found = false;
        self.each(&mut |part| {
            found |= matches!(part, Self::List { .. } | Self::Recurrent { .. });
        });
        found
    }

    /// Calls `visit` for each term that this one is made of.
    fn parts(&self, visit: &mut dyn FnMut(&Self)) {
        match self {
            Self::Argument(_) | Self::Constant(_) => {}
            Self::Sum(a, b)
            | Self::Difference(a, b)
            | Self::Product(a, b)
            | Self::Xor(a, b)
            | Self::Min(a, b)
            | Self::Max(a, b)
            | Self::Distance(a, b)
            | Self::Gcd(a, b)
            | Self::QuotientBy(a, b)
            | Self::ResidueBy(a, b)
            | Self::Equal(a, b)
            | Self::AtMost(a, b)
            | Self::And(a, b)
            | Self::Beginning { x: a, rest: b, .. } => {
                visit(a);
                visit(b);
            }
            Self::Not(a)
            | Self::Quotient(a, _)
            | Self::Residue(a, _)
            | Self::Feature(_, a)
            | Self::Beatty { x: a, .. }
            | Self::List { x: a, .. }
            | Self::Periodic { x: a, .. }
            | Self::Recurrent { x: a, .. }
            | Self::Automatic(_, a)
            | Self::Regular(_, a) => visit(a),
            Self::Pairs { step, x, y, .. } => {
                visit(step);
                visit(x);
                visit(y);
            }
            Self::Cases(a, terms) => {
                visit(a);
                terms.iter().for_each(visit);
            }
        }
    }
}

fn positive(divisor: i64) -> Option<i64> {
    (divisor > 0).then_some(divisor)
}

/// The bits of a list in a formula: as an arrangement, or number by number.
fn list_bits(entries: &[i64]) -> f64 {
    let each: f64 = entries.iter().map(|&v| integer(v)).sum();
    natural(entries.len() as u64) + 1.0 + each.min(arrangement(entries.iter().copied()))
}
