//! Values of subtraction games: closed forms, and tables where there is none.

mod values;

pub use values::{Values, ValuesAndPeriod};

use super::heap_law::HeapLaw;
use super::number_set::NumberSet;
use super::take_set::TakeSet;
use crate::context::{Context, Stop};
use crate::nat::{Nat, to_u64};
use crate::period::Period;
use std::sync::{Mutex, PoisonError};

/// What is proved of the values of a subtraction set.
#[derive(Debug)]
pub enum Law {
    /// The set is g a, g (a+1), …, g b: G(n) = floor((floor(n/g) mod (a+b)) / a). Nothing to take
    /// (0 everywhere) is written as a = 1, b = 0.
    Interval {
        /// The greatest common divisor.
        scale: Nat,
        /// The least element over it.
        least: Nat,
        /// The greatest element over it.
        greatest: Nat,
    },
    /// g times odd numbers, g among them: G(n) = floor(n/g) mod 2.
    Odd {
        /// The greatest common divisor.
        scale: Nat,
    },
    /// 1, k, k^2, … with k even: with r = n mod (k+1), G(n) = 2 if r = k, else r mod 2. For k is
    /// -1 modulo k+1, so that takes change r by 1 up or down.
    EvenPowers(Nat),
    /// All numbers: G(n) = n.
    All,
    /// All numbers but t: G(n) = t floor(n/(2t)) + n mod t.
    AllButOne(Nat),
    /// Values in a table, after division of the heap by g.
    Table {
        /// The greatest common divisor of the set.
        scale: Nat,
        /// The values for the set divided by it.
        values: Mutex<Values>,
    },
}

fn gcd(mut a: Nat, mut b: Nat) -> Nat {
    while !b.is_zero() {
        (a, b) = (b.clone(), a % b);
    }
    a
}

fn is_odd(n: &Nat) -> bool {
    n.as_words().first().is_some_and(|word| word % 2 == 1)
}

impl Law {
    /// What holds for this set.
    pub fn of(set: &TakeSet) -> Self {
        let table = |scale: Nat, set: TakeSet| {
            let values = Mutex::new(Values::new(set));
            Self::Table { scale, values }
        };
        let numbers = match set {
            TakeSet::AllBut(gaps) => {
                return match gaps.intervals() {
                    [] => Self::All,
                    [(from, to)] if from == to => Self::AllButOne(from.clone()),
                    _ => table(Nat::ONE, set.clone()),
                };
            }
            TakeSet::Union(numbers, classics) => {
                use super::take_set::Classic::Powers;
                let all_odd = || {
                    classics.iter().all(|c| matches!(c, Powers(k) if is_odd(k)))
                        && numbers.intervals().iter().all(|(a, b)| a == b && is_odd(a))
                };
                match &**classics {
                    [] => numbers,
                    [Powers(k)] if numbers.is_empty() && !is_odd(k) => {
                        return Self::EvenPowers(k.clone());
                    }
                    _ if all_odd() => return Self::Odd { scale: Nat::ONE },
                    _ => return table(Nat::ONE, set.clone()),
                }
            }
        };
        let mut scale = Nat::ZERO;
        for (from, to) in numbers.intervals() {
            scale = gcd(gcd(from.clone(), scale), to - from);
            if from < to {
                scale = Nat::ONE;
            }
            if scale.is_one() {
                break;
            }
        }
        if scale.is_zero() {
            return Self::Interval { scale: Nat::ONE, least: Nat::ONE, greatest: Nat::ZERO };
        }
        // Only single numbers can have a common divisor.
        let divided = numbers.intervals().iter().map(|(from, to)| (from / &scale, to / &scale));
        let numbers: NumberSet = divided.collect();
        match numbers.intervals() {
            [(least, greatest)] => {
                Self::Interval { scale, least: least.clone(), greatest: greatest.clone() }
            }
            all if all[0].0.is_one() && all.iter().all(|(a, b)| a == b && is_odd(a)) => {
                Self::Odd { scale }
            }
            _ => table(scale, TakeSet::Union(numbers, Vec::new())),
        }
    }

