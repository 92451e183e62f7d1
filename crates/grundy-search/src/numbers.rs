//! Proof numbers of couples that are not decided: hints in a table that may forget and mistake.

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
    slots: Box<[AtomicU64]>,
}

/// The least logarithm of slots: further bits of the index are found in the slot.
const LEAST: u32 = 12;

impl Hints {
    /// 2^`log` slots of 8 bytes; `log` is at least 12 and at most 40.
    pub fn new(log: u32) -> Self {
        let log = log.clamp(LEAST, 40);
        Self { slots: (0..1usize << log).map(|_| AtomicU64::new(0)).collect() }
    }

    #[inline]
    fn slot(&self, hash: u64) -> &AtomicU64 {
        &self.slots[hash as usize & (self.slots.len() - 1)]
    }

    /// The numbers stored for a couple, if they still are.
    #[inline]
    pub fn get(&self, hash: u64) -> Option<Numbers> {
        let word = self.slot(hash).load(Ordering::Relaxed);
        let (win, loss) = (word & 0xffff, word >> 16 & 0xffff);
        (word >> 32 == hash >> LEAST & 0xffff_ffff && win != 0)
            .then(|| Numbers { win: expand(win), loss: expand(loss) })
    }

    /// Stores the numbers of a couple that is not decided.
    #[inline]
    pub fn set(&self, hash: u64, numbers: Numbers) {
        let word = (hash >> LEAST & 0xffff_ffff) << 32;
        let word = word | shorten(numbers.loss) << 16 | shorten(numbers.win);
        self.slot(hash).store(word, Ordering::Relaxed);
    }

    /// The same hints in a table of another size.
    pub fn resized(&self, log: u32) -> Self {
        let table = Self::new(log);
        for (i, slot) in self.slots.iter().enumerate() {
            let word = slot.load(Ordering::Relaxed);
            if word & 0xffff != 0 {
                let hash = word >> 32 << LEAST | i as u64 & ((1 << LEAST) - 1);
                table.slot(hash).store(word, Ordering::Relaxed);
            }
        }
        table
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
        let hints = Hints::new(12);
        for number in [1, 2, 77, 2047, 2048, 123_456, NEVER] {
            let numbers = Numbers { win: number, loss: 3 };
            hints.set(0x1234_5678_9abc_def0, numbers);
            let found = hints.get(0x1234_5678_9abc_def0).unwrap();
            assert!(found.win <= number && found.win + (number >> 10) >= number, "{number}");
            assert_eq!(found.loss, 3);
            let found = hints.resized(17).get(0x1234_5678_9abc_def0);
            assert_eq!(found, hints.get(0x1234_5678_9abc_def0));
        }
        assert_eq!(hints.get(0x1234_5678_9abc_ddf0), None);
    }
}
