//! The check: each rare value below a heap's value needs a witness.
//!
//! Requirements that the filter does not meet go through three stages: batches of ranked pairs for
//! 64 lanes at once, the witness row for each lane, all pairs for each lane.

use grundy_lanes::{DistancePairs, Row, RowLoops, StoredValue, WitnessRow, requirements};

use super::bit_planes::PARTNER_END;
use super::cost_model::{
    CHECK_WEIGHT, LONG_SEARCH_CYCLES, LONG_SEARCH_PAIRS_PER_CYCLE, PAIR_ROW_CYCLES,
    ROW_SEARCH_CYCLES,
};
use super::halt::Halt;
use super::known_options::KnownOptions;
use super::recent_witnesses::RecentWitnesses;
use super::solver::Solver;
use super::span::{MIN_SPAN_PARTNER, SPAN_HEAPS};
use super::witness_ranking::WitnessRanking;
use crate::context::{LimitKind, Stop};

/// Requirements of a block up to which each is searched for by itself, without batches.
const MAX_SINGLE_SEARCHES: u32 = 8;

/// Requirements of a block up to which batches are compared with four values for each lane; with
/// more requirements it is eight.
const MAX_NARROW_REQUIREMENTS: u32 = 100;

/// Pairs of the first batch; each further one has twice as many.
const FIRST_BATCH_PAIRS: usize = 32;

/// The number of batches.
const BATCHES: usize = 5;

/// Heaps that are searched at a time.
const PART_HEAPS: usize = 1 << 10;

/// Heaps of the rest that are searched at a time: so few that they stay in the cache, with the heaps beside them, for
/// all takes and requirements.
const REST_PART_HEAPS: usize = if cfg!(test) { 1 << 9 } else { 1 << 16 };

/// Pairs of neighbours that take as much time as a pair of a list.
const PAIRS_PER_LISTED_PAIR: usize = 32;

/// The least heap of the witness row and the batches: the other heap is then before the block.
const MIN_WITNESS_HEAP: usize = 64;

impl<V: StoredValue> Solver<V> {
    /// Lists the pairs with common heaps, by falling witness rate, in batches; and the witness row.
    pub fn list_witnesses(&mut self, ranking: &WitnessRanking) {
        let common = |n: usize| (self.history.class(n) == 1).then(|| self.history.get(n));
        let row = MIN_WITNESS_HEAP..MIN_WITNESS_HEAP + WitnessRow::<V>::LEN;
        self.witness_row = (row.end <= self.len()).then(|| WitnessRow::new(row.map(common)));
        // Farther heaps are partners of windows already.
        let heaps = (MIN_WITNESS_HEAP..self.len().min(MIN_SPAN_PARTNER))
            .filter_map(|n| common(n).map(|cell| (n, cell.number())));
        let heaps = ranking.ranked(0, heaps);
        let takes = self.takes.pairs.iter();
        let pairs = heaps
            .into_iter()
            .flat_map(|(n, cell)| takes.clone().map(move |t| ((n + t.0) as u32, V::of(cell))));
        let mut pairs: Vec<(u32, V)> =
            pairs.take(FIRST_BATCH_PAIRS * ((1 << BATCHES) - 1)).collect();
        self.witness_batches.clear();
        for batch in 0..BATCHES {
            let rest = pairs.split_off((FIRST_BATCH_PAIRS << batch).min(pairs.len()));
            self.witness_batches.push(DistancePairs::from(std::mem::replace(&mut pairs, rest)));
        }
    }

