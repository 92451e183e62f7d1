//! A table from numbered positions to their values: an array where the numbers lie densely, open
//! addressing elsewhere.

use super::Value;

/// What is known of a position, as one word: a value, loony, or one of the two codes below.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Known(u32);

impl Known {
    /// Nothing is known.
    pub const NOTHING: Self = Self(u32::MAX);
    /// The position is on the search path.
    pub const ON_PATH: Self = Self(u32::MAX - 1);

    /// The position has this value.
    #[inline]
    pub const fn value(value: Value) -> Self {
        Self(value.0)
    }

    /// The Grundy value, if there is one and it is known.
    #[inline]
    pub fn number(self) -> Option<u64> {
        (u64::from(self.0) <= Value::MAX).then_some(u64::from(self.0))
    }

    /// The Grundy value, if it is known and below 64.
    #[inline]
    pub fn small(self) -> Option<u32> {
        (self.0 < 64).then_some(self.0)
    }

    /// The value, loony included, if it is known.
    #[inline]
    pub fn to_value(self) -> Option<Value> {
        (self.0 <= Value::LOONY.0).then_some(Value(self.0))
    }
}

/// A slot of the open addressing that was never used.
const EMPTY: u32 = Known::NOTHING.0;
/// A slot whose position was forgotten; what was pushed behind it is still found.
const FORGOTTEN: u32 = Value::LOONY.0 + 1;

#[derive(Clone, Copy, Debug)]
struct Slot {
    key: u64,
    code: u32,
}

/// What an element of the array says besides Grundy values: the codes above these.
mod byte {
    /// The greatest Grundy value.
    pub const MAX: u8 = LOONY - 1;
    pub const LOONY: u8 = u8::MAX - 3;
    /// The value is too large for a byte: it is found by open addressing.
    pub const ELSEWHERE: u8 = u8::MAX - 2;
    pub const ON_PATH: u8 = u8::MAX - 1;
    pub const NOTHING: u8 = u8::MAX;
}

/// The array may have this many elements (of one byte) for each position in it: a slot of 16
/// bytes, three eighths of them or more empty, costs no less.
const SPARSEST: usize = 16;

/// As [`SPARSEST`], for arrays that fit into a processor's cache.
const MAX_SHORT_SLOTS_PER_ENTRY: usize = 64;

/// The longest array that fits into a processor's cache.
const MAX_CACHED_SLOTS: usize = 1 << 20;

/// There is no room for another position: the table must grow.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Crowded;

/// What is known of the positions with numbers.
///
/// Small numbers index an array of bytes; others, and values beyond a byte, are in slots found by
/// open addressing with linear probing. Each time the slots are full it is seen whether the
/// numbers lie so densely that a longer array takes no more memory.
#[derive(Debug, Default)]
pub(super) struct Packed {
    array: Vec<u8>,
    /// None, or a power of two of them.
    slots: Vec<Slot>,
    /// Slots that are not [`EMPTY`].
    used: usize,
    len: usize,
}

