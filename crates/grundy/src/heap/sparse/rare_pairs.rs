//! All rare pairs and the cells that they read, for blocks computed by all of them.

use grundy_lanes::PairMex;

/// All rare pairs, if all of them are applied, and the cells that they read.
#[derive(Clone, Debug, Default)]
pub(super) struct Exhaustive {
    /// Stored values of late heaps; rare heaps are inactive, and those whose values do not fit.
    pub cells: Vec<u8>,
    pub cells_from: usize,
    /// Empty if candidates are used.
    pub pairs: PairMex,
}

impl Exhaustive {
    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.cells.len()
    }
}
