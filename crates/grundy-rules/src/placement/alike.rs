//! Whether two pieces of rules are the same, but for where they are written and which words their variables
//! have.

use crate::input::Table;
use crate::typed::{
    Arg, Array, ArrayKind, Bool, BoolKind, Gather, Int, IntKind, Iter, Part, Slot, Stmt, Term,
};
use hashbrown::HashMap;

/// Two pieces of rules that are compared.
#[derive(Debug)]
pub(super) struct Alike {
    /// The families that the first and the second one speak of.
    families: [usize; 2],
    /// The words of variables: those of the first by those of the second, and the other way.
    words: HashMap<Slot, Slot>,
    back: HashMap<Slot, Slot>,
}

impl Alike {
    /// Of these families; both have their parameter in the first words.
    pub fn new(families: [usize; 2], width: usize) -> Self {
        let own = || (0..width as Slot).map(|slot| (slot, slot)).collect();
        Self { families, words: own(), back: own() }
    }

    /// Whether variables of so many words may be the same one.
    pub fn slots(&mut self, a: Slot, b: Slot, len: usize) -> bool {
        (0..len as Slot).all(|i| {
            *self.words.entry(a + i).or_insert(b + i) == b + i
                && *self.back.entry(b + i).or_insert(a + i) == a + i
        })
    }

    pub fn blocks(&mut self, a: &[Stmt], b: &[Stmt]) -> bool {
        a.len() == b.len() && a.iter().zip(b).all(|(a, b)| self.statements(a, b))
    }

    pub fn statements(&mut self, a: &Stmt, b: &Stmt) -> bool {
        match (a, b) {
            (
                Stmt::For { slot: s, iter: i, body: x, .. },
                Stmt::For { slot: t, iter: j, body: y, .. },
            ) => self.iters(i, j) && self.slots(*s, *t, 1) && self.blocks(x, y),
            (
                Stmt::While { condition: c, body: x, .. },
                Stmt::While { condition: d, body: y, .. },
            ) => self.bools(c, d) && self.blocks(x, y),
            (
                Stmt::If { condition: c, then: x, otherwise: v },
                Stmt::If { condition: d, then: y, otherwise: w },
            ) => self.bools(c, d) && self.blocks(x, y) && self.blocks(v, w),
            (Stmt::SetInt { slot: s, value: x }, Stmt::SetInt { slot: t, value: y }) => {
                self.ints(x, y) && self.slots(*s, *t, 1)
            }
            (Stmt::SetBool { slot: s, value: x }, Stmt::SetBool { slot: t, value: y }) => {
                self.bools(x, y) && self.slots(*s, *t, 1)
            }
            (Stmt::SetArray { slot: s, value: x }, Stmt::SetArray { slot: t, value: y }) => {
                self.arrays(x, y) && self.slots(*s, *t, x.len)
            }
            (Stmt::Part(x), Stmt::Part(y)) => self.parts(x, y),
            (Stmt::Gather(x), Stmt::Gather(y)) => self.gathers(x, y),
            (Stmt::Become(x), Stmt::Become(y)) => self.terms(x, y),
            // Nothing that is compared has other statements.
            _ => false,
        }
    }

    fn gathers(&mut self, a: &Gather, b: &Gather) -> bool {
        a.drop == b.drop && self.blocks(&a.parts, &b.parts)
    }

    fn parts(&mut self, a: &Part, b: &Part) -> bool {
        let copies = match (&a.copies, &b.copies) {
            (None, None) => true,
            (Some(a), Some(b)) => self.ints(a, b),
            _ => false,
        };
        copies && self.terms(&a.term, &b.term)
    }

    fn terms(&mut self, a: &Term, b: &Term) -> bool {
        [a.family, b.family] == self.families
            && a.entailed == b.entailed
            && a.args.len() == b.args.len()
            && a.args.iter().zip(&b.args).all(|args| match args {
                (Arg::Int(a), Arg::Int(b)) => self.ints(a, b),
                (Arg::Array(a), Arg::Array(b)) => self.arrays(a, b),
                _ => false,
            })
    }

