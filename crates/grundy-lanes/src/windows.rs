//! The union of many windows of bit planes.

use crate::InstructionSet;
use crate::instruction_set::Kind;

/// Words of a window at most.
const MAX_WINDOW_WORDS: usize = 32;

/// Windows in the order in which they are united.
///
/// A window is a byte range of the planes, as long as the accumulator, shifted up by its residue of
/// 0 to 7 bits. A chunk holds equally many windows of each residue, so that one shift serves
/// several windows and no branch depends on the data. Whether to go on is decided after each chunk.
#[derive(Clone, Debug, Default)]
pub struct WindowProgram {
    offsets: Vec<u32>,
    /// The number of windows of each residue, by chunk.
    chunks: Vec<u32>,
    /// The greatest offset.
    reach: usize,
}

/// Windows collected for a [`WindowProgram`], in order of preference.
#[derive(Clone, Debug, Default)]
pub struct WindowList {
    lists: [Vec<u32>; 8],
    reach: usize,
    len: usize,
}

impl WindowList {
    /// Appends the window from byte `offset` on, to be shifted up by `residue` < 8 bits.
    ///
    /// # Panics
    /// If the offset is 4 GiB or more.
    #[inline]
    pub fn push(&mut self, residue: usize, offset: usize) {
        self.lists[residue].push(offset.try_into().expect("planes are smaller than 4 GiB"));
        self.reach = self.reach.max(offset);
        self.len += 1;
    }

    /// The number of windows.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is no window.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Moves the windows into a program, nearly in their order. The window at `empty`, which must
    /// have no bits, fills up residues that occur less often than others.
    ///
    /// # Panics
    /// If `empty` is 4 GiB or more.
    pub fn program(&mut self, empty: usize) -> WindowProgram {
        let filler = u32::try_from(empty).expect("planes are smaller than 4 GiB");
        let longest = self.lists.iter().map(Vec::len).max().unwrap_or(0);
        let (mut offsets, mut chunks) = (Vec::with_capacity(8 * longest), Vec::new());
        let mut from = 0;
        while from < longest {
            let each = if from < 2 * WINDOWS_PER_EARLY_CHUNK {
                WINDOWS_PER_EARLY_CHUNK
            } else {
                WINDOWS_PER_CHUNK
            }
            .min(longest - from);
            for list in &self.lists {
                let to = offsets.len() + each;
                offsets.extend(list.iter().skip(from).take(each));
                offsets.resize(to, filler);
            }
            chunks.push(each as u32);
            from += each;
        }
        let reach = self.reach.max(empty);
        self.lists.iter_mut().for_each(Vec::clear);
        (self.reach, self.len) = (0, 0);
        WindowProgram { offsets, chunks, reach }
    }
}

/// Windows of each residue in a chunk.
const WINDOWS_PER_CHUNK: usize = 8;

/// Windows of each residue in each of the first two chunks.
const WINDOWS_PER_EARLY_CHUNK: usize = 4;

/// When to stop before all windows are united.
#[derive(Clone, Copy, Debug)]
pub enum StopRule {
    /// Stop when all bits are set.
    Complete,
    /// Stop also when the bits that are left cost less than the windows: the cost of one bit, in
    /// processor cycles.
    WhileWorth(f32),
}

impl StopRule {
    /// Whether so few bits are left in so many words that another chunk is not worth its cost.
    #[inline(always)]
    pub fn is_not_worth_it(self, left: usize, words: usize) -> bool {
        match self {
            Self::Complete => left == 0,
            Self::WhileWorth(price) => {
                left as f32 * price < MIN_GAIN_CYCLES_PER_WORD * words as f32
            }
        }
    }
}

/// Cycles to unite one word of a window.
const WINDOW_WORD_CYCLES: f32 = 0.2;

/// The gain, in cycles for each word, below which a chunk is not begun.
const MIN_GAIN_CYCLES_PER_WORD: f32 = 12.5;

impl WindowProgram {
    /// The number of windows, with those that fill up.
    pub fn len(&self) -> usize {
        self.offsets.len()
    }

    /// Whether there is no window.
    pub fn is_empty(&self) -> bool {
        self.offsets.is_empty()
    }

