//! The facts of a nim-sequence, as numbers, text and JSON; files of values.

use super::StandardForm;
use super::space::{Classes, Space};
use super::store::Values;
use crate::json::write_line;
use crate::period::{Period, Repetition};
use serde::{Deserialize, Serialize, Serializer};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, Write};

/// What is known of a sequence of values; heaps are as their game numbers them.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// The code or the name of the game.
    pub title: String,
    /// What computed the values.
    pub engine: String,
    /// The first heap: 0, except for games without a heap of 0.
    pub first: u64,
    /// How many values are known.
    pub computed: u64,
    /// The values from this heap on are copies by the proved period.
    pub copied_from: Option<u64>,
    /// The greatest value and the first heap that has it.
    pub greatest: Option<(u32, u64)>,
    /// How often each value occurs; empty if there are too many different ones.
    pub frequencies: BTreeMap<u32, u64>,
    /// The repetition seen at the end.
    pub period: Option<Period>,
    /// A repetition seen in the later half of values that were not kept; hashes of 61 bits tell it.
    pub repetition: Option<Repetition>,
    /// What proves it for ever.
    pub theorem: Option<String>,
    /// The sparse space.
    pub space: Option<Space>,
    /// The code of which this is a shift, where it is another code.
    pub standard_form: Option<StandardForm>,
}

/// What is known of a sequence in single facts, in the order of the contract; `None` where unknown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Facts<'a> {
    /// The code or the name of the game.
    pub code: &'a str,
    /// How many values are known.
    pub computed: u64,
    /// The greatest value.
    pub max: Option<u32>,
    /// The first heap that has it.
    pub max_at: Option<u64>,
    /// The least heap from which the sequence repeats; `None` also where only a later one is known.
    pub preperiod: Option<u64>,
    /// The period; a multiple of it perhaps where the preperiod is not known.
    pub period: Option<u64>,
    /// What a value grows by in a period.
    pub saltus: Option<u64>,
    /// Whether the period is proved.
    pub proved: Option<bool>,
    /// The mask of the sparse space that is claimed.
    pub mask: Option<u32>,
    /// Whether the parity of the heap enters into it.
    pub parity: Option<bool>,
    /// How many heaps are rare.
    pub rare: Option<usize>,
    /// The last rare heap.
    pub last_rare: Option<u64>,
}

/// What is counted of values that need not be kept.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    computed: u64,
    greatest: Option<(u32, u64)>,
    table: Vec<u64>,
}

impl Tally {
    /// Counts these values, the first of which is that of heap `first`.
    pub fn add(&mut self, first: u64, values: &[u32]) {
        let union = values.iter().fold(0, |all, value| all | value);
        if (union as usize) < PAIRED_VALUES && values.len() >= PAIRED_VALUES * PAIRED_VALUES {
            return self.add_by_two(first, values);
        }
        let Some(&most) = values.iter().max() else { return };
        self.note(first, values, most);
        if most as usize >= CACHED_VALUES {
            for &value in values {
                if let Some(count) = self.table.get_mut(value as usize) {
                    *count += 1;
                }
            }
            return;
        }
        // Four tables in turn: a count need not wait for the one before it.
        let mut tables = [[0u32; CACHED_VALUES]; 4];
        for four in values.chunks(4) {
            for (table, &value) in tables.iter_mut().zip(four) {
                table[value as usize % CACHED_VALUES] += 1;
            }
        }
        for table in &tables {
            for (count, &more) in self.table.iter_mut().zip(table) {
                *count += u64::from(more);
            }
        }
    }

