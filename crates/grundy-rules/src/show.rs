//! Positions as the rules show them: [`Show`] evaluated.

use crate::number::Fault;
use crate::shape::Shape;
use crate::state::State;
use crate::typed::{Board, MAX_WIDTH, Piece, Program, Show, Squares};
use crate::walk::{Halt, MAX_STEPS, Machine};

/// What is shown of a position: as many lines as its highest piece, at least one.
///
/// # Complexity
/// O(squares of its boards, length of the text).
///
/// # Errors
/// The fault of an expression, or of a board that has no such size or sign.
///
/// ```
/// use grundy_rules::{show, source::Source, state::State, typed::Program};
/// let text = "cram(m) -> cram(0)  cram(m) show '{board(m, 3, \"#.\")}  {popcount(m)} free'";
/// let program = Program::read(Source::new("cram", text)).unwrap();
/// let state = State::new(0, vec![0b011_111]);
/// assert_eq!(show::lines(&program, &state).unwrap().unwrap(), [". . .  5 free", ". . #"]);
/// assert_eq!(show::line(&program, &state), ".../..#  5 free");
/// ```
pub fn lines(program: &Program, state: &State) -> Option<Result<Vec<String>, Halt>> {
    let show = program.families[state.family()].show.as_ref()?;
    Some(pieces(show, state).map(|pieces| side_by_side(&pieces)))
}

/// What is shown of a position in one line, the rows of a board with `/` between; the position as
/// it is typed if the rules do not say how it is shown, or what they say has no value here.
pub fn line(program: &Program, state: &State) -> String {
    let mark = if state.is_entailed() { "!" } else { "" };
    shown(program, state).map_or_else(|| state.show(program), |shown| format!("{shown}{mark}"))
}

/// As [`line()`], where the rules say how the position is shown.
pub fn shown(program: &Program, state: &State) -> Option<String> {
    let show = program.families[state.family()].show.as_ref()?;
    let pieces = pieces(show, state).ok()?;
    let one = |piece: Shown| match piece {
        Shown::Text(text) => text,
        Shown::Rows(rows) => rows.iter().map(String::from_iter).collect::<Vec<_>>().join("/"),
    };
    Some(pieces.into_iter().map(one).collect())
}

/// The squares of the board, the first row at the top, and the text around it, where what is shown
/// is one board.
pub fn board(program: &Program, state: &State) -> Option<(Vec<Vec<char>>, String)> {
    let show = program.families[state.family()].show.as_ref()?;
    let (mut board, mut around) = (None, String::new());
    for piece in pieces(show, state).ok()? {
        match piece {
            Shown::Text(text) => around.push_str(&text),
            Shown::Rows(_) if board.is_some() => return None,
            Shown::Rows(rows) => board = Some(rows),
        }
    }
    Some((board?, around))
}

/// A piece with its values.
enum Shown {
    Text(String),
    Rows(Vec<Vec<char>>),
}

fn pieces(show: &Show, state: &State) -> Result<Vec<Shown>, Halt> {
    let mut machine = Machine::new(state.coords().to_vec(), MAX_STEPS);
    let shown = show.pieces.iter().map(|piece| {
        Ok(match piece {
            Piece::Text(text) => Shown::Text(text.to_string()),
            Piece::Int(value) => Shown::Text(machine.int(value)?.to_string()),
            Piece::Array(value) => {
                let elements = machine.array(value)?;
                let elements: Vec<String> = elements.iter().map(i64::to_string).collect();
                Shown::Text(elements.join(","))
            }
            Piece::Board(board) => Shown::Rows(rows(board, &mut machine)?),
        })
    });
    shown.collect()
}

fn rows(board: &Board, machine: &mut Machine<'_>) -> Result<Vec<Vec<char>>, Halt> {
    if let Squares::Words(words, shape) = &board.squares {
        let words = words.iter().map(|word| machine.int(word)).collect::<Result<Vec<_>, _>>()?;
        let (rows, columns) = shape.sides();
        let sign = |row: usize, column: usize| {
            let one = usize::from(Shape::is_one(&words, row * columns + column));
            board.signs.get(one).copied().unwrap_or(' ')
        };
        let row = |row: usize| (0..columns).map(|column| sign(row, column)).collect();
        return Ok((0..rows).map(row).collect());
    }
    let squares: Vec<i64> = match &board.squares {
        Squares::Bits(bits) => {
            let bits = machine.int(bits)?;
            (0..i64::BITS - bits.leading_zeros()).map(|i| bits >> i & 1).collect()
        }
        Squares::Elements(elements) => machine.array(elements)?,
        Squares::Words(..) => Vec::new(),
    };
    let mut count = |count| {
        let value = machine.int(count)?;
        match usize::try_from(value) {
            Ok(value @ 1..=MAX_WIDTH) => Ok(value),
            _ => Err(Halt::Fault(Fault::Board(value), count.span)),
        }
    };
    let columns = count(&board.columns)?;
    let least = board.rows.as_ref().map_or(Ok(1), count)?;
    let at = match &board.squares {
        Squares::Bits(bits) => bits.span,
        Squares::Elements(elements) => elements.span,
        Squares::Words(..) => board.columns.span,
    };
    let sign = |square: i64| {
        let sign = usize::try_from(square).ok().and_then(|i| board.signs.get(i));
        sign.copied().ok_or(Halt::Fault(Fault::Sign(square), at))
    };
    let rows = squares.len().div_ceil(columns).max(least);
    // An array ends where it ends, bits that are not written are 0.
    let last = match &board.squares {
        Squares::Bits(_) => rows * columns,
        Squares::Elements(_) | Squares::Words(..) => squares.len(),
    };
    (0..rows)
        .map(|row| {
            let from = (row * columns).min(last);
            let places = from..(from + columns).min(last);
            places.map(|i| sign(squares.get(i).copied().unwrap_or(0))).collect()
        })
        .collect()
}

/// Text stands in the first line; rows of squares have blanks between.
fn side_by_side(pieces: &[Shown]) -> Vec<String> {
    let mut lines = vec![String::new()];
    let width = |line: &str| line.chars().count();
    for piece in pieces {
        match piece {
            Shown::Text(text) => lines[0].push_str(text),
            Shown::Rows(rows) => {
                let start = lines.iter().map(|line| width(line)).max().unwrap_or(0);
                lines.resize(lines.len().max(rows.len()), String::new());
                let mut end = start;
                for (line, row) in lines.iter_mut().zip(rows) {
                    let missing = start - width(line);
                    line.extend(std::iter::repeat_n(' ', missing));
                    for (i, sign) in row.iter().enumerate() {
                        line.extend((i > 0).then_some(' '));
                        line.push(*sign);
                    }
                    end = end.max(width(line));
                }
                // What comes next stands at the right of the whole board.
                let missing = end - width(&lines[0]);
                lines[0].extend(std::iter::repeat_n(' ', missing));
            }
        }
    }
    lines.iter().map(|line| line.trim_end().to_owned()).collect()
}
