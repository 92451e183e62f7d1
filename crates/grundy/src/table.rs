//! Tables of Grundy values or outcomes of games with one or two arguments, views of them that show
//! their laws, and lists of their P-positions.

mod asked;
mod by_value;
mod cells;
mod differences;
mod digits;
mod fill;
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
pub(crate) use fill::{labels, least, place, position, takes_two};
pub use genera::GeneraTable;
pub use note::{Note, Repeating};
pub use operation::Operation;
pub use p_positions::PPositions;
pub use sheet::{Format, Sheet};

use crate::context::{Context, Stop};
use crate::game::AnyGame;
use crate::outcome::Play;
use cells::Cells;
use sheet::{Field, Rows};
use std::borrow::Cow;

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
    /// What heads the arguments in the table.
    labels: [String; 2],
    /// Whether moves may entail.
    entails: bool,
    /// Where there is no position of an expression with letters, and why: the last of these.
    no_position: Option<String>,
    /// What is said of a position of an expression with letters: of the last of these.
    said: Option<String>,
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
            labels: ["a".into(), "b".into()],
            entails: false,
            no_position: None,
            said: None,
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
            None => vec![self.labels()[0].clone().into(), self.entry_name().into()],
            Some(first) => {
                let numbers = first..first + columns as u64;
                [Cow::Owned(self.labels()[0].clone())]
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
            None => grid::line(&self.labels()[0], (first_row, self.cells.len()), widest, text),
            Some(first) => {
                let corner = match self.operation {
                    Some(operation) => operation.formula().to_owned(),
                    None => self.labels().join("/"),
                };
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
            stop: None,
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

    /// What heads the arguments in the table.
    fn labels(&self) -> [String; 2] {
        self.labels.clone()
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

    /// What was said in reading one of the positions of an expression with letters, such as edges that
    /// are left out: the last position of which there is something to say, and that.
    pub fn said(&self) -> Option<&str> {
        self.said.as_deref()
    }

    fn remarks(&self) -> Vec<String> {
        let loony = self.cells.any_loony().then_some(match self.entails {
            true => {
                "*: loony: whoever moves wins, whatever else is on the table; there is no value"
            }
            false => "*: a move wins at once, there is no value",
        });
        let missing = self
            .no_position
            .iter()
            .map(|place| format!("-: there is no such position, as for {place}"));
        let said = self.said().map(|said| format!("note on {said}"));
        loony.map(str::to_owned).into_iter().chain(missing).chain(said).collect()
    }
}

#[cfg(test)]
mod tests;
