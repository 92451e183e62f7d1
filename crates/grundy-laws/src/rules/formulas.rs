//! Rules as formulas: the moves and rewritings of the positions of each family.

use grundy::syntax::Span;

use crate::formula::{Formula, RelationId, Term, Var};
use crate::numeration::Name;

/// A state left by a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// The number of its family.
    pub family: usize,
    /// Its coordinates.
    pub coords: Vec<Term>,
}

/// The moves of one kind, of all positions of a family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The variables bound by the move, besides the coordinates: one move for each of their values.
    pub vars: Vec<Var>,
    /// When there is such a move.
    pub guard: Formula,
    /// What is left, as a sum.
    pub sum: Vec<Target>,
    /// Whether the mover wins at once; the sum is empty then.
    pub wins: bool,
    /// Where it stands in the rules.
    pub span: Span,
}

/// Another form of the same position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rewriting {
    /// The variables bound.
    pub vars: Vec<Var>,
    /// When the position is rewritten.
    pub guard: Formula,
    /// What it becomes, which is another state.
    pub target: Target,
}

/// A family as formulas. Its coordinates are the variables from 0 on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FamilyFormulas {
    /// Its name.
    pub name: String,
    /// The number of coordinates.
    pub width: usize,
    /// The states that are positions.
    pub domain: Formula,
    /// Same-position rules, the runs of each in a list: the first rule that applies is the one.
    pub rewritings: Vec<Vec<Rewriting>>,
    /// The moves.
    pub choices: Vec<Choice>,
    /// Where the rules fail, over the coordinates: no position may be so; where each fault stands.
    pub faults: Vec<(Formula, Span)>,
}

/// The rules of a program as formulas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Translation {
    /// Family by family.
    pub families: Vec<FamilyFormulas>,
    /// Variables from this number on occur nowhere.
    pub fresh: u32,
    /// Whether formulas combine numbers bit by bit, so that only base 2 can decide them.
    pub binary: bool,
    /// The system whose values of places are asked for: no other one has them.
    pub places: Option<Name>,
}

impl FamilyFormulas {
    /// Whether numbers are combined bit by bit.
    pub(super) fn is_binary(&self) -> bool {
        let choices = self.choices.iter().any(|choice| {
            uses_bits(&choice.guard)
                || choice.sum.iter().any(|target| target.coords.iter().any(term_uses_bits))
        });
        let rewritings = self.rewritings.iter().flatten().any(|rewriting| {
            uses_bits(&rewriting.guard) || rewriting.target.coords.iter().any(term_uses_bits)
        });
        let faults = self.faults.iter().any(|(fault, _)| uses_bits(fault));
        choices || rewritings || faults || uses_bits(&self.domain)
    }
}

fn term_uses_bits(term: &Term) -> bool {
    match term {
        Term::Linear(_) => false,
        Term::Sum(parts) => parts.iter().any(|(_, part)| term_uses_bits(part)),
        Term::Min(parts) | Term::Max(parts) => parts.iter().any(term_uses_bits),
        Term::Div(inner, _) | Term::Mod(inner, _) => term_uses_bits(inner),
        Term::Xor(..) | Term::BitAnd(..) | Term::BitOr(..) => true,
    }
}

fn uses_bits(formula: &Formula) -> bool {
    match formula {
        Formula::Constant(_) | Formula::Equal(_) | Formula::AtLeast(_) => false,
        Formula::Relation(id, _) => {
            matches!(id, RelationId::Xor | RelationId::BitAnd | RelationId::BitOr)
        }
        Formula::Not(inner) | Formula::Exists(_, inner) | Formula::Forall(_, inner) => {
            uses_bits(inner)
        }
        Formula::And(parts) | Formula::Or(parts) => parts.iter().any(uses_bits),
        Formula::Implies(a, b) | Formula::Iff(a, b) => uses_bits(a) || uses_bits(b),
    }
}
