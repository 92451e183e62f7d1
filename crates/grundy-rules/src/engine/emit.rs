//! Writes operations: registers, labels, steps, and what is known of numbers.

use super::ir::{Alu, Cmp, Function, Lists, Op, Procedure, Reg};
use super::range::Range;
use crate::typed::Set;
use hashbrown::HashMap;
use std::sync::Arc;

/// The program would become too long or too wide: it is left to the reference evaluator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge;

/// A procedure has up to so many operations.
const MAX_OPS: usize = 1 << 16;

/// A procedure has up to so many registers, those of constants aside.
const MAX_REGISTERS: Reg = 1 << 14;

/// Constants have registers from here on while the others are not counted yet.
pub(super) const CONSTANTS: Reg = 1 << 24;

/// Not bound yet.
const NOWHERE: u32 = u32::MAX;

/// What code costs that is run together.
#[derive(Clone, Copy, Debug, Default)]
struct Cost {
    steps: u32,
    ops: u32,
}

fn number_of(all: &mut Vec<Arc<[i64]>>, one: &Arc<[i64]>) -> u32 {
    let same = |other: &Arc<[i64]>| Arc::ptr_eq(other, one) || other == one;
    let at = all.iter().position(same).unwrap_or_else(|| {
        all.push(one.clone());
        all.len() - 1
    });
    at as u32
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
    pub(super) fault: u32,
    lists: Lists,
}

impl Emitter {
    /// Nothing yet; the lists are those of procedures before this one.
    pub fn new(lists: Lists) -> Self {
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
            lists,
        }
    }

    /// The procedure, and the lists.
    pub fn finish(mut self) -> Result<(Procedure, Lists), TooLarge> {
        self.bind(self.fault);
        self.op(Op::Fault);
        if self.ops.len() > MAX_OPS {
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
        Ok((Procedure { ops: self.ops, registers, constants }, self.lists))
    }

    // Registers.

    /// Registers that follow each other, of which nothing is known.
    pub fn alloc(&mut self, count: usize) -> Result<Reg, TooLarge> {
        let at = self.next;
        self.next = at.saturating_add(count as Reg);
        if self.next > MAX_REGISTERS || self.ops.len() > MAX_OPS {
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
        number_of(&mut self.lists.sets, set)
    }

    /// The number of a list.
    pub fn list(&mut self, list: &Arc<[i64]>) -> u32 {
        number_of(&mut self.lists.lists, list)
    }

    /// The number of a list at an index that is in range; those of the list are in `range`.
    pub fn item(&mut self, to: Reg, list: &Arc<[i64]>, index: Reg, range: Range) {
        let list = self.list(list);
        self.op(Op::Item { to, list, index });
        self.know(to, range);
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
    pub(super) fn move_to(&mut self, to: Reg, from: Reg, temporary: bool) {
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

    /// The value of a state, or with `ask` only whether there is one.
    pub fn look(
        &mut self,
        to: Reg,
        (family, width): (usize, usize),
        at: Reg,
        (slow, outside): (u32, u32),
        ask: bool,
    ) {
        let mut under = 0;
        for i in 0..width.min(7) {
            let known = self.known(at + i as Reg);
            let own = known.below.own(i).filter(|_| known.lo >= 0);
            under |= own.map_or(0, |own| own as u32 + 1) << (4 * i);
        }
        self.op(Op::Look { to, family: family as u32, at, slow, outside, under, ask });
        self.know(to, Range::ALL);
    }
}
