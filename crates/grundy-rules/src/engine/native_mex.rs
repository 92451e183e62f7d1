//! Stamps of values and their mex in machine code.

use super::dense::{IS_LOONY, ON_PATH};
use super::frame::Frame;
use super::ir::{Alu, Cmp, LOONY, Op, Status};
use super::native::{Asked, Shape, Translator, greatest, trusted};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I8, I16, I32, I64};
use cranelift_codegen::ir::{InstBuilder, Value};
use std::mem::offset_of;

/// Values below this are bits of a word.
const BITS: i64 = 64;

impl Translator<'_, '_> {
    /// A value is among the options.
    pub(super) fn stamp(&mut self, value: Value) {
        let Some(bits) = self.bits else {
            self.stamp_memory(value);
            return;
        };
        let small = self.compare_to(Cmp::LtU, value, BITS);
        let (near, far, after) = (self.fresh(), self.cold(), self.fresh());
        self.b.ins().brif(small, near, &[], far, &[]);
        self.b.seal_block(near);
        self.b.seal_block(far);
        self.b.switch_to_block(near);
        self.stamp_bit(bits, value);
        self.b.ins().jump(after, &[]);
        self.b.switch_to_block(far);
        self.stamp_memory(value);
        self.b.ins().jump(after, &[]);
        self.b.switch_to_block(after);
        self.b.seal_block(after);
    }

    fn stamp_bit(&mut self, bits: cranelift_frontend::Variable, value: Value) {
        let (one, old) = (self.number(1), self.b.use_var(bits));
        let bit = self.b.ins().ishl(one, value);
        let new = self.b.ins().bor(old, bit);
        self.b.def_var(bits, new);
    }

    fn stamp_memory(&mut self, value: Value) {
        // Values of small cells are below the least room there is.
        let small = matches!(self.shape, Shape::Dense(dense) if dense.cells.width() <= 2);
        if !small {
            let room = self.load_frame(offset_of!(Frame, room));
            let full = self.compare(Cmp::GeU, value, room);
            let (out, next) = (self.cold(), self.fresh());
            self.b.ins().brif(full, out, &[], next, &[]);
            self.b.seal_block(out);
            self.b.seal_block(next);
            self.b.switch_to_block(out);
            self.store_frame(offset_of!(Frame, value), value);
            self.end(Status::Room);
            self.b.switch_to_block(next);
        }
        let seen = self.b.use_var(self.fixed[1]);
        let epoch = self.b.use_var(self.fixed[2]);
        let at = self.address(seen, value, 2);
        self.b.ins().istore32(trusted(), epoch, at, 0);
    }

    /// How many operations from this one on look values up, add them and stamp the sum, and
    /// nothing else, where all can be done at once.
    pub(super) fn fusible(&self, ops: &[Op], at: usize) -> Option<usize> {
        self.bits?;
        let mut end = at + 1;
        let Op::Look { to: sum, .. } = ops[at] else { return None };
        while let [Op::Look { to: value, .. }, Op::Alu { op: Alu::Xor, to, a, b }, ..] = ops[end..]
        {
            if to != sum || a != sum || b != value || value == sum {
                return None;
            }
            end += 2;
        }
        let alone = self.blocks[at + 1..=end].iter().all(Option::is_none);
        (ops[end] == Op::Stamp { a: sum } && alone).then_some(end + 1 - at)
    }

    /// Such operations. Where all values are small there is one check for all of them.
    pub(super) fn fused(&mut self, ops: &[Op]) {
        let (Some(bits), Shape::Dense(dense)) = (self.bits, self.shape) else { return };
        let mut all: Option<(Value, Value)> = None;
        for op in ops {
            if let Op::Look { family, at, slow, outside, under, ask, .. } = *op {
                let coords = self.coordinates(family, at);
                let (slow, outside) = (self.label(slow), self.label(outside));
                let too_large = ask.then_some(slow);
                let asked = Asked { family, coords: &coords, under, outside, too_large };
                let (cell, _) = self.cell(dense, &asked);
                all = Some(match all {
                    None => (cell, cell),
                    Some((sum, any)) => (self.b.ins().bxor(sum, cell), self.b.ins().bor(any, cell)),
                });
            }
        }
        let Some((sum, any)) = all else { return };
        let near = self.fresh();
        let small = self.compare_to(Cmp::LtU, any, BITS);
        let asks = ops.iter().any(|op| matches!(op, Op::Look { ask: true, .. }));
        if self.row.is_some() && !self.wins && !asks {
            self.b.ins().brif(small, near, &[], self.fault, &[]);
            self.b.seal_block(near);
            self.b.switch_to_block(near);
            self.stamp_bit(bits, sum);
            return;
        }
        let (far, after) = (self.cold(), self.fresh());
        self.b.ins().brif(small, near, &[], far, &[]);
        self.b.seal_block(near);
        self.b.seal_block(far);
        self.b.switch_to_block(near);
        self.stamp_bit(bits, sum);
        self.b.ins().jump(after, &[]);
        self.b.switch_to_block(far);
        let seldom = std::mem::replace(&mut self.seldom, true);
        for op in ops {
            self.op(op);
        }
        self.seldom = seldom;
        self.b.ins().jump(after, &[]);
        self.b.switch_to_block(after);
        self.b.seal_block(after);
    }

