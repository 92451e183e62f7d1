//! Where each value stands among 64.

use crate::level::Kind;
use crate::near::Row;
use crate::{Level, Stored};

/// For each i the lanes whose number is i, as bits.
///
/// # Complexity
/// One comparison of 64 bytes for each i with AVX-512; else O(64) besides clearing `out`.
pub fn places<V: Stored>(level: Level, row: &Row<V>, out: &mut [u64]) {
    match level.0 {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the processor has the instructions.
        Kind::Avx512 if size_of::<V>() == 1 => unsafe { places_512(row, out) },
        _ => places_plain(row, out),
    }
}

fn places_plain<V: Stored>(row: &Row<V>, out: &mut [u64]) {
    out.fill(0);
    for (lane, value) in row.iter().enumerate() {
        if let Some(out) = out.get_mut(value.number() as usize) {
            *out |= 1 << lane;
        }
    }
}

/// # Safety
/// The processor has the instructions; values are bytes.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw")]
unsafe fn places_512<V: Stored>(row: &Row<V>, out: &mut [u64]) {
    use std::arch::x86_64::*;
    // SAFETY: the row is 64 bytes.
    let row = unsafe { _mm512_loadu_si512(row.as_ptr().cast()) };
    for (i, out) in out.iter_mut().enumerate() {
        *out = match u8::try_from(i) {
            Ok(i) => _mm512_cmpeq_epi8_mask(row, _mm512_set1_epi8(i as i8)),
            Err(_) => 0,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbers::numbers;

    fn all_levels_agree<V: Stored>(most: u64) {
        let mut next = numbers(most);
        for size in [0, 1, 16, 64, 200, 300] {
            let row: Row<V> = std::array::from_fn(|_| V::of(next(most) as u32));
            for level in Level::all() {
                let mut out = vec![7; size];
                places(level, &row, &mut out);
                for (i, &out) in out.iter().enumerate() {
                    for (lane, value) in row.iter().enumerate() {
                        let is = value.number() as usize == i;
                        assert_eq!(out >> lane & 1 != 0, is, "{level:?} {i}");
                    }
                }
            }
        }
    }

    #[test]
    fn all_levels_find_the_same_places() {
        all_levels_agree::<u8>(16);
        all_levels_agree::<u8>(256);
        all_levels_agree::<u16>(16);
        all_levels_agree::<u16>(1000);
    }
}
