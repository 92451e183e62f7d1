//! Relations given by automata, with names.

use std::sync::Arc;

use super::tree::RelationId;
use crate::automaton::{Automaton, Budget, Overrun};
use crate::numeration::System;

/// The relations that formulas may name, over one numeration system.
///
/// ```
/// use grundy_laws::automaton::Budget;
/// use grundy_laws::formula::{Environment, prove, Proof, parse};
/// use grundy_laws::numeration::{Name, System};
/// let budget = Budget::default();
/// let system = System::new(&Name::Zeckendorf, &budget).unwrap();
/// let mut relations = Environment::new();
/// relations.define(&system, "next", system.successor().clone(), &budget).unwrap();
/// let text = "A x E y $next(x,y) & y=x+1";
/// let formula = parse(text, &relations).unwrap().formula;
/// assert_eq!(prove(&formula, &system, &relations, &budget).unwrap(), Proof::Proved);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Environment {
    relations: Vec<Given>,
}

/// A relation, with the valid words of the system that it was checked with.
#[derive(Clone, Debug)]
struct Given {
    name: String,
    automaton: Arc<Automaton>,
    valid: Automaton,
}

/// Why an automaton is no relation of a system.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RelationError {
    /// The name is not letters, digits and `_` after a letter, or means something else.
    #[error(
        "`{0}` is not a name for a relation: letters, digits and _, and not one that is built in"
    )]
    Name(String),
    /// It reads other digits.
    #[error("the automaton reads {found} digits, and the system has {expected}")]
    Base {
        /// Digits of the system.
        expected: u32,
        /// Digits of the automaton.
        found: u32,
    },
    /// Leading zeros matter to it.
    #[error("zeros in front of a word change what the automaton says")]
    LeadingZeros,
    /// It accepts words that are no numbers.
    #[error("the automaton accepts words that are not valid in the system")]
    Words,
    /// There is no relation of this number to replace, or it has other tracks.
    #[error("there is no such relation with as many tracks")]
    Other,
    /// A limit was reached.
    #[error(transparent)]
    Overrun(#[from] Overrun),
}

impl Environment {
    /// No relations.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a relation; a name given before means the new one from now on.
    ///
    /// # Errors
    /// [`RelationError`], where the automaton is no relation between numbers of the system.
    pub fn define(
        &mut self,
        system: &System,
        name: &str,
        automaton: Automaton,
        budget: &Budget<'_>,
    ) -> Result<RelationId, RelationError> {
        let letters = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let plain =
            name.starts_with(|c: char| c.is_ascii_alphabetic()) && name.chars().all(letters);
        if !plain || RelationId::built_in(name).is_some() {
            return Err(RelationError::Name(name.to_owned()));
        }
        check(system, &automaton, budget)?;
        let (name, automaton) = (name.to_owned(), Arc::new(automaton));
        self.relations.push(Given { name, automaton, valid: system.valid().clone() });
        Ok(RelationId::Given(self.relations.len() as u32 - 1))
    }

    /// Another automaton for a relation.
    ///
    /// # Errors
    /// [`RelationError`].
    pub fn replace(
        &mut self,
        system: &System,
        id: RelationId,
        automaton: Automaton,
        budget: &Budget<'_>,
    ) -> Result<(), RelationError> {
        check(system, &automaton, budget)?;
        let RelationId::Given(number) = id else { return Err(RelationError::Other) };
        match self.relations.get_mut(number as usize) {
            Some(old) if old.automaton.tracks() == automaton.tracks() => {
                (old.automaton, old.valid) = (Arc::new(automaton), system.valid().clone());
            }
            _ => return Err(RelationError::Other),
        }
        Ok(())
    }

    /// The relation of this name.
    pub fn find(&self, name: &str) -> Option<RelationId> {
        let at = self.relations.iter().rposition(|known| known.name == name)?;
        Some(RelationId::Given(at as u32))
    }

    /// The name of a given relation.
    pub fn name(&self, id: RelationId) -> Option<&str> {
        let RelationId::Given(number) = id else { return None };
        self.relations.get(number as usize).map(|given| &given.name[..])
    }

    /// The automaton of a given relation.
    pub fn automaton(&self, id: RelationId) -> Option<&Arc<Automaton>> {
        let RelationId::Given(number) = id else { return None };
        self.relations.get(number as usize).map(|given| &given.automaton)
    }

    /// Whether a given relation is one between the numbers of this system.
    pub(super) fn belongs(&self, id: RelationId, system: &System) -> bool {
        let RelationId::Given(number) = id else { return true };
        self.relations.get(number as usize).is_some_and(|given| given.valid == *system.valid())
    }

    /// The number of arguments of any relation.
    pub fn arity(&self, id: RelationId) -> Option<usize> {
        match id {
            RelationId::Xor | RelationId::BitAnd | RelationId::BitOr => Some(3),
            RelationId::Place => Some(1),
            RelationId::Given(_) => self.automaton(id).map(|automaton| automaton.tracks()),
        }
    }
}

fn check(system: &System, automaton: &Automaton, budget: &Budget<'_>) -> Result<(), RelationError> {
    if automaton.base() != system.base() {
        return Err(RelationError::Base { expected: system.base(), found: automaton.base() });
    }
    if !automaton.ignores_leading_zeros() {
        return Err(RelationError::LeadingZeros);
    }
    let tuples = system.tuples(automaton.tracks(), budget)?;
    if !automaton.is_subset(&tuples, budget)? {
        return Err(RelationError::Words);
    }
    Ok(())
}
