//! The takes of a code, by what they leave.

use crate::heap::Code;
use crate::heap::code::Shape;

/// The takes of a code, by what they leave.
#[derive(Clone, Debug, Default)]
pub(super) struct TakeLists {
    /// Takes that may leave nothing.
    pub ends: Vec<usize>,
    /// Takes that may leave one heap.
    pub single: Vec<usize>,
    /// Takes that may leave two heaps, and whether these must differ.
    pub pairs: Vec<(usize, bool)>,
    /// Takes that may leave two equal heaps but no other two.
    pub equal: Vec<usize>,
}

/// The greatest take that the engine accepts.
pub(super) const MAX_TAKE: u64 = 512;

impl TakeLists {
    /// `None` for codes that leave more than two heaps or never two, with infinitely many digits,
    /// or with takes above [`MAX_TAKE`].
    pub fn of(code: &Code) -> Option<Self> {
        let fits = code.most_heaps()? == 2 && code.largest_take()? <= MAX_TAKE;
        if !fits {
            return None;
        }
        let mut takes = Self::default();
        for (take, digit) in code.leading().iter().enumerate() {
            if digit.allows(0) {
                takes.ends.push(take);
            }
            if digit.allows(1) {
                takes.single.push(take);
            }
            if digit.allows(2) {
                match digit.shape {
                    Shape::Any => takes.pairs.push((take, false)),
                    Shape::Distinct | Shape::NotAllEqual => takes.pairs.push((take, true)),
                    Shape::AllEqual => takes.equal.push(take),
                }
            }
        }
        (!takes.pairs.is_empty()).then_some(takes)
    }

    /// The splitting takes.
    pub fn takes(&self) -> Vec<usize> {
        self.pairs.iter().map(|&(take, _)| take).collect()
    }

    /// The parity of all takes that leave two heaps, if it is one: then the parity of heaps may take
    /// part in a mask. Takes that leave one heap need not agree: odd ones
    /// [switch](Self::switches). Those that leave nothing are moves of heaps up to [`MAX_TAKE`]
    /// only, which the dense engine computes.
    pub fn parity(&self) -> Option<u32> {
        let mut takes = self.pairs.iter().map(|(take, _)| take).chain(&self.equal);
        let first = takes.next()? % 2;
        takes.all(|take| take % 2 == first).then_some(first as u32)
    }

    /// Whether a move that takes so many and leaves one heap switches the class, `parity` telling
    /// whether the parity of heaps takes part: the value of the heap is of one class at the heap, and
    /// of the other as an option.
    pub fn switches(take: usize, parity: bool) -> bool {
        parity && take % 2 == 1
    }

    /// The greatest take.
    pub fn largest(&self) -> usize {
        let pairs = self.pairs.iter().map(|(take, _)| take);
        pairs.chain(&self.single).copied().max().unwrap_or(0)
    }

    /// Whether some splitting take must leave different heaps.
    pub fn any_distinct(&self) -> bool {
        self.pairs.iter().any(|&(_, distinct)| distinct)
    }
}