    /// The Grundy value of a heap.
    ///
    /// # Errors
    /// [`Stop`] of a table.
    pub fn value(&self, heap: &Nat, context: &Context<'_>) -> Result<Nat, Stop> {
        Ok(match self {
            Self::Interval { scale, least, greatest } => heap / scale % (least + greatest) / least,
            Self::Odd { scale } => heap / scale % Nat::from(2u8),
            Self::EvenPowers(base) => {
                let rest = heap % (base + 1u8);
                if rest == *base { 2u8.into() } else { u8::from(is_odd(&rest)).into() }
            }
            Self::All => heap.clone(),
            Self::AllButOne(gap) => heap / (gap * 2u8) * gap + heap % gap,
            Self::Table { scale, values } => {
                let mut values = values.lock().unwrap_or_else(PoisonError::into_inner);
                values.value(&(heap / scale), context)?
            }
        })
    }

    /// How the values of all heaps up to `upto` go on, if they do so without a saltus.
    ///
    /// # Errors
    /// [`Stop`] of a table.
    pub fn heap_law(&self, upto: &Nat, context: &Context<'_>) -> Result<Option<HeapLaw>, Stop> {
        let period = |preperiod, length| Some(HeapLaw::periodic(preperiod, length));
        Ok(match self {
            Self::Interval { scale, least, greatest } if scale.is_one() && least.is_one() => {
                Some(HeapLaw::modulo(greatest + 1u8))
            }
            Self::Interval { scale, least, greatest } => {
                period(Nat::ZERO, scale * (least + greatest))
            }
            Self::Odd { scale } => period(Nat::ZERO, scale * 2u8),
            Self::EvenPowers(base) => period(Nat::ZERO, base + 1u8),
            Self::All => Some(HeapLaw::nim()),
            Self::AllButOne(_) => None,
            Self::Table { scale, values } => {
                let mut values = values.lock().unwrap_or_else(PoisonError::into_inner);
                values.value(&(upto / scale), context)?;
                match values.period() {
                    Some(Period { preperiod, length, saltus: 0 }) => {
                        period(scale * preperiod, scale * length)
                    }
                    _ => None,
                }
            }
        })
    }

    /// The values of the heaps 0, 1, …, `to`, and how they repeat if that is proved; `None` where
    /// a number does not fit.
    ///
    /// # Complexity
    /// O(to), and the table of the set where it needs one.
    ///
    /// # Errors
    /// [`Stop`] at a limit or when cancelled.
    pub fn values_to(
        &self,
        to: u64,
        context: &Context<'_>,
    ) -> Result<Option<ValuesAndPeriod>, Stop> {
        if to >= u64::from(u32::MAX) {
            return Ok(None);
        }
        context.check_memory(4 * to, || format!("a line of {to} values"))?;
        // What exceeds the word exceeds every heap of the line.
        let word = |n: &Nat| to_u64(n).unwrap_or(u64::MAX);
        let period = |length: Option<u64>, saltus: u64| {
            length.map(|length| Period { preperiod: 0, length, saltus })
        };
        let by = |formula: &dyn Fn(u64) -> u64| -> Result<Option<Vec<u32>>, Stop> {
            let mut values = Vec::with_capacity(to as usize + 1);
            for n in 0..=to {
                context.tick("filling a line of values", n)?;
                values.push(formula(n) as u32);
            }
            Ok(Some(values))
        };
        let (values, period) = match self {
            Self::Interval { scale, least, greatest } => {
                let length = least + greatest;
                let whole = to_u64(&(&length * scale)).filter(|_| !greatest.is_zero());
                let (scale, least, length) = (word(scale), word(least), word(&length));
                let whole = if length == 1 { Some(1) } else { whole };
                (by(&|n| n / scale % length / least)?, period(whole, 0))
            }
            Self::Odd { scale } => {
                let whole = to_u64(&(scale * 2u8));
                let scale = word(scale);
                (by(&|n| n / scale % 2)?, period(whole, 0))
            }
            Self::EvenPowers(base) => {
                let whole = to_u64(&(base + 1u8));
                let (base, length) = (word(base), whole.unwrap_or(u64::MAX));
                let value = |n: u64| if n % length == base { 2 } else { n % length % 2 };
                (by(&value)?, period(whole, 0))
            }
            Self::All => (by(&|n| n)?, period(Some(1), 1)),
            Self::AllButOne(gap) => {
                let whole = to_u64(&(gap * 2u8));
                let gap = word(gap);
                let value = |n: u64| match gap.checked_mul(2) {
                    Some(twice) => n / twice * gap + n % gap,
                    None => n % gap,
                };
                (by(&value)?, whole.and_then(|whole| period(Some(whole), gap)))
            }
            Self::Table { scale, values } => {
                let mut values = values.lock().unwrap_or_else(PoisonError::into_inner);
                let line = values.write_line(to as usize + 1, word(scale), context)?;
                let scaled = values.period().and_then(|period| {
                    let preperiod = period.preperiod.checked_mul(word(scale))?;
                    let length = period.length.checked_mul(word(scale))?;
                    Some(Period { preperiod, length, ..period })
                });
                (line, scaled)
            }
        };
        Ok(values.map(|values| (values, period)))
    }

