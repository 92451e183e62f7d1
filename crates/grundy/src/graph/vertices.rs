//! Vertices by their own numbers and by consecutive indices.

use crate::context::{Context, Limits, Stop};

/// An increasing correspondence between vertex numbers and indices 0, 1, …; isolated vertices that
/// were added later come behind.
///
/// ```
/// use grundy::graph::Vertices;
/// let mut pairs = vec![(70, 10), (10, 30)];
/// let vertices = Vertices::compact(&mut pairs);
/// assert_eq!(pairs, [(2, 0), (0, 1)]);
/// assert_eq!(vertices.number(2), 70);
/// assert_eq!(vertices.index(30), Some(1));
/// assert_eq!(vertices.index(31), None);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Vertices {
    /// Numbers first, first + 1, … when they are consecutive: nothing is stored for them.
    first: u32,
    consecutive: usize,
    /// Otherwise all numbers, ascending.
    sorted: Vec<u32>,
    isolated: Vec<u32>,
}

impl Vertices {
    /// Replaces the vertices of all pairs by their indices. O(m) if the numbers lie close together,
    /// O(m log m) otherwise.
    pub fn compact(pairs: &mut [(u32, u32)]) -> Self {
        let unlimited = Limits { memory: u64::MAX, ..Limits::default() };
        Self::compact_within(pairs, &Context::new(unlimited)).expect("memory is not limited")
    }

    /// The same within the limit of memory, towards which the pairs count too.
    ///
    /// # Errors
    /// [`Stop`] at that limit.
    pub fn compact_within(pairs: &mut [(u32, u32)], context: &Context<'_>) -> Result<Self, Stop> {
        let ends = || pairs.iter().flat_map(|&(u, v)| [u, v]);
        let (Some(least), Some(greatest)) = (ends().min(), ends().max()) else {
            return Ok(Self::default());
        };
        let span = (greatest - least) as usize + 1;
        let mut vertices = Self::default();
        let close = span <= 8 * pairs.len() + 1024;
        // An index for every number between, or all ends; and the numbers kept.
        let indices = if close { 4 * span } else { 8 * pairs.len() };
        let bytes = 8 * pairs.len() + indices + 4 * span.min(2 * pairs.len());
        context.check_memory(bytes as u64, || {
            format!("numbering the ends of {} edges", pairs.len())
        })?;
        if close {
            let mut index = vec![0u32; span];
            ends().for_each(|v| index[(v - least) as usize] = 1);
            let count = index.iter().map(|&present| present as usize).sum();
            if count == span {
                (vertices.first, vertices.consecutive) = (least, span);
            } else {
                vertices.sorted.reserve_exact(count);
            }
            let mut next = 0;
            for (i, entry) in index.iter_mut().enumerate() {
                if *entry == 1 {
                    if count < span {
                        vertices.sorted.push(least + i as u32);
                    }
                    *entry = next;
                    next += 1;
                }
            }
            for (u, v) in pairs {
                *u = index[(*u - least) as usize];
                *v = index[(*v - least) as usize];
            }
        } else {
            vertices.sorted = ends().collect();
            vertices.sorted.sort_unstable();
            vertices.sorted.dedup();
            for (u, v) in pairs {
                let index = |number| vertices.index(number).expect("every end is in the list");
                (*u, *v) = (index(*u), index(*v));
            }
        }
        Ok(vertices)
    }

    /// Bytes held.
    pub(crate) fn bytes(&self) -> u64 {
        4 * (self.sorted.capacity() + self.isolated.capacity()) as u64
    }

    /// Vertices of these numbers, which ascend.
    pub(super) fn ascending(numbers: impl Iterator<Item = u32> + Clone) -> Self {
        let (mut count, mut ends) = (0usize, None);
        for number in numbers.clone() {
            count += 1;
            ends = Some((ends.map_or(number, |(first, _)| first), number));
        }
        match ends {
            None => Self::default(),
            Some((first, last)) if (last - first) as usize + 1 == count => {
                Self { first, consecutive: count, ..Self::default() }
            }
            Some(_) => {
                let mut sorted = Vec::with_capacity(count);
                sorted.extend(numbers);
                Self { sorted, ..Self::default() }
            }
        }
    }

    /// The number of vertex 0 if all those that follow have the next numbers.
    pub fn first_if_consecutive(&self) -> Option<u32> {
        (self.sorted.is_empty() && self.isolated.is_empty()).then_some(self.first)
    }

    /// Adds vertices without edges; those already there are left as they are.
    pub fn add_isolated(&mut self, numbers: impl IntoIterator<Item = u32>) {
        let new = numbers.into_iter().filter(|&number| self.index(number).is_none());
        let mut new: Vec<u32> = new.collect();
        self.isolated.append(&mut new);
        self.isolated.sort_unstable();
        self.isolated.dedup();
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.consecutive + self.sorted.len() + self.isolated.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The index of the vertex of this number. O(1) or O(log n).
    pub fn index(&self, number: u32) -> Option<u32> {
        if let Some(offset) = number.checked_sub(self.first)
            && (offset as usize) < self.consecutive
        {
            return Some(offset);
        }
        let joined = self.consecutive + self.sorted.len();
        match (self.sorted.binary_search(&number), self.isolated.binary_search(&number)) {
            (Ok(index), _) => Some(index as u32),
            (_, Ok(index)) => Some((joined + index) as u32),
            _ => None,
        }
    }

    /// The number of the vertex with this index.
    ///
    /// # Panics
    /// If there is none.
    pub fn number(&self, index: u32) -> u32 {
        let i = index as usize;
        let joined = self.consecutive + self.sorted.len();
        if i < self.consecutive {
            self.first + index
        } else if i < joined {
            self.sorted[i]
        } else {
            self.isolated[i - joined]
        }
    }

    /// The numbers of the isolated vertices added.
    pub fn isolated(&self) -> &[u32] {
        &self.isolated
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indices_and_numbers_are_inverse() {
        for mut pairs in [
            vec![],
            vec![(3, 4), (4, 5)],
            vec![(0, 4_294_967_294), (7, 7)],
            vec![(5, 9), (9, 5), (100, 6)],
        ] {
            let original = pairs.clone();
            let mut vertices = Vertices::compact(&mut pairs);
            vertices.add_isolated([5, 4_000, 4_000, 1]);
            vertices.add_isolated([2]);
            for (old, new) in original.iter().zip(&pairs) {
                assert_eq!(*old, (vertices.number(new.0), vertices.number(new.1)));
            }
            for index in 0..vertices.len() as u32 {
                assert_eq!(vertices.index(vertices.number(index)), Some(index));
            }
            assert!(vertices.index(4_000).is_some() && vertices.index(1).is_some());
            assert_eq!(vertices.index(4_001), None);
        }
    }
}
