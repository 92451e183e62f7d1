//! Which elements divide which: classes of elements that divide each other, and their order.

use crate::{Bits, Element, Monoid};

/// Elements each of which is a multiple of each other one.
///
/// In a commutative monoid these are Green's classes, all five of them. The class of an idempotent is a group
/// with it as its identity, and all groups in the monoid are subgroups of such ones (J. A. Green, *On the structure of
/// semigroups*, 1951). The identity is in the first class, the kernel is the last one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    /// The elements, ascending.
    pub elements: Vec<Element>,
    /// The idempotent in it, if there is one.
    pub idempotent: Option<Element>,
    /// The numbers of the next classes below: those of multiples, with none between.
    pub below: Vec<usize>,
    /// How many steps the longest way down from the class of the identity has.
    pub depth: usize,
}

impl Monoid {
    /// The classes of elements that divide each other; each one comes before those below it.
    ///
    /// # Complexity
    /// O(order^2 + k^3) for k classes.
    ///
    /// ```
    /// use grundy_quotients::Monoid;
    /// // {1, a, e, ae} with a a = 1, e e = e: two groups of two elements.
    /// let table = vec![0, 1, 2, 3, 1, 0, 3, 2, 2, 3, 2, 3, 3, 2, 3, 2];
    /// let classes = Monoid::new(table, [1]).unwrap().classes();
    /// assert_eq!(classes.len(), 2);
    /// assert_eq!((classes[0].below.as_slice(), classes[1].idempotent), ([1].as_slice(), Some(2)));
    /// ```
    pub fn classes(&self) -> Vec<Class> {
        let multiples = |x: Element| {
            let mut set = Bits::new(self.order());
            self.row(x).iter().for_each(|&y| set.insert(y));
            set
        };
        let mut found: Vec<(Bits, Vec<Element>)> = Vec::new();
        for x in self.elements() {
            let set = multiples(x);
            match found.iter_mut().find(|(known, _)| *known == set) {
                Some((_, class)) => class.push(x),
                None => found.push((set, vec![x])),
            }
        }
        // Proper multiples have fewer multiples.
        found.sort_by_key(|(set, class)| (std::cmp::Reverse(set.len()), class[0]));
        let under = |a: usize, b: usize| a != b && found[b].0.is_subset(&found[a].0);
        let count = found.len();
        let mut depths = vec![0; count];
        let mut classes = Vec::with_capacity(count);
        for a in 0..count {
            let lower: Vec<usize> = (0..count).filter(|&b| under(a, b)).collect();
            let next = |b: &usize| !lower.iter().any(|&c| under(c, *b));
            let below: Vec<usize> = lower.iter().copied().filter(next).collect();
            for &b in &below {
                depths[b] = depths[b].max(depths[a] + 1);
            }
            let elements = found[a].1.clone();
            let idempotent = elements.iter().copied().find(|&x| self.product(x, x) == x);
            classes.push(Class { elements, idempotent, below, depth: depths[a] });
        }
        classes
    }
}
