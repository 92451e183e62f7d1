//! Rows of candidates: row k holds the candidate k of every lane.

use crate::InstructionSet;
use crate::instruction_set::Kind;
use crate::near_pairs::{MAX_SURVIVORS, Row};
use crate::stored_value::Integer;

/// See [`crate::first_candidates`].
pub fn first_candidates<V: Integer, const C: usize>(
    simd: InstructionSet,
    words: &[u64],
    end: u32,
    open: u64,
    after: Option<&Row<V>>,
) -> ([Row<V>; C], [u64; C]) {
    let end = end.min(V::NONE.number());
    match simd.0 {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the processor has the instructions.
        Kind::Avx512 if size_of::<V>() == 1 => unsafe {
            first_candidates_512(words, end, open, after)
        },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the processor has the instructions.
        Kind::Avx2 if size_of::<V>() == 1 => unsafe {
            first_candidates_256(words, end, open, after)
        },
        _ => first_candidates_plain(words, end, open, after),
    }
}

fn first_candidates_plain<V: Integer, const C: usize>(
    words: &[u64],
    end: u32,
    open: u64,
    after: Option<&Row<V>>,
) -> ([Row<V>; C], [u64; C]) {
    let (mut rows, mut filled) = ([[V::NONE; 64]; C], [0u64; C]);
    for x in 0..end {
        let mut new = open & !filled[C - 1] & !words.get(x as usize).copied().unwrap_or(0);
        if let Some(after) = after {
            let beyond = after.iter().enumerate().filter(|(_, last)| last.number() < x);
            new &= beyond.fold(0, |lanes, (lane, _)| lanes | 1u64 << lane);
        }
        for (filled, row) in filled.iter_mut().zip(&mut rows) {
            let mut here = new & !*filled;
            new &= *filled;
            *filled |= here;
            while here != 0 {
                row[here.trailing_zeros() as usize] = V::of(x);
                here &= here - 1;
            }
        }
        if open & !filled[C - 1] == 0 {
            break;
        }
    }
    (rows, filled)
}

/// Ascends until each open lane has C candidates, then descends: a candidate met on the way down is
/// the least of its lanes so far and shifts the others by one row.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw")]
fn first_candidates_512<V: Integer, const C: usize>(
    words: &[u64],
    end: u32,
    open: u64,
    after: Option<&Row<V>>,
) -> ([Row<V>; C], [u64; C]) {
    use std::arch::x86_64::*;
    assert!(size_of::<V>() == 1 && end <= 255);
    let mut free = [0u64; 256];
    // SAFETY: a row is 64 bytes.
    let after = after.map(|row| unsafe { _mm512_loadu_si512(row.as_ptr().cast()) });
    let (one, enough) = (_mm512_set1_epi8(1), _mm512_set1_epi8(C as i8));
    let mut counts = _mm512_setzero_si512();
    let mut top = 0;
    while top < end as usize {
        // Eight integers between two tests for completion: the test costs more than some steps too
        // many.
        let next = (top + 8).min(end as usize);
        for (x, free) in (top..next).zip(&mut free[top..next]) {
            let mut new = open & !words.get(x).copied().unwrap_or(0);
            if let Some(after) = after {
                new &= _mm512_cmplt_epu8_mask(after, _mm512_set1_epi8(x as i8));
            }
            *free = new;
            counts = _mm512_mask_adds_epu8(counts, new, counts, one);
        }
        top = next;
        if _mm512_cmplt_epu8_mask(counts, enough) & open == 0 {
            break;
        }
    }
    let mut rows = [_mm512_set1_epi8(-1); C];
    for x in (0..top).rev() {
        let new = free[x];
        if new != 0 {
            for k in (1..C).rev() {
                rows[k] = _mm512_mask_mov_epi8(rows[k], new, rows[k - 1]);
            }
            rows[0] = _mm512_mask_mov_epi8(rows[0], new, _mm512_set1_epi8(x as i8));
        }
    }
    let (mut out, mut filled) = ([[V::NONE; 64]; C], [0u64; C]);
    for ((out, filled), row) in out.iter_mut().zip(&mut filled).zip(rows) {
        // SAFETY: a row is 64 bytes.
        unsafe { _mm512_storeu_si512(out.as_mut_ptr().cast(), row) };
        *filled = _mm512_cmpneq_epu8_mask(row, _mm512_set1_epi8(-1));
    }
    (out, filled)
}

