//! The laws of a game as they are asked for: its rules, a table as far as it can be had, and whether
//! values or outcomes are looked at.

use super::entries::{END_OF_ONE, END_OF_TWO, Entries};
use super::{Question, Report, Status, at, of_game, rule_text};
use crate::pattern::data::is_named;
use crate::rules::{FindError, Of, Search};
use grundy::context::{Context, Stop};
use grundy::game::AnyGame;
use grundy::nat::{self, Nat, to_u64};
use grundy::outcome::Play;
use grundy::table::{Content, Table, TableError};
use grundy_rules::error::RuleError;
use grundy_rules::game::Rules;
use grundy_rules::source::Source;
use grundy_rules::typed::Program;
use std::sync::Arc;
use std::time::Duration;

/// Where the usual ends of tables cannot be reached, the half is tried, and so on to this end.
const MIN_END: u64 = 8;
/// So many entries of one number are enough for laws.
const ENOUGH_ROWS: usize = 16;
/// The time for each of these tables.
const TABLE_TIME: Duration = Duration::from_secs(2);
/// The time for a larger one, in which laws are checked again.
const FARTHER_TIME: Duration = Duration::from_secs(2);

/// What the laws are to tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Values of games of one number where they have a law, else outcomes in normal play.
    Best,
    /// Values.
    Values,
    /// Outcomes.
    Outcomes(Play),
    /// Outcomes in normal play where the other player may forbid so many options before each move.
    Blocked(u32),
}

/// A program, and the number of a family of it.
pub type Ruled = (Arc<Program>, usize);

/// What is asked of a game.
pub struct Asked<'q> {
    /// The game.
    pub game: &'q dyn AnyGame,
    /// Its rules, with the number of its family; see [`program_of`].
    pub program: Option<Ruled>,
    /// What the laws are to tell.
    pub wanted: Wanted,
    /// The last sizes of the table; empty: they are chosen.
    pub to: &'q [Nat],
    /// Positions to be answered by a proved law.
    pub at: &'q [Vec<Nat>],
    /// Whether a law that is not proved answers them where none is.
    pub unproved: bool,
    /// How many winning moves are told of each.
    pub moves: usize,
    /// How a proof is looked for.
    pub search: Search,
}

/// Why there is no report.
#[derive(Clone, Debug)]
pub enum AskedError {
    /// The rules are wrong.
    Rules(Box<(RuleError, Source)>),
    /// The table that was asked for cannot be had.
    Table(TableError),
    /// A limit, or cancelled.
    Stop(Stop),
    /// Anything else, in a sentence.
    Other(String),
}

/// The rules of the game of this title, and the number of its family: those of a program if they are
/// there, else the text of a built-in game; `None` where there is no text.
///
/// # Errors
/// If the text of a built-in game with its parameters is no program.
pub fn program_of(title: &str, own: Option<&Arc<Program>>) -> Result<Option<Ruled>, AskedError> {
    let name = title.split('[').next().unwrap_or(title);
    if let Some(program) = own
        && let Some(family) = program.families.iter().position(|own| {
            own.name.replace('_', "-").eq_ignore_ascii_case(&name.replace('_', "-"))
        })
    {
        return Ok(Some((program.clone(), family)));
    }
    let Some(text) = rule_text(title) else { return Ok(None) };
    let source = Source::new(title, &text.text);
    let rules = Rules::read(source.clone())
        .map_err(|error| AskedError::Rules(Box::new((error, source))))?;
    let family = rules.program().family(&text.family);
    Ok(family.map(|family| (rules.program().clone(), family)))
}

