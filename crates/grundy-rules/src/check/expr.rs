//! Types of expressions; constants are folded on the way.

use super::mask::Mask;
use super::scope::{Scope, Type};
use super::{Checked, Checker, FUNCTIONS, OTHER_FUNCTIONS};
use crate::error::{Kind, RuleError};
use crate::input::{InputKind, Numbers, Told};
use crate::number::{self, Fault};
use crate::tree::{Expr, ExprKind, UpdateText};
use crate::typed::{
    Array, ArrayKind, Bool, BoolFn, BoolKind, Comparison, ConstantValue, Fold, Int, IntBinary,
    IntFn, IntKind, IntUnary, MAX_WIDTH, Slot, Stmt,
};
use grundy::syntax::Span;
use std::sync::Arc;

/// An expression with its type.
pub(super) enum Typed {
    Int(Int),
    Bool(Bool),
    Array(Array),
    Mask(Mask),
}

impl Typed {
    /// Sets a variable of its type.
    pub fn set(self, slot: Slot) -> Stmt {
        match self {
            Self::Int(value) => Stmt::SetInt { slot, value },
            Self::Bool(value) => Stmt::SetBool { slot, value },
            Self::Array(value) => Stmt::SetArray { slot, value },
            Self::Mask(value) => value.set(slot),
        }
    }

    pub fn ty(&self) -> Type {
        match self {
            Self::Int(_) => Type::Int,
            Self::Bool(_) => Type::Bool,
            Self::Array(array) => Type::Array(array.len),
            Self::Mask(mask) => Type::Mask(mask.shape),
        }
    }
}

impl<'a> Checker<'a> {
    /// The value of an expression without variables.
    pub(super) fn constant(&mut self, expr: &Expr) -> Checked<ConstantValue> {
        match self.expr(expr, &mut Scope::default())? {
            Typed::Int(value) => self.evaluate(0, |m| m.int(&value)).map(ConstantValue::Int),
            Typed::Bool(value) => self.evaluate(0, |m| m.bool(&value)).map(ConstantValue::Bool),
            Typed::Array(array) => self
                .evaluate(0, |m| m.array(&array))
                .map(|items| ConstantValue::Numbers(Arc::new(Numbers::new(items)))),
            other @ Typed::Mask(_) => Err(mismatch("a number", other.ty(), expr.span)),
        }
    }

    pub(super) fn number(&mut self, expr: &Expr, scope: &mut Scope<'a>) -> Checked<Int> {
        match self.expr(expr, scope)? {
            Typed::Int(value) => Ok(value),
            other => Err(mismatch("a number", other.ty(), expr.span)),
        }
    }

    pub(super) fn condition(&mut self, expr: &Expr, scope: &mut Scope<'a>) -> Checked<Bool> {
        match self.expr(expr, scope)? {
            Typed::Bool(value) => Ok(value),
            Typed::Int(_) if matches!(expr.kind, ExprKind::Binary(IntBinary::Or, ..)) => {
                Err(RuleError::new(Kind::Type, "| is the bitwise or, a number", expr.span)
                    .help("n is divisible by 3: n % 3 == 0; either of two conditions: or"))
            }
            other => Err(mismatch("a condition", other.ty(), expr.span)),
        }
    }

    fn array(&mut self, expr: &Expr, scope: &mut Scope<'a>) -> Checked<Array> {
        match self.expr(expr, scope)? {
            Typed::Array(value) => Ok(value),
            other => Err(mismatch("an array", other.ty(), expr.span)),
        }
    }

