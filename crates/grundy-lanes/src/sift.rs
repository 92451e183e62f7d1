//! Candidates of 64 positions that no pair attains: many pairs with far heaps.

use crate::level::Kind;
use crate::near::Row;
use crate::{Level, Part, Stored};

/// Clears in `alive[k]` the lanes where some pair (d, g) attains the candidate k: where
/// `cells[at + lane - d] ^ g` is `candidates[k][lane]`.
///
/// Cells under a veil attain nothing: those n with `veil[n] == V::NONE` (elsewhere it is 0). Without
/// a veil none is.
///
/// # Complexity
/// 2 C + 2 instructions for each pair and 64 lanes of bytes with AVX-512.
///
/// # Panics
/// If `at` is less than some d, or cells or veil too short.
pub fn sift<V: Stored, const C: usize>(
    level: Level,
    alive: &mut [u64; C],
    (cells, veil): (&[V], Option<&[V]>),
    at: usize,
    pairs: Part<'_, V>,
    candidates: &[Row<V>; C],
) {
    let Some((nearest, farthest)) = pairs.reach() else { return };
    let enough = |cells: &[V]| {
        at.checked_add(64).is_some_and(|end| end <= cells.len().saturating_add(nearest))
    };
    assert!(at >= farthest && enough(cells) && veil.is_none_or(enough));
    let pairs = pairs.all();
    match level.0 {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the processor has the instructions; the cells and veils at at - d and 63 more are
        // within the slices.
        Kind::Avx512 => unsafe {
            match veil {
                Some(veil) => sift_512::<V, C, true>(alive, cells, veil, at, pairs, candidates),
                None => sift_512::<V, C, false>(alive, cells, &[], at, pairs, candidates),
            }
        },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the processor has the instructions.
        Kind::Avx2 => unsafe { sift_avx2(alive, cells, veil, at, pairs, candidates) },
        Kind::Portable => sift_plain(alive, cells, veil, at, pairs, candidates),
    }
}

