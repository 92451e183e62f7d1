//! Assignment of values to 64 lanes in order, where pairs at distances below 64 make a lane depend
//! on the lanes before it.

use crate::InstructionSet;
use crate::instruction_set::Kind;
use crate::stored_value::Integer;

/// Survivors kept for each lane.
pub const MAX_SURVIVORS: usize = 4;

/// One integer for each of 64 lanes.
pub type Row<V> = [V; 64];

/// Pairs at distances below 64, at most one for each distance, laid out so that a lane's value
/// reaches the lanes after it: `weights[64 + d]` is g for the pair (d, g). Both vectors have 192
/// entries.
#[derive(Clone, Debug)]
pub struct Propagation<V> {
    /// The integers g; 0 where there is no pair.
    pub weights: Vec<V>,
    /// 0 where there is a pair, [`Integer::NONE`] elsewhere.
    pub inactive: Vec<V>,
}

impl<V: Integer> Default for Propagation<V> {
    fn default() -> Self {
        Self { weights: vec![V::default(); 192], inactive: vec![V::NONE; 192] }
    }
}

/// See [`crate::lower_differences`].
pub fn lower_differences<V: Integer>(
    simd: InstructionSet,
    differences: &mut [Row<V>; MAX_SURVIVORS],
    history: &[V],
    at: usize,
    pairs: &[(u32, V)],
    candidates: &[Row<V>; MAX_SURVIVORS],
) {
    let (mut nearest, mut farthest) = (u32::MAX, 0);
    for &(d, _) in pairs {
        (nearest, farthest) = (nearest.min(d), farthest.max(d));
    }
    if pairs.is_empty() {
        return;
    }
    let end = at.checked_add(64);
    assert!(at >= farthest as usize && farthest < 64);
    assert!(end.is_some_and(|end| end <= history.len().saturating_add(nearest as usize)));
    match simd.0 {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the processor has the instructions; `history` holds the 64 cells from at - d on.
        Kind::Avx512 => unsafe {
            lower_differences_512(differences, history, at, pairs, candidates)
        },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: as above, and d is below 64.
        Kind::Avx2 => unsafe { lower_differences_256(differences, history, at, pairs, candidates) },
        Kind::Portable => lower_differences_plain(differences, history, at, pairs, candidates),
    }
}

#[inline(always)]
fn lower_differences_plain<V: Integer>(
    differences: &mut [Row<V>; MAX_SURVIVORS],
    history: &[V],
    at: usize,
    pairs: &[(u32, V)],
    candidates: &[Row<V>; MAX_SURVIVORS],
) {
    // Sixteen lanes fit into the registers.
    for from in (0..64).step_by(16) {
        let part = |row: &Row<V>| -> [V; 16] { row[from..from + 16].try_into().expect("16") };
        let wanted: [[V; 16]; MAX_SURVIVORS] = std::array::from_fn(|k| part(&candidates[k]));
        let mut lowest: [[V; 16]; MAX_SURVIVORS] = std::array::from_fn(|k| part(&differences[k]));
        for &(d, g) in pairs {
            let source: &[V; 16] =
                history[at + from - d as usize..][..16].try_into().expect("16 values");
            for i in 0..16 {
                let unknown = if from + i >= d as usize { V::NONE } else { V::default() };
                let value = source[i].xor(g);
                for (lowest, wanted) in lowest.iter_mut().zip(&wanted) {
                    lowest[i] = lowest[i].min(value.xor(wanted[i]).or(unknown));
                }
            }
        }
        for (row, lowest) in differences.iter_mut().zip(&lowest) {
            row[from..from + 16].copy_from_slice(lowest);
        }
    }
}

/// # Safety
/// `d < 64`, `at >= d` and `at + 64 - d <= history.len()` for every pair.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
unsafe fn lower_differences_256<V: Integer>(
    differences: &mut [Row<V>; MAX_SURVIVORS],
    history: &[V],
    at: usize,
    pairs: &[(u32, V)],
    candidates: &[Row<V>; MAX_SURVIVORS],
) {
    use crate::vector_256::{broadcast, lesser, load};
    use std::arch::x86_64::*;
    // The 64 lanes from 64 - d on: those from d on are unknown.
    let mut unknown = [V::default(); 128];
    unknown[64..].fill(V::NONE);
    let lanes = 32 / size_of::<V>();
    for lane in (0..64).step_by(lanes) {
        // SAFETY: a row has 64 lanes.
        let part = |row: &Row<V>| unsafe { load(row.as_ptr().add(lane)) };
        let wanted: [__m256i; MAX_SURVIVORS] = std::array::from_fn(|k| part(&candidates[k]));
        let mut lowest: [__m256i; MAX_SURVIVORS] = std::array::from_fn(|k| part(&differences[k]));
        for &(d, g) in pairs.iter().filter(|pair| pair.0 as usize > lane) {
            // SAFETY: the caller's promise.
            let (source, unknown) = unsafe {
                let place = at + lane - d as usize;
                (
                    load(history.as_ptr().add(place)),
                    load(unknown.as_ptr().add(64 + lane - d as usize)),
                )
            };
            let value = _mm256_xor_si256(source, broadcast(g));
            for (lowest, &wanted) in lowest.iter_mut().zip(&wanted) {
                let sum = _mm256_or_si256(_mm256_xor_si256(value, wanted), unknown);
                *lowest = lesser::<V>(*lowest, sum);
            }
        }
        for (row, &lowest) in differences.iter_mut().zip(&lowest) {
            // SAFETY: a row has 64 lanes.
            unsafe { _mm256_storeu_si256(row.as_mut_ptr().add(lane).cast(), lowest) };
        }
    }
}

