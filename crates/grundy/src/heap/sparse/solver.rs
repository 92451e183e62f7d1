//! The solver: history, rare heaps and all lists from which the next block is computed.

use std::cell::Cell;

use grundy_lanes::{
    DistancePairs, InstructionSet, Marks, Propagation, Requirement, StoredValue, WitnessRow,
};

use super::batch_size::BatchSize;
use super::bit_planes::PARTNER_END;
use super::far_pairs::FarPairs;
use super::history::History;
use super::mask::Mask;
use super::minorities::Minorities;
use super::rare_pairs::Exhaustive;
use super::recent_witnesses::RecentWitnesses;
use super::search_cost::SearchCost;
use super::take_lists::TakeLists;
use crate::context::{LimitKind, Stop};

/// Heaps of the prefix that is kept when heaps are dropped, at most, unless more are read back.
const MAX_PREFIX_HEAPS: usize = 1 << 22;

/// Where memory allows it, the prefix is this many times as long as blocks read back. A check meets
/// its witness among the pairs of a heap of the prefix and a late one: with Grundy's game four
/// million pairs do not suffice for all heaps below 10⁹, nor 48 million for all below 2³¹.
const PREFIX_LOOKBACKS: usize = 4;

/// How many times as many heaps as are read back must be computed before heaps are dropped to leave
/// room for the values of a second thread.
const FAR_LOOKBACKS: usize = 8;

/// The end of the heaps among which the lesser one of a witness is searched first.
const FIRST_SEARCH_END: usize = 4 * PARTNER_END;

/// Computes and checks blocks of 64 heaps.
#[derive(Clone)]
pub(super) struct Solver<V> {
    pub takes: TakeLists,
    /// The takes that leave one heap and do not switch its class, and those that do.
    pub keeping: Vec<usize>,
    pub switching: Vec<usize>,
    pub mask: Mask,
    pub simd: InstructionSet,
    pub history: History<V>,
    /// The rare heaps except 0, with their stored values.
    pub rares: Vec<(usize, u32)>,
    /// A power of two above all stored values.
    pub size: usize,

    /// The rare pairs, with moves that leave one heap and keep its class, as distance to the other heap and stored
    /// value of this one; those at distances below 64 apart.
    pub far_pairs: FarPairs<V>,
    pub near_pairs: Vec<(u32, V)>,
    /// Where all others have marks: the pairs at distances of 64 or more that have none.
    pub unmarked_pairs: Option<DistancePairs<V>>,
    pub propagations: Vec<Propagation<V>>,
    pub batch_size: BatchSize,
    pub exhaustive: Exhaustive,
    /// Whether all pairs are applied even if they are many.
    pub all_pairs: bool,
    /// The limit of memory in bytes.
    pub memory_limit: usize,

    /// By stored value: how many lanes required it as a rare option since the span began, and what
    /// it cost to search for it.
    pub demand: Vec<u32>,
    pub search_cost: Vec<Cell<SearchCost>>,
    /// Moving average of the cycles that the batches of the check take for each requirement.
    pub check_cycles: f32,
    /// Pairs with common heaps in batches, by falling witness rate; and the row of the first common
    /// heaps. The check uses both.
    pub witness_batches: Vec<DistancePairs<V>>,
    pub witness_row: Option<WitnessRow<V>>,
    /// The heaps of the last witnesses that were searched for.
    pub recent_witnesses: RecentWitnesses,
    /// The heaps of which one is in each witness of a value with an unusual bit.
    pub minorities: Minorities<V>,
    /// The end of the heaps that are searched before these.
    pub first_search_end: usize,
    /// Buffers: the known options of a block, and the requirements that they do not meet.
    pub known_words: Vec<u64>,
    /// The common options of the block that the filter knows, by stored value.
    pub common_words: Vec<u64>,
    pub requirements: Vec<Requirement>,
    /// Buffer: values and the lanes that lack a witness.
    pub pending: Vec<(u32, u64)>,
    /// Buffer: the value, row and lanes of the requirements in a batch.
    pub batch_slots: Vec<(u32, usize, u64)>,
    /// Buffer: the values that rare pairs attain at a heap.
    pub marks: Marks,
}

impl<V: StoredValue> Solver<V> {
    /// A solver after this history, with its rare heaps and stored values below `size`; its lists
    /// are empty.
    pub fn from_history(
        takes: &TakeLists,
        mask: Mask,
        (history, rares, size): (History<V>, Vec<(usize, u32)>, usize),
        simd: InstructionSet,
    ) -> Self {
        let switches = |&take: &usize| TakeLists::switches(take, mask.classes.parity);
        let (switching, keeping) = takes.single.iter().copied().partition(switches);
        Self {
            takes: takes.clone(),
            keeping,
            switching,
            mask,
            simd,
            history,
            rares,
            size,
            far_pairs: FarPairs::default(),
            near_pairs: Vec::new(),
            unmarked_pairs: None,
            propagations: Vec::new(),
            batch_size: BatchSize::default(),
            exhaustive: Exhaustive::default(),
            all_pairs: false,
            memory_limit: usize::MAX,
            demand: Vec::new(),
            search_cost: Vec::new(),
            check_cycles: 0.0,
            witness_batches: Vec::new(),
            witness_row: None,
            recent_witnesses: RecentWitnesses::default(),
            minorities: Minorities::default(),
            first_search_end: FIRST_SEARCH_END,
            known_words: Vec::new(),
            common_words: Vec::new(),
            requirements: Vec::new(),
            pending: Vec::new(),
            batch_slots: Vec::new(),
            marks: Marks::default(),
        }
    }

    /// The number of values computed.
    pub fn len(&self) -> usize {
        self.history.len()
    }

    /// The value of a heap that was not dropped.
    pub fn value(&self, n: usize) -> u32 {
        let class = if n == 0 { self.mask.class(0, 0) } else { self.history.class(n) };
        self.mask.value(n, self.history.get(n).number(), class)
    }

    /// How far back blocks and windows read if no further heap is rare.
    pub fn lookback(&self) -> usize {
        let last = self.rares.last().map_or(0, |r| r.0);
        last + self.takes.largest() + 2 * PARTNER_END
    }

    /// The error that the memory limit does not allow to continue.
    pub fn memory_error(&self, what: &str, bytes: usize) -> Stop {
        Stop::Limit {
            kind: LimitKind::Memory,
            what: format!(
                "computing the nim-sequence: {} MiB of {what} are needed after heap {}",
                bytes >> 20,
                self.len() - 1
            ),
        }
    }

    /// Drops heaps that are no longer read if memory is short.
    pub fn drop_middle_if_short(&mut self) -> Result<(), Stop> {
        let (b, lookback, bytes) = (self.len(), self.lookback(), self.history.bytes());
        let longest = MAX_PREFIX_HEAPS.max(PREFIX_LOOKBACKS * lookback);
        let first = (self.memory_limit / 32).clamp(1 << 16, longest);
        let last = lookback.max(first);
        // Far beyond the last rare heap another one is unlikely, and a second thread needs the room.
        let share = if b / FAR_LOOKBACKS > first + last { 8 } else { 4 };
        if bytes > self.memory_limit / share {
            // At least half of the values are dropped each time, so that moving the rest costs O(1)
            // for each heap.
            if self.history.kept_heaps() > 2 * (first + last) {
                self.history.drop_middle(first, last);
            } else if bytes > self.memory_limit / 2 {
                return Err(self.memory_error("values", bytes));
            }
        }
        Ok(())
    }
}
