//! From operations to Cranelift's: one function for each procedure. The table's shape (sizes of
//! boxes, bits of packed coordinates) is written into the code; addresses come in a [`Frame`].

use super::dense::{Dense, IS_LOONY, ON_PATH};
use super::ir::{Alu, Checked, Cmp, FastSet, Function, LOONY, Op, Procedure, Reg, Status, Unit};
use super::memo::{EMPTY, MULTIPLIER, Packed};
use super::vm::MOST_MISSING;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I8, I16, I32, I64};
use cranelift_codegen::ir::{
    Block, InstBuilder, MemFlagsData, SigRef, StackSlot, StackSlotData, StackSlotKind, Type, Value,
};
use cranelift_frontend::{FunctionBuilder, Variable};
use std::mem::offset_of;

/// What machine code is given, and what it leaves.
#[repr(C)]
#[derive(Debug)]
pub struct Frame {
    /// The coordinates of the state.
    pub coords: *const i64,
    /// Cells of boxes, or keys.
    pub table: *const u8,
    /// The codes of keys.
    pub codes: *const u32,
    /// One less than the number of keys.
    pub mask: u64,
    /// By how much products of keys are shifted.
    pub shift: u64,
    /// Stamps; one more than `room`.
    pub seen: *mut u32,
    /// Values below this have a stamp.
    pub room: u64,
    /// Room for missing keys.
    pub missing: *mut u64,
    /// How many there are.
    pub missing_len: u64,
    /// The family and coordinates that do not fit.
    pub grow: *mut i64,
    /// Steps left.
    pub fuel: u64,
    /// The stamp of this run.
    pub epoch: u64,
    /// The answer.
    pub value: u64,
}

