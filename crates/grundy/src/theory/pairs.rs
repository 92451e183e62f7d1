//! Pairs of numbers with a given sum and a given nim-sum: how splits are counted without listing.
//!
//! i + j = (i xor j) + 2 (i and j), and i and j share no bit with i xor j. So the pairs with sum s
//! and nim-sum x are i = y | u, j = y | (x \ u), where y = (s - x)/2 must be a natural number
//! without a bit of x, and u is any subset of the bits of x.

use crate::nat::{BitTest, Nat};

/// The bits that i and j have in common if i + j = `sum` and i xor j = `xor`; `None` if there are
/// no such numbers.
///
/// O(length).
pub fn common(sum: &Nat, xor: &Nat) -> Option<Nat> {
    if xor > sum {
        return None;
    }
    let twice = sum - xor;
    let both = &twice >> 1;
    (!twice.bit(0) && (&both & xor).is_zero()).then_some(both)
}

/// The subsets of the bits of a number, ascending.
#[derive(Clone, Debug)]
pub struct Submasks {
    next: Option<Nat>,
    mask: Nat,
    /// The bits below the top that the mask lacks.
    holes: Nat,
}

impl Submasks {
    /// All of them.
    pub fn of(mask: Nat) -> Self {
        Self::starting_at(mask, Nat::ZERO)
    }

    /// Those from `first` on, which must be one of them.
    pub fn starting_at(mask: Nat, first: Nat) -> Self {
        debug_assert_eq!(&first & &mask, first);
        let holes = ((Nat::ONE << mask.bit_len()) - 1u8) ^ &mask;
        Self { next: Some(first), mask, holes }
    }
}

impl Iterator for Submasks {
    type Item = Nat;

    fn next(&mut self) -> Option<Nat> {
        let here = self.next.take()?;
        // With the holes filled a carry runs to the next bit of the mask.
        if here != self.mask {
            self.next = Some((&here + &self.holes + 1u8) & &self.mask);
        }
        Some(here)
    }
}

/// `mask` without its highest bit; 0 stays 0.
pub fn without_top(mask: &Nat) -> Nat {
    let mut rest = mask.clone();
    if let Some(top) = mask.bit_len().checked_sub(1) {
        rest.clear_bit(top);
    }
    rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_those_found_by_trying() {
        for sum in 0..70u32 {
            for xor in 0..70u32 {
                let mut tried: Vec<u32> = (0..=sum).filter(|i| i ^ (sum - i) == xor).collect();
                let both = common(&sum.into(), &xor.into());
                let found: Option<Vec<u32>> = both.map(|both| {
                    Submasks::of(xor.into())
                        .map(|sub| u32::try_from(&both | sub).unwrap())
                        .collect()
                });
                tried.sort_unstable();
                assert_eq!(found.unwrap_or_default(), tried, "{sum} {xor}");
            }
        }
    }

    #[test]
    fn example_of_common() {
        use crate::{nat::Nat, theory::pairs::common};
        let n = |n: u8| Nat::from(n);
        assert_eq!(common(&n(10), &n(8)), Some(n(1))); // 1 + 9
        assert_eq!(common(&n(12), &n(6)), None); // (12 - 6) / 2 = 0b011 meets 6 = 0b110
    }

    #[test]
    fn example_of_submasks() {
        use crate::{nat::Nat, theory::pairs::Submasks};
        let all: Vec<_> = Submasks::of(Nat::from(0b1010u8)).collect();
        assert_eq!(all, [0u8, 0b10, 0b1000, 0b1010].map(Nat::from));
    }
}
