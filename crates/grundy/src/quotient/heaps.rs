//! Heaps of codes and single positions, numbered together.

use crate::heap::{Code, Digit, Shape};
use grundy_quotients::Heaps;

/// A number of a heap or position in a quotient.
pub type Id = u32;

/// Heaps of some codes, as far as they were numbered, and positions with their options.
#[derive(Debug, Default)]
pub struct Numbered {
    codes: Vec<CodeHeaps>,
    /// What each number stands for.
    kinds: Vec<Kind>,
}

#[derive(Debug)]
struct CodeHeaps {
    code: Code,
    /// The number of each heap.
    ids: Vec<Id>,
}

#[derive(Debug)]
enum Kind {
    Heap { code: usize, size: u32 },
    Position { options: Vec<Vec<Id>> },
}

impl Numbered {
    /// How many heaps and positions there are.
    pub fn len(&self) -> usize {
        self.kinds.len()
    }

    /// Adds a code without heaps.
    pub fn add_code(&mut self, code: Code) -> usize {
        self.codes.push(CodeHeaps { code, ids: Vec::new() });
        self.codes.len() - 1
    }

    /// The codes.
    pub fn codes(&self) -> impl ExactSizeIterator<Item = &Code> {
        self.codes.iter().map(|heaps| &heaps.code)
    }

    /// The numbers of the heaps of a code.
    pub fn ids(&self, code: usize) -> &[Id] {
        &self.codes[code].ids
    }

    /// Numbers the next heap of a code.
    pub fn add_heap(&mut self, code: usize) -> Id {
        let id = self.kinds.len() as Id;
        let ids = &mut self.codes[code].ids;
        self.kinds.push(Kind::Heap { code, size: ids.len() as u32 });
        ids.push(id);
        id
    }

    /// Numbers a position with these options.
    pub fn add_position(&mut self, options: Vec<Vec<Id>>) -> Id {
        self.kinds.push(Kind::Position { options });
        self.kinds.len() as Id - 1
    }

    /// A heap as text; `None` for a position.
    pub fn heap_of(&self, id: Id) -> Option<String> {
        match &self.kinds[id as usize] {
            Kind::Heap { code, size } => Some(format!("{}({size})", self.codes[*code].code)),
            Kind::Position { .. } => None,
        }
    }

    /// What each move in a position leaves; `None` for a heap.
    pub fn position_options(&self, id: Id) -> Option<&[Vec<Id>]> {
        match &self.kinds[id as usize] {
            Kind::Position { options } => Some(options),
            Kind::Heap { .. } => None,
        }
    }

    /// Forgets the last number.
    pub fn pop(&mut self) {
        if let Some(Kind::Heap { code, .. }) = self.kinds.pop() {
            self.codes[code].ids.pop();
        }
    }
}

impl Heaps for Numbered {
    fn options(&self, id: Id, see: &mut dyn FnMut(&[Id])) {
        match &self.kinds[id as usize] {
            Kind::Position { options } => options.iter().for_each(|option| see(option)),
            Kind::Heap { code, size } => {
                let CodeHeaps { code, ids } = &self.codes[*code];
                code_options(code, *size, ids, see);
            }
        }
    }
}

/// The options of a heap of a code, by the plain definition.
fn code_options(code: &Code, size: u32, ids: &[Id], see: &mut dyn FnMut(&[Id])) {
    let most = code.largest_take().map_or(size, |take| size.min(take.min(u32::MAX.into()) as u32));
    let mut left = Vec::new();
    for taken in 0..=most {
        let digit = code.digit(taken.into());
        if digit.is_zero() {
            continue;
        }
        let rest = size - taken;
        if rest == 0 {
            if digit.allows(0) {
                see(&[]);
            }
            continue;
        }
        if digit.allows(1) {
            see(&[ids[rest as usize]]);
        }
        if digit.allows(2) {
            for a in 1..=rest / 2 {
                let equal = a == rest - a;
                let wanted = match digit.shape {
                    Shape::Any => true,
                    Shape::Distinct | Shape::NotAllEqual => !equal,
                    Shape::AllEqual => equal,
                };
                if wanted {
                    see(&[ids[a as usize], ids[(rest - a) as usize]]);
                }
            }
        }
        for count in digit.heap_counts(rest.into()).filter(|&count| count >= 3) {
            left.clear();
            partitions(digit, count, rest, ids, &mut left, see);
        }
    }
}

/// The ways of leaving `rest` as so many heaps of sizes that the digit permits, in weakly ascending order.
fn partitions(
    digit: &Digit,
    count: u64,
    rest: u32,
    ids: &[Id],
    left: &mut Vec<u32>,
    see: &mut dyn FnMut(&[Id]),
) {
    let step = u32::from(digit.shape == Shape::Distinct);
    let (mut rest, mut size) = (rest, 1u32);
    loop {
        let missing = count - left.len() as u64;
        if missing == 1 && size <= rest {
            let equal = left.iter().all(|&part| part == rest);
            let wanted = match digit.shape {
                Shape::Any | Shape::Distinct => true,
                Shape::NotAllEqual => !equal,
                Shape::AllEqual => equal,
            };
            if wanted {
                let heaps: Vec<Id> =
                    left.iter().chain([&rest]).map(|&part| ids[part as usize]).collect();
                see(&heaps);
            }
        } else if missing > 1 && missing.saturating_mul(size.into()) <= rest.into() {
            left.push(size);
            rest -= size;
            size += step;
            continue;
        }
        // Back to the last heap chosen, and on to the next size.
        let Some(last) = left.pop() else { return };
        rest += last;
        size = last + 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nat::{Nat, to_u64};
    use crate::ruleset::{Options, Ruleset};

    #[test]
    fn options_are_those_of_the_rules() {
        for text in [
            "0.77",
            "4!.0",
            "8.3F",
            "8!.1",
            "8?.7",
            "8=.3",
            "0.[3]",
            "0.[7]",
            "{2+}.0",
            "0.0{2+}!3",
        ] {
            let code: Code = text.parse().unwrap();
            let mut heaps = Numbered::default();
            heaps.add_code(code.clone());
            for n in 0..=13u32 {
                let id = heaps.add_heap(0);
                let mut found = Vec::new();
                heaps.options(id, &mut |option| found.push(option.to_vec()));
                let mut options = Options::default();
                code.options(&Nat::from(n), &mut options).unwrap();
                let words = |sum: &[Nat]| -> Vec<u32> {
                    let sizes = sum.iter().filter_map(|a| to_u64(a).map(|a| a as u32));
                    sizes.filter(|&a| a > 0).collect()
                };
                let mut wanted: Vec<Vec<u32>> = options.iter().map(|o| words(o.sum)).collect();
                wanted.sort();
                found.sort();
                assert_eq!(found, wanted, "{text}({n})");
            }
        }
    }
}
