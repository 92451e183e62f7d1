//! First-order statements over one numeration system.

use std::collections::BTreeSet;

use super::linear::{Linear, Var};

/// The name of a relation between natural numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RelationId {
    /// z = x xor y, for (x, y, z); in base 2 only.
    Xor,
    /// z = x and y bit by bit, for (x, y, z); in base 2 only.
    BitAnd,
    /// z = x or y bit by bit, for (x, y, z); in base 2 only.
    BitOr,
    /// x is the value of a place, of the word 10…0: a power of the base, a Fibonacci number in
    /// Zeckendorf's system.
    Place,
    /// A relation of the `Environment`, by its number there.
    Given(u32),
}

impl RelationId {
    /// The relations that every environment has, by name.
    pub fn built_in(name: &str) -> Option<Self> {
        match name {
            "xor" => Some(Self::Xor),
            "and" => Some(Self::BitAnd),
            "or" => Some(Self::BitOr),
            "place" => Some(Self::Place),
            _ => None,
        }
    }
}

/// A statement about natural numbers.
///
/// The variables of quantifiers may have the same names as others: the innermost binds.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Formula {
    /// True or false.
    Constant(bool),
    /// The term is 0.
    Equal(Linear),
    /// The term is 0 or more.
    AtLeast(Linear),
    /// The terms are natural numbers between which the relation holds; where a term is negative
    /// the statement is false.
    Relation(RelationId, Vec<Linear>),
    /// It is not so.
    Not(Box<Formula>),
    /// All of them; of none it is true.
    And(Vec<Formula>),
    /// At least one of them; of none it is false.
    Or(Vec<Formula>),
    /// The first implies the second.
    Implies(Box<Formula>, Box<Formula>),
    /// Both or none.
    Iff(Box<Formula>, Box<Formula>),
    /// There are natural numbers for which it is so.
    Exists(Vec<Var>, Box<Formula>),
    /// It is so for all natural numbers.
    Forall(Vec<Var>, Box<Formula>),
}

impl Formula {
    /// It is not so.
    pub fn negated(self) -> Self {
        match self {
            Self::Constant(value) => Self::Constant(!value),
            Self::Not(inner) => *inner,
            other => Self::Not(Box::new(other)),
        }
    }

    /// This implies that.
    pub fn implies(self, that: Self) -> Self {
        Self::Implies(Box::new(self), Box::new(that))
    }

    /// This exactly when that.
    pub fn iff(self, that: Self) -> Self {
        Self::Iff(Box::new(self), Box::new(that))
    }

    /// There are such numbers; the formula itself for no variables.
    pub fn exists(vars: impl IntoIterator<Item = Var>, inner: Self) -> Self {
        let vars: Vec<Var> = vars.into_iter().collect();
        if vars.is_empty() { inner } else { Self::Exists(vars, Box::new(inner)) }
    }

    /// For all such numbers; the formula itself for no variables.
    pub fn forall(vars: impl IntoIterator<Item = Var>, inner: Self) -> Self {
        let vars: Vec<Var> = vars.into_iter().collect();
        if vars.is_empty() { inner } else { Self::Forall(vars, Box::new(inner)) }
    }

    /// The variables that no quantifier binds.
    pub fn free(&self) -> BTreeSet<Var> {
        let mut free = BTreeSet::new();
        self.collect_free(&mut Vec::new(), &mut free);
        free
    }

    fn collect_free(&self, bound: &mut Vec<Var>, free: &mut BTreeSet<Var>) {
        let mut term = |linear: &Linear, bound: &[Var]| {
            free.extend(linear.vars().filter(|var| !bound.contains(var)));
        };
        match self {
            Self::Constant(_) => {}
            Self::Equal(linear) | Self::AtLeast(linear) => term(linear, bound),
            Self::Relation(_, terms) => terms.iter().for_each(|linear| term(linear, bound)),
            Self::Not(inner) => inner.collect_free(bound, free),
            Self::And(parts) | Self::Or(parts) => {
                parts.iter().for_each(|part| part.collect_free(bound, free));
            }
            Self::Implies(a, b) | Self::Iff(a, b) => {
                a.collect_free(bound, free);
                b.collect_free(bound, free);
            }
            Self::Exists(vars, inner) | Self::Forall(vars, inner) => {
                let outside = bound.len();
                bound.extend(vars);
                inner.collect_free(bound, free);
                bound.truncate(outside);
            }
        }
    }

    /// The greatest number of a variable that occurs, bound or free.
    pub fn greatest_var(&self) -> Option<Var> {
        let of = |linear: &Linear| linear.vars().max();
        match self {
            Self::Constant(_) => None,
            Self::Equal(linear) | Self::AtLeast(linear) => of(linear),
            Self::Relation(_, terms) => terms.iter().filter_map(of).max(),
            Self::Not(inner) => inner.greatest_var(),
            Self::And(parts) | Self::Or(parts) => parts.iter().filter_map(Self::greatest_var).max(),
            Self::Implies(a, b) | Self::Iff(a, b) => a.greatest_var().max(b.greatest_var()),
            Self::Exists(vars, inner) | Self::Forall(vars, inner) => {
                vars.iter().copied().max().max(inner.greatest_var())
            }
        }
    }
}
