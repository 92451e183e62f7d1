//! Proof numbers of pairs that are not decided: hints in a table that may forget and mistake.

use crate::values::Lines;
use std::sync::atomic::{AtomicU64, Ordering};

/// How much is thought to be missing: to prove that the player to move wins, and that he loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// To a win of the player to move.
    pub win: u32,
    /// To his loss.
    pub loss: u32,
}

/// Not to be proved.
pub const NEVER: u32 = 1 << 30;

impl Numbers {
    /// The player to move wins.
    pub const WON: Self = Self { win: 0, loss: NEVER };
    /// He loses.
    pub const LOST: Self = Self { win: NEVER, loss: 0 };

    /// Whether the player to move wins, if that is decided.
    pub fn outcome(self) -> Option<bool> {
        match (self.win, self.loss) {
            (0, _) => Some(true),
            (_, 0) => Some(false),
            _ => None,
        }
    }
}

/// Slots of 32 bits of a hash and two short numbers; the last one written stays.
///
/// A mistaken slot misleads the search and cannot make it wrong: only rules and [`Values`](crate::Values)
/// decide.
#[derive(Debug)]
pub struct Hints {
    lines: Lines,
}

/// The least logarithm of slots: further bits of the index are found in the slot.
const MIN_LOG_SLOTS: u32 = 12;

/// The logarithm of the slots in a line.
const PER_LINE: u32 = 3;

impl Hints {
    /// 2^`log` slots of 8 bytes; `log` is at least 12 and at most 40.
    pub fn new(log: u32) -> Self {
        Self { lines: Lines::new(log.clamp(MIN_LOG_SLOTS, 40) - PER_LINE) }
    }

    /// The logarithm of the number of slots.
    pub fn log(&self) -> u32 {
        self.lines.log() + PER_LINE
    }

    /// How many bytes they have.
    pub fn bytes(&self) -> u64 {
        64 << self.lines.log()
    }

    #[inline]
    fn slot(&self, hash: u64) -> &AtomicU64 {
        &self.lines.of(hash >> PER_LINE).0[hash as usize & ((1 << PER_LINE) - 1)]
    }

    /// The numbers stored for a pair, if they still are.
    #[inline]
    pub fn get(&self, hash: u64) -> Option<Numbers> {
        let word = self.slot(hash).load(Ordering::Relaxed);
        let (win, loss) = (word & 0xffff, word >> 16 & 0xffff);
        (word >> 32 == hash >> MIN_LOG_SLOTS & 0xffff_ffff && win != 0)
            .then(|| Numbers { win: expand(win), loss: expand(loss) })
    }

    /// Stores the numbers of a pair that is not decided.
    #[inline]
    pub fn set(&self, hash: u64, numbers: Numbers) {
        let word = (hash >> MIN_LOG_SLOTS & 0xffff_ffff) << 32;
        let word = word | shorten(numbers.loss) << 16 | shorten(numbers.win);
        self.slot(hash).store(word, Ordering::Relaxed);
    }

    /// Twice as many slots with the same hints.
    pub fn double(&mut self) {
        let old = self.lines.len();
        self.lines.double();
        for i in 0..old {
            let words = self.lines.line_mut(i).take();
            for (k, word) in words.into_iter().enumerate().filter(|(_, word)| word & 0xffff != 0) {
                let low = (i << PER_LINE | k) as u64;
                let hash = word >> 32 << MIN_LOG_SLOTS | low & ((1 << MIN_LOG_SLOTS) - 1);
                self.slot(hash).store(word, Ordering::Relaxed);
            }
        }
    }
}

/// Eleven significant bits and an exponent; at least 1.
#[inline]
fn shorten(number: u32) -> u64 {
    let number = number.max(1);
    let exponent = (32 - number.leading_zeros()).saturating_sub(11);
    u64::from(exponent << 11 | number >> exponent)
}

#[inline]
fn expand(short: u64) -> u32 {
    ((short & 0x7ff) as u32) << (short >> 11)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hints_keep_eleven_bits() {
        let mut hints = Hints::new(12);
        for number in [1, 2, 77, 2047, 2048, 123_456, NEVER] {
            let numbers = Numbers { win: number, loss: 3 };
            hints.set(0x1234_5678_9abc_def0, numbers);
            let found = hints.get(0x1234_5678_9abc_def0).unwrap();
            assert!(found.win <= number && found.win + (number >> 10) >= number, "{number}");
            assert_eq!(found.loss, 3);
            let before = hints.get(0x1234_5678_9abc_def0);
            hints.double();
            assert_eq!(hints.get(0x1234_5678_9abc_def0), before);
        }
        assert_eq!(hints.get(0x1234_5678_9abc_ddf0), None);
    }
}
