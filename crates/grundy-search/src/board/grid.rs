//! Sets of squares in one word, in three layouts.

use super::area::Area;
use grundy_lanes::{Frame, transposed};

/// A set of squares of a board whose layout knows where rows end.
///
/// Squares that are moved beyond the border are lost.
pub trait Grid: Copy + Eq {
    /// No square.
    fn none(self) -> Self;
    /// The squares of both.
    fn and(self, other: Self) -> Self;
    /// The squares of either.
    fn or(self, other: Self) -> Self;
    /// The squares that `other` lacks.
    fn minus(self, other: Self) -> Self;
    /// Whether there is no square.
    fn is_empty(self) -> bool;
    /// How many squares there are.
    fn count(self) -> u32;
    /// The first square, row by row, by itself.
    fn first(self) -> Self;
    /// One column to the right.
    fn east(self) -> Self;
    /// One column to the left.
    fn west(self) -> Self;
    /// One row down.
    fn south(self) -> Self;
    /// One row up.
    fn north(self) -> Self;
    /// These squares turned by half a turn about the middle of the box of `whole`, which they lie in.
    fn half_turn(self, whole: Self) -> Self;
    /// The set in canonical form, and whether half a turn carries it into itself.
    fn canonical(self) -> (Area, bool);

    /// These squares and those beside them.
    #[inline]
    fn grown(self) -> Self {
        self.or(self.east().or(self.west())).or(self.north().or(self.south()))
    }

    /// These squares and those that touch them, corners included.
    #[inline]
    fn grown_by_king(self) -> Self {
        let row = self.or(self.east().or(self.west()));
        row.or(row.north().or(row.south()))
    }
}

/// Eight rows of eight squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Small(pub u64);

const FIRST_SQUARES_OF_8_ROWS: u64 = 0x0101_0101_0101_0101;

macro_rules! sets {
    () => {
        #[inline]
        fn none(self) -> Self {
            Self(0)
        }
        #[inline]
        fn and(self, other: Self) -> Self {
            Self(self.0 & other.0)
        }
        #[inline]
        fn or(self, other: Self) -> Self {
            Self(self.0 | other.0)
        }
        #[inline]
        fn minus(self, other: Self) -> Self {
            Self(self.0 & !other.0)
        }
        #[inline]
        fn is_empty(self) -> bool {
            self.0 == 0
        }
        #[inline]
        fn count(self) -> u32 {
            self.0.count_ones()
        }
        #[inline]
        fn first(self) -> Self {
            Self(self.0 & self.0.wrapping_neg())
        }
    };
}

impl Grid for Small {
    sets!();

    #[inline]
    fn east(self) -> Self {
        Self(self.0 << 1 & !FIRST_SQUARES_OF_8_ROWS)
    }

    #[inline]
    fn west(self) -> Self {
        Self(self.0 >> 1 & !(FIRST_SQUARES_OF_8_ROWS << 7))
    }

    #[inline]
    fn south(self) -> Self {
        Self(self.0 << 8)
    }

    #[inline]
    fn north(self) -> Self {
        Self(self.0 >> 8)
    }

    fn half_turn(self, whole: Self) -> Self {
        if whole.0 == 0 {
            return self;
        }
        // Half a turn of all 64 squares, then moved: (r, c) goes to (first + last row - r, …).
        let (top, bottom) = (whole.0.trailing_zeros() / 8, rows(whole.0) - 1);
        let columns = columns(whole.0);
        let (left, right) = (columns.trailing_zeros(), 7 - columns.leading_zeros());
        let to = 8 * (top + bottom) + left + right;
        let turned = self.0.reverse_bits();
        Self(if to >= 63 { turned << (to - 63) } else { turned >> (63 - to) })
    }

    #[inline]
    fn canonical(self) -> (Area, bool) {
        if self.0 == 0 {
            return (Area::small(0), true);
        }
        let mut x = self.cornered().0;
        let (mut height, mut width) = (rows(x), 8 - columns(x).leading_zeros());
        if height > width {
            x = transposed(x);
            std::mem::swap(&mut height, &mut width);
        }
        let least = |x: u64| {
            // Bytes are rows: upside down, and then turned.
            let down = 8 * (8 - height);
            let flipped = x.swap_bytes() >> down;
            let turned = mirrored_rows(flipped) >> (8 - width);
            let mirrored = mirrored_rows(x) >> (8 - width);
            (x.min(flipped).min(turned).min(mirrored), turned == x)
        };
        let (mut best, turns) = least(x);
        if height == width {
            best = best.min(least(transposed(x)).0);
        }
        (Area::small(best), turns)
    }
}

impl Small {
    /// Moved to the first row and column.
    #[inline]
    fn cornered(self) -> Self {
        if self.0 == 0 {
            return self;
        }
        let x = self.0 >> (self.0.trailing_zeros() & !7);
        Self(x >> columns(x).trailing_zeros())
    }
}

