//! Writes loops.

use super::emit::TooLarge;
use super::ir::{Alu, Cmp, Function, Op};
use super::lower::Lowering;
use super::range::Range;
use crate::input::Table;
use crate::typed::{Block, Iter};

impl<'p> Lowering<'p> {
    pub(super) fn for_loop(
        &mut self,
        slot: u32,
        iter: &'p Iter,
        body: &'p Block,
    ) -> Result<(), TooLarge> {
        let i = self.emit.slot(slot);
        let (again, end) = (self.emit.label(), self.emit.label());
        match iter {
            Iter::Set(set) => {
                if set.is_empty() {
                    return Ok(());
                }
                let index = self.emit.alloc(1)?;
                let (zero, one) = (self.emit.constant(0), self.emit.constant(1));
                let last = self.emit.constant(set.len() as i64 - 1);
                self.emit.copy(index, zero);
                self.forget(body);
                let charge = self.emit.charge(last);
                self.emit.step();
                self.emit.bind(again);
                let known = self.emit.knowledge();
                self.emit.item(i, set, index, Range::new(set[0], set[set.len() - 1]));
                self.block(body)?;
                self.emit.jump_if(Cmp::Eq, index, last, end);
                self.emit.add(index, index, one);
                self.emit.op(Op::Jump { to: again });
                self.emit.charged(charge);
                self.emit.bind(end);
                self.emit.restore(known);
            }
            Iter::Items(table, row) => {
                let Table::Known(numbers) = table else { return Err(TooLarge) };
                let (index, last) = (self.emit.alloc(1)?, self.emit.alloc(1)?);
                let more = self.emit.alloc(1)?;
                let one = self.emit.constant(1);
                match row {
                    None => {
                        let (first, end) = (0, numbers.items().len() as i64);
                        let (first, end) = (self.emit.constant(first), self.emit.constant(end));
                        self.emit.copy(index, first);
                        self.emit.copy(last, end);
                    }
                    Some(row) => {
                        let row = self.emit.row(numbers, row)?;
                        self.emit.copy(index, row.start);
                        self.emit.copy(last, row.end);
                    }
                }
                self.emit.jump_if(Cmp::Ge, index, last, end);
                self.emit.alu(Alu::Sub, last, last, one);
                self.emit.alu(Alu::Sub, more, last, index);
                self.forget(body);
                let charge = self.emit.charge(more);
                self.emit.step();
                self.emit.bind(again);
                let known = self.emit.knowledge();
                let (least, most) = numbers.bounds();
                self.emit.item(i, numbers.items(), index, Range::new(least, most));
                self.block(body)?;
                self.emit.jump_if(Cmp::Eq, index, last, end);
                self.emit.add(index, index, one);
                self.emit.op(Op::Jump { to: again });
                self.emit.charged(charge);
                self.emit.bind(end);
                self.emit.restore(known);
            }
            Iter::Ones(of) => {
                let (left, less) = (self.emit.alloc(1)?, self.emit.alloc(1)?);
                let zero = self.emit.constant(0);
                let one = self.emit.constant(1);
                self.emit.int_into(of, left)?;
                let bits = self.emit.known(left);
                self.emit.jump_if(Cmp::Eq, left, zero, end);
                // The last turn takes no step more than the count of ones.
                self.emit.function(Function::Popcount, true, less, left, left);
                self.forget(body);
                let charge = self.emit.charge(less);
                self.emit.step();
                self.emit.bind(again);
                let known = self.emit.knowledge();
                self.emit.function(Function::Low, true, i, left, left);
                let top = if bits.lo < 0 { 63 } else { 63 - i64::from(bits.hi.leading_zeros()) };
                self.emit.know(i, Range::new(0, top.max(0)));
                self.block(body)?;
                self.emit.alu(Alu::Sub, less, left, one);
                self.emit.alu(Alu::And, left, left, less);
                self.emit.jump_if(Cmp::Ne, left, zero, again);
                self.emit.charged(charge);
                self.emit.bind(end);
                self.emit.restore(known);
            }
            Iter::Range { from, to, inclusive, step } => {
                let last = self.emit.alloc(1)?;
                let first = self.emit.alloc(1)?;
                self.emit.int_into(from, first)?;
                self.emit.int_into(to, last)?;
                let (low, mut high) = (self.emit.known(first), self.emit.known(last));
                let one = self.emit.constant(1);
                let mut by = None;
                if let Some(step) = step {
                    let reg = self.emit.int(step)?;
                    if self.emit.known(reg).lo < 1 {
                        let fault = self.emit.fault();
                        self.emit.jump_if(Cmp::Lt, reg, one, fault);
                    }
                    if self.emit.known(reg).constant() != Some(1) {
                        by = Some(reg);
                    }
                }
                if *inclusive {
                    self.emit.jump_if(Cmp::Gt, first, last, end);
                } else {
                    self.emit.jump_if(Cmp::Ge, first, last, end);
                    self.emit.alu(Alu::Sub, last, last, one);
                    high = Range::new(high.lo, high.hi.saturating_sub(1)).with(high.below.plus(-1));
                }
                let more = self.emit.alloc(1)?;
                self.emit.alu(Alu::Sub, more, last, first);
                if let Some(by) = by {
                    self.emit.alu(Alu::DivU, more, more, by);
                }
                self.forget(body);
                let charge = self.emit.charge(more);
                self.emit.step();
                self.emit.copy(i, first);
                self.emit.bind(again);
                let known = self.emit.knowledge();
                let below = if low.lo >= 0 { high.below.between() } else { high.below.smaller() };
                let below = below.at_least(low.lo);
                let turn = if low.lo <= high.hi { Range::new(low.lo, high.hi) } else { Range::ALL };
                let turn = turn.with(below);
                self.emit.know(i, turn);
                self.block(body)?;
                if let Some(by) = by {
                    self.emit.alu(Alu::Sub, more, last, i);
                    self.emit.jump_if(Cmp::LtU, more, by, end);
                    self.emit.add(i, i, by);
                    self.emit.op(Op::Jump { to: again });
                } else if high.hi == i64::MAX {
                    // The sum would wrap after the greatest number of all.
                    self.emit.jump_if(Cmp::Eq, i, last, end);
                    self.emit.add(i, i, one);
                    self.emit.op(Op::Jump { to: again });
                } else {
                    self.emit.add(i, i, one);
                    self.emit.jump_if(Cmp::Le, i, last, again);
                }
                self.emit.charged(charge);
                self.emit.bind(end);
                self.emit.restore(known);
            }
        }
        // The loop may not have run at all.
        self.emit.know(i, Range::ALL);
        Ok(())
    }
}
