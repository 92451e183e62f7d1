//! Tuples of heaps: those below a given one, the moves of Nim in one, sizes up to a bound.

use crate::moves::Move;
use crate::nat::{Nat, heap_bytes, nim_sum};
use crate::ruleset::{Full, Options};

/// Calls `each` with every tuple that differs from `heaps` in exactly the `chosen` places and is
/// smaller in each of them, like an odometer. O(heaps) for each.
///
/// # Errors
/// [`Full`] when the receiver wants no more.
pub fn each_lowered(
    heaps: &[Nat],
    chosen: &[usize],
    each: &mut impl FnMut(Vec<Nat>) -> Result<(), Full>,
) -> Result<(), Full> {
    if chosen.is_empty() || chosen.iter().any(|&i| heaps[i].is_zero()) {
        return Ok(());
    }
    let mut after = heaps.to_vec();
    chosen.iter().for_each(|&i| after[i] = Nat::ZERO);
    loop {
        each(after.clone())?;
        let Some(turn) = chosen.iter().rposition(|&i| &after[i] + 1u8 < heaps[i]) else {
            return Ok(());
        };
        after[chosen[turn]] += 1u8;
        chosen[turn + 1..].iter().for_each(|&i| after[i] = Nat::ZERO);
    }
}

/// Pushes the same tuples.
///
/// # Errors
/// [`Full`] when the receiver wants no more.
pub fn push_lowered(
    heaps: &[Nat],
    chosen: &[usize],
    out: &mut Options<Vec<Nat>>,
) -> Result<(), Full> {
    each_lowered(heaps, chosen, &mut |after| out.push([after]))
}

/// The next set of so many of `from` numbers 0, 1, …, in the order of the lexicon; false after the
/// last.
pub fn next_choice(chosen: &mut [usize], from: usize) -> bool {
    let size = chosen.len();
    let Some(i) = (0..size).rev().find(|&i| chosen[i] + size < from + i) else { return false };
    chosen[i] += 1;
    for j in i + 1..size {
        chosen[j] = chosen[j - 1] + 1;
    }
    true
}

/// The places of the heaps that are not empty.
pub fn full(heaps: &[Nat]) -> Vec<usize> {
    (0..heaps.len()).filter(|&i| !heaps[i].is_zero()).collect()
}

/// The heaps that are not empty, the smallest first.
pub fn sorted(heaps: &[Nat]) -> Vec<Nat> {
    let mut sorted: Vec<Nat> = heaps.iter().filter(|heap| !heap.is_zero()).cloned().collect();
    sorted.sort_unstable();
    sorted
}

/// The heaps that are not empty in their order, if some heap is empty: what plays the same, with moves
/// in the same order.
pub fn without_empty(heaps: &[Nat]) -> Option<Vec<Nat>> {
    heaps
        .iter()
        .any(Nat::is_zero)
        .then(|| heaps.iter().filter(|heap| !heap.is_zero()).cloned().collect())
}

/// The tuples that leave one heap of `heaps` smaller and have the nim-sum `target`.
pub fn nim_moves(heaps: &[Nat], target: &Nat) -> Vec<Vec<Nat>> {
    let change = nim_sum(heaps) ^ target;
    let lowered = heaps.iter().enumerate().filter_map(|(i, heap)| {
        let left = heap ^ &change;
        (left < *heap).then(|| with(heaps, i, left))
    });
    lowered.collect()
}

/// The tuple with another heap in one place.
pub fn with(heaps: &[Nat], place: usize, heap: Nat) -> Vec<Nat> {
    let mut after = heaps.to_vec();
    after[place] = heap;
    after
}

/// Moves that leave one position each.
pub fn single<P>(results: impl IntoIterator<Item = P>) -> Vec<Move<P>> {
    results.into_iter().map(|to| Move { sum: vec![to], tag: 0 }).collect()
}

/// Bytes that a tuple holds on the heap.
pub fn bytes(heaps: &[Nat]) -> usize {
    size_of_val(heaps) + heaps.iter().map(heap_bytes).sum::<usize>()
}

/// The product of all heaps plus one, or a number above 2^64 that is not more: so many tuples are
/// nowhere greater.
pub fn count_below(heaps: &[Nat]) -> Nat {
    let mut bound = Nat::ONE;
    for heap in heaps {
        bound *= heap + 1u8;
        if bound > Nat::from(u64::MAX) {
            break;
        }
    }
    bound
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_and_lowered_tuples_come_once_each() {
        let mut chosen = vec![0, 1];
        let mut all = vec![chosen.clone()];
        while next_choice(&mut chosen, 4) {
            all.push(chosen.clone());
        }
        assert_eq!(all, [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]);
        let heaps = [2u8, 5, 3].map(Nat::from);
        let mut out = Options::default();
        push_lowered(&heaps, &[0, 2], &mut out).unwrap();
        assert_eq!(out.len(), 6);
        assert!(out.iter().all(|option| option.sum[0][1] == heaps[1]));
        assert_eq!(count_below(&heaps), Nat::from(72u8));
        assert_eq!(nim_moves(&heaps, &Nat::ZERO), [[2u8, 1, 3].map(Nat::from)]);
    }
}
