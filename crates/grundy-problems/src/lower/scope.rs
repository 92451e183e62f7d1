//! The variables in sight, and the statements said so far.

use crate::ir::{Array, Block, Bool, Int, IntKind, Kind, Stmt, Var, Variable};
use grundy::syntax::Span;
use grundy_rules::error::{Kind as ErrorKind, RuleError};
use grundy_rules::source::Source;
use grundy_rules::typed::Program;

/// The value of an expression.
#[derive(Clone, Debug)]
pub(super) enum Value {
    Int(Int),
    Bool(Bool),
    Array(Array),
    Rows(Var),
}

impl Value {
    pub fn describe(&self) -> &'static str {
        match self {
            Self::Int(_) => "a number",
            Self::Bool(_) => "a condition",
            Self::Array(_) => "an array",
            Self::Rows(_) => "rows of arrays",
        }
    }
}

/// A call of a function of the problem, to be checked when all of them are known.
#[derive(Clone, Copy, Debug)]
pub(super) struct Call {
    pub function: usize,
    pub span: Span,
    /// How many `let:` were done before.
    pub lets: usize,
}

/// What is known of a function before its text is looked at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Signature<'s> {
    pub name: &'s str,
    /// How many parameters it has.
    pub arity: usize,
    /// Whether it gives a condition: it is 1 or 0 then.
    pub tells: bool,
}

/// What lowering works on.
pub(super) struct Lower<'s> {
    pub source: &'s Source,
    pub rules: Option<&'s Program>,
    pub built_in: Vec<String>,
    pub variables: Vec<Variable>,
    sight: Vec<(&'s str, Var)>,
    /// Names before this place may be taken again: those outside of the function at hand.
    base: usize,
    pub functions: Vec<Signature<'s>>,
    pub calls: Vec<Call>,
    /// How many `let:` are done.
    pub lets: usize,
    /// Variables that are read within constant limits.
    pub limits: Vec<(Var, i64, i64)>,
    out: Block,
}

impl<'s> Lower<'s> {
    pub fn new(source: &'s Source, rules: Option<&'s Program>) -> Self {
        Self {
            source,
            rules,
            built_in: Vec::new(),
            variables: Vec::new(),
            sight: Vec::new(),
            base: 0,
            functions: Vec::new(),
            calls: Vec::new(),
            lets: 0,
            limits: Vec::new(),
            out: Vec::new(),
        }
    }

