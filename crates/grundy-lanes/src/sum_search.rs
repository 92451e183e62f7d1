//! The search for one position at which two slices have a given nim-sum.

use crate::InstructionSet;
use crate::instruction_set::Kind;
use crate::stored_value::Integer;

/// See [`crate::find_sum`].
pub fn find_sum<V: Integer>(simd: InstructionSet, a: &[V], b: &[V], x: V) -> Option<usize> {
    assert_eq!(a.len(), b.len());
    match simd.0 {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the processor has the instructions.
        Kind::Avx512 => unsafe { find_sum_512(a, b, x) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the processor has the instructions.
        Kind::Avx2 => unsafe { find_sum_256(a, b, x) },
        Kind::Portable => find_sum_plain(a, b, x),
    }
}

#[inline(always)]
fn find_sum_plain<V: Integer>(a: &[V], b: &[V], x: V) -> Option<usize> {
    let ((a_rows, a_rest), (b_rows, b_rest)) = (a.as_chunks::<64>(), b.as_chunks::<64>());
    for (i, (a, b)) in a_rows.iter().zip(b_rows).enumerate() {
        let mut least = V::NONE;
        for (a, b) in a.iter().zip(b) {
            least = least.min(a.xor(*b).xor(x));
        }
        if least == V::default() {
            let place = a.iter().zip(b).position(|(a, b)| a.xor(*b) == x);
            return place.map(|place| 64 * i + place);
        }
    }
    let place = a_rest.iter().zip(b_rest).position(|(a, b)| a.xor(*b) == x);
    place.map(|place| 64 * a_rows.len() + place)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1")]
fn find_sum_256<V: Integer>(a: &[V], b: &[V], x: V) -> Option<usize> {
    use crate::vector_256::{broadcast, equal, lane_bits, load};
    use std::arch::x86_64::*;
    let lanes = 32 / size_of::<V>();
    let ((a_rows, a_rest), (b_rows, b_rest)) = (a.as_chunks::<64>(), b.as_chunks::<64>());
    let wanted = broadcast(x);
    for (i, (a, b)) in a_rows.iter().zip(b_rows).enumerate() {
        let mut any = _mm256_setzero_si256();
        for k in (0..64).step_by(lanes) {
            // SAFETY: both rows have 64 entries.
            let (a, b) = unsafe { (load(a.as_ptr().add(k)), load(b.as_ptr().add(k))) };
            any = _mm256_or_si256(any, equal::<V>(_mm256_xor_si256(a, wanted), b));
        }
        if _mm256_testz_si256(any, any) == 0 {
            for k in (0..64).step_by(lanes) {
                // SAFETY: as above.
                let (a, b) = unsafe { (load(a.as_ptr().add(k)), load(b.as_ptr().add(k))) };
                let bits = lane_bits::<V>(equal::<V>(_mm256_xor_si256(a, wanted), b));
                if bits != 0 {
                    return Some(64 * i + k + bits.trailing_zeros() as usize);
                }
            }
        }
    }
    let place = a_rest.iter().zip(b_rest).position(|(a, b)| a.xor(*b) == x);
    place.map(|place| 64 * a_rows.len() + place)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw")]
fn find_sum_512<V: Integer>(a: &[V], b: &[V], x: V) -> Option<usize> {
    use std::arch::x86_64::*;
    /// The truth table of a ^ b ^ c.
    const XOR: i32 = 0b1001_0110;
    let size = size_of::<V>();
    assert!(size <= 2);
    let lanes = 64 / size;
    let ((a_rows, a_rest), (b_rows, b_rest)) = (a.as_chunks::<64>(), b.as_chunks::<64>());
    let wanted = match size {
        1 => _mm512_set1_epi8(x.number() as i8),
        _ => _mm512_set1_epi16(x.number() as i16),
    };
    for (i, (a, b)) in a_rows.iter().zip(b_rows).enumerate() {
        for k in (0..64).step_by(lanes) {
            // SAFETY: both rows have 64 entries.
            let (a, b) = unsafe {
                (
                    _mm512_loadu_si512(a.as_ptr().add(k).cast()),
                    _mm512_loadu_si512(b.as_ptr().add(k).cast()),
                )
            };
            let sum = _mm512_ternarylogic_epi64::<XOR>(a, b, wanted);
            let hits = match size {
                1 => _mm512_testn_epi8_mask(sum, sum),
                _ => u64::from(_mm512_testn_epi16_mask(sum, sum)),
            };
            if hits != 0 {
                return Some(64 * i + k + hits.trailing_zeros() as usize);
            }
        }
    }
    let place = a_rest.iter().zip(b_rest).position(|(a, b)| a.xor(*b) == x);
    place.map(|place| 64 * a_rows.len() + place)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instruction_sets_find_the_first_position() {
        let mut random = fastrand::Rng::with_seed(7);
        for round in 0..400 {
            let bound = if round % 2 == 0 { 256 } else { 40 };
            let len = random.usize(..400);
            let mut bytes = || (0..len).map(|_| random.u16(..bound) as u8).collect::<Vec<u8>>();
            let (a, b) = (bytes(), bytes());
            let wide =
                |bytes: &[u8]| bytes.iter().map(|&x| u16::from(x) * 0x0101).collect::<Vec<u16>>();
            let x = random.u8(..);
            let expected = (0..len).find(|&i| a[i] ^ b[i] == x);
            for simd in InstructionSet::available() {
                assert_eq!(find_sum(simd, &a, &b, x), expected, "{simd:?}");
                let x = u16::from(x) * 0x0101;
                assert_eq!(find_sum(simd, &wide(&a), &wide(&b), x), expected, "{simd:?}");
            }
        }
    }
}
