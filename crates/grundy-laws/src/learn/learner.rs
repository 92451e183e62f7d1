//! Automata learned from labels of positions.
//!
//! The table of D. Angluin (1987), with the counterexamples of R. Rivest and R. Schapire (1993):
//! states are words, told apart by what follows. Where all labels that are asked for are known, no two
//! states agree, so every automaton that agrees with the labels has as many states at least. Where a
//! label is not known a word is taken for the state that it fits best, until some label is wrong.

use hashbrown::HashMap;

use super::machine::{Machine, word};
use crate::automaton::{Budget, Overrun};
use crate::numeration::System;

const UNKNOWN: u32 = u32::MAX;
const INVALID: u32 = u32::MAX - 1;

/// The greatest label.
pub const MAX_LABEL: u32 = u32::MAX - 2;

/// Why nothing was learned.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LearnError {
    /// More states than allowed are needed.
    #[error("more than the {limit} states allowed are needed")]
    States {
        /// The limit.
        limit: usize,
    },
    /// A position without a label, or with one above [`MAX_LABEL`].
    #[error("{position:?} has no label")]
    Label {
        /// The position.
        position: Vec<u64>,
    },
    /// A position does not have as many numbers as the learner has tracks, or one is too great.
    #[error("{position:?} is not a position of {tracks} numbers")]
    Position {
        /// The position.
        position: Vec<u64>,
        /// The numbers of a position.
        tracks: usize,
    },
    /// A limit was reached.
    #[error(transparent)]
    Overrun(#[from] Overrun),
}

/// Learns the automaton of a labelling of tuples of numbers.
///
/// ```
/// use grundy_laws::automaton::Budget;
/// use grundy_laws::learn::Learner;
/// use grundy_laws::numeration::{Name, System};
/// let system = System::new(&Name::Base(2), &Budget::default()).unwrap();
/// // The P-positions of Nim with two heaps, from a table of 8 by 8.
/// let table = |x: &[u64]| (x.iter().all(|&n| n < 8)).then(|| u32::from(x[0] == x[1]));
/// let mut learner = Learner::new(&system, 2, 100, table).unwrap();
/// let machine = learner.learn(&[8, 8], &Budget::default()).unwrap();
/// assert_eq!(machine.states(), 2);
/// assert_eq!(machine.label(&system, &[1_000_000, 1_000_000]), Some(1));
/// ```
pub struct Learner<'s, F> {
    system: &'s System,
    tracks: usize,
    letters: usize,
    limit: usize,
    oracle: F,
    asked: HashMap<Vec<u64>, u32>,
    /// What tells states apart; the empty word first.
    suffixes: Vec<Vec<u32>>,
    /// A word that leads to each state, and its row: the label after each suffix.
    states: Vec<(Vec<u32>, Vec<u32>)>,
    /// The rows of the words with one letter more, by state and letter.
    after: Vec<Vec<u32>>,
    machine: Machine,
}

impl<F> std::fmt::Debug for Learner<'_, F> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Learner").field("machine", &self.machine).finish_non_exhaustive()
    }
}

impl<'s, F: FnMut(&[u64]) -> Option<u32>> Learner<'s, F> {
    /// Learns the labels of tuples of so many numbers, with at most `limit` states. The oracle tells
    /// the label of a position; `None` where it does not know: outside of its table.
    ///
    /// # Errors
    /// If there are too many letters.
    pub fn new(
        system: &'s System,
        tracks: usize,
        limit: usize,
        oracle: F,
    ) -> Result<Self, LearnError> {
        let letters = Budget::letters(system.base(), tracks)?;
        let machine = Machine { base: system.base(), tracks, next: Vec::new(), labels: Vec::new() };
        let mut learner = Self {
            system,
            tracks,
            letters,
            limit,
            oracle,
            asked: HashMap::new(),
            suffixes: vec![Vec::new()],
            states: Vec::new(),
            after: Vec::new(),
            machine,
        };
        let row = vec![learner.cell(&[], 0)];
        learner.states.push((Vec::new(), row));
        Ok(learner)
    }

    /// How many labels were asked.
    pub fn asked(&self) -> usize {
        self.asked.len()
    }

    /// The label of a position, asked once.
    fn ask(&mut self, position: Vec<u64>) -> u32 {
        if let Some(&known) = self.asked.get(&position) {
            return known;
        }
        match (self.oracle)(&position).filter(|&label| label <= MAX_LABEL) {
            Some(label) => {
                self.asked.insert(position, label);
                label
            }
            // It may be known later.
            None => UNKNOWN,
        }
    }

