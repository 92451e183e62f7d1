//! The history: the values computed, of which a middle part may be dropped.

use std::ops::Range;

use grundy_lanes::{InstructionSet, StoredValue, WitnessRow, find_pair, find_sum};

/// Stored values and classes of the heaps 0, 1, 2, …
///
/// With dropped heaps the history is a prefix, a gap and the *late* heaps after it.
#[derive(Clone, Debug)]
pub(super) struct History<V> {
    /// The cells of the heaps below `prefix`, then those from `prefix + dropped` on.
    cells: Vec<V>,
    prefix: usize,
    dropped: usize,
    /// A bit for each heap, set for common ones, up to the last rare heap at least. Later heaps are
    /// common.
    common: Vec<u64>,
    /// The cells of common heaps and [`StoredValue::NONE`] for heap 0 and rare ones: those below
    /// `active_end` at most.
    active: Vec<V>,
    /// [`ACTIVE_MARGIN_HEAPS`] after the last rare heap, or later.
    active_end: usize,
}

/// Active cells after the last rare heap: enough for a witness row and 64 lanes.
const ACTIVE_MARGIN_HEAPS: usize = 640;

impl<V: StoredValue> History<V> {
    /// An empty history with room for this many heaps.
    pub fn with_capacity(heaps: usize) -> Self {
        const { assert!(ACTIVE_MARGIN_HEAPS + 1 >= WitnessRow::<V>::LEN + 63) };
        Self {
            cells: Vec::with_capacity(heaps),
            prefix: 0,
            dropped: 0,
            common: Vec::new(),
            active: Vec::new(),
            active_end: 1 + ACTIVE_MARGIN_HEAPS,
        }
    }

    /// The number of heaps, dropped ones included.
    pub fn len(&self) -> usize {
        self.cells.len() + self.dropped
    }

    /// The number of heaps that were not dropped.
    pub fn kept_heaps(&self) -> usize {
        self.cells.len()
    }

    /// Whether heaps were dropped.
    pub fn has_gap(&self) -> bool {
        self.dropped > 0
    }

    /// The prefix and the late heaps.
    pub fn kept(&self) -> [Range<usize>; 2] {
        let first = if self.has_gap() { self.prefix } else { 0 };
        [0..first, first + self.dropped..self.len()]
    }

    /// Drops the heaps from here to `to`, before they were pushed; at most once.
    pub fn skip(&mut self, to: usize) {
        self.prefix = self.cells.len();
        self.dropped = to - self.prefix;
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        (self.cells.len() + self.active.len()) * size_of::<V>() + self.common.len() * 8
    }

    /// The stored value of a heap that was not dropped.
    #[inline]
    pub fn get(&self, n: usize) -> V {
        self.cells[if n < self.prefix { n } else { n - self.dropped }]
    }

    /// Replaces the stored value of a late heap.
    #[inline]
    pub fn set(&mut self, n: usize, cell: V) {
        debug_assert!(n >= self.active.len());
        self.cells[n - self.dropped] = cell;
    }

    /// The class of a heap: 1 if it is common, 0 if it is rare.
    #[inline]
    pub fn class(&self, n: usize) -> u32 {
        self.common.get(n / 64).map_or(1, |word| (word >> (n % 64)) as u32 & 1)
    }

    /// The classes of the 64 heaps from n on, as bits.
    pub fn classes(&self, n: usize) -> u64 {
        let word = |i: usize| self.common.get(i).copied().unwrap_or(!0);
        match n % 64 {
            0 => word(n / 64),
            low => word(n / 64) >> low | word(n / 64 + 1) << (64 - low),
        }
    }

    /// A bit for each heap, set for common ones; later heaps are common.
    pub fn common(&self) -> &[u64] {
        &self.common
    }

    /// Makes a heap rare.
    pub fn set_rare(&mut self, n: usize) {
        if self.common.len() <= n / 64 {
            self.common.resize(n / 64 + 1, !0);
        }
        self.common[n / 64] &= !(1 << (n % 64));
        self.active_end = self.active_end.max(n + ACTIVE_MARGIN_HEAPS + 1);
        self.active.truncate(n);
    }

