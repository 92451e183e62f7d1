//! The typed tree of a program: the contract between the front end and everything behind it.
//!
//! # Words
//!
//! A state of a family is `width` words of 64 bits, its *coordinates*, all `>= 0`: one for a
//! parameter that is a number, `len` for an array. Every piece of code (a [`Code`], a default, a
//! domain condition) runs on a *frame* of words of which the first `width` are the coordinates of
//! the state it is asked about, and the others local variables: a number takes one word, a
//! condition one word (0 or 1), an array `len` words in a row. [`Slot`] is the number of a word in
//! the frame. Locals are always set before they are read, also when a loop body runs again.
//!
//! # What a program means
//!
//! *The options of a state* `s` of family `f`: take the normal form of `s` (below), run every
//! [`Family::rules`] on it in order, and gather what [`Stmt::Move`] says. Each term of a move is
//! evaluated to a state of its family in the order written; then
//!
//! 1. a term with a negative coordinate, or for which one of its family's [`Family::domain`]
//!    conditions does not hold, is *outside*: the whole move is dropped if [`Move::drop`] is set,
//!    and is an error otherwise;
//! 2. the option is the sum of the normal forms of its terms; a move with `wins` is an immediate
//!    win.
//!
//! An option may come up several times: mex does not mind; whoever counts moves counts different
//! sums of states as they are before taking normal forms, in any order of the terms, once.
//!
//! *The normal form* of a state: run [`Family::same`] in order; the first that reaches
//! [`Stmt::Become`] with a state that differs from the present one replaces it; again until none
//! does. (A `Become` that gives the same state back counts as not reached, and the next rule is
//! asked.) The new state may be of another family; it must not be outside. A state that comes up
//! twice is an error.
//!
//! Arithmetic is on `i64` and checked: [`crate::number`] defines every operator and function, with
//! the [`Fault`](crate::number::Fault) each can give. `and`, `or`, `if` evaluate from the left and
//! only what is needed; everything else is evaluated from left to right, and as nothing has side
//! effects only *which* fault comes first depends on it.
//!
//! # Steps
//!
//! A state may take [`crate::walk::MAX_STEPS`] steps: one for every statement executed and one for
//! every turn of a loop. Back ends may count more coarsely, but not less.

use crate::error::{Kind, RuleError};
use crate::input::{Input, Numbers, Table, Told};
pub use crate::operator::{BoolFn, Comparison, Fold, IntBinary, IntFn, IntUnary, MAX_WIDTH};
use crate::shape::Shape;
use crate::source::Source;
use grundy::syntax::Span;
use std::sync::Arc;

/// The number of a word in a frame.
pub type Slot = u32;

/// The greatest number of words in a frame.
pub const MAX_WORDS: usize = 1 << 11;

/// The greatest number of families.
pub const MAX_FAMILIES: usize = 1 << 10;

/// The greatest number of expressions in a program, defaults written out.
pub const MAX_NODES: usize = 1 << 20;

/// The greatest number of elements in a set.
pub const MAX_SET: usize = 1 << 20;

/// A checked program.
#[derive(Clone, Debug)]
pub struct Program {
    /// The texts it was read from.
    pub source: Arc<Source>,
    /// The families, in the order in which they are first mentioned as heads.
    pub families: Vec<Family>,
    /// The constants, for tools that print programs; in the tree below they are folded.
    pub constants: Vec<Constant>,
    /// What is given from outside and has no value yet. With any of it nothing can be asked: see
    /// [`Program::bind`].
    pub inputs: Vec<Arc<Input>>,
}

/// A constant.
#[derive(Clone, Debug)]
pub struct Constant {
    /// Its name.
    pub name: Arc<str>,
    /// Its value.
    pub value: ConstantValue,
    /// The input it was, if it was one.
    pub input: Option<Arc<Input>>,
}

/// What a constant is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConstantValue {
    /// A number.
    Int(i64),
    /// A condition.
    Bool(bool),
    /// A set of numbers, ascending, without repeats.
    Set(Set),
    /// Numbers in order, or rows of them.
    Numbers(Arc<Numbers>),
}

/// A set of numbers, ascending, without repeats.
pub type Set = Arc<[i64]>;

/// Positions of one name.
#[derive(Clone, Debug)]
pub struct Family {
    /// Its name.
    pub name: Arc<str>,
    /// Where it is first the head of a rule.
    pub span: Span,
    /// The parameters; their slots follow each other from 0.
    pub params: Vec<Param>,
    /// The number of coordinates.
    pub width: usize,
    /// Conditions on the coordinates, all of which hold of every state; they use no locals.
    pub domain: Vec<Bool>,
    /// Same-position rules, in the order written; they contain no loops, no moves and one
    /// [`Stmt::Become`] each.
    pub same: Vec<Code>,
    /// Move rules, in the order written; they contain no [`Stmt::Become`].
    pub rules: Vec<Code>,
    /// Where it is declared that play may go on for ever.
    pub loopy: Option<Span>,
    /// Where a move first leaves a position that must be answered.
    pub entails: Option<Span>,
    /// How a position is shown, if the rules say it; nothing else depends on it.
    pub show: Option<Show>,
}

