//! Values of places found one after another, where no formula is known.

use crate::context::{Context, LimitKind, Stop};
use crate::nimber::MexSet;
use std::collections::HashMap;

/// The values of the rules that turn at most t coins: the k-th is the least number that is no
/// nim-sum of fewer than t of those before it.
///
/// These are the numbers of a lexicode: the sets of places of nim-sum 0 are the words of a linear
/// code with minimal distance t + 1 (Conway and Sloane 1986).
#[derive(Debug)]
pub struct Greedy {
    coins: usize,
    values: Vec<u64>,
    places: HashMap<u64, u32>,
    /// Which numbers are nim-sums of at most 0, 1, …, t-1 values, as bits.
    sums: Vec<Vec<u64>>,
}

impl Greedy {
    /// For at most `coins` coins, 2 or more.
    pub fn new(coins: usize) -> Self {
        let sums = vec![vec![1]; coins];
        Self { coins, values: Vec::new(), places: HashMap::new(), sums }
    }

    /// The values found so far.
    pub fn values(&self) -> &[u64] {
        &self.values
    }

    /// The place of a value, counted from 0, if it is there.
    pub fn place(&self, value: u64) -> Option<u32> {
        self.places.get(&value).copied()
    }

    /// Finds the values of the places up to `last`.
    ///
    /// O(t 2^k / 64) each for values below 2^k.
    pub fn extend(&mut self, last: u64, context: &Context<'_>) -> Result<(), Stop> {
        while self.values.len() as u64 <= last {
            let number = self.values.len() as u64;
            context.look("finding the values of places", number)?;
            let full = &self.sums[self.coins - 1];
            let least = full.iter().zip(0u64..).find(|(word, _)| **word != u64::MAX);
            let value = match least {
                Some((word, i)) => 64 * i + u64::from(word.trailing_ones()),
                None => 64 * full.len() as u64,
            };
            if value >= 64 * full.len() as u64 {
                let words = 2 * full.len() as u64;
                let doing = || format!("the nim-sums of the values of {number} places");
                context.check_positions(64 * words, doing)?;
                context.check_memory(8 * words * self.coins as u64, doing)?;
                self.sums.iter_mut().for_each(|set| set.resize(2 * set.len(), 0));
            }
            for count in (1..self.coins).rev() {
                let (fewer, more) = self.sums.split_at_mut(count);
                add_shifted(&mut more[0], &fewer[count - 1], value);
            }
            self.places.insert(value, self.values.len() as u32);
            self.values.push(value);
        }
        Ok(())
    }
}

/// Adds `n xor value` to `set` for every n of `from`.
fn add_shifted(set: &mut [u64], from: &[u64], value: u64) {
    const HALVES: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0f0f_0f0f_0f0f_0f0f,
        0x00ff_00ff_00ff_00ff,
        0x0000_ffff_0000_ffff,
        0x0000_0000_ffff_ffff,
    ];
    let (high, low) = ((value / 64) as usize, value % 64);
    for (i, word) in set.iter_mut().enumerate() {
        let mut moved = from[i ^ high];
        for (bit, half) in HALVES.iter().enumerate() {
            if low >> bit & 1 == 1 {
                moved = (moved & half) << (1 << bit) | moved >> (1 << bit) & half;
            }
        }
        *word |= moved;
    }
}

/// The values of three coins with equal distances.
#[derive(Debug, Default)]
pub struct Spaced {
    values: Vec<u64>,
}

impl Spaced {
    /// The values found so far.
    pub fn values(&self) -> &[u64] {
        &self.values
    }

    /// Finds the values of the places up to `last`. O(last) each.
    pub fn extend(&mut self, last: u64, context: &Context<'_>) -> Result<(), Stop> {
        let doing = || format!("the values of {last} places");
        context.check_positions(last.saturating_mul(last) / 64, doing)?;
        context.check_memory(last.saturating_mul(8), doing)?;
        let mut seen = MexSet::default();
        while self.values.len() as u64 <= last {
            let n = self.values.len();
            context.look("finding the values of places", n as u64)?;
            (1..=n / 2).for_each(|d| seen.insert(self.values[n - d] ^ self.values[n - 2 * d]));
            self.values.push(seen.mex());
            seen.clear();
        }
        Ok(())
    }
}

/// The values where a move turns coins within `width` neighbours: they repeat as soon as width - 1
/// of them in a row do, because each is determined by those before it.
#[derive(Debug)]
pub struct Window {
    values: Vec<u64>,
    /// Where the repetition begins, and its length.
    period: (usize, usize),
}

impl Window {
    /// Finds the values until they repeat; `options` tells the nim-sums of the other coins turned
    /// from the values before a place.
    pub fn new(width: usize, options: impl Fn(&[u64]) -> Vec<u64>) -> Self {
        let mut values: Vec<u64> = Vec::new();
        let mut seen: HashMap<Vec<u64>, usize> = HashMap::new();
        loop {
            let n = values.len();
            if n + 1 >= width {
                let state = values[n + 1 - width..].to_vec();
                if let Some(start) = seen.insert(state, n) {
                    return Self { period: (start, n - start), values };
                }
            }
            let value = crate::nimber::mex(options(&values));
            values.push(value);
        }
    }

    /// Preperiod and period.
    pub fn period(&self) -> (usize, usize) {
        self.period
    }

    /// The values of the preperiod and of the first period.
    pub fn values(&self) -> &[u64] {
        &self.values
    }
}

/// The values of symmetric sets of coins.
#[derive(Debug, Default)]
pub struct Symmetric {
    values: Vec<u64>,
}

