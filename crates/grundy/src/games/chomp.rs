//! chomp: choose a square, remove every square not below and not left of it.

use crate::context::{Context, Stop};
use crate::game::{AnyGame, Card, Family, Found, Game, Known, Move, Placed, erase, join};
use crate::nat::{self, Nat, to_u64, to_usize};
use crate::picture;
use crate::read;
use crate::ruleset::{Full, Options, Ruleset};
use crate::syntax::{Arg, Args, Component, ReadError, Span};
use std::borrow::Cow;
use std::sync::Arc;

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
/// Everything else is searched for.
///
/// # Complexity
/// O(number of different row lengths) for the theory; the search meets every board within the
/// board, C(m+n,n) - 1 of them for m rows of n.
///
/// # Literature
/// D. Gale, *A curious Nim-type game*, American Mathematical Monthly 81 (1974); F. Schuh 1952.
#[derive(Clone, Copy, Debug, Default)]
pub struct Chomp;

/// A board that still has its square (1,1), in one form only.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Board {
    /// Up to [`MAX_ROWS`] rows below 2^16: their lengths, lowest first, never increasing.
    Small(Box<[u16]>),
    /// Any other board: lengths, strictly decreasing, and how many rows have each.
    Large(Box<[Run]>),
}

/// A length and a number of rows.
type Run = (Nat, Nat);

/// The greatest number of rows held one by one.
pub const MAX_ROWS: usize = 1000;

impl Board {
    /// The board with so many rows of each length; empty rows may be among them.
    fn from_runs(mut runs: Vec<Run>) -> Self {
        runs.retain(|(length, count)| !length.is_zero() && !count.is_zero());
        runs.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            if same {
                kept.1 += &next.1;
            }
            same
        });
        let rows: Nat = runs.iter().map(|(_, count)| count).sum();
        let longest = runs.first().map_or(Nat::ZERO, |(length, _)| length.clone());
        if rows > Nat::from(MAX_ROWS) || longest > Nat::from(u16::MAX) {
            return Self::Large(runs.into());
        }
        let row = |(length, count): &Run| {
            let length = u16::try_from(length).expect("compared with the bound above");
            std::iter::repeat_n(length, to_usize(count).expect("compared with the bound above"))
        };
        Self::Small(runs.iter().flat_map(row).collect())
    }

    /// Lengths, strictly decreasing, and how many rows have each.
    fn runs(&self) -> Vec<Run> {
        match self {
            Self::Large(runs) => runs.to_vec(),
            Self::Small(rows) => rows
                .chunk_by(|a, b| a == b)
                .map(|run| (Nat::from(run[0]), Nat::from(run.len())))
                .collect(),
        }
    }

    /// The board with rows and columns exchanged.
    fn transposed(&self) -> Self {
        let mut runs = Vec::new();
        let mut rows = Nat::ZERO;
        let all = self.runs();
        for (i, (length, count)) in all.iter().enumerate() {
            rows += count;
            let next = all.get(i + 1).map_or(Nat::ZERO, |(next, _)| next.clone());
            // That many columns reach up to just this row.
            runs.push((rows.clone(), length - next));
        }
        runs.reverse();
        Self::from_runs(runs)
    }
}

/// What theory sees in a board.
enum Shape {
    /// Row and column with so many squares besides the poisoned one.
    Hook {
        right: Nat,
        up: Nat,
    },
    /// Two rows of these lengths, or two columns if `columns`.
    Two {
        long: Nat,
        short: Nat,
        columns: bool,
    },
    /// Sides of at least 3 squares.
    Rectangle {
        rows: Nat,
        length: Nat,
    },
    Other,
}