/// How the positions of a family are shown: its pieces side by side.
#[derive(Clone, Debug)]
pub struct Show {
    /// The pieces.
    pub pieces: Vec<Piece>,
    /// What stands behind `show`.
    pub span: Span,
}

/// A piece of what is shown of a position. Expressions use no locals.
#[derive(Clone, Debug)]
pub enum Piece {
    /// Text as it is.
    Text(Arc<str>),
    /// A number.
    Int(Int),
    /// The elements of an array, with commas between.
    Array(Array),
    /// Squares in rows.
    Board(Board),
}

/// Squares in rows, the first row at the top, the first square of a row at the left.
#[derive(Clone, Debug)]
pub struct Board {
    /// What stands on the squares.
    pub squares: Squares,
    /// How many squares a row has, from 1 to [`MAX_WIDTH`].
    pub columns: Int,
    /// There are at least so many rows, up to [`MAX_WIDTH`]; more if the squares need them.
    pub rows: Option<Int>,
    /// The sign of a square by its number, at least two.
    pub signs: Arc<[char]>,
}

/// What stands on the squares of a [`Board`].
#[derive(Clone, Debug)]
pub enum Squares {
    /// Bit i is on square i.
    Bits(Int),
    /// Element i is on square i.
    Elements(Array),
    /// What the words of a board say, with rows and columns of its own.
    Words(Vec<Int>, Shape),
}

/// A parameter of a family.
#[derive(Clone, Debug)]
pub struct Param {
    /// Its name in the first rule.
    pub name: Arc<str>,
    /// Its first coordinate.
    pub slot: Slot,
    /// Its length, if it is an array, also one of the words of a board.
    pub len: Option<usize>,
    /// What squares it has, if it is a board or a set of bits: one number if they fit into a word,
    /// and an array of words else. Every position has words without bits outside of the squares.
    pub shape: Option<Shape>,
    /// The signs of its squares with 0 and with 1, where they are typed.
    pub signs: [char; 2],
    /// Its value where it is left out, from the parameters before it; uses no locals. In terms it
    /// is already written out.
    pub default: Option<Int>,
}

/// A rule: statements and the frame they need.
#[derive(Clone, Debug)]
pub struct Code {
    /// What to do.
    pub body: Block,
    /// The number of words in the frame, coordinates included.
    pub words: usize,
    /// The whole rule.
    pub span: Span,
    /// The names of all variables with their first words, ascending, parameters as they are called
    /// in this rule: for tools that print programs.
    pub names: Vec<(Slot, Arc<str>)>,
}

/// Statements, one after the other.
pub type Block = Vec<Stmt>;

/// A statement.
#[derive(Clone, Debug)]
pub enum Stmt {
    /// Runs `body` with every number of `iter` in `slot`. Bounds are evaluated once, before; the
    /// loop goes on with the next number whatever the body did to other variables (`slot` itself
    /// is never set by it).
    For {
        /// The loop variable.
        slot: Slot,
        /// The numbers.
        iter: Iter,
        /// What to do.
        body: Block,
        /// The head of the loop.
        span: Span,
    },
    /// Runs `body` as long as the condition holds.
    While {
        /// The condition.
        condition: Bool,
        /// What to do.
        body: Block,
        /// The head of the loop.
        span: Span,
    },
    /// Runs one of two blocks.
    If {
        /// The condition.
        condition: Bool,
        /// If it holds.
        then: Block,
        /// If not.
        otherwise: Block,
    },
    /// Sets a number.
    SetInt {
        /// The variable.
        slot: Slot,
        /// Its new value.
        value: Int,
    },
    /// Sets a condition, as 0 or 1.
    SetBool {
        /// The variable.
        slot: Slot,
        /// Its new value.
        value: Bool,
    },
    /// Sets an array. The value may read the array that is set: it is evaluated as a whole before.
    SetArray {
        /// The first word of the variable.
        slot: Slot,
        /// Its new value; of the same length.
        value: Array,
    },
    /// Sets one element of an array. The index is evaluated and checked, then the value.
    SetElement {
        /// The first word of the variable.
        slot: Slot,
        /// The length of the array.
        len: usize,
        /// Which element, from 0.
        index: Int,
        /// Its new value.
        value: Int,
    },
    /// An option.
    Move(Move),
    /// An option of which the number of parts differs from state to state.
    Gather(Gather),
    /// Something that the option is left with; stands in [`Gather::parts`] alone.
    Part(Part),
    /// The same position in another form: ends the rule.
    Become(Term),
}

