//! Writes operations: registers, labels, steps, what is known of numbers, and expressions.

use super::ir::{Alu, Checked, Cmp, Function, Op, Procedure, Reg};
use super::range::Range;
use crate::typed::{
    Array, ArrayKind, Bool, BoolFn, BoolKind, Comparison, Fold, Int, IntBinary, IntFn, IntKind,
    IntUnary, Set,
};
use hashbrown::HashMap;
use std::sync::Arc;

/// The program would become too long or too wide: it is left to the reference evaluator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge;

/// Operations of one procedure.
const MOST_OPS: usize = 1 << 16;

/// Registers of one procedure, constants aside.
const MOST_REGISTERS: Reg = 1 << 14;

/// Constants have registers from here on while the others are not counted yet.
const CONSTANTS: Reg = 1 << 24;

/// Not bound yet.
const NOWHERE: u32 = u32::MAX;

/// What code costs that is run together.
#[derive(Clone, Copy, Debug, Default)]
struct Cost {
    steps: u32,
    ops: u32,
}

/// A procedure being written.
pub struct Emitter {
    ops: Vec<Op>,
    labels: Vec<u32>,
    /// The operation before this one is not to be changed: a label stands after it.
    sealed: usize,
    next: Reg,
    most: Reg,
    base: Reg,
    known: Vec<Range>,
    constants: HashMap<i64, Reg>,
    values: Vec<i64>,
    costs: Vec<Cost>,
    fault: u32,
    sets: Vec<Set>,
}

impl Emitter {
    /// Nothing yet; the sets are those of procedures before this one.
    pub fn new(sets: Vec<Set>) -> Self {
        Self {
            ops: Vec::new(),
            labels: vec![NOWHERE],
            sealed: 0,
            next: 0,
            most: 0,
            base: 0,
            known: Vec::new(),
            constants: HashMap::new(),
            values: Vec::new(),
            costs: vec![Cost::default()],
            fault: 0,
            sets,
        }
    }

    /// The procedure, and the sets.
    pub fn finish(mut self) -> Result<(Procedure, Vec<Set>), TooLarge> {
        self.bind(self.fault);
        self.op(Op::Fault);
        if self.ops.len() > MOST_OPS {
            return Err(TooLarge);
        }
        let (first, labels) = (self.most, self.labels);
        for op in &mut self.ops {
            op.map(
                &mut |reg| if reg >= CONSTANTS { reg - CONSTANTS + first } else { reg },
                &|label| labels[label as usize],
            );
        }
        let constants: Vec<(Reg, i64)> = (first..).zip(self.values).collect();
        let registers = first as usize + constants.len();
        Ok((Procedure { ops: self.ops, registers, constants }, self.sets))
    }

    // Registers.

    /// Registers that follow each other, of which nothing is known.
    pub fn alloc(&mut self, count: usize) -> Result<Reg, TooLarge> {
        let at = self.next;
        self.next = at.saturating_add(count as Reg);
        if self.next > MOST_REGISTERS || self.ops.len() > MOST_OPS {
            return Err(TooLarge);
        }
        self.most = self.most.max(self.next);
        self.known.resize(self.most as usize, Range::ALL);
        self.known[at as usize..self.next as usize].fill(Range::ALL);
        Ok(at)
    }

    /// To be released to.
    pub fn mark(&self) -> Reg {
        self.next
    }

    /// Registers from here on are free again.
    pub fn release(&mut self, mark: Reg) {
        self.next = mark;
    }

    /// The register of a constant.
    pub fn constant(&mut self, value: i64) -> Reg {
        let next = CONSTANTS + self.values.len() as Reg;
        let reg = *self.constants.entry(value).or_insert(next);
        if reg == next {
            self.values.push(value);
        }
        reg
    }

    /// Frames start at this register; returns where they started before.
    pub fn set_base(&mut self, base: Reg) -> Reg {
        std::mem::replace(&mut self.base, base)
    }

    /// The register of a word of the frame.
    pub fn slot(&self, slot: u32) -> Reg {
        self.base + slot
    }

    /// The number of a set.
    pub fn set(&mut self, set: &Set) -> u32 {
        let same = |other: &Set| Arc::ptr_eq(other, set) || other == set;
        let at = self.sets.iter().position(same).unwrap_or_else(|| {
            self.sets.push(set.clone());
            self.sets.len() - 1
        });
        at as u32
    }

    // What is known.