    pub(super) fn expr(&mut self, expr: &Expr, scope: &mut Scope<'a>) -> Checked<Typed> {
        let span = expr.span;
        self.count_node(span)?;
        let int = |kind| Typed::Int(Int { kind, span });
        let bool = |kind| Typed::Bool(Bool { kind, span });
        Ok(match &expr.kind {
            ExprKind::Int(value) => int(IntKind::Const(*value)),
            ExprKind::Bool(value) => bool(BoolKind::Const(*value)),
            ExprKind::Name(name) => self.variable(*name, scope)?,
            ExprKind::Unary(op, of) => {
                let of = match (self.expr(of, scope)?, op) {
                    (Typed::Int(value), _) => value,
                    (Typed::Mask(mask), IntUnary::Not) => {
                        return Ok(Typed::Mask(mask.complement(span)));
                    }
                    (other, _) => return Err(mismatch("a number", other.ty(), of.span)),
                };
                int(match of.constant() {
                    Some(a) => IntKind::Const(self.fold(number::unary(*op, a), span)?),
                    None => IntKind::Unary(*op, Box::new(of)),
                })
            }
            ExprKind::Binary(op, a, b) => {
                let (left, right) =
                    ((self.expr(a, scope)?, a.span), (self.expr(b, scope)?, b.span));
                let (a, b) = match (left, right) {
                    ((Typed::Int(a), _), (Typed::Int(b), _)) => (a, b),
                    (a, b) if matches!((&a.0, &b.0), (Typed::Mask(_), _) | (_, Typed::Mask(_))) => {
                        return self.board_binary(*op, a, b, span, scope);
                    }
                    ((Typed::Int(_), _), (other, at)) | ((other, at), _) => {
                        return Err(mismatch("a number", other.ty(), at));
                    }
                };
                int(match (a.constant(), b.constant()) {
                    (Some(a), Some(b)) => {
                        IntKind::Const(self.fold(number::binary(*op, a, b), span)?)
                    }
                    (_, right) => {
                        // Whatever stands at the left, this has no result.
                        if let Some(right) = right
                            && let Err(fault @ (Fault::Division | Fault::Shift(_))) =
                                number::binary(*op, 0, right)
                        {
                            self.fold(Err::<i64, _>(fault), span)?;
                        }
                        IntKind::Binary(*op, Box::new(a), Box::new(b))
                    }
                })
            }
            ExprKind::Not(of) => {
                let of = self.condition(of, scope)?;
                bool(match of.constant() {
                    Some(value) => BoolKind::Const(!value),
                    None => BoolKind::Not(Box::new(of)),
                })
            }
            ExprKind::And(a, b) => {
                let a = self.condition(a, scope)?;
                let b = self.unless(a.constant() == Some(false), |c| {
                    c.in_place(|c| c.condition(b, scope))
                })?;
                bool(match a.constant() {
                    Some(true) => b.kind,
                    Some(false) => BoolKind::Const(false),
                    None => BoolKind::And(Box::new(a), Box::new(b)),
                })
            }
            ExprKind::Or(a, b) => {
                let a = self.condition(a, scope)?;
                let b = self.unless(a.constant() == Some(true), |c| {
                    c.in_place(|c| c.condition(b, scope))
                })?;
                bool(match a.constant() {
                    Some(false) => b.kind,
                    Some(true) => BoolKind::Const(true),
                    None => BoolKind::Or(Box::new(a), Box::new(b)),
                })
            }
            ExprKind::Compare(first, rest) => {
                Typed::Bool(self.comparison(first, rest, span, scope)?)
            }
            ExprKind::In { value, set, negated } => {
                let value = self.number(value, scope)?;
                let kind = match self.asked(set, scope)? {
                    Some(input) => BoolKind::InInput(Box::new(value), input),
                    None => {
                        let set = self.set(set, &mut Scope::default())?;
                        match value.constant() {
                            Some(value) => BoolKind::Const(set.binary_search(&value).is_ok()),
                            None => BoolKind::In(Box::new(value), set),
                        }
                    }
                };
                let inner = Bool { kind, span };
                match (negated, inner.constant()) {
                    (false, _) => Typed::Bool(inner),
                    (true, Some(value)) => bool(BoolKind::Const(!value)),
                    (true, None) => bool(BoolKind::Not(Box::new(inner))),
                }
            }
            ExprKind::If(condition, then, otherwise) => {
                let condition = self.condition(condition, scope)?;
                let known = condition.constant();
                let (at, other_at) = (then.span, otherwise.span);
                let then =
                    self.unless(known == Some(false), |c| c.in_place(|c| c.expr(then, scope)))?;
                let otherwise =
                    self.unless(known == Some(true), |c| c.in_place(|c| c.expr(otherwise, scope)))?;
                if let (Typed::Mask(Mask { shape, .. }), _) | (_, Typed::Mask(Mask { shape, .. })) =
                    (&then, &otherwise)
                {
                    let shape = *shape;
                    let then = self.as_mask(then, shape, at)?;
                    let otherwise = self.as_mask(otherwise, shape, other_at)?;
                    return Ok(Typed::Mask(match known {
                        Some(true) => then,
                        Some(false) => otherwise,
                        None => self.board_choice(&condition, then, otherwise, span)?,
                    }));
                }
                self.choice(condition, then, otherwise, span)?
            }
            ExprKind::Call { name, args } => self.call(*name, args, span, scope)?,
            ExprKind::Index(array, index) => {
                if let Some(value) = self.looked_up(array, index, span, scope)? {
                    return Ok(Typed::Int(value));
                }
                let array = match self.expr(array, scope)? {
                    Typed::Array(array) => array,
                    Typed::Mask(mask) => {
                        let square = self.square(mask.shape, &[&**index], index.span, scope)?;
                        return self.test(mask, &square, span).map(Typed::Int);
                    }
                    other => return Err(mismatch("an array", other.ty(), array.span)),
                };
                let index = self.number(index, scope)?;
                if let Some(value) = index.constant() {
                    self.fold(number::element(value, array.len), index.span)?;
                }
                int(IntKind::Get(Box::new(array), Box::new(index)))
            }
            ExprKind::Square(of, index) => {
                let [row, column] = &**index;
                let mask = match self.expr(of, scope)? {
                    Typed::Mask(mask) => mask,
                    other => {
                        return Err(mismatch("a board", other.ty(), of.span)
                            .help("an array of rows is read as G[i][j]"));
                    }
                };
                let at = Span::new(row.span.start, column.span.end);
                let square = self.square(mask.shape, &[row, column], at, scope)?;
                return self.test(mask, &square, span).map(Typed::Int);
            }
            ExprKind::Update(array, updates) => {
                let array = match self.expr(array, scope)? {
                    Typed::Array(array) => array,
                    Typed::Mask(mask) => return self.updated(mask, updates, span, scope),
                    other => return Err(mismatch("an array", other.ty(), array.span)),
                };
                let mut checked = Vec::with_capacity(updates.len());
                for UpdateText { index, value } in updates {
                    let [index] = &**index else {
                        return Err(RuleError::new(Kind::Type, "an array has one index", span)
                            .help("a board is written b: board[4,6]"));
                    };
                    let index = self.number(index, scope)?;
                    if let Some(value) = index.constant() {
                        self.fold(number::element(value, array.len), index.span)?;
                    }
                    checked.push((index, self.number(value, scope)?));
                }
                let len = array.len;
                Typed::Array(Array { kind: ArrayKind::Update(Box::new(array), checked), len, span })
            }
            ExprKind::List(items) => {
                if items.is_empty() || items.len() > MAX_WIDTH {
                    let message = format!("there are no arrays of length {}", items.len());
                    return Err(RuleError::new(Kind::Size, message, span)
                        .help(format!("arrays have 1 to {MAX_WIDTH} elements")));
                }
                let items: Checked<Vec<Int>> =
                    items.iter().map(|item| self.number(item, scope)).collect();
                let items = items?;
                Typed::Array(Array { len: items.len(), kind: ArrayKind::List(items), span })
            }
        })
    }