impl Packed {
    /// How many positions something is known of.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        (self.array.len() + size_of::<Slot>() * self.slots.len()) as u64
    }

    /// Bytes held while the table grows.
    pub fn bytes_to_grow(&self) -> u64 {
        // Up to four new slots, or as many bytes of the array, for each used slot.
        self.bytes() + (4 * size_of::<Slot>() * (self.used + 4)) as u64
    }

    #[inline]
    fn is_full(&self) -> bool {
        8 * (self.used + 1) > 5 * self.slots.len()
    }

    /// The element of the array for a number, if the array is that long.
    #[inline(always)]
    fn element(&self, key: u64) -> Option<usize> {
        // Arrays are never that long where `usize` is shorter than `u64`.
        (key < self.array.len() as u64).then_some(key as usize)
    }

    /// What is known of the position with this number.
    #[inline(always)]
    pub fn get(&self, key: u64) -> Known {
        match self.element(key).map(|i| self.array[i]) {
            Some(number @ ..=byte::MAX) => Known(number.into()),
            Some(byte::NOTHING) => Known::NOTHING,
            Some(byte::ON_PATH) => Known::ON_PATH,
            Some(byte::LOONY) => Known::value(Value::LOONY),
            Some(byte::ELSEWHERE) | None => self.get_slot(key),
        }
    }

    #[inline(never)]
    fn get_slot(&self, key: u64) -> Known {
        let Some(mask) = self.slots.len().checked_sub(1) else { return Known::NOTHING };
        let mut i = hash(key) & mask;
        loop {
            let slot = self.slots[i];
            if slot.code == EMPTY || slot.key == key && slot.code == FORGOTTEN {
                return Known::NOTHING;
            }
            if slot.key == key {
                return Known(slot.code);
            }
            i = (i + 1) & mask;
        }
    }

    /// Puts a position of which nothing is known on the search path.
    ///
    /// # Errors
    /// [`Crowded`] if there is no room for it.
    #[inline(always)]
    pub fn open(&mut self, key: u64) -> Result<(), Crowded> {
        match self.element(key) {
            Some(i) => self.array[i] = byte::ON_PATH,
            None if self.is_full() => return Err(Crowded),
            None => self.set_slot(key, Known::ON_PATH),
        }
        self.len += 1;
        Ok(())
    }

    /// Notes the value of a position on the search path.
    #[inline(always)]
    pub fn close(&mut self, key: u64, value: Value) {
        match (self.element(key), as_byte(value.0)) {
            (Some(i), Some(byte)) => self.array[i] = byte,
            (None, _) => self.set_slot(key, Known::value(value)),
            (Some(i), None) => self.close_elsewhere(i, value),
        }
    }

    /// The position `i` of the array has a value that is no byte.
    #[cold]
    fn close_elsewhere(&mut self, i: usize, value: Value) {
        self.array[i] = byte::ELSEWHERE;
        if self.is_full() {
            self.grow();
        }
        self.set_slot(i as u64, Known::value(value));
    }

    /// Writes a slot, which the position has or of which there is a free one.
    #[inline(never)]
    fn set_slot(&mut self, key: u64, known: Known) {
        let mask = self.slots.len() - 1;
        let mut i = hash(key) & mask;
        loop {
            let slot = &mut self.slots[i];
            if slot.code == EMPTY || slot.key == key {
                self.used += usize::from(slot.code == EMPTY);
                *slot = Slot { key, code: known.0 };
                return;
            }
            i = (i + 1) & mask;
        }
    }

    /// Forgets a position that was on the search path.
    pub fn forget(&mut self, key: u64) {
        if self.get(key) != Known::ON_PATH {
            return;
        }
        self.len -= 1;
        match self.element(key) {
            Some(i) => self.array[i] = byte::NOTHING,
            None => self.set_slot(key, Known(FORGOTTEN)),
        }
    }

    /// Makes room: a longer array where that saves memory, more slots otherwise.
    #[cold]
    pub fn grow(&mut self) {
        let slots = std::mem::take(&mut self.slots);
        let live = |slot: &&Slot| slot.code != EMPTY && slot.code != FORGOTTEN;
        // How many numbers of each length in bits could move from the slots to the array.
        let mut lengths = [0usize; 65];
        let mut count = 0;
        for slot in slots.iter().filter(live) {
            count += 1;
            if self.element(slot.key).is_none() && as_byte(slot.code).is_some() {
                lengths[(u64::BITS - slot.key.leading_zeros()) as usize] += 1;
            }
        }
        let mut moving = 0;
        for (bits, &more) in lengths.iter().enumerate().take(usize::BITS as usize - 2) {
            moving += more;
            let length = 1usize << bits;
            let sparsest =
                if length <= MAX_CACHED_SLOTS { MAX_SHORT_SLOTS_PER_ENTRY } else { SPARSEST };
            if length > self.array.len() && moving > (length - self.array.len()) / sparsest {
                self.array.resize(length, byte::NOTHING);
                count -= moving;
                moving = 0;
            }
        }
        self.slots =
            vec![Slot { key: 0, code: EMPTY }; (2 * count + 2).next_power_of_two().max(16)];
        self.used = 0;
        for slot in slots.iter().filter(live) {
            if let Some(i) = self.element(slot.key) {
                self.array[i] = as_byte(slot.code).unwrap_or(byte::ELSEWHERE);
                if self.array[i] != byte::ELSEWHERE {
                    continue;
                }
            }
            self.set_slot(slot.key, Known(slot.code));
        }
    }
}

