//! notakto and board-treblecross: crosses on a board, three in a row.

use crate::context::{Context, Stop};
use crate::game::{
    AnyGame, Apart, Card, Family, Game, Ground, Known, Move, Offer, Placed, boards, erase,
};
use crate::nat::Nat;
use crate::read;
use crate::ruleset::{Full, Options, Ruleset};
use crate::sketch::{Sketch, board};
use crate::syntax::{Args, Component, ReadError, join};
use grundy_search::board::Board;
use grundy_search::{Keyed, Sums};
use std::borrow::Cow;
use std::sync::Arc;

/// Crosses on a board of squares, for both players alike; a position is one board. Three crosses side by
/// side in a row, a column or a diagonal are a *line*.
///
/// - Notakto: a board with a line is dead. In misère play who kills the last board loses: tic-tac-toe with
///   crosses only.
/// - Treblecross on a board: whoever makes a line wins at once. On one row of three squares or more it is
///   Treblecross: a cross less than three squares from another lets the other player win.
///
/// # Complexity
/// O(2^s) for s squares that are free, at worst.
///
/// # Literature
/// T. Plambeck and G. Whitehead, *The secrets of Notakto: winning at X-only tic-tac-toe* (2013); E.
/// Berlekamp, J. Conway, R. Guy, *Winning Ways*, ch. 4 (Treblecross).
#[derive(Clone, Copy, Debug)]
pub struct Crosses {
    /// A line wins at once.
    wins: bool,
}

/// The sign of a cross.
const CROSS: char = 'x';

/// The squares with crosses.
fn crosses(board: Board) -> u128 {
    let squares = board.height() * board.width();
    !board.free() & u128::MAX >> (128 - squares)
}

/// Whether three crosses are side by side in a row, a column or a diagonal.
fn has_line(board: Board) -> bool {
    let (width, set) = (board.width(), crosses(board));
    let mut row_starts = 0u128;
    for row in 0..board.height() {
        row_starts |= 1 << (row * width);
    }
    // Where a line that goes to the right may start, and one that goes down to the left.
    let from =
        |first: u32, end: u32| (first..end).fold(0, |all, column| all | row_starts << column);
    let (right, left) = (from(0, width.saturating_sub(2)), from(2.min(width), width));
    let after = |steps: u32| set.checked_shr(steps).unwrap_or(0);
    let line = |step: u32, starts: u128| set & starts & after(step) & after(2 * step) != 0;
    line(1, right)
        || line(width, u128::MAX)
        || line(width + 1, right)
        || width > 1 && line(width - 1, left)
}

impl Ruleset for Crosses {
    type Position = Board;

    const MAY_WIN: bool = true;

    fn options(&self, board: &Board, out: &mut Options<Board>) -> Result<(), Full> {
        if has_line(*board) {
            return Ok(());
        }
        let mut free = board.free();
        while free != 0 {
            let left = board.with_free(board.free() & !(free & free.wrapping_neg()));
            free &= free - 1;
            match self.wins && has_line(left) {
                true => out.push_win([left])?,
                false => out.push([left])?,
            }
        }
        Ok(())
    }

    fn pack(&self, board: &Board) -> Option<u64> {
        let (height, width) = (board.height(), board.width());
        let packs = height * width <= 49;
        packs.then(|| board.free() as u64 | u64::from(height) << 49 | u64::from(width) << 56)
    }
}

/// The number of a board that all its turns and mirror images share: the free squares, a bit after the last square,
/// and the width from bit 120 on. `None` where no cross can be put.
fn number(board: Board) -> Option<u128> {
    if has_line(board) || board.free() == 0 {
        return None;
    }
    let (height, width) = (board.height(), board.width());
    let form = |turn: u32| {
        let swaps = turn & 4 != 0;
        let columns = if swaps { height } else { width };
        let place = |(row, column): (u32, u32)| {
            let row = if turn & 1 == 0 { row } else { height - 1 - row };
            let column = if turn & 2 == 0 { column } else { width - 1 - column };
            if swaps { column * columns + row } else { row * columns + column }
        };
        let squares = boards::squares(board, board.free());
        let free = squares.into_iter().fold(0u128, |set, square| set | 1 << place(square));
        free | 1 << (height * width) | u128::from(columns) << 120
    };
    (0..8).map(form).min()
}

/// The board of a number.
fn numbered(number: u128) -> Board {
    let width = (number >> 120) as u32;
    let set = number & ((1 << 120) - 1);
    let squares = set.checked_ilog2().unwrap_or(1);
    let board = squares.checked_div(width).and_then(|height| Board::empty(height, width));
    board.unwrap_or_default().with_free(set)
}

/// Boards that a cross can be put on, in misère play.
impl Keyed for Crosses {
    fn size(&self, board: u128) -> u32 {
        (board & ((1 << 120) - 1)).count_ones() - 1
    }

