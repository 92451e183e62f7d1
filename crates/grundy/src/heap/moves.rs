//! The moves of one heap to sums of a given value, counted from the period, not one by one.

use super::{Code, Sequence, code::Shape};
use crate::game::{Found, Move};
use crate::nat::{Nat, to_u64};

/// The moves of `heap` under a code whose nim-sequence has a proved period to sums of value
/// `target`; `None` where they are better listed one by one (no proved period, or more than two
/// heaps left).
///
/// # Complexity
/// O(digits * (start + period)) for the count at any size, and as much again for every `max`
/// moves listed.
pub fn moves_to(
    code: &Code,
    sequence: &Sequence,
    heap: &Nat,
    target: &Nat,
    max: usize,
) -> Option<Found<Nat>> {
    sequence.period()?;
    let largest = code.largest_take()?;
    if code.most_heaps()? > 2 {
        return None;
    }
    let Some(target) = to_u64(target).and_then(|t| u32::try_from(t).ok()) else {
        return Some(Found::default());
    };
    let values = Periodic::new(sequence)?;
    let (mut count, mut listed) = (Nat::ZERO, Vec::new());
    for taken in 0..=largest {
        let digit = code.digit(taken);
        if digit.is_zero() || *heap < Nat::from(taken) {
            continue;
        }
        let rest = heap - taken;
        if rest.is_zero() {
            if digit.allows(0) && target == 0 {
                count += 1u8;
                listed.push(vec![Nat::ZERO]);
            }
            continue;
        }
        if digit.allows(1) && values.at(&rest) == target {
            count += 1u8;
            listed.push(vec![rest.clone()]);
        }
        if digit.allows(2) {
            // Codes with suffixes have no proved period.
            debug_assert_eq!(digit.shape, Shape::Any);
            count += values.pairs(&rest, target, max, &mut listed);
        }
    }
    listed.sort();
    listed.truncate(max);
    let listed = listed.into_iter().map(|sum| Move { sum, tag: 0 }).collect();
    Some(Found { count: Some(count), listed })
}

/// Values by index at any size.
struct Periodic<'a> {
    values: &'a [u32],
    start: u64,
    length: u64,
}

impl<'a> Periodic<'a> {
    fn new(sequence: &'a Sequence) -> Option<Self> {
        let period = sequence.period()?;
        Some(Self { values: sequence.values(), start: period.start, length: period.length })
    }

    fn at(&self, n: &Nat) -> u32 {
        let period = super::period::Period { start: self.start, length: self.length };
        self.values[period.reduce(n) as usize]
    }

    /// How many a with 1 <= a <= rest - a have G(a) xor G(rest - a) = target; the first `max`
    /// pairs are appended to `listed`.
    fn pairs(&self, rest: &Nat, target: u32, max: usize, listed: &mut Vec<Vec<Nat>>) -> Nat {
        let half = rest >> 1;
        let wanted = |a: &Nat| self.at(a) ^ self.at(&(rest - a)) == target;
        // G(a) is periodic from `start` on, and G(rest - a) as long as rest - a >= start: both
        // hold for start <= a <= half once half >= start.
        let first = Nat::from(self.start.max(1));
        let plain_end = (&first - 1u8).min(half.clone());
        let mut count = Nat::ZERO;
        let mut found: Vec<Nat> = Vec::new();
        let mut a = Nat::ONE;
        while a <= plain_end {
            if wanted(&a) {
                count += 1u8;
                found.push(a.clone());
            }
            a += 1u8;
        }
        let mut residues = Vec::new();
        for offset in 0..self.length {
            let a = &first + offset;
            if a > half {
                break;
            }
            if wanted(&a) {
                count += (&half - &a) / self.length + 1u8;
                residues.push(a);
            }
        }
        let mut round = 0u64;
        while !residues.is_empty() && found.len() < max {
            let before = found.len();
            let later = residues.iter().map(|a| a + Nat::from(round) * self.length);
            found.extend(later.take_while(|a| *a <= half));
            if found.len() == before {
                break;
            }
            round += 1;
        }
        listed.extend(found.into_iter().take(max).map(|a| {
            let other = rest - &a;
            vec![a, other]
        }));
        count
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::context::Context;
    use crate::ruleset::{Options, Ruleset};

    #[test]
    fn counts_and_lists_are_those_of_the_rules() {
        for text in ["0.77", "0.137", "0.07", "0.33", "0.123", "0.71", "0.51"] {
            let code: Code = text.parse().unwrap();
            let mut sequence = Sequence::default();
            sequence.value(&code, &(Nat::ONE << 99), &Context::default()).unwrap();
            let values = sequence.values().to_vec();
            let period = sequence.period().unwrap();
            let value = |n: &Nat| values[period.reduce(n) as usize];
            for n in (0..60).chain(300..330u32) {
                let heap = Nat::from(n);
                let mut options = Options::default();
                code.options(&heap, &mut options).unwrap();
                for target in 0..10u32 {
                    let wanted = options
                        .iter()
                        .filter(|o| o.sum.iter().fold(0, |s, a| s ^ value(a)) == target);
                    let all = Found::all(wanted.map(Move::from).collect(), 7);
                    let found = moves_to(&code, &sequence, &heap, &Nat::from(target), 7).unwrap();
                    assert_eq!(found, all, "{text}({n}) to {target}");
                }
            }
        }
    }
}
