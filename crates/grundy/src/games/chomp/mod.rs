//! chomp: choose a square, remove every square not below and not left of it.

mod board;
mod shape;
mod tables;
#[cfg(test)]
mod tests;

use crate::context::{Context, Stop};
use crate::game::{AnyGame, Card, Family, Found, Game, Known, Move, Offer, Placed, erase, join};
use crate::nat::{Nat, to_u64};
use crate::outcome::Outcome;
use crate::picture;
use crate::read;
use crate::ruleset::{Full, Options, Ruleset};
use crate::sketch::{self, Sketch};
use crate::syntax::{Args, Component, ReadError};
use crate::theory::young::Ranks;
use std::borrow::Cow;
use std::sync::Arc;

use board::{chosen, large_options, no_board, read_rows, small_options};
use shape::{Shape, hook, shape, two};
use tables::Tables;

pub use board::{Board, MAX_ROWS, Run};

/// Chomp with a poisoned square (1,1), which may not be chosen; a position is the board left.
///
/// A rectangle of more than one square is N by strategy stealing: if taking the last corner alone
/// does not win, some answer to it does, and that answer takes the corner too. Proved besides:
///
/// - a row and a column that share the poisoned square are two nim-heaps: with n squares in the
///   row and m in the column the Grundy value is (n-1) xor (m-1);
/// - two rows of a >= b squares are P iff a = b + 1: from there every move leaves two rows that
///   differ otherwise, or a row of a' > 1 squares, and from any other pair one move leads back
///   there; so are two columns.
///
/// For everything else the values of all boards within the board are found, in one table
/// ([`crate::theory::young::CutValues`]); it is kept for later questions. Where the limits do not
/// allow that, the outcomes alone are found, one bit for each board
/// (`theory/young/outcomes`), and with them the winning moves; past that a rectangle's outcome
/// is told without its moves. The winning first move of an m by
/// n board is unique for all m, n <= 14 but 6 by 13, 8 by 10, 9 by 10, 10 by 14 and 12 by 13, which
/// have two each.
///
/// # Complexity
/// O(number of different row lengths) for the theory. The table of m <= n rows or columns takes
/// O(m C(m+n,n)) time, C(m+n,n) bytes, and 8 C(m+n,n+1) bytes more while it is filled (300 MiB for
/// 14 by 14). The table of outcomes takes C(m+n,n) bits, twice as many while it is filled (150 MiB for 16
/// by 16).
///
/// # Literature
/// D. Gale, *A curious Nim-type game*, American Mathematical Monthly 81 (1974); F. Schuh 1952.
#[derive(Clone, Debug, Default)]
pub struct Chomp {
    tables: Arc<Tables>,
}

impl Chomp {
    /// The value of a board by a table, `None` where the limits allow none.
    fn tabled(&self, board: &Board, context: &Context<'_>) -> Result<Option<Nat>, Stop> {
        if self.tables.outcome_is_enough(board) {
            return Ok(None);
        }
        match self.tables.value(board, context) {
            Ok(value) => Ok(Some(value.into())),
            Err(Stop::Limit { .. } | Stop::Refused(_)) => Ok(None),
            Err(stop) => Err(stop),
        }
    }

    /// What is known of a board that no theorem decides: its value, or its outcome where the limits allow no
    /// table of values.
    fn searched(&self, board: &Board, context: &Context<'_>) -> Result<Option<Known>, Stop> {
        let stop = match self.tables.outcome_is_enough(board) {
            true => None,
            false => match self.tables.value(board, context) {
                Ok(value) => return Ok(Some(Known::Value(value.into()))),
                Err(Stop::Refused(_)) => return Ok(None),
                Err(stop @ Stop::Limit { .. }) => Some(stop),
                Err(stop) => return Err(stop),
            },
        };
        match (self.tables.lost(board, context), stop) {
            (Ok(true), _) => Ok(Some(Known::Value(Nat::ZERO))),
            (Ok(false), _) => Ok(Some(Known::Nonzero)),
            (Err(Stop::Cancelled), _) => Err(Stop::Cancelled),
            (Err(_), Some(stop)) | (Err(stop), None) => Err(stop),
        }
    }

