//! What is known of the heaps computed, and what computes the next ones needs.

use std::cell::Cell;

use grundy_lanes::{Asking, ByDistance, Layer, Level, Stored, Witnesses};

use super::block::Width;
use super::direct::Few;
use super::history::History;
use super::mask::Mask;
use super::planes::REACH;
use super::proof::Effort;
use super::splits::Splits;
use crate::context::{LimitKind, Stop};

/// When heaps are dropped, these first ones are kept, if memory allows.
const FIRST: usize = 1 << 22;

/// What computes blocks of 64 heaps.
#[derive(Clone)]
pub(super) struct Core<V> {
    pub splits: Splits,
    pub mask: Mask,
    pub level: Level,
    pub history: History<V>,
    /// The rare heaps but 0, with their stored values.
    pub rares: Vec<(usize, u32)>,
    /// Stored values are below this power of two.
    pub size: usize,

    /// Pairs with a rare heap: the distance to the other heap and the value, by distance, with those
    /// that show most and with the others; and those closer than 64 apart.
    pub best: ByDistance<V>,
    pub far: ByDistance<V>,
    pub close: Vec<(u32, V)>,
    pub layers: Vec<Layer<V>>,
    pub width: Width,
    pub few: Few,
    /// The limit of memory, in bytes.
    pub memory: usize,

    /// Of each value: how often rare ones were asked for since the span began, and what it took to
    /// search for them.
    pub asked: Vec<u32>,
    pub effort: Vec<Cell<Effort>>,
    /// How many cycles of proofs for many lanes at once fall to each.
    pub share: f32,
    /// Pairs with the common heaps that show most, in stages, and the first common heaps.
    pub first: Vec<ByDistance<V>>,
    pub witnesses: Option<Witnesses<V>>,
    /// What windows tell of a block, and values that they leave.
    pub words: Vec<u64>,
    pub left: Vec<Asking>,
    /// Values and lanes that windows do not prove.
    pub pending: Vec<(u32, u64)>,
    /// Those that are proved together: the value, the row where it stands and the lanes.
    pub places: Vec<(u32, usize, u64)>,
}

impl<V: Stored> Core<V> {
    /// Behind these heaps, the rare ones of them, and values below `size`; what depends on the rare
    /// heaps is still to be put in order.
    pub fn over(
        splits: &Splits,
        mask: Mask,
        (history, rares, size): (History<V>, Vec<(usize, u32)>, usize),
        level: Level,
    ) -> Self {
        Self {
            splits: splits.clone(),
            mask,
            level,
            history,
            rares,
            size,
            best: ByDistance::default(),
            far: ByDistance::default(),
            close: Vec::new(),
            layers: Vec::new(),
            width: Width::default(),
            few: Few::default(),
            memory: usize::MAX,
            asked: Vec::new(),
            effort: Vec::new(),
            share: 0.0,
            first: Vec::new(),
            witnesses: None,
            words: Vec::new(),
            left: Vec::new(),
            pending: Vec::new(),
            places: Vec::new(),
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

    /// How far back heaps are looked at from here on, if no rare heap follows.
    pub fn window(&self) -> usize {
        let last = self.rares.last().map_or(0, |r| r.0);
        last + self.splits.largest() + 2 * REACH
    }

    /// The limit of memory does not allow to go on.
    pub fn too_much(&self, what: &str, bytes: usize) -> Stop {
        Stop::Limit {
            kind: LimitKind::Memory,
            what: format!(
                "computing the nim-sequence: {} MiB of {what} are needed behind heap {}",
                bytes >> 20,
                self.len() - 1
            ),
        }
    }

    /// Drops heaps that are not looked at any more, if memory is short.
    pub fn drop_old(&mut self) -> Result<(), Stop> {
        let (b, window, bytes) = (self.len(), self.window(), self.history.bytes());
        if bytes > self.memory / 4 {
            let first = (self.memory / 32).clamp(1 << 16, FIRST);
            let last = window.max(first);
            // Each time half of what is there is dropped at least: moving the rest costs O(1) a heap.
            if bytes > 2 * size_of::<V>() * (first + last) && b > 2 * (first + last) {
                self.history.drop_middle(first, last);
            } else if bytes > self.memory / 2 {
                return Err(self.too_much("values", bytes));
            }
        }
        Ok(())
    }
}
