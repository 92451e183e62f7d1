//! Moves that leave at most one heap, any number of counters taken: the engine of games without
//! splits, and a part of the others.

use super::bits::Bits;
use super::steps::{Steps, steps};
use super::{Kernel, Notes, Pieces, Take, in_a_row, not_its_own};
use crate::context::{Context, Stop};
use crate::heap::Code;
use std::io;

/// The values attained by the moves that leave at most one heap, heap after heap.
///
/// Of the digits that repeat with period q, the values attained from a heap n are those attained
/// from n - q and those of q heaps more: one set for each residue of n is kept, and grows.
#[derive(Debug)]
pub(super) struct Singles {
    code: Code,
    /// The heap whose moves are asked for.
    n: u64,
    /// The takes, 1 or more, of the digits that do not repeat.
    takes: Vec<usize>,
    /// The least take of the repeating digits.
    base: usize,
    /// What is to be added to it for the digits that allow one heap.
    cycle: Vec<usize>,
    /// The period of the digits; 1 if none repeat.
    period: usize,
    /// For each residue of n what the repeating digits attain.
    seen: Vec<Bits>,
    /// For each residue a value below which all are attained.
    full: Vec<u32>,
    /// The last values, and at the front some older ones.
    recent: Vec<u32>,
    window: usize,
    /// By value: the stamp of the last heap from which it was attained by other digits.
    stamps: Vec<u32>,
    stamp: u32,
}

impl Singles {
    pub(super) fn new(code: &Code) -> Self {
        let one = |k: usize| code.digit(k as u64).allows(1);
        let base = code.leading().len();
        let period = code.repeating().len().max(1);
        let takes: Vec<usize> = (1..base).filter(|&k| one(k)).collect();
        let cycle: Vec<usize> = (0..code.repeating().len()).filter(|&j| one(base + j)).collect();
        let window = takes.iter().copied().chain(cycle.iter().map(|j| base + j)).max();
        Self {
            code: code.clone(),
            n: 0,
            takes,
            base,
            cycle,
            period,
            seen: vec![Bits::default(); period],
            full: vec![0; period],
            recent: Vec::new(),
            window: window.unwrap_or(0),
            stamps: Vec::new(),
            stamp: 0,
        }
    }

    /// The heap whose moves are asked for.
    pub(super) fn heap(&self) -> u64 {
        self.n
    }

    /// The value of the heap `back` below the one asked for, if `back` is in the window and the
    /// heap has counters.
    fn back(&self, back: usize) -> Option<u32> {
        if back as u64 >= self.n { None } else { Some(self.recent[self.recent.len() - back]) }
    }

    /// Finds the moves of the next heap; to be called once for each.
    pub(super) fn advance(&mut self) {
        if self.stamp == u32::MAX {
            self.stamps.fill(0);
            self.stamp = 0;
        }
        self.stamp += 1;
        for i in 0..self.takes.len() {
            if let Some(value) = self.back(self.takes[i]) {
                self.mark(value);
            }
        }
        if self.code.digit(self.n).allows(0) {
            self.mark(0);
        }
        let residue = (self.n % self.period as u64) as usize;
        for i in 0..self.cycle.len() {
            if let Some(value) = self.back(self.base + self.cycle[i]) {
                self.seen[residue].insert(value);
            }
        }
        self.full[residue] = self.seen[residue].next_absent(self.full[residue]);
    }

    fn mark(&mut self, value: u32) {
        let index = value as usize;
        if index >= self.stamps.len() {
            self.stamps.resize((index + 1).next_power_of_two(), 0);
        }
        self.stamps[index] = self.stamp;
    }

    /// The least value from `from` on that no move attains.
    pub(super) fn next_absent(&self, mut from: u32) -> u32 {
        let residue = (self.n % self.period as u64) as usize;
        from = from.max(self.full[residue]);
        loop {
            from = self.seen[residue].next_absent(from);
            if self.stamps.get(from as usize) != Some(&self.stamp) {
                return from;
            }
            from += 1;
        }
    }