/// Which of the eight columns have squares.
#[inline]
fn columns(x: u64) -> u8 {
    let x = x | x >> 32;
    let x = x | x >> 16;
    (x | x >> 8) as u8
}

/// How many rows there are down to the last square.
#[inline]
fn rows(x: u64) -> u32 {
    8 - x.leading_zeros() / 8
}

/// Each row of eight mirrored.
#[inline]
fn mirrored_rows(x: u64) -> u64 {
    let x = x >> 1 & 0x5555_5555_5555_5555 | (x & 0x5555_5555_5555_5555) << 1;
    let x = x >> 2 & 0x3333_3333_3333_3333 | (x & 0x3333_3333_3333_3333) << 2;
    x >> 4 & 0x0f0f_0f0f_0f0f_0f0f | (x & 0x0f0f_0f0f_0f0f_0f0f) << 4
}

/// Eight rows of sixteen squares, the last column always empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wide(pub u128);

const FIRST_SQUARES_OF_16_ROWS: u128 = 0x0001_0001_0001_0001_0001_0001_0001_0001;

impl Wide {
    /// The greatest width.
    pub const WIDTH: u32 = 15;

    /// Moved to the first row and column; its height and width.
    #[inline]
    fn cornered(self) -> (u128, u32, u32) {
        if self.0 == 0 {
            return (0, 0, 0);
        }
        let x = self.0 >> (self.0.trailing_zeros() & !15);
        let columns = wide_columns(x);
        let first = columns.trailing_zeros();
        (x >> first, 8 - x.leading_zeros() / 16, 16 - columns.leading_zeros() - first)
    }
}

#[inline]
fn wide_columns(x: u128) -> u16 {
    let x = x as u64 | (x >> 64) as u64;
    let x = x | x >> 32;
    (x | x >> 16) as u16
}

/// The eight rows in opposite order.
#[inline]
fn rows_reversed(x: u128) -> u128 {
    const EVEN: u64 = 0x0000_ffff_0000_ffff;
    let half = |y: u64| {
        let y = y.rotate_left(32);
        (y & EVEN) << 16 | y >> 16 & EVEN
    };
    u128::from(half(x as u64)) << 64 | u128::from(half((x >> 64) as u64))
}

/// Rows of sixteen whose squares lie in the first eight columns, as rows of eight.
#[inline]
fn narrowed(x: u128) -> u64 {
    let half = |y: u64| {
        let y = (y | y >> 8) & 0x0000_ffff_0000_ffff;
        (y | y >> 16) & 0xffff_ffff
    };
    half(x as u64) | half((x >> 64) as u64) << 32
}

impl Grid for Wide {
    sets!();

    #[inline]
    fn east(self) -> Self {
        Self(self.0 << 1 & !(FIRST_SQUARES_OF_16_ROWS << 15))
    }

    #[inline]
    fn west(self) -> Self {
        Self(self.0 >> 1 & !(FIRST_SQUARES_OF_16_ROWS << 15))
    }

    #[inline]
    fn south(self) -> Self {
        Self(self.0 << 16)
    }

    #[inline]
    fn north(self) -> Self {
        Self(self.0 >> 16)
    }

    #[inline]
    fn half_turn(self, whole: Self) -> Self {
        if whole.0 == 0 {
            return self;
        }
        let (top, bottom) = (whole.0.trailing_zeros() / 16, 7 - whole.0.leading_zeros() / 16);
        let columns = wide_columns(whole.0);
        let (left, right) = (columns.trailing_zeros(), 15 - columns.leading_zeros());
        let to = 16 * (top + bottom) + left + right;
        let turned = self.0.reverse_bits();
        Self(if to >= 127 { turned << (to - 127) } else { turned >> (127 - to) })
    }

    #[inline]
    fn canonical(self) -> (Area, bool) {
        let (x, height, width) = self.cornered();
        if width <= 8 {
            return Small(narrowed(x)).canonical();
        }
        if fits_word(height, width) {
            let lines = (0..height).map(|row| (x >> (16 * row)) as u64 & 0xffff);
            return word_form(lines, height, width);
        }
        let down = 16 * (8 - height);
        let turned = x.reverse_bits() >> (down + 16 - width);
        let flipped = rows_reversed(x) >> down;
        let mirrored = rows_reversed(turned) >> down;
        (Area::wide(x.min(turned).min(flipped).min(mirrored)), turned == x)
    }
}

/// Whether a box of this height and greater width, not one that fits into eight by eight, is packed into a
/// word of 64 bits.
const fn fits_word(height: u32, width: u32) -> bool {
    width > 8 && width <= Frame::MAX_COLUMNS && height * width <= 64
}

