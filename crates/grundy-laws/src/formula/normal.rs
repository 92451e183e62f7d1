//! Formulas as they are decided: negations inside, every quantifier with variables of its own.

use std::collections::BTreeMap;

use super::linear::{Linear, Var};
use super::term::Fresh;
use super::tree::{Formula, RelationId};

/// A formula in which no variable is bound twice, or both bound and free.
#[derive(Clone, Debug)]
pub(super) enum Node {
    Constant(bool),
    Equal(Linear),
    AtLeast(Linear),
    Relation(RelationId, Vec<Linear>),
    Not(Box<Node>),
    And(Vec<Node>),
    Or(Vec<Node>),
    /// Both or none; for `false` exactly one.
    Same(Box<Node>, Box<Node>, bool),
    Exists(Vec<Var>, Box<Node>),
}

type Names = BTreeMap<Var, Var>;

fn renamed(linear: &Linear, names: &Names) -> Linear {
    let terms = linear.terms().iter();
    let terms = terms.map(|&(a, var)| (a, *names.get(&var).unwrap_or(&var)));
    Linear::new(terms, linear.constant()).expect("other names for the same terms")
}

impl Node {
    /// The formula, or its negation.
    pub fn of(formula: &Formula, positive: bool, names: &Names, fresh: &mut Fresh) -> Self {
        let sub =
            |inner: &Formula, positive, fresh: &mut Fresh| Self::of(inner, positive, names, fresh);
        let not = |node: Self| if positive { node } else { Self::Not(Box::new(node)) };
        match formula {
            Formula::Constant(value) => Self::Constant(*value == positive),
            Formula::Equal(linear) => not(Self::Equal(renamed(linear, names))),
            Formula::AtLeast(linear) => {
                let linear = renamed(linear, names);
                // Not t >= 0: -t - 1 >= 0.
                let less = linear.times(-1).and_then(|l| l.minus(&Linear::from(1)));
                match less.filter(|_| !positive) {
                    Some(less) => Self::AtLeast(less),
                    None => not(Self::AtLeast(linear)),
                }
            }
            Formula::Relation(id, terms) => {
                not(Self::Relation(*id, terms.iter().map(|term| renamed(term, names)).collect()))
            }
            Formula::Not(inner) => sub(inner, !positive, fresh),
            Formula::And(parts) | Formula::Or(parts) => {
                let parts = parts.iter().map(|part| sub(part, positive, fresh)).collect();
                match matches!(formula, Formula::And(_)) == positive {
                    true => Self::And(parts),
                    false => Self::Or(parts),
                }
            }
            Formula::Implies(a, b) => {
                let parts = vec![sub(a, !positive, fresh), sub(b, positive, fresh)];
                if positive { Self::Or(parts) } else { Self::And(parts) }
            }
            Formula::Iff(a, b) => {
                let [a, b] = [a, b].map(|part| Box::new(sub(part, true, fresh)));
                Self::Same(a, b, positive)
            }
            Formula::Exists(vars, inner) | Formula::Forall(vars, inner) => {
                let mut own = names.clone();
                let vars: Vec<Var> = vars
                    .iter()
                    .map(|&var| {
                        let new = fresh.var();
                        own.insert(var, new);
                        new
                    })
                    .collect();
                let exists = matches!(formula, Formula::Exists(..));
                // For all: not there is not.
                let inner = Self::of(inner, exists, &own, fresh);
                let there_is = Self::Exists(vars, Box::new(inner));
                if exists == positive { there_is } else { Self::Not(Box::new(there_is)) }
            }
        }
    }

    /// Whether a variable occurs in linear relations only.
    pub fn only_linear(&self, var: Var) -> bool {
        match self {
            Self::Constant(_) | Self::Equal(_) | Self::AtLeast(_) => true,
            Self::Relation(_, terms) => terms.iter().all(|term| term.coefficient(var) == 0),
            Self::Not(inner) | Self::Exists(_, inner) => inner.only_linear(var),
            Self::And(parts) | Self::Or(parts) => parts.iter().all(|part| part.only_linear(var)),
            Self::Same(a, b, _) => a.only_linear(var) && b.only_linear(var),
        }
    }

    /// The most variables of a linear relation.
    pub fn width(&self) -> usize {
        match self {
            Self::Constant(_) | Self::Relation(..) => 0,
            Self::Equal(linear) | Self::AtLeast(linear) => linear.terms().len(),
            Self::Not(inner) | Self::Exists(_, inner) => inner.width(),
            Self::And(parts) | Self::Or(parts) => parts.iter().map(Self::width).max().unwrap_or(0),
            Self::Same(a, b, _) => a.width().max(b.width()),
        }
    }

    /// A term in place of a variable; `None` where numbers become too large.
    pub fn replaced(&self, var: Var, by: &Linear) -> Option<Self> {
        let all = |parts: &[Self]| -> Option<Vec<Self>> {
            parts.iter().map(|part| part.replaced(var, by)).collect()
        };
        Some(match self {
            Self::Constant(value) => Self::Constant(*value),
            Self::Equal(linear) => Self::Equal(linear.replace(var, by)?),
            Self::AtLeast(linear) => Self::AtLeast(linear.replace(var, by)?),
            Self::Relation(id, terms) => {
                let terms = terms.iter().map(|term| term.replace(var, by));
                Self::Relation(*id, terms.collect::<Option<_>>()?)
            }
            Self::Not(inner) => Self::Not(Box::new(inner.replaced(var, by)?)),
            Self::And(parts) => Self::And(all(parts)?),
            Self::Or(parts) => Self::Or(all(parts)?),
            Self::Same(a, b, same) => {
                Self::Same(Box::new(a.replaced(var, by)?), Box::new(b.replaced(var, by)?), *same)
            }
            Self::Exists(vars, inner) => {
                Self::Exists(vars.clone(), Box::new(inner.replaced(var, by)?))
            }
        })
    }

    /// The conjuncts of "there are such numbers that this and that", quantifiers of conjuncts
    /// drawn to the front.
    pub fn conjuncts(self, vars: &mut Vec<Var>, parts: &mut Vec<Self>) {
        match self {
            Self::And(inner) => inner.into_iter().for_each(|part| part.conjuncts(vars, parts)),
            Self::Exists(more, inner) => {
                vars.extend(more);
                inner.conjuncts(vars, parts);
            }
            Self::Constant(true) => {}
            other => parts.push(other),
        }
    }
}
