//! What is known of parts: a bounded table without locks, written by several threads.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering, fence};

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

/// Three entries in one line of the cache.
///
/// Word 0 holds a version (16 bits, odd while a thread writes) and what is known of each entry, so that
/// a reader who finds it unchanged has read keys that belong to it (H.-J. Boehm 2012: sequence locks).
/// Words 1 to 6 are the keys, word 7 the work that each entry took.
#[derive(Debug)]
#[repr(align(64))]
struct Bucket([AtomicU64; 8]);

const WAYS: usize = 3;

impl Bucket {
    /// All words as they were at one moment; `None` if a thread holds on to the bucket.
    fn read(&self) -> Option<[u64; 8]> {
        (0..1 << 10).find_map(|_| {
            let first = self.0[0].load(Ordering::Acquire);
            let mut words: [u64; 8] = std::array::from_fn(|i| self.0[i].load(Ordering::Relaxed));
            fence(Ordering::Acquire);
            words[0] = first;
            let whole = first & 1 == 0 && self.0[0].load(Ordering::Relaxed) == first;
            if !whole {
                std::hint::spin_loop();
            }
            whole.then_some(words)
        })
    }
}

/// A table of what is known of parts.
///
/// Keys are kept whole: an answer is always that of the part asked for. A full bucket gives up the entry
/// that took least work, nimbers ruled out before values.
#[derive(Debug)]
pub struct Values {
    buckets: Box<[Bucket]>,
    used: AtomicUsize,
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

impl Values {
    /// A table of 2^`log` buckets of 64 bytes.
    pub fn new(log: u32) -> Self {
        let empty = || Bucket(std::array::from_fn(|_| AtomicU64::new(0)));
        let buckets = (0..1usize << log).map(|_| empty()).collect();
        Self { buckets, used: AtomicUsize::new(0) }
    }

    /// The bytes of a table of 2^`log` buckets.
    pub const fn bytes(log: u32) -> u64 {
        (size_of::<Bucket>() as u64) << log
    }

    /// The logarithm of the number of buckets.
    pub fn log(&self) -> u32 {
        self.buckets.len().trailing_zeros()
    }

    /// How many entries there is room for in a table of 2^`log` buckets.
    pub const fn room(log: u32) -> u64 {
        (WAYS as u64) << log
    }

    /// How many entries are in use.
    pub fn len(&self) -> usize {
        self.used.load(Ordering::Relaxed)
    }

    /// Whether no entry is in use.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether most entries are in use.
    pub fn is_crowded(&self) -> bool {
        self.len() > self.buckets.len() * 2
    }

    #[inline]
    fn bucket(&self, hash: u64) -> &Bucket {
        &self.buckets[hash as usize & (self.buckets.len() - 1)]
    }

    /// Fetches what a look at this key needs, so that several looks wait for memory together.
    #[inline]
    pub fn fetch(&self, hash: u64) -> u64 {
        self.bucket(hash).0[0].load(Ordering::Relaxed)
    }

    /// What is known of the part with this key.
    #[inline]
    pub fn get(&self, key: u128, hash: u64) -> Known {
        let words = &self.bucket(hash).0;
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

    /// Adds what is known of a part; `work` says how dear it was.
    pub fn add(&self, key: u128, hash: u64, known: Known, work: u64) {
        if known.is_nothing() {
            return;
        }
        let words = &self.bucket(hash).0;
        let Some(first) = lock(&words[0]) else { return };
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
            if free.is_some() {
                self.used.fetch_add(1, Ordering::Relaxed);
            }
            free.or_else(|| (0..WAYS).min_by_key(worth)).unwrap_or(0)
        });
        let known = if found.is_some() { data(way).with(known) } else { known };
        words[1 + 2 * way].store(low, Ordering::Relaxed);
        words[2 + 2 * way].store(high, Ordering::Relaxed);
        let work = work.min(0xffff) << (16 * way);
        words[7].store(works & !(0xffff << (16 * way)) | work, Ordering::Relaxed);
        let shift = 16 + 16 * way;
        let next = first & !(0xffff << shift) | u64::from(known.0) << shift;
        let version = (first as u16).wrapping_add(2);
        words[0].store(next & !0xffff | u64::from(version), Ordering::Release);
    }

    /// All entries: key, what is known, work. What threads write meanwhile may be among them or not.
    pub fn entries(&self) -> impl Iterator<Item = (u128, Known, u64)> + '_ {
        self.buckets.iter().filter_map(Bucket::read).flat_map(|words| {
            let (data, works) = (words[0], words[7]);
            (0..WAYS).filter_map(move |way| {
                let known = Known((data >> (16 + 16 * way)) as u16);
                let key = u128::from(words[2 + 2 * way]) << 64 | u128::from(words[1 + 2 * way]);
                (!known.is_nothing()).then_some((key, known, works >> (16 * way) & 0xffff))
            })
        })
    }

    /// The same entries in a table of another size.
    pub fn resized(&self, log: u32) -> Self {
        let table = Self::new(log);
        for (key, known, work) in self.entries() {
            table.add(key, spread(key), known, work);
        }
        table
    }
}

/// Makes the version odd; word 0 as it was. `None` if another thread holds on to the bucket.
fn lock(word: &AtomicU64) -> Option<u64> {
    for _ in 0..1 << 10 {
        let first = word.load(Ordering::Relaxed);
        if first & 1 == 0
            && word
                .compare_exchange_weak(first, first | 1, Ordering::Acquire, Ordering::Relaxed)
                .is_ok()
        {
            // Keys are not written before the version is seen to be odd.
            fence(Ordering::Release);
            return Some(first);
        }
        std::hint::spin_loop();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_stored_is_found_or_forgotten_but_never_wrong() {
        let table = Values::new(6);
        let key = |i: u128| i.wrapping_mul(0x1234_5678_9abc_def1_2345_6789_abcd_ef01);
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
        let larger = table.resized(10);
        assert_eq!(larger.len(), found);
        assert_eq!(larger.entries().count(), found);
    }

    #[test]
    fn threads_never_read_what_belongs_to_another_key() {
        let table = Values::new(0);
        std::thread::scope(|scope| {
            for t in 0..3u128 {
                let table = &table;
                scope.spawn(move || {
                    for i in 0..200_000u128 {
                        let key = 1 + (i * 7 + t) % 8;
                        let key = key << 64 | key;
                        if let Some(value) = table.get(key, 0).value() {
                            assert_eq!(u128::from(value), key >> 64);
                        }
                        table.add(key, 0, Known::exactly((key >> 64) as u32), 1);
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