    /// Takes the value of the heap asked for, and goes on to the next.
    pub(super) fn push(&mut self, value: u32) {
        self.recent.push(value);
        self.n += 1;
        if self.recent.len() >= 2 * self.window + (1 << 12) {
            self.recent.drain(..self.recent.len() - self.window - 1);
        }
    }

    pub(super) fn bytes(&self) -> u64 {
        let seen: usize = self.seen.iter().map(|bits| 8 * bits.0.len()).sum();
        (seen + 4 * self.stamps.len() + 4 * self.recent.len()) as u64
    }
}

/// Games in which no heap is ever split: subtraction games and their relatives, with finitely many
/// or eventually repeating digits.
///
/// # Complexity
/// O(digits) a heap; memory of the window of the takes, or with repeating digits of the greatest
/// value for each residue.
#[derive(Debug)]
pub struct Takes {
    singles: Singles,
    /// Values are below 64: takes are few and finite.
    small: bool,
}

impl Takes {
    /// The engine for a code without splits; splits would be overlooked.
    pub fn new(code: &Code) -> Self {
        debug_assert!(code.most_heaps().is_some_and(|heaps| heaps <= 1));
        let singles = Singles::new(code);
        // A heap has at most as many options as takes, and the empty heap.
        let small =
            singles.cycle.is_empty() && code.repeating().is_empty() && singles.takes.len() < 62;
        Self { singles, small }
    }
}

impl Steps for Takes {
    const STRIDE: u64 = 1 << 12;

    fn heap(&self) -> u64 {
        self.singles.heap()
    }

    fn next(&mut self) -> u32 {
        let singles = &mut self.singles;
        let value = if self.small {
            let mut seen = u64::from(singles.code.digit(singles.n).allows(0));
            for &take in &singles.takes {
                if let Some(value) = singles.back(take) {
                    seen |= 1 << value;
                }
            }
            seen.trailing_ones()
        } else {
            singles.advance();
            singles.next_absent(0)
        };
        singles.push(value);
        value
    }

    fn check(&self, context: &Context<'_>) -> Result<(), Stop> {
        let n = self.singles.heap();
        context.look_at_values(n)?;
        context.check_memory(2 * self.singles.bytes(), || format!("{n} values"))?;
        if n > u64::from(u32::MAX) - (1 << 13) && !self.small {
            let what = "values of games in which any number may be taken are computed for heaps \
                        below 2^32";
            return Err(Stop::Refused(what.into()));
        }
        Ok(())
    }
}

impl Kernel for Takes {
    fn name(&self) -> &'static str {
        "takes"
    }

    fn extend(
        &mut self,
        to: u64,
        context: &Context<'_>,
        out: &mut dyn FnMut(&[u32]),
    ) -> Result<(), Stop> {
        steps(self, to, context, out)
    }

    fn notes(&self) -> Option<Notes> {
        // Of digits that repeat all heaps are remembered, not only the last ones.
        self.singles.cycle.is_empty().then_some(Notes::Null)
    }

    fn needed(&self, out: &mut Take<'_>) -> io::Result<()> {
        let Singles { n, recent, window, .. } = &self.singles;
        let last = &recent[recent.len() - recent.len().min(*window)..];
        out(n - last.len() as u64, last)
    }

    fn resume(
        &mut self,
        handed: u64,
        _notes: Notes,
        pieces: &mut Pieces<'_>,
        _context: &Context<'_>,
    ) -> Result<(), Stop> {
        let singles = &mut self.singles;
        let from = handed.saturating_sub(singles.window as u64);
        // No heap has more options.
        let most = singles.takes.len() as u32 + 1;
        in_a_row(from, handed, pieces, |piece| {
            if piece.iter().any(|&value| value > most) {
                return Err(not_its_own());
            }
            singles.recent.extend(piece);
            Ok(())
        })?;
        singles.n = handed;
        Ok(())
    }
}
