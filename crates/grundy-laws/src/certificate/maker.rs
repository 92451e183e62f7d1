//! Conditions of the checker as formulas, and what is chosen by a rule.

use std::collections::BTreeSet;

use super::error::WriteError;
use crate::automaton::{Automaton, Budget};
use crate::formula::{Environment, Formula, Linear, RelationId, Var, decide};
use crate::numeration::System;
use crate::verify::{Bits, Condition, Linear as Term, Move, Rules, Target, Var as Name};

/// Makes automata of conditions.
pub(super) struct Maker<'a> {
    pub system: &'a System,
    pub rules: &'a Rules,
    pub budget: &'a Budget<'a>,
    environment: Environment,
    /// The law of each family, where it was given.
    laws: Vec<Option<RelationId>>,
    names: u32,
}

/// All of them.
pub(super) const fn and(parts: Vec<Formula>) -> Formula {
    Formula::And(parts)
}

fn linear(term: &Term) -> Linear {
    let terms = term.terms.iter().map(|&(factor, var)| (factor, Var(var)));
    Linear::new(terms, term.constant).expect("factors below 2^40")
}

/// The condition as a formula; quotients and the like are free.
pub(super) fn open(condition: &Condition) -> Formula {
    match condition {
        Condition::Constant(value) => Formula::Constant(*value),
        Condition::Zero(term) => Formula::Equal(linear(term)),
        Condition::Natural(term) => Formula::AtLeast(linear(term)),
        Condition::Bits(bits, of) => {
            let id = match bits {
                Bits::Xor => RelationId::Xor,
                Bits::And => RelationId::BitAnd,
                Bits::Or => RelationId::BitOr,
            };
            Formula::Relation(id, of.map(|var| Var(var).into()).to_vec())
        }
        Condition::Place(var) => Formula::Relation(RelationId::Place, vec![Var(*var).into()]),
        Condition::Not(inner) => open(inner).negated(),
        Condition::All(parts) => and(parts.iter().map(open).collect()),
        Condition::Any(parts) => Formula::Or(parts.iter().map(open).collect()),
    }
}

impl<'a> Maker<'a> {
    pub fn new(system: &'a System, rules: &'a Rules, budget: &'a Budget<'a>) -> Self {
        let laws = vec![None; rules.families.len()];
        Self { system, rules, budget, environment: Environment::new(), laws, names: 0 }
    }

    /// A relation for an automaton.
    pub fn define(&mut self, automaton: Automaton) -> Result<RelationId, WriteError> {
        self.names += 1;
        let name = format!("r{}", self.names);
        Ok(self.environment.define(self.system, &name, automaton, self.budget)?)
    }

    pub fn give_law(&mut self, family: usize, law: Automaton) -> Result<(), WriteError> {
        self.laws[family] = Some(self.define(law)?);
        Ok(())
    }

    /// The law of a target, and its value if values are told.
    pub fn law(&self, target: &Target, value: Option<Name>) -> Result<Formula, WriteError> {
        let id = self.laws[target.family].ok_or(WriteError::Families)?;
        let terms = target.coords.iter().map(linear).chain(value.map(|var| Var(var).into()));
        Ok(Formula::Relation(id, terms.collect()))
    }

    /// There are quotients and the like so that it holds: all that are not wanted.
    fn closed(&self, formula: Formula, wanted: &[Name]) -> Formula {
        let mut all = vec![formula];
        let mut bound: BTreeSet<Name> = BTreeSet::new();
        let mut at = 0;
        while at < all.len() {
            let free = all[at].free();
            for Var(var) in free {
                if !wanted.contains(&var)
                    && let Some(definition) = self.rules.definitions.get(&var)
                    && bound.insert(var)
                {
                    all.push(open(definition));
                }
            }
            at += 1;
        }
        Formula::exists(bound.into_iter().map(Var), and(all))
    }

    /// The automaton over these variables, in this order.
    pub fn automaton(&self, formula: Formula, wanted: &[Name]) -> Result<Automaton, WriteError> {
        let own = |&var: &Name| Formula::AtLeast(Var(var).into());
        let whole = [self.closed(formula, wanted)].into_iter().chain(wanted.iter().map(own));
        let whole = and(whole.collect());
        let found = decide(&whole, self.system, &self.environment, self.budget)?;
        let place = |var: &Var| wanted.iter().position(|&own| own == var.0);
        let places: Option<Vec<usize>> = found.vars.iter().map(place).collect();
        let places = places.ok_or(WriteError::Families)?;
        Ok(found.automaton.placed(&places, wanted.len(), self.budget)?)
    }

    pub fn relation(id: RelationId, of: &[Name]) -> Formula {
        Formula::Relation(id, of.iter().map(|&var| Var(var).into()).collect())
    }

    /// For each tuple of `all` one move, by parameters: tables over the variables of the tuple and the
    /// parameters of the move, with the numbers of the moves. The first kind of move that will do, and of
    /// it the least parameters, the first one first.
    pub fn strategies<'m>(
        &mut self,
        all: &Automaton,
        of: &[Name],
        moves: impl Iterator<Item = (usize, &'m Move, Formula)>,
    ) -> Result<Vec<(usize, Automaton)>, WriteError> {
        let mut left = all.clone();
        let mut found = Vec::new();
        for (number, own, right) in moves {
            if left.is_empty() {
                break;
            }
            let still = self.define(left.clone())?;
            let mut tracks = of.to_vec();
            let good = and(vec![Self::relation(still, of), right]);
            // Parameters one after the other: the least first one for which there are others, ….
            let mut chosen = self.automaton(good, &[of, &own.params[..]].concat())?;
            for (at, &param) in own.params.iter().enumerate() {
                tracks.push(param);
                let id = self.define(chosen.clone())?;
                let full = [of, &own.params[..]].concat();
                let rest = own.params[at + 1..].iter().map(|&var| Var(var));
                let some = Formula::exists(rest, Self::relation(id, &full));
                let some = self.automaton(some, &tracks)?;
                let some = self.define(some)?;
                let other = self.rules.next + 7;
                let mut smaller = tracks.clone();
                smaller[of.len() + at] = other;
                let less = Linear::new([(1, Var(param)), (-1, Var(other))], -1).expect("small");
                let smaller = and(vec![Self::relation(some, &smaller), Formula::AtLeast(less)]);
                let least = Formula::exists([Var(other)], smaller).negated();
                let whole =
                    and(vec![Self::relation(id, &full), Self::relation(some, &tracks), least]);
                chosen = self.automaton(whole, &full)?;
            }
            if chosen.is_empty() {
                continue;
            }
            let id = self.define(chosen.clone())?;
            let full = [of, &own.params[..]].concat();
            let params = own.params.iter().map(|&var| Var(var));
            let done = Formula::exists(params, Self::relation(id, &full)).negated();
            left = self.automaton(and(vec![Self::relation(still, of), done]), of)?;
            found.push((number, chosen));
        }
        Ok(found)
    }
}
