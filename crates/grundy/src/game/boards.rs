//! What games on boards of squares have in common: a position is a set of free squares, a move takes
//! some of them.

use super::apart::Apart;
use super::divided::{Divided, Ground, MAX_UNCLAIMED_CELLS, Part, Proof, Wanted};
use super::{Game, Move, Offer, Placed};
use crate::context::{Context, Stop};
use crate::nat::{Nat, to_u64};
use crate::ruleset::{Full, Options, Ruleset};
use crate::sketch::{Sketch, board};
use crate::solve::search::Searched;
use crate::source::quoted;
use crate::syntax::{Arg, ArgKind, Args, ReadError, Span, join};
use grundy_search::Keyed;
use grundy_search::board::{Area, Board, Moves, OnBoards, all_parts, parts};
use std::sync::Arc;

/// A game of this kind, with what was found out by search.
#[derive(Debug)]
pub struct Boards<M> {
    /// Name and parameters.
    title: String,
    rules: OnBoards<M>,
    searched: Searched,
}

/// A free square in texts, and one that is not free.
const FREE: char = '.';
const TAKEN: char = '#';

/// How boards are typed.
const FORM: &str =
    "expected (rows, columns), or rows(\"..#.\", \"....\") with '.' for each free square";

impl<M: Moves> Boards<M> {
    /// The game of this name with these moves.
    pub fn new(title: impl Into<String>, moves: M) -> Self {
        let (rules, searched) = (OnBoards(moves), Searched::default());
        Self { title: title.into(), rules, searched }
    }

    /// Every move: the squares chosen and the squares taken.
    fn each(&self, board: Board, mut take: impl FnMut(u128, u128)) {
        self.rules.0.each(board.grid(), |cells| take(cells.chosen.bits, cells.taken.bits));
    }

    /// Pushes every move.
    pub(crate) fn push_options<P>(
        &self,
        board: Board,
        out: &mut Options<P>,
        position: impl Fn(Board) -> P,
    ) -> Result<(), Full> {
        let mut full = Ok(());
        self.each(board, |chosen, taken| {
            if full.is_ok() {
                let left = board.with_free(board.free() & !taken);
                full = out.push_tagged(tag(chosen), [position(left)]);
            }
        });
        full
    }

    fn ground_of(&self, board: Board) -> Ground {
        Ground::Board { game: self.title.clone(), rows: rows(board) }
    }

    /// Whether the board has no parts: no move, or the second player wins by turning and pairing.
    pub fn is_answered(&self, board: Board) -> bool {
        let mut parts = parts(&self.rules.0, board);
        parts.sort_unstable();
        parts.chunk_by(|a, b| a == b).all(|equal| equal.len() % 2 == 0)
    }

    /// The first move that leaves a board without parts, by the squares that name it: the first player makes it and
    /// then plays second. O(moves) boards taken apart.
    fn opening(&self, board: Board) -> Option<Vec<(u32, u32)>> {
        let mut found = None;
        self.each(board, |chosen, taken| {
            if found.is_none() && self.is_answered(board.with_free(board.free() & !taken)) {
                let first = 1u128.checked_shl(chosen.trailing_zeros()).unwrap_or(0);
                found = Some(squares(board, if M::TAKES_CHOSEN { taken } else { first }));
            }
        });
        found
    }
}

impl<M: Moves> Divided<Board> for Boards<M> {
    fn value(&self, board: &Board, context: &Context<'_>) -> Result<u64, Stop> {
        self.searched.value(&self.rules, &parts(&self.rules.0, *board), context)
    }

    fn is(&self, board: &Board, value: &Nat, context: &Context<'_>) -> Result<bool, Stop> {
        self.searched.is(&self.rules, &parts(&self.rules.0, *board), value, context)
    }

    fn prove(
        &self,
        board: &Board,
        wanted: Wanted,
        context: &Context<'_>,
    ) -> Result<Option<Proof>, Stop> {
        let small = |area: &Area| area.count() <= MAX_UNCLAIMED_CELLS;
        let parts = parts(&self.rules.0, *board);
        let (value, claims) =
            self.searched.prove(&self.rules, &parts, wanted.other(), &small, context)?;
        let numbered = |(area, claim)| (Part::Number(number(area)), claim);
        let claims = claims.into_iter().map(numbered).collect();
        let ground = self.ground_of(*board);
        Ok(Some(Proof { ground, value, claims }))
    }

    fn proves(&self) -> bool {
        true
    }

    fn kept(&self, _: &Board) -> Option<(String, &Searched)> {
        Some((self.title.clone(), &self.searched))
    }
}

/// The number of a part as [`Ground::Board`] says.
fn number(area: Area) -> u128 {
    let squares = area.squares();
    let width = squares.iter().map(|square| square.1 + 1).max().unwrap_or(1);
    let place = |&(row, column): &(u32, u32)| 1u128 << (row * width + column);
    squares.iter().map(place).fold(u128::from(width) << 120, |number, bit| number | bit)
}

