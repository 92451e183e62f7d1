//! Pairs of numbers sorted beyond memory: sorted runs, in memory or in a file, merged at the end.

use crate::Trouble;
use crate::coding::{Numbers, PairReader, sorted_pairs};
use crate::scratch::Scratch;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// At least so many pairs are sorted at once.
const MIN_RUN: usize = 1 << 12;

/// Bytes of a run that are read from a file at once.
const WINDOW: usize = 1 << 16;

/// A number has at most so many bytes, a pair twice as many.
const MAX_PAIR: usize = 20;

/// Pairs in any order, to be had back sorted.
///
/// Space: 16 bytes a pair of the run that is filled, a few bytes a pair of those that are sorted. Past the budget
/// those go to a file.
pub(crate) struct Runs {
    filling: Vec<(u64, u64)>,
    most: usize,
    kept: Vec<Vec<u8>>,
    kept_bytes: u64,
    budget: u64,
    /// Where each run lies in the file.
    spilled: Vec<(u64, u64)>,
    scratch: Scratch,
}

impl Runs {
    /// So many bytes may be held: half of them by the run that is filled.
    pub fn new(budget: u64, scratch: Scratch) -> Self {
        let most = usize::try_from(budget / 32).unwrap_or(usize::MAX).max(MIN_RUN);
        Self {
            filling: Vec::new(),
            most,
            kept: Vec::new(),
            kept_bytes: 0,
            budget: budget / 2,
            spilled: Vec::new(),
            scratch,
        }
    }

    #[inline]
    pub fn push(&mut self, pair: (u64, u64)) -> Result<(), Trouble> {
        self.filling.push(pair);
        if self.filling.len() >= self.most { self.close() } else { Ok(()) }
    }

    fn close(&mut self) -> Result<(), Trouble> {
        let run = sorted_pairs(&mut self.filling);
        self.filling.clear();
        if self.kept_bytes + run.len() as u64 <= self.budget {
            self.kept_bytes += run.len() as u64;
            self.kept.push(run);
        } else {
            let at = self.scratch.append(&run)?;
            self.spilled.push((at, run.len() as u64));
        }
        Ok(())
    }

    /// Bytes that went to the file.
    pub fn spilled(&self) -> u64 {
        self.scratch.length()
    }

    /// The sorted pairs, all that were pushed, equal ones too.
    pub fn merge(mut self) -> Result<Merge, Trouble> {
        self.close()?;
        self.filling = Vec::new();
        let mut sources: Vec<Source> = Vec::new();
        let room = (self.budget as usize / (self.spilled.len() + 1)).clamp(1 << 12, WINDOW);
        for run in self.kept {
            sources.push(Source::new(run, 0..0, room));
        }
        for (from, length) in self.spilled {
            sources.push(Source::new(Vec::new(), from..from + length, room));
        }
        let mut heads = BinaryHeap::with_capacity(sources.len());
        for (number, source) in sources.iter_mut().enumerate() {
            if let Some(pair) = source.next(&self.scratch)? {
                heads.push(Reverse((pair, number)));
            }
        }
        Ok(Merge { sources, heads, scratch: self.scratch })
    }
}

/// A run while it is read.
struct Source {
    bytes: Vec<u8>,
    at: usize,
    /// What is still in the file.
    rest: std::ops::Range<u64>,
    room: usize,
    reader: PairReader,
}

impl Source {
    fn new(bytes: Vec<u8>, rest: std::ops::Range<u64>, room: usize) -> Self {
        Self { bytes, at: 0, rest, room, reader: PairReader::default() }
    }

    #[inline]
    fn next(&mut self, scratch: &Scratch) -> Result<Option<(u64, u64)>, Trouble> {
        if self.bytes.len() - self.at < MAX_PAIR && !self.rest.is_empty() {
            self.refill(scratch)?;
        }
        if self.at == self.bytes.len() {
            return Ok(None);
        }
        let mut numbers = Numbers::new(&self.bytes[self.at..]);
        let pair = self.reader.next(&mut numbers).ok_or_else(|| scratch.damaged())?;
        self.at = self.bytes.len() - numbers.left();
        Ok(Some(pair))
    }

    #[cold]
    fn refill(&mut self, scratch: &Scratch) -> Result<(), Trouble> {
        self.bytes.drain(..self.at);
        self.at = 0;
        let more = (self.rest.end - self.rest.start).min(self.room as u64) as usize;
        let have = self.bytes.len();
        self.bytes.resize(have + more, 0);
        scratch.read(self.rest.start, &mut self.bytes[have..])?;
        self.rest.start += more as u64;
        Ok(())
    }
}

/// Sorted pairs, one after the other.
pub(crate) struct Merge {
    sources: Vec<Source>,
    heads: BinaryHeap<Reverse<((u64, u64), usize)>>,
    scratch: Scratch,
}

impl Merge {
    /// The next pair. O(log r) for r runs.
    #[inline]
    pub fn next(&mut self) -> Result<Option<(u64, u64)>, Trouble> {
        let Some(mut head) = self.heads.peek_mut() else { return Ok(None) };
        let Reverse((pair, number)) = *head;
        match self.sources[number].next(&self.scratch)? {
            Some(next) => *head = Reverse((next, number)),
            None => {
                std::collections::binary_heap::PeekMut::pop(head);
            }
        }
        Ok(Some(pair))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_come_back_sorted_from_memory_and_from_files() {
        let mut rng = fastrand::Rng::with_seed(11);
        for (count, budget) in
            [(0, 0), (10, 0), (30_000, 0), (100_000, 200_000), (100_000, 1 << 30)]
        {
            let scratch = Scratch::new(&std::env::temp_dir(), &format!("runs-{count}-{budget}"));
            let mut runs = Runs::new(budget, scratch);
            let mut pair = || (rng.u64(..1000), rng.u64(..) >> rng.u32(..60));
            let mut pairs: Vec<_> = (0..count).map(|_| pair()).collect();
            pairs.iter().for_each(|&pair| runs.push(pair).unwrap());
            assert_eq!(runs.spilled() > 0, budget < 1 << 20 && count > 10);
            let mut merge = runs.merge().unwrap();
            pairs.sort_unstable();
            assert!(pairs.iter().all(|&pair| merge.next().unwrap() == Some(pair)));
            assert_eq!(merge.next().unwrap(), None);
        }
    }
}
