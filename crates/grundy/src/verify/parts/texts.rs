//! Rules that were read from texts: what the checker asks of whoever can read them.

use super::claims::{Claim, Rules};
use crate::context::{Context, Stop};
use std::collections::HashMap;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

/// A position of rules that were read from texts, in normal form: its family, and at most two coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TextPart {
    /// The number of the family.
    pub family: u32,
    /// The coordinates; those that the family has not are 0.
    pub coords: [i64; 2],
}

/// The rules of positions whose play has an end, read from texts.
pub trait TextRules: Send + Sync {
    /// The names of the families.
    fn families(&self) -> Vec<String>;

    /// The normal form of a position that is typed.
    ///
    /// # Errors
    /// What is wrong with it.
    fn position(&self, text: &str) -> Result<TextPart, String>;

    /// Whether this is a position in normal form.
    fn is_position(&self, part: TextPart) -> bool;

    /// The sum of its numbers, of a board the squares with a 1.
    fn cells(&self, part: TextPart) -> u32;

    /// The position as it is typed.
    fn told(&self, part: TextPart) -> String;

    /// Tells what each move leaves, as a sum of positions in normal form, until a break. Of equal positions two or
    /// one may be told, as their number is even or odd, unless `all` are asked for.
    ///
    /// # Errors
    /// Rules that fail in this position; cancelled, or out of time.
    fn options(
        &self,
        part: TextPart,
        all: bool,
        context: &Context<'_>,
        option: &mut dyn FnMut(&[TextPart]) -> ControlFlow<()>,
    ) -> Result<(), Stop>;
}

/// Who can read rules.
pub trait TextReader: Sync {
    /// The rules that these texts are together.
    ///
    /// # Errors
    /// Why they are none that the checker can ask.
    fn read(&self, texts: &[String]) -> Result<Box<dyn TextRules>, String>;
}

/// A reader of nothing.
pub struct NoTexts;

impl TextReader for NoTexts {
    fn read(&self, _: &[String]) -> Result<Box<dyn TextRules>, String> {
        Err("rules from texts are not read here".into())
    }
}

/// Rules from texts as those of the other games: what fails is kept until it is asked for.
pub(super) struct Texts<'a> {
    rules: Box<dyn TextRules>,
    /// Whether every one of equal positions counts, as in misère play.
    all: bool,
    context: &'a Context<'a>,
    failed: Mutex<Option<Stop>>,
    /// Whether everything that moves lead to has fewer cells at each of them, of positions with few cells.
    falling: Mutex<HashMap<TextPart, bool>>,
}

/// Positions with more cells are not small: see `falling_cells`.
const MAX_FALLING_CELLS: u32 = 16;

/// Bytes of what is known of one of them, in a table that is half full.
const FALLING_BYTES: u64 = 2 * size_of::<(TextPart, bool)>() as u64;

/// The limit of memory is looked at each time so many are known.
const FALLING_LOOKS: usize = 1 << 12;

impl fmt::Debug for Texts<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Texts").finish_non_exhaustive()
    }
}

/// Where the search for circles stands in a part.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Seen {
    Open,
    Done,
}

impl<'a> Texts<'a> {
    pub fn new(rules: Box<dyn TextRules>, all: bool, context: &'a Context<'a>) -> Self {
        let (failed, falling) = (Mutex::default(), Mutex::default());
        Self { rules, all, context, failed, falling }
    }

    /// The part that has this number; `None` if there is none.
    pub fn numbered(&self, number: u128) -> Option<TextPart> {
        let key = number.checked_sub(1)?;
        let coord = |shift: u32| (key >> shift & ((1 << 63) - 1)) as i64;
        let part = TextPart { family: (key & 3) as u32, coords: [coord(65), coord(2)] };
        self.rules.is_position(part).then_some(part)
    }

    pub fn position(&self, text: &str) -> Result<TextPart, String> {
        self.rules.position(text)
    }

    /// What failed first; nothing that was found since is worth anything.
    pub fn failure(&self) -> Result<(), Stop> {
        let failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
        failed.clone().map_or(Ok(()), Err)
    }

    /// The cells of a part, if all that moves lead to has fewer at each of them, or if they are many; else more than
    /// any small part has.
    fn falling_cells(&self, part: TextPart) -> u32 {
        let cells = self.rules.cells(part);
        if cells > MAX_FALLING_CELLS || self.falls(part, cells) { cells } else { u32::MAX }
    }

    fn falls(&self, part: TextPart, cells: u32) -> bool {
        let known = || self.falling.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(&falls) = known().get(&part) {
            return falls;
        }
        let mut falls = true;
        self.options(part, &mut |parts| {
            let fall = |&part: &TextPart| {
                let fewer = self.rules.cells(part);
                fewer < cells && self.falls(part, fewer)
            };
            falls = parts.iter().all(fall);
            if falls { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        let mut known = known();
        known.insert(part, falls);
        if known.len().is_multiple_of(FALLING_LOOKS) {
            let bytes = known.len() as u64 * FALLING_BYTES;
            if let Err(stop) = self.context.check_memory(bytes, || "looking at small parts".into())
            {
                self.fails(stop);
                return false;
            }
        }
        falls
    }

    fn fails(&self, stop: Stop) {
        self.failed.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(stop);
    }

    /// A part about which there is a claim, and from which moves lead through such parts back to it.
    ///
    /// Of rules from a text nothing else says that claims do not rest on themselves.
    ///
    /// # Complexity
    /// O(claims · options).
    pub fn circle(&self, claims: &HashMap<TextPart, Claim>) -> Result<Option<TextPart>, Stop> {
        let mut seen: HashMap<TextPart, Seen> = HashMap::with_capacity(claims.len());
        let mut path = Vec::new();
        let mut steps = 0;
        for &start in claims.keys() {
            if seen.contains_key(&start) {
                continue;
            }
            path.push((start, self.below(start, claims)));
            seen.insert(start, Seen::Open);
            while let Some((part, below)) = path.last_mut() {
                self.context.tick("looking for circles in claims", steps)?;
                steps += 1;
                let Some(next) = below.pop() else {
                    seen.insert(*part, Seen::Done);
                    path.pop();
                    continue;
                };
                match seen.get(&next) {
                    Some(Seen::Open) => return Ok(Some(next)),
                    Some(Seen::Done) => {}
                    None => {
                        seen.insert(next, Seen::Open);
                        path.push((next, self.below(next, claims)));
                    }
                }
            }
        }
        self.failure().map(|()| None)
    }

    /// The parts with claims that moves in one leave.
    fn below(&self, part: TextPart, claims: &HashMap<TextPart, Claim>) -> Vec<TextPart> {
        let mut below = Vec::new();
        self.options(part, &mut |parts| {
            below.extend(parts.iter().copied().filter(|part| claims.contains_key(part)));
            ControlFlow::Continue(())
        });
        below.sort_unstable();
        below.dedup();
        below
    }
}

impl Rules for Texts<'_> {
    type Part = TextPart;

    fn cells(&self, part: TextPart) -> u32 {
        self.falling_cells(part)
    }

    fn options(&self, part: TextPart, option: &mut dyn FnMut(&[TextPart]) -> ControlFlow<()>) {
        if let Err(stop) = self.rules.options(part, self.all, self.context, option) {
            self.fails(stop);
        }
    }

    fn is_answered(&self, _: TextPart) -> bool {
        false
    }

    fn bytes(&self) -> u64 {
        let falling = self.falling.lock().unwrap_or_else(PoisonError::into_inner);
        falling.len() as u64 * FALLING_BYTES
    }

    fn told(&self, part: TextPart) -> String {
        self.rules.told(part)
    }
}
