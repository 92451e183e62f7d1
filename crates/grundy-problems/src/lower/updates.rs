//! Changes of an array of which the position is a sum: one change costs as much as one part.

use super::scope::{Lower, Value, variable};
use crate::ir::{Array, Int, IntKind, Kind, Stmt, Var};
use crate::parse::File;
use crate::tree::{Clause, Expr, ExprKind, Iter, Update};
use grundy::syntax::Span;
use grundy_rules::error::RuleError;

/// A value that is the nim-sum of a value for each element of an array.
pub(super) struct Sum {
    /// The array.
    pub array: Span,
    /// What stands for an element in `value`, by its name.
    element: Span,
    /// The value of an element.
    value: Expr,
}

/// The same with the elements `array[index]` as names of their own; `None` if anything else is
/// asked of either.
fn elements(expr: &Expr, array: &str, index: &str, text: &dyn Fn(Span) -> String) -> Option<Expr> {
    let again = |expr: &Expr| elements(expr, array, index, text);
    let all = |list: &[Expr]| list.iter().map(again).collect::<Option<Vec<_>>>();
    let boxed = |expr: &Expr| again(expr).map(Box::new);
    let is =
        |expr: &Expr, name: &str| matches!(expr.kind, ExprKind::Name) && text(expr.span) == name;
    let kind = match &expr.kind {
        ExprKind::Index(of, at) if is(of, array) && is(at, index) => return Some((**of).clone()),
        ExprKind::Name if text(expr.span) == array || text(expr.span) == index => return None,
        ExprKind::Int(_) | ExprKind::Bool(_) | ExprKind::Name | ExprKind::Text => expr.kind.clone(),
        ExprKind::Unary(op, a) => ExprKind::Unary(*op, boxed(a)?),
        ExprKind::Not(a) => ExprKind::Not(boxed(a)?),
        ExprKind::Binary(op, a, b) => ExprKind::Binary(*op, boxed(a)?, boxed(b)?),
        ExprKind::And(a, b) => ExprKind::And(boxed(a)?, boxed(b)?),
        ExprKind::Or(a, b) => ExprKind::Or(boxed(a)?, boxed(b)?),
        ExprKind::If(a, b, c) => ExprKind::If(boxed(a)?, boxed(b)?, boxed(c)?),
        ExprKind::Index(a, b) => ExprKind::Index(boxed(a)?, boxed(b)?),
        ExprKind::Call { name, args } => ExprKind::Call { name: *name, args: all(args)? },
        ExprKind::List(items) => ExprKind::List(all(items)?),
        ExprKind::Compare(a, rest) => {
            let rest: Option<Vec<_>> =
                rest.iter().map(|(comparison, b)| Some((*comparison, again(b)?))).collect();
            ExprKind::Compare(boxed(a)?, rest?)
        }
        ExprKind::Fold { .. } | ExprKind::Made { .. } => return None,
    };
    Some(Expr { kind, span: expr.span })
}

