//! Surveys: many codes at a time, as in the published tables, and which of them are one game.

use super::Code;
use super::run::Run;
use crate::context::{Context, Stop};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// What a survey tells of a code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// The code.
    pub code: String,
    /// How many values were computed; those behind a proved period were not.
    pub computed: u64,
    /// The least heap from which the sequence repeats.
    pub preperiod: Option<u64>,
    /// The period.
    pub period: Option<u64>,
    /// What a period adds.
    pub saltus: Option<u32>,
    /// Whether the period is proved; null where none is seen.
    pub proved: Option<bool>,
    /// The greatest value computed.
    pub max: u32,
    /// The first heap that has it.
    pub max_at: u64,
    /// The mask of the sparse space.
    pub mask: Option<u32>,
    /// How many heaps are rare.
    pub rare: Option<usize>,
    /// The last rare heap.
    pub last_rare: Option<u64>,
    /// How many heaps there are before the first whose value is not 0.
    pub zeros: u64,
    /// How many values behind the zeros the fingerprint is of.
    pub compared: u64,
    /// The SHA-256 of these values.
    pub fingerprint: String,
}

/// Codes that are the same game with heaps renamed: their sequences are equal behind the zeros at
/// their beginnings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Group {
    /// The members, in order; what is told is that of the first.
    pub members: Vec<Entry>,
    /// Whether the sequences are equal for ever: all periods are proved, and they are the same. For
    /// a single member there is nothing to prove.
    pub proved: bool,
    /// Up to how many values behind the zeros they were compared.
    pub compared: u64,
}

/// A pattern may stand for so many codes.
const MOST_CODES: usize = 1 << 18;

/// Sequences are compared up to so many heaps before the last: codes with more zeros than this at
/// the beginning are compared up to less.
const SHIFT: u64 = 32;

/// The codes of a pattern, in which `?` stands for any octal digit, each once, in order.
///
/// # Errors
/// What is wrong with the pattern.
///
/// ```
/// use grundy::heap::survey::codes;
/// assert_eq!(codes("0.1?").unwrap().len(), 8);
/// assert!(codes("1.?").is_err());
/// ```
pub fn codes(pattern: &str) -> Result<Vec<Code>, String> {
    let places = pattern.matches('?').count() as u32;
    let count = 8usize.checked_pow(places).filter(|&count| count <= MOST_CODES);
    let Some(count) = count else { return Err(format!("{pattern} stands for too many codes")) };
    let mut found: Vec<Code> = Vec::new();
    for index in 0..count {
        let mut place = places;
        let digit = |c: char| {
            if c != '?' {
                return c;
            }
            place -= 1;
            char::from_digit((index >> (3 * place)) as u32 & 7, 8).unwrap_or('0')
        };
        let text: String = pattern.chars().map(digit).collect();
        let code: Code = text.parse().map_err(|error| format!("{text}: {error}"))?;
        found.push(code);
    }
    let mut seen = std::collections::HashSet::new();
    found.retain(|code| seen.insert(code.to_string()));
    Ok(found)
}

/// Computes the entry of a code: up to heap `to`, or to a proved period. A limit of time or memory
/// ends the computation, not the survey.
///
/// # Errors
/// [`Stop`] when cancelled.
pub fn entry(code: &Code, to: u64, context: &Context<'_>) -> Result<Entry, Stop> {
    let mut run = Run::new(code.clone());
    match run.extend(to, false, context, &mut |_| Ok(())) {
        Ok(()) | Err(Stop::Limit { .. }) => {}
        Err(stop) => return Err(stop),
    }
    let summary = run.summary();
    let len = run.values().len() as u64;
    let zeros = run.values().iter().take_while(|&value| value == 0).count() as u64;
    let compared = (len - zeros).min(len.saturating_sub(SHIFT));
    let mut hash = Sha256::new();
    for value in run.values().iter().skip(zeros as usize).take(compared as usize) {
        hash.update(value.to_le_bytes());
    }
    let hex = |bytes: &[u8]| {
        bytes.iter().fold(String::new(), |mut text, byte| {
            let _ = write!(text, "{byte:02x}");
            text
        })
    };
    let (max, max_at) = summary.greatest.unwrap_or((0, 0));
    let (period, space) = (summary.period, summary.space.as_ref());
    Ok(Entry {
        code: code.to_string(),
        computed: run.computed(),
        preperiod: period.map(|found| found.start),
        period: period.map(|found| found.length),
        saltus: period.map(|found| found.saltus),
        proved: period.map(|_| summary.theorem.is_some()),
        max,
        max_at,
        mask: space.map(|space| space.mask),
        rare: space.map(|space| space.rare.len()),
        last_rare: space.and_then(|space| Some(space.rare.last()?.0)),
        zeros,
        compared,
        fingerprint: hex(&hash.finalize()),
    })
}

