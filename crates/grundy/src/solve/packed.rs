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

/// What an element of the array says.
mod byte {
    pub const NOTHING: u8 = 0;
    pub const ON_PATH: u8 = 1;
    pub const LOONY: u8 = 2;
    /// The value is too large for a byte: it is found by open addressing.
    pub const ELSEWHERE: u8 = 3;
    /// Grundy values from here on.
    pub const ZERO: u8 = 4;
}

/// The array may have this many elements (of one byte) for each position in it: a slot of 16
/// bytes, a quarter to five eighths of them empty, costs no less.
const SPARSEST: usize = 16;

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

    /// Bytes held while the table grows, if the next position may make it grow.
    #[inline]
    pub fn bytes_to_grow(&self) -> Option<u64> {
        self.is_full().then(|| {
            let live = self.used * SPARSEST.max(4 * size_of::<Slot>());
            self.bytes() + live as u64
        })
    }

    #[inline]
    fn is_full(&self) -> bool {
        8 * (self.used + 1) > 5 * self.slots.len()
    }

    /// The element of the array for a number, if the array is that long.
    #[inline]
    fn element(&self, key: u64) -> Option<usize> {
        // Arrays are never that long where `usize` is shorter than `u64`.
        (key < self.array.len() as u64).then_some(key as usize)
    }

    /// What is known of the position with this number.
    #[inline]
    pub fn get(&self, key: u64) -> Known {
        match self.element(key).map(|i| self.array[i]) {
            Some(code @ byte::ZERO..) => Known(u32::from(code - byte::ZERO)),
            Some(byte::NOTHING) => Known::NOTHING,
            Some(byte::ON_PATH) => Known::ON_PATH,
            Some(byte::LOONY) => Known::value(Value::LOONY),
            Some(byte::ELSEWHERE) | None => self.get_slot(key),
        }
    }

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

    /// Notes what is known now of the position with this number, of which no value is known.
    #[inline]
    pub fn set(&mut self, key: u64, known: Known) {
        let Some(i) = self.element(key) else {
            return self.set_outside(key, known);
        };
        self.len += usize::from(self.array[i] == byte::NOTHING);
        self.array[i] = match as_byte(known.0) {
            Some(byte) => byte,
            None => {
                if self.is_full() {
                    self.grow();
                }
                self.set_slot(key, known);
                byte::ELSEWHERE
            }
        };
    }

    fn set_outside(&mut self, key: u64, known: Known) {
        if self.is_full() {
            self.grow();
            // The array may reach to the number now, and there is room in any case.
            return self.set(key, known);
        }
        let before = self.set_slot(key, known);
        self.len += usize::from(before == EMPTY || before == FORGOTTEN);
    }

    /// Writes a slot, of which there is a free one; returns the code it had.
    fn set_slot(&mut self, key: u64, known: Known) -> u32 {
        let mask = self.slots.len() - 1;
        let mut i = hash(key) & mask;
        loop {
            let slot = &mut self.slots[i];
            if slot.code == EMPTY || slot.key == key {
                let before = slot.code;
                self.used += usize::from(before == EMPTY);
                *slot = Slot { key, code: known.0 };
                return before;
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
            None => drop(self.set_slot(key, Known(FORGOTTEN))),
        }
    }

    /// Makes room: a longer array where that saves memory, more slots otherwise.
    #[cold]
    fn grow(&mut self) {
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
            if length > self.array.len() && moving > (length - self.array.len()) / SPARSEST {
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
        number if number <= u32::from(u8::MAX - byte::ZERO) => Some(number as u8 + byte::ZERO),
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
    use super::*;
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

    fn known() -> impl Strategy<Value = Known> {
        let number = prop_oneof![0..9u64, 240..270u64, Just(Value::MAX)];
        prop_oneof![
            number.prop_map(|number| Known::value(Value::new(number).unwrap())),
            Just(Known::value(Value::LOONY)),
            Just(Known::ON_PATH),
            Just(Known::ON_PATH),
        ]
    }

    proptest! {
        #[test]
        fn the_table_is_a_map(
            steps in prop::collection::vec((key(), known(), any::<bool>()), 1..600),
            dense in 0..400u64,
        ) {
            let (mut table, mut map) = (Packed::default(), HashMap::new());
            let more = (0..dense).map(|i| (i * 3, Known::ON_PATH, false));
            for (key, known, forget) in steps.into_iter().chain(more) {
                if forget {
                    // What is forgotten is on the search path.
                    if map.get(&key) == Some(&Known::ON_PATH) {
                        map.remove(&key);
                    }
                    table.forget(key);
                } else if matches!(map.get(&key), None | Some(&Known::ON_PATH)) {
                    // A value stays what it is.
                    map.insert(key, known);
                    table.set(key, known);
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
        let value = Known::value(Value::new(5).unwrap());
        let mut down = Packed::default();
        (0..1u64 << 18).rev().for_each(|key| down.set(key, value));
        assert_eq!(down.array.len(), 1 << 18);
        let mut sparse = Packed::default();
        (0..1u64 << 12).for_each(|key| sparse.set(key << 20 | 1 << 50, value));
        assert_eq!(sparse.array.len(), 0);
        assert_eq!(sparse.len(), 1 << 12);
    }
}
