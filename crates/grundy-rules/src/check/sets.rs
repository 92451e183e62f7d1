//! Sets of constants.

use super::expr::Typed;
use super::scope::{Role, Scope, Type};
use super::{Checked, Checker};
use crate::error::{Kind, RuleError};
use crate::tree::{Clause, Expr, IterText, RangeText, SetItem, SetText};
use crate::typed::{Bool, BoolFn, BoolKind, ConstantValue, Int, IntKind, Iter, MAX_SET, Set};
use crate::walk::{Halt, Machine};
use grundy::syntax::Span;

impl<'a> Checker<'a> {
    /// A set; it is made of constants alone.
    pub(super) fn set(&mut self, set: &SetText, scope: &mut Scope<'a>) -> Checked<Set> {
        if let SetText::Name(span) = set {
            return self.named_set(*span, scope);
        }
        let (mut elements, span) = self.elements(set)?;
        elements.sort_unstable();
        elements.dedup();
        match self.set_room.checked_sub(elements.len()) {
            Some(room) => self.set_room = room,
            None => return Err(too_large(span)),
        }
        Ok(elements.into())
    }

    /// The elements written out, in order, and where they stand.
    pub(super) fn elements(&mut self, set: &SetText) -> Checked<(Vec<i64>, Span)> {
        let mut elements = Vec::new();
        let span = match set {
            SetText::Name(span) => *span,
            SetText::List(items, span) => {
                for item in items {
                    self.add_item(item, &mut elements)?;
                }
                *span
            }
            SetText::Made { value, clauses, span } => {
                self.make(value, clauses, &mut elements)?;
                *span
            }
        };
        Ok((elements, span))
    }

    fn named_set(&mut self, span: Span, scope: &Scope<'a>) -> Checked<Set> {
        let name = self.text(span);
        if scope.find(name).is_none()
            && let Some(set) = self.as_set(name, span)?
        {
            return Ok(set);
        }
        match self.constants.get(name) {
            Some(ConstantValue::Set(set)) => Ok(set.clone()),
            None if self.inputs.contains_key(name) && scope.find(name).is_none() => {
                let message = format!("{name} is an input of one number, not a set");
                Err(RuleError::new(Kind::Type, message, span)
                    .help(format!("write: input {name}[]")))
            }
            None if scope.find(name).is_none() => {
                let sets: Vec<&str> = self
                    .constants
                    .iter()
                    .filter(|(_, value)| {
                        matches!(value, ConstantValue::Set(_) | ConstantValue::Numbers(_))
                    })
                    .map(|(name, _)| *name)
                    .chain(self.inputs.keys().copied())
                    .collect();
                Err(self.unknown(span, "set", &sets, "sets are made as const SET = {1, 3, 9}, or come from outside: input SET[]; or write a range and a condition: for k in 2..=n if is_prime(k)"))
            }
            _ => Err(RuleError::new(Kind::Type, format!("{name} is not a set"), span)
                .help("write a range 1..=n, the ones(m) of a number, or a set")),
        }
    }

    fn add_item(&mut self, item: &SetItem, elements: &mut Vec<i64>) -> Checked<()> {
        match item {
            SetItem::Value(expr) => {
                let value = self.element(expr)?;
                elements.push(value);
            }
            SetItem::Range(range, span) => {
                let iter = self.range(range, &mut Scope::default())?;
                let room = self.set_room;
                self.evaluate(0, |machine| {
                    machine.each(&iter, *span, &mut |_, value| {
                        if elements.len() >= room {
                            return Err(Halt::Error(Box::new(too_large(*span))));
                        }
                        elements.push(value);
                        Ok(())
                    })
                })?;
            }
        }
        Ok(())
    }

    fn element(&mut self, expr: &Expr) -> Checked<i64> {
        match self.constant(expr)? {
            ConstantValue::Int(value) => Ok(value),
            _ => Err(RuleError::new(Kind::Type, "this is not a number", expr.span)
                .help("sets are made of numbers")),
        }
    }

