//! northcott: two pieces in each row, each advances towards the other.

use crate::context::{Context, Stop};
use crate::game::{
    AnyGame, Card, Family, Found, Game, Known, Move, NimLike, Offer, Placed, erase, join,
};
use crate::nat::{Nat, abs_diff, heap_bytes, nim_sum, range, to_u64};
use crate::picture;
use crate::read;
use crate::ruleset::{Full, Options, Ruleset};
use crate::sketch::strip::Piece;
use crate::sketch::{Sketch, strip};
use crate::syntax::{Args, Component, ReadError};
use std::borrow::Cow;
use std::sync::Arc;

/// Northcott's game without retreats; a position is one row, its white and its black piece.
///
/// The empty squares between the two pieces of a row are a nim-heap: either piece can make their
/// number any smaller one.
///
/// # The game on a board
/// In Northcott's own game each player has one colour and may also retreat. That is neither
/// impartial nor does play have to end, but the same positions are won, and by the same moves
/// forward. For let the nim-sum of the gaps be 0 after a player's move. If the opponent advances,
/// the player answers as in Nim, with the own piece of a row; if the opponent retreats by k, the
/// player's piece in that row advances by k, and the gaps are as before. So this player only
/// advances, always has an answer, and runs out of squares to advance over only after finitely many
/// moves: play ends, and with a move of this player. The test of this file compares the claim with
/// all positions of small boards, retreats included.
///
/// # Complexity
/// O(length) for a row.
///
/// # Literature
/// E. R. Berlekamp, J. H. Conway, R. K. Guy, *Winning Ways* (1982), ch. 3.
#[derive(Clone, Copy, Debug, Default)]
pub struct Northcott;

/// The squares of the two pieces of a row, which differ.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Row {
    /// The white piece.
    pub white: Nat,
    /// The black piece.
    pub black: Nat,
}

impl Row {
    /// The number of empty squares between the pieces, which is the Grundy value. O(length).
    ///
    /// ```
    /// use grundy::{games::northcott::Row, nat::Nat};
    /// let row = Row { white: Nat::from(9u8), black: Nat::from(2u8) };
    /// assert_eq!(row.gap(), Nat::from(6u8));
    /// ```
    pub fn gap(&self) -> Nat {
        abs_diff(&self.white, &self.black) - 1u8
    }

    /// The rows in which one piece advanced until `gap` squares are left; `gap` is less than now.
    fn advanced(&self, gap: &Nat) -> [Self; 2] {
        let (step, Self { white, black }) = (gap + 1u8, self);
        let (to_white, to_black) = match white < black {
            true => (white + &step, black - step),
            false => (white - &step, black + step),
        };
        [
            Self { white: to_black, black: black.clone() },
            Self { white: white.clone(), black: to_white },
        ]
    }
}

impl Ruleset for Northcott {
    type Position = Row;

    fn options(&self, row: &Row, out: &mut Options<Row>) -> Result<(), Full> {
        range(Nat::ZERO, row.gap())
            .try_for_each(|gap| row.advanced(&gap).into_iter().try_for_each(|row| out.push([row])))
    }

    fn heap_bytes(&self, row: &Row) -> usize {
        heap_bytes(&row.white) + heap_bytes(&row.black)
    }
}

impl Game for Northcott {
    const LIST: bool = true;

    fn title(&self) -> String {
        "northcott".into()
    }

    fn read(self: Arc<Self>, args: &Args, _: &Context<'_>) -> Result<Placed<Self>, ReadError> {
        if args.single().is_some_and(<[_]>::is_empty) {
            return Ok(Placed::new(self, Vec::new()));
        }
        let row = |group: &Vec<_>| {
            let [white, black] = &**group else {
                return Err(ReadError::domain("a row has two pieces", args.span)
                    .help("write (2,7; 3,4): in each row the square of the white piece and that of the black one"));
            };
            let row =
                Row { white: read::number(white)?.clone(), black: read::number(black)?.clone() };
            if row.white == row.black {
                return Err(ReadError::domain(
                    "both pieces of a row are on one square",
                    black.span,
                )
                .help("expected two different squares"));
            }
            Ok(row)
        };
        let parts = args.groups.iter().map(row).collect::<Result<_, _>>()?;
        Ok(Placed::new(self, parts))
    }

