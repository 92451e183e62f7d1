//! From the typed tree to operations: moves whose number of parts differs from state to state.

use super::emit::TooLarge;
use super::ir::{Alu, Cmp, Op, Reg};
use super::lower::{Lowering, Pass};
use super::range::Range;
use crate::typed::{Gather, Part};

impl<'p> Lowering<'p> {
    pub(super) fn gather(&mut self, gather: &'p Gather) -> Result<(), TooLarge> {
        let known = self.emit.knowledge();
        let skip = self.emit.label();
        let zero = self.emit.constant(0);
        if gather.drop {
            // Nothing of a move that is dropped may be asked for.
            let out = self.flag()?;
            self.pass(Pass::Check { out }, gather)?;
            self.emit.jump_if(Cmp::Ne, out, zero, skip);
        }
        let (sum, dead) = (self.flag()?, self.flag()?);
        self.emit.know(sum, Range::ALL);
        self.pass(Pass::Look { sum, dead }, gather)?;
        self.emit.jump_if(Cmp::Ne, dead, zero, skip);
        self.emit.op(Op::Stamp { a: sum });
        self.emit.bind(skip);
        self.emit.restore(known);
        Ok(())
    }

    /// A register that is 0 now and may become 1.
    fn flag(&mut self) -> Result<Reg, TooLarge> {
        let (flag, zero) = (self.emit.alloc(1)?, self.emit.constant(0));
        self.emit.copy(flag, zero);
        self.emit.know(flag, Range::BOOL);
        Ok(flag)
    }

    fn pass(&mut self, pass: Pass, gather: &'p Gather) -> Result<(), TooLarge> {
        let known = self.emit.knowledge();
        let outer = self.pass.replace(pass);
        self.block(&gather.parts)?;
        self.pass = outer;
        self.emit.restore(known);
        Ok(())
    }

    pub(super) fn part(&mut self, part: &'p Part) -> Result<(), TooLarge> {
        let Some(pass) = self.pass else { return Err(TooLarge) };
        let Part { copies, term } = part;
        let known = self.emit.knowledge();
        let next = self.emit.label();
        let (zero, one) = (self.emit.constant(0), self.emit.constant(1));
        let mut count = None;
        if let Some(copies) = copies {
            let copies = self.emit.int(copies)?;
            if self.emit.known(copies).lo < 0 {
                let fault = self.emit.fault();
                self.emit.jump_if(Cmp::Lt, copies, zero, fault);
            }
            self.emit.jump_if(Cmp::Eq, copies, zero, next);
            count = Some(copies);
        }
        let at = self.term(term)?;
        match pass {
            Pass::Check { out } => {
                // Terms are evaluated all the same: one that has no value is a fault.
                self.emit.jump_if(Cmp::Ne, out, zero, next);
                let (outside, fine) = (self.emit.label(), self.emit.label());
                let before = self.emit.knowledge();
                self.check(term.family, at, outside)?;
                self.emit.op(Op::Jump { to: fine });
                self.emit.bind(outside);
                self.emit.restore(before);
                self.emit.op(Op::Copy { to: out, from: one });
                self.emit.bind(fine);
            }
            Pass::Look { sum, dead } => {
                let fault = self.emit.fault();
                self.check(term.family, at, fault)?;
                let slow = self.emit.label();
                let value = self.emit.alloc(1)?;
                self.look(term.family, at, value, slow, fault, 1)?;
                if let Some(count) = count {
                    // Two equal parts cancel.
                    let odd = self.emit.alloc(1)?;
                    self.emit.alu(Alu::And, odd, count, one);
                    self.emit.jump_if(Cmp::Eq, odd, zero, next);
                }
                self.emit.alu(Alu::Xor, sum, sum, value);
                self.emit.op(Op::Jump { to: next });
                self.emit.bind(slow);
                self.emit.op(Op::Copy { to: dead, from: one });
            }
        }
        self.emit.bind(next);
        self.emit.restore(known);
        Ok(())
    }
}
