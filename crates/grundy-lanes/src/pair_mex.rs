//! The least integer that no pair attains, by all pairs, for integers below 128 that are mostly below
//! 64.

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::*;

use crate::InstructionSet;
use crate::byte_cell::SET_SIZE;
#[cfg(target_arch = "x86_64")]
use crate::byte_planes::{VALUE_BITS, mark_attained, mark_attained_256, transpose, transpose_128};
use crate::instruction_set::Kind;
#[cfg(target_arch = "x86_64")]
use crate::near_tables::{NEAR_CELLS, NearTables};

/// Pairs (d, g) and the tables prepared for them: a cell becomes the least integer that no pair
/// attains.
#[derive(Clone, Debug, Default)]
pub struct PairMex {
    /// Sorted by distance; g is repeated in each of the four bytes.
    pairs: Vec<(u32, u32)>,
    /// Those whose integer is 64 or more.
    beyond: Vec<(u32, u32)>,
    /// Integers are below 2^bits: 16, 32, 64 or 128.
    bits: u32,
    /// The places of the first pairs at distances of 16, 32 and 64.
    bounds: [usize; 3],
    #[cfg(target_arch = "x86_64")]
    near: NearTables,
}

impl PairMex {
    /// For these pairs, and integers below `size`.
    ///
    /// # Panics
    /// If a distance is 0, `size` exceeds 128, or the integer of a pair is not below `size`.
    pub fn new(pairs: &[(u32, u8)], size: usize) -> Self {
        assert!(size <= 128 && pairs.iter().all(|p| p.0 > 0 && usize::from(p.1) < size));
        let mut pairs = pairs.to_vec();
        pairs.sort_unstable();
        pairs.dedup();
        let bits = size.next_power_of_two().trailing_zeros().max(4);
        let repeated = |(d, g)| (d, u32::from(g) * 0x0101_0101);
        let bounds = [16, 32, 64].map(|d| pairs.partition_point(|p| p.0 < d));
        Self {
            bits,
            bounds,
            #[cfg(target_arch = "x86_64")]
            near: NearTables::new(&pairs[..bounds[0]], bits),
            beyond: pairs.iter().copied().filter(|p| p.1 >= SET_SIZE as u8).map(repeated).collect(),
            pairs: pairs.into_iter().map(repeated).collect(),
        }
    }

    /// The greatest distance; 0 if there is no pair.
    pub fn reach(&self) -> usize {
        self.pairs.last().map_or(0, |p| p.0 as usize)
    }

    /// The number of pairs.
    pub fn len(&self) -> usize {
        self.pairs.len()
    }

    /// Whether there is no pair.
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// The bound of the integers: 16, 32, 64 or 128.
    pub fn size(&self) -> usize {
        1 << self.bits
    }

    /// Computes the 64 cells from `at` on: each is the least integer that no pair at a distance
    /// below `limit` attains.
    ///
    /// An inactive cell attains nothing; the active ones are below [`size`](Self::size). The result
    /// is false if at some cell all integers below `size` are attained; the 64 cells have no
    /// meaning then.
    ///
    /// # Complexity
    /// With AVX-512, for p pairs at distances of 64 and more and integers below s ≤ 64, about p s / 8
    /// instructions. A pair at a distance of 16 to 63 takes up to 80, a nearer one up to 200. With
    /// s = 128 it is as with 64, and O(p) more for each cell of 64 and more.
    ///
    /// # Panics
    /// If `at` is less than 80 or than the distance of a pair below `limit`, if `cells` ends before
    /// the 64 cells do, or if `limit` is less than 64.
    pub fn fill(&self, simd: InstructionSet, cells: &mut [u8], at: usize, limit: usize) -> bool {
        let mut known = self.pairs.len();
        if self.reach() >= limit {
            known = self.pairs.partition_point(|p| (p.0 as usize) < limit);
        }
        let farthest = self.pairs[..known].last().map_or(0, |p| p.0 as usize);
        assert!(limit >= 64 && at >= farthest.max(80) && at + 64 <= cells.len());
        match simd.0 {
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512 if union(&cells[at - NEAR_CELLS - 1..at]) < self.size() as u8 => {
                // SAFETY: the processor has the instructions, and the lengths were checked.
                unsafe {
                    match self.bits {
                        4 => self.fill_512::<2, false>(cells, at, known),
                        5 => self.fill_512::<4, false>(cells, at, known),
                        6 => self.fill_512::<8, false>(cells, at, known),
                        _ => self.fill_512::<8, true>(cells, at, known),
                    }
                }
            }
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 if union(&cells[at - NEAR_CELLS - 1..at]) < self.size() as u8 => {
                // SAFETY: the processor has the instructions, and the lengths were checked.
                unsafe {
                    match self.bits {
                        4 => self.fill_256::<2, false>(cells, at, known),
                        5 => self.fill_256::<4, false>(cells, at, known),
                        6 => self.fill_256::<8, false>(cells, at, known),
                        _ => self.fill_256::<8, true>(cells, at, known),
                    }
                }
            }
            _ => self.fill_plain(cells, at, known),
        }
    }

