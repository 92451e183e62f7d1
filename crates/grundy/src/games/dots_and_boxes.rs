//! dots-and-boxes: whoever completes a box must draw again; whoever cannot draw loses.

use crate::game::dots::{Dots, Figure, Sizes};
use crate::game::{AnyGame, Card, Family, erase};
use crate::read;
use crate::syntax::{Component, ReadError};
use std::sync::Arc;

/// Nimstring on the dots of Dots and Boxes: draw a side of a square; whoever completes a square must draw again;
/// whoever cannot draw loses, and squares are not counted. Squares are coins, and sides that are not drawn are strings
/// ([`crate::games::nimstring`]).
///
/// # Complexity
/// That of the search: 3 by 3 squares take a second.
///
/// # Literature
/// E. Berlekamp, J. Conway, R. Guy, *Winning Ways* (1982), ch. 16; E. Berlekamp, *The Dots and Boxes Game* (2000).
pub struct DotsAndBoxesFamily;

static CARD: Card<'static> = Card {
    name: "dots-and-boxes",
    params: "",
    position: "(rows, columns) of squares; after ';' the numbers of the lines that are drawn; at most 64 lines; behind the name '!': a square was just completed, and the turn has to be handed back",
    rules: "Draw a line between two dots. Whoever completes a square must draw again; whoever cannot draw loses: squares are not counted. Here the other player gets the turn, and has no other move than to hand it back, written -.",
    theorem: "Nimstring: squares are coins, lines are strings. A square with one side missing is taken at once, or the position is loony: whoever moves can take all, or leave the last two and hand over the turn. Other positions have the least number that is the value of no option; options that are loony do not count.",
    source: "E. R. Berlekamp, J. H. Conway, R. K. Guy 1982 (ch. 16)",
    cost: "that of the search: 3 by 3 squares take a second",
    examples: &[
        "dots-and-boxes(2,2)",
        "dots-and-boxes(2,3; 1,2) + nim(2)",
        "dots-and-boxes!(1,2; 1,3,4,6)",
    ],
};

/// Rows and columns of squares.
fn squares(size: &[u64]) -> Option<Figure> {
    let &[rows, columns] = size else { return None };
    // More have more than 64 lines.
    if !(1..=32).contains(&rows) || !(1..=32).contains(&columns) {
        return None;
    }
    let (rows, columns) = (rows as i64, columns as i64);
    let square = |row: i64, column: i64| {
        let (left, right) = (2 * column, 2 * column + 2);
        vec![(left, row), (right, row), (right, row + 1), (left, row + 1)]
    };
    let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| square(row, column)));
    Figure::of(&cells.collect::<Vec<_>>())
}

impl Family for DotsAndBoxesFamily {
    fn card(&self) -> Card<'_> {
        CARD
    }

    fn configure(&self, component: &Component) -> Result<Arc<dyn AnyGame>, ReadError> {
        read::no_params(component)?;
        Ok(erase(Dots::new(CARD.name, Sizes { typed: "(rows, columns)", read: squares })))
    }

    fn small(&self) -> Vec<String> {
        let texts = [
            "1,1",
            "1,1; 1,4",
            "1,1; 1,2,3,4",
            "1,2",
            "2,1; 3",
            "1,2; 1,2,3",
            "2,2; 1,2,6,7,11,12",
        ];
        let free = texts.iter().map(|text| format!("dots-and-boxes({text})"));
        free.chain(["dots-and-boxes!(1,2; 1,3,4,6)".to_owned()]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::testing;
    use crate::{Catalogue, Question};

    #[test]
    fn values_are_those_of_nimstring() {
        testing::check_round_trip(&DotsAndBoxesFamily);
        let value = |text: &str| {
            let position = Catalogue::default().read(text).unwrap();
            let question = Question { moves: 0, ..Question::default() };
            crate::answer(&position, &question, &crate::Context::default()).unwrap().grundy
        };
        // Two squares side by side: the line between them is the fourth.
        for (drawn, strings) in [
            ("", "0-1,0-2,0-1,1-2,0-2,0-1,0-2"),
            ("; 1", "0-2,0-1,1-2,0-2,0-1,0-2"),
            ("; 1,2,5", "0-1,1-2,0-1,0-2"),
            ("; 1,3", "0-2,1-2,0-2,0-1,0-2"),
            ("; 1,3,6", "0-2,1-2,0-2,0-2"),
            ("; 1,3,6,2", "1-2,0-2,0-2"),
            ("; 1,3,6,2,5", "1-2,0-2"),
        ] {
            let found = value(&format!("dots-and-boxes(1,2{drawn})"));
            assert_eq!(found, value(&format!("nimstring(edges({strings}))")), "{drawn}");
        }
    }

    #[test]
    fn sizes_and_lines_are_checked() {
        let error = |text: &str| testing::read_error(&DotsAndBoxesFamily, text);
        let size = "there is no figure of this size, or it has too many lines";
        for text in ["", "1", "0,3", "6,6", "1,2,3", "10^20,1", "x,1"] {
            assert!(error(&format!("dots-and-boxes({text})")).starts_with(size), "{text}");
        }
        for text in ["1,1; 5", "1,1; 0", "1,1; 2,2", "1,1; 10^20"] {
            assert!(
                error(&format!("dots-and-boxes({text})"))
                    .contains("is not a line, or is drawn twice")
            );
        }
        assert!(error("dots-and-boxes(1,1; 1; 2)").starts_with("too many lists"));
    }
}
