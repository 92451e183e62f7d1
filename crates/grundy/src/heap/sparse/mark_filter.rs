//! The filter by marks: known options of a block from a mark for each partner and heap.
//!
//! With many values the bit planes do not fit into the caches, and each window sets few bits. Then it
//! takes less time to mark G(r) ⊕ G(m - r) for each partner r and position m, once for all takes.

use std::cell::Cell;
use std::collections::VecDeque;

use grundy_lanes::{
    DistancePairs, LaneMarks, MAX_LANE_MARKS, PairSource, StoredValue, attained_lanes,
};

use super::bit_planes::PARTNER_END;
use super::cost_model::{CYCLES_PER_MARK, candidate_cycles};
use super::known_options::KnownOptions;
use super::search_cost::SearchCost;
use super::solver::Solver;
use super::witness_ranking::WitnessRanking;

/// Partners of each class at first.
const FIRST_PARTNERS: usize = 1024;

/// Partners of each class at least, as far as there are so many.
const MIN_PARTNERS: usize = 64;

/// Lanes by which the one where unknown candidates are counted moves on from block to block.
const SAMPLE_STEP: usize = 7;

/// The filter by marks.
#[derive(Debug)]
pub(super) struct MarkFilter<V> {
    /// By class of the option: the partners by falling witness rate.
    ranked: [Vec<(u32, V)>; 2],
    /// How many of them are used, and these by number.
    used: [usize; 2],
    partners: [Vec<(u32, V)>; 2],
    /// By class and stored value: the lanes with the option by the least splitting take, for the last
    /// blocks up to `end`, the last one first.
    blocks: VecDeque<[Vec<u64>; 2]>,
    end: usize,
    marks: LaneMarks,
    /// The known options of the block after the last one computed.
    pub known: KnownOptions,
    /// The number of rare heaps when partners were last listed; `None` if they were not.
    listed_at: Option<usize>,
    /// Whether all rare heaps that were listed are used, so that only the other pairs eliminate
    /// candidates.
    complete: bool,
    /// At one lane of each block since the span began: common values below the value of the heap,
    /// and those that are not known options.
    candidates: u64,
    unknown: u64,
    sampled: usize,
}

impl<V: StoredValue> Default for MarkFilter<V> {
    fn default() -> Self {
        Self {
            ranked: Default::default(),
            used: [FIRST_PARTNERS; 2],
            partners: Default::default(),
            blocks: VecDeque::new(),
            end: 0,
            marks: LaneMarks::default(),
            known: KnownOptions::default(),
            listed_at: None,
            complete: false,
            candidates: 0,
            unknown: 0,
            sampled: 0,
        }
    }
}

impl<V: StoredValue> MarkFilter<V> {
    /// Whether there are marks for so many stored values.
    pub fn suits(size: usize) -> bool {
        size <= MAX_LANE_MARKS
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        let words = self.blocks.iter().flatten().map(|words| 8 * words.len());
        let partners = self.ranked.iter().chain(&self.partners).map(Vec::len).sum::<usize>();
        words.sum::<usize>() + self.known.bytes() + partners * size_of::<(u32, V)>()
    }

    /// Begins a span: lists the partners where they have changed, and uses more or fewer of them; all
    /// rare ones up to `max_complete`.
    pub fn begin_span(
        &mut self,
        solver: &mut Solver<V>,
        ranking: &WitnessRanking,
        max_complete: usize,
    ) {
        self.adapt(solver);
        solver.demand.resize(solver.size, 0);
        solver.search_cost.resize(solver.size, Cell::new(SearchCost::NONE));
        let rares = solver.rares.len();
        if self.listed_at.is_none_or(|listed| rares > listed + 4 + listed / 16) {
            self.listed_at = Some(rares);
            self.list_partners(solver, ranking, max_complete);
        }
        for class in 0..2 {
            let ranked = &self.ranked[class];
            let used = match self.complete && class == 1 {
                true => ranked.len(),
                false => self.used[class].min(ranked.len()),
            };
            if used != self.partners[class].len() {
                self.partners[class] = ranked[..used].to_vec();
                self.partners[class].sort_unstable();
            }
        }
    }

    fn list_partners(
        &mut self,
        solver: &mut Solver<V>,
        ranking: &WitnessRanking,
        max_complete: usize,
    ) {
        let (least, spread) = bounds(solver);
        // The other heap is before the block.
        let first = 64usize.saturating_sub(least).max(1);
        // No lane of the blocks that are kept is too near.
        let end = solver.len().saturating_sub(least + spread.next_multiple_of(64));
        let history = &solver.history;
        let common = (first..end.min(PARTNER_END))
            .filter(|&n| history.class(n) == 1)
            .map(|n| (n, history.get(n).number()));
        let (listed, others): (Vec<_>, Vec<_>) =
            solver.rares.iter().copied().partition(|r| (first..end).contains(&r.0));
        self.complete = listed.len() <= max_complete;
        solver.unmarked_pairs = self.complete.then(|| {
            let beside = |&(r, g): &(usize, u32)| {
                solver.takes.pairs.iter().map(move |&(t, _)| ((r + t) as u32, V::of(g)))
            };
            let single = solver.keeping.iter().map(|&take| (take as u32, V::default()));
            let pairs = others.iter().flat_map(beside).chain(single);
            DistancePairs::from(pairs.filter(|pair| pair.0 >= 64).collect::<Vec<_>>())
        });
        let lists = [ranking.ranked(0, common), ranking.ranked(1, listed.into_iter())];
        let pair = |(n, cell): (usize, u32)| (n as u32, V::of(cell));
        self.ranked = lists.map(|heaps| heaps.into_iter().map(pair).collect());
        self.partners = Default::default();
        self.blocks.clear();
    }

