//! Sets of integers with a byte for each, quickly filled by the sums of all pairs.

use crate::InstructionSet;
use crate::distance_pairs::PairSlice;
use crate::instruction_set::Kind;
use crate::prefetch::{LONG_BYTES, PAIRS_AHEAD, prefetch};
use crate::stored_value::Integer;

/// How many marks there are at least: one for each integer of two bytes, so that none is out of range.
const MIN_MARKS: usize = 1 << 16;

/// A set of integers: a byte 0 or 1 for each.
///
/// ```
/// use grundy_lanes::{InstructionSet, Marks, mark_sums};
/// let mut marks = Marks::default();
/// let cells = [0u8, 1, 2, 3, 1];
/// // The pairs 1 + 4 and 2 + 3.
/// mark_sums(&mut marks, &cells, 5, 1, 2);
/// let mut words = [0];
/// marks.drain(InstructionSet::current(), &mut words);
/// assert_eq!(words, [1 << (1 ^ 1) | 1 << (2 ^ 3)]);
/// ```
#[derive(Clone, Debug)]
pub struct Marks(Vec<u8>);

impl Default for Marks {
    fn default() -> Self {
        Self(vec![0; MIN_MARKS])
    }
}

impl Marks {
    /// Makes room for integers below this bound, and those of two bytes.
    pub fn reserve(&mut self, bound: usize) {
        self.0.resize(self.0.len().max(bound.next_multiple_of(64)), 0);
    }

    /// Marks `cells[j] ^ cells[sum - j]` for j in `from..=to`: integers of four bytes.
    ///
    /// # Panics
    /// If a position does not exist, or a sum is one without room.
    pub fn mark_wide_sums(&mut self, cells: &[u32], sum: usize, from: usize, to: usize) {
        let marks = &mut self.0[..];
        for_pairs(cells, sum, from, to, |a, b| marks[(a ^ b) as usize] = 1);
    }

