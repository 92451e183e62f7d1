//! Functions of digits as automata over one number, where the numeration system has those digits.

use crate::automaton::{Automaton, Budget};
use crate::formula::{Formula, Fresh, RelationId, Term, Var};
use crate::numeration::{Name, System};
use crate::pattern::automatic::Automaton as DigitAutomaton;
use crate::pattern::feature::Feature;
use crate::pattern::term as pattern;
use std::collections::HashMap;
use std::sync::Arc;

/// A set of numbers that is told by digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Digits {
    /// The function has this residue modulo a number: function, modulus, residue. Numbers where it is
    /// not defined are not in the set.
    Residue(Feature, i64, i64),
    /// The numbers that the function says 1 of.
    Set(Feature),
    /// The numbers of which an automaton that reads the least digit first tells this.
    Output(Arc<DigitAutomaton>, i64),
}

/// Names of variables and relations for formulas about one law, which is relation 0.
pub(super) struct Names<'s> {
    pub fresh: Fresh,
    system: &'s System,
    budget: &'s Budget<'s>,
    /// The relations that are needed, from 1 on.
    made: Vec<(Digits, Automaton)>,
    /// A part of the law whose cases are given.
    pub given: Option<(pattern::Term, Vec<(Formula, Term)>)>,
}

/// Greater moduli are not looked at.
const MAX_MODULUS: i64 = 64;

impl<'s> Names<'s> {
    pub fn new(fresh: Fresh, system: &'s System, budget: &'s Budget<'s>) -> Self {
        Self { fresh, system, budget, made: Vec::new(), given: None }
    }

    pub fn var(&mut self) -> Var {
        self.fresh.var()
    }

    /// The relations in the order of their numbers.
    pub fn relations(self) -> impl Iterator<Item = Automaton> {
        self.made.into_iter().map(|(_, automaton)| automaton)
    }

    /// The relation of a set; `None` where the system does not have the digits that are asked for.
    pub fn relation(&mut self, what: Digits) -> Option<RelationId> {
        let known = self.made.iter().position(|(own, _)| *own == what);
        let at = match known {
            Some(at) => at,
            None => {
                let made = automaton(&what, self.system, self.budget)?;
                self.made.push((what, made));
                self.made.len() - 1
            }
        };
        Some(RelationId::Given(u32::try_from(at + 1).ok()?))
    }
}

/// What a number's word is asked for.
enum Asked {
    Sum,
    Zeros,
    /// At most one digit, which is 1; whether 0 belongs to them.
    Place(bool),
}

fn automaton(what: &Digits, system: &System, budget: &Budget<'_>) -> Option<Automaton> {
    let positional = |base: u32| system.kind() == Some(&Name::Base(base));
    let zeckendorf = system.kind() == Some(&Name::Zeckendorf);
    let (asked, modulus, residue) = match what {
        Digits::Residue(feature, modulus, residue) => {
            let asked = match feature {
                Feature::Ones if positional(2) => Asked::Sum,
                Feature::DigitSum(base) if positional(*base) => Asked::Sum,
                Feature::ZeckendorfTerms if zeckendorf => Asked::Sum,
                Feature::Valuation(base) if positional(*base) => Asked::Zeros,
                Feature::ZeckendorfZeros if zeckendorf => Asked::Zeros,
                _ => return None,
            };
            (asked, *modulus, *residue)
        }
        Digits::Output(own, output) => {
            return if positional(own.base()) { turned(own, *output, budget) } else { None };
        }
        Digits::Set(Feature::Power(base)) if positional(*base) => (Asked::Place(false), 1, 0),
        Digits::Set(Feature::Fibonacci) if zeckendorf => (Asked::Place(true), 1, 0),
        Digits::Set(_) => return None,
    };
    if !(1..=MAX_MODULUS).contains(&modulus) || !(0..modulus).contains(&residue) {
        return None;
    }
    let (modulus, residue) = (modulus as u32, residue as u32);
    let base = system.base();
    let (next, accepting): (Vec<u32>, Vec<bool>) = match asked {
        Asked::Sum => (
            (0..modulus).flat_map(|s| (0..base).map(move |d| (s + d) % modulus)).collect(),
            (0..modulus).map(|s| s == residue).collect(),
        ),
        Asked::Zeros => {
            // No digit yet but zeros; then the zeros since the last other digit.
            let zero = |state: u32| if state == 0 { 0 } else { state % modulus + 1 };
            let step = |state: u32| (0..base).map(move |d| if d == 0 { zero(state) } else { 1 });
            (
                (0..=modulus).flat_map(step).collect(),
                (0..=modulus).map(|state| state == residue + 1).collect(),
            )
        }
        Asked::Place(with_zero) => {
            let step = |state: u32| {
                (0..base).map(move |d| match (state, d) {
                    (_, 0) => state,
                    (0, 1) => 1,
                    _ => 2,
                })
            };
            ((0..3).flat_map(step).collect(), vec![with_zero, true, false])
        }
    };
    let words = Automaton::new(base, 1, next, accepting, budget).ok()?;
    words.and(system.valid(), budget).ok()
}