    /// Makes a heap common again.
    pub fn set_common(&mut self, n: usize) {
        self.active.truncate(n);
        self.common[n / 64] |= 1 << (n % 64);
    }

    /// Takes the heaps below b into the [active cells](Self::active), from the prefix and not far beyond the last rare
    /// heap.
    ///
    /// # Complexity
    /// O(1) for each heap that was not there before.
    pub fn update_active(&mut self, b: usize) {
        let end = self.active_end.min(self.early().len()).min(b);
        for n in self.active.len()..end {
            let is_active = n > 0 && self.class(n) == 1;
            self.active.push(if is_active { self.cells[n] } else { V::NONE });
        }
    }

    /// The cells of common heaps and [`StoredValue::NONE`] for heap 0 and rare ones: as far as
    /// [`update_active`](Self::update_active) made them.
    pub fn active(&self) -> &[V] {
        &self.active
    }

    /// The cells of late heaps.
    pub fn late_slice(&self, from: usize, to: usize) -> &[V] {
        &self.cells[from - self.dropped..to - self.dropped]
    }

    /// The cells of the prefix; of all heaps if none was dropped.
    pub fn early(&self) -> &[V] {
        if self.dropped == 0 { &self.cells } else { &self.cells[..self.prefix] }
    }

    /// Appends the stored value of a heap, which is common for now.
    pub fn push(&mut self, cell: V) {
        self.cells.push(cell);
    }

    /// Appends the stored values of heaps, which are common for now.
    pub fn extend(&mut self, cells: &[V]) {
        self.cells.extend_from_slice(cells);
    }

    /// Appends zeros or removes late heaps until there are `heaps`.
    pub fn resize(&mut self, heaps: usize) {
        self.active.truncate(heaps);
        self.cells.resize(heaps - self.dropped, V::default());
    }

    /// All cells that are kept, and the number to subtract from a late heap to get its place among
    /// them.
    pub fn late(&self) -> (&[V], usize) {
        (&self.cells, self.dropped)
    }

    /// The same, mutable.
    pub fn late_mut(&mut self) -> (&mut [V], usize) {
        (&mut self.cells, self.dropped)
    }

    /// Drops all but the first `first` and the last `last` heaps.
    pub fn drop_middle(&mut self, first: usize, last: usize) {
        if self.dropped == 0 {
            self.prefix = first;
        }
        self.active.truncate(self.prefix);
        let end = self.cells.len() - last;
        if end > self.prefix {
            self.cells.drain(self.prefix..end);
            self.dropped += end - self.prefix;
        }
    }

    /// Whether the heaps j and `sum - j`, which are known, have one class and stored values of nim-sum x; no
    /// if one was dropped.
    pub fn is_pair(&self, sum: usize, x: V, j: usize) -> bool {
        let is_kept = |n: usize| !(self.prefix..self.prefix + self.dropped).contains(&n);
        is_kept(j)
            && is_kept(sum - j)
            && self.get(j).xor(self.get(sum - j)) == x
            && self.class(j) == self.class(sum - j)
    }

    /// The first j in `from..=to` such that the heaps j and `sum - j` have one class and stored values
    /// of nim-sum x. Pairs with dropped heaps are skipped. Adds the number of pairs examined to
    /// `examined`.
    pub fn find_pair(
        &self,
        simd: InstructionSet,
        (sum, x): (usize, V),
        (from, to): (usize, usize),
        examined: &mut usize,
    ) -> Option<usize> {
        if self.dropped == 0 {
            return self.find_pair_shifted(simd, (sum, x), (from, to), (0, 0), examined);
        }
        // A heap of the prefix with a late one, then two late ones.
        let late = self.prefix + self.dropped;
        let reach = to.min(self.prefix - 1).min(sum.saturating_sub(late));
        let first = (reach >= from).then(|| {
            self.find_pair_shifted(simd, (sum, x), (from, reach), (0, self.dropped), examined)
        });
        first.flatten().or_else(|| {
            let (from, gap) = (from.max(late), (self.dropped, self.dropped));
            let is_any = to >= from;
            is_any.then(|| self.find_pair_shifted(simd, (sum, x), (from, to), gap, examined))?
        })
    }

