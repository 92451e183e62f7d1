//! Sums as pairs: the element of a sum and the elements of its options, least sets only.

use crate::{Bits, Element, Halt, Monoid};
use std::collections::BinaryHeap;

/// A sum as far as the theorem looks at it.
#[derive(Clone, Debug)]
pub struct Pair {
    /// The element of the sum.
    pub element: Element,
    /// The elements of its options.
    pub options: Bits,
    /// An upper bound for the number of moves in the sum.
    pub length: u64,
    /// The kinds of the heaps in the sum.
    pub sum: Vec<u16>,
}

/// A kind of heap: its element, those of its options, and how long it lasts.
#[derive(Clone, Debug)]
pub struct Kind {
    pub element: Element,
    pub options: Bits,
    pub length: u64,
    /// What stands for the kind in sums.
    pub number: u16,
}

/// The pairs of all non-empty sums of some kinds of heaps, but for those whose options include the
/// options of another sum with the same element.
///
/// A move in X + Y is one in X or one in Y, so the pair of the sum is (x y, D y and x E) for pairs
/// (x, D) and (y, E): it grows with D. Hence what is left out is never missed: a sum that contains a
/// sum left out has at least the options of another one.
#[derive(Clone, Debug, Default)]
pub struct Closure {
    kinds: Vec<Kind>,
    pairs: Vec<Pair>,
    by_element: Vec<Vec<u32>>,
}

struct Open(Pair);

impl PartialEq for Open {
    fn eq(&self, other: &Self) -> bool {
        self.0.length == other.0.length
    }
}
impl Eq for Open {}
impl PartialOrd for Open {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Open {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        other.0.length.cmp(&self.0.length)
    }
}

impl Closure {
    /// Of no heaps.
    pub fn new(monoid: &Monoid) -> Self {
        let by_element = vec![Vec::new(); monoid.order()];
        Self { kinds: Vec::new(), pairs: Vec::new(), by_element }
    }

    /// The pairs.
    pub fn pairs(&self) -> impl Iterator<Item = &Pair> {
        self.by_element.iter().flatten().map(|&i| &self.pairs[i as usize])
    }

    fn is_covered(&self, element: Element, options: &Bits) -> bool {
        let known = &self.by_element[usize::from(element)];
        known.iter().any(|&i| self.pairs[i as usize].options.is_subset(options))
    }

    /// Adds kinds of heaps; stops at the first pair that `wrong` names, in the order of lengths among
    /// what is new, and returns it.
    ///
    /// # Errors
    /// [`Halt`] beyond `most` pairs, or if `go_on` says so.
    pub fn add(
        &mut self,
        monoid: &Monoid,
        kinds: &[Kind],
        most: usize,
        wrong: &dyn Fn(&Pair) -> bool,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<Option<Pair>, Halt> {
        let mut open = BinaryHeap::new();
        for kind in kinds {
            if self.is_covered(kind.element, &kind.options) {
                continue;
            }
            for known in self.pairs() {
                open.push(Open(times(monoid, known, kind)));
            }
            open.push(Open(Pair {
                element: kind.element,
                options: kind.options.clone(),
                length: kind.length,
                sum: vec![kind.number],
            }));
            self.kinds.push(kind.clone());
        }
        while let Some(Open(pair)) = open.pop() {
            if self.is_covered(pair.element, &pair.options) {
                continue;
            }
            if wrong(&pair) {
                return Ok(Some(pair));
            }
            if self.pairs.len() >= most {
                return Err(Halt::Pairs(most));
            }
            if self.pairs.len().is_multiple_of(256) && !go_on() {
                return Err(Halt::Cancelled);
            }
            for kind in &self.kinds {
                let next = times(monoid, &pair, kind);
                if !self.is_covered(next.element, &next.options) {
                    open.push(Open(next));
                }
            }
            let same = &mut self.by_element[usize::from(pair.element)];
            same.retain(|&i| !pair.options.is_subset(&self.pairs[i as usize].options));
            same.push(self.pairs.len() as u32);
            self.pairs.push(pair);
        }
        Ok(None)
    }
}

/// The pair of a sum with one more heap.
fn times(monoid: &Monoid, pair: &Pair, kind: &Kind) -> Pair {
    let mut options = Bits::new(monoid.order());
    let by_kind = monoid.row(kind.element);
    pair.options.iter().for_each(|d| options.insert(by_kind[usize::from(d)]));
    let by_pair = monoid.row(pair.element);
    kind.options.iter().for_each(|e| options.insert(by_pair[usize::from(e)]));
    let mut sum = pair.sum.clone();
    sum.push(kind.number);
    Pair {
        element: by_kind[usize::from(pair.element)],
        options,
        length: pair.length + kind.length,
        sum,
    }
}
