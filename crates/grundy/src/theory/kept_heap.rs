//! The play of all heaps but one: each move keeps one heap and takes one from each of the others.

use crate::nat::{Nat, to_u64};
use std::collections::HashMap;

/// More phases of the play are not followed.
const MAX_PHASES: usize = 1 << 20;

/// The number of moves of the play in which both players keep the least even heap, an empty one too, or
/// the greatest heap if all are odd, until two heaps are empty; `None` if it is too irregular.
///
/// The play is followed in phases, in each of which one heap is kept all the time: an even heap e is
/// kept until another one has become even and less, which takes x - e + 2 moves for a heap x > e and
/// one for x < e. Heaps close to the least one soon repeat their distances, up to their order, while
/// all of them become smaller by the same number; as long as the others are far away, nothing else
/// depends on the sizes, so whole periods are skipped.
///
/// # Complexity
/// O(n) for each phase; about n^2 phases for n heaps, whatever their lengths.
pub fn remoteness(heaps: &[Nat]) -> Option<Nat> {
    let mut heaps = heaps.to_vec();
    heaps.sort_unstable();
    let reach = Nat::from(4 * heaps.len() + 8);
    let mut moves = Nat::ZERO;
    // The least heap and the moves made when distances were seen.
    let mut seen: HashMap<(Vec<u64>, bool), (Nat, Nat)> = HashMap::new();
    for _ in 0..MAX_PHASES {
        let [first, second, ..] = &*heaps else { return Some(moves) };
        if first.is_zero() && second.is_zero() {
            return Some(moves);
        }
        let least = first.clone();
        let distance = |heap: &Nat| heap - &least;
        let near = heaps.iter().take_while(|heap| distance(heap) <= reach).count();
        let distances = heaps[..near].iter().filter_map(|heap| to_u64(&distance(heap))).collect();
        let shape = (distances, &least % 2u8 == 1);
        if near > 1
            && let Some((before, made)) = seen.get(&shape)
            && *before > least
        {
            let (lost, period) = (before - &least, &moves - made);
            let times = periods(&heaps, near, &reach, &lost, &period);
            if !times.is_zero() {
                heaps[..near].iter_mut().for_each(|heap| *heap -= &times * &lost);
                heaps[near..].iter_mut().for_each(|heap| *heap -= &times * &period);
                moves += times * period;
                seen.clear();
                continue;
            }
        }
        seen.insert(shape, (least, moves.clone()));
        moves += phase(&mut heaps);
        heaps.sort_unstable();
        let still = heaps.iter().take_while(|heap| *heap - &heaps[0] <= reach).count();
        if still != near {
            seen.clear();
        }
    }
    None
}

/// How many periods may be skipped in which the `near` heaps lose `lost` each and the others
/// `period`, so that the least heap stays above the reach and the others out of it.
fn periods(heaps: &[Nat], near: usize, reach: &Nat, lost: &Nat, period: &Nat) -> Nat {
    if heaps[0] <= *reach || lost > period {
        return Nat::ZERO;
    }
    let times = (&heaps[0] - reach) / lost;
    let Some(far) = heaps.get(near) else { return times };
    let gap = far - &heaps[0];
    if lost == period {
        return times;
    }
    let room = reach + period;
    if gap <= room { Nat::ZERO } else { times.min((gap - room) / (period - lost)) }
}

/// Keeps one heap as long as it is the one to keep; tells the number of moves.
fn phase(heaps: &mut [Nat]) -> Nat {
    let is_even = |heap: &Nat| heap % 2u8 == 0;
    // The heaps ascend.
    let even = heaps.iter().position(is_even);
    let kept = even.unwrap_or(heaps.len() - 1);
    let moves = match even {
        None => Nat::ONE,
        Some(kept) => {
            let e = heaps[kept].clone();
            let until = |heap: &Nat| match e.is_zero() {
                true => heap.clone(),
                false if *heap < e => Nat::ONE,
                false => heap - &e + 2u8,
            };
            let others = heaps.iter().enumerate().filter(|&(i, _)| i != kept);
            others.map(|(_, heap)| until(heap)).min().unwrap_or(Nat::ONE)
        }
    };
    heaps.iter_mut().enumerate().filter(|(i, _)| *i != kept).for_each(|(_, heap)| *heap -= &moves);
    moves
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The play move by move.
    fn played(heaps: &[u64]) -> u64 {
        let mut heaps = heaps.to_vec();
        let mut moves = 0;
        while heaps.iter().filter(|&&heap| heap == 0).count() < 2 {
            let even =
                (0..heaps.len()).filter(|&i| heaps[i].is_multiple_of(2)).min_by_key(|&i| heaps[i]);
            let kept = even.unwrap_or_else(|| (0..heaps.len()).max_by_key(|&i| heaps[i]).unwrap());
            for i in (0..heaps.len()).filter(|&i| i != kept) {
                heaps[i] -= 1;
            }
            moves += 1;
        }
        moves
    }

    #[test]
    fn periods_skipped_are_those_played() {
        let mut rng = fastrand::Rng::with_seed(5);
        for round in 0..3000u64 {
            let most = [5, 30, 200, 1000][round as usize % 4];
            let heaps: Vec<u64> = (0..2 + round % 6).map(|_| rng.u64(0..most)).collect();
            let long: Vec<Nat> = heaps.iter().copied().map(Nat::from).collect();
            assert_eq!(remoteness(&long), Some(played(&heaps).into()), "{heaps:?}");
        }
    }

    #[test]
    fn long_heaps_need_few_phases() {
        let ten = Nat::from(10u8);
        for n in 2..24u32 {
            let equal: Vec<Nat> = (0..n).map(|i| ten.pow(400) + Nat::from(i * i)).collect();
            let spread: Vec<Nat> =
                (0..n).map(|i| ten.pow(30 + i as usize) + Nat::from(i)).collect();
            assert!(remoteness(&equal).is_some() && remoteness(&spread).is_some(), "{n}");
        }
    }
}