    /// What is known of a register.
    pub fn known(&self, reg: Reg) -> Range {
        if reg < CONSTANTS {
            return self.known[reg as usize];
        }
        Range::one(self.values[(reg - CONSTANTS) as usize])
    }

    /// This is known of a register now.
    pub fn know(&mut self, reg: Reg, range: Range) {
        if let Some(known) = self.known.get_mut(reg as usize) {
            *known = range;
        }
    }

    /// All that is known.
    pub fn knowledge(&self) -> Vec<Range> {
        self.known[..self.next as usize].to_vec()
    }

    /// Only this is known.
    pub fn restore(&mut self, known: Vec<Range>) {
        let count = known.len();
        self.known[..count].copy_from_slice(&known);
        self.known[count..].fill(Range::ALL);
    }

    /// Either what is known now holds, or this.
    pub fn join(&mut self, other: Vec<Range>) {
        let count = other.len().min(self.known.len());
        for (known, other) in self.known.iter_mut().zip(&other) {
            *known = known.hull(*other);
        }
        self.known[count..].fill(Range::ALL);
    }

    // Operations.

    /// Appends an operation.
    pub fn op(&mut self, op: Op) {
        self.ops.push(op);
        if let Some(cost) = self.costs.last_mut() {
            cost.ops += 1;
        }
    }

    /// A new label.
    pub fn label(&mut self) -> u32 {
        self.labels.push(NOWHERE);
        self.labels.len() as u32 - 1
    }

    /// The label stands here.
    pub fn bind(&mut self, label: u32) {
        self.labels[label as usize] = self.ops.len() as u32;
        self.sealed = self.ops.len();
    }

    /// Where it goes on after a fault.
    pub fn fault(&self) -> u32 {
        self.fault
    }

    /// One step more is to be counted.
    pub fn step(&mut self) {
        if let Some(cost) = self.costs.last_mut() {
            cost.steps += 1;
        }
    }

    /// Takes the steps of what follows, up to [`charged`](Self::charged); `more` times again.
    pub fn charge(&mut self, more: Reg) -> usize {
        self.op(Op::Charge { more, cost: 0 });
        self.costs.push(Cost::default());
        self.ops.len() - 1
    }

    /// The end of what was charged.
    pub fn charged(&mut self, charge: usize) {
        let Cost { steps, ops } = self.costs.pop().unwrap_or_default();
        if let Some(Op::Charge { cost, .. }) = self.ops.get_mut(charge) {
            // Long expressions take more than the steps of the language.
            *cost = (steps + 1).max(ops / 8);
        }
    }

    /// A copy, or the operation before this one is made to give its result here.
    pub fn copy(&mut self, to: Reg, from: Reg) {
        if to == from {
            return;
        }
        self.op(Op::Copy { to, from });
        self.know(to, self.known(from));
    }

    /// The temporary `from` is not needed any more.
    fn move_to(&mut self, to: Reg, from: Reg, temporary: bool) {
        if to == from {
            return;
        }
        let known = self.known(from);
        let open = self.sealed < self.ops.len();
        if !(temporary && open && self.ops.last_mut().is_some_and(|op| op.retarget(from, to))) {
            self.op(Op::Copy { to, from });
        }
        self.know(to, known);
    }

    /// An operation that has a result; nothing is known of it.
    pub fn alu(&mut self, op: Alu, to: Reg, a: Reg, b: Reg) {
        self.op(Op::Alu { op, to, a, b });
        self.know(to, Range::ALL);
    }

    /// A sum that fits.
    pub fn add(&mut self, to: Reg, a: Reg, b: Reg) {
        self.alu(Alu::Add, to, a, b);
    }

    /// A function; nothing is known of its result.
    pub fn function(&mut self, function: Function, sure: bool, to: Reg, a: Reg, b: Reg) {
        self.op(Op::Call { function, sure, to, a, b });
        self.know(to, Range::ALL);
    }

    /// Goes on elsewhere if a comparison holds.
    pub fn jump_if(&mut self, op: Cmp, a: Reg, b: Reg, to: u32) {
        self.op(Op::JumpIf { op, a, b, to });
    }

    /// Sets an element of which the index is in range.
    pub fn put(&mut self, base: Reg, len: usize, index: Reg, from: Reg) {
        let value = self.known(from);
        if let Some(i) = self.known(index).constant() {
            self.copy(base + i as Reg, from);
            return;
        }
        self.op(Op::Put { base, len: len as u32, index, from });
        for i in 0..len as Reg {
            self.know(base + i, self.known(base + i).hull(value));
        }
    }

