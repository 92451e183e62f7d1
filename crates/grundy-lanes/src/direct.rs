//! Least values by going through all pairs, for few pairs and values below 64.

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::*;

use crate::Level;
#[cfg(target_arch = "x86_64")]
use crate::close::{CLOSE, Close};
use crate::level::Kind;

/// Added to a cell that attains nothing.
pub const SILENT: u8 = 0x80;

/// Pairs (d, g), which attain `cells[n - d] ^ g` at n, and what is prepared for them.
#[derive(Clone, Debug, Default)]
pub struct Direct {
    /// By distance; each value four times.
    pairs: Vec<(u32, u32)>,
    /// Values are below 16, 32 or 64: their bits.
    bits: u32,
    /// Where distances of 16, 32 and 64 begin.
    bounds: [usize; 3],
    #[cfg(target_arch = "x86_64")]
    close: Close,
}

impl Direct {
    /// For these pairs, and values below `size`.
    ///
    /// # Panics
    /// If a distance is 0, or `size` exceeds 64, or a value of a pair is not below it.
    pub fn new(pairs: &[(u32, u8)], size: usize) -> Self {
        assert!(size <= 64 && pairs.iter().all(|p| p.0 > 0 && usize::from(p.1) < size));
        let mut pairs = pairs.to_vec();
        pairs.sort_unstable();
        pairs.dedup();
        let bits = size.next_power_of_two().trailing_zeros().max(4);
        let bounds = [16, 32, 64].map(|d| pairs.partition_point(|p| p.0 < d));
        Self {
            bits,
            bounds,
            #[cfg(target_arch = "x86_64")]
            close: Close::new(&pairs[..bounds[0]], bits),
            pairs: pairs.into_iter().map(|(d, g)| (d, u32::from(g) * 0x0101_0101)).collect(),
        }
    }

    /// The greatest distance; 0 if there are no pairs.
    pub fn reach(&self) -> usize {
        self.pairs.last().map_or(0, |p| p.0 as usize)
    }

