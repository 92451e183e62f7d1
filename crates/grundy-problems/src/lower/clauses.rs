//! Folds and arrays made by loops: `xor(h[i] for i in 0..<n if h[i] > 1)`.

use super::names;
use super::scope::{Lower, Value, constant, variable};
use crate::ir::{Array, Bool, Int, IntKind, Kind, Stmt, Var};
use crate::tree::{Clause, Expr, Iter};
use grundy::syntax::Span;
use grundy_rules::error::{Kind as ErrorKind, RuleError};
use grundy_rules::typed::{Comparison, IntBinary, IntFn};

impl<'s> Lower<'s> {
    /// Runs what `inner` says for every choice of the clauses.
    pub fn each(
        &mut self,
        clauses: &[Clause],
        inner: &mut dyn FnMut(&mut Self) -> Result<(), RuleError>,
    ) -> Result<(), RuleError> {
        let Some((first, rest)) = clauses.split_first() else { return inner(self) };
        match first {
            Clause::If(condition) => {
                let condition = self.bool(condition)?;
                let ((), then) = self.within(|lower| lower.each(rest, inner))?;
                self.say(Stmt::If { condition, then, otherwise: Vec::new() });
            }
            Clause::Let { name, value } => {
                let value = self.value(value)?;
                let ((), block) = self.within(|lower| {
                    lower.name(*name, value)?;
                    lower.each(rest, inner)
                })?;
                block.into_iter().for_each(|statement| self.say(statement));
            }
            Clause::For { name, iter: Iter::Range { from, to, inclusive, step } } => {
                let from = self.int(from)?;
                let mut to = self.int(to)?;
                if *inclusive {
                    let span = to.span;
                    to = match to.kind {
                        IntKind::Const(value) if value < i64::MAX => constant(value + 1, span),
                        _ => {
                            let one = Box::new(constant(1, span));
                            let kind = IntKind::Binary(IntBinary::Add, Box::new(to), one);
                            Int { kind, span }
                        }
                    };
                }
                let step = match step {
                    Some(step) => Some(self.int(step)?),
                    None => None,
                };
                let (var, body) = self.within(|lower| {
                    let var = lower.add(*name, Kind::Int)?;
                    lower.each(rest, inner)?;
                    Ok(var)
                })?;
                self.say(Stmt::For { var, from, to, step, body });
            }
            Clause::For { name, iter: Iter::Elements(array) } => {
                let array = self.array(array)?;
                let (var, body) = self.within(|lower| {
                    let var = lower.add(*name, Kind::Int)?;
                    lower.each(rest, inner)?;
                    Ok(var)
                })?;
                self.say(Stmt::Each { var, array, body });
            }
        }
        Ok(())
    }

    /// `[value for …]`
    pub fn made(&mut self, value: &Expr, clauses: &[Clause]) -> Result<Value, RuleError> {
        let list = self.hidden("list", Kind::Numbers);
        self.say(Stmt::New(list));
        let mut rows = None;
        self.each(clauses, &mut |lower| {
            match lower.value(value)? {
                Value::Int(value) => lower.say(Stmt::Push(list, value)),
                Value::Array(value) => {
                    rows = Some(true);
                    lower.say(Stmt::PushRow(list, value));
                }
                _ => {
                    let message = "an array has numbers, rows have arrays";
                    return Err(RuleError::new(ErrorKind::Type, message, value.span));
                }
            }
            Ok(())
        })?;
        if rows.is_some() {
            self.variables[list].kind = Kind::Rows;
            return Ok(Value::Rows(list));
        }
        Ok(Value::Array(Array::Var(list)))
    }

