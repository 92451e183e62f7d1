//! Boards and sets of bits: squares, functions, and what has to be done before a statement for them.

use super::expr::{Typed, mismatch};
use super::mask::{Mask, flip, shift, transpose};
use super::near::{Near, Tables};
use super::scope::{Scope, Type};
use super::square::Square;
use super::writer::Writer;
use super::{Checked, Checker};
use crate::error::{Kind, RuleError};
use crate::shape::{Shape, WORD_SQUARES};
use crate::tree::{Expr, UpdateText};
use crate::typed::{
    Array, ArrayKind, Block, Bool, BoolKind, Comparison, Int, IntBinary, IntFn, IntKind, MAX_SET,
    Stmt,
};
use grundy::syntax::Span;

impl<'a> Checker<'a> {
    /// Runs `work`, and puts what has to be done before into `block`.
    pub(super) fn hoisted<T>(
        &mut self,
        block: &mut Block,
        work: impl FnOnce(&mut Self) -> Checked<T>,
    ) -> Checked<T> {
        let outer = self.before.replace(Vec::new());
        let result = work(self);
        let own = std::mem::replace(&mut self.before, outer);
        block.extend(own.unwrap_or_default());
        result
    }

    /// Runs `work` where nothing can be done before.
    pub(super) fn in_place<T>(&mut self, work: impl FnOnce(&mut Self) -> Checked<T>) -> Checked<T> {
        let outer = self.before.take();
        let result = work(self);
        self.before = outer;
        result
    }

    /// An expression that is a board.
    pub(super) fn board_of(&mut self, expr: &Expr, scope: &mut Scope<'a>) -> Checked<Mask> {
        match self.expr(expr, scope)? {
            Typed::Mask(mask) => Ok(mask),
            other => Err(mismatch("a board", other.ty(), expr.span)),
        }
    }

    /// A value as a board of this shape: a constant number has its bits.
    pub(super) fn as_mask(&self, value: Typed, shape: Shape, span: Span) -> Checked<Mask> {
        match value {
            Typed::Mask(mask) if mask.shape == shape => Ok(mask),
            Typed::Int(Int { kind: IntKind::Const(bits), .. })
                if bits >= 0 && bits & !shape.full(0) == 0 =>
            {
                let ones = (0..WORD_SQUARES).filter(|i| bits >> i & 1 == 1);
                Ok(Mask::ones(shape, ones, span))
            }
            Typed::Int(Int { kind: IntKind::Const(bits), .. }) => {
                let message = format!("{bits} has bits outside of {}", shape.describe());
                Err(RuleError::new(Kind::Size, message, span)
                    .help(format!("square i is bit i, from 0 to {}", shape.squares() - 1)))
            }
            other => Err(mismatch(&Type::Mask(shape).describe(), other.ty(), span)),
        }
    }

    /// Copies of an expression count as if they were written.
    fn count_copies(&mut self, mask: &Mask, times: usize) -> Checked<()> {
        let words = mask.words.iter().map(size);
        self.count_nodes(words.sum::<usize>().saturating_mul(times), mask.span)
    }

    /// One of two boards; the condition is asked for every word.
    pub(super) fn board_choice(
        &mut self,
        condition: &Bool,
        then: Mask,
        otherwise: Mask,
        span: Span,
    ) -> Checked<Mask> {
        let words = then.shape.words();
        self.count_nodes(size_of_bool(condition).saturating_mul(words), span)?;
        Ok(Mask::choice(condition, then, otherwise, span))
    }

    /// The same board as a variable, where one can be made, so that it is worked out once.
    fn bound(&mut self, mask: Mask, scope: &mut Scope<'a>) -> Checked<Mask> {
        if mask.is_simple() {
            return Ok(mask);
        }
        if self.before.is_none() {
            self.count_copies(&mask, mask.words.len() + 1)?;
            return Ok(mask);
        }
        self.new_variable(mask, scope)
    }

    fn new_variable(&mut self, mask: Mask, scope: &mut Scope<'a>) -> Checked<Mask> {
        let (shape, span) = (mask.shape, mask.span);
        let slot = scope.hidden_of("mask", span, Type::Mask(shape))?;
        if let Some(before) = &mut self.before {
            before.push(mask.set(slot));
        }
        Ok(Mask::variable(shape, slot, span))
    }

