//! What a proved law tells of positions of any size.

use grundy::Nat;
use grundy::outcome::Outcome;

use crate::rules::{Of, ProvedLaw};

/// A position asked about, and the answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct At {
    /// The coordinates.
    pub position: Vec<Nat>,
    /// Who wins.
    pub outcome: Option<Outcome>,
    /// The Grundy value, if the law tells values.
    pub value: Option<Nat>,
}

/// The answer for a position of the first family; nothing is told of one that is no position, has a
/// move that wins at once, or is too large to be written.
///
/// # Complexity
/// O(digits) for outcomes, O(digits · states) for values.
pub fn at(law: &ProvedLaw, position: &[Nat]) -> At {
    let none = At { position: position.to_vec(), outcome: None, value: None };
    let Some((_, _, relation)) = law.families.first() else { return none };
    match law.of {
        Of::Outcome(_) => {
            if relation.tracks() != position.len() {
                return none;
            }
            let outcome = law
                .system
                .holds(relation, position)
                .map(|lost| if lost { Outcome::P } else { Outcome::N });
            At { outcome, ..none }
        }
        Of::Value => {
            if relation.tracks() != position.len() + 1 {
                return none;
            }
            let value = value(law, position);
            let outcome = value.as_ref().map(|value| match value.is_zero() {
                true => Outcome::P,
                false => Outcome::N,
            });
            At { outcome, value, ..none }
        }
    }
}

/// Values have at most so many digits more than the coordinates.
const MAX_EXTRA_DIGITS: usize = 8;

/// The number g with R(x, g): a way through the automaton whose other tracks are given.
fn value(law: &ProvedLaw, position: &[Nat]) -> Option<Nat> {
    let (_, _, relation) = law.families.first()?;
    let words: Vec<Vec<u8>> =
        position.iter().map(|number| law.system.word(number)).collect::<Option<_>>()?;
    let longest = words.iter().map(Vec::len).max().unwrap_or(0) + MAX_EXTRA_DIGITS;
    // The states reached after each digit, with the state before and the digit of the value.
    let mut layers: Vec<Vec<(u32, u32, u8)>> = vec![vec![(0, 0, 0)]];
    for at in 0..longest {
        let mut next: Vec<(u32, u32, u8)> = Vec::new();
        let digit = |word: &Vec<u8>| (at + word.len()).checked_sub(longest).map_or(0, |i| word[i]);
        let mut digits: Vec<u8> = words.iter().map(digit).collect();
        digits.push(0);
        for (from, &(state, _, _)) in layers[at].iter().enumerate() {
            for own in 0..relation.base() as u8 {
                *digits.last_mut()? = own;
                let to = relation.next(state, relation.letter(&digits)?);
                if Some(to) != relation.dead() && !next.iter().any(|&(known, _, _)| known == to) {
                    next.push((to, from as u32, own));
                }
            }
        }
        layers.push(next);
    }
    let mut place = layers[longest].iter().position(|&(state, _, _)| relation.accepting(state))?;
    let mut word = Vec::new();
    for layer in layers[1..].iter().rev() {
        let (_, from, digit) = layer[place];
        word.push(digit);
        place = from as usize;
    }
    word.reverse();
    law.system.number(&word)
}