/// Automata that read the greatest digit first may need so many states.
const MAX_TURNED: usize = 4096;

/// The numbers of this output, read from the greatest digit on: a state is the set of the states from which
/// the digits read so far lead, the last one first, to the output. Zeros before all other digits are not read
/// by the automaton that begins with the least one.
fn turned(own: &DigitAutomaton, output: i64, budget: &Budget<'_>) -> Option<Automaton> {
    let (base, count) = (own.base() as usize, own.states());
    let ends: Vec<bool> = own.outputs().iter().map(|&told| told == output).collect();
    // The state at the number 0 is not the same as a later one with the same set.
    let mut sets: Vec<(bool, Vec<bool>)> = vec![(true, ends)];
    let mut known: HashMap<(bool, Vec<bool>), u32> = HashMap::new();
    known.insert(sets[0].clone(), 0);
    let mut next = Vec::new();
    let mut at = 0;
    while at < sets.len() {
        let (first, set) = sets[at].clone();
        for digit in 0..base {
            let key = match first && digit == 0 {
                true => (true, set.clone()),
                false => {
                    let leads = |state: usize| set[own.successors()[state * base + digit] as usize];
                    (false, (0..count).map(leads).collect())
                }
            };
            let number = match known.get(&key) {
                Some(&number) => number,
                None if sets.len() == MAX_TURNED => return None,
                None => {
                    let number = u32::try_from(sets.len()).ok()?;
                    sets.push(key.clone());
                    known.insert(key, number);
                    number
                }
            };
            next.push(number);
        }
        at += 1;
    }
    let accepting = sets.iter().map(|(_, set)| set[0]).collect();
    Automaton::new(own.base(), 1, next, accepting, budget).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_agree_with_their_functions() {
        let budget = Budget::default();
        let mut compared = 0;
        for name in ["2", "3", "10", "zeckendorf", "narayana"] {
            let name: Name = name.parse().unwrap();
            let system = System::new(&name, &budget).unwrap();
            for feature in Feature::ALL {
                let residues = (1..=4).flat_map(|m| (0..m).map(move |r| (m, r)));
                let residues = residues.map(|(m, r)| (Digits::Residue(feature, m, r), m, r));
                for (what, modulus, wanted) in residues.chain([(Digits::Set(feature), 99, 1)]) {
                    let Some(made) = automaton(&what, &system, &budget) else { continue };
                    compared += 1;
                    for n in 0..400u64 {
                        let value = feature.value(n as i64).map(|value| value.rem_euclid(modulus));
                        let found = system.holds_small(&made, &[n]);
                        assert_eq!(found, Some(value == Some(wanted)), "{name}: {what:?} at {n}");
                    }
                }
            }
        }
        assert!(compared > 60, "{compared}");
    }

    /// Any automaton, turned round, tells the same of all numbers.
    #[test]
    fn automata_turned_round_tell_the_same() {
        let mut random = fastrand::Rng::with_seed(9);
        let budget = Budget::default();
        for base in [2u32, 3, 5] {
            let system = System::new(&Name::Base(base), &budget).unwrap();
            for _ in 0..60 {
                let states = random.u32(1..7);
                let next = (0..states * base).map(|_| random.u32(0..states)).collect();
                let outputs = (0..states).map(|_| random.i64(-1..3)).collect();
                let own = Arc::new(DigitAutomaton::new(base, next, outputs).unwrap());
                for output in -1..3 {
                    let made = automaton(&Digits::Output(own.clone(), output), &system, &budget);
                    let made = made.unwrap();
                    for n in 0..300u64 {
                        let expected = own.value(n as i64) == Some(output);
                        let found = system.holds_small(&made, &[n]);
                        assert_eq!(found, Some(expected), "{own:?} {output} at {n}");
                    }
                }
            }
        }
    }
}