    /// The heaps of a value in `low`..=`high`: how many, and the first `max` of them.
    ///
    /// # Errors
    /// [`Stop`] of a table or when cancelled.
    pub fn heaps_of(
        &self,
        value: &Nat,
        (low, high): (&Nat, &Nat),
        max: usize,
        context: &Context<'_>,
    ) -> Result<(Nat, Vec<Nat>), Stop> {
        let within = |heaps: Vec<Nat>| {
            let heaps: Vec<_> = heaps.into_iter().filter(|n| low <= n && n <= high).collect();
            (Nat::from(heaps.len()), heaps.into_iter().take(max).collect())
        };
        Ok(match self {
            Self::Interval { scale, least, greatest } if scale.is_one() => {
                let period = least + greatest;
                let from = value * least;
                if from >= period {
                    return Ok((Nat::ZERO, Vec::new()));
                }
                let to = (&from + least).min(period.clone()) - 1u8;
                residues(&period, (&from, &to), (low, high), max)
            }
            Self::All => within(vec![value.clone()]),
            Self::AllButOne(gap) => {
                let first = value / gap * gap * 2u8 + value % gap;
                within(vec![first.clone(), first + gap])
            }
            Self::Table { scale, values } if scale.is_one() => {
                let mut values = values.lock().unwrap_or_else(PoisonError::into_inner);
                return values.heaps_of(value, (low, high), max, context);
            }
            // Sets of single numbers: nobody asks for long ranges.
            _ => {
                let (mut count, mut listed) = (Nat::ZERO, Vec::new());
                let mut heap = low.clone();
                let mut steps = 0u64;
                while heap <= *high {
                    context.tick("counting heaps of a value", steps)?;
                    steps += 1;
                    if self.value(&heap, context)? == *value {
                        count += 1u8;
                        if listed.len() < max {
                            listed.push(heap.clone());
                        }
                    }
                    heap += 1u8;
                }
                (count, listed)
            }
        })
    }
}