    /// What stands in brackets behind a board.
    pub(super) fn square(
        &mut self,
        shape: Shape,
        index: &[&Expr],
        span: Span,
        scope: &mut Scope<'a>,
    ) -> Checked<Square> {
        let mut values = Vec::with_capacity(2);
        for index in index {
            values.push(self.number(index, scope)?);
        }
        self.square_at(shape, values, span, scope)
    }

    /// A square by its numbers.
    fn square_at(
        &mut self,
        shape: Shape,
        values: Vec<Int>,
        span: Span,
        scope: &Scope<'a>,
    ) -> Checked<Square> {
        let zero = Int { kind: IntKind::Const(0), span };
        let mut values = values.into_iter();
        let (row, column) = match (shape, values.next(), values.next()) {
            (Shape::Bits(_), Some(column), None) => (zero, column),
            (Shape::Board { .. }, Some(row), Some(column)) => (row, column),
            (Shape::Bits(_), ..) => {
                let message = "a bit has one number";
                return Err(RuleError::new(Kind::Type, message, span).help("write m[i]"));
            }
            (Shape::Board { .. }, ..) => {
                let message = "a square has two numbers, its row and its column";
                return Err(RuleError::new(Kind::Type, message, span).help("write b[i,j]"));
            }
        };
        self.count_nodes((size(&row) + size(&column)).saturating_mul(shape.words()), span)?;
        Ok(Square::new(shape, row, column, scope, Writer { span }))
    }

    /// `b[i,j]`, `m[i]`: 1 or 0, and 0 outside.
    pub(super) fn test(&mut self, mask: Mask, square: &Square, span: Span) -> Checked<Int> {
        const SQUARES: i64 = WORD_SQUARES as i64;
        let w = Writer { span };
        let shape = mask.shape;
        let Some(known) = square.known(shape) else {
            let number = square.number();
            let bit = match mask.words.len() {
                1 => {
                    let mut words = mask.words;
                    let word = words.pop().unwrap_or(w.int(0));
                    w.call(IntFn::Bit, vec![word, number])
                }
                _ => {
                    let index = w.binary(IntBinary::Div, number.clone(), w.int(SQUARES));
                    let word = w.kind(IntKind::Get(Box::new(mask.array()), Box::new(index)));
                    let at = w.binary(IntBinary::Rem, number, w.int(SQUARES));
                    w.call(IntFn::Bit, vec![word, at])
                }
            };
            return Ok(match square.guard_of_test(shape, w) {
                None => bit,
                Some(guard) => w.choice(guard, bit, w.int(0)),
            });
        };
        let Some(known) = known else { return Ok(w.int(0)) };
        let word = mask.words.into_iter().nth(known / WORD_SQUARES).unwrap_or(w.int(0));
        let at = w.int((known % WORD_SQUARES) as i64);
        Ok(match word.constant() {
            Some(word) => w.int(word >> (known % WORD_SQUARES) & 1),
            None => w.call(IntFn::Bit, vec![word, at]),
        })
    }

    /// The board with these squares set; what is set outside is lost.
    pub(super) fn with_squares(
        &mut self,
        mask: Mask,
        updates: &[(Vec<&Expr>, &Expr)],
        span: Span,
        scope: &mut Scope<'a>,
    ) -> Checked<Mask> {
        let w = Writer { span };
        let mut mask = mask;
        for (index, value) in updates {
            let at = index.first().zip(index.last());
            let at = at.map_or(span, |(a, b)| Span::new(a.span.start, b.span.end));
            let square = self.square(mask.shape, index, at, scope)?;
            let value = self.number(value, scope)?;
            let own = self.single(mask.shape, square, span)?;
            mask = match value.constant() {
                Some(0) => mask.without(own, span),
                Some(1) => mask.join(IntBinary::Or, own, span),
                Some(other) => {
                    let message = format!("a square is 0 or 1, not {other}");
                    return Err(RuleError::new(Kind::Type, message, value.span)
                        .help("a board of numbers is an array: x[24]"));
                }
                None => {
                    let some = w.compare(value, Comparison::Ne, w.int(0));
                    let none = Mask::ones(mask.shape, [], span);
                    self.count_copies(&own, 1)?;
                    let set = self.board_choice(&some, own.clone(), none, span)?;
                    mask.without(own, span).join(IntBinary::Or, set, span)
                }
            };
        }
        Ok(mask)
    }

