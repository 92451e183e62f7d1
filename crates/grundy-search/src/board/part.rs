//! Parts of boards, and boards as they are given.

use std::cmp::Ordering;

use super::area::{Area, CLASS, PACKED, WIDE_MARK, WIDTH};
use super::grid::{Grid, Packed, Small, Wide};
use grundy_lanes::Frame;

impl Area {
    /// The squares in their layout.
    #[inline]
    pub(crate) fn layout(self) -> Layout {
        if self.0 & WIDE_MARK != 0 {
            Layout::Wide(Wide(self.0 & !WIDE_MARK))
        } else if self.0 & PACKED != 0 {
            let width = (self.0 & !PACKED) >> WIDTH;
            Layout::Packed(Packed::new(self.0 & ((1 << WIDTH) - 1), width as u32))
        } else {
            match (self.0 >> CLASS) as u32 {
                0 => Layout::Small(Small(self.0 as u64)),
                more => Layout::Packed(Packed::new((self.0 as u64).into(), 8 + more)),
            }
        }
    }

    /// The squares as a word of 64 bits and how they lie in it, if they do.
    #[inline]
    pub(super) fn word(self) -> Option<(u64, Frame)> {
        if self.0 & (WIDE_MARK | PACKED) != 0 {
            return None;
        }
        let (word, width) = (self.0 as u64, 8 + (self.0 >> CLASS) as u32);
        let rows = if width == 8 { 8 } else { (64 - word.leading_zeros()).div_ceil(width) };
        Some((word, Frame::new(width, rows)?))
    }

    /// How many squares the area has.
    pub fn count(self) -> u32 {
        match self.layout() {
            Layout::Small(Small(bits)) => bits.count_ones(),
            Layout::Wide(Wide(bits)) => bits.count_ones(),
            Layout::Packed(packed) => packed.bits.count_ones(),
        }
    }

    /// The squares of the area as rows and columns, from 0.
    pub fn squares(self) -> Vec<(u32, u32)> {
        let (mut bits, width) = match self.layout() {
            Layout::Small(Small(bits)) => (bits.into(), 8),
            Layout::Wide(Wide(bits)) => (bits, 16),
            Layout::Packed(packed) => (packed.bits, packed.width),
        };
        let mut squares = Vec::new();
        while bits != 0 {
            let i = bits.trailing_zeros();
            squares.push((i / width, i % width));
            bits &= bits - 1;
        }
        squares
    }
}

/// An area's squares.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Layout {
    Small(Small),
    Wide(Wide),
    Packed(Packed),
}

/// A board as given: free squares of a rectangle of at most 119 squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    width: u8,
    height: u8,
    free: u128,
}

/// Boards of one size come in the order of their first squares, those where it is taken first: so moves
/// on the first squares are listed first.
impl Ord for Board {
    fn cmp(&self, other: &Self) -> Ordering {
        let place = |board: &Self| (board.height, board.width, board.free.reverse_bits());
        place(self).cmp(&place(other))
    }
}

impl PartialOrd for Board {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// One square that is not free.
impl Default for Board {
    fn default() -> Self {
        Self { width: 1, height: 1, free: 0 }
    }
}

impl Board {
    /// The greatest number of squares.
    pub const SQUARES: u32 = Packed::SQUARES;

    /// A board with no free square; `None` if it has no squares or too many.
    pub fn empty(height: u32, width: u32) -> Option<Self> {
        let squares = height.checked_mul(width)?;
        (0 < squares && squares <= Self::SQUARES).then_some(Self {
            width: width as u8,
            height: height as u8,
            free: 0,
        })
    }

    /// A board of free squares.
    pub fn full(height: u32, width: u32) -> Option<Self> {
        let board = Self::empty(height, width)?;
        Some(Self { free: (1 << (height * width)) - 1, ..board })
    }

    /// How many rows there are.
    pub const fn height(self) -> u32 {
        self.height as u32
    }

    /// How many columns there are.
    pub const fn width(self) -> u32 {
        self.width as u32
    }

    /// The free squares, row by row.
    pub const fn free(self) -> u128 {
        self.free
    }

    /// The same board with these squares free.
    #[must_use]
    pub const fn with_free(self, free: u128) -> Self {
        Self { free: free & ((1 << (self.height as u32 * self.width as u32)) - 1), ..self }
    }

    /// Whether the square in this row and column is free.
    pub const fn is_free(self, row: u32, column: u32) -> bool {
        self.free >> (row * self.width as u32 + column) & 1 == 1
    }

    /// The free squares as a set that can be moved.
    pub fn grid(self) -> Packed {
        Packed::new(self.free, self.width.into())
    }

    /// The parts of the board, squares beside each other, or touching each other if `kings`, being
    /// together.
    pub fn areas(self, kings: bool) -> Vec<Area> {
        let (mut rest, mut areas) = (self.grid(), Vec::new());
        while !rest.is_empty() {
            let area = flood(rest.first(), rest, kings);
            rest = rest.minus(area);
            areas.push(area.canonical().0);
        }
        areas
    }
}

/// The squares of `free` that hang together with `seed`.
#[inline]
pub(super) fn flood<G: Grid>(seed: G, free: G, kings: bool) -> G {
    let mut area = seed;
    loop {
        let grown = if kings { area.grown_by_king() } else { area.grown() }.and(free);
        let grown = if kings { grown.grown_by_king() } else { grown.grown() }.and(free);
        if grown == area {
            return area;
        }
        area = grown;
    }
}