    fn print(&self, Row { white, black }: &Row) -> String {
        format!("{white},{black}")
    }

    fn print_all(&self, parts: &[Row]) -> String {
        format!("northcott({})", join(parts.iter().map(|row| self.print(row)), "; "))
    }

    fn print_move(&self, from: &Row, to: &Move<Row>) -> String {
        let row = &to.sum[0];
        match row.white == from.white {
            true => format!("black {} -> {}", from.black, row.black),
            false => format!("white {} -> {}", from.white, row.white),
        }
    }

    fn move_names(&self, from: &Row, to: &Move<Row>) -> Vec<String> {
        let row = &to.sum[0];
        vec![match row.white == from.white {
            true => format!("{} -> {}", from.black, row.black),
            false => format!("{} -> {}", from.white, row.white),
        }]
    }

    fn heaps(&self, _: &Row) -> Vec<Nat> {
        Vec::new()
    }

    fn picture(&self, row: &Row) -> Vec<String> {
        let (Some(white), Some(black)) = (to_u64(&row.white), to_u64(&row.black)) else {
            return Vec::new();
        };
        picture::signs(0, white.max(black), |square| match square {
            _ if square == white => '○',
            _ if square == black => '●',
            _ => '·',
        })
    }

    fn sketch(&self, row: &Row, moves: &[Offer<'_, Row>]) -> Option<Sketch> {
        let (white, black) = (to_u64(&row.white)?, to_u64(&row.black)?);
        let way = |offer: &Offer<'_, Row>| {
            let after = offer.to.sum.first()?;
            match after.white == row.white {
                true => Some((black, to_u64(&after.black)?)),
                false => Some((white, to_u64(&after.white)?)),
            }
        };
        let pieces = [(white, Piece::White), (black, Piece::Black)];
        let ways: Vec<_> = moves.iter().map(way).collect();
        strip::pieces(0, white.max(black), &pieces, &ways)
    }

    fn known(&self, row: &Row, _: &Context<'_>) -> Result<Option<Known>, Stop> {
        Ok(Some(Known::Value(row.gap())))
    }

    fn moves_to(
        &self,
        row: &Row,
        target: &Nat,
        max: usize,
        _: &Context<'_>,
    ) -> Result<Option<Found<Row>>, Stop> {
        let to = (*target < row.gap()).then(|| row.advanced(target));
        let moves = to.into_iter().flatten().map(|row| Move { sum: vec![row], tag: 0 });
        Ok(Some(Found::all(moves.collect(), max)))
    }

    fn method(&self, _: &Row) -> Cow<'static, str> {
        "Bouton's theorem on the gaps between the pieces".into()
    }

    fn why(&self, row: &Row) -> Vec<String> {
        vec![format!(
            "the number of empty squares between the pieces on {} and {} is {}; either piece can make it any smaller number: a nim-heap",
            row.white,
            row.black,
            row.gap()
        )]
    }

    fn nim_like(&self) -> NimLike {
        NimLike::Single
    }
}

/// The Grundy value of rows together: the nim-sum of the gaps. O(total length).
///
/// ```
/// use grundy::{games::northcott::{Row, value}, nat::Nat};
/// let row = |white: u8, black: u8| Row { white: white.into(), black: black.into() };
/// assert_eq!(value(&[row(0, 4), row(7, 3)]), Nat::ZERO);
/// ```
pub fn value(rows: &[Row]) -> Nat {
    nim_sum(&rows.iter().map(Row::gap).collect::<Vec<_>>())
}

/// The registry's row.
pub struct NorthcottFamily;

static CARD: Card<'static> = Card {
    name: "northcott",
    params: "",
    position: "(w1,b1; …; wn,bn), in each row the square of the white and of the black piece",
    rules: "Each row of a board has a white and a black piece on two of the squares 0, 1, 2, …. Move either piece of a row any positive number of squares towards the other, not onto or over it. With a colour for each player and retreats allowed the same positions are won.",
    theorem: "The value of a row is the number of empty squares between its pieces: P iff the nim-sum of these is 0.",
    source: "Winning Ways, ch. 3",
    cost: "O(total length)",
    examples: &["northcott(2,7; 6,3; 0,1)", "northcott(0,10^30; 5,1) + nim(3)"],
};