    /// The same for small values, by counting how often one follows the other.
    fn add_by_two(&mut self, first: u64, values: &[u32]) {
        let mut pairs = [[0u32; PAIRED_VALUES]; PAIRED_VALUES];
        let (twos, last) = values.as_chunks::<2>();
        for &[a, b] in twos {
            pairs[a as usize % PAIRED_VALUES][b as usize % PAIRED_VALUES] += 1;
        }
        let mut counts = [0u64; PAIRED_VALUES];
        for (a, row) in pairs.iter().enumerate() {
            for (b, &count) in row.iter().enumerate() {
                counts[a] += u64::from(count);
                counts[b] += u64::from(count);
            }
        }
        for &value in last {
            counts[value as usize % PAIRED_VALUES] += 1;
        }
        let most = counts.iter().rposition(|&count| count > 0).unwrap_or(0);
        self.note(first, values, most as u32);
        for (count, more) in self.table.iter_mut().zip(counts) {
            *count += more;
        }
    }

    /// Notes the greatest of these values, and makes room to count them.
    fn note(&mut self, first: u64, values: &[u32], most: u32) {
        if self.greatest.is_none_or(|(before, _)| most > before) {
            let at = values.iter().position(|&value| value == most).expect("it is one of them");
            self.greatest = Some((most, first + at as u64));
        }
        self.computed += values.len() as u64;
        let size = (most as usize + 1).next_power_of_two().min(MAX_COUNTED_VALUES);
        if size > self.table.len() {
            self.table.resize(size, 0);
        }
    }

    /// Whether this may be what was counted of so many values.
    pub(super) fn fits(&self, computed: u64) -> bool {
        let counted = self.table.iter().try_fold(0u64, |sum, &count| sum.checked_add(count));
        self.computed == computed
            && self.greatest.is_none_or(|(_, at)| at < computed)
            && self.table.len() <= MAX_COUNTED_VALUES
            && counted.is_some_and(|counted| counted <= computed)
    }

    /// The number of values.
    pub fn computed(&self) -> u64 {
        self.computed
    }

    /// What is known of them.
    pub fn summary(self, title: String, engine: String) -> Summary {
        let frequencies = match self.greatest {
            Some((most, _)) if (most as usize) < MAX_COUNTED_VALUES => {
                (0..).zip(self.table).filter(|&(_, count)| count > 0).collect()
            }
            _ => BTreeMap::new(),
        };
        let (computed, greatest) = (self.computed, self.greatest);
        Summary { title, engine, computed, greatest, frequencies, ..Summary::default() }
    }
}

/// Frequencies are counted if all values are below this.
const MAX_COUNTED_VALUES: usize = 1 << 20;

/// Values below this are counted in tables that fit the processor's cache.
const CACHED_VALUES: usize = 512;

/// Values below this are counted two at a time, in a table of pairs.
const PAIRED_VALUES: usize = 64;

/// Values in a row of text.
const VALUES_PER_ROW: usize = 20;

/// At most so many rare heaps, and so many frequencies, are listed in a short text.
const MAX_LISTED: usize = 30;

impl Summary {
    /// Looks at the values from index `skip` on, the first of which is that of the heap `first`.
    ///
    /// # Complexity
    /// O(number of values).
    pub fn of(title: String, engine: String, values: &Values, skip: usize, first: u64) -> Self {
        let mut tally = Tally::default();
        values.each_piece(skip, |piece| tally.add(first + tally.computed, piece));
        let computed = values.len().saturating_sub(skip) as u64;
        Self { computed, first, ..tally.summary(title, engine) }
    }

    /// The last heap whose value is known.
    pub fn last(&self) -> Option<u64> {
        (self.first + self.computed).checked_sub(1).filter(|_| self.computed > 0)
    }

    /// The object of the contract, on one line.
    pub fn to_json(&self) -> String {
        serde_json::to_string(&self.facts()).expect("facts always serialise")
    }

    /// The same with `rare_heaps`, pairs of a heap and its value, and `frequencies`, pairs of a value
    /// and how often it occurs. Either is null if it is not known.
    pub fn to_detailed_json(&self) -> String {
        serde_json::to_string(&self.details(true)).expect("numbers always serialise")
    }