    fn iters(&mut self, a: &Iter, b: &Iter) -> bool {
        match (a, b) {
            (
                Iter::Range { from: a, to: b, inclusive: c, step: d },
                Iter::Range { from: e, to: f, inclusive: g, step: h },
            ) => {
                let steps = match (d, h) {
                    (None, None) => true,
                    (Some(d), Some(h)) => self.ints(d, h),
                    _ => false,
                };
                steps && c == g && self.ints(a, e) && self.ints(b, f)
            }
            (Iter::Set(a), Iter::Set(b)) => a == b,
            (Iter::Ones(a), Iter::Ones(b)) => self.ints(a, b),
            _ => false,
        }
    }

    fn all_ints(&mut self, a: &[Int], b: &[Int]) -> bool {
        a.len() == b.len() && a.iter().zip(b).all(|(a, b)| self.ints(a, b))
    }

    fn ints(&mut self, a: &Int, b: &Int) -> bool {
        match (&a.kind, &b.kind) {
            (IntKind::Const(a), IntKind::Const(b)) => a == b,
            (IntKind::Var(a), IntKind::Var(b)) => self.slots(*a, *b, 1),
            (IntKind::Unary(f, a), IntKind::Unary(g, b)) => f == g && self.ints(a, b),
            (IntKind::Binary(f, a, b), IntKind::Binary(g, c, d)) => {
                f == g && self.ints(a, c) && self.ints(b, d)
            }
            (IntKind::Call(f, a), IntKind::Call(g, b)) => f == g && self.all_ints(a, b),
            (IntKind::If(a, b, c), IntKind::If(d, e, f)) => {
                self.bools(a, d) && self.ints(b, e) && self.ints(c, f)
            }
            (IntKind::Get(a, b), IntKind::Get(c, d)) => self.arrays(a, c) && self.ints(b, d),
            (
                IntKind::Lookup(Table::Known(a), None, b),
                IntKind::Lookup(Table::Known(c), None, d),
            ) => a == c && self.ints(b, d),
            _ => false,
        }
    }

    fn bools(&mut self, a: &Bool, b: &Bool) -> bool {
        match (&a.kind, &b.kind) {
            (BoolKind::Const(a), BoolKind::Const(b)) => a == b,
            (BoolKind::Var(a), BoolKind::Var(b)) => self.slots(*a, *b, 1),
            (BoolKind::Not(a), BoolKind::Not(b)) => self.bools(a, b),
            (BoolKind::And(a, b), BoolKind::And(c, d))
            | (BoolKind::Or(a, b), BoolKind::Or(c, d)) => self.bools(a, c) && self.bools(b, d),
            (BoolKind::Compare(a, x), BoolKind::Compare(b, y)) => {
                x.len() == y.len()
                    && self.ints(a, b)
                    && x.iter().zip(y).all(|((f, a), (g, b))| f == g && self.ints(a, b))
            }
            (BoolKind::SameArray(a, b), BoolKind::SameArray(c, d)) => {
                self.arrays(a, c) && self.arrays(b, d)
            }
            _ => false,
        }
    }

    fn arrays(&mut self, a: &Array, b: &Array) -> bool {
        let same = match (&a.kind, &b.kind) {
            (ArrayKind::Var(s), ArrayKind::Var(t)) => a.len == b.len && self.slots(*s, *t, a.len),
            (ArrayKind::List(a), ArrayKind::List(b)) => self.all_ints(a, b),
            (ArrayKind::If(a, b, c), ArrayKind::If(d, e, f)) => {
                self.bools(a, d) && self.arrays(b, e) && self.arrays(c, f)
            }
            _ => false,
        };
        same && a.len == b.len
    }
}
