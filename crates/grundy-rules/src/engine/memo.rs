//! Values of states that fill no box: open addressing with coordinates packed into one word, and
//! a table of whole states where they do not fit into one.

use super::dense::Code;
use super::vm::{Looked, Table};
use crate::state::State;
use foldhash::fast::RandomState;
use grundy::context::{Context, Stop};
use hashbrown::HashTable;
use std::hash::BuildHasher;

/// A place that is free.
pub const EMPTY: u64 = u64::MAX;

/// Keys are multiplied by this, and the upper bits of the product are the place (the golden ratio;
/// D. Knuth, The Art of Computer Programming 3, section 6.4).
pub const MULTIPLIER: u64 = 0x9e37_79b9_7f4a_7c15;

/// States packed into 63 bits.
#[derive(Clone, Debug)]
pub struct Packed {
    /// For every family the bits of each coordinate.
    bits: Vec<Vec<u32>>,
    /// The bits of the number of the family, at the low end.
    tag: u32,
    /// Keys, or [`EMPTY`]; a power of two of them.
    pub keys: Vec<u64>,
    /// What is known of them.
    pub codes: Vec<u32>,
    used: usize,
}

/// How many bits a number that is not negative needs.
pub const fn bits_of(number: u64) -> u32 {
    64 - number.leading_zeros()
}

impl Packed {
    /// For coordinates of so many bits; nothing if they do not fit into a key.
    pub fn new(bits: Vec<Vec<u32>>) -> Option<Self> {
        let tag = bits_of(bits.len() as u64 - 1);
        let fits = |bits: &Vec<u32>| bits.iter().sum::<u32>() + tag <= 63;
        bits.iter().all(fits).then(|| Self {
            bits,
            tag,
            keys: vec![EMPTY; 64],
            codes: vec![u32::MAX; 64],
            used: 0,
        })
    }

    /// Makes room in an empty table for so many keys. What comes in the order of another table's places, which is
    /// that of the hashes, would pile up in one region of a table that grows while it is filled.
    ///
    /// # Errors
    /// The limit of memory.
    pub fn reserve(&mut self, keys: u64, context: &Context<'_>) -> Result<(), Stop> {
        debug_assert_eq!(self.used, 0);
        let len = (keys.saturating_mul(8) / 5 + 1).next_power_of_two().max(64);
        context.check_memory(len.saturating_mul(12), || format!("a table of {keys} positions"))?;
        self.keys = vec![EMPTY; len as usize];
        self.codes = vec![u32::MAX; len as usize];
        Ok(())
    }

    /// The bits of the coordinates of every family.
    pub fn bits(&self) -> &[Vec<u32>] {
        &self.bits
    }

    /// The bits of the number of the family.
    #[cfg(feature = "jit")]
    pub fn tag(&self) -> u32 {
        self.tag
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        self.keys.len() as u64 * 12
    }

    /// By how much the product of a key is shifted to the right.
    pub fn shift(&self) -> u32 {
        64 - self.keys.len().trailing_zeros()
    }

    /// The key of a state with no negative coordinate, if it fits.
    #[inline]
    pub fn key(&self, family: usize, coords: &[i64]) -> Option<u64> {
        let mut key = 0;
        for (&coord, &bits) in coords.iter().zip(&self.bits[family]) {
            if coord as u64 >> bits != 0 {
                return None;
            }
            key = key << bits | coord as u64;
        }
        Some(key << self.tag | family as u64)
    }

    /// The state of a key.
    pub fn decode(&self, key: u64, coords: &mut Vec<i64>) -> usize {
        let family = (key & ((1 << self.tag) - 1)) as usize;
        let mut rest = key >> self.tag;
        coords.clear();
        for &bits in self.bits[family].iter().rev() {
            coords.push((rest & ((1 << bits) - 1)) as i64);
            rest >>= bits;
        }
        coords.reverse();
        family
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        let mask = self.keys.len() - 1;
        let mut at = (key.wrapping_mul(MULTIPLIER) >> self.shift()) as usize;
        while self.keys[at] != key && self.keys[at] != EMPTY {
            at = (at + 1) & mask;
        }
        at
    }

    /// What is known of a key.
    #[inline]
    pub fn code(&self, key: u64) -> Code {
        let at = self.place(key);
        // What is not in the table has the code of nothing known.
        Code::from_cell(self.codes[at], u32::MAX)
    }

    /// Sets what is known of a key.
    ///
    /// # Errors
    /// The limit of memory, or a value that is too large.
    #[inline]
    pub fn set(&mut self, key: u64, code: Code, context: &Context<'_>) -> Result<(), Stop> {
        let Some(cell) = code.to_cell(u32::MAX) else {
            return Err(Stop::Refused("a Grundy value of 2^32 or more came up".into()));
        };
        let mut at = self.place(key);
        if self.keys[at] == EMPTY {
            if self.used * 8 >= self.keys.len() * 5 {
                self.grow(context)?;
                at = self.place(key);
            }
            self.keys[at] = key;
            self.used += 1;
        }
        self.codes[at] = cell;
        Ok(())
    }