    /// Lists the lanes among `lanes`, each with a rare value below its own of which neither the
    /// filter nor the heaps before the block are a witness.
    pub fn unwitnessed(
        &mut self,
        b: usize,
        known: &KnownOptions,
        lanes: u64,
        out: &mut Vec<(usize, u32)>,
    ) {
        self.history.update_active(b);
        let row = *self.cells(b);
        let low = self.mask.low;
        let (mut words, mut left) =
            (std::mem::take(&mut self.known_words), std::mem::take(&mut self.requirements));
        known.block(0, b, &mut words);
        let equal_heaps_possible = self.equal_heaps_possible(b);
        if let (true, Some(first)) = (equal_heaps_possible, words.first_mut()) {
            *first = 0;
        }
        requirements(self.simd, &row, (lanes, low), &words, &mut self.demand, &mut left);
        let mut pending = std::mem::take(&mut self.pending);
        for &(x, mut requiring, mut ties) in &left {
            // Values that agree above the lowest bit of the mask: that bit, which follows from the
            // class and the other bits, and those below decide which is less.
            while ties != 0 {
                let lane = ties.trailing_zeros() as usize;
                ties &= ties - 1;
                let n = b + lane;
                if self.mask.value(n, x, 0) >= self.mask.value(n, row[lane].number(), 1) {
                    requiring ^= 1 << lane;
                }
            }
            if equal_heaps_possible && x == 0 {
                push_each(requiring, x, out);
            } else if requiring != 0 {
                pending.push((x, requiring));
            }
        }
        (self.known_words, self.requirements) = (words, left);
        let mut count = 0;
        for &(x, lanes) in &pending {
            let lanes = lanes.count_ones();
            count += lanes;
            self.charge(x, lanes, lanes as f32 * (self.check_cycles + ROW_SEARCH_CYCLES));
        }
        self.check_batch(b, count, &mut pending);
        self.search_lanes(b, &mut pending);
        for (x, lanes) in pending.drain(..) {
            push_each(lanes, x, out);
        }
        self.pending = pending;
    }

    /// Searches the heaps below b for witnesses of the pending values, and clears the lanes that
    /// have one.
    fn search_lanes(&mut self, b: usize, pending: &mut [(u32, u64)]) {
        if let Some(witness_row) = &self.witness_row {
            let count = WitnessRow::<V>::LEN;
            let last = self.rares.last().map_or(0, |r| r.0);
            let (cells, dropped) = self.history.late();
            // With these sums the two heaps are never the same.
            let takes = self.takes.pairs.iter().map(|pair| pair.0);
            for take in takes.filter(|take| b >= take + 2 * (MIN_WITNESS_HEAP + count) - 1) {
                // The first cell that lane 0 reads.
                let from = b - (take + MIN_WITNESS_HEAP - 1 + count);
                let cells = match from <= last {
                    true => (&self.history.active()[from..], true),
                    false => (&cells[from - dropped..], false),
                };
                witness_row.search(self.simd, cells, pending);
            }
        }
        for &(x, lanes) in pending.iter().filter(|p| p.1 != 0) {
            self.charge(x, 0, lanes.count_ones() as f32 * LONG_SEARCH_CYCLES);
        }
        let mut recent = std::mem::take(&mut self.recent_witnesses);
        self.search_recent(b, &mut recent, pending);
        self.search_parts(b, &mut recent, pending);
        self.recent_witnesses = recent;
    }

    /// Tries the heaps of the last witnesses.
    fn search_recent(&self, b: usize, recent: &mut RecentWitnesses, pending: &mut [(u32, u64)]) {
        for (x, lanes) in pending.iter_mut().filter(|p| p.1 != 0) {
            let mut rest = *lanes;
            while rest != 0 {
                let lane = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                let is_witness = |heap: usize| {
                    self.takes.pairs.iter().any(|&(take, distinct)| {
                        let sum = (b + lane).saturating_sub(take);
                        let other = sum.saturating_sub(heap);
                        (1..b).contains(&other)
                            && (1..b).contains(&heap)
                            && !(distinct && other == heap)
                            && self.history.is_pair(sum, V::of(*x), heap)
                    })
                };
                if recent.find(*x, is_witness).is_some() {
                    *lanes ^= 1 << lane;
                }
            }
        }
    }