    /// `b[i,j := 1, …]`
    pub(super) fn updated(
        &mut self,
        mask: Mask,
        updates: &[UpdateText],
        span: Span,
        scope: &mut Scope<'a>,
    ) -> Checked<Typed> {
        let updates: Vec<(Vec<&Expr>, &Expr)> =
            updates.iter().map(|update| (update.index.iter().collect(), &update.value)).collect();
        self.with_squares(mask, &updates, span, scope).map(Typed::Mask)
    }

    /// The board with a 1 on a square alone, or none if it is outside.
    fn single(&mut self, shape: Shape, square: Square, span: Span) -> Checked<Mask> {
        let w = Writer { span };
        if let Some(known) = square.known(shape) {
            return Ok(Mask::ones(shape, known, span));
        }
        if shape.words() > 1 {
            return self.near(Near::Own, shape, square, span);
        }
        let one = w.binary(IntBinary::Shl, w.int(1), square.number());
        let word = match square.guard(shape, w) {
            None => one,
            Some(guard) => w.choice(guard, one, w.int(0)),
        };
        Ok(Mask { shape, words: vec![word], span })
    }

    /// The squares near a square.
    fn near(&mut self, near: Near, shape: Shape, square: Square, span: Span) -> Checked<Mask> {
        if !self.tables.contains_key(&(near, shape)) {
            let len = Tables::len(shape);
            match self.set_room.checked_sub(len) {
                Some(room) => self.set_room = room,
                None => {
                    let message = "the tables of this board are too large";
                    return Err(RuleError::new(Kind::Size, message, span).help(format!(
                        "all sets, arrays and tables together hold up to {MAX_SET} numbers"
                    )));
                }
            }
        }
        let tables = self.tables.entry((near, shape)).or_insert_with(|| Tables::new(near, shape));
        let inside = square.inside(shape);
        let words = tables.look(Writer { span }, square.row, square.column, inside);
        Ok(Mask { shape, words, span })
    }

    /// An operator between boards.
    pub(super) fn board_binary(
        &mut self,
        op: IntBinary,
        a: (Typed, Span),
        b: (Typed, Span),
        span: Span,
        scope: &mut Scope<'a>,
    ) -> Checked<Typed> {
        let shape = match (&a.0, &b.0) {
            (Typed::Mask(mask), _) | (_, Typed::Mask(mask)) => mask.shape,
            _ => return Err(mismatch("a board", a.0.ty(), a.1)),
        };
        if let IntBinary::Shl | IntBinary::Shr = op {
            let Typed::Mask(mask) = a.0 else { return Err(mismatch("a number", b.0.ty(), b.1)) };
            let Shape::Bits(count) = shape else {
                return Err(RuleError::new(Kind::Type, "a board moves by rows and columns", span)
                    .help("write shift(b, 1, 0) for a row down, shift(b, 0, -1) to the left"));
            };
            let by = match b.0 {
                Typed::Int(by) => by.constant(),
                _ => None,
            };
            let Some(by) = by.filter(|by| *by >= 0) else {
                return Err(RuleError::new(Kind::Type, "bits move by a constant", b.1)
                    .help("write m << 1; single bits are set as m[i := 1]"));
            };
            let by = by.min(count as i64) * if op == IntBinary::Shl { 1 } else { -1 };
            let mask = self.bound(mask, scope)?;
            return Ok(Typed::Mask(mask.moved(&shift(shape, 0, by), span)));
        }
        let (a, b) = (self.as_mask(a.0, shape, a.1)?, self.as_mask(b.0, shape, b.1)?);
        Ok(Typed::Mask(match op {
            IntBinary::And | IntBinary::Or | IntBinary::Xor => a.join(op, b, span),
            IntBinary::Sub => a.without(b, span),
            _ => {
                return Err(RuleError::new(Kind::Type, "boards are no numbers", span).help(
                    "boards have & | ^ ~, and a - b for the squares of a that are not of b",
                ));
            }
        }))
    }

