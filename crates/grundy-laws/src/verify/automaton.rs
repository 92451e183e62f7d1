//! Automata as a certificate has them: deterministic, with the transitions that are there.

/// The letters that an alphabet may have.
pub const MAX_LETTERS: u64 = 1 << 24;

/// The tracks of an automaton.
pub const MAX_TRACKS: usize = 24;

/// A deterministic automaton over tuples of digits, most significant digit first; state 0 is where it
/// starts. Where there is no transition the word is not accepted, however it goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Automaton {
    /// Digits of one track.
    pub base: u32,
    /// Numbers read at once.
    pub tracks: usize,
    /// For each state, letters with the states they lead to, letters ascending. The digit of track 0
    /// is the most significant one of the letter.
    pub next: Vec<Vec<(u32, u32)>>,
    /// Where words may end.
    pub accepting: Vec<bool>,
}

impl Automaton {
    /// Where a letter leads.
    pub fn step(&self, state: u32, letter: u32) -> Option<u32> {
        let row = &self.next[state as usize];
        row.binary_search_by_key(&letter, |&(letter, _)| letter).ok().map(|at| row[at].1)
    }

    /// The letter of these digits.
    pub fn letter(&self, digits: impl IntoIterator<Item = u8>) -> u32 {
        digits.into_iter().fold(0, |letter, digit| letter * self.base + u32::from(digit))
    }

    /// The digits of a letter.
    pub fn digits(&self, letter: u32) -> Vec<u8> {
        let mut rest = letter;
        let mut digits = vec![0; self.tracks];
        for digit in digits.iter_mut().rev() {
            *digit = (rest % self.base) as u8;
            rest /= self.base;
        }
        digits
    }

    /// Whether the state where words start is not left by zeros: then zeros in front change nothing,
    /// and the automaton speaks of numbers.
    pub fn ignores_zeros(&self) -> bool {
        self.step(0, 0) == Some(0)
    }

    /// How many entries the table has.
    pub fn entries(&self) -> usize {
        self.next.iter().map(Vec::len).sum()
    }

    /// Whether words are accepted, the shorter ones filled with zeros in front.
    pub fn accepts(&self, words: &[Vec<u8>]) -> bool {
        let length = words.iter().map(Vec::len).max().unwrap_or(0);
        let mut state = Some(0);
        for at in 0..length {
            let digit =
                |word: &Vec<u8>| (at + word.len()).checked_sub(length).map_or(0, |i| word[i]);
            let letter = self.letter(words.iter().map(digit));
            state = state.and_then(|state| self.step(state, letter));
        }
        words.len() == self.tracks && state.is_some_and(|state| self.accepting[state as usize])
    }
}