    pub fn text(&self, span: Span) -> &'s str {
        self.source.text(span)
    }

    /// Says a statement.
    pub fn say(&mut self, statement: Stmt) {
        self.out.push(statement);
    }

    /// What is said in `inner`, apart.
    pub fn within<T>(
        &mut self,
        inner: impl FnOnce(&mut Self) -> Result<T, RuleError>,
    ) -> Result<(T, Block), RuleError> {
        let outer = std::mem::take(&mut self.out);
        let mark = self.sight.len();
        let result = inner(self);
        self.sight.truncate(mark);
        let block = std::mem::replace(&mut self.out, outer);
        Ok((result?, block))
    }

    /// As [`within`](Self::within), where every name may be taken again.
    pub fn within_function<T>(
        &mut self,
        inner: impl FnOnce(&mut Self) -> Result<T, RuleError>,
    ) -> Result<(T, Block), RuleError> {
        let base = std::mem::replace(&mut self.base, self.sight.len());
        let result = self.within(inner);
        self.base = base;
        result
    }

    /// Refuses a name that is taken, or that means something of its own.
    pub fn free(&self, name: Span) -> Result<(), RuleError> {
        let text = self.text(name);
        let meaning = match text {
            "win" => Some("whether the first player wins"),
            "value" => Some("the Grundy value of the position"),
            "case" => Some("the number of the case"),
            _ => None,
        };
        if let Some(meaning) = meaning {
            let message = format!("{text} is {meaning}");
            return Err(RuleError::new(ErrorKind::Name, message, name).help("choose another name"));
        }
        if self.sight[self.base..].iter().any(|(known, _)| *known == text) {
            let message = format!("{text} is the name of something already");
            return Err(RuleError::new(ErrorKind::Name, message, name).help("choose another name"));
        }
        Ok(())
    }

    /// A variable that no name leads to.
    pub fn hidden(&mut self, name: &str, kind: Kind) -> Var {
        self.variables.push(Variable { name: name.to_owned(), kind });
        self.variables.len() - 1
    }

    /// A new variable; none of its name may be in sight.
    pub fn add(&mut self, name: Span, kind: Kind) -> Result<Var, RuleError> {
        let text = self.text(name);
        self.free(name)?;
        let var = self.hidden(text, kind);
        self.sight.push((text, var));
        Ok(var)
    }

    /// Makes a variable known by this name.
    pub fn show(&mut self, name: Span, var: Var) {
        let text = self.text(name);
        self.sight.push((text, var));
    }

    /// Makes a variable known by a name of ours, unless the file has one of that name.
    pub fn offer(&mut self, name: &'static str, var: Var) {
        if self.find(name).is_none() {
            self.sight.push((name, var));
        }
    }

    pub fn find(&self, name: &str) -> Option<Var> {
        self.sight.iter().rev().find(|(known, _)| *known == name).map(|(_, var)| *var)
    }

    pub fn names(&self) -> impl Iterator<Item = &'s str> {
        self.sight.iter().map(|(name, _)| *name)
    }

    pub fn kind(&self, var: Var) -> Kind {
        self.variables[var].kind
    }

    /// The value of a variable.
    pub fn of(&self, var: Var, span: Span) -> Value {
        match self.kind(var) {
            Kind::Int => Value::Int(Int { kind: IntKind::Var(var), span }),
            Kind::Bool => Value::Bool(Bool::Var(var)),
            Kind::Numbers => Value::Array(Array::Var(var)),
            Kind::Rows => Value::Rows(var),
        }
    }

    /// A new number, or another variable without a name, with this value.
    pub fn keep(&mut self, name: &str, value: Value) -> Result<Var, RuleError> {
        Ok(match value {
            // What is made on the way belongs to nobody else.
            Value::Int(Int { kind: IntKind::Var(var), .. }) | Value::Bool(Bool::Var(var))
                if !self.is_named(var) =>
            {
                self.variables[var].name = name.to_owned();
                var
            }
            Value::Int(value) => {
                let var = self.hidden(name, Kind::Int);
                self.say(Stmt::New(var));
                self.say(Stmt::Int(var, value));
                var
            }
            Value::Bool(value) => {
                let var = self.hidden(name, Kind::Bool);
                self.say(Stmt::New(var));
                self.say(Stmt::Bool(var, value));
                var
            }
            Value::Array(Array::Var(var)) if !self.is_named(var) => {
                self.variables[var].name = name.to_owned();
                var
            }
            Value::Array(value) => {
                let var = self.hidden(name, Kind::Numbers);
                self.say(Stmt::New(var));
                self.say(Stmt::Copy(var, value));
                var
            }
            Value::Rows(var) if !self.is_named(var) => {
                self.variables[var].name = name.to_owned();
                var
            }
            Value::Rows(from) => {
                let var = self.hidden(name, Kind::Rows);
                let row = self.hidden("row", Kind::Int);
                self.say(Stmt::New(var));
                let at = |kind| Int { kind, span: Span::default() };
                let body =
                    vec![Stmt::PushRow(var, Array::Row(from, Box::new(at(IntKind::Var(row)))))];
                self.say(Stmt::For {
                    var: row,
                    from: at(IntKind::Const(0)),
                    to: at(IntKind::Rows(from)),
                    step: None,
                    body,
                });
                var
            }
        })
    }

    fn is_named(&self, var: Var) -> bool {
        self.sight.iter().any(|(_, known)| *known == var)
    }

    /// Gives a variable without a name this one.
    pub fn name(&mut self, name: Span, value: Value) -> Result<Var, RuleError> {
        let text = self.text(name);
        self.free(name)?;
        let var = self.keep(text, value)?;
        self.sight.push((text, var));
        Ok(var)
    }
}

/// A constant.
pub(super) fn constant(value: i64, span: Span) -> Int {
    Int { kind: IntKind::Const(value), span }
}

/// The value of a number.
pub(super) fn variable(var: Var, span: Span) -> Int {
    Int { kind: IntKind::Var(var), span }
}
