//! Which words an automaton accepts: whether any, the first, how many.

use grundy::nat::Nat;
use hashbrown::HashMap;

use super::budget::{Budget, Overrun};
use super::table::Automaton;

impl Automaton {
    /// Whether no word is accepted. O(1).
    pub fn is_empty(&self) -> bool {
        self.states() == 1 && !self.accepting(0)
    }

    /// Whether every word is accepted. O(1).
    pub fn is_universal(&self) -> bool {
        self.states() == 1 && self.accepting(0)
    }

    /// Changes every acceptance.
    pub(crate) fn flip(&mut self) {
        self.acceptance_mut().iter_mut().for_each(|value| *value = !*value);
    }

    /// The shortest accepted word, of these the least in the order of letters. O(size).
    ///
    /// ```
    /// use grundy_laws::automaton::{Automaton, Budget};
    /// // Two ones in a row somewhere.
    /// let next = vec![0, 1, 0, 2, 2, 2];
    /// let twice = Automaton::new(2, 1, next, vec![false, false, true], &Budget::default());
    /// assert_eq!(twice.unwrap().shortest(), Some(vec![1, 1]));
    /// ```
    pub fn shortest(&self) -> Option<Vec<u32>> {
        // States are numbered breadth first: the accepting state of least distance that is met
        // first has the least number, and the first transition to a state comes from the least.
        let goal = (0..self.states() as u32).find(|&state| self.accepting(state))?;
        let mut came = vec![None; self.states()];
        for state in 0..=goal {
            for (letter, &to) in self.row(state).iter().enumerate() {
                if to > 0 {
                    came[to as usize].get_or_insert((state, letter as u32));
                }
            }
        }
        let mut word = Vec::new();
        let mut state = goal;
        while let Some((from, letter)) = came[state as usize].filter(|_| state > 0) {
            word.push(letter);
            state = from;
        }
        word.reverse();
        Some(word)
    }

    /// The shortest word that exactly one of two accepts; none if they are equal.
    ///
    /// # Errors
    /// [`Overrun`].
    ///
    /// # Panics
    /// If bases or tracks differ.
    pub fn separating(
        &self,
        other: &Self,
        budget: &Budget<'_>,
    ) -> Result<Option<Vec<u32>>, Overrun> {
        if self == other {
            return Ok(None);
        }
        Ok(self.difference(other, budget)?.shortest())
    }

    /// Whether every word of this one is accepted by the other.
    ///
    /// # Errors
    /// [`Overrun`].
    ///
    /// # Panics
    /// If bases or tracks differ.
    pub fn is_subset(&self, other: &Self, budget: &Budget<'_>) -> Result<bool, Overrun> {
        Ok(self.minus(other, budget)?.is_empty())
    }

    /// The words of the tracks of a word of letters.
    pub fn split(&self, word: &[u32]) -> Vec<Vec<u8>> {
        let mut words = vec![Vec::with_capacity(word.len()); self.tracks()];
        for &letter in word {
            for (track, digit) in words.iter_mut().zip(self.digits(letter)) {
                track.push(digit);
            }
        }
        words
    }

    /// For each state its successors but the dead one, with the number of letters that lead there.
    pub(crate) fn arcs(&self) -> Vec<Vec<(u32, u64)>> {
        let dead = self.dead();
        let of = |state| {
            let mut count = HashMap::<u32, u64>::new();
            let live = self.row(state).iter().filter(|&&to| Some(to) != dead);
            live.for_each(|&to| *count.entry(to).or_default() += 1);
            let mut arcs: Vec<(u32, u64)> = count.into_iter().collect();
            arcs.sort_unstable();
            arcs
        };
        (0..self.states() as u32).map(of).collect()
    }

    /// How many words of a length are accepted, exactly. O(length · arcs) additions.
    ///
    /// ```
    /// use grundy_laws::automaton::{Automaton, Budget};
    /// // No two ones in a row: Fibonacci numbers.
    /// let next = vec![0, 1, 0, 2, 2, 2];
    /// let sparse = Automaton::new(2, 1, next, vec![true, true, false], &Budget::default());
    /// assert_eq!(sparse.unwrap().count(6, &Budget::default()).unwrap(), 21u8.into());
    /// ```
    ///
    /// # Errors
    /// [`Overrun::Stop`] at the limit of time.
    pub fn count(&self, length: usize, budget: &Budget<'_>) -> Result<Nat, Overrun> {
        let arcs = self.arcs();
        let steps: usize = arcs.iter().map(Vec::len).sum();
        let mut ways = vec![Nat::ZERO; self.states()];
        ways[0] = Nat::ONE;
        for _ in 0..length {
            budget.step("counting words", steps)?;
            let mut after = vec![Nat::ZERO; self.states()];
            for (arcs, ways) in arcs.iter().zip(&ways).filter(|(_, ways)| !ways.is_zero()) {
                for &(to, letters) in arcs {
                    after[to as usize] += ways * letters;
                }
            }
            ways = after;
        }
        let accepted = ways.into_iter().zip(self.acceptance()).filter(|(_, accept)| **accept);
        Ok(accepted.map(|(ways, _)| ways).sum())
    }

    /// How many words are accepted whose first letter is not the zero of all tracks, or that are
    /// empty: how many tuples of numbers, where leading zeros are ignored. `None` if infinitely
    /// many. O(size).
    pub fn total(&self) -> Option<Nat> {
        let arcs = self.arcs();
        // From a state with a way to itself infinitely many words are accepted. What is reached
        // from a first letter is put in order by a search in depth.
        let mut ways: Vec<Option<Nat>> = vec![None; self.states()];
        let mut open = vec![false; self.states()];
        let dead = self.dead();
        let firsts: Vec<u32> =
            self.row(0)[1..].iter().copied().filter(|&to| Some(to) != dead).collect();
        for &first in &firsts {
            let mut stack = vec![(first, 0)];
            while let Some((state, arc)) = stack.pop() {
                if arc == 0 {
                    if ways[state as usize].is_some() {
                        continue;
                    }
                    if std::mem::replace(&mut open[state as usize], true) {
                        return None;
                    }
                }
                if let Some(&(to, _)) = arcs[state as usize].get(arc) {
                    stack.push((state, arc + 1));
                    stack.push((to, 0));
                    continue;
                }
                open[state as usize] = false;
                let sum = arcs[state as usize].iter().map(|&(to, letters)| {
                    ways[to as usize].as_ref().map_or(Nat::ZERO, |ways| ways * letters)
                });
                let own = Nat::from(u8::from(self.accepting(state)));
                ways[state as usize] = Some(sum.sum::<Nat>() + own);
            }
        }
        let sum: Nat = firsts.iter().filter_map(|&to| ways[to as usize].clone()).sum();
        Some(sum + Nat::from(u8::from(self.accepting(0))))
    }
}
