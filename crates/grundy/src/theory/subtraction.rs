//! Values of subtraction games: closed forms, tables and proofs that a table repeats for ever.

use super::heap_law::HeapLaw;
use super::mex_table::{grow_all_but, grow_takes, repetition};
use super::number_set::NumberSet;
use super::take_set::TakeSet;
use crate::context::{Context, LimitKind, Stop};
use crate::nat::{Nat, to_u64};
use crate::period::Period;
use std::sync::{Mutex, PoisonError};

/// The values of heaps 0, 1, 2, … when a set of numbers may be taken.
///
/// **Finite sets.** With s the greatest number to take, G(n) for n >= s is a function of the s
/// values before it. So once s consecutive values repeat at distance p, all later ones do.
///
/// **All but T**, t = max T. Two heaps of equal value differ by an element of T, so the heaps of a
/// value lie within t. New values come up in order 0, 1, 2, …, because an unused value is always
/// free; let M(n) be how many were used before heap n, and x(n) = M(n) - G(n) >= 0, 0 iff G(n) is
/// new. A value that occurs among the last t heaps has no heap more than 2t before n, and one that
/// does not cannot be used again; so for n >= 2t the 2t numbers x before n determine x(n). Once 2t
/// consecutive ones repeat at distance p, all later x do, and G(n+p) = G(n) + saltus with saltus
/// the number of zeros of x in a period.
///
/// # Complexity
/// Heap n costs as many steps as numbers may be taken from it (all but T: as there are heaps of
/// values still in use); a period is looked for each time the table has doubled, in linear time.
/// Space up to 16 bytes a heap.
///
/// # Literature
/// E. R. Berlekamp, J. H. Conway, R. K. Guy, *Winning Ways* (1982), ch. 4; A. N. Siegel,
/// *Combinatorial Game Theory* (2013), ch. IV.
#[derive(Debug)]
pub struct Values {
    set: TakeSet,
    /// How many consecutive numbers determine all later ones, where a bounded number does.
    window: Option<u64>,
    values: Vec<u32>,
    period: Option<Period>,
}

/// Values of heaps from 0 on, and how they go on.
pub type ValuesAndPeriod = (Vec<u32>, Option<Period>);

impl Values {
    /// An empty table for this set.
    pub fn new(set: TakeSet) -> Self {
        let greatest = |numbers: &NumberSet| numbers.greatest().map_or(Some(0), to_u64);
        let window = match &set {
            TakeSet::Union(numbers, classics) if classics.is_empty() => greatest(numbers),
            TakeSet::Union(..) => None,
            TakeSet::AllBut(gaps) => greatest(gaps).and_then(|t| t.checked_mul(2)),
        };
        Self { set, window: window.map(|w| w.max(1)), values: Vec::new(), period: None }
    }

    /// The period, once it is proved.
    pub fn period(&self) -> Option<Period> {
        self.period
    }

    /// The Grundy value of a heap.
    ///
    /// # Errors
    /// [`Stop`] at a limit, or when cancelled.
    pub fn value(&mut self, heap: &Nat, context: &Context<'_>) -> Result<Nat, Stop> {
        self.reach(heap, context)?;
        Ok(self.at(heap))
    }

    /// The values of the heaps 0, 1, …, each taken `repeat` times, until there are `len`: the
    /// table itself, copied on from where it repeats.
    fn write_line(
        &mut self,
        len: usize,
        repeat: u64,
        context: &Context<'_>,
    ) -> Result<Option<Vec<u32>>, Stop> {
        let heaps = (len as u64).div_ceil(repeat);
        self.reach(&Nat::from(heaps.saturating_sub(1)), context)?;
        let mut line = Vec::with_capacity(len);
        for n in 0..heaps {
            context.tick("filling a line of values", n)?;
            let value = match (self.values.get(n as usize), self.period) {
                (Some(&value), _) => value,
                (None, Some(Period { preperiod, length, saltus })) => {
                    let (times, rest) = ((n - preperiod) / length, (n - preperiod) % length);
                    let grown = u64::from(self.values[(preperiod + rest) as usize])
                        .checked_add(times.saturating_mul(saltus));
                    let Some(value) = grown.and_then(|grown| u32::try_from(grown).ok()) else {
                        return Ok(None);
                    };
                    value
                }
                (None, None) => unreachable!("the last one is within reach"),
            };
            let more = (repeat as usize).min(len - line.len());
            line.extend(std::iter::repeat_n(value, more));
        }
        Ok(Some(line))
    }

    /// The value of a heap within reach.
    fn at(&self, heap: &Nat) -> Nat {
        let known = to_u64(heap).and_then(|n| self.values.get(n as usize));
        match (known, self.period) {
            (Some(&value), _) => value.into(),
            (None, Some(period)) => {
                let (first, times) = period.reduce(heap);
                times * period.saltus + self.values[first as usize]
            }
            (None, None) => unreachable!("reach was called before"),
        }
    }

