//! Expressions.

use super::defaults::default;
use super::names;
use super::scope::{Call, Lower, Signature, Value, constant};
use crate::ir::{Arg, Array, Bool, Int, IntKind, Kind, Maker, Stmt};
use crate::tree::{Expr, ExprKind};
use grundy::Catalogue;
use grundy::syntax::Span;
use grundy_rules::error::{Kind as ErrorKind, RuleError};
use grundy_rules::typed::{BoolFn, Comparison, IntBinary, IntFn, IntUnary};

fn wrong(found: &Value, wanted: &str, span: Span) -> RuleError {
    let message = format!("here stands {}, expected {wanted}", found.describe());
    let error = RuleError::new(ErrorKind::Type, message, span);
    match found {
        Value::Array(_) => {
            error.help("an element is h[i], counted from 0; all together: xor(h), sum(h), len(h)")
        }
        Value::Rows(_) => error.help("a row is g[i], an element of it g[i][j]"),
        _ => error,
    }
}

impl<'s> Lower<'s> {
    pub fn int(&mut self, expr: &Expr) -> Result<Int, RuleError> {
        match self.value(expr)? {
            Value::Int(value) => Ok(value),
            other => Err(wrong(&other, "a number", expr.span)),
        }
    }

    pub fn bool(&mut self, expr: &Expr) -> Result<Bool, RuleError> {
        match self.value(expr)? {
            Value::Bool(value) => Ok(value),
            other => Err(wrong(&other, "a condition such as n > 0", expr.span)),
        }
    }

    pub fn array(&mut self, expr: &Expr) -> Result<Array, RuleError> {
        match self.value(expr)? {
            Value::Array(value) => Ok(value),
            other => Err(wrong(&other, "an array", expr.span)),
        }
    }

    pub fn value(&mut self, expr: &Expr) -> Result<Value, RuleError> {
        let span = expr.span;
        let number = |kind| Ok(Value::Int(Int { kind, span }));
        match &expr.kind {
            ExprKind::Int(value) => number(IntKind::Const(*value)),
            ExprKind::Bool(value) => Ok(Value::Bool(Bool::Const(*value))),
            ExprKind::Name => {
                let name = self.text(span);
                match self.find(name) {
                    Some(var) => Ok(self.of(var, span)),
                    None => Err(names::unknown(self, name, span)),
                }
            }
            ExprKind::Text => Err(RuleError::new(ErrorKind::Type, "a text is not a value", span)
                .help("the code of one character is written 'a'")),
            ExprKind::Unary(op, of) => {
                let of = self.int(of)?;
                match (op, &of.kind) {
                    (IntUnary::Neg, IntKind::Const(value)) if *value != i64::MIN => {
                        number(IntKind::Const(-value))
                    }
                    _ => number(IntKind::Unary(*op, Box::new(of))),
                }
            }
            ExprKind::Binary(op, a, b) => {
                let (a, b) = (self.int(a)?, self.int(b)?);
                match op {
                    IntBinary::Xor => Ok(Value::Int(self.nim_sum(a, b, span))),
                    _ => number(IntKind::Binary(*op, Box::new(a), Box::new(b))),
                }
            }
            ExprKind::Not(of) => Ok(Value::Bool(Bool::Not(Box::new(self.bool(of)?)))),
            ExprKind::And(a, b) => self.lazy(a, b, true),
            ExprKind::Or(a, b) => self.lazy(a, b, false),
            ExprKind::Compare(first, rest) => self.compare(first, rest),
            ExprKind::If(condition, then, otherwise) => {
                self.choice(condition, then, otherwise, span)
            }
            ExprKind::Index(of, index) => {
                let of_value = self.value(of)?;
                let index = self.int(index)?;
                match of_value {
                    Value::Array(array) => number(IntKind::At(array, Box::new(index))),
                    Value::Rows(rows) => Ok(Value::Array(Array::Row(rows, Box::new(index)))),
                    other => Err(wrong(&other, "an array", of.span)),
                }
            }
            ExprKind::Call { name, args } => self.call(*name, args, span),
            ExprKind::Fold { name, value, clauses } => self.fold(*name, value, clauses, span),
            ExprKind::List(items) => {
                let array = self.hidden("list", Kind::Numbers);
                self.say(Stmt::New(array));
                for item in items {
                    let item = self.int(item)?;
                    self.say(Stmt::Push(array, item));
                }
                Ok(Value::Array(Array::Var(array)))
            }
            ExprKind::Made { value, clauses } => self.made(value, clauses),
        }
    }