    fn all_options(&self, board: u128, out: &mut Sums<u128>) -> bool {
        let board = numbered(board);
        for (row, column) in boards::squares(board, board.free()) {
            let square = 1 << (row * board.width() + column);
            number(board.with_free(board.free() & !square)).into_iter().for_each(|b| out.part(b));
            out.end();
        }
        true
    }
}

impl Apart<Board> for Crosses {
    fn parts(&self, board: &Board) -> Vec<u128> {
        number(*board).into_iter().collect()
    }

    fn rules(&self) -> &dyn Keyed {
        self
    }

    fn ground(&self, board: &Board) -> Option<Ground> {
        let rows = boards::rows_with(*board, CROSS);
        Some(Ground::Board { game: self.title(), rows })
    }
}

/// The square that a move takes: row and column from 0.
fn square(from: Board, to: &Move<Board>) -> Option<(u32, u32)> {
    let taken = from.free() & !to.sum.first()?.free();
    boards::squares(from, taken).first().copied()
}

impl Game for Crosses {
    fn title(&self) -> String {
        self.card().name.into()
    }

    fn read(self: Arc<Self>, args: &Args, _: &Context<'_>) -> Result<Placed<Self>, ReadError> {
        Ok(Placed::new(self, vec![boards::read_with(args, CROSS)?]))
    }

    fn print(&self, board: &Board) -> String {
        boards::print_with(*board, CROSS)
    }

    fn print_move(&self, from: &Board, to: &Move<Board>) -> String {
        square(*from, to)
            .map_or_else(String::new, |(row, column)| format!("({},{})", row + 1, column + 1))
    }

    fn move_names(&self, from: &Board, to: &Move<Board>) -> Vec<String> {
        let Some((row, column)) = square(*from, to) else { return Vec::new() };
        vec![format!("{},{}", row + 1, column + 1), format!("{} {}", row + 1, column + 1)]
    }

    fn heaps(&self, _: &Board) -> Vec<Nat> {
        Vec::new()
    }

    fn picture(&self, board: &Board) -> Vec<String> {
        let rows = boards::rows_with(*board, CROSS);
        rows.iter().map(|row| join(row.chars().map(String::from), " ")).collect()
    }

    fn sketch(&self, board: &Board, moves: &[Offer<'_, Board>]) -> Option<Sketch> {
        let rows = boards::rows_with(*board, CROSS);
        let rows: Vec<Vec<char>> = rows.iter().map(|row| row.chars().collect()).collect();
        let click = |offer: &Offer<'_, Board>| {
            let square = square(*board, offer.to);
            square.map(|(row, column)| vec![(row as usize, column as usize)])
        };
        let clicks: Vec<_> = moves.iter().map(click).collect::<Option<_>>()?;
        board::squares(&rows, &clicks)
    }

    fn known(&self, board: &Board, _: &Context<'_>) -> Result<Option<Known>, Stop> {
        Ok((has_line(*board) || board.free() == 0).then_some(Known::Value(Nat::ZERO)))
    }

    fn move_count(&self, board: &Board) -> Option<usize> {
        Some(if has_line(*board) { 0 } else { board.free().count_ones() as usize })
    }

    fn misere_refused(&self) -> Option<&'static str> {
        self.wins.then_some(
            "whoever makes three in a row wins: misère play has no meaning for it; see notakto",
        )
    }

    fn method(&self, _: &Board) -> Cow<'static, str> {
        "search over the rules".into()
    }

    fn apart(&self) -> Option<&dyn Apart<Board>> {
        (!self.wins).then_some(self)
    }
}

impl Crosses {
    fn card(self) -> &'static Card<'static> {
        if self.wins { &TREBLECROSS_CARD } else { &NOTAKTO_CARD }
    }
}

/// A row of the registry.
pub struct CrossesFamily(Crosses);

/// Boards with a line are dead.
pub const NOTAKTO: CrossesFamily = CrossesFamily(Crosses { wins: false });

/// A line wins.
pub const BOARD_TREBLECROSS: CrossesFamily = CrossesFamily(Crosses { wins: true });

static NOTAKTO_CARD: Card<'static> = Card {
    name: "notakto",
    params: "",
    position: "(rows, columns), or rows(\"x..\",\"...\") with '.' for each free square and 'x' for each cross; at most 119 squares",
    rules: "Put a cross on a free square. A board with three crosses side by side in a row, a column or a diagonal is dead: no more moves there. It is usually played as a misère game: who kills the last board loses.",
    theorem: "By search over the rules.",
    source: "T. Plambeck and G. Whitehead 2013",
    cost: "O(2^s) for s free squares, at worst",
    examples: &[
        "notakto(3,3)",
        "notakto(3,3) + notakto(3,3)",
        "notakto(rows(\"x..\",\"...\",\"..x\"))",
    ],
};

