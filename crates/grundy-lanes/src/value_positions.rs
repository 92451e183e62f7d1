//! The positions of each value in a row.

use crate::InstructionSet;
use crate::instruction_set::Kind;
use crate::near_pairs::Row;
use crate::stored_value::Integer;

/// See [`crate::positions_by_value`].
pub fn positions_by_value<V: Integer>(
    simd: InstructionSet,
    row: &Row<V>,
    lanes: u64,
    (out, word): (&mut [[u64; 8]], usize),
    counts: &mut [u64],
) {
    assert!(word < 8);
    let counts = &mut counts[..out.len()];
    match simd.0 {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the processor has the instructions.
        Kind::Avx512 if size_of::<V>() == 1 => unsafe {
            positions_by_value_512(row, lanes, (out, word), counts)
        },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the processor has the instructions.
        Kind::Avx2 if size_of::<V>() == 1 => unsafe {
            positions_by_value_256(row, lanes, (out, word), counts)
        },
        _ => positions_by_value_plain(row, lanes, (out, word), counts),
    }
}

fn positions_by_value_plain<V: Integer>(
    row: &Row<V>,
    lanes: u64,
    (out, word): (&mut [[u64; 8]], usize),
    counts: &mut [u64],
) {
    out.iter_mut().for_each(|out| out[word] = 0);
    for (lane, value) in row.iter().enumerate().filter(|&(lane, _)| lanes >> lane & 1 != 0) {
        if let Some(out) = out.get_mut(value.number() as usize) {
            out[word] |= 1 << lane;
            counts[value.number() as usize] += 1;
        }
    }
}

/// # Safety
/// The processor has the instructions; values are bytes.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vpopcntdq")]
unsafe fn positions_by_value_512<V: Integer>(
    row: &Row<V>,
    lanes: u64,
    (out, word): (&mut [[u64; 8]], usize),
    counts: &mut [u64],
) {
    use std::arch::x86_64::*;
    // SAFETY: the row is 64 bytes.
    let row = unsafe { _mm512_loadu_si512(row.as_ptr().cast()) };
    for (i, out) in out.iter_mut().enumerate() {
        out[word] = match u8::try_from(i) {
            Ok(i) => _mm512_mask_cmpeq_epi8_mask(lanes, row, _mm512_set1_epi8(i as i8)),
            Err(_) => 0,
        };
    }
    for (count, out) in counts.iter_mut().zip(out) {
        *count += u64::from(out[word].count_ones());
    }
}

/// # Safety
/// The processor has the instructions; values are bytes.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,popcnt")]
unsafe fn positions_by_value_256<V: Integer>(
    row: &Row<V>,
    lanes: u64,
    (out, word): (&mut [[u64; 8]], usize),
    counts: &mut [u64],
) {
    use crate::vector_256::{lane_bits, load};
    use std::arch::x86_64::*;
    // SAFETY: the row is 64 bytes.
    let row = [0, 32].map(|lane| unsafe { load(row.as_ptr().add(lane)) });
    for ((i, out), count) in out.iter_mut().enumerate().zip(counts) {
        out[word] = match u8::try_from(i) {
            Ok(i) => {
                let i = _mm256_set1_epi8(i as i8);
                let [low, high] =
                    row.map(|row| u64::from(lane_bits::<V>(_mm256_cmpeq_epi8(row, i))));
                lanes & (low | high << 32)
            }
            Err(_) => 0,
        };
        *count += u64::from(out[word].count_ones());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pseudo_random::numbers;

    fn instruction_sets_agree<V: Integer>(bound: u64) {
        let mut next = numbers(bound);
        for size in [0, 1, 16, 64, 200, 300] {
            let row: Row<V> = std::array::from_fn(|_| V::of(next(bound) as u32));
            for simd in InstructionSet::available() {
                let (mut out, mut counts) = (vec![[7; 8]; size], vec![3; size]);
                let lanes = next(1 << 31) | next(1 << 31) << 31 | 1 << 63;
                let word = next(8) as usize;
                positions_by_value(simd, &row, lanes, (&mut out, word), &mut counts);
                for (i, (out, &count)) in out.iter().zip(&counts).enumerate() {
                    let (out, others) = (out[word], out.iter().filter(|&&out| out == 7).count());
                    assert!(others >= 7);
                    for (lane, value) in row.iter().enumerate() {
                        let is = value.number() as usize == i && lanes >> lane & 1 != 0;
                        assert_eq!(out >> lane & 1 != 0, is, "{simd:?} {i}");
                    }
                    assert_eq!(count, 3 + u64::from(out.count_ones()));
                }
            }
        }
    }

    #[test]
    fn instruction_sets_find_the_same_positions() {
        instruction_sets_agree::<u8>(16);
        instruction_sets_agree::<u8>(256);
        instruction_sets_agree::<u16>(16);
        instruction_sets_agree::<u16>(1000);
    }
}
