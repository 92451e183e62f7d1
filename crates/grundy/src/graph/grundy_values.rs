//! Grundy values, a byte each as long as they are small.

use foldhash::fast::RandomState;
use hashbrown::HashMap;

/// A list of numbers of which few are large.
///
/// A vertex of Grundy value g has arcs to g others at least, so that at most m/g of m arcs' tails
/// have it: bytes hold nearly all values of a graph, a hash table holds the others.
///
/// ```
/// use grundy::graph::GrundyValues;
/// let values: GrundyValues = [0, 3, 1_000_000].into_iter().collect();
/// assert_eq!(values.get(2), 1_000_000);
/// assert_eq!(values.get(7), 0);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GrundyValues {
    pub(super) bytes: Vec<u8>,
    pub(super) large: HashMap<u32, u32, RandomState>,
}

/// In place of a value: it is in the hash table.
pub(super) const IN_HASH_TABLE: u8 = u8::MAX - 2;

impl GrundyValues {
    /// The number of values.
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Whether there is no value.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Value number `i`; 0 behind the last one.
    #[inline]
    pub fn get(&self, i: u32) -> u32 {
        match self.bytes.get(i as usize) {
            Some(&IN_HASH_TABLE) => self.large[&i],
            Some(&byte) => byte.into(),
            None => 0,
        }
    }

    /// Sets value number `i`, which is there.
    #[inline]
    pub(super) fn set(&mut self, i: u32, value: u32) {
        if value < u32::from(IN_HASH_TABLE) {
            self.bytes[i as usize] = value as u8;
        } else {
            self.bytes[i as usize] = IN_HASH_TABLE;
            self.large.insert(i, value);
        }
    }

    /// All values in order.
    pub fn iter(&self) -> impl Iterator<Item = u32> {
        (0..self.bytes.len() as u32).map(|i| self.get(i))
    }
}

impl FromIterator<u32> for GrundyValues {
    fn from_iter<I: IntoIterator<Item = u32>>(values: I) -> Self {
        let mut all = Self::default();
        for (value, i) in values.into_iter().zip(0..) {
            all.bytes.push(0);
            all.set(i, value);
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_and_large_values_come_back() {
        let list = [0, 1, 252, 253, 254, 255, 256, u32::MAX - 1, 7];
        let values: GrundyValues = list.into_iter().collect();
        assert!(values.iter().eq(list));
        assert_eq!((values.len(), values.large.len()), (9, 5));
    }
}