static TREBLECROSS_CARD: Card<'static> = Card {
    name: "board-treblecross",
    params: "",
    position: "(rows, columns), or rows(\"x..\",\"...\") with '.' for each free square and 'x' for each cross; at most 119 squares",
    rules: "Put a cross on a free square. Whoever makes three crosses side by side in a row, a column or a diagonal wins at once.",
    theorem: "By search over the rules. A board on which one cross makes a row of three is loony; on one row of three squares or more it is treblecross.",
    source: "E. R. Berlekamp, J. H. Conway, R. K. Guy 1982 (one row of squares)",
    cost: "O(2^s) for s free squares, at worst",
    examples: &["board-treblecross(3,4)", "board-treblecross(rows(\"x...\",\"....\")) + nim(2)"],
};

impl Family for CrossesFamily {
    fn card(&self) -> Card<'_> {
        *self.0.card()
    }

    fn configure(&self, component: &Component) -> Result<Arc<dyn AnyGame>, ReadError> {
        read::no_params(component)?;
        Ok(erase(self.0))
    }

    fn small(&self) -> Vec<String> {
        let texts = [
            "1,1",
            "1,3",
            "1,5",
            "2,2",
            "2,3",
            "3,3",
            "4,2",
            r##"rows("xxx")"##,
            r##"rows("x.x")"##,
            r##"rows("x..","...","..x")"##,
            r##"rows("x.","..",".x",".x")"##,
            r##"rows("x.x","x..",".xx")"##,
        ];
        texts.iter().map(|text| format!("{}({text})", self.card().name)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::testing;
    use crate::outcome::{Outcome, Play};
    use crate::{Catalogue, Question};

    /// Three squares in line, by their coordinates alone.
    fn lined(board: Board) -> bool {
        let cross = |row: i32, column: i32| {
            let inside = |at: i32, end: u32| u32::try_from(at).is_ok_and(|at| at < end);
            inside(row, board.height())
                && inside(column, board.width())
                && !board.is_free(row as u32, column as u32)
        };
        let ways = [(0, 1), (1, 0), (1, 1), (1, -1)];
        (0..board.height() as i32).any(|row| {
            (0..board.width() as i32).any(|column| {
                ways.iter()
                    .any(|(down, right)| (0..3).all(|i| cross(row + i * down, column + i * right)))
            })
        })
    }

    #[test]
    fn lines_are_seen() {
        let mut rng = fastrand::Rng::with_seed(7);
        let mut seen = [0; 2];
        for _ in 0..4000 {
            // Boards of all shapes, among them single rows of up to 119 squares.
            let (height, width) = match rng.u32(..4) {
                0 => (rng.u32(1..3), rng.u32(1..60)),
                1 => (rng.u32(1..60), rng.u32(1..3)),
                2 => (1, 119),
                _ => (rng.u32(1..7), rng.u32(1..7)),
            };
            let full = Board::full(height, width).unwrap();
            let board = full.with_free(full.free() & (rng.u128(..) | rng.u128(..)));
            assert_eq!(has_line(board), lined(board), "{:?}", boards::rows_with(board, CROSS));
            seen[usize::from(has_line(board))] += 1;
        }
        assert!(seen[0] > 500 && seen[1] > 500, "{seen:?}");
    }

    #[test]
    fn theory_agrees_with_the_rules() {
        for family in [NOTAKTO, BOARD_TREBLECROSS] {
            let boards = [(1, 6), (2, 3), (3, 2)].map(|(r, c)| Board::full(r, c).unwrap());
            testing::check_theory(&family.0, boards, 2);
            testing::check_round_trip(&family);
        }
    }

    fn ask(text: &str, play: Play) -> crate::Answer {
        let position = Catalogue::default().read(text).unwrap();
        let question = Question { play, ..Question::default() };
        crate::answer(&position, &question, &Context::default()).unwrap()
    }

    #[test]
    fn notakto_is_that_of_the_literature() {
        // T. Plambeck and G. Whitehead 2013: one board is won by its middle, two are lost.
        let one = ask("notakto(3,3)", Play::Misere);
        assert_eq!(one.outcome, Outcome::N);
        let moves: Vec<_> = one.winning_moves.listed.iter().map(|to| &*to.text).collect();
        assert_eq!(moves, ["(2,2)"]);
        assert_eq!(ask("notakto(3,3) + notakto(3,3)", Play::Misere).outcome, Outcome::P);
    }

    #[test]
    fn one_row_of_squares_is_treblecross() {
        for n in 3..12 {
            let text = format!("board-treblecross(1,{n}) + treblecross({n})");
            assert_eq!(ask(&text, Play::Normal).outcome, Outcome::P, "{n}");
        }
    }
}
