//! Which rare values are options: by windows of many heaps at once, then by the heaps that show most,
//! then by a search for each heap.

use grundy_lanes::{ByDistance, Row, Stored, Witnesses, below};

use super::core::Core;
use super::engine::Halt;
use super::filter::{Found, NEAREST, SPAN};
use super::planes::REACH;
use super::yields::Yields;
use crate::context::{LimitKind, Stop};

/// Up to so many lanes with values are searched one by one; up to so many have four values each, or
/// nearly.
const FEW: u32 = 8;
const SOME: u32 = 100;

/// Pairs with the heaps that show most are looked at in stages: so many, then twice as many, as often
/// as that.
const FIRST_STAGE: usize = 32;
const STAGES: usize = 5;

/// Cycles for a search of one lane among the witnesses, one that goes on behind them, and for a pair
/// and a value of each lane.
const SINGLE: f32 = 25.0;
const FARTHER: f32 = 80.0;
const EACH: f32 = 0.7;

/// Pairs that a long search looks at in a cycle.
const SPEED: f32 = 20.0;

/// The first of the heaps that are searched for all lanes: with nearer ones the other heap might be
/// of the same block.
const NEAR: usize = 64;

/// How many lanes were searched of late, and how many cycles that took.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    lanes: f32,
    cycles: f32,
}

impl Default for Effort {
    fn default() -> Self {
        Self { lanes: 1.0, cycles: 50.0 }
    }
}

impl Effort {
    /// The cycles for each lane.
    pub fn each(self) -> f32 {
        self.cycles / self.lanes
    }

    /// What is older counts for less.
    pub fn faded(self) -> Self {
        match self.lanes {
            1.0.. => Self { lanes: 0.8 * self.lanes, cycles: 0.8 * self.cycles },
            _ => self,
        }
    }
}

impl<V: Stored> Core<V> {
    /// Lists pairs with common heaps, those that show most first, in stages; and the first heaps.
    pub fn arrange_first(&mut self, yields: &Yields) {
        let common = |n: usize| (self.history.class(n) == 1).then(|| self.history.get(n));
        let row = NEAR..NEAR + Witnesses::<V>::COUNT;
        self.witnesses = (row.end <= self.len()).then(|| Witnesses::new(row.map(common)));
        // Windows show what they can with farther ones.
        let heaps = (NEAR..self.len().min(NEAREST))
            .filter_map(|n| common(n).map(|cell| (n, cell.number())));
        let heaps = yields.order(0, heaps);
        let takes = self.splits.pairs.iter();
        let pairs = heaps
            .into_iter()
            .flat_map(|(n, cell)| takes.clone().map(move |t| ((n + t.0) as u32, V::of(cell))));
        let mut pairs: Vec<(u32, V)> = pairs.take(FIRST_STAGE * ((1 << STAGES) - 1)).collect();
        self.first.clear();
        for stage in 0..STAGES {
            let rest = pairs.split_off((FIRST_STAGE << stage).min(pairs.len()));
            self.first.push(ByDistance::from(std::mem::replace(&mut pairs, rest)));
        }
    }

    /// Lists the lanes among these with rare values below their own which neither windows nor heaps
    /// before the block show to be options.
    pub fn unproved(&mut self, b: usize, found: &Found, lanes: u64, out: &mut Vec<(usize, u32)>) {
        let row = *self.cells(b);
        let low = self.mask.low;
        let (mut words, mut left) =
            (std::mem::take(&mut self.words), std::mem::take(&mut self.left));
        found.block(0, b, &mut words);
        let careful = self.careful(b);
        if let (true, Some(first)) = (careful, words.first_mut()) {
            *first = 0;
        }
        below(self.level, &row, (lanes, low), &words, &mut self.asked, &mut left);
        let mut pending = std::mem::take(&mut self.pending);
        for &(x, mut asking, mut alike) in &left {
            // Values that differ below the lowest bit of the mask only: which class comes first there
            // depends on the value, so that such values are looked at together.
            while alike != 0 {
                let lane = alike.trailing_zeros() as usize;
                alike &= alike - 1;
                let n = b + lane;
                if self.mask.value(n, x, 0) >= self.mask.value(n, row[lane].number(), 1) {
                    asking ^= 1 << lane;
                }
            }
            if careful && x == 0 {
                push_each(asking, x, out);
            } else if asking != 0 {
                pending.push((x, asking));
            }
        }
        (self.words, self.left) = (words, left);
        let mut count = 0;
        for &(x, lanes) in &pending {
            let lanes = lanes.count_ones();
            count += lanes;
            self.spend(x, lanes, lanes as f32 * (self.share + SINGLE));
        }
        self.prove_many(b, count, &mut pending);
        self.search(b, &mut pending);
        for (x, lanes) in pending.drain(..) {
            push_each(lanes, x, out);
        }
        self.pending = pending;
    }

