//! Lines of the cache, as tables that double in place.

use std::sync::atomic::{AtomicU64, Ordering};

/// Eight words in one line of the cache.
#[derive(Debug)]
#[repr(align(64))]
pub struct Line(pub [AtomicU64; 8]);

impl Line {
    fn empty() -> Self {
        Self(std::array::from_fn(|_| AtomicU64::new(0)))
    }

    /// Word `i`, and zero in its place; no other thread uses the line.
    pub fn take(&mut self) -> [u64; 8] {
        std::array::from_fn(|i| std::mem::take(self.0[i].get_mut()))
    }

    /// Word `i` as it is now.
    #[inline]
    pub fn word(&self, i: usize) -> u64 {
        self.0[i].load(Ordering::Relaxed)
    }
}

/// A power of two of lines. They lie in pieces, so that a table that doubles is never there twice.
#[derive(Debug)]
pub struct Lines {
    pieces: Vec<Box<[Line]>>,
    log: u32,
}

/// The logarithm of the lines of a piece: 4 MiB.
const PIECE: u32 = 16;

impl Lines {
    /// 2^`log` lines of zeros; `log` is at most 40.
    pub fn new(log: u32) -> Self {
        let log = log.min(40);
        let piece = |log: u32| (0..1usize << log).map(|_| Line::empty()).collect();
        let pieces = (0..1usize << log.saturating_sub(PIECE)).map(|_| piece(log.min(PIECE)));
        Self { pieces: pieces.collect(), log }
    }

    /// The logarithm of the number of lines.
    pub fn log(&self) -> u32 {
        self.log
    }

    /// How many lines there are.
    pub fn len(&self) -> usize {
        1 << self.log
    }

    /// The line that the lowest bits of a hash name.
    #[inline]
    pub fn of(&self, hash: u64) -> &Line {
        let i = hash as usize & ((1 << self.log) - 1);
        &self.pieces[i >> PIECE][i & ((1 << PIECE) - 1)]
    }

    /// Line `i` for this thread alone.
    pub fn line_mut(&mut self, i: usize) -> &mut Line {
        &mut self.pieces[i >> PIECE][i & ((1 << PIECE) - 1)]
    }

    /// Twice as many lines, the second half empty.
    pub fn double(&mut self) {
        if self.log < PIECE {
            let mut more = Self::new(self.log + 1);
            for i in 0..self.len() {
                std::mem::swap(more.line_mut(i), self.line_mut(i));
            }
            *self = more;
        } else {
            let more = Self::new(self.log);
            self.pieces.extend(more.pieces);
            self.log += 1;
        }
    }

    /// All lines in order.
    pub fn iter(&self) -> impl Iterator<Item = &Line> {
        self.pieces.iter().flatten()
    }
}
