//! The boards that theory knows something of.

use super::board::Board;
use crate::nat::Nat;

/// What theory sees in a board.
pub(super) enum Shape {
    /// Row and column with so many squares besides the poisoned one.
    Hook {
        right: Nat,
        up: Nat,
    },
    /// Two rows of these lengths, or two columns if `columns`.
    Two {
        long: Nat,
        short: Nat,
        columns: bool,
    },
    /// Sides of at least 3 squares.
    Rectangle {
        rows: Nat,
        length: Nat,
    },
    Other,
}

pub(super) fn shape(board: &Board) -> Shape {
    let runs = board.runs();
    let two = Nat::from(2u8);
    match &*runs {
        [(length, rows)] if rows.is_one() => Shape::Hook { right: length - 1u8, up: Nat::ZERO },
        [(length, rows)] if length.is_one() => Shape::Hook { right: Nat::ZERO, up: rows - 1u8 },
        [(n, one), (short, rows)] if one.is_one() && short.is_one() => {
            Shape::Hook { right: n - 1u8, up: rows.clone() }
        }
        [(length, rows)] if *rows == two => {
            Shape::Two { long: length.clone(), short: length.clone(), columns: false }
        }
        [(length, rows)] if *length == two => {
            Shape::Two { long: rows.clone(), short: rows.clone(), columns: true }
        }
        [(long, a), (short, b)] if a.is_one() && b.is_one() => {
            Shape::Two { long: long.clone(), short: short.clone(), columns: false }
        }
        [(wide, both), (narrow, single)] if *wide == two && narrow.is_one() => {
            Shape::Two { long: both + single, short: both.clone(), columns: true }
        }
        [(length, rows)] => Shape::Rectangle { rows: rows.clone(), length: length.clone() },
        _ => Shape::Other,
    }
}

/// The board of a row and a column with so many squares besides the poisoned one.
pub(super) fn hook(right: &Nat, up: &Nat) -> Board {
    Board::from_runs(vec![(right + 1u8, Nat::ONE), (Nat::ONE, up.clone())])
}

pub(super) fn two(long: &Nat, short: &Nat, columns: bool) -> Board {
    let rows = Board::from_runs(vec![(long.clone(), Nat::ONE), (short.clone(), Nat::ONE)]);
    if columns { rows.transposed() } else { rows }
}
