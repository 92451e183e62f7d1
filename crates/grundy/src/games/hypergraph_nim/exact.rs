//! Exact k-Nim: at least one is taken from each of exactly k heaps.

use crate::nat::Nat;

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
