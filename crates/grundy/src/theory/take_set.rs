//! The sets of subtraction games: finite ones, classical infinite ones, all but a few numbers.

use super::number_set::NumberSet;
use crate::nat::{self, Nat, isqrt, to_u64};
use std::fmt;

/// A classical infinite set of positive numbers.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Classic {
    /// 1, 2, 3, 5, 8, …
    Fibonacci,
    /// 1, 4, 9, …
    Squares,
    /// 1, k, k^2, … for k >= 2.
    Powers(Nat),
    /// 2, 3, 5, 7, …; the last variant, so that primes are never tested for membership.
    Primes,
}

impl Classic {
    /// Calls `each` with the members in increasing order until it fails or `most` is passed.
    ///
    /// # Errors
    /// The first error of `each`.
    pub fn visit<E>(
        &self,
        most: &Nat,
        mut each: impl FnMut(Nat) -> Result<(), E>,
    ) -> Result<(), E> {
        match self {
            Self::Fibonacci => {
                let (mut a, mut b) = (Nat::ONE, Nat::from(2u8));
                while a <= *most {
                    each(a.clone())?;
                    let next = &a + &b;
                    a = std::mem::replace(&mut b, next);
                }
            }
            Self::Squares => {
                let (mut square, mut step) = (Nat::ONE, Nat::from(3u8));
                while square <= *most {
                    each(square.clone())?;
                    square += &step;
                    step += 2u8;
                }
            }
            Self::Powers(base) => {
                let mut power = Nat::ONE;
                while power <= *most {
                    each(power.clone())?;
                    power *= base;
                }
            }
            Self::Primes => visit_primes(to_u64(most).unwrap_or(u64::MAX), |p| each(p.into()))?,
        }
        Ok(())
    }

    /// Whether `n` is a member.
    fn contains(&self, n: &Nat) -> bool {
        match self {
            Self::Fibonacci => is_fibonacci(n),
            Self::Squares => !n.is_zero() && is_square(n),
            Self::Powers(base) => {
                let mut power = Nat::ONE;
                while power < *n {
                    power *= base;
                }
                power == *n
            }
            Self::Primes => to_u64(n).is_some_and(|n| {
                n >= 2 && (2..=n).take_while(|d| d.saturating_mul(*d) <= n).all(|d| n % d != 0)
            }),
        }
    }
}

impl fmt::Display for Classic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fibonacci => f.write_str("fibonacci"),
            Self::Squares => f.write_str("squares"),
            Self::Powers(base) => write!(f, "powers[{base}]"),
            Self::Primes => f.write_str("primes"),
        }
    }
}

fn is_square(n: &Nat) -> bool {
    isqrt(n).pow(2) == *n
}

/// Whether n is one of 1, 2, 3, 5, 8, …: just then n > 0 and one of 5n^2 ± 4 is a square (I. Gessel
/// 1972). O(M(length)).
pub fn is_fibonacci(n: &Nat) -> bool {
    let five = n * n * 5u8;
    !n.is_zero() && (is_square(&(&five + 4u8)) || is_square(&(five - 4u8)))
}

/// The primes up to `most`, by a sieve of one segment after the other.
fn visit_primes<E>(most: u64, mut each: impl FnMut(u64) -> Result<(), E>) -> Result<(), E> {
    let mut small: Vec<u64> = Vec::new();
    let (mut from, mut length) = (2u64, 64u64);
    while from <= most {
        let end = from.saturating_add(length).min(most.saturating_add(1));
        let mut composite = vec![false; (end - from) as usize];
        // The primes up to the root of `end` are known: end <= 2 * from + 64 <= from^2 once
        // from > 9, and up to 66 those below 9 are found on the way.
        for &p in small.iter().take_while(|&&p| p * p < end) {
            let first = (p * p).max(from.div_ceil(p) * p);
            (first..end).step_by(p as usize).for_each(|n| composite[(n - from) as usize] = true);
        }
        for n in from..end {
            if composite[(n - from) as usize] {
                continue;
            }
            if n < 1 << 20 {
                small.push(n);
                for multiple in (n * n..end).step_by(n as usize) {
                    composite[(multiple - from) as usize] = true;
                }
            }
            each(n)?;
        }
        from = end;
        length = from.min(1 << 20);
        if from >= 1 << 40 {
            // The stored primes no longer suffice. No table is so long.
            return (from..=most)
                .filter(|&n| Classic::Primes.contains(&n.into()))
                .try_for_each(each);
        }
    }
    Ok(())
}