    /// The moves to boards that are lost for whoever is to move there, where the limits allow a table of
    /// outcomes.
    fn lost_moves(
        &self,
        board: &Board,
        context: &Context<'_>,
    ) -> Result<Option<Vec<Move<Board>>>, Stop> {
        match self.tables.lost(board, context) {
            Ok(_) => {}
            Err(Stop::Limit { .. } | Stop::Refused(_)) => return Ok(None),
            Err(stop) => return Err(stop),
        }
        let mut options = Options::default();
        let _ = self.options(board, &mut options);
        let mut moves = Vec::new();
        for (step, option) in options.iter().enumerate() {
            context.tick("listing winning moves", step as u64)?;
            if option.sum.iter().any(|left| self.tables.known_lost(left) == Some(true)) {
                moves.push(option.into());
            }
        }
        Ok(Some(moves))
    }

    fn has_outcomes_only(&self, board: &Board) -> bool {
        self.tables.get(board).is_none() && self.tables.known_lost(board).is_some()
    }

    /// The moves to boards of value `target`, with the table of a board that has one.
    fn tabled_moves(
        &self,
        board: &Board,
        target: &Nat,
        context: &Context<'_>,
    ) -> Result<Vec<Move<Board>>, Stop> {
        let mut options = Options::default();
        let _ = self.options(board, &mut options);
        let mut moves = Vec::new();
        for (step, option) in options.iter().enumerate() {
            context.tick("listing winning moves", step as u64)?;
            if option
                .sum
                .iter()
                .any(|left| self.tables.get(left).is_some_and(|v| *target == Nat::from(v)))
            {
                moves.push(option.into());
            }
        }
        Ok(moves)
    }
}

impl Ruleset for Chomp {
    type Position = Board;

    fn options(&self, board: &Board, out: &mut Options<Board>) -> Result<(), Full> {
        match board {
            Board::Small(rows) => small_options(rows, out),
            Board::Large(runs) => large_options(runs, out),
        }
    }

    fn heap_bytes(&self, board: &Board) -> usize {
        match board {
            Board::Small(rows) => 2 * rows.len() + 16,
            Board::Large(runs) => {
                let long = |n: &Nat| n.as_words().len().saturating_sub(2) * 8;
                runs.iter().map(|(a, b)| size_of::<Run>() + long(a) + long(b)).sum()
            }
        }
    }
}

impl Game for Chomp {
    fn title(&self) -> String {
        "chomp".into()
    }

    fn read(self: Arc<Self>, args: &Args, _: &Context<'_>) -> Result<Placed<Self>, ReadError> {
        let runs = match read::one_group(args)? {
            [rows, length] => {
                vec![(read::number(length)?.clone(), read::number(rows)?.clone())]
            }
            [arg] => read_rows(arg)?,
            _ => return Err(no_board("a board is two numbers or a list of rows", args.span)),
        };
        let board = Board::from_runs(runs);
        if board.runs().is_empty() {
            return Err(no_board("the board has no square, not even the poisoned one", args.span));
        }
        Ok(Placed::new(self, vec![board]))
    }

    fn picture(&self, board: &Board) -> Vec<String> {
        let Board::Small(rows) = board else { return Vec::new() };
        let rows: Vec<u64> = rows.iter().map(|&length| length.into()).collect();
        picture::board(&rows, |i, j| if i == 0 && j == 0 { '☠' } else { '■' })
    }

    fn sketch(&self, board: &Board, moves: &[Offer<'_, Board>]) -> Option<Sketch> {
        let Board::Small(rows) = board else { return None };
        let rows: Vec<u64> = rows.iter().map(|&length| length.into()).collect();
        let runs = board.runs();
        let square = |offer: &Offer<'_, Board>| {
            let [left] = &*offer.to.sum else { return None };
            let (row, column) = chosen(&runs, &left.runs());
            Some((to_u64(&(row - 1u8))?, to_u64(&(column - 1u8))?))
        };
        sketch::board::chocolate(&rows, &moves.iter().map(square).collect::<Vec<_>>())
    }

    fn print(&self, board: &Board) -> String {
        let runs = board.runs();
        if let [(length, rows)] = &*runs {
            return format!("{rows},{length}");
        }
        match board {
            Board::Small(rows) => {
                format!("rows({})", join(rows.iter().map(u16::to_string), ","))
            }
            Board::Large(_) => format!(
                "rows({}; {})",
                join(runs.iter().map(|(length, _)| length.to_string()), ","),
                join(runs.iter().map(|(_, count)| count.to_string()), ",")
            ),
        }
    }

    fn print_move(&self, from: &Board, to: &Move<Board>) -> String {
        let [left] = &*to.sum else { return String::new() };
        let (row, column) = chosen(&from.runs(), &left.runs());
        format!("choose square ({row},{column}), leaving ({})", self.print(left))
    }

    fn heaps(&self, _: &Board) -> Vec<Nat> {
        Vec::new()
    }

