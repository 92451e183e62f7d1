//! Elements of a quotient in letters.

use super::Union;
use grundy_quotients::{Element, Presentation, Relation};
use serde::Serialize;
use std::fmt::Write as _;

/// Relations that are told at most.
pub(super) const RELATIONS: usize = 4000;

/// A generator of a quotient.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Generator {
    /// The letter that stands for it.
    pub name: String,
    /// The least heap that is this element.
    pub heap: u64,
}

/// Elements of a quotient as products of letters.
pub struct Words {
    presentation: Result<Presentation, ()>,
    heaps: Vec<u64>,
}

impl Words {
    /// Of a quotient; a generator that is a heap has its size told.
    pub fn new(union: &Union) -> Self {
        let quotient = union.quotient();
        let presentation = quotient.presentation(RELATIONS).map_err(|_| ());
        let heaps = match &presentation {
            Ok(found) => found.generators.iter().map(|&id| u64::from(id)).collect(),
            Err(()) => Vec::new(),
        };
        Self { presentation, heaps }
    }

    /// The product of letters that an element is; its number where there are too many relations.
    pub fn word(&self, x: Element) -> String {
        match &self.presentation {
            Ok(found) => product(&found.products[usize::from(x)]),
            Err(()) if x == 0 => "1".into(),
            Err(()) => format!("#{x}"),
        }
    }

    /// The same with spaces between the powers of generators.
    pub fn spaced(&self, x: Element) -> String {
        let mut spaced = String::new();
        for letter in self.word(x).chars() {
            if letter.is_ascii_alphabetic() && !spaced.is_empty() {
                spaced.push(' ');
            }
            spaced.push(letter);
        }
        spaced
    }

    /// The generators.
    pub fn generators(&self) -> Vec<Generator> {
        let named = self.heaps.iter().enumerate();
        named.map(|(i, &heap)| Generator { name: letter(i), heap }).collect()
    }

    /// The generators with what they stand for: heaps as text, `None` for positions.
    pub fn named(&self, union: &Union) -> Vec<(String, Option<String>)> {
        let named = self.heaps.iter().enumerate();
        named.map(|(i, &id)| (letter(i), union.heap_of(id as u32))).collect()
    }

    /// The relations; `None` if there are too many.
    pub fn relations(&self) -> Option<Vec<String>> {
        let found = self.presentation.as_ref().ok()?;
        let told =
            |Relation { left, right }: &Relation| format!("{} = {}", product(left), product(right));
        Some(found.relations.iter().map(told).collect())
    }
}

/// The letter of a generator: a to z, then A to Z.
fn letter(i: usize) -> String {
    let small = ('a'..='z').chain('A'..='Z').nth(i);
    small.map_or_else(|| format!("[{i}]"), String::from)
}

fn product(exponents: &[u32]) -> String {
    let mut word = String::new();
    for (i, &exponent) in exponents.iter().enumerate() {
        match exponent {
            0 => {}
            1 => word.push_str(&letter(i)),
            _ => _ = write!(word, "{}^{exponent}", letter(i)),
        }
    }
    if word.is_empty() { "1".into() } else { word }
}