/// # Safety
/// `at >= d` and `at + 64 - d <= history.len()` for every pair; V has one byte or two.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw")]
unsafe fn lower_differences_512<V: Integer>(
    differences: &mut [Row<V>; MAX_SURVIVORS],
    history: &[V],
    at: usize,
    pairs: &[(u32, V)],
    candidates: &[Row<V>; MAX_SURVIVORS],
) {
    use std::arch::x86_64::*;
    let size = size_of::<V>();
    assert!(size <= 2);
    for part in 0..size {
        let lane = part * 64 / size;
        // SAFETY: a vector holds a row of bytes from lane 0 on, or half a row of two-byte integers.
        let load = |row: &Row<V>| unsafe { _mm512_loadu_si512(row.as_ptr().add(lane).cast()) };
        let wanted: [__m512i; MAX_SURVIVORS] = std::array::from_fn(|k| load(&candidates[k]));
        let mut lowest: [__m512i; MAX_SURVIVORS] = std::array::from_fn(|k| load(&differences[k]));
        for &(d, g) in pairs {
            // SAFETY: the caller's promise.
            let source =
                unsafe { _mm512_loadu_si512(history.as_ptr().add(at + lane - d as usize).cast()) };
            // The lanes whose cell stands before `at`.
            let known = ((1u64 << d) - 1) >> lane;
            if size == 1 {
                let value = _mm512_xor_si512(source, _mm512_set1_epi8(g.number() as i8));
                for (lowest, &wanted) in lowest.iter_mut().zip(&wanted) {
                    let value = _mm512_xor_si512(value, wanted);
                    *lowest = _mm512_mask_min_epu8(*lowest, known, *lowest, value);
                }
            } else {
                let value = _mm512_xor_si512(source, _mm512_set1_epi16(g.number() as i16));
                for (lowest, &wanted) in lowest.iter_mut().zip(&wanted) {
                    let value = _mm512_xor_si512(value, wanted);
                    *lowest = _mm512_mask_min_epu16(*lowest, known as u32, *lowest, value);
                }
            }
        }
        for (row, &lowest) in differences.iter_mut().zip(&lowest) {
            // SAFETY: as for `load`.
            unsafe { _mm512_storeu_si512(row.as_mut_ptr().add(lane).cast(), lowest) };
        }
    }
}

