//! Loops, and what loops through divisors, digits and primes stand for.

use super::expr::{Typed, mismatch};
use super::mask::{Mask, shift};
use super::scope::{Role, Scope, Type};
use super::writer::Writer;
use super::{Checked, Checker};
use crate::error::{Kind, RuleError};
use crate::shape::{Shape, WORD_SQUARES};
use crate::tree::{Expr, IterText, Names};
use crate::typed::{
    Array, ArrayKind, Block, Bool, BoolFn, BoolKind, Comparison, Int, IntBinary, IntFn, IntKind,
    Iter, Slot, Stmt,
};
use grundy::syntax::Span;

/// Writes the body of a loop.
type Body<'b, 'a> = &'b mut dyn FnMut(&mut Checker<'a>, &mut Scope<'a>) -> Checked<Block>;

impl<'a> Checker<'a> {
    /// A loop as statements.
    pub(super) fn each(
        &mut self,
        names: Names,
        iter: &IterText,
        span: Span,
        scope: &mut Scope<'a>,
        body: Body<'_, 'a>,
    ) -> Checked<Block> {
        let mark = scope.enter();
        let name = names.first;
        let block = match iter {
            IterText::Ones(of) => match self.expr(of, scope)? {
                Typed::Int(of) if names.second.is_none() => {
                    let slot = self.turn(name, scope)?;
                    vec![Stmt::For { slot, iter: Iter::Ones(of), body: body(self, scope)?, span }]
                }
                Typed::Mask(mask) => self.ones(names, mask, span, scope, body)?,
                other => {
                    let wanted = if names.second.is_some() { "a board" } else { "a number" };
                    return Err(mismatch(wanted, other.ty(), of.span));
                }
            },
            IterText::Squares(of) => {
                let mask = self.board_of(of, scope)?;
                self.squares(names, mask.shape, of.span, span, scope, body)?
            }
            IterText::Parts(of, corners) => {
                let mask = self.board_of(of, scope)?;
                if let Some(second) = names.second {
                    return Err(RuleError::new(Kind::Type, "a part is one board", second)
                        .help("write: for p in parts(b)"));
                }
                self.parts(name, mask, *corners, span, scope, body)?
            }
            _ if let Some(second) = names.second => {
                return Err(RuleError::new(
                    Kind::Type,
                    "two numbers are those of a square",
                    second,
                )
                .help("write: for i, j in ones(b), or for i in … for j in …"));
            }
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
                if let Iter::Range { from, to, inclusive, .. } = &iter
                    && let (Some((from, _)), Some((_, to))) = (scope.range(from), scope.range(to))
                {
                    scope.goes(from, if *inclusive { to } else { to.saturating_sub(1) });
                }
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

    /// The squares with a 1, in order.
    fn ones(
        &mut self,
        names: Names,
        mask: Mask,
        span: Span,
        scope: &mut Scope<'a>,
        body: Body<'_, 'a>,
    ) -> Checked<Block> {
        let w = Writer { span };
        let shape = mask.shape;
        check_names(names, shape)?;
        let words = shape.words();
        if words == 1 {
            let of = mask.words.into_iter().next().unwrap_or(w.int(0));
            if names.second.is_none() {
                let slot = self.turn(names.first, scope)?;
                scope.goes(0, shape.squares() as i64 - 1);
                let body = body(self, scope)?;
                return Ok(vec![Stmt::For { slot, iter: Iter::Ones(of), body, span }]);
            }
            let slot = scope.hidden("square", span)?;
            let mut turn = self.at_square(names, shape, w.var(slot), span, scope)?;
            turn.append(&mut body(self, scope)?);
            return Ok(vec![Stmt::For { slot, iter: Iter::Ones(of), body: turn, span }]);
        }
        let all = scope.hidden_of("words", span, Type::Mask(shape))?;
        let (word, bit) = (scope.hidden("word", span)?, scope.hidden("bit", span)?);
        let before = mask.set(all);
        let array = Array { kind: ArrayKind::Var(all), len: words, span };
        let of = w.kind(IntKind::Get(Box::new(array), Box::new(w.var(word))));
        let base = w.binary(IntBinary::Mul, w.var(word), w.int(WORD_SQUARES as i64));
        let number = w.binary(IntBinary::Add, base, w.var(bit));
        let mut turn = self.at_square(names, shape, number, span, scope)?;
        turn.append(&mut body(self, scope)?);
        let inner = vec![Stmt::For { slot: bit, iter: Iter::Ones(of), body: turn, span }];
        let iter =
            Iter::Range { from: w.int(0), to: w.int(words as i64), inclusive: false, step: None };
        Ok(vec![before, Stmt::For { slot: word, iter, body: inner, span }])
    }

    /// Variables for the place of a square, from its number.
    fn at_square(
        &mut self,
        names: Names,
        shape: Shape,
        number: Int,
        span: Span,
        scope: &mut Scope<'a>,
    ) -> Checked<Block> {
        let w = Writer { span };
        let Some(second) = names.second else {
            let slot = self.turn(names.first, scope)?;
            scope.goes(0, shape.squares() as i64 - 1);
            return Ok(vec![Stmt::SetInt { slot, value: number }]);
        };
        let (rows, columns) = shape.sides();
        let row = self.turn(names.first, scope)?;
        scope.goes(0, rows as i64 - 1);
        let column = self.turn(second, scope)?;
        scope.goes(0, columns as i64 - 1);
        if let IntKind::Var(number) = number.kind {
            scope.square(row, column, number, shape);
        }
        let across = w.int(columns as i64);
        let value = w.binary(IntBinary::Div, number.clone(), across.clone());
        let rest = w.binary(IntBinary::Rem, number, across);
        Ok(vec![Stmt::SetInt { slot: row, value }, Stmt::SetInt { slot: column, value: rest }])
    }

    /// All squares, row by row.
    fn squares(
        &mut self,
        names: Names,
        shape: Shape,
        of: Span,
        span: Span,
        scope: &mut Scope<'a>,
        body: Body<'_, 'a>,
    ) -> Checked<Block> {
        let w = Writer { span: of };
        check_names(names, shape)?;
        let range = |count: usize| Iter::Range {
            from: w.int(0),
            to: w.int(count as i64),
            inclusive: false,
            step: None,
        };
        let (rows, columns) = shape.sides();
        let row = match names.second {
            Some(_) => {
                let row = self.turn(names.first, scope)?;
                scope.goes(0, rows as i64 - 1);
                Some(row)
            }
            None => None,
        };
        let slot = self.turn(names.second.unwrap_or(names.first), scope)?;
        scope.goes(0, columns as i64 - 1);
        let inner = vec![Stmt::For { slot, iter: range(columns), body: body(self, scope)?, span }];
        Ok(match row {
            Some(slot) => vec![Stmt::For { slot, iter: range(rows), body: inner, span }],
            None => inner,
        })
    }

    /// The connected parts of the squares with a 1: each grows from the first that is left.
    fn parts(
        &mut self,
        name: Span,
        mask: Mask,
        corners: bool,
        span: Span,
        scope: &mut Scope<'a>,
        body: Body<'_, 'a>,
    ) -> Checked<Block> {
        let shape = mask.shape;
        let ty = Type::Mask(shape);
        let (left, grown) =
            (scope.hidden_of("left", span, ty)?, scope.hidden_of("grown", span, ty)?);
        let new = self.check_new_name(name)?;
        let part = scope.add(new, name, ty, Role::Loop)?;
        let of = |slot| Mask::variable(shape, slot, span);
        let sides = (-1..=1).flat_map(|r| (-1..=1).map(move |c| (r, c)));
        let around = sides.filter(|(r, c)| {
            let far: i64 = (r * r) + (c * c);
            far == 1 || corners && far == 2
        });
        // What the part and the squares at its sides have of what is left.
        let mut near = of(part);
        for (rows, columns) in around {
            let by = shift(shape, rows, columns);
            if !by.is_empty() {
                near = near.join(IntBinary::Or, of(part).moved(&by, span), span);
            }
        }
        let grow = near.join(IntBinary::And, of(left), span).set(grown);
        if let Shape::Bits(count) = shape {
            // The first run of ones: up to the next 0.
            let w = Writer { span };
            let (first, end) = (scope.hidden("first", span)?, scope.hidden("end", span)?);
            let low = of(left).outermost(IntFn::Low);
            let next = of(left).nearest0(IntFn::Next0, w.var(first));
            let to = w.choice(
                w.compare(w.var(end), Comparison::Lt, w.int(0)),
                w.int(count as i64),
                w.var(end),
            );
            let run = of(left).below(to).set(part);
            let mut turn = vec![
                Stmt::SetInt { slot: first, value: low },
                Stmt::SetInt { slot: end, value: next },
                run,
                of(left).without(of(part), span).set(left),
            ];
            turn.append(&mut body(self, scope)?);
            let condition = of(left).not_empty();
            return Ok(vec![mask.set(left), Stmt::While { condition, body: turn, span }]);
        }
        let again = Bool { kind: BoolKind::Not(Box::new(of(grown).equal(of(part), span))), span };
        let growing =
            Stmt::While { condition: again, body: vec![of(grown).set(part), grow.clone()], span };
        let mut turn = vec![of(left).first(span).set(part), grow, growing];
        turn.push(of(left).without(of(part), span).set(left));
        turn.append(&mut body(self, scope)?);
        Ok(vec![mask.set(left), Stmt::While { condition: of(left).not_empty(), body: turn, span }])
    }
}

/// Squares of a board have two names, bits one.
fn check_names(names: Names, shape: Shape) -> Checked<()> {
    match (shape, names.second) {
        (Shape::Bits(_), None) | (Shape::Board { .. }, Some(_)) => Ok(()),
        (Shape::Bits(_), Some(second)) => {
            Err(RuleError::new(Kind::Type, "a bit has one number", second)
                .help("write: for i in ones(m)"))
        }
        (Shape::Board { .. }, None) => {
            let message = "a square has two numbers, its row and its column";
            Err(RuleError::new(Kind::Type, message, names.first).help("write: for i, j in ones(b)"))
        }
    }
}