    /// The label of a word of letters.
    fn query(&mut self, word: &[u32]) -> u32 {
        let mut digits = vec![vec![0u8; word.len()]; self.tracks];
        for (at, &letter) in word.iter().enumerate() {
            let mut rest = letter;
            for track in digits.iter_mut().rev() {
                track[at] = (rest % self.system.base()) as u8;
                rest /= self.system.base();
            }
        }
        let mut position = Vec::with_capacity(self.tracks);
        for track in &digits {
            match self.system.small_number(track) {
                Some(Some(number)) => position.push(number),
                Some(None) => return UNKNOWN,
                None => return INVALID,
            }
        }
        self.ask(position)
    }

    fn cell(&mut self, word: &[u32], suffix: usize) -> u32 {
        let whole = [word, &self.suffixes[suffix]].concat();
        self.query(&whole)
    }

    fn row(&mut self, word: &[u32]) -> Vec<u32> {
        (0..self.suffixes.len()).map(|suffix| self.cell(word, suffix)).collect()
    }

    /// The state of a word, else the one that fits its row with the most labels known of both.
    fn fitting(&self, word: &[u32], row: &[u32]) -> Option<usize> {
        if let Some(own) = self.states.iter().position(|(own, _)| own == word) {
            return Some(own);
        }
        let mut best = None;
        for (state, (_, own)) in self.states.iter().enumerate() {
            let mut agreeing = 0;
            let fits = own.iter().zip(row).all(|(&a, &b)| {
                agreeing += usize::from(a == b && a != UNKNOWN);
                a == b || a == UNKNOWN || b == UNKNOWN
            });
            if fits && best.is_none_or(|(most, _)| agreeing > most) {
                best = Some((agreeing, state));
            }
        }
        best.map(|(_, state)| state)
    }

    /// Finds a state for each word with one letter more; new ones where none fits.
    fn close(&mut self, budget: &Budget<'_>) -> Result<(), LearnError> {
        let mut next = Vec::new();
        let mut state = 0;
        while state < self.states.len() {
            for letter in 0..self.letters {
                budget.step("learning", self.suffixes.len())?;
                let at = state * self.letters + letter;
                let word = [&self.states[state].0[..], &[letter as u32]].concat();
                if self.after.len() <= at {
                    self.after.push(Vec::new());
                }
                while self.after[at].len() < self.suffixes.len() {
                    let cell = self.cell(&word, self.after[at].len());
                    self.after[at].push(cell);
                }
                let to = match self.fitting(&word, &self.after[at]) {
                    Some(to) => to,
                    None => {
                        if self.states.len() == self.limit {
                            return Err(LearnError::States { limit: self.limit });
                        }
                        self.states.push((word, self.after[at].clone()));
                        self.states.len() - 1
                    }
                };
                next.push(to as u32);
            }
            state += 1;
        }
        let label = |row: &Vec<u32>| Some(row[0]).filter(|&label| label <= MAX_LABEL);
        let labels = self.states.iter().map(|(_, row)| label(row)).collect();
        self.machine = Machine { next, labels, ..self.machine.clone() };
        Ok(())
    }

    /// Adds what follows the words of states that it tells apart.
    fn distinguish(&mut self, suffix: Vec<u32>) -> bool {
        if self.suffixes.contains(&suffix) {
            return false;
        }
        self.suffixes.push(suffix);
        let last = self.suffixes.len() - 1;
        for state in 0..self.states.len() {
            let word = self.states[state].0.clone();
            let cell = self.cell(&word, last);
            self.states[state].1.push(cell);
        }
        true
    }

    /// The hypothesis so far.
    pub const fn machine(&self) -> &Machine {
        &self.machine
    }

    /// The label that the hypothesis tells.
    pub fn told(&self, position: &[u64]) -> Option<u32> {
        self.machine.label(self.system, position)
    }

