//! What is known of any parts: three entries in a line of the cache.

use super::lines::Line;
use super::table::{Format, lock};
use super::{EXACT, Known};
use std::sync::atomic::{Ordering, fence};

/// Entries in a line.
const WAYS: usize = 3;

/// Word 0 of a line holds a version (16 bits, odd while a thread writes) and what is known of each entry, so
/// that a reader who finds it unchanged has read keys that belong to it (H.-J. Boehm 2012: sequence locks).
/// Words 1 to 6 are the keys, word 7 the work that each entry took.
#[derive(Debug)]
pub struct Long;

impl Format for Long {
    const WAYS: usize = WAYS;

    const CROWD: usize = 2;

    #[inline]
    fn get(line: &Line, key: u128) -> Known {
        let words = &line.0;
        let first = words[0].load(Ordering::Acquire);
        let (low, high) = (key as u64, (key >> 64) as u64);
        for way in 0..WAYS {
            if words[1 + 2 * way].load(Ordering::Relaxed) == low
                && words[2 + 2 * way].load(Ordering::Relaxed) == high
            {
                fence(Ordering::Acquire);
                // Written meanwhile: as good as unknown.
                if first & 1 == 1 || words[0].load(Ordering::Relaxed) != first {
                    return Known(0);
                }
                return Known((first >> (16 + 16 * way)) as u16);
            }
        }
        Known(0)
    }

    fn add(line: &Line, key: u128, _: u64, known: Known, work: u64) -> bool {
        if known.is_nothing() {
            return false;
        }
        let words = &line.0;
        let Some(first) = lock(&words[0], 0) else { return false };
        let (low, high) = (key as u64, (key >> 64) as u64);
        let data = |way: usize| Known((first >> (16 + 16 * way)) as u16);
        let works = words[7].load(Ordering::Relaxed);
        let found = (0..WAYS).find(|&way| {
            !data(way).is_nothing()
                && words[1 + 2 * way].load(Ordering::Relaxed) == low
                && words[2 + 2 * way].load(Ordering::Relaxed) == high
        });
        let way = found.unwrap_or_else(|| {
            let worth = |&way: &usize| (data(way).0 & EXACT, works >> (16 * way) & 0xffff);
            let free = (0..WAYS).find(|&way| data(way).is_nothing());
            free.or_else(|| (0..WAYS).min_by_key(worth)).unwrap_or(0)
        });
        let is_new = data(way).is_nothing();
        let known = if found.is_some() { data(way).with(known) } else { known };
        words[1 + 2 * way].store(low, Ordering::Relaxed);
        words[2 + 2 * way].store(high, Ordering::Relaxed);
        let work = work.min(0xffff) << (16 * way);
        words[7].store(works & !(0xffff << (16 * way)) | work, Ordering::Relaxed);
        let shift = 16 + 16 * way;
        let next = first & !(0xffff << shift) | u64::from(known.0) << shift;
        let version = (first as u16).wrapping_add(2);
        words[0].store(next & !0xffff | u64::from(version), Ordering::Release);
        is_new
    }

    fn read(line: &Line) -> Option<[u64; 8]> {
        (0..1 << 10).find_map(|_| {
            let first = line.0[0].load(Ordering::Acquire);
            let mut words: [u64; 8] = std::array::from_fn(|i| line.word(i));
            fence(Ordering::Acquire);
            words[0] = first;
            let whole = first & 1 == 0 && line.word(0) == first;
            if !whole {
                std::hint::spin_loop();
            }
            whole.then_some(words)
        })
    }

    fn entries(words: [u64; 8]) -> impl Iterator<Item = (u128, Known, u64)> {
        let (data, works) = (words[0], words[7]);
        (0..WAYS).filter_map(move |way| {
            let known = Known((data >> (16 + 16 * way)) as u16);
            let key = u128::from(words[2 + 2 * way]) << 64 | u128::from(words[1 + 2 * way]);
            (!known.is_nothing()).then_some((key, known, works >> (16 * way) & 0xffff))
        })
    }
}