    /// `a and b`, `a or b`: b only where it is needed.
    fn lazy(&mut self, a: &Expr, b: &Expr, and: bool) -> Result<Value, RuleError> {
        let left = self.bool(a)?;
        let (right, block) = self.within(|lower| lower.bool(b))?;
        if block.is_empty() {
            let (left, right) = (Box::new(left), Box::new(right));
            return Ok(Value::Bool(if and {
                Bool::And(left, right)
            } else {
                Bool::Or(left, right)
            }));
        }
        let holds = self.hidden("holds", Kind::Bool);
        self.say(Stmt::New(holds));
        self.say(Stmt::Bool(holds, left));
        let mut then = block;
        then.push(Stmt::Bool(holds, right));
        let condition = if and { Bool::Var(holds) } else { Bool::Not(Box::new(Bool::Var(holds))) };
        self.say(Stmt::If { condition, then, otherwise: Vec::new() });
        Ok(Value::Bool(Bool::Var(holds)))
    }

    fn compare(&mut self, first: &Expr, rest: &[(Comparison, Expr)]) -> Result<Value, RuleError> {
        let left = match self.value(first)? {
            Value::Int(value) => value,
            Value::Array(a) if rest.len() == 1 => return self.same_array(a, first, rest),
            other => return Err(wrong(&other, "a number", first.span)),
        };
        let rest = rest.iter().map(|(comparison, right)| Ok((*comparison, self.int(right)?)));
        let rest = rest.collect::<Result<Vec<_>, RuleError>>()?;
        Ok(Value::Bool(Bool::chain(left, rest)))
    }

    /// Whether two arrays are the same.
    fn same_array(
        &mut self,
        a: Array,
        first: &Expr,
        rest: &[(Comparison, Expr)],
    ) -> Result<Value, RuleError> {
        let (comparison, second) = &rest[0];
        let b = self.array(second)?;
        let span = first.span;
        let int = |kind| Int { kind, span };
        let same = self.hidden("same", Kind::Bool);
        let i = self.hidden("i", Kind::Int);
        let lengths = Bool::Compare(
            Comparison::Eq,
            int(IntKind::Len(a.clone())),
            int(IntKind::Len(b.clone())),
        );
        self.say(Stmt::New(same));
        self.say(Stmt::Bool(same, lengths));
        let at = |array: &Array| int(IntKind::At(array.clone(), Box::new(int(IntKind::Var(i)))));
        let differ = Stmt::If {
            condition: Bool::Compare(Comparison::Ne, at(&a), at(&b)),
            then: vec![Stmt::Bool(same, Bool::Const(false)), Stmt::Break],
            otherwise: Vec::new(),
        };
        let turns = Stmt::For {
            var: i,
            from: constant(0, span),
            to: int(IntKind::Len(a)),
            step: None,
            body: vec![differ],
        };
        self.say(Stmt::If { condition: Bool::Var(same), then: vec![turns], otherwise: Vec::new() });
        match comparison {
            Comparison::Eq => Ok(Value::Bool(Bool::Var(same))),
            Comparison::Ne => Ok(Value::Bool(Bool::Not(Box::new(Bool::Var(same))))),
            _ => Err(RuleError::new(
                ErrorKind::Type,
                "arrays are compared with == and != alone",
                span,
            )),
        }
    }

    fn choice(
        &mut self,
        condition: &Expr,
        then: &Expr,
        otherwise: &Expr,
        span: Span,
    ) -> Result<Value, RuleError> {
        let condition = self.bool(condition)?;
        let (a, mut first) = self.within(|lower| lower.value(then))?;
        let (b, mut second) = self.within(|lower| lower.value(otherwise))?;
        match (a, b) {
            (Value::Int(a), Value::Int(b)) => {
                if first.is_empty() && second.is_empty() {
                    let kind = IntKind::If(Box::new(condition), Box::new(a), Box::new(b));
                    return Ok(Value::Int(Int { kind, span }));
                }
                let chosen = self.hidden("chosen", Kind::Int);
                self.say(Stmt::New(chosen));
                first.push(Stmt::Int(chosen, a));
                second.push(Stmt::Int(chosen, b));
                self.say(Stmt::If { condition, then: first, otherwise: second });
                Ok(self.of(chosen, span))
            }
            (Value::Bool(a), Value::Bool(b)) => {
                let chosen = self.hidden("chosen", Kind::Bool);
                self.say(Stmt::New(chosen));
                first.push(Stmt::Bool(chosen, a));
                second.push(Stmt::Bool(chosen, b));
                self.say(Stmt::If { condition, then: first, otherwise: second });
                Ok(self.of(chosen, span))
            }
            (Value::Array(a), Value::Array(b)) => {
                let chosen = self.hidden("chosen", Kind::Numbers);
                self.say(Stmt::New(chosen));
                first.push(Stmt::Copy(chosen, a));
                second.push(Stmt::Copy(chosen, b));
                self.say(Stmt::If { condition, then: first, otherwise: second });
                Ok(self.of(chosen, span))
            }
            (a, b) => {
                let message = format!("one way gives {}, the other {}", a.describe(), b.describe());
                Err(RuleError::new(ErrorKind::Type, message, span))
            }
        }
    }

