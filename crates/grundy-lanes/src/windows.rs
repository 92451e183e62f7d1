//! Unions of many windows of bit planes, shifted by any number of bits.

use crate::Level;
use crate::level::Kind;

/// The most words of a window.
const MOST: usize = 32;

/// Windows to be united.
///
/// A window is as many bytes as the accumulator has, from some offset on; it is then moved up by
/// 0 to 7 bits, its residue. The windows come in chunks with as many of each residue, so that one
/// shift serves some of them, and no processor has to guess how many; after each chunk it is looked
/// whether it is enough.
#[derive(Clone, Debug, Default)]
pub struct Program {
    offsets: Vec<u32>,
    /// How many windows of each residue the chunks have.
    chunks: Vec<u32>,
    /// The greatest offset.
    reach: usize,
}

/// Windows for a [`Program`], the first ones first.
#[derive(Clone, Debug, Default)]
pub struct Windows {
    lists: [Vec<u32>; 8],
    reach: usize,
    len: usize,
}

impl Windows {
    /// Appends the window that begins at this byte, to be moved up by `residue` < 8 bits.
    ///
    /// # Panics
    /// If the offset is 4 GiB or more.
    #[inline]
    pub fn push(&mut self, residue: usize, offset: usize) {
        self.lists[residue].push(offset.try_into().expect("planes are smaller than 4 GiB"));
        self.reach = self.reach.max(offset);
        self.len += 1;
    }

    /// How many.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// A program of these windows in about their order; none are left. Where residues do not occur as
    /// often the window at `empty` fills up: it should have no bits.
    ///
    /// # Panics
    /// If `empty` is 4 GiB or more.
    pub fn program(&mut self, empty: usize) -> Program {
        let filler = u32::try_from(empty).expect("planes are smaller than 4 GiB");
        let most = self.lists.iter().map(Vec::len).max().unwrap_or(0);
        let (mut offsets, mut chunks) = (Vec::with_capacity(8 * most), Vec::new());
        let mut from = 0;
        while from < most {
            let each = if from < 2 * FIRST { FIRST } else { EACH }.min(most - from);
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
        Program { offsets, chunks, reach }
    }
}

/// Windows of each residue in a chunk, and in the first two.
const EACH: usize = 8;
const FIRST: usize = 4;

/// When to stop before all is done.
#[derive(Clone, Copy, Debug)]
pub enum Effort {
    /// Only when all bits are set.
    Exact,
    /// Also as soon as the bits that are left cost less otherwise: the price of one, in cycles.
    Worth(f32),
}

impl Effort {
    /// Whether so little is left to do, of so many words, that windows are not worth beginning.
    #[inline(always)]
    pub fn is_little(self, left: usize, words: usize) -> bool {
        match self {
            Self::Exact => left == 0,
            Self::Worth(price) => left as f32 * price < LITTLE * words as f32,
        }
    }
}

/// Cycles for a window of one word.
const WORD: f32 = 0.2;

/// Below so many cycles for each word there is no use in going on.
const LITTLE: f32 = 12.5;

impl Program {
    /// The number of windows, those that fill up included.
    pub fn len(&self) -> usize {
        self.offsets.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.offsets.is_empty()
    }

    /// Sets the bits of `acc` that some window sets; whether more windows might have been of use.
    ///
    /// # Complexity
    /// About one cycle for each window of eight words with AVX-512 where the planes are cached.
    ///
    /// # Panics
    /// If a window reaches beyond the bytes, or `acc` has more than 32 words.
    #[inline]
    pub fn run(&self, level: Level, acc: &mut [u64], bytes: &[u8], effort: Effort) -> bool {
        assert!(acc.len() <= MOST && self.reach + acc.len() * 8 <= bytes.len());
        match level.0 {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the processor has the instructions, and the windows lie within the bytes.
            Kind::Avx512 => unsafe {
                match acc.len() {
                    8 => self.run_512::<1>(acc, bytes, effort),
                    16 => self.run_512::<2>(acc, bytes, effort),
                    32 => self.run_512::<4>(acc, bytes, effort),
                    _ => self.run_plain(acc, bytes, effort),
                }
            },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the processor has the instructions.
            Kind::Avx2 => unsafe { self.run_avx2(acc, bytes, effort) },
            Kind::Portable => self.run_plain(acc, bytes, effort),
        }
    }

