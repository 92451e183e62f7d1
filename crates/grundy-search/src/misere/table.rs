//! Proof numbers of sums, in a table of bounded size.

use crate::numbers::Numbers;

/// One sum: all 128 bits of its number are compared. Free while no numbers are stored.
#[derive(Clone, Copy, Debug)]
struct Entry {
    key: u128,
    numbers: Numbers,
    /// How many sums were expanded for these numbers.
    work: u32,
}

const FREE: Entry = Entry { key: 0, numbers: Numbers { win: 0, loss: 0 }, work: 0 };

impl Entry {
    fn is_free(&self) -> bool {
        self.numbers == FREE.numbers
    }
}

/// Entries that a sum may stand in.
const BUCKET: usize = 4;

/// What is known of sums. Where all entries that a sum may stand in are taken, what took least work goes.
#[derive(Debug)]
pub struct Table {
    entries: Vec<Entry>,
    len: usize,
}

impl Table {
    /// The logarithm of the buckets of the least table: 8 KiB.
    pub const MIN_LOG: u32 = 6;

    /// A table of 2^`log` buckets.
    pub fn new(log: u32) -> Self {
        Self { entries: vec![FREE; BUCKET << log], len: 0 }
    }

    /// Bytes of a table of 2^`log` buckets.
    pub const fn bytes_of(log: u32) -> u64 {
        ((BUCKET * size_of::<Entry>()) as u64) << log
    }

    /// The logarithm of the buckets.
    pub fn log(&self) -> u32 {
        (self.entries.len() / BUCKET).ilog2()
    }

    /// Bytes of the table.
    pub fn bytes(&self) -> u64 {
        Self::bytes_of(self.log())
    }

    /// How many sums are in it.
    pub fn len(&self) -> usize {
        self.len
    }

    /// How many sums it has room for.
    pub fn room(log: u32) -> u64 {
        (BUCKET as u64) << log
    }

    /// Whether more room would be used.
    pub fn is_crowded(&self) -> bool {
        self.len > self.entries.len() / 4 * 3
    }

    fn start(&self, key: u128) -> usize {
        (key >> 64) as usize & (self.entries.len() / BUCKET - 1)
    }

    /// The numbers of a sum, if they are still there.
    #[inline]
    pub fn get(&self, key: u128) -> Option<Numbers> {
        let start = self.start(key) * BUCKET;
        let bucket = &self.entries[start..start + BUCKET];
        bucket.iter().find(|entry| entry.key == key && !entry.is_free()).map(|entry| entry.numbers)
    }

    /// Stores the numbers of a sum.
    pub fn set(&mut self, key: u128, numbers: Numbers, work: u32) {
        let start = self.start(key) * BUCKET;
        let bucket = &mut self.entries[start..start + BUCKET];
        let own = bucket.iter().position(|entry| entry.key == key && !entry.is_free());
        let work = match own {
            Some(i) => work.saturating_add(bucket[i].work),
            None => work,
        };
        let place = own.or_else(|| bucket.iter().position(Entry::is_free));
        self.len += usize::from(own.is_none() && place.is_some());
        let place = place.or_else(|| (0..BUCKET).min_by_key(|&i| bucket[i].work)).unwrap_or(0);
        bucket[place] = Entry { key, numbers, work };
    }

    /// The same in a table of another size.
    #[must_use]
    pub fn resized(&self, log: u32) -> Self {
        let mut table = Self::new(log);
        for entry in self.entries.iter().filter(|entry| !entry.is_free()) {
            table.set(entry.key, entry.numbers, entry.work);
        }
        table
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_stored_is_found_or_forgotten_but_never_wrong() {
        let mut table = Table::new(5);
        let key = |i: u128| i.wrapping_mul(0x1234_5678_9abc_def1_2345_6789_abcd_ef01);
        for i in 1..500 {
            let numbers = Numbers { win: i, loss: 2 * i };
            table.set(key(i.into()), numbers, i);
            assert_eq!(table.get(key(i.into())), Some(numbers));
        }
        let found = |table: &Table| {
            let all = (1..1000).filter_map(|i: u32| {
                let numbers = table.get(key(i.into()))?;
                assert!(i < 500 && numbers == Numbers { win: i, loss: 2 * i });
                Some(i)
            });
            all.count()
        };
        assert_eq!(found(&table), table.len());
        assert!(table.len() > 100 && table.is_crowded(), "{}", table.len());
        let larger = table.resized(8);
        assert_eq!(found(&larger), table.len());
    }
}
