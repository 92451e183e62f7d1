//! Sets of elements as bits.

use crate::Element;

/// A set of elements below a fixed number.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Bits(Vec<u64>);

impl Bits {
    /// The empty set of elements below `order`.
    pub fn new(order: usize) -> Self {
        Self(vec![0; order.div_ceil(64)])
    }

    /// Adds an element.
    pub fn insert(&mut self, element: Element) {
        self.0[usize::from(element) >> 6] |= 1 << (element & 63);
    }

    /// Whether the element is in the set.
    pub fn contains(&self, element: Element) -> bool {
        self.0[usize::from(element) >> 6] >> (element & 63) & 1 == 1
    }

    /// Adds all elements of another set.
    pub fn unite(&mut self, other: &Self) {
        for (word, more) in self.0.iter_mut().zip(&other.0) {
            *word |= more;
        }
    }

    /// Whether the sets have an element in common.
    pub fn meets(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    /// The least common element.
    pub fn common(&self, other: &Self) -> Option<Element> {
        let words = self.0.iter().zip(&other.0).map(|(a, b)| a & b).enumerate();
        words
            .filter(|&(_, word)| word != 0)
            .map(|(i, word)| (i * 64) as Element + word.trailing_zeros() as Element)
            .next()
    }

    /// Whether every element is in the other set.
    pub fn is_subset(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a & !b == 0)
    }

    /// Whether there is no element.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// The number of elements.
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The elements, ascending.
    pub fn iter(&self) -> impl Iterator<Item = Element> + '_ {
        self.0.iter().enumerate().flat_map(|(i, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                (rest != 0).then(|| {
                    let bit = rest.trailing_zeros();
                    rest &= rest - 1;
                    (i * 64) as Element + bit as Element
                })
            })
        })
    }
}