    fn call(&mut self, name: Span, args: &[Expr], span: Span) -> Result<Value, RuleError> {
        let text = self.text(name);
        let number = |kind| Ok(Value::Int(Int { kind, span }));
        if let Some(function) = self.functions.iter().position(|known| known.name == text) {
            let Signature { arity, tells, .. } = self.functions[function];
            self.arity(text, args, arity, span)?;
            let args = args.iter().map(|arg| self.int(arg)).collect::<Result<Vec<_>, _>>()?;
            self.calls.push(Call { function, span, lets: self.lets });
            let call = Int { kind: IntKind::Function(function, args), span };
            return Ok(match tells {
                true => Value::Bool(Bool::Compare(Comparison::Ne, call, constant(0, span))),
                false => Value::Int(call),
            });
        }
        if let Some(family) = self.rules.and_then(|rules| rules.family(text)) {
            let args = self.family_args(family, args, span)?;
            return number(IntKind::Value(family, args));
        }
        if text == "game" {
            let (game, args) = self.built_in_args(args, span)?;
            return number(IntKind::BuiltIn(game, args));
        }
        if let Some((_, function)) = IntFn::ALL.iter().find(|(known, _)| *known == text) {
            if let (IntFn::Min | IntFn::Max, [only]) = (function, args) {
                return self.over_array(text, only, span);
            }
            let (least, most) = function.arity();
            if !(least..=most).contains(&args.len()) {
                self.arity(text, args, least, span)?;
            }
            let args = args.iter().map(|arg| self.int(arg)).collect::<Result<Vec<_>, _>>()?;
            return number(IntKind::Call(*function, args));
        }
        if let Some((_, function)) = BoolFn::ALL.iter().find(|(known, _)| *known == text) {
            self.arity(text, args, 1, span)?;
            return Ok(Value::Bool(Bool::Call(*function, self.int(&args[0])?)));
        }
        match text {
            "len" => {
                self.arity(text, args, 1, span)?;
                match self.value(&args[0])? {
                    Value::Array(array) => number(IntKind::Len(array)),
                    Value::Rows(rows) => number(IntKind::Rows(rows)),
                    other => Err(wrong(&other, "an array", args[0].span)),
                }
            }
            "xor" | "sum" => {
                self.arity(text, args, 1, span)?;
                self.over_array(text, &args[0], span)
            }
            "sort" | "reverse" => {
                self.arity(text, args, 1, span)?;
                let array = self.array(&args[0])?;
                let maker = if text == "sort" { Maker::Sort } else { Maker::Reverse };
                self.make(text, maker, Arg::Array(array))
            }
            "digits" | "divisors" | "factors" => {
                self.arity(text, args, 1, span)?;
                let of = self.int(&args[0])?;
                let maker = match text {
                    "digits" => Maker::Digits,
                    "divisors" => Maker::Divisors,
                    _ => Maker::Factors,
                };
                self.make(text, maker, Arg::Int(of))
            }
            "arcs" | "edges" => {
                self.arity(text, args, 3, span)?;
                let count = self.int(&args[0])?;
                let from = self.array(&args[1])?;
                let ends = self.array(&args[2])?;
                let from = self.whole(from)?;
                let ends = self.whole(ends)?;
                let to = self.hidden("next", Kind::Rows);
                self.say(Stmt::New(to));
                self.say(Stmt::Neighbours { to, count, from, ends, both: text == "edges", span });
                Ok(Value::Rows(to))
            }
            _ => Err(names::unknown(self, text, name)),
        }
    }

