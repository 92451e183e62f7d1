//! Writes conditions, as jumps.

use super::emit::{Emitter, TooLarge};
use super::ir::{Cmp, Function, Op, Reg};
use super::range::Range;
use crate::typed::{Bool, BoolFn, BoolKind, Comparison, Int, IntKind};

impl Emitter {
    /// Evaluates a condition into a register, as 0 or 1.
    pub fn bool_into(&mut self, bool: &Bool, to: Reg) -> Result<(), TooLarge> {
        // The register may be read by the condition.
        let mark = self.mark();
        let temporary = self.alloc(1)?;
        let (no, end) = (self.label(), self.label());
        let before = self.knowledge();
        self.jump_bool(bool, false, no)?;
        let (zero, one) = (self.constant(0), self.constant(1));
        self.copy(temporary, one);
        self.op(Op::Jump { to: end });
        self.bind(no);
        self.copy(temporary, zero);
        self.bind(end);
        self.restore(before);
        self.copy(to, temporary);
        self.know(to, Range::BOOL);
        self.release(mark);
        Ok(())
    }

    /// Goes on at a label if the condition is as wanted; what follows knows that it is not.
    pub fn jump_bool(&mut self, bool: &Bool, wanted: bool, to: u32) -> Result<(), TooLarge> {
        let mark = self.mark();
        self.jumps(bool, wanted, to)?;
        self.release(mark);
        self.refine(bool, !wanted);
        Ok(())
    }

    pub(super) fn jumps(&mut self, bool: &Bool, wanted: bool, to: u32) -> Result<(), TooLarge> {
        let (zero, one) = (self.constant(0), self.constant(1));
        match &bool.kind {
            BoolKind::Const(value) => {
                if *value == wanted {
                    self.op(Op::Jump { to });
                }
            }
            BoolKind::Var(slot) => {
                let op = if wanted { Cmp::Ne } else { Cmp::Eq };
                self.jump_if(op, self.slot(*slot), zero, to);
            }
            BoolKind::Not(a) => self.jump_bool(a, !wanted, to)?,
            BoolKind::And(a, b) | BoolKind::Or(a, b) => {
                // The value that a alone decides.
                let decides = matches!(bool.kind, BoolKind::Or(..));
                if wanted == decides {
                    self.jump_bool(a, wanted, to)?;
                    self.jump_bool(b, wanted, to)?;
                } else {
                    let skip = self.label();
                    let before = self.knowledge();
                    self.jump_bool(a, decides, skip)?;
                    self.jump_bool(b, wanted, to)?;
                    self.bind(skip);
                    self.restore(before);
                }
            }
            BoolKind::Compare(first, rest) => {
                let skip = self.label();
                let mut left = self.int(first)?;
                let before = self.knowledge();
                for (i, (op, right)) in rest.iter().enumerate() {
                    let right = self.int(right)?;
                    let op = cmp(*op);
                    match (wanted, i + 1 == rest.len()) {
                        (false, _) => self.jump_if(op.negated(), left, right, to),
                        (true, true) => self.jump_if(op, left, right, to),
                        (true, false) => self.jump_if(op.negated(), left, right, skip),
                    }
                    left = right;
                }
                self.bind(skip);
                if wanted && rest.len() > 1 {
                    // What came later may not have been evaluated.
                    self.restore(before);
                }
            }
            BoolKind::In(value, set) => {
                let a = self.int(value)?;
                let is = self.alloc(1)?;
                let set = self.set(set);
                self.op(Op::Member { to: is, a, set });
                self.jump_if(Cmp::Eq, is, if wanted { one } else { zero }, to);
            }
            // Only programs without inputs come here.
            BoolKind::InInput(..) => return Err(TooLarge),
            BoolKind::Call(function, value) => {
                let a = self.int(value)?;
                let is = self.alloc(1)?;
                let function = match function {
                    BoolFn::IsPrime => Function::IsPrime,
                    BoolFn::IsSquare => Function::IsSquare,
                };
                self.function(function, true, is, a, a);
                self.jump_if(Cmp::Eq, is, if wanted { one } else { zero }, to);
            }
            BoolKind::Same(a, b) => {
                let (x, y) = (self.alloc(1)?, self.alloc(1)?);
                self.bool_into(a, x)?;
                self.bool_into(b, y)?;
                self.jump_if(if wanted { Cmp::Eq } else { Cmp::Ne }, x, y, to);
            }
            BoolKind::SameArray(a, b) => {
                let len = a.len as Reg;
                let (a, b) = (self.array(a)?, self.array(b)?);
                let skip = self.label();
                let differs = if wanted { skip } else { to };
                for i in 0..len {
                    self.jump_if(Cmp::Ne, a + i, b + i, differs);
                }
                if wanted {
                    self.op(Op::Jump { to });
                }
                self.bind(skip);
            }
            BoolKind::If(condition, then, otherwise) => {
                let (no, end) = (self.label(), self.label());
                let before = self.knowledge();
                self.jump_bool(condition, false, no)?;
                self.jump_bool(then, wanted, to)?;
                self.op(Op::Jump { to: end });
                self.bind(no);
                self.restore(before.clone());
                self.jump_bool(otherwise, wanted, to)?;
                self.bind(end);
                self.restore(before);
            }
        }
        Ok(())
    }

