//! The values computed, of which a middle part may be dropped.

use std::ops::Range;

use grundy_lanes::{Level, Stored, Witnesses, pair};

/// Stored values of heaps 0, 1, …, and which of them are common.
#[derive(Clone, Debug)]
pub(super) struct History<V> {
    /// Those of the heaps below `kept`, then those from `kept + gone` on.
    cells: Vec<V>,
    kept: usize,
    gone: usize,
    /// A bit for each heap, up to the last rare one at least; heaps beyond are common.
    common: Vec<u64>,
    /// The greatest number for heap 0 and each rare heap, 0 for others; it ends a while behind the
    /// last rare heap.
    veil: Vec<V>,
}

/// How far the veil reaches behind the last rare heap: as far as a row of witnesses and 64 lanes.
const BEHIND: usize = 640;

impl<V: Stored> History<V> {
    pub fn with_capacity(heaps: usize) -> Self {
        const { assert!(BEHIND + 1 >= Witnesses::<V>::COUNT + 63) };
        let mut veil = vec![V::default(); 1 + BEHIND];
        veil[0] = V::NONE;
        Self { cells: Vec::with_capacity(heaps), kept: 0, gone: 0, common: Vec::new(), veil }
    }

    pub fn len(&self) -> usize {
        self.cells.len() + self.gone
    }

    /// Whether heaps were dropped.
    pub fn has_gap(&self) -> bool {
        self.gone > 0
    }

    /// The heaps before and behind those that were dropped.
    pub fn kept(&self) -> [Range<usize>; 2] {
        let first = if self.has_gap() { self.kept } else { 0 };
        [0..first, first + self.gone..self.len()]
    }

    /// Goes on at heap `to`, as if those before it had been dropped: once.
    pub fn skip(&mut self, to: usize) {
        self.kept = self.cells.len();
        self.gone = to - self.kept;
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        (self.cells.len() + self.veil.len()) * size_of::<V>() + self.common.len() * 8
    }

    /// The stored value of a heap that was not dropped.
    #[inline]
    pub fn get(&self, n: usize) -> V {
        self.cells[if n < self.kept { n } else { n - self.gone }]
    }

    #[inline]
    pub fn set(&mut self, n: usize, cell: V) {
        self.cells[n - self.gone] = cell;
    }

    /// 1 if the heap is common, else 0.
    #[inline]
    pub fn class(&self, n: usize) -> u32 {
        self.common.get(n / 64).map_or(1, |word| (word >> (n % 64)) as u32 & 1)
    }

    /// The classes of 64 heaps from n on, as bits.
    pub fn classes(&self, n: usize) -> u64 {
        let word = |i: usize| self.common.get(i).copied().unwrap_or(!0);
        match n % 64 {
            0 => word(n / 64),
            low => word(n / 64) >> low | word(n / 64 + 1) << (64 - low),
        }
    }

    pub fn set_rare(&mut self, n: usize) {
        if self.common.len() <= n / 64 {
            self.common.resize(n / 64 + 1, !0);
        }
        self.common[n / 64] &= !(1 << (n % 64));
        if self.veil.len() <= n + BEHIND {
            self.veil.resize(n + BEHIND + 1, V::default());
        }
        self.veil[n] = V::NONE;
    }

    /// Takes back that a heap is rare.
    pub fn set_common(&mut self, n: usize) {
        self.common[n / 64] |= 1 << (n % 64);
        self.veil[n] = V::default();
    }

    /// The greatest number for heap 0 and each rare heap, 0 for others and a while behind.
    pub fn veil(&self) -> &[V] {
        &self.veil
    }

    /// Some late heaps.
    pub fn late_slice(&self, from: usize, to: usize) -> &[V] {
        &self.cells[from - self.gone..to - self.gone]
    }

    /// The first heaps, all if none was dropped.
    pub fn early(&self) -> &[V] {
        if self.gone == 0 { &self.cells } else { &self.cells[..self.kept] }
    }

    pub fn push(&mut self, cell: V) {
        self.cells.push(cell);
    }

    pub fn extend(&mut self, cells: &[V]) {
        self.cells.extend_from_slice(cells);
    }

