//! The tree of a program as it is written, before names and types are looked at.

use crate::input::InputKind;
use crate::typed::{Comparison, IntBinary, IntUnary};
use grundy::syntax::Span;

#[derive(Clone, Debug)]
pub(crate) enum Item {
    Const { name: Span, value: ConstValue },
    Input { name: Span, kind: InputKind, span: Span },
    Rule { head: Head, body: Vec<Stmt>, span: Span },
    Same { head: Head, body: Vec<Stmt>, span: Span },
    Domain { head: Head, condition: Expr },
    Show { head: Head, pieces: Vec<PieceText>, span: Span },
}

/// A piece of what is shown of a position.
#[derive(Clone, Debug)]
pub(crate) enum PieceText {
    Text(String),
    Value(Expr),
    Board(Box<BoardText>),
}

/// `board(squares, columns, rows, "signs")`
#[derive(Clone, Debug)]
pub(crate) struct BoardText {
    pub squares: Expr,
    pub columns: Expr,
    pub rows: Option<Expr>,
    pub signs: Vec<char>,
    /// Where the signs stand, with their quotation marks.
    pub signs_span: Span,
}

#[derive(Clone, Debug)]
pub(crate) enum ConstValue {
    Expr(Expr),
    Set(SetText),
    /// `[…]`, in order.
    Numbers(SetText),
    /// `[[…], …]`
    Rows(Vec<SetText>),
}

#[derive(Clone, Debug)]
pub(crate) struct Head {
    pub name: Span,
    pub params: Vec<ParamText>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub(crate) struct ParamText {
    pub name: Span,
    pub len: Option<Expr>,
    pub default: Option<Expr>,
}

#[derive(Clone, Debug)]
pub(crate) enum Stmt {
    For { name: Span, iter: IterText, body: Vec<Stmt>, span: Span },
    While { condition: Expr, body: Vec<Stmt>, span: Span },
    If { condition: Expr, then: Vec<Stmt>, otherwise: Vec<Stmt> },
    Let { name: Span, value: Expr, mutable: bool },
    Set { name: Span, index: Option<Expr>, value: Expr },
    Move { target: Target, drop: bool },
    Become(TermText),
}

#[derive(Clone, Debug)]
pub(crate) struct Target {
    pub sum: Vec<PartText>,
    pub wins: bool,
    pub span: Span,
}

/// Something that a move leaves, in copies.
#[derive(Clone, Debug)]
pub(crate) struct PartText {
    /// Numbers that are multiplied.
    pub copies: Vec<Expr>,
    pub left: Left,
}

#[derive(Clone, Debug)]
pub(crate) enum Left {
    Term(TermText),
    /// `sum(parts clauses)`
    Sum {
        parts: Vec<PartText>,
        clauses: Vec<Clause>,
    },
}

#[derive(Clone, Debug)]
pub(crate) struct TermText {
    pub name: Span,
    pub args: Vec<Expr>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub(crate) enum IterText {
    Range(RangeText),
    Set(SetText),
    Ones(Expr),
    /// A row of a table: `G[i]`.
    Row(Expr),
    /// `divisors(n)`
    Divisors(Expr),
    /// `digits(n)`, `digits(n, b)`
    Digits(Expr, Option<Expr>),
    /// `primes(a..=b)`
    Primes(RangeText),
}

#[derive(Clone, Debug)]
pub(crate) struct RangeText {
    pub from: Expr,
    pub to: Expr,
    pub inclusive: bool,
    pub step: Option<Expr>,
}

#[derive(Clone, Debug)]
pub(crate) enum SetText {
    Name(Span),
    List(Vec<SetItem>, Span),
    /// `{ value for … }`: statements of which the innermost is the value.
    Made {
        value: Box<Expr>,
        clauses: Vec<Clause>,
        span: Span,
    },
}

#[derive(Clone, Debug)]
pub(crate) enum SetItem {
    Value(Expr),
    Range(RangeText, Span),
}

#[derive(Clone, Debug)]
pub(crate) enum Clause {
    For { name: Span, iter: Box<IterText>, span: Span },
    Let { name: Span, value: Expr },
    If(Expr),
}

#[derive(Clone, Debug)]
pub(crate) struct Expr {
    pub kind: ExprKind,
    pub span: Span,
    /// Levels of the tree.
    pub height: usize,
}

#[derive(Clone, Debug)]
pub(crate) enum ExprKind {
    Int(i64),
    Bool(bool),
    /// The name as it stands: the span of the expression may have parentheses around it.
    Name(Span),
    Unary(IntUnary, Box<Expr>),
    Binary(IntBinary, Box<Expr>, Box<Expr>),
    Not(Box<Expr>),
    And(Box<Expr>, Box<Expr>),
    Or(Box<Expr>, Box<Expr>),
    Compare(Box<Expr>, Vec<(Comparison, Expr)>),
    In {
        value: Box<Expr>,
        set: SetText,
        negated: bool,
    },
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    Call {
        name: Span,
        args: Vec<Expr>,
    },
    Index(Box<Expr>, Box<Expr>),
    Update(Box<Expr>, Vec<(Expr, Expr)>),
    List(Vec<Expr>),
}
