//! The entries of a table, four bytes each.

use crate::answer::infinite;
use crate::context::{Context, Stop};
use crate::game::{Content, Entry};
use crate::nat::{Nat, to_u64};
use crate::outcome::Outcome;
use crate::sorting::sort_places;
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// One entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell {
    /// There is no such position.
    None,
    /// A Grundy value.
    Value(Nat),
    /// A move wins at once; there is no value.
    Loony,
    /// An outcome.
    Outcome(Outcome),
    /// An infinite value: the numbers that the options have.
    Loopy(Vec<Nat>),
}

impl Cell {
    /// As it is printed.
    pub(super) fn text(&self) -> String {
        match self {
            Self::None => "-".into(),
            Self::Value(value) => value.to_string(),
            Self::Loony => "*".into(),
            Self::Outcome(outcome) => outcome.to_string(),
            Self::Loopy(set) => infinite(set),
        }
    }
}

/// Entries in a row. Numbers from [`KEPT_ELSEWHERE`] on stand for something else than themselves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Cells {
    words: Vec<u32>,
    /// The values that do not fit into a word, by place.
    large: BTreeMap<usize, Nat>,
    /// The infinite values, by place.
    loopy: BTreeMap<usize, Vec<Nat>>,
}

/// A value kept elsewhere.
const KEPT_ELSEWHERE: u32 = u32::MAX - 6;
const NONE: u32 = u32::MAX - 5;
const LOONY: u32 = u32::MAX - 4;
const LOOPY: u32 = u32::MAX - 3;
const D: u32 = u32::MAX - 2;
const P: u32 = u32::MAX - 1;
const N: u32 = u32::MAX;

impl Cells {
    /// No entries yet, with room for so many.
    pub fn with_capacity(entries: usize) -> Self {
        Self { words: Vec::with_capacity(entries), ..Self::default() }
    }

    /// Entries that are values; `None` if one of them is too large for its word.
    pub fn from_values(values: Vec<u32>) -> Option<Self> {
        values
            .iter()
            .all(|&value| value < KEPT_ELSEWHERE)
            .then_some(Self { words: values, ..Self::default() })
    }

    /// The outcomes of normal play of positions with these values.
    pub fn from_values_as_outcomes(mut values: Vec<u32>) -> Self {
        for value in &mut values {
            *value = if *value == 0 { P } else { N };
        }
        Self { words: values, ..Self::default() }
    }

    /// Adds an entry of normal play.
    pub fn push_entry(&mut self, entry: Entry, content: Content) {
        let word = match (entry, content) {
            (Entry::None, _) => NONE,
            (Entry::Loony, Content::Values) => LOONY,
            (Entry::Value(value), Content::Values) if value < KEPT_ELSEWHERE => value,
            (Entry::Value(value), Content::Values) => return self.push(Cell::Value(value.into())),
            (Entry::Value(0), Content::Outcomes(_)) => P,
            (Entry::Value(_) | Entry::Loony, Content::Outcomes(_)) => N,
            (Entry::Outcome(outcome), _) => return self.push(Cell::Outcome(outcome)),
            (_, Content::Lengths(..)) => unreachable!("lengths are no entries of normal play"),
        };
        self.words.push(word);
    }

