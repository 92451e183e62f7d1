//! Elimination of candidates by pairs at distances of 64 and more.

use crate::InstructionSet;
use crate::distance_pairs::PairSlice;
use crate::instruction_set::Kind;
use crate::near_pairs::Row;
use crate::stored_value::Integer;

/// Bytes of cells that are too many for the caches near a core.
#[cfg(target_arch = "x86_64")]
const LONG_BYTES: usize = 1 << 21;

/// See [`crate::eliminate`].
pub fn eliminate<V: Integer, const C: usize>(
    simd: InstructionSet,
    alive: &mut [u64; C],
    (cells, inactive): (&[V], Option<&[V]>),
    at: usize,
    pairs: PairSlice<'_, V>,
    candidates: &[Row<V>; C],
) {
    let Some((nearest, farthest)) = pairs.distances() else { return };
    let enough = |cells: &[V]| {
        at.checked_add(64).is_some_and(|end| end <= cells.len().saturating_add(nearest))
    };
    assert!(at >= farthest && enough(cells) && inactive.is_none_or(enough));
    let pairs = pairs.pairs();
    match simd.0 {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the processor has the instructions; both slices hold the 64 entries from at - d
        // on.
        Kind::Avx512 => unsafe {
            match inactive {
                Some(inactive) => {
                    eliminate_512::<V, C, true>(alive, cells, inactive, at, pairs, candidates)
                }
                None => eliminate_512::<V, C, false>(alive, cells, &[], at, pairs, candidates),
            }
        },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: as above.
        Kind::Avx2 => unsafe {
            match inactive {
                Some(inactive) => {
                    eliminate_256::<V, C, true>(alive, cells, inactive, at, pairs, candidates)
                }
                None => eliminate_256::<V, C, false>(alive, cells, &[], at, pairs, candidates),
            }
        },
        Kind::Portable => eliminate_plain(alive, cells, inactive, at, pairs, candidates),
    }
}

