//! Tables of genus symbols, for misère play.

use super::note::{Note, Repeating};
use super::sheet::{Field, Sheet};
use super::{TableError, grid, position, takes_two};
use crate::analysis::PositionGenera;
use crate::context::{Context, Stop};
use crate::game::AnyGame;
use crate::outcome::Play;
use crate::period::Period;
use crate::quotient::GenusSequence;
use crate::solve::classes::Class;
use crate::solve::genus::Genus;

/// The genera of all small positions of a game of one argument or two.
///
/// Those of take-and-break games are found as [`GenusSequence`] does, with its periods; others by search.
///
/// ```
/// use grundy::{expr::Catalogue, table::{Format, GeneraTable}};
/// let context = Default::default();
/// let game = Catalogue::default().read_game("0.123").unwrap();
/// let (table, end) = GeneraTable::find(&*game, 4, None, &context).unwrap();
/// assert!(end.is_none());
/// let csv = table.sheet().to_text(Format::Csv);
/// assert_eq!(csv, "n,genus\n0,0^120\n1,1^031\n2,0^120\n3,2^20\n4,2^20\n");
/// ```
pub struct GeneraTable {
    title: String,
    first_row: u64,
    first_column: Option<u64>,
    /// What the arguments are called.
    labels: [String; 2],
    columns: usize,
    cells: Vec<Cell>,
    /// The arguments and classes of the first positions that are not tame, and how many more there are.
    untamed: (Vec<(String, Class)>, u64),
    /// Whether the class of an entry is not known.
    unclassed: bool,
    period: Option<Period>,
}

/// An entry.
enum Cell {
    /// There is no such position.
    None,
    /// A move wins at once, or must be answered.
    Undefined,
    Genus(Genus),
}

impl Cell {
    fn text(&self) -> String {
        match self {
            Self::None => "-".into(),
            Self::Undefined => "*".into(),
            Self::Genus(genus) => genus.to_string(),
        }
    }
}

/// The last size of a table of one argument, or of two, where none is asked for.
const END_OF_ONE: u64 = 29;
const END_OF_TWO: u64 = 6;

/// Positions that are not tame whose classes are told below a table.
const UNTAMED: usize = 8;

/// About so many bytes are kept for an entry.
const CELL_BYTES: u64 = 80;

impl GeneraTable {
    /// The last size where none is asked for: genera take a search of sums.
    ///
    /// # Errors
    /// [`TableError::Shape`] if there are no tables of the game.
    pub fn default_end(game: &dyn AnyGame) -> Result<u64, TableError> {
        let two = takes_two(game, false)?;
        Ok(super::default_end(game)?.min(if two { END_OF_TWO } else { END_OF_ONE }))
    }

    /// The genera up to `to` (and `to_second`) inclusive, from the least size there is; and the limit that ended
    /// the work before all were found: then whole rows are there as far as they go.
    ///
    /// # Complexity
    /// That of the sequence for codes; else O(sums that can be reached * their moves).
    ///
    /// # Errors
    /// [`TableError`]: the game takes other arguments, play may go on for ever, or the table is too large.
    pub fn find(
        game: &dyn AnyGame,
        to: u64,
        to_second: Option<u64>,
        context: &Context<'_>,
    ) -> Result<(Self, Option<Stop>), TableError> {
        let two = takes_two(game, to_second.is_some())?;
        let to_second = if two { Some(to_second.unwrap_or(to)) } else { None };
        let width = to_second.map_or(1, |to| to.saturating_add(1));
        let count = to.saturating_add(1).saturating_mul(width);
        let doing = || format!("a table of {count} entries");
        context.check_positions(count, doing)?;
        context.check_memory(count.saturating_mul(CELL_BYTES), doing)?;
        let [first_row, first_column] = super::least(game, two, context);
        let mut table = Self {
            title: game.title(),
            first_row,
            first_column: two.then_some(first_column),
            labels: super::labels(game, two),
            columns: to_second.map_or(1, |to| (to + 1).saturating_sub(first_column) as usize),
            cells: Vec::new(),
            untamed: (Vec::new(), 0),
            unclassed: false,
            period: None,
        };
        let end = match game.code().filter(|_| !two) {
            Some((code, offset)) => table.sequence(code, offset, to, context)?,
            None => table.search(game, to, to_second, context)?,
        };
        Ok((table, end))
    }

