//! Squares of boards by row and column, perhaps outside: their numbers, and what has to be asked.

use super::scope::Scope;
use super::writer::Writer;
use crate::shape::Shape;
use crate::typed::{Bool, Comparison, Int, IntBinary, IntKind, Slot};

/// The bits of a number; those past a board of one word are 0.
const BITS: i64 = 64;

/// A square, perhaps outside of its board.
pub(super) struct Square {
    pub row: Int,
    pub column: Int,
    number: Int,
    /// From where to where row and column go, where that is seen.
    ranges: [Option<(i64, i64)>; 2],
}

impl Square {
    /// The square of a row and a column.
    pub fn new(shape: Shape, row: Int, column: Int, scope: &Scope<'_>, w: Writer) -> Self {
        let (_, columns) = shape.sides();
        let ranges = [scope.range(&row), scope.range(&column)];
        // From a square that is known by number it is a constant step.
        let near = offset(&row).zip(offset(&column)).and_then(|((r, down), (c, right))| {
            let number = scope.square_of(r, c, shape)?;
            let step = down.checked_mul(columns as i64)?.checked_add(right)?;
            let op = if step < 0 { IntBinary::Sub } else { IntBinary::Add };
            Some(w.bits(op, w.var(number), w.int(step.checked_abs()?)))
        });
        let number = near.unwrap_or_else(|| {
            let row = w.bits(IntBinary::Mul, row.clone(), w.int(columns as i64));
            w.bits(IntBinary::Add, row, column.clone())
        });
        Self { row, column, number, ranges }
    }

    /// Its number, if it is on the board.
    pub fn number(&self) -> Int {
        self.number.clone()
    }

    /// Whether row and column are seen to be on the board.
    pub fn inside(&self, shape: Shape) -> [bool; 2] {
        let (rows, columns) = shape.sides();
        let sees = |range: Option<(i64, i64)>, count: usize| {
            range.is_some_and(|(from, to)| from >= 0 && to < count as i64)
        };
        [sees(self.ranges[0], rows), sees(self.ranges[1], columns)]
    }

    /// The number, if it is a constant; nothing if it is outside.
    pub fn known(&self, shape: Shape) -> Option<Option<usize>> {
        let (rows, columns) = shape.sides();
        let place = |value: &Int, count| {
            let value = value.constant()?;
            Some(usize::try_from(value).ok().filter(|place| *place < count))
        };
        let (row, column) = (place(&self.row, rows)?, place(&self.column, columns)?);
        Some(row.zip(column).map(|(row, column)| row * columns + column))
    }

    /// Whether it is on the board; nothing if that is seen.
    pub fn guard(&self, shape: Shape, w: Writer) -> Option<Bool> {
        self.guards(shape, w, shape.sides().0 as i64)
    }

    /// Whether it has to be on the board for its bit to be that of the board.
    pub fn guard_of_test(&self, shape: Shape, w: Writer) -> Option<Bool> {
        let (rows, columns) = shape.sides();
        let rows = match shape.words() {
            // Below the board there are zeros, as far as the number reaches.
            1 => (BITS / columns as i64).max(rows as i64),
            _ => rows as i64,
        };
        self.guards(shape, w, rows)
    }

    fn guards(&self, shape: Shape, w: Writer, rows: i64) -> Option<Bool> {
        let sides = [(&self.row, rows), (&self.column, shape.sides().1 as i64)];
        let guards = sides.into_iter().zip(self.ranges).filter_map(|((value, count), range)| {
            let (from, to) = range.unwrap_or((i64::MIN, i64::MAX));
            match (from >= 0, to < count) {
                (true, true) => None,
                (true, false) => Some(w.compare(value.clone(), Comparison::Lt, w.int(count))),
                (false, true) => Some(w.compare(value.clone(), Comparison::Ge, w.int(0))),
                (false, false) => Some(w.below(value.clone(), count)),
            }
        });
        guards.reduce(|a, b| w.both(a, b))
    }
}

/// A variable, or one with a constant added.
fn offset(value: &Int) -> Option<(Slot, i64)> {
    match &value.kind {
        IntKind::Var(slot) => Some((*slot, 0)),
        IntKind::Binary(op @ (IntBinary::Add | IntBinary::Sub), a, b) => {
            let IntKind::Var(slot) = a.kind else { return None };
            let by = b.constant()?;
            Some((slot, if *op == IntBinary::Add { by } else { by.checked_neg()? }))
        }
        _ => None,
    }
}