    fn details(&self, lists: bool) -> Details<'_> {
        let rare = || self.space.as_ref().map(|space| &space.rare[..]);
        let pairs = || self.frequencies.iter().map(|(&value, &count)| (value, count)).collect();
        let frequencies = || (!self.frequencies.is_empty()).then(pairs);
        Details {
            facts: self.facts(),
            rare_heaps: lists.then(rare),
            frequencies: lists.then(frequencies),
        }
    }

    /// The facts of the contract.
    pub fn facts(&self) -> Facts<'_> {
        let space = self.space.as_ref();
        let repeated = match (self.period, self.repetition) {
            (Some(period), _) => Some((period.length, period.saltus)),
            (None, seen) => seen.map(|seen| (seen.length, seen.saltus)),
        };
        Facts {
            code: &self.title,
            computed: self.computed,
            max: self.greatest.map(|(value, _)| value),
            max_at: self.greatest.map(|(_, n)| n),
            preperiod: self.period.map(|found| found.preperiod),
            period: repeated.map(|(length, _)| length),
            saltus: repeated.map(|(_, saltus)| saltus),
            proved: repeated.map(|_| self.theorem.is_some()),
            mask: space.map(|space| space.classes.mask),
            parity: space.map(|space| space.classes.parity),
            rare: space.map(|space| space.rare.len()),
            last_rare: space.and_then(|space| Some(space.rare.last()?.0)),
        }
    }

    /// Some lines for people, with 30 rare heaps and the 30 most frequent values at most.
    pub fn to_text(&self) -> String {
        self.lines(MAX_LISTED)
    }

    /// The same with all rare heaps and the frequencies of all values.
    pub fn to_detailed_text(&self) -> String {
        self.lines(usize::MAX)
    }

    fn lines(&self, most: usize) -> String {
        let mut text = String::new();
        let mut line = |label: &str, told: String| {
            let _ = writeln!(text, "{label:12}  {told}");
        };
        let Some(last) = self.last() else {
            line("computed", "nothing".into());
            return text;
        };
        let copied = match self.copied_from {
            Some(from) if from <= last => format!("; from {from} on copied by the period"),
            _ => String::new(),
        };
        line(
            "computed",
            format!("heaps {} to {last}, engine: {}{copied}", self.first, self.engine),
        );
        if let Some((value, at)) = self.greatest {
            line("greatest", format!("{value}, first at {at}"));
        }
        line("period", self.period_text());
        if let Some(StandardForm { code, shift, .. }) = &self.standard_form {
            line("same game", format!("{code}, whose heap n is heap n + {shift} here"));
        }
        if let Some(space) = &self.space {
            let Classes { mask, parity, .. } = space.classes;
            let parity = if parity { " and the parity of the heap" } else { "" };
            line("sparse space", format!("mask {mask} (binary {mask:b}){parity}"));
            let rare: Vec<String> =
                space.rare.iter().take(most).map(|(n, value)| format!("{n}:{value}")).collect();
            let more = if space.rare.len() > most { " …" } else { "" };
            let last = space.rare.last().map_or_else(String::new, |(n, _)| format!(", last {n}"));
            line(
                "rare heaps",
                format!("{}{last}; heap:value {}{more}", space.rare.len(), rare.join(" ")),
            );
        }
        if !self.frequencies.is_empty() {
            let mut counts: Vec<(u64, u32)> =
                self.frequencies.iter().map(|(&value, &count)| (count, value)).collect();
            counts.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
            let listed: Vec<String> =
                counts.iter().take(most).map(|(count, value)| format!("{value}:{count}")).collect();
            let more = if counts.len() > most { " …" } else { "" };
            line("frequencies", format!("value:count {}{more}", listed.join(" ")));
        }
        text
    }

    /// What is known of the period, in words.
    pub fn period_text(&self) -> String {
        let kind = |length: u64, saltus: u64| match saltus {
            0 => length.to_string(),
            _ => format!("arithmetic, {length} with saltus {saltus}"),
        };
        let Some(Period { preperiod, length, saltus }) = self.period else {
            let Some(seen) = self.repetition else { return "none seen".into() };
            let Repetition { from, to, length, saltus } = seen;
            let kind = kind(length, saltus);
            return format!("{kind} from {from} or earlier, seen to heap {to}, not proved");
        };
        let kind = format!("{} from {preperiod} on", kind(length, saltus));
        match &self.theorem {
            Some(theorem) => format!("{kind}, proved by {theorem}"),
            None => format!("{kind}, observed, not proved"),
        }
    }
}