    /// Sets the bits of `acc` that some window sets. Returns whether bits are left that further
    /// windows would be worth their cost for.
    ///
    /// # Complexity
    /// About one cycle for each window of eight words with AVX-512 where the planes are in the
    /// cache.
    ///
    /// # Panics
    /// If a window reaches beyond `bytes`, or `acc` has more than 32 words.
    pub fn run(&self, simd: InstructionSet, acc: &mut [u64], bytes: &[u8], rule: StopRule) -> bool {
        assert!(acc.len() <= MAX_WINDOW_WORDS && self.reach + acc.len() * 8 <= bytes.len());
        match simd.0 {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the processor has the instructions, and the windows lie within the bytes.
            Kind::Avx512 => unsafe {
                match acc.len() {
                    8 => self.run_512::<1>(acc, bytes, rule),
                    16 => self.run_512::<2>(acc, bytes, rule),
                    32 => self.run_512::<4>(acc, bytes, rule),
                    _ => self.run_plain(acc, bytes, rule),
                }
            },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            Kind::Avx2 => unsafe {
                match acc.len() {
                    8 => self.run_256::<2>(acc, bytes, rule),
                    16 => self.run_256::<4>(acc, bytes, rule),
                    32 => self.run_256::<8>(acc, bytes, rule),
                    _ => self.run_plain(acc, bytes, rule),
                }
            },
            Kind::Portable => self.run_plain(acc, bytes, rule),
        }
    }

    #[inline(always)]
    fn run_plain(&self, acc: &mut [u64], bytes: &[u8], rule: StopRule) -> bool {
        let words = acc.len();
        let mut before = count_left(acc);
        if rule.is_not_worth_it(before, words) {
            return false;
        }
        let mut rest = &self.offsets[..];
        for &each in &self.chunks {
            for residue in 0..8 {
                let (list, later) = rest.split_at(each as usize);
                rest = later;
                let mut part = [0u64; MAX_WINDOW_WORDS];
                // Sixteen words fit into the registers.
                for (i, part) in part[..words].chunks_mut(16).enumerate() {
                    unite(part, bytes, list, 128 * i);
                }
                shift_into(acc, &part[..words], residue as u32);
            }
            let left = count_left(acc);
            if left == 0 || should_stop(rule, (before, left), words, 8 * each) {
                return false;
            }
            before = left;
        }
        true
    }

    /// # Safety
    /// `acc` has 4 N words, and every offset leaves room for as many in `bytes`.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,popcnt")]
    unsafe fn run_256<const N: usize>(
        &self,
        acc: &mut [u64],
        bytes: &[u8],
        rule: StopRule,
    ) -> bool {
        use std::arch::x86_64::*;
        let words = acc.len();
        let mut before = count_left(acc);
        if rule.is_not_worth_it(before, words) {
            return false;
        }
        let base = bytes.as_ptr();
        let mut rest = &self.offsets[..];
        for &each in &self.chunks {
            for residue in 0..8 {
                let (list, later) = rest.split_at(each as usize);
                rest = later;
                let mut part = [_mm256_setzero_si256(); N];
                for &offset in list {
                    for (k, part) in part.iter_mut().enumerate() {
                        // SAFETY: the window lies within `bytes`.
                        let window = unsafe {
                            _mm256_loadu_si256(base.add(offset as usize + 32 * k).cast())
                        };
                        *part = _mm256_or_si256(*part, window);
                    }
                }
                let up = _mm_cvtsi32_si128(residue);
                let down = _mm_cvtsi32_si128(64 - residue);
                let mut below = _mm256_setzero_si256();
                for (k, &part) in part.iter().enumerate() {
                    // Each word beside the one below it; a shift by 64 bits leaves none.
                    let rotated = _mm256_permute4x64_epi64::<0b10_01_00_11>(part);
                    let lower = _mm256_blend_epi32::<0b11>(rotated, below);
                    below = rotated;
                    let carried = _mm256_srl_epi64(lower, down);
                    let shifted = _mm256_or_si256(_mm256_sll_epi64(part, up), carried);
                    // SAFETY: `acc` has 4 N words.
                    unsafe {
                        let place = acc.as_mut_ptr().add(4 * k).cast();
                        let all = _mm256_or_si256(_mm256_loadu_si256(place), shifted);
                        _mm256_storeu_si256(place, all);
                    }
                }
            }
            let left = count_left(acc);
            if left == 0 || should_stop(rule, (before, left), words, 8 * each) {
                return false;
            }
            before = left;
        }
        true
    }

