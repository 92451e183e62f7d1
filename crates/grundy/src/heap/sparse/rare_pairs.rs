//! All rare pairs and the cells that they read, for blocks computed by all of them.

use grundy_lanes::PairMex;

/// All rare pairs, if they are few, and the cells that they read.
#[derive(Clone, Debug, Default)]
pub(super) struct Exhaustive {
    /// Stored values of late heaps; rare heaps are inactive.
    pub cells: Vec<u8>,
    pub cells_from: usize,
    /// Empty if the pairs are not few.
    pub pairs: PairMex,
}

impl Exhaustive {
    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.cells.len()
    }
}
