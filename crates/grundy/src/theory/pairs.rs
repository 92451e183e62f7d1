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

/// The pairs i <= j of positive numbers with i + j <= `most` and i xor j = `xor`: how many, and the
/// first `max` of them.
///
/// With y as above, i + j = xor + 2y: the y allowed are those up to (most - xor)/2 without a bit of
/// xor.
///
/// O(length) for the number, and as much for each pair.
pub fn bounded(most: &Nat, xor: &Nat, max: usize) -> (Nat, Vec<(Nat, Nat)>) {
    if xor > most {
        return (Nat::ZERO, Vec::new());
    }
    let last = (most - xor) >> 1;
    // With y = 0 one of the numbers may be 0.
    let (count, first) = match xor.count_ones() {
        0 => (last.clone(), Nat::ONE),
        ones => ((apart(&last, xor) << (ones - 1)) - 1u8, Nat::ONE),
    };
    let mut listed = Vec::new();
    let mut next = Some(first);
    while let Some(i) = next.filter(|_| listed.len() < max) {
        let found = at_least(&i, &last, xor);
        next = found.map(|i| {
            let after = &i + 1u8;
            let j = &i ^ xor;
            listed.push((i, j));
            after
        });
    }
    (count, listed)
}

/// How many numbers up to `last` share no bit with `mask`.
fn apart(last: &Nat, mask: &Nat) -> Nat {
    // Numbers that agree with `last` above some bit of it and lack that bit, and `last` itself.
    let free = |bits: usize| bits - (0..bits).filter(|&bit| mask.bit(bit)).count();
    let mut count = Nat::ZERO;
    let mut open = free(last.bit_len());
    for bit in (0..last.bit_len()).rev() {
        if !mask.bit(bit) {
            open -= 1;
        }
        if last.bit(bit) {
            count += Nat::ONE << open;
            if mask.bit(bit) {
                return count;
            }
        }
    }
    count + 1u8
}

/// The least i of at least `from` with i <= i xor `xor` and i without the bits of `xor` at most
/// `last`.
fn at_least(from: &Nat, last: &Nat, xor: &Nat) -> Option<Nat> {
    let top = xor.bit_len().checked_sub(1);
    let outside = |i: &Nat| {
        let common = i & xor;
        i ^ common
    };
    let allowed = |i: &Nat| top.is_none_or(|top| !i.bit(top)) && outside(i) <= *last;
    if allowed(from) {
        return Some(from.clone());
    }
    // `from` cut off above some bit that it lacks, with this bit: the lower that bit the less.
    let longest = from.bit_len().max(last.bit_len()).max(xor.bit_len());
    (0..=longest).filter(|&bit| !from.bit(bit)).find_map(|bit| {
        let next = ((from >> bit) + 1u8) << bit;
        allowed(&next).then_some(next)
    })
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

    #[test]
    fn bounded_pairs_are_those_found_by_trying() {
        for most in 0..50u32 {
            for xor in 0..66u32 {
                let pairs = (1..=most).flat_map(|i| (i..=most).map(move |j| (i, j)));
                let tried: Vec<(Nat, Nat)> = pairs
                    .filter(|(i, j)| i + j <= most && i ^ j == xor)
                    .map(|(i, j)| (i.into(), j.into()))
                    .collect();
                for max in [0, 1, 3, 1000] {
                    let (count, listed) = bounded(&most.into(), &xor.into(), max);
                    assert_eq!(count, Nat::from(tried.len()), "{most} {xor}");
                    assert_eq!(listed, tried[..max.min(tried.len())], "{most} {xor}");
                }
            }
        }
    }
}