    /// Searches all pairs of heaps below b.
    fn search_parts(&mut self, b: usize, recent: &mut RecentWitnesses, pending: &mut [(u32, u64)]) {
        if pending.iter().all(|p| p.1 == 0) {
            return;
        }
        let mut reversed = Vec::new();
        for (first, end) in search_order(b + 64, self.first_search_end) {
            reversed.clear();
            let is_rest = first >= self.first_search_end;
            if first == self.first_search_end {
                self.minorities.extend(&self.history, b);
            }
            if !is_rest && let Some(cells) = self.history.early().get(first..end) {
                reversed.extend(cells.iter().rev());
            }
            let mut open = false;
            let part = Part { first, end, reversed: &reversed };
            for (x, lanes) in pending.iter_mut().filter(|p| p.1 != 0) {
                let list = self.minorities.of(*x).filter(|_| is_rest);
                if list.is_some() && first > self.first_search_end {
                    // The list has told of all heaps.
                    continue;
                }
                let (mut rest, mut pairs) = (*lanes, 0);
                while rest != 0 {
                    let lane = rest.trailing_zeros() as usize;
                    rest &= rest - 1;
                    let found = match list {
                        Some(list) => self.find_listed_pair(b, b + lane, *x, list, &mut pairs),
                        None => self.find_pair(b, b + lane, *x, &part, &mut pairs),
                    };
                    if let Some(pair) = found {
                        recent.keep(*x, pair);
                        *lanes ^= 1 << lane;
                    }
                }
                self.charge(*x, 0, pairs as f32 / LONG_SEARCH_PAIRS_PER_CYCLE);
                open |= *lanes != 0;
            }
            if !open {
                break;
            }
        }
    }

    /// Searches batches of ranked pairs for the `count` pending requirements of all lanes, as long
    /// as this costs less than to search for each.
    fn check_batch(&mut self, b: usize, count: u32, pending: &mut Vec<(u32, u64)>) {
        let cycles = match count {
            _ if count <= MAX_SINGLE_SEARCHES => 0.0,
            _ if count <= MAX_NARROW_REQUIREMENTS => self.check_rows::<4>(b, pending),
            _ => self.check_rows::<8>(b, pending),
        };
        let last = cycles / count.max(1) as f32;
        self.check_cycles = self.check_cycles * (1.0 - CHECK_WEIGHT) + last * CHECK_WEIGHT;
    }