/// See [`crate::assign`].
pub fn assign<V: Integer>(
    simd: InstructionSet,
    differences: &mut [Row<V>; MAX_SURVIVORS],
    candidates: &[Row<V>; MAX_SURVIVORS],
    propagations: &[Propagation<V>],
    out: &mut [V],
    from: usize,
    to: usize,
) -> usize {
    match simd.0 {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the processor has the instructions.
        Kind::Avx512 => unsafe { assign_512(differences, candidates, propagations, out, from, to) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the processor has the instructions.
        Kind::Avx2 => unsafe { assign_avx2(differences, candidates, propagations, out, from, to) },
        Kind::Portable => assign_plain(differences, candidates, propagations, out, from, to),
    }
}

#[inline(always)]
fn assign_plain<V: Integer>(
    differences: &mut [Row<V>; MAX_SURVIVORS],
    candidates: &[Row<V>; MAX_SURVIVORS],
    propagations: &[Propagation<V>],
    out: &mut [V],
    from: usize,
    to: usize,
) -> usize {
    assert!(to <= 64);
    let out: &mut Row<V> = (&mut out[..64]).try_into().expect("64 lanes");
    for lane in from..to {
        let value = if differences[0][lane] != V::default() {
            candidates[0][lane]
        } else if differences[1][lane] != V::default() {
            candidates[1][lane]
        } else {
            return lane;
        };
        if value == V::NONE {
            return lane;
        }
        out[lane] = value;
        propagate(differences, value, propagations, lane, candidates);
    }
    to
}

/// Lowers the first two differences of the lanes after `lane` by the pairs that reach from it,
/// where its value is `value`.
#[inline(always)]
pub fn propagate<V: Integer>(
    differences: &mut [Row<V>; MAX_SURVIVORS],
    value: V,
    propagations: &[Propagation<V>],
    lane: usize,
    candidates: &[Row<V>; MAX_SURVIVORS],
) {
    for propagation in propagations {
        let weights: &Row<V> =
            propagation.weights[64 - lane..][..64].try_into().expect("64 weights");
        let inactive: &Row<V> =
            propagation.inactive[64 - lane..][..64].try_into().expect("64 weights");
        for k in 0..2 {
            for i in 0..64 {
                let sum = value.xor(weights[i]).xor(candidates[k][i]).or(inactive[i]);
                differences[k][i] = differences[k][i].min(sum);
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn assign_avx2<V: Integer>(
    differences: &mut [Row<V>; MAX_SURVIVORS],
    candidates: &[Row<V>; MAX_SURVIVORS],
    propagations: &[Propagation<V>],
    out: &mut [V],
    from: usize,
    to: usize,
) -> usize {
    assign_plain(differences, candidates, propagations, out, from, to)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
fn assign_512<V: Integer>(
    differences: &mut [Row<V>; MAX_SURVIVORS],
    candidates: &[Row<V>; MAX_SURVIVORS],
    propagations: &[Propagation<V>],
    out: &mut [V],
    from: usize,
    to: usize,
) -> usize {
    assign_plain(differences, candidates, propagations, out, from, to)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pseudo_random::numbers;

    fn rows<V: Integer>(next: &mut impl FnMut(u64) -> u64, bound: u64) -> [Row<V>; MAX_SURVIVORS] {
        std::array::from_fn(|_| {
            std::array::from_fn(|_| match next(12) {
                0 => V::NONE,
                _ => V::of(next(bound) as u32),
            })
        })
    }

    fn instruction_sets_agree<V: Integer>(bound: u64) {
        let mut next = numbers(bound);
        for _ in 0..200 {
            let history: Vec<V> = (0..500).map(|_| V::of(next(bound) as u32)).collect();
            let pairs: Vec<(u32, V)> =
                (0..next(20)).map(|_| (1 + next(63) as u32, V::of(next(bound) as u32))).collect();
            let candidates = rows::<V>(&mut next, bound);
            let at = 300;
            let mut expected = rows::<V>(&mut next, bound);
            let start = expected;
            for lane in 0..64 {
                for &(d, g) in pairs.iter().filter(|p| lane < p.0 as usize) {
                    for k in 0..MAX_SURVIVORS {
                        let value = history[at + lane - d as usize].xor(g);
                        let sum = value.xor(candidates[k][lane]);
                        expected[k][lane] = expected[k][lane].min(sum);
                    }
                }
            }
            let mut propagations: Vec<Propagation<V>> = Vec::new();
            for &(d, g) in pairs.iter().filter(|p| p.0 < 64) {
                let mut propagation = Propagation::default();
                propagation.weights[64 + d as usize] = g;
                propagation.inactive[64 + d as usize] = V::default();
                propagations.push(propagation);
            }
            let mut assigned = Vec::new();
            for simd in InstructionSet::available() {
                let mut found = start;
                lower_differences(simd, &mut found, &history, at, &pairs, &candidates);
                assert!(found == expected, "{simd:?}");
                let mut out = vec![V::default(); 64];
                let to = assign(simd, &mut found, &candidates, &propagations, &mut out, 3, 60);
                assigned.push((out, to, found));
            }
            // The same by the definition.
            let mut slow = expected;
            let mut out = vec![V::default(); 64];
            let mut to = 60;
            for lane in 3..60 {
                let Some(k) = (0..2).find(|&k| slow[k][lane] != V::default()) else {
                    to = lane;
                    break;
                };
                if candidates[k][lane] == V::NONE {
                    to = lane;
                    break;
                }
                out[lane] = candidates[k][lane];
                for &(d, g) in pairs.iter().filter(|p| p.0 < 64 && lane + (p.0 as usize) < 64) {
                    let after = lane + d as usize;
                    for k in 0..2 {
                        let sum = out[lane].xor(g).xor(candidates[k][after]);
                        slow[k][after] = slow[k][after].min(sum);
                    }
                }
            }
            for (found, end, near) in assigned {
                assert_eq!((found, end), (out.clone(), to));
                assert!(near == slow);
            }
        }
    }

    #[test]
    fn instruction_sets_assign_the_same_values() {
        instruction_sets_agree::<u8>(16);
        instruction_sets_agree::<u8>(255);
        instruction_sets_agree::<u16>(16);
        instruction_sets_agree::<u16>(1000);
    }
}
