//! The substrings of a list of words as a suffix automaton.

use super::{WordList, mex};
use foldhash::fast::RandomState;
use hashbrown::HashMap;

/// No state, no transition.
const NONE: u32 = u32::MAX;

/// The suffix automaton of several words.
///
/// A state is a class of substrings with the same continuations: substrings are in one class if
/// they end at the same places. The members of a class are suffixes of the longest of them, one of
/// each length from some length on, so that a state and a length name a substring. State 0 is the
/// empty word. There are at most 2n states and 3n transitions, n the number of letters.
///
/// # Literature
/// A. Blumer, J. Blumer, D. Haussler, R. McConnell, A. Ehrenfeucht, *Complete inverted files for
/// efficient text retrieval and analysis*, Journal of the ACM 34 (1987).
///
/// ```
/// use grundy::words::{Automaton, WordList};
/// let automaton = Automaton::new(&["abc", "xb"].into_iter().collect::<WordList>());
/// // Wherever "bc" ends, "abc" ends.
/// assert_eq!(automaton.find("bc"), automaton.find("abc"));
/// assert_ne!(automaton.find("b"), automaton.find("ab"));
/// assert_eq!(automaton.find("ac"), None);
/// ```
#[derive(Clone, Debug)]
pub struct Automaton {
    /// The length of the longest member of each state.
    longest: Vec<u32>,
    /// In the text of the list: the end of one occurrence.
    end: Vec<u32>,
    /// Where the transitions of each state start.
    starts: Vec<u32>,
    letters: Vec<char>,
    heads: Vec<u32>,
}

impl Default for Automaton {
    fn default() -> Self {
        Self::new(&WordList::default())
    }
}

/// The automaton while letters are added.
struct Builder {
    longest: Vec<u32>,
    end: Vec<u32>,
    /// The state of the longest suffix that ends at more places.
    link: Vec<u32>,
    /// The transition from a state by a letter.
    transition: HashMap<(u32, char), u32, RandomState>,
    /// Transitions of a state, one leading to the next.
    last: Vec<u32>,
    letters: Vec<char>,
    heads: Vec<u32>,
    previous: Vec<u32>,
}

impl Builder {
    fn state(&mut self, longest: u32, end: u32) -> u32 {
        self.longest.push(longest);
        self.end.push(end);
        self.link.push(NONE);
        self.last.push(NONE);
        self.longest.len() as u32 - 1
    }

    fn head(&self, state: u32, letter: char) -> Option<u32> {
        self.transition.get(&(state, letter)).map(|&t| self.heads[t as usize])
    }

    fn add(&mut self, state: u32, letter: char, head: u32) {
        let transition = self.heads.len() as u32;
        self.transition.insert((state, letter), transition);
        self.letters.push(letter);
        self.heads.push(head);
        self.previous.push(self.last[state as usize]);
        self.last[state as usize] = transition;
    }

    /// The state of the suffixes of `from`'s longest member followed by `letter`, split off from
    /// `head` if it has longer members.
    fn split(&mut self, mut from: u32, letter: char, head: u32) -> u32 {
        let length = self.longest[from as usize] + 1;
        if self.longest[head as usize] == length {
            return head;
        }
        let new = self.state(length, self.end[head as usize]);
        self.link[new as usize] = self.link[head as usize];
        self.link[head as usize] = new;
        let mut transition = self.last[head as usize];
        while transition != NONE {
            let t = transition as usize;
            self.add(new, self.letters[t], self.heads[t]);
            transition = self.previous[t];
        }
        while from != NONE {
            match self.transition.get(&(from, letter)) {
                Some(&t) if self.heads[t as usize] == head => self.heads[t as usize] = new,
                _ => break,
            }
            from = self.link[from as usize];
        }
        new
    }

    /// The state after `letter`, which ends at `end`, is appended to the longest member of `from`.
    fn append(&mut self, mut from: u32, letter: char, end: u32) -> u32 {
        if let Some(head) = self.head(from, letter) {
            return self.split(from, letter, head);
        }
        let new = self.state(self.longest[from as usize] + 1, end);
        while from != NONE {
            if let Some(head) = self.head(from, letter) {
                self.link[new as usize] = self.split(from, letter, head);
                return new;
            }
            self.add(from, letter, new);
            from = self.link[from as usize];
        }
        self.link[new as usize] = 0;
        new
    }
}

impl Automaton {
    /// The automaton of these words. O(letters), hashing taken as O(1).
    pub fn new(list: &WordList) -> Self {
        let mut builder = Builder {
            longest: Vec::new(),
            end: Vec::new(),
            link: Vec::new(),
            transition: HashMap::default(),
            last: Vec::new(),
            letters: Vec::new(),
            heads: Vec::new(),
            previous: Vec::new(),
        };
        builder.state(0, 0);
        let mut end = 0;
        for word in list.iter() {
            let mut state = 0;
            for letter in word.chars() {
                end += letter.len_utf8() as u32;
                state = builder.append(state, letter, end);
            }
        }
        let Builder { longest, end, transition, last, letters, heads, previous, .. } = builder;
        drop(transition);
        let mut starts = Vec::with_capacity(last.len() + 1);
        let mut rows: Vec<(char, u32)> = Vec::with_capacity(heads.len());
        starts.push(0);
        for mut transition in last {
            let start = rows.len();
            while transition != NONE {
                let t = transition as usize;
                rows.push((letters[t], heads[t]));
                transition = previous[t];
            }
            rows[start..].sort_unstable();
            starts.push(rows.len() as u32);
        }
        let (letters, heads) = rows.into_iter().unzip();
        Self { longest, end, starts, letters, heads }
    }

