//! Complete deterministic automata over tuples of digits.

use super::budget::{Budget, Overrun};
use super::minimise::minimal;

/// A complete deterministic automaton that reads k tracks of digits at once.
///
/// A letter is a tuple of digits 0..base, one for each track, packed into the number with these
/// digits in that base: track 0 is the most significant. A word is read from the most significant
/// digit on. State 0 is where it starts.
///
/// **Always minimal, and numbered canonically**: breadth first from state 0 in the order of
/// letters. So two automata are equal exactly when they accept the same words.
///
/// ```
/// use grundy_laws::automaton::{Automaton, Budget};
/// // Words over 0 and 1 with an even number of ones, from a table of four states.
/// let next = vec![2, 1, 3, 0, 0, 3, 1, 2];
/// let even = Automaton::new(2, 1, next, vec![true, false, true, false], &Budget::default());
/// let even = even.unwrap();
/// assert_eq!(even.states(), 2);
/// assert!(even.accepts(&[[1, 0, 1]]) && !even.accepts(&[[1, 1, 1]]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Automaton {
    base: u32,
    tracks: usize,
    letters: usize,
    next: Vec<u32>,
    accepting: Vec<bool>,
}

/// Why a table is no automaton.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// The base is not 1 to 256.
    #[error("a base of {0} digits; 1 to 256 are possible")]
    Base(u32),
    /// Not one transition for each state and letter, or no state.
    #[error("{transitions} transitions for {states} states and {letters} letters")]
    Size {
        /// States.
        states: usize,
        /// Letters.
        letters: usize,
        /// Transitions given.
        transitions: usize,
    },
    /// A transition leads to a state that is not there.
    #[error("a transition from state {from} leads to state {to}, and there are {states}")]
    Target {
        /// Where the transition leaves.
        from: usize,
        /// Where it leads.
        to: u32,
        /// States.
        states: usize,
    },
    /// A limit was reached.
    #[error(transparent)]
    Overrun(#[from] Overrun),
}

/// A table on the way to an automaton: as built, not yet minimal.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub base: u32,
    pub tracks: usize,
    pub letters: usize,
    pub next: Vec<u32>,
    pub accepting: Vec<bool>,
}

impl Table {
    /// The minimal automaton with canonical numbers.
    pub fn minimised(self, budget: &Budget<'_>) -> Result<Automaton, Overrun> {
        budget.built(self.accepting.len(), self.tracks);
        let Self { base, tracks, letters, .. } = self;
        let (next, accepting) = minimal(letters, &self.next, &self.accepting, budget)?;
        Ok(Automaton { base, tracks, letters, next, accepting })
    }
}

impl Automaton {
    /// The automaton of a table: `next[state * base^tracks + letter]`, state 0 first.
    ///
    /// # Errors
    /// [`TableError`]; it may be too large for the budget.
    pub fn new(
        base: u32,
        tracks: usize,
        next: Vec<u32>,
        accepting: Vec<bool>,
        budget: &Budget<'_>,
    ) -> Result<Self, TableError> {
        if !(1..=256).contains(&base) {
            return Err(TableError::Base(base));
        }
        let letters = Budget::letters(base, tracks)?;
        let states = accepting.len();
        if states == 0 || states.checked_mul(letters) != Some(next.len()) {
            return Err(TableError::Size { states, letters, transitions: next.len() });
        }
        if let Some(at) = next.iter().position(|&to| to as usize >= states) {
            return Err(TableError::Target { from: at / letters, to: next[at], states });
        }
        Ok(Table { base, tracks, letters, next, accepting }.minimised(budget)?)
    }

    /// The automaton that accepts every word, or none.
    ///
    /// # Errors
    /// [`Overrun::Letters`].
    pub fn constant(base: u32, tracks: usize, value: bool) -> Result<Self, Overrun> {
        let letters = Budget::letters(base, tracks)?;
        Ok(Self { base, tracks, letters, next: vec![0; letters], accepting: vec![value] })
    }

    /// Digits of one track.
    pub const fn base(&self) -> u32 {
        self.base
    }