    /// The number of pairs.
    pub fn len(&self) -> usize {
        self.pairs.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// Values are below this: 16, 32 or 64.
    pub fn size(&self) -> usize {
        1 << self.bits
    }

    /// Computes the 64 cells from `at` on: the least value that no pair closer than `limit` attains.
    ///
    /// A silent cell attains nothing; the others are below [`size`](Self::size). False if at some cell
    /// all values below are attained: the 64 cells have no meaning then.
    ///
    /// # Complexity
    /// With AVX-512 and p pairs at distances of 64 and more about p s / 8 instructions for values
    /// below s; those at 16 to 63 take up to 80 each, closer ones up to 200.
    ///
    /// # Panics
    /// If `at` is less than 80 or than the distance of a pair closer than `limit`, or `cells` ends
    /// before the 64 cells do, or `limit` is less than 64.
    pub fn fill(&self, level: Level, cells: &mut [u8], at: usize, limit: usize) -> bool {
        let mut known = self.pairs.len();
        if self.reach() >= limit {
            known = self.pairs.partition_point(|p| (p.0 as usize) < limit);
        }
        let farthest = self.pairs[..known].last().map_or(0, |p| p.0 as usize);
        assert!(limit >= 64 && at >= farthest.max(80) && at + 64 <= cells.len());
        match level.0 {
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512 if union(&cells[at - CLOSE - 1..at]) < self.size() as u8 => {
                // SAFETY: the processor has the instructions, and the lengths were checked.
                unsafe {
                    match self.bits {
                        4 => self.fill_512::<2>(cells, at, known),
                        5 => self.fill_512::<4>(cells, at, known),
                        _ => self.fill_512::<8>(cells, at, known),
                    }
                }
            }
            _ => self.fill_plain(cells, at, known),
        }
    }

    fn fill_plain(&self, cells: &mut [u8], at: usize, known: usize) -> bool {
        let (close, far) = self.pairs[..known].split_at(self.pairs.partition_point(|p| p.0 < 8));
        let size = self.size() as u32;
        for first in (at..at + 64).step_by(8) {
            let mut seen = [0u64; 8];
            for &(d, g) in far {
                let source = &cells[first - d as usize..][..8];
                for (seen, cell) in seen.iter_mut().zip(source) {
                    *seen |= bit(cell ^ g as u8);
                }
            }
            for (n, mut seen) in (first..).zip(seen) {
                for &(d, g) in close {
                    seen |= bit(cells[n - d as usize] ^ g as u8);
                }
                let least = seen.trailing_ones();
                if least >= size {
                    return false;
                }
                cells[n] = least as u8;
            }
        }
        true
    }

    /// # Safety
    /// The processor has the instructions; `at` is at least 80 and the distance of each of the first
    /// `known` pairs, which include all closer than 64; and the 64 cells from `at` on exist. The
    /// last 17 before are below [`size`](Self::size).
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,bmi1,bmi2")]
    unsafe fn fill_512<const K: usize>(&self, cells: &mut [u8], at: usize, known: usize) -> bool {
        let [sixteen, thirty_two, sixty_four] = self.bounds;
        let place = cells.as_mut_ptr();
        let mut tables = [_mm512_setzero_si512(); K];
        for (k, table) in tables.iter_mut().enumerate() {
            let bits = &PLANES[k + usize::from(K == 2) * 8];
            // SAFETY: the table has 64 bytes.
            *table = unsafe { _mm512_loadu_si512(bits.as_ptr().cast()) };
        }
        let mut whole = [_mm512_setzero_si512(); K];
        // Two in turn: both sets are added by one instruction.
        let (twos, one) = self.pairs[sixty_four..known].as_chunks::<2>();
        for pairs in twos {
            for &(d, g) in pairs {
                // SAFETY: 64 <= d <= at.
                let source = unsafe { _mm512_loadu_si512(place.add(at - d as usize).cast()) };
                attain(&mut whole, &tables, source, g);
            }
        }
        for &(d, g) in one {
            // SAFETY: as above.
            let source = unsafe { _mm512_loadu_si512(place.add(at - d as usize).cast()) };
            attain(&mut whole, &tables, source, g);
        }
        // The last 64 cells: of each group of 16 lanes those at distances of 16 to 63 are among them.
        // At 32 and more the latest 16 are not looked at, so that nobody waits for them.
        // SAFETY: at >= 80.
        let (mut last, mut older) = unsafe {
            (
                _mm512_loadu_si512(place.add(at - 64).cast()),
                _mm512_loadu_si512(place.add(at - 80).cast()),
            )
        };
        let mut keys = Keys([0u16; CLOSE + 64]);
        let [now, before] = self.close.shifts();
        // SAFETY: at >= 17, and there is room for 16 keys.
        unsafe {
            let cells = _mm256_cvtepu8_epi16(_mm_loadu_si128(place.add(at - 16).cast()));
            let others = _mm256_cvtepu8_epi16(_mm_loadu_si128(place.add(at - 17).cast()));
            let cells = _mm256_sll_epi16(cells, _mm_cvtsi32_si128(now as i32));
            let others = _mm256_sll_epi16(others, _mm_cvtsi32_si128(before as i32));
            _mm256_storeu_si256(keys.0.as_mut_ptr().cast(), _mm256_or_si256(cells, others));
        }
        let code = self.close.code();
        for group in 0..4 {
            let mut planes = whole;
            for plane in &mut whole {
                *plane = _mm512_alignr_epi64::<2>(*plane, *plane);
            }
            for &(d, g) in &self.pairs[thirty_two..sixty_four] {
                attain(&mut planes, &tables, look(older, 80 - d as usize), g);
            }
            for &(d, g) in &self.pairs[sixteen..thirty_two] {
                attain(&mut planes, &tables, look(last, 64 - d as usize), g);
            }
            let mut left = Words([0u64; 16]);
            for (seen, left) in transpose(&planes).into_iter().zip(left.0.chunks_exact_mut(8)) {
                let not = _mm512_andnot_si512(seen, _mm512_set1_epi64(-1));
                // SAFETY: eight words are as long as the vector.
                unsafe { _mm512_storeu_si512(left.as_mut_ptr().cast(), not) };
            }
            let keys = (&mut keys.0[16 * group..][..CLOSE + 16]).try_into().expect("so many");
            // SAFETY: the processor has the instructions; the code is that for these tables; no cell
            // exceeds 64.
            let [first, second] = unsafe { code(&self.close, &left.0, keys) };
            let new = _mm512_castsi128_si512(_mm_set_epi64x(second as i64, first as i64));
            older = last;
            last = _mm512_alignr_epi64::<2>(new, last);
        }
        let most = _mm512_set1_epi8((self.size() - 1) as i8);
        if _mm512_cmpgt_epi8_mask(last, most) != 0 {
            return false;
        }
        // SAFETY: there are 64 cells.
        unsafe { _mm512_storeu_si512(place.add(at).cast(), last) };
        true
    }
}

#[cfg(target_arch = "x86_64")]
fn union(cells: &[u8]) -> u8 {
    cells.iter().fold(0, |all, cell| all | cell)
}

#[inline(always)]
fn bit(cell: u8) -> u64 {
    1u64.checked_shl(cell.into()).unwrap_or(0)
}

/// Words in whole cache lines: so they can be read while the lines are being written.
#[cfg(target_arch = "x86_64")]
#[repr(align(64))]
struct Words([u64; 16]);

/// The same for keys of cells.
#[cfg(target_arch = "x86_64")]
#[repr(align(64))]
struct Keys([u16; CLOSE + 64]);

/// The numbers from 0 on.
#[cfg(target_arch = "x86_64")]
const COUNT: [u8; 128] = {
    let mut all = [0; 128];
    let mut i = 0;
    while i < 128 {
        all[i] = i as u8;
        i += 1;
    }
    all
};

/// The bit of each value in the plane of eight values: eight planes; then two for values below 16,
/// four times.
#[cfg(target_arch = "x86_64")]
const PLANES: [[u8; 64]; 10] = {
    let mut all = [[0; 64]; 10];
    let mut i = 0;
    while i < 64 {
        all[i / 8][i] = 1 << (i % 8);
        all[8 + i % 16 / 8][i] = 1 << (i % 8);
        i += 1;
    }
    all
};

/// Adds what a pair attains to planes, which hold of each lane the bits of eight values.
#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi")]
fn attain<const K: usize>(
    planes: &mut [__m512i; K],
    tables: &[__m512i; K],
    source: __m512i,
    g: u32,
) {
    let sum = _mm512_xor_si512(source, _mm512_set1_epi32(g as i32));
    let loud = _mm512_testn_epi8_mask(sum, _mm512_set1_epi8(SILENT as i8));
    for (plane, &table) in planes.iter_mut().zip(tables) {
        let bits = if K == 2 {
            // Nothing is looked up for bytes with the highest bit.
            _mm512_shuffle_epi8(table, sum)
        } else {
            _mm512_maskz_permutexvar_epi8(loud, sum, table)
        };
        *plane = _mm512_or_si512(*plane, bits);
    }
}

/// The cells from one of 64 on.
#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi")]
fn look(cells: __m512i, from: usize) -> __m512i {
    // The same for all that occur, and within the table for others, too.
    let from = from & 63;
    // SAFETY: there are 128 bytes.
    let places = unsafe { _mm512_loadu_si512(COUNT.as_ptr().add(from).cast()) };
    _mm512_permutexvar_epi8(places, cells)
}

/// Of the first 16 lanes the words whose bytes the planes hold, for eight lanes each.
#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
fn transpose<const K: usize>(planes: &[__m512i; K]) -> [__m512i; 2] {
    let [a, b] = two(planes[0], planes[1]);
    if K == 2 {
        return [_mm512_cvtepu16_epi64(a), _mm512_cvtepu16_epi64(b)];
    }
    let low = four([a, b], two(planes[2], planes[3]));
    if K == 4 {
        return low;
    }
    let high = four(two(planes[4], planes[5]), two(planes[6], planes[7]));
    [
        _mm512_or_si512(low[0], _mm512_slli_epi64::<32>(high[0])),
        _mm512_or_si512(low[1], _mm512_slli_epi64::<32>(high[1])),
    ]
}

/// The bytes of the first 16 lanes in turn.
#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
fn two(a: __m512i, b: __m512i) -> [__m128i; 2] {
    let (a, b) = (_mm512_castsi512_si128(a), _mm512_castsi512_si128(b));
    [_mm_unpacklo_epi8(a, b), _mm_unpackhi_epi8(a, b)]
}

/// The two bytes of each lane, in turn, as words.
#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
fn four([a, b]: [__m128i; 2], [c, d]: [__m128i; 2]) -> [__m512i; 2] {
    let first = _mm256_set_m128i(_mm_unpackhi_epi16(a, c), _mm_unpacklo_epi16(a, c));
    let second = _mm256_set_m128i(_mm_unpackhi_epi16(b, d), _mm_unpacklo_epi16(b, d));
    [_mm512_cvtepu32_epi64(first), _mm512_cvtepu32_epi64(second)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_levels_compute_the_same_cells() {
        let mut state = 3u64;
        let mut next = |below: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) % below
        };
        let mut failures = 0;
        for round in 0..600 {
            let size = [8, 64, 16, 32][round % 4];
            let silent = [2, 9, 1000][round % 3];
            let mut cells: Vec<u8> = (0..300)
                .map(|n| {
                    // At times the last cells are not silent.
                    let is_silent = next(silent) == 0 && (n < 284 || round % 5 > 0);
                    next(size) as u8 | if is_silent { SILENT } else { 0 }
                })
                .collect();
            cells.resize(364, 77);
            let reach = [14, 31, 70, 290][round % 7 % 4];
            let count = next([size / 2, 5 * size, 20][round % 11 % 3]);
            let pairs: Vec<(u32, u8)> =
                (0..count).map(|_| (1 + next(reach) as u32, next(size) as u8)).collect();
            let direct = Direct::new(&pairs, size as usize);
            let (size, limit) = (size.max(16) as u8, if round % 6 == 0 { 200 } else { 300 });
            let mut expected = cells.clone();
            let mut whole = true;
            for n in 300..364 {
                let close = pairs.iter().filter(|p| (p.0 as usize) < limit);
                let attained: Vec<u8> = close.map(|&(d, g)| expected[n - d as usize] ^ g).collect();
                let Some(least) = (0..size).find(|v| !attained.contains(v)) else {
                    whole = false;
                    break;
                };
                expected[n] = least;
            }
            failures += usize::from(!whole);
            for level in Level::all() {
                let mut found = cells.clone();
                assert_eq!(direct.fill(level, &mut found, 300, limit), whole, "{level:?}");
                assert_eq!(found[..300], expected[..300], "{level:?}");
                assert!(!whole || found == expected, "{level:?} {round}");
            }
        }
        assert!((50..550).contains(&failures), "{failures}");
    }
}