impl Family for NorthcottFamily {
    fn card(&self) -> Card<'_> {
        CARD
    }

    fn configure(&self, component: &Component) -> Result<Arc<dyn AnyGame>, ReadError> {
        read::no_params(component)?;
        Ok(erase(Northcott))
    }

    fn small(&self) -> Vec<String> {
        let mut all = vec!["northcott()".to_owned()];
        let pairs = (0..6).flat_map(|w| (0..6).map(move |b| (w, b))).filter(|(w, b)| w != b);
        all.extend(pairs.map(|(w, b)| format!("northcott({w},{b})")));
        for w in 0..4 {
            all.extend((0..3).map(|b| format!("northcott({w},{}; {},{b})", w + 2, b + 3)));
        }
        all.push("northcott(0,1; 3,1; 1,4)".to_owned());
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::testing;
    use std::collections::HashMap;

    #[test]
    fn theory_agrees_with_the_rules() {
        let rows = (0..10u8).flat_map(|w| (0..10u8).map(move |b| (w, b))).filter(|(w, b)| w != b);
        let rows = rows.map(|(w, b)| Row { white: w.into(), black: b.into() });
        testing::check_theory_where(&Northcott, rows, 9, |_, _| true);
        testing::check_round_trip(&NorthcottFamily);
    }

    #[test]
    fn rows_have_two_pieces_on_different_squares() {
        for (text, error) in [
            ("northcott(3)", "a row has two pieces (10)"),
            ("northcott(3,4,5)", "a row has two pieces (10)"),
            ("northcott(3,4;)", "a row has two pieces (10)"),
            ("northcott(1,2; 4,4)", "both pieces of a row are on one square (18)"),
        ] {
            assert_eq!(testing::read_error(&NorthcottFamily, text), error);
        }
    }

    /// The squares of the mover's and of the other piece in each row.
    type Board = Vec<(i32, i32)>;

    /// Every move of the mover's pieces, forward and back, as the opponent sees the board then.
    fn moves(board: &Board, squares: i32) -> Vec<Board> {
        let mut all = Vec::new();
        for (i, &(mine, other)) in board.iter().enumerate() {
            let (low, high) = if mine < other { (0, other) } else { (other + 1, squares) };
            for to in (low..high).filter(|&to| to != mine) {
                let mut after: Board = board.iter().map(|&(a, b)| (b, a)).collect();
                after[i] = (other, to);
                all.push(after);
            }
        }
        all
    }

    #[test]
    fn retreats_change_nothing() {
        // Northcott's own game, each player with one colour and retreats allowed: which positions
        // are lost is found from the end of play backwards; what is never found would be a draw.
        for (squares, rows) in [(6, 1), (4, 2), (3, 3)] {
            let pairs: Vec<(i32, i32)> = (0..squares)
                .flat_map(|a| (0..squares).map(move |b| (a, b)))
                .filter(|(a, b)| a != b)
                .collect();
            let mut boards: Vec<Board> = vec![Vec::new()];
            for _ in 0..rows {
                let longer = |board: &Board| -> Vec<Board> {
                    pairs.iter().map(|&pair| [board.as_slice(), &[pair]].concat()).collect()
                };
                boards = boards.iter().flat_map(longer).collect();
            }
            let mut wins: HashMap<&Board, bool> = HashMap::new();
            loop {
                let before = wins.len();
                for board in &boards {
                    if wins.contains_key(board) {
                        continue;
                    }
                    let after = moves(board, squares);
                    if after.iter().any(|after| wins.get(after) == Some(&false)) {
                        wins.insert(board, true);
                    } else if after.iter().all(|after| wins.get(after) == Some(&true)) {
                        wins.insert(board, false);
                    }
                }
                if wins.len() == before {
                    break;
                }
            }
            for board in &boards {
                let sum = board.iter().fold(0, |sum, (a, b)| sum ^ ((a - b).abs() - 1));
                assert_eq!(wins.get(board), Some(&(sum != 0)), "{board:?} of {squares} squares");
            }
        }
    }
}
