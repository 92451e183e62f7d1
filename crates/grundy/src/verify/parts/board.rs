//! Games on squares by the bare rules: sets of free squares, what each move leaves of them.

use super::claims::Rules;
use std::cmp::Ordering;
use std::ops::ControlFlow;

/// Free squares, row by row in the box around them, written so that turns and mirror images of them are
/// the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in crate::verify) struct Squares {
    width: u32,
    bits: u128,
}

/// Squares of a board at most.
pub(super) const MAX_SQUARES: u32 = 119;

/// What a move does.
#[derive(Clone, Debug)]
enum Move {
    /// Cover free squares by one of these shapes: rows and columns, from the first of each on.
    Cover(Vec<Vec<(u32, u32)>>),
    /// Take a free square and the free ones beside it, those at its corners too if `corners`.
    Take { corners: bool },
}

/// A game on squares.
#[derive(Clone, Debug)]
pub(super) struct Board(Move);

/// Pieces by name: columns of the squares of each row.
const PIECES: [(&str, &[&[u32]]); 21] = [
    ("I1", &[&[0]]),
    ("I2", &[&[0, 1]]),
    ("I3", &[&[0, 1, 2]]),
    ("L3", &[&[0, 1], &[0]]),
    ("I4", &[&[0, 1, 2, 3]]),
    ("L4", &[&[0, 1, 2], &[0]]),
    ("O4", &[&[0, 1], &[0, 1]]),
    ("S4", &[&[1, 2], &[0, 1]]),
    ("T4", &[&[0, 1, 2], &[1]]),
    ("F5", &[&[1, 2], &[0, 1], &[1]]),
    ("I5", &[&[0, 1, 2, 3, 4]]),
    ("L5", &[&[0, 1, 2, 3], &[0]]),
    ("N5", &[&[0, 1], &[1, 2, 3]]),
    ("P5", &[&[0, 1], &[0, 1], &[0]]),
    ("T5", &[&[0, 1, 2], &[1], &[1]]),
    ("U5", &[&[0, 2], &[0, 1, 2]]),
    ("V5", &[&[0], &[0], &[0, 1, 2]]),
    ("W5", &[&[0], &[0, 1], &[1, 2]]),
    ("X5", &[&[1], &[0, 1, 2], &[1]]),
    ("Y5", &[&[0, 1, 2, 3], &[1]]),
    ("Z5", &[&[0, 1], &[1], &[1, 2]]),
];

/// A turn or mirror image of a square in a box of so many rows and columns: number 0 leaves it, number 3
/// is half a turn, those from 4 on exchange rows and columns.
fn turned(way: u32, (row, column): (u32, u32), (height, width): (u32, u32)) -> (u32, u32) {
    let row = if way & 1 == 0 { row } else { height - 1 - row };
    let column = if way & 2 == 0 { column } else { width - 1 - column };
    if way & 4 == 0 { (row, column) } else { (column, row) }
}

impl Board {
    /// The game of this name; `None` if it is none on squares.
    pub fn named(name: &str) -> Option<Self> {
        Some(Self(match name {
            "cram" => Move::Cover(ways(&["I2"])?),
            "node-kayles" => Move::Take { corners: false },
            "kings" => Move::Take { corners: true },
            _ => {
                let names = name.strip_prefix("polyominoes[")?.strip_suffix(']')?;
                Move::Cover(ways(&names.split(',').collect::<Vec<_>>())?)
            }
        }))
    }

    /// The free squares of rows in which they are written as points.
    pub fn position(rows: &[String]) -> Result<(u32, u128), String> {
        let width = rows.first().map_or(0, |row| row.len());
        let right = rows.iter().all(|row| row.len() == width);
        let signs = || rows.iter().flat_map(|row| row.bytes());
        if !right || width == 0 || !signs().all(|sign| matches!(sign, b'.' | b'#')) {
            return Err("a position is rows of '.' and '#', all of one length".into());
        }
        if rows.len().saturating_mul(width) > MAX_SQUARES as usize {
            return Err(format!("a board has at most {MAX_SQUARES} squares"));
        }
        let free = signs().enumerate().filter(|(_, sign)| *sign == b'.');
        Ok((width as u32, free.fold(0, |bits, (i, _)| bits | 1 << i)))
    }

    /// Free squares that hang together, in the form of all their turns.
    pub fn areas(&self, width: u32, mut bits: u128, out: &mut Vec<Squares>) {
        let corners = matches!(self.0, Move::Take { corners: true });
        let first = column(width);
        while bits != 0 {
            let mut area = bits & bits.wrapping_neg();
            loop {
                let grown = around(area, width, first, corners) & bits;
                if grown == area {
                    break;
                }
                area = grown;
            }
            bits &= !area;
            out.push(Squares::new(width, area));
        }
    }