    fn move_names(&self, from: &Board, to: &Move<Board>) -> Vec<String> {
        let [left] = &*to.sum else { return Vec::new() };
        let (row, column) = chosen(&from.runs(), &left.runs());
        vec![
            format!("({row},{column})"),
            format!("row {row} column {column}"),
            format!("column {column} row {row}"),
        ]
    }

    fn known(&self, board: &Board, context: &Context<'_>) -> Result<Option<Known>, Stop> {
        Ok(match shape(board) {
            Shape::Hook { right, up } => Some(Known::Value(right ^ up)),
            Shape::Two { ref long, ref short, .. } if *long == short + 1u8 => {
                Some(Known::Value(Nat::ZERO))
            }
            Shape::Two { .. } | Shape::Rectangle { .. } => {
                Some(self.tabled(board, context)?.map_or(Known::Nonzero, Known::Value))
            }
            Shape::Other => self.searched(board, context)?,
        })
    }

    fn outcome(&self, board: &Board, _: &Context<'_>) -> Result<Option<Outcome>, Stop> {
        Ok(match shape(board) {
            Shape::Hook { right, up } => Some(Outcome::of(right != up)),
            Shape::Two { long, short, .. } => Some(Outcome::of(long != short + 1u8)),
            Shape::Rectangle { .. } => Some(Outcome::N),
            Shape::Other => None,
        })
    }

    fn moves_to(
        &self,
        board: &Board,
        target: &Nat,
        max: usize,
        context: &Context<'_>,
    ) -> Result<Option<Found<Board>>, Stop> {
        let single = |board: Board| Move { sum: vec![board], tag: 0 };
        let mut winning = Vec::new();
        match shape(board) {
            Shape::Hook { right, up } => {
                let (shorter, lower) = (target ^ &up, target ^ &right);
                if shorter < right {
                    winning.push(single(hook(&shorter, &up)));
                }
                if lower < up {
                    winning.push(single(hook(&right, &lower)));
                }
                return Ok(Some(Found::all(winning, max)));
            }
            Shape::Two { long, short, columns } if target.is_zero() => {
                if long == short {
                    winning.push(single(two(&long, &(&long - 1u8), columns)));
                } else if long > &short + 1u8 {
                    winning.push(single(two(&(&short + 1u8), &short, columns)));
                }
                return Ok(Some(Found::all(winning, max)));
            }
            Shape::Rectangle { rows, length } if target.is_zero() && rows == length => {
                // Two equal arms: nim-heaps that cancel.
                winning.push(single(hook(&(&length - 1u8), &(rows - 1u8))));
            }
            _ => {}
        }
        if self.tabled(board, context)?.is_some() {
            return Ok(Some(Found::all(self.tabled_moves(board, target, context)?, max)));
        }
        if target.is_zero()
            && let Some(moves) = self.lost_moves(board, context)?
        {
            return Ok(Some(Found::all(moves, max)));
        }
        // A search would meet as many boards as the table has.
        winning.truncate(max);
        Ok(Some(Found { count: None, listed: winning }))
    }

