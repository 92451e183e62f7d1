//! Pairs of a distance and a value, in order.

use crate::Stored;

/// Pairs of a distance and a value, sorted: the nearest and the farthest are known at once.
#[derive(Clone, Debug)]
pub struct ByDistance<V>(Vec<(u32, V)>);

impl<V> Default for ByDistance<V> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<V: Stored> From<Vec<(u32, V)>> for ByDistance<V> {
    /// Sorts them; a pair that comes twice is kept once.
    fn from(mut pairs: Vec<(u32, V)>) -> Self {
        pairs.sort_unstable();
        pairs.dedup();
        Self(pairs)
    }
}

impl<V: Stored> ByDistance<V> {
    /// Puts one more at its place.
    pub fn insert(&mut self, pair: (u32, V)) {
        let place = self.0.partition_point(|&p| p < pair);
        self.0.insert(place, pair);
    }

    /// All of them.
    pub fn part(&self) -> Part<'_, V> {
        Part(&self.0)
    }
}

/// Some pairs that follow each other in [`ByDistance`].
#[derive(Clone, Copy, Debug)]
pub struct Part<'a, V>(&'a [(u32, V)]);

impl<'a, V: Stored> Part<'a, V> {
    /// How many.
    pub fn len(self) -> usize {
        self.0.len()
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    /// The pairs, by distance.
    pub fn all(self) -> &'a [(u32, V)] {
        self.0
    }

    /// The least and the greatest distance; none if there is no pair.
    pub fn reach(self) -> Option<(usize, usize)> {
        Some((self.0.first()?.0 as usize, self.0.last()?.0 as usize))
    }

    /// The first `count` and the others.
    ///
    /// # Panics
    /// If there are fewer.
    fn split_at(self, count: usize) -> (Self, Self) {
        let (first, rest) = self.0.split_at(count);
        (Self(first), Self(rest))
    }

    /// Those with distances below this, and the others.
    pub fn split_below(self, distance: usize) -> (Self, Self) {
        self.split_at(self.0.partition_point(|p| (p.0 as usize) < distance))
    }
}
