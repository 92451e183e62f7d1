//! From the typed tree to operations: statements, moves and the look at the table, all in one
//! procedure for each family.

use super::below::Below;
use super::emit::{Emitter, TooLarge};
use super::ir::{Cmp, FastSet, Lists, Op, Reg, Unit};
use super::range::Range;
use crate::typed::{Block, Code, Family, Program, Stmt};
use std::mem;

/// Coordinates below this are small: products of two fit.
pub const SMALL_COORDINATES: i64 = 1 << 31;

/// The procedures of a program. With `small`, coordinates of states asked for are below
/// [`SMALL_COORDINATES`].
///
/// # Errors
/// [`TooLarge`], also for a program with inputs, which the reference evaluator refuses.
pub fn lower(program: &Program, small: bool) -> Result<Unit, TooLarge> {
    lower_as(program, small, Wanted::Values)
}

/// What the procedures of a unit are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Values of states.
    Values,
    /// Moves as they are written, of states in their normal form: no same-position rule is applied.
    Moves,
    /// The form of a state within its family, or in another: the only state looked at, if there is one. The value is
    /// how often a rule was applied within the family.
    Forms,
}

/// The procedures of a program, for what is wanted; as [`lower`].
pub fn lower_as(program: &Program, small: bool, wanted: Wanted) -> Result<Unit, TooLarge> {
    program.check_bound().map_err(|_| TooLarge)?;
    let mut lists = Lists::default();
    let mut evaluate = Vec::new();
    let mut inside = Vec::new();
    let mut rows = Vec::new();
    for (number, family) in program.families.iter().enumerate() {
        for code in &family.same {
            let mut slots = Vec::new();
            assigned(&code.body, &mut slots);
            if slots.iter().any(|&slot| (slot as usize) < family.width) {
                return Err(TooLarge);
            }
        }
        let mut lowering = Lowering::new(program, number, small, mem::take(&mut lists));
        lowering.forms = wanted != Wanted::Moves;
        match wanted {
            Wanted::Forms => lowering.form_alone(family)?,
            Wanted::Values | Wanted::Moves => lowering.evaluate(family, false)?,
        }
        let (procedure, used) = lowering.emit.finish()?;
        evaluate.push(procedure);
        lists = used;
        let (mut asked, mut row) = (None, None);
        if !family.domain.is_empty() {
            let mut lowering = Lowering::new(program, number, small, mem::take(&mut lists));
            lowering.inside(family)?;
            let (procedure, used) = lowering.emit.finish()?;
            asked = Some(procedure);
            lists = used;
        }
        if !family.domain.is_empty() && wanted == Wanted::Values {
            let mut lowering = Lowering::new(program, number, small, mem::take(&mut lists));
            lowering.evaluate(family, true)?;
            let (procedure, used) = lowering.emit.finish()?;
            row = Some(procedure);
            lists = used;
        }
        inside.push(asked);
        rows.push(row);
    }
    Ok(Unit {
        evaluate,
        rows,
        inside,
        sets: lists.sets.into_iter().map(FastSet::new).collect(),
        lists: lists.lists.into(),
        widths: program.families.iter().map(|family| family.width).collect(),
        wins: program.wins(),
    })
}

/// What a same-position rule does with the state it leads to.
pub(super) struct Rewrite {
    /// The family rewritten.
    pub family: usize,
    /// Its coordinates.
    pub at: Reg,
    /// Where to go on if it does not apply after all.
    pub next: u32,
    /// Where to start again.
    pub again: u32,
    /// Where to go on with the value of a state of another family.
    pub looked: u32,
    pub slow: u32,
    pub to: Reg,
    pub count: Reg,
}

/// What is done with each part of a move.
#[derive(Clone, Copy)]
pub(super) enum Pass {
    /// Only whether all are inside: `out` becomes 1 where one is not.
    Check { out: Reg },
    /// Values are added up in `sum`; `dead` becomes 1 where a part has none.
    Look { sum: Reg, dead: Reg },
}

pub(super) struct Lowering<'p> {
    pub(super) program: &'p Program,
    family: usize,
    small: bool,
    /// Whether same-position rules are applied.
    pub(super) forms: bool,
    pub(super) emit: Emitter,
    pub(super) rewrite: Option<Rewrite>,
    /// What is done with parts of a move.
    pub(super) pass: Option<Pass>,
}

impl<'p> Lowering<'p> {
    pub(super) fn new(program: &'p Program, family: usize, small: bool, lists: Lists) -> Self {
        let emit = Emitter::new(lists);
        Self { program, family, small, forms: true, emit, rewrite: None, pass: None }
    }

    pub(super) fn coordinate(&self) -> Range {
        Range::new(0, if self.small { SMALL_COORDINATES - 1 } else { i64::MAX })
    }

    /// A family and how many coordinates its states have.
    pub(super) fn sized(&self, family: usize) -> (usize, usize) {
        (family, self.program.families[family].width)
    }

