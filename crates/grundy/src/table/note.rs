//! The note below a table: the period of its entries, proved or observed.

use super::Table;
use crate::context::{Context, Stop};
use crate::game::Content;
use crate::period::Period;
use serde::Serialize;

/// The period of the entries of a table of one argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Note {
    /// The period; its preperiod is the first argument from which it holds.
    pub period: Period,
    /// Whether it is proved for all arguments; else it holds to the end of the table.
    pub proved: bool,
    /// How many entries repeat, if it is not proved.
    pub entries: u64,
    /// What repeats.
    pub of: Repeating,
}

/// What a period is one of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repeating {
    /// Grundy values.
    Values,
    /// Outcomes.
    Outcomes,
    /// Genus symbols.
    Genera,
}

/// A repetition is told if at least so many entries repeat.
const MIN_ENTRIES: usize = 12;

/// The repeating entries are at least so many periods.
const MIN_REPETITIONS: usize = 3;

/// The repeating entries are at least one of so many parts of the table.
const MAX_PARTS_OF_TABLE: usize = 4;

/// A note in JSON.
#[derive(Serialize)]
pub(super) struct Facts {
    of: &'static str,
    from: u64,
    length: u64,
    saltus: u64,
    proved: bool,
}

impl Note {
    /// What JSON tells.
    pub(super) fn facts(&self) -> Facts {
        let Period { preperiod: from, length, saltus } = self.period;
        let of = match self.of {
            Repeating::Values => "values",
            Repeating::Outcomes => "outcomes",
            Repeating::Genera => "genera",
        };
        Facts { of, from, length, saltus, proved: self.proved }
    }

    /// In one sentence.
    pub fn text(&self) -> String {
        let Period { preperiod, length, saltus } = self.period;
        let adding = match saltus {
            0 => String::new(),
            saltus => format!(", adding {saltus} each time (arithmetic)"),
        };
        let what = match self.of {
            Repeating::Values => "Grundy values",
            Repeating::Outcomes => "outcomes",
            Repeating::Genera => "genera",
        };
        if self.proved {
            format!("{what}: period {length} from {preperiod} on{adding} (proved)")
        } else {
            format!(
                "{what}: the last {} entries repeat with period {length}{adding} (observed in this table, from {preperiod} on)",
                self.entries
            )
        }
    }

    /// The period that can be observed in a table of one argument.
    ///
    /// # Complexity
    /// O(entries), twelve bytes each; nothing is looked for where they would not be allowed.
    pub(super) fn observe(table: &Table, context: &Context<'_>) -> Result<Option<Self>, Stop> {
        let count = table.cells.len();
        let fits = context.check_memory(16 * count as u64, String::new).is_ok();
        let Some(words) = table.cells.as_plain_words().filter(|_| fits && count < 1 << 31) else {
            return Ok(None);
        };
        let values = table.content == Content::Values;
        // The entries backwards; of values the differences, which repeat if the values do so with
        // a number added each time.
        let backwards: Vec<u32> = match values {
            true => words.windows(2).rev().map(|pair| pair[1].wrapping_sub(pair[0])).collect(),
            false => words.iter().rev().copied().collect(),
        };
        let Some((length, repeated)) = repetition(&backwards, context)? else { return Ok(None) };
        let entries = repeated + usize::from(values);
        let saltus = match values {
            // No values decrease for ever: this is no period.
            true => match words[count - 1].checked_sub(words[count - 1 - length]) {
                Some(saltus) => u64::from(saltus),
                None => return Ok(None),
            },
            false => 0,
        };
        let preperiod = table.first_row + (count - entries) as u64;
        let period = Period { preperiod, length: length as u64, saltus };
        let of = if values { Repeating::Values } else { Repeating::Outcomes };
        Ok(Some(Self { period, proved: false, entries: entries as u64, of }))
    }
}

