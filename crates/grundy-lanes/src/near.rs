//! Least candidates that no pair with a heap closer than 64 attains: 64 positions, in order.

use crate::level::Kind;
use crate::{Level, Stored};

/// Candidates kept for each position.
pub const KEPT: usize = 4;

/// One number for each of 64 lanes.
pub type Row<V> = [V; 64];

/// What a value adds to the lanes after its own: `weights[64 + d]` for the lane d further on, where
/// `free[64 + d]` is 0; it is [`Stored::NONE`] elsewhere. Both have 192 entries.
#[derive(Clone, Debug)]
pub struct Layer<V> {
    /// The weights.
    pub weights: Vec<V>,
    /// 0 where there is a weight.
    pub free: Vec<V>,
}

impl<V: Stored> Default for Layer<V> {
    fn default() -> Self {
        Self { weights: vec![V::default(); 192], free: vec![V::NONE; 192] }
    }
}

/// Lowers `near[k][lane]` to `history[at + lane - d] ^ g ^ candidates[k][lane]` for every pair (d, g):
/// it becomes 0 if some pair attains the candidate.
///
/// Only the lanes below d are looked at, whose history stands before `at`; all d are below 64.
///
/// # Complexity
/// Ten instructions for each pair with AVX-512 and bytes.
///
/// # Panics
/// If `at` is less than some d, or the history too short.
pub fn near<V: Stored>(
    level: Level,
    near: &mut [Row<V>; KEPT],
    history: &[V],
    at: usize,
    pairs: &[(u32, V)],
    candidates: &[Row<V>; KEPT],
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
    match level.0 {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the processor has the instructions; at - d and 63 more are within the history.
        Kind::Avx512 => unsafe { near_512(near, history, at, pairs, candidates) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the processor has the instructions.
        Kind::Avx2 => unsafe { near_avx2(near, history, at, pairs, candidates) },
        Kind::Portable => near_plain(near, history, at, pairs, candidates),
    }
}

#[inline(always)]
fn near_plain<V: Stored>(
    near: &mut [Row<V>; KEPT],
    history: &[V],
    at: usize,
    pairs: &[(u32, V)],
    candidates: &[Row<V>; KEPT],
) {
    // Sixteen lanes at a time can stay in registers.
    for from in (0..64).step_by(16) {
        let part = |row: &Row<V>| -> [V; 16] { row[from..from + 16].try_into().expect("16") };
        let wanted: [[V; 16]; KEPT] = std::array::from_fn(|k| part(&candidates[k]));
        let mut least: [[V; 16]; KEPT] = std::array::from_fn(|k| part(&near[k]));
        for &(d, g) in pairs {
            let source: &[V; 16] =
                history[at + from - d as usize..][..16].try_into().expect("16 values");
            for i in 0..16 {
                let unknown = if from + i >= d as usize { V::NONE } else { V::default() };
                let value = source[i].xor(g);
                for (least, wanted) in least.iter_mut().zip(&wanted) {
                    least[i] = least[i].min(value.xor(wanted[i]).or(unknown));
                }
            }
        }
        for (near, least) in near.iter_mut().zip(&least) {
            near[from..from + 16].copy_from_slice(least);
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn near_avx2<V: Stored>(
    near: &mut [Row<V>; KEPT],
    history: &[V],
    at: usize,
    pairs: &[(u32, V)],
    candidates: &[Row<V>; KEPT],
) {
    near_plain(near, history, at, pairs, candidates);
}

/// # Safety
/// at >= d and at + 64 - d <= history.len() for every pair; V has one byte or two.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw")]
unsafe fn near_512<V: Stored>(
    near: &mut [Row<V>; KEPT],
    history: &[V],
    at: usize,
    pairs: &[(u32, V)],
    candidates: &[Row<V>; KEPT],
) {
    use std::arch::x86_64::*;
    let size = size_of::<V>();
    assert!(size <= 2);
    for part in 0..size {
        let lane = part * 64 / size;
        // SAFETY: a vector holds the rest of the row from that lane, or half of it.
        let load = |row: &Row<V>| unsafe { _mm512_loadu_si512(row.as_ptr().add(lane).cast()) };
        let wanted: [__m512i; KEPT] = std::array::from_fn(|k| load(&candidates[k]));
        let mut least: [__m512i; KEPT] = std::array::from_fn(|k| load(&near[k]));
        for &(d, g) in pairs {
            // SAFETY: the caller's promise.
            let source =
                unsafe { _mm512_loadu_si512(history.as_ptr().add(at + lane - d as usize).cast()) };
            // The lanes whose source is known.
            let known = ((1u64 << d) - 1) >> lane;
            if size == 1 {
                let value = _mm512_xor_si512(source, _mm512_set1_epi8(g.number() as i8));
                for (least, &wanted) in least.iter_mut().zip(&wanted) {
                    let value = _mm512_xor_si512(value, wanted);
                    *least = _mm512_mask_min_epu8(*least, known, *least, value);
                }
            } else {
                let value = _mm512_xor_si512(source, _mm512_set1_epi16(g.number() as i16));
                for (least, &wanted) in least.iter_mut().zip(&wanted) {
                    let value = _mm512_xor_si512(value, wanted);
                    *least = _mm512_mask_min_epu16(*least, known as u32, *least, value);
                }
            }
        }
        for (near, &least) in near.iter_mut().zip(&least) {
            // SAFETY: as for `load`.
            unsafe { _mm512_storeu_si512(near.as_mut_ptr().add(lane).cast(), least) };
        }
    }
}

/// Gives the lanes `from..to` the first candidate that no near heap attains, as long as it is one of
/// the first two. Returns the first lane where it is not (or there is none), or `to`.
///
/// A value given to a lane counts for the lanes after it: [`push`] is applied to `near[0]`, `near[1]`.
///
/// # Panics
/// If `out` has less than 64 entries, or `to` exceeds 64.
pub fn settle<V: Stored>(
    level: Level,
    near: &mut [Row<V>; KEPT],
    candidates: &[Row<V>; KEPT],
    layers: &[Layer<V>],
    out: &mut [V],
    from: usize,
    to: usize,
) -> usize {
    match level.0 {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the processor has the instructions.
        Kind::Avx512 => unsafe { settle_512(near, candidates, layers, out, from, to) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the processor has the instructions.
        Kind::Avx2 => unsafe { settle_avx2(near, candidates, layers, out, from, to) },
        Kind::Portable => settle_plain(near, candidates, layers, out, from, to),
    }
}

#[inline(always)]
fn settle_plain<V: Stored>(
    near: &mut [Row<V>; KEPT],
    candidates: &[Row<V>; KEPT],
    layers: &[Layer<V>],
    out: &mut [V],
    from: usize,
    to: usize,
) -> usize {
    assert!(to <= 64);
    let out: &mut Row<V> = (&mut out[..64]).try_into().expect("64 lanes");
    for lane in from..to {
        let value = if near[0][lane] != V::default() {
            candidates[0][lane]
        } else if near[1][lane] != V::default() {
            candidates[1][lane]
        } else {
            return lane;
        };
        if value == V::NONE {
            return lane;
        }
        out[lane] = value;
        push(near, value, layers, lane, candidates);
    }
    to
}

/// Lowers `near[0]` and `near[1]` of the lanes after this one by what its value adds to them.
#[inline(always)]
pub fn push<V: Stored>(
    near: &mut [Row<V>; KEPT],
    value: V,
    layers: &[Layer<V>],
    lane: usize,
    candidates: &[Row<V>; KEPT],
) {
    for layer in layers {
        let weights: &Row<V> = layer.weights[64 - lane..][..64].try_into().expect("64 weights");
        let free: &Row<V> = layer.free[64 - lane..][..64].try_into().expect("64 weights");
        for k in 0..2 {
            for i in 0..64 {
                let sum = value.xor(weights[i]).xor(candidates[k][i]).or(free[i]);
                near[k][i] = near[k][i].min(sum);
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn settle_avx2<V: Stored>(
    near: &mut [Row<V>; KEPT],
    candidates: &[Row<V>; KEPT],
    layers: &[Layer<V>],
    out: &mut [V],
    from: usize,
    to: usize,
) -> usize {
    settle_plain(near, candidates, layers, out, from, to)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
fn settle_512<V: Stored>(
    near: &mut [Row<V>; KEPT],
    candidates: &[Row<V>; KEPT],
    layers: &[Layer<V>],
    out: &mut [V],
    from: usize,
    to: usize,
) -> usize {
    settle_plain(near, candidates, layers, out, from, to)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbers::numbers;

    fn rows<V: Stored>(next: &mut impl FnMut(u64) -> u64, most: u64) -> [Row<V>; KEPT] {
        std::array::from_fn(|_| {
            std::array::from_fn(|_| match next(12) {
                0 => V::NONE,
                _ => V::of(next(most) as u32),
            })
        })
    }

    fn all_levels_agree<V: Stored>(most: u64) {
        let mut next = numbers(most);
        for _ in 0..200 {
            let history: Vec<V> = (0..500).map(|_| V::of(next(most) as u32)).collect();
            let pairs: Vec<(u32, V)> =
                (0..next(20)).map(|_| (1 + next(63) as u32, V::of(next(most) as u32))).collect();
            let candidates = rows::<V>(&mut next, most);
            let at = 300;
            let mut expected = rows::<V>(&mut next, most);
            let start = expected;
            for lane in 0..64 {
                for &(d, g) in pairs.iter().filter(|p| lane < p.0 as usize) {
                    for k in 0..KEPT {
                        let value = history[at + lane - d as usize].xor(g);
                        let sum = value.xor(candidates[k][lane]);
                        expected[k][lane] = expected[k][lane].min(sum);
                    }
                }
            }
            let mut layers: Vec<Layer<V>> = Vec::new();
            for &(d, g) in pairs.iter().filter(|p| p.0 < 64) {
                let mut layer = Layer::default();
                layer.weights[64 + d as usize] = g;
                layer.free[64 + d as usize] = V::default();
                layers.push(layer);
            }
            let mut settled = Vec::new();
            for level in Level::all() {
                let mut found = start;
                near(level, &mut found, &history, at, &pairs, &candidates);
                assert!(found == expected, "{level:?}");
                let mut out = vec![V::default(); 64];
                let to = settle(level, &mut found, &candidates, &layers, &mut out, 3, 60);
                settled.push((out, to, found));
            }
            // By hand.
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
            for (found, end, near) in settled {
                assert_eq!((found, end), (out.clone(), to));
                assert!(near == slow);
            }
        }
    }

    #[test]
    fn all_levels_find_the_near_hits() {
        all_levels_agree::<u8>(16);
        all_levels_agree::<u8>(255);
        all_levels_agree::<u16>(16);
        all_levels_agree::<u16>(1000);
    }
}