/// An option.
#[derive(Clone, Debug)]
pub struct Move {
    /// What is left, as a sum; empty if nothing is.
    pub sum: Vec<Term>,
    /// Whether the mover wins the whole game at once; the sum is empty then.
    pub wins: bool,
    /// Whether the move is dropped where a term is outside of its domain.
    pub drop: bool,
    /// The target.
    pub span: Span,
}

/// An option that leaves what its parts say.
#[derive(Clone, Debug)]
pub struct Gather {
    /// Loops, conditions, variables, and [`Stmt::Part`] for everything that is left, as a sum. It
    /// is run once; then it is asked whether all states are inside.
    pub parts: Block,
    /// Whether the move is dropped where a term is outside of its domain.
    pub drop: bool,
    /// The target.
    pub span: Span,
}

/// Copies of a state that an option leaves.
#[derive(Clone, Debug)]
pub struct Part {
    /// How many, evaluated first; without any the term is not evaluated, and less is a fault.
    pub copies: Option<Int>,
    /// The state.
    pub term: Term,
}

/// A state, with coordinates to be evaluated.
#[derive(Clone, Debug)]
pub struct Term {
    /// The number of the family.
    pub family: usize,
    /// Whether the position must be answered.
    pub entailed: bool,
    /// One for each parameter, defaults written out.
    pub args: Vec<Arg>,
    /// The term.
    pub span: Span,
}

/// The value of a parameter.
#[derive(Clone, Debug)]
pub enum Arg {
    /// Of a number.
    Int(Int),
    /// Of an array, of the right length.
    Array(Array),
}

/// What a loop goes through.
#[derive(Clone, Debug)]
pub enum Iter {
    /// From `from` up to `to`, in steps.
    Range {
        /// The first number.
        from: Int,
        /// The bound.
        to: Int,
        /// Whether the bound itself belongs to the range.
        inclusive: bool,
        /// The distance of neighbours, 1 if left out; below 1 it is a fault. Evaluated after the
        /// bounds.
        step: Option<Int>,
    },
    /// The elements, ascending.
    Set(Set),
    /// The numbers of the bits that are 1, ascending from 0; up to 63 for negative numbers.
    Ones(Int),
    /// All numbers of a table in order, or those of one of its rows; its number is evaluated and
    /// checked.
    Items(Table, Option<Int>),
}

/// An expression that gives a number.
#[derive(Clone, Debug)]
pub struct Int {
    /// What it is.
    pub kind: IntKind,
    /// Where it stands.
    pub span: Span,
}

/// The kinds of expressions that give a number.
#[derive(Clone, Debug)]
pub enum IntKind {
    /// A constant.
    Const(i64),
    /// A word of the frame.
    Var(Slot),
    /// A prefix operator.
    Unary(IntUnary, Box<Int>),
    /// An operator between two numbers.
    Binary(IntBinary, Box<Int>, Box<Int>),
    /// A function; it has as many arguments as [`IntFn::arity`] allows.
    Call(IntFn, Vec<Int>),
    /// One of two numbers.
    If(Box<Bool>, Box<Int>, Box<Int>),
    /// An element of an array; the array is evaluated first.
    Get(Box<Array>, Box<Int>),
    /// All elements of an array together.
    Fold(Fold, Box<Array>),
    /// A number of a table: where it has rows the number of one comes first, evaluated and checked
    /// before the index.
    Lookup(Table, Option<Box<Int>>, Box<Int>),
    /// How long a row of a table is.
    RowLen(Table, Box<Int>),
    /// What an input tells; in no program that is asked.
    Told(Told, Arc<Input>),
}

/// An expression that gives a condition.
#[derive(Clone, Debug)]
pub struct Bool {
    /// What it is.
    pub kind: BoolKind,
    /// Where it stands.
    pub span: Span,
}

