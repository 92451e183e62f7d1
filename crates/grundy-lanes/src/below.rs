//! The values that come before those of 64 lanes.

use crate::level::Kind;
use crate::near::Row;
use crate::{Level, Stored};

/// A value, lanes that ask for it, and those of them whose numbers are alike but for the last bits.
pub type Asking = (u32, u64, u64);

/// Lists the values x, with the lanes among `lanes` that ask for x and of which `told[x]` has no bit:
/// a lane asks for x if its number is not less than x, both without their `low` last bits. How many
/// lanes ask is added to `asked[x]`. Values beyond `told` or `asked` count as not told, and are not
/// counted.
///
/// # Complexity
/// Some eight instructions for each x up to the greatest number with AVX-512 and bytes; O(64) more
/// without.
///
/// # Panics
/// If `low` exceeds the number of bits of a number.
pub fn below<V: Stored>(
    level: Level,
    row: &Row<V>,
    (lanes, low): (u64, u32),
    told: &[u64],
    asked: &mut [u32],
    out: &mut Vec<Asking>,
) {
    assert!(low <= 8 * size_of::<V>() as u32);
    out.clear();
    match level.0 {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the processor has the instructions.
        Kind::Avx512 if size_of::<V>() == 1 => unsafe {
            below_512(row, (lanes, low), told, asked, out)
        },
        _ => below_plain(row, (lanes, low), told, asked, out),
    }
}

fn below_plain<V: Stored>(
    row: &Row<V>,
    (lanes, low): (u64, u32),
    told: &[u64],
    asked: &mut [u32],
    out: &mut Vec<Asking>,
) {
    let group = |lane: usize| (row[lane].number() >> low) as usize;
    let most = (0..64).filter(|lane| lanes >> lane & 1 != 0).map(group).max();
    let mut asking = vec![0u64; most.map_or(0, |most| most + 1)];
    for lane in (0..64).filter(|lane| lanes >> lane & 1 != 0) {
        asking[group(lane)] |= 1 << lane;
    }
    for i in (1..asking.len()).rev() {
        asking[i - 1] |= asking[i];
    }
    for (i, &lanes) in asking.iter().enumerate() {
        let alike = lanes & !asking.get(i + 1).copied().unwrap_or(0);
        ask((i << low, 1 << low), (lanes, alike), told, asked, out);
    }
}

/// The same lanes ask for some values in a row.
#[inline(always)]
fn ask(
    (first, count): (usize, usize),
    (lanes, alike): (u64, u64),
    told: &[u64],
    asked: &mut [u32],
    out: &mut Vec<Asking>,
) {
    for x in first..first + count {
        if let Some(asked) = asked.get_mut(x) {
            *asked += lanes.count_ones();
        }
        let left = lanes & !told.get(x).copied().unwrap_or(0);
        if left != 0 {
            out.push((x as u32, left, left & alike));
        }
    }
}

/// # Safety
/// The processor has the instructions; numbers are bytes.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,popcnt")]
unsafe fn below_512<V: Stored>(
    row: &Row<V>,
    (lanes, low): (u64, u32),
    told: &[u64],
    asked: &mut [u32],
    out: &mut Vec<Asking>,
) {
    use std::arch::x86_64::*;
    // SAFETY: the row is 64 bytes.
    let row = unsafe { _mm512_loadu_si512(row.as_ptr().cast()) };
    out.reserve(256);
    let (place, mut count) = (out.as_mut_ptr(), 0);
    let mut asking = lanes;
    for first in (0..256).step_by(1 << low) {
        if asking == 0 {
            break;
        }
        // Beyond the last number nobody asks.
        let most = first + (1 << low) - 1;
        let next = lanes & _mm512_cmpgt_epu8_mask(row, _mm512_set1_epi8(most as i8));
        for x in first..=most {
            if let Some(asked) = asked.get_mut(x) {
                *asked += asking.count_ones();
            }
            let left = asking & !told.get(x).copied().unwrap_or(0);
            // Written in any case: nobody has to guess whether anything is left.
            // SAFETY: there is room for 256, and no x comes twice.
            unsafe { place.add(count).write((x as u32, left, left & !next)) };
            count += usize::from(left != 0);
        }
        asking = next;
    }
    // SAFETY: so many were written.
    unsafe { out.set_len(count) };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbers::numbers;

    fn all_levels_agree<V: Stored>(most: u64) {
        let mut next = numbers(most);
        for round in 0..60 {
            let row: Row<V> = std::array::from_fn(|_| V::of(next(most) as u32));
            let lanes = if round == 0 { 0 } else { next(1 << 31) | next(1 << 31) << 33 };
            let low = [0, 1, 3, 8][round % 4];
            let told: Vec<u64> =
                (0..next(most)).map(|_| next(1 << 31) | next(1 << 31) << 33).collect();
            let counts: Vec<u32> = (0..next(most)).map(|_| next(9) as u32).collect();
            let mut expected = Vec::new();
            let mut sums = counts.clone();
            for x in 0..2 << 16 {
                let asks = |&lane: &usize| {
                    lanes >> lane & 1 != 0 && row[lane].number() >> low >= x as u32 >> low
                };
                let asking = (0..64).filter(asks).fold(0, |all, lane| all | 1u64 << lane);
                if asking == 0 {
                    break;
                }
                if let Some(sum) = sums.get_mut(x) {
                    *sum += asking.count_ones();
                }
                let left = asking & !told.get(x).copied().unwrap_or(0);
                if left != 0 {
                    let alike = |&lane: &usize| row[lane].number() >> low == x as u32 >> low;
                    let alike = (0..64).filter(alike).fold(0, |all, lane| all | 1u64 << lane);
                    expected.push((x as u32, left, left & alike));
                }
            }
            for level in Level::all() {
                let (mut asked, mut out) = (counts.clone(), vec![(7, 7, 7)]);
                below(level, &row, (lanes, low), &told, &mut asked, &mut out);
                assert_eq!(out, expected, "{level:?} {low}");
                assert_eq!(asked, sums, "{level:?} {low}");
            }
        }
    }

    #[test]
    fn all_levels_ask_for_the_same_values() {
        all_levels_agree::<u8>(30);
        all_levels_agree::<u8>(256);
        all_levels_agree::<u16>(30);
        all_levels_agree::<u16>(2000);
    }
}
