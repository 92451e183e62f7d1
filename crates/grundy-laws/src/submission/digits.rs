//! How many digits more than its arguments a value has, seen from the automaton that accepts both.

use crate::automaton::Automaton;
use crate::numeration::System;

/// Values have at most so many digits more than the arguments, as everywhere in this crate.
const MAX_MORE_DIGITS: u32 = 8;

/// Whether all values for arguments within these limits have 64 bits: where all words are valid, since the
/// automaton accepts no value with so many digits more. `false` where that is not known.
///
/// # Complexity
/// O(states times digits).
pub(super) fn fits(relation: &Automaton, system: &System, limits: &[Option<(i64, i64)>]) -> bool {
    let Some(more) = more(relation) else { return false };
    if !system.valid().is_universal() {
        return false;
    }
    let base = u64::from(relation.base());
    let mut digits = more;
    let most = limits.iter().map(|limit| limit.map_or(i64::MAX, |(_, most)| most)).max();
    let mut most = most.unwrap_or(0).unsigned_abs();
    while most > 0 {
        most /= base;
        digits += 1;
    }
    base.checked_pow(digits).is_some_and(|end| end <= 1 << 63)
}

/// The greatest number of digits that a value has before the first digit of an argument that is not 0.
fn more(relation: &Automaton) -> Option<u32> {
    let base = relation.base() as usize;
    // Letters whose digits of arguments are 0; the digit of the value is the last one.
    let next = |state: usize, digit: usize| {
        let to = relation.transitions()[state * relation.letters() + digit];
        (Some(to) != relation.dead()).then_some(to as usize)
    };
    // What zeros in front lead to.
    let mut first = vec![0];
    while let Some(to) = next(first[first.len() - 1], 0) {
        if first.contains(&to) {
            break;
        }
        first.push(to);
    }
    let mut states: Vec<usize> = first
        .iter()
        .flat_map(|&state| (1..base).filter_map(move |digit| next(state, digit)))
        .collect();
    for digits in 0..=MAX_MORE_DIGITS {
        if states.is_empty() {
            return Some(digits);
        }
        let after =
            states.iter().flat_map(|&state| (0..base).filter_map(move |digit| next(state, digit)));
        states = after.collect();
        states.sort_unstable();
        states.dedup();
    }
    None
}
