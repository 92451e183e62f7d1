//! The search for values of 64 lanes among pairs with a fixed row of positions.

use crate::level::Kind;
use crate::{Level, Stored};

/// A row of values, each paired at a position n with the one at n - i, where i is its own place in the
/// row: the sums are attained at n.
#[derive(Clone, Debug)]
pub struct Witnesses<V> {
    /// The last one first.
    cells: Vec<V>,
    /// [`Stored::NONE`] for those that attain nothing, else 0.
    dark: Vec<V>,
}

/// So many bytes of values are looked at together.
const BYTES: usize = 512;

impl<V: Stored> Witnesses<V> {
    /// How many there are.
    pub const COUNT: usize = BYTES / size_of::<V>();

    /// These ones; `None` attains nothing.
    ///
    /// # Panics
    /// If there are not [`COUNT`](Self::COUNT).
    pub fn new(row: impl DoubleEndedIterator<Item = Option<V>>) -> Self {
        let (cells, dark): (Vec<V>, Vec<V>) = row
            .rev()
            .map(|cell| cell.map_or((V::default(), V::NONE), |cell| (cell, V::default())))
            .unzip();
        assert!(cells.len() == Self::COUNT);
        Self { cells, dark }
    }

    /// Clears of each value x the lanes where the row attains it: where for some witness i, of value
    /// w, `cells[lane + COUNT - 1 - i] ^ w == x`.
    ///
    /// Cells under a veil attain nothing: those n with `veil[n] == V::NONE` (elsewhere it is 0).
    ///
    /// # Complexity
    /// 16 instructions for each lane and value with AVX-512, 24 under a veil.
    ///
    /// # Panics
    /// If there are less than `COUNT + 63` cells, or as many veils if there is one.
    pub fn search(&self, level: Level, cells: &[V], veil: Option<&[V]>, open: &mut [(u32, u64)]) {
        let enough = |cells: &[V]| cells.len() >= Self::COUNT + 63;
        assert!(enough(cells) && veil.is_none_or(enough));
        match level.0 {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the processor has the instructions, and there are enough cells.
            Kind::Avx512 => unsafe {
                match veil {
                    Some(veil) => self.search_512::<true>(cells, veil, open),
                    None => self.search_512::<false>(cells, &[], open),
                }
            },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the processor has the instructions.
            Kind::Avx2 => unsafe { self.search_avx2(cells, veil, open) },
            Kind::Portable => self.search_plain(cells, veil, open),
        }
    }

    #[inline(always)]
    fn search_plain(&self, cells: &[V], veil: Option<&[V]>, open: &mut [(u32, u64)]) {
        for (x, lanes) in open {
            let (x, mut rest) = (V::of(*x), *lanes);
            while rest != 0 {
                let lane = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                if self.attains(&cells[lane..], veil.map(|veil| &veil[lane..]), x) {
                    *lanes ^= 1 << lane;
                }
            }
        }
    }

    #[inline(always)]
    fn attains(&self, cells: &[V], veil: Option<&[V]>, x: V) -> bool {
        let rows = self.cells.as_chunks::<64>().0.iter().zip(self.dark.as_chunks::<64>().0);
        rows.enumerate().any(|(k, (row, dark))| {
            let sixty_four = |cells: &[V]| -> [V; 64] {
                cells[64 * k..][..64].try_into().expect("so many cells")
            };
            let source = sixty_four(cells);
            let mut least = V::NONE;
            match veil.map(sixty_four) {
                None => {
                    for i in 0..64 {
                        least = least.min(source[i].xor(row[i]).xor(x).or(dark[i]));
                    }
                }
                Some(veil) => {
                    for i in 0..64 {
                        least = least.min(source[i].xor(row[i]).xor(x).or(dark[i]).or(veil[i]));
                    }
                }
            }
            least == V::default()
        })
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn search_avx2(&self, cells: &[V], veil: Option<&[V]>, open: &mut [(u32, u64)]) {
        self.search_plain(cells, veil, open);
    }

    /// # Safety
    /// The processor has the instructions; there are `COUNT + 63` cells, and if `VEILED` as many
    /// veils.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512bw,bmi1")]
    unsafe fn search_512<const VEILED: bool>(
        &self,
        cells: &[V],
        veil: &[V],
        open: &mut [(u32, u64)],
    ) {
        use std::arch::x86_64::*;
        /// The truth table of (a ^ b) | c.
        const VEIL: i32 = 0b1011_1110;
        const VECTORS: usize = BYTES / 64;
        let size = size_of::<V>();
        assert!(size <= 2);
        // SAFETY: callers read 64 bytes within a slice of so many values.
        let load = |cells: *const V, k: usize| unsafe {
            _mm512_loadu_si512(cells.cast::<__m512i>().add(k).cast())
        };
        let row: [__m512i; VECTORS] = std::array::from_fn(|k| load(self.cells.as_ptr(), k));
        let dark: [__m512i; VECTORS] = std::array::from_fn(|k| load(self.dark.as_ptr(), k));
        let lower = |a: __m512i, b: __m512i| {
            if size == 1 { _mm512_min_epu8(a, b) } else { _mm512_min_epu16(a, b) }
        };
        for (x, lanes) in open {
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
                    let mut sum = _mm512_ternarylogic_epi64::<VEIL>(source, wanted[k], dark[k]);
                    if VEILED {
                        // SAFETY: as above.
                        sum = _mm512_or_si512(sum, load(unsafe { veil.as_ptr().add(lane) }, k));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbers::numbers;

    fn all_levels_agree<V: Stored>(most: u64) {
        let mut next = numbers(most);
        let count = Witnesses::<V>::COUNT;
        for round in 0..20 {
            let row: Vec<Option<V>> = (0..count)
                .map(|_| (next(20) > round % 19).then(|| V::of(next(most) as u32)))
                .collect();
            let cells: Vec<V> = (0..count + 63).map(|_| V::of(next(most) as u32)).collect();
            let veil: Vec<V> = cells
                .iter()
                .map(|_| if next(20) < round % 18 { V::NONE } else { V::default() })
                .collect();
            let veil = (round % 2 == 0).then_some(&veil[..]);
            let open: Vec<(u32, u64)> = (0..8)
                .map(|_| (next(2 * most) as u32, next(1 << 31) << 33 | next(1 << 31)))
                .collect();
            let attained = |x: u32, lane: usize| {
                row.iter().enumerate().any(|(i, w)| {
                    let place = lane + count - 1 - i;
                    let seen = veil.is_none_or(|veil| veil[place] != V::NONE);
                    w.is_some_and(|w| seen && cells[place].xor(w) == V::of(x))
                })
            };
            let mut expected = open.clone();
            for (x, lanes) in &mut expected {
                *lanes &= !(0..64).fold(0, |all, l| all | u64::from(attained(*x, l)) << l);
            }
            assert_ne!(expected, open);
            for level in Level::all() {
                let mut found = open.clone();
                Witnesses::new(row.iter().copied()).search(level, &cells, veil, &mut found);
                assert_eq!(found, expected, "{level:?}");
            }
        }
    }

    #[test]
    fn all_levels_find_the_same_witnesses() {
        all_levels_agree::<u8>(100);
        all_levels_agree::<u8>(128);
        all_levels_agree::<u16>(100);
        all_levels_agree::<u16>(400);
    }
}