    /// Uses more partners of a class where that saves more than it costs, else fewer.
    ///
    /// Partners in number p leave m of a options unknown, and m = a exp(-s p) if each of them knows the
    /// same part s. One more saves m s c if an unknown option costs c, with s = ln(a / m) / p.
    fn adapt(&mut self, solver: &mut Solver<V>) {
        let heaps = std::mem::take(&mut self.sampled);
        let required: u32 = solver.demand.iter_mut().map(std::mem::take).sum();
        let searches = solver
            .search_cost
            .iter()
            .fold(SearchCost::NONE, |sum, cost| sum.plus(cost.replace(SearchCost::NONE)));
        let (candidates, unknown) =
            (std::mem::take(&mut self.candidates), std::mem::take(&mut self.unknown));
        if heaps == 0 {
            return;
        }
        let pairs = solver.far_pairs.first_len();
        let unknown_cycles = unknown as f32 * candidate_cycles::<V>(pairs);
        let lanes = 64.0 * heaps as f32;
        let costs = [
            (required as f32, searches.lanes(), searches.cycles() / lanes),
            (candidates as f32, unknown as f32, unknown_cycles / heaps as f32),
        ];
        for (class, (all, left, cycles)) in costs.into_iter().enumerate() {
            let used = self.partners[class].len();
            let logarithm = (all / left.max(1.0)).ln().max(0.0);
            let more = cycles * logarithm > CYCLES_PER_MARK * used as f32;
            let step = (used / 8).max(1);
            let next = if more { used + step } else { used - step.min(used) };
            self.used[class] = next.clamp(MIN_PARTNERS, self.ranked[class].len().max(MIN_PARTNERS));
        }
    }

    /// Finds the known options of the next block.
    ///
    /// # Complexity
    /// O(64 p + v t) for p partners, v values and t takes.
    pub fn fill_block(&mut self, solver: &mut Solver<V>) {
        let (b, size) = (solver.len(), solver.size);
        self.known.reset(b, size, 1, 2);
        if !Self::suits(size) {
            solver.unmarked_pairs = None;
            return;
        }
        let (least, spread) = bounds(solver);
        let kept = spread.div_ceil(64);
        if self.end != b {
            self.blocks.clear();
        }
        // As many blocks as are missing, then this one.
        let missing = kept.saturating_sub(self.blocks.len());
        for at in (0..=missing).rev().map(|back| (b - least).saturating_sub(64 * back)) {
            let reused = (self.blocks.len() > kept).then(|| self.blocks.pop_back()).flatten();
            let mut words = reused.unwrap_or_default();
            for (class, words) in words.iter_mut().enumerate() {
                words.clear();
                words.resize(size, 0);
                self.mark(solver, class, at, words);
            }
            self.blocks.push_front(words);
        }
        // Values that were not there before were no options.
        self.blocks.iter_mut().flatten().for_each(|words| words.resize(size, 0));
        self.end = b + 64;
        for class in 0..2 {
            for shift in solver.takes.pairs.iter().map(|pair| pair.0 - least) {
                let (back, shift) = (shift / 64, shift % 64);
                let Some(late) = self.blocks.get(back) else { continue };
                match self.blocks.get(back + 1).filter(|_| shift > 0) {
                    None => self.known.add_lanes(class, late[class].iter().map(|l| l << shift)),
                    Some(early) => {
                        let both = late[class].iter().zip(&early[class]);
                        self.known
                            .add_lanes(class, both.map(|(l, e)| l << shift | e >> (64 - shift)));
                    }
                }
            }
        }
    }

    /// Marks the options of a class that partners leave at the 64 positions from `at` on.
    fn mark(&mut self, solver: &Solver<V>, class: usize, at: usize, words: &mut [u64]) {
        // No partner reads heap 0 or one before. Partners below the second bound read only heaps after
        // the last rare one; the others may read rare heaps, which are inactive.
        let partners = &self.partners[class];
        let below = |bound: usize| partners.partition_point(|p| (p.0 as usize) < bound);
        let last = solver.rares.last().map_or(0, |r| r.0);
        let end = below(at);
        let (common, mixed) = partners[..end].split_at(below(at.saturating_sub(last)).min(end));
        let (cells, dropped) = solver.history.late();
        let late = PairSource { cells, active: None, at: at - dropped, pairs: common };
        let active = Some(solver.history.common());
        let early = PairSource { cells: solver.history.early(), active, at, pairs: mixed };
        attained_lanes(solver.simd, &mut self.marks, &[late, early], words);
    }

    /// Counts the common values that were not known at a lane of the block before the next one.
    pub fn sample(&mut self, solver: &Solver<V>) {
        let b = solver.len() - 64;
        let lane = b / 64 * SAMPLE_STEP % 64;
        if solver.history.class(b + lane) == 0 {
            return;
        }
        let value = solver.history.get(b + lane).number() as usize;
        self.candidates += value as u64;
        self.unknown += self.known.unknown_below(1, lane, value) as u64;
        self.sampled += 1;
    }
}

/// The least splitting take, and how much the greatest exceeds it.
fn bounds<V: StoredValue>(solver: &Solver<V>) -> (usize, usize) {
    let takes = || solver.takes.pairs.iter().map(|pair| pair.0);
    let least = takes().min().unwrap_or(0);
    (least, takes().max().unwrap_or(0) - least)
}
