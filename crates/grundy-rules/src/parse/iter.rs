//! What loops go through: ranges, sets, and the squares of boards.

use super::{Parsed, Parser};
use crate::token::TokenKind;
use crate::tree::{BOARDS, Expr, ExprKind, IterText, LOOPS, RangeText, SetItem, SetText};
use grundy::syntax::Span;

impl Parser<'_> {
    /// What a loop goes through.
    pub(super) fn iter(&mut self) -> Parsed<IterText> {
        if self.is_symbol("{") {
            return self.set_literal().map(IterText::Set);
        }
        if self.peek() == TokenKind::Name
            && self.source.text(self.here()) == "primes"
            && self.peek_at(1) == TokenKind::Symbol("(")
        {
            return self.primes();
        }
        let first = self.expr()?;
        if let Some(range) = self.range_after(&first)? {
            return Ok(IterText::Range(range));
        }
        match first.kind {
            ExprKind::Name(name) => Ok(IterText::Set(SetText::Name(name))),
            ExprKind::Call { name, mut args }
                if matches!(self.source.text(name), "digits" | "divisors") =>
            {
                let digits = self.source.text(name) == "digits";
                match (args.pop(), args.pop(), args.is_empty()) {
                    (Some(of), None, true) if !digits => Ok(IterText::Divisors(of)),
                    (Some(of), None, true) => Ok(IterText::Digits(of, None)),
                    (Some(base), Some(of), true) if digits => Ok(IterText::Digits(of, Some(base))),
                    _ if digits => Err(self
                        .error("digits takes a number, and a base or none", first.span)
                        .help("write: for d in digits(n), or digits(n, 2)")),
                    _ => Err(self
                        .error("divisors takes one number", first.span)
                        .help("write: for d in divisors(n)")),
                }
            }
            ExprKind::Call { name, mut args }
                if matches!(self.source.text(name), "ones" | "squares" | "parts" | "parts8") =>
            {
                let word = self.source.text(name);
                let (what, example) = match word {
                    "ones" => ("number", "i in ones(m)"),
                    "squares" => ("board", "i, j in squares(b)"),
                    _ => ("board", "p in parts(b)"),
                };
                match (args.pop(), args.is_empty()) {
                    (Some(of), true) => Ok(match word {
                        "ones" => IterText::Ones(of),
                        "squares" => IterText::Squares(of),
                        _ => IterText::Parts(of, word == "parts8"),
                    }),
                    _ => Err(self
                        .error(format!("{word} takes one {what}"), first.span)
                        .help(format!("write: for {example}"))),
                }
            }
            ExprKind::Call { name, .. } if BOARDS.contains(&self.source.text(name)) => {
                Ok(IterText::Ones(first))
            }
            ExprKind::Index(..) => Ok(IterText::Row(first)),
            ExprKind::Call { name, args } if self.source.text(name) == "range" => {
                let text = |arg: &Expr| self.source.text(arg.span);
                let range = match &args[..] {
                    [end] => format!("0..<{}", text(end)),
                    [start, end] => format!("{}..<{}", text(start), text(end)),
                    [start, end, step] => {
                        format!("{}..<{} step {}", text(start), text(end), text(step))
                    }
                    _ => "1..=n".to_owned(),
                };
                Err(self
                    .error("ranges are written with dots", first.span)
                    .help(format!("write: {range}")))
            }
            kind => Err(self.error("a loop cannot go through this", first.span).help(match kind {
                ExprKind::List(_) => "a set stands in braces: {1, 3, 4}",
                _ if self.is_symbol(",") => "a set stands in braces: {1, 3, 4}",
                ExprKind::Call { .. } => "write a range and a condition: for k in 1..=n if …",
                _ => LOOPS,
            })),
        }
    }

    /// `primes(a..=b)`
    fn primes(&mut self) -> Parsed<IterText> {
        let start = self.here();
        self.at += 2;
        let first = self.expr()?;
        let Some(range) = self.range_after(&first)? else {
            return Err(self
                .error("primes takes a range", self.since(start))
                .help("write: for p in primes(2..=n)"));
        };
        self.expect_symbol(")", " behind the range")?;
        Ok(IterText::Primes(range))
    }

    /// The rest of a range whose first number was read, if it is one.
    fn range_after(&mut self, from: &Expr) -> Parsed<Option<RangeText>> {
        let here = self.here();
        let inclusive = match self.peek() {
            TokenKind::Symbol("..=") => true,
            TokenKind::Symbol("..<") => false,
            TokenKind::Symbol("..") => {
                self.at += 1;
                let a = self.source.text(from.span).to_owned();
                let to = self.expr().map(|to| self.source.text(to.span).to_owned());
                let b = to.unwrap_or_else(|_| "b".to_owned());
                return Err(self
                    .error("'..' does not say whether the end belongs to it", here)
                    .help(format!("write {a}..={b} with the end, or {a}..<{b} without it")));
            }
            _ => return Ok(None),
        };
        self.at += 1;
        let to = self.expr()?;
        let step = if self.eat_word("step") { Some(self.expr()?) } else { None };
        Ok(Some(RangeText { from: from.clone(), to, inclusive, step }))
    }

    pub(super) fn set_literal(&mut self) -> Parsed<SetText> {
        let open = self.expect_symbol("{", "")?;
        self.elements(open, "}")
    }

    /// What stands behind an opening brace or bracket, which closes with `close`.
    pub(super) fn elements(&mut self, open: Span, close: &str) -> Parsed<SetText> {
        let mut items = Vec::new();
        if self.eat_symbol(close) {
            return Ok(SetText::List(items, self.since(open)));
        }
        loop {
            let start = self.here();
            let first = self.expr()?;
            if items.is_empty() && self.peek() == TokenKind::Word("for") {
                let clauses = self.deeper(Self::clauses)?;
                self.expect_symbol(close, " at the end")?;
                let span = self.since(open);
                return Ok(SetText::Made { value: Box::new(first), clauses, span });
            }
            items.push(match self.range_after(&first)? {
                Some(range) => SetItem::Range(range, self.since(start)),
                None => SetItem::Value(first),
            });
            if self.eat_symbol(close) {
                return Ok(SetText::List(items, self.since(open)));
            }
            if !self.eat_symbol(",") {
                return Err(self.unexpected(&format!("',' or '{close}'")));
            }
        }
    }
}
