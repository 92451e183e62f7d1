//! A block where there are few pairs and small values: all pairs are gone through.

use grundy_lanes::{SILENT, Stored, direct};

use super::engine::Core;

/// Up to so many pairs.
const FEW: usize = 320;

/// Stored values are below.
const SMALL: usize = 64;

/// Silent cells before heap 0, so that a pair may be looked at before its other heap is 1.
const PAD: usize = 256;

/// Cells kept beyond those that pairs reach, if memory allows.
const SLACK: usize = 1 << 20;

/// All pairs, if they are few, and the cells they need.
#[derive(Clone, Debug, Default)]
pub(super) struct Few {
    /// Stored values of late heaps, rare ones silent.
    cells: Vec<u8>,
    pub cells_from: usize,
    /// The distance to the other heap and the value of this one; none if they are not few.
    pub pairs: Vec<(u32, u8)>,
}

impl Few {
    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.cells.len()
    }
}

impl<V: Stored> Core<V> {
    /// Lists the pairs, if they are few.
    pub fn arrange_few(&mut self) {
        self.few.pairs.clear();
        let Self { splits, rares, few, .. } = self;
        let count = rares.len() * splits.pairs.len() + splits.single.len();
        let reach = rares.last().map_or(0, |r| r.0) + splits.largest();
        let late = self.history.kept()[1].clone();
        let known = !few.cells.is_empty() || late.start == 0 || late.len() > reach;
        if self.size > SMALL || count > FEW || !known {
            few.cells = Vec::new();
            return;
        }
        few.pairs.extend(splits.single.iter().map(|&take| (take as u32, 0)));
        for &(r, g) in rares.iter() {
            few.pairs.extend(splits.pairs.iter().map(|&(t, _)| ((r + t) as u32, g as u8)));
        }
        few.pairs.sort_unstable();
        few.pairs.dedup();
        // A take of 0 leaves no single heap.
        debug_assert!(few.pairs.first().is_none_or(|p| p.0 > 0));
        if few.cells.is_empty() {
            let from = late.start.max(late.end.saturating_sub(reach + SLACK));
            few.cells = vec![SILENT; PAD];
            few.cells.extend((from == 0).then_some(SILENT));
            few.cells_from = from;
            self.copy_cells(from.max(1), self.len());
        }
    }

    fn copy_cells(&mut self, from: usize, to: usize) {
        for n in from..to {
            let silent = if self.history.class(n) == 1 { 0 } else { SILENT };
            self.few.cells.push(self.history.get(n).number() as u8 | silent);
        }
    }

    /// The next 64 heaps by all pairs, if that is the way; false if something is new.
    pub fn direct(&mut self, b: usize) -> bool {
        let Few { cells, cells_from, pairs } = &mut self.few;
        if pairs.is_empty() {
            return false;
        }
        let reach = pairs.last().map_or(0, |p| p.0 as usize);
        let (held, slack) = (cells.len() - PAD, SLACK.min(self.memory / 16));
        if held > 2 * (reach + slack) {
            cells.drain(PAD..PAD + held - reach - slack);
            *cells_from += held - reach - slack;
        }
        let at = PAD + b - *cells_from;
        cells.resize(at + 64, SILENT);
        let known = pairs.partition_point(|p| (p.0 as usize) < b + 64);
        let whole = direct(self.level, cells, at, &pairs[..known], 0, 64) == 64;
        if whole {
            let (out, gone) = self.history.late_mut();
            for (out, &cell) in out[b - gone..].iter_mut().zip(&cells[at..]) {
                *out = V::of(cell.into());
            }
        }
        cells.truncate(at);
        whole
    }

    /// Takes over the block from b on.
    pub fn follow(&mut self, b: usize) {
        if self.few.pairs.is_empty() {
            return;
        }
        if self.rares.last().is_none_or(|r| r.0 < b) {
            let (cells, gone) = self.history.late();
            self.few.cells.extend(cells[b - gone..].iter().map(|cell| cell.number() as u8));
            if self.size > SMALL {
                self.few = Few::default();
            }
            return;
        }
        self.copy_cells(b, self.len());
        let few = &mut self.few;
        for &(r, g) in self.rares.iter().rev().take_while(|r| r.0 >= b) {
            let takes = self.splits.pairs.iter();
            few.pairs.extend(takes.map(|&(t, _)| ((r + t) as u32, g as u8)));
        }
        few.pairs.sort_unstable();
        // A new rare heap reaches back to the first ones.
        if few.cells_from > 0 || self.size > SMALL || few.pairs.len() > 2 * FEW {
            *few = Few::default();
        }
    }
}