    fn fill_plain(&self, cells: &mut [u8], at: usize, known: usize) -> bool {
        let (close, far) = self.pairs[..known].split_at(self.pairs.partition_point(|p| p.0 < 8));
        let size = self.size().min(SET_SIZE) as u32;
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
                cells[n] = match least < size {
                    true => least as u8,
                    false => match self.least_beyond(cells, n, known) {
                        Some(least) => least,
                        None => return false,
                    },
                };
            }
        }
        true
    }

    /// The least integer of 64 and more that none of the first `known` pairs attains at n; `None` if it is
    /// not below [`size`](Self::size).
    #[cold]
    fn least_beyond(&self, cells: &[u8], n: usize, known: usize) -> Option<u8> {
        if self.size() <= SET_SIZE {
            return None;
        }
        let bit_beyond = |&(d, g): &(u32, u32)| {
            // With an inactive cell the sum is 128 or more, as the integers of pairs are less.
            bit((cells[n - d as usize] ^ g as u8).wrapping_sub(SET_SIZE as u8))
        };
        let unite = |seen: u64, pairs: &[(u32, u32)]| {
            pairs.iter().fold(seen, |seen, pair| seen | bit_beyond(pair))
        };
        // Few cells are 64 or more, and few pairs: the other sums are less.
        let farthest = self.pairs[..known].last().map_or(0, |p| p.0);
        assert!(n < cells.len() && farthest as usize <= n);
        let end = self.beyond.partition_point(|p| p.0 <= farthest);
        let mut seen = unite(0, &self.beyond[..end]);
        let (eights, rest) = self.pairs[..known].as_chunks::<8>();
        for pairs in eights {
            // SAFETY: no distance exceeds `n`, which is within the cells.
            let cell = |d: u32| unsafe { *cells.get_unchecked(n - d as usize) };
            let any = pairs.iter().fold(0, |any, &(d, _)| any | cell(d));
            if any >= SET_SIZE as u8 {
                seen = unite(seen, pairs);
            }
        }
        seen = unite(seen, rest);
        let least = seen.trailing_ones() as usize + SET_SIZE;
        (least < self.size()).then_some(least as u8)
    }

    /// Sets the 16 cells from `first` on, given the integers below 64 that pairs at distances of
    /// [`NEAR_CELLS`] and more leave. `false` if one is not below [`size`](Self::size).
    #[cfg(target_arch = "x86_64")]
    #[inline]
    #[target_feature(enable = "bmi1,bmi2")]
    fn fill_wide(&self, cells: &mut [u8], first: usize, left: &[u64; 16], known: usize) -> bool {
        for (n, &left) in (first..).zip(left) {
            let before = cells[n - NEAR_CELLS..n].try_into().expect("so many cells");
            let left = self.near.left_beside(left, before);
            cells[n] = match left {
                0 => match self.least_beyond(cells, n, known) {
                    Some(least) => least,
                    None => return false,
                },
                left => left.trailing_zeros() as u8,
            };
        }
        true
    }

    /// # Safety
    /// The processor has the instructions; `at` is at least 80 and at least the distance of each of
    /// the first `known` pairs, which include all below 64; the 64 cells from `at` on exist; the
    /// last 17 before `at` are below [`size`](Self::size).
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,bmi1,bmi2")]
    unsafe fn fill_512<const K: usize, const WIDE: bool>(
        &self,
        cells: &mut [u8],
        at: usize,
        known: usize,
    ) -> bool {
        let [sixteen, thirty_two, sixty_four] = self.bounds;
        let mut place = cells.as_mut_ptr();
        let mut tables = [_mm512_setzero_si512(); K];
        for (k, table) in tables.iter_mut().enumerate() {
            let bits = &VALUE_BITS[k + usize::from(K == 2) * 8];
            // SAFETY: the table has 64 bytes.
            *table = unsafe { _mm512_loadu_si512(bits.as_ptr().cast()) };
        }
        let mut complete = [_mm512_setzero_si512(); K];
        // Two pairs at a time: one ternary-logic instruction unites both sets with the sum.
        let (twos, one) = self.pairs[sixty_four..known].as_chunks::<2>();
        for pairs in twos {
            for &(d, g) in pairs {
                // SAFETY: `64 <= d <= at`.
                let source = unsafe { _mm512_loadu_si512(place.add(at - d as usize).cast()) };
                mark_attained(&mut complete, &tables, source, g);
            }
        }
        for &(d, g) in one {
            // SAFETY: as above.
            let source = unsafe { _mm512_loadu_si512(place.add(at - d as usize).cast()) };
            mark_attained(&mut complete, &tables, source, g);
        }
        // Each group of 16 lanes finds its cells at distances of 16 to 63 among the last 64. Those
        // at 32 and more are taken from `older`, without the latest 16, so that no group waits for
        // the one before it.
        // SAFETY: at >= 80.
        let (mut last, mut older) = unsafe {
            (
                _mm512_loadu_si512(place.add(at - 64).cast()),
                _mm512_loadu_si512(place.add(at - 80).cast()),
            )
        };
        // SAFETY: `at >= 17`.
        let mut keys = unsafe { self.first_keys(place.add(at)) };
        let routine = self.near.routine();
        for group in 0..4 {
            let mut planes = complete;
            for plane in &mut complete {
                *plane = _mm512_alignr_epi64::<2>(*plane, *plane);
            }
            for &(d, g) in &self.pairs[thirty_two..sixty_four] {
                mark_attained(&mut planes, &tables, shifted_cells(older, 80 - d as usize), g);
            }
            for &(d, g) in &self.pairs[sixteen..thirty_two] {
                mark_attained(&mut planes, &tables, shifted_cells(last, 64 - d as usize), g);
            }
            let mut left = Words([0u64; 16]);
            for (seen, left) in transpose(&planes).into_iter().zip(left.0.chunks_exact_mut(8)) {
                let not = _mm512_andnot_si512(seen, _mm512_set1_epi64(-1));
                // SAFETY: eight words are 64 bytes.
                unsafe { _mm512_storeu_si512(left.as_mut_ptr().cast(), not) };
            }
            if WIDE {
                let first = at + 16 * group;
                if !self.fill_wide(cells, first, &left.0, known) {
                    return false;
                }
                place = cells.as_mut_ptr();
                // SAFETY: the 16 cells from `first` on exist.
                let new = unsafe { _mm_loadu_si128(place.add(first).cast()) };
                older = last;
                last = _mm512_alignr_epi64::<2>(_mm512_castsi128_si512(new), last);
                continue;
            }
            let keys = (&mut keys.0[16 * group..][..NEAR_CELLS + 16]).try_into().expect("so many");
            // SAFETY: the processor has the instructions; the routine belongs to these tables; no
            // cell exceeds 64.
            let [first, second] = unsafe { routine(&self.near, &left.0, keys) };
            let new = _mm512_castsi128_si512(_mm_set_epi64x(second as i64, first as i64));
            older = last;
            last = _mm512_alignr_epi64::<2>(new, last);
        }
        if WIDE {
            return true;
        }
        let max = _mm512_set1_epi8((self.size() - 1) as i8);
        if _mm512_cmpgt_epi8_mask(last, max) != 0 {
            return false;
        }
        // SAFETY: the 64 cells from `at` on exist.
        unsafe { _mm512_storeu_si512(place.add(at).cast(), last) };
        true
    }

    /// # Safety
    /// As for [`Self::fill_512`].
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2")]
    unsafe fn fill_256<const K: usize, const WIDE: bool>(
        &self,
        cells: &mut [u8],
        at: usize,
        known: usize,
    ) -> bool {
        let [sixteen, _, sixty_four] = self.bounds;
        let mut place = cells.as_mut_ptr();
        let mut planes = [Bytes([0; 64]); K];
        for from in [0, 32] {
            let mut seen = [_mm256_setzero_si256(); K];
            for &(d, g) in &self.pairs[sixty_four..known] {
                // SAFETY: `64 <= d <= at`.
                let source =
                    unsafe { _mm256_loadu_si256(place.add(at + from - d as usize).cast()) };
                let sum = _mm256_xor_si256(source, _mm256_set1_epi32(g as i32));
                mark_attained_256(&mut seen, sum);
            }
            for (plane, seen) in planes.iter_mut().zip(seen) {
                // SAFETY: a plane has 64 bytes.
                unsafe { _mm256_storeu_si256(plane.0.as_mut_ptr().add(from).cast(), seen) };
            }
        }
        // SAFETY: `at >= 17`.
        let mut keys = unsafe { self.first_keys(place.add(at)) };
        let routine = self.near.routine();
        let mut greatest = _mm_setzero_si128();
        for group in 0..4 {
            let first = at + 16 * group;
            // Sixteen lanes by two pairs at a time. The farthest pairs come first: they do not wait
            // for the group before.
            let mut seen = [_mm256_setzero_si256(); K];
            let (one, twos) = self.pairs[sixteen..sixty_four].as_rchunks::<2>();
            // SAFETY: `16 <= d < 64 < at`.
            let source = |d: u32| unsafe { _mm_loadu_si128(place.add(first - d as usize).cast()) };
            for &[(d, g), (e, h)] in twos.iter().rev() {
                let weights = _mm256_set_m128i(_mm_set1_epi32(h as i32), _mm_set1_epi32(g as i32));
                let sources = _mm256_set_m128i(source(e), source(d));
                mark_attained_256(&mut seen, _mm256_xor_si256(sources, weights));
            }
            if let &[(d, g)] = one {
                // The same pair twice.
                let sum = _mm_xor_si128(source(d), _mm_set1_epi32(g as i32));
                mark_attained_256(&mut seen, _mm256_set_m128i(sum, sum));
            }
            let sixteen_lanes: [__m128i; K] = std::array::from_fn(|k| {
                let seen = seen[k];
                // SAFETY: a plane has 64 bytes.
                let far = unsafe { _mm_loadu_si128(planes[k].0.as_ptr().add(16 * group).cast()) };
                let near =
                    _mm_or_si128(_mm256_castsi256_si128(seen), _mm256_extracti128_si256::<1>(seen));
                _mm_or_si128(far, near)
            });
            let mut left = Words([0u64; 16]);
            for (seen, left) in
                transpose_128(&sixteen_lanes).into_iter().zip(left.0.as_chunks_mut::<2>().0)
            {
                let not = _mm_andnot_si128(seen, _mm_set1_epi8(-1));
                // SAFETY: two words are 16 bytes.
                unsafe { _mm_storeu_si128(left.as_mut_ptr().cast(), not) };
            }
            if WIDE {
                if !self.fill_wide(cells, first, &left.0, known) {
                    return false;
                }
                place = cells.as_mut_ptr();
                continue;
            }
            let keys = (&mut keys.0[16 * group..][..NEAR_CELLS + 16]).try_into().expect("so many");
            // SAFETY: the processor has the instructions; the routine belongs to these tables; no
            // cell exceeds 64. The 64 cells from `at` on exist.
            unsafe {
                let [low, high] = routine(&self.near, &left.0, keys);
                let new = _mm_set_epi64x(high as i64, low as i64);
                greatest = _mm_max_epu8(greatest, new);
                _mm_storeu_si128(place.add(first).cast(), new);
            }
        }
        if WIDE {
            return true;
        }
        let over = _mm_subs_epu8(greatest, _mm_set1_epi8((self.size() - 1) as i8));
        _mm_testz_si128(over, over) != 0
    }

    /// The keys of the 16 cells before `place`, and room for 64 more.
    ///
    /// # Safety
    /// There are 17 cells before `place`.
    #[cfg(target_arch = "x86_64")]
    #[inline]
    #[target_feature(enable = "avx2")]
    unsafe fn first_keys(&self, place: *const u8) -> Keys {
        let mut keys = Keys([0u16; NEAR_CELLS + 64]);
        let [now, before] = self.near.shifts();
        // SAFETY: the caller's promise, and there is room for 16 keys.
        unsafe {
            let cells = _mm256_cvtepu8_epi16(_mm_loadu_si128(place.sub(16).cast()));
            let others = _mm256_cvtepu8_epi16(_mm_loadu_si128(place.sub(17).cast()));
            let cells = _mm256_sll_epi16(cells, _mm_cvtsi32_si128(now as i32));
            let others = _mm256_sll_epi16(others, _mm_cvtsi32_si128(before as i32));
            _mm256_storeu_si256(keys.0.as_mut_ptr().cast(), _mm256_or_si256(cells, others));
        }
        keys
    }
}

