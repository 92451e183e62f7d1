//! Expressions.

use super::{MAX_DEPTH, Parsed, Parser};
use crate::error::RuleError;
use crate::operator::not_a_power;
use crate::token::TokenKind;
use crate::tree::{Expr, ExprKind, SetText, UpdateText};
use crate::typed::{Comparison, IntBinary, IntUnary};
use grundy::syntax::Span;

/// An operator between operands of arithmetic, bits and comparisons.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Operator {
    Number(IntBinary),
    Compare(Comparison),
}

impl Operator {
    fn of(symbol: &str) -> Option<Self> {
        use Comparison::*;
        use IntBinary::*;
        Some(match symbol {
            "+" => Self::Number(Add),
            "-" => Self::Number(Sub),
            "*" => Self::Number(Mul),
            "/" => Self::Number(Div),
            "%" => Self::Number(Rem),
            "&" => Self::Number(And),
            "|" => Self::Number(Or),
            "^" => Self::Number(Xor),
            "<<" => Self::Number(Shl),
            ">>" => Self::Number(Shr),
            "==" => Self::Compare(Eq),
            "!=" => Self::Compare(Ne),
            "<" => Self::Compare(Lt),
            "<=" => Self::Compare(Le),
            ">" => Self::Compare(Gt),
            ">=" => Self::Compare(Ge),
            _ => return None,
        })
    }

    fn symbol(self) -> &'static str {
        match self {
            Self::Number(op) => number_symbol(op),
            Self::Compare(op) => comparison_symbol(op),
        }
    }

    fn is_bits(self) -> bool {
        use IntBinary::*;
        matches!(self, Self::Number(And | Or | Xor | Shl | Shr))
    }

    /// How tight the operator would bind by the reading most have in mind; of use for advice and
    /// for arithmetic.
    fn tightness(self) -> u8 {
        use IntBinary::*;
        match self {
            Self::Compare(_) => 0,
            Self::Number(Or) => 1,
            Self::Number(Xor) => 2,
            Self::Number(And) => 3,
            Self::Number(Shl | Shr) => 4,
            Self::Number(Add | Sub) => 5,
            Self::Number(Mul | Div | Rem) => 6,
        }
    }
}

fn number_symbol(op: IntBinary) -> &'static str {
    match op {
        IntBinary::Add => "+",
        IntBinary::Sub => "-",
        IntBinary::Mul => "*",
        IntBinary::Div => "/",
        IntBinary::Rem => "%",
        IntBinary::And => "&",
        IntBinary::Or => "|",
        IntBinary::Xor => "^",
        IntBinary::Shl => "<<",
        IntBinary::Shr => ">>",
    }
}

fn comparison_symbol(op: Comparison) -> &'static str {
    match op {
        Comparison::Eq => "==",
        Comparison::Ne => "!=",
        Comparison::Lt => "<",
        Comparison::Le => "<=",
        Comparison::Gt => ">",
        Comparison::Ge => ">=",
    }
}

