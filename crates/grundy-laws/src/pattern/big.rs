//! Formulas at numbers of any size.

use super::term::Term;
use grundy::nat::{self, Int, Nat};

impl Term {
    /// The value at these arguments, as [`value`](Term::value) tells it of small ones; `None` where it is
    /// not defined, and where digits, divisors or roots are asked of a number beyond 64 bits.
    ///
    /// # Complexity
    /// One operation a node of the tree, on numbers as long as the arguments.
    ///
    /// ```
    /// use grundy::Nat;
    /// use grundy_laws::pattern::term::Term;
    /// let bash = Term::Argument(0).modulo_term(Term::Argument(1).plus(1));
    /// let huge = Nat::from(10u8).pow(100);
    /// assert_eq!(bash.big_value(&[huge.clone(), huge - 2u8]), Some(1.into()));
    /// ```
    pub fn big_value(&self, x: &[Nat]) -> Option<Int> {
        let of = |term: &Self| term.big_value(x);
        let truth = |holds: bool| Some(Int::from(u8::from(holds)));
        Some(match self {
            Self::Argument(at) => Int::from(x.get(*at)?.clone()),
            Self::Constant(c) => Int::from(*c),
            Self::Sum(a, b) => of(a)? + of(b)?,
            Self::Difference(a, b) => of(a)? - of(b)?,
            Self::Product(a, b) => of(a)? * of(b)?,
            Self::Quotient(a, by) => divided(of(a)?, Int::from(*by))?.0,
            Self::Residue(a, by) => divided(of(a)?, Int::from(*by))?.1,
            Self::QuotientBy(a, b) => divided(of(a)?, of(b)?)?.0,
            Self::ResidueBy(a, b) => divided(of(a)?, of(b)?)?.1,
            Self::Xor(a, b) => Int::from(natural(of(a)?)? ^ natural(of(b)?)?),
            Self::Min(a, b) => of(a)?.min(of(b)?),
            Self::Max(a, b) => of(a)?.max(of(b)?),
            Self::Distance(a, b) => Int::from(nat::magnitude(&(of(a)? - of(b)?)).0),
            Self::Gcd(a, b) => {
                let (a, b) = (nat::magnitude(&of(a)?).0, nat::magnitude(&of(b)?).0);
                match a == Nat::ZERO && b == Nat::ZERO {
                    true => Int::ZERO,
                    false => Int::from(nat::gcd(&a, &b)),
                }
            }
            Self::Equal(a, b) => truth(of(a)? == of(b)?)?,
            Self::AtMost(a, b) => truth(of(a)? <= of(b)?)?,
            Self::Not(a) => Int::from(1u8) - of(a)?,
            Self::And(a, b) => truth(of(a)? != Int::ZERO && of(b)? != Int::ZERO)?,
            Self::Cases(a, terms) => {
                let case = divided(of(a)?, Int::from(terms.len()))?.1;
                of(terms.get(small(&case)? as usize)?)?
            }
            Self::List { first, entries, x: a } => {
                let at = natural(of(a)? - Int::from(*first))?;
                Int::from(*entries.get(nat::to_usize(&at)?)?)
            }
            Self::Beginning { first, entries, x: a, rest } => {
                let at = natural(of(a)? - Int::from(*first))?;
                match nat::to_usize(&at).and_then(|at| entries.get(at)) {
                    Some(entry) => Int::from(*entry),
                    None => of(rest)?,
                }
            }
            Self::Periodic { first, pattern, saltus, x: a } => {
                let since = of(a)? - Int::from(*first);
                let (turns, at) = divided(since, Int::from(pattern.len()))?;
                Int::from(*pattern.get(small(&at)? as usize)?) + turns * Int::from(*saltus)
            }
            Self::Feature(feature, a) => Int::from(feature.value(small(&of(a)?)?)?),
            Self::Automatic(automaton, a) => Int::from(automaton.value(small(&of(a)?)?)?),
            Self::Beatty { .. }
            | Self::Recurrent { .. }
            | Self::Regular(..)
            | Self::Pairs { .. } => {
                let x = x.iter().map(|n| small(&Int::from(n.clone())));
                Int::from(self.value(&x.collect::<Option<Vec<i64>>>()?)?)
            }
        })
    }
}

