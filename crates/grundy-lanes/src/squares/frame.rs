//! How squares lie in a word.

/// A grid of at most 64 squares, row by row from the lowest bit on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    pub(super) columns: u32,
    pub(super) rows: u32,
    /// The squares of the first and of the last column.
    pub(super) first: u64,
    pub(super) last: u64,
}

impl Frame {
    /// The greatest number of columns.
    pub const MAX_COLUMNS: u32 = 32;

    /// A grid of so many columns and rows: at most 64 squares, of at least two rows or of at most 32 columns.
    /// With up to 8 columns each row takes 8 bits.
    pub const fn new(columns: u32, rows: u32) -> Option<Self> {
        if columns == 0 || columns > Self::MAX_COLUMNS {
            return None;
        }
        let columns = if columns < 8 { 8 } else { columns };
        if rows == 0 || rows > 64 / columns {
            return None;
        }
        // The row beyond the last one has a first square too: nothing may go round by it.
        let (mut first, mut last, mut square) = (0, 0, 0);
        while square < 64 {
            first |= 1 << square;
            if square + columns <= 64 {
                last |= 1 << (square + columns - 1);
            }
            square += columns;
        }
        Some(Self { columns, rows, first, last })
    }

    /// How many bits a row has: the columns, but 8 at least.
    pub const fn columns(&self) -> u32 {
        self.columns
    }

    /// The pairs of squares of `free` with a side in common, across and down: the first squares of all pairs,
    /// and the pair whose first square is the lowest bit.
    pub const fn pairs(&self, free: u64) -> [(u64, u64); 2] {
        [(free & self.west(free), 3), (free & free >> self.columns, 1 | 1 << self.columns)]
    }

    /// One column to the right; what leaves the grid is lost.
    #[inline(always)]
    pub(super) const fn east(&self, x: u64) -> u64 {
        x << 1 & !self.first
    }

    /// One column to the left.
    #[inline(always)]
    pub(super) const fn west(&self, x: u64) -> u64 {
        x >> 1 & !self.last
    }

    /// These squares and those beside them, and some beyond the last row.
    #[inline(always)]
    pub(super) const fn grown<const BY_CORNERS: bool>(&self, x: u64) -> u64 {
        let row = x | self.east(x) | self.west(x);
        let column = if BY_CORNERS { row } else { x };
        row | column << self.columns | column >> self.columns
    }
}
