//! Boards as words of bits: what every operation on them is in numbers.

use super::writer::Writer;
use crate::shape::{Shape, WORD_SQUARES};
use crate::typed::{
    Arg, Array, ArrayKind, Bool, BoolKind, Comparison, Int, IntBinary, IntFn, IntKind, Slot, Stmt,
};
use grundy::syntax::Span;

/// The words of a board or a set of bits; none has a bit outside of the squares.
#[derive(Clone, Debug)]
pub(super) struct Mask {
    pub shape: Shape,
    pub words: Vec<Int>,
    pub span: Span,
}

/// Squares that move together: how far up in the order of squares, and which.
pub(super) type Shift = (i64, Vec<usize>);

impl Mask {
    /// A variable.
    pub fn variable(shape: Shape, slot: Slot, span: Span) -> Self {
        let len = shape.words();
        let word = |word| {
            let kind = match len {
                1 => IntKind::Var(slot),
                _ => {
                    let all = Array { kind: ArrayKind::Var(slot), len, span };
                    let index = Int { kind: IntKind::Const(word as i64), span };
                    IntKind::Get(Box::new(all), Box::new(index))
                }
            };
            Int { kind, span }
        };
        Self { shape, words: (0..len).map(word).collect(), span }
    }

    /// A 1 on each of these squares.
    pub fn ones(shape: Shape, squares: impl IntoIterator<Item = usize>, span: Span) -> Self {
        let int = |value| Int { kind: IntKind::Const(value), span };
        Self { shape, words: shape.mask(squares).into_iter().map(int).collect(), span }
    }

    fn writer(&self) -> Writer {
        Writer { span: self.span }
    }

    /// The slot of the variable that it is, if it is one of several words.
    fn slot(&self) -> Option<Slot> {
        let mut found = None;
        for (i, word) in self.words.iter().enumerate() {
            let IntKind::Get(all, index) = &word.kind else { return None };
            let ArrayKind::Var(slot) = all.kind else { return None };
            let same = found.is_none_or(|found| found == slot);
            if index.constant() != Some(i as i64) || all.len != self.words.len() || !same {
                return None;
            }
            found = Some(slot);
        }
        found
    }

    /// Whether its words are variables or constants, so that nothing is worked out twice.
    pub fn is_simple(&self) -> bool {
        self.slot().is_some()
            || self
                .words
                .iter()
                .all(|word| matches!(word.kind, IntKind::Var(_) | IntKind::Const(_)))
    }

    /// All words as an array.
    pub fn array(self) -> Array {
        let (len, span) = (self.words.len(), self.span);
        let kind = match self.slot() {
            Some(slot) => ArrayKind::Var(slot),
            None => ArrayKind::List(self.words),
        };
        Array { kind, len, span }
    }

    /// As the value of a parameter.
    pub fn arg(mut self) -> Arg {
        match (self.words.len(), self.words.pop()) {
            (1, Some(word)) => Arg::Int(word),
            (_, last) => {
                self.words.extend(last);
                Arg::Array(self.array())
            }
        }
    }

    /// Sets a variable.
    pub fn set(self, slot: Slot) -> Stmt {
        match self.arg() {
            Arg::Int(value) => Stmt::SetInt { slot, value },
            Arg::Array(value) => Stmt::SetArray { slot, value },
        }
    }

    /// Word by word.
    fn each(self, other: Self, span: Span, join: impl Fn(Writer, Int, Int) -> Int) -> Self {
        let w = Writer { span };
        let words = self.words.into_iter().zip(other.words).map(|(a, b)| join(w, a, b)).collect();
        Self { shape: self.shape, words, span }
    }

    /// `&`, `|`, `^`
    pub fn join(self, op: IntBinary, other: Self, span: Span) -> Self {
        self.each(other, span, |w, a, b| w.bits(op, a, b))
    }

    /// The squares of this one that are not of the other.
    pub fn without(self, other: Self, span: Span) -> Self {
        self.each(other, span, |w, a, b| w.bits(IntBinary::And, a, w.not(b)))
    }

    /// All other squares.
    pub fn complement(mut self, span: Span) -> Self {
        let w = Writer { span };
        for (i, word) in self.words.iter_mut().enumerate() {
            let full = w.int(self.shape.full(i));
            let old = std::mem::replace(word, w.int(0));
            *word = w.bits(IntBinary::Xor, old, full);
        }
        self.span = span;
        self
    }

    /// One of two.
    pub fn choice(condition: &Bool, then: Self, otherwise: Self, span: Span) -> Self {
        then.each(otherwise, span, |w, a, b| w.choice(condition.clone(), a, b))
    }

    /// Whether two are the same.
    pub fn equal(self, other: Self, span: Span) -> Bool {
        let w = Writer { span };
        let words = self.words.into_iter().zip(other.words);
        let same = words.map(|(a, b)| match (a.constant(), b.constant()) {
            (Some(a), Some(b)) => Bool { kind: BoolKind::Const(a == b), span },
            _ => w.compare(a, Comparison::Eq, b),
        });
        same.reduce(|a, b| w.both(a, b)).unwrap_or(Bool { kind: BoolKind::Const(true), span })
    }