/// As with AVX-512; the candidates of each lane are counted in words of 64 lanes, one for each
/// binary digit.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn first_candidates_256<V: Integer, const C: usize>(
    words: &[u64],
    end: u32,
    open: u64,
    after: Option<&Row<V>>,
) -> ([Row<V>; C], [u64; C]) {
    use crate::vector_256::{byte_lanes, load, zero_lanes};
    use std::arch::x86_64::*;
    assert!(size_of::<V>() == 1 && end <= 255 && C < 16);
    let mut free = [0u64; 256];
    let mut digits = [0u64; 4];
    // Lanes that have C candidates.
    let mut complete = !open;
    let mut top = 0;
    for (x, free) in free.iter_mut().enumerate().take(end as usize) {
        if complete == !0 {
            break;
        }
        let mut new = open & !words.get(x).copied().unwrap_or(0);
        if let Some(after) = after {
            for from in [0, 32] {
                // SAFETY: a row is 64 bytes.
                let last = unsafe { load(after.as_ptr().add(from)) };
                let below = _mm256_subs_epu8(_mm256_set1_epi8(x as i8), last);
                new &= !(u64::from(zero_lanes::<V>(below)) << from);
            }
        }
        *free = new;
        let (mut carry, mut reached) = (new, !0);
        for (i, digit) in digits.iter_mut().enumerate() {
            (*digit, carry) = (*digit ^ carry, *digit & carry);
            reached &= if C >> i & 1 != 0 { *digit } else { !*digit };
        }
        // A count that passes C was C before.
        complete |= reached;
        top = x + 1;
    }
    let (mut out, mut filled) = ([[V::NONE; 64]; C], [0u64; C]);
    for from in [0, 32] {
        let mut rows = [_mm256_set1_epi8(-1); C];
        for (x, &free) in free[..top].iter().enumerate().rev() {
            let new = (free >> from) as u32;
            if new != 0 {
                let new = byte_lanes(new);
                for k in (1..C).rev() {
                    rows[k] = _mm256_blendv_epi8(rows[k], rows[k - 1], new);
                }
                rows[0] = _mm256_blendv_epi8(rows[0], _mm256_set1_epi8(x as i8), new);
            }
        }
        for ((out, filled), row) in out.iter_mut().zip(&mut filled).zip(rows) {
            // SAFETY: a row is 64 bytes.
            unsafe { _mm256_storeu_si256(out.as_mut_ptr().add(from).cast(), row) };
            let none = zero_lanes::<V>(_mm256_xor_si256(row, _mm256_set1_epi8(-1)));
            *filled |= u64::from(!none) << from;
        }
    }
    (out, filled)
}