    /// # Safety
    /// `acc` has 8 N words, and every offset leaves room for as many in `bytes`.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi2,avx512vpopcntdq")]
    unsafe fn run_512<const N: usize>(
        &self,
        acc: &mut [u64],
        bytes: &[u8],
        rule: StopRule,
    ) -> bool {
        use std::arch::x86_64::*;
        let base = bytes.as_ptr();
        let words = acc.as_mut_ptr();
        // SAFETY: acc has 8 N words.
        let mut all: [__m512i; N] =
            std::array::from_fn(|k| unsafe { _mm512_loadu_si512(words.add(8 * k).cast()) });
        let count = |all: &[__m512i; N]| {
            let set = all.iter().fold(_mm512_setzero_si512(), |set, &a| {
                _mm512_add_epi64(set, _mm512_popcnt_epi64(a))
            });
            512 * N - _mm512_reduce_add_epi64(set) as usize
        };
        let mut before = count(&all);
        if rule.is_not_worth_it(before, 8 * N) {
            return false;
        }
        let mut more = true;
        let mut rest = &self.offsets[..];
        for &each in &self.chunks {
            for residue in 0..8 {
                let (mut list, later) = rest.split_at(each as usize);
                rest = later;
                // SAFETY: the window lies within `bytes`.
                let load = |offset: u32, k: usize| unsafe {
                    _mm512_loadu_si512(base.add(offset as usize + 64 * k).cast())
                };
                let mut part = [_mm512_setzero_si512(); N];
                if N < 4 {
                    // Two unions in turn: each instruction of a single one would wait for the one
                    // before.
                    let mut other = part;
                    let (twos, last) = list.as_chunks::<2>();
                    for &[a, b] in twos {
                        for k in 0..N {
                            part[k] = _mm512_or_si512(part[k], load(a, k));
                            other[k] = _mm512_or_si512(other[k], load(b, k));
                        }
                    }
                    for (part, other) in part.iter_mut().zip(other) {
                        *part = _mm512_or_si512(*part, other);
                    }
                    list = last;
                }
                for &offset in list {
                    for (k, part) in part.iter_mut().enumerate() {
                        *part = _mm512_or_si512(*part, load(offset, k));
                    }
                }
                let shift = _mm512_set1_epi64(residue as i64);
                for k in 0..N {
                    let below = if k > 0 { part[k - 1] } else { _mm512_setzero_si512() };
                    let below = _mm512_alignr_epi64::<7>(part[k], below);
                    all[k] = _mm512_or_si512(all[k], _mm512_shldv_epi64(part[k], below, shift));
                }
            }
            let both = all.iter().fold(_mm512_set1_epi64(-1), |both, &a| _mm512_and_si512(both, a));
            if _mm512_cmpeq_epi64_mask(both, _mm512_set1_epi64(-1)) == 0xff {
                more = false;
                break;
            }
            if let StopRule::WhileWorth(_) = rule {
                let left = count(&all);
                let stop = should_stop(rule, (before, left), 8 * N, 8 * each);
                before = left;
                if stop {
                    more = false;
                    break;
                }
            }
        }
        for (k, &a) in all.iter().enumerate() {
            // SAFETY: acc has 8 N words.
            unsafe { _mm512_storeu_si512(words.add(8 * k).cast(), a) };
        }
        more
    }
}

/// The number of bits that are not set.
#[inline(always)]
fn count_left(acc: &[u64]) -> usize {
    acc.iter().map(|a| a.count_zeros() as usize).sum()
}

/// Whether to stop: few bits are left, or the last chunk of `windows` windows gained less than it
/// cost.
#[inline(always)]
fn should_stop(rule: StopRule, (before, left): (usize, usize), words: usize, windows: u32) -> bool {
    let worth = match rule {
        StopRule::Complete => true,
        StopRule::WhileWorth(price) => {
            (before - left) as f32 * price >= WINDOW_WORD_CYCLES * words as f32 * windows as f32
        }
    };
    !worth || rule.is_not_worth_it(left, words)
}