/// What may be taken from a heap: a set of positive numbers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum TakeSet {
    /// The numbers and the members of the classical sets.
    Union(NumberSet, Vec<Classic>),
    /// All positive numbers but these.
    AllBut(NumberSet),
}

impl TakeSet {
    /// Calls `each` with the members up to `most`, each once, until it fails.
    ///
    /// # Errors
    /// The first error of `each`.
    pub fn visit<E>(
        &self,
        most: &Nat,
        mut each: impl FnMut(Nat) -> Result<(), E>,
    ) -> Result<(), E> {
        match self {
            Self::AllBut(gaps) => {
                let (mut next, end) = (Nat::ONE, most + 1u8);
                for (from, to) in gaps.intervals() {
                    nat::range(next, from.min(&end).clone()).try_for_each(&mut each)?;
                    next = to + 1u8;
                }
                nat::range(next, end).try_for_each(each)?;
            }
            Self::Union(numbers, classics) => {
                for (from, to) in numbers.intervals() {
                    nat::range(from.clone(), to.min(most) + 1u8).try_for_each(&mut each)?;
                }
                for (i, classic) in classics.iter().enumerate() {
                    let before = &classics[..i];
                    classic.visit(most, |n| {
                        let met = numbers.contains(&n) || before.iter().any(|c| c.contains(&n));
                        if met { Ok(()) } else { each(n) }
                    })?;
                }
            }
        }
        Ok(())
    }

    /// The members up to `most` in increasing order; they must be few enough to be stored.
    pub fn words_up_to(&self, most: u64) -> Vec<u64> {
        let mut words = Vec::new();
        let _ = self.visit(&most.into(), |n| -> Result<(), ()> {
            words.extend(to_u64(&n));
            Ok(())
        });
        words.sort_unstable();
        words
    }
}

impl fmt::Display for TakeSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AllBut(gaps) => write!(f, "all-but[{gaps}]"),
            Self::Union(numbers, classics) => {
                numbers.fmt(f)?;
                for (i, classic) in classics.iter().enumerate() {
                    if i > 0 || !numbers.is_empty() {
                        f.write_str(",")?;
                    }
                    classic.fmt(f)?;
                }
                Ok(())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn classics() -> Vec<Classic> {
        let powers = [2u8, 3, 4].map(|k| Classic::Powers(k.into()));
        [vec![Classic::Fibonacci, Classic::Squares], powers.to_vec(), vec![Classic::Primes]]
            .concat()
    }

    #[test]
    fn members_are_visited_in_order_and_recognised() {
        let count =
            |c: &Classic| TakeSet::Union(NumberSet::default(), vec![c.clone()]).words_up_to(1000);
        for classic in classics() {
            let list = count(&classic);
            let members: Vec<u64> =
                (0..=1000u64).filter(|&n| classic.contains(&n.into())).collect();
            assert_eq!(list, members, "{classic}");
        }
        assert_eq!(count(&Classic::Fibonacci)[..6], [1, 2, 3, 5, 8, 13]);
        assert_eq!(count(&Classic::Primes).len(), 168);
        let set = TakeSet::Union(NumberSet::default(), vec![Classic::Primes]);
        assert_eq!(set.words_up_to(1_000_000).len(), 78_498);
        assert_eq!(set.words_up_to(1_000_000).last(), Some(&999_983));
    }

    #[test]
    fn members_of_two_sets_are_visited_once() {
        let numbers: NumberSet = [(4u8, 13u8), (20, 20)].into_iter().collect();
        let set = TakeSet::Union(numbers.clone(), classics());
        let mut words = set.words_up_to(300);
        let total = words.len();
        words.dedup();
        assert_eq!(words.len(), total);
        let all = (1..=300u64).filter(|&n| {
            numbers.contains(&n.into()) || classics().iter().any(|c| c.contains(&n.into()))
        });
        assert_eq!(words, all.collect::<Vec<_>>());
        let rest = TakeSet::AllBut(numbers).words_up_to(22);
        assert_eq!(rest, [1, 2, 3, 14, 15, 16, 17, 18, 19, 21, 22]);
    }

    #[test]
    fn example_of_is_fibonacci() {
        use crate::{nat::Nat, theory::take_set::is_fibonacci};
        assert!(is_fibonacci(&Nat::from(89u8)) && !is_fibonacci(&Nat::from(90u8)));
    }
}