    /// Makes it that long, with values of 0 or without the last ones. Those are never dropped ones.
    pub fn resize(&mut self, heaps: usize) {
        self.cells.resize(heaps - self.gone, V::default());
    }

    /// All that is kept, as one slice, and what is to be taken off the numbers of late heaps.
    pub fn late(&self) -> (&[V], usize) {
        (&self.cells, self.gone)
    }

    /// The same, to be changed.
    pub fn late_mut(&mut self) -> (&mut [V], usize) {
        (&mut self.cells, self.gone)
    }

    /// Drops all but the first and the last heaps.
    pub fn drop_middle(&mut self, first: usize, last: usize) {
        if self.gone == 0 {
            self.kept = first;
        }
        let end = self.cells.len() - last;
        if end > self.kept {
            self.cells.drain(self.kept..end);
            self.gone += end - self.kept;
        }
    }

    /// Whether some j in `from..=to` and `sum - j` are of one class and their stored values sum to x.
    /// Dropped heaps are passed over. Adds the number of pairs looked at to `looked`.
    pub fn has_pair(
        &self,
        level: Level,
        (sum, x): (usize, V),
        (from, to): (usize, usize),
        looked: &mut usize,
    ) -> bool {
        if self.gone == 0 {
            return self.has_pair_shifted(level, (sum, x), (from, to), (0, 0), looked);
        }
        // A heap of the first part with a late one, then two late ones.
        let late = self.kept + self.gone;
        let reach = to.min(self.kept - 1).min(sum.saturating_sub(late));
        reach >= from
            && self.has_pair_shifted(level, (sum, x), (from, reach), (0, self.gone), looked)
            || to >= late.max(from)
                && self.has_pair_shifted(
                    level,
                    (sum, x),
                    (from.max(late), to),
                    (self.gone, self.gone),
                    looked,
                )
    }

    /// The same where the numbers of the two heaps are so much greater than their places.
    fn has_pair_shifted(
        &self,
        level: Level,
        (sum, x): (usize, V),
        (mut from, to): (usize, usize),
        (low, high): (usize, usize),
        looked: &mut usize,
    ) -> bool {
        let cells = &self.cells;
        while from <= to {
            let found = pair(level, cells, cells, sum - low - high, x, from - low, to - low);
            let Some(j) = found.map(|j| j + low) else {
                *looked += to + 1 - from;
                return false;
            };
            *looked += j + 1 - from;
            if self.class(j) == self.class(sum - j) {
                return true;
            }
            from = j + 1;
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_found_around_the_gap() {
        let mut history: History<u8> = History::with_capacity(0);
        let values: Vec<u8> = (0..3000u32).map(|n| (n * n / 7 % 251) as u8).collect();
        values.iter().for_each(|&v| history.push(v));
        for n in (3..400).step_by(11) {
            history.set_rare(n);
        }
        let brute = |sum: usize, x: u8, from: usize, to: usize, there: &dyn Fn(usize) -> bool| {
            let rare = |n: usize| (3..400).contains(&n) && (n - 3).is_multiple_of(11);
            (from..=to).any(|j| {
                there(j)
                    && there(sum - j)
                    && values[j] ^ values[sum - j] == x
                    && rare(j) == rare(sum - j)
            })
        };
        for x in 0..=255 {
            let mut looked = 0;
            let found = history.has_pair(Level::detect(), (2990, x), (1, 1495), &mut looked);
            assert_eq!(found, brute(2990, x, 1, 1495, &|_| true));
        }
        history.drop_middle(500, 700);
        assert!(history.has_gap());
        assert_eq!(history.len(), 3000);
        let there = |n: usize| !(500..2300).contains(&n);
        for n in (0..3000).filter(|&n| there(n)) {
            assert_eq!(history.get(n), values[n]);
        }
        for sum in [2990, 3500, 5000, 2400, 4700] {
            for x in 0..=255 {
                let from = if sum > 2999 { sum - 2999 } else { 1 };
                let mut looked = 0;
                let found =
                    history.has_pair(Level::detect(), (sum, x), (from, sum / 2), &mut looked);
                assert_eq!(found, brute(sum, x, from, sum / 2, &there), "{sum} {x}");
            }
        }
    }
}
