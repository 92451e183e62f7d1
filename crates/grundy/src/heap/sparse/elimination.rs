//! The elimination of candidates by rare pairs.

use grundy_lanes::{
    DistancePairs, MAX_SURVIVORS, PairSlice, Row, RowLoops, StoredValue, append_survivors,
    copy_lanes, eliminate, first_candidates, lanes_at_most,
};

use super::batch_size::{CANDIDATES_STEP, MIN_CANDIDATES};
use super::solver::Solver;

/// The cost, in candidates that may be lacking, up to which lanes without enough survivors are
/// scanned one by one instead of trying another round of candidates.
const MAX_SHORT_LANES_COST: u32 = 16;

/// The cost of a lane without a survivor; a lane with one survivor costs 1.
const EMPTY_LANE_COST: u32 = 4;

/// Whether too many lanes have no survivor (no bit in `one`) or a single one (no bit in `two`),
/// which a near pair may still eliminate.
fn has_too_few_candidates(one: u64, two: u64) -> bool {
    EMPTY_LANE_COST * one.count_zeros() + (one & !two).count_ones() > MAX_SHORT_LANES_COST
}

impl<V: StoredValue> Solver<V> {
    /// The first candidates of each lane that no far pair attains, fewer than [`MAX_SURVIVORS`]
    /// where they do not suffice. A value with a bit in `words` is a known option.
    pub fn surviving_candidates<const C: usize>(
        &mut self,
        b: usize,
        words: &[u64],
    ) -> [Row<V>; MAX_SURVIVORS]
    where
        V: RowLoops<V, C>,
    {
        if self.unmarked_pairs.is_none() && self.far_pairs.are_many() {
            return self.candidates_by_turns(b, words);
        }
        let (mut survivors, mut filled) = ([[V::NONE; 64]; MAX_SURVIVORS], [0u64; MAX_SURVIVORS]);
        let none = DistancePairs::default();
        let pairs = match &self.unmarked_pairs {
            Some(unmarked) => [unmarked, &none],
            None => self.far_pairs.halves(),
        };
        let [ranked, others] = pairs.map(|far| far.as_slice().split_below(b + 1).0);
        let mut after = None;
        for round in 0..3 {
            let open = !filled[1];
            let (rows, entries) =
                first_candidates::<V, C>(self.simd, words, u32::MAX, open, after.as_ref());
            let mut alive = entries;
            // The first pairs leave few candidates: the least of them go on.
            self.eliminate(b, ranked, &mut alive, &rows);
            let (mut left, mut some) = ([[V::NONE; 64]; MAX_SURVIVORS], [0u64; MAX_SURVIVORS]);
            append_survivors(self.simd, &alive, &rows, &mut some, &mut left);
            let full = some[MAX_SURVIVORS - 1];
            self.eliminate(b, others, &mut some, &left);
            append_survivors(self.simd, &some, &left, &mut filled, &mut survivors);
            if round == 0 {
                let within = |row: &Row<V>| {
                    lanes_at_most(
                        self.simd,
                        row,
                        &rows[C.max(CANDIDATES_STEP + 1) - CANDIDATES_STEP - 1],
                    )
                };
                let (one, two) = (within(&survivors[0]), within(&survivors[1]));
                self.batch_size.learn([
                    has_too_few_candidates(filled[0], filled[1]),
                    C == MIN_CANDIDATES || has_too_few_candidates(one, two),
                ]);
            }
            if !has_too_few_candidates(filled[0], filled[1]) || entries[0] == 0 {
                break;
            }
            let mut last = rows[C - 1];
            copy_lanes(self.simd, &mut last, &left[MAX_SURVIVORS - 1], full);
            after = Some(last);
        }
        survivors
    }

    /// Clears the lanes where one of these pairs attains the candidate with a common heap before
    /// the block.
    pub fn eliminate<const C: usize>(
        &self,
        b: usize,
        pairs: PairSlice<'_, V>,
        alive: &mut [u64; C],
        candidates: &[Row<V>; C],
    ) where
        V: RowLoops<V, C>,
    {
        // Pairs of smaller distance read only heaps after the last rare one; those of greater
        // distance may read rare heaps, which are inactive. Where stored values are small, no sum of two with the
        // number of an inactive cell is 0.
        let last = self.rares.last().map_or(0, |r| r.0);
        let (common, mixed) = pairs.split_below(b.saturating_sub(last));
        let (cells, dropped) = self.history.late();
        eliminate(self.simd, alive, (cells, false), b - dropped, common, candidates);
        let active = (self.history.active(), self.size > V::NONE.number() as usize / 4);
        eliminate(self.simd, alive, active, b, mixed, candidates);
    }
}