    #[inline(always)]
    fn run_plain(&self, acc: &mut [u64], bytes: &[u8], effort: Effort) -> bool {
        let words = acc.len();
        let mut before = count_left(acc);
        if effort.is_little(before, words) {
            return false;
        }
        let mut rest = &self.offsets[..];
        for &each in &self.chunks {
            for residue in 0..8 {
                let (list, later) = rest.split_at(each as usize);
                rest = later;
                let mut part = [0u64; MOST];
                // Sixteen words at a time can stay in registers.
                for (i, part) in part[..words].chunks_mut(16).enumerate() {
                    unite(part, bytes, list, 128 * i);
                }
                shift_into(acc, &part[..words], residue as u32);
            }
            let left = count_left(acc);
            if left == 0 || enough(effort, (before, left), words, 8 * each) {
                return false;
            }
            before = left;
        }
        true
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn run_avx2(&self, acc: &mut [u64], bytes: &[u8], effort: Effort) -> bool {
        self.run_plain(acc, bytes, effort)
    }

    /// # Safety
    /// `acc` has 8 N words, and every offset leaves room for as many in `bytes`.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi2,avx512vpopcntdq")]
    unsafe fn run_512<const N: usize>(
        &self,
        acc: &mut [u64],
        bytes: &[u8],
        effort: Effort,
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
        if effort.is_little(before, 8 * N) {
            return false;
        }
        let mut more = true;
        let mut rest = &self.offsets[..];
        for &each in &self.chunks {
            for residue in 0..8 {
                let (mut list, later) = rest.split_at(each as usize);
                rest = later;
                // SAFETY: the window lies within the bytes.
                let load = |offset: u32, k: usize| unsafe {
                    _mm512_loadu_si512(base.add(offset as usize + 64 * k).cast())
                };
                let mut part = [_mm512_setzero_si512(); N];
                if N < 4 {
                    // Two unions at a time: one would wait for itself.
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
            if let Effort::Worth(_) = effort {
                let left = count(&all);
                let stop = enough(effort, (before, left), 8 * N, 8 * each);
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

fn count_left(acc: &[u64]) -> usize {
    acc.iter().map(|a| a.count_zeros() as usize).sum()
}

/// Whether little is left, or the last chunk, of so many windows, was not worth its cost.
#[inline(always)]
fn enough(effort: Effort, (before, left): (usize, usize), words: usize, windows: u32) -> bool {
    let worth = match effort {
        Effort::Exact => true,
        Effort::Worth(price) => {
            (before - left) as f32 * price >= WORD * words as f32 * windows as f32
        }
    };
    !worth || effort.is_little(left, words)
}

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

/// acc |= part << residue, as one long number; the bits moved out at the top are lost.
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

    /// Numbers that look random.
    fn numbers(seed: u64) -> impl FnMut() -> u64 {
        let mut state = seed;
        move || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 11) ^ (state << 29)
        }
    }

    #[test]
    fn all_levels_unite_windows_bit_by_bit() {
        let mut next = numbers(1);
        for round in 0..60 {
            let words = [8, 32, 5, 16][round % 4];
            let mut bytes: Vec<u8> =
                (0..4000).map(|_| (next() & next() & next() & next()) as u8).collect();
            let (mut windows, mut list) = (Vec::new(), Windows::default());
            for _ in 0..next() % 120 {
                let offset = next() as usize % (4000 - 8 * words);
                let residue = next() as usize % [8, 3][round / 30];
                windows.push((residue, offset));
                list.push(residue, offset);
            }
            assert_eq!(list.len(), windows.len());
            // Nothing is seen in the bytes behind the others.
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
            for level in Level::all() {
                let mut acc = start.clone();
                let more = program.run(level, &mut acc, &bytes, Effort::Exact);
                assert_eq!(acc, expected, "{level:?}");
                assert_eq!(more, acc.iter().any(|&a| a != !0), "{level:?}");
                // With less effort some bits may be missing, none is too many.
                let mut some = start.clone();
                program.run(level, &mut some, &bytes, Effort::Worth(20.0));
                assert!(some.iter().zip(&expected).all(|(s, e)| s & !e == 0), "{level:?}");
                assert_eq!(some, *less.get_or_insert(some.clone()), "{level:?}");
            }
        }
    }

    #[test]
    #[should_panic(expected = "reach")]
    fn windows_beyond_the_planes_are_refused() {
        let mut windows = Windows::default();
        windows.push(0, 100);
        let program = windows.program(0);
        program.run(Level::detect(), &mut [0; 8], &[0; 163], Effort::Exact);
    }
}
