//! What a problem does, as statements: one program that is run here and printed in every language.
//!
//! Variables are numbers, conditions, arrays of numbers and rows of arrays. Expressions have no
//! loops: folds such as `xor(h[i] for i in 0..<n)` have become statements before the one that
//! uses them.

use grundy::syntax::Span;
use grundy_rules::typed::{BoolFn, Comparison, IntBinary, IntFn, IntUnary};

/// The number of a variable.
pub(crate) type Var = usize;

/// What a variable holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A number.
    Int,
    /// A condition.
    Bool,
    /// An array of numbers.
    Numbers,
    /// Arrays of numbers.
    Rows,
}

#[derive(Clone, Debug)]
pub(crate) struct Variable {
    pub name: String,
    pub kind: Kind,
}

#[derive(Clone, Debug)]
pub(crate) struct Int {
    pub kind: IntKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub(crate) enum IntKind {
    Const(i64),
    Var(Var),
    Unary(IntUnary, Box<Int>),
    Binary(IntBinary, Box<Int>, Box<Int>),
    Call(IntFn, Vec<Int>),
    If(Box<Bool>, Box<Int>, Box<Int>),
    /// An element, with its index checked.
    At(Array, Box<Int>),
    Len(Array),
    /// How many rows there are.
    Rows(Var),
    /// The Grundy value of a position of this family.
    Value(usize, Vec<Arg>),
    /// The Grundy value of a position of a built-in game.
    BuiltIn(usize, Vec<Int>),
    /// A function of the problem.
    Function(usize, Vec<Int>),
    /// The Grundy value of the sum of two parts with these: exclusive or, and a part in which the
    /// next move wins at once wins for the whole sum.
    NimSum(Box<Int>, Box<Int>),
}

/// A coordinate of a position, or an array of them.
#[derive(Clone, Debug)]
pub(crate) enum Arg {
    Int(Int),
    Array(Array),
}

#[derive(Clone, Debug)]
pub(crate) enum Array {
    Var(Var),
    Row(Var, Box<Int>),
}

#[derive(Clone, Debug)]
pub(crate) enum Bool {
    Const(bool),
    Var(Var),
    Not(Box<Bool>),
    And(Box<Bool>, Box<Bool>),
    Or(Box<Bool>, Box<Bool>),
    Compare(Comparison, Int, Int),
    Call(BoolFn, Int),
}

impl Bool {
    /// `first < second <= …`: every two neighbours compare as told.
    pub fn chain(first: Int, rest: impl IntoIterator<Item = (Comparison, Int)>) -> Self {
        let mut left = first;
        let pairs = rest.into_iter().map(|(comparison, right)| {
            Self::Compare(comparison, std::mem::replace(&mut left, right.clone()), right)
        });
        let all = pairs.reduce(|all, one| Self::And(Box::new(all), Box::new(one)));
        all.unwrap_or(Self::Const(true))
    }
}

/// Functions that make an array or rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Maker {
    /// The numbers, ascending.
    Sort,
    /// The numbers from the last to the first.
    Reverse,
    /// The decimal digits, from the lowest.
    Digits,
    /// The divisors, ascending.
    Divisors,
    /// The prime factors, ascending, each as often as it divides.
    Factors,
}

#[derive(Clone, Debug)]
pub(crate) enum Stmt {
    /// Sets a number.
    Int(Var, Int),
    /// Sets a condition.
    Bool(Var, Bool),
    /// Sets an array to another.
    Copy(Var, Array),
    /// A variable begins: 0, false, or empty.
    New(Var),
    /// Appends a number to an array.
    Push(Var, Int),
    /// Appends an array to rows.
    PushRow(Var, Array),
    /// Sets an element, with its index checked.
    Put(Var, Int, Int),
    /// Makes an array of an array or a number.
    Make(Var, Maker, Arg),
    /// `arcs(n, u, v)`, `edges(n, u, v)`: for each vertex below n its neighbours.
    Neighbours {
        to: Var,
        count: Int,
        from: Var,
        ends: Var,
        both: bool,
        span: Span,
    },
    /// From `from` up to, not including, `to`.
    For {
        var: Var,
        from: Int,
        to: Int,
        step: Option<Int>,
        body: Block,
    },
    /// Through the elements of an array.
    Each {
        var: Var,
        array: Array,
        body: Block,
    },
    If {
        condition: Bool,
        then: Block,
        otherwise: Block,
    },
    /// Leaves the innermost loop.
    Break,
    /// It is an error of the problem or its input if this does not hold.
    Need {
        condition: Bool,
        message: &'static str,
        help: &'static str,
        span: Span,
    },
    Read(Read),
    /// The number that was read before must be within its limits.
    Limits(Read),
    /// Runs the body for every case.
    Cases {
        cases: Cases,
        body: Block,
    },
    /// Ends the group of cases.
    Stop(Bool),
    /// Gives the rules their inputs; values found before are forgotten.
    Bind,
    /// The position that [`Stmt::Decide`] is about begins with no parts.
    Begin,
    /// Appends a part to the position that [`Stmt::Decide`] is about.
    Part(usize, Vec<Arg>),
    /// Whether the first player wins the sum of the parts in misère play; forgets them.
    Decide {
        wins: Var,
    },
    /// Runs the body for every different option of a position of this family whose Grundy value
    /// is `value`, with the coordinates of the option's parts in `to`.
    Options {
        family: usize,
        args: Vec<Arg>,
        value: Int,
        to: Var,
        body: Block,
        span: Span,
    },
    /// Sorts rows.
    SortRows(Var),
    Print(Print),
}

pub(crate) type Block = Vec<Stmt>;

/// Something to be read.
#[derive(Clone, Debug)]
pub(crate) struct Read {
    pub var: Var,
    pub what: ReadKind,
    /// The least and the greatest number.
    pub limits: Option<(Int, Int)>,
    /// Whether they are looked at later, by [`Stmt::Limits`]: what ends a group may be beyond them.
    pub late: bool,
}

#[derive(Clone, Debug)]
pub(crate) enum ReadKind {
    /// A number.
    Number,
    /// So many numbers.
    Numbers(Int),
    /// So many rows of so many numbers.
    Rows(Int, Int),
    /// The codes of the characters of a word.
    Word,
    /// So many words.
    Words(Int),
}

#[derive(Clone, Debug)]
pub(crate) enum Cases {
    /// So many; the number of the present one, from 1.
    Count(Int),
    /// Until the input ends.
    UntilEnd,
    /// Until something said by [`Stmt::Stop`], or the input ends.
    Until,
}

#[derive(Clone, Debug)]
pub(crate) struct Print {
    pub pieces: Vec<Piece>,
    /// Whether the line ends behind it.
    pub line: bool,
}

#[derive(Clone, Debug)]
pub(crate) enum Piece {
    Text(String),
    Int(Int),
    /// The elements of an array with blanks between.
    Array(Array),
}

/// A whole program.
#[derive(Clone, Debug)]
pub(crate) struct Routine {
    pub variables: Vec<Variable>,
    pub functions: Vec<Function>,
    /// The built-in games that are used, as in position expressions.
    pub built_in: Vec<String>,
    /// The inputs of the rules and the variables they get.
    pub inputs: Vec<(String, Var)>,
    /// Variables that are read within constant limits.
    pub limits: Vec<(Var, i64, i64)>,
    pub body: Block,
}

/// A function of the problem.
#[derive(Clone, Debug)]
pub(crate) struct Function {
    pub name: String,
    pub params: Vec<Var>,
    pub body: Block,
    pub value: Int,
    /// Every variable that it declares, parameters too.
    pub locals: Vec<Var>,
}
