//! Blocks computed by all rare pairs, without filter and candidates, where pairs are few and values
//! small, or where this was [measured](super::method_choice) to be faster.

use grundy_lanes::{INACTIVE, PairMex, StoredValue};

use super::rare_pairs::Exhaustive;
use super::solver::Solver;

/// Pairs up to which this is always faster if values are [small](SMALL_VALUES).
const FEW_PAIRS: usize = 320;

/// Pairs up to which this may be faster.
const MAX_PAIRS: usize = 1 << 13;

/// The bound of stored values up to which all sums are in one word.
const SMALL_VALUES: usize = 64;

/// The bound of stored values that pairs may have, and of results. Cells with greater values are
/// inactive: their sums with such pairs are no smaller.
const MAX_VALUES: usize = 128;

/// The last heaps that are looked at for values beyond [`MAX_VALUES`], and how many of them may have
/// such values: a block with one is computed by candidates.
const SAMPLE_HEAPS: usize = 1 << 12;
const MAX_LARGE_VALUES: usize = SAMPLE_HEAPS / 256;

/// Inactive cells before heap 0, which pairs of greater distance may read.
const PADDING_CELLS: usize = 256;

/// Cells kept beyond the reach of the pairs, if memory allows.
const SPARE_CELLS: usize = 1 << 16;

impl<V: StoredValue> Solver<V> {
    /// How many rare pairs there are, with moves that leave one heap and keep its class.
    fn pair_count(&self) -> usize {
        self.rares.len() * self.takes.pairs.len() + self.keeping.len()
    }

    /// Whether all pairs are applied because they are few.
    pub fn has_few_pairs(&self) -> bool {
        !self.exhaustive.pairs.is_empty() && !self.all_pairs
    }

    /// Whether all pairs can be applied: the cells that they read are known, their values fit, and so do
    /// nearly all of the last values.
    pub fn can_apply_all_pairs(&self) -> bool {
        let reach = self.rares.last().map_or(0, |r| r.0) + self.takes.largest();
        let (late, held) = (&self.history.kept()[1], &self.exhaustive);
        let known =
            !held.cells.is_empty() && held.cells_from == 0 || late.start == 0 || late.len() > reach;
        known
            && self.pair_count() <= MAX_PAIRS
            && self.rares.iter().all(|r| (r.1 as usize) < MAX_VALUES)
            && (self.size <= MAX_VALUES || self.late_large_values() <= MAX_LARGE_VALUES)
    }

    /// How many of the last heaps have stored values that do not fit.
    fn late_large_values(&self) -> usize {
        let (len, late) = (self.len(), &self.history.kept()[1]);
        let from = len.saturating_sub(SAMPLE_HEAPS).max(late.start);
        let cells = self.history.late_slice(from, len);
        cells.iter().filter(|cell| cell.number() as usize >= MAX_VALUES).count()
    }

    /// Fixes whether all pairs are applied even if they are many.
    pub fn set_all_pairs(&mut self, all_pairs: bool) {
        if self.all_pairs != all_pairs {
            self.all_pairs = all_pairs;
            self.list_exhaustive_pairs();
        }
    }

    /// Lists the pairs if all of them are to be applied.
    pub fn list_exhaustive_pairs(&mut self) {
        let few = self.size <= SMALL_VALUES && self.pair_count() <= FEW_PAIRS;
        let wanted = (few || self.all_pairs) && self.can_apply_all_pairs();
        let Self { takes, keeping, rares, exhaustive, .. } = self;
        if !wanted {
            *exhaustive = Exhaustive::default();
            return;
        }
        let single = keeping.iter().map(|&take| (take as u32, 0));
        let beside = |&(r, g): &(usize, u32)| {
            takes.pairs.iter().map(move |&(t, _)| ((r + t) as u32, g as u8))
        };
        // A move that leaves one heap takes at least one counter: no distance is 0.
        let pairs: Vec<(u32, u8)> = single.chain(rares.iter().flat_map(beside)).collect();
        let reach = rares.last().map_or(0, |r| r.0) + takes.largest();
        let late = self.history.kept()[1].clone();
        exhaustive.pairs = PairMex::new(&pairs, self.size.min(MAX_VALUES));
        let from = late.start.max(late.end.saturating_sub(reach + SPARE_CELLS));
        if exhaustive.cells.is_empty() || exhaustive.cells_from > from {
            exhaustive.cells.clear();
            exhaustive.cells.resize(PADDING_CELLS + usize::from(from == 0), INACTIVE);
            exhaustive.cells_from = from;
            self.copy_cells(from.max(1), self.len());
        }
    }

    /// Appends the cells of heaps that the history has.
    fn copy_cells(&mut self, from: usize, to: usize) {
        for n in from..to {
            let cell = match self.history.class(n) {
                1 => exhaustive_cell(self.history.get(n)),
                _ => INACTIVE,
            };
            self.exhaustive.cells.push(cell);
        }
    }

    /// Computes the next 64 heaps by all pairs. `false` if these are not listed, a value does not fit,
    /// or a rare heap may be left by a switching take.
    pub fn compute_exhaustively(&mut self, b: usize) -> bool {
        let last = self.rares.last().map_or(0, |r| r.0);
        if self.switching.last().is_some_and(|take| last + take >= b) {
            return false;
        }
        let Exhaustive { cells, cells_from, pairs } = &mut self.exhaustive;
        if pairs.is_empty() {
            return false;
        }
        let reach = pairs.reach();
        let (held, slack) = (cells.len() - PADDING_CELLS, SPARE_CELLS.min(self.memory_limit / 16));
        if held > 2 * (reach + slack) {
            cells.drain(PADDING_CELLS..PADDING_CELLS + held - reach - slack);
            *cells_from += held - reach - slack;
        }
        let at = PADDING_CELLS + b - *cells_from;
        cells.resize(at + 64, INACTIVE);
        let complete = pairs.fill(self.simd, cells, at, b + 64);
        if complete {
            let (out, dropped) = self.history.late_mut();
            for (out, &cell) in out[b - dropped..].iter_mut().zip(&cells[at..]) {
                *out = V::of(cell.into());
            }
        }
        if !complete {
            cells.truncate(at);
        }
        complete
    }

    /// Takes the values of the block from b on into the cells.
    pub fn append_exhaustive_cells(&mut self, b: usize) {
        if self.exhaustive.pairs.is_empty() {
            return;
        }
        let at = PADDING_CELLS + b - self.exhaustive.cells_from;
        if self.rares.last().is_none_or(|r| r.0 < b) {
            // The cells are missing where candidates had to be used.
            if self.exhaustive.cells.len() == at {
                let (cells, dropped) = self.history.late();
                let late = cells[b - dropped..].iter().copied().map(exhaustive_cell);
                self.exhaustive.cells.extend(late);
            }
            if self.size.min(MAX_VALUES) > self.exhaustive.pairs.size() {
                self.list_exhaustive_pairs();
            }
            return;
        }
        self.exhaustive.cells.truncate(at);
        self.copy_cells(b, self.len());
        self.list_exhaustive_pairs();
    }
}

/// The cell of a common heap.
fn exhaustive_cell<V: StoredValue>(cell: V) -> u8 {
    match cell.number() {
        cell if cell < MAX_VALUES as u32 => cell as u8,
        _ => INACTIVE,
    }
}
