//! The variables in sight and the words they take.

use crate::error::{Kind, RuleError};
use crate::shape::Shape;
use crate::typed::{Int, IntBinary, IntKind, MAX_WORDS, Slot};
use grundy::syntax::Span;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Type {
    Int,
    Bool,
    Array(usize),
    Mask(Shape),
}

impl Type {
    pub const fn words(self) -> usize {
        match self {
            Self::Int | Self::Bool => 1,
            Self::Array(len) => len,
            Self::Mask(shape) => shape.words(),
        }
    }

    pub fn describe(self) -> String {
        match self {
            Self::Int => "a number".into(),
            Self::Bool => "a condition".into(),
            Self::Array(len) => format!("an array of {len}"),
            Self::Mask(Shape::Bits(count)) => format!("a set of {count} bits"),
            Self::Mask(Shape::Board { rows, columns }) => format!("a board of {rows} by {columns}"),
        }
    }
}

/// How a variable came to be, which tells whether it may be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Parameter,
    Loop,
    Let,
    Var,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Variable<'a> {
    pub name: &'a str,
    pub ty: Type,
    pub slot: Slot,
    pub role: Role,
    /// What it is, where that is known.
    pub value: Option<i64>,
    /// From where to where it goes, where that is known.
    pub range: Option<(i64, i64)>,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Scope<'a> {
    variables: Vec<Variable<'a>>,
    words: usize,
    /// Row, column and number of squares that loops go through, and the size of their board.
    squares: Vec<(Slot, Slot, Slot, Shape)>,
    /// All variables there ever were, with their first words.
    named: Vec<(Slot, &'a str)>,
}

impl<'a> Scope<'a> {
    pub fn find(&self, name: &str) -> Option<Variable<'a>> {
        self.variables.iter().find(|variable| variable.name == name).copied()
    }

    pub fn names(&self) -> impl Iterator<Item = &'a str> {
        self.variables.iter().map(|variable| variable.name)
    }

    /// A new variable; one of the same name must not be in sight.
    pub fn add(
        &mut self,
        name: &'a str,
        span: Span,
        ty: Type,
        role: Role,
    ) -> Result<Slot, RuleError> {
        if self.find(name).is_some() {
            return Err(RuleError::new(Kind::Name, format!("{name} has a value already"), span)
                .help("choose another name; what changes is made with var and set with ="));
        }
        if self.words + ty.words() > MAX_WORDS {
            return Err(RuleError::new(Kind::Size, "this rule has too many variables", span)
                .help(format!("a rule has room for {MAX_WORDS} numbers")));
        }
        let slot = self.words as Slot;
        self.words += ty.words();
        self.variables.push(Variable { name, ty, slot, role, value: None, range: None });
        self.named.push((slot, name));
        Ok(slot)
    }

    /// A new name for a number that is known.
    pub fn name(&mut self, name: &'a str, span: Span, value: i64) -> Result<(), RuleError> {
        self.add(name, span, Type::Int, Role::Let)?;
        if let Some(last) = self.variables.last_mut() {
            last.value = Some(value);
        }
        Ok(())
    }

    /// The last variable made is never outside of this range.
    pub fn goes(&mut self, from: i64, to: i64) {
        if let Some(last) = self.variables.last_mut() {
            last.range = Some((from, to));
        }
    }

    /// These variables are row, column and number of a square.
    pub fn square(&mut self, row: Slot, column: Slot, number: Slot, shape: Shape) {
        self.squares.push((row, column, number, shape));
    }

    /// The number of the square of this row and column.
    pub fn square_of(&self, row: Slot, column: Slot, shape: Shape) -> Option<Slot> {
        let own = |known: &&(Slot, Slot, Slot, Shape)| {
            (known.0, known.1, known.3) == (row, column, shape)
        };
        self.squares.iter().find(own).map(|known| known.2)
    }

    /// From where to where a number goes, if that can be seen.
    pub fn range(&self, value: &Int) -> Option<(i64, i64)> {
        match &value.kind {
            IntKind::Const(value) => Some((*value, *value)),
            IntKind::Var(slot) => {
                self.variables.iter().find(|variable| variable.slot == *slot)?.range
            }
            IntKind::Binary(op @ (IntBinary::Add | IntBinary::Sub), a, b) => {
                let ((a, c), (b, d)) = (self.range(a)?, self.range(b)?);
                match op {
                    IntBinary::Add => Some((a.checked_add(b)?, c.checked_add(d)?)),
                    _ => Some((a.checked_sub(d)?, c.checked_sub(b)?)),
                }
            }
            _ => None,
        }
    }

    /// The word of a variable that has no name in the rules; programs may call it so.
    pub fn hidden(&mut self, name: &'a str, span: Span) -> Result<Slot, RuleError> {
        self.hidden_of(name, span, Type::Int)
    }

    /// The same for a variable of any type.
    pub fn hidden_of(&mut self, name: &'a str, span: Span, ty: Type) -> Result<Slot, RuleError> {
        let visible = std::mem::take(&mut self.variables);
        let slot = self.add(name, span, ty, Role::Let);
        self.variables = visible;
        slot
    }

    /// How many variables there are, for [`leave`](Self::leave).
    pub fn enter(&self) -> usize {
        self.variables.len()
    }

    /// Forgets the variables that came later; their words stay theirs.
    pub fn leave(&mut self, mark: usize) {
        self.variables.truncate(mark);
    }

    pub fn words(&self) -> usize {
        self.words
    }

    /// The first words and names of all variables, also those forgotten.
    pub fn named(&self) -> impl Iterator<Item = (Slot, &'a str)> {
        self.named.iter().copied()
    }

    /// A scope that sees no variable, in the same frame.
    pub fn inside(&self) -> Self {
        Self { words: self.words, ..Self::default() }
    }

    /// Keeps the words given out by a scope made [`inside`](Self::inside) this one.
    pub fn take_words(&mut self, inner: &Self) {
        self.words = inner.words;
        self.named.extend(&inner.named);
    }
}
