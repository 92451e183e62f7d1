//! Statements decided by automata.
//!
//! "There are y, z: this and that and …" is where the work is. All conjuncts put together first would
//! have one track for each variable; instead the variable goes first that leaves the fewest tracks,
//! with only those conjuncts put together in which it occurs. "There is" goes into disjunctions, and
//! a variable that some equation defines is replaced where terms stay linear.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use grundy::nat::Nat;

use super::environment::Environment;
use super::linear::{Linear, Var};
use super::normal::Node;
use super::term::Fresh;
use super::tree::{Formula, RelationId};
use crate::automaton::{Automaton, Budget, Overrun};
use crate::numeration::System;

/// The nesting of formulas that is decided.
const MAX_DEPTH: usize = 200;

/// The greatest number of a variable: further ones are needed on the way.
const MAX_VAR: u32 = u32::MAX / 2;

/// Why a formula was not decided.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DecideError {
    /// A limit was reached.
    #[error(transparent)]
    Overrun(#[from] Overrun),
    /// The environment has no such relation.
    #[error("there is no relation {0:?}")]
    Undefined(RelationId),
    /// The relation was defined for another numeration system.
    #[error("the relation {0:?} was defined for another numeration system")]
    Foreign(RelationId),
    /// A variable has too great a number.
    #[error("variable {0}: numbers up to {MAX_VAR} are possible")]
    Variable(u32),
    /// A relation with a wrong number of arguments.
    #[error("{relation:?} has {expected} arguments, here {found}")]
    Arity {
        /// The relation.
        relation: RelationId,
        /// Its arguments.
        expected: usize,
        /// Those given.
        found: usize,
    },
    /// Numbers are combined bit by bit in a system without bits.
    #[error("numbers are combined bit by bit in base 2 only, not in {0}")]
    NotBinary(String),
    /// The formula is nested too deeply.
    #[error("a formula nested more than {MAX_DEPTH} times")]
    Depth,
}

/// The tuples for which a formula is true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relation {
    /// The free variables, ascending: one for each track.
    pub vars: Vec<Var>,
    /// The automaton.
    pub automaton: Arc<Automaton>,
}

/// Whether a statement is true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// For all numbers.
    Proved,
    /// Not for these values of the variables that are free or bound by the outermost "for all": of
    /// all counterexamples the one whose words are shortest, then least.
    Refuted(Vec<(Var, Nat)>),
}

/// The automaton over the free variables in ascending order that accepts the tuples for which the
/// formula is true. For a sentence it has no tracks, and accepts all or nothing.
///
/// # Errors
/// [`DecideError`]; the limits are those of the budget, which remembers the peak of states and
/// tracks.
///
/// ```
/// use grundy_laws::automaton::Budget;
/// use grundy_laws::formula::{Environment, decide, parse};
/// use grundy_laws::numeration::{Name, System};
/// let budget = Budget::default();
/// let system = System::new(&Name::Base(2), &budget).unwrap();
/// let parsed = parse("E y x = 3*y", &Environment::new()).unwrap();
/// let thirds = decide(&parsed.formula, &system, &Environment::new(), &budget).unwrap();
/// assert_eq!(thirds.automaton.states(), 3);
/// assert_eq!(system.holds_small(&thirds.automaton, &[51]), Some(true));
/// ```
pub fn decide(
    formula: &Formula,
    system: &System,
    environment: &Environment,
    budget: &Budget<'_>,
) -> Result<Relation, DecideError> {
    if depth(formula, 0) > MAX_DEPTH {
        return Err(DecideError::Depth);
    }
    if let Some(Var(var @ MAX_VAR..)) = formula.greatest_var() {
        return Err(DecideError::Variable(var));
    }
    let mut fresh = Fresh::beside(formula);
    let node = Node::of(formula, true, &BTreeMap::new(), &mut fresh);
    let mut decision = Decision { system, environment, budget, fresh };
    let found = decision.relation(node)?;
    // Variables that made no difference have tracks too.
    decision.over(found, formula.free().into_iter().collect())
}