    /// Mends the automaton until it has the right label for this position, wherever that is: from a
    /// proof that failed, for example. Whether its label was wrong.
    ///
    /// # Errors
    /// [`LearnError`].
    pub fn refute(&mut self, position: &[u64], budget: &Budget<'_>) -> Result<bool, LearnError> {
        let tracks = self.tracks;
        let none = || LearnError::Position { position: position.to_vec(), tracks };
        if position.len() != tracks {
            return Err(none());
        }
        let whole = word(self.system, position).ok_or_else(none)?;
        let label = self.ask(position.to_vec());
        if label == UNKNOWN {
            return Err(LearnError::Label { position: position.to_vec() });
        }
        if self.machine.labels.is_empty() {
            self.close(budget)?;
        }
        let mut wrong = false;
        let mut exhausted = false;
        while self.machine.labels[self.machine.run(&whole) as usize] != Some(label) {
            wrong = true;
            // Labels of the word with its first letters replaced by the word of the state that
            // they lead to: right in the beginning, wrong in the end.
            let mut before = label;
            let mut added = false;
            for read in 1..=whole.len() {
                let state = self.machine.run(&whole[..read]) as usize;
                let mixed = [&self.states[state].0[..], &whole[read..]].concat();
                let now = self.query(&mixed);
                if now == before {
                    continue;
                }
                if now == UNKNOWN {
                    continue;
                }
                added = self.distinguish(whole[read..].to_vec());
                if added {
                    break;
                }
                before = now;
            }
            if !added && !std::mem::replace(&mut exhausted, true) {
                // All that follows any part of the word; what was not known may be by now.
                for from in 0..=whole.len() {
                    self.distinguish(whole[from..].to_vec());
                }
                self.refresh();
            } else if !added {
                self.part(position, &whole)?;
            }
            self.close(budget)?;
        }
        Ok(wrong)
    }

    /// Mends the automaton until it has this label for a position that the oracle does not know.
    ///
    /// # Errors
    /// [`LearnError`].
    pub fn correct(
        &mut self,
        position: &[u64],
        label: u32,
        budget: &Budget<'_>,
    ) -> Result<bool, LearnError> {
        if label > MAX_LABEL {
            return Err(LearnError::Label { position: position.to_vec() });
        }
        self.asked.insert(position.to_vec(), label);
        self.refute(position, budget)
    }

    /// Makes a state of the first part of a word that was taken for another state only because labels
    /// are not known. There is one: with all that follows among the suffixes, equal rows on the
    /// whole way would mean that the label is right.
    fn part(&mut self, position: &[u64], whole: &[u32]) -> Result<(), LearnError> {
        if self.states.len() == self.limit {
            return Err(LearnError::States { limit: self.limit });
        }
        for read in 1..=whole.len() {
            let from = self.machine.run(&whole[..read - 1]) as usize;
            let to = self.machine.run(&whole[..read]) as usize;
            let word = [&self.states[from].0[..], &whole[read - 1..read]].concat();
            let row = self.row(&word);
            if self.states[to].0 != word && self.states[to].1 != row {
                self.states.push((word, row));
                return Ok(());
            }
        }
        // Only where the oracle has changed its mind.
        Err(LearnError::Label { position: position.to_vec() })
    }

    /// Asks again what was not known.
    fn refresh(&mut self) {
        for state in 0..self.states.len() {
            let word = self.states[state].0.clone();
            self.states[state].1 = self.row(&word);
        }
        self.after.clear();
    }

    /// Learns an automaton that agrees with all positions of a box, whose numbers are below the
    /// bounds. What was learned before stays.
    ///
    /// # Errors
    /// [`LearnError`]: the oracle must know all labels of the box.
    pub fn learn(&mut self, bounds: &[u64], budget: &Budget<'_>) -> Result<Machine, LearnError> {
        if bounds.len() != self.tracks {
            let position = bounds.to_vec();
            return Err(LearnError::Position { position, tracks: self.tracks });
        }
        let size = bounds.iter().fold(1u64, |size, &bound| size.saturating_mul(bound));
        let position = |at: u64, position: &mut Vec<u64>| {
            position.resize(bounds.len(), 0);
            let mut rest = at;
            for (number, &bound) in position.iter_mut().zip(bounds).rev() {
                *number = rest % bound;
                rest /= bound;
            }
        };
        self.agree(size, position, budget)
    }

    /// Learns an automaton that agrees with so many positions: `position` writes down each by its number.
    /// What was learned before stays.
    ///
    /// # Errors
    /// [`LearnError`]: the oracle must know all of their labels.
    pub fn agree(
        &mut self,
        count: u64,
        mut position: impl FnMut(u64, &mut Vec<u64>),
        budget: &Budget<'_>,
    ) -> Result<Machine, LearnError> {
        self.refresh();
        self.close(budget)?;
        // All of them once more after a change.
        let (mut at, mut right) = (0, 0);
        let mut numbers = Vec::new();
        while right < count {
            budget.step("comparing labels", 1 + self.tracks * 16)?;
            position(at, &mut numbers);
            right = if self.refute(&numbers, budget)? { 1 } else { right + 1 };
            at = if at + 1 == count { 0 } else { at + 1 };
        }
        Ok(self.machine.clone())
    }
}
