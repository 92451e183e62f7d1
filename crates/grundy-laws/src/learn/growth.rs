//! Whether what is learned settles when the table grows.

use super::learner::{LearnError, Learner};
use super::machine::Machine;
use crate::automaton::Budget;
use crate::numeration::System;

/// What was learned from boxes of growing size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Growth {
    /// The bound of each box, with the states that it needs.
    pub states: Vec<(u64, usize)>,
    /// The automaton of the last box.
    pub machine: Machine,
    /// Whether the last two boxes have the same automaton.
    pub settled: bool,
}

/// Learns the labels of boxes of all numbers with `from`, `from + 1`, … `to` digits, until two in a
/// row have the same automaton.
///
/// # Errors
/// [`LearnError`].
///
/// ```
/// use grundy_laws::automaton::Budget;
/// use grundy_laws::learn::grow;
/// use grundy_laws::numeration::{Name, System};
/// let (system, budget) =
///     (System::new(&Name::Base(2), &Budget::default()).unwrap(), Budget::default());
/// let odious = |x: &[u64]| Some(x[0].count_ones() & 1);
/// let grown = grow(&system, 1, 50, 2..=10, odious, &budget).unwrap();
/// assert!(grown.settled);
/// assert_eq!(grown.machine.states(), 2);
/// // Squares are no such thing.
/// let square = |x: &[u64]| Some(u32::from(x[0].isqrt().pow(2) == x[0]));
/// assert!(!grow(&system, 1, 50, 4..=7, square, &budget).unwrap().settled);
/// ```
pub fn grow(
    system: &System,
    tracks: usize,
    limit: usize,
    digits: std::ops::RangeInclusive<usize>,
    oracle: impl FnMut(&[u64]) -> Option<u32>,
    budget: &Budget<'_>,
) -> Result<Growth, LearnError> {
    let mut learner = Learner::new(system, tracks, limit, oracle)?;
    let mut states = Vec::new();
    let mut settled = false;
    let mut last: Option<Machine> = None;
    for length in digits {
        let count = system.valid().count(length, budget)?;
        let Some(bound) = grundy::nat::to_u64(&count) else { break };
        let machine = learner.learn(&vec![bound; tracks], budget)?;
        states.push((bound, machine.states()));
        settled = last.as_ref() == Some(&machine);
        last = Some(machine);
        if settled {
            break;
        }
    }
    let machine = match last {
        Some(machine) => machine,
        None => learner.learn(&vec![0; tracks], budget)?,
    };
    Ok(Growth { states, machine, settled })
}