    /// Whether there is a 1.
    pub fn not_empty(self) -> Bool {
        let span = self.span;
        let none = Self::ones(self.shape, [], span);
        let w = Writer { span };
        let words = self.words.into_iter().zip(none.words);
        let some = words.map(|(a, b)| w.compare(a, Comparison::Ne, b));
        some.reduce(|a, b| w.either(a, b)).unwrap_or(Bool { kind: BoolKind::Const(false), span })
    }

    /// Whether it comes before another, as a number.
    pub fn less(self, other: Self) -> Bool {
        let span = self.span;
        let w = Writer { span };
        let mut less: Option<Bool> = None;
        for (a, b) in self.words.into_iter().zip(other.words) {
            let here = w.compare(a.clone(), Comparison::Lt, b.clone());
            less = Some(match less {
                None => here,
                Some(below) => w.either(here, w.both(w.compare(a, Comparison::Eq, b), below)),
            });
        }
        less.unwrap_or(Bool { kind: BoolKind::Const(false), span })
    }

    /// How many squares have a 1.
    pub fn popcount(self) -> Int {
        let w = self.writer();
        let counts = self.words.into_iter().map(|word| w.call(IntFn::Popcount, vec![word]));
        counts.reduce(|a, b| w.binary(IntBinary::Add, a, b)).unwrap_or(w.int(0))
    }

    /// The last or the first square with a 1, -1 if there is none.
    pub fn outermost(self, function: IntFn) -> Int {
        let w = self.writer();
        let mut words: Vec<(usize, Int)> = self.words.into_iter().enumerate().collect();
        if function == IntFn::Low {
            words.reverse();
        }
        let found = words.into_iter().map(|(i, word)| {
            let own = w.call(function, vec![word.clone()]);
            (word, w.bits(IntBinary::Add, own, w.int((i * WORD_SQUARES) as i64)))
        });
        let mut result = None;
        for (word, own) in found {
            result = Some(match result {
                None if self.shape.words() == 1 => own,
                before => {
                    let some = w.compare(word, Comparison::Ne, w.int(0));
                    w.choice(some, own, before.unwrap_or(w.int(-1)))
                }
            });
        }
        result.unwrap_or(w.int(-1))
    }

    /// The nearest square below or above one that has a 0, -1 if there is none.
    pub fn nearest0(self, function: IntFn, from: Int) -> Int {
        let w = self.writer();
        let shape = self.shape;
        let mut words: Vec<(usize, Int)> = self.words.into_iter().enumerate().collect();
        if function == IntFn::Next0 {
            words.reverse();
        }
        let mut result = None;
        for (i, word) in words {
            let base = (i * WORD_SQUARES) as i64;
            let outside = w.int(!shape.full(i));
            let (word, most) = match function {
                IntFn::Next0 => (w.bits(IntBinary::Or, word, outside), 63),
                _ => (word, shape.squares_of(i) as i64),
            };
            // First kept near the squares, so that nothing leaves 64 bits.
            let near = w.within(from.clone(), -1, shape.squares() as i64);
            let at = w.within(w.bits(IntBinary::Sub, near, w.int(base)), -1, most);
            let own = w.call(function, vec![word, at]);
            result = Some(match result {
                None if shape.words() == 1 => own,
                before => {
                    let some = w.compare(own.clone(), Comparison::Ge, w.int(0));
                    let place = w.bits(IntBinary::Add, own, w.int(base));
                    w.choice(some, place, before.unwrap_or(w.int(-1)))
                }
            });
        }
        result.unwrap_or(w.int(-1))
    }

    /// Moves squares; those that are not named vanish.
    pub fn moved(self, shifts: &[Shift], span: Span) -> Self {
        let mut sum: Option<Self> = None;
        for (by, squares) in shifts {
            let own = Self::ones(self.shape, squares.iter().copied(), span);
            let moved = self.clone().join(IntBinary::And, own, span).shifted(*by, span);
            sum = Some(match sum {
                None => moved,
                Some(sum) => sum.join(IntBinary::Or, moved, span),
            });
        }
        sum.unwrap_or(Self::ones(self.shape, [], span))
    }