    /// The value of a state.
    pub fn look(&mut self, to: Reg, family: u32, at: Reg, slow: u32, outside: u32) {
        self.op(Op::Look { to, family, at, slow, outside });
        self.know(to, Range::ALL);
    }

    // Numbers.

    /// The register of a number: of a variable, or a temporary.
    pub fn int(&mut self, int: &Int) -> Result<Reg, TooLarge> {
        match &int.kind {
            IntKind::Const(value) => Ok(self.constant(*value)),
            IntKind::Var(slot) => Ok(self.slot(*slot)),
            IntKind::Get(array, index) => {
                let base = self.array(array)?;
                let index = self.index(index, array.len)?;
                if let Some(i) = self.known(index).constant() {
                    return Ok(base + i as Reg);
                }
                let len = array.len as Reg;
                let all = (base..base + len).map(|reg| self.known(reg)).reduce(Range::hull);
                let to = self.alloc(1)?;
                self.op(Op::Get { to, base, len, index });
                self.know(to, all.unwrap_or(Range::ALL));
                Ok(to)
            }
            IntKind::Unary(IntUnary::Neg, a) => {
                let (zero, a) = (self.constant(0), self.int(a)?);
                self.binary(IntBinary::Sub, zero, a)
            }
            IntKind::Unary(IntUnary::Not, a) => {
                let (ones, a) = (self.constant(-1), self.int(a)?);
                let known = self.known(a);
                let to = self.binary(IntBinary::Xor, a, ones)?;
                self.know(to, Range::new(!known.hi, !known.lo));
                Ok(to)
            }
            IntKind::Binary(op, a, b) => {
                let a = self.int(a)?;
                let b = self.int(b)?;
                self.binary(*op, a, b)
            }
            IntKind::If(condition, then, otherwise) => {
                let to = self.alloc(1)?;
                let (no, end) = (self.label(), self.label());
                let before = self.knowledge();
                self.jump_bool(condition, false, no)?;
                self.int_into(then, to)?;
                let one = self.known(to);
                self.op(Op::Jump { to: end });
                self.bind(no);
                self.restore(before.clone());
                self.refine(condition, false);
                self.int_into(otherwise, to)?;
                let other = self.known(to);
                self.bind(end);
                self.restore(before);
                self.know(to, one.hull(other));
                Ok(to)
            }
            IntKind::Fold(fold, array) => {
                let base = self.array(array)?;
                let mut all = base;
                for reg in base + 1..base + array.len as Reg {
                    all = match fold {
                        Fold::Sum => self.binary(IntBinary::Add, all, reg)?,
                        Fold::Min => self.extreme(Alu::Min, all, reg)?,
                        Fold::Max => self.extreme(Alu::Max, all, reg)?,
                    };
                }
                Ok(all)
            }
            IntKind::Call(function, args) => {
                let mut regs = Vec::with_capacity(args.len());
                for arg in args {
                    regs.push(self.int(arg)?);
                }
                self.call(*function, &regs)
            }
        }
    }

    /// Evaluates a number into a register.
    pub fn int_into(&mut self, int: &Int, to: Reg) -> Result<(), TooLarge> {
        let mark = self.mark();
        let from = self.int(int)?;
        let temporary = from >= mark && from < CONSTANTS;
        self.move_to(to, from, temporary);
        self.release(mark);
        Ok(())
    }

    /// The register of an index that is in range.
    pub fn index(&mut self, index: &Int, len: usize) -> Result<Reg, TooLarge> {
        let reg = self.int(index)?;
        let known = self.known(reg);
        if !known.within(0, len as i64 - 1) {
            let len = self.constant(len as i64);
            self.jump_if(Cmp::GeU, reg, len, self.fault);
            if known.constant().is_some() {
                // Out of range whatever happens: the code behind is not reached.
                return Ok(self.constant(0));
            }
            let len = self.known(len).lo;
            self.know(reg, known.clip(0, len - 1));
        }
        Ok(reg)
    }