/// The least period with which a long beginning repeats, and how long the longest such beginning
/// is (by the prefix function of Knuth, Morris and Pratt 1977).
fn repetition(text: &[u32], context: &Context<'_>) -> Result<Option<(usize, usize)>, Stop> {
    let mut border = vec![0u32; text.len() + 1];
    let mut best = None;
    let mut k = 0;
    for i in 1..text.len() {
        context.tick("looking for a period", i as u64)?;
        while k > 0 && text[i] != text[k] {
            k = border[k] as usize;
        }
        if text[i] == text[k] {
            k += 1;
        }
        border[i + 1] = k as u32;
        let (long, period) = (i + 1, i + 1 - k);
        if long >= MIN_ENTRIES
            && long >= MIN_REPETITIONS * period
            && long >= text.len() / MAX_PARTS_OF_TABLE
        {
            best = Some((period, long));
        }
    }
    Ok(best)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expr::Catalogue;

    fn note(game: &str, to: u64, content: Content) -> Option<Note> {
        let game = Catalogue::default().read_game(game).unwrap();
        Table::compute(&*game, to, None, content, &Context::default()).unwrap().note
    }

    #[test]
    fn notes_are_true_of_the_table_and_proofs_of_longer_ones() {
        use crate::outcome::Play::{Misere, Normal};
        let contents = [Content::Values, Content::Outcomes(Normal), Content::Outcomes(Misere)];
        for game in [
            "0.137",
            "0.77",
            "0.07",
            "0.45",
            "0.3",
            "4.[3]",
            "4!.0",
            "bash[6]",
            "nim",
            "nim-keep",
            "subtraction[2,5,7]",
            "subtraction[all-but[3]]",
            "subtraction[all-but[2,5]]",
            "subtraction[squares]",
            "subtraction[4,10]",
            "lasker",
            "split-smaller",
            "treblecross",
            "0.[2]",
            "fibonacci-nim",
            "subtraction[powers[2]]",
            "subtraction[powers[3]]",
        ] {
            let built = Catalogue::default().read_game(game).unwrap();
            for content in contents {
                let to = if content == contents[2] { 40 } else { 90 };
                let Some(note) = note(game, to, content) else { continue };
                let of_values =
                    if note.of == Repeating::Values { Content::Values } else { content };
                let far = if note.proved { 500 } else { to };
                let table =
                    Table::compute(&*built, far, None, of_values, &Context::default()).unwrap();
                let words = table.cells.as_plain_words().unwrap();
                let Period { preperiod: start, length, saltus } = note.period;
                let holds = |n: u64| {
                    let (at, on) = (n - table.first_row, n + length - table.first_row);
                    u64::from(words[on as usize]) == u64::from(words[at as usize]) + saltus
                };
                let from = start.max(table.first_row);
                assert!((from..=far.saturating_sub(length)).all(holds), "{game} {note:?}");
                assert!(
                    start <= table.first_row || far < start + length || !holds(start - 1),
                    "{game} {note:?}"
                );
            }
        }
    }

    #[test]
    fn what_is_not_seen_is_not_told() {
        assert_eq!(note("4!.0", 60, Content::Values), None);
        assert_eq!(note("subtraction[squares]", 60, Content::Values), None);
        assert_eq!(
            note("0.137", 30, Content::Values).unwrap().text(),
            "Grundy values: period 34 from 52 on (proved)"
        );
        let seen = note("lasker", 50, Content::Values).unwrap();
        assert!(seen.proved && seen.period.length == 4 && seen.period.saltus == 4, "{seen:?}");
        let seen = note("nim-pass", 50, Content::Values).unwrap();
        assert!(!seen.proved && seen.period.length == 2 && seen.period.saltus == 2, "{seen:?}");
        let seen = note("nim", 50, Content::Outcomes(crate::outcome::Play::Misere)).unwrap();
        assert_eq!(
            seen.text(),
            "outcomes: the last 49 entries repeat with period 1 (observed in this table, from 2 on)"
        );
    }
}