    /// A function of a board; the arguments are as many as it takes.
    pub(super) fn board_call(
        &mut self,
        name: &str,
        args: Vec<(Typed, Span)>,
        span: Span,
        scope: &mut Scope<'a>,
    ) -> Checked<Typed> {
        let w = Writer { span };
        let mut args = args.into_iter();
        let mask = match args.next() {
            Some((Typed::Mask(mask), _)) => mask,
            Some((other, at)) => return Err(mismatch("a board", other.ty(), at)),
            None => return Err(takes(name, "a board", span)),
        };
        let shape = mask.shape;
        let mut rest = Vec::new();
        for (arg, at) in args {
            match arg {
                Typed::Int(value) => rest.push(value),
                other => return Err(mismatch("a number", other.ty(), at)),
            }
        }
        let (rows, columns) = shape.sides();
        let count = rest.len();
        let place = match shape {
            Shape::Bits(_) => 1,
            Shape::Board { .. } => 2,
        };
        let needs = match name {
            "inside" | "neighbours" | "neighbours8" | "knights" | "diagonals" => place,
            "row" | "column" | "prev0" | "next0" => 1,
            "bit" => place,
            "shift" => 2,
            _ => 0,
        };
        if count != needs {
            let what = match needs {
                0 => "a board alone",
                1 => "a board and a number",
                _ => "a board and two numbers",
            };
            return Err(takes(name, what, span));
        }
        let int = |value: usize| Ok(Typed::Int(w.int(value as i64)));
        match (name, Near::of(name)) {
            ("rows", _) => int(rows),
            ("columns", _) => int(columns),
            ("squares" | "len", _) => int(shape.squares()),
            ("popcount", _) => Ok(Typed::Int(mask.popcount())),
            ("top" | "low" | "prev0" | "next0", _) if place == 2 => {
                Err(RuleError::new(Kind::Type, format!("{name} is told of bits"), span)
                    .help("squares are gone through: for i, j in ones(b)"))
            }
            ("top" | "low", _) => {
                let mask = self.bound(mask, scope)?;
                let function = if name == "top" { IntFn::Top } else { IntFn::Low };
                Ok(Typed::Int(mask.outermost(function)))
            }
            ("prev0" | "next0", _) => {
                let mask = self.bound(mask, scope)?;
                let function = if name == "prev0" { IntFn::Prev0 } else { IntFn::Next0 };
                let from = rest.pop().unwrap_or(w.int(0));
                self.count_nodes(size(&from).saturating_mul(2 * shape.words()), span)?;
                Ok(Typed::Int(mask.nearest0(function, from)))
            }
            ("bit", _) => {
                let square = self.square_at(shape, rest, span, scope)?;
                self.test(mask, &square, span).map(Typed::Int)
            }
            ("inside", _) => {
                let square = self.square_at(shape, rest, span, scope)?;
                let known = square.known(shape).map(|known| known.is_some());
                let guard = square.guard(shape, w);
                let sure = Bool { kind: BoolKind::Const(known.unwrap_or(true)), span };
                Ok(Typed::Bool(match known {
                    Some(_) => sure,
                    None => guard.unwrap_or(sure),
                }))
            }
            ("shift", _) => {
                let by: Option<Vec<i64>> = rest.iter().map(Int::constant).collect();
                let Some([down, right]) = by.as_deref() else {
                    return Err(RuleError::new(Kind::Type, "a board moves by constants", span)
                        .help("write shift(b, 1, 0) for a row down, shift(b, 0, -1) to the left"));
                };
                let mask = self.bound(mask, scope)?;
                Ok(Typed::Mask(mask.moved(&shift(shape, *down, *right), span)))
            }
            ("canonical", _) => self.canonical(mask, span, scope).map(Typed::Mask),
            ("row" | "column", Some(near)) => {
                if place == 1 {
                    return Err(RuleError::new(Kind::Type, "bits have no rows", span)
                        .help("a board is written b: board[4,6]"));
                }
                let zero = w.int(0);
                let mut at = rest;
                at.insert(if name == "row" { 1 } else { 0 }, zero);
                let square = self.square_at(shape, at, span, scope)?;
                self.near(near, shape, square, span).map(Typed::Mask)
            }
            (_, Some(near)) => {
                let square = self.square_at(shape, rest, span, scope)?;
                self.near(near, shape, square, span).map(Typed::Mask)
            }
            _ => Err(takes(name, "a number", span)),
        }
    }

