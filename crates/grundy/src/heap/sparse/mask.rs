//! Masks: the classes of values, and stored values.

use crate::heap::space::{self, Classes};

/// A mask, which divides values into two classes and lets them be stored without its lowest bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mask {
    /// The classes: the lemma of [the module](super) says why options have the same ones.
    pub classes: Classes,
    /// The place of the lowest bit of the mask.
    pub low: u32,
}

/// The greatest value of a game whose mask is chosen.
const MAX_VALUE: u32 = 1 << 16;

impl Mask {
    pub fn new(classes: Classes) -> Self {
        Self { classes, low: classes.mask.trailing_zeros() }
    }

    /// The class of a value at heap n, as its value or as an option of it: 0 is rare, 1 is common.
    #[inline(always)]
    pub fn class(&self, n: usize, value: u32) -> u32 {
        self.classes.class(n as u64, value)
    }

    /// The stored value: `value` without the lowest bit of the mask. It is linear under nim-sum.
    #[inline(always)]
    pub fn store(&self, value: u32) -> u32 {
        let below = (1 << self.low) - 1;
        ((value >> 1) & !below) | (value & below)
    }

    /// The value at heap n with this stored value and class.
    #[inline(always)]
    pub fn value(&self, n: usize, stored: u32, class: u32) -> u32 {
        let below = (1 << self.low) - 1;
        let value = ((stored & !below) << 1) | (stored & below);
        value | ((self.class(n, value) ^ class) << self.low)
    }
}

/// The mask that leaves the fewest of these values rare, and how many it leaves: see
/// [`space::choose`]. `None` if a value exceeds 2^16.
pub(super) fn choose(values: &[u32], from: usize, take: Option<u32>) -> Option<(Mask, usize)> {
    if values.iter().any(|&value| value > MAX_VALUE) {
        return None;
    }
    let (classes, rare) = space::choose(values.iter().copied(), from, take)?;
    Some((Mask::new(classes), rare))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stored_values_are_linear_and_come_back() {
        for mask in [1, 2, 6, 0x1e, 0x5a, 0xfe, 0x1cd] {
            for (with_parity, take) in [(false, 0), (true, 0), (true, 3)] {
                let mask = Mask::new(Classes::new(mask, with_parity, take));
                for n in 0..4 {
                    for a in 0..512 {
                        assert_eq!(mask.value(n, mask.store(a), mask.class(n, a)), a);
                    }
                    for (a, b) in [(3, 5), (100, 77), (511, 256)] {
                        assert_eq!(mask.store(a) ^ mask.store(b), mask.store(a ^ b));
                    }
                }
            }
        }
    }

    #[test]
    fn within_a_class_the_order_is_kept() {
        for mask in [1, 2, 6, 0x1e, 0x1cd] {
            let mask = Mask::new(Classes::new(mask, false, 0));
            for class in 0..2 {
                let values: Vec<u32> = (0..300).map(|x| mask.value(0, x, class)).collect();
                assert!(values.is_sorted_by(|a, b| a < b));
            }
        }
    }
}