    /// All heaps of a code, of which heap n of the game is heap n + offset.
    fn sequence(
        &mut self,
        code: &crate::heap::Code,
        offset: u64,
        to: u64,
        context: &Context<'_>,
    ) -> Result<Option<Stop>, Stop> {
        let (found, end) = GenusSequence::of(code, to.saturating_add(offset), context);
        for n in self.first_row..=to {
            context.tick("filling the table", n)?;
            match n.checked_add(offset).and_then(|heap| found.genus(heap)) {
                Some(genus) => self.cells.push(Cell::Genus(genus.clone())),
                None => break,
            }
            match n.checked_add(offset).and_then(|heap| found.class(heap)) {
                Some(class) => self.tell(&n.to_string(), class),
                None => self.unclassed = true,
            }
        }
        self.period = found.period.map(|period| period.without_first(offset));
        unless_final(end)
    }

    fn tell(&mut self, arguments: &str, class: Class) {
        let (list, more) = &mut self.untamed;
        match class.as_tame() {
            Some(_) => {}
            None if list.len() < UNTAMED => list.push((arguments.to_owned(), class)),
            None => *more += 1,
        }
    }

    fn search(
        &mut self,
        game: &dyn AnyGame,
        to: u64,
        to_second: Option<u64>,
        context: &Context<'_>,
    ) -> Result<Option<Stop>, TableError> {
        let mut genera = PositionGenera::default();
        for a in self.first_row..=to {
            for b in self.first_column.unwrap_or(0)..=to_second.unwrap_or(0) {
                context.tick("filling the table", self.cells.len() as u64)?;
                let numbers = match to_second {
                    Some(_) => vec![a.into(), b.into()],
                    None => vec![a.into()],
                };
                let Ok(sum) = position(game, &numbers, context)? else {
                    self.cells.push(Cell::None);
                    continue;
                };
                let [component] = &*sum else {
                    return Err(TableError::Shape(format!(
                        "{} is a sum: genera are told of one component",
                        game.title()
                    )));
                };
                match genera.of(component, context) {
                    Ok(None) => self.cells.push(Cell::Undefined),
                    Ok(Some((genus, class))) => {
                        let arguments = match to_second {
                            None => a.to_string(),
                            Some(_) => format!("({a},{b})"),
                        };
                        self.tell(&arguments, class);
                        self.cells.push(Cell::Genus(genus));
                    }
                    Err(stop) => {
                        let whole = self.cells.len() / self.columns * self.columns;
                        self.cells.truncate(whole);
                        return Ok(unless_final(Some(stop))?);
                    }
                }
            }
        }
        Ok(None)
    }

    /// The table, to be written in any format.
    pub fn sheet(&self) -> Sheet<'_> {
        let columns = self.columns;
        let row = move |i: usize, fields: &mut Vec<Field>| {
            fields.push(Field::Number(self.first_row + i as u64));
            fields.extend(self.cells[i * columns..][..columns].iter().map(|cell| match cell {
                Cell::None => Field::None,
                cell => Field::Word(cell.text().into()),
            }));
        };
        let names = match self.first_column {
            None => vec![self.labels[0].clone().into(), "genus".into()],
            Some(first) => {
                let numbers = (first..first + columns as u64).map(|b| b.to_string().into());
                std::iter::once(self.labels[0].clone().into()).chain(numbers).collect()
            }
        };
        let widest = self.cells.iter().map(|cell| cell.text().len()).max().unwrap_or(1);
        let text = |place: usize| self.cells[place].text();
        let rows = self.cells.len() / columns.max(1);
        let own = match self.first_column {
            None => grid::line(&self.labels[0], (self.first_row, self.cells.len()), widest, text),
            Some(first) => {
                let corner = self.labels.join("/");
                grid::square((self.first_row, first), (rows, columns), corner, widest, text)
            }
        };
        Sheet {
            heading: format!("{}: genera in misère play", self.title),
            game: self.title.clone(),
            play: Play::Misere,
            operation: None,
            view: "genus".into(),
            columns: names,
            shown: None,
            len: rows,
            row: Box::new(row),
            own_text: (rows > 0).then_some(own),
            remarks: self.remarks(),
            stop: None,
            note: self.period.map(|period| Note {
                period,
                proved: true,
                entries: 0,
                of: Repeating::Genera,
            }),
        }
    }

    fn classes(&self) -> String {
        let (list, more) = &self.untamed;
        if list.is_empty() {
            return match self.unclassed {
                false => "all positions of the table are tame".into(),
                true => "the first positions of the table are tame".into(),
            };
        }
        let mut words: Vec<String> =
            list.iter().map(|(arguments, class)| format!("{arguments} {class}")).collect();
        match more {
            0 => {}
            more => words.push(format!("and {more} more")),
        }
        format!("not tame: {}", words.join("; "))
    }

    fn remarks(&self) -> Vec<String> {
        let mut remarks = Vec::new();
        if self.cells.iter().any(|cell| matches!(cell, Cell::Undefined)) {
            remarks.push(
                "*: a move wins at once or must be answered, there are no misère values".to_owned(),
            );
        }
        if self.cells.iter().any(|cell| matches!(cell, Cell::Genus(_))) {
            remarks.push(self.classes());
        }
        remarks
    }
}

