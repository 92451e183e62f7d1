//! Tables of Grundy values or outcomes of games with one or two arguments, views of them that show
//! their laws, and lists of their P-positions.

mod asked;
mod by_value;
mod cells;
mod differences;
mod digits;
mod genera;
mod grid;
mod note;
mod operation;
mod p_positions;
mod sheet;

pub use crate::game::Content;
pub use asked::{AnyView, Asked, Found};
pub use cells::Cell;
pub use digits::Radix;
pub use genera::GeneraTable;
pub use note::{Note, Repeating};
pub use operation::Operation;
pub use p_positions::PPositions;
pub use sheet::{Format, Sheet};

use crate::analysis::{Session, value};
use crate::answer::PartValue;
use crate::context::{Context, Stop};
use crate::game::Component;
use crate::game::{AnyGame, Entries, Line};
use crate::nat::Nat;
use crate::outcome::Play;
use crate::syntax::{Arg, ArgKind, Args, ReadError, Span};
use cells::Cells;
use sheet::{Field, Rows};
use std::borrow::Cow;
use std::sync::Arc;

/// A table of a game: rows by the first argument, columns by the second if there is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// The game.
    pub title: String,
    /// The first argument of the first row.
    pub first_row: u64,
    /// The second argument of the first column; `None` for games of one argument.
    pub first_column: Option<u64>,
    /// What is told of each position.
    pub content: Content,
    /// How the entries repeat, if it is proved or can be seen.
    pub note: Option<Note>,
    /// The operation of nim-arithmetic whose table this is, if it is not one of a game.
    pub operation: Option<Operation>,
    /// How the rules call the arguments; empty if they have no names of their own.
    arguments: Vec<String>,
    /// Whether moves may entail.
    entails: bool,
    columns: usize,
    cells: Cells,
}

/// What is shown of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// The entries.
    Entries,
    /// For each value or outcome the positions that have it.
    ByValue,
    /// First differences of the values of one argument; else the P-positions and the differences
    /// between them.
    Differences,
    /// Sizes and values in a number system.
    Digits(Radix),
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
    // A list game reads two numbers as two heaps; that is no second argument. The domain of rules may begin far out.
    let far = || (1..=64u64).chain((7..32).map(|bit| 1 << bit));
    let is = |numbers: &[u64]| place(game, numbers).is_ok_and(|c| c.parts() == 1);
    let one = far().any(|n| is(&[n]));
    let near = [[1, 1], [2, 1], [2, 2]].into_iter();
    let mut pairs = near
        .chain((1..=8).flat_map(|a| (1..=8).map(move |b| [a, b])))
        .chain(far().flat_map(|n| [[n, n], [n, 1], [1, n], [n + 1, n], [n, n + 1]]));
    let two = pairs.any(|pair| is(&pair));
    let wants_two = second || !one;
    if wants_two && !two {
        let hint = if one {
            "it takes one number: leave the second bound out"
        } else {
            "tables are made of games whose position is one number or two"
        };
        let more =
            game.table_hint().filter(|_| !one).map_or(String::new(), |hint| format!("; {hint}"));
        return Err(TableError::Shape(format!("{} has no such table: {hint}{more}", game.title())));
    }
    Ok(wants_two)
}

/// The last size of a table where none is asked for: so many entries as fit a screen, fewer where
/// they are dear.
///
/// # Errors
/// [`TableError::Shape`] if there are no tables of the game.
///
/// ```
/// use grundy::{expr::Catalogue, table::default_end};
/// let end = |name| default_end(&*Catalogue::default().read_game(name).unwrap()).unwrap();
/// assert_eq!((end("0.137"), end("wythoff")), (99, 12));
/// ```
pub fn default_end(game: &dyn AnyGame) -> Result<u64, TableError> {
    let end = if takes_two(game, false)? { DEFAULT_END_OF_TWO } else { DEFAULT_END_OF_ONE };
    Ok(game.table_end().map_or(end, |most| most.min(end)))
}

/// Ten lines of ten entries.
const DEFAULT_END_OF_ONE: u64 = 99;
/// Thirteen lines of thirteen entries.
const DEFAULT_END_OF_TWO: u64 = 12;

