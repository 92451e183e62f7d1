//! The numbers in which laws are looked for: those of a table, or outcomes asked of the rules.

use std::sync::Arc;

use grundy::Table;
use grundy::context::{Context, Stop};
use grundy::outcome::{Outcome, Play};
use grundy::period::Period;
use grundy::table::{Cell, Note, Repeating};
use grundy_rules::error::Failure;
use grundy_rules::typed::Program;

use crate::pattern::{Data, Grid, Meaning, Sequence, UNKNOWN};
use crate::rules::{FindError, Of, Oracle};

/// The last number of a table of one number, where none is asked for.
pub(super) const END_OF_ONE: u64 = 499;

/// The last numbers of a table of two numbers.
pub(super) const END_OF_TWO: u64 = 59;

/// A table as data.
pub(super) struct Entries {
    pub data: Data,
    /// The first number of each argument.
    pub least: Vec<i64>,
    /// The period that is proved of all entries.
    pub proved: Option<ProvedPeriod>,
}

/// A period that a theorem proves of what the law is about.
#[derive(Clone, Copy)]
pub(super) struct ProvedPeriod {
    pub period: Period,
    /// What the theorem is about: outcomes may follow from values.
    pub by: Repeating,
}

impl ProvedPeriod {
    /// What a note proves of values or outcomes, whichever the law is about.
    fn of_note(note: &Note, of: Of) -> Option<Self> {
        let period = match (of, note.of) {
            _ if !note.proved => return None,
            (Of::Value, Repeating::Values) | (Of::Outcome(_), Repeating::Outcomes) => note.period,
            // P-positions have the value 0. With a saltus all values after the first period are greater.
            (Of::Outcome(Play::Normal), Repeating::Values) => match note.period {
                Period { saltus: 0, .. } => note.period,
                Period { preperiod, length, .. } => {
                    Period { preperiod: preperiod.checked_add(length)?, length: 1, saltus: 0 }
                }
            },
            _ => return None,
        };
        Some(Self { period, by: note.of })
    }
}

impl Entries {
    /// The entries of a table.
    pub fn of_table(table: &Table, of: Of) -> Self {
        let entry = |row: usize, column: usize| match table.cell(row, column) {
            Cell::Value(value) if of == Of::Value => {
                grundy::nat::to_u64(&value).and_then(|v| i64::try_from(v).ok()).unwrap_or(UNKNOWN)
            }
            Cell::Outcome(outcome) => i64::from(outcome == Outcome::P),
            _ => UNKNOWN,
        };
        let cells = (0..table.rows()).flat_map(|row| (0..table.columns()).map(move |c| (row, c)));
        let values = cells.map(|(row, column)| entry(row, column)).collect();
        let least: Vec<i64> = std::iter::once(table.first_row)
            .chain(table.first_column)
            .map(|number| number as i64)
            .collect();
        let data = match data(&least, vec![table.rows(), table.columns()], values, of) {
            Data::Grid(grid) => Data::Grid(grid.named(&table.argument_names())),
            other => other,
        };
        let mut proved = table.note.and_then(|note| ProvedPeriod::of_note(&note, of));
        if let (Some(proved), Data::Sequence(entries)) = (&mut proved, &data)
            && of != Of::Value
            && i128::from(entries.end())
                >= i128::from(proved.period.preperiod) + i128::from(proved.period.length)
        {
            proved.period = proved.period.least(|n| entries.get(n as i64));
        }
        Self { data, least, proved }
    }

    /// The outcomes of the positions of a family of one or two numbers up to `end`, by the rules; `None`
    /// for more numbers, and where outcomes of single positions do not decide the game.
    ///
    /// # Errors
    /// [`FindError`]: the rules are wrong, or a limit was reached.
    pub fn of_rules(
        program: &Arc<Program>,
        family: usize,
        of: Of,
        end: &[u64],
        context: &Context<'_>,
    ) -> Result<Option<Self>, FindError> {
        let bound = |at: usize, usual: u64| end.get(at).or(end.last()).copied().unwrap_or(usual);
        let ends = match program.families[family].width {
            1 => [bound(0, END_OF_ONE), 0],
            2 => [bound(0, END_OF_TWO), bound(1, END_OF_TWO)],
            _ => return Ok(None),
        };
        let width = program.families[family].width;
        let count = (ends[0].saturating_add(1)).saturating_mul(ends[1].saturating_add(1));
        context.check_positions(count, || format!("a table of {count} entries"))?;
        let mut oracle = Oracle::new(program.clone(), of);
        let mut values = Vec::new();
        for a in 0..=ends[0] {
            for b in 0..=ends[1] {
                let lost = oracle.is_lost(family, &[a, b][..width], context);
                match lost {
                    Ok(lost) => values.push(lost.map_or(UNKNOWN, i64::from)),
                    Err(Failure::Stop(Stop::Refused(_))) => return Ok(None),
                    Err(Failure::Stop(stop)) => return Err(stop.into()),
                    Err(Failure::Rules(error)) => return Err(FindError::Rules(error)),
                }
            }
        }
        let least = vec![0; width];
        let sizes = ends.iter().map(|&end| end as usize + 1).collect();
        let names = program.families[family].params.iter().map(|param| param.name.to_string());
        let data = match data(&least, sizes, values, of) {
            Data::Grid(grid) => Data::Grid(grid.named(&names.collect::<Vec<_>>())),
            other => other,
        };
        Ok(Some(Self { data, least, proved: None }))
    }

    /// Whether they are values; else outcomes.
    pub fn is_values(&self) -> bool {
        match &self.data {
            Data::Sequence(sequence) => !sequence.is_outcomes(),
            Data::Grid(grid) => !grid.is_outcomes(),
            Data::Positions(_) => false,
        }
    }
}

/// Numbers row by row, of one or two arguments.
fn data(least: &[i64], sizes: Vec<usize>, values: Vec<i64>, of: Of) -> Data {
    let meaning = if of == Of::Value { Meaning::Values } else { Meaning::Outcomes };
    match least {
        [first] => Data::Sequence(Sequence::new(*first, values).meaning(meaning)),
        _ => {
            let grid = Grid::new(least.to_vec(), sizes, values);
            Data::Grid(grid.expect("rows times columns entries").meaning(meaning))
        }
    }
}
