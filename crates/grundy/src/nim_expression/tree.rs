//! The tree of an expression.

use crate::nat::Nat;
use crate::syntax::Span;

/// An expression and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    pub kind: Kind,
    pub span: Span,
}

/// The kinds of expressions. Whether they are nimbers or ordinary integers depends on where they stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    Number(Nat),
    /// Terms, each with whether it is subtracted; one alone with a sign is a sum too.
    Sum(Vec<(bool, Tree)>),
    /// Factors, each with whether it divides.
    Product(Vec<(bool, Tree)>),
    /// A base and its exponent.
    Power(Box<(Tree, Tree)>),
    Call(Function, Vec<Tree>),
}

/// The functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Function {
    Sqrt,
    Root,
    Inverse,
    Trace,
    Log,
    Order,
    Degree,
}

/// How functions are written.
pub const FUNCTIONS: [(&str, Function); 7] = [
    ("sqrt", Function::Sqrt),
    ("root", Function::Root),
    ("inverse", Function::Inverse),
    ("trace", Function::Trace),
    ("log", Function::Log),
    ("order", Function::Order),
    ("degree", Function::Degree),
];

impl Function {
    /// The arguments as they are told.
    pub fn arguments(self) -> &'static str {
        match self {
            Self::Root => "(x, n)",
            Self::Log => "(base, x)",
            _ => "(x)",
        }
    }

    /// The number of arguments.
    pub fn arity(self) -> usize {
        if matches!(self, Self::Root | Self::Log) { 2 } else { 1 }
    }

    /// Whether it gives an ordinary integer.
    pub fn is_integer(self) -> bool {
        matches!(self, Self::Log | Self::Order | Self::Degree)
    }
}
