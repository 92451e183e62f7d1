//! A block where there are few pairs and small values: all pairs are gone through.

use grundy_lanes::{Direct, SILENT, Stored};

use super::core::Core;

/// Up to so many pairs.
const FEW: usize = 320;

/// Stored values are below.
const SMALL: usize = 64;

/// Silent cells before heap 0, so that a pair may be looked at before its other heap is 1.
const PAD: usize = 256;

/// Cells kept beyond those that pairs reach, if memory allows.
const SLACK: usize = 1 << 16;

/// All pairs, if they are few, and the cells they need.
#[derive(Clone, Debug, Default)]
pub(super) struct Few {
    /// Stored values of late heaps, rare ones silent.
    cells: Vec<u8>,
    pub cells_from: usize,
    /// None if they are not few.
    pub pairs: Direct,
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
        let Self { splits, rares, few, .. } = self;
        let count = rares.len() * splits.pairs.len() + splits.single.len();
        let reach = rares.last().map_or(0, |r| r.0) + splits.largest();
        let late = self.history.kept()[1].clone();
        let known =
            !few.cells.is_empty() && few.cells_from == 0 || late.start == 0 || late.len() > reach;
        if self.size > SMALL || count > FEW || !known {
            *few = Few::default();
            return;
        }
        let single = splits.single.iter().map(|&take| (take as u32, 0));
        let beside = |&(r, g): &(usize, u32)| {
            splits.pairs.iter().map(move |&(t, _)| ((r + t) as u32, g as u8))
        };
        // A take of 0 leaves no single heap.
        let pairs: Vec<(u32, u8)> = single.chain(rares.iter().flat_map(beside)).collect();
        few.pairs = Direct::new(&pairs, self.size);
        let from = late.start.max(late.end.saturating_sub(reach + SLACK));
        if few.cells.is_empty() || few.cells_from > from {
            few.cells.clear();
            few.cells.resize(PAD + usize::from(from == 0), SILENT);
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
        let reach = pairs.reach();
        let (held, slack) = (cells.len() - PAD, SLACK.min(self.memory / 16));
        if held > 2 * (reach + slack) {
            cells.drain(PAD..PAD + held - reach - slack);
            *cells_from += held - reach - slack;
        }
        let at = PAD + b - *cells_from;
        cells.resize(at + 64, SILENT);
        let whole = pairs.fill(self.level, cells, at, b + 64);
        if whole {
            let (out, gone) = self.history.late_mut();
            for (out, &cell) in out[b - gone..].iter_mut().zip(&cells[at..]) {
                *out = V::of(cell.into());
            }
        }
        if !whole {
            cells.truncate(at);
        }
        whole
    }

    /// Takes over the block from b on.
    pub fn follow(&mut self, b: usize) {
        if self.few.pairs.is_empty() {
            return;
        }
        let at = PAD + b - self.few.cells_from;
        if self.rares.last().is_none_or(|r| r.0 < b) {
            // They are there, unless these 64 were sifted.
            if self.few.cells.len() == at {
                let (cells, gone) = self.history.late();
                self.few.cells.extend(cells[b - gone..].iter().map(|cell| cell.number() as u8));
            }
            if self.size > self.few.pairs.size() {
                self.arrange_few();
            }
            return;
        }
        self.few.cells.truncate(at);
        self.copy_cells(b, self.len());
        self.arrange_few();
    }
}