/// The bitwise or of all cells.
#[cfg(target_arch = "x86_64")]
fn union(cells: &[u8]) -> u8 {
    cells.iter().fold(0, |all, cell| all | cell)
}

/// The bit of an active cell; 0 for an inactive one.
#[inline(always)]
fn bit(cell: u8) -> u64 {
    1u64.checked_shl(cell.into()).unwrap_or(0)
}

/// Words in whole cache lines, which can be read while they are still in the store buffer.
#[cfg(target_arch = "x86_64")]
#[repr(align(64))]
struct Words([u64; 16]);

/// Keys of cells in whole cache lines.
#[cfg(target_arch = "x86_64")]
#[repr(align(64))]
struct Keys([u16; NEAR_CELLS + 64]);

/// A plane of 64 lanes.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Bytes([u8; 64]);

/// The integers from 0 to 127.
#[cfg(target_arch = "x86_64")]
const ASCENDING: [u8; 128] = {
    let mut all = [0; 128];
    let mut i = 0;
    while i < 128 {
        all[i] = i as u8;
        i += 1;
    }
    all
};

/// The 64 cells rotated: the one at `from` comes first.
#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi")]
fn shifted_cells(cells: __m512i, from: usize) -> __m512i {
    // `from` is below 64 already; the mask keeps the read within the table whatever the caller
    // does.
    let from = from & 63;
    // SAFETY: `from` is below 64 and the table has 128 bytes.
    let places = unsafe { _mm512_loadu_si512(ASCENDING.as_ptr().add(from).cast()) };
    _mm512_permutexvar_epi8(places, cells)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::byte_cell::INACTIVE;

    #[test]
    fn instruction_sets_compute_the_same_cells() {
        let mut random = fastrand::Rng::with_seed(3);
        let mut next = |below: u64| random.u64(..below);
        let (mut failures, mut beyond) = (0, 0);
        for round in 0..1000 {
            let size = [8, 64, 16, 32, 128][round % 5];
            let inactive = [2, 9, 1000][round % 3];
            let mut cells: Vec<u8> = (0..300)
                .map(|n| {
                    // In one round of four all of the last cells are active.
                    let is_inactive = next(inactive) == 0 && (n < 284 || round % 4 > 0);
                    next(size) as u8 | if is_inactive { INACTIVE } else { 0 }
                })
                .collect();
            cells.resize(364, 77);
            let reach = [14, 31, 70, 290][round % 7 % 4];
            // Only many pairs attain all integers below 64.
            let least = if size > 64 { 3 * size } else { 0 };
            let count = least + next([size / 2, 5 * size, 20][round % 11 % 3]);
            let pairs: Vec<(u32, u8)> =
                (0..count).map(|_| (1 + next(reach) as u32, next(size) as u8)).collect();
            let mex = PairMex::new(&pairs, size as usize);
            let (size, limit) = (size.max(16) as u8, if round % 6 == 0 { 200 } else { 300 });
            let mut expected = cells.clone();
            let mut complete = true;
            for n in 300..364 {
                let close = pairs.iter().filter(|p| (p.0 as usize) < limit);
                let attained: Vec<u8> = close.map(|&(d, g)| expected[n - d as usize] ^ g).collect();
                let Some(least) = (0..size).find(|v| !attained.contains(v)) else {
                    complete = false;
                    break;
                };
                expected[n] = least;
            }
            failures += usize::from(!complete);
            beyond += usize::from(complete && expected[300..].iter().any(|&cell| cell >= 64));
            for simd in InstructionSet::available() {
                let mut found = cells.clone();
                assert_eq!(mex.fill(simd, &mut found, 300, limit), complete, "{simd:?}");
                assert_eq!(found[..300], expected[..300], "{simd:?}");
                assert!(!complete || found == expected, "{simd:?} {round}");
            }
        }
        assert!((80..900).contains(&failures) && beyond > 20, "{failures} {beyond}");
    }
}
