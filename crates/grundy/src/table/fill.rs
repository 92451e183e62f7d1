//! The entries of a table, one by one or as the game has them together.

use super::cells::{Cell, Cells};
use super::{Note, Repeating, Table, TableError};
use crate::analysis::{Session, value};
use crate::answer::PartValue;
use crate::context::{Context, Stop};
use crate::game::{AnyGame, Component, Content, Entries, Line};
use crate::nat::Nat;
use crate::outcome::Play;
use crate::syntax::{self, Arg, ArgKind, Args, ErrorKind, ReadError, Span};
use std::sync::Arc;

/// The component with these numbers as its arguments.
pub(crate) fn place<N: Clone + Into<Nat>>(
    game: &dyn AnyGame,
    numbers: &[N],
) -> Result<Arc<dyn Component>, ReadError> {
    let span = Span::default();
    let arg = |n: &N| Arg { kind: ArgKind::Number(n.clone().into()), span };
    game.place(&Args { groups: vec![numbers.iter().map(arg).collect()], span }, &Context::default())
}

/// The position of a table with these numbers as its arguments, or why there is none.
///
/// # Errors
/// [`TableError::Shape`]: the numbers are several positions, or a position that is too large to be read.
pub(crate) fn position(
    game: &dyn AnyGame,
    numbers: &[Nat],
    context: &Context<'_>,
) -> Result<Result<Vec<Arc<dyn Component>>, ReadError>, TableError> {
    let told = || syntax::join(numbers.iter().map(Nat::to_string), ",");
    match game.sum_at(numbers, context) {
        // What cannot be read because it is too large, or because of a file, is no gap in a table.
        Err(error) if game.letters() > 0 && error.kind != ErrorKind::Domain => {
            let what = format!("({}): {}", told(), error.in_one_line());
            Err(match error.kind {
                ErrorKind::Limit => TableError::Stop(Stop::beyond(what)),
                _ => TableError::Shape(what),
            })
        }
        Ok(sum)
            if game.letters() == 0
                && sum.iter().map(|component| component.parts()).sum::<usize>() != 1 =>
        {
            Err(TableError::Shape(format!(
                "{} reads ({}) as several positions, so it has no such table",
                game.title(),
                told()
            )))
        }
        found => Ok(found),
    }
}

/// Whether a table of the game has two arguments; `second` tells that two bounds are given.
pub(crate) fn takes_two(game: &dyn AnyGame, second: bool) -> Result<bool, TableError> {
    match game.letters() {
        0 => {}
        1 if second => {
            let message = format!("{} has one letter: leave the second bound out", game.title());
            return Err(TableError::Shape(message));
        }
        letters => return Ok(letters == 2),
    }
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
        let heaps = || place(game, &[1u64, 1]).is_ok();
        let hint = match one {
            true if heaps() => format!(
                "it takes one number: leave the second bound out, or name two heaps: {}(a,b)",
                game.title()
            ),
            true => "it takes one number: leave the second bound out".into(),
            false => "tables are made of games whose position is one number or two".into(),
        };
        let more =
            game.table_hint().filter(|_| !one).map_or(String::new(), |hint| format!("; {hint}"));
        return Err(TableError::Shape(format!("{} has no such table: {hint}{more}", game.title())));
    }
    Ok(wants_two)
}

/// What heads the arguments of a table: the letters of an expression, else n, or a and b.
pub(crate) fn labels(game: &dyn AnyGame, two: bool) -> [String; 2] {
    let letters = if game.letters() > 0 { game.argument_names() } else { Vec::new() };
    match (&letters[..], two) {
        ([a, b], _) => [a.clone(), b.clone()],
        ([n], _) => [n.clone(), String::new()],
        (_, true) => ["a".into(), "b".into()],
        (_, false) => ["n".into(), String::new()],
    }
}

/// The least argument of a table, or both of them: 0 where a position with it and 0 or 1 exists,
/// else 1.
pub(crate) fn least(game: &dyn AnyGame, two: bool, context: &Context<'_>) -> [u64; 2] {
    let exists = |numbers: &[u64]| {
        let numbers: Vec<Nat> = numbers.iter().map(|&n| n.into()).collect();
        game.sum_at(&numbers, context).is_ok()
    };
    if !two {
        return [u64::from(!exists(&[0])); 2];
    }
    if exists(&[0, 0]) {
        return [0; 2];
    }
    [[0, 1], [1, 0]].map(|numbers| u64::from(!exists(&numbers)))
}

