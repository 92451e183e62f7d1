//! Rare and common heaps, by a mask that the checker chooses for itself.

use super::game::Takes;

/// The division of heaps into *rare* and *common* ones.
///
/// A heap n of value v is rare if v has an even number of ones under the mask; if the parity of heaps
/// enters, n + k is added to that number, where k is any take that splits (all have one parity).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Classes {
    mask: u32,
    parity: bool,
    odd: bool,
}

/// Masks are looked for among values below this.
const MAX_VALUES: usize = 1 << 16;

impl Classes {
    /// All heaps are rare.
    pub const ALL_RARE: Self = Self { mask: 0, parity: false, odd: false };

    /// The classes of a mask; `None` if parity is to enter and takes of both parities split.
    pub fn of(mask: u32, parity: bool, takes: &Takes) -> Option<Self> {
        let mut splitting = takes.unequal.iter().chain(&takes.equal).map(|take| take % 2 == 1);
        let odd = splitting.next().unwrap_or(false);
        (!parity || splitting.all(|other| other == odd)).then_some(Self { mask, parity, odd })
    }

    /// Whether heap n is rare if this is its value.
    pub fn rare(&self, n: usize, value: u32) -> bool {
        let heap = self.parity && (n % 2 == 1) != self.odd;
        ((value & self.mask).count_ones() % 2 == 1) == heap
    }

    /// The classes that make the fewest of these heaps rare.
    ///
    /// Cost: O(n + v log v) for n values below v.
    pub fn fewest_rare(values: &[u32], takes: &Takes) -> Self {
        let size = values.iter().max().map_or(1, |&value| value as usize + 1).next_power_of_two();
        if size > MAX_VALUES {
            return Self::ALL_RARE;
        }
        // How often each value occurs; with alternating signs if the parity of heaps enters.
        let mut counts = [vec![0i64; size], vec![0i64; size]];
        for (n, &value) in values.iter().enumerate() {
            counts[0][value as usize] += 1;
            counts[1][value as usize] += if n.is_multiple_of(2) { 1 } else { -1 };
        }
        let mut best = (values.len() as i64, Self::ALL_RARE);
        for (counts, parity) in counts.iter_mut().zip([false, true]) {
            // By Walsh and Hadamard: counts[mask] becomes the sum of (-1)^(ones under the mask).
            for half in (0..size.trailing_zeros()).map(|bit| 1 << bit) {
                for pair in counts.chunks_exact_mut(2 * half) {
                    let (low, high) = pair.split_at_mut(half);
                    for (a, b) in low.iter_mut().zip(high) {
                        (*a, *b) = (*a + *b, *a - *b);
                    }
                }
            }
            for (mask, &sum) in counts.iter().enumerate() {
                let Some(classes) = Self::of(mask as u32, parity, takes) else { break };
                // Rare heaps less common heaps: heap 0 with value 0 tells the sign.
                let balance = if classes.rare(0, 0) { sum } else { -sum };
                if balance < best.0 {
                    best = (balance, classes);
                }
            }
        }
        best.1
    }
}
