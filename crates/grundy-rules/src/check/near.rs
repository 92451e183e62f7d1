//! The squares near a square, as tables that are looked up.

use super::writer::Writer;
use crate::input::{Numbers, Table};
use crate::shape::Shape;
use crate::typed::{Int, IntBinary, IntKind};
use std::sync::Arc;

/// Which squares belong to one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Near {
    /// Itself.
    Own,
    /// Those at its sides.
    Sides,
    /// Those at its sides and corners.
    Around,
    /// A knight's move away.
    Knights,
    /// All of its row.
    Row,
    /// All of its column.
    Column,
    /// All that are on a line with it that goes across.
    Diagonals,
}

impl Near {
    /// What a function is about.
    pub fn of(function: &str) -> Option<Self> {
        Some(match function {
            "neighbours" => Self::Sides,
            "neighbours8" => Self::Around,
            "knights" => Self::Knights,
            "row" => Self::Row,
            "column" => Self::Column,
            "diagonals" => Self::Diagonals,
            _ => return None,
        })
    }

    /// Whether a square so many rows and columns away belongs to it.
    const fn has(self, rows: usize, columns: usize) -> bool {
        let (least, most) = if rows < columns { (rows, columns) } else { (columns, rows) };
        match self {
            Self::Own => most == 0,
            Self::Sides => least == 0 && most == 1,
            Self::Around => most == 1,
            Self::Knights => least == 1 && most == 2,
            Self::Row => rows == 0,
            Self::Column => columns == 0,
            Self::Diagonals => least == most && most > 0,
        }
    }
}

/// The tables of a board: for each word of the answer one, with a frame of squares outside of the
/// board around it, near which there is nothing.
#[derive(Clone, Debug)]
pub(super) struct Tables {
    shape: Shape,
    words: Vec<Arc<Numbers>>,
}

impl Tables {
    /// The tables of this board.
    pub fn new(near: Near, shape: Shape) -> Self {
        let (rows, columns) = shape.sides();
        let mut words = vec![Vec::new(); shape.words()];
        for row in 0..rows + 2 {
            for column in 0..columns + 2 {
                let inside = (1..=rows).contains(&row) && (1..=columns).contains(&column);
                let own = (0..shape.squares()).filter(|square| {
                    let (r, c) = (square / columns + 1, square % columns + 1);
                    inside && near.has(r.abs_diff(row), c.abs_diff(column))
                });
                for (word, value) in words.iter_mut().zip(shape.mask(own)) {
                    word.push(value);
                }
            }
        }
        let words = words.into_iter().map(|word| Arc::new(Numbers::new(word))).collect();
        Self { shape, words }
    }

    /// How many numbers they have together.
    pub fn len(shape: Shape) -> usize {
        let (rows, columns) = shape.sides();
        (rows + 2) * (columns + 2) * shape.words()
    }

    /// The words for a square; `inside` says of row and column whether they are on the board.
    pub fn look(&self, w: Writer, row: Int, column: Int, inside: [bool; 2]) -> Vec<Int> {
        let (rows, columns) = self.shape.sides();
        let place = |value: Int, count: usize, inside: bool| {
            let value = if inside { value } else { w.within(value, -1, count as i64) };
            w.bits(IntBinary::Add, value, w.int(1))
        };
        let across = w.int(columns as i64 + 2);
        let row = w.bits(IntBinary::Mul, place(row, rows, inside[0]), across);
        let index = w.bits(IntBinary::Add, row, place(column, columns, inside[1]));
        let look = |word: &Arc<Numbers>| match index.constant() {
            Some(at)
                if let Some(value) =
                    usize::try_from(at).ok().and_then(|at| word.items().get(at)) =>
            {
                w.int(*value)
            }
            _ => w.kind(IntKind::Lookup(Table::Known(word.clone()), None, Box::new(index.clone()))),
        };
        self.words.iter().map(look).collect()
    }
}
