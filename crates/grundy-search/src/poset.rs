//! Poset games: choose an element, which goes with all above it.

use crate::graph::{Graph, vertices};
use crate::isomorphism::{Classes, Related};
use crate::rules::{Keyed, Splitting, Sums};

/// A partial order on at most 128 elements; parts are sets of elements that hang together by comparisons.
///
/// ```
/// use grundy_search::poset::Poset;
/// use grundy_search::{Bounds, Search};
/// // Two elements below a third one, that below two more.
/// let order = Poset::new(5, [(2, 0), (2, 1), (3, 2), (4, 2)]).unwrap();
/// let bounds = Bounds { memory: 1 << 24, threads: 1, look: &|_| true };
/// let value = Search::default().value(&order, &order.parts(order.all()), &bounds);
/// assert_eq!(value, Ok(2));
/// ```
#[derive(Debug, Default)]
pub struct Poset {
    /// Each element with all above it.
    above: Vec<u128>,
    /// The elements below each.
    below: Vec<u128>,
    /// Elements are neighbours if one is above the other.
    comparable: Graph,
    /// Isomorphic parts.
    classes: Classes,
}

impl Poset {
    /// The greatest number of elements.
    pub const ELEMENTS: usize = Graph::VERTICES;

    /// The order of so many elements that these pairs (upper, lower) generate. `None` if there are too many
    /// elements, if a pair names others, or if an element would be above itself.
    ///
    /// O(n²) for n elements, besides the pairs.
    pub fn new(count: usize, pairs: impl IntoIterator<Item = (usize, usize)>) -> Option<Self> {
        if count > Self::ELEMENTS {
            return None;
        }
        let mut above: Vec<u128> = vec![0; count];
        for (upper, lower) in pairs {
            *above.get_mut(lower)? |= 1 << (upper < count).then_some(upper)?;
        }
        // By way of each element in turn (S. Warshall 1962).
        for middle in 0..count {
            let further = above[middle];
            for set in above.iter_mut().filter(|set| **set >> middle & 1 == 1) {
                *set |= further;
            }
        }
        if (0..count).any(|element| above[element] >> element & 1 == 1) {
            return None;
        }
        let mut below = vec![0; count];
        for (lower, &set) in above.iter().enumerate() {
            vertices(set).for_each(|upper| below[upper] |= 1 << lower);
        }
        let pairs = above.iter().enumerate();
        let pairs = pairs.flat_map(|(lower, &set)| vertices(set).map(move |upper| (upper, lower)));
        let comparable = Graph::new(count, pairs)?;
        above.iter_mut().enumerate().for_each(|(element, set)| *set |= 1 << element);
        Some(Self { above, below, comparable, classes: Classes::default() })
    }

    /// All elements.
    pub fn all(&self) -> u128 {
        self.comparable.all()
    }

    /// An element with all above it.
    pub fn above(&self, element: usize) -> u128 {
        self.above[element]
    }

    /// The elements below one.
    pub fn below(&self, element: usize) -> u128 {
        self.below[element]
    }

    /// The elements of a set that are above all others of it: one, or none.
    pub fn greatest(&self, set: u128) -> Option<usize> {
        vertices(set).find(|&element| set & !(self.below[element] | 1 << element) == 0)
    }

    /// The pairs (upper, lower) of a set with nothing of it between them.
    pub fn covers(&self, set: u128) -> impl Iterator<Item = (usize, usize)> + '_ {
        vertices(set).flat_map(move |upper| {
            vertices(self.below[upper] & set).filter_map(move |lower| {
                let between = self.below[upper] & self.above[lower] & !(1 << lower) & set;
                (between == 0).then_some((upper, lower))
            })
        })
    }

    /// The parts of a set of elements.
    pub fn parts(&self, set: u128) -> Vec<u128> {
        self.comparable.parts(set)
    }
}

impl Splitting for Poset {
    type Part = u128;

    fn key(&self, part: &u128) -> u128 {
        self.classes.standing_for(self, *part)
    }

    fn name(&self, part: &u128) -> u128 {
        *part
    }

    fn restore(&self, key: u128) {
        self.classes.classify(self, key);
    }

    fn allow(&self, bytes: u64) {
        self.classes.allow(bytes);
    }

    fn bytes(&self) -> u64 {
        self.classes.bytes()
    }

    fn size(&self, part: &u128) -> u32 {
        part.count_ones()
    }

    fn options(&self, part: &u128, out: &mut Sums<u128>) {
        for element in vertices(*part) {
            self.comparable.each_part(part & !self.above[element], |part| out.part(part));
            out.end();
        }
    }
}

impl Keyed for Poset {
    fn size(&self, part: u128) -> u32 {
        Splitting::size(self, &part)
    }

    fn all_options(&self, part: u128, out: &mut Sums<u128>) -> bool {
        self.options(&part, out);
        out.rename(|part| self.classes.standing_for(self, part));
        true
    }

    fn named_options(&self, part: u128, out: &mut Sums<u128>) -> bool {
        self.options(&part, out);
        true
    }

    fn cells(&self, part: u128) -> u32 {
        part.count_ones()
    }

    fn kept_bytes(&self) -> u64 {
        self.classes.bytes()
    }

    fn allow_bytes(&self, bytes: u64) {
        self.classes.allow(bytes);
    }
}

/// An element is related to those above it.
impl Related for Poset {
    const IS_SYMMETRIC: bool = false;

    fn related(&self, point: usize) -> u128 {
        self.above[point]
    }
}