/// A table that ends at a limit.
pub(crate) type AsFar = (Table, Option<Stop>);

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
        match Self::compute_as_far(game, to, to_second, content, context)? {
            (table, None) => Ok(table),
            (_, Some(stop)) => Err(TableError::Stop(stop)),
        }
    }

    /// The same; where a limit is reached in filling the table one by one, the whole rows found by then, with the limit.
    ///
    /// # Complexity
    /// As [`compute`](Self::compute).
    ///
    /// # Errors
    /// As there; the limit where no row is whole.
    pub fn compute_as_far(
        game: &dyn AnyGame,
        to: u64,
        to_second: Option<u64>,
        content: Content,
        context: &Context<'_>,
    ) -> Result<AsFar, TableError> {
        let two = takes_two(game, to_second.is_some())?;
        let mut filler = Filler { game, content, context, session: Session::default() };
        let to_second = two.then(|| to_second.unwrap_or(to));
        let [first_row, first_column] = least(game, two, context);
        let ends: Vec<u64> = std::iter::once(to).chain(to_second).collect();
        // Rules tell what to do about a table that is too large.
        let entries = filler.entries(&ends)?;
        let count = match to_second {
            None => to.saturating_add(1).saturating_sub(first_row).into(),
            Some(to_second) => (u128::from(to) + 1).saturating_mul(u128::from(to_second) + 1),
        };
        let count = u64::try_from(count).unwrap_or(u64::MAX);
        let doing = || match count {
            u64::MAX => "a table of 2^64 entries or more".to_owned(),
            _ => format!("a table of {count} entries"),
        };
        context.check_positions(count, doing)?;
        // Entries that the game has together stand twice for a while.
        let bytes = if entries.is_some() { 8 } else { 4 };
        context.check_memory(count.saturating_mul(bytes), doing)?;
        let columns = to_second.map_or(1, |to| (to + 1).saturating_sub(first_column) as usize);
        let mut table = Self {
            title: game.title(),
            first_row,
            first_column: two.then_some(first_column),
            content,
            note: None,
            operation: None,
            arguments: game.argument_names(),
            labels: labels(game, two),
            entails: game.entails(),
            no_position: None,
            said: None,
            columns,
            cells: Cells::default(),
        };
        if !two && let Some((cells, note)) = filler.line(first_row, to)? {
            (table.cells, table.note) = (cells, note);
            return Ok((table.noted(context)?, None));
        }
        table.cells = Cells::with_capacity(count as usize);
        let mut stop = None;
        let columns_to = to_second.unwrap_or(first_column);
        'rows: for a in first_row..=to {
            for b in first_column..=columns_to {
                let numbers = if two { &[a, b][..] } else { &[a][..] };
                let place = to_second.map_or(a, |to_second| a * (to_second + 1) + b);
                let cell = match context.tick("filling the table", place) {
                    Err(stop) => Err(stop.into()),
                    Ok(()) if entries.is_some() => Ok(None),
                    Ok(()) => table.cell_of(&mut filler, numbers).map(Some),
                };
                match cell {
                    Ok(Some(cell)) => table.cells.push(cell),
                    Ok(None) => {
                        if let Some(entries) = &entries {
                            table.cells.push_entry(entries(place as usize), content);
                        }
                    }
                    Err(TableError::Stop(limit @ (Stop::Limit { .. } | Stop::Refused(_))))
                        if table.cells.len() >= columns =>
                    {
                        table.cells.truncate(table.cells.len() / columns * columns);
                        stop = Some(limit);
                        break 'rows;
                    }
                    Err(error) => return Err(error),
                }
            }
        }
        if !two && stop.is_none() {
            table.note = filler.misere_note()?;
            table = table.noted(context)?;
        }
        Ok((table, stop))
    }

    /// An entry; where an expression with letters has no position there, why.
    fn cell_of(&mut self, filler: &mut Filler<'_>, numbers: &[u64]) -> Result<Cell, TableError> {
        let numbers: Vec<Nat> = numbers.iter().map(|&n| n.into()).collect();
        let letters = filler.game.letters() > 0;
        let place = || {
            let names = self.labels.iter().zip(&numbers);
            syntax::join(names.map(|(name, n)| format!("{name} = {n}")), ", ")
        };
        match position(filler.game, &numbers, filler.context)? {
            Ok(sum) => {
                let mut notes =
                    sum.iter().flat_map(|component| component.notes()).cloned().peekable();
                if letters && notes.peek().is_some() {
                    self.said = Some(format!("{}: {}", place(), syntax::join(notes, "; ")));
                }
                filler.cell(&sum)
            }
            Err(error) => {
                if letters {
                    self.no_position = Some(format!("{}: {}", place(), error.message));
                }
                Ok(Cell::None)
            }
        }
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

    /// What is proved of the misère outcomes of all heaps of a code.
    fn misere_note(&mut self) -> Result<Option<Note>, Stop> {
        let Content::Outcomes(Play::Misere) = self.content else { return Ok(None) };
        let Some((code, offset)) = self.game.code() else { return Ok(None) };
        match self.session.misere_period(code, self.context) {
            Ok(period) => Ok(period.map(|period| {
                let period = period.without_first(offset);
                Note { period, proved: true, entries: 0, of: Repeating::Outcomes }
            })),
            // The entries are there without it.
            Err(Stop::Limit { .. }) => Ok(None),
            Err(stop) => Err(stop),
        }
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

    fn cell(&mut self, sum: &[Arc<dyn Component>]) -> Result<Cell, TableError> {
        Ok(match self.content {
            Content::Values => match value(sum, self.context)? {
                PartValue::Known(value) => Cell::Value(value),
                PartValue::Loopy(set) => Cell::Loopy(set),
                _ => Cell::Loony,
            },
            Content::Outcomes(play) => {
                Cell::Outcome(self.session.outcome(sum, play, self.context)?)
            }
            Content::Lengths(measure, play) => {
                match self.session.length(sum, measure, play, self.context)? {
                    Some(moves) => Cell::Value(moves.into()),
                    // Written as infinite.
                    None => Cell::Loopy(Vec::new()),
                }
            }
        })
    }
}
