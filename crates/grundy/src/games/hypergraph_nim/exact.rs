//! Exact k-Nim: at least one is taken from each of exactly k heaps.

use crate::nat::Nat;
use crate::sorting::order;

/// The greatest number of moves: the greatest m for which the heaps, cut to m each, have a sum of
/// km at least. `k` is from 1 to the number of heaps. O(n log n).
///
/// Cutting the j greatest heaps, km <= S_j + jm, where S_j is the sum of the others; the cut that is
/// right has the least right side.
pub fn most_moves(heaps: &[Nat], k: usize) -> Nat {
    let mut sorted = heaps.to_vec();
    sorted.sort_unstable();
    let mut sum: Nat = sorted.iter().sum();
    let mut most = &sum / Nat::from(k);
    for j in 1..k.min(sorted.len()) {
        sum -= &sorted[sorted.len() - j];
        most = most.min(&sum / Nat::from(k - j));
    }
    most
}

/// The Grundy value for n <= 2k heaps, k >= 2, or for k = n; `None` where no formula is known.
pub fn value(heaps: &[Nat], k: usize) -> Option<Nat> {
    let n = heaps.len();
    if n < 2 * k {
        return Some(most_moves(heaps, k));
    }
    if n > 2 * k || k < 2 {
        return None;
    }
    let least = heaps.iter().min().cloned().unwrap_or(Nat::ZERO);
    let rest: Vec<Nat> = heaps.iter().map(|heap| heap - &least).collect();
    let y = most_moves(&rest, k) + 1u8;
    let z = &y * (&y - 1u8) / 2u8 + 1u8;
    Some(if least < z { most_moves(heaps, k) } else { &z - 1u8 + (least - &z) % y })
}

/// One move to a position of the value `target`, where one is constructed. O(n log n) for each bit of
/// the heaps.
pub fn one_move(heaps: &[Nat], k: usize, target: &Nat) -> Option<Vec<Nat>> {
    let n = heaps.len();
    if n < 2 * k {
        // Lower the k greatest heaps by one each: the greatest number of moves falls by one. Then
        // take one counter after the other from them: it falls by at most one each time, to 0.
        let mut places = order(n, &|i, j| heaps[j].cmp(&heaps[i]));
        places.truncate(k);
        let mut first = heaps.to_vec();
        for &i in &places {
            if first[i].is_zero() {
                return None;
            }
            first[i] -= 1u8;
        }
        let after = |taken: &Nat| {
            let (mut after, mut rest) = (first.clone(), taken.clone());
            for &i in &places {
                let part = rest.clone().min(after[i].clone());
                rest -= &part;
                after[i] -= part;
            }
            after
        };
        let (mut least, mut most) = (Nat::ZERO, places.iter().map(|&i| &first[i]).sum::<Nat>());
        while least < most {
            let middle: Nat = (&least + &most) / 2u8;
            if most_moves(&after(&middle), k) <= *target {
                most = middle;
            } else {
                least = middle + 1u8;
            }
        }
        let found = after(&least);
        return (most_moves(&found, k) == *target).then_some(found);
    }
    if n > 2 * k || k < 2 || !target.is_zero() {
        return None;
    }
    // The positions of value 0 are those with more than k least heaps.
    let least = heaps.iter().min()?;
    let places: Vec<usize> = (0..n).filter(|&i| heaps[i] > *least).take(k).collect();
    (places.len() == k).then(|| {
        let mut after = heaps.to_vec();
        places.iter().for_each(|&i| after[i] = least.clone());
        after
    })
}