/// Writes values in rows, with the heap of the first of each in the margin.
///
/// # Errors
/// Those of the writer.
pub fn write_rows(values: &Values, skip: usize, first: u64, out: &mut dyn Write) -> io::Result<()> {
    let len = values.len().saturating_sub(skip);
    let most = values.iter().skip(skip).max().unwrap_or(0);
    let width = most.to_string().len().max((VALUES_PER_ROW - 1).to_string().len() + 1);
    let margin = (first + len.saturating_sub(1) as u64).to_string().len();
    let heads: String =
        (0..VALUES_PER_ROW.min(len)).map(|i| format!(" {:>width$}", format!("+{i}"))).collect();
    writeln!(out, "{:>margin$} |{heads}", "n")?;
    writeln!(out, "{}-+{}", "-".repeat(margin), "-".repeat(heads.len()))?;
    for from in (0..len).step_by(VALUES_PER_ROW) {
        write!(out, "{:>margin$} |", first + from as u64)?;
        for value in values.slice(skip + from, skip + len.min(from + VALUES_PER_ROW)) {
            write!(out, " {value:>width$}")?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// Writes lines `n,value` below a header.
///
/// # Errors
/// Those of the writer.
pub fn write_csv(values: &Values, skip: usize, first: u64, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(b"n,grundy\n")?;
    for (n, value) in (first..).zip(values.iter().skip(skip)) {
        writeln!(out, "{n},{value}")?;
    }
    Ok(())
}

/// Writes the summary as one JSON object with the list of all values in it; `detailed` as
/// [`Summary::to_detailed_json`] does.
///
/// # Errors
/// Those of the writer.
pub fn write_json(
    summary: &Summary,
    values: &Values,
    skip: usize,
    detailed: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    let object = WithValues {
        details: summary.details(detailed),
        first: summary.first,
        values: Stored { values, skip },
    };
    write_line(out, &object)
}

/// Facts, and lists where they are asked for.
#[derive(Serialize)]
struct Details<'a> {
    #[serde(flatten)]
    facts: Facts<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rare_heaps: Option<Option<&'a [(u64, u32)]>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    frequencies: Option<Option<Vec<(u32, u64)>>>,
}

/// Facts with the values themselves.
#[derive(Serialize)]
struct WithValues<'a> {
    #[serde(flatten)]
    details: Details<'a>,
    first: u64,
    values: Stored<'a>,
}

/// The values from an index on.
struct Stored<'a> {
    values: &'a Values,
    skip: usize,
}

impl Serialize for Stored<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.values.iter().skip(self.skip))
    }
}

