//! The characters of a random sum, gathered by the size of what they contribute.
//!
//! Let f_j be the weights of the values of a heap of part j, and K_j the number of its heaps. The
//! weight of the tuples of nim-sum 0 is 2^-t times the sum over all w < 2^t of the products of
//! F_j(w)^K_j, F_j the Walsh-Hadamard transform of f_j and t so large that all values are below 2^t.
//!
//! **Runs.** For the values 0, …, b-1 no table is needed. Let the lowest one of w be bit i. In an
//! aligned block of 2^(i+1) values the signs cancel, so only the r = b mod 2^(i+1) last values
//! count: together min(r, 2^(i+1) - r), with the sign (-1)^|w and (b - r)|. So |F(w)| depends on i
//! alone, and the signs for several b are a linear map of the higher bits of w: each pattern in
//! its image belongs to equally many w.

use super::distribution::Distribution;
use crate::context::{Context, Stop};
use crate::nat::{self, BitTest, Int, Nat, to_u64};
use crate::sorting::sort_by;
use crate::walsh_hadamard::{Summand, transform};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// Characters of equal contribution up to its sign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// |F_j(w)| for each part.
    pub sizes: Vec<Nat>,
    /// How many characters have a positive product of powers, minus how many have a negative one;
    /// never 0.
    pub count: Int,
}

/// All characters: the weight of the tuples of nim-sum 0 is
/// 2^-bits times the sum over the groups of count times the product of sizes^K.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spectrum {
    /// The groups, the one of the trivial character among them.
    pub groups: Vec<Group>,
    /// All values are below 2 to this power.
    pub bits: usize,
}

/// Runs are kept as runs if there are at most so many different bounds; else they are listed.
const MAX_BOUNDS_OF_RUNS: usize = 6;

/// At most so many bounds: their signs are patterns of so many bits.
const MAX_BOUNDS: usize = 16;

/// Runs that end below this may be listed.
const LISTED: u64 = 1 << 22;

/// Numbers below 2^62 cannot overflow in a transform.
const WORD: u64 = 1 << 62;

/// A table of characters.
enum Table {
    Words(Vec<i64>),
    Long(Vec<Int>),
    /// No listed values.
    Empty,
}

impl Table {
    fn at(&self, w: usize) -> Int {
        match self {
            Self::Words(values) => Int::from(values[w]),
            Self::Long(values) => values[w].clone(),
            Self::Empty => Int::ZERO,
        }
    }
}

/// The transform of one part: a table for the listed values and coefficients of runs.
struct Characters {
    table: Table,
    /// Coefficients of the indicators of 0..bound, by the number of the bound.
    runs: Vec<(Int, usize)>,
    odd: bool,
}

impl Spectrum {
    /// The spectrum of parts with these distributions and numbers of heaps (at least 1).
    ///
    /// # Complexity
    /// O(t 2^t) additions for listed values below 2^t; for b bounds of runs below 2^u, at most
    /// u 2^b steps more, times 2^t for both together.
    ///
    /// # Errors
    /// [`Stop`] at a limit, also for too many runs of great values, or when cancelled.
    pub fn of(mut parts: Vec<(Distribution, u64)>, context: &Context<'_>) -> Result<Self, Stop> {
        let mut bounds = bounds(&parts);
        if bounds.len() > MAX_BOUNDS_OF_RUNS {
            parts.iter_mut().for_each(|(part, _)| part.expand(LISTED));
            bounds = self::bounds(&parts);
        }
        if bounds.len() > MAX_BOUNDS {
            return Err(Stop::beyond(format!(
                "the values from {LISTED} on lie in {} separate ranges; odds are counted for at most {} of them",
                bounds.len() / 2,
                MAX_BOUNDS / 2
            )));
        }
        let listed = parts.iter().map(|(part, _)| part.small.len()).max().unwrap_or(0);
        let low_bits = listed.next_power_of_two().trailing_zeros() as usize;
        let bits = bounds.iter().map(BitTest::bit_len).max().unwrap_or(0).max(low_bits);
        let entries = (parts.len() as u64) << low_bits;
        context.check_positions(1 << low_bits, || "a transform of the values".into())?;
        context.check_memory(entries.saturating_mul(24), || "a transform of the values".into())?;
        let mut characters = Vec::new();
        for (part, heaps) in &parts {
            characters.push(Characters {
                table: table(part, low_bits, context)?,
                runs: runs(part, &bounds),
                odd: heaps % 2 == 1,
            });
        }
        if let [Characters { table: Table::Words(values), runs, odd }] = &mut *characters
            && runs.is_empty()
        {
            let groups = sorted(std::mem::take(values), *odd);
            return Ok(Self { groups, bits });
        }
        let mut walk = Walk {
            characters: &characters,
            bounds: &bounds,
            low_bits,
            bits,
            groups: HashMap::new(),
            key: Vec::new(),
            steps: 0,
            bytes: 0,
            context,
        };
        walk.all()?;
        let groups = walk.groups.into_iter().filter(|(_, count)| !count.is_zero());
        let mut groups: Vec<_> = groups.map(|(sizes, count)| Group { sizes, count }).collect();
        sort_by(&mut groups, &|a, b| b.sizes.cmp(&a.sizes));
        Ok(Self { groups, bits })
    }

