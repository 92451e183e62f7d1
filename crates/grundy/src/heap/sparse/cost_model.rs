//! The cost model: what the filter saves by finding an option, in processor cycles.
//!
//! The estimates decide how much work goes where. Values never depend on them.

use std::cell::Cell;

use grundy_lanes::StoredValue;

use super::solver::Solver;
use super::span::SPAN_HEAPS;

/// Cycles to search the witness row for one lane and value.
pub(super) const ROW_SEARCH_CYCLES: f32 = 25.0;

/// Cycles to begin a search of all pairs for one lane and value, after the witness row failed.
pub(super) const LONG_SEARCH_CYCLES: f32 = 80.0;

/// Pairs that a search of all pairs examines in a cycle.
pub(super) const LONG_SEARCH_PAIRS_PER_CYCLE: f32 = 8.0;

/// Cycles to compare one pair with one row of values, all 64 lanes at once.
pub(super) const PAIR_ROW_CYCLES: f32 = 0.7;

/// Cycles to mark what one pair attains at one heap.
pub(super) const CYCLES_PER_MARK: f32 = 2.0;

/// Cycles of a candidate that every lane needs, besides those of its pairs.
const CANDIDATE_BASE_CYCLES: f32 = 2.0;

/// Bytes of values that are compared with a candidate in a cycle, for all 64 lanes together.
const CANDIDATE_BYTES_PER_CYCLE: f32 = 128.0;

/// Demand of a value of which nothing has been seen, in requirements per heap.
const INITIAL_DEMAND: f32 = 0.1;

/// Weight of the last span in the moving average of the demand.
const DEMAND_WEIGHT: f32 = 0.3;

/// Weight of the last block in the moving average of what the batches of the check cost.
pub(super) const CHECK_WEIGHT: f32 = 0.05;

/// How often a value is required, and what it costs where the filter misses it.
#[derive(Clone, Debug, Default)]
pub(super) struct CostModel {
    /// By stored value x: the part of the heaps that require x as a rare option (moving average).
    pub demand: Vec<f32>,
    /// By class and stored value: cycles for each heap that requires the value while the filter
    /// does not know it. For a rare value that is a search, for a common value one more candidate.
    pub miss_cycles: [Vec<f32>; 2],
}

impl CostModel {
    /// Takes over what `checker` counted since the last span, for values below `size`, and clears
    /// its counts. The estimate of a search is multiplied by `search_weight`; that of a candidate
    /// is given.
    pub fn update<V: StoredValue>(
        &mut self,
        size: usize,
        checker: &mut Solver<V>,
        search_weight: f32,
        candidate_cycles: f32,
    ) {
        checker.demand.resize(size, 0);
        checker.search_cost.resize(size, Cell::default());
        self.demand.resize(size, INITIAL_DEMAND);
        for (demand, count) in self.demand.iter_mut().zip(&mut checker.demand) {
            let last = *count as f32 / SPAN_HEAPS as f32;
            *demand = *demand * (1.0 - DEMAND_WEIGHT) + last * DEMAND_WEIGHT;
            *count = 0;
        }
        let search_cycles = checker.search_cost.iter().map(|cost| {
            cost.set(cost.get().decayed());
            cost.get().cycles_per_lane() * search_weight
        });
        self.miss_cycles = [search_cycles.collect(), vec![candidate_cycles; size]];
    }
}

/// Cycles to eliminate one candidate of a heap by `pairs` pairs.
pub(super) fn candidate_cycles<V: StoredValue>(pairs: usize) -> f32 {
    CANDIDATE_BASE_CYCLES + pairs as f32 * size_of::<V>() as f32 / CANDIDATE_BYTES_PER_CYCLE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wider_values_and_more_pairs_cost_more() {
        assert!(candidate_cycles::<u16>(500) > candidate_cycles::<u8>(500));
        assert!(candidate_cycles::<u8>(1000) > candidate_cycles::<u8>(500));
    }
}