    /// `xor(value for …)` and the like.
    pub fn fold(
        &mut self,
        name: Span,
        value: &Expr,
        clauses: &[Clause],
        span: Span,
    ) -> Result<Value, RuleError> {
        let text = self.text(name);
        match text {
            "xor" | "sum" => {
                let total = self.hidden(if text == "xor" { "total" } else { "sum" }, Kind::Int);
                self.say(Stmt::New(total));
                self.each(clauses, &mut |lower| {
                    let value = lower.int(value)?;
                    let more = match text {
                        "xor" => lower.nim_sum(variable(total, span), value, span),
                        _ => joined(text, total, value, span),
                    };
                    lower.say(Stmt::Int(total, more));
                    Ok(())
                })?;
                Ok(self.of(total, span))
            }
            "count" => {
                let count = self.hidden("count", Kind::Int);
                self.say(Stmt::New(count));
                self.each(clauses, &mut |lower| {
                    let condition = lower.bool(value)?;
                    let more = joined("sum", count, constant(1, span), span);
                    let then = vec![Stmt::Int(count, more)];
                    lower.say(Stmt::If { condition, then, otherwise: Vec::new() });
                    Ok(())
                })?;
                Ok(self.of(count, span))
            }
            "any" | "all" => {
                let found = self.hidden(if text == "any" { "found" } else { "holds" }, Kind::Bool);
                self.say(Stmt::New(found));
                if text == "all" {
                    self.say(Stmt::Bool(found, Bool::Const(true)));
                }
                let done = || match text {
                    "any" => Bool::Var(found),
                    _ => Bool::Not(Box::new(Bool::Var(found))),
                };
                let ((), mut block) = self.within(|lower| {
                    lower.each(clauses, &mut |lower| {
                        let condition = lower.bool(value)?;
                        let condition = match text {
                            "any" => condition,
                            _ => Bool::Not(Box::new(condition)),
                        };
                        let then = vec![Stmt::Bool(found, Bool::Const(text == "any")), Stmt::Break];
                        lower.say(Stmt::If { condition, then, otherwise: Vec::new() });
                        Ok(())
                    })
                })?;
                leave(&mut block, &done);
                block.into_iter().for_each(|statement| self.say(statement));
                Ok(self.of(found, span))
            }
            "min" | "max" => {
                let best = self.hidden(if text == "min" { "least" } else { "greatest" }, Kind::Int);
                let worst = if text == "min" { i64::MAX } else { -i64::MAX };
                self.say(Stmt::New(best));
                self.say(Stmt::Int(best, constant(worst, span)));
                self.each(clauses, &mut |lower| {
                    let value = lower.int(value)?;
                    lower.say(Stmt::Int(best, joined(text, best, value, span)));
                    Ok(())
                })?;
                self.need_some(best, worst, span);
                Ok(self.of(best, span))
            }
            _ => {
                let folds = ["xor", "sum", "count", "any", "all", "min", "max"];
                if self.functions.iter().any(|known| known.name == text)
                    || self.rules.is_some_and(|rules| rules.family(text).is_some())
                    || folds.contains(&text)
                {
                    let message = format!("{text} takes numbers, not a loop");
                    return Err(RuleError::new(ErrorKind::Type, message, span)
                        .help("put the loop around it: xor(f(i) for i in 0..<n)"));
                }
                let error = names::unknown(self, text, name);
                Err(error.help(format!("over a loop there is {}", folds.join(", "))))
            }
        }
    }

    fn need_some(&mut self, best: Var, worst: i64, span: Span) {
        let condition = Bool::Compare(Comparison::Ne, variable(best, span), constant(worst, span));
        let message = "nothing has no least and no greatest number";
        self.say(Stmt::Need { condition, message, help: "guard it with if", span });
    }

    /// `xor(h)`, `sum(h)`, `min(h)`, `max(h)`
    pub fn over_array(&mut self, name: &str, of: &Expr, span: Span) -> Result<Value, RuleError> {
        let array = match self.value(of)? {
            Value::Array(array) => array,
            // min(a) of a number is that number.
            Value::Int(value) if matches!(name, "min" | "max") => return Ok(Value::Int(value)),
            other => {
                let message =
                    format!("{name} is of an array, and here stands {}", other.describe());
                return Err(RuleError::new(ErrorKind::Type, message, of.span)
                    .help(format!("or of a loop: {name}(h[i] for i in 0..<n)")));
            }
        };
        let (start, hidden) = match name {
            "xor" => (0, "total"),
            "sum" => (0, "sum"),
            "min" => (i64::MAX, "least"),
            _ => (-i64::MAX, "greatest"),
        };
        let total = self.hidden(hidden, Kind::Int);
        let var = self.hidden("x", Kind::Int);
        self.say(Stmt::New(total));
        if start != 0 {
            self.say(Stmt::Int(total, constant(start, span)));
        }
        let more = match name {
            "xor" => self.nim_sum(variable(total, span), variable(var, span), span),
            _ => joined(name, total, variable(var, span), span),
        };
        let body = vec![Stmt::Int(total, more)];
        self.say(Stmt::Each { var, array, body });
        if start != 0 {
            self.need_some(total, start, span);
        }
        Ok(self.of(total, span))
    }
}

/// What becomes of a total with one more value.
fn joined(name: &str, total: Var, value: Int, span: Span) -> Int {
    let total = variable(total, span);
    let kind = match name {
        "sum" => IntKind::Binary(IntBinary::Add, Box::new(total), Box::new(value)),
        "min" => IntKind::Call(IntFn::Min, vec![total, value]),
        _ => IntKind::Call(IntFn::Max, vec![total, value]),
    };
    Int { kind, span }
}

/// Leaves the loops around an inner loop that was left.
fn leave(block: &mut Vec<Stmt>, done: &dyn Fn() -> Bool) {
    fn has_loop(block: &[Stmt]) -> bool {
        block.iter().any(|statement| match statement {
            Stmt::For { .. } | Stmt::Each { .. } => true,
            Stmt::If { then, otherwise, .. } => has_loop(then) || has_loop(otherwise),
            _ => false,
        })
    }
    for statement in block {
        match statement {
            Stmt::For { body, .. } | Stmt::Each { body, .. } => {
                leave(body, done);
                if has_loop(body) {
                    body.push(Stmt::If {
                        condition: done(),
                        then: vec![Stmt::Break],
                        otherwise: Vec::new(),
                    });
                }
            }
            Stmt::If { then, otherwise, .. } => {
                leave(then, done);
                leave(otherwise, done);
            }
            _ => {}
        }
    }
}
