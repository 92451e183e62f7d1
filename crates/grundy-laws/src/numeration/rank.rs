//! From numbers to words and back: the number of a word is how many valid words of its length are
//! before it.

use std::sync::{Mutex, PoisonError};

use grundy::nat::{Nat, to_u64};

use crate::automaton::Automaton;

/// The most digits that a word of a number may have here.
pub const MAX_LENGTH: usize = 1 << 15;

/// Counts of valid words, by their length and the state where they start.
#[derive(Debug)]
pub(super) struct Ranks {
    small: Vec<Vec<u64>>,
    great: Mutex<Vec<Vec<Nat>>>,
}

impl Ranks {
    pub fn new(valid: &Automaton) -> Self {
        let mut small: Vec<Vec<u64>> = vec![valid.acceptance().iter().map(|&a| a.into()).collect()];
        loop {
            let last = &small[small.len() - 1];
            let of = |state| {
                let row: &[u32] = valid.row(state);
                row.iter().try_fold(0u64, |sum, &to| sum.checked_add(last[to as usize]))
            };
            match (0..valid.states() as u32).map(of).collect::<Option<Vec<u64>>>() {
                // Unbounded, but slowly: at most the square of the words that fit is stored.
                Some(next) if small.len() < 4096 => small.push(next),
                _ => break,
            }
        }
        let great = vec![valid.acceptance().iter().map(|&a| Nat::from(u8::from(a))).collect()];
        Self { small, great: Mutex::new(great) }
    }

    /// The word of a small number without leading zeros; `None` beyond the counts that fit.
    pub fn small_word(&self, valid: &Automaton, number: u64) -> Option<Vec<u8>> {
        let length = self.small.partition_point(|counts| counts[0] <= number);
        if length == self.small.len() {
            return None;
        }
        let mut rest = number;
        let mut state = 0;
        let mut word = Vec::with_capacity(length);
        for after in (0..length).rev() {
            let (mut digit, mut to) = (0, valid.next(state, 0));
            while rest >= self.small[after][to as usize] {
                rest -= self.small[after][to as usize];
                digit += 1;
                to = valid.next(state, digit);
            }
            state = to;
            word.push(digit as u8);
        }
        Some(word)
    }

    /// The number of a word; `None` if it is not valid, `Some(None)` beyond the counts that fit.
    pub fn small_number(&self, valid: &Automaton, word: &[u8]) -> Option<Option<u64>> {
        let zeros = word.iter().take_while(|&&digit| digit == 0).count();
        let word = &word[zeros..];
        if word.iter().any(|&digit| u32::from(digit) >= valid.base()) {
            return None;
        }
        let (mut rank, mut state) = (Some(0u64), 0);
        for (at, &digit) in word.iter().enumerate() {
            let counts = self.small.get(word.len() - 1 - at);
            for smaller in 0..u32::from(digit) {
                let more = counts.map(|counts| counts[valid.next(state, smaller) as usize]);
                rank = rank.zip(more).and_then(|(rank, more)| rank.checked_add(more));
            }
            state = valid.next(state, digit.into());
        }
        valid.accepting(state).then_some(rank)
    }

    /// The word of a number without leading zeros; `None` beyond [`MAX_LENGTH`].
    pub fn word(&self, valid: &Automaton, number: &Nat) -> Option<Vec<u8>> {
        if let Some(word) = to_u64(number).and_then(|small| self.small_word(valid, small)) {
            return Some(word);
        }
        let mut counts = self.great.lock().unwrap_or_else(PoisonError::into_inner);
        while counts[counts.len() - 1][0] <= *number {
            if counts.len() > MAX_LENGTH {
                return None;
            }
            grow(valid, &mut counts);
        }
        let length = counts.partition_point(|counts| counts[0] <= *number);
        let mut rest = number.clone();
        let mut state = 0;
        let mut word = Vec::with_capacity(length);
        for after in (0..length).rev() {
            let (mut digit, mut to) = (0, valid.next(state, 0));
            while rest >= counts[after][to as usize] {
                rest -= &counts[after][to as usize];
                digit += 1;
                to = valid.next(state, digit);
            }
            state = to;
            word.push(digit as u8);
        }
        Some(word)
    }

    /// The number of a word; `None` if it is not valid or longer than [`MAX_LENGTH`].
    pub fn number(&self, valid: &Automaton, word: &[u8]) -> Option<Nat> {
        let zeros = word.iter().take_while(|&&digit| digit == 0).count();
        let word = &word[zeros..];
        if word.len() > MAX_LENGTH || !valid.accepts(&[word]) {
            return None;
        }
        let mut counts = self.great.lock().unwrap_or_else(PoisonError::into_inner);
        while counts.len() < word.len() {
            grow(valid, &mut counts);
        }
        let mut rank = Nat::ZERO;
        let mut state = 0;
        for (at, &digit) in word.iter().enumerate() {
            for smaller in 0..u32::from(digit) {
                rank += &counts[word.len() - 1 - at][valid.next(state, smaller) as usize];
            }
            state = valid.next(state, digit.into());
        }
        Some(rank)
    }
}

fn grow(valid: &Automaton, counts: &mut Vec<Vec<Nat>>) {
    let last = &counts[counts.len() - 1];
    let dead = valid.dead();
    let of = |state| {
        let live = valid.row(state).iter().filter(|&&to| Some(to) != dead);
        live.map(|&to| &last[to as usize]).sum()
    };
    let next: Vec<Nat> = (0..valid.states() as u32).map(of).collect();
    counts.push(next);
}
