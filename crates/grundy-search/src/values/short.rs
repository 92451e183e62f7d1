//! What is known of parts whose keys are below 2^69: six entries in a line of the cache.

use super::lines::Line;
use super::table::{Format, lock};
use super::{EXACT, Known, VISITED};
use std::sync::atomic::{Ordering, fence};

/// Keys from here on belong to the other table.
pub const END: u128 = 1 << (64 + CLASS_BITS);

/// How many bits of a key beyond the lowest 64 an entry has room for.
const CLASS_BITS: u32 = 5;

/// Entries in a line.
const WAYS: usize = 6;

/// Values from here on are not stored.
const VALUES: u16 = 1 << 11;

/// Nimbers below this are stored one by one if they are ruled out.
const MASKED: u16 = 10;

/// Bits of what is known: a flag for values, and the value or the nimbers and whether it was visited.
const KNOWN_BITS: u32 = 12;
const IS_VALUE: u64 = 1 << 11;
const WAS_VISITED: u64 = 1 << 10;

/// Bits of an entry in its word of notes: what is known, the class, the work.
const ENTRY_BITS: u32 = 19;

/// Entries in a word of notes.
const PER_WORD: usize = 3;

/// Where the version of a word of notes stands; it is odd while a thread writes.
const VERSION: u32 = ENTRY_BITS * PER_WORD as u32;

/// Words 0 to 5 of a line are the lowest 64 bits of keys. Words 6 and 7 hold the notes of three entries each,
/// and a version of 7 bits. A reader who finds the notes unchanged has read keys that belong to them
/// (H.-J. Boehm 2012: sequence locks).
#[derive(Debug)]
pub struct Short;

/// What is known, as far as there is room for it.
fn packed(known: Known) -> u64 {
    let bits = known.bits();
    if bits & EXACT != 0 {
        let value = bits & !EXACT;
        return if value < VALUES { IS_VALUE | u64::from(value) } else { 0 };
    }
    let visited = if bits & VISITED != 0 { WAS_VISITED } else { 0 };
    u64::from(bits & ((1 << MASKED) - 1)) | visited
}

#[inline]
fn unpacked(bits: u64) -> Known {
    let low = (bits & 0x7ff) as u16;
    if bits & IS_VALUE != 0 {
        return Known(EXACT | low);
    }
    let visited = if bits & WAS_VISITED != 0 { VISITED } else { 0 };
    Known(low & ((1 << MASKED) - 1) | visited)
}

/// How dear an entry was, in two bits.
fn effort(work: u64) -> u64 {
    match work {
        0..8 => 0,
        8..64 => 1,
        64..1024 => 2,
        _ => 3,
    }
}

/// The entry of this number in a word of notes.
#[inline]
fn note(notes: u64, way: usize) -> u64 {
    notes >> (ENTRY_BITS * (way % PER_WORD) as u32) & ((1 << ENTRY_BITS) - 1)
}

impl Format for Short {
    const WAYS: usize = WAYS;

    const CROWD: usize = 3;

    #[inline]
    fn get(line: &Line, key: u128) -> Known {
        let (low, class) = (key as u64, (key >> 64) as u64);
        // All six at once: which one it is cannot be foreseen.
        let mut equal =
            (0..WAYS).fold(0u32, |equal, way| equal | u32::from(line.word(way) == low) << way);
        while equal != 0 {
            let way = equal.trailing_zeros() as usize;
            equal &= equal - 1;
            let word = &line.0[WAYS + way / PER_WORD];
            let notes = word.load(Ordering::Acquire);
            // The key again: it may have been written meanwhile.
            let same = line.0[way].load(Ordering::Acquire) == low;
            let entry = note(notes, way);
            if !same || entry >> KNOWN_BITS & ((1 << CLASS_BITS) - 1) != class {
                continue;
            }
            if notes >> VERSION & 1 == 1 || word.load(Ordering::Relaxed) != notes {
                return Known(0);
            }
            return unpacked(entry);
        }
        Known(0)
    }

    fn add(line: &Line, key: u128, hash: u64, known: Known, work: u64) -> bool {
        if packed(known) == 0 {
            return false;
        }
        let (low, class) = (key as u64, (key >> 64) as u64);
        let notes = |way: usize| line.word(WAYS + way / PER_WORD);
        let is_free = |way: usize| note(notes(way), way) & ((1 << KNOWN_BITS) - 1) == 0;
        let found = (0..WAYS).find(|&way| {
            let entry = note(notes(way), way);
            line.word(way) == low
                && entry >> KNOWN_BITS & ((1 << CLASS_BITS) - 1) == class
                && !is_free(way)
        });
        let worth = |&way: &usize| {
            let entry = note(notes(way), way);
            (entry & IS_VALUE, entry >> (KNOWN_BITS + CLASS_BITS))
        };
        // Which of equals goes depends on the key.
        let start = (hash >> 60) as usize % WAYS;
        let way = found
            .or_else(|| (0..WAYS).find(|&way| is_free(way)))
            .or_else(|| (0..WAYS).map(|way| (way + start) % WAYS).min_by_key(worth))
            .unwrap_or(0);
        let word = &line.0[WAYS + way / PER_WORD];
        let Some(before) = lock(word, VERSION) else { return false };
        let old = note(before, way);
        let is_same = line.word(way) == low
            && old >> KNOWN_BITS & ((1 << CLASS_BITS) - 1) == class
            && old & ((1 << KNOWN_BITS) - 1) != 0;
        let is_new = old & ((1 << KNOWN_BITS) - 1) == 0;
        let known =
            if is_same { unpacked(old & ((1 << KNOWN_BITS) - 1)).with(known) } else { known };
        let entry = packed(known) | class << KNOWN_BITS | effort(work) << (KNOWN_BITS + CLASS_BITS);
        line.0[way].store(low, Ordering::Release);
        let shift = ENTRY_BITS * (way % PER_WORD) as u32;
        let next = before & !(((1 << ENTRY_BITS) - 1) << shift) | entry << shift;
        let version = (before >> VERSION).wrapping_add(2) & 0x7f;
        let all = next & ((1 << VERSION) - 1) | version << VERSION;
        word.store(all, Ordering::Release);
        is_new
    }

    fn read(line: &Line) -> Option<[u64; 8]> {
        (0..1 << 10).find_map(|_| {
            let notes = [6, 7].map(|i| line.0[i].load(Ordering::Acquire));
            let mut words: [u64; 8] = std::array::from_fn(|i| line.word(i));
            fence(Ordering::Acquire);
            let whole =
                (0..2).all(|i| notes[i] >> VERSION & 1 == 0 && line.word(6 + i) == notes[i]);
            (words[6], words[7]) = (notes[0], notes[1]);
            whole.then_some(words)
        })
    }

    fn entries(words: [u64; 8]) -> impl Iterator<Item = (u128, Known, u64)> {
        (0..WAYS).filter_map(move |way| {
            let entry = note(words[WAYS + way / PER_WORD], way);
            let known = unpacked(entry & ((1 << KNOWN_BITS) - 1));
            let class = entry >> KNOWN_BITS & ((1 << CLASS_BITS) - 1);
            let work = [0, 8, 64, 1024][(entry >> (KNOWN_BITS + CLASS_BITS)) as usize & 3];
            let key = u128::from(class) << 64 | u128::from(words[way]);
            (!known.is_nothing()).then_some((key, known, work))
        })
    }
}
