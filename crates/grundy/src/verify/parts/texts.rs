//! Rules that were read from texts: what the checker asks of whoever can read them.

use super::claims::{Claim, Rules};
use crate::context::{Context, Stop};
use crate::verify::file::Problem;
use std::collections::HashMap;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// A position of rules that were read from texts, in normal form: its family, and at most two coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TextPart {
    /// The number of the family.
    pub family: u32,
    /// The coordinates; those that the family has not are 0.
    pub coords: [i64; 2],
}

/// Rules that were read from texts. They declare no play without end; that play by them ends is taken from them.
pub trait TextRules: Send + Sync {
    /// The names of the families.
    fn families(&self) -> Vec<String>;

    /// The normal form of a position that is typed, and the position as the rules write it.
    ///
    /// # Errors
    /// What is wrong with it; rules that fail; cancelled, or out of time.
    fn position(&self, text: &str, context: &Context<'_>) -> Result<(TextPart, String), Problem>;

    /// Whether this is a position in normal form.
    ///
    /// # Errors
    /// Rules that fail; cancelled, or out of time.
    fn is_position(&self, part: TextPart, context: &Context<'_>) -> Result<bool, Stop>;

    /// The sum of its numbers, of a board the squares with a 1.
    fn cells(&self, part: TextPart) -> u32;

    /// The position as it is typed.
    fn told(&self, part: TextPart) -> String;

    /// Tells what each move leaves, as a sum of positions in normal form, until a break: all of them, or those that are
    /// left when pairs of equal ones cancel.
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

/// Rules from texts as those of the other games: what fails is kept until it is asked for, and no moves are told from
/// then on.
pub(super) struct Texts<'a> {
    rules: Box<dyn TextRules>,
    /// Whether every one of equal positions counts, as in misère play.
    all: bool,
    context: &'a Context<'a>,
    failed: Mutex<Option<Stop>>,
    has_failed: AtomicBool,
    /// Positions whose moves were listed.
    listed: AtomicU64,
    /// Whether everything that moves lead to has fewer cells at each of them, of positions with few cells.
    falling: Mutex<HashMap<TextPart, bool>>,
}

/// Positions with more cells are not small: see `falling_cells`.
const MAX_FALLING_CELLS: u32 = 16;

/// Bytes of what is known of one of them, in a table that is half full.
const FALLING_BYTES: u64 = 2 * size_of::<(TextPart, bool)>() as u64;

/// Bytes of the value of one of them, which every thread keeps.
const VALUE_BYTES: u64 = 2 * size_of::<(TextPart, u32)>() as u64;

/// The limits are looked at each time the moves of so many positions have been listed.
const LOOKS: u64 = 1 << 6;

/// A move leaves at most so many positions.
const MAX_PARTS: usize = 1 << 12;

/// What a check does when it meets a limit.
const DOING: &str = "checking claims about positions of rules";

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
        let (has_failed, listed) = (AtomicBool::new(false), AtomicU64::new(0));
        Self { rules, all, context, failed, has_failed, listed, falling }
    }

    /// The part that has this number; `None` if there is none.
    pub fn numbered(&self, number: u128) -> Option<TextPart> {
        let key = number.checked_sub(1)?;
        let coord = |shift: u32| (key >> shift & ((1 << 63) - 1)) as i64;
        let part = TextPart { family: (key & 3) as u32, coords: [coord(65), coord(2)] };
        self.goes_on().then_some(())?;
        match self.rules.is_position(part, self.context) {
            Ok(is) => is.then_some(part),
            Err(stop) => {
                self.fails(stop);
                None
            }
        }
    }

    /// The normal form of a position that is typed, and the position as the rules write it.
    pub fn position(&self, text: &str) -> Result<(TextPart, String), Problem> {
        self.context.look(DOING, 0)?;
        self.rules.position(text, self.context)
    }

    /// Counts a position, and looks at the limits now and then; not after a failure.
    fn goes_on(&self) -> bool {
        if self.has_failed.load(Ordering::Relaxed) {
            return false;
        }
        let listed = self.listed.fetch_add(1, Ordering::Relaxed);
        if !listed.is_multiple_of(LOOKS) {
            return true;
        }
        let looked = self.context.look(DOING, listed);
        let looked =
            looked.and_then(|()| self.context.check_memory(Rules::bytes(self), || DOING.into()));
        looked.map_err(|stop| self.fails(stop)).is_ok()
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
        known().insert(part, falls);
        falls
    }

    fn fails(&self, stop: Stop) {
        self.failed.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(stop);
        self.has_failed.store(true, Ordering::Relaxed);
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
        if !self.goes_on() {
            return;
        }
        let mut long = false;
        let listed = self.rules.options(part, self.all, self.context, &mut |parts| {
            long = parts.len() > MAX_PARTS;
            if long { ControlFlow::Break(()) } else { option(parts) }
        });
        if let Err(stop) = listed {
            self.fails(stop);
        }
        if long {
            let told = self.told(part);
            self.fails(Stop::Refused(format!(
                "a move from {told} leaves more than {MAX_PARTS} positions"
            )));
        }
    }

    fn is_answered(&self, _: TextPart) -> bool {
        false
    }

    fn bytes(&self) -> u64 {
        let falling = self.falling.lock().unwrap_or_else(PoisonError::into_inner);
        let threads = self.context.limits.threads.max(1) as u64;
        falling.len() as u64 * (FALLING_BYTES + threads * VALUE_BYTES)
    }

    fn told(&self, part: TextPart) -> String {
        self.rules.told(part)
    }
}