/// The canonical form of the rows of such a box, and whether half a turn carries it into itself.
fn word_form(lines: impl Iterator<Item = u64>, height: u32, width: u32) -> (Area, bool) {
    let (mut upright, mut flipped) = (0, 0);
    for (row, line) in (0..).zip(lines) {
        upright |= line << (width * row);
        flipped |= line << (width * (height - 1 - row));
    }
    let beyond = 64 - width * height;
    let turned = upright.reverse_bits() >> beyond;
    let form = upright.min(flipped).min(turned).min(flipped.reverse_bits() >> beyond);
    (Area::long(form, width), turned == upright)
}

/// Squares row by row, without gaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Packed {
    /// The squares.
    pub bits: u128,
    /// How many squares a row has.
    pub width: u32,
    /// The squares of the first column, of all rows that a word holds.
    first: u128,
}

impl Packed {
    /// The greatest number of squares.
    pub const SQUARES: u32 = 119;

    /// A set of squares of a board of this width, from 1 to 119.
    pub fn new(bits: u128, width: u32) -> Self {
        let first = (0..Self::SQUARES).step_by(width as usize).fold(0, |set, i| set | 1 << i);
        Self { bits, width, first }
    }

    /// Other squares of the same board.
    pub(super) fn with(self, bits: u128) -> Self {
        Self { bits, ..self }
    }

    fn squares(self) -> impl Iterator<Item = (u32, u32)> {
        let mut bits = self.bits;
        std::iter::from_fn(move || {
            let i = bits.trailing_zeros();
            bits &= bits.wrapping_sub(1);
            (i < 128).then(|| (i / self.width, i % self.width))
        })
    }

    /// First row and column, height and width of the box of the squares.
    fn bounds(self) -> [u32; 4] {
        let (mut top, mut left, mut bottom, mut right) = (u32::MAX, u32::MAX, 0, 0);
        for (row, column) in self.squares() {
            (top, bottom) = (top.min(row), bottom.max(row + 1));
            (left, right) = (left.min(column), right.max(column + 1));
        }
        [top, left, bottom - top, right - left]
    }
}

impl Grid for Packed {
    fn none(self) -> Self {
        self.with(0)
    }
    fn and(self, other: Self) -> Self {
        self.with(self.bits & other.bits)
    }
    fn or(self, other: Self) -> Self {
        self.with(self.bits | other.bits)
    }
    fn minus(self, other: Self) -> Self {
        self.with(self.bits & !other.bits)
    }
    fn is_empty(self) -> bool {
        self.bits == 0
    }
    fn count(self) -> u32 {
        self.bits.count_ones()
    }
    fn first(self) -> Self {
        self.with(self.bits & self.bits.wrapping_neg())
    }
    fn east(self) -> Self {
        self.with(self.bits << 1 & !self.first)
    }
    fn west(self) -> Self {
        self.with((self.bits & !self.first) >> 1)
    }
    fn south(self) -> Self {
        let bits = self.bits.checked_shl(self.width).unwrap_or(0);
        self.with(bits & ((1 << Self::SQUARES) - 1))
    }
    fn north(self) -> Self {
        self.with(self.bits.checked_shr(self.width).unwrap_or(0))
    }

    fn half_turn(self, whole: Self) -> Self {
        if whole.bits == 0 {
            return self;
        }
        let [top, left, height, width] = whole.bounds();
        let turn = |(row, column): (u32, u32)| {
            (2 * top + height - 1 - row) * self.width + 2 * left + width - 1 - column
        };
        self.with(self.squares().fold(0, |set, square| set | 1 << turn(square)))
    }

    fn canonical(self) -> (Area, bool) {
        if self.bits == 0 {
            return (Area::small(0), true);
        }
        let [top, left, height, width] = self.bounds();
        let cornered = || self.squares().map(|(row, column)| (row - top, column - left));
        let (short, long) = (height.min(width), height.max(width));
        if fits_word(short, long) {
            let mut lines = [0u64; 8];
            for (row, column) in cornered() {
                let (row, column) = if height > width { (column, row) } else { (row, column) };
                lines[row as usize] |= 1 << column;
            }
            return word_form(lines[..short as usize].iter().copied(), short, long);
        }
        if height.min(width) <= 8 && height.max(width) <= Wide::WIDTH {
            let tall = height > width;
            let place = |(r, c): (u32, u32)| if tall { 16 * c + r } else { 16 * r + c };
            return Wide(cornered().fold(0, |set, square| set | 1 << place(square))).canonical();
        }
        let form = |turn: u32| {
            let (height, width, swap) =
                if turn & 4 == 0 { (height, width, false) } else { (width, height, true) };
            let bits = cornered().fold(0u128, |set, (r, c)| {
                let (r, c) = if swap { (c, r) } else { (r, c) };
                let r = if turn & 1 == 0 { r } else { height - 1 - r };
                let c = if turn & 2 == 0 { c } else { width - 1 - c };
                set | 1 << (r * width + c)
            });
            (width, bits)
        };
        let (columns, bits) = (0..8).map(form).min().unwrap_or((1, 0));
        (Area::packed(bits, columns), form(0) == form(3))
    }
}
