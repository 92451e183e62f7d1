//! Sets of integers below 64, one for each lane, as byte planes: a plane has the bits of eight
//! integers, a byte for each lane.

use std::arch::x86_64::*;

use crate::byte_cell::{INACTIVE, SET_SIZE};

/// `[k][v]` is the bit of the value v in plane k, which holds eight values. The last two are for
/// values below 16, repeated four times.
pub(crate) const VALUE_BITS: [[u8; 64]; 10] = {
    let mut all = [[0; 64]; 10];
    let mut i = 0;
    while i < 64 {
        all[i / 8][i] = 1 << (i % 8);
        all[8 + i % 16 / 8][i] = 1 << (i % 8);
        i += 1;
    }
    all
};

/// Adds the value that a pair attains at each lane to the planes. Plane k holds the bits of the
/// values 8k to 8k + 7.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi")]
pub(crate) fn mark_attained<const K: usize>(
    planes: &mut [__m512i; K],
    tables: &[__m512i; K],
    source: __m512i,
    g: u32,
) {
    let sum = _mm512_xor_si512(source, _mm512_set1_epi32(g as i32));
    // Sums beyond the planes have no bit, nor have those of inactive cells.
    let active = _mm512_testn_epi8_mask(sum, _mm512_set1_epi8((INACTIVE | SET_SIZE as u8) as i8));
    for (plane, &table) in planes.iter_mut().zip(tables) {
        let bits = if K == 2 {
            // The shuffle yields 0 for bytes with the highest bit, which marks inactive cells.
            _mm512_shuffle_epi8(table, sum)
        } else {
            _mm512_maskz_permutexvar_epi8(active, sum, table)
        };
        *plane = _mm512_or_si512(*plane, bits);
    }
}

/// The same for 32 lanes, given the nim-sums of their cells and the pair's integer.
#[inline]
#[target_feature(enable = "avx2")]
pub(crate) fn mark_attained_256<const K: usize>(planes: &mut [__m256i; K], sum: __m256i) {
    let even = _mm256_set1_epi64x(0x8040_2010_0804_0201u64 as i64);
    // The shuffle takes the lowest four bits of a byte, and yields 0 for bytes with the highest one.
    let first = _mm256_blend_epi32::<0b1100_1100>(even, _mm256_setzero_si256());
    let second = _mm256_blend_epi32::<0b0011_0011>(even, _mm256_setzero_si256());
    let (twos, _) = planes.as_chunks_mut::<2>();
    for (i, [low, high]) in twos.iter_mut().enumerate() {
        let mut place = sum;
        if K > 2 {
            // Sixteen values at a time: with the others, and inactive cells, the highest bit is set.
            let from_first = _mm256_xor_si256(sum, _mm256_set1_epi8(16 * i as i8));
            place = _mm256_adds_epu8(from_first, _mm256_set1_epi8(0x70));
        }
        *low = _mm256_or_si256(*low, _mm256_shuffle_epi8(first, place));
        *high = _mm256_or_si256(*high, _mm256_shuffle_epi8(second, place));
    }
}

/// The planes of the first 16 lanes, transposed: one word of 64 bits for each lane.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
pub(crate) fn transpose<const K: usize>(planes: &[__m512i; K]) -> [__m512i; 2] {
    let [a, b] = interleave_bytes(planes[0], planes[1]);
    if K == 2 {
        return [_mm512_cvtepu16_epi64(a), _mm512_cvtepu16_epi64(b)];
    }
    let low = interleave_words([a, b], interleave_bytes(planes[2], planes[3]));
    if K == 4 {
        return low;
    }
    let high = interleave_words(
        interleave_bytes(planes[4], planes[5]),
        interleave_bytes(planes[6], planes[7]),
    );
    [
        _mm512_or_si512(low[0], _mm512_slli_epi64::<32>(high[0])),
        _mm512_or_si512(low[1], _mm512_slli_epi64::<32>(high[1])),
    ]
}

/// The bytes of the first 16 lanes of both, alternating.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
fn interleave_bytes(a: __m512i, b: __m512i) -> [__m128i; 2] {
    let (a, b) = (_mm512_castsi512_si128(a), _mm512_castsi512_si128(b));
    [_mm_unpacklo_epi8(a, b), _mm_unpackhi_epi8(a, b)]
}

/// The two-byte words of both, alternating, each pair widened to 64 bits.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
fn interleave_words([a, b]: [__m128i; 2], [c, d]: [__m128i; 2]) -> [__m512i; 2] {
    let first = _mm256_set_m128i(_mm_unpackhi_epi16(a, c), _mm_unpacklo_epi16(a, c));
    let second = _mm256_set_m128i(_mm_unpackhi_epi16(b, d), _mm_unpacklo_epi16(b, d));
    [_mm512_cvtepu32_epi64(first), _mm512_cvtepu32_epi64(second)]
}

/// The planes of 16 lanes, transposed: one word of 64 bits for each lane.
#[inline]
#[target_feature(enable = "avx2")]
pub(crate) fn transpose_128<const K: usize>(planes: &[__m128i; K]) -> [__m128i; 8] {
    let plane = |k: usize| planes.get(k).copied().unwrap_or(_mm_setzero_si128());
    // Bytes of two planes, then words of four, then those of all eight.
    let twos: [[__m128i; 2]; 4] = std::array::from_fn(|i| {
        let (a, b) = (plane(2 * i), plane(2 * i + 1));
        [_mm_unpacklo_epi8(a, b), _mm_unpackhi_epi8(a, b)]
    });
    let fours: [[__m128i; 4]; 2] = std::array::from_fn(|i| {
        let ([a, b], [c, d]) = (twos[2 * i], twos[2 * i + 1]);
        [
            _mm_unpacklo_epi16(a, c),
            _mm_unpackhi_epi16(a, c),
            _mm_unpacklo_epi16(b, d),
            _mm_unpackhi_epi16(b, d),
        ]
    });
    std::array::from_fn(|i| {
        let (a, b) = (fours[0][i / 2], fours[1][i / 2]);
        if i % 2 == 0 { _mm_unpacklo_epi32(a, b) } else { _mm_unpackhi_epi32(a, b) }
    })
}