/// The kinds of expressions that give a condition.
#[derive(Clone, Debug)]
pub enum BoolKind {
    /// A constant.
    Const(bool),
    /// A word of the frame.
    Var(Slot),
    /// `not a`
    Not(Box<Bool>),
    /// `a and b`; `b` is not evaluated if `a` does not hold.
    And(Box<Bool>, Box<Bool>),
    /// `a or b`; `b` is not evaluated if `a` holds.
    Or(Box<Bool>, Box<Bool>),
    /// `a < b <= …`: every number is evaluated at most once, from the left, and no further once a
    /// comparison fails. At least one comparison.
    Compare(Box<Int>, Vec<(Comparison, Int)>),
    /// `a in SET`
    In(Box<Int>, Set),
    /// `a in S`, an input; in no program that is asked.
    InInput(Box<Int>, Arc<Input>),
    /// A function.
    Call(BoolFn, Box<Int>),
    /// Whether two conditions agree.
    Same(Box<Bool>, Box<Bool>),
    /// Whether two arrays of equal length agree.
    SameArray(Box<Array>, Box<Array>),
    /// One of two conditions.
    If(Box<Bool>, Box<Bool>, Box<Bool>),
}

/// An expression that gives an array.
#[derive(Clone, Debug)]
pub struct Array {
    /// What it is.
    pub kind: ArrayKind,
    /// Its length, from 1 to [`MAX_WIDTH`].
    pub len: usize,
    /// Where it stands.
    pub span: Span,
}

/// The kinds of expressions that give an array.
#[derive(Clone, Debug)]
pub enum ArrayKind {
    /// Words of the frame, from this one on.
    Var(Slot),
    /// `[a, b, …]`
    List(Vec<Int>),
    /// `x[i := v, …]`: the array with elements replaced, from the left; each index is evaluated
    /// and checked, then its value. Indices and values see the old variables.
    Update(Box<Array>, Vec<(Int, Int)>),
    /// `sort(x)`, ascending.
    Sort(Box<Array>),
    /// One of two arrays of equal length.
    If(Box<Bool>, Box<Array>, Box<Array>),
}

impl Program {
    /// The number of a family.
    pub fn family(&self, name: &str) -> Option<usize> {
        self.families.iter().position(|family| &*family.name == name)
    }

    /// Whether play may go on for ever, as some family declares.
    pub fn is_loopy(&self) -> bool {
        self.families.iter().any(|family| family.loopy.is_some())
    }

    /// That no family declares that play may go on for ever.
    ///
    /// # Errors
    /// The declaration, for what can only be done with games that end.
    pub fn check_ends(&self, doing: &str) -> Result<(), RuleError> {
        match self.families.iter().find_map(|family| family.loopy) {
            None => Ok(()),
            Some(span) => {
                let message =
                    format!("{doing} is for games that end, and this one may go on for ever");
                Err(RuleError::new(Kind::Loop, message, span)
                    .help("solve, table, graph and play decide games with draws"))
            }
        }
    }

    /// Where a move first leaves a position that must be answered, if one does.
    pub fn entailing(&self) -> Option<Span> {
        self.families.iter().find_map(|family| family.entails)
    }

    /// That no move leaves a position that must be answered.
    ///
    /// # Errors
    /// The first move that does, for what cannot be done with such games.
    pub fn check_free(&self, doing: &str) -> Result<(), RuleError> {
        match self.entailing() {
            None => Ok(()),
            Some(span) => {
                let message =
                    format!("{doing} is for games of which no move has to be answered in its part");
                Err(RuleError::new(Kind::Type, message, span)
                    .help("solve, table, graph and play know such moves"))
            }
        }
    }

    /// Whether some move wins at once.
    pub fn wins(&self) -> bool {
        self.families.iter().flat_map(|family| &family.rules).any(|code| wins(&code.body))
    }
}

/// The first term of a block that must be answered.
pub(crate) fn entailing(block: &[Stmt]) -> Option<Span> {
    let of = |term: &Term| term.entailed.then_some(term.span);
    block.iter().find_map(|statement| match statement {
        Stmt::Move(option) => option.sum.iter().find_map(of),
        Stmt::Gather(gather) => entailing(&gather.parts),
        Stmt::Part(part) => of(&part.term),
        Stmt::For { body, .. } | Stmt::While { body, .. } => entailing(body),
        Stmt::If { then, otherwise, .. } => entailing(then).or_else(|| entailing(otherwise)),
        _ => None,
    })
}

/// Whether a block has a move that wins at once.
fn wins(block: &[Stmt]) -> bool {
    block.iter().any(|statement| match statement {
        Stmt::Move(option) => option.wins,
        Stmt::For { body, .. } | Stmt::While { body, .. } => wins(body),
        Stmt::If { then, otherwise, .. } => wins(then) || wins(otherwise),
        _ => false,
    })
}

impl Int {
    /// Its value, if it is a constant.
    pub fn constant(&self) -> Option<i64> {
        match self.kind {
            IntKind::Const(value) => Some(value),
            _ => None,
        }
    }
}

impl Bool {
    /// Its value, if it is a constant.
    pub fn constant(&self) -> Option<bool> {
        match self.kind {
            BoolKind::Const(value) => Some(value),
            _ => None,
        }
    }
}
