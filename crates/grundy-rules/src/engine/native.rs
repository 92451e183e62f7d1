//! From operations to Cranelift's: one function for each procedure, that finds the value of a
//! state or of a row of states. The table's shape (sizes of
//! boxes, bits of packed coordinates) is written into the code; addresses come in a [`Frame`].

use super::dense::Dense;
use super::frame::Frame;
use super::ir::{Alu, Checked, Cmp, FastSet, Op, Procedure, Reg, Status, Unit, aside};
use super::memo::Packed;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I32, I64};
use cranelift_codegen::ir::{
    Block, InstBuilder, MemFlagsData, SigRef, StackSlot, StackSlotData, StackSlotKind, Value,
};
use cranelift_frontend::{FunctionBuilder, Variable};
use hashbrown::HashMap;
use std::mem::offset_of;
use std::sync::Arc;

/// What a function finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finds {
    /// The value of a state, or what is missing for it.
    One,
    /// The values of states that follow each other in their last coordinate, written into their
    /// cells, up to the first that has not all it needs.
    Row,
    /// The options of a state.
    Options,
}

/// What is at hand while a state of a row is worked on.
#[derive(Clone, Copy)]
pub(super) struct Row {
    /// The cell of the state.
    pub cell: Value,
    /// The steps left before it.
    pub fuel: Value,
    /// Its stamp.
    pub epoch: Value,
    /// The stamp of the state before it.
    pub before: Value,
    /// Where the row goes on, with a stamp and the steps left.
    pub next: Block,
}

/// The shape of the table.
pub enum Shape<'a> {
    /// Boxes.
    Dense(&'a Dense),
    /// Packed states.
    Packed(&'a Packed),
    /// No table: states that are asked for are written down, and options as sums of them.
    Written,
}

/// Addresses of what is called.
#[derive(Clone, Copy, Debug)]
pub struct Helpers {
    pub gcd: usize,
    pub isqrt: usize,
    pub is_prime: usize,
    pub is_square: usize,
    /// A set and a number.
    pub member: usize,
    /// The first of some numbers, and how many they are.
    pub sort: usize,
}

/// A state whose value is asked for.
#[derive(Clone, Copy)]
pub(super) struct Asked<'a> {
    pub family: u32,
    pub coords: &'a [Value],
    /// As in [`Op::Look`].
    pub under: u32,
    /// Where it goes on if a coordinate is negative.
    pub outside: Block,
    /// Where it goes on if the state does not fit into the table, if anywhere.
    pub too_large: Option<Block>,
}

/// The greatest number of a cell of so many bytes.
pub(super) fn greatest(width: u64) -> u32 {
    if width >= 4 { u32::MAX } else { (1 << (8 * width)) - 1 }
}

/// Arrays up to this length are sorted by a network of comparisons.
pub(super) const MAX_NETWORK_NUMBERS: u32 = 8;

/// Writes one function.
pub struct Translator<'a, 'b> {
    pub b: &'a mut FunctionBuilder<'b>,
    pub shape: &'a Shape<'a>,
    pub sets: &'a [FastSet],
    pub lists: &'a [Arc<[i64]>],
    pub widths: &'a [usize],
    pub helpers: Helpers,
    /// Of a function of two words.
    pub signature: SigRef,
    /// Whether a state may be loony.
    pub wins: bool,
    /// Set while the states of a row are worked on.
    pub(super) row: Option<Row>,
    finds: Finds,
    /// The steps left, in a row.
    pub(super) fuel: Variable,
    /// Values below 64 that were stamped, as bits, where no other is known so far; a row ends at
    /// the first state that has another one.
    pub(super) bits: Option<Variable>,
    /// Sums and differences: the parts, and whether the second is taken away.
    pub(super) parts: HashMap<Value, (Value, Value, bool)>,
    variables: Vec<Variable>,
    constants: Vec<Option<i64>>,
    /// Where registers lie that are asked for by index.
    pub(super) memory: Vec<Option<i32>>,
    slot: Option<StackSlot>,
    /// The coordinates, where no operation sets them.
    pub(super) own: Vec<Option<Value>>,
    /// The family of the procedure.
    pub(super) family: usize,
    /// Where the address of the frame lies: it is asked for so seldom that it would only be in the
    /// way in a register.
    pub(super) frame_slot: StackSlot,
    /// Table, seen, epoch.
    pub(super) fixed: [Variable; 3],
    pub(super) loony: Variable,
    pub(super) blocks: Vec<Option<Block>>,
    pub(super) fault: Block,
    pub(super) no_fuel: Block,
    /// Operations reached only where a term has no value, and whether the present one is.
    aside: Vec<bool>,
    pub(super) seldom: bool,
}

