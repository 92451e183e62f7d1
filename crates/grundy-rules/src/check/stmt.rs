//! Types of statements, moves and terms.

use super::expr::{Typed, mismatch};
use super::mask::Mask;
use super::scope::{Role, Scope, Type};
use super::table::Place;
use super::{Checked, Checker};
use crate::error::{Kind, RuleError};
use crate::tree::{Expr, IterText, LOOPS, SetText, Stmt as StmtText};
use crate::typed::{Block, Iter, Stmt};
use grundy::syntax::Span;

impl<'a> Checker<'a> {
    pub(super) fn block(
        &mut self,
        statements: &'a [StmtText],
        scope: &mut Scope<'a>,
    ) -> Checked<Block> {
        let mark = scope.enter();
        let mut block = Vec::with_capacity(statements.len());
        for statement in statements {
            let mut own = Vec::new();
            self.hoisted(&mut block, |c| c.statement(statement, scope, &mut own))?;
            block.append(&mut own);
        }
        scope.leave(mark);
        Ok(block)
    }

    fn statement(
        &mut self,
        statement: &'a StmtText,
        scope: &mut Scope<'a>,
        block: &mut Block,
    ) -> Checked<()> {
        let checked = match statement {
            StmtText::For { names, iter, body, span } => {
                let mut inner = |own: &mut Self, scope: &mut Scope<'a>| own.block(body, scope);
                block.append(&mut self.each(*names, iter, *span, scope, &mut inner)?);
                return Ok(());
            }
            StmtText::While { condition, body, span } => Stmt::While {
                condition: self.in_place(|c| c.condition(condition, scope))?,
                body: self.block(body, scope)?,
                span: *span,
            },
            StmtText::If { condition, then, otherwise } => {
                let condition = self.condition(condition, scope)?;
                let known = condition.constant();
                let mut then = self.unless(known == Some(false), |c| c.block(then, scope))?;
                let mut otherwise =
                    self.unless(known == Some(true), |c| c.block(otherwise, scope))?;
                match known {
                    Some(true) => otherwise.clear(),
                    Some(false) => then.clear(),
                    None => {}
                }
                Stmt::If { condition, then, otherwise }
            }
            StmtText::Let { name, value, mutable } => {
                let value = self.expr(value, scope)?;
                let new = self.check_new_name(*name)?;
                let role = if *mutable { Role::Var } else { Role::Let };
                let slot = scope.add(new, *name, value.ty(), role)?;
                value.set(slot)
            }
            StmtText::Set { name, index, value } => {
                self.set_variable(*name, index, value, scope)?
            }
            StmtText::Move { target, drop } => self.target(target, *drop, scope, block)?,
            StmtText::Become(term) => Stmt::Become(self.term(term, scope, block)?),
        };
        block.push(checked);
        Ok(())
    }

    fn set_variable(
        &mut self,
        name: Span,
        index: &[Expr],
        value: &Expr,
        scope: &mut Scope<'a>,
    ) -> Checked<Stmt> {
        let text = self.text(name);
        let Some(variable) = scope.find(text) else {
            let names: Vec<&str> = scope.names().collect();
            let otherwise = format!("a new one is made with let {text} = … or var {text} = …");
            return Err(self.unknown(name, "variable", &names, &otherwise));
        };
        if variable.role != Role::Var {
            let (what, help) = match variable.role {
                Role::Parameter => ("a parameter", format!("copy it first: var y = {text}")),
                Role::Loop => ("the variable of a loop", "use a while loop with var".into()),
                _ => ("made with let", format!("make it with var {text} = …")),
            };
            let message = format!("{text} cannot be set: it is {what}");
            return Err(RuleError::new(Kind::Type, message, name).help(help));
        }
        let slot = variable.slot;
        match (index, variable.ty) {
            ([], _) => {}
            (index, Type::Mask(shape)) => {
                let old = Mask::variable(shape, slot, name);
                let updates = [(index.iter().collect(), value)];
                return Ok(self.with_squares(old, &updates, name, scope)?.set(slot));
            }
            ([index], Type::Array(len)) => {
                let index = self.number(index, scope)?;
                if let Some(value) = index.constant() {
                    self.fold(crate::number::element(value, len), index.span)?;
                }
                return Ok(Stmt::SetElement {
                    slot,
                    len,
                    index,
                    value: self.number(value, scope)?,
                });
            }
            (_, ty) => return Err(mismatch("an array", ty, name)),
        }
        let span = value.span;
        match (self.expr(value, scope)?, variable.ty) {
            (Typed::Int(value), Type::Int) => Ok(Stmt::SetInt { slot, value }),
            (Typed::Bool(value), Type::Bool) => Ok(Stmt::SetBool { slot, value }),
            (Typed::Array(value), Type::Array(len)) if value.len == len => {
                Ok(Stmt::SetArray { slot, value })
            }
            (other, Type::Mask(shape)) => Ok(self.as_mask(other, shape, span)?.set(slot)),
            (other, wanted) => Err(mismatch(&wanted.describe(), other.ty(), span)),
        }
    }

    pub(super) fn iter(&mut self, iter: &IterText, scope: &mut Scope<'a>) -> Checked<Iter> {
        Ok(match iter {
            IterText::Range(range) => self.range(range, scope)?,
            IterText::Set(SetText::Name(name))
                if let Some(table) = self.named_table(self.text(*name), scope) =>
            {
                self.gone_through(Place::of(table), *name)?
            }
            IterText::Set(set) => Iter::Set(self.set(set, scope)?),
            IterText::Row(expr) => match self.place(expr, scope)? {
                Some(place) => self.gone_through(place, expr.span)?,
                None => {
                    let message = "a loop cannot go through this";
                    return Err(RuleError::new(Kind::Parse, message, expr.span).help(LOOPS));
                }
            },
            IterText::Ones(of) => Iter::Ones(self.number(of, scope)?),
            IterText::Divisors(of) | IterText::Digits(of, _) => {
                let message = "divisors and digits are gone through in rules";
                return Err(RuleError::new(Kind::Type, message, of.span)
                    .help("in a set write a range and a condition: for d in 1..=n if n % d == 0"));
            }
            IterText::Primes(range) => self.range(range, scope)?,
            IterText::Squares(of) | IterText::Parts(of, _) => {
                return Err(RuleError::new(
                    Kind::Type,
                    "squares and parts of boards are gone through in rules",
                    of.span,
                )
                .help("a set is made of constants"));
            }
        })
    }
}