    /// Searches heaps below b for two that show a value to be an option, for each lane; clears the
    /// lanes for which there are some.
    fn search(&self, b: usize, pending: &mut [(u32, u64)]) {
        if let Some(witnesses) = &self.witnesses {
            let count = Witnesses::<V>::COUNT;
            let last = self.rares.last().map_or(0, |r| r.0);
            let (cells, gone) = self.history.late();
            // The two heaps are never the same.
            let takes = self.splits.pairs.iter().map(|pair| pair.0);
            for take in takes.filter(|take| b >= take + 2 * (NEAR + count) - 1) {
                // Those of lane 0 begin here.
                let from = b - (take + NEAR - 1 + count);
                let veil = (from <= last).then(|| &self.history.veil()[from..]);
                witnesses.search(self.level, &cells[from - gone..], veil, pending);
            }
        }
        for (x, lanes) in pending.iter_mut().filter(|p| p.1 != 0) {
            let (mut rest, mut pairs) = (*lanes, 0);
            let searched = rest.count_ones() as f32;
            while rest != 0 {
                let lane = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                if self.find_pair(b, b + lane, *x, &mut pairs) {
                    *lanes ^= 1 << lane;
                }
            }
            self.spend(*x, 0, searched * FARTHER + pairs as f32 / SPEED);
        }
    }

    /// Proves by the heaps that show most, for many lanes at once (`count`), as long as this is
    /// cheaper than to search for each.
    fn prove_many(&mut self, b: usize, count: u32, pending: &mut Vec<(u32, u64)>) {
        let cycles = match count {
            _ if count <= FEW => 0.0,
            _ if count <= SOME => self.prove_rows::<4>(b, pending),
            _ => self.prove_rows::<8>(b, pending),
        };
        self.share = self.share * 0.95 + cycles / count.max(1) as f32 * 0.05;
    }

    /// The same for so many values of each lane; the others stay pending. About how many cycles it
    /// took.
    fn prove_rows<const C: usize>(&mut self, b: usize, pending: &mut Vec<(u32, u64)>) -> f32 {
        let mut rows: [Row<V>; C] = [[V::NONE; 64]; C];
        let (mut filled, mut alive) = ([0u64; C], [0u64; C]);
        let mut places = std::mem::take(&mut self.places);
        places.clear();
        for (x, lanes) in pending.iter_mut() {
            let mut rest = *lanes;
            for k in 0..C {
                let mut here = rest & !filled[k];
                if here == 0 {
                    continue;
                }
                rest &= filled[k];
                filled[k] |= here;
                alive[k] |= here;
                *lanes ^= here;
                places.push((*x, k, here));
                while here != 0 {
                    rows[k][here.trailing_zeros() as usize] = V::of(*x);
                    here &= here - 1;
                }
            }
        }
        let count = |alive: &[u64; C]| alive.iter().map(|alive| alive.count_ones()).sum::<u32>();
        let (mut before, mut looked) = (count(&alive), 0);
        for stage in &self.first {
            let pairs = stage.part().split_below(b + 1).0;
            self.sift(b, pairs, &mut alive, &rows);
            looked += pairs.len();
            let left = count(&alive);
            // The next stage is twice as long; it will not find more.
            let worth = (before - left).min(left) as f32 * (SINGLE + FARTHER);
            if worth < (2 * pairs.len() * (C + 1)) as f32 * EACH {
                break;
            }
            before = left;
        }
        pending.retain(|p| p.1 != 0);
        pending
            .extend(places.iter().map(|&(x, k, lanes)| (x, lanes & alive[k])).filter(|p| p.1 != 0));
        self.places = places;
        (looked * (C + 1)) as f32 * EACH
    }