fn shape(board: &Board) -> Shape {
    let runs = board.runs();
    let two = Nat::from(2u8);
    match &*runs {
        [(length, rows)] if rows.is_one() => Shape::Hook { right: length - 1u8, up: Nat::ZERO },
        [(length, rows)] if length.is_one() => Shape::Hook { right: Nat::ZERO, up: rows - 1u8 },
        [(n, one), (short, rows)] if one.is_one() && short.is_one() => {
            Shape::Hook { right: n - 1u8, up: rows.clone() }
        }
        [(length, rows)] if *rows == two => {
            Shape::Two { long: length.clone(), short: length.clone(), columns: false }
        }
        [(length, rows)] if *length == two => {
            Shape::Two { long: rows.clone(), short: rows.clone(), columns: true }
        }
        [(long, a), (short, b)] if a.is_one() && b.is_one() => {
            Shape::Two { long: long.clone(), short: short.clone(), columns: false }
        }
        [(wide, both), (narrow, single)] if *wide == two && narrow.is_one() => {
            Shape::Two { long: both + single, short: both.clone(), columns: true }
        }
        [(length, rows)] => Shape::Rectangle { rows: rows.clone(), length: length.clone() },
        _ => Shape::Other,
    }
}

/// The board of a row and a column with so many squares besides the poisoned one.
fn hook(right: &Nat, up: &Nat) -> Board {
    Board::from_runs(vec![(right + 1u8, Nat::ONE), (Nat::ONE, up.clone())])
}

fn two(long: &Nat, short: &Nat, columns: bool) -> Board {
    let rows = Board::from_runs(vec![(long.clone(), Nat::ONE), (short.clone(), Nat::ONE)]);
    if columns { rows.transposed() } else { rows }
}

fn small_options(rows: &[u16], out: &mut Options<Board>) -> Result<(), Full> {
    for (y, &row) in rows.iter().enumerate() {
        // The poisoned square, in the lowest row, stays.
        for x in u16::from(y == 0)..row {
            let end = if x == 0 { y } else { rows.len() };
            let left = rows[..y].iter().copied().chain(rows[y..end].iter().map(|&r| r.min(x)));
            out.push([Board::Small(left.collect())])?;
        }
    }
    Ok(())
}

