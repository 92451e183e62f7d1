//! The search for two heaps of given total and value.

use crate::level::Kind;
use crate::{Level, Stored};

/// The least j in `from..=to` with `low[j] ^ high[sum - j] == x`.
///
/// # Complexity
/// About six cycles for 64 pairs of bytes with AVX-512.
///
/// # Panics
/// If `to` is beyond `low`, `sum - from` beyond `high`, or `to` exceeds `sum`.
pub fn pair<V: Stored>(
    level: Level,
    low: &[V],
    high: &[V],
    sum: usize,
    x: V,
    from: usize,
    to: usize,
) -> Option<usize> {
    match level.0 {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the processor has the instructions.
        Kind::Avx512 => unsafe { pair_512(low, high, sum, x, from, to) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the processor has the instructions.
        Kind::Avx2 => unsafe { pair_avx2(low, high, sum, x, from, to) },
        Kind::Portable => pair_plain(low, high, sum, x, from, to),
    }
}

#[inline(always)]
fn pair_plain<V: Stored>(
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
#[target_feature(enable = "avx2")]
fn pair_avx2<V: Stored>(
    low: &[V],
    high: &[V],
    sum: usize,
    x: V,
    from: usize,
    to: usize,
) -> Option<usize> {
    pair_plain(low, high, sum, x, from, to)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
fn pair_512<V: Stored>(
    low: &[V],
    high: &[V],
    sum: usize,
    x: V,
    from: usize,
    to: usize,
) -> Option<usize> {
    pair_plain(low, high, sum, x, from, to)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_levels_find_the_first_pair() {
        let mut state = 7u64;
        let mut next = |below: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) % below
        };
        for _ in 0..300 {
            let values: Vec<u8> = (0..700).map(|_| next(200) as u8).collect();
            let wide: Vec<u16> = values.iter().map(|&v| u16::from(v) * 3).collect();
            let sum = 1 + next(690) as usize;
            let (from, to) = (next(20) as usize, sum / 2);
            let x = next(256) as u8;
            let expected = (from..=to).find(|&j| values[j] ^ values[sum - j] == x);
            let wide_x = (next(600)) as u16;
            let wide_expected = (from..=to).find(|&j| wide[j] ^ wide[sum - j] == wide_x);
            for level in Level::all() {
                assert_eq!(pair(level, &values, &values, sum, x, from, to), expected);
                assert_eq!(pair(level, &wide, &wide, sum, wide_x, from, to), wide_expected);
            }
        }
    }
}
