//! Words that an automaton accepts where some of its tracks are known: digit by digit.
//!
//! With the known tracks written down, an automaton is a nondeterministic one over the others. The
//! states that can be met after each digit, and of these the ones from which the end can be accepted,
//! are as many as the automaton has at most; each accepted word is then a way that meets no dead end.

use std::ops::ControlFlow;

use crate::automaton::Automaton;

/// Numbers that are found have at most so many digits more than those that are known.
const MAX_EXTRA_DIGITS: usize = 8;

/// Calls `visit` with the words of the unknown tracks of each accepted tuple, in the order of their
/// digits, until it breaks; `known[i]` is the word of track i, or nothing.
///
/// Unknown words have the same length, that of the longest known one and 8 digits more, with zeros in
/// front. Nothing is visited where tracks and words are not as many, or a digit is too great.
///
/// # Complexity
/// O(digits · states · letters) before the first one, O(digits · letters) for each.
pub fn each_accepted(
    automaton: &Automaton,
    known: &[Option<&[u8]>],
    mut visit: impl FnMut(&[Vec<u8>]) -> ControlFlow<()>,
) {
    let base = automaton.base();
    let fits = |word: &&[u8]| word.iter().all(|&digit| u32::from(digit) < base);
    if known.len() != automaton.tracks() || !known.iter().flatten().all(fits) {
        return;
    }
    let longest = known.iter().flatten().map(|word| word.len()).max().unwrap_or(0);
    let search = Search { automaton, known, length: longest + MAX_EXTRA_DIGITS };
    let layers = search.layers();
    if layers[0].is_empty() {
        return;
    }
    let open = known.iter().filter(|word| word.is_none()).count();
    // One list of letters for each digit of the way, the next one to be tried last.
    let mut way: Vec<Vec<(Vec<u8>, u32)>> = vec![search.steps(0, 0, &layers)];
    let mut words: Vec<Vec<u8>> = vec![Vec::with_capacity(search.length); open];
    while !way.is_empty() {
        let depth = way.len() - 1;
        words.iter_mut().for_each(|word| word.truncate(depth));
        let Some((digits, state)) = way[depth].pop() else {
            way.pop();
            continue;
        };
        for (word, digit) in words.iter_mut().zip(digits) {
            word.push(digit);
        }
        if depth + 1 < search.length {
            let steps = search.steps(depth + 1, state, &layers);
            way.push(steps);
        } else if visit(&words).is_break() {
            return;
        }
    }
}

struct Search<'a> {
    automaton: &'a Automaton,
    known: &'a [Option<&'a [u8]>],
    length: usize,
}

impl Search<'_> {
    /// The letters that the known words allow at a place, with the digits of the unknown tracks; the
    /// greatest first.
    fn letters(&self, at: usize) -> Vec<(Vec<u8>, u32)> {
        let base = self.automaton.base();
        let mut letters = vec![(Vec::new(), 0)];
        for word in self.known {
            let known = word.map(|word| {
                let digit = (at + word.len()).checked_sub(self.length).map(|i| word[i]);
                digit.unwrap_or(0)
            });
            let digits = known.map_or(0..base, |digit| u32::from(digit)..u32::from(digit) + 1);
            let longer = |(open, letter): &(Vec<u8>, u32)| {
                let one = |digit: u32| {
                    let mut open = open.clone();
                    if known.is_none() {
                        open.push(digit as u8);
                    }
                    (open, letter * base + digit)
                };
                digits.clone().rev().map(one).collect::<Vec<_>>()
            };
            letters = letters.iter().flat_map(longer).collect();
        }
        letters
    }

    /// After each number of digits the states from which the rest can be accepted, ascending.
    fn layers(&self) -> Vec<Vec<u32>> {
        let dead = self.automaton.dead();
        let mut layers: Vec<Vec<u32>> = vec![vec![0]];
        for at in 0..self.length {
            let letters = self.letters(at);
            let mut next: Vec<u32> = layers[at]
                .iter()
                .flat_map(|&state| {
                    letters.iter().map(move |&(_, letter)| self.automaton.next(state, letter))
                })
                .filter(|&state| Some(state) != dead)
                .collect();
            next.sort_unstable();
            next.dedup();
            layers.push(next);
        }
        layers[self.length].retain(|&state| self.automaton.accepting(state));
        for at in (0..self.length).rev() {
            let letters = self.letters(at);
            let (before, after) = layers.split_at_mut(at + 1);
            before[at].retain(|&state| {
                let mut next = letters.iter().map(|&(_, l)| self.automaton.next(state, l));
                next.any(|to| after[0].binary_search(&to).is_ok())
            });
        }
        layers
    }

    fn steps(&self, at: usize, state: u32, layers: &[Vec<u32>]) -> Vec<(Vec<u8>, u32)> {
        let step = |(digits, letter): (Vec<u8>, u32)| {
            let to = self.automaton.next(state, letter);
            layers[at + 1].binary_search(&to).is_ok().then_some((digits, to))
        };
        self.letters(at).into_iter().filter_map(step).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::automaton::Budget;
    use crate::numeration::{Name, System};

    #[test]
    fn all_summands_of_a_number_are_found() {
        for name in [Name::Base(2), Name::Base(3), Name::Zeckendorf] {
            let system = System::new(&name, &Budget::default()).unwrap();
            for total in [0u64, 1, 13, 40] {
                let word = system.small_word(total).unwrap();
                let mut found = Vec::new();
                each_accepted(system.adder(), &[None, None, Some(&word)], |words| {
                    let numbers: Vec<u64> =
                        words.iter().map(|w| system.small_number(w).unwrap().unwrap()).collect();
                    found.push((numbers[0], numbers[1]));
                    ControlFlow::Continue(())
                });
                found.sort_unstable();
                let all: Vec<_> = (0..=total).map(|x| (x, total - x)).collect();
                assert_eq!(found, all, "{name}");
            }
        }
    }

    #[test]
    fn words_that_do_not_fit_find_nothing() {
        let system = System::new(&Name::Base(2), &Budget::default()).unwrap();
        let none = |known: &[Option<&[u8]>]| {
            each_accepted(system.adder(), known, |_| panic!("nothing fits"));
        };
        none(&[None, None]);
        none(&[None, None, Some(&[2])]);
        none(&[Some(&[1, 1]), None, Some(&[1])]);
    }
}