fn large_options(runs: &[Run], out: &mut Options<Board>) -> Result<(), Full> {
    for (i, (length, count)) in runs.iter().enumerate() {
        for below in nat::range(Nat::ZERO, count.clone()) {
            let first = u8::from(i == 0 && below.is_zero());
            for x in nat::range(first.into(), length.clone()) {
                let mut left = runs[..i].to_vec();
                left.push((length.clone(), below.clone()));
                left.push((x.clone(), count - &below));
                let cut = |(r, rows): &Run| (r.min(&x).clone(), rows.clone());
                left.extend(runs[i + 1..].iter().map(cut));
                out.push([Board::from_runs(left)])?;
            }
        }
    }
    Ok(())
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
        picture::grid(&rows, |i, j| if i == 0 && j == 0 { '☠' } else { '■' })
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
        let (x, y) = chosen(&from.runs(), &left.runs());
        format!("choose square ({x},{y}), leaving ({})", self.print(left))
    }

    fn known(&self, board: &Board, _: &Context<'_>) -> Result<Option<Known>, Stop> {
        Ok(match shape(board) {
            Shape::Hook { right, up } => Some(Known::Value(right ^ up)),
            Shape::Two { ref long, ref short, .. } if *long == short + 1u8 => {
                Some(Known::Value(Nat::ZERO))
            }
            Shape::Two { .. } | Shape::Rectangle { .. } => Some(Known::Nonzero),
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
        if self.reachable(board).is_some_and(|bound| bound > Nat::from(context.limits.positions)) {
            winning.truncate(max);
            return Ok(Some(Found { count: None, listed: winning }));
        }
        Ok(None)
    }

    fn method(&self, board: &Board) -> Cow<'static, str> {
        match shape(board) {
            Shape::Hook { .. } => "two nim-heaps".into(),
            Shape::Two { .. } => "two-rowed chomp".into(),
            Shape::Rectangle { .. } => "strategy stealing".into(),
            Shape::Other => "search".into(),
        }
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
                Some(Nat::from(boards_within(rows)) - 1u8)
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

fn no_board(what: &str, span: Span) -> ReadError {
    ReadError::domain(what, span)
        .help("expected (m,n) with m, n >= 1, or (rows(r1,r2,…)) with the lowest row first")
}

/// `rows(r1,…,rk)`, or `rows(r1,…,rk; c1,…,ck)` for c1 rows of r1 squares, c2 rows of r2, ….
fn read_rows(arg: &Arg) -> Result<Vec<Run>, ReadError> {
    let rows = arg.item().filter(|item| item.name() == Some("rows") && item.params.is_none());
    let Some(args) = rows.and_then(|rows| rows.args.as_ref()) else {
        return Err(no_board("this is no board", arg.span));
    };
    let (lengths, counts) = match &*args.groups {
        [lengths] => {
            let lengths = read::number_list(lengths)?;
            let counts = vec![Nat::ONE; lengths.len()];
            (lengths, counts)
        }
        [lengths, counts] => (read::number_list(lengths)?, read::number_list(counts)?),
        _ => return Err(no_board("there is no third list here", args.span)),
    };
    if lengths.len() != counts.len() {
        return Err(no_board("there must be as many counts as lengths", args.span));
    }
    if let Some(rise) = lengths.windows(2).find(|pair| pair[0] < pair[1]) {
        return Err(ReadError::domain(
            format!("a row of {} squares cannot lie on a row of {}", rise[1], rise[0]),
            args.span,
        )
        .help("expected the lengths in non-increasing order, the lowest row first"));
    }
    Ok(lengths.into_iter().zip(counts).collect())
}

/// The square (column, row), from 1, whose choice leads from one board to the other.
fn chosen(from: &[Run], left: &[Run]) -> (Nat, Nat) {
    // The first row that became shorter: it keeps the columns before the chosen one.
    let mut row = Nat::ONE;
    let mut left = left.iter();
    for (length, count) in from {
        match left.next() {
            Some((same, rows)) if same == length && rows == count => row += count,
            Some((same, rows)) if same == length => {
                let kept = left.next().map_or(Nat::ZERO, |(length, _)| length.clone());
                return (kept + 1u8, row + rows);
            }
            Some((kept, _)) => return (kept + 1u8, row),
            None => return (Nat::ONE, row),
        }
    }
    (Nat::ONE, row)
}

/// How many boards, the empty one included, lie within these rows; exact below 2^128.
fn boards_within(rows: &[u16]) -> u128 {
    let longest = usize::from(rows[0]);
    // ways[v]: choices of the rows so far of which the last has v squares.
    let mut ways = vec![0u128; longest + 1];
    ways[longest] = 1;
    for &row in rows {
        let mut sum = 0u128;
        for (v, ways) in ways.iter_mut().enumerate().rev() {
            sum = sum.saturating_add(*ways);
            *ways = if v <= usize::from(row) { sum } else { 0 };
        }
    }
    ways.iter().fold(0, |sum, ways| sum.saturating_add(*ways))
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
    rules: "Choose a remaining square and remove every square not below and not left of it. The square (1,1) is poisoned and may not be chosen.",
    theorem: "Rectangles of more than one square are N (strategy stealing; no move is named). Two rows a >= b are P iff a = b+1. A row and a column sharing (1,1): value (n-1) xor (m-1). The rest by search.",
    source: "D. Gale 1974, F. Schuh 1952",
    cost: "theory O(different rows); search C(m+n,n) - 1 boards of an m by n rectangle",
    examples: &["chomp(4,5)", "chomp(rows(5,3,3,1))"],
};

impl Family for ChompFamily {
    fn card(&self) -> Card<'_> {
        CARD
    }

    fn configure(&self, component: &Component) -> Result<Arc<dyn AnyGame>, ReadError> {
        read::no_params(component)?;
        Ok(erase(Chomp))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::testing::{
        check_round_trip_where, check_theory_where, place, reachable, read_error,
    };

    /// All boards with at most so many rows of at most so many squares.
    fn boards(rows: usize, length: u16) -> Vec<Vec<u16>> {
        let mut all: Vec<Vec<u16>> = (1..=length).map(|r| vec![r]).collect();
        let mut from = 0;
        for _ in 1..rows {
            let end = all.len();
            for i in from..end {
                for r in 1..=*all[i].last().unwrap() {
                    let mut higher = all[i].clone();
                    higher.push(r);
                    all.push(higher);
                }
            }
            from = end;
        }
        all
    }

    fn small(rows: &[u16]) -> Board {
        Board::Small(rows.into())
    }

    #[test]
    fn theory_is_that_of_the_rules() {
        let must = |board: &Board, target: u64| match shape(board) {
            Shape::Hook { .. } => true,
            Shape::Two { .. } => target == 0,
            _ => false,
        };
        check_theory_where(&Chomp, boards(4, 4).iter().map(|rows| small(rows)), 4, must);
        check_theory_where(&Chomp, boards(2, 9).iter().map(|rows| small(rows)), 4, must);
        check_theory_where(&Chomp, boards(9, 2).iter().map(|rows| small(rows)), 4, must);
    }

    #[test]
    fn the_number_of_boards_within_a_board_is_exact() {
        for rows in boards(4, 4) {
            let board = small(&rows);
            assert_eq!(Chomp.reachable(&board), Some(reachable(&Chomp, &board).into()));
        }
        assert_eq!(boards_within_rectangle(&4u8.into(), &6u8.into()), Nat::from(210u8));
    }

    #[test]
    fn both_forms_of_a_board_play_alike() {
        for rows in boards(3, 4) {
            let board = small(&rows);
            assert_eq!(Board::from_runs(board.runs()), board);
            assert_eq!(board.transposed().transposed(), board);
            let (mut few, mut runs) = (Options::default(), Options::default());
            Chomp.options(&board, &mut few).unwrap();
            large_options(&board.runs(), &mut runs).unwrap();
            let sums = |options: &Options<Board>| -> Vec<_> {
                options.iter().map(|option| option.sum.to_vec()).collect()
            };
            assert_eq!(sums(&few), sums(&runs));
            // The square printed is the square chosen, in the order in which they are listed.
            let squares = rows.iter().enumerate().flat_map(|(y, &r)| (1..=r).map(move |x| (x, y)));
            for (option, (x, y)) in few.iter().zip(squares.skip(1)) {
                let found = chosen(&board.runs(), &option.sum[0].runs());
                assert_eq!(found, (x.into(), (y + 1).into()));
            }
        }
    }

    #[test]
    fn squares_are_won_by_the_move_to_two_equal_arms() {
        let context = Context::default();
        let board = Board::from_runs(vec![(Nat::from(100u8), Nat::from(100u8))]);
        let found = Chomp.moves_to(&board, &Nat::ZERO, 20, &context).unwrap().unwrap();
        assert_eq!(found.count, None);
        assert_eq!(found.listed.len(), 1);
        let left = &found.listed[0].sum[0];
        assert_eq!(Chomp.known(left, &context).unwrap(), Some(Known::Value(Nat::ZERO)));
        assert!(Chomp.print_move(&board, &found.listed[0]).starts_with("choose square (2,2)"));
        let value = crate::solve::grundy_value(&Chomp, &small(&[5; 5]), &context).unwrap();
        assert_ne!(value.number(), Some(0));
    }

    #[test]
    fn printed_text_reads_back_and_wrong_text_is_refused() {
        check_round_trip_where(&ChompFamily, |text| !text.contains("rows"));
        for wrong in ["0,3", "3,0", "rows()", "rows(0)", "rows(1,2)", "4", "1,2,3", "rows(2;1,1)"] {
            read_error(&ChompFamily, &format!("chomp({wrong})"));
        }
        for huge in ["10^1000, 10^999", "rows(10^20,5; 10^18,3)", "rows(70000,5,5)"] {
            let board = place(&ChompFamily, &format!("chomp({huge})")).unwrap();
            assert!(board.has_moves(0));
            assert!(board.known(0, &Context::default()).is_ok());
            let again = place(&ChompFamily, &board.print()).unwrap();
            assert!(again.equal(0, board.position(0)), "{huge}");
        }
    }
}
