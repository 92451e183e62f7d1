//! Sequences that an automaton computes from the digits of n.
//!
//! A sequence is b-automatic if its kernel, the sequences f(b^i n + j) with j < b^i, is finite
//! (S. Eilenberg 1974; J.-P. Allouche and J. Shallit, *Automatic Sequences*, 2003, ch. 6). The members of
//! the kernel are the states of an automaton that reads the least digit first; the output is the member's
//! value at 0. From finitely many entries members are told apart by what is known of them.

use super::data::UNKNOWN;
use super::evidence::{integer, natural};
use super::law::Kind;
use super::search::Search;
use super::term::Term;
use grundy::context::Stop;
use std::sync::Arc;

/// An automaton that reads the digits of a natural number, the least first, with an output for each
/// state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Automaton {
    base: u32,
    /// The next state, `base` entries for each state.
    next: Vec<u32>,
    outputs: Vec<i64>,
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

/// The kernel is read off so many entries.
const ENTRIES: usize = 1 << 14;
/// Larger automata are not looked for.
const MOST_STATES: usize = 100;

/// Automata in base 2, 3, 4, 5, 6 and 10, from all, three quarters, half or a quarter of the entries, so
/// that one wrong entry spares some of them. Nothing is looked for where a law without exceptions is
/// known.
///
/// # Complexity
/// O(16384 s) for each base and s states at most, O(n log n) where a proposal is not refuted soon.
pub(super) fn automatic(search: &mut Search<'_>) -> Result<(), Stop> {
    if search.has_exact(&[]) {
        return Ok(());
    }
    let first = search.data().first();
    let Ok(skipped) = usize::try_from(first) else { return Ok(()) };
    if skipped > 4 {
        return Ok(());
    }
    let mut entries = vec![UNKNOWN; skipped];
    entries.extend(search.data().values().iter().take(ENTRIES));
    let budget = search.scale.baseline();
    for base in [2, 3, 4, 5, 6, 10] {
        search.context.look("looking for automata", u64::from(base))?;
        for (part, tolerance) in [(4, 0), (3, 0), (2, 0), (1, 0), (4, 1)] {
            let known = &entries[..entries.len() * part / 4];
            let Some(automaton) = kernel(known, base, tolerance, budget) else { continue };
            if automaton.states() > 1 {
                let term = Term::Automatic(Arc::new(automaton), Term::n().into());
                search.propose(Kind::Automatic, term);
            }
        }
    }
    Ok(())
}

/// The automaton of the kernel of a sequence, as far as the entries tell its members apart; `None` if it
/// costs more than the budget.
fn kernel(entries: &[i64], base: u32, tolerance: usize, budget: f64) -> Option<Automaton> {
    let b = base as usize;
    // The member with step s and offset j is entries[s n + j].
    let mut members = vec![(1usize, 0usize)];
    let mut next = Vec::new();
    let mut at = 0;
    while at < members.len() {
        let (step, offset) = members[at];
        for digit in 0..b {
            let (s, j) = (step * b, offset + digit * step);
            if j >= entries.len() {
                return None;
            }
            let found = members.iter().position(|&m| agree(entries, m, (s, j), tolerance));
            let state = match found {
                Some(state) => state,
                None => {
                    members.push((s, j));
                    members.len() - 1
                }
            };
            next.push(state as u32);
        }
        at += 1;
        let states = members.len() as f64;
        if members.len() > MOST_STATES || states * b as f64 * states.log2() > budget {
            return None;
        }
    }
    // Where the entry at 0 is not known, the member's output is that of 0 after another zero.
    let outputs: Vec<i64> = members.iter().map(|&(_, j)| entries[j]).collect();
    let outputs = (0..members.len())
        .map(|mut state| {
            for _ in 0..members.len() {
                if outputs[state] != UNKNOWN {
                    break;
                }
                state = next[state * b] as usize;
            }
            if outputs[state] == UNKNOWN { 0 } else { outputs[state] }
        })
        .collect();
    Automaton::new(base, next, outputs)
}

/// Whether two members agree where both are known, but for a few of many.
fn agree(entries: &[i64], a: (usize, usize), b: (usize, usize), tolerance: usize) -> bool {
    let list = |(step, offset): (usize, usize)| entries.iter().skip(offset).step_by(step);
    let mut left = 0;
    let mut compared = 0;
    for (&u, &v) in list(a).zip(list(b)) {
        compared += 1;
        if u != v && u != UNKNOWN && v != UNKNOWN {
            left += 1;
            if left > 3 * tolerance {
                return false;
            }
        }
    }
    left == 0 || compared >= 16 * left
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kernel_of_a_known_automaton_is_found() {
        // Rudin and Shapiro: the parity of the number of neighbouring ones.
        let value = |n: i64| i64::from((n & (n >> 1)).count_ones() % 2);
        let entries: Vec<i64> = (0..200).map(value).collect();
        let automaton = kernel(&entries, 2, 0, 1e9).unwrap();
        assert_eq!(automaton.states(), 4);
        assert!((0..5000).all(|n| automaton.value(n) == Some(value(n))));
        assert_eq!(automaton.value(-1), None);
    }

    #[test]
    fn an_automaton_must_be_whole() {
        assert!(Automaton::new(2, vec![0, 1], vec![5]).is_none());
        assert!(Automaton::new(2, vec![0], vec![5]).is_none());
        assert!(Automaton::new(1, vec![0], vec![5]).is_none());
        assert!(Automaton::new(2, vec![], vec![]).is_none());
        assert_eq!(Automaton::new(2, vec![0, 0], vec![5]).unwrap().value(9), Some(5));
    }
}
