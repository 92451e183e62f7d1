//! The look at the table in machine code.

use super::dense::{Dense, IS_LOONY, ON_PATH};
use super::frame::Frame;
use super::ir::{Cmp, Reg, Status};
use super::memo::{EMPTY, MULTIPLIER, Packed};
use super::native::{Asked, Shape, Translator, greatest, trusted};
use super::vm::MAX_MISSING_STATES;
use cranelift_codegen::ir::types::{I16, I32, I64};
use cranelift_codegen::ir::{Block, InstBuilder, Type, Value};
use std::mem::offset_of;

impl Translator<'_, '_> {
    /// What a coordinate of the state asked about is below.
    pub(super) fn limit(&self, coordinate: usize) -> u64 {
        match self.shape {
            Shape::Dense(dense) => dense.boxes()[self.family].sizes[coordinate],
            Shape::Packed(packed) => 1 << packed.bits()[self.family][coordinate],
            Shape::Written => 1 << 63,
        }
    }

    /// Coordinates each below its limit, or it goes on at `outside`, or ends.
    pub(super) fn within(&mut self, asked: &Asked<'_>, limits: &[u64]) {
        let Asked { family, coords, under, outside, too_large } = *asked;
        // The state asked about is in the table itself.
        let inside = |this: &Self, coord: Value, limit: u64| {
            let own = this.own.iter().position(|&own| own == Some(coord));
            own.is_some_and(|i| this.limit(i) <= limit)
        };
        let proved = |this: &Self, i: usize| {
            let own = if i < 7 { under >> (4 * i) & 15 } else { 0 };
            own > 0 && this.limit(own as usize - 1) <= limits[i]
        };
        let asked: Vec<(Value, u64)> = coords
            .iter()
            .copied()
            .zip(limits.iter().copied())
            .enumerate()
            .filter(|&(i, (coord, limit))| !proved(self, i) && !inside(self, coord, limit))
            .map(|(_, asked)| asked)
            .collect();
        if asked.is_empty() {
            return;
        }
        let bad = self.cold();
        for (coord, limit) in asked {
            let over = self.compare_to(Cmp::GeU, coord, limit as i64);
            self.leave_if(over, bad);
        }
        let Some(here) = self.b.current_block() else { return };
        self.b.switch_to_block(bad);
        let all = coords.iter().copied().reduce(|a, b| self.b.ins().bor(a, b));
        if let Some(all) = all {
            let negative = self.compare_to(Cmp::Lt, all, 0);
            self.leave_if(negative, outside);
        }
        if let Some(too_large) = too_large {
            self.b.ins().jump(too_large, &[]);
            self.b.switch_to_block(here);
            return;
        }
        let grow = self.load_frame(offset_of!(Frame, grow));
        let number = self.number(family.into());
        for (i, value) in [number].into_iter().chain(coords.iter().copied()).enumerate() {
            self.b.ins().store(trusted(), value, grow, i as i32 * 8);
        }
        self.end(Status::Grow);
        self.b.switch_to_block(here);
    }

    /// The values of registers that hold coordinates.
    pub(super) fn coordinates(&mut self, family: u32, at: Reg) -> Vec<Value> {
        (0..self.widths[family as usize]).map(|i| self.get(at + i as Reg)).collect()
    }

    /// The cell of a state that is within its box, and its address.
    pub(super) fn cell(&mut self, dense: &Dense, asked: &Asked<'_>) -> (Value, Value) {
        let bounds = &dense.boxes()[asked.family as usize];
        self.within(asked, &bounds.sizes);
        let width = dense.cells.width();
        // What does not change in a loop comes first, so that it is added up outside of it: the
        // code generator does not change the order.
        let (mut fixed, mut turning) = (Vec::new(), Vec::new());
        for (&coord, &stride) in asked.coords.iter().zip(&bounds.strides) {
            let stride = (stride * width) as i64;
            let parts = match self.parts.get(&coord) {
                Some(&(a, b, minus)) => vec![(a, false), (b, minus)],
                None => vec![(coord, false)],
            };
            for (part, minus) in parts {
                let own = self.own.contains(&Some(part));
                if own { &mut fixed } else { &mut turning }.push((part, stride, minus));
            }
        }
        let start = self.number((bounds.offset * width) as i64);
        let table = self.b.use_var(self.fixed[0]);
        let mut at = self.b.ins().iadd(table, start);
        for (part, stride, minus) in fixed.into_iter().chain(turning) {
            let stride = self.number(stride);
            let part = self.b.ins().imul(part, stride);
            at = match minus {
                true => self.b.ins().isub(at, part),
                false => self.b.ins().iadd(at, part),
            };
        }
        (self.load_cell(width, at), at)
    }

    pub(super) fn look_dense(&mut self, dense: &Dense, to: Reg, asked: &Asked<'_>, slow: Block) {
        let (cell, at) = self.cell(dense, asked);
        let width = dense.cells.width();
        let max = greatest(width);
        let known = self.compare_to(Cmp::LtU, cell, (max - ON_PATH).into());
        if asked.too_large.is_some() {
            let fine = self.fresh();
            self.b.ins().brif(known, fine, &[], slow, &[]);
            self.b.seal_block(fine);
            self.b.switch_to_block(fine);
            self.def(to, cell);
            return;
        }
        if self.row.is_some() && !self.wins {
            // What has no number is missing.
            let fine = self.fresh();
            self.b.ins().brif(known, fine, &[], self.fault, &[]);
            self.b.seal_block(fine);
            self.b.switch_to_block(fine);
            self.def(to, cell);
            return;
        }
        let (odd, fine) = (self.cold(), self.fresh());
        self.b.ins().brif(known, fine, &[], odd, &[]);
        self.b.seal_block(odd);
        self.b.seal_block(fine);
        self.b.switch_to_block(odd);
        let table = self.b.use_var(self.fixed[0]);
        let bytes = self.b.ins().isub(at, table);
        let log = self.number(width.trailing_zeros().into());
        let key = self.b.ins().ushr(bytes, log);
        self.odd(to, cell, max, key, slow);
        self.b.switch_to_block(fine);
        self.def(to, cell);
    }

