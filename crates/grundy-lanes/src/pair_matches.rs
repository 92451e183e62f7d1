//! The positions of all pairs of cells of given total and nim-sum.

use crate::InstructionSet;
use crate::instruction_set::Kind;
use crate::stored_value::Integer;

/// See [`crate::pair_matches`].
pub fn pair_matches<V: Integer>(
    simd: InstructionSet,
    (low, high): (&[V], &[V]),
    (sum, x): (usize, V),
    from: usize,
    among: &[u64],
    out: &mut [u64],
) -> u32 {
    assert!(among.len() == out.len());
    if out.is_empty() {
        return 0;
    }
    assert!(from <= low.len() && out.len() <= (low.len() - from) / 64);
    assert!(from + 64 * out.len() - 1 <= sum && sum - from < high.len());
    match simd.0 {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the processor has the instructions, and the positions exist.
        Kind::Avx512 => unsafe { pair_matches_512((low, high), (sum, x), from, (among, out)) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: as above.
        Kind::Avx2 => unsafe { pair_matches_256((low, high), (sum, x), from, (among, out)) },
        Kind::Portable => pair_matches_plain((low, high), (sum, x), from, (among, out)),
    }
}

#[inline(always)]
fn pair_matches_plain<V: Integer>(
    (low, high): (&[V], &[V]),
    (sum, x): (usize, V),
    from: usize,
    (among, out): (&[u64], &mut [u64]),
) -> u32 {
    let mut count = 0;
    for (i, (word, among)) in out.iter_mut().zip(among).enumerate() {
        let from = from + 64 * i;
        let a: &[V; 64] = low[from..][..64].try_into().expect("64 values");
        let b: &[V; 64] = high[sum - from - 63..][..64].try_into().expect("64 values");
        *word = 0;
        let mut least = V::NONE;
        for i in 0..64 {
            least = least.min(a[i].xor(b[63 - i]).xor(x));
        }
        // A match is rare: the bits are found only where there is one.
        if least == V::default() {
            for i in 0..64 {
                *word |= u64::from(a[i].xor(b[63 - i]) == x) << i;
            }
            *word &= among;
            count += word.count_ones();
        }
    }
    count
}

/// # Safety
/// `from + 64 * out.len()` is at most `sum + 1` and at most the length of `low`, and `sum - from` is
/// within `high`.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,popcnt")]
unsafe fn pair_matches_256<V: Integer>(
    (low, high): (&[V], &[V]),
    (sum, x): (usize, V),
    from: usize,
    (among, out): (&[u64], &mut [u64]),
) -> u32 {
    use crate::vector_256::{broadcast, equal, lane_bits, load, reversed};
    use std::arch::x86_64::*;
    let lanes = 32 / size_of::<V>();
    let x = broadcast(x);
    let mut count = 0;
    for (i, (word, among)) in out.iter_mut().zip(among).enumerate() {
        *word = 0;
        for part in 0..64 / lanes {
            let from = from + 64 * i + part * lanes;
            // SAFETY: the caller's promise.
            let (a, b) = unsafe {
                (load(low.as_ptr().add(from)), load(high.as_ptr().add(sum + 1 - from - lanes)))
            };
            let hits = equal::<V>(_mm256_xor_si256(a, x), reversed::<V>(b));
            *word |= u64::from(lane_bits::<V>(hits)) << (part * lanes);
        }
        *word &= among;
        count += word.count_ones();
    }
    count
}

/// # Safety
/// The processor has the instructions; `from + 64 * out.len()` is at most `sum + 1` and at most the
/// length of `low`, and `sum - from` is within `high`.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,popcnt")]
unsafe fn pair_matches_512<V: Integer>(
    (low, high): (&[V], &[V]),
    (sum, x): (usize, V),
    from: usize,
    (among, out): (&[u64], &mut [u64]),
) -> u32 {
    use std::arch::x86_64::*;
    /// The truth table of a ^ b ^ c.
    const XOR: i32 = 0b1001_0110;
    let size = size_of::<V>();
    assert!(size <= 2);
    let lanes = 64 / size;
    let backwards: [u8; 64] = std::array::from_fn(|i| 63 - i as u8);
    let halves: [u16; 32] = std::array::from_fn(|i| 31 - i as u16);
    // SAFETY: 64 bytes are read.
    let (backwards, halves) = unsafe {
        (_mm512_loadu_si512(backwards.as_ptr().cast()), _mm512_loadu_si512(halves.as_ptr().cast()))
    };
    let mut count = 0;
    for (i, (word, among)) in out.iter_mut().zip(among).enumerate() {
        *word = 0;
        for part in 0..size {
            let from = from + 64 * i + part * lanes;
            // SAFETY: the caller's promise.
            let (a, b) = unsafe {
                (
                    _mm512_loadu_si512(low.as_ptr().add(from).cast()),
                    _mm512_loadu_si512(high.as_ptr().add(sum + 1 - from - lanes).cast()),
                )
            };
            *word |= if size == 1 {
                let (b, x) =
                    (_mm512_permutexvar_epi8(backwards, b), _mm512_set1_epi8(x.number() as i8));
                let sums = _mm512_ternarylogic_epi64::<XOR>(a, b, x);
                _mm512_testn_epi8_mask(sums, sums)
            } else {
                let (b, x) =
                    (_mm512_permutexvar_epi16(halves, b), _mm512_set1_epi16(x.number() as i16));
                let sums = _mm512_ternarylogic_epi64::<XOR>(a, b, x);
                u64::from(_mm512_testn_epi16_mask(sums, sums)) << (part * lanes)
            };
        }
        *word &= among;
        count += word.count_ones();
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pseudo_random::numbers;

    fn instruction_sets_agree<V: Integer>(bound: u64) {
        let mut next = numbers(bound);
        for _ in 0..50 {
            let low: Vec<V> = (0..600).map(|_| V::of(next(bound) as u32)).collect();
            let high: Vec<V> = (0..700).map(|_| V::of(next(bound) as u32)).collect();
            let (from, words) = (next(100) as usize, next(8) as usize);
            let sum = from + 64 * words + next(80) as usize;
            let x = V::of(next(2 * bound) as u32);
            let among: Vec<u64> = (0..words).map(|_| next(1 << 31) << 33 | next(1 << 31)).collect();
            let expected: Vec<u64> = (0..words)
                .map(|w| {
                    let hit = |&i: &usize| {
                        let j = from + 64 * w + i;
                        low[j].xor(high[sum - j]) == x
                    };
                    among[w] & (0..64).filter(hit).map(|i| 1 << i).sum::<u64>()
                })
                .collect();
            for simd in InstructionSet::available() {
                let mut found = vec![7; words];
                let count = pair_matches(simd, (&low, &high), (sum, x), from, &among, &mut found);
                assert_eq!(found, expected, "{simd:?}");
                assert_eq!(count, found.iter().map(|word| word.count_ones()).sum());
            }
        }
    }

    #[test]
    fn instruction_sets_find_the_same_matches() {
        instruction_sets_agree::<u8>(5);
        instruction_sets_agree::<u8>(128);
        instruction_sets_agree::<u16>(9);
    }
}
