//! What is known of parts: a bounded table without locks, written by several threads.

mod lines;
mod long;
mod short;
mod table;

pub(crate) use lines::Lines;
use long::Long;
use short::Short;
use table::{Format, Table};

/// What is known of the value of a part: the value itself, or nimbers that it is not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Known(u16);

const EXACT: u16 = 0x8000;

/// Values from here on cannot be stored.
const END: u32 = EXACT as u32;

/// Nimbers below this can be ruled out one by one.
const MASKED: u32 = 14;

/// The part was looked at, and there may be hints of it.
const VISITED: u16 = 1 << MASKED;

impl Known {
    /// The value is this.
    #[inline]
    pub fn exactly(value: u32) -> Self {
        if value < END { Self(EXACT | value as u16) } else { Self(0) }
    }

    /// The value is not this.
    #[inline]
    pub fn not(value: u32) -> Self {
        if value < MASKED { Self(1 << value) } else { Self(0) }
    }

    /// The part was looked at without a result.
    #[inline]
    pub fn visited() -> Self {
        Self(VISITED)
    }

    /// Whether the part was looked at before.
    #[inline]
    pub fn was_visited(self) -> bool {
        self.0 & VISITED != 0
    }

    /// The value, if it is known.
    #[inline]
    pub fn value(self) -> Option<u16> {
        (self.0 & EXACT != 0).then_some(self.0 & !EXACT)
    }

    /// Whether the value is known to be another, or to be this; `None` if neither.
    #[inline]
    pub fn is(self, value: u32) -> Option<bool> {
        if self.0 & EXACT != 0 {
            Some(u32::from(self.0 & !EXACT) == value)
        } else if value < MASKED && self.0 >> value & 1 == 1 {
            Some(false)
        } else {
            None
        }
    }

    /// Both together; a value beats nimbers ruled out.
    #[inline]
    pub fn with(self, other: Self) -> Self {
        match (self.0 & EXACT != 0, other.0 & EXACT != 0) {
            (true, _) => self,
            (false, true) => other,
            (false, false) => Self(self.0 | other.0),
        }
    }

    /// As a number, for files.
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// What [`bits`](Self::bits) told; the hint that the part was looked at is left out.
    pub const fn from_bits(bits: u16) -> Self {
        if bits & EXACT != 0 { Self(bits) } else { Self(bits & !VISITED) }
    }

    /// Whether nothing is known.
    #[inline]
    pub fn is_nothing(self) -> bool {
        self.0 == 0
    }
}

/// A table of what is known of parts.
///
/// Keys are kept whole: an answer is always that of the part asked for. A full line gives up the entry
/// that took least work, nimbers ruled out before values. Keys below 2^69 take 11 bytes with what is known,
/// others 21; the two tables grow by themselves. Of short keys values below 2,048 are kept, and
/// nimbers below 10 that are ruled out.
#[derive(Debug)]
pub struct Values {
    short: Table<Short>,
    long: Table<Long>,
}