impl Table {
    /// Computes a table up to `to` (and `to_second`) inclusive, from the least size there is.
    ///
    /// A game of two arguments gets a square table if `to_second` is left out; a game that can be
    /// written with one or two numbers gets two arguments only if it is given.
    ///
    /// # Complexity
    /// One answer an entry; what one entry found by search is used for the next. Games whose
    /// values come all together ([`Game::values_to`](crate::game::Game::values_to),
    /// [`Game::entries_to`](crate::game::Game::entries_to)) take a few nanoseconds an entry. Four bytes an entry are stored.
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
        let arguments = game.argument_names();
        // Entries that the game has together stand twice for a while.
        let check = |count: u64, together: bool| {
            let doing = || match count {
                u64::MAX => "a table of 2^64 entries or more".to_owned(),
                _ => format!("a table of {count} entries"),
            };
            context.check_positions(count, doing)?;
            context.check_memory(count.saturating_mul(if together { 8 } else { 4 }), doing)
        };
        if !wants_two {
            let first_row = u64::from(place(game, &[0u64]).is_err());
            // Rules tell what to do about a table that is too large.
            let entries = filler.entries(&[to])?;
            let count = to.saturating_add(1).saturating_sub(first_row);
            check(count, entries.is_some())?;
            if let Some((cells, note)) = filler.line(first_row, to)? {
                return Self {
                    title,
                    first_row,
                    first_column: None,
                    content,
                    note,
                    operation: None,
                    arguments,
                    entails: game.entails(),
                    columns: 1,
                    cells,
                }
                .noted(context);
            }
            let mut cells = Cells::with_capacity(count as usize);
            for n in first_row..=to {
                context.tick("filling the table", n)?;
                match &entries {
                    Some(entries) => cells.push_entry(entries(n as usize), content),
                    None => cells.push(filler.cell(&[n])?),
                }
            }
            return Self {
                title,
                first_row,
                first_column: None,
                content,
                note: None,
                operation: None,
                arguments,
                entails: game.entails(),
                columns: 1,
                cells,
            }
            .noted(context);
        }
        let least = u64::from(place(game, &[0u64, 0]).is_err() && place(game, &[0u64, 1]).is_err());
        let to_second = to_second.unwrap_or(to);
        let entries = filler.entries(&[to, to_second])?;
        let count = (u128::from(to) + 1).saturating_mul(u128::from(to_second) + 1);
        check(u64::try_from(count).unwrap_or(u64::MAX), entries.is_some())?;
        let mut cells = Cells::with_capacity(count as usize);
        for a in least..=to {
            for b in least..=to_second {
                let place = a * (to_second + 1) + b;
                context.tick("filling the table", place)?;
                match &entries {
                    Some(entries) => cells.push_entry(entries(place as usize), content),
                    None => cells.push(filler.cell(&[a, b])?),
                }
            }
        }
        let columns = (to_second + 1).saturating_sub(least) as usize;
        let first_column = Some(least);
        Ok(Self {
            title,
            first_row: least,
            first_column,
            content,
            note: None,
            operation: None,
            arguments,
            entails: game.entails(),
            columns,
            cells,
        })
    }

    /// The table of one argument with what can be seen in it, if nothing is proved.
    fn noted(mut self, context: &Context<'_>) -> Result<Self, TableError> {
        if self.note.is_none() && !self.has_lengths() {
            self.note = Note::observe(&self, context)?;
        }
        Ok(self)
    }

    /// A table with these values.
    #[cfg(test)]
    pub(crate) fn with_values(columns: usize, values: Vec<u32>) -> Self {
        Self {
            title: "test".into(),
            first_row: 0,
            first_column: Some(0),
            content: Content::Values,
            note: None,
            operation: None,
            arguments: Vec::new(),
            entails: false,
            columns,
            cells: Cells::from_values(values).expect("small values"),
        }
    }

    /// Gives the arguments names.
    #[cfg(test)]
    pub(crate) fn name_arguments(&mut self, names: [&str; 2]) {
        self.arguments = names.map(str::to_owned).into();
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.cells.len().checked_div(self.columns).unwrap_or(0)
    }

    /// The number of columns of entries; 1 for one argument.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// An entry by row and column, both counted from 0.
    ///
    /// # Panics
    /// If there is no such row or column.
    pub fn cell(&self, row: usize, column: usize) -> Cell {
        assert!(column < self.columns, "there is such a column");
        self.cells.get(row * self.columns + column)
    }

    /// All entries, row by row, where each is a value of less than 2^32 - 6; `None` where one is anything
    /// else.
    ///
    /// ```
    /// use grundy::{expr::Catalogue, table::{Content, Table}};
    /// let game = Catalogue::default().read_game("wythoff").unwrap();
    /// let table = Table::compute(&*game, 2, None, Content::Values, &Default::default()).unwrap();
    /// assert_eq!(table.values(), Some(&[0, 1, 2, 1, 2, 0, 2, 0, 1][..]));
    /// ```
    pub fn values(&self) -> Option<&[u32]> {
        if self.has_values() { self.cells.as_plain_words() } else { None }
    }

    /// The value of an entry if it is one and less than 2^32 - 5, without the detour over [`Cell`].
    pub fn small_value(&self, row: usize, column: usize) -> Option<u32> {
        self.cells.small(row * self.columns + column)
    }

    /// A view, to be written in any format.
    ///
    /// # Complexity
    /// As the view's module tells: O(n), by value O(n log n), for n entries.
    ///
    /// # Errors
    /// [`Stop`] at a limit.
    ///
    /// ```
    /// use grundy::{expr::Catalogue, table::{Content, Format, Radix, Table, View}};
    /// let context = Default::default();
    /// let game = Catalogue::default().read_game("0.77").unwrap();
    /// let table = Table::compute(&*game, 4, None, Content::Values, &context).unwrap();
    /// let csv = |view| table.sheet(view, &context).unwrap().to_text(Format::Csv);
    /// assert_eq!(csv(View::Differences), "n,grundy,difference\n0,0,\n1,1,1\n2,2,1\n3,3,1\n4,1,-2\n");
    /// assert!(csv(View::ByValue).ends_with("\n1,2,3,3,\"1 4\"\n2,1,,,\"2\"\n3,1,,,\"3\"\n"));
    /// let binary = csv(View::Digits(Radix::Base(2)));
    /// assert!(binary.starts_with("n,n:4,n:2,n:1,grundy,grundy:2,grundy:1\n"), "{binary}");
    /// ```
    pub fn sheet(&self, view: View, context: &Context<'_>) -> Result<Sheet<'_>, Stop> {
        Ok(match view {
            View::Entries => self.entries(),
            View::ByValue => by_value::sheet(self, context)?,
            View::Differences => differences::sheet(self, context)?,
            View::Digits(radix) => digits::sheet(self, radix, context)?,
        })
    }

    fn entries(&self) -> Sheet<'_> {
        let columns = self.columns;
        let row = move |i: usize, fields: &mut Vec<Field>| {
            fields.push(Field::Number(self.first_row + i as u64));
            fields.extend((0..columns).map(|column| self.field(i * columns + column)));
        };
        let names: Vec<Cow<'static, str>> = match self.first_column {
            None => vec!["n".into(), self.entry_name().into()],
            Some(first) => {
                let numbers = first..first + columns as u64;
                [Cow::Borrowed("a")]
                    .into_iter()
                    .chain(numbers.map(|b| b.to_string().into()))
                    .collect()
            }
        };
        let heading = self.heading_of_entries();
        let sheet = self.sheet_of("table".into(), heading, names, self.rows(), Box::new(row));
        let text = |place: usize| self.cells.get(place).text();
        let (first_row, widest) = (self.first_row, self.cells.widest());
        let own = match self.first_column {
            None => grid::line((first_row, self.cells.len()), widest, text),
            Some(first) => {
                let corner = self.operation.map_or("a/b", Operation::formula);
                grid::square((first_row, first), (self.rows(), columns), corner, widest, text)
            }
        };
        Sheet { own_text: Some(own), remarks: self.remarks(), ..sheet }
    }

    /// A view without remarks.
    fn sheet_of<'a>(
        &'a self,
        view: String,
        heading: String,
        columns: Vec<Cow<'static, str>>,
        len: usize,
        row: Rows<'a>,
    ) -> Sheet<'a> {
        Sheet {
            heading,
            game: self.title.clone(),
            play: self.play(),
            view,
            columns,
            shown: None,
            len,
            row,
            own_text: None,
            remarks: Vec::new(),
            operation: self.operation,
            note: self.note,
        }
    }

    /// Comma-separated values with a header; entries that do not exist are empty.
    pub fn to_csv(&self) -> String {
        self.entries().to_text(Format::Csv)
    }

    /// Aligned text with headers: ten values a line for one argument, a grid for two.
    pub fn to_text(&self) -> String {
        self.entries().to_text(Format::Text)
    }

    fn field(&self, place: usize) -> Field {
        if let Some(value) = self.cells.small(place) {
            return Field::Number(value.into());
        }
        match self.cells.get(place) {
            Cell::None => Field::None,
            Cell::Value(value) => Field::Large(value),
            Cell::Loony => Field::Word("*".into()),
            Cell::Outcome(outcome) => Field::Word(outcome.to_string().into()),
            Cell::Loopy(set) => Field::Word(crate::answer::infinite(&set).into()),
        }
    }

    /// What the first argument and the second one are called: by the rules if they have names for
    /// them, else n, or a and b.
    pub fn argument_names(&self) -> [String; 2] {
        match (&self.arguments[..], self.first_column) {
            ([one, ..], None) => [one.clone(), String::new()],
            ([one, two, ..], Some(_)) => [one.clone(), two.clone()],
            (_, None) => ["n".into(), String::new()],
            (_, Some(_)) => ["a".into(), "b".into()],
        }
    }

    /// What a value is called.
    pub fn value_name(&self) -> &'static str {
        self.operation.map_or("Grundy value", Operation::value_name)
    }

    /// The convention.
    pub fn play(&self) -> Play {
        self.content.play()
    }

    /// Whether the entries are Grundy values.
    pub fn has_values(&self) -> bool {
        self.content == Content::Values
    }

    /// Whether the entries are numbers, Grundy values or others.
    pub fn has_numbers(&self) -> bool {
        !matches!(self.content, Content::Outcomes(_))
    }

    /// Whether the entries count moves.
    pub fn has_lengths(&self) -> bool {
        matches!(self.content, Content::Lengths(..))
    }

    /// What an entry is called.
    pub(crate) fn entry_name(&self) -> &'static str {
        match self.content {
            Content::Values => "grundy",
            Content::Outcomes(_) => "outcome",
            Content::Lengths(measure, _) => measure.name(),
        }
    }

    fn play_name(&self) -> &'static str {
        if self.play() == Play::Misere { "misère" } else { "normal" }
    }

    /// The game and what is told of it.
    pub fn heading_of_entries(&self) -> String {
        if let Some(operation) = self.operation {
            return operation.heading().to_owned();
        }
        match self.content {
            Content::Values => format!("{}: Grundy values", self.title),
            Content::Outcomes(_) => {
                format!("{}: outcomes in {} play", self.title, self.play_name())
            }
            Content::Lengths(..) => {
                format!("{}: {} in {} play", self.title, self.entry_name(), self.play_name())
            }
        }
    }

    fn remarks(&self) -> Vec<String> {
        let loony = self.cells.any_loony();
        let told = match self.entails {
            true => {
                "*: loony: whoever moves wins, whatever else is on the table; there is no value"
            }
            false => "*: a move wins at once, there is no value",
        };
        loony.then(|| told.to_owned()).into_iter().collect()
    }
}

