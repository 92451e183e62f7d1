//! Positions as words: ints and short tuples of ints say themselves, other objects are numbered.

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt, PyTuple};

/// A position of a ruleset written in Python.
///
/// The two highest bits tell what the others are: an int, two ints, three ints, or the number of an
/// object. So ints and tuples are ordered as Python orders them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Spot(pub u64);

const SHIFT: u32 = 62;
const PAIR: u64 = 1 << SHIFT;
const TRIPLE: u64 = 2 << SHIFT;
const OBJECT: u64 = 3 << SHIFT;
/// Ints of a pair have so many bits.
const PAIR_BITS: u32 = 31;
/// Ints of a triple have so many bits.
const TRIPLE_BITS: u32 = 20;

/// The first int that does not say itself.
pub const END: u64 = PAIR;

/// What a position is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// An int.
    Int(u64),
    /// A tuple of ints.
    Tuple(Vec<u64>),
    /// The object of this number.
    Object(usize),
}

impl Spot {
    /// An int, if it is small enough.
    pub fn int(n: u64) -> Option<Self> {
        (n < END).then_some(Self(n))
    }

    /// A tuple of ints, if it is short and they are small enough.
    pub fn tuple(ints: &[u64]) -> Option<Self> {
        let (tag, bits) = match ints.len() {
            2 => (PAIR, PAIR_BITS),
            3 => (TRIPLE, TRIPLE_BITS),
            _ => return None,
        };
        let small = ints.iter().all(|&n| n < 1 << bits);
        small.then(|| Self(ints.iter().fold(0, |word, &n| word << bits | n) | tag))
    }

    /// The object of this number.
    pub fn object(number: usize) -> Self {
        Self(OBJECT | number as u64)
    }

    /// What it is.
    pub fn shape(self) -> Shape {
        let rest = self.0 & (END - 1);
        let ints = |count: u32, bits: u32| {
            (0..count).rev().map(|i| rest >> (i * bits) & ((1 << bits) - 1)).collect()
        };
        match self.0 & OBJECT {
            0 => Shape::Int(rest),
            PAIR => Shape::Tuple(ints(2, PAIR_BITS)),
            TRIPLE => Shape::Tuple(ints(3, TRIPLE_BITS)),
            _ => Shape::Object(rest as usize),
        }
    }

    /// The word of an object that says itself.
    pub fn of(object: &Bound<'_, PyAny>) -> Option<Self> {
        if let Some(n) = plain_int(object) {
            return Self::int(n);
        }
        let tuple = object.cast_exact::<PyTuple>().ok()?;
        if !(2..=3).contains(&tuple.len()) {
            return None;
        }
        let mut ints = [0; 3];
        for (place, item) in ints.iter_mut().zip(tuple.iter_borrowed()) {
            *place = plain_int(&item)?;
        }
        Self::tuple(&ints[..tuple.len()])
    }
}

/// The int that an object is, or stands for as those of numpy do; truth values are none.
fn plain_int(object: &Bound<'_, PyAny>) -> Option<u64> {
    let plain = object.is_exact_instance_of::<PyInt>()
        || !object.is_instance_of::<PyBool>()
            && !object.is_instance_of::<PyTuple>()
            && object.hasattr("__index__").is_ok_and(|has| has);
    if plain { object.extract().ok() } else { None }
}
