//! Canonical forms: the least of the words that turns and mirror images have.

use super::{Block, Components, Frame, LANES};

/// Eight rows of eight squares.
const SIDE: u32 = 8;

/// What is told of a component beside its form: pairs in the lowest byte, columns in the next, two bits.
const COLUMNS: u32 = 8;
const TURNS: u32 = 16;
const MIDDLE: u32 = 17;

impl Components {
    /// Finds the canonical forms of these components.
    #[inline(always)]
    pub(super) fn shape(&mut self, frame: &Frame, start: usize, end: usize) {
        let blocks = (end - start).div_ceil(LANES);
        self.forms.resize(blocks, [1; LANES]);
        self.told.resize(blocks, [0; LANES]);
        for k in 0..blocks {
            let mut block = [1; LANES];
            let squares = &self.squares[start + k * LANES..end];
            if let Some(squares) = squares.first_chunk::<LANES>() {
                block = *squares;
            } else {
                block[..squares.len()].copy_from_slice(squares);
            }
            let told = &mut self.told[k];
            for i in 0..LANES {
                let x = block[i];
                let across = x & x >> 1 & !frame.last;
                let down = x & x >> frame.columns;
                told[i] = u64::from(across.count_ones() + down.count_ones());
            }
            if frame.columns == SIDE {
                self.forms[k] = small(&block, told);
            } else {
                self.forms[k] = wide(frame, &block, told);
            }
        }
    }
}

/// Rows and columns of eight by eight exchanged (H. S. Warren, *Hacker's Delight*, 2003).
#[inline(always)]
pub const fn transposed(mut x: u64) -> u64 {
    let mut t = (x ^ x >> 7) & 0x00aa_00aa_00aa_00aa;
    x ^= t ^ t << 7;
    t = (x ^ x >> 14) & 0x0000_cccc_0000_cccc;
    x ^= t ^ t << 14;
    t = (x ^ x >> 28) & 0x0000_0000_f0f0_f0f0;
    x ^ t ^ t << 28
}

/// The least of a set in the first row and column of a box, upside down, mirrored, and turned by half a turn;
/// and the last of these. `short_rows` and `short_columns`: what the box lacks to eight.
#[inline(always)]
fn least(x: u64, short_rows: u64, short_columns: u64) -> (u64, u64) {
    let reversed = x.reverse_bits();
    let flipped = x.swap_bytes() >> ((8 * short_rows) & 63);
    let turned = reversed >> ((8 * short_rows + short_columns) & 63);
    let mirrored = reversed.swap_bytes() >> (short_columns & 63);
    (x.min(flipped).min(turned).min(mirrored), turned)
}

/// Forms of sets in eight by eight, none of them empty; adds to what is told.
#[inline(always)]
fn small(block: &Block, told: &mut Block) -> Block {
    let (mut forms, mut other_forms, mut square_boxes) = ([0; LANES], [0; LANES], 0);
    let mut shorts = [0; LANES];
    for i in 0..LANES {
        let x = block[i];
        let x = x >> (x.trailing_zeros() & 56);
        let columns = x | x >> 32;
        let columns = columns | columns >> 16;
        let columns = (columns | columns >> 8) & 0xff;
        let left = columns.trailing_zeros() & 7;
        let x = x >> left;
        let short_columns = u64::from((columns >> left).leading_zeros()) - 56;
        let short_rows = u64::from(x.leading_zeros()) >> 3;
        // The longer side across.
        let tall = short_rows < short_columns;
        let other = transposed(x);
        let (x, other) = if tall { (other, x) } else { (x, other) };
        let (short_rows, short_columns) =
            if tall { (short_columns, short_rows) } else { (short_rows, short_columns) };
        let (form, turned) = least(x, short_rows, short_columns);
        let (height, width) = (8 - short_rows, 8 - short_columns);
        let middle = 8 * ((height - 1) >> 1) + ((width - 1) >> 1);
        let has_middle = (height | width) & x >> (middle & 63) & 1;
        told[i] |=
            u64::from(SIDE) << COLUMNS | u64::from(turned == x) << TURNS | has_middle << MIDDLE;
        let is_square = short_rows == short_columns;
        square_boxes |= u64::from(is_square);
        (forms[i], shorts[i]) = (form, short_rows);
        other_forms[i] = if is_square { other } else { 0 };
    }
    if square_boxes != 0 {
        for i in 0..LANES {
            let (form, _) = least(other_forms[i], shorts[i], shorts[i]);
            // No form is 0.
            forms[i] = if other_forms[i] == 0 { forms[i] } else { forms[i].min(form) };
        }
    }
    forms
}

