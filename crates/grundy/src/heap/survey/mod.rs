//! Surveys: tables of many codes as in the literature, with equal games put together.

mod text;

pub use text::{to_csv, to_csv_line, to_line, to_text};

use super::run::Run;
use super::{Code, StandardForm};
use crate::context::{Context, Progress, Stop, Unit};
use hashbrown::HashMap;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The row of a code in a survey.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// The code.
    pub code: String,
    /// How many values were computed; after the proof of a period they are copied.
    pub computed: u64,
    /// The least heap from which the sequence repeats.
    pub preperiod: Option<u64>,
    /// The period.
    pub period: Option<u64>,
    /// What a period adds.
    pub saltus: Option<u64>,
    /// Whether the period is proved; null where none is seen.
    pub proved: Option<bool>,
    /// The greatest value computed.
    pub max: u32,
    /// The first heap that has it.
    pub max_at: u64,
    /// The mask of the sparse space.
    pub mask: Option<u32>,
    /// Whether the parity of the heap enters into it.
    #[serde(default)]
    pub parity: Option<bool>,
    /// How many heaps are rare.
    pub rare: Option<usize>,
    /// The last rare heap.
    pub last_rare: Option<u64>,
    /// How many heaps there are before the first whose value is not 0.
    pub zeros: u64,
    /// The fingerprint is that of so many values after the zeros.
    pub compared: u64,
    /// The SHA-256 of these values.
    pub fingerprint: String,
}

impl Entry {
    /// The entry of another code with the same sequence.
    pub fn of_equal(&self, code: &Code) -> Self {
        Self { code: code.to_string(), ..self.clone() }
    }

    /// Whether the code was computed to heap `to` or to a proved period; else a limit ended it.
    pub fn is_complete(&self, to: u64) -> bool {
        self.computed > to || self.proved == Some(true)
    }
}

/// Codes that are the same game up to a shift of the heaps: their sequences are equal after the zeros
/// at their beginnings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Group {
    /// The members, in order; a table shows the facts of the first.
    pub members: Vec<Entry>,
    /// Whether the sequences are equal for ever, by the rules ([`StandardForm`]) or by their proved
    /// periods. For a single member there is nothing to prove.
    pub proved: bool,
    /// The members of which that is not proved: they equal the first as far as they were compared.
    pub unproved: Vec<String>,
    /// How many values after the zeros were compared.
    pub compared: u64,
}

/// The last heap of a survey if none is named.
pub const DEFAULT_LAST_HEAP: u64 = 10_000;

/// A pattern may stand for at most so many codes.
const MAX_CODES: usize = 1 << 18;

/// How many values at the end are not compared, or a quarter of a short sequence: so codes whose sequences
/// begin with at most so many zeros are compared up to the same number of values.
const MAX_LEADING_ZEROS: u64 = 32;

/// The codes of a pattern, in which `?` stands for any octal digit and `*` for any hexadecimal one, each once, in
/// order.
///
/// # Errors
/// What is wrong with the pattern.
///
/// ```
/// use grundy::heap::survey::codes;
/// assert_eq!(codes("0.1?").unwrap().len(), 8);
/// assert_eq!(codes("0.*?").unwrap().len(), 128);
/// assert!(codes("1.?").is_err() && codes("").is_err());
/// ```
pub fn codes(pattern: &str) -> Result<Vec<Code>, String> {
    if pattern.trim().is_empty() {
        return Err("the pattern is empty: expected one such as 0.1?".to_owned());
    }
    let bits = |c: char| match c {
        '?' => 3,
        '*' => 4,
        _ => 0u32,
    };
    let count = 1usize.checked_shl(pattern.chars().map(bits).sum()).unwrap_or(usize::MAX);
    if count > MAX_CODES {
        return Err(format!(
            "{pattern} stands for too many codes: at most {MAX_CODES} are surveyed"
        ));
    }
    let mut found: Vec<Code> = Vec::new();
    for index in 0..count {
        let mut place: u32 = pattern.chars().map(bits).sum();
        let digit = |c: char| match bits(c) {
            0 => c,
            own => {
                place -= own;
                let digit = (index >> place) as u32 & ((1 << own) - 1);
                char::from_digit(digit, 16).unwrap_or('0').to_ascii_uppercase()
            }
        };
        let text: String = pattern.chars().map(digit).collect();
        let code: Code = text.parse().map_err(|error| format!("{text}: {error}"))?;
        found.push(code);
    }
    let mut seen = std::collections::HashSet::new();
    found.retain(|code| seen.insert(code.to_string()));
    Ok(found)
}