impl Asked<'_> {
    /// The laws.
    ///
    /// # Complexity
    /// That of the table, of up to two seconds where no end is named, twice that where laws are checked in a larger
    /// one, and of the search.
    ///
    /// # Errors
    /// [`AskedError`].
    pub fn report(&self, context: &Context<'_>) -> Result<Report, AskedError> {
        self.check_positions()?;
        match self.wanted {
            Wanted::Best => {}
            Wanted::Values => return self.ask(Of::Value, context),
            Wanted::Outcomes(play) => return self.ask(Of::Outcome(play), context),
            Wanted::Blocked(_) if self.program.is_none() => {
                return Err(AskedError::Other(format!(
                    "{} has no rule text, which says what options may be forbidden: write its rules",
                    self.game.title()
                )));
            }
            Wanted::Blocked(forbidden) => return self.ask(Of::Blocked(forbidden), context),
        }
        // Values of several numbers seldom have a law; who wins often has.
        let width = self.program.as_ref().map(|(program, family)| program.families[*family].width);
        let one = width.map_or_else(|| is_of_one(self.game), |width| width == 1);
        if one {
            let report = self.ask(Of::Value, context)?;
            if !report.laws.is_empty() {
                return Ok(report);
            }
            let mut outcomes = self.ask(Of::Outcome(Play::Normal), context)?;
            if outcomes.laws.is_empty() {
                return Ok(report);
            }
            let why = "no law of the Grundy values is found, so these are laws of who wins";
            outcomes.remarks.insert(0, why.to_owned());
            return Ok(outcomes);
        }
        self.ask(Of::Outcome(Play::Normal), context)
    }

    /// Whether the positions asked about have as many numbers as those of the game. Several numbers may
    /// be several heaps where values are told.
    fn check_positions(&self) -> Result<(), AskedError> {
        let Some((program, family)) = &self.program else { return Ok(()) };
        let width = program.families[*family].width;
        let heaps = width == 1 && matches!(self.wanted, Wanted::Best | Wanted::Values);
        let wrong = self.at.iter().find(|at| at.is_empty() || at.len() != width && !heaps);
        let Some(at) = wrong else { return Ok(()) };
        let title = self.game.title();
        let numbers: Vec<String> = at.iter().map(nat::print).collect();
        let asked = numbers.join(",");
        Err(AskedError::Other(match width {
            1 if at.len() > 1 => format!(
                "({asked}) are several heaps of {title}: their outcome does not follow from the outcomes of \
                 single heaps; ask about one heap"
            ),
            _ => {
                format!("a position of {title} has {width} numbers, and ({asked}) has {}", at.len())
            }
        }))
    }

    /// The laws of what `of` says.
    pub(crate) fn ask(&self, of: Of, context: &Context<'_>) -> Result<Report, AskedError> {
        let (table, ended) = match self.table(of, context)? {
            Some((table, ended)) => (Some(table), ended),
            None => (None, None),
        };
        let title = self.game.title();
        let end: Vec<u64> = self.to.iter().map(bound).collect();
        let question = Question {
            game: &title,
            program: self.program.clone(),
            table: table.as_ref(),
            end: &end,
            of,
            at: self.at,
            unproved: self.unproved,
            moves: self.moves,
            // Parameters that no move changes leave nothing for automata to tell, unless somebody asks.
            automata: self.game.letters() == 0
                || !self.search.systems.is_empty()
                || matches!(of, Of::Blocked(_)),
            search: self.search.clone(),
        };
        let report = of_game(&question, context).map_err(|error| match (error, &self.program) {
            (FindError::Rules(error), Some((program, _))) => {
                AskedError::Rules(Box::new((*error, (*program.source).clone())))
            }
            (FindError::Stop(stop), _) => AskedError::Stop(stop),
            (other, _) => AskedError::Other(other.to_string()),
        });
        let mut report = report?;
        if report.laws.iter().any(|law| law.status == Status::Checked) {
            if let Some(table) = table.as_ref().filter(|_| self.to.is_empty()) {
                self.look_farther(&mut report, table, of, context)?;
            }
            if let Some((program, family)) = self.program.as_ref().filter(|_| self.to.is_empty()) {
                let own = (&**program, *family);
                report.look_at_moves(own, of, context).map_err(AskedError::Stop)?;
            }
            report.at = at::by_formulas(&question, &report).unwrap_or(report.at);
        }
        report.remarks.extend(ended);
        if !report.laws.is_empty() {
            report.remarks.extend(self.letters());
        }
        Ok(report)
    }

    /// Compares laws that are checked with a table of four times as many entries, if it takes a moment.
    fn look_farther(
        &self,
        report: &mut Report,
        table: &Table,
        of: Of,
        context: &Context<'_>,
    ) -> Result<(), AskedError> {
        let content = match of {
            Of::Value => Content::Values,
            Of::Outcome(play) => Content::Outcomes(play),
            Of::Blocked(_) => return Ok(()),
        };
        let (end, times) = match table.columns() {
            1 => (table.first_row + table.rows() as u64, 4),
            _ => (table.first_row + table.rows() as u64, 2),
        };
        let own = context.within(FARTHER_TIME);
        match Table::compute(self.game, end * times - 1, None, content, &own) {
            Ok(farther) => report.look_farther(&Entries::of_table(&farther, of)),
            Err(TableError::Stop(Stop::Cancelled)) => {
                return Err(AskedError::Stop(Stop::Cancelled));
            }
            // The laws are checked as far as they were.
            Err(_) => {}
        }
        Ok(())
    }

    /// What the arguments are called in laws, where that is something else.
    fn letters(&self) -> Option<String> {
        let own = self.game.argument_names();
        match &own[..] {
            [n] if n != "n" => Some(format!("n stands for {n}")),
            [a, b] if (&**a, &**b) != ("a", "b") && !is_named(&own) => {
                Some(format!("a stands for {a}, and b for {b}"))
            }
            _ => None,
        }
    }

    /// The table, if there is one of this game; and what is said of one that a limit ended.
    fn table(
        &self,
        of: Of,
        context: &Context<'_>,
    ) -> Result<Option<(Table, Option<String>)>, AskedError> {
        let content = match of {
            Of::Value => Content::Values,
            Of::Outcome(play) => Content::Outcomes(play),
            // Made by the rules.
            Of::Blocked(_) => return Ok(None),
        };
        let chosen = self.to.is_empty();
        let mut end = match self.to.first() {
            Some(end) => bound(end),
            None => {
                let one = is_of_one(self.game);
                let end = if one { END_OF_ONE } else { END_OF_TWO };
                self.game.table_end().map_or(end, |most| end.min(4 * most))
            }
        };
        loop {
            let own = if chosen { context.within(TABLE_TIME) } else { *context };
            let second = self.to.get(1).map(bound);
            match Table::compute_as_far(self.game, end, second, content, &own) {
                Ok((table, None)) => return Ok(Some((table, None))),
                // What was asked for, as far as it could be had; or enough of what nobody asked for.
                Ok((table, Some(stop)))
                    if !chosen || table.columns() == 1 && table.rows() >= ENOUGH_ROWS =>
                {
                    let last = table.first_row + table.rows() as u64 - 1;
                    let ended = format!("the table ends with {last}: {stop}");
                    return Ok(Some((table, (!chosen).then_some(ended))));
                }
                Ok((_, Some(_))) if end > MIN_END => {
                    context.look("computing a table", 0).map_err(AskedError::Stop)?;
                    end /= 2;
                }
                Ok((_, Some(stop))) => return Err(AskedError::Table(TableError::Stop(stop))),
                // No table of two numbers at most: what is proved needs none.
                Err(TableError::Shape(_)) if chosen => return Ok(None),
                // Nobody asked for so many: fewer will do.
                Err(TableError::Stop(stop))
                    if chosen && stop != Stop::Cancelled && end > MIN_END =>
                {
                    context.look("computing a table", 0).map_err(AskedError::Stop)?;
                    end /= 2;
                }
                Err(error) => return Err(AskedError::Table(error)),
            }
        }
    }
}

/// A bound as it is typed; what is too large for a table is refused there.
fn bound(n: &Nat) -> u64 {
    to_u64(n).unwrap_or(u64::MAX - 1)
}

fn is_of_one(game: &dyn AnyGame) -> bool {
    let table = Table::compute(game, 1, None, Content::Values, &Context::default());
    table.is_ok_and(|table| table.first_column.is_none())
}