    /// Ends with the least value that was not stamped.
    pub(super) fn mex(&mut self) {
        let head = self.b.create_block();
        let done = self.b.create_block();
        let next = self.b.append_block_param(head, I64);
        let mex = self.b.append_block_param(done, I64);
        let mut from = 0;
        if let Some(bits) = self.bits {
            from = BITS;
            let bits = self.b.use_var(bits);
            let free = self.b.ins().bnot(bits);
            let full = self.compare_to(Cmp::Eq, free, 0);
            let (far, near) = (self.cold(), self.fresh());
            self.b.ins().brif(full, far, &[], near, &[]);
            self.b.switch_to_block(near);
            let least = self.b.ins().ctz(free);
            self.b.ins().jump(done, &[least.into()]);
            self.b.switch_to_block(far);
            if self.row.is_some() {
                self.b.ins().jump(self.fault, &[]);
                self.b.switch_to_block(done);
                self.told(mex);
                return;
            }
        }
        let from = self.number(from);
        self.b.ins().jump(head, &[from.into()]);
        self.b.switch_to_block(head);
        if self.bits.is_some() {
            self.b.set_cold_block(head);
        }
        let seen = self.b.use_var(self.fixed[1]);
        let epoch = self.b.use_var(self.fixed[2]);
        let at = self.address(seen, next, 2);
        let stamp = self.b.ins().uload32(trusted(), at, 0);
        let one = self.number(1);
        let after = self.b.ins().iadd(next, one);
        let stamped = self.compare(Cmp::Eq, stamp, epoch);
        self.b.ins().brif(stamped, head, &[after.into()], done, &[next.into()]);
        self.b.switch_to_block(done);
        self.told(mex);
    }

    /// Ends with a mex, or says that the state is loony.
    fn told(&mut self, mex: Value) {
        let mut value = mex;
        if self.wins {
            let loony = self.b.use_var(self.loony);
            let code = self.number(LOONY.into());
            value = self.b.ins().select(loony, code, mex);
        }
        self.answer(value);
    }

    /// Ends with a value, or goes on with the next state of the row.
    pub(super) fn answer(&mut self, value: Value) {
        let (Some(row), Shape::Dense(dense)) = (self.row, self.shape) else {
            self.store_frame(offset_of!(Frame, value), value);
            self.end(Status::Done);
            return;
        };
        let width = dense.cells.width();
        let max = greatest(width);
        let end = if self.bits.is_some() { BITS } else { (max - ON_PATH).into() };
        let mut cell = value;
        if self.wins {
            let is = self.compare_to(Cmp::Eq, value, LOONY.into());
            let code = self.number((max - IS_LOONY).into());
            let large = self.compare_to(Cmp::GeU, value, end);
            let no = self.b.ins().icmp_imm_u(IntCC::Equal, is, 0);
            let bad = self.b.ins().band(large, no);
            self.leave_if(bad, self.fault);
            cell = self.b.ins().select(is, code, value);
        } else {
            let large = self.compare_to(Cmp::GeU, value, end);
            self.leave_if(large, self.fault);
        }
        match width {
            1 => self.b.ins().istore8(trusted(), cell, row.cell, 0),
            2 => self.b.ins().istore16(trusted(), cell, row.cell, 0),
            _ => self.b.ins().istore32(trusted(), cell, row.cell, 0),
        };
        let fuel = self.b.use_var(self.fuel);
        self.b.ins().jump(row.next, &[row.epoch.into(), fuel.into()]);
    }

    /// A cell of so many bytes.
    pub(super) fn load_cell(&mut self, width: u64, at: Value) -> Value {
        match width {
            1 => self.load_narrow(I8, at, 0),
            2 => self.load_narrow(I16, at, 0),
            _ => self.load_narrow(I32, at, 0),
        }
    }
}
