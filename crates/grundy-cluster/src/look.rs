//! Results looked up: one vertex at a time, the files mapped into memory.

use crate::DRAW;
use crate::manifest::Manifest;
use crate::positions::Positions;
use crate::question::Source;
use crate::sections::Reader;
use crate::{INFINITE, Trouble, WINS, owner};
use grundy::graph::loopy::LoopyValue;
use grundy::outcome::Outcome;
use std::fmt;
use std::path::Path;

/// A folder of results.
///
/// Its parts are mapped into memory: a look-up reads some pages.
#[derive(Debug)]
pub struct Results {
    manifest: Manifest,
    parts: Vec<Reader>,
    positions: Option<Positions>,
}

/// What is known of a vertex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Who wins, and in how many moves if the winner hurries and the loser delays; where it was asked for.
    pub outcome: Option<(Outcome, Option<u32>)>,
    /// The value, where it was asked for.
    pub value: Option<LoopyValue>,
}

impl fmt::Display for Answer {
    /// `N, remoteness 5, value 2`; `D, value ∞(0,2)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut told = Vec::new();
        if let Some((outcome, remoteness)) = self.outcome {
            told.push(outcome.to_string());
            told.extend(remoteness.map(|moves| format!("remoteness {moves}")));
        }
        match &self.value {
            Some(LoopyValue::Wins) => told.push("a move wins at once".into()),
            Some(value) => told.push(format!("value {value}")),
            None => {}
        }
        f.write_str(&told.join(", "))
    }
}

impl Results {
    /// Opens a folder.
    ///
    /// # Errors
    /// [`Trouble::File`]; checksums are looked at by [`check`](crate::check()) only.
    pub fn open(folder: &Path) -> Result<Self, Trouble> {
        Self::by(folder, Reader::open)
    }

    /// The same with all files read into memory, for many look-ups, and for folders that may go away meanwhile.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub fn read(folder: &Path) -> Result<Self, Trouble> {
        Self::by(folder, Reader::read)
    }

    fn by(folder: &Path, open: fn(&Path) -> Result<Reader, Trouble>) -> Result<Self, Trouble> {
        let manifest = Manifest::read(folder)?;
        let mut parts = Vec::new();
        for (number, part) in manifest.parts.iter().enumerate() {
            let reader = open(&manifest.path(folder, number))?;
            let sum: u64 =
                reader.half_list("ranks")?.last().map_or(0, |&n| u32::from_le_bytes(n).into());
            let fits = |name: &str| -> Result<bool, Trouble> {
                Ok(!reader.has(name) || reader.half_list(name)?.len() as u64 == sum)
            };
            if sum != part.vertices || !fits("ends")? || !fits("values")? {
                return Err(Trouble::damaged(
                    reader.path(),
                    "it has other vertices than the manifest says",
                ));
            }
            parts.push(reader);
        }
        let positions = match &manifest.question.source {
            Source::Rules { text, boxes } => Some(Positions::read(text, boxes)?),
            Source::Graph { .. } => None,
        };
        Ok(Self { manifest, parts, positions })
    }

    /// What was asked and counted.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// The vertex that is meant: a number, or a position of the rules as `(3,5)` or `NAME(3,5)`.
    ///
    /// # Errors
    /// [`Trouble::Question`] for what is neither, and positions outside of the boxes.
    pub fn vertex(&self, text: &str) -> Result<u64, Trouble> {
        match &self.positions {
            Some(positions) => positions.typed(text),
            None => text.trim().parse().map_err(|_| {
                Trouble::Question(format!(
                    "{text} is not a vertex: these are the results of a graph, expected a number"
                ))
            }),
        }
    }

    /// What is known of a vertex; `None` if there is no such vertex. O(log n).
    ///
    /// # Errors
    /// [`Trouble::File`] where a file is damaged.
    pub fn look(&self, vertex: u64) -> Result<Option<Answer>, Trouble> {
        let reader = &self.parts[owner(vertex, self.manifest.grain, self.parts.len())];
        let word = |list: &[[u8; 8]], at: usize| list.get(at).map(|&word| u64::from_le_bytes(word));
        let half = |list: &[[u8; 4]], at: usize| list.get(at).map(|&half| u32::from_le_bytes(half));
        let keys = reader.word_list("keys")?;
        let key = vertex >> 6;
        let Ok(at) = keys.binary_search_by_key(&key, |&word| u64::from_le_bytes(word)) else {
            return Ok(None);
        };
        let damaged = || Trouble::damaged(reader.path(), "lists of different lengths");
        let mask = word(reader.word_list("masks")?, at).ok_or_else(damaged)?;
        let bit = 1u64 << (vertex & 63);
        if mask & bit == 0 {
            return Ok(None);
        }
        let rank = half(reader.half_list("ranks")?, at).ok_or_else(damaged)?;
        let local = rank as usize + (mask & (bit - 1)).count_ones() as usize;
        let mut answer = Answer { outcome: None, value: None };
        if reader.has("ends") {
            let end = half(reader.half_list("ends")?, local).ok_or_else(damaged)?;
            answer.outcome = Some(match end {
                DRAW => (Outcome::D, None),
                end => (Outcome::of(end % 2 == 1), Some(end / 2)),
            });
        }
        if reader.has("values") {
            let value = half(reader.half_list("values")?, local).ok_or_else(damaged)?;
            answer.value = Some(match value {
                WINS => LoopyValue::Wins,
                INFINITE => {
                    let list = reader.half_list("infinite")?;
                    let at = list
                        .binary_search_by_key(&(local as u32), |&half| u32::from_le_bytes(half));
                    let at = at.map_err(|_| damaged())?;
                    let starts = reader.word_list("starts")?;
                    let from = word(starts, at).ok_or_else(damaged)? as usize;
                    let to = word(starts, at + 1).ok_or_else(damaged)? as usize;
                    let numbers = reader.half_list("numbers")?.get(from..to).ok_or_else(damaged)?;
                    LoopyValue::Infinite(
                        numbers.iter().map(|&half| u32::from_le_bytes(half)).collect(),
                    )
                }
                number => LoopyValue::Finite(number),
            });
        }
        Ok(Some(answer))
    }

    /// A vertex as it is written.
    pub fn show(&self, vertex: u64) -> String {
        match &self.positions {
            Some(positions) => positions.show(vertex),
            None => format!("vertex {vertex}"),
        }
    }

    /// The vertices of a part, ascending.
    pub(crate) fn vertices(&self, part: usize) -> Result<Vec<u64>, Trouble> {
        Ok(crate::blocks::Blocks::load(&self.parts[part])?.iter().collect())
    }

    pub(crate) fn readers(&self) -> &[Reader] {
        &self.parts
    }

    pub(crate) fn positions(&self) -> Option<&Positions> {
        self.positions.as_ref()
    }
}
