//! The loop over the states of a row in machine code.

use super::frame::Frame;
use super::ir::{Cmp, Status};
use super::native::{Row, Shape, Translator, greatest};
use cranelift_codegen::ir::types::{I32, I64};
use cranelift_codegen::ir::{InstBuilder, Value};
use std::mem::offset_of;

impl Translator<'_, '_> {
    /// Begins the loop over the states of a row; the last coordinate becomes that of the state.
    pub(super) fn row_head(&mut self, own: &mut [Value]) {
        let Shape::Dense(dense) = self.shape else { return };
        let width = dense.cells.width();
        let (head, next) = (self.b.create_block(), self.b.create_block());
        let [last, cell, before, fuel] = [(); 4].map(|()| self.b.append_block_param(head, I64));
        let [stamp, left] = [(); 2].map(|()| self.b.append_block_param(next, I64));
        let first = self.load_frame(offset_of!(Frame, cell));
        let epoch = self.b.use_var(self.fixed[2]);
        let given = self.load_frame(offset_of!(Frame, fuel));
        let Some(coordinate) = own.last_mut() else { return };
        let start = [*coordinate, first, epoch, given].map(Into::into);
        self.b.ins().jump(head, &start);
        // Behind a state.
        self.b.switch_to_block(next);
        let (one, size) = (self.number(1), self.number(width as i64));
        let after = self.b.ins().iadd(last, one);
        let cell_after = self.b.ins().iadd(cell, size);
        let end = self.load_frame(offset_of!(Frame, end));
        let more = self.compare(Cmp::Ne, cell_after, end);
        let done = self.cold();
        let again = [after, cell_after, stamp, left].map(Into::into);
        self.b.ins().brif(more, head, &again, done, &[]);
        self.b.switch_to_block(done);
        self.store_frame(offset_of!(Frame, cell), cell_after);
        self.store_frame(offset_of!(Frame, fuel), left);
        self.store_frame(offset_of!(Frame, epoch), stamp);
        let status = self.b.ins().iconst(I32, Status::Done as i64);
        self.b.ins().return_(&[status]);
        // A state whose value is known is passed over.
        self.b.switch_to_block(head);
        *coordinate = last;
        let now = self.load_cell(width, cell);
        let known = self.compare_to(Cmp::Ne, now, i64::from(greatest(width)));
        let work = self.b.create_block();
        self.b.ins().brif(known, next, &[before.into(), fuel.into()], work, &[]);
        self.b.switch_to_block(work);
        self.b.seal_block(work);
        let one = self.number(1);
        let epoch = self.b.ins().iadd(before, one);
        self.b.def_var(self.fixed[2], epoch);
        self.b.def_var(self.fuel, fuel);
        self.row = Some(Row { cell, fuel, epoch, before, next });
    }
}