    /// Checks what is never evaluated if `dead`: operations on constants may then have no result.
    pub(super) fn unless<T>(
        &mut self,
        dead: bool,
        check: impl FnOnce(&mut Self) -> Checked<T>,
    ) -> Checked<T> {
        self.dead += usize::from(dead);
        let checked = check(self);
        self.dead -= usize::from(dead);
        checked
    }

    /// An operation on constants; without a result any value will do where it is never evaluated.
    pub(super) fn fold<T: Default>(&self, result: Result<T, Fault>, span: Span) -> Checked<T> {
        match result {
            Err(_) if self.dead > 0 => Ok(T::default()),
            result => result.map_err(|fault| {
                RuleError::new(fault.kind(), fault.message(), span).help(fault.help())
            }),
        }
    }

    fn variable(&self, span: Span, scope: &Scope<'a>) -> Checked<Typed> {
        let name = self.text(span);
        if let Some(variable) = scope.find(name) {
            let slot = variable.slot;
            return Ok(match variable.ty {
                Type::Int if let Some(value) = variable.value => {
                    Typed::Int(Int { kind: IntKind::Const(value), span })
                }
                Type::Int => Typed::Int(Int { kind: IntKind::Var(slot), span }),
                Type::Bool => Typed::Bool(Bool { kind: BoolKind::Var(slot), span }),
                Type::Array(len) => Typed::Array(Array { kind: ArrayKind::Var(slot), len, span }),
                Type::Mask(shape) => Typed::Mask(Mask::variable(shape, slot, span)),
            });
        }
        match self.constants.get(name) {
            Some(ConstantValue::Int(value)) => {
                return Ok(Typed::Int(Int { kind: IntKind::Const(*value), span }));
            }
            Some(ConstantValue::Bool(value)) => {
                return Ok(Typed::Bool(Bool { kind: BoolKind::Const(*value), span }));
            }
            Some(ConstantValue::Set(_)) => {
                return Err(RuleError::new(Kind::Type, format!("{name} is a set"), span)
                    .help(format!("write: for k in {name}, or k in {name}")));
            }
            Some(ConstantValue::Numbers(numbers)) => return constant_array(name, numbers, span),
            None => {}
        }
        match self.inputs.get(name) {
            Some(input) if input.kind == InputKind::Number => {
                let kind = IntKind::Told(Told::Value, input.clone());
                return Ok(Typed::Int(Int { kind, span }));
            }
            Some(input) => return Err(no_value(name, input.kind, span)),
            None => {}
        }
        if self.numbers.contains_key(name) {
            return Err(RuleError::new(Kind::Type, format!("{name} is a game, not a value"), span)
                .help("positions stand behind -> alone"));
        }
        let near: Vec<&str> = scope
            .names()
            .chain(self.constants.keys().copied())
            .chain(self.inputs.keys().copied())
            .collect();
        let known: Vec<&str> = scope.names().take(8).collect();
        let otherwise = if known.is_empty() {
            "nothing has a name here but constants".to_owned()
        } else {
            format!("known here: {}", known.join(", "))
        };
        Err(self.unknown(span, "value", &near, &otherwise))
    }

