//! Take-and-break rules by the plain definition.

use super::Code;
use super::code::{Digit, Shape};
use crate::nat::{self, Nat};
use crate::ruleset::{Full, Options, Ruleset};

/// Consecutive takes without a move that are examined at most; beyond them the list is refused as
/// too long.
const MAX_FRUITLESS_TAKES: u64 = 1 << 24;

/// The rules of a code; a position is one heap.
///
/// A move takes k from the heap and leaves the rest as j non-empty heaps, where digit k allows j
/// and its suffix their sizes. Heaps left are unordered: the smaller ones first.
impl Ruleset for Code {
    type Position = Nat;

    fn options(&self, heap: &Nat, out: &mut Options<Nat>) -> Result<(), Full> {
        // Options of a heap beyond a machine word cannot be listed; the receiver is full long
        // before.
        let size = nat::to_u64(heap).unwrap_or(u64::MAX);
        let most = self.largest_take().unwrap_or(size).min(size);
        let mut left = Vec::new();
        // Repeating digits that only allow taking the whole heap have no move before its end.
        let only_ends = self.repeating().iter().all(|digit| digit.most_heaps() == Some(0));
        let leading = self.leading().len() as u64;
        let (mut found, mut fruitless) = (out.len(), 0u64);
        for taken in 0..=most {
            if taken >= leading && only_ends && !self.repeating().is_empty() {
                if heap > &Nat::from(u64::MAX) {
                    return Err(Full);
                }
                return if self.digit(size.max(leading)).allows(0) && size >= leading {
                    out.push([Nat::ZERO])
                } else {
                    Ok(())
                };
            }
            // Takes without a move are skipped, up to the limit.
            fruitless = if out.len() > found { 0 } else { fruitless + 1 };
            found = out.len();
            if fruitless > MAX_FRUITLESS_TAKES {
                return Err(Full);
            }
            let digit = self.digit(taken);
            if digit.is_zero() {
                continue;
            }
            let rest = heap - taken;
            if rest.is_zero() {
                if digit.allows(0) {
                    out.push([Nat::ZERO])?;
                }
                continue;
            }
            if digit.allows(1) {
                out.push([rest.clone()])?;
            }
            match nat::to_u64(&rest) {
                Some(rest) => splits(digit, rest, &mut left, out)?,
                None if digit.most_heaps().is_none_or(|most| most >= 2) => return Err(Full),
                None => {}
            }
        }
        Ok(())
    }

    #[inline]
    fn pack(&self, heap: &Nat) -> Option<u64> {
        nat::to_u64(heap)
    }
}

/// Pushes every way of leaving `rest` as two or more heaps.
fn splits(
    digit: &Digit,
    rest: u64,
    left: &mut Vec<u64>,
    out: &mut Options<Nat>,
) -> Result<(), Full> {
    for count in digit.heap_counts(rest).filter(|&j| j >= 2) {
        if digit.shape == Shape::AllEqual {
            if rest.is_multiple_of(count) {
                let size = rest / count;
                out.push((0..count).map(|_| Nat::from(size)))?;
            }
            continue;
        }
        left.clear();
        partitions(count, rest, 1, digit.shape, left, out)?;
    }
    Ok(())
}

/// Pushes the partitions of `rest` into `count` parts of at least `least`, after `left`.
fn partitions(
    count: u64,
    rest: u64,
    least: u64,
    shape: Shape,
    left: &mut Vec<u64>,
    out: &mut Options<Nat>,
) -> Result<(), Full> {
    // `left` is the stack of the parts chosen, in weakly ascending order; no recursion.
    let base = left.len();
    let step = u64::from(shape == Shape::Distinct);
    let (mut rest, mut size) = (rest, least);
    loop {
        let missing = count - (left.len() - base) as u64;
        let fits =
            if missing == 1 { size <= rest } else { least_sum(missing, size, step) <= rest.into() };
        if fits && missing == 1 {
            let equal = left[base..].iter().all(|&part| part == rest);
            if !(shape == Shape::NotAllEqual && equal) {
                out.push(left[base..].iter().chain([&rest]).map(|&part| Nat::from(part)))?;
            }
        } else if fits {
            left.push(size);
            rest -= size;
            size += step;
            continue;
        }
        // Returns to the last part chosen and tries the next size.
        if left.len() == base {
            return Ok(());
        }
        let last = left.pop().expect("longer than its base");
        rest += last;
        size = last + 1;
    }
}