struct Filler<'a> {
    game: &'a dyn AnyGame,
    content: Content,
    context: &'a Context<'a>,
    session: Session,
}

impl Filler<'_> {
    /// The entries of all sizes at once, and what is proved of them, where the game has that.
    fn line(&self, first: u64, to: u64) -> Result<Option<(Cells, Option<Note>)>, TableError> {
        if self.none_together() {
            return Ok(None);
        }
        let Some(Line { mut values, period }) = self.game.values_to(to, self.context)? else {
            return Ok(None);
        };
        values.drain(..(first as usize).min(values.len()));
        let cells = match self.content {
            Content::Values => Cells::from_values(values),
            _ => Some(Cells::from_values_as_outcomes(values)),
        };
        let of = Repeating::Values;
        let note = period.map(|period| Note { period, proved: true, entries: 0, of });
        Ok(cells.map(|cells| (cells, note)))
    }

    /// Whether games know such entries one by one only.
    fn none_together(&self) -> bool {
        matches!(self.content, Content::Outcomes(Play::Misere) | Content::Lengths(..))
    }

    /// All entries of a box that begins at 0, where the game has them together.
    fn entries(&self, to: &[u64]) -> Result<Option<Entries>, TableError> {
        if let Content::Outcomes(play) = self.content
            && let Some(entries) = self.game.outcomes_to(to, play, self.context)?
        {
            return Ok(Some(entries));
        }
        if self.none_together() {
            return Ok(None);
        }
        Ok(self.game.entries_to(to, self.context)?)
    }

    fn cell(&mut self, numbers: &[u64]) -> Result<Cell, TableError> {
        let Ok(component) = place(self.game, numbers) else { return Ok(Cell::None) };
        if component.parts() != 1 {
            return Err(TableError::Shape(format!(
                "{} reads {numbers:?} as several positions, so it has no such table",
                self.game.title()
            )));
        }
        let sum = [component];
        Ok(match self.content {
            Content::Values => match value(&sum, self.context)? {
                PartValue::Known(value) => Cell::Value(value),
                PartValue::Loopy(set) => Cell::Loopy(set),
                _ => Cell::Loony,
            },
            Content::Outcomes(play) => {
                Cell::Outcome(self.session.outcome(&sum, play, self.context)?)
            }
            Content::Lengths(measure, play) => {
                match self.session.length(&sum, measure, play, self.context)? {
                    Some(moves) => Cell::Value(moves.into()),
                    // Written as infinite.
                    None => Cell::Loopy(Vec::new()),
                }
            }
        })
    }
}
#[cfg(test)]
mod tests;