/// The n in `low`..=`high` with n mod `period` in `from`..=`to`: how many, and the first `max`.
fn residues(
    period: &Nat,
    (from, to): (&Nat, &Nat),
    (low, high): (&Nat, &Nat),
    max: usize,
) -> (Nat, Vec<Nat>) {
    // Those below n.
    let below = |n: &Nat| {
        let (full, rest) = (n / period, n % period);
        let part = if rest > *from { rest.min(to + 1u8) - from } else { Nat::ZERO };
        full * (to - from + 1u8) + part
    };
    let count = below(&(high + 1u8)) - below(low);
    let mut listed = Vec::new();
    let mut block = low / period * period;
    while listed.len() < max && &block + from <= *high {
        let mut n = (&block + from).max(low.clone());
        while listed.len() < max && n <= &block + to && n <= *high {
            listed.push(n.clone());
            n += 1u8;
        }
        block += period;
    }
    (count, listed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nimber::mex;
    use crate::theory::take_set::Classic;

    fn naive(set: &TakeSet, to: u64) -> Vec<u64> {
        let takes = set.words_up_to(to);
        let mut values: Vec<u64> = Vec::new();
        for n in 0..=to {
            let usable = takes.iter().take_while(|&&take| take <= n);
            values.push(mex(usable.map(|&take| values[(n - take) as usize])));
        }
        values
    }

    fn numbers(bits: u64) -> NumberSet {
        (1..60u64).filter(|n| bits >> n & 1 == 1).map(|n| (n, n)).collect()
    }

    /// Every law, and every period, against the definition.
    fn check(set: &TakeSet, to: u64) {
        let context = Context::default();
        let law = Law::of(set);
        let naive = naive(set, to);
        // A value far off makes a table look for its period before it is compared.
        let _ = law.value(&Nat::from(10u8).pow(30), &context);
        let mut table = Values::new(set.clone());
        if !matches!(set, TakeSet::Union(_, classics) if !classics.is_empty()) {
            table.value(&Nat::from(10u8).pow(30), &context).unwrap();
            if let Some(period) = table.period() {
                table.values.truncate((period.preperiod + period.length) as usize);
            }
        }
        for (n, &value) in naive.iter().enumerate() {
            assert_eq!(law.value(&n.into(), &context).unwrap(), value.into(), "{set} {n}");
            assert_eq!(table.value(&n.into(), &context).unwrap(), value.into(), "{set} {n}");
        }
        for (low, high) in [(0, to as usize), (3, 17), (40, 41), (30, to as usize - 5)] {
            for target in 0..6u64 {
                let heaps = (low..=high).filter(|&n| naive[n] == target);
                let heaps: Vec<Nat> = heaps.map(Nat::from).collect();
                let (low, high) = (Nat::from(low), Nat::from(high));
                for max in [0, 1, 3, usize::MAX] {
                    let first = heaps[..max.min(heaps.len())].to_vec();
                    let all = (Nat::from(heaps.len()), first);
                    let range = (&low, &high);
                    let found = law.heaps_of(&target.into(), range, max, &context).unwrap();
                    assert_eq!(found, all, "{set} {low} {high} {target}");
                    let found = table.heaps_of(&target.into(), range, max, &context).unwrap();
                    assert_eq!(found, all, "{set} {low} {high} {target}");
                }
            }
        }
    }

    #[test]
    fn finite_sets_follow_their_laws_and_periods() {
        for bits in 1..1u64 << 6 {
            check(&TakeSet::Union(numbers(bits << 1), Vec::new()), 120);
        }
        for bits in [0b1000_0010_0001 << 3, 0b1_0101 << 6, 1 << 3 | 1 << 7 | 1 << 19, 0xff << 20] {
            check(&TakeSet::Union(numbers(bits), Vec::new()), 300);
        }
        for scale in [2u64, 3] {
            let set = [1u64, 3, 4].map(|n| (n * scale, n * scale)).into_iter().collect();
            check(&TakeSet::Union(set, Vec::new()), 100);
        }
    }

    #[test]
    fn all_but_sets_follow_their_laws_and_periods() {
        for bits in 0..1u64 << 7 {
            check(&TakeSet::AllBut(numbers(bits << 1)), 150);
        }
        for bits in [1 << 3 | 1 << 11, 0b1_0000_1011 << 4, 1 << 20 | 1 << 13 | 1 << 2] {
            check(&TakeSet::AllBut(numbers(bits)), 400);
        }
    }

    #[test]
    fn powers_and_other_classics_follow_their_laws() {
        let union = |numbers, classics: &[Classic]| TakeSet::Union(numbers, classics.to_vec());
        for k in 2..9u8 {
            check(&union(NumberSet::default(), &[Classic::Powers(k.into())]), 700);
        }
        check(&union(numbers(1 << 5), &[Classic::Powers(3u8.into())]), 300);
        check(&union(numbers(1 << 4), &[Classic::Powers(3u8.into())]), 300);
        check(&union(NumberSet::default(), &[Classic::Fibonacci]), 300);
        check(&union(numbers(1 << 7), &[Classic::Squares, Classic::Primes]), 300);
    }

    #[test]
    fn example_of_values() {
        use crate::theory::{subtraction::Values, take_set::TakeSet};
        let set = TakeSet::Union([(2u8, 2u8), (5, 5)].into_iter().collect(), Vec::new());
        let mut values = Values::new(set);
        let huge = crate::nat::Nat::from(10u8).pow(1000);
        assert_eq!(values.value(&huge, &Default::default()).unwrap(), 0u8.into());
        assert_eq!(values.period().unwrap().length, 7);
    }
}
