//! Elimination of candidates by pairs at distances of 64 and more.

use crate::InstructionSet;
use crate::distance_pairs::PairSlice;
use crate::instruction_set::Kind;
use crate::near_pairs::Row;
#[cfg(target_arch = "x86_64")]
use crate::prefetch::{LONG_BYTES, PAIRS_AHEAD, prefetch_lanes};
use crate::stored_value::Integer;

/// See [`crate::eliminate`].
pub fn eliminate<V: Integer, const C: usize>(
    simd: InstructionSet,
    alive: &mut [u64; C],
    (cells, some_inactive): (&[V], bool),
    at: usize,
    pairs: PairSlice<'_, V>,
    candidates: &[Row<V>; C],
) {
    let Some((nearest, farthest)) = pairs.distances() else { return };
    let enough = at.checked_add(64).is_some_and(|end| end <= cells.len().saturating_add(nearest));
    assert!(at >= farthest && enough);
    let pairs = pairs.pairs();
    match (simd.0, some_inactive) {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the processor has the instructions; there are 64 cells from at - d on.
        (Kind::Avx512, false) => unsafe {
            eliminate_512::<V, C, false>(alive, cells, at, pairs, candidates);
        },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: as above.
        (Kind::Avx512, true) => unsafe {
            eliminate_512::<V, C, true>(alive, cells, at, pairs, candidates);
        },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: as above.
        (Kind::Avx2, false) => unsafe {
            eliminate_256::<V, C, false>(alive, cells, at, pairs, candidates);
        },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: as above.
        (Kind::Avx2, true) => unsafe {
            eliminate_256::<V, C, true>(alive, cells, at, pairs, candidates);
        },
        (Kind::Portable, _) => {
            eliminate_plain(alive, (cells, some_inactive), at, pairs, candidates);
        }
    }
}