    /// The same with at most C values for each lane; further values stay pending. Returns an
    /// estimate of the cycles spent.
    fn check_rows<const C: usize>(&mut self, b: usize, pending: &mut Vec<(u32, u64)>) -> f32
    where
        V: RowLoops<V, C>,
    {
        let mut rows: [Row<V>; C] = [[V::NONE; 64]; C];
        let (mut filled, mut alive) = ([0u64; C], [0u64; C]);
        let mut slots = std::mem::take(&mut self.batch_slots);
        slots.clear();
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
                slots.push((*x, k, here));
                while here != 0 {
                    rows[k][here.trailing_zeros() as usize] = V::of(*x);
                    here &= here - 1;
                }
            }
        }
        let count = |alive: &[u64; C]| alive.iter().map(|alive| alive.count_ones()).sum::<u32>();
        let (mut before, mut examined) = (count(&alive), 0);
        for batch in &self.witness_batches {
            let pairs = batch.as_slice().split_below(b + 1).0;
            self.eliminate(b, pairs, &mut alive, &rows);
            examined += pairs.len();
            let left = count(&alive);
            // The next batch is twice as long and will not find more.
            let worth = (before - left).min(left) as f32 * (ROW_SEARCH_CYCLES + LONG_SEARCH_CYCLES);
            if worth < (2 * pairs.len() * (C + 1)) as f32 * PAIR_ROW_CYCLES {
                break;
            }
            before = left;
        }
        pending.retain(|p| p.1 != 0);
        pending
            .extend(slots.iter().map(|&(x, k, lanes)| (x, lanes & alive[k])).filter(|p| p.1 != 0));
        self.batch_slots = slots;
        (examined * (C + 1)) as f32 * PAIR_ROW_CYCLES
    }

    /// Adds searches for the value x to the moving average of their cost.
    fn charge(&self, x: u32, lanes: u32, cycles: f32) {
        if let Some(cost) = self.search_cost.get(x as usize) {
            cost.update(|cost| cost.with(lanes, cycles));
        }
    }

    /// Whether a window may stand for two equal heaps, which some takes forbid: then known options
    /// of value 0 prove nothing.
    fn equal_heaps_possible(&self, b: usize) -> bool {
        self.takes.any_distinct() && b < 2 * PARTNER_END + 2 * SPAN_HEAPS
    }

    /// Two heaps below b, of which the lesser is in a part, that are a witness of the rare value x
    /// at n. Adds the number of pairs examined to `examined`.
    fn find_pair(
        &self,
        b: usize,
        n: usize,
        x: u32,
        part: &Part<'_, V>,
        examined: &mut usize,
    ) -> Option<[usize; 2]> {
        self.takes.pairs.iter().find_map(|&(take, distinct)| {
            let sum = n.checked_sub(take)?;
            let half = if distinct { sum.saturating_sub(1) / 2 } else { sum / 2 };
            let from = (sum + 1).saturating_sub(b).max(part.first).max(1);
            let to = half.min(part.end.saturating_sub(1));
            if from > to {
                return None;
            }
            let (simd, wanted) = (self.simd, (sum, V::of(x)));
            let found = match part.reversed {
                [] => self.history.find_pair(simd, wanted, (from, to), examined),
                cells => {
                    let cells = &cells[part.end - 1 - to..part.end - from];
                    self.history.find_pair_of_part(simd, wanted, (from, to), cells, examined)
                }
            };
            found.map(|heap| [heap, sum - heap])
        })
    }

    /// Two heaps below b that are a witness of the rare value x at n: common ones, of which one is in the
    /// list, or rare ones. Adds the number of pairs that take as much time as those examined to `examined`.
    fn find_listed_pair(
        &self,
        b: usize,
        n: usize,
        x: u32,
        list: &[usize],
        examined: &mut usize,
    ) -> Option<[usize; 2]> {
        *examined +=
            PAIRS_PER_LISTED_PAIR * self.takes.pairs.len() * (list.len() + self.rares.len());
        self.takes.pairs.iter().find_map(|&(take, _)| {
            let sum = n.checked_sub(take)?;
            // Lesser heaps leave one that is not below b, greater ones leave none.
            let (from, end) = ((sum + 1).saturating_sub(b), sum.min(b));
            let mut heaps = list.iter().copied().chain(self.rares.iter().map(|r| r.0));
            let is_pair =
                |&n: &usize| (from..end).contains(&n) && self.history.is_pair(sum, V::of(x), n);
            heaps.find(is_pair).map(|heap| [heap, sum - heap])
        })
    }

    /// Whether the rare value x is an option of n, in the block from b on, of which the heaps below b
    /// were [not found](Self::unwitnessed) to be a witness; all heaps below n are known.
    pub fn is_option(&self, b: usize, n: usize, x: u32) -> Result<bool, Halt> {
        let value = self.mask.value(n, x, 0);
        let takes = &self.takes;
        let halves = |&take: &usize| n >= take + 2 && (n - take).is_multiple_of(2);
        if value == 0 && (takes.ends.contains(&n) || takes.equal.iter().any(halves)) {
            return Ok(true);
        }
        if takes.single.iter().any(|&take| n > take && self.value(n - take) == value) {
            return Ok(true);
        }
        // The other heap is in the block, unless nothing was searched.
        let searched = x != 0 || !self.equal_heaps_possible(b);
        let end = if searched { n + 1 - b } else { n };
        let part = Part { first: 1, end, reversed: &[] };
        if self.find_pair(n, n, x, &part, &mut 0).is_some() {
            return Ok(true);
        }
        if self.history.has_gap() {
            return Err(Halt::Stop(Stop::Limit {
                kind: LimitKind::Memory,
                what: format!(
                    "computing the nim-sequence: whether {value} is an option of heap {n} depends on \
                     heaps that were dropped to save memory"
                ),
            }));
        }
        Ok(false)
    }
}

