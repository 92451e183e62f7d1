//! The lanes at which pairs attain each integer, by a mark for each pair and lane.

use crate::InstructionSet;
#[cfg(target_arch = "x86_64")]
use crate::instruction_set::Kind;
use crate::stored_value::Integer;

/// Integers are below this: their marks stay in the cache of a core.
pub const MAX_LANE_MARKS: usize = 1 << 13;

/// Lanes that are marked together. Each has its own bytes, so that no mark waits for another one.
const GROUP: usize = 8;

/// Pairs of which sums are written together: those of all lanes stay in the cache.
const TILE: usize = 512;

/// Pairs, and the cells that they read.
#[derive(Clone, Copy, Debug)]
pub struct PairSource<'a, V> {
    /// The cells by position.
    pub cells: &'a [V],
    /// A bit for each position, which is set at active cells, if some are inactive. Positions beyond these
    /// are active.
    pub active: Option<&'a [u64]>,
    /// The position of lane 0.
    pub at: usize,
    /// The pairs (d, g), which attain `cells[at + lane - d] ^ g`.
    pub pairs: &'a [(u32, V)],
}

/// Sixteen bits for each lane of a group. One load for four lanes waits for fewer marks that are being stored than
/// one for each lane.
type Sums = [u64; GROUP / 4];

/// Buffers of [`crate::attained_lanes`].
///
/// ```
/// use grundy_lanes::{InstructionSet, LaneMarks, PairSource, attained_lanes};
/// let cells: Vec<u8> = (0..100).map(|n| n % 4).collect();
/// let mut lanes = [0; 4];
/// // At position 10 + lane the pair (2, 1) attains (lane % 4) ^ 1.
/// let source = PairSource { cells: &cells, active: None, at: 10, pairs: &[(2, 1)] };
/// attained_lanes(InstructionSet::best(), &mut LaneMarks::default(), &[source], &mut lanes);
/// assert_eq!(lanes[1], 0x1111_1111_1111_1111);
/// assert_eq!(lanes[0], 0x2222_2222_2222_2222);
/// ```
#[derive(Clone, Debug, Default)]
pub struct LaneMarks {
    /// By group of lanes, for each integer a byte for each lane, 0 or 1; what inactive cells would attain is
    /// in the upper half.
    marks: Vec<[u8; GROUP]>,
    /// By group of lanes, what each pair of a tile attains: 16 bits for each lane, the first lane in the
    /// lowest ones.
    sums: Vec<Sums>,
    /// For each integer the groups: bit 8 k + g is lane k of group g.
    groups: Vec<u64>,
}