    /// Every move, until a break: the squares chosen, and those taken.
    fn each(
        &self,
        squares: Squares,
        mut tell: impl FnMut(u128, u128) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Squares { width, bits } = squares;
        let height = squares.height();
        match &self.0 {
            Move::Cover(shapes) => {
                for shape in shapes {
                    let side = |of: fn(&(u32, u32)) -> u32| shape.iter().map(of).max().unwrap_or(0);
                    let (rows, columns) = (side(|square| square.0), side(|square| square.1));
                    let piece = shape.iter().fold(0u128, |set, (r, c)| {
                        // Squares outside are never asked for: no place is inside then.
                        set | 1u128.checked_shl(r * width + c).unwrap_or(0)
                    });
                    for row in 0..height.saturating_sub(rows) {
                        for column in 0..width.saturating_sub(columns) {
                            let laid = piece << (row * width + column);
                            if laid & bits == laid {
                                tell(laid, laid)?;
                            }
                        }
                    }
                }
            }
            Move::Take { corners } => {
                let first = column(width);
                let mut rest = bits;
                while rest != 0 {
                    let chosen = rest & rest.wrapping_neg();
                    rest &= !chosen;
                    tell(chosen, around(chosen, width, first, *corners) & bits)?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// The squares of the first column of a board of this width.
fn column(width: u32) -> u128 {
    (0..MAX_SQUARES).step_by(width as usize).fold(0, |set, i| set | 1 << i)
}

/// Squares with those beside them, and at their corners if `corners`; what leaves the board below is left
/// to the caller.
fn around(set: u128, width: u32, first: u128, corners: bool) -> u128 {
    let row = set | (set << 1 & !first) | (set & !first) >> 1;
    let moved = if corners { row } else { set };
    row | moved.checked_shl(width).unwrap_or(0) | moved.checked_shr(width).unwrap_or(0)
}

/// All turns and mirror images of pieces, each once; `None` if one has no such name.
fn ways(names: &[&str]) -> Option<Vec<Vec<(u32, u32)>>> {
    let mut shapes = Vec::new();
    for name in names {
        let (_, rows) = PIECES.iter().find(|(known, _)| known == name)?;
        let squares =
            (0u32..).zip(rows.iter()).flat_map(|(r, row)| row.iter().map(move |&c| (r, c)));
        let squares: Vec<(u32, u32)> = squares.collect();
        let width = squares.iter().map(|square| square.1 + 1).max()?;
        let side = (rows.len() as u32, width);
        for way in 0..8 {
            let mut shape: Vec<_> = squares.iter().map(|&s| turned(way, s, side)).collect();
            shape.sort_unstable();
            if !shapes.contains(&shape) {
                shapes.push(shape);
            }
        }
    }
    Some(shapes)
}

impl Squares {
    /// The least of the eight turns and mirror images in the box around the squares.
    fn new(width: u32, mut bits: u128) -> Self {
        if bits == 0 {
            return Self { width: 1, bits };
        }
        let mut squares = [(0u32, 0u32); 128];
        let mut count = 0;
        let (mut top, mut left, mut bottom, mut right) = (u32::MAX, u32::MAX, 0, 0);
        while bits != 0 {
            let (row, column) = (bits.trailing_zeros() / width, bits.trailing_zeros() % width);
            bits &= bits - 1;
            squares[count] = (row, column);
            count += 1;
            (top, bottom) = (top.min(row), bottom.max(row + 1));
            (left, right) = (left.min(column), right.max(column + 1));
        }
        let (height, width) = (bottom.saturating_sub(top), right.saturating_sub(left));
        let cells = height * width;
        // Of each image only the half that half a turn does not give is made square by square.
        let turn = |set: u128| set.reverse_bits() >> (u128::BITS - cells);
        let (mut plain, mut down, mut over, mut across) = (0u128, 0u128, 0u128, 0u128);
        for &(row, column) in &squares[..count] {
            let (row, column) = (row - top, column - left);
            plain |= 1 << (row * width + column);
            down |= 1 << ((height - 1 - row) * width + column);
            over |= 1 << (column * height + row);
            across |= 1 << (column * height + height - 1 - row);
        }
        let least = |a: u128, b: u128| a.min(b).min(turn(a)).min(turn(b));
        // The least width first.
        match width.cmp(&height) {
            Ordering::Less => Self { width, bits: least(plain, down) },
            Ordering::Equal => Self { width, bits: least(plain, down).min(least(over, across)) },
            Ordering::Greater => Self { width: height, bits: least(over, across) },
        }
    }

    /// The part with this number; `None` if there is none.
    pub fn numbered(key: u128) -> Option<Self> {
        let (width, bits) = ((key >> WIDTH) as u32, key & ((1 << WIDTH) - 1));
        let squares = Self { width, bits };
        let fits = (1..=MAX_SQUARES).contains(&width) && bits != 0;
        (fits && width * squares.height() <= MAX_SQUARES).then(|| Self::new(width, bits))
    }

    fn height(self) -> u32 {
        (u128::BITS - self.bits.leading_zeros()).div_ceil(self.width)
    }
}

/// Where the width stands in a key.
const WIDTH: u32 = 120;

impl Rules for Board {
    type Part = Squares;

    fn cells(&self, part: Squares) -> u32 {
        part.bits.count_ones()
    }

    fn options(&self, part: Squares, option: &mut dyn FnMut(&[Squares]) -> ControlFlow<()>) {
        let mut left = Vec::new();
        let _ = self.each(part, |_, taken| {
            left.clear();
            self.areas(part.width, part.bits & !taken, &mut left);
            option(&left)
        });
    }

    /// # Theorem
    /// Let half a turn carry the free squares into themselves, and let no move take a square that the turned
    /// move chooses. Then the value is 0: after each move the turned one is possible, for what it chooses
    /// was free and is still so, and together they leave squares of the same kind: every move on them
    /// chooses what some move here chooses and takes no more.
    fn is_answered(&self, part: Squares) -> bool {
        let squares = part.width * part.height();
        if squares == 0 {
            return true;
        }
        let turn = |set: u128| set.reverse_bits() >> (u128::BITS - squares);
        if turn(part.bits) != part.bits {
            return false;
        }
        let answered = |chosen: u128, taken: u128| match turn(chosen) & taken {
            0 => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        };
        self.each(part, answered).is_continue()
    }

    fn told(&self, part: Squares) -> String {
        let sign = |i: u32| if part.bits >> i & 1 == 1 { '.' } else { '#' };
        let row =
            |r: u32| -> String { (0..part.width).map(|c| sign(r * part.width + c)).collect() };
        let rows: Vec<String> = (0..part.height()).map(|r| format!("\"{}\"", row(r))).collect();
        format!("rows({})", rows.join(","))
    }
}
