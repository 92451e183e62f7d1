//! The tree of a position expression.

use crate::nat::Nat;

/// A range of bytes in the source text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// The byte after the last.
    pub end: usize,
}

impl Span {
    /// From `start` up to, not including, `end`.
    pub const fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }
}

/// A whole expression: components played as one game.
pub type Sum = Vec<Component>;

/// `name[params](args)`, a take-and-break code with heaps, or `*n`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Component {
    /// What game it is.
    pub head: Head,
    /// Where the head stands.
    pub head_span: Span,
    /// Whether `!` stands behind the name: the position must be answered.
    pub entailed: bool,
    /// What stands in square brackets.
    pub params: Option<Args>,
    /// What stands in parentheses.
    pub args: Option<Args>,
    /// The whole component.
    pub span: Span,
}

/// What a component starts with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Head {
    /// A name such as `wythoff`.
    Name(String),
    /// A take-and-break code such as `0.137`, as typed.
    Code(String),
    /// `*n`: a nim-heap.
    Star(Nat),
}

/// Arguments: groups separated by semicolons, values separated by commas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Args {
    /// At least one group; the groups of an empty list are empty.
    pub groups: Vec<Vec<Arg>>,
    /// With the brackets.
    pub span: Span,
}

/// One value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arg {
    /// The value.
    pub kind: ArgKind,
    /// Where it stands.
    pub span: Span,
}

/// The kinds of values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ArgKind {
    /// `5`, `10^18`, `1_000`
    Number(Nat),
    /// `2..9` or `1..99:2`, both ends included
    Range {
        /// First element.
        from: Nat,
        /// Upper bound.
        to: Nat,
        /// Distance of neighbours; 1 when left out.
        step: Nat,
    },
    /// `0-1`
    Edge(Nat, Nat),
    /// `1>2`
    Arc(Nat, Nat),
    /// `"text"`
    Text(String),
    /// `cap=3`
    Named(String, Box<Arg>),
    /// `[1,2,3]`
    List(Vec<Arg>),
    /// A name with optional brackets, or a sum of components.
    Sum(Sum),
}

impl Arg {
    /// The number, if it is one.
    pub fn number(&self) -> Option<&Nat> {
        match &self.kind {
            ArgKind::Number(n) => Some(n),
            _ => None,
        }
    }

    /// The bare name, or name with brackets, if it is one.
    pub fn item(&self) -> Option<&Component> {
        match &self.kind {
            ArgKind::Sum(sum) if sum.len() == 1 => sum.first(),
            _ => None,
        }
    }
}

impl Component {
    /// The name, if the head is one.
    pub fn name(&self) -> Option<&str> {
        match &self.head {
            Head::Name(name) => Some(name),
            _ => None,
        }
    }
}

impl Args {
    /// The values of the only group; `None` if there are semicolons.
    pub fn single(&self) -> Option<&[Arg]> {
        match &*self.groups {
            [group] => Some(group),
            _ => None,
        }
    }
}