/// A linear space of numbers under nim-addition, moved by a number.
#[derive(Debug, Default)]
struct Shifted {
    by: u64,
    /// Numbers with different top bits, descending.
    basis: Vec<u64>,
}

impl Shifted {
    fn rest(&self, number: u64) -> u64 {
        self.basis.iter().fold(number, |rest, vector| rest.min(rest ^ vector))
    }

    fn add(&mut self, vector: u64) {
        let rest = self.rest(vector);
        if rest != 0 {
            let place = self.basis.partition_point(|&other| other > rest);
            self.basis.insert(place, rest);
        }
    }

    fn contains(&self, number: u64) -> bool {
        self.rest(number ^ self.by) == 0
    }
}

impl Symmetric {
    /// The values found so far.
    pub fn values(&self) -> &[u64] {
        &self.values
    }

    /// Finds the values of the places up to `last`.
    ///
    /// A set with the first place m and the last place n has any of the pairs between and perhaps the
    /// middle: the nim-sums of the other coins are a linear space moved by the value of m. O(n^2 v)
    /// for a value v.
    pub fn extend(&mut self, last: u64, context: &Context<'_>) -> Result<(), Stop> {
        while self.values.len() as u64 <= last {
            let (n, values) = (self.values.len(), &self.values);
            let spaces: Vec<Shifted> = (0..n)
                .map(|m| {
                    let mut space = Shifted { by: values[m], basis: Vec::new() };
                    (1..(n - m).div_ceil(2)).for_each(|i| space.add(values[m + i] ^ values[n - i]));
                    if (n - m).is_multiple_of(2) {
                        space.add(values[(n + m) / 2]);
                    }
                    space
                })
                .collect();
            let mut value = 1u64;
            while spaces.iter().any(|space| space.contains(value)) {
                value += 1;
                if value.is_multiple_of(1024) {
                    context.look("finding the values of places", n as u64)?;
                    // Values double with every other place.
                    if value.saturating_mul(n as u64) > context.limits.positions {
                        return Err(Stop::Limit {
                            kind: LimitKind::Positions,
                            what: format!(
                                "the value of the place {n}: more than the {} positions allowed are needed",
                                context.limits.positions
                            ),
                        });
                    }
                }
            }
            self.values.push(value);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn greedy(coins: usize, last: u64) -> Vec<u64> {
        let mut table = Greedy::new(coins);
        table.extend(last, &Context::default()).unwrap();
        table.values().to_vec()
    }

    #[test]
    fn values_are_the_published_ones() {
        // OEIS A000069, A033623 and A054016, after Winning Ways, ch. 14, table 3.
        assert_eq!(greedy(3, 9), [1, 2, 4, 7, 8, 11, 13, 14, 16, 19]);
        let four = [
            1, 2, 4, 8, 15, 16, 32, 51, 64, 85, 106, 128, 150, 171, 219, 237, 247, 256, 279, 297,
            455, 512, 537, 557, 594, 643, 803, 863, 998, 1024, 1051, 1070, 1112, 1169, 1333, 1345,
            1620, 1866, 2048, 2076, 2085, 2185, 2372,
        ];
        assert_eq!(greedy(4, 42), four);
        let five = [
            1, 2, 4, 8, 16, 31, 32, 64, 103, 128, 171, 213, 256, 301, 342, 439, 475, 494, 512, 558,
            595, 911, 1024, 1075, 1114, 1189, 1287, 1606, 1727, 1996, 2048, 2102, 2140, 2225, 2339,
            2667, 2691, 3240, 3733, 4096, 4153, 4171, 4371, 4745, 4912, 5237, 5601, 5746,
        ];
        assert_eq!(greedy(5, 47), five);
        let nine = [1, 2, 4, 8, 16, 32, 64, 128, 256, 511, 512, 1024, 2048, 4096, 7711, 8192];
        assert_eq!(greedy(9, 15), nine);
    }

    #[test]
    fn the_mock_turtle_theorem_holds() {
        // Values for an odd number of coins have an odd number of ones; without their last bit they
        // are those for one coin less, from the second place on.
        for coins in [3, 5, 7] {
            let (odd, even) = (greedy(coins, 40), greedy(coins - 1, 39));
            assert!(odd.iter().all(|value| value.count_ones() % 2 == 1));
            assert!(odd[1..].iter().map(|value| value / 2).eq(even.iter().copied()), "{coins}");
        }
    }

    #[test]
    fn special_lengths_are_the_codes_of_winning_ways() {
        // The sets of nim-sum 0 of 24 places are the words of Golay's code, those of 18 places for
        // Moebius a code with 2^9 words and minimal distance 6 (the extended quadratic residue code).
        let words = |values: &[u64]| {
            let mut count = vec![0; values.len() + 1];
            let mut sum = 0;
            for set in 1..1u32 << values.len() {
                // One coin after another, in the order of Gray's code.
                sum ^= values[set.trailing_zeros() as usize];
                if sum == 0 {
                    count[(set ^ set >> 1).count_ones() as usize] += 1;
                }
            }
            count.into_iter().enumerate().filter(|&(_, count)| count > 0).collect::<Vec<_>>()
        };
        assert_eq!(words(&greedy(7, 23)), [(8, 759), (12, 2576), (16, 759), (24, 1)]);
        assert_eq!(words(&greedy(5, 17)), [(6, 102), (8, 153), (10, 153), (12, 102), (18, 1)]);
    }

    #[test]
    fn tables_end_at_limits() {
        let few = Context::new(crate::context::Limits::default().with_positions(1000));
        assert!(Greedy::new(5).extend(100, &few).is_err());
        assert!(Spaced::default().extend(100_000, &few).is_err());
        assert!(Symmetric::default().extend(60, &few).is_err());
    }
}