impl Parser<'_> {
    /// An expression of any type.
    pub(super) fn expr(&mut self) -> Parsed<Expr> {
        self.deeper(Self::or)
    }

    fn node(&self, kind: ExprKind, start: Span, height: usize) -> Parsed<Expr> {
        let span = self.since(start);
        if height > MAX_DEPTH {
            return Err(self.too_deep(Span::new(start.start, start.end)));
        }
        Ok(Expr { kind, span, height })
    }

    fn or(&mut self) -> Parsed<Expr> {
        let mut left = self.and()?;
        while self.eat_word("or") {
            let right = self.and()?;
            left = self.both(left, right, ExprKind::Or)?;
        }
        Ok(left)
    }

    fn and(&mut self) -> Parsed<Expr> {
        let mut left = self.not()?;
        while self.eat_word("and") {
            let right = self.not()?;
            left = self.both(left, right, ExprKind::And)?;
        }
        Ok(left)
    }

    fn both(
        &self,
        left: Expr,
        right: Expr,
        kind: impl FnOnce(Box<Expr>, Box<Expr>) -> ExprKind,
    ) -> Parsed<Expr> {
        let (start, height) = (left.span, left.height.max(right.height) + 1);
        let span = Span::new(left.span.start, right.span.end);
        let mut node = self.node(kind(Box::new(left), Box::new(right)), start, height)?;
        node.span = span;
        Ok(node)
    }

    fn not(&mut self) -> Parsed<Expr> {
        let start = self.here();
        if !self.eat_word("not") {
            return self.operators();
        }
        let inner = self.deeper(Self::not)?;
        let height = inner.height + 1;
        self.node(ExprKind::Not(Box::new(inner)), start, height)
    }

    /// Comparisons, arithmetic and bit operators, which are told apart once all are read.
    fn operators(&mut self) -> Parsed<Expr> {
        let start = self.here();
        let mut operands = vec![self.unary()?];
        let mut operators: Vec<(Operator, Span)> = Vec::new();
        while let Some(operator) = self.operator() {
            operators.push((operator, self.here()));
            self.at += 1;
            if self.is_symbol("=") {
                return Err(self.unexpected("a number"));
            }
            operands.push(self.unary()?);
        }
        self.check_mixing(&operands, &operators)?;
        let value = self.group(operands, &operators)?;
        let negated = match (self.peek(), self.peek_at(1)) {
            (TokenKind::Word("in"), _) => false,
            (TokenKind::Word("not"), TokenKind::Word("in")) => true,
            _ => return Ok(value),
        };
        if let Some((operator, span)) =
            operators.iter().find(|(operator, _)| matches!(operator, Operator::Compare(_)))
        {
            return Err(self
                .error(format!("'{}' and 'in' do not make a chain", operator.symbol()), *span)
                .help("join them with and"));
        }
        self.at += if negated { 2 } else { 1 };
        let set = match self.peek() {
            TokenKind::Symbol("{") => self.set_literal()?,
            TokenKind::Name if !matches!(self.peek_at(1), TokenKind::Symbol("(" | "[")) => {
                SetText::Name(self.name("a set")?)
            }
            _ => {
                return Err(self
                    .error("'in' asks about a set with a name or in braces", self.here())
                    .help(match self.is_symbol("[") {
                        true => "a set stands in braces: {1, 3, 4}",
                        false => "for a range write 1 <= k <= n; for a bit, bit(m,i) == 1",
                    }));
            }
        };
        if matches!(self.peek(), TokenKind::Symbol("..=" | "..<" | "..")) {
            return Err(self
                .error("'in' asks about a set, not a range", self.here())
                .help("write 1 <= k <= n"));
        }
        let height = value.height + 1;
        self.node(ExprKind::In { value: Box::new(value), set, negated }, start, height)
    }

    /// The operator that stands here: `mod` is one where a number follows and no rule begins.
    fn operator(&self) -> Option<Operator> {
        match self.peek() {
            TokenKind::Symbol(symbol) => Operator::of(symbol),
            TokenKind::Name if self.source.text(self.here()) == "mod" => {
                let number = match self.peek_at(1) {
                    TokenKind::Name | TokenKind::Int(_) => true,
                    TokenKind::Symbol("(") => !self.begins_rule(),
                    _ => false,
                };
                number.then_some(Operator::Number(IntBinary::Rem))
            }
            _ => None,
        }
    }

    /// Bit operators mix with nothing but the same associative one.
    fn check_mixing(&self, operands: &[Expr], operators: &[(Operator, Span)]) -> Parsed<()> {
        if let ([base, exponent], [(Operator::Number(IntBinary::Xor), _)]) = (operands, operators)
            && let (ExprKind::Int(10), &ExprKind::Int(exponent)) = (&base.kind, &exponent.kind)
        {
            let span = Span::new(operands[0].span.start, operands[1].span.end);
            let (wrong, help) = not_a_power(exponent);
            return Err(self.error(wrong, span).help(help));
        }
        let Some(bits) = operators.iter().position(|(operator, _)| operator.is_bits()) else {
            return Ok(());
        };
        let first = operators[bits].0;
        let chains = !matches!(first, Operator::Number(IntBinary::Shl | IntBinary::Shr));
        let Some(other) = operators
            .iter()
            .enumerate()
            .find(|&(i, &(operator, _))| i != bits && (operator != first || !chains))
            .map(|(_, other)| other)
        else {
            return Ok(());
        };
        let span = Span::new(
            operands[0].span.start,
            operands.last().map_or(operands[0].span.end, |last| last.span.end),
        );
        let message = if other.0 == first {
            format!("{:?} twice without parentheses", first.symbol())
        } else {
            format!("{:?} and {:?} without parentheses", first.symbol(), other.0.symbol())
        };
        let error = self.error(message, span);
        if operands.len() > 16 {
            return Err(error.help("write parentheses around each operation"));
        }
        let texts = operands.iter().map(|operand| self.source.text(operand.span).to_owned());
        let operators: Vec<Operator> = operators.iter().map(|(operator, _)| *operator).collect();
        let fix = spelled_out(texts.collect(), &operators);
        let xor = operators.iter().position(|&op| op == Operator::Number(IntBinary::Xor));
        let Some(xor) = xor else { return Err(error.help(format!("write {fix}"))) };
        let base = self.source.text(operands[xor].span);
        let power = match (&operands[xor].kind, &operands[xor + 1].kind) {
            (_, ExprKind::Int(2)) => format!(": a square is {base}*{base}"),
            (ExprKind::Int(2), _) => ": powers of two are 1<<k".to_owned(),
            _ => String::new(),
        };
        Err(error.help(format!("write {fix} (^ is exclusive or, not power{power})")))
    }

    /// Builds the tree by precedence.
    fn group(&self, operands: Vec<Expr>, operators: &[(Operator, Span)]) -> Parsed<Expr> {
        let mut waiting: Vec<Expr> = Vec::new();
        let mut pending: Vec<IntBinary> = Vec::new();
        let mut compared: Vec<(Comparison, Expr)> = Vec::new();
        let mut first: Option<(Expr, Comparison)> = None;
        let mut operands = operands.into_iter();
        waiting.extend(operands.next());
        let reduce = |waiting: &mut Vec<Expr>, pending: &mut Vec<IntBinary>, tightness: u8| {
            while let Some(&op) = pending.last()
                && Operator::Number(op).tightness() >= tightness
                && let (Some(right), Some(left)) = (waiting.pop(), waiting.pop())
            {
                pending.pop();
                waiting.push(self.both(left, right, |a, b| ExprKind::Binary(op, a, b))?);
            }
            Ok::<(), RuleError>(())
        };
        for (&(operator, _), operand) in operators.iter().zip(operands) {
            reduce(&mut waiting, &mut pending, operator.tightness())?;
            match operator {
                Operator::Number(op) => pending.push(op),
                Operator::Compare(op) => {
                    let done = waiting.pop();
                    match (&mut first, done) {
                        (None, Some(done)) => first = Some((done, op)),
                        (Some((_, next)), Some(done)) => {
                            compared.push((std::mem::replace(next, op), done));
                        }
                        (_, None) => {}
                    }
                }
            }
            waiting.push(operand);
        }
        reduce(&mut waiting, &mut pending, 0)?;
        let last = waiting.pop().ok_or_else(|| self.unexpected("a value"))?;
        let Some((head, op)) = first else { return Ok(last) };
        compared.push((op, last));
        let height = compared.iter().map(|(_, e)| e.height).max().unwrap_or(0).max(head.height) + 1;
        let start = head.span;
        self.node(ExprKind::Compare(Box::new(head), compared), start, height)
    }

    fn unary(&mut self) -> Parsed<Expr> {
        let start = self.here();
        let op = match self.peek() {
            TokenKind::Symbol("-") => IntUnary::Neg,
            TokenKind::Symbol("~") => IntUnary::Not,
            _ => return self.postfix(),
        };
        self.at += 1;
        let inner = self.deeper(Self::unary)?;
        let height = inner.height + 1;
        self.node(ExprKind::Unary(op, Box::new(inner)), start, height)
    }

    pub(super) fn postfix(&mut self) -> Parsed<Expr> {
        let start = self.here();
        let mut value = self.primary()?;
        while self.is_symbol("[") {
            self.at += 1;
            self.brackets += 1;
            let mut index = self.indices()?;
            if !self.eat_symbol(":=") {
                if self.is_symbol("=") {
                    return Err(self
                        .error("'=' does not make an array with another element", self.here())
                        .help("write: x[i := v]"));
                }
                self.expect_symbol("]", " after the index")?;
                self.brackets -= 1;
                if self.is_symbol(":=") && self.brackets == 0 {
                    return Err(self
                        .error("':=' stands inside of the brackets", self.here())
                        .help("write: x[i := v]"));
                }
                let height = index.iter().map(|i| i.height).fold(value.height, usize::max) + 1;
                let of = Box::new(value);
                let kind = match (index.pop(), index.pop()) {
                    (Some(column), Some(row)) => ExprKind::Square(of, Box::new([row, column])),
                    (Some(index), None) => ExprKind::Index(of, Box::new(index)),
                    (None, _) => return Err(self.unexpected("an index")),
                };
                value = self.node(kind, start, height)?;
                continue;
            }
            let mut height = value.height;
            let mut updates = Vec::new();
            loop {
                let new = self.expr()?;
                height = index.iter().map(|i| i.height).fold(height.max(new.height), usize::max);
                updates.push(UpdateText { index, value: new });
                if !self.eat_symbol(",") {
                    break;
                }
                index = self.indices()?;
                self.expect_symbol(":=", " and the new element")?;
            }
            self.expect_symbol("]", " after the new elements")?;
            self.brackets -= 1;
            value = self.node(ExprKind::Update(Box::new(value), updates), start, height + 1)?;
        }
        Ok(value)
    }

    /// `i`, or `i,j`.
    fn indices(&mut self) -> Parsed<Vec<Expr>> {
        let mut index = vec![self.expr()?];
        if self.eat_symbol(",") {
            index.push(self.expr()?);
        }
        Ok(index)
    }

    /// `[i]` or `[i,j]`, if a bracket stands here.
    pub(super) fn index(&mut self) -> Parsed<Vec<Expr>> {
        if !self.eat_symbol("[") {
            return Ok(Vec::new());
        }
        let index = self.indices()?;
        self.expect_symbol("]", " after the index")?;
        Ok(index)
    }

    fn primary(&mut self) -> Parsed<Expr> {
        let start = self.here();
        match self.peek() {
            TokenKind::Int(value) => {
                self.at += 1;
                self.node(ExprKind::Int(value), start, 1)
            }
            TokenKind::Text => {
                let text = self.source.text(start);
                let inner = &text[1..text.len() - 1];
                let mut signs = inner.chars();
                let single = (signs.next(), signs.next());
                if let (Some(sign), None) = single
                    && text.starts_with('\'')
                {
                    self.at += 1;
                    return self.node(ExprKind::Int(i64::from(u32::from(sign))), start, 1);
                }
                let help = match single {
                    (Some(sign), None) => format!("the number of a character is written '{sign}'"),
                    _ => {
                        "one character in single marks stands for its number: 'K' is 75".to_owned()
                    }
                };
                Err(self.error("a text is not a value", start).help(help))
            }
            TokenKind::Word(word @ ("true" | "false")) => {
                self.at += 1;
                self.node(ExprKind::Bool(word == "true"), start, 1)
            }
            TokenKind::Name => {
                self.at += 1;
                if !self.eat_symbol("(") {
                    return self.node(ExprKind::Name(start), start, 1);
                }
                let args = self.arguments(")")?;
                let height = args.iter().map(|arg| arg.height).max().unwrap_or(0) + 1;
                self.node(ExprKind::Call { name: start, args }, start, height)
            }
            TokenKind::Symbol("(") => {
                self.at += 1;
                let mut inner = self.expr()?;
                if self.is_symbol("=") {
                    return Err(self
                        .error("'=' gives a name its value", self.here())
                        .help("to compare, write =="));
                }
                self.expect_symbol(")", " after the expression")?;
                inner.span = self.since(start);
                Ok(inner)
            }
            TokenKind::Symbol("[") => {
                self.at += 1;
                let items = self.arguments("]")?;
                let height = items.iter().map(|item| item.height).max().unwrap_or(0) + 1;
                self.node(ExprKind::List(items), start, height)
            }
            TokenKind::Word("if") => {
                self.at += 1;
                let condition = self.condition()?;
                self.expect_word("then", ": a choice is written if c then a else b")?;
                let then = self.expr()?;
                self.expect_word("else", ": a choice is written if c then a else b")?;
                let otherwise = self.expr()?;
                let height = condition.height.max(then.height).max(otherwise.height) + 1;
                let parts = (Box::new(condition), Box::new(then), Box::new(otherwise));
                self.node(ExprKind::If(parts.0, parts.1, parts.2), start, height)
            }
            TokenKind::Symbol("{") => Err(self
                .error("a set does not belong here", start)
                .help("sets stand behind 'in', or get a name: const SET = {1, 3, 9}")),
            _ => Err(self.unexpected("a value")),
        }
    }

    /// Expressions up to the closing bracket, which is taken.
    pub(super) fn arguments(&mut self, close: &str) -> Parsed<Vec<Expr>> {
        let mut args = Vec::new();
        if self.eat_symbol(close) {
            return Ok(args);
        }
        loop {
            args.push(self.expr()?);
            if self.eat_symbol(close) {
                return Ok(args);
            }
            if !self.eat_symbol(",") {
                return Err(self.unexpected(&format!("',' or '{close}'")));
            }
        }
    }
}