    /// Every 1 so many squares up; all stay inside.
    fn shifted(self, by: i64, span: Span) -> Self {
        const SQUARES: i64 = WORD_SQUARES as i64;
        let w = Writer { span };
        let (whole, rest) = (by.div_euclid(SQUARES), by.rem_euclid(SQUARES));
        if self.words.len() == 1 {
            let Some(word) = self.words.into_iter().next() else {
                return Self::ones(self.shape, [], span);
            };
            let op = if by < 0 { IntBinary::Shr } else { IntBinary::Shl };
            let words = vec![w.bits(op, word, w.int(by.abs()))];
            return Self { shape: self.shape, words, span };
        }
        let from = |word: i64| usize::try_from(word).ok().and_then(|i| self.words.get(i)).cloned();
        let words = (0..self.words.len() as i64).map(|to| {
            let low = from(to - whole).map(|word| {
                let kept = w.int(i64::MAX >> rest);
                w.bits(IntBinary::Shl, w.bits(IntBinary::And, word, kept), w.int(rest))
            });
            let high = from(to - whole - 1)
                .filter(|_| rest > 0)
                .map(|word| w.bits(IntBinary::Shr, word, w.int(SQUARES - rest)));
            match (low, high) {
                (Some(low), Some(high)) => w.bits(IntBinary::Or, low, high),
                (low, high) => low.or(high).unwrap_or(w.int(0)),
            }
        });
        Self { shape: self.shape, words: words.collect(), span }
    }

    /// Its ones on squares below a number.
    pub fn below(mut self, end: Int) -> Self {
        let w = self.writer();
        const SQUARES: i64 = WORD_SQUARES as i64;
        for (i, word) in self.words.iter_mut().enumerate() {
            let base = w.int(i as i64 * SQUARES);
            let count = w.within(w.bits(IntBinary::Sub, end.clone(), base), 0, SQUARES);
            let missing = w.binary(IntBinary::Sub, w.int(SQUARES), count);
            let kept = w.binary(IntBinary::Shr, w.int(i64::MAX), missing);
            let old = std::mem::replace(word, w.int(0));
            *word = w.bits(IntBinary::And, old, kept);
        }
        self
    }

    /// The first of its ones alone.
    pub fn first(self, span: Span) -> Self {
        let w = Writer { span };
        let mut before: Option<Bool> = None;
        let mut words = Vec::with_capacity(self.words.len());
        for word in self.words {
            let negative =
                w.kind(IntKind::Unary(crate::typed::IntUnary::Neg, Box::new(word.clone())));
            let own = w.binary(IntBinary::And, word.clone(), negative);
            words.push(match before.clone() {
                None => own,
                Some(before) => w.choice(before, w.int(0), own),
            });
            let here = w.compare(word, Comparison::Ne, w.int(0));
            before = Some(match before {
                None => here,
                Some(before) => w.either(before, here),
            });
        }
        Self { shape: self.shape, words, span }
    }
}

/// How everything moves by so many rows and columns; what leaves the board vanishes.
pub(super) fn shift(shape: Shape, rows: i64, columns: i64) -> Vec<Shift> {
    let (height, width) = shape.sides();
    let inside = |place: usize, by: i64, count: usize| {
        i64::try_from(place)
            .ok()
            .and_then(|place| place.checked_add(by))
            .is_some_and(|to| (0..count as i64).contains(&to))
    };
    let squares = (0..shape.squares())
        .filter(|i| inside(i / width, rows, height) && inside(i % width, columns, width));
    let squares: Vec<usize> = squares.collect();
    match squares.is_empty() {
        true => Vec::new(),
        false => vec![(rows * width as i64 + columns, squares)],
    }
}

/// The steps that turn rows or columns around: halves change places, then halves of halves.
pub(super) fn flip(shape: Shape, columns: bool) -> Vec<Vec<Shift>> {
    let (height, width) = shape.sides();
    let (count, apart) = if columns { (width, 1) } else { (height, width) };
    let place = |square: usize| if columns { square % width } else { square / width };
    let mut steps = Vec::new();
    // Where the parts of rows begin that are turned around, and how long they are.
    let mut starts = vec![0];
    let mut len = count;
    while len > 1 {
        let (half, by) = (len / 2, len.div_ceil(2));
        let (mut up, mut down, mut stay) = (Vec::new(), Vec::new(), Vec::new());
        for square in 0..shape.squares() {
            let at = place(square);
            let part = starts.iter().find(|&&start| (start..start + len).contains(&at));
            match part.map(|start| at - start) {
                Some(at) if at < half => up.push(square),
                Some(at) if at >= by => down.push(square),
                _ => stay.push(square),
            }
        }
        let far = (by * apart) as i64;
        let all = [(far, up), (-far, down), (0, stay)];
        steps.push(all.into_iter().filter(|(_, squares)| !squares.is_empty()).collect());
        starts = starts.iter().flat_map(|start| [*start, start + by]).collect();
        len = half;
    }
    steps
}

/// How rows become columns on a board with as many of both.
pub(super) fn transpose(side: usize) -> Vec<Shift> {
    let far = (1 - side as i64)..side as i64;
    far.map(|by| {
        // From row r, column c to row c, column r: c - r rows down, as many columns to the left.
        let own = |i: &usize| (i % side) as i64 - (i / side) as i64 == by;
        (by * (side as i64 - 1), (0..side * side).filter(own).collect())
    })
    .collect()
}