/// Puts equal games together, in the order of their first members.
///
/// Sequences behind their zeros that agree as far as they were compared are put together. They are
/// equal for ever if both periods are proved, and what was compared has the preperiods and one
/// period: then preperiod (less zeros), period and saltus agree as well.
pub fn groups(entries: &[Entry]) -> Vec<Group> {
    let mut places: BTreeMap<(&str, u64), usize> = BTreeMap::new();
    let mut found: Vec<Group> = Vec::new();
    for entry in entries {
        let place = *places.entry((&entry.fingerprint, entry.compared)).or_insert_with(|| {
            found.push(Group { members: Vec::new(), proved: true, compared: entry.compared });
            found.len() - 1
        });
        found[place].members.push(entry.clone());
    }
    for group in &mut found {
        let shape = |entry: &Entry| {
            let (start, length) = (entry.preperiod?, entry.period?);
            // A sequence of zeros has no place where they end.
            let start = start.saturating_sub(entry.zeros);
            let seen = start + length <= entry.compared || entry.max == 0;
            (entry.proved == Some(true) && seen).then_some((start, length, entry.saltus))
        };
        let first = group.members.first().and_then(shape);
        let same = |entry: &Entry| first.is_some() && shape(entry) == first;
        group.proved = group.members.len() == 1 || group.members.iter().all(same);
    }
    found
}

/// The columns of a table.
const HEADS: [&str; 11] = [
    "code",
    "equal to",
    "preperiod",
    "period",
    "saltus",
    "proved",
    "max",
    "at",
    "mask",
    "rare",
    "last rare",
];

fn row(group: &Group) -> Option<[String; 11]> {
    let (entry, others) = group.members.split_first()?;
    let others: Vec<&str> = others.iter().map(|other| &*other.code).collect();
    let number = |n: Option<u64>| n.map_or_else(String::new, |n| n.to_string());
    let mut equal = others.join(" ");
    if !group.proved {
        let _ = write!(equal, " (up to {} values)", group.compared);
    }
    let proved = match entry.proved {
        Some(true) => "yes",
        Some(false) => "no",
        None => "",
    };
    Some([
        entry.code.clone(),
        equal,
        number(entry.preperiod),
        number(entry.period),
        number(entry.saltus.map(u64::from)),
        proved.to_owned(),
        entry.max.to_string(),
        entry.max_at.to_string(),
        number(entry.mask.map(u64::from)),
        number(entry.rare.map(|rare| rare as u64)),
        number(entry.last_rare),
    ])
}

/// The table as aligned text.
pub fn to_text(groups: &[Group]) -> String {
    let rows: Vec<[String; 11]> = groups.iter().filter_map(row).collect();
    let width =
        |i: usize| rows.iter().map(|row| row[i].len()).max().unwrap_or(0).max(HEADS[i].len());
    let widths: [usize; 11] = std::array::from_fn(width);
    let mut text = String::new();
    let mut line = |cells: [&str; 11]| {
        let mut line = String::new();
        for (i, (cell, width)) in cells.iter().zip(widths).enumerate() {
            let _ = match i {
                0 => write!(line, "{cell:width$}"),
                1 => write!(line, "  {cell:width$}"),
                _ => write!(line, "  {cell:>width$}"),
            };
        }
        text.push_str(line.trim_end());
        text.push('\n');
    };
    line(HEADS);
    for row in &rows {
        line(std::array::from_fn(|i| &*row[i]));
    }
    text
}

