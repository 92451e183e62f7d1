//! Whether what is learned settles when the table grows.

use super::learner::{LearnError, Learner};
use super::machine::Machine;
use crate::automaton::{Automaton, Budget};
use crate::numeration::System;

/// What was learned from boxes of growing size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Growth {
    /// The bound of each box, with the states of its law: of the greatest automaton of a label.
    pub states: Vec<(u64, usize)>,
    /// The automaton of the last box.
    pub machine: Machine,
    /// Whether the last two boxes have the same law.
    pub settled: bool,
}

/// Learns the labels of boxes of all numbers with `from`, `from + 1`, … `to` digits, until two in a
/// row have the same law, or the oracle does not know all labels of the next.
///
/// # Errors
/// [`LearnError`], also where the oracle does not know all labels of the first box.
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
    let (mut last, mut law): (Option<Machine>, Vec<(u32, Automaton)>) = (None, Vec::new());
    for length in digits {
        let count = system.valid().count(length, budget)?;
        let Some(bound) = grundy::nat::to_u64(&count) else { break };
        let machine = match learner.learn(&vec![bound; tracks], budget) {
            Ok(machine) => machine,
            Err(LearnError::Label { .. }) if last.is_some() => break,
            Err(error) => return Err(error),
        };
        let with = |label| Ok((label, machine.relation(label, system, budget)?));
        let next =
            machine.labels().into_iter().map(with).collect::<Result<Vec<_>, LearnError>>()?;
        states.push((bound, next.iter().map(|(_, law)| law.states()).max().unwrap_or(0)));
        settled = last.is_some() && law == next;
        (last, law) = (Some(machine), next);
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