    /// Sets the bits of the integers that are marked, and takes their marks away. No integer beyond the
    /// words may be marked.
    ///
    /// # Complexity
    /// Three instructions for each word with AVX-512, five with AVX2.
    ///
    /// # Panics
    /// If there are more words than marks.
    pub fn drain(&mut self, simd: InstructionSet, words: &mut [u64]) {
        let marks = &mut self.0[..64 * words.len()];
        match simd.0 {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the processor has the instructions.
            Kind::Avx512 => unsafe { drain_512(marks, words) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the processor has the instructions.
            Kind::Avx2 => unsafe { drain_avx2(marks, words) },
            Kind::Portable => drain_plain(marks, words),
        }
        // All bytes together, which vectors do: tests drain for every heap.
        debug_assert!(self.0.iter().fold(0, |all, mark| all | mark) == 0, "marks beyond the words");
    }
}

/// See [`crate::mark_sums`].
pub fn mark_sums<V: Integer>(marks: &mut Marks, cells: &[V], sum: usize, from: usize, to: usize) {
    let marks: &mut [u8; MIN_MARKS] =
        (&mut marks.0[..MIN_MARKS]).try_into().expect("so many marks");
    for_pairs(cells, sum, from, to, |a, b| marks[usize::from(a.xor(b).number() as u16)] = 1);
}

#[inline(always)]
fn for_pairs<V: Copy>(cells: &[V], sum: usize, from: usize, to: usize, mut each: impl FnMut(V, V)) {
    if from > to {
        return;
    }
    let high = cells[sum - to..=sum - from].iter().rev();
    cells[from..=to].iter().zip(high).for_each(|(&a, &b)| each(a, b));
}

/// See [`crate::mark_attained`].
pub fn mark_attained<V: Integer>(
    marks: &mut Marks,
    cells: &[V],
    at: usize,
    pairs: PairSlice<'_, V>,
) {
    let Some((nearest, farthest)) = pairs.distances() else { return };
    assert!(at >= farthest && at - nearest < cells.len());
    let marks: &mut [u8; MIN_MARKS] =
        (&mut marks.0[..MIN_MARKS]).try_into().expect("so many marks");
    let none = usize::from(V::NONE.number() as u16);
    let before = marks[none];
    let (pairs, is_long) = (pairs.pairs(), size_of_val(cells) >= LONG_BYTES);
    for (k, &(d, g)) in pairs.iter().enumerate() {
        if is_long {
            let ahead = at - pairs[(k + PAIRS_AHEAD).min(pairs.len() - 1)].0 as usize;
            prefetch(cells.as_ptr().wrapping_add(ahead));
        }
        // SAFETY: `nearest <= d <= farthest <= at`, and `at - nearest` is within the cells.
        let cell = *unsafe { cells.get_unchecked(at - d as usize) };
        let sum = if cell == V::NONE { cell } else { cell.xor(g) };
        marks[usize::from(sum.number() as u16)] = 1;
    }
    marks[none] = before;
}

fn drain_plain(marks: &mut [u8], words: &mut [u64]) {
    for (chunk, word) in marks.chunks_exact_mut(64).zip(words) {
        for (i, eight) in chunk.chunks_exact(8).enumerate() {
            let bytes = u64::from_le_bytes(eight.try_into().expect("eight bytes"));
            // The byte i times 2^(56 - 7i) lands in bit 56 + i; nothing else meets it there.
            *word |= (bytes.wrapping_mul(0x0102_0408_1020_4080) >> 56) << (8 * i);
        }
        chunk.fill(0);
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn drain_avx2(marks: &mut [u8], words: &mut [u64]) {
    use std::arch::x86_64::*;
    for (chunk, word) in marks.chunks_exact_mut(64).zip(words) {
        for (i, half) in chunk.chunks_exact_mut(32).enumerate() {
            // SAFETY: 32 bytes are read.
            let bytes = unsafe { _mm256_loadu_si256(half.as_ptr().cast()) };
            let bits = _mm256_movemask_epi8(_mm256_slli_epi16::<7>(bytes)) as u32;
            *word |= u64::from(bits) << (32 * i);
            half.fill(0);
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw")]
fn drain_512(marks: &mut [u8], words: &mut [u64]) {
    use std::arch::x86_64::*;
    for (chunk, word) in marks.chunks_exact_mut(64).zip(words) {
        // SAFETY: 64 bytes are read.
        let bytes = unsafe { _mm512_loadu_si512(chunk.as_ptr().cast()) };
        *word |= _mm512_test_epi8_mask(bytes, bytes);
        chunk.fill(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::DistancePairs;
    use crate::pseudo_random::numbers;

    #[test]
    fn what_pairs_attain_is_marked() {
        let mut random = numbers(12);
        for round in 0..100 {
            // Long cells are requested before they are read.
            let len = if round < 95 { 300 } else { LONG_BYTES };
            let mut cells: Vec<u8> = (0..len).map(|_| random(120) as u8).collect();
            cells.iter_mut().filter(|_| random(3) == 0).for_each(|cell| *cell = u8::MAX);
            let pairs: Vec<(u32, u8)> =
                (0..random(40)).map(|_| (1 + random(250) as u32, random(120) as u8)).collect();
            let at = 250 + random(50) as usize;
            let mut expected = [0u64; 4];
            for &(d, g) in &pairs {
                let cell = cells[at - d as usize];
                if cell != u8::MAX {
                    expected[usize::from((cell ^ g) / 64)] |= 1 << ((cell ^ g) % 64);
                }
            }
            let mut marks = Marks::default();
            let pairs = DistancePairs::from(pairs);
            mark_attained(&mut marks, &cells, at, pairs.as_slice());
            let mut words = [0; 4];
            marks.drain(InstructionSet::current(), &mut words);
            assert_eq!(words, expected);
        }
    }

    #[test]
    #[should_panic(expected = "farthest")]
    fn cells_that_do_not_exist_are_refused() {
        let pairs = DistancePairs::from(vec![(1, 1u8), (9, 1)]);
        mark_attained(&mut Marks::default(), &[0; 20], 8, pairs.as_slice());
    }

    #[test]
    fn instruction_sets_drain_what_was_marked() {
        let mut random = numbers(11);
        for bound in [1, 200, 256, 5000, 65536] {
            let cells: Vec<u16> = (0..900).map(|_| random(bound) as u16).collect();
            let bytes: Vec<u8> = cells.iter().map(|&x| x as u8).collect();
            let wide: Vec<u32> = cells.iter().map(|&x| u32::from(x) << 2).collect();
            for simd in InstructionSet::available() {
                let mut marks = Marks::default();
                marks.reserve(1 << 18);
                for (sum, from, to) in [(899, 0, 449), (700, 1, 300), (30, 7, 7), (30, 8, 7)] {
                    let expected = |value: &dyn Fn(usize) -> usize| {
                        let mut words = vec![0u64; 1 << 12];
                        for x in (from..=to).map(|j| value(j) ^ value(sum - j)) {
                            words[x / 64] |= 1 << (x % 64);
                        }
                        words
                    };
                    let mut drained = |mark: &dyn Fn(&mut Marks)| {
                        mark(&mut marks);
                        let mut words = vec![0; 1 << 12];
                        marks.drain(simd, &mut words);
                        words
                    };
                    let short = drained(&|marks| mark_sums(marks, &cells, sum, from, to));
                    assert_eq!(short, expected(&|j| cells[j].into()));
                    let byte = drained(&|marks| mark_sums(marks, &bytes, sum, from, to));
                    assert_eq!(byte, expected(&|j| bytes[j].into()));
                    let word = drained(&|marks| marks.mark_wide_sums(&wide, sum, from, to));
                    assert_eq!(word, expected(&|j| wide[j] as usize));
                }
            }
        }
    }
}
