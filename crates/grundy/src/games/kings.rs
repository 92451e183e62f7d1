//! kings: kings that do not attack each other, placed by both players alike.

use crate::game::boards::Boards;
use crate::game::rectangles::{Rectangles, Theorems, Turned};
use crate::game::{AnyGame, Card, Family, erase};
use crate::read;
use crate::syntax::{Component, ReadError};
use grundy_search::board::Kayles;
use std::sync::Arc;

/// Kings on a board: Node Kayles where squares that touch at a corner are neighbours too.
///
/// # Complexity
/// That of the search.
///
/// # Literature
/// H. Noon and G. Van Brummelen, *The non-attacking queens game*, College Mathematics Journal 37
/// (2006), for the same game with queens.
pub struct KingsFamily;

/// Of squares other than the middle one no king attacks its half turn, where rows and columns are odd. With two rows,
/// too, a king takes whole columns, as in one row, where it takes a square with its neighbours.
const RECTANGLES: Theorems = Theorems {
    title: "kings",
    turned: |odd_rows, odd_columns| (odd_rows && odd_columns).then_some(Turned::First),
    first: "the first player takes the square in the middle, and then answers every move by half a turn of the board",
    strip: 2,
    code: "0.137",
};

static CARD: Card<'static> = Card {
    name: "kings",
    params: "",
    position: "(rows, columns), or rows(\"..#.\",\"....\") with '.' for each free square; at most 119 squares, or a larger rectangle with odd sides or at most two rows",
    rules: "Place a king on a free square that no king attacks: it goes with the squares that touch it.",
    theorem: "By proof-number search: parts of the board in canonical form, each with a nimber. Rectangles with an odd number of rows and of columns are N: take the middle, then turn each move.",
    source: "after H. Noon and G. Van Brummelen 2006 (queens)",
    cost: "that of the search",
    examples: &["kings(4,6)", "kings(rows(\"..#.\",\"....\")) + nim(1)"],
};

impl Family for KingsFamily {
    fn card(&self) -> Card<'_> {
        CARD
    }

    fn configure(&self, component: &Component) -> Result<Arc<dyn AnyGame>, ReadError> {
        read::no_params(component)?;
        Ok(match Rectangles::of(component, &RECTANGLES) {
            Some(large) => erase(large),
            None => erase(Boards::new(CARD.name, Kayles::<true>)),
        })
    }

    fn small(&self) -> Vec<String> {
        let texts = [
            "1,1",
            "1,5",
            "2,2",
            "2,5",
            "3,3",
            "3,4",
            "rows(\"#\")",
            "rows(\".#.\",\"#.#\")",
            "rows(\"..#.\",\"#..#\",\"..#.\")",
        ];
        texts.iter().map(|text| format!("kings({text})")).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::testing;
    use grundy_search::board::Board;

    #[test]
    fn theorems_of_rectangles_are_those_of_the_rules() {
        let game = Boards::new(CARD.name, Kayles::<true>);
        let mut memo = crate::solve::Memo::default();
        crate::game::rectangles::check(&RECTANGLES, |rows, columns| {
            let board = Board::full(rows, columns).unwrap();
            let value = memo.value(&game, &board, &Default::default()).unwrap();
            value.number().expect("a number").into()
        });
    }

    #[test]
    fn theory_agrees_with_the_rules() {
        let mut rng = fastrand::Rng::with_seed(6);
        let boards = (0..32).map(|i| {
            let full = Board::full(1 + i % 4, 5).unwrap();
            if i < 4 { full } else { full.with_free(rng.u128(..) | rng.u128(..)) }
        });
        testing::check_theory(&Boards::new(CARD.name, Kayles::<true>), boards, 3);
        testing::check_round_trip(&KingsFamily);
    }

    #[test]
    fn the_middle_wins_where_rows_and_columns_are_odd() {
        let game = Boards::new(CARD.name, Kayles::<true>);
        let mut memo = crate::solve::Memo::default();
        for (rows, columns) in [(1, 1), (1, 3), (1, 7), (3, 3), (3, 5), (5, 5), (3, 7)] {
            let board = Board::full(rows, columns).unwrap();
            let middle = (rows / 2 * columns + columns / 2, columns);
            let near = |square: u32| {
                let apart = |a: u32, b: u32| a.abs_diff(b) <= 1;
                apart(square / middle.1, middle.0 / middle.1)
                    && apart(square % middle.1, middle.0 % middle.1)
            };
            let taken = (0..rows * columns).filter(|&s| near(s)).fold(0u128, |set, s| set | 1 << s);
            let left = board.with_free(board.free() & !taken);
            // By the options alone.
            let value = memo.value(&game, &left, &Default::default()).unwrap().number();
            assert_eq!(value, Some(0), "{rows} by {columns}");
        }
    }
}
