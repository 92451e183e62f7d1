//! Tables of Grundy values or outcomes of games with one or two arguments, and lists of their
//! P-positions.

mod p_positions;

pub use crate::game::Content;
pub use p_positions::PPositions;

use crate::analysis::{Session, value};
use crate::answer::PartValue;
use crate::component::Component;
use crate::context::{Context, Stop};
use crate::game::AnyGame;
use crate::nat::Nat;
use crate::outcome::{Outcome, Play};
use crate::syntax::{Arg, ArgKind, Args, ReadError, Span};
use std::fmt::Write as _;
use std::sync::Arc;

/// One entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell {
    /// There is no such position.
    None,
    /// A Grundy value.
    Value(Nat),
    /// A move wins at once; there is no value.
    Loony,
    /// An outcome.
    Outcome(Outcome),
}

impl Cell {
    fn text(&self) -> String {
        match self {
            Self::None => "-".into(),
            Self::Value(value) => value.to_string(),
            Self::Loony => "*".into(),
            Self::Outcome(outcome) => outcome.to_string(),
        }
    }
}

/// A table of a game: rows by the first argument, columns by the second if there is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// The game.
    pub title: String,
    /// The first argument of the first row.
    pub first_row: u64,
    /// The second argument of the first column; `None` for games of one argument.
    pub first_column: Option<u64>,
    /// The entries, row by row.
    pub rows: Vec<Vec<Cell>>,
    content: Content,
}

/// Why a table was not made.
#[derive(Clone, Debug, thiserror::Error)]
pub enum TableError {
    /// The game takes neither one number nor two.
    #[error("{0}")]
    Shape(String),
    /// A limit, or cancelled.
    #[error(transparent)]
    Stop(#[from] Stop),
}

/// The component with these numbers as its arguments.
pub(crate) fn place<N: Clone + Into<Nat>>(
    game: &dyn AnyGame,
    numbers: &[N],
) -> Result<Arc<dyn Component>, ReadError> {
    let span = Span::default();
    let arg = |n: &N| Arg { kind: ArgKind::Number(n.clone().into()), span };
    game.place(&Args { groups: vec![numbers.iter().map(arg).collect()], span }, &Context::default())
}

/// Whether a table of the game has two arguments; `second` tells that two bounds are given.
pub(crate) fn takes_two(game: &dyn AnyGame, second: bool) -> Result<bool, TableError> {
    // A list game reads two numbers as two heaps; that is no second argument.
    let one = [1u64, 2].iter().any(|&n| place(game, &[n]).is_ok_and(|c| c.parts() == 1));
    let pairs: [[u64; 2]; 3] = [[1, 1], [2, 1], [2, 2]];
    let two = pairs.iter().any(|pair| place(game, pair).is_ok_and(|c| c.parts() == 1));
    let wants_two = second || !one;
    if wants_two && !two {
        let hint = if one {
            "it takes one number: leave the second bound out"
        } else {
            "tables are made of games whose position is one number or two"
        };
        return Err(TableError::Shape(format!("{} has no such table: {hint}", game.title())));
    }
    Ok(wants_two)
}

impl Table {
    /// Computes a table up to `to` (and `to_second`) inclusive, from the least size there is.
    ///
    /// A game of two arguments gets a square table if `to_second` is left out; a game that can be
    /// written with one or two numbers gets two arguments only if it is given.
    ///
    /// # Complexity
    /// One answer an entry; what one entry found by search is used for the next.
    ///
    /// # Errors
    /// [`TableError`]: the game takes other arguments, or a limit was reached.
    ///
    /// ```
    /// use grundy::{expr::Catalogue, table::{Content, Table}};
    /// let game = Catalogue::default().read_game("wythoff").unwrap();
    /// let table = Table::compute(&*game, 3, None, Content::Values, &Default::default()).unwrap();
    /// assert_eq!(table.to_csv(), "a,0,1,2,3\n0,0,1,2,3\n1,1,2,0,4\n2,2,0,1,5\n3,3,4,5,6\n");
    /// ```
    pub fn compute(
        game: &dyn AnyGame,
        to: u64,
        to_second: Option<u64>,
        content: Content,
        context: &Context<'_>,
    ) -> Result<Self, TableError> {
        let wants_two = takes_two(game, to_second.is_some())?;
        let mut filler = Filler { game, content, context, session: Session::default() };
        let title = game.title();
        if !wants_two {
            let first_row = u64::from(place(game, &[0u64]).is_err());
            let count = (to + 1).saturating_sub(first_row);
            context.check_positions(count, || format!("a table of {count} entries"))?;
            let mut rows = Vec::new();
            for n in first_row..=to {
                context.tick("filling the table", n)?;
                rows.push(vec![filler.cell(&[n])?]);
            }
            return Ok(Self { title, first_row, first_column: None, rows, content });
        }
        let least = u64::from(place(game, &[0u64, 0]).is_err() && place(game, &[0u64, 1]).is_err());
        let to_second = to_second.unwrap_or(to);
        let count = (u128::from(to) + 1) * (u128::from(to_second) + 1);
        let needed = u64::try_from(count).unwrap_or(u64::MAX);
        context.check_positions(needed, || format!("a table of {count} entries"))?;
        let mut rows = Vec::new();
        for a in least..=to {
            let mut row = Vec::new();
            for b in least..=to_second {
                context.tick("filling the table", a * (to_second + 1) + b)?;
                row.push(filler.cell(&[a, b])?);
            }
            rows.push(row);
        }
        Ok(Self { title, first_row: least, first_column: Some(least), rows, content })
    }

