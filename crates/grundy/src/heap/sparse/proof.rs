//! Which rare values are options: by windows of many heaps at once, then by a search for each heap.

use grundy_lanes::{Stored, at_least};

use super::engine::{Core, Halt};
use super::filter::{Found, SPAN};
use super::planes::REACH;
use crate::context::{LimitKind, Stop};

impl<V: Stored> Core<V> {
    /// Lists the lanes among these with rare values below their own which neither windows nor heaps
    /// before the block show to be options.
    pub fn unproved(
        &mut self,
        b: usize,
        found: &Found,
        lanes: u64,
        out: &mut Vec<(usize, u32)>,
    ) {
        let row = *self.cells(b);
        let low = self.mask.low;
        // Values that differ below the lowest bit of the mask only: which class comes first there
        // depends on the value, so that such values are looked at together.
        let most = row.iter().max().map_or(0, |cell| cell.number());
        let groups = (most >> low) as usize + 1;
        self.needs.resize(self.needs.len().max(groups), 0);
        self.asked.resize(self.asked.len().max(groups << low), 0);
        at_least(self.level, &row, low, &mut self.needs[..groups]);
        let words = found.block(0, b);
        for x in 0..groups << low {
            let needed = self.needs[x >> low] & lanes;
            self.asked[x] += needed.count_ones();
            let mut rest = needed & !words.get(x).copied().unwrap_or(0);
            let careful = x == 0 && self.careful(b);
            if careful {
                rest = needed;
            }
            while rest != 0 {
                let lane = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                let (n, x) = (b + lane, x as u32);
                let below = (x >> low) < (row[lane].number() >> low)
                    || self.mask.value(n, x, 0) < self.mask.value(n, row[lane].number(), 1);
                if below && (careful || !self.find_pair(b, n, x)) {
                    out.push((lane, x));
                }
            }
        }
    }

    /// Whether the windows may take two equal heaps, which the rules forbid, for a proof of 0.
    fn careful(&self, b: usize) -> bool {
        self.splits.any_distinct() && b < 2 * REACH + 2 * SPAN
    }

    /// Whether two heaps below b show that the rare value x is an option of n.
    pub fn find_pair(&self, b: usize, n: usize, x: u32) -> bool {
        let mut looked = 0;
        let found = self.splits.pairs.iter().any(|&(take, distinct)| {
            let Some(sum) = n.checked_sub(take) else { return false };
            let to = if distinct { sum.saturating_sub(1) / 2 } else { sum / 2 };
            let from = (sum + 1).saturating_sub(b).max(1);
            from <= to
                && self.history.has_pair(self.level, (sum, V::of(x)), (from, to), &mut looked)
        });
        if let Some(length) = self.length.get(x as usize) {
            length.update(|length| length * 0.98 + looked as f32 * 0.02);
        }
        found
    }

    /// Whether the rare value x is an option of n, whose options are all known.
    pub fn is_option(&self, n: usize, x: u32) -> Result<bool, Halt> {
        let value = self.mask.value(n, x, 0);
        let splits = &self.splits;
        let halves = |&take: &usize| n >= take + 2 && (n - take).is_multiple_of(2);
        if value == 0 && (splits.ends.contains(&n) || splits.equal.iter().any(halves)) {
            return Ok(true);
        }
        if splits.single.iter().any(|&take| n > take && self.value(n - take) == value) {
            return Ok(true);
        }
        if self.find_pair(n, n, x) {
            return Ok(true);
        }
        if self.history.has_gap() {
            return Err(Halt::Stop(Stop::Limit {
                kind: LimitKind::Memory,
                what: format!(
                    "computing the nim-sequence: from heap {n} on nothing is proved: whether {value} \
                     is an option of it can be seen only from heaps that were dropped to save memory"
                ),
            }));
        }
        Ok(false)
    }
}