#[inline(always)]
fn eliminate_plain<V: Integer, const C: usize>(
    alive: &mut [u64; C],
    (cells, some_inactive): (&[V], bool),
    at: usize,
    pairs: &[(u32, V)],
    candidates: &[Row<V>; C],
) {
    let mut least: [Row<V>; C] = [[V::NONE; 64]; C];
    // Sixteen lanes fit into the registers.
    for from in (0..64).step_by(16) {
        for &(d, g) in pairs {
            let place = at + from - d as usize;
            let source: [V; 16] = cells[place..place + 16].try_into().expect("sixteen cells");
            let inactive = |cell| if cell == V::NONE { V::NONE } else { V::default() };
            let excluded = if some_inactive { source.map(inactive) } else { [V::default(); 16] };
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
/// `at >= d` and `at + 64 - d <= cells.len()` for every pair; V has one byte or two.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
unsafe fn eliminate_256<V: Integer, const C: usize, const MASKED: bool>(
    alive: &mut [u64; C],
    cells: &[V],
    at: usize,
    pairs: &[(u32, V)],
    candidates: &[Row<V>; C],
) {
    // Of sixteen registers one holds the cells and one a sum: up to six rows of candidates leave
    // room for two vectors of lanes, which share the integers of the pairs, and two rows for four.
    // SAFETY: the caller's promise.
    unsafe {
        if C <= 2 && size_of::<V>() == 2 {
            eliminate_vectors::<V, C, 4, MASKED>(alive, cells, at, pairs, candidates);
        } else if C <= 6 {
            eliminate_vectors::<V, C, 2, MASKED>(alive, cells, at, pairs, candidates);
        } else {
            eliminate_vectors::<V, C, 1, MASKED>(alive, cells, at, pairs, candidates);
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
    at: usize,
    pairs: &[(u32, V)],
    candidates: &[Row<V>; C],
) {
    use crate::vector_256::{broadcast, equal, lesser, load, zero_lanes};
    use std::arch::x86_64::*;
    let lanes = 32 / size_of::<V>();
    let is_long = size_of_val(cells) >= LONG_BYTES;
    for from in (0..64).step_by(N * lanes) {
        let mut least = [[_mm256_set1_epi8(-1); N]; C];
        for (k, &(d, g)) in pairs.iter().enumerate() {
            if is_long && from == 0 {
                let ahead = at - pairs[(k + PAIRS_AHEAD).min(pairs.len() - 1)].0 as usize;
                prefetch_lanes(cells.as_ptr().wrapping_add(ahead));
            }
            let g = broadcast(g);
            for i in 0..N {
                let lane = from + i * lanes;
                let place = at + lane - d as usize;
                // SAFETY: the caller's promise; a row has 64 lanes.
                unsafe {
                    let source = load(cells.as_ptr().add(place));
                    let value = _mm256_xor_si256(source, g);
                    let inactive = equal::<V>(source, _mm256_set1_epi8(-1));
                    for (least, wanted) in least.iter_mut().zip(candidates) {
                        let mut sum = _mm256_xor_si256(value, load(wanted.as_ptr().add(lane)));
                        if MASKED {
                            sum = _mm256_or_si256(sum, inactive);
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
/// `at >= d` and `at + 64 - d <= cells.len()` for every pair; V has one byte or two.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw")]
unsafe fn eliminate_512<V: Integer, const C: usize, const MASKED: bool>(
    alive: &mut [u64; C],
    cells: &[V],
    at: usize,
    pairs: &[(u32, V)],
    candidates: &[Row<V>; C],
) {
    let size = size_of::<V>();
    assert!(size <= 2);
    // Of 32 registers up to four rows of two vectors take half.
    // SAFETY: the caller's promise.
    unsafe {
        if size == 2 && C <= 4 {
            eliminate_wide::<V, C, 2, MASKED>(alive, cells, at, pairs, candidates, 0);
        } else {
            for lane in (0..64).step_by(64 / size) {
                eliminate_wide::<V, C, 1, MASKED>(alive, cells, at, pairs, candidates, lane);
            }
        }
    }
}

/// The same for N vectors of lanes from `first` on.
///
/// # Safety
/// As for [`eliminate_512`]; there are so many lanes.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw")]
unsafe fn eliminate_wide<V: Integer, const C: usize, const N: usize, const MASKED: bool>(
    alive: &mut [u64; C],
    cells: &[V],
    at: usize,
    pairs: &[(u32, V)],
    candidates: &[Row<V>; C],
    first: usize,
) {
    use std::arch::x86_64::*;
    /// The truth tables of (a ^ b) | c and of a ^ b ^ c.
    const XOR_OR: i32 = 0b1011_1110;
    const XOR: i32 = 0b1001_0110;
    let size = size_of::<V>();
    let lanes = 64 / size;
    let is_long = first == 0 && size_of_val(cells) >= LONG_BYTES;
    // SAFETY: a vector holds a row of bytes, or half a row of two-byte integers.
    let load = |place: *const V| unsafe { _mm512_loadu_si512(place.cast()) };
    let wanted: [[__m512i; N]; C] = std::array::from_fn(|k| {
        std::array::from_fn(|i| load(candidates[k][first + i * lanes..].as_ptr()))
    });
    let mut least = [[_mm512_set1_epi8(-1); N]; C];
    for (k, &(d, g)) in pairs.iter().enumerate() {
        if is_long {
            let ahead = at - pairs[(k + PAIRS_AHEAD).min(pairs.len() - 1)].0 as usize;
            prefetch_lanes(cells.as_ptr().wrapping_add(ahead));
        }
        let g = match size {
            1 => _mm512_set1_epi8(g.number() as i8),
            _ => _mm512_set1_epi16(g.number() as i16),
        };
        let lower = |least: __m512i, value: __m512i| match size {
            1 => _mm512_min_epu8(least, value),
            _ => _mm512_min_epu16(least, value),
        };
        for i in 0..N {
            let place = at + first + i * lanes - d as usize;
            // SAFETY: the caller's promise.
            let source = load(unsafe { cells.as_ptr().add(place) });
            if MASKED {
                let none = _mm512_set1_epi8(-1);
                let inactive = match size {
                    1 => _mm512_movm_epi8(_mm512_cmpeq_epi8_mask(source, none)),
                    _ => _mm512_movm_epi16(_mm512_cmpeq_epi16_mask(source, none)),
                };
                let value = _mm512_xor_si512(source, g);
                for (least, wanted) in least.iter_mut().zip(&wanted) {
                    let sum = _mm512_ternarylogic_epi64::<XOR_OR>(value, wanted[i], inactive);
                    least[i] = lower(least[i], sum);
                }
            } else {
                for (least, wanted) in least.iter_mut().zip(&wanted) {
                    let sum = _mm512_ternarylogic_epi64::<XOR>(source, wanted[i], g);
                    least[i] = lower(least[i], sum);
                }
            }
        }
    }
    for (alive, least) in alive.iter_mut().zip(&least) {
        for (i, &least) in least.iter().enumerate() {
            *alive &= match size {
                1 => _mm512_test_epi8_mask(least, least),
                _ => {
                    let lane = first + i * lanes;
                    let here = u64::from(_mm512_test_epi16_mask(least, least)) << lane;
                    here | !(u64::from(u32::MAX) << lane)
                }
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::DistancePairs;
    use crate::pseudo_random::numbers;

    /// As many as two mebibytes hold of one byte.
    const LONG_CELLS: usize = 1 << 21;

    fn instruction_sets_agree<V: Integer, const C: usize>(bound: u64) {
        let mut next = numbers(bound);
        for round in 0..60 {
            // Long cells are requested before they are read.
            let len = if round < 57 { 500 } else { LONG_CELLS };
            let mut cells: Vec<V> = (0..len).map(|_| V::of(next(bound) as u32)).collect();
            let some_inactive = round % 2 == 0;
            if some_inactive {
                cells.iter_mut().filter(|_| next(5) == 0).for_each(|cell| *cell = V::NONE);
            }
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
                            !(some_inactive && cells[n] == V::NONE)
                                && cells[n].xor(g) == candidates[k][lane]
                        })
                    })
                    .map(|lane| 1 << lane)
                    .sum()
            });
            for simd in InstructionSet::available() {
                let mut alive = start;
                let cells = (&*cells, some_inactive);
                eliminate(simd, &mut alive, cells, at, pairs.as_slice(), &candidates);
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