    fn method(&self, board: &Board) -> Cow<'static, str> {
        match shape(board) {
            Shape::Hook { .. } => "two nim-heaps".into(),
            Shape::Two { .. } if self.by_options(board) => {
                "two-rowed chomp; value by a table of all smaller boards".into()
            }
            Shape::Two { .. } => "two-rowed chomp".into(),
            Shape::Rectangle { .. } if self.by_options(board) => {
                "strategy stealing; value by a table of all smaller boards".into()
            }
            Shape::Rectangle { .. } if self.has_outcomes_only(board) => {
                "strategy stealing; moves by a table of who wins on all smaller boards".into()
            }
            Shape::Rectangle { .. } => "strategy stealing".into(),
            Shape::Other if self.has_outcomes_only(board) => {
                "table of who wins on all smaller boards".into()
            }
            Shape::Other => "table of all smaller boards".into(),
        }
    }

    fn by_options(&self, board: &Board) -> bool {
        let theory = match shape(board) {
            Shape::Hook { .. } => true,
            Shape::Two { long, short, .. } => long == short + 1u8,
            _ => false,
        };
        !theory && self.tables.get(board).is_some()
    }

    fn why(&self, board: &Board) -> Vec<String> {
        let squares = |count: &Nat| if count.is_one() { "square" } else { "squares" };
        match shape(board) {
            Shape::Hook { right, up } if right.is_zero() && up.is_zero() => {
                vec!["only the poisoned square is left, which no move chooses".into()]
            }
            Shape::Hook { right, up } if right.is_zero() || up.is_zero() => vec![format!(
                "besides the poisoned square there is one line of {0} {1}: a nim-heap of {0}",
                &right + &up,
                squares(&(&right + &up))
            )],
            Shape::Hook { right, up } => vec![format!(
                "besides the poisoned square there are {right} in its row and {up} in its column, which never meet: two nim-heaps, of value {right} xor {up} = {}",
                &right ^ &up
            )],
            Shape::Two { long, short, columns } => {
                let lines = if columns { "columns" } else { "rows" };
                let verdict = if long == &short + 1u8 { "P" } else { "N" };
                vec![format!(
                    "two {lines} are P just when one is one square longer than the other; here they have {long} and {short} {}: {verdict}",
                    squares(&short)
                )]
            }
            Shape::Rectangle { rows, length } => {
                let mut why = vec![format!(
                    "a rectangle of {rows} rows of {length} squares is N: if taking the far corner alone does not win, some reply to it does; that reply removes the far corner too, so it could have been the first move and wins (strategy stealing; it does not tell which move)"
                )];
                if rows == length {
                    why.push(
                        "the board is a square, so choosing (2,2) wins: it leaves two equal arms, and every move in one is copied in the other (the mirror strategy)"
                            .into(),
                    );
                }
                why
            }
            Shape::Other => Vec::new(),
        }
    }

    /// The number of boards within the board, exactly for small ones, else a lower bound.
    fn reachable(&self, board: &Board) -> Option<Nat> {
        match board {
            Board::Small(rows) if rows.len() * usize::from(rows[0]) <= 10_000 => {
                Some(Nat::from(Ranks::count_within(rows)) - 1u8)
            }
            _ => {
                let mut rows = Nat::ZERO;
                let mut best = Nat::ONE;
                for (length, count) in board.runs() {
                    rows += count;
                    best = best.max(boards_within_rectangle(&rows, &length) - 1u8);
                }
                Some(best)
            }
        }
    }
}

/// C(m+n, n), or a lower bound of at least 2^64.
fn boards_within_rectangle(m: &Nat, n: &Nat) -> Nat {
    let all = m + n;
    let smaller = to_u64(m.min(n)).unwrap_or(u64::MAX);
    let mut binomial = Nat::ONE;
    for j in 0..smaller {
        // Up to the middle the binomials C(m+n, j) increase.
        if binomial > Nat::from(u64::MAX) {
            break;
        }
        binomial = binomial * (&all - j) / (j + 1);
    }
    binomial
}

/// The registry's row.
pub struct ChompFamily;

static CARD: Card<'static> = Card {
    name: "chomp",
    params: "",
    position: "(m,n) for m rows of n squares, or (rows(r1,…,rk)), or (rows(r1,…,rk; c1,…,ck)) with ci rows of ri",
    rules: "Choose a remaining square and remove every square not below and not left of it. The square (1,1) is poisoned and may not be chosen. A square is named (row,column), as m rows by n columns; row 1 is the lowest.",
    theorem: "Rectangles of more than one square are N (strategy stealing; no move is named). Two rows a >= b are P iff a = b+1. A row and a column sharing (1,1): value (n-1) xor (m-1). The rest by a table of the values, or of the outcomes alone, of all smaller boards.",
    source: "D. Gale 1974, F. Schuh 1952",
    cost: "theory O(different rows); a table of C(m+n,n) boards for an m by n rectangle: 14 by 14 in seconds, 0.4 GB; outcomes and winning moves of 16 by 16 in 0.2 GB",
    examples: &["chomp(4,5)", "chomp(rows(5,3,3,1))"],
};

impl Family for ChompFamily {
    fn card(&self) -> Card<'_> {
        CARD
    }

    fn configure(&self, component: &Component) -> Result<Arc<dyn AnyGame>, ReadError> {
        read::no_params(component)?;
        Ok(erase(Chomp::default()))
    }

    fn small(&self) -> Vec<String> {
        let sides = (1..5).flat_map(|m| (1..5).map(move |n| format!("chomp({m},{n})")));
        let mut all: Vec<_> = sides.collect();
        for a in 1..5 {
            for b in 0..=a {
                for c in 0..=b {
                    all.push(format!("chomp(rows({a},{b},{c}))"));
                }
            }
        }
        all.extend(
            ["rows(5,1,1,1)", "rows(2,2,2,1)", "rows(3; 2)", "rows(4,2; 1,2)", "1,9"]
                .map(|board| format!("chomp({board})")),
        );
        all
    }
}