    /// Adds a further term with this sign: 2^bits times the product of `sizes`^K.
    pub fn add(&mut self, sizes: Vec<Nat>, negative: bool) {
        if sizes.iter().any(Nat::is_zero) {
            return;
        }
        let term = Int::from(Nat::ONE << self.bits);
        let term = if negative { -term } else { term };
        match self.groups.binary_search_by(|group| sizes.cmp(&group.sizes)) {
            Ok(i) => {
                self.groups[i].count += term;
                if self.groups[i].count.is_zero() {
                    self.groups.remove(i);
                }
            }
            Err(i) => self.groups.insert(i, Group { sizes, count: term }),
        }
    }
}

/// The different bounds of the runs, and of the values too great to be listed.
fn bounds(parts: &[(Distribution, u64)]) -> Vec<Nat> {
    let mut bounds = Vec::new();
    for (part, _) in parts {
        bounds.extend(part.ranges.iter().flat_map(|range| [range.low.clone(), range.end.clone()]));
        bounds.extend(part.large.keys().flat_map(|value| [value.clone(), value + 1u8]));
    }
    bounds.sort_unstable();
    bounds.dedup();
    bounds.retain(|bound| !bound.is_zero());
    bounds
}

fn runs(part: &Distribution, bounds: &[Nat]) -> Vec<(Int, usize)> {
    let mut coefficients = vec![Int::ZERO; bounds.len()];
    let mut add = |bound: &Nat, weight: Int| {
        // Nothing is below 0.
        if let Ok(i) = bounds.binary_search(bound) {
            coefficients[i] += weight;
        }
    };
    for range in &part.ranges {
        add(&range.end, Int::from(range.weight.clone()));
        add(&range.low, -Int::from(range.weight.clone()));
    }
    for (value, weight) in &part.large {
        add(&(value + 1u8), Int::from(weight.clone()));
        add(value, -Int::from(weight.clone()));
    }
    let numbered = coefficients.into_iter().zip(0..);
    numbered.filter(|(coefficient, _)| !coefficient.is_zero()).collect()
}

fn table(part: &Distribution, bits: usize, context: &Context<'_>) -> Result<Table, Stop> {
    fn filled<T: Summand + Clone>(
        (zero, bits): (T, usize),
        values: impl Iterator<Item = T>,
        context: &Context<'_>,
    ) -> Result<Vec<T>, Stop> {
        let mut table: Vec<T> = values.collect();
        table.resize(1 << bits, zero);
        transform(&mut table, context)?;
        Ok(table)
    }
    if part.small.is_empty() {
        return Ok(Table::Empty);
    }
    if part.total < Nat::from(WORD) {
        let words = part.small.iter().map(|weight| to_u64(weight).unwrap_or(0) as i64);
        return filled((0i64, bits), words, context).map(Table::Words);
    }
    let long = part.small.iter().map(|weight| Int::from(weight.clone()));
    filled((Int::ZERO, bits), long, context).map(Table::Long)
}

/// The groups of one table: sorting is faster than a map.
fn sorted(mut values: Vec<i64>, odd: bool) -> Vec<Group> {
    values.sort_unstable_by_key(|value| std::cmp::Reverse(value.unsigned_abs()));
    let runs = values.chunk_by(|a, b| a.unsigned_abs() == b.unsigned_abs());
    let group = |run: &[i64]| {
        let negative = run.iter().filter(|&&value| odd && value < 0).count() as i64;
        let count = Int::from(run.len() as i64 - 2 * negative);
        let size = Nat::from(run[0].unsigned_abs());
        (!count.is_zero() && !size.is_zero()).then(|| Group { sizes: vec![size], count })
    };
    runs.filter_map(group).collect()
}

struct Walk<'a> {
    characters: &'a [Characters],
    bounds: &'a [Nat],
    low_bits: usize,
    bits: usize,
    groups: HashMap<Vec<Nat>, Int>,
    key: Vec<Nat>,
    steps: u64,
    bytes: u64,
    context: &'a Context<'a>,
}