    /// A variable that holds this array.
    fn whole(&mut self, array: Array) -> Result<usize, RuleError> {
        match array {
            Array::Var(var) => Ok(var),
            row => self.keep("row", Value::Array(row)),
        }
    }

    fn make(&mut self, name: &str, maker: Maker, of: Arg) -> Result<Value, RuleError> {
        let to = self.hidden(name, Kind::Numbers);
        self.say(Stmt::New(to));
        self.say(Stmt::Make(to, maker, of));
        Ok(Value::Array(Array::Var(to)))
    }

    fn arity(&self, name: &str, args: &[Expr], wanted: usize, span: Span) -> Result<(), RuleError> {
        if args.len() == wanted {
            return Ok(());
        }
        let s = if wanted == 1 { "" } else { "s" };
        let message = format!("{name} takes {wanted} argument{s}, not {}", args.len());
        Err(RuleError::new(ErrorKind::Type, message, span))
    }

    /// What stands in the parentheses of a family of the rules.
    pub fn family_args(
        &mut self,
        family: usize,
        args: &[Expr],
        span: Span,
    ) -> Result<Vec<Arg>, RuleError> {
        let Some(program) = self.rules else { return Ok(Vec::new()) };
        let family = &program.families[family];
        let most = family.params.len();
        let least = family.params.iter().filter(|param| param.default.is_none()).count();
        let expected =
            || format!("expected {}({})", family.name, family.signature(&program.source));
        if !(least..=most).contains(&args.len()) {
            let wanted =
                if least == most { format!("{most}") } else { format!("{least} to {most}") };
            let s = if most == 1 { "" } else { "s" };
            let message = format!("{} takes {wanted} argument{s}, not {}", family.name, args.len());
            return Err(RuleError::new(ErrorKind::Type, message, span).help(expected()));
        }
        let mut lowered = Vec::new();
        for (arg, param) in args.iter().zip(&family.params) {
            lowered.push(match param.len {
                None => Arg::Int(self.int(arg)?),
                Some(_) => Arg::Array(self.array(arg)?),
            });
        }
        for param in &family.params[args.len()..] {
            let known = param.default.as_ref().and_then(|of| default(family, of, &lowered, span));
            let Some(value) = known else {
                let message = format!("the default of {} is no formula of numbers", param.name);
                return Err(RuleError::new(ErrorKind::Type, message, span).help(expected()));
            };
            lowered.push(Arg::Int(value));
        }
        Ok(lowered)
    }

    /// `game("wythoff", a, b)`
    fn built_in_args(&mut self, args: &[Expr], span: Span) -> Result<(usize, Vec<Int>), RuleError> {
        let form = "write game(\"wythoff\", a, b): a built-in game and the numbers of a position";
        let [name, numbers @ ..] = args else {
            return Err(RuleError::new(ErrorKind::Type, "which game?", span).help(form));
        };
        if !matches!(name.kind, ExprKind::Text) || numbers.is_empty() {
            return Err(
                RuleError::new(ErrorKind::Type, "which game, and which position?", span).help(form)
            );
        }
        let text = self.text(name.span).trim_matches('"');
        if let Err(error) = Catalogue::default().read_game(text) {
            let message = format!("there is no built-in game \"{text}\": {error}");
            return Err(RuleError::new(ErrorKind::Name, message, name.span)
                .help("`grundy games` lists them"));
        }
        let game = match self.built_in.iter().position(|known| known == text) {
            Some(game) => game,
            None => {
                self.built_in.push(text.to_owned());
                self.built_in.len() - 1
            }
        };
        let numbers = numbers.iter().map(|arg| self.int(arg)).collect::<Result<Vec<_>, _>>()?;
        Ok((game, numbers))
    }

    /// `a ^ b`. Where rules have moves that win at once, a part with such a move decides the whole sum:
    /// values are put together so that it does, wherever they come from.
    pub fn nim_sum(&self, a: Int, b: Int, span: Span) -> Int {
        let wins = self.rules.is_some_and(grundy_rules::typed::Program::wins);
        if wins {
            return Int { kind: IntKind::NimSum(Box::new(a), Box::new(b)), span };
        }
        Self::xor(a, b, span)
    }

    /// `a ^ b` for whatever they are.
    pub fn xor(a: Int, b: Int, span: Span) -> Int {
        Int { kind: IntKind::Binary(IntBinary::Xor, Box::new(a), Box::new(b)), span }
    }
}