impl<M: Moves> Apart<Board> for Boards<M> {
    fn parts(&self, board: &Board) -> Vec<u128> {
        all_parts(&self.rules.0, *board)
    }

    fn rules(&self) -> &dyn Keyed {
        &self.rules
    }

    fn ground(&self, board: &Board) -> Option<Ground> {
        Some(self.ground_of(*board))
    }

    fn told(&self, part: u128) -> Part {
        Part::Number(number(Area::keyed(part)))
    }
}

impl<M: Moves + 'static> Ruleset for Boards<M> {
    type Position = Board;

    fn options(&self, board: &Board, out: &mut Options<Board>) -> Result<(), Full> {
        self.push_options(*board, out, |left| left)
    }
}

/// Which square is chosen, as a tag: the number of the first, from 1.
fn tag(chosen: u128) -> u64 {
    u64::from(chosen.trailing_zeros()) + 1
}

/// The squares of a set as rows and columns, from 0.
pub(crate) fn squares(board: Board, set: u128) -> Vec<(u32, u32)> {
    let width = board.width();
    (0..board.height() * width)
        .filter(|square| set >> square & 1 == 1)
        .map(|square| (square / width, square % width))
        .collect()
}

/// The rows as they are typed.
pub(crate) fn rows(board: Board) -> Vec<String> {
    rows_with(board, TAKEN)
}

/// The rows as they are typed where this is the sign of squares that are not free.
pub(crate) fn rows_with(board: Board, taken: char) -> Vec<String> {
    let sign = |row: u32, column: u32| if board.is_free(row, column) { FREE } else { taken };
    (0..board.height())
        .map(|row| (0..board.width()).map(|column| sign(row, column)).collect())
        .collect()
}

/// A position as it stands in parentheses.
pub(crate) fn print(board: Board) -> String {
    print_with(board, TAKEN)
}

/// The same where this is the sign of squares that are not free.
pub(crate) fn print_with(board: Board, taken: char) -> String {
    let (height, width) = (board.height(), board.width());
    if Board::full(height, width) == Some(board) {
        return format!("{height},{width}");
    }
    format!("rows({})", join(rows_with(board, taken).iter().map(|row| quoted(row)), ","))
}

/// Reads a board: `(rows, columns)` or `(rows("..#.", "...."))`.
pub(crate) fn read(args: &Args) -> Result<Board, ReadError> {
    read_with(args, TAKEN)
}

/// The same where this is the sign of squares that are not free.
pub(crate) fn read_with(args: &Args, taken: char) -> Result<Board, ReadError> {
    let group = args.single().unwrap_or_default();
    if let [Arg { kind: ArgKind::Number(rows), .. }, Arg { kind: ArgKind::Number(columns), .. }] =
        group
    {
        let side = |n: &Nat| to_u64(n).and_then(|n| u32::try_from(n).ok());
        let board =
            side(rows).zip(side(columns)).and_then(|(rows, columns)| Board::full(rows, columns));
        return board.ok_or_else(|| {
            ReadError::domain(
                format!("a board of {rows} by {columns} squares is not searched"),
                args.span,
            )
            .help(format!("expected from 1 to {} squares", Board::SQUARES))
        });
    }
    let item = match group {
        [only] => only.item().filter(|item| item.name() == Some("rows") && item.params.is_none()),
        _ => None,
    };
    let Some(texts) = item.and_then(|item| item.args.as_ref()) else {
        return Err(ReadError::domain("this is not a board", args.span).help(FORM));
    };
    read_rows(texts.single().unwrap_or_default(), texts.span, taken)
}

/// Reads the rows of a board.
fn read_rows(texts: &[Arg], whole: Span, taken: char) -> Result<Board, ReadError> {
    let mut lines: Vec<Vec<char>> = Vec::new();
    for text in texts {
        let ArgKind::Text(line) = &text.kind else {
            return Err(ReadError::domain("this is not a row", text.span).help(FORM));
        };
        if let Some(sign) = line.chars().find(|&sign| sign != FREE && sign != taken) {
            return Err(ReadError::domain(format!("{sign:?} is not a square"), text.span)
                .help(format!("expected '.' for each free square and {taken:?} for each other")));
        }
        let line: Vec<char> = line.chars().collect();
        if lines.first().is_some_and(|first| first.len() != line.len()) {
            return Err(ReadError::domain("the rows are not equally long", text.span)
                .help(format!("expected {} squares, as in the first row", lines[0].len())));
        }
        lines.push(line);
    }
    let width = lines.first().map_or(0, Vec::len);
    let board = u32::try_from(lines.len()).ok().zip(u32::try_from(width).ok());
    let Some(board) = board.and_then(|(height, width)| Board::empty(height, width)) else {
        let what = format!("a board of {} by {width} squares is not searched", lines.len());
        return Err(ReadError::domain(what, whole)
            .help(format!("expected from 1 to {} squares", Board::SQUARES)));
    };
    let signs = lines.iter().flatten().enumerate();
    let free = signs.filter(|&(_, &sign)| sign == FREE).fold(0u128, |set, (i, _)| set | 1 << i);
    Ok(board.with_free(free))
}

