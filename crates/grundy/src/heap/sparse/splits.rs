//! The moves of a code, as the engine needs them.

use crate::heap::Code;
use crate::heap::code::Shape;

/// The takes of a code by what they leave.
#[derive(Clone, Debug, Default)]
pub(super) struct Splits {
    /// Takes that may leave nothing.
    pub ends: Vec<usize>,
    /// Takes that may leave one heap.
    pub single: Vec<usize>,
    /// Takes that may leave two heaps, and whether these must differ.
    pub pairs: Vec<(usize, bool)>,
    /// Takes that may leave two equal heaps, no other two.
    pub equal: Vec<usize>,
}

/// The greatest take that the engine treats.
const LARGEST: u64 = 512;

impl Splits {
    /// `None` for codes with more heaps, endless digits, very large takes, or without splits.
    pub fn of(code: &Code) -> Option<Self> {
        let fits = code.most_heaps()? == 2 && code.largest_take()? <= LARGEST;
        if !fits {
            return None;
        }
        let mut splits = Self::default();
        for (take, digit) in code.leading().iter().enumerate() {
            if digit.allows(0) {
                splits.ends.push(take);
            }
            if digit.allows(1) {
                splits.single.push(take);
            }
            if digit.allows(2) {
                match digit.shape {
                    Shape::Any => splits.pairs.push((take, false)),
                    Shape::Distinct | Shape::NotAllEqual => splits.pairs.push((take, true)),
                    Shape::AllEqual => splits.equal.push(take),
                }
            }
        }
        (!splits.pairs.is_empty()).then_some(splits)
    }

    /// Takes that may leave two heaps.
    pub fn takes(&self) -> Vec<usize> {
        self.pairs.iter().map(|&(take, _)| take).collect()
    }

    /// The parity of all takes, if the parity of heaps may enter a mask: then they are of one parity,
    /// and no heap is left alone by an odd take (heap 0 would be common).
    pub fn parity(&self) -> Option<u32> {
        let splits = self.pairs.iter().map(|(take, _)| take).chain(&self.equal);
        let mut takes = self.single.iter().chain(splits);
        let first = takes.next()? % 2;
        let one = takes.all(|take| take % 2 == first) && (first == 0 || self.single.is_empty());
        one.then_some(first as u32)
    }

    /// The greatest take.
    pub fn largest(&self) -> usize {
        let pairs = self.pairs.iter().map(|(take, _)| take);
        pairs.chain(&self.single).copied().max().unwrap_or(0)
    }

    /// Whether some split must leave different heaps.
    pub fn any_distinct(&self) -> bool {
        self.pairs.iter().any(|&(_, distinct)| distinct)
    }
}