    fn comparison(
        &mut self,
        first: &Expr,
        rest: &[(Comparison, Expr)],
        span: Span,
        scope: &mut Scope<'a>,
    ) -> Checked<Bool> {
        let head = self.expr(first, scope)?;
        let head = match (head, rest) {
            (Typed::Int(head), _) => head,
            (other, [(op @ (Comparison::Eq | Comparison::Ne), right)]) => {
                let right_span = right.span;
                let right = self.expr(right, scope)?;
                let same = match (other, right) {
                    (Typed::Mask(a), b) => {
                        let b = self.as_mask(b, a.shape, right_span)?;
                        a.equal(b, span).kind
                    }
                    (Typed::Bool(a), Typed::Bool(b)) => BoolKind::Same(Box::new(a), Box::new(b)),
                    (Typed::Array(a), Typed::Array(b)) if a.len == b.len => {
                        BoolKind::SameArray(Box::new(a), Box::new(b))
                    }
                    (a, b) => return Err(mismatch(&a.ty().describe(), b.ty(), right_span)),
                };
                let same = Bool { kind: same, span };
                return Ok(match op {
                    Comparison::Eq => same,
                    _ => Bool { kind: BoolKind::Not(Box::new(same)), span },
                });
            }
            (other, _) => return Err(mismatch("a number", other.ty(), first.span)),
        };
        let mut compared = Vec::with_capacity(rest.len());
        for (op, expr) in rest {
            compared.push((*op, self.number(expr, scope)?));
        }
        let mut left = head.constant();
        let mut all = Some(true);
        for (op, right) in &compared {
            all = match (left, right.constant(), all) {
                (Some(a), Some(b), Some(all)) => Some(all && number::compare(*op, a, b)),
                _ => None,
            };
            left = right.constant();
        }
        let kind = match all {
            Some(value) => BoolKind::Const(value),
            None => BoolKind::Compare(Box::new(head), compared),
        };
        Ok(Bool { kind, span })
    }