/// The quotient, rounded down, and the remainder by a positive number.
fn divided(a: Int, by: Int) -> Option<(Int, Int)> {
    if by <= Int::ZERO {
        return None;
    }
    let (quotient, rest) = (&a / &by, a % &by);
    Some(match rest < Int::ZERO {
        true => (quotient - Int::from(1u8), rest + by),
        false => (quotient, rest),
    })
}

fn natural(n: Int) -> Option<Nat> {
    let (size, negative) = nat::magnitude(&n);
    (!negative).then_some(size)
}

fn small(n: &Int) -> Option<i64> {
    i64::try_from(n).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pattern::feature::Feature;

    fn any(random: &mut fastrand::Rng, depth: usize) -> Term {
        if depth == 0 {
            return match random.bool() {
                true => Term::Argument(random.usize(..2)),
                false => Term::Constant(random.i64(-9..=9)),
            };
        }
        let mut next = || Box::new(any(random, depth - 1));
        let (a, b) = (next(), next());
        let by = random.i64(1..9);
        match random.u8(..20) {
            0 => Term::Sum(a, b),
            1 => Term::Difference(a, b),
            2 => Term::Product(a, b),
            3 => Term::Quotient(a, by),
            4 => Term::Residue(a, by),
            5 => Term::QuotientBy(a, b),
            6 => Term::ResidueBy(a, b),
            7 => Term::Xor(a, b),
            8 => Term::Min(a, b),
            9 => Term::Max(a, b),
            10 => Term::Distance(a, b),
            11 => Term::Gcd(a, b),
            12 => Term::Equal(a, b),
            13 => Term::AtMost(a, b),
            14 => Term::Not(Box::new(Term::Equal(a, b))),
            15 => Term::And(a, b),
            16 => Term::Cases(a, vec![*b, Term::Constant(by)]),
            17 => Term::Periodic { first: by, pattern: [3, 1, 4].into(), saltus: by, x: a },
            18 => Term::Beginning { first: 0, entries: [7, 5, 2].into(), x: a, rest: b },
            _ => Term::Feature(Feature::Ones, a),
        }
    }

    #[test]
    fn values_are_those_of_small_numbers() {
        let mut random = fastrand::Rng::with_seed(4);
        let mut known = 0;
        for _ in 0..4000 {
            let term = any(&mut random, 3);
            for _ in 0..20 {
                let at = [random.i64(0..60), random.i64(0..60)];
                let value = term.value(&at).map(Int::from);
                let big = term.big_value(&at.map(|n| Nat::from(n as u64)));
                assert_eq!(big, value, "{term:?} at {at:?}");
                known += usize::from(value.is_some());
            }
        }
        assert!(known > 10_000, "{known}");
    }

    #[test]
    fn numbers_beyond_64_bits() {
        // (10^50 + 7) mod (10^25 + 1) and the quotient: 10^50 - 1 = (10^25 + 1) (10^25 - 1).
        let ten = |k| Nat::from(10u8).pow(k);
        let at = [ten(50) + 7u8, ten(25)];
        let [a, b] = [0, 1].map(Term::Argument);
        let by = b.plus(1);
        let remainder = a.clone().modulo_term(by.clone()).big_value(&at);
        assert_eq!(remainder, Some(Int::from(8u8)));
        let quotient = a.clone().over_term(by).big_value(&at);
        assert_eq!(quotient, Some(Int::from(ten(25) - 1u8)));
        assert_eq!(Term::Feature(Feature::Ones, a.into()).big_value(&at), None);
    }
}