/// Writes values in the binary form of tables: `GRUNDYV1`, bytes a value, 0, the number of values and
/// the first heap (8 bytes each), the values; all little-endian.
///
/// # Errors
/// Those of the writer.
pub fn write_binary(
    values: &Values,
    skip: usize,
    first: u64,
    out: &mut dyn Write,
) -> io::Result<()> {
    out.write_all(b"GRUNDYV1")?;
    out.write_all(&[values.width() as u8, 0])?;
    out.write_all(&(values.len().saturating_sub(skip) as u64).to_le_bytes())?;
    out.write_all(&first.to_le_bytes())?;
    for value in values.iter().skip(skip) {
        out.write_all(&value.to_le_bytes()[..values.width()])?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(write: impl FnOnce(&mut Vec<u8>) -> io::Result<()>) -> Vec<u8> {
        let mut out = Vec::new();
        write(&mut out).unwrap();
        out
    }

    #[test]
    fn counts_are_those_of_the_values_however_they_are_cut() {
        let mut random = fastrand::Rng::with_seed(1);
        let mut next = |below: u64| random.u64(..below);
        // Small values, some that need a large table, some of which no table is made.
        for most in [1, 9, 64, 65, 511, 512, 513, 5000, 1 << 20, 1 << 22] {
            let mut value = || {
                let below = next(most) + 1;
                next(below) as u32
            };
            let list: Vec<u32> = (0..9001).map(|_| value()).collect();
            let (mut values, mut whole) = (Values::default(), Tally::default());
            values.extend(&list);
            whole.add(7, &list);
            let (mut cut, mut rest) = (Tally::default(), &list[..]);
            while !rest.is_empty() {
                let (now, later) = rest.split_at((next(900) as usize).min(rest.len()));
                cut.add(7 + cut.computed(), now);
                rest = later;
            }
            let greatest = *list.iter().max().unwrap();
            let at = list.iter().position(|&value| value == greatest).unwrap() as u64;
            let mut counts = BTreeMap::new();
            list.iter().for_each(|&value| *counts.entry(value).or_insert(0u64) += 1);
            if greatest as usize >= MAX_COUNTED_VALUES {
                counts.clear();
            }
            let of = Summary::of(String::new(), String::new(), &values, 0, 7);
            for found in
                [whole.summary(String::new(), String::new()), cut.summary("".into(), "".into()), of]
            {
                assert_eq!(found.greatest, Some((greatest, 7 + at)), "{most}");
                assert_eq!(found.computed, 9001);
                assert!(found.frequencies.iter().eq(&counts), "{most}");
            }
            // The first ones may be left out.
            let late = Summary::of(String::new(), String::new(), &values, 8991, 0);
            assert_eq!(late.computed, 10);
            assert_eq!(late.greatest.map(|g| g.0), list[8991..].iter().max().copied());
        }
    }

    #[test]
    fn every_form_has_the_values() {
        let mut values = Values::default();
        values.extend(&[7, 0, 1, 300, 2]);
        let csv = text(|out| write_csv(&values, 1, 0, out));
        assert_eq!(csv, b"n,grundy\n0,0\n1,1\n2,300\n3,2\n");
        let binary = text(|out| write_binary(&values, 1, 5, out));
        assert_eq!(binary[..10], *b"GRUNDYV1\x02\x00");
        assert_eq!(binary[10..26], [4, 0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0]);
        assert_eq!(binary[26..], [0, 0, 1, 0, 44, 1, 2, 0]);
        let summary = Summary::of("t".into(), "e".into(), &values, 1, 5);
        assert_eq!(
            (summary.greatest, summary.computed, summary.last()),
            (Some((300, 7)), 4, Some(8))
        );
        let json = text(|out| write_json(&summary, &values, 1, false, out));
        let json: serde_json::Value = serde_json::from_slice(&json).unwrap();
        assert_eq!(json["values"], serde_json::json!([0, 1, 300, 2]));
        assert_eq!(json["period"], serde_json::Value::Null);
        assert!(json.get("rare_heaps").is_none());
        let json = text(|out| write_json(&summary, &values, 1, true, out));
        let json: serde_json::Value = serde_json::from_slice(&json).unwrap();
        assert_eq!(json["rare_heaps"], serde_json::Value::Null);
        assert_eq!(json["frequencies"], serde_json::json!([[0, 1], [1, 1], [2, 1], [300, 1]]));
        let rows = String::from_utf8(text(|out| write_rows(&values, 0, 0, out))).unwrap();
        assert!(rows.ends_with("0 |   7   0   1 300   2\n"), "{rows}");
    }
}
