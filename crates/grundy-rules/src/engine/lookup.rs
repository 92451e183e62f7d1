//! Writes lookups in tables.

use super::emit::{Emitter, TooLarge};
use super::ir::{Alu, Cmp, Reg};
use super::range::Range;
use crate::input::Numbers;
use crate::typed::Int;

/// Registers that say where a row begins and ends among all numbers of its table.
pub struct Row {
    pub start: Reg,
    pub end: Reg,
}

impl Emitter {
    /// Where a row lies; its number is checked.
    pub fn row(&mut self, numbers: &Numbers, row: &Int) -> Result<Row, TooLarge> {
        let Some(starts) = numbers.starts() else { return Err(TooLarge) };
        let number = self.index(row, numbers.len())?;
        let (start, end, next) = (self.alloc(1)?, self.alloc(1)?, self.alloc(1)?);
        let one = self.constant(1);
        let range = Range::new(0, numbers.items().len() as i64);
        self.item(start, starts, number, range);
        self.add(next, number, one);
        self.item(end, starts, next, range);
        Ok(Row { start, end })
    }

    /// How long a row is.
    pub fn row_len(&mut self, numbers: &Numbers, row: &Row) -> Result<Reg, TooLarge> {
        let to = self.alloc(1)?;
        self.alu(Alu::Sub, to, row.end, row.start);
        self.know(to, Range::new(0, numbers.items().len() as i64));
        Ok(to)
    }

    /// The register of a number of a table; the index is checked.
    pub fn lookup(
        &mut self,
        numbers: &Numbers,
        row: Option<&Int>,
        index: &Int,
    ) -> Result<Reg, TooLarge> {
        let (least, most) = numbers.bounds();
        let range = Range::new(least, most);
        let Some(row) = row else {
            let index = self.index(index, numbers.items().len())?;
            let to = self.alloc(1)?;
            self.item(to, numbers.items(), index, range);
            return Ok(to);
        };
        let row = self.row(numbers, row)?;
        let len = self.row_len(numbers, &row)?;
        let index = self.int(index)?;
        // As unsigned numbers, those below 0 are past the end.
        self.jump_if(Cmp::GeU, index, len, self.fault);
        let (at, to) = (self.alloc(1)?, self.alloc(1)?);
        self.add(at, row.start, index);
        self.item(to, numbers.items(), at, range);
        Ok(to)
    }
}
