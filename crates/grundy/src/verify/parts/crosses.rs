//! Notakto by the bare rules: boards of crosses, dead once three are side by side.

use super::claims::Rules;
use std::ops::ControlFlow;

/// A board that no line of three is on, written so that its turns and mirror images are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Crossed {
    height: u8,
    width: u8,
    /// The free squares, row by row; a cross is on each other one.
    free: u128,
}

/// The game. In misère play only: in normal play no claims about values are checked here.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Crosses;

/// Squares of a board at most.
const MAX_SQUARES: usize = 119;

/// Where the width stands in the number of a part.
const WIDTH: u32 = 120;

impl Crossed {
    /// The board in the form of its turns; `None` if nobody can move there.
    fn new(height: u8, width: u8, free: u128) -> Option<Self> {
        let board = Self { height, width, free };
        if free == 0 || board.has_line() {
            return None;
        }
        let form = |way: u8| {
            let swaps = way & 4 != 0;
            let (high, wide) = if swaps { (width, height) } else { (height, width) };
            let place = |(row, column): (u8, u8)| {
                let (row, column) = if swaps { (column, row) } else { (row, column) };
                let row = if way & 1 == 0 { row } else { high - 1 - row };
                let column = if way & 2 == 0 { column } else { wide - 1 - column };
                1u128 << (u32::from(row) * u32::from(wide) + u32::from(column))
            };
            let free = board.squares().filter(|&(row, column)| board.is_free(row, column));
            Self { height: high, width: wide, free: free.map(place).fold(0, |set, bit| set | bit) }
        };
        (0..8).map(form).min()
    }

    fn squares(self) -> impl Iterator<Item = (u8, u8)> {
        (0..self.height).flat_map(move |row| (0..self.width).map(move |column| (row, column)))
    }

    fn is_free(self, row: u8, column: u8) -> bool {
        self.free >> (u32::from(row) * u32::from(self.width) + u32::from(column)) & 1 == 1
    }

    /// Whether there are three crosses side by side in a row, a column or a diagonal.
    fn has_line(self) -> bool {
        let is_cross = |row: i32, column: i32| match (u8::try_from(row), u8::try_from(column)) {
            (Ok(row), Ok(column)) if row < self.height && column < self.width => {
                !self.is_free(row, column)
            }
            _ => false,
        };
        self.squares().any(|(row, column)| {
            let (row, column) = (i32::from(row), i32::from(column));
            [(0, 1), (1, 0), (1, 1), (1, -1)]
                .iter()
                .any(|(down, right)| (0..3).all(|i| is_cross(row + i * down, column + i * right)))
        })
    }
}

impl Crosses {
    /// The board of rows in which free squares are points and crosses `x`, if somebody can move there.
    pub fn position(rows: &[String]) -> Result<Option<Crossed>, String> {
        let width = rows.first().map_or(0, |row| row.len());
        let right = rows.iter().all(|row| row.len() == width);
        let signs = || rows.iter().flat_map(|row| row.bytes());
        if !right || width == 0 || !signs().all(|sign| matches!(sign, b'.' | b'x')) {
            return Err("a position is rows of '.' and 'x', all of one length".into());
        }
        if rows.len().saturating_mul(width) > MAX_SQUARES {
            return Err(format!("a board has at most {MAX_SQUARES} squares"));
        }
        let free = signs().enumerate().filter(|(_, sign)| *sign == b'.');
        let free = free.fold(0u128, |bits, (i, _)| bits | 1 << i);
        Ok(Crossed::new(rows.len() as u8, width as u8, free))
    }

    /// The part with this number: free squares, a bit behind the last square, and the width; `None` if there is none.
    pub fn numbered(key: u128) -> Option<Crossed> {
        let (width, bits) = ((key >> WIDTH) as u32, key & ((1 << WIDTH) - 1));
        let squares = bits.checked_ilog2()?;
        if width == 0 || squares == 0 || squares % width != 0 {
            return None;
        }
        Crossed::new((squares / width) as u8, width as u8, bits & !(1 << squares))
    }
}

impl Rules for Crosses {
    type Part = Crossed;

    fn cells(&self, part: Crossed) -> u32 {
        part.free.count_ones()
    }

    fn options(&self, part: Crossed, option: &mut dyn FnMut(&[Crossed]) -> ControlFlow<()>) {
        let mut rest = part.free;
        while rest != 0 {
            let square = rest & rest.wrapping_neg();
            rest &= !square;
            let left = Crossed::new(part.height, part.width, part.free & !square);
            if option(left.as_slice()).is_break() {
                return;
            }
        }
    }

    fn is_answered(&self, _: Crossed) -> bool {
        false
    }

    fn told(&self, part: Crossed) -> String {
        let row = |row: u8| -> String {
            (0..part.width)
                .map(|column| if part.is_free(row, column) { '.' } else { 'x' })
                .collect()
        };
        let rows: Vec<String> = (0..part.height).map(|r| format!("\"{}\"", row(r))).collect();
        format!("rows({})", rows.join(","))
    }
}