    /// The number of states.
    pub fn states(&self) -> usize {
        self.longest.len()
    }

    /// The length of the longest member of a state.
    pub fn longest(&self, state: u32) -> u32 {
        self.longest[state as usize]
    }

    /// The letters that may follow, ascending, and the states they lead to.
    pub fn transitions(&self, state: u32) -> (&[char], &[u32]) {
        let start = self.starts[state as usize] as usize;
        let end = self.starts[state as usize + 1] as usize;
        (&self.letters[start..end], &self.heads[start..end])
    }

    /// Where in the text of the list an occurrence of the state's members ends.
    pub fn end(&self, state: u32) -> usize {
        self.end[state as usize] as usize
    }

    /// The state of a word; `None` if it is no substring. O(length log(alphabet)).
    pub fn find(&self, word: &str) -> Option<u32> {
        word.chars().try_fold(0, |state, letter| {
            let (letters, heads) = self.transitions(state);
            letters.binary_search(&letter).ok().map(|i| heads[i])
        })
    }

    /// The Grundy values of all states in the game of appending letters. O(letters).
    pub fn values(&self) -> Vec<u32> {
        // Transitions lead to states with a longer longest member: longest first, by counting.
        let greatest = self.longest.iter().copied().max().unwrap_or(0) as usize;
        let mut starts = vec![0u32; greatest + 2];
        let place = |longest: u32| greatest - longest as usize;
        self.longest.iter().for_each(|&longest| starts[place(longest) + 1] += 1);
        for i in 0..=greatest {
            starts[i + 1] += starts[i];
        }
        let mut order = vec![0u32; self.states()];
        for (state, &longest) in self.longest.iter().enumerate() {
            let at = &mut starts[place(longest)];
            order[*at as usize] = state as u32;
            *at += 1;
        }
        let mut values = vec![0; self.states()];
        let mut met = Vec::new();
        for state in order {
            values[state as usize] = mex(self.transitions(state).1, &values, &mut met, state);
        }
        values
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{BTreeSet, HashMap};

    /// The ends of all occurrences of every substring.
    fn occurrences(words: &[&str]) -> HashMap<String, BTreeSet<(usize, usize)>> {
        let mut all: HashMap<String, BTreeSet<(usize, usize)>> = HashMap::new();
        for (i, word) in words.iter().enumerate() {
            let letters: Vec<char> = word.chars().collect();
            for start in 0..letters.len() {
                for end in start + 1..=letters.len() {
                    all.entry(letters[start..end].iter().collect()).or_default().insert((i, end));
                }
            }
        }
        all
    }

    fn check(words: &[&str]) {
        let list: WordList = words.iter().copied().collect();
        let automaton = Automaton::new(&list);
        let mut ends: HashMap<u32, BTreeSet<(usize, usize)>> = HashMap::new();
        let mut longest: HashMap<u32, usize> = HashMap::new();
        let all = occurrences(words);
        for (word, at) in &all {
            let state = automaton.find(word).unwrap_or_else(|| panic!("{word} in {words:?}"));
            assert!(list.text()[..automaton.end(state)].ends_with(&**word), "{word} in {words:?}");
            assert_eq!(ends.entry(state).or_insert_with(|| at.clone()), at, "{word} in {words:?}");
            let length = longest.entry(state).or_default();
            *length = (*length).max(word.chars().count());
        }
        // Different states end at different places, and there are no states besides.
        let different: BTreeSet<_> = ends.values().collect();
        assert_eq!(different.len(), ends.len(), "{words:?}");
        assert_eq!(automaton.states(), ends.len() + 1, "{words:?}");
        for (state, length) in longest {
            assert_eq!(automaton.longest(state) as usize, length, "{words:?}");
        }
        // Every path is a substring.
        let mut open = vec![(0, String::new())];
        while let Some((state, word)) = open.pop() {
            assert!(word.is_empty() || all.contains_key(&word), "{word} in {words:?}");
            let (letters, heads) = automaton.transitions(state);
            assert!(letters.is_sorted());
            open.extend(letters.iter().zip(heads).map(|(c, &head)| (head, format!("{word}{c}"))));
        }
    }

    #[test]
    fn states_are_the_classes_of_substrings_that_end_together() {
        let mut words: Vec<String> = vec![String::new()];
        for length in 1..=5u32 {
            for number in 0..1 << length {
                let letter = |i: u32| if number >> i & 1 == 0 { 'a' } else { 'b' };
                words.push((0..length).map(letter).collect());
            }
        }
        for first in &words {
            for second in words.iter().filter(|word| word.len() < 5) {
                check(&[first, second]);
            }
        }
        check(&["abcbc", "bcéb", "cbcé", "", "abcbc", "éé"]);
    }

    #[test]
    fn a_million_letters_do_not_overflow_the_stack() {
        let word = "a".repeat(1_000_000);
        let automaton = Automaton::new(&[&*word].into_iter().collect());
        assert_eq!(automaton.states(), 1_000_001);
        assert_eq!(automaton.values()[..2], [0, 1]);
    }
}
