//! A problem file as it is written, before names and types are looked at.

use grundy::syntax::Span;
use grundy_rules::typed::{Comparison, IntBinary, IntUnary};

#[derive(Clone, Debug)]
pub(crate) struct Expr {
    pub kind: ExprKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub(crate) enum ExprKind {
    Int(i64),
    Bool(bool),
    Name,
    Text,
    Unary(IntUnary, Box<Expr>),
    Not(Box<Expr>),
    Binary(IntBinary, Box<Expr>, Box<Expr>),
    Compare(Box<Expr>, Vec<(Comparison, Expr)>),
    And(Box<Expr>, Box<Expr>),
    Or(Box<Expr>, Box<Expr>),
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    Index(Box<Expr>, Box<Expr>),
    Call {
        name: Span,
        args: Vec<Expr>,
    },
    /// `name(value for … if …)`
    Fold {
        name: Span,
        value: Box<Expr>,
        clauses: Vec<Clause>,
    },
    /// `[a, b, …]`
    List(Vec<Expr>),
    /// `[value for … if …]`
    Made {
        value: Box<Expr>,
        clauses: Vec<Clause>,
    },
}

#[derive(Clone, Debug)]
pub(crate) enum Clause {
    For { name: Span, iter: Iter },
    Let { name: Span, value: Expr },
    If(Expr),
}

#[derive(Clone, Debug)]
pub(crate) enum Iter {
    Range { from: Expr, to: Expr, inclusive: bool, step: Option<Expr> },
    Elements(Expr),
}

/// What is read, in order.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    pub items: Vec<Item>,
}

#[derive(Clone, Debug)]
pub(crate) enum Item {
    /// `n`, `n: 1..=100`, `h[n]`, `g[r][c]`
    Numbers { name: Span, sizes: Vec<Expr>, limits: Option<(Expr, Expr)> },
    /// `word s`, `word w[n]`
    Words { name: Span, size: Option<Expr> },
    /// `T * (…)`: cases.
    Cases { count: Expr, group: Group, span: Span },
    /// `until end (…)`, `until n = 0 (…)`
    Until { condition: Option<Expr>, group: Group, span: Span },
    /// `n of (…)`: names inside become arrays.
    Rows { count: Expr, group: Group, span: Span },
}

/// The terms of a position: a sum.
#[derive(Clone, Debug)]
pub(crate) struct Position {
    pub terms: Vec<Term>,
    pub span: Span,
}

/// `f(a, …)`, or many of them: `f(a, …) for …`.
#[derive(Clone, Debug)]
pub(crate) struct Term {
    pub call: Expr,
    pub clauses: Vec<Clause>,
}

/// `name(parameters) = value`
#[derive(Clone, Debug)]
pub(crate) struct Function {
    pub name: Span,
    pub params: Vec<Span>,
    pub value: Expr,
}

/// What is printed in one line.
#[derive(Clone, Debug)]
pub(crate) struct Print {
    pub style: Style,
    /// `print for i in 0..<n: …`: again for every choice of them.
    pub clauses: Vec<Clause>,
    pub choices: Vec<Choice>,
    pub span: Span,
}

/// How answers are set apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    /// Each has a line.
    Line,
    /// Those of one innermost group stand side by side.
    Row,
    /// The same, with blanks between.
    Spaced,
    /// The least winning move, its numbers with blanks between.
    Move,
    /// Every winning move, ascending, each in a line.
    Moves,
    /// Every winning move, ascending, all in one line with blanks between.
    MovesSpaced,
}

/// One of the texts that may be printed; the first whose condition holds is.
#[derive(Clone, Debug)]
pub(crate) struct Choice {
    pub what: What,
    pub condition: Option<Expr>,
    /// What a text without braces and quotation marks would be as a formula, if it can be one.
    pub formula: Option<Expr>,
}

#[derive(Clone, Debug)]
pub(crate) enum What {
    Text(Vec<Piece>),
    /// The numbers of a move.
    Move(Vec<Expr>),
}

#[derive(Clone, Debug)]
pub(crate) enum Piece {
    Text(String),
    Value(Expr),
}

/// `h[x] = y`
#[derive(Clone, Debug)]
pub(crate) struct Update {
    pub name: Span,
    pub index: Expr,
    pub value: Expr,
}