    /// Keeps the first entries only.
    pub fn truncate(&mut self, entries: usize) {
        self.words.truncate(entries);
        self.large.retain(|&place, _| place < entries);
        self.loopy.retain(|&place, _| place < entries);
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Adds an entry.
    pub fn push(&mut self, cell: Cell) {
        let word = match cell {
            Cell::None => NONE,
            Cell::Loony => LOONY,
            Cell::Outcome(Outcome::P) => P,
            Cell::Outcome(Outcome::N) => N,
            Cell::Outcome(Outcome::D) => D,
            Cell::Loopy(set) => {
                self.loopy.insert(self.words.len(), set);
                LOOPY
            }
            Cell::Value(value) => match to_u64(&value) {
                Some(small) if small < u64::from(KEPT_ELSEWHERE) => small as u32,
                _ => {
                    self.large.insert(self.words.len(), value);
                    KEPT_ELSEWHERE
                }
            },
        };
        self.words.push(word);
    }

    /// An entry.
    pub fn get(&self, place: usize) -> Cell {
        match self.words[place] {
            NONE => Cell::None,
            LOONY => Cell::Loony,
            P => Cell::Outcome(Outcome::P),
            N => Cell::Outcome(Outcome::N),
            D => Cell::Outcome(Outcome::D),
            LOOPY => Cell::Loopy(self.loopy[&place].clone()),
            KEPT_ELSEWHERE => Cell::Value(self.large[&place].clone()),
            small => Cell::Value(small.into()),
        }
    }

    /// The value of an entry if it is one, and fits into a word.
    pub fn small(&self, place: usize) -> Option<u32> {
        Some(self.words[place]).filter(|&word| word < KEPT_ELSEWHERE)
    }

    /// Whether the entry is a P-position: an outcome P or a value 0.
    pub fn is_p(&self, place: usize) -> bool {
        matches!(self.words[place], 0 | P)
    }

    /// Whether there is such a position.
    pub fn exists(&self, place: usize) -> bool {
        self.words[place] != NONE
    }

    /// The order of values; what is no value comes behind.
    pub fn compare(&self, a: usize, b: usize) -> Ordering {
        let order = self.words[a].cmp(&self.words[b]);
        match order.is_eq() && self.words[a] == KEPT_ELSEWHERE {
            true => self.large[&a].cmp(&self.large[&b]),
            false => order,
        }
    }

    /// The places of the positions there are, by value and then by place; what is no value comes
    /// behind. O(entries), as the words are sorted by their halves.
    pub fn by_value(&self, context: &Context<'_>) -> Result<Vec<usize>, Stop> {
        let mut places: Vec<usize> = Vec::new();
        for place in 0..self.len() {
            context.tick("sorting by value", place as u64)?;
            if self.exists(place) {
                places.push(place);
            }
        }
        let mut sorted = vec![0; places.len()];
        for shift in [0, 16] {
            let half = |place: usize| (self.words[place] >> shift & 0xffff) as usize;
            let mut next = vec![0usize; (1 << 16) + 1];
            places.iter().for_each(|&place| next[half(place) + 1] += 1);
            (1..next.len()).for_each(|i| next[i] += next[i - 1]);
            for (step, &place) in places.iter().enumerate() {
                context.tick("sorting by value", step as u64)?;
                let at = &mut next[half(place)];
                sorted[*at] = place;
                *at += 1;
            }
            std::mem::swap(&mut places, &mut sorted);
        }
        let large = places.partition_point(|&place| self.words[place] < KEPT_ELSEWHERE);
        let end = places.partition_point(|&place| self.words[place] <= KEPT_ELSEWHERE);
        sort_places(&mut places[large..end], &|a, b| self.large[&a].cmp(&self.large[&b]));
        Ok(places)
    }

    /// The greatest value as text is so long.
    pub fn widest(&self) -> usize {
        let small = self.words.iter().filter(|&&word| word < KEPT_ELSEWHERE).max();
        let small =
            small.map_or(1, |value| value.checked_ilog10().map_or(1, |log| log as usize + 1));
        let large = self.large.values().map(|value| value.to_string().len()).max();
        let loopy = self.loopy.values().map(|set| infinite(set).chars().count()).max();
        large.max(loopy).unwrap_or(0).max(small)
    }

    /// Whether some entry has an immediate win.
    pub fn any_loony(&self) -> bool {
        self.words.contains(&LOONY)
    }

    /// All entries as words if each is a value or each is an outcome.
    pub fn as_plain_words(&self) -> Option<&[u32]> {
        let mixed = self.words.iter().any(|&word| (KEPT_ELSEWHERE..P).contains(&word));
        (!mixed).then_some(&self.words)
    }
}
