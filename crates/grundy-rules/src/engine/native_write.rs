//! States and options written down in machine code, as [`super::parts`] does it with the plain machine.

use super::frame::Frame;
use super::ir::{Cmp, Reg, Status};
use super::native::{Asked, Translator, trusted};
use super::parts::MAX_TERMS;
use cranelift_codegen::ir::{InstBuilder, Value};
use std::mem::offset_of;

impl Translator<'_, '_> {
    /// Writes a state down; what is told of the i-th one of an option is 2^i. One that may be outside
    /// of its domain is left to the second look.
    pub(super) fn look_written(&mut self, to: Reg, asked: &Asked<'_>) {
        let Asked { family, coords, under, outside, too_large } = *asked;
        if let Some(second) = too_large {
            self.b.ins().jump(second, &[]);
            // Nothing leads to what follows.
            let after = self.cold();
            self.b.switch_to_block(after);
            let zero = self.number(0);
            self.def(to, zero);
            return;
        }
        // A coordinate that is at most one of the state itself is known not to be negative.
        let proved = |i: usize| i < 7 && under >> (4 * i) & 15 > 0;
        let open = coords.iter().enumerate().filter(|&(i, _)| !proved(i));
        let open: Vec<_> = open.map(|(_, &coord)| coord).collect();
        if let Some(all) = open.into_iter().reduce(|a, b| self.b.ins().bor(a, b)) {
            let negative = self.compare_to(Cmp::Lt, all, 0);
            self.leave_if(negative, outside);
        }
        let len = self.load_frame(offset_of!(Frame, asked_len));
        let first = self.b.use_var(self.fixed[2]);
        let number = self.b.ins().isub(len, first);
        let crowded = self.compare_to(Cmp::GeU, number, MAX_TERMS.into());
        self.leave_if(crowded, self.fault);
        let room = self.load_frame(offset_of!(Frame, asked_room));
        self.room_for(len, room);
        let list = self.load_frame(offset_of!(Frame, asked));
        let at = self.address(list, len, 5);
        let family = self.number(family.into());
        for (i, &coord) in coords.iter().enumerate() {
            self.b.ins().store(trusted(), coord, at, i as i32 * 8);
        }
        self.b.ins().store(trusted(), family, at, 16);
        let one = self.number(1);
        let after = self.b.ins().iadd(len, one);
        self.store_frame(offset_of!(Frame, asked_len), after);
        let told = self.b.ins().ishl(one, number);
        self.def(to, told);
    }

    /// Writes an option down.
    pub(super) fn option_written(&mut self, sum: Value) {
        let len = self.load_frame(offset_of!(Frame, options_len));
        let room = self.load_frame(offset_of!(Frame, options_room));
        self.room_for(len, room);
        let list = self.load_frame(offset_of!(Frame, options));
        let at = self.address(list, len, 4);
        let end = self.load_frame(offset_of!(Frame, asked_len));
        self.b.ins().store(trusted(), end, at, 0);
        self.b.ins().store(trusted(), sum, at, 8);
        let one = self.number(1);
        let after = self.b.ins().iadd(len, one);
        self.store_frame(offset_of!(Frame, options_len), after);
        self.b.def_var(self.fixed[2], end);
    }

    /// Ends unless there is room for one more.
    fn room_for(&mut self, len: Value, room: Value) {
        let full = self.compare(Cmp::GeU, len, room);
        let (out, next) = (self.cold(), self.fresh());
        self.b.ins().brif(full, out, &[], next, &[]);
        self.b.seal_block(out);
        self.b.seal_block(next);
        self.b.switch_to_block(out);
        self.end(Status::Room);
        self.b.switch_to_block(next);
    }
}
