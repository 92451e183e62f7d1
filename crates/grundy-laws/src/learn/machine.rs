//! Automata with labels: what is learned.

use crate::automaton::{Automaton, Budget, Overrun, TableError};
use crate::numeration::System;

/// The word of letters of a tuple of numbers.
pub(super) fn word(system: &System, position: &[u64]) -> Option<Vec<u32>> {
    let words: Option<Vec<Vec<u8>>> = position.iter().map(|&n| system.small_word(n)).collect();
    let words = words?;
    let length = words.iter().map(Vec::len).max().unwrap_or(0);
    let mut letters = vec![0; length];
    for word in &words {
        let zeros = length - word.len();
        for (at, letter) in letters.iter_mut().enumerate() {
            let digit = at.checked_sub(zeros).map_or(0, |at| u32::from(word[at]));
            *letter = *letter * system.base() + digit;
        }
    }
    Some(letters)
}

/// A complete deterministic automaton over tuples of words whose states have labels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Machine {
    pub(super) base: u32,
    pub(super) tracks: usize,
    pub(super) next: Vec<u32>,
    /// The labels of the states; none where words end that are no numbers.
    pub(super) labels: Vec<Option<u32>>,
}

impl Machine {
    /// States.
    pub const fn states(&self) -> usize {
        self.labels.len()
    }

    /// The labels that occur, ascending.
    pub fn labels(&self) -> Vec<u32> {
        let mut labels: Vec<u32> = self.labels.iter().flatten().copied().collect();
        labels.sort_unstable();
        labels.dedup();
        labels
    }

    /// The label of a tuple of numbers; `None` where it is none or the numbers are not as many as
    /// the tracks.
    pub fn label(&self, system: &System, position: &[u64]) -> Option<u32> {
        self.labels[self.run(&word(system, position)?) as usize]
    }

    pub(super) fn run(&self, word: &[u32]) -> u32 {
        let letters = self.next.len() / self.labels.len();
        word.iter().fold(0, |state, &letter| self.next[state as usize * letters + letter as usize])
    }

    /// Tuples with this label whose words have at most so many digits: the first `most`, in the order
    /// of their words.
    pub fn positions(
        &self,
        system: &System,
        label: u32,
        digits: usize,
        most: usize,
    ) -> Vec<Vec<u64>> {
        let letters = self.next.len() / self.labels.len();
        // From which states the label can be reached with so many letters.
        let mut leads = vec![self.labels.iter().map(|&own| own == Some(label)).collect::<Vec<_>>()];
        for length in 0..digits {
            let to = |state: usize| {
                let next = &self.next[state * letters..(state + 1) * letters];
                next.iter().any(|&next| leads[length][next as usize])
            };
            leads.push((0..self.states()).map(to).collect());
        }
        let mut found = Vec::new();
        let mut stack = vec![(0u32, Vec::<u32>::new())];
        while let Some((state, word)) = stack.pop() {
            let rest = digits - word.len();
            if !leads[rest][state as usize] {
                continue;
            }
            if rest > 0 {
                for letter in (0..letters).rev() {
                    let next = self.next[state as usize * letters + letter];
                    stack.push((next, [&word[..], &[letter as u32]].concat()));
                }
                continue;
            }
            let track = |at: usize| {
                let digit = |&letter: &u32| {
                    (letter / self.base.pow((self.tracks - 1 - at) as u32) % self.base) as u8
                };
                system.small_number(&word.iter().map(digit).collect::<Vec<u8>>()).flatten()
            };
            if let Some(position) = (0..self.tracks).map(track).collect() {
                found.push(position);
                if found.len() == most {
                    break;
                }
            }
        }
        found
    }

    /// The tuples with this label.
    ///
    /// # Errors
    /// [`Overrun`].
    pub fn relation(
        &self,
        label: u32,
        system: &System,
        budget: &Budget<'_>,
    ) -> Result<Automaton, Overrun> {
        let accepting = self.labels.iter().map(|&own| own == Some(label)).collect();
        let table = Automaton::new(self.base, self.tracks, self.next.clone(), accepting, budget);
        let found = match table {
            Ok(automaton) => automaton,
            Err(TableError::Overrun(overrun)) => return Err(overrun),
            Err(other) => unreachable!("the table is whole: {other}"),
        };
        found.and(&*system.tuples(self.tracks, budget)?, budget)
    }

    /// The relation between tuples and their labels, which is the last track.
    ///
    /// # Errors
    /// [`Overrun`].
    pub fn graph(&self, system: &System, budget: &Budget<'_>) -> Result<Automaton, Overrun> {
        let tracks = self.tracks + 1;
        let mut graph = Automaton::constant(self.base, tracks, false)?;
        let own: Vec<usize> = (0..self.tracks).collect();
        for label in self.labels() {
            let with = self.relation(label, system, budget)?;
            let value = system.constant(label.into(), budget)?;
            let both = with.product(&own, &value, &[self.tracks], tracks, |a, b| a && b, budget)?;
            graph = graph.or(&both, budget)?;
        }
        Ok(graph)
    }
}