/// Whether the formula is true for all values of its free variables.
///
/// # Errors
/// [`DecideError`].
///
/// ```
/// use grundy_laws::automaton::Budget;
/// use grundy_laws::formula::{Environment, Proof, Var, parse, prove};
/// use grundy_laws::numeration::{Name, System};
/// let budget = Budget::default();
/// let system = System::new(&Name::Zeckendorf, &budget).unwrap();
/// let none = Environment::new();
/// let even_or_odd = parse("A x E y x=2*y | x=2*y+1", &none).unwrap().formula;
/// assert_eq!(prove(&even_or_odd, &system, &none, &budget).unwrap(), Proof::Proved);
/// let wrong = parse("A x x<7 | E y x=y+y", &none).unwrap().formula;
/// let refuted = Proof::Refuted(vec![(Var(0), 7u8.into())]);
/// assert_eq!(prove(&wrong, &system, &none, &budget).unwrap(), refuted);
/// ```
pub fn prove(
    formula: &Formula,
    system: &System,
    environment: &Environment,
    budget: &Budget<'_>,
) -> Result<Proof, DecideError> {
    let mut inner = formula;
    while let Formula::Forall(_, next) = inner {
        inner = next;
    }
    let holds = decide(inner, system, environment, budget)?;
    let counterexample = system.counterexample(&holds.automaton, budget)?;
    Ok(match counterexample {
        None => Proof::Proved,
        Some(numbers) => Proof::Refuted(holds.vars.into_iter().zip(numbers).collect()),
    })
}

fn depth(formula: &Formula, at: usize) -> usize {
    if at > MAX_DEPTH {
        return at;
    }
    match formula {
        Formula::Constant(_) | Formula::Equal(_) | Formula::AtLeast(_) | Formula::Relation(..) => {
            at
        }
        Formula::Not(inner) | Formula::Exists(_, inner) | Formula::Forall(_, inner) => {
            depth(inner, at + 1)
        }
        Formula::And(parts) | Formula::Or(parts) => {
            parts.iter().map(|part| depth(part, at + 1)).max().unwrap_or(at)
        }
        Formula::Implies(a, b) | Formula::Iff(a, b) => depth(a, at + 1).max(depth(b, at + 1)),
    }
}

struct Decision<'a> {
    system: &'a System,
    environment: &'a Environment,
    budget: &'a Budget<'a>,
    fresh: Fresh,
}

/// The places of some variables among others.
fn places(vars: &[Var], among: &[Var]) -> Vec<usize> {
    vars.iter().map(|var| among.binary_search(var).expect("a variable among them")).collect()
}

fn union(a: &[Var], b: &[Var]) -> Vec<Var> {
    a.iter().chain(b).copied().collect::<BTreeSet<Var>>().into_iter().collect()
}