/// The element of the array that says the same as a code, if there is one.
#[inline]
fn as_byte(code: u32) -> Option<u8> {
    const ON_PATH: u32 = Known::ON_PATH.0;
    const LOONY: u32 = Value::LOONY.0;
    match code {
        number if number <= byte::MAX.into() => Some(number as u8),
        ON_PATH => Some(byte::ON_PATH),
        LOONY => Some(byte::LOONY),
        _ => None,
    }
}

/// Numbers of positions are no one's to choose but the rules': a fixed mixing is enough.
#[inline]
fn hash(key: u64) -> usize {
    let product = u128::from(key ^ 0x9e37_79b9_7f4a_7c15) * 0xd6e8_feb8_6659_fd93;
    (product as u64 ^ (product >> 64) as u64) as usize
}

#[cfg(test)]
mod tests {
    use super::{Crowded, Known, Packed};
    use proptest::prelude::*;
    use std::collections::HashMap;

    /// Numbers of all kinds: dense, sparse, neighbours of powers of two, huge.
    fn key() -> impl Strategy<Value = u64> {
        prop_oneof![
            0..40u64,
            0..3000u64,
            (0..64u32, 0..3u64).prop_map(|(bits, more)| (1u64 << bits).wrapping_add(more)),
            any::<u64>(),
        ]
    }

    fn value() -> impl Strategy<Value = super::Value> {
        let number = prop_oneof![0..9u64, 240..270u64, Just(super::Value::MAX)];
        prop_oneof![
            number.prop_map(|number| super::Value::new(number).unwrap()),
            Just(super::Value::LOONY),
        ]
    }

    fn open(table: &mut Packed, key: u64) {
        if table.open(key) == Err(Crowded) {
            table.grow();
            table.open(key).unwrap();
        }
    }

    proptest! {
        #[test]
        fn the_table_is_a_map(
            steps in prop::collection::vec((key(), value(), any::<bool>()), 1..600),
            dense in 0..400u64,
        ) {
            let (mut table, mut map) = (Packed::default(), HashMap::new());
            let more = (0..dense).map(|i| (i * 3, super::Value::LOONY, false));
            for (key, value, forget) in steps.into_iter().chain(more) {
                match map.get(&key) {
                    None => {
                        open(&mut table, key);
                        map.insert(key, Known::ON_PATH);
                    }
                    Some(&Known::ON_PATH) if forget => {
                        table.forget(key);
                        map.remove(&key);
                    }
                    Some(&Known::ON_PATH) => {
                        table.close(key, value);
                        map.insert(key, Known::value(value));
                    }
                    // A value stays what it is.
                    Some(_) => table.forget(key),
                }
                prop_assert_eq!(table.get(key), map.get(&key).copied().unwrap_or(Known::NOTHING));
                prop_assert_eq!(table.len(), map.len());
            }
            for key in map.keys().flat_map(|&key| [key, key ^ 1, key.wrapping_add(64)]) {
                let wanted = map.get(&key).copied().unwrap_or(Known::NOTHING);
                prop_assert_eq!(table.get(key), wanted);
            }
        }
    }

    #[test]
    fn dense_numbers_need_a_byte_each_whatever_their_order() {
        let value = super::Value::new(5).unwrap();
        let (mut down, mut sparse) = (Packed::default(), Packed::default());
        for key in (0..1u64 << 18).rev() {
            open(&mut down, key);
            down.close(key, value);
        }
        assert_eq!(down.array.len(), 1 << 18);
        for key in 0..1u64 << 12 {
            open(&mut sparse, key << 20 | 1 << 50);
            sparse.close(key << 20 | 1 << 50, value);
        }
        assert_eq!(sparse.array.len(), 0);
        assert_eq!(sparse.len(), 1 << 12);
    }
}
