//! Expressions of the typed tree, written at one place of the rules.

use crate::number;
use crate::typed::{Bool, BoolKind, Comparison, Int, IntBinary, IntFn, IntKind, IntUnary, Slot};
use grundy::syntax::Span;

/// Writes expressions at one place.
#[derive(Clone, Copy)]
pub(super) struct Writer {
    pub span: Span,
}

impl Writer {
    pub fn kind(self, kind: IntKind) -> Int {
        Int { kind, span: self.span }
    }

    pub fn int(self, value: i64) -> Int {
        self.kind(IntKind::Const(value))
    }

    pub fn var(self, slot: Slot) -> Int {
        self.kind(IntKind::Var(slot))
    }

    pub fn binary(self, op: IntBinary, a: Int, b: Int) -> Int {
        self.kind(IntKind::Binary(op, Box::new(a), Box::new(b)))
    }

    pub fn call(self, function: IntFn, args: Vec<Int>) -> Int {
        self.kind(IntKind::Call(function, args))
    }

    pub fn choice(self, condition: Bool, a: Int, b: Int) -> Int {
        self.kind(IntKind::If(Box::new(condition), Box::new(a), Box::new(b)))
    }

    pub fn compare(self, a: Int, op: Comparison, b: Int) -> Bool {
        Bool { kind: BoolKind::Compare(Box::new(a), vec![(op, b)]), span: self.span }
    }

    pub fn both(self, a: Bool, b: Bool) -> Bool {
        Bool { kind: BoolKind::And(Box::new(a), Box::new(b)), span: self.span }
    }

    pub fn either(self, a: Bool, b: Bool) -> Bool {
        Bool { kind: BoolKind::Or(Box::new(a), Box::new(b)), span: self.span }
    }

    /// The same, worked out if both are constants; nothing in it can fail then.
    pub fn bits(self, op: IntBinary, a: Int, b: Int) -> Int {
        match (a.constant(), b.constant(), op) {
            (Some(0), _, IntBinary::And | IntBinary::Shl | IntBinary::Shr) => a,
            (Some(0), _, IntBinary::Or | IntBinary::Xor | IntBinary::Add) => b,
            (_, Some(0), IntBinary::And) => b,
            (
                _,
                Some(0),
                IntBinary::Or
                | IntBinary::Xor
                | IntBinary::Shl
                | IntBinary::Shr
                | IntBinary::Add
                | IntBinary::Sub,
            ) => a,
            (Some(x), Some(y), _) if let Ok(value) = number::binary(op, x, y) => self.int(value),
            _ => self.binary(op, a, b),
        }
    }

    pub fn not(self, a: Int) -> Int {
        match a.constant() {
            Some(value) => self.int(!value),
            None => self.kind(IntKind::Unary(IntUnary::Not, Box::new(a))),
        }
    }

    /// `value` from `least` to `most`, the nearest of them if it is outside.
    pub fn within(self, value: Int, least: i64, most: i64) -> Int {
        match value.constant() {
            Some(value) => self.int(value.clamp(least, most)),
            None => {
                let above = self.call(IntFn::Max, vec![value, self.int(least)]);
                self.call(IntFn::Min, vec![above, self.int(most)])
            }
        }
    }

    /// 0 <= value < count
    pub fn below(self, value: Int, count: i64) -> Bool {
        let all = vec![(Comparison::Le, value), (Comparison::Lt, self.int(count))];
        Bool { kind: BoolKind::Compare(Box::new(self.int(0)), all), span: self.span }
    }
}
