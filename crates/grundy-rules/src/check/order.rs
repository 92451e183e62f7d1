//! Clauses in an order that means nothing: a name is used before the clause that makes it.

use super::Checker;
use crate::error::{Kind, RuleError};
use crate::tree::{Clause, Left, PartText, Stmt};
use grundy::syntax::Span;

impl Checker<'_> {
    /// An unknown name that a clause behind makes: the error with the order that there should be.
    pub(super) fn order(&self, error: RuleError, body: &[Stmt]) -> RuleError {
        if error.kind != Kind::Name || !error.message.starts_with("there is no") {
            return error;
        }
        let name = self.text(error.span);
        let made = made(body, &|at| self.text(at) == name).filter(|at| at.start > error.span.start);
        let Some(made) = made else { return error };
        let clause = self.text(made);
        let clause = match clause.starts_with("for ") {
            true => clause.to_owned(),
            false => format!("let {clause}"),
        };
        let help = format!("clauses are read from the left: put \"{clause}\" in front of this one");
        RuleError { help: None, message: format!("{name} has no value yet"), ..error }.help(help)
    }
}

/// Where a name is made by a loop or by `let`: the whole clause, as far as it is known.
fn made(body: &[Stmt], is: &dyn Fn(Span) -> bool) -> Option<Span> {
    body.iter().find_map(|statement| match statement {
        Stmt::For { names, span, .. } if names.each().any(&is) => Some(*span),
        Stmt::Let { name, value, .. } if is(*name) => Some(Span::new(name.start, value.span.end)),
        Stmt::For { body, .. } | Stmt::While { body, .. } => made(body, is),
        Stmt::If { then, otherwise, .. } => made(then, is).or_else(|| made(otherwise, is)),
        Stmt::Move { target, .. } => target.sum.iter().find_map(|part| made_in(part, is)),
        _ => None,
    })
}

fn made_in(part: &PartText, is: &dyn Fn(Span) -> bool) -> Option<Span> {
    let Left::Sum { parts, clauses } = &part.left else { return None };
    let own = clauses.iter().find_map(|clause| match clause {
        Clause::For { names, span, .. } if names.each().any(&is) => Some(*span),
        Clause::Let { name, value } if is(*name) => Some(Span::new(name.start, value.span.end)),
        _ => None,
    });
    own.or_else(|| parts.iter().find_map(|part| made_in(part, is)))
}
