//! The search of a row of consecutive cells for values of 64 lanes.

use crate::InstructionSet;
use crate::instruction_set::Kind;
use crate::stored_value::Integer;

/// The values of `LEN` consecutive cells. At a position n the witness at place i is paired with the
/// cell at n - i; the nim-sum of both is attained at n.
#[derive(Clone, Debug)]
pub struct WitnessRow<V> {
    /// The values, the last place first.
    cells: Vec<V>,
    /// [`Integer::NONE`] for witnesses that attain nothing, else 0.
    row_inactive: Vec<V>,
}

/// Bytes of the row: eight vectors of 512 bits.
const ROW_BYTES: usize = 512;

impl<V: Integer> WitnessRow<V> {
    /// The number of witnesses.
    pub const LEN: usize = ROW_BYTES / size_of::<V>();

    /// A row of these values; `None` attains nothing.
    ///
    /// # Panics
    /// If their number is not [`LEN`](Self::LEN).
    pub fn new(row: impl DoubleEndedIterator<Item = Option<V>>) -> Self {
        let (cells, row_inactive): (Vec<V>, Vec<V>) = row
            .rev()
            .map(|cell| cell.map_or((V::default(), V::NONE), |cell| (cell, V::default())))
            .unzip();
        assert!(cells.len() == Self::LEN);
        Self { cells, row_inactive }
    }

    #[inline(always)]
    fn search_plain(&self, (cells, some_inactive): (&[V], bool), pending: &mut [(u32, u64)]) {
        for (x, lanes) in pending {
            let (x, mut rest) = (V::of(*x), *lanes);
            while rest != 0 {
                let lane = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                if self.attains((&cells[lane..], some_inactive), x) {
                    *lanes ^= 1 << lane;
                }
            }
        }
    }

    #[inline(always)]
    fn attains(&self, (cells, some_inactive): (&[V], bool), x: V) -> bool {
        let rows = self.cells.as_chunks::<64>().0.iter().zip(self.row_inactive.as_chunks::<64>().0);
        rows.enumerate().any(|(k, (row, row_inactive))| {
            let source: [V; 64] = cells[64 * k..][..64].try_into().expect("so many cells");
            let inactive = |cell| if cell == V::NONE { V::NONE } else { V::default() };
            let inactive = if some_inactive { source.map(inactive) } else { [V::default(); 64] };
            let mut least = V::NONE;
            for i in 0..64 {
                let sum = source[i].xor(row[i]).xor(x);
                least = least.min(sum.or(row_inactive[i]).or(inactive[i]));
            }
            least == V::default()
        })
    }

    /// # Safety
    /// `cells` has `LEN + 63` entries.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1")]
    unsafe fn search_256<const MASKED: bool>(&self, cells: &[V], pending: &mut [(u32, u64)]) {
        use crate::vector_256::{broadcast, equal, lesser, load, zero_lanes};
        use std::arch::x86_64::*;
        const VECTORS: usize = ROW_BYTES / 32;
        let cells_of_vector = 32 / size_of::<V>();
        for (x, lanes) in pending {
            let x = broadcast(V::of(*x));
            // SAFETY: the row has so many vectors.
            let wanted: [__m256i; VECTORS] = std::array::from_fn(|k| unsafe {
                _mm256_xor_si256(load(self.cells.as_ptr().add(k * cells_of_vector)), x)
            });
            let mut rest = *lanes;
            while rest != 0 {
                let lane = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                let mut least = [_mm256_set1_epi8(-1); 2];
                for (k, &wanted) in wanted.iter().enumerate() {
                    let place = k * cells_of_vector;
                    // SAFETY: a lane is at most 63, and the row has so many vectors.
                    unsafe {
                        let source = load(cells.as_ptr().add(lane + place));
                        let mut sum = _mm256_xor_si256(source, wanted);
                        sum = _mm256_or_si256(sum, load(self.row_inactive.as_ptr().add(place)));
                        if MASKED {
                            let none = _mm256_set1_epi8(-1);
                            sum = _mm256_or_si256(sum, equal::<V>(source, none));
                        }
                        least[k % 2] = lesser::<V>(least[k % 2], sum);
                    }
                }
                let found = zero_lanes::<V>(lesser::<V>(least[0], least[1]));
                *lanes ^= u64::from(found != 0) << lane;
            }
        }
    }

