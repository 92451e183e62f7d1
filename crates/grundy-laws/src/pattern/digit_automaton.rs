//! Automata that read the digits of a number, the least first, with outputs.

use super::evidence::{integer, natural};

/// An automaton that reads the digits of a natural number, the least first, with an output for each
/// state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Automaton {
    pub(super) base: u32,
    /// The next state, `base` entries for each state.
    pub(super) next: Vec<u32>,
    pub(super) outputs: Vec<i64>,
}

impl Automaton {
    /// The automaton that begins in state 0, with `base` successors for each output; `None` if their
    /// number is wrong, one of them is no state, or the base is below 2.
    pub fn new(base: u32, next: Vec<u32>, outputs: Vec<i64>) -> Option<Self> {
        let fits = base >= 2
            && !outputs.is_empty()
            && next.len() == outputs.len().checked_mul(base as usize)?
            && next.iter().all(|&s| (s as usize) < outputs.len());
        fits.then_some(Self { base, next, outputs })
    }

    /// The base.
    pub fn base(&self) -> u32 {
        self.base
    }

    /// How many states there are.
    pub fn states(&self) -> usize {
        self.outputs.len()
    }

    /// The successors, `base` for each state.
    pub fn successors(&self) -> &[u32] {
        &self.next
    }

    /// The outputs of the states.
    pub fn outputs(&self) -> &[i64] {
        &self.outputs
    }

    /// The output at n; `None` for negative n.
    ///
    /// # Complexity
    /// O(log n).
    pub fn value(&self, n: i64) -> Option<i64> {
        let mut n = u64::try_from(n).ok()?;
        let (base, mut state) = (u64::from(self.base), 0usize);
        while n > 0 {
            state = self.next[state * self.base as usize + (n % base) as usize] as usize;
            n /= base;
        }
        Some(self.outputs[state])
    }

    /// The bits of the table of successors and of the outputs.
    pub(super) fn bits(&self) -> f64 {
        let states = self.states() as f64;
        let mut distinct = self.outputs.clone();
        distinct.sort_unstable();
        distinct.dedup();
        let values: f64 = distinct.iter().map(|&v| integer(v)).sum();
        natural(self.base.into())
            + natural(self.states() as u64)
            + self.next.len() as f64 * states.log2()
            + values
            + states * (distinct.len() as f64).log2()
    }
}