/// For each code the place of the first one whose sequence is the same by the rules: of one standard
/// form and one shift. The entry of that one holds for all of them. (Computed by itself, a code may get
/// another mask, where two fit.)
///
/// # Errors
/// [`Stop`] when cancelled. Limits of time are for single codes, and do not hold here.
///
/// # Complexity
/// O(n) standard forms for n codes, expected.
///
/// ```
/// use grundy::heap::survey::{codes, same_sequences};
/// // 0.64 to 0.67 have one sequence, and those before another.
/// let same = same_sequences(&codes("0.6?").unwrap(), &Default::default());
/// assert_eq!(same.unwrap(), [0, 0, 0, 0, 4, 4, 4, 4]);
/// ```
pub fn same_sequences(codes: &[Code], context: &Context<'_>) -> Result<Vec<usize>, Stop> {
    let mut unhurried = *context;
    unhurried.limits.time = None;
    let mut firsts: HashMap<(Vec<u64>, u64), usize> = HashMap::new();
    let place = |(i, code): (usize, &Code)| {
        let progress = Progress::new("comparing codes", i as u64, Unit::Codes);
        unhurried.report(Progress { total: Some(codes.len() as u64), ..progress })?;
        let form = StandardForm::of(code, &Context::default()).ok().flatten();
        Ok(form.map_or(i, |form| *firsts.entry((form.key().to_vec(), form.shift)).or_insert(i)))
    };
    codes.iter().enumerate().map(place).collect()
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
    let compared = (len - zeros).min(len - MAX_LEADING_ZEROS.min(len / 4));
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
        preperiod: period.map(|found| found.preperiod),
        period: period.map(|found| found.length),
        saltus: period.map(|found| found.saltus),
        proved: period.map(|_| summary.theorem.is_some()),
        max,
        max_at,
        mask: space.map(|space| space.classes.mask),
        parity: space.map(|space| space.classes.parity),
        rare: space.map(|space| space.rare.len()),
        last_rare: space.and_then(|space| Some(space.rare.last()?.0)),
        zeros,
        compared,
        fingerprint: hex(&hash.finalize()),
    })
}

/// Puts equal games together, in the order of their first members.
///
/// Codes of one [`StandardForm`] are equal for ever. Other sequences that agree after their zeros, as
/// far as they were compared, are put together as well. They are equal for ever if both periods are
/// proved, and what was compared has the preperiods and one period: then preperiod (less zeros),
/// period and saltus agree as well.
///
/// # Complexity
/// O(n) sets of digits and fingerprints for n entries, expected.
pub fn groups(entries: &[Entry]) -> Vec<Group> {
    let mut by_proof = Parts::new(entries.len());
    let mut forms: HashMap<Vec<u64>, usize> = HashMap::new();
    let mut periods: HashMap<(&str, u64, Shape), usize> = HashMap::new();
    for (i, entry) in entries.iter().enumerate() {
        if let Some(form) = standard_form(entry) {
            by_proof.join(*forms.entry(form.key().to_vec()).or_insert(i), i);
        }
        if let Some(shape) = shape(entry) {
            let key = (&*entry.fingerprint, entry.compared, shape);
            by_proof.join(*periods.entry(key).or_insert(i), i);
        }
    }
    let mut parts = by_proof.clone();
    let mut seen: HashMap<(&str, u64), usize> = HashMap::new();
    for (i, entry) in entries.iter().enumerate() {
        parts.join(*seen.entry((&entry.fingerprint, entry.compared)).or_insert(i), i);
    }
    let mut found: BTreeMap<usize, Group> = BTreeMap::new();
    for (i, entry) in entries.iter().enumerate() {
        let first = parts.first(i);
        let group = found.entry(first).or_insert_with(|| Group {
            members: Vec::new(),
            proved: true,
            unproved: Vec::new(),
            compared: entry.compared,
        });
        if by_proof.first(i) != by_proof.first(first) {
            group.proved = false;
            group.unproved.push(entry.code.clone());
        }
        group.compared = group.compared.min(entry.compared);
        group.members.push(entry.clone());
    }
    found.into_values().collect()
}

/// The standard form of the code of an entry.
fn standard_form(entry: &Entry) -> Option<StandardForm> {
    StandardForm::of(&entry.code.parse().ok()?, &Context::default()).ok()?
}

/// Preperiod less zeros, period and saltus.
type Shape = (u64, u64, Option<u64>);

/// What decides a whole sequence together with the values that were compared, if the period is proved
/// and they have it once.
fn shape(entry: &Entry) -> Option<Shape> {
    let (start, length) = (entry.preperiod?, entry.period?);
    // A sequence of zeros has no place where they end.
    let start = start.saturating_sub(entry.zeros);
    let seen = start + length <= entry.compared || entry.max == 0;
    (entry.proved == Some(true) && seen).then_some((start, length, entry.saltus))
}

/// Disjoint sets of places; each is known by its first place.
#[derive(Clone)]
struct Parts(Vec<usize>);

impl Parts {
    fn new(len: usize) -> Self {
        Self((0..len).collect())
    }

    fn first(&mut self, mut i: usize) -> usize {
        while self.0[i] != i {
            self.0[i] = self.0[self.0[i]];
            i = self.0[i];
        }
        i
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.first(a), self.first(b));
        self.0[a.max(b)] = a.min(b);
    }
}

#[cfg(test)]
mod tests {
    use super::text::equal_games;
    use super::*;