    /// What is known of variables once a condition holds, or does not.
    pub fn refine(&mut self, bool: &Bool, holds: bool) {
        match &bool.kind {
            BoolKind::Not(a) => self.refine(a, !holds),
            BoolKind::And(a, b) if holds => {
                self.refine(a, true);
                self.refine(b, true);
            }
            BoolKind::Or(a, b) if !holds => {
                self.refine(a, false);
                self.refine(b, false);
            }
            BoolKind::Compare(first, rest) if holds || rest.len() == 1 => {
                let mut left: &Int = first;
                for (op, right) in rest {
                    let op = if holds { cmp(*op) } else { cmp(*op).negated() };
                    self.bound(left, op, right);
                    left = right;
                }
            }
            _ => {}
        }
    }

    /// What a comparison that holds says of variables on its sides.
    pub(super) fn bound(&mut self, left: &Int, op: Cmp, right: &Int) {
        let reg = |this: &Self, int: &Int| match int.kind {
            IntKind::Var(slot) => Some(this.slot(slot)),
            _ => None,
        };
        let (a, b) = (reg(self, left), reg(self, right));
        let range = |this: &Self, int: &Int, reg: Option<Reg>| {
            let constant = int.constant().map_or(Range::ALL, Range::one);
            reg.map_or(constant, |reg| this.known(reg))
        };
        let (x, y) = (range(self, left, a), range(self, right, b));
        let (low, high) = (i64::MIN, i64::MAX);
        let (for_a, for_b) = match op {
            Cmp::Eq => ((y.lo, y.hi), (x.lo, x.hi)),
            Cmp::Lt => ((low, y.hi.saturating_sub(1)), (x.lo.saturating_add(1), high)),
            Cmp::Le => ((low, y.hi), (x.lo, high)),
            Cmp::Gt => ((y.lo.saturating_add(1), high), (low, x.hi.saturating_sub(1))),
            Cmp::Ge => ((y.lo, high), (low, x.hi)),
            Cmp::Ne | Cmp::LtU | Cmp::GeU => return,
        };
        let (p, q) = (x.below, y.below);
        let (p, q) = match op {
            Cmp::Eq => (p.both(q), q.both(p)),
            Cmp::Lt => (p.both(q.plus(-1).smaller()), q),
            Cmp::Le => (p.both(q.smaller()), q),
            Cmp::Gt => (p, q.both(p.plus(-1).smaller())),
            _ => (p, q.both(p.smaller())),
        };
        if let Some(a) = a {
            self.know(a, x.clip(for_a.0, for_a.1).with(p));
        }
        if let Some(b) = b {
            self.know(b, y.clip(for_b.0, for_b.1).with(q));
        }
    }
}

/// The same comparison.
fn cmp(op: Comparison) -> Cmp {
    match op {
        Comparison::Eq => Cmp::Eq,
        Comparison::Ne => Cmp::Ne,
        Comparison::Lt => Cmp::Lt,
        Comparison::Le => Cmp::Le,
        Comparison::Gt => Cmp::Gt,
        Comparison::Ge => Cmp::Ge,
    }
}
