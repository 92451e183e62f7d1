//! Coins that show heads or tails, in a row or on a board: who clicks the coins of a move turns them.

use super::board::{Board, disc};
use super::{Sketch, ink};
use crate::drawing::{Anchor, Paint, Shape, Text, palette};
use std::collections::BTreeSet;

/// Longer rows are not drawn.
pub const MAX_COINS: u64 = Board::MAX_SIDE;

/// A place: its column and its row, which is 0 where there is only one.
pub type Place = (u64, u64);

/// Coins in the columns and rows of these numbers, both ends included; a single row has no number.
/// Each move has the coins that are clicked, `None` where it has no place. `None` if there are too
/// many coins.
pub fn coins(
    columns: (u64, u64),
    rows: Option<(u64, u64)>,
    head: impl Fn(Place) -> bool,
    clicked: &[Option<Vec<Place>>],
) -> Option<Sketch> {
    let (low, high) = rows.unwrap_or((0, 0));
    let first = (columns.0, rows.map(|(low, _)| low));
    let sides = (columns.1.checked_sub(columns.0)? + 1, high.checked_sub(low)? + 1);
    let (mut sketch, board) = Board::new(sides.0, sides.1, Some(first), clicked.len())?;
    let wanted: BTreeSet<Place> = clicked.iter().flatten().flatten().copied().collect();
    let mut spots = std::collections::BTreeMap::new();
    for y in low..=high {
        for x in columns.0..=columns.1 {
            let (column, row) = (x - columns.0, y - low);
            let free = wanted.contains(&(x, y));
            let shapes = coin(&board, (column, row), head((x, y)), free);
            if !free {
                sketch.shapes.extend(shapes);
                continue;
            }
            let title = match rows {
                None => format!("place {x}"),
                Some(_) => format!("place ({x},{y})"),
            };
            spots.insert((x, y), sketch.spot(title, board.area(column, row), shapes));
        }
    }
    for (number, places) in clicked.iter().enumerate() {
        let Some(places) = places else { continue };
        let gesture: Option<Vec<usize>> =
            places.iter().map(|place| spots.get(place).copied()).collect();
        sketch.means(number, gesture.into_iter().flatten());
    }
    Some(sketch)
}

/// A coin on its square: heads are gold with a letter, tails are blank.
fn coin(board: &Board, (column, row): Place, head: bool, free: bool) -> Vec<Shape> {
    let colour = if free { ink::OPEN } else { ink::SQUARE };
    let (middle, side) = (board.middle(column, row), board.side());
    let paint = match head {
        true => ink::coin(true),
        false => Paint::fill(palette::PAPER).edged(ink::FIXED_EDGE, 1.2),
    };
    let mut shapes = vec![board.square(column, row, colour), disc(middle, 0.38 * side, paint)];
    if head {
        let size = 0.42 * side;
        let letter = Text::new(middle.0, middle.1 + 0.36 * size, size, "H").bold();
        shapes.push(letter.anchored(Anchor::Middle).into());
    }
    shapes
}