/// The operation with every operator in parentheses of its own, the outermost without.
fn spelled_out(texts: Vec<String>, operators: &[Operator]) -> String {
    let mut texts = texts.into_iter();
    let mut waiting: Vec<(String, Option<Operator>)> = Vec::new();
    waiting.extend(texts.next().map(|text| (text, None)));
    let mut pending: Vec<Operator> = Vec::new();
    let reduce = |waiting: &mut Vec<(String, Option<Operator>)>,
                  pending: &mut Vec<Operator>,
                  tightness: u8| {
        while let Some(&op) = pending.last()
            && op.tightness() >= tightness
            && let (Some(right), Some(left)) = (waiting.pop(), waiting.pop())
        {
            pending.pop();
            let wrap = |(text, inner): (String, Option<Operator>)| match inner {
                Some(_) => format!("({text})"),
                None => text,
            };
            let tight = matches!(op, Operator::Number(IntBinary::Shl | IntBinary::Shr));
            let space = if tight { "" } else { " " };
            let text = format!("{}{space}{}{space}{}", wrap(left), op.symbol(), wrap(right));
            waiting.push((text, Some(op)));
        }
    };
    for (&operator, text) in operators.iter().zip(texts) {
        reduce(&mut waiting, &mut pending, operator.tightness());
        pending.push(operator);
        waiting.push((text, None));
    }
    reduce(&mut waiting, &mut pending, 0);
    waiting.pop().map_or(String::new(), |(text, _)| text)
}