/// The span of vectors over the field of two elements.
#[derive(Default)]
struct Span {
    /// With different highest ones.
    basis: Vec<u32>,
    all: Vec<u32>,
}

impl Span {
    fn extend(&mut self, vector: u32) {
        if self.all.is_empty() {
            self.all.push(0);
        }
        let rest = self.basis.iter().fold(vector, |rest, &row| rest.min(rest ^ row));
        if rest != 0 {
            self.basis.push(rest);
            self.basis.sort_unstable();
            self.basis.reverse();
            let shifted: Vec<u32> = self.all.iter().map(|pattern| pattern ^ rest).collect();
            self.all.extend(shifted);
        }
    }
}

impl Walk<'_> {
    /// For each bound the sum of the signs of the values below it, for a character whose lowest
    /// one is `bit`, up to the sign that the higher bits give.
    fn remainders(&self, bit: usize) -> Vec<Nat> {
        let (half, block) = (Nat::ONE << bit, Nat::ONE << (bit + 1));
        let remainder = |bound: &Nat| {
            let rest = bound % &block;
            if rest > half { &block - rest } else { rest }
        };
        self.bounds.iter().map(remainder).collect()
    }

    fn all(&mut self) -> Result<(), Stop> {
        // The trivial character.
        let totals: Vec<Int> = self.bounds.iter().map(|bound| Int::from(bound.clone())).collect();
        self.count(0, &totals, &Nat::ONE)?;
        // Characters whose lowest one lies above the table, from above.
        let mut span = Span::default();
        span.extend(0);
        for bit in (self.low_bits..self.bits).rev() {
            let remainders = self.remainders(bit);
            let times = Nat::ONE << (self.bits - 1 - bit - span.basis.len());
            for &pattern in &span.all {
                let signed = signed(&remainders, pattern);
                self.count(0, &signed, &times)?;
            }
            let column = self.bounds.iter().enumerate();
            span.extend(column.map(|(i, bound)| u32::from(bound.bit(bit)) << i).sum());
        }
        // Those of the table, each with all that may stand above.
        let times = Nat::ONE << (self.bits - self.low_bits - span.basis.len());
        let remainders: Vec<Vec<Nat>> =
            (0..self.low_bits).map(|bit| self.remainders(bit)).collect();
        let mask = (1u64 << self.low_bits) - 1;
        let low = |bound: &Nat| to_u64(&(bound & Nat::from(mask))).unwrap_or(0) as usize;
        let lows: Vec<usize> = self.bounds.iter().map(low).collect();
        for w in 1..1usize << self.low_bits {
            let bit = w.trailing_zeros() as usize;
            let sign = |low: &usize| (low >> (bit + 1) << (bit + 1) & w).count_ones() % 2;
            let own: u32 = lows.iter().enumerate().map(|(i, low)| sign(low) << i).sum();
            for &pattern in &span.all {
                let signed = signed(&remainders[bit], pattern ^ own);
                self.count(w, &signed, &times)?;
            }
        }
        Ok(())
    }

    /// Counts `times` characters: `w` of the tables, these sums for the bounds.
    fn count(&mut self, w: usize, sums: &[Int], times: &Nat) -> Result<(), Stop> {
        self.steps += 1;
        if self.bits > 1 << 12 {
            self.context.look("transforming the numbers of heaps by value", self.steps)?;
        } else {
            self.context.tick("transforming the numbers of heaps by value", self.steps)?;
        }
        self.context
            .check_positions(self.steps, || "transforming the numbers of heaps by value".into())?;
        self.key.clear();
        let mut flipped = false;
        for part in self.characters {
            let listed = part.table.at(w);
            let sum = part.runs.iter().fold(listed, |sum, (weight, i)| sum + weight * &sums[*i]);
            let (size, negative) = nat::magnitude(&sum);
            if size.is_zero() {
                return Ok(());
            }
            flipped ^= negative && part.odd;
            self.key.push(size);
        }
        let times = Int::from(times.clone());
        let times = if flipped { -times } else { times };
        if let Some(count) = self.groups.get_mut(&self.key) {
            *count += times;
            return Ok(());
        }
        // A copy of the key and what the table of the map takes.
        let long: usize = self.key.iter().map(|size| 24 + nat::heap_bytes(size)).sum();
        self.bytes +=
            192 + long as u64 + nat::heap_bytes(self.key.first().unwrap_or(&Nat::ZERO)) as u64;
        self.context
            .check_memory(self.bytes, || "transforming the numbers of heaps by value".into())?;
        if let Entry::Vacant(entry) = self.groups.entry(self.key.clone()) {
            entry.insert(times);
        }
        Ok(())
    }
}

