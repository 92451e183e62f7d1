//! polyominoes: pieces of a set laid on a board, for both players alike.

use crate::game::boards::Boards;
use crate::game::{AnyGame, Card, Family, erase, join};
use crate::syntax::{ArgKind, Component, ReadError};
use grundy_search::board::Pieces;
use std::sync::Arc;

/// The pieces of up to five squares: name and rows.
const PIECES: [(&str, &[&str]); 21] = [
    ("I1", &["#"]),
    ("I2", &["##"]),
    ("I3", &["###"]),
    ("L3", &["##", "#."]),
    ("I4", &["####"]),
    ("L4", &["###", "#.."]),
    ("O4", &["##", "##"]),
    ("S4", &[".##", "##."]),
    ("T4", &["###", ".#."]),
    ("F5", &[".##", "##.", ".#."]),
    ("I5", &["#####"]),
    ("L5", &["####", "#..."]),
    ("N5", &["##..", ".###"]),
    ("P5", &["##", "##", "#."]),
    ("T5", &["###", ".#.", ".#."]),
    ("U5", &["#.#", "###"]),
    ("V5", &["#..", "#..", "###"]),
    ("W5", &["#..", "##.", ".##"]),
    ("X5", &[".#.", "###", ".#."]),
    ("Y5", &["####", ".#.."]),
    ("Z5", &["##.", ".#.", ".##"]),
];

/// The squares of a piece as rows and columns.
fn squares(rows: &[&str]) -> Vec<(u32, u32)> {
    let signs = (0..).zip(rows).flat_map(|(r, row)| (0..).zip(row.chars()).map(move |s| (r, s)));
    signs.filter(|(_, (_, sign))| *sign == '#').map(|(row, (column, _))| (row, column)).collect()
}

/// The game with the pieces of these numbers in the list of all pieces.
fn with_pieces(chosen: &[usize]) -> Boards<Pieces> {
    let pieces: Vec<_> = chosen.iter().map(|&i| squares(PIECES[i].1)).collect();
    let names = join(chosen.iter().map(|&i| PIECES[i].0.to_owned()), ",");
    Boards::new(format!("{}[{names}]", CARD.name), Pieces::all_ways(&pieces))
}

/// Lay a piece on free squares, in any of its turns and mirror images.
///
/// `polyominoes[I2]` is Cram. With I1, which takes one square, and with every other set of pieces too,
/// positions are searched as there; a board that half a turn carries into itself is P if no piece
/// can be laid across its own turn.
///
/// # Complexity
/// That of the search.
///
/// # Literature
/// S. Golomb, *Polyominoes*, 1965: the game of laying pentominoes, here with pieces without number.
pub struct PolyominoesFamily;

static CARD: Card<'static> = Card {
    name: "polyominoes",
    params: "[pieces]: names from I1, I2, I3, L3, I4, L4, O4, S4, T4 and the twelve of five squares, F5 to Z5",
    position: "(rows, columns), or rows(\"..#.\",\"....\") with '.' for each free square; at most 119 squares",
    rules: "Lay one of the pieces on free squares, turned and mirrored as you like; the supply of pieces is unlimited.",
    theorem: "By proof-number search: parts of the board in canonical form, each with a nimber. A board that half a turn carries into itself is P if no piece meets its own turn.",
    source: "S. Golomb 1965 (pentominoes)",
    cost: "that of the search",
    examples: &[
        "polyominoes[L3](4,4)",
        "polyominoes[I4,L4,O4,S4,T4](5,5)",
        "polyominoes[I2,I3](3,4) + nim(1)",
    ],
};

impl Family for PolyominoesFamily {
    fn card(&self) -> Card<'_> {
        CARD
    }

    fn configure(&self, component: &Component) -> Result<Arc<dyn AnyGame>, ReadError> {
        let names = || join(PIECES.iter().map(|(name, _)| (*name).to_owned()), ", ");
        let help = || format!("expected names of pieces such as polyominoes[L3,I4]: {}", names());
        let params = component.params.as_ref();
        let Some(group) = params.and_then(|params| params.single()).filter(|g| !g.is_empty())
        else {
            let span = params.map_or(component.span, |params| params.span);
            return Err(ReadError::domain("the pieces are missing", span).help(help()));
        };
        let mut chosen = Vec::new();
        for arg in group {
            let name = match &arg.kind {
                ArgKind::Sum(_) => arg.item().filter(|item| item.args.is_none()),
                _ => None,
            };
            let name = name.and_then(|item| item.name()).unwrap_or_default();
            let found = PIECES.iter().position(|(known, _)| known.eq_ignore_ascii_case(name));
            let Some(piece) = found else {
                return Err(ReadError::domain("this is not a piece", arg.span).help(help()));
            };
            chosen.push(piece);
        }
        chosen.sort_unstable();
        chosen.dedup();
        Ok(erase(with_pieces(&chosen)))
    }

    fn small(&self) -> Vec<String> {
        let texts = [
            ("I1", "2,3"),
            ("I2", "2,3"),
            ("I3", "1,7"),
            ("I3", "3,3"),
            ("L3", "2,3"),
            ("L3", "3,4"),
            ("I2,L3", "3,3"),
            ("I2,I3", "2,4"),
            ("O4", "3,4"),
            ("T4", "3,4"),
            ("S4,T4", "rows(\"..#.\",\"....\",\".#..\")"),
            ("I4,L4", "rows(\"....\",\"....\",\"#.#.\")"),
            ("P5,X5", "3,4"),
        ];
        texts.iter().map(|(pieces, text)| format!("polyominoes[{pieces}]({text})")).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::testing;
    use grundy_search::board::Board;

    #[test]
    fn theory_agrees_with_the_rules() {
        let mut rng = fastrand::Rng::with_seed(5);
        for _ in 0..24 {
            let chosen = [rng.usize(1..PIECES.len()), rng.usize(2..9)];
            let game = with_pieces(&chosen);
            let full = Board::full(rng.u32(1..5), rng.u32(2..5)).unwrap();
            let boards = [full, full.with_free(rng.u128(..) | rng.u128(..))];
            testing::check_theory(&game, boards, 3);
        }
        testing::check_round_trip(&PolyominoesFamily);
    }

    #[test]
    fn pieces_have_their_number_of_squares_and_ways() {
        // Ways to lie, mirror images included (S. Golomb 1965).
        let ways = [1, 2, 2, 4, 2, 8, 1, 4, 4, 8, 2, 8, 8, 8, 4, 4, 4, 4, 1, 8, 4];
        for ((name, rows), ways) in PIECES.iter().zip(ways) {
            let size = squares(rows).len();
            assert!(name.ends_with(&size.to_string()), "{name}");
            assert_eq!(Pieces::all_ways(&[squares(rows)]).shapes().len(), ways, "{name}");
        }
    }

    #[test]
    fn pieces_are_checked() {
        for (text, error) in [
            ("polyominoes(3,3)", "the pieces are missing (1)"),
            ("polyominoes[Q5](3,3)", "this is not a piece (13)"),
            ("polyominoes[3](3,3)", "this is not a piece (13)"),
        ] {
            assert_eq!(testing::read_error(&PolyominoesFamily, text), error);
        }
    }
}
