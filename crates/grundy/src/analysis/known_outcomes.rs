//! Outcomes of sums that questions share.

use crate::outcome::Outcome;
use crate::solve::arena::Node;
use foldhash::fast::RandomState;
use hashbrown::HashMap;

/// Outcomes of sums found so far, under one convention.
#[derive(Default)]
pub struct KnownOutcomes {
    all: HashMap<Box<[Node]>, Outcome, RandomState>,
    bytes: u64,
}

impl KnownOutcomes {
    /// The outcome of a sum, if it is known.
    pub fn get(&self, sum: &[Node]) -> Option<Outcome> {
        self.all.get(sum).copied()
    }

    /// Adds a sum.
    pub fn insert(&mut self, sum: Box<[Node]>, outcome: Outcome) {
        self.bytes += 4 * sum.len() as u64 + 64;
        self.all.insert(sum, outcome);
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Bytes held, about.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }
}