/// The table as comma-separated values.
pub fn to_csv(groups: &[Group]) -> String {
    let mut text = HEADS.join(",") + "\n";
    for row in groups.iter().filter_map(row) {
        let cells = row.map(|cell| if cell.contains(',') { format!("\"{cell}\"") } else { cell });
        text.push_str(&cells.join(","));
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn survey(pattern: &str, to: u64) -> Vec<Group> {
        let context = Context::default();
        let entries: Result<Vec<Entry>, Stop> =
            codes(pattern).unwrap().iter().map(|code| entry(code, to, &context)).collect();
        groups(&entries.unwrap())
    }

    fn group<'a>(groups: &'a [Group], code: &str) -> Vec<&'a str> {
        let has = |group: &&Group| group.members.iter().any(|entry| entry.code == code);
        let group = groups.iter().find(has).unwrap();
        group.members.iter().map(|entry| &*entry.code).collect()
    }

    #[test]
    fn equal_games_are_put_together_and_others_are_not() {
        let groups = survey("0.??", 3000);
        assert_eq!(groups.iter().map(|group| group.members.len()).sum::<usize>(), 64);
        // .27 belongs to .26.
        assert!(group(&groups, "0.26").contains(&"0.27"));
        assert_eq!(group(&groups, "0.77"), ["0.77"]);
        let values = |code: &str| {
            let mut values = Vec::new();
            crate::heap::kernel::choose(&code.parse().unwrap())
                .extend(600, &Context::default(), &mut |piece| values.extend_from_slice(piece))
                .unwrap();
            let zeros = values.iter().take_while(|&&value| value == 0).count();
            values[zeros..].to_vec()
        };
        let firsts: Vec<Vec<u32>> = groups.iter().map(|g| values(&g.members[0].code)).collect();
        for (group, first) in groups.iter().zip(&firsts) {
            for entry in &group.members {
                let other = values(&entry.code);
                assert!(first.iter().zip(&other).all(|(a, b)| a == b), "{}", entry.code);
            }
        }
        for (i, a) in firsts.iter().enumerate() {
            for b in &firsts[..i] {
                assert!(a.iter().zip(b).any(|(a, b)| a != b) || a.len() * b.len() == 0);
            }
        }
        // Without periods they are compared so far, not equal for ever.
        for group in groups.iter().filter(|group| group.members.len() > 1) {
            let proved = group.members.iter().all(|entry| entry.proved == Some(true));
            assert_eq!(group.proved, proved, "{}", group.members[0].code);
        }
        assert!(groups.iter().any(|group| group.members.len() > 1 && group.proved));
    }

    #[test]
    fn what_differs_late_is_told_apart_or_said_to_be_compared_so_far() {
        // Tables of the literature had .161 and .36 as one game; they differ behind heap 500.
        let context = Context::default();
        let entries = |to: u64| -> Vec<Entry> {
            ["0.161", "0.36"]
                .iter()
                .map(|c| entry(&c.parse().unwrap(), to, &context).unwrap())
                .collect()
        };
        let near = groups(&entries(450));
        assert_eq!((near.len(), near[0].proved), (1, false));
        assert!(to_text(&near).contains("up to"), "{}", to_text(&near));
        assert_eq!(groups(&entries(1000)).len(), 2);
    }

    #[test]
    fn tables_have_a_row_for_each_group() {
        let groups = survey("0.0?", 500);
        assert_eq!(to_text(&groups).lines().count(), groups.len() + 1);
        assert_eq!(to_csv(&groups).lines().count(), groups.len() + 1);
        let entry = &groups[0].members[0];
        let text = serde_json::to_string(entry).unwrap();
        assert_eq!(&serde_json::from_str::<Entry>(&text).unwrap(), entry);
    }
}