    fn extreme(&mut self, op: Alu, a: Reg, b: Reg) -> Result<Reg, TooLarge> {
        let (x, y) = (self.known(a), self.known(b));
        let to = self.alloc(1)?;
        self.alu(op, to, a, b);
        let known = match op {
            Alu::Min => Range::new(x.lo.min(y.lo), x.hi.min(y.hi)),
            _ => Range::new(x.lo.max(y.lo), x.hi.max(y.hi)),
        };
        self.know(to, known);
        Ok(to)
    }

    /// Goes on at the fault unless a bit number is from 0 to 63.
    fn bit_number(&mut self, i: Reg) {
        let known = self.known(i);
        if !known.within(0, 63) {
            let most = self.constant(64);
            self.jump_if(Cmp::GeU, i, most, self.fault);
            self.know(i, known.clip(0, 63));
        }
    }

    fn binary(&mut self, op: IntBinary, a: Reg, b: Reg) -> Result<Reg, TooLarge> {
        let (x, y) = (self.known(a), self.known(b));
        let (range, fits) = Range::binary(op, x, y);
        let zero = self.constant(0);
        let to = self.alloc(1)?;
        let natural = x.lo >= 0 && y.lo >= 1;
        let checked = match op {
            IntBinary::Add => Ok((Checked::Add, Alu::Add)),
            IntBinary::Sub => Ok((Checked::Sub, Alu::Sub)),
            IntBinary::Mul => Ok((Checked::Mul, Alu::Mul)),
            IntBinary::And => Err(Alu::And),
            IntBinary::Or => Err(Alu::Or),
            IntBinary::Xor => Err(Alu::Xor),
            IntBinary::Div => Err(if natural { Alu::DivU } else { Alu::DivFloor }),
            IntBinary::Rem => Err(if natural { Alu::RemU } else { Alu::RemEuclid }),
            IntBinary::Shl => Err(Alu::Shl),
            IntBinary::Shr => Err(Alu::Shr),
        };
        match op {
            IntBinary::Div | IntBinary::Rem => {
                if y.lo <= 0 && y.hi >= 0 {
                    self.jump_if(Cmp::Eq, b, zero, self.fault);
                }
                if op == IntBinary::Div && x.lo == i64::MIN && y.lo <= -1 && y.hi >= -1 {
                    let fine = self.label();
                    let (least, minus) = (self.constant(i64::MIN), self.constant(-1));
                    self.jump_if(Cmp::Ne, a, least, fine);
                    self.jump_if(Cmp::Eq, b, minus, self.fault);
                    self.bind(fine);
                }
                if let Some(by) = y.constant().filter(|by| by.count_ones() == 1 && *by > 0) {
                    // Rounding down and the remainder that is not negative are what bits do.
                    let (alu, with) = match op {
                        IntBinary::Div => (Alu::Shr, i64::from(by.trailing_zeros())),
                        _ => (Alu::And, by - 1),
                    };
                    let with = self.constant(with);
                    self.alu(alu, to, a, with);
                    self.know(to, range);
                    return Ok(to);
                }
            }
            IntBinary::Shl | IntBinary::Shr => self.bit_number(b),
            _ => {}
        }
        match checked {
            Ok((op, _)) if !fits => self.op(Op::Checked { op, to, a, b }),
            Ok((_, op)) | Err(op) => self.op(Op::Alu { op, to, a, b }),
        }
        if op == IntBinary::Shl && !fits {
            let (range, fits) = Range::binary(op, x, self.known(b));
            if !fits {
                let back = self.alloc(1)?;
                self.alu(Alu::Shr, back, to, b);
                self.jump_if(Cmp::Ne, back, a, self.fault);
            }
            self.know(to, range);
        } else {
            self.know(to, range);
        }
        Ok(to)
    }