    /// Comma-separated values with a header; entries that do not exist are empty.
    pub fn to_csv(&self) -> String {
        let mut out = String::new();
        let text = |cell: &Cell| match cell {
            Cell::None => String::new(),
            cell => cell.text(),
        };
        match self.first_column {
            None => {
                let head = if self.content == Content::Values { "grundy" } else { "outcome" };
                let _ = writeln!(out, "n,{head}");
            }
            Some(first) => {
                out.push('a');
                let width = self.rows.first().map_or(0, Vec::len) as u64;
                for b in first..first + width {
                    let _ = write!(out, ",{b}");
                }
                out.push('\n');
            }
        }
        for (a, row) in (self.first_row..).zip(&self.rows) {
            let _ = write!(out, "{a}");
            for cell in row {
                let _ = write!(out, ",{}", text(cell));
            }
            out.push('\n');
        }
        out
    }

    /// Aligned text with headers: twenty values a line for one argument, a grid for two.
    pub fn to_text(&self) -> String {
        let what = match self.content {
            Content::Values => "Grundy values".to_owned(),
            Content::Outcomes(Play::Normal) => "outcomes in normal play".to_owned(),
            Content::Outcomes(Play::Misere) => "outcomes in misère play".to_owned(),
        };
        let mut out = format!("{}: {what}\n", self.title);
        let cells = || self.rows.iter().flatten();
        let widest = cells().map(|cell| cell.text().len()).max().unwrap_or(1);
        let (columns, first, rows): (u64, u64, Vec<(u64, &[Cell])>) = match self.first_column {
            Some(first) => {
                let columns = self.rows.first().map_or(0, Vec::len) as u64;
                (
                    columns,
                    first,
                    (self.first_row..).zip(self.rows.iter().map(Vec::as_slice)).collect(),
                )
            }
            None => return out + &self.line_text(widest),
        };
        let width = widest.max((first + columns).saturating_sub(1).to_string().len()) + 1;
        let head = self.last_row().to_string().len().max(3);
        let _ = write!(out, "{:>head$} |", "a\\b");
        for b in first..first + columns {
            let _ = write!(out, "{b:>width$}");
        }
        let _ = writeln!(out, "\n{}-+{}", "-".repeat(head), "-".repeat(width * columns as usize));
        for (a, row) in rows {
            let _ = write!(out, "{a:>head$} |");
            for cell in row {
                let _ = write!(out, "{:>width$}", cell.text());
            }
            out.push('\n');
        }
        if cells().any(|cell| *cell == Cell::Loony) {
            out.push_str("*: a move wins at once, there is no value\n");
        }
        out
    }

