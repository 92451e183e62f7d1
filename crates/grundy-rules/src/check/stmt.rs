//! Types of statements, moves and terms.

use super::expr::{Typed, mismatch};
use super::scope::{Role, Scope, Type};
use super::table::Place;
use super::{Checked, Checker};
use crate::error::{Kind, RuleError};
use crate::tree::{Expr, IterText, SetText, Stmt as StmtText, TermText};
use crate::typed::{Arg, Block, Int, IntKind, Iter, Stmt, Term};
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
            self.statement(statement, scope, &mut block)?;
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
            StmtText::For { name, iter, body, span } => {
                let mut inner = |own: &mut Self, scope: &mut Scope<'a>| own.block(body, scope);
                block.append(&mut self.each(*name, iter, *span, scope, &mut inner)?);
                return Ok(());
            }
            StmtText::While { condition, body, span } => Stmt::While {
                condition: self.condition(condition, scope)?,
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
                match value {
                    Typed::Int(value) => Stmt::SetInt { slot, value },
                    Typed::Bool(value) => Stmt::SetBool { slot, value },
                    Typed::Array(value) => Stmt::SetArray { slot, value },
                }
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
        index: &Option<Expr>,
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
        if let Some(index) = index {
            let Type::Array(len) = variable.ty else {
                return Err(mismatch("an array", variable.ty, name));
            };
            let index = self.number(index, scope)?;
            if let Some(value) = index.constant() {
                self.fold(crate::number::element(value, len), index.span)?;
            }
            return Ok(Stmt::SetElement { slot, len, index, value: self.number(value, scope)? });
        }
        let span = value.span;
        match (self.expr(value, scope)?, variable.ty) {
            (Typed::Int(value), Type::Int) => Ok(Stmt::SetInt { slot, value }),
            (Typed::Bool(value), Type::Bool) => Ok(Stmt::SetBool { slot, value }),
            (Typed::Array(value), Type::Array(len)) if value.len == len => {
                Ok(Stmt::SetArray { slot, value })
            }
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
                    let message = "a loop goes through a range, a set or the ones of a number";
                    return Err(RuleError::new(Kind::Parse, message, expr.span)
                        .help("write 1..=n, 0..<n, a set, or ones(m)"));
                }
            },
            IterText::Ones(of) => Iter::Ones(self.number(of, scope)?),
            IterText::Divisors(of) | IterText::Digits(of, _) => {
                let message = "divisors and digits are gone through in rules";
                return Err(RuleError::new(Kind::Type, message, of.span)
                    .help("in a set write a range and a condition: for d in 1..=n if n % d == 0"));
            }
            IterText::Primes(range) => self.range(range, scope)?,
        })
    }

    /// A term; statements that defaults need before it go to `block`.
    pub(super) fn term(
        &mut self,
        term: &TermText,
        scope: &mut Scope<'a>,
        block: &mut Block,
    ) -> Checked<Term> {
        let name = self.text(term.name);
        let Some(&family) = self.numbers.get(name) else {
            let names: Vec<&str> = self.families.iter().map(|family| family.name).collect();
            let otherwise = format!(
                "known here: {}; built-in games are not, but examples/rules has their rules",
                names.join(", ")
            );
            return Err(self.unknown(term.name, "game", &names, &otherwise));
        };
        let params: Vec<_> =
            self.families[family].params.iter().map(|param| (param.ty(), param.default)).collect();
        let needed = params.iter().filter(|(_, default)| default.is_none()).count();
        if !(needed..=params.len()).contains(&term.args.len()) {
            let wanted = if needed == params.len() {
                format!("{needed}")
            } else {
                format!("{needed} to {}", params.len())
            };
            let message = format!(
                "{name} takes {wanted} argument{}, not {}",
                if wanted == "1" { "" } else { "s" },
                term.args.len()
            );
            let head = self.source.text(self.families[family].span);
            let whole = if params.iter().any(|(ty, _)| matches!(ty, Type::Array(_))) {
                "; an array is given whole: [a, b, c], or x[i := v]"
            } else {
                ""
            };
            return Err(RuleError::new(Kind::Type, message, term.span)
                .help(format!("its rules are about {head}{whole}")));
        }
        let mut args = Vec::with_capacity(params.len());
        for (arg, (ty, _)) in term.args.iter().zip(&params) {
            args.push(match (self.expr(arg, scope)?, ty) {
                (Typed::Int(value), Type::Int) => Arg::Int(value),
                (Typed::Array(value), Type::Array(len)) if value.len == *len => Arg::Array(value),
                (other, wanted) => {
                    return Err(mismatch(&wanted.describe(), other.ty(), arg.span));
                }
            });
        }
        if args.len() < params.len() {
            let missing: Vec<&Expr> =
                params[args.len()..].iter().filter_map(|(_, default)| *default).collect();
            self.defaults(family, &mut args, &missing, term.span, scope, block)?;
        }
        Ok(Term { family, args, span: term.span })
    }

    /// Writes out the defaults of the last parameters: the arguments before them get variables,
    /// which the defaults then see under the names of the parameters.
    fn defaults(
        &mut self,
        family: usize,
        args: &mut Vec<Arg>,
        missing: &[&Expr],
        span: Span,
        scope: &mut Scope<'a>,
        block: &mut Block,
    ) -> Checked<()> {
        let names = self.families[family].defaults_from.clone().unwrap_or_default();
        let mut inner = scope.inside();
        for (arg, name) in args.iter_mut().zip(&names) {
            match arg {
                Arg::Int(value) => {
                    let span = value.span;
                    let slot = inner.add(name, span, Type::Int, Role::Let)?;
                    let variable = Int { kind: IntKind::Var(slot), span };
                    let value = std::mem::replace(value, variable);
                    block.push(Stmt::SetInt { slot, value });
                }
                Arg::Array(value) => {
                    let (len, span) = (value.len, value.span);
                    let slot = inner.add(name, span, Type::Array(len), Role::Let)?;
                    let kind = crate::typed::ArrayKind::Var(slot);
                    let variable = crate::typed::Array { kind, len, span };
                    let value = std::mem::replace(value, variable);
                    block.push(Stmt::SetArray { slot, value });
                }
            }
        }
        for default in missing {
            let value = self.number(default, &mut inner)?;
            let slot = inner.add(names[args.len()], span, Type::Int, Role::Let)?;
            block.push(Stmt::SetInt { slot, value });
            args.push(Arg::Int(Int { kind: IntKind::Var(slot), span }));
        }
        scope.take_words(&inner);
        Ok(())
    }
}