#[inline(always)]
fn eliminate_plain<V: Integer, const C: usize>(
    alive: &mut [u64; C],
    cells: &[V],
    inactive: Option<&[V]>,
    at: usize,
    pairs: &[(u32, V)],
    candidates: &[Row<V>; C],
) {
    let mut least: [Row<V>; C] = [[V::NONE; 64]; C];
    // Sixteen lanes fit into the registers.
    for from in (0..64).step_by(16) {
        let sixteen = |slice: &[V], at: usize| -> [V; 16] {
            slice[at..at + 16].try_into().expect("sixteen cells")
        };
        for &(d, g) in pairs {
            let place = at + from - d as usize;
            let source = sixteen(cells, place);
            let excluded = inactive.map_or([V::default(); 16], |inactive| sixteen(inactive, place));
            for (least, wanted) in least.iter_mut().zip(candidates) {
                for i in 0..16 {
                    let sum = source[i].xor(g).xor(wanted[from + i]).or(excluded[i]);
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

/// # Safety
/// `at >= d` and `at + 64 - d <= cells.len()` for every pair, and the same for `inactive` if
/// `MASKED`; V has one byte or two.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
unsafe fn eliminate_256<V: Integer, const C: usize, const MASKED: bool>(
    alive: &mut [u64; C],
    cells: &[V],
    inactive: &[V],
    at: usize,
    pairs: &[(u32, V)],
    candidates: &[Row<V>; C],
) {
    // Of sixteen registers one holds the cells and one a sum: up to six rows of candidates leave
    // room for two vectors of lanes, which share the integers of the pairs, and two rows for four.
    // SAFETY: the caller's promise.
    unsafe {
        if C <= 2 && size_of::<V>() == 2 {
            eliminate_vectors::<V, C, 4, MASKED>(alive, cells, inactive, at, pairs, candidates);
        } else if C <= 6 {
            eliminate_vectors::<V, C, 2, MASKED>(alive, cells, inactive, at, pairs, candidates);
        } else {
            eliminate_vectors::<V, C, 1, MASKED>(alive, cells, inactive, at, pairs, candidates);
        }
    }
}

/// The same for N vectors of lanes at a time, whose lanes divide 64.
///
/// # Safety
/// As for [`eliminate_256`].
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
unsafe fn eliminate_vectors<V: Integer, const C: usize, const N: usize, const MASKED: bool>(
    alive: &mut [u64; C],
    cells: &[V],
    inactive: &[V],
    at: usize,
    pairs: &[(u32, V)],
    candidates: &[Row<V>; C],
) {
    use crate::vector_256::{PAIRS_AHEAD, broadcast, lesser, load, prefetch_lanes, zero_lanes};
    use std::arch::x86_64::*;
    let lanes = 32 / size_of::<V>();
    let is_long = size_of_val(cells) >= LONG_BYTES;
    for from in (0..64).step_by(N * lanes) {
        let mut least = [[_mm256_set1_epi8(-1); N]; C];
        for (k, &(d, g)) in pairs.iter().enumerate() {
            if is_long && from == 0 {
                let ahead = at - pairs[(k + PAIRS_AHEAD).min(pairs.len() - 1)].0 as usize;
                prefetch_lanes(cells.as_ptr().wrapping_add(ahead));
                if MASKED {
                    prefetch_lanes(inactive.as_ptr().wrapping_add(ahead));
                }
            }
            let g = broadcast(g);
            for i in 0..N {
                let lane = from + i * lanes;
                let place = at + lane - d as usize;
                // SAFETY: the caller's promise; a row has 64 lanes.
                unsafe {
                    let value = _mm256_xor_si256(load(cells.as_ptr().add(place)), g);
                    for (least, wanted) in least.iter_mut().zip(candidates) {
                        let mut sum = _mm256_xor_si256(value, load(wanted.as_ptr().add(lane)));
                        if MASKED {
                            sum = _mm256_or_si256(sum, load(inactive.as_ptr().add(place)));
                        }
                        least[i] = lesser::<V>(least[i], sum);
                    }
                }
            }
        }
        for (alive, least) in alive.iter_mut().zip(&least) {
            for (i, &least) in least.iter().enumerate() {
                *alive &= !(u64::from(zero_lanes::<V>(least)) << (from + i * lanes));
            }
        }
    }
}

/// # Safety
/// `at >= d` and `at + 64 - d <= cells.len()` for every pair, and the same for `inactive` if
/// `MASKED`; V has one byte or two.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw")]
unsafe fn eliminate_512<V: Integer, const C: usize, const MASKED: bool>(
    alive: &mut [u64; C],
    cells: &[V],
    inactive: &[V],
    at: usize,
    pairs: &[(u32, V)],
    candidates: &[Row<V>; C],
) {
    use std::arch::x86_64::*;
    /// The truth tables of (a ^ b) | c and of a ^ b ^ c.
    const XOR_OR: i32 = 0b1011_1110;
    const XOR: i32 = 0b1001_0110;
    let size = size_of::<V>();
    assert!(size <= 2);
    for part in 0..size {
        let lane = part * 64 / size;
        // SAFETY: a vector holds a row of bytes from lane 0 on, or half a row of two-byte integers.
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
            if MASKED {
                // SAFETY: the caller's promise.
                let inactive = unsafe { _mm512_loadu_si512(inactive.as_ptr().add(place).cast()) };
                let value = _mm512_xor_si512(source, g);
                for (least, &wanted) in least.iter_mut().zip(&wanted) {
                    let sum = _mm512_ternarylogic_epi64::<XOR_OR>(value, wanted, inactive);
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
    use crate::DistancePairs;
    use crate::pseudo_random::numbers;

    fn instruction_sets_agree<V: Integer, const C: usize>(bound: u64) {
        let mut next = numbers(bound);
        for round in 0..60 {
            let cells: Vec<V> = (0..500).map(|_| V::of(next(bound) as u32)).collect();
            let inactive: Vec<V> =
                (0..500).map(|_| if next(5) == 0 { V::NONE } else { V::default() }).collect();
            let inactive = (round % 2 == 0).then_some(&inactive[..]);
            let pairs: Vec<(u32, V)> = (0..next(bound.min(40)))
                .map(|_| (64 + next(200) as u32, V::of(next(bound) as u32)))
                .collect();
            let pairs = DistancePairs::from(pairs);
            let candidates: [Row<V>; C] =
                std::array::from_fn(|_| std::array::from_fn(|_| V::of(next(bound) as u32)));
            let start: [u64; C] = std::array::from_fn(|_| next(1 << 31) | next(1 << 31) << 31);
            let at = 300;
            let expected: [u64; C] = std::array::from_fn(|k| {
                (0..64)
                    .filter(|lane| start[k] >> lane & 1 != 0)
                    .filter(|&lane| {
                        !pairs.as_slice().pairs().iter().any(|&(d, g)| {
                            let n = at + lane - d as usize;
                            inactive.is_none_or(|inactive| inactive[n] != V::NONE)
                                && cells[n].xor(g) == candidates[k][lane]
                        })
                    })
                    .map(|lane| 1 << lane)
                    .sum()
            });
            for simd in InstructionSet::available() {
                let mut alive = start;
                eliminate(simd, &mut alive, (&cells, inactive), at, pairs.as_slice(), &candidates);
                assert_eq!(alive, expected, "{simd:?}");
            }
        }
    }

    #[test]
    fn instruction_sets_eliminate_the_same_candidates() {
        instruction_sets_agree::<u8, 2>(16);
        instruction_sets_agree::<u8, 4>(16);
        instruction_sets_agree::<u8, 12>(90);
        instruction_sets_agree::<u8, 8>(255);
        instruction_sets_agree::<u16, 2>(16);
        instruction_sets_agree::<u16, 4>(16);
        instruction_sets_agree::<u16, 12>(1000);
    }
}
