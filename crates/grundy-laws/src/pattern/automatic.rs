//! Sequences that an automaton computes from the digits of n.
//!
//! A sequence is b-automatic if its kernel, the sequences f(b^i n + j) with j < b^i, is finite
//! (S. Eilenberg 1974; J.-P. Allouche and J. Shallit, *Automatic Sequences*, 2003, ch. 6). The members of
//! the kernel are the states of an automaton that reads the least digit first; the output is the member's
//! value at 0. From finitely many entries members are told apart by what is known of them.

use super::data::UNKNOWN;
pub use super::digit_automaton::Automaton;
use super::law::Kind;
use super::search::Search;
use super::term::Term;
use grundy::context::Stop;
use std::sync::Arc;

/// The kernel is read off so many entries.
const ENTRIES: usize = 1 << 14;
/// Larger automata are not looked for.
const MAX_STATES: usize = 100;

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
        if members.len() > MAX_STATES || states * b as f64 * states.log2() > budget {
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