    /// # Safety
    /// The processor has the instructions; `cells` has `LEN + 63` entries.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512bw,bmi1")]
    unsafe fn search_512<const MASKED: bool>(&self, cells: &[V], pending: &mut [(u32, u64)]) {
        use std::arch::x86_64::*;
        /// The truth table of (a ^ b) | c.
        const XOR_OR: i32 = 0b1011_1110;
        const VECTORS: usize = ROW_BYTES / 64;
        let size = size_of::<V>();
        assert!(size <= 2);
        // SAFETY: callers read 64 bytes within a slice that is long enough.
        let load = |cells: *const V, k: usize| unsafe {
            _mm512_loadu_si512(cells.cast::<__m512i>().add(k).cast())
        };
        let row: [__m512i; VECTORS] = std::array::from_fn(|k| load(self.cells.as_ptr(), k));
        let row_inactive: [__m512i; VECTORS] =
            std::array::from_fn(|k| load(self.row_inactive.as_ptr(), k));
        let lower = |a: __m512i, b: __m512i| {
            if size == 1 { _mm512_min_epu8(a, b) } else { _mm512_min_epu16(a, b) }
        };
        for (x, lanes) in pending {
            let x =
                if size == 1 { _mm512_set1_epi8(*x as i8) } else { _mm512_set1_epi16(*x as i16) };
            let wanted = row.map(|row| _mm512_xor_si512(row, x));
            let mut rest = *lanes;
            while rest != 0 {
                let lane = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                // SAFETY: a lane is at most 63.
                let from = unsafe { cells.as_ptr().add(lane) };
                let mut least = [_mm512_set1_epi8(-1); 2];
                for k in 0..VECTORS {
                    let source = load(from, k);
                    let mut sum =
                        _mm512_ternarylogic_epi64::<XOR_OR>(source, wanted[k], row_inactive[k]);
                    if MASKED {
                        let none = _mm512_set1_epi8(-1);
                        let inactive = if size == 1 {
                            _mm512_movm_epi8(_mm512_cmpeq_epi8_mask(source, none))
                        } else {
                            _mm512_movm_epi16(_mm512_cmpeq_epi16_mask(source, none))
                        };
                        sum = _mm512_or_si512(sum, inactive);
                    }
                    least[k % 2] = lower(least[k % 2], sum);
                }
                let least = lower(least[0], least[1]);
                let found = if size == 1 {
                    _mm512_testn_epi8_mask(least, least)
                } else {
                    u64::from(_mm512_testn_epi16_mask(least, least))
                };
                *lanes ^= u64::from(found != 0) << lane;
            }
        }
    }
}

/// See [`WitnessRow::search`].
pub fn search<V: Integer>(
    row: &WitnessRow<V>,
    simd: InstructionSet,
    (cells, some_inactive): (&[V], bool),
    pending: &mut [(u32, u64)],
) {
    assert!(cells.len() >= WitnessRow::<V>::LEN + 63);
    match (simd.0, some_inactive) {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the processor has the instructions, and the length was checked.
        (Kind::Avx512, true) => unsafe { row.search_512::<true>(cells, pending) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: as above.
        (Kind::Avx512, false) => unsafe { row.search_512::<false>(cells, pending) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: as above.
        (Kind::Avx2, true) => unsafe { row.search_256::<true>(cells, pending) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: as above.
        (Kind::Avx2, false) => unsafe { row.search_256::<false>(cells, pending) },
        (Kind::Portable, _) => row.search_plain((cells, some_inactive), pending),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pseudo_random::numbers;

    fn instruction_sets_agree<V: Integer>(bound: u64) {
        let mut next = numbers(bound);
        let count = WitnessRow::<V>::LEN;
        for round in 0..20 {
            let row: Vec<Option<V>> = (0..count)
                .map(|_| (next(20) > round % 19).then(|| V::of(next(bound) as u32)))
                .collect();
            let mut cells: Vec<V> = (0..count + 63).map(|_| V::of(next(bound) as u32)).collect();
            let some_inactive = round % 2 == 0;
            if some_inactive {
                let inactive = cells.iter_mut().filter(|_| next(20) < round % 18);
                inactive.for_each(|cell| *cell = V::NONE);
            }
            let pending: Vec<(u32, u64)> = (0..8)
                .map(|_| (next(2 * bound) as u32, next(1 << 31) << 33 | next(1 << 31)))
                .collect();
            let attained = |x: u32, lane: usize| {
                row.iter().enumerate().any(|(i, w)| {
                    let place = lane + count - 1 - i;
                    let seen = !some_inactive || cells[place] != V::NONE;
                    w.is_some_and(|w| seen && cells[place].xor(w) == V::of(x))
                })
            };
            let mut expected = pending.clone();
            for (x, lanes) in &mut expected {
                *lanes &= !(0..64).fold(0, |all, l| all | u64::from(attained(*x, l)) << l);
            }
            assert_ne!(expected, pending);
            for simd in InstructionSet::available() {
                let mut found = pending.clone();
                let row = WitnessRow::new(row.iter().copied());
                search(&row, simd, (&cells, some_inactive), &mut found);
                assert_eq!(found, expected, "{simd:?}");
            }
        }
    }

    #[test]
    fn instruction_sets_find_the_same_witnesses() {
        instruction_sets_agree::<u8>(100);
        instruction_sets_agree::<u8>(128);
        instruction_sets_agree::<u16>(100);
        instruction_sets_agree::<u16>(400);
    }
}