    /// Tracks.
    pub const fn tracks(&self) -> usize {
        self.tracks
    }

    /// Letters: base^tracks.
    pub const fn letters(&self) -> usize {
        self.letters
    }

    /// States, the one without a way to acceptance included.
    pub const fn states(&self) -> usize {
        self.accepting.len()
    }

    /// States from which a word can still be accepted: all but at most one.
    pub fn live_states(&self) -> usize {
        self.states() - usize::from(self.dead().is_some())
    }

    /// The state from which no word is accepted, if there is one.
    pub fn dead(&self) -> Option<u32> {
        self.sink(false)
    }

    /// The state that is never left and accepts or not, if there is one.
    pub(crate) fn sink(&self, accepting: bool) -> Option<u32> {
        let stays = |&state: &u32| {
            self.accepting[state as usize] == accepting
                && self.row(state).iter().all(|&to| to == state)
        };
        (0..self.states() as u32).find(stays)
    }

    /// Where a letter leads.
    ///
    /// # Panics
    /// For a state or letter that is not there.
    #[inline]
    pub fn next(&self, state: u32, letter: u32) -> u32 {
        self.row(state)[letter as usize]
    }

    /// Where the letters lead, in order.
    ///
    /// # Panics
    /// For a state that is not there.
    #[inline]
    pub fn row(&self, state: u32) -> &[u32] {
        &self.next[state as usize * self.letters..][..self.letters]
    }

    /// Whether words may end in the state.
    ///
    /// # Panics
    /// For a state that is not there.
    #[inline]
    pub fn accepting(&self, state: u32) -> bool {
        self.accepting[state as usize]
    }

    /// All transitions, state by state.
    pub fn transitions(&self) -> &[u32] {
        &self.next
    }

    pub(super) fn acceptance_mut(&mut self) -> &mut [bool] {
        &mut self.accepting
    }

    /// The states that accept.
    pub fn acceptance(&self) -> &[bool] {
        &self.accepting
    }

    /// The letter with these digits, one for each track.
    pub fn letter(&self, digits: &[u8]) -> Option<u32> {
        let inside = digits.iter().all(|&digit| u32::from(digit) < self.base);
        (inside && digits.len() == self.tracks)
            .then(|| digits.iter().fold(0, |letter, &digit| letter * self.base + u32::from(digit)))
    }

    /// The digits of a letter, one for each track.
    pub fn digits(&self, letter: u32) -> Vec<u8> {
        let mut digits = vec![0; self.tracks];
        let mut rest = letter;
        for digit in digits.iter_mut().rev() {
            *digit = (rest % self.base) as u8;
            rest /= self.base;
        }
        digits
    }

    /// The state after letters.
    ///
    /// # Panics
    /// For a letter that is not there.
    pub fn run(&self, letters: impl IntoIterator<Item = u32>) -> u32 {
        letters.into_iter().fold(0, |state, letter| self.next(state, letter))
    }

    /// Whether a tuple of words is accepted, one for each track, most significant digit first;
    /// shorter ones are filled with zeros in front. False where the words are not as many as the
    /// tracks, or a digit is not below the base. O(length · tracks).
    pub fn accepts(&self, words: &[impl AsRef<[u8]>]) -> bool {
        if words.len() != self.tracks {
            return false;
        }
        let length = words.iter().map(|word| word.as_ref().len()).max().unwrap_or(0);
        let mut state = 0;
        for at in 0..length {
            let mut letter = 0;
            for word in words.iter().map(AsRef::as_ref) {
                let zeros = length - word.len();
                let digit = at.checked_sub(zeros).map_or(0, |at| u32::from(word[at]));
                if digit >= self.base {
                    return false;
                }
                letter = letter * self.base + digit;
            }
            state = self.next(state, letter);
        }
        self.accepting(state)
    }

    /// Whether zeros in front change nothing: then tuples of numbers are accepted, not of words.
    pub fn ignores_leading_zeros(&self) -> bool {
        // In a minimal automaton equivalent states are equal.
        self.next[0] == 0
    }
}
