//! The search for one pair of cells of given total and nim-sum.

use crate::InstructionSet;
use crate::instruction_set::Kind;
use crate::stored_value::Integer;

/// See [`crate::find_pair`].
pub fn find_pair<V: Integer>(
    simd: InstructionSet,
    low: &[V],
    high: &[V],
    sum: usize,
    x: V,
    from: usize,
    to: usize,
) -> Option<usize> {
    match simd.0 {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the processor has the instructions.
        Kind::Avx512 => unsafe { find_pair_512(low, high, sum, x, from, to) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the processor has the instructions.
        Kind::Avx2 => unsafe { find_pair_256(low, high, sum, x, from, to) },
        Kind::Portable => find_pair_plain(low, high, sum, x, from, to),
    }
}

#[inline(always)]
fn find_pair_plain<V: Integer>(
    low: &[V],
    high: &[V],
    sum: usize,
    x: V,
    from: usize,
    to: usize,
) -> Option<usize> {
    let mut j = from;
    while j + 63 <= to {
        let a: &[V; 64] = low[j..][..64].try_into().expect("64 values");
        let b: &[V; 64] = high[sum - j - 63..][..64].try_into().expect("64 values");
        let mut least = V::NONE;
        for i in 0..64 {
            least = least.min(a[i].xor(b[63 - i]).xor(x));
        }
        if least == V::default() {
            return (0..64).find(|&i| a[i].xor(b[63 - i]) == x).map(|i| j + i);
        }
        j += 64;
    }
    (j..=to).find(|&j| low[j].xor(high[sum - j]) == x)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1")]
fn find_pair_256<V: Integer>(
    low: &[V],
    high: &[V],
    sum: usize,
    x: V,
    from: usize,
    to: usize,
) -> Option<usize> {
    use crate::vector_256::{broadcast, equal, lane_bits, load, reversed};
    use std::arch::x86_64::*;
    if from > to {
        return None;
    }
    assert!(to <= sum && to < low.len() && sum - from < high.len());
    let lanes = 32 / size_of::<V>();
    let wanted = broadcast(x);
    let hits = |j: usize| {
        debug_assert!(j + lanes - 1 <= to);
        // SAFETY: j and the next lanes - 1 positions are at most `to`, which is within `low`; their
        // partners are sum - j down to sum - j - lanes + 1 >= sum - to >= 0, within `high`.
        let (a, b) =
            unsafe { (load(low.as_ptr().add(j)), load(high.as_ptr().add(sum + 1 - j - lanes))) };
        equal::<V>(_mm256_xor_si256(a, wanted), reversed::<V>(b))
    };
    let mut j = from;
    // Four vectors before a branch.
    while j + 4 * lanes - 1 <= to {
        let hits: [__m256i; 4] = std::array::from_fn(|k| hits(j + k * lanes));
        let any =
            _mm256_or_si256(_mm256_or_si256(hits[0], hits[1]), _mm256_or_si256(hits[2], hits[3]));
        if _mm256_testz_si256(any, any) == 0 {
            let first = hits.iter().enumerate().find_map(|(k, &hits)| {
                let bits = lane_bits::<V>(hits);
                (bits != 0).then(|| k * lanes + bits.trailing_zeros() as usize)
            });
            return first.map(|first| j + first);
        }
        j += 4 * lanes;
    }
    while j + lanes - 1 <= to {
        let bits = lane_bits::<V>(hits(j));
        if bits != 0 {
            return Some(j + bits.trailing_zeros() as usize);
        }
        j += lanes;
    }
    (j..=to).find(|&j| low[j].xor(high[sum - j]) == x)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi")]
fn find_pair_512<V: Integer>(
    low: &[V],
    high: &[V],
    sum: usize,
    x: V,
    from: usize,
    to: usize,
) -> Option<usize> {
    use std::arch::x86_64::*;
    /// The truth table of a ^ b ^ c.
    const XOR: i32 = 0b1001_0110;
    if from > to {
        return None;
    }
    let size = size_of::<V>();
    assert!(size <= 2 && to <= sum && to < low.len() && sum - from < high.len());
    // The cells of a vector; those of the second slice are reversed.
    let lanes = 64 / size;
    let (wanted, backwards) = if size == 1 {
        let order: [u8; 64] = std::array::from_fn(|i| 63 - i as u8);
        // SAFETY: 64 bytes are read.
        (_mm512_set1_epi8(x.number() as i8), unsafe { _mm512_loadu_si512(order.as_ptr().cast()) })
    } else {
        let order: [u16; 32] = std::array::from_fn(|i| 31 - i as u16);
        // SAFETY: 64 bytes are read.
        (_mm512_set1_epi16(x.number() as i16), unsafe { _mm512_loadu_si512(order.as_ptr().cast()) })
    };
    let sums = |j: usize| {
        debug_assert!(j + lanes - 1 <= to);
        // SAFETY: j and the next lanes - 1 positions are at most `to`, which is within `low`; their
        // partners are sum - j down to sum - j - lanes + 1 >= sum - to >= 0, within `high`.
        let (a, b) = unsafe {
            (
                _mm512_loadu_si512(low.as_ptr().add(j).cast()),
                _mm512_loadu_si512(high.as_ptr().add(sum + 1 - j - lanes).cast()),
            )
        };
        let b = if size == 1 {
            _mm512_permutexvar_epi8(backwards, b)
        } else {
            _mm512_permutexvar_epi16(backwards, b)
        };
        _mm512_ternarylogic_epi64::<XOR>(a, b, wanted)
    };
    let zero_lanes = |sums: __m512i| {
        if size == 1 {
            _mm512_testn_epi8_mask(sums, sums)
        } else {
            u64::from(_mm512_testn_epi16_mask(sums, sums))
        }
    };
    let least = |a: __m512i, b: __m512i| {
        if size == 1 { _mm512_min_epu8(a, b) } else { _mm512_min_epu16(a, b) }
    };
    let mut j = from;
    while j + 4 * lanes <= to + 1 {
        let four = [sums(j), sums(j + lanes), sums(j + 2 * lanes), sums(j + 3 * lanes)];
        if zero_lanes(least(least(four[0], four[1]), least(four[2], four[3]))) != 0 {
            let mut all = four.into_iter().map(zero_lanes).enumerate().filter(|hits| hits.1 != 0);
            return all.next().map(|(k, hits)| j + k * lanes + hits.trailing_zeros() as usize);
        }
        j += 4 * lanes;
    }
    while j + lanes <= to + 1 {
        let hits = zero_lanes(sums(j));
        if hits != 0 {
            return Some(j + hits.trailing_zeros() as usize);
        }
        j += lanes;
    }
    (j..=to).find(|&j| low[j].xor(high[sum - j]) == x)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instruction_sets_find_the_first_pair() {
        let mut random = fastrand::Rng::with_seed(7);
        let mut next = |below: u64| random.u64(..below);
        for _ in 0..300 {
            let values: Vec<u8> = (0..700).map(|_| next(200) as u8).collect();
            let wide: Vec<u16> = values.iter().map(|&v| u16::from(v) * 3).collect();
            let sum = 1 + next(690) as usize;
            let (from, to) = (next(20) as usize, sum / 2);
            let x = next(256) as u8;
            let expected = (from..=to).find(|&j| values[j] ^ values[sum - j] == x);
            let wide_x = (next(600)) as u16;
            let wide_expected = (from..=to).find(|&j| wide[j] ^ wide[sum - j] == wide_x);
            for simd in InstructionSet::available() {
                assert_eq!(find_pair(simd, &values, &values, sum, x, from, to), expected);
                assert_eq!(find_pair(simd, &wide, &wide, sum, wide_x, from, to), wide_expected);
            }
        }
    }
}
