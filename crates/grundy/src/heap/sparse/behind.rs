//! Proofs that lag behind: another thread proves a span while the next one is computed.

use grundy_lanes::{Row, Stored};

use super::engine::Core;
use super::filter::{Found, SPAN};

/// Proofs lag behind only this far from the last rare heap: each new one costs a few spans then.
pub(super) const CALM: usize = 32 * SPAN;

/// The heaps that are proved, all they need to be proved with, and how often values were asked for.
pub(super) struct Behind<V> {
    pub core: Core<V>,
    /// A heap of the next span could not be proved.
    pub failed: bool,
}

impl<V: Stored> Behind<V> {
    /// All these heaps are proved.
    pub fn new(core: &Core<V>) -> Self {
        Self { core: core.clone(), failed: false }
    }

    /// The number of heaps proved.
    pub fn len(&self) -> usize {
        self.core.len()
    }

    /// Proves the next blocks, of which windows told `found`. If a heap may be rare the span is given
    /// up, from its beginning on: spans begin at the same heaps then as without another thread.
    pub fn prove(&mut self, cells: &[V], found: &Found) {
        let mut unproved = Vec::new();
        for row in cells.as_chunks::<64>().0 {
            if self.failed {
                return;
            }
            let core = &mut self.core;
            let b = core.len();
            core.history.extend(row);
            unproved.clear();
            core.unproved(b, found, !0, &mut unproved);
            // An error is met again by the one who computes that heap once more.
            let mut all = unproved.iter();
            self.failed = !all.all(|&(lane, x)| core.is_option(b + lane, x).is_ok_and(|is| is));
            match self.failed {
                true => core.history.resize(found.at),
                false => core.admit(row),
            }
        }
    }
}

impl<V: Stored> Core<V> {
    /// Sees that these values are below the size.
    pub fn admit(&mut self, row: &Row<V>) {
        // The union has the highest bit of the greatest.
        let most = row.iter().fold(V::default(), |all, &cell| all.or(cell)).number();
        self.size = self.size.max((most as usize + 1).next_power_of_two());
    }
}