fn signed(sizes: &[Nat], pattern: u32) -> Vec<Int> {
    let sign = |(i, size): (usize, &Nat)| {
        let size = Int::from(size.clone());
        if pattern >> i & 1 == 1 { -size } else { size }
    };
    sizes.iter().enumerate().map(sign).collect()
}

#[cfg(test)]
mod tests {
    use super::super::distribution::Range;
    use super::*;

    /// A distribution of these weights, its run 2..9 kept as a run if asked.
    fn sample(weights: &[u64], run: Option<(u64, u64, u64)>) -> Distribution {
        let small: Vec<Nat> = weights.iter().map(|&w| Nat::from(w)).collect();
        let (low, end, weight) = run.unwrap_or_default();
        let total = weights.iter().sum::<u64>() + (end - low) * weight;
        let [low, end, weight] = [low, end, weight].map(Nat::from);
        let ranges = run.map(|_| Range { low, end, weight }).into_iter().collect();
        Distribution { small, ranges, total: total.into(), ..Distribution::default() }
    }

    fn zero_sums(spectrum: &Spectrum, heaps: &[u64]) -> Int {
        let term = |group: &Group| {
            let powers = group.sizes.iter().zip(heaps).map(|(size, &k)| size.pow(k as usize));
            &group.count * Int::from(powers.fold(Nat::ONE, |product, power| product * power))
        };
        spectrum.groups.iter().map(term).fold(Int::ZERO, |sum, term| sum + term)
            / (Int::ONE << spectrum.bits)
    }

    /// All tuples, one after the other.
    fn by_convolution(parts: &[(Distribution, u64)]) -> Int {
        let mut weights = vec![Int::ZERO; 256];
        weights[0] = Int::ONE;
        for (part, heaps) in parts {
            for _ in 0..*heaps {
                let mut next = vec![Int::ZERO; 256];
                for value in 0..256usize {
                    let weight = Int::from(part.weight_of(&value.into()));
                    if !weight.is_zero() {
                        (0..256).for_each(|x| next[x ^ value] += &weights[x] * &weight);
                    }
                }
                weights = next;
            }
        }
        weights.swap_remove(0)
    }

    #[test]
    fn tables_runs_and_both_count_what_convolution_counts() {
        let context = Context::default();
        let lists: [&[u64]; 4] = [&[], &[0, 3, 1], &[5], &[1, 0, 2, 7, 1, 1, 0, 9, 4]];
        let runs = [None, Some((0, 16, 1)), Some((0, 11, 2)), Some((3, 90, 1)), Some((37, 38, 5))];
        let mut samples = Vec::new();
        for list in lists {
            samples.extend(runs.iter().map(|&run| sample(list, run)));
        }
        samples.retain(|part| !part.total.is_zero());
        for (i, first) in samples.iter().enumerate() {
            for heaps in 1..=4 {
                let parts = vec![(first.clone(), heaps)];
                let spectrum = Spectrum::of(parts.clone(), &context).unwrap();
                assert_eq!(zero_sums(&spectrum, &[heaps]), by_convolution(&parts), "{first:?}");
            }
            let second = &samples[(7 * i + 3) % samples.len()];
            let parts = vec![(first.clone(), 2), (second.clone(), 3)];
            let spectrum = Spectrum::of(parts.clone(), &context).unwrap();
            assert_eq!(zero_sums(&spectrum, &[2, 3]), by_convolution(&parts));
        }
    }

    #[test]
    fn listing_runs_and_long_numbers_change_nothing() {
        let context = Context::default();
        let mut part = sample(&[1, 2], None);
        for low in 0..6u64 {
            let [low, end] = [low, low * low + 9].map(Nat::from);
            part.ranges.push(Range { low, end, weight: 3u8.into() });
        }
        part.large.insert(200u8.into(), 4u8.into());
        for scale in [1u64, 1 << 61] {
            let mut part = part.clone();
            let weights = part.small.iter_mut().chain(part.large.values_mut());
            weights.chain(part.ranges.iter_mut().map(|r| &mut r.weight)).for_each(|w| *w *= scale);
            part.total = Nat::from(WORD);
            let parts = vec![(part, 3)];
            let spectrum = Spectrum::of(parts.clone(), &context).unwrap();
            assert_eq!(zero_sums(&spectrum, &[3]), by_convolution(&parts));
        }
    }
}
