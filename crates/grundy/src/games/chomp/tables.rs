//! The tables of values that chomp has filled so far.

use super::board::Board;
use crate::context::{Context, Stop};
use crate::theory::young::CutValues;
use std::sync::{Arc, Mutex, PoisonError};

/// Tables of values, the latest first; none lies within another.
///
/// A table has all boards within one, and their mirror images.
#[derive(Debug, Default)]
pub(super) struct Tables {
    filled: Mutex<Vec<Arc<CutValues>>>,
}

/// So many tables are kept.
const KEPT: usize = 8;

impl Tables {
    /// The value of a board if some table has it.
    pub fn get(&self, board: &Board) -> Option<u64> {
        let Board::Small(rows) = board else { return None };
        let filled = self.filled.lock().unwrap_or_else(PoisonError::into_inner);
        look_up(&filled, rows)
    }

    /// The value of a board, with a table filled for it if there is none that has it.
    ///
    /// # Errors
    /// [`Stop`] when cancelled, or at the limits of memory, positions and time.
    pub fn value(&self, board: &Board, context: &Context<'_>) -> Result<u64, Stop> {
        let no_rows = || Stop::Refused("tables of boards end at 2^16 squares".into());
        // Fewer and longer rows take less memory.
        let low = match board {
            Board::Small(rows) if rows.len() <= usize::from(rows[0]) => board.clone(),
            _ => board.transposed(),
        };
        let Board::Small(rows) = &low else { return Err(no_rows()) };
        let mut filled = self.filled.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(value) = look_up(&filled, rows) {
            return Ok(value);
        }
        let held: u64 = filled.iter().map(|table| table.bytes()).sum();
        if held.saturating_add(CutValues::bytes_needed(rows)) > context.limits.memory {
            filled.clear();
        }
        let table = CutValues::new(rows, context)?;
        let value = table.get(rows).unwrap_or_default();
        filled.retain(|old| look_up(std::slice::from_ref(&table), old.board()).is_none());
        filled.truncate(KEPT - 1);
        filled.insert(0, Arc::new(table));
        Ok(value)
    }
}

/// What the tables say of a board or its mirror image.
fn look_up(tables: &[impl std::borrow::Borrow<CutValues>], rows: &[u16]) -> Option<u64> {
    if let Some(value) = tables.iter().find_map(|table| table.borrow().get(rows)) {
        return Some(value);
    }
    // Only a table as high as the board is long can have the image.
    let long = usize::from(*rows.first()?);
    let mut high = tables.iter().filter(|table| {
        let board = table.borrow().board();
        board.len() >= long && usize::from(board[0]) >= rows.len()
    });
    let first = high.next()?;
    let columns = (0..long).map(|x| rows.partition_point(|&row| usize::from(row) > x) as u16);
    let mirrored: Vec<u16> = columns.collect();
    std::iter::once(first).chain(high).find_map(|table| table.borrow().get(&mirrored))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::context::Limits;

    fn board(rows: &[u16]) -> Board {
        Board::Small(rows.into())
    }

    #[test]
    fn a_table_serves_the_boards_within_it_and_their_images() {
        let (tables, context) = (Tables::default(), Context::default());
        assert_eq!(tables.get(&board(&[3, 3])), None);
        let value = tables.value(&board(&[4, 4, 4, 4, 4, 4]), &context).unwrap();
        for small in [&[4; 6][..], &[6; 4]] {
            assert_eq!(tables.get(&board(small)), Some(value));
        }
        assert_eq!(tables.get(&board(&[5, 3, 1])), tables.get(&board(&[3, 2, 2, 1, 1])));
        assert_eq!(tables.get(&board(&[3, 1, 1])), Some(0));
        assert_eq!(tables.get(&board(&[5; 5])), None);
        assert_eq!(tables.get(&board(&[1; 7])), None);
        // The larger table takes the place of the smaller.
        tables.value(&board(&[7, 7, 7, 7]), &context).unwrap();
        assert_eq!(tables.filled.lock().unwrap().len(), 1);
        tables.value(&board(&[9, 9, 3]), &context).unwrap();
        assert_eq!(tables.filled.lock().unwrap().len(), 2);
        for side in 0..20 {
            tables.value(&board(&[30 + side, 30 - side, 2]), &context).unwrap();
        }
        assert!(tables.filled.lock().unwrap().len() <= KEPT);
    }

    #[test]
    fn what_has_no_table_is_refused() {
        let tables = Tables::default();
        let few = Context::new(Limits::default().with_positions(100));
        assert!(tables.value(&board(&[10; 10]), &few).is_err());
        let large = Board::from_runs(vec![(70_000u32.into(), 3000u16.into())]);
        assert!(tables.value(&large, &Context::default()).is_err());
    }
}