/// Forms of sets in a frame of more than eight columns, none of them empty; adds to what is told.
#[inline(always)]
fn wide(frame: &Frame, block: &Block, told: &mut Block) -> Block {
    let s = frame.columns;
    let row_mask = (1 << s) - 1;
    // Division by the columns: exact for the numbers of 64 squares.
    let inverse = (1u64 << 16).div_ceil(s.into());
    let row_of = |square: u64| (square * inverse) >> 16;
    // The lanes are the inner loops everywhere: those over rows are of unknown length.
    let (mut squares, mut columns) = ([0; LANES], [0; LANES]);
    for i in 0..LANES {
        let x = block[i];
        squares[i] = x >> ((row_of(x.trailing_zeros().into()) * u64::from(s)) & 63);
    }
    for row in 0..frame.rows {
        for i in 0..LANES {
            columns[i] |= squares[i] >> (s * row) & row_mask;
        }
    }
    let (mut widths, mut heights, mut narrowest) = ([0; LANES], [0; LANES], u64::MAX);
    for i in 0..LANES {
        let left = columns[i].trailing_zeros() & 63;
        let x = squares[i] >> left;
        widths[i] = 64 - u64::from((columns[i] >> left).leading_zeros());
        heights[i] = row_of(63 - u64::from(x.leading_zeros() & 63)) + 1;
        squares[i] = x;
        narrowest = narrowest.min(widths[i]);
    }
    // Rows without gaps, in order and upside down. Rows beyond the box are empty wherever they go.
    let (mut upright, mut flipped) = ([0; LANES], [0; LANES]);
    let (mut down, mut up) = ([0; LANES], [0; LANES]);
    for i in 0..LANES {
        up[i] = widths[i] * (heights[i] - 1);
    }
    for row in 0..frame.rows {
        for i in 0..LANES {
            let line = squares[i] >> (s * row) & row_mask;
            upright[i] |= line << (down[i] & 63);
            flipped[i] |= line << (up[i] & 63);
            down[i] += widths[i];
            up[i] = up[i].wrapping_sub(widths[i]);
        }
    }
    let mut forms = [0; LANES];
    let (mut narrow, mut narrow_told) = ([1; LANES], *told);
    for i in 0..LANES {
        let (x, width, height) = (upright[i], widths[i], heights[i]);
        let beyond = 64 - width * height;
        let turned = x.reverse_bits() >> (beyond & 63);
        let mirrored = flipped[i].reverse_bits() >> (beyond & 63);
        forms[i] = x.min(flipped[i]).min(turned).min(mirrored);
        let middle = width * ((height - 1) >> 1) + ((width - 1) >> 1);
        let has_middle = (height | width) & x >> (middle & 63) & 1;
        told[i] |= width << COLUMNS | u64::from(turned == x) << TURNS | has_middle << MIDDLE;
    }
    if narrowest <= SIDE.into() {
        let mut rows = [0; LANES];
        for row in 0..frame.rows {
            for i in 0..LANES {
                rows[i] |= (squares[i] >> (s * row) & 0xff) << ((SIDE * row) & 63);
            }
        }
        for i in 0..LANES {
            narrow[i] = if widths[i] <= SIDE.into() { rows[i] } else { 1 };
        }
        let narrow_forms = small(&narrow, &mut narrow_told);
        for i in 0..LANES {
            let is_narrow = widths[i] <= SIDE.into();
            forms[i] = if is_narrow { narrow_forms[i] } else { forms[i] };
            told[i] = if is_narrow { narrow_told[i] } else { told[i] };
        }
    }
    forms
}