    /// What is known of a coordinate of the state itself.
    fn own(&self, number: Reg) -> Range {
        self.coordinate().with(Below::coordinate(number as usize))
    }

    pub(super) fn inside(&mut self, family: &Family) -> Result<(), TooLarge> {
        let at = self.emit.alloc(family.width)?;
        for i in 0..family.width as Reg {
            self.emit.know(at + i, self.coordinate());
        }
        let no = self.emit.label();
        for condition in &family.domain {
            self.emit.jump_bool(condition, false, no)?;
        }
        for (label, value) in [(None, 1), (Some(no), 0)] {
            if let Some(label) = label {
                self.emit.bind(label);
            }
            let a = self.emit.constant(value);
            self.emit.op(Op::Answer { a });
        }
        Ok(())
    }

    /// Looks at the form of a state, if it has another one.
    fn form_alone(&mut self, family: &'p Family) -> Result<(), TooLarge> {
        let words = family.same.iter().map(|code| code.words).max().unwrap_or(0).max(family.width);
        let at = self.emit.alloc(words)?;
        for i in 0..family.width as Reg {
            self.emit.know(at + i, self.own(i));
        }
        if !family.same.is_empty() {
            self.own_form(at, Wanted::Forms)?;
        }
        self.emit.op(Op::Mex);
        Ok(())
    }

    /// The value of a state; with `checked` the state need not belong to its domain.
    pub(super) fn evaluate(&mut self, family: &'p Family, checked: bool) -> Result<(), TooLarge> {
        let codes = || family.same.iter().chain(&family.rules);
        let words = codes().map(|code| code.words).max().unwrap_or(0).max(family.width);
        let at = self.emit.alloc(words)?;
        for i in 0..family.width as Reg {
            self.emit.know(at + i, self.own(i));
        }
        let none = self.emit.label();
        if checked {
            for condition in &family.domain {
                self.emit.jump_bool(condition, false, none)?;
            }
        }
        if self.forms && !family.same.is_empty() {
            self.own_form(at, Wanted::Values)?;
        }
        let assigned = |code: &Code| {
            let mut slots = Vec::new();
            assigned(&code.body, &mut slots);
            slots.iter().any(|&slot| (slot as usize) < family.width)
        };
        let mut kept = None;
        for code in &family.rules {
            if let Some(kept) = kept {
                for i in 0..family.width as Reg {
                    self.emit.copy(at + i, kept + i);
                    self.emit.know(at + i, self.own(i));
                }
            }
            if kept.is_none() && assigned(code) {
                let copy = self.emit.alloc(family.width)?;
                for i in 0..family.width as Reg {
                    self.emit.copy(copy + i, at + i);
                }
                kept = Some(copy);
            }
            self.emit.set_base(at);
            self.charged(|this| this.block(&code.body))?;
        }
        self.emit.op(Op::Mex);
        if checked {
            self.emit.bind(none);
            self.emit.op(Op::NoState);
        }
        Ok(())
    }

    /// Answers with the value of what the state becomes, if a same-position rule applies.
    fn own_form(&mut self, at: Reg, wanted: Wanted) -> Result<(), TooLarge> {
        let (to, count) = (self.emit.alloc(1)?, self.emit.alloc(1)?);
        let (looked, slow, after) = (self.emit.label(), self.emit.label(), self.emit.label());
        let known = self.emit.knowledge();
        let form = self.form(self.family, at, to, count, slow, looked)?;
        let (zero, fault) = (self.emit.constant(0), self.emit.fault());
        self.emit.jump_if(Cmp::Eq, count, zero, after);
        self.emit.look(to, self.sized(self.family), form, (slow, fault), false);
        self.emit.bind(looked);
        let answer = if wanted == Wanted::Forms { count } else { to };
        self.emit.op(Op::Answer { a: answer });
        self.emit.bind(slow);
        // Either it is loony, or it is missing and the answer is not asked for.
        self.emit.op(Op::Loony);
        self.emit.op(Op::Mex);
        self.emit.bind(after);
        self.emit.restore(known);
        Ok(())
    }

    /// The normal form of a state, in registers of its own; `count` is how often it changed. The
    /// value of a state of another family is looked up at once, and goes on at `looked`.
    pub(super) fn form(
        &mut self,
        family: usize,
        at: Reg,
        to: Reg,
        count: Reg,
        slow: u32,
        looked: u32,
    ) -> Result<Reg, TooLarge> {
        let program = self.program;
        let zero = self.emit.constant(0);
        let again = self.emit.label();
        let Family { same: codes, width, .. } = &program.families[family];
        let words = codes.iter().map(|code| code.words).max().unwrap_or(0).max(*width);
        // The coordinates may be asked for again where a term has no number.
        let form = self.emit.alloc(words)?;
        for i in 0..*width as Reg {
            self.emit.copy(form + i, at + i);
            self.emit.know(form + i, Range::new(0, i64::MAX));
        }
        self.emit.copy(count, zero);
        self.emit.bind(again);
        let base = self.emit.set_base(form);
        for code in codes {
            let next = self.emit.label();
            let rewrite = Rewrite { family, at: form, next, again, looked, slow, to, count };
            let outer = self.rewrite.replace(rewrite);
            let known = self.emit.knowledge();
            self.block(&code.body)?;
            self.emit.restore(known);
            self.rewrite = outer;
            self.emit.bind(next);
        }
        self.emit.set_base(base);
        Ok(form)
    }

