//! Loops, and what loops through divisors, digits and primes stand for.

use super::scope::{Role, Scope, Type};
use super::{Checked, Checker};
use crate::error::{Kind, RuleError};
use crate::tree::{Expr, IterText};
use crate::typed::{
    Block, Bool, BoolFn, BoolKind, Comparison, Int, IntBinary, IntFn, IntKind, Iter, Slot, Stmt,
};
use grundy::syntax::Span;

/// Writes the body of a loop.
type Body<'b, 'a> = &'b mut dyn FnMut(&mut Checker<'a>, &mut Scope<'a>) -> Checked<Block>;

impl<'a> Checker<'a> {
    /// A loop as statements.
    pub(super) fn each(
        &mut self,
        name: Span,
        iter: &IterText,
        span: Span,
        scope: &mut Scope<'a>,
        body: Body<'_, 'a>,
    ) -> Checked<Block> {
        let mark = scope.enter();
        let block = match iter {
            IterText::Divisors(of) => self.divisors(name, of, span, scope, body)?,
            IterText::Digits(of, base) => {
                self.digits(name, of, base.as_ref(), span, scope, body)?
            }
            IterText::Primes(range) => {
                let iter = self.range(range, scope)?;
                let slot = self.turn(name, scope)?;
                let own = Box::new(Int { kind: IntKind::Var(slot), span });
                let condition = Bool { kind: BoolKind::Call(BoolFn::IsPrime, own), span };
                let then = body(self, scope)?;
                let body = vec![Stmt::If { condition, then, otherwise: Vec::new() }];
                vec![Stmt::For { slot, iter, body, span }]
            }
            _ => {
                let iter = self.iter(iter, scope)?;
                let slot = self.turn(name, scope)?;
                vec![Stmt::For { slot, iter, body: body(self, scope)?, span }]
            }
        };
        scope.leave(mark);
        Ok(block)
    }

    /// The variable of a loop.
    fn turn(&mut self, name: Span, scope: &mut Scope<'a>) -> Checked<Slot> {
        let new = self.check_new_name(name)?;
        scope.add(new, name, Type::Int, Role::Loop)
    }

    /// The divisors of n, ascending, in two turns for each number up to the root r of n: those up to r,
    /// and then n / i for every i of these, downwards.
    fn divisors(
        &mut self,
        name: Span,
        of: &Expr,
        span: Span,
        scope: &mut Scope<'a>,
        body: Body<'_, 'a>,
    ) -> Checked<Block> {
        let w = Writer { span };
        let value = self.number(of, scope)?;
        let (n, r) = (scope.hidden("number", span)?, scope.hidden("root", span)?);
        let (t, i) = (scope.hidden("turn", span)?, scope.hidden("divisor", span)?);
        let root = w.call(IntFn::Isqrt, vec![w.call(IntFn::Max, vec![w.var(n), w.int(0)])]);
        let twice = || w.binary(IntBinary::Mul, w.int(2), w.var(r));
        let low = || w.compare(w.var(t), Comparison::Le, w.var(r));
        let back = w.binary(IntBinary::Sub, w.binary(IntBinary::Add, twice(), w.int(1)), w.var(t));
        let least = |value| w.call(IntFn::Max, vec![w.int(1), value]);
        let quotient = || w.binary(IntBinary::Div, w.var(n), w.var(i));
        let divides =
            w.compare(w.binary(IntBinary::Rem, w.var(n), w.var(i)), Comparison::Eq, w.int(0));
        let other = w.compare(quotient(), Comparison::Ne, w.var(i));
        let new = w.either(low(), other);
        let d = self.turn(name, scope)?;
        let mut then =
            vec![Stmt::SetInt { slot: d, value: least(w.choice(low(), w.var(i), quotient())) }];
        then.append(&mut body(self, scope)?);
        let turn = vec![
            Stmt::SetInt { slot: i, value: least(w.choice(low(), w.var(t), back)) },
            Stmt::If { condition: w.both(divides, new), then, otherwise: Vec::new() },
        ];
        let iter = Iter::Range { from: w.int(1), to: twice(), inclusive: true, step: None };
        Ok(vec![
            Stmt::SetInt { slot: n, value },
            Stmt::SetInt { slot: r, value: root },
            Stmt::For { slot: t, iter, body: turn, span },
        ])
    }

    /// The digits of n from the lowest; 0 has none.
    fn digits(
        &mut self,
        name: Span,
        of: &Expr,
        base: Option<&Expr>,
        span: Span,
        scope: &mut Scope<'a>,
        body: Body<'_, 'a>,
    ) -> Checked<Block> {
        let w = Writer { span };
        let value = self.number(of, scope)?;
        let base = match base {
            Some(base) => self.number(base, scope)?,
            None => w.int(10),
        };
        if let Some(value) = base.constant()
            && value < 2
        {
            let message = format!("there are no digits in base {value}");
            return Err(
                RuleError::new(Kind::Argument, message, base.span).help("bases are 2 and above")
            );
        }
        let (rest, by) = (scope.hidden("rest", span)?, scope.hidden("base", span)?);
        let d = self.turn(name, scope)?;
        let digit = w.binary(IntBinary::Rem, w.var(rest), w.var(by));
        let others = w.binary(IntBinary::Div, w.var(rest), w.var(by));
        let mut turn = vec![
            Stmt::SetInt { slot: d, value: digit },
            Stmt::SetInt { slot: rest, value: others },
        ];
        turn.append(&mut body(self, scope)?);
        let condition = w.compare(w.var(rest), Comparison::Gt, w.int(0));
        Ok(vec![
            Stmt::SetInt { slot: rest, value },
            Stmt::SetInt { slot: by, value: base },
            Stmt::While { condition, body: turn, span },
        ])
    }
}

/// Writes expressions at one place.
struct Writer {
    span: Span,
}

impl Writer {
    fn kind(&self, kind: IntKind) -> Int {
        Int { kind, span: self.span }
    }

    fn int(&self, value: i64) -> Int {
        self.kind(IntKind::Const(value))
    }

    fn var(&self, slot: Slot) -> Int {
        self.kind(IntKind::Var(slot))
    }

    fn binary(&self, op: IntBinary, a: Int, b: Int) -> Int {
        self.kind(IntKind::Binary(op, Box::new(a), Box::new(b)))
    }

    fn call(&self, function: IntFn, args: Vec<Int>) -> Int {
        self.kind(IntKind::Call(function, args))
    }

    fn choice(&self, condition: Bool, a: Int, b: Int) -> Int {
        self.kind(IntKind::If(Box::new(condition), Box::new(a), Box::new(b)))
    }

    fn compare(&self, a: Int, op: Comparison, b: Int) -> Bool {
        Bool { kind: BoolKind::Compare(Box::new(a), vec![(op, b)]), span: self.span }
    }

    fn both(&self, a: Bool, b: Bool) -> Bool {
        Bool { kind: BoolKind::And(Box::new(a), Box::new(b)), span: self.span }
    }

    fn either(&self, a: Bool, b: Bool) -> Bool {
        Bool { kind: BoolKind::Or(Box::new(a), Box::new(b)), span: self.span }
    }
}
