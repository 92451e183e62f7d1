//! What rules say of all positions at once: moves with parameters, under conditions.

use grundy::syntax::Span;

use super::logic::{Condition, Linear, Var};
use super::question::Definitions;

/// A position that a move leaves: its family, and its coordinates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// The number of the family.
    pub family: usize,
    /// The coordinates.
    pub coords: Vec<Linear>,
}

/// The moves of one kind: one for all parameters that fulfil the conditions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// What is chosen.
    pub params: Vec<Var>,
    /// When there is such a move; all coordinates of what it leaves are natural numbers then.
    pub guard: Vec<Condition>,
    /// What is left, as a sum.
    pub sum: Vec<Target>,
    /// Whether the mover wins at once.
    pub wins: bool,
    /// Where it stands.
    pub span: Span,
}

/// Another form of the same position, under a condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rewriting {
    /// When the position is rewritten.
    pub when: Condition,
    /// What it becomes, which is another state.
    pub target: Target,
}

/// A family. Its coordinates are the variables from 0 on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Family {
    /// Its name.
    pub name: String,
    /// The number of coordinates.
    pub width: usize,
    /// Which numbers are positions.
    pub domain: Condition,
    /// Of which of them the law is asked.
    pub asked: Condition,
    /// Rules that say that positions are the same: the first that applies is the one. The runs of a
    /// rule exclude each other.
    pub rewritings: Vec<Vec<Rewriting>>,
    /// The moves of positions that no rule rewrites.
    pub moves: Vec<Move>,
    /// Where the rules fail; no position may be so.
    pub faults: Vec<(Condition, Span)>,
}

/// A system whose values of places the rules go through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Places {
    /// The powers of a base.
    Powers(u32),
    /// The Fibonacci numbers.
    Fibonacci,
}

/// The rules of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Family by family.
    pub families: Vec<Family>,
    /// Quotients and bitwise combinations that conditions speak of.
    pub definitions: Definitions,
    /// Variables from here on have no meaning.
    pub next: Var,
    /// Where they go through places of a system: of this one.
    pub places: Option<Places>,
}

impl Family {
    /// Some rule before this one rewrites the position.
    pub fn rewritten(&self, before: usize) -> Condition {
        let runs = self.rewritings[..before].iter().flatten();
        Condition::any(runs.map(|run| run.when.clone()))
    }

    /// The position belongs to the family, is rewritten by no rule, and the law is asked of it.
    pub fn normal(&self) -> Condition {
        let rewritten = self.rewritten(self.rewritings.len());
        Condition::all([self.domain.clone(), rewritten.negated(), self.asked.clone()])
    }
}
