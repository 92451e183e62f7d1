//! Least values by going through all pairs, for few pairs and values below 64.

use crate::Level;
use crate::level::Kind;

/// Added to a cell that attains nothing.
pub const SILENT: u8 = 0x80;

/// Computes the cells `from..to` of the 64 that begin at `at`: the least value that no pair attains.
///
/// A pair (d, g) attains `cells[at + lane - d] ^ g` at a lane, unless that is 64 or more. Returns the
/// first lane at which all 64 values are attained, or `to`. The pairs are sorted; cells from
/// `at + from` on are overwritten.
///
/// # Complexity
/// About half an instruction for each lane and pair with AVX-512.
///
/// # Panics
/// If some d exceeds `at` or is 0, or the cells end before the eight that hold the last lane.
pub fn direct(
    level: Level,
    cells: &mut [u8],
    at: usize,
    pairs: &[(u32, u8)],
    from: usize,
    to: usize,
) -> usize {
    debug_assert!(pairs.is_sorted());
    let farthest = pairs.iter().map(|p| p.0 as usize).max().unwrap_or(0);
    assert!(at >= farthest && at + to.next_multiple_of(8) <= cells.len());
    assert!(pairs.first().is_none_or(|p| p.0 > 0));
    match level.0 {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the processor has the instructions, and the lengths were checked.
        Kind::Avx512 => unsafe { direct_512(cells, at, pairs, from, to) },
        _ => direct_plain(cells, at, pairs, from, to, |cells, first, pairs| {
            let mut seen = [0u64; 8];
            for &(d, g) in pairs {
                let source = &cells[first - d as usize..][..8];
                for (seen, cell) in seen.iter_mut().zip(source) {
                    *seen |= bit(cell ^ g);
                }
            }
            seen
        }),
    }
}

#[inline(always)]
fn bit(cell: u8) -> u64 {
    1u64.checked_shl(cell.into()).unwrap_or(0)
}

/// `wide`: what pairs with d >= 8 attain at eight lanes.
#[inline(always)]
fn direct_plain(
    cells: &mut [u8],
    at: usize,
    pairs: &[(u32, u8)],
    from: usize,
    to: usize,
    wide: impl Fn(&[u8], usize, &[(u32, u8)]) -> [u64; 8],
) -> usize {
    let (close, far) = pairs.split_at(pairs.partition_point(|p| p.0 < 8));
    let mut lane = from;
    while lane < to {
        let group = lane / 8 * 8;
        let seen = wide(cells, at + group, far);
        while lane < to && lane < group + 8 {
            let n = at + lane;
            let mut seen = seen[lane - group];
            for &(d, g) in close {
                seen |= bit(cells[n - d as usize] ^ g);
            }
            if seen == !0 {
                return lane;
            }
            cells[n] = seen.trailing_ones() as u8;
            lane += 1;
        }
    }
    to
}

/// # Safety
/// at >= d for every pair, and the eight cells that hold lane `to - 1` exist.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
unsafe fn direct_512(
    cells: &mut [u8],
    at: usize,
    pairs: &[(u32, u8)],
    from: usize,
    to: usize,
) -> usize {
    use std::arch::x86_64::*;
    direct_plain(cells, at, pairs, from, to, |cells, first, pairs| {
        let one = _mm512_set1_epi64(1);
        let load = |&(d, g): &(u32, u8)| {
            // SAFETY: 8 <= d <= at <= first, so the eight cells are before those of the lanes.
            let eight =
                unsafe { cells.as_ptr().add(first - d as usize).cast::<u64>().read_unaligned() };
            let values = eight ^ (u64::from(g) * 0x0101_0101_0101_0101);
            let counts = _mm512_cvtepu8_epi64(_mm_cvtsi64_si128(values as i64));
            // A shift by 64 or more gives 0.
            _mm512_sllv_epi64(one, counts)
        };
        let two = pairs.chunks_exact(2);
        let mut a = two.remainder().first().map_or(_mm512_setzero_si512(), load);
        let mut b = _mm512_setzero_si512();
        for pair in two {
            a = _mm512_or_si512(a, load(&pair[0]));
            b = _mm512_or_si512(b, load(&pair[1]));
        }
        let mut seen = [0u64; 8];
        // SAFETY: eight words are as long as the vector.
        unsafe { _mm512_storeu_si512(seen.as_mut_ptr().cast(), _mm512_or_si512(a, b)) };
        seen
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_levels_compute_the_same_cells() {
        let mut state = 3u64;
        let mut next = |below: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) % below
        };
        for round in 0..200 {
            let values = [8, 64, 16, 30][round % 4];
            let mut cells: Vec<u8> = (0..300)
                .map(|_| next(values) as u8 | if next(9) == 0 { SILENT } else { 0 })
                .collect();
            cells.resize(400, 77);
            let mut pairs: Vec<(u32, u8)> = (0..next(if values == 64 { 300 } else { 40 }))
                .map(|_| (1 + next(290) as u32, next(values) as u8))
                .collect();
            pairs.sort_unstable();
            let (from, to) = (next(4) as usize, 64 - next(20) as usize);
            let mut expected = cells.clone();
            let mut end = to;
            for lane in from..to {
                let n = 300 + lane;
                let attained: Vec<u8> =
                    pairs.iter().map(|&(d, g)| expected[n - d as usize] ^ g).collect();
                let Some(least) = (0..64).find(|v| !attained.contains(v)) else {
                    end = lane;
                    break;
                };
                expected[n] = least;
            }
            for level in Level::all() {
                let mut found = cells.clone();
                assert_eq!(direct(level, &mut found, 300, &pairs, from, to), end, "{level:?}");
                assert_eq!(found[..300 + end], expected[..300 + end], "{level:?}");
            }
        }
    }
}