pub(super) fn trusted() -> MemFlagsData {
    MemFlagsData::trusted()
}

impl<'a, 'b> Translator<'a, 'b> {
    /// For the procedure of a family, and values of 64 and more if they are to be expected;
    /// variables are declared, nothing is written.
    pub fn new(
        b: &'a mut FunctionBuilder<'b>,
        shape: &'a Shape<'a>,
        unit: &'a Unit,
        helpers: Helpers,
        signature: SigRef,
        (family, procedure): (usize, &Procedure),
        (finds, large): (Finds, bool),
    ) -> Self {
        let (sets, lists, widths) = (&*unit.sets, &*unit.lists, &*unit.widths);
        let variables = (0..procedure.registers).map(|_| b.declare_var(I64)).collect();
        let mut constants = vec![None; procedure.registers];
        for &(reg, value) in &procedure.constants {
            constants[reg as usize] = Some(value);
        }
        let mut memory = vec![None; procedure.registers];
        let mut words = 0;
        for op in &procedure.ops {
            let (base, len) = match *op {
                Op::Get { base, len, .. } | Op::Put { base, len, .. } => (base, len),
                Op::Sort { base, len } if len > MAX_NETWORK_NUMBERS => (base, len),
                _ => continue,
            };
            memory[base as usize..][..len as usize].fill(Some(0));
        }
        for place in memory.iter_mut().flatten() {
            *place = words * 8;
            words += 1;
        }
        let slot = (words > 0).then(|| {
            let data = StackSlotData::new(StackSlotKind::ExplicitSlot, words as u32 * 8, 3);
            b.create_sized_stack_slot(data)
        });
        let fixed = std::array::from_fn(|_| b.declare_var(I64));
        let (loony, fuel) = (b.declare_var(I64), b.declare_var(I64));
        let small = !large && matches!(shape, Shape::Dense(dense) if dense.cells.width() == 1);
        let bits = small.then(|| b.declare_var(I64));
        let data = StackSlotData::new(StackSlotKind::ExplicitSlot, 8, 3);
        let frame_slot = b.create_sized_stack_slot(data);
        let mut blocks = vec![None; procedure.ops.len()];
        let mut target = |b: &mut FunctionBuilder<'_>, label: u32| {
            blocks[label as usize].get_or_insert_with(|| b.create_block());
        };
        for op in &procedure.ops {
            match *op {
                Op::Jump { to } | Op::JumpIf { to, .. } => target(b, to),
                Op::Look { slow, outside, .. } => {
                    target(b, slow);
                    target(b, outside);
                }
                _ => {}
            }
        }
        let (fault, no_fuel) = (b.create_block(), b.create_block());
        Self {
            b,
            shape,
            sets,
            lists,
            widths,
            helpers,
            signature,
            wins: unit.wins,
            row: None,
            finds,
            fuel,
            bits,
            parts: HashMap::new(),
            variables,
            constants,
            memory,
            slot,
            own: Vec::new(),
            family,
            frame_slot,
            fixed,
            loony,
            blocks,
            fault,
            no_fuel,
            aside: aside(&procedure.ops),
            seldom: false,
        }
    }

    /// Writes the function.
    pub fn translate(mut self, procedure: &Procedure) {
        let width = self.widths[self.family];
        let mut set = vec![false; procedure.registers];
        for op in &procedure.ops {
            if let Op::Sort { base, len } = *op {
                set[base as usize..][..len as usize].fill(true);
            } else if let Some(to) = op.sets() {
                set[to as usize] = true;
            }
        }
        let entry = self.b.create_block();
        self.b.append_block_params_for_function_params(entry);
        self.b.switch_to_block(entry);
        let frame = self.b.block_params(entry)[0];
        self.b.ins().stack_store(I64, frame, self.frame_slot, 0);
        let offsets = [offset_of!(Frame, table), offset_of!(Frame, seen), offset_of!(Frame, epoch)];
        for (i, offset) in offsets.into_iter().enumerate() {
            let value = self.load_frame(offset);
            self.b.def_var(self.fixed[i], value);
        }
        let coords = self.load_frame(offset_of!(Frame, coords));
        let mut own: Vec<Value> =
            (0..width as i32).map(|i| self.b.ins().load(I64, trusted(), coords, i * 8)).collect();
        if self.finds == Finds::Row {
            self.row_head(&mut own);
        }
        let zero = self.number(0);
        self.b.def_var(self.loony, zero);
        if let Some(bits) = self.bits {
            self.b.def_var(bits, zero);
        }
        for (i, value) in own.into_iter().enumerate() {
            self.def(i as Reg, value);
            self.own.push((!set[i] && self.memory[i].is_none()).then_some(value));
        }
        let ops = &procedure.ops;
        let mut open = true;
        let mut skip = 0;
        for (at, op) in ops.iter().enumerate() {
            if let Some(block) = self.blocks[at] {
                if open {
                    self.b.ins().jump(block, &[]);
                }
                self.b.switch_to_block(block);
                open = true;
                self.seldom = self.aside[at];
                if self.seldom {
                    self.b.set_cold_block(block);
                }
            }
            if skip > 0 {
                skip -= 1;
            } else if open {
                match self.fusible(ops, at) {
                    Some(count) => {
                        self.fused(&ops[at..at + count]);
                        skip = count - 1;
                    }
                    None => open = self.op(op),
                }
            }
        }
        for (block, status) in [(self.fault, Status::Fault), (self.no_fuel, Status::Fuel)] {
            self.b.switch_to_block(block);
            self.b.set_cold_block(block);
            if let Some(row) = self.row {
                self.store_frame(offset_of!(Frame, cell), row.cell);
                self.store_frame(offset_of!(Frame, fuel), row.fuel);
                self.store_frame(offset_of!(Frame, epoch), row.epoch);
            }
            let status = self.b.ins().iconst(I32, status as i64);
            self.b.ins().return_(&[status]);
        }
        self.b.seal_all_blocks();
    }

    pub(super) fn number(&mut self, value: i64) -> Value {
        self.b.ins().iconst(I64, value)
    }

    pub(super) fn frame(&mut self) -> Value {
        self.b.ins().stack_load(I64, I64, self.frame_slot, 0)
    }

    pub(super) fn load_frame(&mut self, offset: usize) -> Value {
        let frame = self.frame();
        self.b.ins().load(I64, trusted(), frame, offset as i32)
    }

    pub(super) fn store_frame(&mut self, offset: usize, value: Value) {
        let frame = self.frame();
        self.b.ins().store(trusted(), value, frame, offset as i32);
    }

    pub(super) fn get(&mut self, reg: Reg) -> Value {
        let at = reg as usize;
        if let Some(value) = self.constants[at] {
            return self.number(value);
        }
        if let Some(&Some(value)) = self.own.get(at) {
            return value;
        }
        match (self.memory[at], self.slot) {
            (Some(offset), Some(slot)) => self.b.ins().stack_load(I64, I64, slot, offset),
            _ => self.b.use_var(self.variables[at]),
        }
    }

    pub(super) fn def(&mut self, reg: Reg, value: Value) {
        let at = reg as usize;
        match (self.memory[at], self.slot) {
            (Some(offset), Some(slot)) => {
                self.b.ins().stack_store(I64, value, slot, offset);
            }
            _ => self.b.def_var(self.variables[at], value),
        }
    }

    pub(super) fn compare(&mut self, op: Cmp, a: Value, b: Value) -> Value {
        let code = match op {
            Cmp::Eq => IntCC::Equal,
            Cmp::Ne => IntCC::NotEqual,
            Cmp::Lt => IntCC::SignedLessThan,
            Cmp::Le => IntCC::SignedLessThanOrEqual,
            Cmp::Gt => IntCC::SignedGreaterThan,
            Cmp::Ge => IntCC::SignedGreaterThanOrEqual,
            Cmp::LtU => IntCC::UnsignedLessThan,
            Cmp::GeU => IntCC::UnsignedGreaterThanOrEqual,
        };
        self.b.ins().icmp(code, a, b)
    }

    /// Compares with a constant.
    pub(super) fn compare_to(&mut self, op: Cmp, a: Value, b: i64) -> Value {
        let b = self.number(b);
        self.compare(op, a, b)
    }

    /// A new block, as seldom run as the present one.
    pub(super) fn fresh(&mut self) -> Block {
        if self.seldom { self.cold() } else { self.b.create_block() }
    }

    /// Goes on in a new block unless the condition holds.
    pub(super) fn leave_if(&mut self, condition: Value, to: Block) {
        let next = self.fresh();
        self.b.ins().brif(condition, to, &[], next, &[]);
        self.b.switch_to_block(next);
        // Nothing else leads there: values are passed on as they are.
        self.b.seal_block(next);
    }

    pub(super) fn cold(&mut self) -> Block {
        let block = self.b.create_block();
        self.b.set_cold_block(block);
        block
    }

    pub(super) fn end(&mut self, status: Status) {
        if self.row.is_some() {
            // Whatever it is, the state is left to those who know what to do.
            let to = if status == Status::Fuel { self.no_fuel } else { self.fault };
            self.b.ins().jump(to, &[]);
            return;
        }
        let status = self.b.ins().iconst(I32, status as i64);
        self.b.ins().return_(&[status]);
    }

    pub(super) fn label(&self, label: u32) -> Block {
        self.blocks[label as usize].unwrap_or(self.fault)
    }

    /// Writes an operation, and says whether the next one may follow.
    pub(super) fn op(&mut self, op: &Op) -> bool {
        match *op {
            Op::Copy { to, from } => {
                let value = self.get(from);
                self.def(to, value);
            }
            Op::Alu { op, to, a, b } => {
                let (a, b) = (self.get(a), self.get(b));
                let value = self.alu(op, a, b);
                if matches!(op, Alu::Add | Alu::Sub) {
                    self.parts.insert(value, (a, b, op == Alu::Sub));
                }
                self.def(to, value);
            }
            Op::Checked { op, to, a, b } => {
                let (a, b) = (self.get(a), self.get(b));
                let (value, overflow) = match op {
                    Checked::Add => self.b.ins().sadd_overflow(a, b),
                    Checked::Sub => self.b.ins().ssub_overflow(a, b),
                    Checked::Mul => self.b.ins().smul_overflow(a, b),
                };
                self.leave_if(overflow, self.fault);
                self.def(to, value);
            }
            Op::Call { function, sure, to, a, b } => {
                let (a, b) = (self.get(a), self.get(b));
                let value = self.function(function, sure, a, b);
                self.def(to, value);
            }
            Op::Member { to, a, set } => {
                let a = self.get(a);
                self.member(to, a, set);
            }
            Op::Item { to, list, index } => {
                let items = self.number(self.lists[list as usize].as_ptr() as i64);
                let index = self.get(index);
                let at = self.address(items, index, 3);
                let value = self.b.ins().load(I64, trusted(), at, 0);
                self.def(to, value);
            }
            Op::Get { to, base, index, .. } => {
                let index = self.get(index);
                if let Some(at) = self.element(base, index) {
                    let value = self.b.ins().load(I64, trusted(), at, 0);
                    self.def(to, value);
                }
            }
            Op::Put { base, index, from, .. } => {
                let (index, from) = (self.get(index), self.get(from));
                if let Some(at) = self.element(base, index) {
                    self.b.ins().store(trusted(), from, at, 0);
                }
            }
            Op::Sort { base, len } => self.sort(base, len),
            Op::Jump { to } => {
                let to = self.label(to);
                self.b.ins().jump(to, &[]);
                return false;
            }
            Op::JumpIf { op, a, b, to } => {
                let (a, b) = (self.get(a), self.get(b));
                let condition = self.compare(op, a, b);
                let to = self.label(to);
                self.leave_if(condition, to);
            }
            Op::Charge { more, cost } => self.charge(more, cost),
            Op::Look { to, family, at, slow, outside, under, ask } => {
                let coords: Vec<Value> =
                    (0..self.widths[family as usize]).map(|i| self.get(at + i as Reg)).collect();
                let (slow, outside) = (self.label(slow), self.label(outside));
                let too_large = ask.then_some(slow);
                let asked = Asked { family, coords: &coords, under, outside, too_large };
                match self.shape {
                    Shape::Dense(dense) => self.look_dense(dense, to, &asked, slow),
                    Shape::Packed(packed) => self.look_packed(packed, to, &asked, slow),
                    Shape::Written => self.look_written(to, &asked),
                }
            }
            Op::Stamp { a } => {
                let value = self.get(a);
                match self.shape {
                    Shape::Written => self.option_written(value),
                    _ => self.stamp(value),
                }
            }
            Op::Loony => {
                let one = self.number(1);
                self.b.def_var(self.loony, one);
            }
            Op::Mex => {
                match self.shape {
                    Shape::Written => self.end(Status::Done),
                    _ => self.mex(),
                }
                return false;
            }
            Op::Answer { a } => {
                let value = self.get(a);
                self.answer(value);
                return false;
            }
            Op::Fault => {
                self.b.ins().jump(self.fault, &[]);
                return false;
            }
            Op::NoState => {
                match self.row {
                    Some(row) => {
                        self.b.ins().jump(row.next, &[row.before.into(), row.fuel.into()]);
                    }
                    None => {
                        self.b.ins().jump(self.fault, &[]);
                    }
                }
                return false;
            }
        }
        true
    }

    /// `base + (index << log)`
    pub(super) fn address(&mut self, base: Value, index: Value, log: i64) -> Value {
        let offset = if log == 0 {
            index
        } else {
            let log = self.number(log);
            self.b.ins().ishl(index, log)
        };
        self.b.ins().iadd(base, offset)
    }

    pub(super) fn element(&mut self, base: Reg, index: Value) -> Option<Value> {
        let start = self.b.ins().stack_addr(I64, self.slot?, self.memory[base as usize]?);
        Some(self.address(start, index, 3))
    }

    pub(super) fn charge(&mut self, more: Reg, cost: u32) {
        /// No fuel allows so many turns of a loop, and their product with a cost fits into 64 bits.
        const MAX_TURNS: i64 = 1 << 31;
        let steps = match self.constants[more as usize] {
            Some(more @ 0..MAX_TURNS) => self.number((more + 1) * i64::from(cost)),
            _ => {
                let more = self.get(more);
                let many = self.compare_to(Cmp::GeU, more, MAX_TURNS);
                self.leave_if(many, self.no_fuel);
                let (one, cost) = (self.number(1), self.number(cost.into()));
                let turns = self.b.ins().iadd(more, one);
                self.b.ins().imul(turns, cost)
            }
        };
        let row = self.row.is_some();
        let fuel = match row {
            true => self.b.use_var(self.fuel),
            false => self.load_frame(offset_of!(Frame, fuel)),
        };
        let short = self.compare(Cmp::LtU, fuel, steps);
        self.leave_if(short, self.no_fuel);
        let left = self.b.ins().isub(fuel, steps);
        match row {
            true => self.b.def_var(self.fuel, left),
            false => self.store_frame(offset_of!(Frame, fuel), left),
        }
    }
}
