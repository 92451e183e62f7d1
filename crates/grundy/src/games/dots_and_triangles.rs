//! dots-and-triangles: whoever completes a triangle must draw again; whoever cannot draw loses.

use crate::game::dots::{Dots, Figure, Sizes};
use crate::game::{AnyGame, Card, Family, erase};
use crate::read;
use crate::syntax::{Component, ReadError};
use std::sync::Arc;

/// Nimstring on dots in a triangular grid: draw a side of a triangle; whoever completes a triangle must draw
/// again; whoever cannot draw loses, and triangles are not counted. Triangles are coins of at most three strings
/// ([`crate::games::nimstring`]).
///
/// # Complexity
/// That of the search: a triangle of 4 triangles at each side takes a second.
///
/// # Literature
/// A. Jobson, L. Sledd, S. White, D. Wildstrom, *Variations on narrow dots-and-boxes and dots-and-triangles*,
/// Integers 17 (2017), for the game in which triangles are counted; E. Berlekamp, *The Dots and Boxes Game* (2000),
/// for Nimstring.
pub struct DotsAndTrianglesFamily;

static CARD: Card<'static> = Card {
    name: "dots-and-triangles",
    params: "",
    position: "(side) of a triangle, in small ones; or (rows, count) with so many triangles in each row; after ';' the numbers of the lines that are drawn; at most 64 lines; behind the name '!': a triangle was just completed, and the turn has to be handed back",
    rules: "Draw a line between two dots. Whoever completes a triangle must draw again; whoever cannot draw loses: triangles are not counted. Here the other player gets the turn, and has no other move than to hand it back, written -.",
    theorem: "Nimstring: triangles are coins, lines are strings. A triangle with one side missing is taken at once, or the position is loony: whoever moves can take all, or leave the last two and hand over the turn. Other positions have the least number that is the value of no option; options that are loony do not count.",
    source: "after E. R. Berlekamp, J. H. Conway, R. K. Guy 1982 (ch. 16); A. Jobson, L. Sledd, S. White, D. Wildstrom 2017 (triangles counted)",
    cost: "that of the search: 16 triangles in a triangle take a second",
    examples: &[
        "dots-and-triangles(3)",
        "dots-and-triangles(1,5; 1,2) + nim(2)",
        "dots-and-triangles!(1,2; 2,3,5)",
    ],
};

/// The triangle between a dot and the two below it, or two dots and the one between them below.
fn triangle(row: i64, place: i64, points_up: bool) -> Vec<(i64, i64)> {
    let dot = |row: i64, place: i64| (2 * place - row, row);
    match points_up {
        true => vec![dot(row, place), dot(row + 1, place + 1), dot(row + 1, place)],
        false => vec![dot(row, place), dot(row, place + 1), dot(row + 1, place + 1)],
    }
}

fn triangles(size: &[u64]) -> Option<Figure> {
    // More have more than 64 lines.
    let fits = size.iter().all(|side| (1..=64).contains(side));
    let side = |i: usize| size[i] as i64;
    let cells: Vec<Vec<(i64, i64)>> = match size.len() {
        1 if fits && side(0) <= 8 => (0..side(0))
            .flat_map(|row| (0..2 * row + 1).map(move |i| triangle(row, i / 2, i % 2 == 0)))
            .collect(),
        2 if fits => (0..side(0))
            .flat_map(|row| (0..side(1)).map(move |i| triangle(row, i / 2, i % 2 == 0)))
            .collect(),
        _ => return None,
    };
    Figure::of(&cells)
}

impl Family for DotsAndTrianglesFamily {
    fn card(&self) -> Card<'_> {
        CARD
    }

    fn configure(&self, component: &Component) -> Result<Arc<dyn AnyGame>, ReadError> {
        read::no_params(component)?;
        Ok(erase(Dots::new(CARD.name, Sizes { typed: "(side) or (rows, count)", read: triangles })))
    }

    fn small(&self) -> Vec<String> {
        let texts = ["1", "1; 2", "1; 1,2,3", "1,2", "2,1", "1,3; 1,4", "2; 1,2,6", "1,4; 2,5,8"];
        let free = texts.iter().map(|text| format!("dots-and-triangles({text})"));
        free.chain(["dots-and-triangles!(1,2; 2,3,5)".to_owned()]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::testing;
    use crate::{Catalogue, Question};

    fn value(text: &str) -> Option<crate::answer::GrundyValue> {
        let position = Catalogue::default().read(text).unwrap();
        let question = Question { moves: 0, ..Question::default() };
        crate::answer(&position, &question, &crate::Context::default()).unwrap().grundy
    }

    #[test]
    fn values_are_those_of_nimstring() {
        testing::check_round_trip(&DotsAndTrianglesFamily);
        // The triangle in the middle of four has number 4 here.
        let four = "0-1,0-1,1-4,0-2,2-4,4-3,0-3,0-2,0-3";
        assert_eq!(value("dots-and-triangles(2)"), value(&format!("nimstring(edges({four}))")));
        // Rows: each triangle has one side of its own, those at the ends have two.
        for count in 1..6 {
            let between = (1..count).map(|i| format!("{i}-{}", i + 1));
            let own = (1..=count).map(|i| format!("0-{i}"));
            let ends = ["0-1".to_owned(), format!("0-{count}")];
            let strings: Vec<String> = between.chain(own).chain(ends).collect();
            let text = format!("nimstring(edges({}))", strings.join(","));
            assert_eq!(value(&format!("dots-and-triangles(1,{count})")), value(&text), "{count}");
        }
    }

    #[test]
    fn sizes_are_checked() {
        let error = |text: &str| testing::read_error(&DotsAndTrianglesFamily, text);
        for text in ["", "0", "7", "1,40", "9,9", "1,2,3", "10^30"] {
            let told = error(&format!("dots-and-triangles({text})"));
            assert!(told.starts_with("there is no figure of this size"), "{text}: {told}");
        }
        for (text, lines) in [("6", 63), ("5", 45), ("4,5", 0), ("1,31", 63)] {
            let message = error(&format!("dots-and-triangles({text}; 65)"));
            let expected = if lines == 0 { "is not a line" } else { "65 is not a line" };
            assert!(message.contains(expected), "{text}: {message}");
        }
    }
}