/// The value of a file as such a sum over the array that its updates change. `size` is how many
/// elements an array that is read has.
pub(super) fn sum(
    file: &File,
    formulas: bool,
    text: &dyn Fn(Span) -> String,
    size: &dyn Fn(&str) -> Option<String>,
) -> Option<Sum> {
    let [first, others @ ..] = &file.updates[..] else { return None };
    let array = text(first.name);
    if others.iter().any(|update| text(update.name) != array) {
        return None;
    }
    let by_index = |name: Span, iter: &Iter, value: &Expr| {
        let Iter::Range { from, to, inclusive: false, step: None } = iter else { return None };
        let whole = matches!(from.kind, ExprKind::Int(0)) && size(&array)? == text(to.span);
        let value = elements(value, &array, &text(name), text).filter(|_| whole)?;
        Some(Sum { array: first.name, element: first.name, value })
    };
    let over = |value: &Expr, clauses: &[Clause]| match clauses {
        [Clause::For { name, iter: Iter::Elements(of) }]
            if matches!(of.kind, ExprKind::Name) && text(of.span) == array =>
        {
            // Nothing else is asked of the array.
            let value = elements(value, &array, "", text)?;
            Some(Sum { array: first.name, element: *name, value })
        }
        [Clause::For { name, iter }] => by_index(*name, iter, value),
        _ => None,
    };
    match (&file.value, &file.position) {
        (Some(value), _) if formulas => match &value.kind {
            ExprKind::Call { name, args } if text(*name) == "xor" => match &args[..] {
                [only] if matches!(only.kind, ExprKind::Name) && text(only.span) == array => {
                    Some(Sum { array: first.name, element: first.name, value: only.clone() })
                }
                _ => None,
            },
            ExprKind::Fold { name, value, clauses } if text(*name) == "xor" => over(value, clauses),
            _ => None,
        },
        (_, Some(position)) if !file.misere => match &position.terms[..] {
            [term] => over(&term.call, &term.clauses),
            _ => None,
        },
        _ => None,
    }
}

impl Sum {
    /// Whether an element is called so.
    pub fn is_element(&self, name: &str, text: &dyn Fn(Span) -> String) -> bool {
        text(self.element) == name
    }

    /// The value of an element.
    pub fn element_value(&self) -> &Expr {
        &self.value
    }

    /// The names that the value of an element needs besides it.
    pub fn names(&self) -> Vec<Span> {
        let mut names = Vec::new();
        super::mentioned::names_of(&self.value, &mut names);
        names
    }
}

impl<'s> Lower<'s> {
    /// `total ^= value` of an element.
    fn add_element(&mut self, sum: &Sum, total: Var, element: Var) -> Result<(), RuleError> {
        let ((), block) = self.within_function(|lower| {
            lower.show(sum.element, element);
            let value = lower.int(&sum.value)?;
            let span = sum.value.span;
            lower.say(Stmt::Int(total, Self::xor(variable(total, span), value, span)));
            Ok(())
        })?;
        block.into_iter().for_each(|statement| self.say(statement));
        Ok(())
    }

    /// The nim-sum before all changes.
    pub fn begin_sum(&mut self, sum: &Sum) -> Result<Var, RuleError> {
        let total = self.hidden("value", Kind::Int);
        let element = self.hidden("x", Kind::Int);
        let Value::Array(array) = self.value(&Expr { kind: ExprKind::Name, span: sum.array })?
        else {
            return Ok(total);
        };
        self.say(Stmt::New(total));
        let ((), body) = self.within(|lower| lower.add_element(sum, total, element))?;
        self.say(Stmt::Each { var: element, array, body });
        Ok(total)
    }

    /// A change: the element that goes is taken out of the sum, the one that comes is put in.
    pub fn change(
        &mut self,
        update: &Update,
        array: Var,
        sum: Option<(&Sum, Var)>,
    ) -> Result<(), RuleError> {
        let index = self.int(&update.index)?;
        let value = self.int(&update.value)?;
        let Some((sum, total)) = sum else {
            self.say(Stmt::Put(array, index, value));
            return Ok(());
        };
        let span = index.span;
        let place = self.keep_apart("place", index)?;
        let old =
            Int { kind: IntKind::At(Array::Var(array), Box::new(variable(place, span))), span };
        let old = self.keep_apart("old", old)?;
        let new = self.keep_apart("new", value)?;
        self.add_element(sum, total, old)?;
        self.add_element(sum, total, new)?;
        self.say(Stmt::Put(array, variable(place, span), variable(new, span)));
        Ok(())
    }

    /// A variable of its own with this value.
    fn keep_apart(&mut self, name: &str, value: Int) -> Result<Var, RuleError> {
        let var = self.hidden(name, Kind::Int);
        self.say(Stmt::New(var));
        self.say(Stmt::Int(var, value));
        Ok(var)
    }
}