    /// The same for few heaps j of the prefix, whose stored values are given, the last one first.
    pub fn find_pair_of_part(
        &self,
        simd: InstructionSet,
        (sum, x): (usize, V),
        (from, to): (usize, usize),
        reversed: &[V],
        examined: &mut usize,
    ) -> Option<usize> {
        let others = sum - to;
        if self.has_gap() && others < self.prefix + self.dropped {
            return self.find_pair(simd, (sum, x), (from, to), examined);
        }
        let cells = &self.cells[others - self.dropped..][..reversed.len()];
        let mut start = 0;
        while let Some(i) = find_sum(simd, &reversed[start..], &cells[start..], x) {
            start += i + 1;
            let j = to + 1 - start;
            if self.class(j) == self.class(sum - j) {
                *examined += start;
                return Some(j);
            }
        }
        *examined += reversed.len();
        None
    }

    /// The same where the places of the two heaps are their numbers less `low` and `high`.
    fn find_pair_shifted(
        &self,
        simd: InstructionSet,
        (sum, x): (usize, V),
        (mut from, to): (usize, usize),
        (low, high): (usize, usize),
        examined: &mut usize,
    ) -> Option<usize> {
        let cells = &self.cells;
        while from <= to {
            let found = find_pair(simd, cells, cells, sum - low - high, x, from - low, to - low);
            let Some(j) = found.map(|j| j + low) else {
                *examined += to + 1 - from;
                return None;
            };
            *examined += j + 1 - from;
            if self.class(j) == self.class(sum - j) {
                return Some(j);
            }
            from = j + 1;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn active_cells_follow_every_change() {
        let mut random = fastrand::Rng::with_seed(5);
        for _ in 0..200 {
            let mut history: History<u8> = History::with_capacity(0);
            history.resize(64);
            for _ in 0..40 {
                // As the engine goes: a block whose heaps may become rare, and some that are taken back.
                let b = history.len();
                history.update_active(b);
                history.resize(b + 64);
                (b..b + 64).for_each(|n| history.set(n, random.u8(..200)));
                for _ in 0..random.usize(..3) {
                    history.set_rare(b + random.usize(..64));
                    history.update_active(b);
                }
                if random.u8(..4) == 0 {
                    let to = history.len().saturating_sub(64 * random.usize(..9)).max(64);
                    let rare: Vec<usize> =
                        (to..b + 64).filter(|&n| history.class(n) == 0).collect();
                    rare.into_iter().for_each(|n| history.set_common(n));
                    history.resize(to);
                }
                let b = history.len();
                history.update_active(b);
                let last = (1..b).rev().find(|&n| history.class(n) == 0).unwrap_or(0);
                assert!(history.active().len() >= b.min(last + ACTIVE_MARGIN_HEAPS));
                for (n, &cell) in history.active().iter().enumerate() {
                    let is_active = n > 0 && history.class(n) == 1;
                    assert_eq!(cell, if is_active { history.get(n) } else { u8::MAX }, "{n}");
                }
            }
        }
    }

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
            let mut examined = 0;
            let found =
                history.find_pair(InstructionSet::best(), (2990, x), (1, 1495), &mut examined);
            assert_eq!(found.is_some(), brute(2990, x, 1, 1495, &|_| true));
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
                let mut examined = 0;
                let found = history.find_pair(
                    InstructionSet::best(),
                    (sum, x),
                    (from, sum / 2),
                    &mut examined,
                );
                assert_eq!(found.is_some(), brute(sum, x, from, sum / 2, &there), "{sum} {x}");
            }
        }
    }
}
