//! cram: dominoes on a board, for both players alike.

use crate::game::boards::Boards;
use crate::game::rectangles::{Rectangles, Theorems, Turned};
use crate::game::{AnyGame, Card, Family, erase};
use crate::read;
use crate::syntax::{Component, ReadError};
use grundy_search::board::Pieces;
use std::sync::Arc;

/// Cram: lay a domino on two neighbouring free squares.
///
/// # Theorems
/// A rectangle with two even sides is P: the second player turns each move by half a turn. A rectangle
/// with one even side is N: the first domino covers the two squares in the middle, and every later
/// move is answered so (M. Gardner 1974). Everything else is searched: the board falls into parts, a part
/// is the same in all its turns and mirror images, and parts of known values are nimbers.
///
/// # Complexity
/// That of the search; the value of 5 by 8 squares takes about two seconds.
///
/// # Literature
/// E. Berlekamp, J. Conway, R. Guy, *Winning Ways*, ch. 15; J. Lemoine and S. Viennot, *Nimbers are
/// inevitable*, Theoretical Computer Science 462 (2012).
pub struct CramFamily;

/// A domino meets its half turn where it covers the middle of the board, which is between two squares if one side is
/// even; if both are, no domino does.
const RECTANGLES: Theorems = Theorems {
    title: "cram",
    turned: |odd_rows, odd_columns| match (odd_rows, odd_columns) {
        (false, false) => Some(Turned::Second),
        (true, true) => None,
        _ => Some(Turned::First),
    },
    first: "the first player covers the two squares in the middle, and then answers every move by half a turn of the board",
    strip: 1,
    code: "0.07",
};

static CARD: Card<'static> = Card {
    name: "cram",
    params: "",
    position: "(rows, columns), or rows(\"..#.\",\"....\") with '.' for each free square; at most 119 squares, or a larger rectangle with an even side or one row",
    rules: "Lay a domino on two free squares beside each other.",
    theorem: "A rectangle is P if both sides are even and N if one is: turn each move by half a turn. Otherwise by proof-number search: parts of the board in canonical form, each with a nimber.",
    source: "M. Gardner 1974; search: J. Lemoine and S. Viennot 2012",
    cost: "that of the search: the value of 5 by 8 squares takes two seconds",
    examples: &["cram(4,5)", "cram(rows(\"..#.\",\"....\")) + nim(2)", "cram(5,5) + cram(3,4)"],
};

impl Family for CramFamily {
    fn card(&self) -> Card<'_> {
        CARD
    }

    fn configure(&self, component: &Component) -> Result<Arc<dyn AnyGame>, ReadError> {
        read::no_params(component)?;
        Ok(match Rectangles::of(component, &RECTANGLES) {
            Some(large) => erase(large),
            None => erase(Boards::new(CARD.name, Pieces::dominoes())),
        })
    }

    fn small(&self) -> Vec<String> {
        let texts = [
            "1,1",
            "1,2",
            "1,5",
            "2,1",
            "2,2",
            "2,3",
            "3,3",
            "2,5",
            "3,4",
            r##"rows("#")"##,
            r##"rows(".#.","...")"##,
            r##"rows("..#..",".#...")"##,
            r##"rows("..",".#","..")"##,
            r##"rows("...#","..#.","#..#")"##,
            r##"rows(".#.",".#.",".#.")"##,
        ];
        texts.iter().map(|text| format!("cram({text})")).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::testing;
    use grundy_search::board::Board;

    #[test]
    fn theorems_of_rectangles_are_those_of_the_rules() {
        let game = Boards::new(CARD.name, Pieces::dominoes());
        let mut memo = crate::solve::Memo::default();
        crate::game::rectangles::check(&RECTANGLES, |rows, columns| {
            let board = Board::full(rows, columns).unwrap();
            let value = memo.value(&game, &board, &Default::default()).unwrap();
            value.number().expect("a number").into()
        });
    }

    #[test]
    fn theory_agrees_with_the_rules() {
        let mut rng = fastrand::Rng::with_seed(4);
        let sizes = [(1, 8), (2, 5), (3, 4), (4, 3), (2, 6), (3, 5)];
        let boards = (0..48).map(|i| {
            let (rows, columns) = sizes[i % sizes.len()];
            let full = Board::full(rows, columns).unwrap();
            if i < sizes.len() { full } else { full.with_free(rng.u128(..) | rng.u128(..)) }
        });
        testing::check_theory(&Boards::new(CARD.name, Pieces::dominoes()), boards, 3);
        testing::check_round_trip(&CramFamily);
    }

    #[test]
    fn half_a_turn_decides_rectangles_with_an_even_side() {
        let game = Boards::new(CARD.name, Pieces::dominoes());
        let mut memo = crate::solve::Memo::default();
        for (rows, columns) in (1..5).flat_map(|rows| (1..6).map(move |columns| (rows, columns))) {
            let board = Board::full(rows, columns).unwrap();
            // By the options alone.
            let value = memo.value(&game, &board, &Default::default()).unwrap().number();
            match (rows % 2, columns % 2) {
                (0, 0) => assert_eq!(value, Some(0), "{rows} by {columns}"),
                (1, 1) => {}
                _ => assert_ne!(value, Some(0), "{rows} by {columns}"),
            }
            // What is said of a first move is that of a position that is won.
            let why = crate::game::Game::why(&game, &board).concat();
            assert!(!why.contains("the first player moves") || value != Some(0), "{why}");
            assert!(rows * columns % 2 == 1 || !why.is_empty(), "{rows} by {columns}");
        }
    }

    #[test]
    fn boards_are_checked() {
        for (text, error) in [
            ("cram(11,11)", "a board of 11 by 11 squares is not searched (5)"),
            ("cram(0,3)", "a board of 0 by 3 squares is not searched (5)"),
            ("cram(0,300)", "a board of 0 by 300 squares is not searched (5)"),
            (
                "cram(11,10^30+1)",
                "a board of 11 by 1000000000000000000000000000001 squares is not searched (5)",
            ),
            ("cram(3)", "this is not a board (5)"),
            ("cram(rows(\"..\",\".\"))", "the rows are not equally long (16)"),
            ("cram(rows(\".x\"))", "'x' is not a square (11)"),
            ("cram(rows(3))", "this is not a row (11)"),
        ] {
            assert_eq!(testing::read_error(&CramFamily, text), error);
        }
    }
}
