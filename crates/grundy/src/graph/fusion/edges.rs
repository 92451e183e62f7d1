//! Sets of edges.

/// A set of edges: edge e is bit 63 - e mod 64 of word e / 64, so that of two sets that one is
/// smaller which lacks the first edge they do not share.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Edges(Box<[u64]>);

impl Edges {
    /// The first `count` edges.
    pub fn all(count: usize) -> Self {
        let mut words = vec![u64::MAX; count.div_ceil(64)];
        if let Some(last) = words.last_mut()
            && !count.is_multiple_of(64)
        {
            *last <<= 64 - count % 64;
        }
        Self(words.into())
    }

    /// Whether an edge is in the set.
    pub fn has(&self, edge: u32) -> bool {
        self.0[edge as usize / 64] << (edge % 64) >> 63 == 1
    }

    /// Takes an edge away.
    pub fn take(&mut self, edge: u32) {
        self.0[edge as usize / 64] &= !(1 << 63 >> (edge % 64));
    }

    /// The edges, ascending.
    pub fn iter(&self) -> impl Iterator<Item = u32> + Clone {
        bits(self.0.iter().copied())
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The edges that are not in another set, ascending.
    pub fn without<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = u32> + Clone + 'a {
        bits(self.0.iter().zip(&other.0).map(|(all, other)| all & !other))
    }

    /// The bytes the set takes.
    pub fn bytes(&self) -> usize {
        8 * self.0.len()
    }
}

/// The edges in words of a set.
fn bits(words: impl Iterator<Item = u64> + Clone) -> impl Iterator<Item = u32> + Clone {
    words.zip(0u32..).flat_map(|(word, i)| {
        let mut left = word;
        std::iter::from_fn(move || {
            let bit = left.leading_zeros();
            (bit < 64).then(|| {
                left &= !(1 << 63 >> bit);
                64 * i + bit
            })
        })
    })
}
