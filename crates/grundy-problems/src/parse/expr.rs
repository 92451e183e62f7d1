//! Expressions.

use super::cursor::Cursor;
use super::words::WORDS;
use crate::token::TokenKind;
use crate::tree::{Clause, Expr, ExprKind, Iter};
use grundy::syntax::Span;
use grundy_rules::error::{Kind, RuleError};
use grundy_rules::operator::not_a_power;
use grundy_rules::typed::{Comparison, IntBinary, IntUnary};

/// How deep expressions nest.
const MAX_DEPTH: usize = 60;

const COMPARISONS: [(&str, Comparison); 7] = [
    ("==", Comparison::Eq),
    ("=", Comparison::Eq),
    ("!=", Comparison::Ne),
    ("<=", Comparison::Le),
    (">=", Comparison::Ge),
    ("<", Comparison::Lt),
    (">", Comparison::Gt),
];

const BITS: [(&str, IntBinary); 5] = [
    ("&", IntBinary::And),
    ("|", IntBinary::Or),
    ("^", IntBinary::Xor),
    ("<<", IntBinary::Shl),
    (">>", IntBinary::Shr),
];

fn span(from: &Expr, to: &Expr) -> Span {
    Span::new(from.span.start, to.span.end)
}

impl Cursor<'_> {
    /// An expression.
    pub(crate) fn expr(&mut self) -> Result<Expr, RuleError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            let message = format!("expressions nest up to {MAX_DEPTH} deep");
            return Err(RuleError::new(Kind::Size, message, self.here())
                .help("give a part of it a name with `let:`"));
        }
        let expr = match self.word("if") {
            Some(start) => self.choice(start),
            None => self.or(),
        };
        self.depth -= 1;
        expr
    }

    fn choice(&mut self, start: Span) -> Result<Expr, RuleError> {
        let condition = self.expr()?;
        self.expect_word("then")?;
        let then = self.expr()?;
        self.expect_word("else")?;
        let otherwise = self.expr()?;
        let span = Span::new(start.start, otherwise.span.end);
        let parts = (Box::new(condition), Box::new(then), Box::new(otherwise));
        Ok(Expr { kind: ExprKind::If(parts.0, parts.1, parts.2), span })
    }

    fn or(&mut self) -> Result<Expr, RuleError> {
        let mut left = self.and()?;
        while self.word("or").is_some() {
            let right = self.and()?;
            let span = span(&left, &right);
            left = Expr { kind: ExprKind::Or(Box::new(left), Box::new(right)), span };
        }
        Ok(left)
    }

    fn and(&mut self) -> Result<Expr, RuleError> {
        let mut left = self.not()?;
        while self.word("and").is_some() {
            let right = self.not()?;
            let span = span(&left, &right);
            left = Expr { kind: ExprKind::And(Box::new(left), Box::new(right)), span };
        }
        Ok(left)
    }

    fn not(&mut self) -> Result<Expr, RuleError> {
        let Some(start) = self.word("not") else { return self.comparison() };
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(RuleError::new(Kind::Size, "too many not", start));
        }
        let of = self.not()?;
        self.depth -= 1;
        let span = Span::new(start.start, of.span.end);
        Ok(Expr { kind: ExprKind::Not(Box::new(of)), span })
    }

    /// A condition.
    pub(crate) fn comparisons(&mut self) -> Result<Expr, RuleError> {
        self.or()
    }

    /// A number.
    pub(crate) fn sums(&mut self) -> Result<Expr, RuleError> {
        self.arithmetic()
    }

    /// What may stand before `*` or `of` in an input: numbers and names with `+` and `-` between.
    pub(crate) fn count(&mut self) -> Result<Expr, RuleError> {
        let mut left = self.postfix()?;
        loop {
            let op = match () {
                () if self.is_symbol("+") => IntBinary::Add,
                () if self.is_symbol("-") => IntBinary::Sub,
                () => return Ok(left),
            };
            self.skip();
            let right = self.postfix()?;
            let span = span(&left, &right);
            left = Expr { kind: ExprKind::Binary(op, Box::new(left), Box::new(right)), span };
        }
    }

    fn comparison(&mut self) -> Result<Expr, RuleError> {
        let first = self.arithmetic()?;
        let mut rest = Vec::new();
        while let Some((_, comparison)) =
            COMPARISONS.iter().find(|(symbol, _)| self.is_symbol(symbol))
        {
            self.skip();
            rest.push((*comparison, self.arithmetic()?));
        }
        let Some((_, last)) = rest.last() else { return Ok(first) };
        let span = span(&first, last);
        Ok(Expr { kind: ExprKind::Compare(Box::new(first), rest), span })
    }

    /// Sums and products; bit operators have no precedence, as in rules.
    fn arithmetic(&mut self) -> Result<Expr, RuleError> {
        let first = self.unary()?;
        let Some(&(symbol, op)) = BITS.iter().find(|(symbol, _)| self.is_symbol(symbol)) else {
            let sum = self.sum(first)?;
            return match BITS.iter().find(|(symbol, _)| self.is_symbol(symbol)) {
                Some((symbol, _)) => Err(self.parentheses(symbol)),
                None => Ok(sum),
            };
        };
        let mut left = first;
        while self.is_symbol(symbol) {
            self.skip();
            let right = self.unary()?;
            let span = span(&left, &right);
            if let (IntBinary::Xor, ExprKind::Int(10), &ExprKind::Int(exponent)) =
                (op, &left.kind, &right.kind)
            {
                let (wrong, help) = not_a_power(exponent);
                return Err(RuleError::new(Kind::Parse, wrong, span).help(help));
            }
            left = Expr { kind: ExprKind::Binary(op, Box::new(left), Box::new(right)), span };
            if matches!(op, IntBinary::Shl | IntBinary::Shr) {
                break;
            }
        }
        let others = BITS.iter().map(|(symbol, _)| *symbol).chain(["+", "-", "*", "/", "%"]);
        match others.into_iter().find(|symbol| self.is_symbol(symbol)) {
            Some(symbol) => Err(self.parentheses(symbol)),
            None => Ok(left),
        }
    }

    fn parentheses(&self, symbol: &str) -> RuleError {
        RuleError::new(
            Kind::Parse,
            format!("\"{symbol}\" beside another operator without parentheses"),
            self.here(),
        )
        .help("bit operators have no precedence: write parentheses around them")
    }

    fn sum(&mut self, first: Expr) -> Result<Expr, RuleError> {
        let mut left = self.product(first)?;
        loop {
            let op = match () {
                () if self.is_symbol("+") => IntBinary::Add,
                () if self.is_symbol("-") => IntBinary::Sub,
                () => return Ok(left),
            };
            self.skip();
            let right = self.unary()?;
            let right = self.product(right)?;
            let span = span(&left, &right);
            left = Expr { kind: ExprKind::Binary(op, Box::new(left), Box::new(right)), span };
        }
    }

    fn product(&mut self, first: Expr) -> Result<Expr, RuleError> {
        let mut left = first;
        loop {
            let op = match () {
                () if self.is_symbol("*") => IntBinary::Mul,
                () if self.is_symbol("/") => IntBinary::Div,
                () if self.is_symbol("%") || self.is_word("mod") => IntBinary::Rem,
                () => return Ok(left),
            };
            self.skip();
            let right = self.unary()?;
            let span = span(&left, &right);
            left = Expr { kind: ExprKind::Binary(op, Box::new(left), Box::new(right)), span };
        }
    }

    fn unary(&mut self) -> Result<Expr, RuleError> {
        let op = match () {
            () if self.is_symbol("-") => IntUnary::Neg,
            () if self.is_symbol("~") => IntUnary::Not,
            () => return self.postfix(),
        };
        let start = self.skip();
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(RuleError::new(Kind::Size, "too many signs", start));
        }
        let of = self.unary()?;
        self.depth -= 1;
        let span = Span::new(start.start, of.span.end);
        Ok(Expr { kind: ExprKind::Unary(op, Box::new(of)), span })
    }

    pub(crate) fn postfix(&mut self) -> Result<Expr, RuleError> {
        let mut of = self.primary()?;
        while self.is_symbol("[") {
            self.skip();
            let index = self.expr()?;
            let end = self.expect("]")?;
            let span = Span::new(of.span.start, end.end);
            of = Expr { kind: ExprKind::Index(Box::new(of), Box::new(index)), span };
        }
        Ok(of)
    }

    fn primary(&mut self) -> Result<Expr, RuleError> {
        let Some(token) = self.peek() else { return Err(self.expected("a number or a name")) };
        let span = token.span;
        match token.kind {
            TokenKind::Int(value) => {
                self.skip();
                Ok(Expr { kind: ExprKind::Int(value), span })
            }
            TokenKind::Text => {
                self.skip();
                Ok(Expr { kind: ExprKind::Text, span })
            }
            TokenKind::Symbol("(") => {
                self.skip();
                let mut inner = self.expr()?;
                let end = self.expect(")")?;
                if !matches!(inner.kind, ExprKind::Name) {
                    inner.span = Span::new(span.start, end.end);
                }
                Ok(inner)
            }
            TokenKind::Symbol("[") => self.list(),
            TokenKind::Name => {
                let text = self.text(span);
                if let "true" | "false" = text {
                    let value = text == "true";
                    self.skip();
                    return Ok(Expr { kind: ExprKind::Bool(value), span });
                }
                if WORDS.contains(&text) {
                    return Err(self.expected("a number or a name"));
                }
                self.skip();
                // `until x = y (…)`: a call has no blank before its parenthesis.
                if self.is_symbol("(") && self.here().start == span.end {
                    return self.call(span);
                }
                Ok(Expr { kind: ExprKind::Name, span })
            }
            TokenKind::Symbol(_) => Err(self.expected("a number or a name")),
        }
    }

    fn call(&mut self, name: Span) -> Result<Expr, RuleError> {
        self.skip();
        let mut args = Vec::new();
        if !self.is_symbol(")") {
            args.push(self.expr()?);
            let clauses = self.clauses()?;
            if !clauses.is_empty() {
                let end = self.expect(")")?;
                let value = Box::new(args.remove(0));
                let span = Span::new(name.start, end.end);
                return Ok(Expr { kind: ExprKind::Fold { name, value, clauses }, span });
            }
            while self.is_symbol(",") {
                self.skip();
                args.push(self.expr()?);
            }
        }
        let end = self.expect(")")?;
        Ok(Expr { kind: ExprKind::Call { name, args }, span: Span::new(name.start, end.end) })
    }

    fn list(&mut self) -> Result<Expr, RuleError> {
        let start = self.skip();
        let mut items = Vec::new();
        if !self.is_symbol("]") {
            items.push(self.expr()?);
            let clauses = self.clauses()?;
            if !clauses.is_empty() {
                let end = self.expect("]")?;
                let value = Box::new(items.remove(0));
                let span = Span::new(start.start, end.end);
                return Ok(Expr { kind: ExprKind::Made { value, clauses }, span });
            }
            while self.is_symbol(",") {
                self.skip();
                items.push(self.expr()?);
            }
        }
        let end = self.expect("]")?;
        Ok(Expr { kind: ExprKind::List(items), span: Span::new(start.start, end.end) })
    }

    /// `for …`, `let …`, `if …`, from the left.
    pub(crate) fn clauses(&mut self) -> Result<Vec<Clause>, RuleError> {
        let mut clauses = Vec::new();
        loop {
            if self.word("for").is_some() {
                let name = self.name("the name of a loop variable")?;
                self.expect_word("in")?;
                let first = self.expr()?;
                let iter = match (self.is_symbol("..="), self.is_symbol("..<")) {
                    (false, false) => Iter::Elements(first),
                    (inclusive, _) => {
                        self.skip();
                        let to = self.expr()?;
                        let step = match self.word("step") {
                            Some(_) => Some(self.expr()?),
                            None => None,
                        };
                        Iter::Range { from: first, to, inclusive, step }
                    }
                };
                clauses.push(Clause::For { name, iter });
            } else if !clauses.is_empty() && self.word("let").is_some() {
                let name = self.name("a name")?;
                self.expect("=")?;
                let value = self.expr()?;
                clauses.push(Clause::Let { name, value });
            } else if !clauses.is_empty() && self.word("if").is_some() {
                clauses.push(Clause::If(self.expr()?));
            } else {
                return Ok(clauses);
            }
        }
    }
}
