//! The values that lanes require to be options: those below their own.

use crate::InstructionSet;
use crate::instruction_set::Kind;
use crate::near_pairs::Row;
use crate::stored_value::Integer;

/// A value, the lanes that require it and do not know it, and those of these lanes whose own value
/// ties with it but for the `low` last bits.
pub type Requirement = (u32, u64, u64);

/// See [`crate::requirements`].
pub fn requirements<V: Integer>(
    simd: InstructionSet,
    row: &Row<V>,
    (lanes, low): (u64, u32),
    known: &[u64],
    counts: &mut [u32],
    out: &mut Vec<Requirement>,
) {
    assert!(low <= 8 * size_of::<V>() as u32);
    out.clear();
    match simd.0 {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the processor has the instructions.
        Kind::Avx512 if size_of::<V>() == 1 => unsafe {
            requirements_512(row, (lanes, low), known, counts, out)
        },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the processor has the instructions.
        Kind::Avx2 if size_of::<V>() == 1 => unsafe {
            requirements_256(row, (lanes, low), known, counts, out)
        },
        _ => requirements_plain(row, (lanes, low), known, counts, out),
    }
}

fn requirements_plain<V: Integer>(
    row: &Row<V>,
    (lanes, low): (u64, u32),
    known: &[u64],
    counts: &mut [u32],
    out: &mut Vec<Requirement>,
) {
    let group = |lane: usize| (row[lane].number() >> low) as usize;
    let max = (0..64).filter(|lane| lanes >> lane & 1 != 0).map(group).max();
    let mut requiring = vec![0u64; max.map_or(0, |max| max + 1)];
    for lane in (0..64).filter(|lane| lanes >> lane & 1 != 0) {
        requiring[group(lane)] |= 1 << lane;
    }
    for i in (1..requiring.len()).rev() {
        requiring[i - 1] |= requiring[i];
    }
    for (i, &lanes) in requiring.iter().enumerate() {
        let ties = lanes & !requiring.get(i + 1).copied().unwrap_or(0);
        require((i << low, 1 << low), (lanes, ties), known, counts, out);
    }
}

/// Lists `count` values from `first` on, which the same lanes require.
#[inline(always)]
fn require(
    (first, count): (usize, usize),
    (lanes, ties): (u64, u64),
    known: &[u64],
    counts: &mut [u32],
    out: &mut Vec<Requirement>,
) {
    for x in first..first + count {
        if let Some(counts) = counts.get_mut(x) {
            *counts += lanes.count_ones();
        }
        let left = lanes & !known.get(x).copied().unwrap_or(0);
        if left != 0 {
            out.push((x as u32, left, left & ties));
        }
    }
}

/// # Safety
/// The processor has the instructions; values are bytes.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,popcnt")]
unsafe fn requirements_512<V: Integer>(
    row: &Row<V>,
    lanes: (u64, u32),
    known: &[u64],
    counts: &mut [u32],
    out: &mut Vec<Requirement>,
) {
    use std::arch::x86_64::*;
    // SAFETY: the row is 64 bytes.
    let row = unsafe { _mm512_loadu_si512(row.as_ptr().cast()) };
    let above = |max: u8| _mm512_cmpgt_epu8_mask(row, _mm512_set1_epi8(max as i8));
    list_requirements(lanes, above, known, counts, out);
}

/// # Safety
/// The processor has the instructions; values are bytes.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,popcnt")]
unsafe fn requirements_256<V: Integer>(
    row: &Row<V>,
    lanes: (u64, u32),
    known: &[u64],
    counts: &mut [u32],
    out: &mut Vec<Requirement>,
) {
    use crate::vector_256::{load, zero_lanes};
    use std::arch::x86_64::*;
    // SAFETY: the row is 64 bytes.
    let row = [0, 32].map(|lane| unsafe { load(row.as_ptr().add(lane)) });
    let above = |max: u8| {
        let max = _mm256_set1_epi8(max as i8);
        let [low, high] = row.map(|row| u64::from(zero_lanes::<V>(_mm256_subs_epu8(row, max))));
        !(low | high << 32)
    };
    list_requirements(lanes, above, known, counts, out);
}

/// Lists requirements; `above` tells the lanes whose value is greater than a byte.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn list_requirements(
    (lanes, low): (u64, u32),
    above: impl Fn(u8) -> u64,
    known: &[u64],
    counts: &mut [u32],
    out: &mut Vec<Requirement>,
) {
    out.reserve(256);
    let (place, mut count) = (out.as_mut_ptr(), 0);
    let mut requiring = lanes;
    for first in (0..256).step_by(1 << low) {
        if requiring == 0 {
            break;
        }
        // Lanes whose value is not above `max` require no value after it.
        let max = first + (1 << low) - 1;
        let next = lanes & above(max as u8);
        for x in first..=max {
            if let Some(counts) = counts.get_mut(x) {
                *counts += requiring.count_ones();
            }
            let left = requiring & !known.get(x).copied().unwrap_or(0);
            // Written whether or not lanes are left: a store is cheaper than a branch that is hard
            // to predict.
            // SAFETY: there is room for 256, and no x comes twice.
            unsafe { place.add(count).write((x as u32, left, left & !next)) };
            count += usize::from(left != 0);
        }
        requiring = next;
    }
    // SAFETY: `count` entries were written.
    unsafe { out.set_len(count) };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pseudo_random::numbers;

    fn instruction_sets_agree<V: Integer>(max: u64) {
        let mut next = numbers(max);
        for round in 0..60 {
            let row: Row<V> = std::array::from_fn(|_| V::of(next(max) as u32));
            let lanes = if round == 0 { 0 } else { next(1 << 31) | next(1 << 31) << 33 };
            let low = [0, 1, 3, 8][round % 4];
            let known: Vec<u64> =
                (0..next(max)).map(|_| next(1 << 31) | next(1 << 31) << 33).collect();
            let start: Vec<u32> = (0..next(max)).map(|_| next(9) as u32).collect();
            let mut expected = Vec::new();
            let mut sums = start.clone();
            for x in 0..2 << 16 {
                let requires = |&lane: &usize| {
                    lanes >> lane & 1 != 0 && row[lane].number() >> low >= x as u32 >> low
                };
                let requiring = (0..64).filter(requires).fold(0, |all, lane| all | 1u64 << lane);
                if requiring == 0 {
                    break;
                }
                if let Some(sum) = sums.get_mut(x) {
                    *sum += requiring.count_ones();
                }
                let left = requiring & !known.get(x).copied().unwrap_or(0);
                if left != 0 {
                    let ties = |&lane: &usize| row[lane].number() >> low == x as u32 >> low;
                    let ties = (0..64).filter(ties).fold(0, |all, lane| all | 1u64 << lane);
                    expected.push((x as u32, left, left & ties));
                }
            }
            for simd in InstructionSet::available() {
                let (mut counts, mut out) = (start.clone(), vec![(7, 7, 7)]);
                requirements(simd, &row, (lanes, low), &known, &mut counts, &mut out);
                assert_eq!(out, expected, "{simd:?} {low}");
                assert_eq!(counts, sums, "{simd:?} {low}");
            }
        }
    }

    #[test]
    fn instruction_sets_list_the_same_requirements() {
        instruction_sets_agree::<u8>(30);
        instruction_sets_agree::<u8>(256);
        instruction_sets_agree::<u16>(30);
        instruction_sets_agree::<u16>(2000);
    }
}