/// Why a position with moves and without parts is P.
const ANSWERED: &str = "the second player answers every move with the same move turned by half a turn about the centre of its part, or made in the equal part: the value is 0";

/// Why a position without moves is P.
const NO_MOVE: &str = "no move is left: the value is 0";

/// The squares that a move chooses.
pub(crate) fn chosen<M: Moves>(from: Board, to: &Move<Board>) -> Vec<(u32, u32)> {
    match to.sum.first() {
        Some(left) if M::TAKES_CHOSEN => squares(from, from.free() & !left.free()),
        _ => squares(from, 1u128.checked_shl((to.tag as u32).wrapping_sub(1)).unwrap_or(0)),
    }
}

/// How people name the squares of a move: `(1,2)-(1,3)`, rows and columns from 1, the first row above.
fn named(squares: &[(u32, u32)]) -> String {
    join(squares.iter().map(|(row, column)| format!("({},{})", row + 1, column + 1)), "-")
}

/// A board with the squares to click for each move.
pub(crate) fn sketch(
    board: Board,
    clicks: impl Iterator<Item = Vec<(u32, u32)>>,
) -> Option<Sketch> {
    let rows: Vec<Vec<char>> = rows(board).iter().map(|row| row.chars().collect()).collect();
    let place = |(row, column): (u32, u32)| (row as usize, column as usize);
    let clicks = clicks.map(|squares| squares.into_iter().map(place).collect::<Vec<_>>());
    board::squares(&rows, &clicks.collect::<Vec<_>>())
}

impl<M: Moves + Send + 'static> Game for Boards<M> {
    fn title(&self) -> String {
        self.title.clone()
    }

    fn read(self: Arc<Self>, args: &Args, _: &Context<'_>) -> Result<Placed<Self>, ReadError> {
        Ok(Placed::new(self, vec![read(args)?]))
    }

    fn print(&self, board: &Board) -> String {
        print(*board)
    }

    fn print_move(&self, from: &Board, to: &Move<Board>) -> String {
        named(&chosen::<M>(*from, to))
    }

    fn move_names(&self, from: &Board, to: &Move<Board>) -> Vec<String> {
        let squares = chosen::<M>(*from, to);
        let plain = squares.iter().map(|(row, column)| format!("{},{}", row + 1, column + 1));
        let spaced = squares.iter().map(|(row, column)| format!("{} {}", row + 1, column + 1));
        vec![named(&squares), join(plain, "-"), join(spaced, " ")]
    }

    fn heaps(&self, _: &Board) -> Vec<Nat> {
        Vec::new()
    }

    fn picture(&self, board: &Board) -> Vec<String> {
        rows(*board).iter().map(|row| join(row.chars().map(String::from), " ")).collect()
    }

    fn sketch(&self, board: &Board, moves: &[Offer<'_, Board>]) -> Option<Sketch> {
        sketch(*board, moves.iter().map(|offer| chosen::<M>(*board, offer.to)))
    }

    fn known(&self, board: &Board, _: &Context<'_>) -> Result<Option<super::Known>, Stop> {
        Ok(self.is_answered(*board).then_some(super::Known::Value(Nat::ZERO)))
    }

    fn outcome(
        &self,
        board: &Board,
        context: &Context<'_>,
    ) -> Result<Option<crate::outcome::Outcome>, Stop> {
        Ok(Some(crate::outcome::Outcome::of(!self.is(board, &Nat::ZERO, context)?)))
    }

    fn method(&self, board: &Board) -> std::borrow::Cow<'static, str> {
        match self.is_answered(*board) {
            true => "each move answered by half a turn".into(),
            false => "proof-number search over parts and nimbers".into(),
        }
    }

    fn why(&self, board: &Board) -> Vec<String> {
        match self.rules.0.count(board.grid()) {
            0 => vec![NO_MOVE.to_owned()],
            _ if self.is_answered(*board) => vec![ANSWERED.to_owned()],
            _ => match self.opening(*board) {
                Some(squares) => vec![format!(
                    "the first player moves {}, and then answers every move with the same move turned by half a turn about the centre of its part, or made in the equal part: N",
                    named(&squares)
                )],
                None => Vec::new(),
            },
        }
    }

    fn move_count(&self, board: &Board) -> Option<usize> {
        Some(self.rules.0.count(board.grid()) as usize)
    }

    fn divided(&self) -> Option<&dyn Divided<Board>> {
        Some(self)
    }

    fn apart(&self) -> Option<&dyn Apart<Board>> {
        Some(self)
    }
}