/// Spreads keys over the table.
#[inline]
pub fn spread(key: u128) -> u64 {
    let low = (key as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let high = ((key >> 64) as u64).wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
    let z = low ^ high.rotate_left(32);
    let z = (z ^ z >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    z ^ z >> 32
}

/// Bytes of a line.
pub(crate) const LINE_BYTES: u64 = 64;

/// The logarithm of the lines that either table begins with.
const FIRST_LOG: u32 = 9;

impl Default for Values {
    fn default() -> Self {
        Self::new(FIRST_LOG)
    }
}

impl Values {
    /// Two tables of 2^`log` lines of 64 bytes each.
    pub fn new(log: u32) -> Self {
        Self { short: Table::new(log), long: Table::new(log) }
    }

    /// The bytes of both tables.
    pub fn bytes(&self) -> u64 {
        LINE_BYTES * (self.short.lines().len() + self.long.lines().len()) as u64
    }

    /// The logarithm of the lines of the larger table.
    pub fn log(&self) -> u32 {
        self.short.lines().log().max(self.long.lines().log())
    }

    /// Doubles the table that is crowded, if one is and both then have at most so many bytes; whether that
    /// was done.
    pub fn grow(&mut self, bytes: u64) -> bool {
        let (short, long) = (self.short.is_crowded(), self.long.is_crowded());
        self.double(short, long, bytes)
    }

    /// As [`grow`](Self::grow), already when a third is in use: hardly an entry is forgotten then.
    pub fn grow_early(&mut self, bytes: u64) -> bool {
        let (short, long) = (self.short.is_third_full(), self.long.is_third_full());
        self.double(short, long, bytes)
    }

    fn double(&mut self, short: bool, long: bool, bytes: u64) -> bool {
        let fits = self.growth(short, long).is_some_and(|more| self.bytes() + more <= bytes);
        if fits && short {
            self.short.double();
        } else if fits {
            self.long.double();
        }
        fits
    }

    /// How many bytes a table that is crowded needs beyond those it has.
    pub(crate) fn needs(&self) -> Option<u64> {
        self.growth(self.short.is_crowded(), self.long.is_crowded())
    }

    fn growth(&self, short: bool, long: bool) -> Option<u64> {
        let lines = match (short, long) {
            (true, _) => self.short.lines(),
            (false, true) => self.long.lines(),
            (false, false) => return None,
        };
        Some(LINE_BYTES * lines.len() as u64)
    }

    /// How many entries there are room for if both tables may have so many bytes, most keys being as they are
    /// now.
    pub fn room(&self, bytes: u64) -> u64 {
        let (other, ways) = match self.short.len() >= self.long.len() {
            true => (self.long.lines().len(), Short::WAYS),
            false => (self.short.lines().len(), Long::WAYS),
        };
        let lines = (bytes / LINE_BYTES).saturating_sub(other as u64).max(1);
        (ways as u64) << lines.ilog2()
    }

    /// How many entries are in use.
    pub fn len(&self) -> usize {
        self.short.len() + self.long.len()
    }

    /// Whether no entry is in use.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Fetches what a look at this key needs, so that several looks wait for memory together.
    #[inline]
    pub fn fetch(&self, key: u128, hash: u64) -> u64 {
        if key < short::END {
            self.short.lines().of(hash).word(0)
        } else {
            self.long.lines().of(hash).word(0)
        }
    }

    /// What is known of the part with this key.
    #[inline]
    pub fn get(&self, key: u128, hash: u64) -> Known {
        if key < short::END { self.short.get(key, hash) } else { self.long.get(key, hash) }
    }

    /// Adds what is known of a part; `work` says how dear it was.
    #[inline]
    pub fn add(&self, key: u128, hash: u64, known: Known, work: u64) {
        if key < short::END {
            self.short.add(key, hash, known, work);
        } else {
            self.long.add(key, hash, known, work);
        }
    }

    /// All entries: key, what is known, about how much work it took. What threads write meanwhile may be
    /// among them or not.
    pub fn entries(&self) -> impl Iterator<Item = (u128, Known, u64)> + '_ {
        self.short.entries().chain(self.long.entries())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_stored_is_found_or_forgotten_but_never_wrong() {
        for short in [false, true] {
            entries_are_found_or_forgotten(short);
        }
    }

    fn entries_are_found_or_forgotten(short: bool) {
        let mut table = Values::new(if short { 5 } else { 6 });
        let key = |i: u128| {
            let key = i.wrapping_mul(0x1234_5678_9abc_def1_2345_6789_abcd_ef01);
            if short { key >> 59 } else { key }
        };
        for i in 1..500u128 {
            table.add(key(i), spread(key(i)), Known::exactly(i as u32 % 9), i as u64);
        }
        let mut found = 0;
        for i in 1..1000u128 {
            match table.get(key(i), spread(key(i))).value() {
                Some(value) => {
                    assert!(i < 500 && value == (i % 9) as u16);
                    found += 1;
                }
                None => assert!(table.get(key(i), spread(key(i))).is_nothing()),
            }
        }
        assert_eq!(found, table.len());
        assert!(found >= 180, "{found}");
        let before: std::collections::BTreeSet<_> =
            table.entries().map(|(key, known, _)| (key, known.bits())).collect();
        assert_eq!(before.len(), found);
        let bytes = table.bytes();
        while table.grow(1 << 20) {}
        assert!(table.bytes() > bytes);
        let after = table.entries().map(|(key, known, _)| (key, known.bits())).collect();
        assert_eq!(before, after);
        assert_eq!(table.len(), found);
        assert!(!table.grow(1 << 30), "no longer crowded");
    }

    #[test]
    fn threads_never_read_what_belongs_to_another_key() {
        for shift in [0, 64] {
            let table = Values::new(0);
            threads_write(&table, shift);
        }
    }

    fn threads_write(table: &Values, shift: u32) {
        std::thread::scope(|scope| {
            for t in 0..3u128 {
                scope.spawn(move || {
                    for i in 0..200_000u128 {
                        let key = 1 + (i * 7 + t) % 8;
                        let whole = key << shift | key;
                        if let Some(value) = table.get(whole, 0).value() {
                            assert_eq!(u128::from(value), key);
                        }
                        table.add(whole, 0, Known::exactly(key as u32), 1);
                    }
                });
            }
        });
    }

    #[test]
    fn nimbers_are_ruled_out_one_by_one() {
        let known = Known::not(3).with(Known::not(5));
        assert_eq!((known.is(3), known.is(4), known.is(5)), (Some(false), None, Some(false)));
        let known = known.with(Known::exactly(4));
        assert_eq!((known.is(4), known.is(0), known.value()), (Some(true), Some(false), Some(4)));
        assert!(Known::not(14).is_nothing());
        assert!(!Known::visited().is_nothing() && Known::visited().value().is_none());
    }
}