/// See [`crate::lanes_at_most`].
pub fn lanes_at_most<V: Integer>(simd: InstructionSet, row: &Row<V>, bound: &Row<V>) -> u64 {
    match simd.0 {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the processor has the instructions.
        Kind::Avx512 if size_of::<V>() == 1 => unsafe { lanes_at_most_512(row, bound) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the processor has the instructions.
        Kind::Avx2 => unsafe { lanes_at_most_256(row, bound) },
        _ => {
            let lanes = row.iter().zip(bound).enumerate();
            lanes.fold(0, |all, (lane, (x, bound))| all | u64::from(x <= bound) << lane)
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw")]
fn lanes_at_most_512<V: Integer>(row: &Row<V>, bound: &Row<V>) -> u64 {
    use std::arch::x86_64::*;
    assert!(size_of::<V>() == 1);
    // SAFETY: a row is 64 bytes.
    let load = |row: &Row<V>| unsafe { _mm512_loadu_si512(row.as_ptr().cast()) };
    _mm512_cmple_epu8_mask(load(row), load(bound))
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn lanes_at_most_256<V: Integer>(row: &Row<V>, bound: &Row<V>) -> u64 {
    use crate::vector_256::{equal, lane_bits, lesser, load};
    let lanes = 32 / size_of::<V>();
    (0..64).step_by(lanes).fold(0, |all, lane| {
        // SAFETY: a row has 64 lanes.
        let [row, bound] = [row, bound].map(|row| unsafe { load(row.as_ptr().add(lane)) });
        all | u64::from(lane_bits::<V>(equal::<V>(lesser::<V>(row, bound), row))) << lane
    })
}

/// See [`crate::append_survivors`].
pub fn append_survivors<V: Integer, const C: usize>(
    simd: InstructionSet,
    alive: &[u64; C],
    candidates: &[Row<V>; C],
    filled: &mut [u64; MAX_SURVIVORS],
    survivors: &mut [Row<V>; MAX_SURVIVORS],
) {
    match simd.0 {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the processor has the instructions.
        Kind::Avx512 => unsafe { append_survivors_512(alive, candidates, filled, survivors) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the processor has the instructions.
        Kind::Avx2 if size_of::<V>() == 1 => unsafe {
            append_survivors_256(alive, candidates, filled, survivors)
        },
        _ => append_survivors_by(alive, candidates, filled, survivors, copy_lanes_plain),
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw")]
fn append_survivors_512<V: Integer, const C: usize>(
    alive: &[u64; C],
    candidates: &[Row<V>; C],
    filled: &mut [u64; MAX_SURVIVORS],
    survivors: &mut [Row<V>; MAX_SURVIVORS],
) {
    append_survivors_by(alive, candidates, filled, survivors, |to, from, lanes| {
        copy_lanes_512(to, from, lanes)
    });
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn append_survivors_256<V: Integer, const C: usize>(
    alive: &[u64; C],
    candidates: &[Row<V>; C],
    filled: &mut [u64; MAX_SURVIVORS],
    survivors: &mut [Row<V>; MAX_SURVIVORS],
) {
    append_survivors_by(alive, candidates, filled, survivors, |to, from, lanes| {
        copy_lanes_256(to, from, lanes)
    });
}

#[inline(always)]
fn append_survivors_by<V: Integer, const C: usize>(
    alive: &[u64; C],
    candidates: &[Row<V>; C],
    filled: &mut [u64; MAX_SURVIVORS],
    survivors: &mut [Row<V>; MAX_SURVIVORS],
    copy_lanes: impl Fn(&mut Row<V>, &Row<V>, u64),
) {
    for (&alive, row) in alive.iter().zip(candidates) {
        let mut rest = alive;
        for (filled, survivors) in filled.iter_mut().zip(&mut *survivors) {
            let here = rest & !*filled;
            rest &= *filled;
            if here != 0 {
                copy_lanes(survivors, row, here);
                *filled |= here;
            }
        }
    }
}

/// See [`crate::copy_lanes`].
pub fn copy_lanes<V: Integer>(simd: InstructionSet, to: &mut Row<V>, from: &Row<V>, lanes: u64) {
    match simd.0 {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the processor has the instructions.
        Kind::Avx512 => unsafe { copy_lanes_512(to, from, lanes) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the processor has the instructions.
        Kind::Avx2 if size_of::<V>() == 1 => unsafe { copy_lanes_256(to, from, lanes) },
        _ => copy_lanes_plain(to, from, lanes),
    }
}

#[inline(always)]
fn copy_lanes_plain<V: Integer>(to: &mut Row<V>, from: &Row<V>, mut lanes: u64) {
    while lanes != 0 {
        let lane = lanes.trailing_zeros() as usize;
        to[lane] = from[lane];
        lanes &= lanes - 1;
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw")]
fn copy_lanes_512<V: Integer>(to: &mut Row<V>, from: &Row<V>, lanes: u64) {
    use std::arch::x86_64::*;
    let size = size_of::<V>();
    assert!(size <= 2);
    for part in 0..size {
        let lane = part * 64 / size;
        // SAFETY: a vector holds the rest of the row from that lane, or half of it.
        unsafe {
            let source = _mm512_loadu_si512(from.as_ptr().add(lane).cast());
            let target = to.as_mut_ptr().add(lane);
            if size == 1 {
                _mm512_mask_storeu_epi8(target.cast(), lanes, source);
            } else {
                _mm512_mask_storeu_epi16(target.cast(), (lanes >> lane) as u32, source);
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn copy_lanes_256<V: Integer>(to: &mut Row<V>, from: &Row<V>, lanes: u64) {
    use crate::vector_256::{byte_lanes, load};
    use std::arch::x86_64::*;
    assert!(size_of::<V>() == 1);
    for lane in [0, 32] {
        // SAFETY: a row is 64 bytes.
        unsafe {
            let (source, target) = (load(from.as_ptr().add(lane)), to.as_mut_ptr().add(lane));
            let new = _mm256_blendv_epi8(load(target), source, byte_lanes((lanes >> lane) as u32));
            _mm256_storeu_si256(target.cast(), new);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pseudo_random::numbers;

    fn instruction_sets_agree<V: Integer, const C: usize>(bound: u64) {
        let mut next = numbers(bound + C as u64);
        for round in 0..200 {
            let end = 1 + next(bound) as u32;
            let words: Vec<u64> = (0..next(1 + u64::from(end)))
                .map(|_| next(1 << 31) | next(1 << 31) << 33)
                .collect();
            let open = next(1 << 31) | next(1 << 31) << 33;
            let after: Row<V> = std::array::from_fn(|_| V::of(next(6) as u32));
            let after = (round % 3 == 0).then_some(&after);
            let mut expected = [[V::NONE; 64]; C];
            let mut lanes = [0u64; C];
            for lane in (0..64).filter(|lane| open >> lane & 1 != 0) {
                let free = (0..end)
                    .filter(|&x| words.get(x as usize).is_none_or(|w| w >> lane & 1 == 0))
                    .filter(|&x| after.is_none_or(|after| x > after[lane].number()));
                for (k, x) in free.take(C).enumerate() {
                    expected[k][lane] = V::of(x);
                    lanes[k] |= 1 << lane;
                }
            }
            let alive: [u64; C] =
                std::array::from_fn(|k| lanes[k] & (next(1 << 31) | next(1 << 31) << 33));
            let (mut by_hand, mut counts) = ([[V::NONE; 64]; MAX_SURVIVORS], [0u64; MAX_SURVIVORS]);
            for lane in 0..64 {
                let alive = (0..C).filter(|&k| alive[k] >> lane & 1 != 0);
                for (j, k) in alive.take(MAX_SURVIVORS).enumerate() {
                    by_hand[j][lane] = expected[k][lane];
                    counts[j] |= 1 << lane;
                }
            }
            for simd in InstructionSet::available() {
                let (rows, filled) = first_candidates::<V, C>(simd, &words, end, open, after);
                assert!(rows == expected, "{simd:?}");
                assert_eq!(filled, lanes, "{simd:?}");
                let bound = &expected[C - 1];
                let below = (0..64).filter(|&i| after.is_some_and(|after| after[i] <= bound[i]));
                let below = below.fold(0, |lanes, lane| lanes | 1u64 << lane);
                assert_eq!(after.map_or(0, |after| lanes_at_most(simd, after, bound)), below);
                let (mut filled, mut survivors) =
                    ([0; MAX_SURVIVORS], [[V::NONE; 64]; MAX_SURVIVORS]);
                append_survivors(simd, &alive, &rows, &mut filled, &mut survivors);
                assert!(survivors == by_hand && filled == counts, "{simd:?}");
            }
        }
    }

    #[test]
    fn instruction_sets_list_the_same_candidates() {
        instruction_sets_agree::<u8, 4>(20);
        instruction_sets_agree::<u8, 12>(90);
        instruction_sets_agree::<u8, 8>(255);
        instruction_sets_agree::<u16, 4>(16);
        instruction_sets_agree::<u16, 12>(400);
    }
}
