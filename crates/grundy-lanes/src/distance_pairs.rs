//! Pairs of a distance and an integer, sorted by distance.

use crate::stored_value::Integer;

/// Pairs of a distance and an integer, sorted, without duplicates. The least and the greatest
/// distance are known without a search, so lengths can be checked once for all pairs.
#[derive(Clone, Debug)]
pub struct DistancePairs<V>(Vec<(u32, V)>);

impl<V> Default for DistancePairs<V> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<V: Integer> From<Vec<(u32, V)>> for DistancePairs<V> {
    /// Sorts the pairs and removes duplicates.
    fn from(mut pairs: Vec<(u32, V)>) -> Self {
        pairs.sort_unstable();
        pairs.dedup();
        Self(pairs)
    }
}

impl<V: Integer> DistancePairs<V> {
    /// Inserts a pair in order.
    pub fn insert(&mut self, pair: (u32, V)) {
        let place = self.0.partition_point(|&p| p < pair);
        self.0.insert(place, pair);
    }

    /// All pairs.
    pub fn as_slice(&self) -> PairSlice<'_, V> {
        PairSlice(&self.0)
    }
}

/// Consecutive pairs of [`DistancePairs`].
#[derive(Clone, Copy, Debug)]
pub struct PairSlice<'a, V>(&'a [(u32, V)]);

impl<'a, V: Integer> PairSlice<'a, V> {
    /// The number of pairs.
    pub fn len(self) -> usize {
        self.0.len()
    }

    /// Whether there is no pair.
    pub fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    /// The pairs, by distance.
    pub fn pairs(self) -> &'a [(u32, V)] {
        self.0
    }

    /// The least and the greatest distance; `None` if there is no pair.
    pub fn distances(self) -> Option<(usize, usize)> {
        Some((self.0.first()?.0 as usize, self.0.last()?.0 as usize))
    }

    /// The first `count` pairs and the others.
    ///
    /// # Panics
    /// If there are fewer.
    pub(crate) fn split_at(self, count: usize) -> (Self, Self) {
        let (first, rest) = self.0.split_at(count);
        (Self(first), Self(rest))
    }
}

/// The number of the first pairs with distances below `distance`.
pub fn place_below<V: Integer>(pairs: &[(u32, V)], distance: usize) -> usize {
    pairs.partition_point(|p| (p.0 as usize) < distance)
}