    /// Emits code that takes its steps each time it is run.
    pub(super) fn charged(
        &mut self,
        body: impl FnOnce(&mut Self) -> Result<(), TooLarge>,
    ) -> Result<(), TooLarge> {
        let none = self.emit.constant(0);
        let charge = self.emit.charge(none);
        body(self)?;
        self.emit.charged(charge);
        Ok(())
    }

    pub(super) fn block(&mut self, block: &'p Block) -> Result<(), TooLarge> {
        for statement in block {
            let mark = self.emit.mark();
            self.emit.step();
            self.statement(statement)?;
            self.emit.release(mark);
        }
        Ok(())
    }

    pub(super) fn statement(&mut self, statement: &'p Stmt) -> Result<(), TooLarge> {
        match statement {
            Stmt::For { slot, iter, body, .. } => self.for_loop(*slot, iter, body)?,
            Stmt::While { condition, body, .. } => {
                self.forget(body);
                let (again, end) = (self.emit.label(), self.emit.label());
                self.emit.bind(again);
                let known = self.emit.knowledge();
                self.charged(|this| {
                    this.emit.step();
                    this.emit.jump_bool(condition, false, end)?;
                    this.block(body)
                })?;
                self.emit.op(Op::Jump { to: again });
                self.emit.bind(end);
                self.emit.restore(known);
            }
            Stmt::If { condition, then, otherwise } => {
                let (no, end) = (self.emit.label(), self.emit.label());
                let before = self.emit.knowledge();
                self.emit.jump_bool(condition, false, no)?;
                self.block(then)?;
                if otherwise.is_empty() {
                    let then = self.emit.knowledge();
                    self.emit.bind(no);
                    self.emit.restore(before);
                    self.emit.join(then);
                } else {
                    self.emit.op(Op::Jump { to: end });
                    let then = self.emit.knowledge();
                    self.emit.bind(no);
                    self.emit.restore(before);
                    self.emit.refine(condition, false);
                    self.block(otherwise)?;
                    self.emit.bind(end);
                    self.emit.join(then);
                }
            }
            Stmt::SetInt { slot, value } => {
                let to = self.emit.slot(*slot);
                self.emit.int_into(value, to)?;
            }
            Stmt::SetBool { slot, value } => {
                let to = self.emit.slot(*slot);
                self.emit.bool_into(value, to)?;
            }
            Stmt::SetArray { slot, value } => {
                let to = self.emit.slot(*slot);
                let from = self.emit.array(value)?;
                if from != to {
                    for i in 0..value.len as Reg {
                        self.emit.copy(to + i, from + i);
                    }
                }
            }
            Stmt::SetElement { slot, len, index, value } => {
                let base = self.emit.slot(*slot);
                let index = self.emit.index(index, *len)?;
                let value = self.emit.int(value)?;
                self.emit.put(base, *len, index, value);
            }
            Stmt::Move(option) => self.option(option)?,
            Stmt::Gather(gather) => self.gather(gather)?,
            Stmt::Part(part) => self.part(part)?,
            Stmt::Become(term) => self.becomes(term)?,
        }
        Ok(())
    }

    /// What a loop changes may have any value in its body.
    pub(super) fn forget(&mut self, body: &Block) {
        let mut slots = Vec::new();
        assigned(body, &mut slots);
        for slot in slots {
            let reg = self.emit.slot(slot);
            self.emit.know(reg, Range::ALL);
        }
    }
}

/// Every slot a block may set.
fn assigned(block: &Block, slots: &mut Vec<u32>) {
    for statement in block {
        match statement {
            Stmt::For { slot, body, .. } => {
                slots.push(*slot);
                assigned(body, slots);
            }
            Stmt::While { body, .. } => assigned(body, slots),
            Stmt::If { then, otherwise, .. } => {
                assigned(then, slots);
                assigned(otherwise, slots);
            }
            Stmt::SetInt { slot, .. } | Stmt::SetBool { slot, .. } => slots.push(*slot),
            Stmt::SetArray { slot, value } => slots.extend(*slot..*slot + value.len as u32),
            Stmt::SetElement { slot, len, .. } => slots.extend(*slot..*slot + *len as u32),
            Stmt::Gather(gather) => assigned(&gather.parts, slots),
            Stmt::Move(_) | Stmt::Part(_) | Stmt::Become(_) => {}
        }
    }
}
