//! The tables of values and of outcomes that chomp has filled so far.

use super::board::Board;
use crate::context::{Context, Stop};
use crate::theory::young::{CutOutcomes, CutValues};
use std::sync::{Arc, Mutex, PoisonError};

/// Tables of values, the latest first; none lies within another.
///
/// A table has all boards within one, and their mirror images.
#[derive(Debug, Default)]
pub(super) struct Tables {
    filled: Mutex<Vec<Arc<CutValues>>>,
    /// Of the board that was asked for last where values are too dear.
    outcomes: Mutex<Option<Arc<CutOutcomes>>>,
}

/// A table of values of more bytes is not filled for a board whose outcome is known.
const MAX_VALUE_BYTES: u64 = 1 << 26;

/// So many tables are kept.
const KEPT: usize = 8;

impl Tables {
    /// The value of a board if some table has it.
    pub fn get(&self, board: &Board) -> Option<u64> {
        let Board::Small(rows) = board else { return None };
        let filled = self.filled.lock().unwrap_or_else(PoisonError::into_inner);
        look_up(&filled, rows)
    }

    /// Whether the player to move loses, if a table of outcomes has the board.
    pub fn known_lost(&self, board: &Board) -> Option<bool> {
        let outcomes = self.outcomes.lock().unwrap_or_else(PoisonError::into_inner);
        let Board::Small(rows) = board else { return None };
        let table = outcomes.as_ref()?;
        table.is_lost(rows).or_else(|| table.is_lost(&mirrored(rows)))
    }

    /// Whether the player to move loses, with a table of outcomes filled for the board if there is none that
    /// has it.
    ///
    /// # Errors
    /// [`Stop`] when cancelled, or at the limits of memory, positions and time.
    pub fn lost(&self, board: &Board, context: &Context<'_>) -> Result<bool, Stop> {
        if let Some(lost) = self.known_lost(board) {
            return Ok(lost);
        }
        let low = lower(board)?;
        let mut outcomes = self.outcomes.lock().unwrap_or_else(PoisonError::into_inner);
        let held = outcomes.as_ref().map_or(0, |table| table.bytes());
        if held.saturating_add(CutOutcomes::bytes_needed(&low)) > context.limits.memory {
            *outcomes = None;
        }
        let table = CutOutcomes::new(&low, context)?;
        let lost = table.is_lost(&low).unwrap_or_default();
        *outcomes = Some(Arc::new(table));
        Ok(lost)
    }

    /// Whether the outcome of a board is known and its value would be dear.
    pub fn outcome_is_enough(&self, board: &Board) -> bool {
        let dear = |rows: &[u16]| CutValues::bytes_needed(rows) > MAX_VALUE_BYTES;
        self.get(board).is_none()
            && self.known_lost(board).is_some()
            && lower(board).is_ok_and(|rows| dear(&rows))
    }

    /// The value of a board, with a table filled for it if there is none that has it.
    ///
    /// # Errors
    /// [`Stop`] when cancelled, or at the limits of memory, positions and time.
    pub fn value(&self, board: &Board, context: &Context<'_>) -> Result<u64, Stop> {
        let rows = &*lower(board)?;
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

/// The rows of a board or of its mirror image: fewer and longer rows take less memory.
fn lower(board: &Board) -> Result<Box<[u16]>, Stop> {
    let low = match board {
        Board::Small(rows) if rows.len() <= usize::from(rows[0]) => board.clone(),
        _ => board.transposed(),
    };
    match low {
        Board::Small(rows) => Ok(rows),
        Board::Large(_) => Err(Stop::Refused("tables of boards end at 2^16 squares".into())),
    }
}

/// The columns of a board.
fn mirrored(rows: &[u16]) -> Vec<u16> {
    let long = rows.first().map_or(0, |&row| usize::from(row));
    (0..long).map(|x| rows.partition_point(|&row| usize::from(row) > x) as u16).collect()
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
    let mirrored = mirrored(rows);
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
    fn outcomes_are_those_of_the_values_and_of_the_images() {
        let (tables, context) = (Tables::default(), Context::default());
        assert_eq!(tables.known_lost(&board(&[3, 1, 1])), None);
        for rows in [&[6, 5, 5, 3, 1][..], &[3; 7], &[4, 4, 1, 1, 1, 1]] {
            let value = Tables::default().value(&board(rows), &context).unwrap();
            assert_eq!(tables.lost(&board(rows), &context).unwrap(), value == 0);
            assert_eq!(tables.known_lost(&board(&mirrored(rows))), Some(value == 0));
        }
        assert_eq!(tables.known_lost(&board(&[3, 1, 1])), Some(true));
        assert_eq!(tables.known_lost(&board(&[3, 2])), Some(true));
        // What is cheap is valued all the same.
        assert!(!tables.outcome_is_enough(&board(&[3, 2])));
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