    fn last_row(&self) -> u64 {
        (self.first_row + self.rows.len() as u64).saturating_sub(1)
    }

    /// The text of a table of one argument: heads every column with its offset.
    fn line_text(&self, widest: usize) -> String {
        const PER_LINE: u64 = 10;
        let width = (widest + 1).max(3);
        let head = self.last_row().to_string().len().max(2);
        let mut out = format!("{:>head$} |", "n");
        for i in 0..PER_LINE {
            let _ = write!(out, "{:>width$}", format!("+{i}"));
        }
        let _ = write!(out, "\n{}-+{}", "-".repeat(head), "-".repeat(width * PER_LINE as usize));
        let start = self.first_row / PER_LINE * PER_LINE;
        for n in start..=self.last_row() {
            if n % PER_LINE == 0 {
                let _ = write!(out, "\n{n:>head$} |");
            }
            let _ = match n.checked_sub(self.first_row).and_then(|i| self.rows.get(i as usize)) {
                Some(row) => write!(out, "{:>width$}", row[0].text()),
                None => write!(out, "{:>width$}", ""),
            };
        }
        out.push('\n');
        out
    }
}

struct Filler<'a> {
    game: &'a dyn AnyGame,
    content: Content,
    context: &'a Context<'a>,
    session: Session,
}

impl Filler<'_> {
    fn cell(&mut self, numbers: &[u64]) -> Result<Cell, TableError> {
        let Ok(component) = place(self.game, numbers) else { return Ok(Cell::None) };
        if component.parts() != 1 {
            return Err(TableError::Shape(format!(
                "{} reads {numbers:?} as a list: there is no such table",
                self.game.title()
            )));
        }
        let sum = [component];
        Ok(match self.content {
            Content::Values => match value(&sum, self.context)? {
                PartValue::Known(value) => Cell::Value(value),
                _ => Cell::Loony,
            },
            Content::Outcomes(play) => {
                Cell::Outcome(self.session.outcome(&sum, play, self.context)?)
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expr::Catalogue;

    fn table(
        game: &str,
        to: u64,
        to_second: Option<u64>,
        content: Content,
    ) -> Result<Table, TableError> {
        let game = Catalogue::default().read_game(game).unwrap();
        Table::compute(&*game, to, to_second, content, &Context::default())
    }

    #[test]
    fn one_argument_makes_a_line_and_two_a_square() {
        let line = table("0.77", 12, None, Content::Values).unwrap();
        assert!(line.to_csv().ends_with("\n11,6\n12,4\n"));
        assert_eq!(
            line.to_text(),
            "0.77: Grundy values\n n | +0 +1 +2 +3 +4 +5 +6 +7 +8 +9\n---+------------------------------\n 0 |  0  1  2  3  1  4  3  2  1  4\n10 |  2  6  4\n"
        );
        let square = table("wythoff", 2, Some(3), Content::Outcomes(Play::Normal)).unwrap();
        assert_eq!(
            square.to_text(),
            "wythoff: outcomes in normal play\na\\b | 0 1 2 3\n----+--------\n  0 | P N N N\n  1 | N N P N\n  2 | N P N N\n"
        );
        assert!(table("nim", 3, Some(3), Content::Values).is_err());
    }

    #[test]
    fn misere_outcomes_are_searched() {
        let nim = table("nim", 3, None, Content::Outcomes(Play::Misere)).unwrap();
        assert_eq!(nim.to_csv(), "n,outcome\n0,N\n1,P\n2,N\n3,N\n");
    }
}
