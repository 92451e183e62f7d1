//! A table of lines, whatever the entries in a line look like.

use super::lines::{Line, Lines};
use super::{Known, spread};
use std::marker::PhantomData;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering, fence};

/// How entries lie in a line.
pub trait Format {
    /// Entries in a line.
    const WAYS: usize;

    /// More entries than this for each line are a crowd.
    const CROWD: usize;

    /// What is known of the part with this key.
    fn get(line: &Line, key: u128) -> Known;

    /// Adds what is known of a part; whether one more entry is in use.
    fn add(line: &Line, key: u128, hash: u64, known: Known, work: u64) -> bool;

    /// All words of a line as they were at one moment; `None` if a thread holds on to it.
    fn read(line: &Line) -> Option<[u64; 8]>;

    /// The entries of a line: key, what is known, about how much work it took.
    fn entries(words: [u64; 8]) -> impl Iterator<Item = (u128, Known, u64)>;
}

/// A table of what is known of parts.
#[derive(Debug)]
pub struct Table<F> {
    lines: Lines,
    used: AtomicUsize,
    format: PhantomData<F>,
}

impl<F: Format> Table<F> {
    /// 2^`log` lines.
    pub fn new(log: u32) -> Self {
        Self { lines: Lines::new(log), used: AtomicUsize::new(0), format: PhantomData }
    }

    pub fn lines(&self) -> &Lines {
        &self.lines
    }

    /// How many entries are in use.
    pub fn len(&self) -> usize {
        self.used.load(Ordering::Relaxed)
    }

    pub fn is_crowded(&self) -> bool {
        self.len() > self.lines.len() * F::CROWD
    }

    /// Whether a third of all entries is in use.
    pub fn is_third_full(&self) -> bool {
        self.len() * 3 > self.lines.len() * F::WAYS
    }

    /// What is known of the part with this key.
    #[inline]
    pub fn get(&self, key: u128, hash: u64) -> Known {
        F::get(self.lines.of(hash), key)
    }

    /// Adds what is known of a part.
    pub fn add(&self, key: u128, hash: u64, known: Known, work: u64) {
        if F::add(self.lines.of(hash), key, hash, known, work) {
            self.used.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// All entries. What threads write meanwhile may be among them or not.
    pub fn entries(&self) -> impl Iterator<Item = (u128, Known, u64)> + '_ {
        self.lines.iter().filter_map(F::read).flat_map(F::entries)
    }

    /// Twice as many lines with the same entries.
    pub fn double(&mut self) {
        let old = self.lines.len();
        self.lines.double();
        self.used = AtomicUsize::new(0);
        for i in 0..old {
            // They stay in this line or go to the one that is `old` lines farther.
            let words = self.lines.line_mut(i).take();
            for (key, known, work) in F::entries(words) {
                self.add(key, spread(key), known, work);
            }
        }
    }
}

/// Makes the version at bit `version` odd; the word as it was. `None` if another thread holds on to it.
pub fn lock(word: &AtomicU64, version: u32) -> Option<u64> {
    for _ in 0..1 << 10 {
        let before = word.load(Ordering::Relaxed);
        let odd = before | 1 << version;
        if before != odd
            && word.compare_exchange_weak(before, odd, Ordering::Acquire, Ordering::Relaxed).is_ok()
        {
            // Keys are not written before the version is seen to be odd.
            fence(Ordering::Release);
            return Some(before);
        }
        std::hint::spin_loop();
    }
    None
}
