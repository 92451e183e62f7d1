//! The tree of a program as it is written, before names and types are looked at.

use crate::input::InputKind;
use crate::typed::{Comparison, IntBinary, IntUnary};
use grundy::syntax::Span;

#[derive(Clone, Debug)]
pub(crate) enum Item {
    Const {
        name: Span,
        value: ConstValue,
    },
    Input {
        name: Span,
        kind: InputKind,
        span: Span,
    },
    Rule {
        head: Head,
        body: Vec<Stmt>,
        span: Span,
    },
    Same {
        head: Head,
        body: Vec<Stmt>,
        span: Span,
    },
    Domain {
        head: Head,
        condition: Expr,
    },
    Show {
        head: Head,
        pieces: Vec<PieceText>,
        span: Span,
    },
    /// Play of these families may go on for ever.
    Loopy {
        names: Vec<Span>,
    },
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
    /// A board that knows its columns has none.
    pub columns: Option<Expr>,
    pub rows: Option<Expr>,
    pub signs: Vec<char>,
    /// Where the signs stand, with their quotation marks.
    pub signs_span: Span,
    pub span: Span,
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
    pub kind: ParamKind,
    pub default: Option<Expr>,
    /// With its kind, without a default.
    pub span: Span,
}

/// What a parameter is, as it is written.
#[derive(Clone, Debug)]
pub(crate) enum ParamKind {
    Number,
    /// `x[3]`
    Array(Expr),
    /// `m: bits[100]`
    Bits(Expr),
    /// `b: board[4,6]`
    Board(Expr, Expr),
}

#[derive(Clone, Debug)]
pub(crate) enum Stmt {
    For {
        names: Names,
        iter: Box<IterText>,
        body: Vec<Stmt>,
        span: Span,
    },
    While {
        condition: Expr,
        body: Vec<Stmt>,
        span: Span,
    },
    If {
        condition: Expr,
        then: Vec<Stmt>,
        otherwise: Vec<Stmt>,
    },
    Let {
        name: Span,
        value: Expr,
        mutable: bool,
    },
    /// One index, or the two of a square; none for the whole variable.
    Set {
        name: Span,
        index: Vec<Expr>,
        value: Expr,
    },
    Move {
        target: Target,
        drop: bool,
    },
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
    /// The `!` behind the name: the position must be answered.
    pub entailed: Option<Span>,
    /// `..`: what is not named stays as it is.
    pub rest: Option<Span>,
    pub args: Vec<Expr>,
    pub fields: Vec<FieldText>,
    pub span: Span,
}

/// `b = v`, or `x[i] = v` for an element of what stays.
#[derive(Clone, Debug)]
pub(crate) struct FieldText {
    pub name: Span,
    pub index: Vec<Expr>,
    pub value: Expr,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub(crate) enum IterText {
    Range(RangeText),
    Set(SetText),
    /// `ones(m)`, or anything else that is a board, as `neighbours(b, i, j)`
    Ones(Expr),
    /// `squares(b)`
    Squares(Expr),
    /// `parts(b)`, `parts8(b)`
    Parts(Expr, bool),
    /// A row of a table: `G[i]`.
    Row(Expr),
    /// `divisors(n)`
    Divisors(Expr),
    /// `digits(n)`, `digits(n, b)`
    Digits(Expr, Option<Expr>),
    /// `primes(a..=b)`
    Primes(RangeText),
}

/// The variable of a loop, or the two of a square.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Names {
    pub first: Span,
    pub second: Option<Span>,
}

impl Names {
    pub fn each(self) -> impl Iterator<Item = Span> {
        [Some(self.first), self.second].into_iter().flatten()
    }
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
    For { names: Names, iter: Box<IterText>, span: Span },
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
    /// `b[i,j]`
    Square(Box<Expr>, Box<[Expr; 2]>),
    Update(Box<Expr>, Vec<UpdateText>),
    List(Vec<Expr>),
}

/// `i := v` or `i,j := v` in brackets.
#[derive(Clone, Debug)]
pub(crate) struct UpdateText {
    pub index: Vec<Expr>,
    pub value: Expr,
}

/// What stands behind the `in` of a loop, as advice.
pub(crate) const LOOPS: &str =
    "write a range 1..=n, a set, an array, or divisors(n), digits(n), primes(2..=n), ones(m)";

/// Functions that give a board with some of the squares of another.
pub(crate) const BOARDS: [&str; 6] =
    ["neighbours", "neighbours8", "knights", "row", "column", "diagonals"];