    /// The least of the boards that rotations and reflections make.
    fn canonical(&mut self, mask: Mask, span: Span, scope: &mut Scope<'a>) -> Checked<Mask> {
        if self.before.is_none() {
            return Err(RuleError::new(
                Kind::Type,
                "this is worked out before a move or a let",
                span,
            )
            .help("give it a name in front: let c = canonical(b)"));
        }
        let shape = mask.shape;
        let (rows, columns) = shape.sides();
        let mut all = vec![self.bound(mask, scope)?];
        if rows == columns && rows > 1 {
            let turned = all[0].clone().moved(&transpose(rows), span);
            all.push(self.new_variable(turned, scope)?);
        }
        for across in [true, false] {
            let steps = flip(shape, across);
            if steps.is_empty() {
                continue;
            }
            for i in 0..all.len() {
                let mut turned = all[i].clone();
                for step in &steps {
                    turned = self.new_variable(turned.moved(step, span), scope)?;
                }
                all.push(turned);
            }
        }
        if shape.words() == 1 {
            let words: Vec<Int> = all.into_iter().flat_map(|mask| mask.words).collect();
            let w = Writer { span };
            let least = if words.len() == 1 { words } else { vec![w.call(IntFn::Min, words)] };
            return self.new_variable(Mask { shape, words: least, span }, scope);
        }
        let mut all = all.into_iter();
        let Some(mut least) = all.next() else {
            return Ok(Mask::ones(shape, [], span));
        };
        for mask in all {
            let len = shape.words();
            let less = Box::new(mask.clone().less(least.clone()));
            let kind = ArrayKind::If(less, Box::new(mask.array()), Box::new(least.array()));
            let value = Array { kind, len, span };
            let slot = scope.hidden_of("mask", span, Type::Mask(shape))?;
            if let Some(before) = &mut self.before {
                before.push(Stmt::SetArray { slot, value });
            }
            least = Mask::variable(shape, slot, span);
        }
        Ok(least)
    }
}

fn takes(name: &str, what: &str, span: Span) -> RuleError {
    RuleError::new(Kind::Type, format!("{name} takes {what}"), span)
        .help("the grammar reference lists all functions")
}

/// How many expressions there are in one.
fn size(value: &Int) -> usize {
    1 + match &value.kind {
        IntKind::Const(_) | IntKind::Var(_) | IntKind::Told(..) => 0,
        IntKind::Unary(_, a) | IntKind::RowLen(_, a) => size(a),
        IntKind::Binary(_, a, b) => size(a) + size(b),
        IntKind::Call(_, args) => args.iter().map(size).sum(),
        IntKind::If(condition, a, b) => size_of_bool(condition) + size(a) + size(b),
        IntKind::Get(array, index) => size_of_array(array) + size(index),
        IntKind::Fold(_, array) => size_of_array(array),
        IntKind::Lookup(_, row, index) => row.as_deref().map_or(0, size) + size(index),
    }
}

fn size_of_bool(value: &Bool) -> usize {
    1 + match &value.kind {
        BoolKind::Const(_) | BoolKind::Var(_) => 0,
        BoolKind::Not(a) => size_of_bool(a),
        BoolKind::And(a, b) | BoolKind::Or(a, b) | BoolKind::Same(a, b) => {
            size_of_bool(a) + size_of_bool(b)
        }
        BoolKind::Compare(a, rest) => size(a) + rest.iter().map(|(_, b)| size(b)).sum::<usize>(),
        BoolKind::In(a, _) | BoolKind::InInput(a, _) | BoolKind::Call(_, a) => size(a),
        BoolKind::SameArray(a, b) => size_of_array(a) + size_of_array(b),
        BoolKind::If(a, b, c) => size_of_bool(a) + size_of_bool(b) + size_of_bool(c),
    }
}

fn size_of_array(value: &Array) -> usize {
    1 + match &value.kind {
        ArrayKind::Var(_) => 0,
        ArrayKind::List(items) => items.iter().map(size).sum(),
        ArrayKind::Update(of, updates) => {
            size_of_array(of) + updates.iter().map(|(a, b)| size(a) + size(b)).sum::<usize>()
        }
        ArrayKind::Sort(of) => size_of_array(of),
        ArrayKind::If(condition, a, b) => {
            size_of_bool(condition) + size_of_array(a) + size_of_array(b)
        }
    }
}