    pub(super) fn survey(pattern: &str, to: u64) -> Vec<Group> {
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
            crate::heap::engine::choose(&code.parse().unwrap())
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
        // Equal by the rules, without periods.
        let six = groups.iter().find(|group| group.members[0].code == "0.37").unwrap();
        assert!(six.members.iter().any(|entry| entry.code == "0.6" && entry.period.is_none()));
        assert!(six.proved && six.unproved.is_empty());
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
        assert!(to_text(&near).contains("(to 419: 0.36)\n"), "{}", to_text(&near));
        assert_eq!(near[0].unproved, ["0.36"]);
        assert_eq!(groups(&entries(1000)).len(), 2);
    }

    #[test]
    fn patterns_stand_for_octal_and_hexadecimal_digits() {
        let texts = |pattern: &str| -> Vec<String> {
            codes(pattern).unwrap().iter().map(ToString::to_string).collect()
        };
        assert_eq!(texts("0.?*").len(), 128);
        let nine = texts("0.9*");
        assert_eq!((&*nine[0], &*nine[1], &*nine[15], nine.len()), ("0.9", "0.91", "0.9F", 16));
        let all = texts("0.**");
        assert!(texts("0.??").iter().all(|code| all.contains(code)) && all.len() == 256);
        assert!(codes("0.?????").is_ok() && codes("0.??????*").is_err());
        assert!(codes(&format!("0.{}", "*".repeat(80))).is_err());
        // 0.9 leaves nothing or three heaps.
        let groups = survey("0.9*", 300);
        assert!(groups.len() > 4, "{}", groups.len());
    }

    #[test]
    fn short_sequences_that_differ_are_different_games() {
        for to in [7, 12, 20, 31, 40] {
            let groups = survey("0.??", to);
            assert!(groups.len() > 7, "{} to heap {to}", groups.len());
            let values = |entry: &Entry| {
                let mut values = Vec::new();
                crate::heap::engine::choose(&entry.code.parse().unwrap())
                    .extend(to, &Context::default(), &mut |piece| values.extend_from_slice(piece))
                    .unwrap();
                values.split_off(entry.zeros as usize)
            };
            for group in &groups {
                let first = values(&group.members[0]);
                for member in &group.members[1..] {
                    let differ = first.iter().zip(values(member)).any(|(&a, b)| a != b);
                    assert!(!differ, "{} and {} to {to}", group.members[0].code, member.code);
                }
            }
        }
    }

    #[test]
    fn codes_of_one_form_are_one_game_however_far_each_was_computed() {
        let context = Context::default();
        let to = |code: &str, to: u64| entry(&code.parse().unwrap(), to, &context).unwrap();
        // 0.0264 has another form; its values are those of 0.0244 as far as anyone has looked.
        let entries = [
            to("0.0244", 900),
            to("0.77", 900),
            to("0.0245", 700),
            to("0.0264", 700),
            to("0.0265", 800),
        ];
        let found = groups(&entries);
        assert_eq!(found.len(), 2);
        assert_eq!(group(&found, "0.0244"), ["0.0244", "0.0245", "0.0264", "0.0265"]);
        assert_eq!((found[0].proved, found[0].compared), (false, 700 + 1 - MAX_LEADING_ZEROS));
        assert_eq!(found[0].unproved, ["0.0264", "0.0265"]);
        let text = to_text(&found);
        assert!(text.contains("  0.0245 (to 669: 0.0264 0.0265)\n"), "{text}");
        assert!(to_csv(&found).contains(",0.0245 (to 669: 0.0264 0.0265)\n"));
        assert_eq!(equal_games(&found[0], 25), "0.0245 (to 669: 2 more)");
    }

    #[test]
    fn codes_with_one_sequence_have_one_entry() {
        let context = Context::default();
        let codes: Vec<Code> =
            ["0.0??", "0.?6", "0.4?4"].iter().flat_map(|pattern| codes(pattern).unwrap()).collect();
        let same = same_sequences(&codes, &context).unwrap();
        let entries: Vec<Entry> =
            codes.iter().map(|code| entry(code, 700, &context).unwrap()).collect();
        for ((code, entry), &first) in codes.iter().zip(&entries).zip(&same) {
            assert_eq!(*entry, entries[first].of_equal(code));
        }
        let firsts = same.iter().enumerate().filter(|&(i, &first)| i == first).count();
        assert!(firsts < 50 && codes.len() == 80, "{firsts} of {}", codes.len());
    }

    #[test]
    fn entries_that_a_limit_ended_are_told_from_others() {
        let limits = crate::context::Limits { memory: 1 << 10, ..Default::default() };
        let short = entry(&"0.16".parse().unwrap(), 20_000, &Context::new(limits)).unwrap();
        assert!(short.computed < 20_000 && !short.is_complete(20_000));
        let proved = entry(&"0.77".parse().unwrap(), 20_000, &Context::default()).unwrap();
        assert!(proved.computed < 20_000 && proved.is_complete(20_000));
        let whole = entry(&"0.16".parse().unwrap(), 900, &Context::default()).unwrap();
        assert!(whole.proved.is_none() && whole.is_complete(900));
    }
}