impl Decision<'_> {
    fn constant(&self, value: bool) -> Result<Relation, DecideError> {
        let automaton = Automaton::constant(self.system.base(), 0, value)?;
        Ok(Relation { vars: Vec::new(), automaton: Arc::new(automaton) })
    }

    /// The relation as one over more variables.
    fn over(&self, relation: Relation, vars: Vec<Var>) -> Result<Relation, DecideError> {
        if relation.vars == vars {
            return Ok(relation);
        }
        let tuples = self.system.tuples(vars.len(), self.budget)?;
        let all: Vec<usize> = (0..vars.len()).collect();
        let own = places(&relation.vars, &vars);
        let automaton = tuples.product(
            &all,
            &relation.automaton,
            &own,
            vars.len(),
            |a, b| a && b,
            self.budget,
        )?;
        Ok(Relation { vars, automaton: Arc::new(automaton) })
    }

    fn join(
        &self,
        a: &Relation,
        b: &Relation,
        combine: impl Fn(bool, bool) -> bool,
    ) -> Result<Relation, DecideError> {
        let vars = union(&a.vars, &b.vars);
        let [own, other] = [a, b].map(|part| places(&part.vars, &vars));
        let (first, second) = (&a.automaton, &b.automaton);
        // A tuple with an invalid word must not be accepted; it is not where both have to.
        let guarded = combine(false, false) || combine(true, false) || combine(false, true);
        let mut automaton =
            first.product(&own, second, &other, vars.len(), combine, self.budget)?;
        if guarded && !self.system.valid().is_universal() {
            automaton =
                automaton.and(&*self.system.tuples(vars.len(), self.budget)?, self.budget)?;
        }
        Ok(Relation { vars, automaton: Arc::new(automaton) })
    }

    fn relation(&mut self, node: Node) -> Result<Relation, DecideError> {
        match node {
            Node::Constant(value) => self.constant(value),
            Node::Equal(linear) => self.linear(&linear, true),
            Node::AtLeast(linear) => self.linear(&linear, false),
            Node::Not(inner) => {
                let inner = self.relation(*inner)?;
                let automaton = self.system.complement(&inner.automaton, self.budget)?;
                Ok(Relation { vars: inner.vars, automaton: Arc::new(automaton) })
            }
            Node::Or(parts) => {
                let parts: Result<Vec<_>, _> =
                    parts.into_iter().map(|part| self.relation(part)).collect();
                let mut parts = parts?;
                // The least ones first.
                parts.sort_by_key(|part| (part.vars.len(), part.automaton.states()));
                let mut all = self.constant(false)?;
                for part in parts {
                    all = if all.automaton.is_empty() {
                        part
                    } else {
                        self.join(&all, &part, |a, b| a || b)?
                    };
                }
                Ok(all)
            }
            Node::Same(a, b, same) => {
                let (a, b) = (self.relation(*a)?, self.relation(*b)?);
                self.join(&a, &b, |a, b| (a == b) == same)
            }
            Node::Exists(vars, inner) if matches!(*inner, Node::Or(_)) => {
                let Node::Or(parts) = *inner else { unreachable!("it is a disjunction") };
                let parts =
                    parts.into_iter().map(|part| Node::Exists(vars.clone(), Box::new(part)));
                self.relation(Node::Or(parts.collect()))
            }
            Node::Exists(..) | Node::And(_) | Node::Relation(..) => {
                let (mut vars, mut parts) = (Vec::new(), Vec::new());
                node.conjuncts(&mut vars, &mut parts);
                self.conjunction(vars, parts)
            }
        }
    }

    /// c + Σ aᵢ·xᵢ = 0, or >= 0.
    fn linear(&self, linear: &Linear, equal: bool) -> Result<Relation, DecideError> {
        let (terms, constant) = (linear.terms(), linear.constant());
        let Some(&(first, _)) = terms.first() else {
            return self.constant(if equal { constant == 0 } else { constant >= 0 });
        };
        let vars: Vec<Var> = linear.vars().collect();
        let divisor = terms.iter().fold(0, |d, &(a, _)| gcd(d, a.unsigned_abs()));
        // The sign is free in an equation; a divisor of 2^63 stays.
        let Ok(divisor) = i64::try_from(divisor) else {
            return self.divided(&vars, terms, 1, constant, equal);
        };
        if equal && constant % divisor != 0 {
            let none = self.constant(false)?;
            return self.over(none, vars);
        }
        let constant = constant.div_euclid(divisor);
        let exact = constant != i64::MIN && terms.iter().all(|&(a, _)| a != i64::MIN);
        let sign = if equal && first < 0 && exact { -1 } else { 1 };
        self.divided(&vars, terms, divisor * sign, constant * sign, equal)
    }

    fn divided(
        &self,
        vars: &[Var],
        terms: &[(i64, Var)],
        divisor: i64,
        constant: i64,
        equal: bool,
    ) -> Result<Relation, DecideError> {
        let coefficients: Vec<i64> = terms.iter().map(|&(a, _)| a.wrapping_div(divisor)).collect();
        let automaton = if equal {
            self.system.equal(&coefficients, constant, self.budget)?
        } else {
            self.system.at_least(&coefficients, constant, self.budget)?
        };
        Ok(Relation { vars: vars.to_vec(), automaton })
    }

    /// The automaton of a relation, with its arguments checked.
    fn given(&self, id: RelationId, found: usize) -> Result<Arc<Automaton>, DecideError> {
        let expected = self.environment.arity(id).ok_or(DecideError::Undefined(id))?;
        if expected != found {
            return Err(DecideError::Arity { relation: id, expected, found });
        }
        let bits = |truth| {
            let bits = self.system.bits(truth, self.budget)?;
            bits.ok_or_else(|| DecideError::NotBinary(self.system.name().to_owned()))
        };
        match id {
            RelationId::Xor => bits(0b0110),
            RelationId::BitAnd => bits(0b1000),
            RelationId::BitOr => bits(0b1110),
            RelationId::Place => Ok(self.system.place_values(self.budget)?),
            RelationId::Given(_) => {
                let given = self.environment.automaton(id);
                let given = given.ok_or(DecideError::Undefined(id))?;
                if !self.environment.belongs(id, self.system) {
                    return Err(DecideError::Foreign(id));
                }
                Ok(given.clone())
            }
        }
    }

    /// There are numbers for these variables such that all parts hold.
    fn conjunction(
        &mut self,
        mut vars: Vec<Var>,
        mut parts: Vec<Node>,
    ) -> Result<Relation, DecideError> {
        if let [Node::Or(_)] = parts[..]
            && !vars.is_empty()
        {
            let part = parts.remove(0);
            return self.relation(Node::Exists(vars, Box::new(part)));
        }
        let most = if self.system.valid().is_universal() { 4 } else { 3 };
        substitute(&mut vars, &mut parts, most);
        let mut factors = Vec::new();
        for part in parts {
            if let Node::Relation(id, terms) = part {
                let automaton = self.given(id, terms.len())?;
                let mut args = Vec::new();
                for term in &terms {
                    let var = match term.variable() {
                        Some(var) => var,
                        None => {
                            let var = self.fresh.var();
                            let equation = term.minus(&var.into()).ok_or_else(|| {
                                Overrun::Stop(grundy::context::Stop::Refused(
                                    "a coefficient leaves 64 bits".into(),
                                ))
                            })?;
                            factors.push(self.linear(&equation, true)?);
                            vars.push(var);
                            var
                        }
                    };
                    args.push(var);
                }
                let own: Vec<Var> =
                    args.iter().copied().collect::<BTreeSet<_>>().into_iter().collect();
                let placed = automaton.placed(&places(&args, &own), own.len(), self.budget)?;
                factors.push(Relation { vars: own, automaton: Arc::new(placed) });
            } else {
                factors.push(self.relation(part)?);
            }
        }
        self.eliminate(&vars, factors)
    }

    /// There are numbers for these variables between which all the relations hold.
    fn eliminate(
        &self,
        bound: &[Var],
        mut factors: Vec<Relation>,
    ) -> Result<Relation, DecideError> {
        let mut open: BTreeSet<Var> = bound.iter().copied().collect();
        loop {
            if factors.iter().any(|factor| factor.automaton.is_empty()) {
                return self.constant(false);
            }
            open.retain(|var| factors.iter().any(|factor| factor.vars.contains(var)));
            // The tracks of all relations with the variable, then the size that they may have.
            let cost = |var: &Var| {
                let with = factors.iter().filter(|factor| factor.vars.contains(var));
                let (mut tracks, mut size) = (BTreeSet::<Var>::new(), 0.0);
                for factor in with {
                    tracks.extend(&factor.vars);
                    size += (factor.automaton.states() as f64).log2();
                }
                (tracks.len(), size as u64)
            };
            let Some(&var) = open.iter().min_by_key(|var| cost(var)) else { break };
            let (with, without): (Vec<_>, Vec<_>) =
                factors.into_iter().partition(|factor| factor.vars.contains(&var));
            let joined = self.joined(with)?;
            // Whatever else occurs nowhere else goes at once.
            let kept: Vec<usize> = (0..joined.vars.len())
                .filter(|&at| {
                    let var = joined.vars[at];
                    !open.contains(&var) || without.iter().any(|f| f.vars.contains(&var))
                })
                .collect();
            let automaton = joined.automaton.project(&kept, self.budget)?;
            let vars = kept.iter().map(|&at| joined.vars[at]).collect();
            factors = without;
            factors.push(Relation { vars, automaton: Arc::new(automaton) });
        }
        self.joined(factors)
    }

    /// All of them, the least ones first, and such that add few tracks.
    fn joined(&self, mut factors: Vec<Relation>) -> Result<Relation, DecideError> {
        let size = |factor: &Relation| factor.automaton.states();
        let Some(least) = (0..factors.len()).min_by_key(|&at| size(&factors[at])) else {
            return self.constant(true);
        };
        let mut all = factors.swap_remove(least);
        while !factors.is_empty() {
            let cost = |at: &usize| {
                let factor = &factors[*at];
                (union(&all.vars, &factor.vars).len(), size(factor))
            };
            let next = (0..factors.len()).min_by_key(cost).expect("there are factors left");
            let next = factors.swap_remove(next);
            all = self.join(&all, &next, |a, b| a && b)?;
        }
        Ok(all)
    }
}