    fn choice(&self, condition: Bool, then: Typed, otherwise: Typed, span: Span) -> Checked<Typed> {
        let constant = condition.constant();
        let condition = Box::new(condition);
        Ok(match (then, otherwise) {
            (Typed::Int(a), Typed::Int(b)) => Typed::Int(match constant {
                Some(true) => a,
                Some(false) => b,
                None => Int { kind: IntKind::If(condition, Box::new(a), Box::new(b)), span },
            }),
            (Typed::Bool(a), Typed::Bool(b)) => Typed::Bool(match constant {
                Some(true) => a,
                Some(false) => b,
                None => Bool { kind: BoolKind::If(condition, Box::new(a), Box::new(b)), span },
            }),
            (Typed::Array(a), Typed::Array(b)) if a.len == b.len => Typed::Array(match constant {
                Some(true) => a,
                Some(false) => b,
                None => {
                    let len = a.len;
                    Array { kind: ArrayKind::If(condition, Box::new(a), Box::new(b)), len, span }
                }
            }),
            (a, b) => {
                let message = format!("this is {} or {}", a.ty().describe(), b.ty().describe());
                return Err(RuleError::new(Kind::Type, message, span)
                    .help("both sides of else must be of one type"));
            }
        })
    }

    fn call(
        &mut self,
        name: Span,
        args: &[Expr],
        span: Span,
        scope: &mut Scope<'a>,
    ) -> Checked<Typed> {
        let text = self.text(name);
        let int = |kind| Ok(Typed::Int(Int { kind, span }));
        if let [of] = args
            && let Some(value) = self.measured(text, of, span, scope)?
        {
            return Ok(Typed::Int(value));
        }
        if let Some(&(_, function)) = BoolFn::ALL.iter().find(|(known, _)| *known == text) {
            let [arg] = args else { return Err(arguments(text, "one argument", args, span)) };
            let arg = self.number(arg, scope)?;
            let kind = match arg.constant() {
                Some(n) => BoolKind::Const(number::test(function, n)),
                None => BoolKind::Call(function, Box::new(arg)),
            };
            return Ok(Typed::Bool(Bool { kind, span }));
        }
        if let Some(&(_, function)) = IntFn::ALL.iter().find(|(known, _)| *known == text) {
            let (least, most) = function.arity();
            let single = args.len() == 1 && matches!(function, IntFn::Min | IntFn::Max);
            let square = args.len() == 3 && function == IntFn::Bit;
            if !single && !square && !(least..=most).contains(&args.len()) {
                return Err(arguments(text, &wanted(function), args, span));
            }
            let mut typed = Vec::with_capacity(args.len());
            for arg in args {
                typed.push((self.expr(arg, scope)?, arg.span));
            }
            if let Some((Typed::Mask(_), _)) = typed.first() {
                return self.board_call(text, typed, span, scope);
            }
            if square {
                return Err(arguments(text, &wanted(function), args, span));
            }
            let args: Vec<Int> = match (single, typed.pop()) {
                (true, Some((Typed::Array(array), _))) => {
                    let of = if function == IntFn::Min { Fold::Min } else { Fold::Max };
                    return int(IntKind::Fold(of, Box::new(array)));
                }
                (true, _) => return Err(arguments(text, &wanted(function), args, span)),
                (false, last) => typed
                    .into_iter()
                    .chain(last)
                    .map(|(arg, at)| match arg {
                        Typed::Int(value) => Ok(value),
                        other => Err(mismatch("a number", other.ty(), at)),
                    })
                    .collect::<Checked<_>>()?,
            };
            let constants: Option<Vec<i64>> = args.iter().map(Int::constant).collect();
            return int(match constants {
                Some(constants) => {
                    IntKind::Const(self.fold(number::call(function, &constants), span)?)
                }
                None => IntKind::Call(function, args),
            });
        }
        if FUNCTIONS.contains(&text) && !args.is_empty() {
            let mut typed = Vec::with_capacity(args.len());
            for arg in args {
                typed.push((self.expr(arg, scope)?, arg.span));
            }
            // Games may be called so too, but are no values.
            let game = self.numbers.contains_key(text);
            if !game || matches!(typed.first(), Some((Typed::Mask(_), _))) {
                return self.board_call(text, typed, span, scope);
            }
        }
        match (text, args) {
            ("sort", [arg]) => {
                let array = self.array(arg, scope)?;
                let len = array.len;
                Ok(Typed::Array(Array { kind: ArrayKind::Sort(Box::new(array)), len, span }))
            }
            ("len", [arg]) => match self.expr(arg, scope)? {
                Typed::Array(array) => int(IntKind::Const(array.len as i64)),
                Typed::Mask(mask) => int(IntKind::Const(mask.shape.squares() as i64)),
                other => Err(mismatch("an array", other.ty(), arg.span)),
            },
            ("sum", [arg]) => int(IntKind::Fold(Fold::Sum, Box::new(self.array(arg, scope)?))),
            ("ones", _) => Err(RuleError::new(Kind::Type, "ones is not a value", span)
                .help("it stands behind 'in': for i in ones(m); popcount(m) counts them")),
            ("divisors" | "digits" | "primes", _) => {
                Err(RuleError::new(Kind::Type, format!("{text} is not a value"), span)
                    .help("it stands behind 'in': for d in divisors(n), digits(n), primes(2..=n)"))
            }
            _ if OTHER_FUNCTIONS.contains(&text) => {
                Err(arguments(text, "one argument", args, span))
            }
            _ if self.numbers.contains_key(text) => {
                Err(RuleError::new(Kind::Type, format!("{text} is a game, not a value"), span)
                    .help("positions stand behind -> alone"))
            }
            _ if scope.find(text).is_some() => {
                Err(RuleError::new(Kind::Type, format!("{text} is not a function"), span)
                    .help("a product is written with *; elements of an array as x[i]"))
            }
            _ => {
                let near: Vec<&str> = IntFn::ALL
                    .iter()
                    .map(|(name, _)| *name)
                    .chain(BoolFn::ALL.iter().map(|(name, _)| *name))
                    .chain(OTHER_FUNCTIONS)
                    .chain(FUNCTIONS)
                    .collect();
                let otherwise = match self.text(name) {
                    "floor" => "/ rounds down: floor(n/2) is n / 2".to_owned(),
                    "ceil" => "/ rounds down: ceil(n/2) is (n + 1) / 2".to_owned(),
                    _ => format!("functions: {}", near.join(", ")),
                };
                Err(self.unknown(name, "function", &near, &otherwise))
            }
        }
    }
}

