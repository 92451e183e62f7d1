//! The variables in sight and the words they take.

use crate::error::{Kind, RuleError};
use crate::typed::{MAX_WORDS, Slot};
use grundy::syntax::Span;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Type {
    Int,
    Bool,
    Array(usize),
}

impl Type {
    pub const fn words(self) -> usize {
        match self {
            Self::Int | Self::Bool => 1,
            Self::Array(len) => len,
        }
    }

    pub fn describe(self) -> String {
        match self {
            Self::Int => "a number".into(),
            Self::Bool => "a condition".into(),
            Self::Array(len) => format!("an array of {len}"),
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
}

#[derive(Clone, Debug, Default)]
pub(super) struct Scope<'a> {
    variables: Vec<Variable<'a>>,
    words: usize,
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
        self.variables.push(Variable { name, ty, slot, role, value: None });
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

    /// The word of a variable that has no name in the rules; programs may call it so.
    pub fn hidden(&mut self, name: &'a str, span: Span) -> Result<Slot, RuleError> {
        let visible = std::mem::take(&mut self.variables);
        let slot = self.add(name, span, Type::Int, Role::Let);
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
