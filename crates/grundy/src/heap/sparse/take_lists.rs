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

    /// The parity of all takes, if the parity of heaps may take part in a mask. Then all takes are
    /// of one parity, and no odd take leaves one heap: heap 0, which counts as left beside it,
    /// would be common. Takes that leave nothing need not agree: they are moves of heaps up to
    /// [`MAX_TAKE`] only, which the dense engine computes.
    pub fn parity(&self) -> Option<u32> {
        let takes = self.pairs.iter().map(|(take, _)| take).chain(&self.equal);
        let mut takes = self.single.iter().chain(takes);
        let first = takes.next()? % 2;
        let one = takes.all(|take| take % 2 == first) && (first == 0 || self.single.is_empty());
        one.then_some(first as u32)
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
