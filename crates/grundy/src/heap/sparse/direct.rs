//! A block where there are few pairs and small values: all pairs are gone through.

use grundy_lanes::{SILENT, Stored, direct};

use super::engine::{Engine, LEVELS};

/// Up to so many pairs.
const FEW: usize = 320;

/// Stored values are below.
const SMALL: usize = 64;

/// Silent cells before heap 0, so that a pair may be looked at before its other heap is 1.
const PAD: usize = 256;

/// Cells kept beyond those that pairs reach.
const SLACK: usize = 1 << 20;

impl<V: Stored> Engine<V> {
    /// Lists the pairs, if they are few.
    pub fn arrange_pairs(&mut self) {
        self.pairs.clear();
        let Self { splits, rares, pairs, .. } = self;
        let count = rares.len() * splits.pairs.len() + splits.single.len();
        if self.size > SMALL || count > FEW || self.history.has_gap() && self.cells.is_empty() {
            self.cells = Vec::new();
            return;
        }
        pairs.extend(splits.single.iter().map(|&take| (take as u32, 0)));
        for &(r, g) in rares.iter() {
            pairs.extend(splits.pairs.iter().map(|&(t, _)| ((r + t) as u32, g as u8)));
        }
        self.pairs.sort_unstable();
        self.pairs.dedup();
        // A take of 0 leaves no single heap.
        debug_assert!(self.pairs.first().is_none_or(|p| p.0 > 0));
        if self.cells.is_empty() {
            self.cells = vec![SILENT; PAD + 1];
            self.cells_from = 0;
            self.copy_cells(1, self.len());
        }
    }

    fn copy_cells(&mut self, from: usize, to: usize) {
        for n in from..to {
            let silent = if self.history.class(n) == 1 { 0 } else { SILENT };
            self.cells.push(self.history.get(n).number() as u8 | silent);
        }
    }

    /// The next block by all pairs; false if something is new: then the planes see to it.
    pub fn direct(&mut self, b: usize) -> bool {
        let (lanes, level) = (LEVELS[2].0, self.level);
        let reach = self.pairs.last().map_or(0, |p| p.0 as usize);
        let held = self.cells.len() - PAD;
        if held > 2 * (reach + SLACK) {
            self.cells.drain(PAD..PAD + held - reach - SLACK);
            self.cells_from += held - reach - SLACK;
        }
        let at = PAD + b - self.cells_from;
        self.cells.resize(at + 128, SILENT);
        let known = self.pairs.partition_point(|p| (p.0 as usize) < b + 128);
        for start in [0, 64] {
            let to = (lanes - start).min(64);
            let pairs = &self.pairs[..known];
            if direct(level, &mut self.cells, at + start, pairs, 0, to) < to {
                self.cells.truncate(at);
                return false;
            }
        }
        if !self.is_proved(b, at) {
            self.cells.truncate(at);
            return false;
        }
        self.cells.truncate(at + lanes);
        for lane in 0..lanes {
            let cell = self.cells[at + lane];
            self.history.push(V::of(cell.into()));
            if self.planes.mark(b + lane, cell.into()) {
                self.new_values.push(cell.into());
            }
        }
        true
    }

    /// Whether every rare value below those found is an option, by heaps before the block.
    fn is_proved(&mut self, b: usize, at: usize) -> bool {
        let low = self.mask.low;
        // The lanes whose value is that or, later, greater; values of a group together.
        let mut lanes_of = [0u128; SMALL + 1];
        let mut most = 0;
        for lane in 0..LEVELS[2].0 {
            let cell = self.cells[at + lane];
            lanes_of[usize::from(cell >> low)] |= 1 << (lane + 8);
            most = most.max(cell);
        }
        if usize::from(most) >= self.size {
            return false;
        }
        for i in (0..usize::from(most >> low)).rev() {
            lanes_of[i] |= lanes_of[i + 1];
        }
        for x in 0..(u32::from(most >> low) + 1) << low {
            let mut rest = self.unproved(x, b, lanes_of[(x >> low) as usize]);
            while rest != 0 {
                let lane = rest.trailing_zeros() as usize - 8;
                rest &= rest - 1;
                let value = self.mask.value(b + lane, self.cells[at + lane].into(), 1);
                if self.mask.value(b + lane, x, 0) < value
                    && (self.careful(x, b) || !self.find_pair(b, b + lane, x))
                {
                    return false;
                }
            }
        }
        true
    }

    /// Takes over a block that was computed by planes.
    pub fn follow(&mut self, b: usize) {
        if self.pairs.is_empty() {
            return;
        }
        self.copy_cells(b, self.len());
        for &(r, g) in self.rares.iter().rev().take_while(|r| r.0 >= b) {
            let takes = self.splits.pairs.iter();
            self.pairs.extend(takes.map(|&(t, _)| ((r + t) as u32, g as u8)));
        }
        self.pairs.sort_unstable();
        // A new rare heap reaches back to the first ones.
        let lost = self.cells_from > 0 && self.rares.last().is_some_and(|r| r.0 >= b);
        if lost || self.size > SMALL || self.pairs.len() > 2 * FEW {
            self.pairs.clear();
            self.cells = Vec::new();
            self.new_values.extend([0; 3]);
        }
    }
}