/// See [`crate::attained_lanes`].
pub fn attained_lanes<V: Integer>(
    simd: InstructionSet,
    marks: &mut LaneMarks,
    sources: &[PairSource<'_, V>],
    out: &mut [u64],
) {
    if sources.iter().all(|source| source.pairs.is_empty()) {
        return;
    }
    let run = match out.len() {
        ..=64 => attained::<V, 128>,
        65..=128 => attained::<V, 256>,
        129..=256 => attained::<V, 512>,
        257..=512 => attained::<V, 1024>,
        513..=1024 => attained::<V, 2048>,
        1025..=2048 => attained::<V, 4096>,
        2049..=4096 => attained::<V, 8192>,
        4097..=MAX_LANE_MARKS => attained::<V, 16384>,
        _ => panic!("integers up to {}, at most {MAX_LANE_MARKS} are marked", out.len()),
    };
    run(simd, marks, sources, out);
}

/// The same with M / 2 marks for integers, and M / 2 for what is not to be marked.
fn attained<V: Integer, const M: usize>(
    simd: InstructionSet,
    LaneMarks { marks, sums, groups }: &mut LaneMarks,
    sources: &[PairSource<'_, V>],
    out: &mut [u64],
) {
    let all = 64 / GROUP;
    if marks.len() < all * M {
        marks.resize(all * M, [0; GROUP]);
    }
    sums.resize(all * TILE, Sums::default());
    let (marks, _) = marks[..all * M].as_chunks_mut::<M>();
    let mut union = [0; 64];
    for source in sources {
        for pairs in source.pairs.chunks(TILE) {
            write_sums(simd, sums, &PairSource { pairs, ..*source }, &mut union, M);
            for (marks, sums) in marks.iter_mut().zip(sums.chunks_exact(TILE)) {
                for sums in &sums[..pairs.len()] {
                    for (i, &four) in sums.iter().enumerate() {
                        for lane in 0..4 {
                            marks[(four >> (16 * lane)) as usize % M][4 * i + lane] = 1;
                        }
                    }
                }
            }
        }
    }
    let union = usize::from(union.into_iter().fold(0, u16::or));
    assert!(union < out.len().next_power_of_two(), "an integer of {union:#x} is beyond the marks");
    groups.clear();
    groups.resize(out.len(), 0);
    for (group, marks) in marks.iter_mut().enumerate() {
        let (integers, others) = marks.split_at_mut(out.len());
        for (lanes, marks) in groups.iter_mut().zip(integers) {
            *lanes |= u64::from_le_bytes(*marks) << group;
            *marks = [0; GROUP];
        }
        if sources.iter().any(|source| source.active.is_some()) {
            // A later call may have more integers.
            others.fill([0; GROUP]);
        }
    }
    for (out, &groups) in out.iter_mut().zip(&*groups) {
        *out |= transposed(groups);
    }
}

/// Writes what the pairs, a tile at most, attain at each lane, and adds all integers to the union. What
/// inactive cells would attain is in the upper half of `marks`.
fn write_sums<V: Integer>(
    simd: InstructionSet,
    sums: &mut [Sums],
    source: &PairSource<'_, V>,
    union: &mut [u16; 64],
    marks: usize,
) {
    let upper = (marks / 2) as u16;
    let is_there = |&(d, _): &(u32, V)| {
        source.at.checked_sub(d as usize).is_some_and(|place| place + 64 <= source.cells.len())
    };
    assert!(source.pairs.iter().all(is_there));
    assert!(source.pairs.len() <= TILE && sums.len() == 64 / GROUP * TILE);
    match simd.0 {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the processor has the instructions; the slice holds the 64 cells from at - d on, and there
        // is a tile of sums for each group.
        Kind::Avx2 | Kind::Avx512 => unsafe { write_sums_256(sums, source, union, upper) },
        Kind::Portable => write_sums_plain(sums, source, union, upper),
    }
}

#[inline(always)]
fn write_sums_plain<V: Integer>(
    sums: &mut [Sums],
    &PairSource { cells, active, at, pairs }: &PairSource<'_, V>,
    union: &mut [u16; 64],
    upper: u16,
) {
    for (i, &(d, g)) in pairs.iter().enumerate() {
        let place = at - d as usize;
        let cells: &[V; 64] = cells[place..][..64].try_into().expect("64 cells");
        let mut row = cells.map(|cell| cell.xor(g).number() as u16);
        for (union, &sum) in union.iter_mut().zip(&row) {
            *union |= sum;
        }
        let active = active.map_or(!0, |active| active_lanes(active, place));
        for (lane, sum) in row.iter_mut().enumerate() {
            *sum |= upper * (active >> lane & 1 == 0) as u16;
        }
        for (group, row) in row.as_chunks::<GROUP>().0.iter().enumerate() {
            for (four, row) in sums[group * TILE + i].iter_mut().zip(row.as_chunks::<4>().0) {
                let shifted =
                    row.iter().enumerate().map(|(lane, &sum)| u64::from(sum) << (16 * lane));
                *four = shifted.sum();
            }
        }
    }
}

/// The bits from `place` on, set where there are none.
#[inline(always)]
fn active_lanes(active: &[u64], place: usize) -> u64 {
    let word = |i: usize| active.get(i).copied().unwrap_or(!0);
    let (word, next, low) = (word(place / 64), word(place / 64 + 1), place % 64);
    // Two shifts, as no shift is by 64.
    word >> low | next << 1 << (63 - low)
}

/// # Safety
/// `at >= d` and `at + 64 - d <= cells.len()` for every pair; there are no more than [`TILE`] pairs, and so
/// many sums for each group of lanes.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
unsafe fn write_sums_256<V: Integer>(
    sums: &mut [Sums],
    &PairSource { cells, active, at, pairs }: &PairSource<'_, V>,
    union: &mut [u16; 64],
    upper: u16,
) {
    use crate::prefetch::{PAIRS_AHEAD, prefetch_lanes};
    use crate::vector_256::{load, load_sixteen};
    use std::arch::x86_64::*;
    let upper = _mm256_set1_epi16(upper as i16);
    let bits: [u16; 16] = std::array::from_fn(|lane| 1 << lane);
    // SAFETY: sixteen integers are read.
    let bits = unsafe { load(bits.as_ptr()) };
    let mut all = [_mm256_setzero_si256(); 4];
    for (i, &(d, g)) in pairs.iter().enumerate() {
        let place = at - d as usize;
        let ahead = at - pairs[(i + PAIRS_AHEAD).min(pairs.len() - 1)].0 as usize;
        prefetch_lanes(cells.as_ptr().wrapping_add(ahead));
        let active = active.map_or(!0, |active| active_lanes(active, place));
        let g = _mm256_set1_epi16(g.number() as i16);
        for (k, all) in all.iter_mut().enumerate() {
            // SAFETY: the caller's promise; each group has eight lanes, half of a vector.
            unsafe {
                let mut sum = _mm256_xor_si256(load_sixteen(cells.as_ptr().add(place + 16 * k)), g);
                *all = _mm256_or_si256(*all, sum);
                if active != !0 {
                    let active = _mm256_set1_epi16((active >> (16 * k)) as i16);
                    let active = _mm256_cmpeq_epi16(_mm256_and_si256(active, bits), bits);
                    sum = _mm256_or_si256(sum, _mm256_andnot_si256(active, upper));
                }
                let out = sums.as_mut_ptr().add(2 * k * TILE + i);
                _mm_storeu_si128(out.cast(), _mm256_castsi256_si128(sum));
                _mm_storeu_si128(out.add(TILE).cast(), _mm256_extracti128_si256::<1>(sum));
            }
        }
    }
    for (union, all) in union.as_chunks_mut::<16>().0.iter_mut().zip(all) {
        // SAFETY: sixteen integers are read and written.
        unsafe {
            let both = _mm256_or_si256(load(union.as_ptr()), all);
            _mm256_storeu_si256(union.as_mut_ptr().cast(), both);
        }
    }
}

/// The bits 8 k + g in the places 8 g + k.
#[inline(always)]
fn transposed(x: u64) -> u64 {
    let swap = |x: u64, by: u32, mask: u64| {
        let change = (x ^ x >> by) & mask;
        x ^ change ^ change << by
    };
    let x = swap(x, 7, 0x00aa_00aa_00aa_00aa);
    let x = swap(x, 14, 0x0000_cccc_0000_cccc);
    swap(x, 28, 0x0000_0000_f0f0_f0f0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pseudo_random::numbers;

    fn lanes_are_those_of_the_definition<V: Integer>(
        simd: InstructionSet,
        marks: &mut LaneMarks,
        bound: u64,
        size: usize,
    ) {
        let mut random = numbers(bound);
        let cells: Vec<V> = (0..500).map(|_| V::of(random(bound) as u32)).collect();
        let mut bits =
            |ones: u32| (0..ones).fold(0, |bits, _| bits | random(1 << 32) << 32 | random(1 << 32));
        // The last positions have no bits, and many bits are set.
        let active: Vec<u64> = (0..7).map(|i| bits(1 + i % 4 * 4)).collect();
        for round in 0..20 {
            let active = (round % 2 == 0).then_some(&active[..]);
            let pairs: Vec<(u32, V)> = (0..random(if round % 5 == 0 { 2000 } else { 60 }))
                .map(|_| (1 + random(300) as u32, V::of(random(bound) as u32)))
                .collect();
            let at = 300 + random(136) as usize;
            let before: Vec<u64> = (0..size).map(|_| 1 << random(64)).collect();
            let (mut out, mut expected) = (before.clone(), before);
            for &(d, g) in &pairs {
                for lane in 0..64 {
                    let place = at + lane - d as usize;
                    let bit = |active: &[u64]| {
                        active.get(place / 64).map(|word| word >> (place % 64) & 1)
                    };
                    if active.and_then(bit) != Some(0) {
                        expected[cells[place].xor(g).number() as usize] |= 1 << lane;
                    }
                }
            }
            let (first, others) = pairs.split_at(pairs.len() / 3);
            let source = |pairs| PairSource { cells: &cells, active, at, pairs };
            attained_lanes(simd, marks, &[source(first), source(others)], &mut out);
            assert_eq!(out, expected, "{simd:?} {bound} {size} {round}");
        }
    }

    #[test]
    fn attained_lanes_are_those_of_the_definition() {
        for simd in InstructionSet::available() {
            // One buffer, as integers become more.
            let marks = &mut LaneMarks::default();
            for bound in [2, 16, 64, 128, 256] {
                lanes_are_those_of_the_definition::<u8>(simd, marks, bound, bound as usize);
            }
            for bound in [2, 128, 256, 512, 1024, 2048, 4096, 8192] {
                lanes_are_those_of_the_definition::<u16>(simd, marks, bound, bound as usize);
            }
            lanes_are_those_of_the_definition::<u16>(simd, marks, 512, 700);
        }
    }

    #[test]
    #[should_panic(expected = "beyond the marks")]
    fn integers_without_a_mark_are_refused() {
        let source = PairSource { cells: &[70u8; 80], active: None, at: 10, pairs: &[(2, 1)] };
        attained_lanes(InstructionSet::best(), &mut LaneMarks::default(), &[source], &mut [0; 64]);
    }

    #[test]
    #[should_panic(expected = "at most 8192 are marked")]
    fn too_many_integers_are_refused() {
        let source = PairSource { cells: &[0u16; 80], active: None, at: 10, pairs: &[(2, 1)] };
        attained_lanes(
            InstructionSet::best(),
            &mut LaneMarks::default(),
            &[source],
            &mut [0; 8193],
        );
    }
}
