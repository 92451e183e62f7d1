//! Masks: which values are common at which heap, and how values are stored without the bit that
//! follows from that.

use crate::context::Context;
use crate::walsh_hadamard::transform;

/// A mask, and what follows from it.
///
/// The class of heap n is the parity of the ones of G(n) & mask, to which n + t is added if
/// `alternating`: 0 is rare, 1 is common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mask {
    pub mask: u32,
    /// The parity of the heap enters.
    pub alternating: bool,
    /// The parity of the takes.
    pub take: u32,
    /// The place of the lowest bit of the mask.
    pub low: u32,
}

fn parity(x: u32) -> u32 {
    x.count_ones() & 1
}

impl Mask {
    pub fn new(mask: u32, alternating: bool, take: u32) -> Self {
        Self { mask, alternating, take: take & 1, low: mask.trailing_zeros() }
    }

    /// What is added to the parity of the value at heap n.
    ///
    /// The options of heap n by a splitting take t and the value of heap n itself have it in common,
    /// since all t are of one parity: c(a) + c(n-t-a) = (ones) + (n - t) + 2t = (ones) + n + t.
    #[inline(always)]
    fn turn(&self, n: usize) -> u32 {
        u32::from(self.alternating) & (n as u32 ^ self.take) & 1
    }

    /// The class of a value at heap n, as its value or as an option of it: 1 is common.
    #[inline(always)]
    pub fn class(&self, n: usize, value: u32) -> u32 {
        parity(value & self.mask) ^ self.turn(n)
    }

    /// The value without the lowest bit of the mask. This is linear: the stored value of a sum of two
    /// heaps is the sum of the stored values.
    #[inline(always)]
    pub fn store(&self, value: u32) -> u32 {
        let below = (1 << self.low) - 1;
        ((value >> 1) & !below) | (value & below)
    }

    /// The value of that class at heap n which is stored so.
    #[inline(always)]
    pub fn value(&self, n: usize, stored: u32, class: u32) -> u32 {
        let below = (1 << self.low) - 1;
        let value = ((stored & !below) << 1) | (stored & below);
        value | ((parity(value & self.mask) ^ self.turn(n) ^ class) << self.low)
    }
}

/// The mask that leaves the fewest of these values rare, and how many it leaves. The values are those
/// of the heaps from `from` on; `take` is the parity of all takes, if the parity of heaps may enter.
///
/// A Walsh-Hadamard transform of how often each value occurs gives for every mask the number of
/// common heaps. `None` if a value exceeds 2^16.
///
/// # Complexity
/// O(number of values + v log v) for values below v.
pub(super) fn choose(values: &[u32], from: usize, take: Option<u32>) -> Option<(Mask, usize)> {
    let most = values.iter().copied().max().unwrap_or(0);
    if most > 1 << 16 {
        return None;
    }
    let size = (most as usize + 1).next_power_of_two().max(2);
    let mut counts = [vec![0i64; size], vec![0i64; size]];
    for (n, &value) in (from..).zip(values) {
        counts[n & 1][value as usize] += 1;
    }
    for counts in &mut counts {
        // Without limits it does not stop.
        transform(counts, &Context::default()).ok()?;
    }
    let [even, odd] = counts;
    // Rare heaps less common ones.
    let plain = (1..size).map(|mask| (even[mask] + odd[mask], false, mask));
    let turned = (1..size).filter_map(|mask| {
        let balance = even[mask] - odd[mask];
        Some((if take? & 1 == 0 { balance } else { -balance }, true, mask))
    });
    let (balance, alternating, mask) = plain.chain(turned).min()?;
    let rare = (values.len() as i64 + balance) / 2;
    Some((Mask::new(mask as u32, alternating, take.unwrap_or(0)), rare as usize))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stored_values_are_linear_and_come_back() {
        for mask in [1, 2, 6, 0x1e, 0x5a, 0xfe, 0x1cd] {
            for (alternating, take) in [(false, 0), (true, 0), (true, 3)] {
                let mask = Mask::new(mask, alternating, take);
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
            let mask = Mask::new(mask, false, 0);
            for class in 0..2 {
                let values: Vec<u32> = (0..300).map(|x| mask.value(0, x, class)).collect();
                assert!(values.is_sorted_by(|a, b| a < b));
            }
        }
    }

    #[test]
    fn the_mask_with_the_fewest_rare_values_is_chosen() {
        let values = [1, 2, 4, 7, 1, 2, 1, 4, 3];
        let (mask, rare) = choose(&values, 0, None).unwrap();
        assert_eq!((mask.mask, rare), (7, 1));
        // 0 at odd, 1 at even heaps: the parity of the heap makes one class of them.
        let values: Vec<u32> = (0..40).map(|n| (n + 1) % 2 + 2 * (n % 3)).collect();
        assert!(choose(&values, 0, None).unwrap().1 > 0);
        let (mask, rare) = choose(&values, 0, Some(2)).unwrap();
        assert_eq!((mask.mask, mask.alternating, rare), (1, true, 0));
    }
}