/// Replaces bound variables that an equation defines: by another variable or a constant everywhere,
/// by a longer term where they occur in linear relations only and these do not come to have more than
/// `most` variables.
fn substitute(vars: &mut Vec<Var>, parts: &mut Vec<Node>, most: usize) {
    'again: loop {
        for at in 0..parts.len() {
            let Node::Equal(equation) = &parts[at] else { continue };
            for &(coefficient, var) in equation.terms() {
                if coefficient.unsigned_abs() != 1 || !vars.contains(&var) {
                    continue;
                }
                // a·v + rest = 0: v = -a·rest.
                let Some(value) = Linear::new(
                    equation.terms().iter().copied().filter(|&(_, other)| other != var),
                    equation.constant(),
                )
                .and_then(|rest| rest.times(-coefficient)) else {
                    continue;
                };
                let plain = value.variable().is_some() || value.terms().is_empty();
                let others = || parts.iter().enumerate().filter(|(other, _)| *other != at);
                if !plain && !others().all(|(_, part)| part.only_linear(var)) {
                    continue;
                }
                let replaced: Option<Vec<Node>> =
                    others().map(|(_, part)| part.replaced(var, &value)).collect();
                let Some(mut replaced) = replaced else { continue };
                let wide = |(new, old): (&Node, &Node)| new.width() > most.max(old.width());
                if !plain
                    && (value.terms().len() > most
                        || replaced.iter().zip(others().map(|(_, part)| part)).any(wide))
                {
                    continue;
                }
                if value.variable().is_none() {
                    replaced.push(Node::AtLeast(value));
                }
                *parts = replaced;
                vars.retain(|&other| other != var);
                continue 'again;
            }
        }
        return;
    }
}

const fn gcd(a: u64, b: u64) -> u64 {
    let (mut a, mut b) = (a, b);
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}