/// What ended the work, if what was found by then can be told all the same: a limit.
fn unless_final(end: Option<Stop>) -> Result<Option<Stop>, Stop> {
    match end {
        None | Some(Stop::Limit { .. }) => Ok(end),
        Some(stop) => Err(stop),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expr::Catalogue;
    use crate::table::Format;

    fn table(game: &str, to: u64, second: Option<u64>) -> GeneraTable {
        let game = Catalogue::default().read_game(game).unwrap();
        let (table, end) = GeneraTable::find(&*game, to, second, &Context::default()).unwrap();
        assert!(end.is_none(), "{end:?}");
        table
    }

    #[test]
    fn entries_stand_where_their_positions_do() {
        let context = Context::default();
        for (name, to, second) in [
            ("kayles", 9, None),
            ("treblecross", 9, None),
            ("fibonacci-nim", 7, None),
            ("nim", 20, None),
            ("wythoff", 4, Some(5)),
            ("chomp", 3, Some(4)),
            ("cutting", 4, None),
            ("subtraction[1,3,4]", 30, None),
        ] {
            let game = Catalogue::default().read_game(name).unwrap();
            let table = table(name, to, second);
            let (mut genera, mut untamed) = (PositionGenera::default(), Vec::new());
            let columns = table.columns as u64;
            for (i, cell) in table.cells.iter().enumerate() {
                let (row, column) = (i as u64 / columns, i as u64 % columns);
                let a = table.first_row + row;
                let numbers: Vec<u64> =
                    std::iter::once(a).chain(table.first_column.map(|b| b + column)).collect();
                let Ok(component) = crate::table::place(&*game, &numbers) else {
                    assert!(matches!(cell, Cell::None), "{name} {numbers:?}");
                    continue;
                };
                let wanted = genera.of(&component, &context).unwrap();
                match (&wanted, cell) {
                    (None, Cell::Undefined) => {}
                    (Some((genus, class)), Cell::Genus(found)) => {
                        assert_eq!(found, genus, "{name} {numbers:?}");
                        if class.as_tame().is_none() {
                            untamed.push((format!("{numbers:?}"), *class));
                        }
                    }
                    _ => panic!("{name} {numbers:?}: {wanted:?} {}", cell.text()),
                }
            }
            let plain = |text: &String| text.replace(['[', ']', '(', ')', ' '], "");
            let (listed, more) = &table.untamed;
            assert_eq!((listed.len() as u64 + more) as usize, untamed.len(), "{name}");
            for (listed, wanted) in listed.iter().zip(&untamed) {
                assert_eq!((plain(&listed.0), listed.1), (plain(&wanted.0), wanted.1), "{name}");
            }
            assert!(!table.unclassed);
            let rows = to + 1 - table.first_row;
            assert_eq!(table.cells.len() as u64, rows * columns, "{name}");
        }
    }

    #[test]
    fn every_format_has_the_period_or_the_entries() {
        let table = table("0.123", 12, None);
        let text = table.sheet().to_text(Format::Text);
        assert!(text.starts_with("0.123: genera in misère play\n"), "{text}");
        assert!(text.ends_with(
            "not tame: 8 restless; 9 restive, half-tame\ngenera: period 5 from 5 on (proved)\n"
        ));
        let json: serde_json::Value =
            serde_json::from_str(&table.sheet().to_text(Format::Json)).unwrap();
        assert_eq!((&json["play"], &json["view"]), (&"misere".into(), &"genus".into()));
        assert_eq!(json["rows"][8], serde_json::json!([8, "2^1420"]));
        let period = &json["period"];
        assert_eq!((&period["of"], &period["from"]), (&"genera".into(), &5.into()));
        assert_eq!((&period["length"], &period["proved"]), (&5.into(), &true.into()));
        let markdown = table.sheet().to_text(Format::Markdown);
        assert!(markdown.contains("| 8 | 2^1420 |"), "{markdown}");
    }

    #[test]
    fn limits_leave_whole_rows_and_endless_play_is_refused() {
        let game = |name| Catalogue::default().read_game(name).unwrap();
        let mut context = Context::default();
        context.limits.positions = 100;
        let (table, end) = GeneraTable::find(&*game("cram"), 5, None, &context).unwrap();
        assert!(matches!(end, Some(Stop::Limit { .. })), "{end:?}");
        let (rows, columns) = (table.cells.len() / table.columns, table.columns);
        assert!(rows < columns && table.cells.len() == rows * columns);
        assert!(matches!(
            GeneraTable::find(&*game("wythoff"), 100, None, &context),
            Err(TableError::Stop(Stop::Limit { .. }))
        ));
    }
}