    fn call(&mut self, function: IntFn, args: &[Reg]) -> Result<Reg, TooLarge> {
        let a = args[0];
        let b = args.get(1).copied().unwrap_or(a);
        let (x, y) = (self.known(a), self.known(b));
        let (function, sure, range) = match function {
            IntFn::Min | IntFn::Max => {
                let op = if function == IntFn::Min { Alu::Min } else { Alu::Max };
                let mut all = a;
                for &arg in &args[1..] {
                    all = self.extreme(op, all, arg)?;
                }
                return Ok(all);
            }
            IntFn::Abs => {
                if x.lo >= 0 {
                    return Ok(a);
                }
                let zero = self.constant(0);
                let negative = self.binary(IntBinary::Sub, zero, a)?;
                let to = self.extreme(Alu::Max, a, negative)?;
                let most = x.hi.max(x.lo.checked_neg().unwrap_or(i64::MAX));
                self.know(to, Range::new(0, most));
                return Ok(to);
            }
            IntFn::Bit => {
                self.bit_number(b);
                let to = self.alloc(1)?;
                let one = self.constant(1);
                self.alu(Alu::Shr, to, a, b);
                self.alu(Alu::And, to, to, one);
                self.know(to, Range::BOOL);
                return Ok(to);
            }
            IntFn::Gcd => {
                let sure = x.lo > i64::MIN && y.lo > i64::MIN;
                (Function::Gcd, sure, Range::new(0, i64::MAX))
            }
            IntFn::Isqrt => {
                let most = x.hi.checked_isqrt().unwrap_or(0);
                (Function::Isqrt, x.lo >= 0, Range::new(x.lo.checked_isqrt().unwrap_or(0), most))
            }
            IntFn::Popcount => (Function::Popcount, true, Range::new(0, 64)),
            IntFn::Top => {
                let top = 63 - i64::from(x.hi.leading_zeros());
                (Function::Top, true, Range::new(-1, if x.lo < 0 { 63 } else { top }))
            }
            IntFn::Low => (Function::Low, true, Range::new(-1, 63)),
            IntFn::Prev0 => {
                // It is below i, whatever the bits.
                (Function::Prev0, y.within(0, 63), Range::new(-1, 63.min(y.hi.max(0) - 1).max(-1)))
            }
            IntFn::Next0 => (Function::Next0, y.within(-1, 62), Range::new(-1, 63)),
        };
        let to = self.alloc(1)?;
        self.function(function, sure, to, a, b);
        self.know(to, range);
        Ok(to)
    }

    // Arrays.

    /// The first register of an array: of a variable, or of temporaries.
    pub fn array(&mut self, array: &Array) -> Result<Reg, TooLarge> {
        if let ArrayKind::Var(slot) = array.kind {
            return Ok(self.slot(slot));
        }
        let to = self.alloc(array.len)?;
        self.array_into(array, to)?;
        Ok(to)
    }

    /// Evaluates an array into registers that it does not read.
    fn array_into(&mut self, array: &Array, to: Reg) -> Result<(), TooLarge> {
        let len = array.len as Reg;
        match &array.kind {
            ArrayKind::Var(slot) => {
                for i in 0..len {
                    self.copy(to + i, self.slot(*slot) + i);
                }
            }
            ArrayKind::List(items) => {
                for (i, item) in items.iter().enumerate() {
                    self.int_into(item, to + i as Reg)?;
                }
            }
            ArrayKind::Update(of, updates) => {
                self.array_into(of, to)?;
                for (index, value) in updates {
                    let mark = self.mark();
                    let index = self.index(index, array.len)?;
                    let value = self.int(value)?;
                    self.put(to, array.len, index, value);
                    self.release(mark);
                }
            }
            ArrayKind::Sort(of) => {
                self.array_into(of, to)?;
                self.op(Op::Sort { base: to, len });
                let all = (to..to + len).map(|reg| self.known(reg)).reduce(Range::hull);
                for reg in to..to + len {
                    self.know(reg, all.unwrap_or(Range::ALL));
                }
            }
            ArrayKind::If(condition, then, otherwise) => {
                let (no, end) = (self.label(), self.label());
                let before = self.knowledge();
                self.jump_bool(condition, false, no)?;
                self.array_into(then, to)?;
                let one: Vec<Range> = (to..to + len).map(|reg| self.known(reg)).collect();
                self.op(Op::Jump { to: end });
                self.bind(no);
                self.restore(before.clone());
                self.refine(condition, false);
                self.array_into(otherwise, to)?;
                let other: Vec<Range> = (to..to + len).map(|reg| self.known(reg)).collect();
                self.bind(end);
                self.restore(before);
                for (i, (one, other)) in one.into_iter().zip(other).enumerate() {
                    self.know(to + i as Reg, one.hull(other));
                }
            }
        }
        Ok(())
    }

    // Conditions.

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

    fn jumps(&mut self, bool: &Bool, wanted: bool, to: u32) -> Result<(), TooLarge> {
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
    fn bound(&mut self, left: &Int, op: Cmp, right: &Int) {
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
        if let Some(a) = a {
            self.know(a, x.clip(for_a.0, for_a.1));
        }
        if let Some(b) = b {
            self.know(b, y.clip(for_b.0, for_b.1));
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
