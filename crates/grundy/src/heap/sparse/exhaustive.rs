//! Blocks computed by all rare pairs, without filter and candidates, where pairs are few and values
//! small.

use grundy_lanes::{INACTIVE, PairMex, StoredValue};

use super::rare_pairs::Exhaustive;
use super::solver::Solver;

/// The number of pairs up to which this is faster.
const MAX_PAIRS: usize = 320;

/// The bound of stored values.
const MAX_VALUES: usize = 64;

/// Inactive cells before heap 0, which pairs of greater distance may read.
const PADDING_CELLS: usize = 256;

/// Cells kept beyond the reach of the pairs, if memory allows.
const SPARE_CELLS: usize = 1 << 16;

impl<V: StoredValue> Solver<V> {
    /// Lists the pairs if they are few.
    pub fn list_exhaustive_pairs(&mut self) {
        let Self { takes, keeping, rares, exhaustive, .. } = self;
        let count = rares.len() * takes.pairs.len() + keeping.len();
        let reach = rares.last().map_or(0, |r| r.0) + takes.largest();
        let late = self.history.kept()[1].clone();
        let known = !exhaustive.cells.is_empty() && exhaustive.cells_from == 0
            || late.start == 0
            || late.len() > reach;
        if self.size > MAX_VALUES || count > MAX_PAIRS || !known {
            *exhaustive = Exhaustive::default();
            return;
        }
        let single = keeping.iter().map(|&take| (take as u32, 0));
        let beside = |&(r, g): &(usize, u32)| {
            takes.pairs.iter().map(move |&(t, _)| ((r + t) as u32, g as u8))
        };
        // A move that leaves one heap takes at least one counter: no distance is 0.
        let pairs: Vec<(u32, u8)> = single.chain(rares.iter().flat_map(beside)).collect();
        exhaustive.pairs = PairMex::new(&pairs, self.size);
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
            let inactive = if self.history.class(n) == 1 { 0 } else { INACTIVE };
            self.exhaustive.cells.push(self.history.get(n).number() as u8 | inactive);
        }
    }

    /// Computes the next 64 heaps by all pairs. `false` if pairs are not few, a value does not fit,
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
                self.exhaustive
                    .cells
                    .extend(cells[b - dropped..].iter().map(|cell| cell.number() as u8));
            }
            if self.size > self.exhaustive.pairs.size() {
                self.list_exhaustive_pairs();
            }
            return;
        }
        self.exhaustive.cells.truncate(at);
        self.copy_cells(b, self.len());
        self.list_exhaustive_pairs();
    }
}