/// A constant array that is as short as arrays in positions are.
fn constant_array(name: &str, numbers: &Numbers, span: Span) -> Checked<Typed> {
    let len = numbers.len();
    if numbers.kind() == InputKind::Rows || !(1..=MAX_WIDTH).contains(&len) {
        return Err(no_value(name, numbers.kind(), span));
    }
    let item = |&value| Int { kind: IntKind::Const(value), span };
    let kind = ArrayKind::List(numbers.items().iter().map(item).collect());
    Ok(Typed::Array(Array { kind, len, span }))
}

fn no_value(name: &str, kind: InputKind, span: Span) -> RuleError {
    let help = match kind {
        InputKind::Rows => format!("write {name}[i][j], len({name}[i]), or for x in {name}[i]"),
        _ => format!("write {name}[i], len({name}), x in {name}, or for x in {name}"),
    };
    RuleError::new(Kind::Type, format!("{name} is {}", kind.describe()), span).help(help)
}

/// How many arguments a function takes.
fn wanted(function: IntFn) -> String {
    match function.arity() {
        (_, most) if matches!(function, IntFn::Min | IntFn::Max) => {
            format!("2 to {most} arguments, or one array")
        }
        (1, 1) => "one argument".to_owned(),
        (2, 2) => "two arguments".to_owned(),
        (least, most) => format!("{least} to {most} arguments"),
    }
}

fn arguments(name: &str, wanted: &str, args: &[Expr], span: Span) -> RuleError {
    RuleError::new(Kind::Type, format!("{name} takes {wanted}, not {}", args.len()), span)
        .help("the grammar reference lists all functions")
}

pub(super) fn mismatch(wanted: &str, found: Type, span: Span) -> RuleError {
    let message = format!("this is {}, where {wanted} is expected", found.describe());
    let error = RuleError::new(Kind::Type, message, span);
    match (wanted, found) {
        ("a condition", Type::Int) => error.help("compare it with something: … != 0"),
        ("a number", Type::Bool) => error.help("write: if c then 1 else 0"),
        ("an array", Type::Int) => error.help("a head gives an array its length: S(x[3])"),
        ("a number", Type::Mask(_)) => {
            error.help("a square is b[i,j], a bit m[i]; popcount(b) counts the squares with a 1")
        }
        (wanted, Type::Int)
            if wanted.starts_with("a board of") || wanted.starts_with("a set of") =>
        {
            error
                .help("a constant stands for a board with its bits; a square is set as b[i,j := 1]")
        }
        ("a board", _) => error.help("a head says what is a board: b: board[4,6], m: bits[100]"),
        ("a number", Type::Array(_)) => error.help("choose an element x[i], or sum(x)"),
        _ => error,
    }
}