    /// So many more lanes were searched for that value, and it took so many more cycles.
    fn spend(&self, x: u32, lanes: u32, cycles: f32) {
        if let Some(effort) = self.effort.get(x as usize) {
            effort.update(|effort| Effort {
                lanes: effort.lanes + lanes as f32,
                cycles: effort.cycles + cycles,
            });
        }
    }

    /// Whether the windows may take two equal heaps, which the rules forbid, for a proof of 0.
    fn careful(&self, b: usize) -> bool {
        self.splits.any_distinct() && b < 2 * REACH + 2 * SPAN
    }

    /// Whether two heaps below b show that the rare value x is an option of n. Adds the number of
    /// pairs looked at to `looked`.
    pub fn find_pair(&self, b: usize, n: usize, x: u32, looked: &mut usize) -> bool {
        self.splits.pairs.iter().any(|&(take, distinct)| {
            let Some(sum) = n.checked_sub(take) else { return false };
            let to = if distinct { sum.saturating_sub(1) / 2 } else { sum / 2 };
            let from = (sum + 1).saturating_sub(b).max(1);
            from <= to && self.history.has_pair(self.level, (sum, V::of(x)), (from, to), looked)
        })
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
        if self.find_pair(n, n, x, &mut 0) {
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

fn push_each(mut lanes: u64, x: u32, out: &mut Vec<(usize, u32)>) {
    while lanes != 0 {
        out.push((lanes.trailing_zeros() as usize, x));
        lanes &= lanes - 1;
    }
}

#[cfg(test)]
mod tests {
    use grundy_lanes::Stored;

    use crate::context::Context;
    use crate::heap::kernel::Kernel;
    use crate::heap::sparse::{Sparse, State};

    /// What is left after 64 heaps behind some heap were searched is what the plain definition leaves.
    fn compare(text: &str, heap: u64) {
        let mut sparse = Sparse::new(&text.parse().unwrap());
        sparse.extend(heap, &Context::default(), &mut |_| {}).unwrap();
        let State::Bytes(engine) = &sparse.state else { panic!("{text} has a sparse space") };
        let core = &engine.core;
        let b = core.len() - 64;
        let all: Vec<(u32, u64)> = (0..core.size as u32).map(|x| (x, !0)).collect();
        let mut left = all.clone();
        core.search(b, &mut left);
        assert_ne!(left, all);
        for (lane, &(x, lanes)) in (0..64).flat_map(|lane| left.iter().map(move |x| (lane, x))) {
            let n = b + lane;
            let shown = core.splits.pairs.iter().any(|&(take, distinct)| {
                let of = |heap: usize| (core.history.class(heap), core.history.get(heap).number());
                (1..=(n - take) / 2).any(|j| {
                    let (one, other) = (of(j), of(n - take - j));
                    let known = n - take - j < b && !(distinct && 2 * j == n - take);
                    known && one.0 == other.0 && one.1 ^ other.1 == x
                })
            });
            assert_eq!(lanes >> lane & 1 == 0, shown, "{text} {n} {x}");
        }
    }

    #[test]
    fn heaps_are_searched_rightly_before_and_behind_the_last_rare_one() {
        for text in ["0.161", "0.376", "4!.0"] {
            let mut sparse = Sparse::new(&text.parse().unwrap());
            sparse.extend(7000, &Context::default(), &mut |_| {}).unwrap();
            let State::Bytes(engine) = &sparse.state else { panic!("{text} has a sparse space") };
            let last = engine.core.rares.last().expect("some heaps are rare").0;
            for behind in [0, 64, 500, 600, 700] {
                compare(text, (last + behind) as u64);
            }
        }
    }
}