/// The shape of the table.
pub enum Shape<'a> {
    /// Boxes.
    Dense(&'a Dense),
    /// Packed states.
    Packed(&'a Packed),
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

/// Arrays up to this length are sorted by a network of comparisons.
const NETWORK: u32 = 8;

/// Writes one function.
pub struct Translator<'a, 'b> {
    pub b: &'a mut FunctionBuilder<'b>,
    pub shape: &'a Shape<'a>,
    pub sets: &'a [FastSet],
    pub widths: &'a [usize],
    pub helpers: Helpers,
    /// Of a function of two words.
    pub signature: SigRef,
    variables: Vec<Variable>,
    constants: Vec<Option<i64>>,
    /// Where registers lie that are asked for by index.
    memory: Vec<Option<i32>>,
    slot: Option<StackSlot>,
    /// The coordinates, where no operation sets them.
    own: Vec<Option<Value>>,
    /// The family of the procedure.
    family: usize,
    /// Where the address of the frame lies: it is asked for so seldom that it would only be in the
    /// way in a register.
    frame_slot: StackSlot,
    /// Table, seen, epoch.
    fixed: [Variable; 3],
    loony: Variable,
    blocks: Vec<Option<Block>>,
    fault: Block,
    no_fuel: Block,
}

fn trusted() -> MemFlagsData {
    MemFlagsData::trusted()
}

impl<'a, 'b> Translator<'a, 'b> {
    /// For the procedure of a family; variables are declared, nothing is written.
    pub fn new(
        b: &'a mut FunctionBuilder<'b>,
        shape: &'a Shape<'a>,
        unit: &'a Unit,
        helpers: Helpers,
        signature: SigRef,
        family: usize,
    ) -> Self {
        let (sets, widths) = (&*unit.sets, &*unit.widths);
        let procedure = &unit.evaluate[family];
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
                Op::Sort { base, len } if len > NETWORK => (base, len),
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
        let loony = b.declare_var(I64);
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
            widths,
            helpers,
            signature,
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
        let zero = self.number(0);
        self.b.def_var(self.loony, zero);
        let coords = self.load_frame(offset_of!(Frame, coords));
        for (i, set) in set[..width].iter().enumerate() {
            let value = self.b.ins().load(I64, trusted(), coords, i as i32 * 8);
            self.def(i as Reg, value);
            self.own.push((!set && self.memory[i].is_none()).then_some(value));
        }
        let mut open = true;
        for (at, op) in procedure.ops.iter().enumerate() {
            if let Some(block) = self.blocks[at] {
                if open {
                    self.b.ins().jump(block, &[]);
                }
                self.b.switch_to_block(block);
                open = true;
            }
            if open {
                open = self.op(op);
            }
        }
        for (block, status) in [(self.fault, Status::Fault), (self.no_fuel, Status::Fuel)] {
            self.b.switch_to_block(block);
            self.b.set_cold_block(block);
            self.end(status);
        }
        self.b.seal_all_blocks();
    }

    fn number(&mut self, value: i64) -> Value {
        self.b.ins().iconst(I64, value)
    }

    fn frame(&mut self) -> Value {
        self.b.ins().stack_load(I64, I64, self.frame_slot, 0)
    }

    fn load_frame(&mut self, offset: usize) -> Value {
        let frame = self.frame();
        self.b.ins().load(I64, trusted(), frame, offset as i32)
    }

    fn store_frame(&mut self, offset: usize, value: Value) {
        let frame = self.frame();
        self.b.ins().store(trusted(), value, frame, offset as i32);
    }

    fn get(&mut self, reg: Reg) -> Value {
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

    fn def(&mut self, reg: Reg, value: Value) {
        let at = reg as usize;
        match (self.memory[at], self.slot) {
            (Some(offset), Some(slot)) => {
                self.b.ins().stack_store(I64, value, slot, offset);
            }
            _ => self.b.def_var(self.variables[at], value),
        }
    }

    fn compare(&mut self, op: Cmp, a: Value, b: Value) -> Value {
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
    fn compare_to(&mut self, op: Cmp, a: Value, b: i64) -> Value {
        let b = self.number(b);
        self.compare(op, a, b)
    }

    /// Goes on in a new block unless the condition holds.
    fn leave_if(&mut self, condition: Value, to: Block) {
        let next = self.b.create_block();
        self.b.ins().brif(condition, to, &[], next, &[]);
        self.b.switch_to_block(next);
        // Nothing else leads there: values are passed on as they are.
        self.b.seal_block(next);
    }

    fn cold(&mut self) -> Block {
        let block = self.b.create_block();
        self.b.set_cold_block(block);
        block
    }

    fn end(&mut self, status: Status) {
        let status = self.b.ins().iconst(I32, status as i64);
        self.b.ins().return_(&[status]);
    }

    fn label(&self, label: u32) -> Block {
        self.blocks[label as usize].unwrap_or(self.fault)
    }

    /// Writes an operation, and says whether the next one may follow.
    fn op(&mut self, op: &Op) -> bool {
        match *op {
            Op::Copy { to, from } => {
                let value = self.get(from);
                self.def(to, value);
            }
            Op::Alu { op, to, a, b } => {
                let (a, b) = (self.get(a), self.get(b));
                let value = self.alu(op, a, b);
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
            Op::Item { to, set, index } => {
                let items = self.number(self.sets[set as usize].items.as_ptr() as i64);
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
            Op::Look { to, family, at, slow, outside } => {
                let coords: Vec<Value> =
                    (0..self.widths[family as usize]).map(|i| self.get(at + i as Reg)).collect();
                let (slow, outside) = (self.label(slow), self.label(outside));
                match self.shape {
                    Shape::Dense(dense) => {
                        self.look_dense(dense, to, family, &coords, slow, outside);
                    }
                    Shape::Packed(packed) => {
                        self.look_packed(packed, to, family, &coords, slow, outside);
                    }
                }
            }
            Op::Stamp { a } => {
                let value = self.get(a);
                // Values of small cells are below the least room there is.
                let small = matches!(self.shape, Shape::Dense(dense) if dense.cells.width() <= 2);
                if !small {
                    let room = self.load_frame(offset_of!(Frame, room));
                    let full = self.compare(Cmp::GeU, value, room);
                    let (out, next) = (self.cold(), self.b.create_block());
                    self.b.ins().brif(full, out, &[], next, &[]);
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
            Op::Loony => {
                let one = self.number(1);
                self.b.def_var(self.loony, one);
            }
            Op::Mex => {
                self.mex();
                return false;
            }
            Op::Answer { a } => {
                let value = self.get(a);
                self.store_frame(offset_of!(Frame, value), value);
                self.end(Status::Done);
                return false;
            }
            Op::Fault => {
                self.b.ins().jump(self.fault, &[]);
                return false;
            }
        }
        true
    }

    /// `base + (index << log)`
    fn address(&mut self, base: Value, index: Value, log: i64) -> Value {
        let offset = if log == 0 {
            index
        } else {
            let log = self.number(log);
            self.b.ins().ishl(index, log)
        };
        self.b.ins().iadd(base, offset)
    }

    fn element(&mut self, base: Reg, index: Value) -> Option<Value> {
        let start = self.b.ins().stack_addr(I64, self.slot?, self.memory[base as usize]?);
        Some(self.address(start, index, 3))
    }

    fn charge(&mut self, more: Reg, cost: u32) {
        /// More turns than any fuel allows; their product with a cost still fits.
        const MANY: i64 = 1 << 31;
        let steps = match self.constants[more as usize] {
            Some(more @ 0..MANY) => self.number((more + 1) * i64::from(cost)),
            _ => {
                let more = self.get(more);
                let many = self.compare_to(Cmp::GeU, more, MANY);
                self.leave_if(many, self.no_fuel);
                let (one, cost) = (self.number(1), self.number(cost.into()));
                let turns = self.b.ins().iadd(more, one);
                self.b.ins().imul(turns, cost)
            }
        };
        let fuel = self.load_frame(offset_of!(Frame, fuel));
        let short = self.compare(Cmp::LtU, fuel, steps);
        self.leave_if(short, self.no_fuel);
        let left = self.b.ins().isub(fuel, steps);
        self.store_frame(offset_of!(Frame, fuel), left);
    }

    fn alu(&mut self, op: Alu, a: Value, b: Value) -> Value {
        match op {
            Alu::Add => self.b.ins().iadd(a, b),
            Alu::Sub => self.b.ins().isub(a, b),
            Alu::Mul => self.b.ins().imul(a, b),
            Alu::And => self.b.ins().band(a, b),
            Alu::Or => self.b.ins().bor(a, b),
            Alu::Xor => self.b.ins().bxor(a, b),
            Alu::Shl => self.b.ins().ishl(a, b),
            Alu::Shr => self.b.ins().sshr(a, b),
            Alu::DivU => self.b.ins().udiv(a, b),
            Alu::RemU => self.b.ins().urem(a, b),
            Alu::DivFloor => {
                let quotient = self.b.ins().sdiv(a, b);
                let back = self.b.ins().imul(quotient, b);
                let rest = self.b.ins().isub(a, back);
                let other_sign = self.b.ins().bxor(rest, b);
                let inexact = self.compare_to(Cmp::Ne, rest, 0);
                let down = self.compare_to(Cmp::Lt, other_sign, 0);
                let both = self.b.ins().band(inexact, down);
                let one = self.b.ins().uextend(I64, both);
                self.b.ins().isub(quotient, one)
            }
            Alu::RemEuclid => {
                // By -1 the remainder is that by 1, and no quotient overflows.
                let (one, zero) = (self.number(1), self.number(0));
                let minus = self.compare_to(Cmp::Eq, b, -1);
                let by = self.b.ins().select(minus, one, b);
                let rest = self.b.ins().srem(a, by);
                let negated = self.b.ins().isub(zero, by);
                let negative = self.compare(Cmp::Lt, by, zero);
                let size = self.b.ins().select(negative, negated, by);
                let up = self.b.ins().iadd(rest, size);
                let below = self.compare(Cmp::Lt, rest, zero);
                self.b.ins().select(below, up, rest)
            }
            Alu::Min => {
                let less = self.compare(Cmp::Lt, a, b);
                self.b.ins().select(less, a, b)
            }
            Alu::Max => {
                let more = self.compare(Cmp::Gt, a, b);
                self.b.ins().select(more, a, b)
            }
        }
    }

    fn call(&mut self, address: usize, a: Value, b: Value) -> Value {
        let callee = self.number(address as i64);
        let call = self.b.ins().call_indirect(self.signature, callee, &[a, b]);
        self.b.inst_results(call)[0]
    }

    fn function(&mut self, function: Function, sure: bool, a: Value, b: Value) -> Value {
        match function {
            Function::Gcd => {
                let value = self.call(self.helpers.gcd, a, b);
                if !sure {
                    let wrong = self.compare_to(Cmp::Lt, value, 0);
                    self.leave_if(wrong, self.fault);
                }
                value
            }
            Function::Isqrt => {
                if !sure {
                    let wrong = self.compare_to(Cmp::Lt, a, 0);
                    self.leave_if(wrong, self.fault);
                }
                self.call(self.helpers.isqrt, a, b)
            }
            Function::IsPrime => self.call(self.helpers.is_prime, a, b),
            Function::IsSquare => self.call(self.helpers.is_square, a, b),
            Function::Popcount => self.b.ins().popcnt(a),
            Function::Top => self.top(a),
            Function::Low => self.low(a),
            Function::Prev0 => {
                let one = self.number(1);
                if !sure {
                    self.place(b);
                }
                let bit = self.b.ins().ishl(one, b);
                let mut below = self.b.ins().isub(bit, one);
                if !sure {
                    let (all, none) = (self.number(-1), self.number(0));
                    let high = self.compare_to(Cmp::Ge, b, 64);
                    below = self.b.ins().select(high, all, below);
                    let low = self.compare_to(Cmp::Le, b, 0);
                    below = self.b.ins().select(low, none, below);
                }
                let zeros = self.b.ins().band_not(below, a);
                self.top(zeros)
            }
            Function::Next0 => {
                let (all, one) = (self.number(-1), self.number(1));
                if !sure {
                    self.place(b);
                }
                let next = self.b.ins().iadd(b, one);
                let mut above = self.b.ins().ishl(all, next);
                if !sure {
                    let none = self.number(0);
                    let high = self.compare_to(Cmp::Ge, b, 63);
                    above = self.b.ins().select(high, none, above);
                }
                let zeros = self.b.ins().band_not(above, a);
                self.low(zeros)
            }
        }
    }

    /// A place is from -1 to 64, or it is a fault.
    fn place(&mut self, place: Value) {
        let one = self.number(1);
        let from_zero = self.b.ins().iadd(place, one);
        let wrong = self.compare_to(Cmp::GeU, from_zero, 66);
        self.leave_if(wrong, self.fault);
    }

    fn top(&mut self, a: Value) -> Value {
        let zeros = self.b.ins().clz(a);
        let most = self.number(63);
        self.b.ins().isub(most, zeros)
    }

    fn low(&mut self, a: Value) -> Value {
        let zeros = self.b.ins().ctz(a);
        let none = self.compare_to(Cmp::Eq, a, 0);
        let minus = self.number(-1);
        self.b.ins().select(none, minus, zeros)
    }

    fn member(&mut self, to: Reg, a: Value, set: u32) {
        let set = &self.sets[set as usize];
        if set.bits.is_empty() {
            let at = self.number(std::ptr::from_ref(set) as i64);
            let value = self.call(self.helpers.member, at, a);
            self.def(to, value);
            return;
        }
        let (inside, end) = (self.b.create_block(), self.b.create_block());
        let zero = self.number(0);
        self.def(to, zero);
        let within = self.compare_to(Cmp::LtU, a, set.bits.len() as i64 * 64);
        self.b.ins().brif(within, inside, &[], end, &[]);
        self.b.switch_to_block(inside);
        let bits = self.number(set.bits.as_ptr() as i64);
        let six = self.number(6);
        let word = self.b.ins().ushr(a, six);
        let at = self.address(bits, word, 3);
        let word = self.b.ins().load(I64, trusted(), at, 0);
        let bit = self.b.ins().ushr(word, a);
        let one = self.number(1);
        let bit = self.b.ins().band(bit, one);
        self.def(to, bit);
        self.b.ins().jump(end, &[]);
        self.b.switch_to_block(end);
    }

    fn sort(&mut self, base: Reg, len: u32) {
        if len <= NETWORK {
            let mut values: Vec<Value> = (base..base + len).map(|reg| self.get(reg)).collect();
            // Insertion, with every comparison made: the network of bubbles.
            for end in (1..values.len()).rev() {
                for i in 0..end {
                    let (a, b) = (values[i], values[i + 1]);
                    values[i] = self.alu(Alu::Min, a, b);
                    values[i + 1] = self.alu(Alu::Max, a, b);
                }
            }
            for (reg, value) in (base..).zip(values) {
                self.def(reg, value);
            }
            return;
        }
        let zero = self.number(0);
        if let Some(at) = self.element(base, zero) {
            let len = self.number(len.into());
            self.call(self.helpers.sort, at, len);
        }
    }

    fn mex(&mut self) {
        let head = self.b.create_block();
        let done = self.b.create_block();
        let next = self.b.append_block_param(head, I64);
        let zero = self.number(0);
        self.b.ins().jump(head, &[zero.into()]);
        self.b.switch_to_block(head);
        let seen = self.b.use_var(self.fixed[1]);
        let epoch = self.b.use_var(self.fixed[2]);
        let at = self.address(seen, next, 2);
        let stamp = self.b.ins().uload32(trusted(), at, 0);
        let one = self.number(1);
        let after = self.b.ins().iadd(next, one);
        let stamped = self.compare(Cmp::Eq, stamp, epoch);
        self.b.ins().brif(stamped, head, &[after.into()], done, &[]);
        self.b.switch_to_block(done);
        let loony = self.b.use_var(self.loony);
        let code = self.number(LOONY.into());
        let value = self.b.ins().select(loony, code, next);
        self.store_frame(offset_of!(Frame, value), value);
        self.end(Status::Done);
    }

    /// What a coordinate of the state asked about is below.
    fn limit(&self, coordinate: usize) -> u64 {
        match self.shape {
            Shape::Dense(dense) => dense.boxes()[self.family].sizes[coordinate],
            Shape::Packed(packed) => 1 << packed.bits()[self.family][coordinate],
        }
    }

    /// Coordinates each below its limit, or it goes on at `outside`, or ends.
    fn within(&mut self, family: u32, coords: &[Value], limits: &[u64], outside: Block) {
        if coords.is_empty() {
            return;
        }
        let bad = self.cold();
        for (&coord, &limit) in coords.iter().zip(limits) {
            // The state asked about is in the table itself.
            let own = self.own.iter().position(|&own| own == Some(coord));
            if own.is_some_and(|i| self.limit(i) <= limit) {
                continue;
            }
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
        let grow = self.load_frame(offset_of!(Frame, grow));
        let number = self.number(family.into());
        for (i, value) in [number].into_iter().chain(coords.iter().copied()).enumerate() {
            self.b.ins().store(trusted(), value, grow, i as i32 * 8);
        }
        self.end(Status::Grow);
        self.b.switch_to_block(here);
    }

    fn look_dense(
        &mut self,
        dense: &Dense,
        to: Reg,
        family: u32,
        coords: &[Value],
        slow: Block,
        outside: Block,
    ) {
        let bounds = &dense.boxes()[family as usize];
        self.within(family, coords, &bounds.sizes, outside);
        let mut index: Option<Value> = None;
        for (&coord, &stride) in coords.iter().zip(&bounds.strides) {
            let stride = self.number(stride as i64);
            let part = self.b.ins().imul(coord, stride);
            index = Some(index.map_or(part, |index| self.b.ins().iadd(index, part)));
        }
        let index = match index {
            Some(index) => index,
            None => self.number(0),
        };
        let width = dense.cells.width();
        let table = self.b.use_var(self.fixed[0]);
        // The cells of the family start here.
        let start = bounds.offset * width;
        let at = self.address(table, index, i64::from(width.trailing_zeros()));
        let (at, start) = match i32::try_from(start) {
            Ok(start) => (at, start),
            Err(_) => {
                let start = self.number(start as i64);
                (self.b.ins().iadd(at, start), 0)
            }
        };
        let (cell, max) = match width {
            1 => (self.load_narrow(I8, at, start), u32::from(u8::MAX)),
            2 => (self.load_narrow(I16, at, start), u32::from(u16::MAX)),
            _ => (self.load_narrow(I32, at, start), u32::MAX),
        };
        let (odd, fine) = (self.cold(), self.b.create_block());
        let known = self.compare_to(Cmp::LtU, cell, (max - ON_PATH).into());
        self.b.ins().brif(known, fine, &[], odd, &[]);
        self.b.switch_to_block(odd);
        let offset = self.number(bounds.offset as i64);
        let key = self.b.ins().iadd(index, offset);
        self.odd(to, cell, max, key, slow);
        self.b.switch_to_block(fine);
        self.def(to, cell);
    }

    fn load_narrow(&mut self, of: Type, at: Value, offset: i32) -> Value {
        if of == I32 {
            self.b.ins().uload32(trusted(), at, offset)
        } else if of == I16 {
            self.b.ins().uload16(I64, trusted(), at, offset)
        } else {
            self.b.ins().uload8(I64, trusted(), at, offset)
        }
    }

    /// A state that has no number: it is loony, or noted as missing.
    fn odd(&mut self, to: Reg, cell: Value, max: u32, key: Value, slow: Block) {
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

    fn note(&mut self, to: Reg, key: Value, slow: Block) {
        let room = self.cold();
        let (one, zero) = (self.number(1), self.number(0));
        self.def(to, zero);
        let len = self.load_frame(offset_of!(Frame, missing_len));
        let fits = self.compare_to(Cmp::LtU, len, MOST_MISSING as i64);
        self.b.ins().brif(fits, room, &[], slow, &[]);
        self.b.switch_to_block(room);
        let list = self.load_frame(offset_of!(Frame, missing));
        let at = self.address(list, len, 3);
        self.b.ins().store(trusted(), key, at, 0);
        let len = self.b.ins().iadd(len, one);
        self.store_frame(offset_of!(Frame, missing_len), len);
        self.b.ins().jump(slow, &[]);
    }

    fn look_packed(
        &mut self,
        packed: &Packed,
        to: Reg,
        family: u32,
        coords: &[Value],
        slow: Block,
        outside: Block,
    ) {
        let bits = &packed.bits()[family as usize];
        let limits: Vec<u64> = bits.iter().map(|&bits| 1 << bits).collect();
        self.within(family, coords, &limits, outside);
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
        self.note(to, key, slow);
        self.b.switch_to_block(found);
        let codes = self.load_frame(offset_of!(Frame, codes));
        let at = self.address(codes, place, 2);
        let code = self.b.ins().uload32(trusted(), at, 0);
        let (odd, fine) = (self.cold(), self.b.create_block());
        let known = self.compare_to(Cmp::LtU, code, (u32::MAX - ON_PATH).into());
        self.b.ins().brif(known, fine, &[], odd, &[]);
        self.b.switch_to_block(odd);
        self.odd(to, code, u32::MAX, key, slow);
        self.b.switch_to_block(fine);
        self.def(to, code);
    }
}