    pub(super) fn load_narrow(&mut self, of: Type, at: Value, offset: i32) -> Value {
        if of == I32 {
            self.b.ins().uload32(trusted(), at, offset)
        } else if of == I16 {
            self.b.ins().uload16(I64, trusted(), at, offset)
        } else {
            self.b.ins().uload8(I64, trusted(), at, offset)
        }
    }

    /// A state that has no number: it is loony, or noted as missing.
    pub(super) fn odd(&mut self, to: Reg, cell: Value, max: u32, key: Value, slow: Block) {
        let missing = self.cold();
        let loony = self.compare_to(Cmp::Eq, cell, (max - IS_LOONY).into());
        let one = self.number(1);
        let told = self.cold();
        self.b.ins().brif(loony, told, &[], missing, &[]);
        self.b.switch_to_block(told);
        self.def(to, one);
        self.b.ins().jump(slow, &[]);
        self.b.switch_to_block(missing);
        self.note(to, key, slow);
    }

    pub(super) fn note(&mut self, to: Reg, key: Value, slow: Block) {
        let room = self.cold();
        if self.row.is_some() {
            self.b.ins().jump(self.fault, &[]);
            return;
        }
        let (one, zero) = (self.number(1), self.number(0));
        self.def(to, zero);
        let len = self.load_frame(offset_of!(Frame, missing_len));
        let fits = self.compare_to(Cmp::LtU, len, MAX_MISSING_STATES as i64);
        self.b.ins().brif(fits, room, &[], slow, &[]);
        self.b.switch_to_block(room);
        let list = self.load_frame(offset_of!(Frame, missing));
        let at = self.address(list, len, 3);
        self.b.ins().store(trusted(), key, at, 0);
        let len = self.b.ins().iadd(len, one);
        self.store_frame(offset_of!(Frame, missing_len), len);
        self.b.ins().jump(slow, &[]);
    }

    pub(super) fn look_packed(&mut self, packed: &Packed, to: Reg, asked: &Asked<'_>, slow: Block) {
        let Asked { family, coords, .. } = *asked;
        let bits = &packed.bits()[family as usize];
        let limits: Vec<u64> = bits.iter().map(|&bits| 1 << bits).collect();
        self.within(asked, &limits);
        let mut key = self.number(0);
        let parts = coords.iter().copied().zip(bits.iter().copied());
        let number = self.number(family.into());
        for (part, bits) in parts.chain([(number, packed.tag())]) {
            let bits = self.number(bits.into());
            let shifted = self.b.ins().ishl(key, bits);
            key = self.b.ins().bor(shifted, part);
        }
        let multiplier = self.number(MULTIPLIER as i64);
        let product = self.b.ins().imul(key, multiplier);
        let shift = self.load_frame(offset_of!(Frame, shift));
        let start = self.b.ins().ushr(product, shift);
        let (head, other) = (self.b.create_block(), self.b.create_block());
        let (found, next, missing) = (self.b.create_block(), self.b.create_block(), self.cold());
        let place = self.b.append_block_param(head, I64);
        self.b.ins().jump(head, &[start.into()]);
        self.b.switch_to_block(head);
        let keys = self.b.use_var(self.fixed[0]);
        let at = self.address(keys, place, 3);
        let there = self.b.ins().load(I64, trusted(), at, 0);
        let same = self.compare(Cmp::Eq, there, key);
        self.b.ins().brif(same, found, &[], other, &[]);
        self.b.switch_to_block(other);
        let free = self.compare_to(Cmp::Eq, there, EMPTY as i64);
        self.b.ins().brif(free, missing, &[], next, &[]);
        self.b.switch_to_block(next);
        let (one, mask) = (self.number(1), self.load_frame(offset_of!(Frame, mask)));
        let after = self.b.ins().iadd(place, one);
        let after = self.b.ins().band(after, mask);
        self.b.ins().jump(head, &[after.into()]);
        self.b.switch_to_block(missing);
        match asked.too_large {
            Some(slow) => {
                self.b.ins().jump(slow, &[]);
            }
            None => self.note(to, key, slow),
        }
        self.b.switch_to_block(found);
        let codes = self.load_frame(offset_of!(Frame, codes));
        let at = self.address(codes, place, 2);
        let code = self.b.ins().uload32(trusted(), at, 0);
        let (odd, fine) = (self.cold(), self.fresh());
        let known = self.compare_to(Cmp::LtU, code, (u32::MAX - ON_PATH).into());
        self.b.ins().brif(known, fine, &[], odd, &[]);
        self.b.seal_block(odd);
        self.b.seal_block(fine);
        self.b.switch_to_block(odd);
        match asked.too_large {
            Some(slow) => {
                self.b.ins().jump(slow, &[]);
            }
            None => self.odd(to, code, u32::MAX, key, slow),
        }
        self.b.switch_to_block(fine);
        self.def(to, code);
    }
}