    /// `from..=to` and the like.
    pub(super) fn range(&mut self, range: &RangeText, scope: &mut Scope<'a>) -> Checked<Iter> {
        let from = self.number(&range.from, scope)?;
        let to = self.number(&range.to, scope)?;
        let step = match &range.step {
            Some(step) => Some(self.number(step, scope)?),
            None => None,
        };
        if let Some(step) = &step
            && let Some(value) = step.constant()
            && value < 1
        {
            let fault = crate::number::Fault::Step(value);
            return Err(RuleError::new(fault.kind(), fault.message(), step.span).help(fault.help()));
        }
        Ok(Iter::Range { from, to, inclusive: range.inclusive, step })
    }

    /// `{value for … if …}`
    fn make(&mut self, value: &Expr, clauses: &[Clause], elements: &mut Vec<i64>) -> Checked<()> {
        let mut scope = Scope::default();
        let mut steps = Vec::new();
        for clause in clauses {
            let step = match clause {
                Clause::For { names, iter: text, span } => {
                    let iter = self.iter(text, &mut scope)?;
                    let name = names.first;
                    if let Some(second) = names.second {
                        let message = "a set is made with one number at a time";
                        return Err(RuleError::new(Kind::Type, message, second)
                            .help("write for i in … for j in …"));
                    }
                    let new = self.check_new_name(name)?;
                    let slot = scope.add(new, name, Type::Int, Role::Loop)?;
                    steps.push(Step::For(slot, iter, *span));
                    if !matches!(**text, IterText::Primes(_)) {
                        continue;
                    }
                    let own = Box::new(Int { kind: IntKind::Var(slot), span: *span });
                    let kind = BoolKind::Call(BoolFn::IsPrime, own);
                    Step::If(Bool { kind, span: *span })
                }
                Clause::Let { name, value } => {
                    let value = self.expr(value, &mut scope)?;
                    let new = self.check_new_name(*name)?;
                    let slot = scope.add(new, *name, value.ty(), Role::Let)?;
                    Step::Let(slot, value)
                }
                Clause::If(condition) => Step::If(self.condition(condition, &mut scope)?),
            };
            steps.push(step);
        }
        let value = self.number(value, &mut scope)?;
        let room = self.set_room;
        let mut add = |machine: &mut Machine<'_>| {
            if elements.len() >= room {
                return Err(Halt::Error(Box::new(too_large(value.span))));
            }
            elements.push(machine.int(&value)?);
            Ok(())
        };
        self.evaluate(scope.words(), |machine| run(&steps, machine, &mut add))
    }
}

enum Step {
    For(u32, Iter, Span),
    Let(u32, Typed),
    If(crate::typed::Bool),
}

fn run(
    steps: &[Step],
    machine: &mut Machine<'_>,
    add: &mut dyn FnMut(&mut Machine<'_>) -> Result<(), Halt>,
) -> Result<(), Halt> {
    let Some((step, rest)) = steps.split_first() else { return add(machine) };
    match step {
        Step::If(condition) => {
            if machine.bool(condition)? {
                run(rest, machine, add)?;
            }
            Ok(())
        }
        Step::Let(slot, value) => {
            match value {
                Typed::Int(value) => machine.set_int(*slot, value)?,
                Typed::Bool(value) => machine.set_bool(*slot, value)?,
                Typed::Array(value) => machine.set_array(*slot, value)?,
                // No variable of a set is a board: constants are none.
                Typed::Mask(mask) => {
                    for (i, word) in mask.words.iter().enumerate() {
                        machine.set_int(*slot + i as u32, word)?;
                    }
                }
            }
            run(rest, machine, add)
        }
        Step::For(slot, iter, span) => machine.each(iter, *span, &mut |machine, value| {
            machine.set(*slot, value);
            run(rest, machine, add)
        }),
    }
}

fn too_large(span: Span) -> RuleError {
    RuleError::new(Kind::Size, "this set is too large", span).help(format!(
        "all sets together hold up to {MAX_SET} numbers; in a rule, a loop with a condition says the same"
    ))
}