/// Unites the windows at these offsets, from byte `from` of each on, with `part`.
#[inline(always)]
fn unite(part: &mut [u64], bytes: &[u8], list: &[u32], from: usize) {
    if let Ok(part) = <&mut [u64; 16]>::try_from(&mut *part) {
        let mut union = *part;
        for &offset in list {
            let window: &[u8; 128] =
                bytes[offset as usize + from..][..128].try_into().expect("128 bytes");
            for (u, w) in union.iter_mut().zip(window.chunks_exact(8)) {
                *u |= u64::from_le_bytes(w.try_into().expect("8 bytes"));
            }
        }
        *part = union;
        return;
    }
    for &offset in list {
        let window = &bytes[offset as usize + from..][..part.len() * 8];
        for (u, w) in part.iter_mut().zip(window.chunks_exact(8)) {
            *u |= u64::from_le_bytes(w.try_into().expect("8 bytes"));
        }
    }
}

/// `acc |= part << residue` for long integers; the bits shifted out at the top are lost.
#[inline(always)]
fn shift_into(acc: &mut [u64], part: &[u64], residue: u32) {
    let mut below = 0;
    for (a, &p) in acc.iter_mut().zip(part) {
        *a |= (p << residue) | (below >> 1 >> (63 - residue));
        below = p;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A generator of pseudo-random words.
    fn numbers(seed: u64) -> impl FnMut() -> u64 {
        let mut random = fastrand::Rng::with_seed(seed);
        move || random.u64(..)
    }

    #[test]
    fn instruction_sets_unite_windows_bit_by_bit() {
        let mut next = numbers(1);
        for round in 0..60 {
            let words = [8, 32, 5, 16][round % 4];
            let mut bytes: Vec<u8> =
                (0..4000).map(|_| (next() & next() & next() & next()) as u8).collect();
            let (mut windows, mut list) = (Vec::new(), WindowList::default());
            for _ in 0..next() % 120 {
                let offset = next() as usize % (4000 - 8 * words);
                let residue = next() as usize % [8, 3][round / 30];
                windows.push((residue, offset));
                list.push(residue, offset);
            }
            assert_eq!(list.len(), windows.len());
            // The window behind the others is empty.
            bytes.resize(4000 + 8 * words, 0);
            let program = list.program(4000);
            assert!(list.is_empty());
            assert!(program.len() >= windows.len());
            let start: Vec<u64> = (0..words).map(|_| next() | next()).collect();
            let bit = |i: usize| {
                start[i / 64] >> (i % 64) & 1 != 0
                    || windows.iter().any(|&(residue, offset)| {
                        i >= residue && {
                            let at = 8 * offset + i - residue;
                            bytes[at / 8] >> (at % 8) & 1 != 0
                        }
                    })
            };
            let expected: Vec<u64> = (0..words)
                .map(|w| (0..64).map(|b| u64::from(bit(64 * w + b)) << b).sum())
                .collect();
            let mut less = None;
            for simd in InstructionSet::available() {
                let mut acc = start.clone();
                let more = program.run(simd, &mut acc, &bytes, StopRule::Complete);
                assert_eq!(acc, expected, "{simd:?}");
                assert_eq!(more, acc.iter().any(|&a| a != !0), "{simd:?}");
                // A run that stops early may miss bits; it never adds any.
                let mut some = start.clone();
                program.run(simd, &mut some, &bytes, StopRule::WhileWorth(20.0));
                assert!(some.iter().zip(&expected).all(|(s, e)| s & !e == 0), "{simd:?}");
                assert_eq!(some, *less.get_or_insert(some.clone()), "{simd:?}");
            }
        }
    }

    #[test]
    #[should_panic(expected = "reach")]
    fn windows_beyond_the_planes_are_refused() {
        let mut windows = WindowList::default();
        windows.push(0, 100);
        let program = windows.program(0);
        program.run(InstructionSet::best(), &mut [0; 8], &[0; 163], StopRule::Complete);
    }
}