    /// Makes the value of a heap known, by the table or by a period.
    fn reach(&mut self, heap: &Nat, context: &Context<'_>) -> Result<(), Stop> {
        let most = context.limits.positions.min(context.limits.memory / 16).min(1 << 31);
        let wanted = to_u64(heap).and_then(|n| n.checked_add(1));
        while self.period.is_none() {
            let length = self.values.len() as u64;
            if wanted.is_some_and(|wanted| wanted <= length) {
                return Ok(());
            }
            let periodic = self.window.is_some_and(|window| window <= most / 2);
            if length >= most || !periodic && wanted.is_none_or(|wanted| wanted > most) {
                let kind = if most == context.limits.positions {
                    LimitKind::Positions
                } else {
                    LimitKind::Memory
                };
                let what = format!(
                    "the values of a subtraction game: {length} heaps are known, without a period, and {most} can be stored"
                );
                return Err(Stop::Limit { kind, what });
            }
            let doubled = match wanted {
                // Without a period in sight only what is asked for is computed, and some more.
                Some(wanted) if !periodic => wanted.max(length + length / 4),
                _ => 2 * length,
            };
            self.grow(doubled.clamp(1024, most.max(1024)) as usize, context)?;
        }
        Ok(())
    }

    fn grow(&mut self, to: usize, context: &Context<'_>) -> Result<(), Stop> {
        if let TakeSet::AllBut(gaps) = &self.set {
            grow_all_but(&mut self.values, &gaps.words_up_to(to as u64), to, context)?;
        } else {
            let takes = self.set.words_up_to(to as u64);
            grow_takes(&mut self.values, &takes, to, context)?;
        }
        if let Some(window) = self.window.and_then(|window| usize::try_from(window).ok()) {
            self.period = match &self.set {
                TakeSet::AllBut(_) => {
                    let (mut used, mut relative) = (0, Vec::with_capacity(self.values.len()));
                    for &value in &self.values {
                        relative.push(used - value);
                        used = used.max(value + 1);
                    }
                    repetition(&relative, window).map(|(start, length)| {
                        let repeated = &relative[start..start + length];
                        let saltus = repeated.iter().filter(|&&x| x == 0).count() as u64;
                        // The x of the first heaps may differ where the values already repeat.
                        Period { preperiod: start as u64, length: length as u64, saltus }
                            .from_the_least_heap(|n| self.values[n as usize].into())
                    })
                }
                TakeSet::Union(..) => repetition(&self.values, window).map(|(start, length)| {
                    Period { preperiod: start as u64, length: length as u64, saltus: 0 }
                }),
            };
        }
        Ok(())
    }

    /// The heaps of a value in `low`..=`high`: how many, and the first `max` of them.
    ///
    /// # Errors
    /// As [`value`](Self::value).
    pub fn heaps_of(
        &mut self,
        value: &Nat,
        (low, high): (&Nat, &Nat),
        max: usize,
        context: &Context<'_>,
    ) -> Result<(Nat, Vec<Nat>), Stop> {
        self.reach(high, context)?;
        // Heaps before `start` one by one, later ones class by class.
        let start = self.period.map_or(self.values.len() as u64, |period| period.preperiod);
        let (mut count, mut listed) = (Nat::ZERO, Vec::new());
        let word = |n: &Nat| to_u64(n).unwrap_or(u64::MAX);
        for n in word(low)..start.min(word(high).saturating_add(1)) {
            if *value == Nat::from(self.values[n as usize]) {
                count += 1u8;
                if listed.len() < max {
                    listed.push(Nat::from(n));
                }
            }
        }
        let Some(Period { length, saltus, .. }) = self.period else { return Ok((count, listed)) };
        let low = low.max(&Nat::from(start)).clone();
        if low > *high {
            return Ok((count, listed));
        }
        // For each class its first heap in the range.
        let mut classes = Vec::new();
        for r in start..start + length {
            context.tick("counting heaps of a value", r)?;
            let base = Nat::from(self.values[r as usize]);
            let r = Nat::from(r);
            if saltus > 0 {
                if *value < base || (value - &base) % saltus != 0 {
                    continue;
                }
                let heap = r + (value - base) / saltus * length;
                if low <= heap && heap <= *high {
                    count += 1u8;
                    classes.push(heap);
                }
            } else if base == *value {
                let skipped = if low > r { (&low - &r + (length - 1)) / length } else { Nat::ZERO };
                let first = r + skipped * length;
                if first <= *high {
                    count += (high - &first) / length + 1u8;
                    classes.push(first);
                }
            }
        }
        classes.sort();
        while listed.len() < max && !classes.is_empty() {
            listed.extend(classes.iter().cloned());
            classes.retain_mut(|heap| {
                *heap += length;
                saltus == 0 && *heap <= *high
            });
        }
        listed.truncate(max);
        Ok((count, listed))
    }
}

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
