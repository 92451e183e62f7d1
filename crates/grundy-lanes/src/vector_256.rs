//! Vectors of 256 bits of stored values, for the loops with AVX2.

use std::arch::x86_64::*;

use crate::stored_value::Integer;

/// The vector of 32 bytes at `place`.
///
/// # Safety
/// So many bytes can be read there.
#[inline]
#[target_feature(enable = "avx2")]
pub(crate) unsafe fn load<V: Integer>(place: *const V) -> __m256i {
    // SAFETY: the caller's promise.
    unsafe { _mm256_loadu_si256(place.cast()) }
}

/// Sixteen integers from `place` on, of two bytes each.
///
/// # Safety
/// So many integers can be read there.
#[inline]
#[target_feature(enable = "avx2")]
pub(crate) unsafe fn load_sixteen<V: Integer>(place: *const V) -> __m256i {
    // SAFETY: the caller's promise.
    unsafe {
        match size_of::<V>() {
            1 => _mm256_cvtepu8_epi16(_mm_loadu_si128(place.cast())),
            _ => _mm256_loadu_si256(place.cast()),
        }
    }
}

/// The integer in every lane.
#[inline]
#[target_feature(enable = "avx2")]
pub(crate) fn broadcast<V: Integer>(x: V) -> __m256i {
    match size_of::<V>() {
        1 => _mm256_set1_epi8(x.number() as i8),
        _ => _mm256_set1_epi16(x.number() as i16),
    }
}

/// The lesser integer of each lane.
#[inline]
#[target_feature(enable = "avx2")]
pub(crate) fn lesser<V: Integer>(a: __m256i, b: __m256i) -> __m256i {
    match size_of::<V>() {
        1 => _mm256_min_epu8(a, b),
        _ => _mm256_min_epu16(a, b),
    }
}

/// All bits of the lanes in which both are equal.
#[inline]
#[target_feature(enable = "avx2")]
pub(crate) fn equal<V: Integer>(a: __m256i, b: __m256i) -> __m256i {
    match size_of::<V>() {
        1 => _mm256_cmpeq_epi8(a, b),
        _ => _mm256_cmpeq_epi16(a, b),
    }
}

/// A bit for each lane, from the sign bits of the lanes: all bits of a lane are equal.
#[inline]
#[target_feature(enable = "avx2")]
pub(crate) fn lane_bits<V: Integer>(lanes: __m256i) -> u32 {
    match size_of::<V>() {
        1 => _mm256_movemask_epi8(lanes) as u32,
        _ => {
            // The low bytes of sixteen lanes: those of each half of the vector stand together first.
            let packed = _mm256_packs_epi16(lanes, _mm256_setzero_si256());
            let packed = _mm256_permute4x64_epi64::<0b1000>(packed);
            _mm256_movemask_epi8(packed) as u32 & 0xffff
        }
    }
}

/// The lanes that are 0.
#[inline]
#[target_feature(enable = "avx2")]
pub(crate) fn zero_lanes<V: Integer>(vector: __m256i) -> u32 {
    lane_bits::<V>(equal::<V>(vector, _mm256_setzero_si256()))
}

/// The lanes in reverse order.
#[inline]
#[target_feature(enable = "avx2")]
pub(crate) fn reversed<V: Integer>(vector: __m256i) -> __m256i {
    let order = match size_of::<V>() {
        1 => _mm_setr_epi8(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0),
        _ => _mm_setr_epi8(14, 15, 12, 13, 10, 11, 8, 9, 6, 7, 4, 5, 2, 3, 0, 1),
    };
    let halves = _mm256_shuffle_epi8(vector, _mm256_broadcastsi128_si256(order));
    _mm256_permute4x64_epi64::<0b0100_1110>(halves)
}

/// All bits of each byte whose bit in `bits` is set.
#[inline]
#[target_feature(enable = "avx2")]
pub(crate) fn byte_lanes(bits: u32) -> __m256i {
    let place =
        _mm256_setr_epi64x(0, 0x0101_0101_0101_0101, 0x0202_0202_0202_0202, 0x0303_0303_0303_0303);
    let bit = _mm256_set1_epi64x(0x8040_2010_0804_0201u64 as i64);
    let bytes = _mm256_shuffle_epi8(_mm256_set1_epi32(bits as i32), place);
    _mm256_cmpeq_epi8(_mm256_and_si256(bytes, bit), bit)
}
