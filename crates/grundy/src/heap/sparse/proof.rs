//! Which rare values are options: by windows of many heaps at once, then by a search for each heap.

use grundy_lanes::{ByDistance, Row, Stored, below};

use super::core::Core;
use super::engine::Halt;
use super::filter::{Found, SPAN};
use super::planes::REACH;
use crate::context::{LimitKind, Stop};

/// More lanes with values than that are proved together.
const MANY: usize = 16;

/// Values of each lane that are proved together.
const ROWS: usize = 8;

/// Pairs that are looked at first then.
const FIRST_LOOK: usize = 32;

/// Cycles for a search of one lane, and for a pair of all lanes.
const SINGLE: u32 = 90;
const EACH: u32 = 5;

/// The heaps whose pairs these are, at most.
const FIRST_HEAPS: usize = 4096;

impl<V: Stored> Core<V> {
    /// Lists pairs of the first common heaps: the distance to the other heap, 64 at least, and the
    /// value.
    pub fn arrange_first(&mut self) {
        let mut first = Vec::new();
        for n in (1..self.len().min(FIRST_HEAPS)).filter(|&n| self.history.class(n) == 1) {
            let takes = self.splits.pairs.iter().map(|(take, _)| take + n).filter(|&d| d >= 64);
            first.extend(takes.map(|d| (d as u32, self.history.get(n))));
        }
        self.first = ByDistance::from(first);
    }

    /// Lists the lanes among these with rare values below their own which neither windows nor heaps
    /// before the block show to be options.
    pub fn unproved(&mut self, b: usize, found: &Found, lanes: u64, out: &mut Vec<(usize, u32)>) {
        let row = *self.cells(b);
        let low = self.mask.low;
        // Values that differ below the lowest bit of the mask only: which class comes first there
        // depends on the value, so that such values are looked at together.
        let (mut words, mut left) =
            (std::mem::take(&mut self.words), std::mem::take(&mut self.left));
        found.block(0, b, &mut words);
        let careful = self.careful(b);
        if let (true, Some(first)) = (careful, words.first_mut()) {
            *first = 0;
        }
        below(self.level, &row, (lanes, low), &words, &mut self.asked, &mut left);
        for &(x, mut rest) in &left {
            while rest != 0 {
                let lane = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                let n = b + lane;
                let is_less = (x >> low) < (row[lane].number() >> low)
                    || self.mask.value(n, x, 0) < self.mask.value(n, row[lane].number(), 1);
                if is_less {
                    if careful && x == 0 { &mut *out } else { &mut self.pending }.push((lane, x));
                }
            }
        }
        (self.words, self.left) = (words, left);
        let mut pending = std::mem::take(&mut self.pending);
        while pending.len() > MANY {
            let before = pending.len();
            self.prove_many(b, &mut pending, out);
            debug_assert!(pending.len() < before);
        }
        for (lane, x) in pending.drain(..) {
            if !self.find_pair(b, b + lane, x) {
                out.push((lane, x));
            }
        }
        self.pending = pending;
    }

    /// Proves by the first common heaps, for many lanes at once; what is left of the lanes looked at
    /// is searched one by one, and those not looked at stay pending.
    fn prove_many(
        &mut self,
        b: usize,
        pending: &mut Vec<(usize, u32)>,
        out: &mut Vec<(usize, u32)>,
    ) {
        let mut rows: [Row<V>; ROWS] = [[V::NONE; 64]; ROWS];
        let (mut counts, mut alive) = ([0u8; 64], [0u64; ROWS]);
        pending.retain(|&(lane, x)| {
            let k = usize::from(counts[lane]);
            if k < ROWS {
                rows[k][lane] = V::of(x);
                alive[k] |= 1 << lane;
                counts[lane] += 1;
            }
            k == ROWS
        });
        let mut pairs = self.first.part().split_below(b + 1).0;
        let (mut from, mut length) = (0, FIRST_LOOK.min(pairs.len()));
        while length > 0 {
            let (some, rest) = pairs.split_at(length);
            pairs = rest;
            let before: u32 = alive.iter().map(|alive| alive.count_ones()).sum();
            let started = alive;
            self.sift(b, some, &mut alive, &rows);
            from += length;
            for ((&started, &alive), row) in started.iter().zip(&alive).zip(&rows) {
                let mut done = started & !alive;
                while done != 0 {
                    let x = row[done.trailing_zeros() as usize].number();
                    self.looked(x, from / 2);
                    done &= done - 1;
                }
            }
            let left: u32 = alive.iter().map(|alive| alive.count_ones()).sum();
            length = (2 * length).min(pairs.len());
            // Whether as many as that again would be found more cheaply one by one.
            if (before - left).min(left) * SINGLE < length as u32 * EACH {
                break;
            }
        }
        for (mut alive, row) in alive.into_iter().zip(&rows) {
            while alive != 0 {
                let lane = alive.trailing_zeros() as usize;
                let x = row[lane].number();
                if !self.find_pair(b, b + lane, x) {
                    out.push((lane, x));
                }
                alive &= alive - 1;
            }
        }
    }

    fn looked(&self, x: u32, pairs: usize) {
        if let Some(length) = self.length.get(x as usize) {
            length.update(|length| length * 0.98 + pairs as f32 * 0.02);
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
        self.looked(x, looked);
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