#[inline(always)]
fn sift_plain<V: Stored, const C: usize>(
    alive: &mut [u64; C],
    cells: &[V],
    veil: Option<&[V]>,
    at: usize,
    pairs: &[(u32, V)],
    candidates: &[Row<V>; C],
) {
    let mut least: [Row<V>; C] = [[V::NONE; 64]; C];
    // Sixteen lanes at a time can stay in registers.
    for from in (0..64).step_by(16) {
        let sixteen = |slice: &[V], at: usize| -> [V; 16] {
            slice[at..at + 16].try_into().expect("sixteen cells")
        };
        for &(d, g) in pairs {
            let place = at + from - d as usize;
            let source = sixteen(cells, place);
            let veiled = veil.map_or([V::default(); 16], |veil| sixteen(veil, place));
            for (least, wanted) in least.iter_mut().zip(candidates) {
                for i in 0..16 {
                    let sum = source[i].xor(g).xor(wanted[from + i]).or(veiled[i]);
                    least[from + i] = least[from + i].min(sum);
                }
            }
        }
    }
    for (alive, least) in alive.iter_mut().zip(&least) {
        for (lane, &least) in least.iter().enumerate() {
            *alive &= !(u64::from(least == V::default()) << lane);
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn sift_avx2<V: Stored, const C: usize>(
    alive: &mut [u64; C],
    cells: &[V],
    veil: Option<&[V]>,
    at: usize,
    pairs: &[(u32, V)],
    candidates: &[Row<V>; C],
) {
    sift_plain(alive, cells, veil, at, pairs, candidates);
}

/// # Safety
/// at >= d and at + 64 - d <= cells.len() for every pair, and if `VEILED` the same for `veil`; V has
/// one byte or two.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw")]
unsafe fn sift_512<V: Stored, const C: usize, const VEILED: bool>(
    alive: &mut [u64; C],
    cells: &[V],
    veil: &[V],
    at: usize,
    pairs: &[(u32, V)],
    candidates: &[Row<V>; C],
) {
    use std::arch::x86_64::*;
    /// The truth table of (a ^ b) | c, and of a ^ b ^ c.
    const VEIL: i32 = 0b1011_1110;
    const XOR: i32 = 0b1001_0110;
    let size = size_of::<V>();
    assert!(size <= 2);
    for part in 0..size {
        let lane = part * 64 / size;
        // SAFETY: a vector holds the rest of the row from that lane, or half of it.
        let load = |row: &Row<V>| unsafe { _mm512_loadu_si512(row.as_ptr().add(lane).cast()) };
        let wanted: [__m512i; C] = std::array::from_fn(|k| load(&candidates[k]));
        let mut least = [_mm512_set1_epi8(-1); C];
        for &(d, g) in pairs {
            let place = at + lane - d as usize;
            // SAFETY: the caller's promise.
            let source = unsafe { _mm512_loadu_si512(cells.as_ptr().add(place).cast()) };
            let g = if size == 1 {
                _mm512_set1_epi8(g.number() as i8)
            } else {
                _mm512_set1_epi16(g.number() as i16)
            };
            let lower = |least: __m512i, value: __m512i| {
                if size == 1 {
                    _mm512_min_epu8(least, value)
                } else {
                    _mm512_min_epu16(least, value)
                }
            };
            if VEILED {
                // SAFETY: the caller's promise.
                let veil = unsafe { _mm512_loadu_si512(veil.as_ptr().add(place).cast()) };
                let value = _mm512_xor_si512(source, g);
                for (least, &wanted) in least.iter_mut().zip(&wanted) {
                    let sum = _mm512_ternarylogic_epi64::<VEIL>(value, wanted, veil);
                    *least = lower(*least, sum);
                }
            } else {
                for (least, &wanted) in least.iter_mut().zip(&wanted) {
                    let sum = _mm512_ternarylogic_epi64::<XOR>(source, wanted, g);
                    *least = lower(*least, sum);
                }
            }
        }
        for (alive, &least) in alive.iter_mut().zip(&least) {
            *alive &= if size == 1 {
                _mm512_test_epi8_mask(least, least)
            } else {
                let here = u64::from(_mm512_test_epi16_mask(least, least)) << lane;
                here | !(u64::from(u32::MAX) << lane)
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ByDistance;
    use crate::numbers::numbers;

    fn all_levels_agree<V: Stored, const C: usize>(most: u64) {
        let mut next = numbers(most);
        for round in 0..60 {
            let cells: Vec<V> = (0..500).map(|_| V::of(next(most) as u32)).collect();
            let veil: Vec<V> =
                (0..500).map(|_| if next(5) == 0 { V::NONE } else { V::default() }).collect();
            let veil = (round % 2 == 0).then_some(&veil[..]);
            let pairs: Vec<(u32, V)> = (0..next(most.min(40)))
                .map(|_| (64 + next(200) as u32, V::of(next(most) as u32)))
                .collect();
            let pairs = ByDistance::from(pairs);
            let candidates: [Row<V>; C] =
                std::array::from_fn(|_| std::array::from_fn(|_| V::of(next(most) as u32)));
            let start: [u64; C] = std::array::from_fn(|_| next(1 << 31) | next(1 << 31) << 31);
            let at = 300;
            let expected: [u64; C] = std::array::from_fn(|k| {
                (0..64)
                    .filter(|lane| start[k] >> lane & 1 != 0)
                    .filter(|&lane| {
                        !pairs.part().all().iter().any(|&(d, g)| {
                            let n = at + lane - d as usize;
                            veil.is_none_or(|veil| veil[n] != V::NONE)
                                && cells[n].xor(g) == candidates[k][lane]
                        })
                    })
                    .map(|lane| 1 << lane)
                    .sum()
            });
            for level in Level::all() {
                let mut alive = start;
                sift(level, &mut alive, (&cells, veil), at, pairs.part(), &candidates);
                assert_eq!(alive, expected, "{level:?}");
            }
        }
    }

    #[test]
    fn all_levels_sift_alike() {
        all_levels_agree::<u8, 4>(16);
        all_levels_agree::<u8, 12>(90);
        all_levels_agree::<u8, 8>(255);
        all_levels_agree::<u16, 4>(16);
        all_levels_agree::<u16, 12>(1000);
    }
}