    #[cold]
    fn grow(&mut self, context: &Context<'_>) -> Result<(), Stop> {
        let bytes = self.bytes() * 3;
        context.check_memory(bytes, || format!("a table of {} positions", self.used))?;
        let len = self.keys.len() * 2;
        let keys = std::mem::replace(&mut self.keys, vec![EMPTY; len]);
        let codes = std::mem::replace(&mut self.codes, vec![u32::MAX; len]);
        for (key, code) in keys.into_iter().zip(codes) {
            if key != EMPTY {
                let at = self.place(key);
                self.keys[at] = key;
                self.codes[at] = code;
            }
        }
        Ok(())
    }
}

impl Table for Packed {
    #[inline]
    fn look(&mut self, family: usize, coords: &[i64]) -> Looked {
        match self.key(family, coords) {
            Some(key) => match self.code(key) {
                Code::Value(value) => Looked::Value(value),
                Code::Loony => Looked::Loony,
                Code::Unknown | Code::OnPath => Looked::Missing(key),
            },
            None if coords.iter().any(|&coord| coord < 0) => Looked::Outside,
            None => Looked::Grow,
        }
    }
}

/// States of any size.
#[derive(Clone, Debug, Default)]
pub struct Whole {
    numbers: HashTable<u32>,
    states: Vec<State>,
    codes: Vec<u32>,
    words: u64,
    hasher: RandomState,
}

impl Whole {
    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        self.states.capacity() as u64 * (size_of::<State>() as u64 + 8)
            + self.numbers.capacity() as u64 * 5
            + self.words * 8
    }

    /// The number of a state, which is its key.
    pub fn key(&mut self, family: usize, coords: &[i64]) -> u64 {
        let hash = self.hasher.hash_one((family, coords));
        let states = &self.states;
        let is = |&number: &u32| {
            let state = &states[number as usize];
            state.family() == family && state.coords() == coords
        };
        if let Some(&number) = self.numbers.find(hash, is) {
            return number.into();
        }
        let number = self.states.len() as u32;
        self.states.push(State::new(family, coords.to_vec()));
        self.codes.push(u32::MAX);
        self.words += coords.len() as u64;
        let (states, hasher) = (&self.states, &self.hasher);
        self.numbers.insert_unique(hash, number, |&number| {
            let state = &states[number as usize];
            hasher.hash_one((state.family(), state.coords()))
        });
        number.into()
    }

    /// The state of a key.
    pub fn decode(&self, key: u64, coords: &mut Vec<i64>) -> usize {
        let state = &self.states[key as usize];
        coords.clear();
        coords.extend_from_slice(state.coords());
        state.family()
    }

    /// What is known of a key.
    pub fn code(&self, key: u64) -> Code {
        Code::from_cell(self.codes[key as usize], u32::MAX)
    }

    /// Sets what is known of a key.
    ///
    /// # Errors
    /// A value that is too large, or more states than have numbers.
    pub fn set(&mut self, key: u64, code: Code) -> Result<(), Stop> {
        let Some(cell) = code.to_cell(u32::MAX).filter(|_| self.states.len() < 1 << 31) else {
            return Err(Stop::Refused("a Grundy value or a table of 2^31 or more came up".into()));
        };
        self.codes[key as usize] = cell;
        Ok(())
    }

    /// How many keys there are.
    pub fn len(&self) -> usize {
        self.states.len()
    }
}

impl Table for Whole {
    fn look(&mut self, family: usize, coords: &[i64]) -> Looked {
        if coords.iter().any(|&coord| coord < 0) {
            return Looked::Outside;
        }
        let key = self.key(family, coords);
        match self.code(key) {
            Code::Value(value) => Looked::Value(value),
            Code::Loony => Looked::Loony,
            Code::Unknown | Code::OnPath => Looked::Missing(key),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_states_come_back_and_keep_their_values() {
        let context = Context::default();
        let mut packed = Packed::new(vec![vec![10, 4], vec![], vec![40]]).unwrap();
        let mut coords = Vec::new();
        let states = || {
            let pairs = (0..1000i64).map(|a| (0, vec![a, a % 16]));
            pairs.chain([(1, vec![]), (2, vec![1 << 39])])
        };
        for (i, (family, state)) in states().enumerate() {
            let key = packed.key(family, &state).unwrap();
            assert_eq!(packed.code(key), Code::Unknown);
            packed.set(key, Code::Value(i as u32), &context).unwrap();
            assert_eq!(packed.decode(key, &mut coords), family);
            assert_eq!(coords, state);
        }
        for (i, (family, state)) in states().enumerate() {
            assert_eq!(packed.look(family, &state), Looked::Value(i as u32));
        }
        assert_eq!(packed.look(0, &[1024, 0]), Looked::Grow);
        assert_eq!(packed.look(0, &[0, -1]), Looked::Outside);
        assert!(Packed::new(vec![vec![32, 32]]).is_none());
    }

    #[test]
    fn whole_states_keep_their_numbers() {
        let mut whole = Whole::default();
        let big = [i64::MAX, i64::MAX, 7];
        let key = whole.key(3, &big);
        assert_eq!(whole.key(3, &big), key);
        assert_ne!(whole.key(4, &big), key);
        whole.set(key, Code::Loony).unwrap();
        assert_eq!(whole.look(3, &big), Looked::Loony);
        let mut coords = Vec::new();
        assert_eq!(whole.decode(key, &mut coords), 3);
        assert_eq!(coords, big);
    }
}