/// The least sum of `count` parts of at least `size`, each `step` more than the one before.
fn least_sum(count: u64, size: u64, step: u64) -> u128 {
    let (count, size, step) = (u128::from(count), u128::from(size), u128::from(step));
    count.saturating_mul(size).saturating_add(step.saturating_mul(count * (count - 1) / 2))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(code: &str, heap: u32) -> Vec<Vec<u64>> {
        let code: Code = code.parse().unwrap();
        let mut out = Options::default();
        code.options(&Nat::from(heap), &mut out).unwrap();
        let words = |sum: &[Nat]| sum.iter().map(|n| nat::to_u64(n).unwrap()).collect();
        out.iter().map(|option| words(option.sum)).collect()
    }

    #[test]
    fn digits_and_suffixes_mean_what_they_say() {
        assert_eq!(listed("0.7", 4), [vec![3], vec![1, 2]]);
        assert_eq!(listed("0.3", 1), [vec![0]]);
        assert_eq!(listed("0.2", 1), Vec::<Vec<u64>>::new());
        assert_eq!(listed("4.0", 4), [vec![1, 3], vec![2, 2]]);
        assert_eq!(listed("4!.0", 4), [vec![1, 3]]);
        assert_eq!(listed("4=.0", 4), [vec![2, 2]]);
        assert_eq!(listed("8.0", 6), [vec![1, 1, 4], vec![1, 2, 3], vec![2, 2, 2]]);
        assert_eq!(listed("8!.0", 6), [vec![1, 2, 3]]);
        assert_eq!(listed("8?.0", 6), [vec![1, 1, 4], vec![1, 2, 3]]);
        assert_eq!(listed("8=.0", 6), [vec![2, 2, 2]]);
        assert_eq!(listed("{2+}.0", 4), [vec![1, 3], vec![2, 2], vec![1, 1, 2], vec![1; 4]]);
        assert_eq!(listed("{2+}=.0", 4), [vec![2, 2], vec![1; 4]]);
        assert_eq!(listed("0.[1]", 3), [vec![0]]);
        assert_eq!(listed("0.03", 2), [vec![0]]);
        assert_eq!(listed("0.6!", 3), [vec![2]]);
    }

    #[test]
    fn partitions_are_complete() {
        // p(n): 1, 1, 2, 3, 5, 7, 11, 15, 22, 30, 42; distinct: 1, 1, 1, 2, 2, 3, 4, 5, 6, 8, 10.
        assert_eq!(listed("{2+}.0", 10).len(), 42 - 1);
        assert_eq!(listed("{2+}!.0", 10).len(), 10 - 1);
        // All but those into equal parts, of which there are 2 + 5 + 10.
        assert_eq!(listed("{2+}?.0", 10).len(), 42 - 1 - 3);
    }

    #[test]
    fn huge_heaps_stop_at_the_receivers_limit() {
        let code: Code = "0.77".parse().unwrap();
        let mut out = Options::with_capacity_limit(5);
        assert_eq!(code.options(&(Nat::ONE << 200), &mut out), Err(Full));
        assert_eq!(code.options(&Nat::from(u64::MAX), &mut out), Err(Full));
        // Only the whole heap may be taken; nothing may; hardly anything may.
        let mut out = Options::with_capacity_limit(50);
        let code: Code = "0.[1]".parse().unwrap();
        assert_eq!(code.options(&Nat::from(u64::MAX), &mut out), Ok(()));
        assert_eq!(out.len(), 1);
        let code: Code = "0.2[0]".parse().unwrap();
        let mut out = Options::with_capacity_limit(50);
        assert_eq!(code.options(&Nat::from(u64::MAX), &mut out), Ok(()));
        assert_eq!(out.len(), 1);
        let code: Code = "0.[{1000000}=]".parse().unwrap();
        let mut out = Options::with_capacity_limit(50);
        assert_eq!(code.options(&Nat::from(u64::MAX), &mut out), Err(Full));
        // A single option, of 10^9 heaps.
        let code: Code = "{2+}=.0".parse().unwrap();
        let mut out = Options::with_capacity_limit(50);
        assert_eq!(code.options(&Nat::from(1_000_000_000u32), &mut out), Err(Full));
    }
}