/// Heaps among which the lesser one of a witness is searched.
struct Part<'a, V> {
    first: usize,
    end: usize,
    /// Their stored values, the last one first; none if they are many, or some were dropped.
    reversed: &'a [V],
}

/// The parts of the heaps below n / 2 + 1, first and end, in the order in which they are searched: small ones up to
/// `last`, then larger ones. Those that are no partners of the filter come first: what partners attain
/// is known. A part stays in the cache while it is searched for all requirements of a block.
fn search_order(n: usize, last: usize) -> impl Iterator<Item = (usize, usize)> {
    let steps = move |from: usize, to: usize, size: usize| {
        let to = to.min(n / 2 + 1);
        (from..to).step_by(size).map(move |i| (i, (i + size).min(to)))
    };
    let (partners, near) = (PARTNER_END.min(last), PART_HEAPS);
    let early = steps(partners, last, near).chain(steps(0, partners, near));
    early.chain(steps(last, n, REST_PART_HEAPS))
}

/// Appends the value with each of the lanes.
fn push_each(mut lanes: u64, x: u32, out: &mut Vec<(usize, u32)>) {
    while lanes != 0 {
        out.push((lanes.trailing_zeros() as usize, x));
        lanes &= lanes - 1;
    }
}

#[cfg(test)]
mod tests {
    use grundy_lanes::Integer;

    use crate::context::Context;
    use crate::heap::kernel::Kernel;
    use crate::heap::sparse::{SparseKernel, State};

    /// The search leaves the same requirements of 64 heaps as the plain definition. Returns for how many values
    /// there is a list of heaps of which one is in each witness.
    fn compare(text: &str, heap: u64, first_search_end: usize) -> usize {
        let mut sparse = SparseKernel::new(&text.parse().unwrap());
        sparse.extend(heap, &Context::default(), &mut |_| {}).unwrap();
        let State::OneByte(engine) = &mut sparse.state else { panic!("{text} has a sparse space") };
        let solver = &mut engine.solver;
        solver.first_search_end = first_search_end;
        let b = solver.len() - 64;
        let all: Vec<(u32, u64)> = (0..solver.size as u32).map(|x| (x, !0)).collect();
        let mut left = all.clone();
        solver.search_lanes(b, &mut left);
        assert_ne!(left, all);
        for (lane, &(x, lanes)) in (0..64).flat_map(|lane| left.iter().map(move |x| (lane, x))) {
            let n = b + lane;
            let is_option = solver.takes.pairs.iter().any(|&(take, distinct)| {
                let of =
                    |heap: usize| (solver.history.class(heap), solver.history.get(heap).number());
                (1..=(n - take) / 2).any(|j| {
                    let (one, other) = (of(j), of(n - take - j));
                    let known = n - take - j < b && !(distinct && 2 * j == n - take);
                    known && one.0 == other.0 && one.1 ^ other.1 == x
                })
            });
            assert_eq!(lanes >> lane & 1 == 0, is_option, "{text} {n} {x}");
        }
        (0..solver.size as u32).filter(|&x| solver.minorities.of(x).is_some()).count()
    }

    #[test]
    fn searches_agree_with_the_definition_before_and_after_the_last_rare_heap() {
        let mut listed = 0;
        for text in ["0.161", "0.376", "4!.0"] {
            let mut sparse = SparseKernel::new(&text.parse().unwrap());
            sparse.extend(7000, &Context::default(), &mut |_| {}).unwrap();
            let State::OneByte(engine) = &sparse.state else { panic!("{text} has a sparse space") };
            let solver = &engine.solver;
            let last = solver.rares.last().expect("some heaps are rare").0;
            for distance in [0, 64, 500, 600, 700] {
                for end in [solver.first_search_end, 1500, 100] {
                    listed += compare(text, (last + distance) as u64, end);
                }
            }
        }
        assert!(listed > 1000, "{listed}");
    }
}
