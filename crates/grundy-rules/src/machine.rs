//! The reference evaluator's expressions and loops: a frame, and what is evaluated in it.

use crate::error::RuleError;
use crate::halt::Halt;
use crate::input::{Input, Table};
use crate::number::{self, Fault};
use crate::typed::{Array, ArrayKind, Bool, BoolKind, Int, IntKind, Iter, Slot};
use grundy::context::Context;
use grundy::syntax::Span;

/// A state may take so many steps.
pub const MAX_STEPS: u64 = 1 << 26;

/// The clock is looked at after so many expressions and steps.
const WORK_PER_LOOK: u32 = 1 << 16;

/// A frame and the steps left.
#[derive(Clone, Debug)]
pub struct Machine<'c> {
    frame: Vec<i64>,
    fuel: u64,
    /// Looked at now and then.
    clock: Option<&'c Context<'c>>,
    /// What was done since the clock was looked at.
    work: u32,
}

impl<'c> Machine<'c> {
    /// A machine with this frame, and no clock.
    pub fn new(frame: Vec<i64>, fuel: u64) -> Self {
        Self { frame, fuel, clock: None, work: 0 }
    }

    /// The same, stopped when `context` says so.
    #[must_use]
    pub fn with_clock(mut self, clock: Option<&'c Context<'c>>) -> Self {
        self.clock = clock;
        self
    }

    /// The steps left.
    pub fn fuel(&self) -> u64 {
        self.fuel
    }

    /// Counts an expression or a step, and looks at the clock if it is time.
    fn count(&mut self) -> Result<(), Halt> {
        self.work += 1;
        if self.work < WORK_PER_LOOK {
            return Ok(());
        }
        self.work = 0;
        let Some(clock) = self.clock else { return Ok(()) };
        clock
            .look("going through the moves of a position", MAX_STEPS - self.fuel.min(MAX_STEPS))
            .map_err(Halt::Stop)
    }

    /// Looks whether there is memory for so many bytes, where that is limited.
    pub(crate) fn check_memory(&self, bytes: u64) -> Result<(), Halt> {
        let Some(limits) = self.clock else { return Ok(()) };
        limits.check_memory(bytes, || "listing what a move leaves".into()).map_err(Halt::Stop)
    }

    /// Takes a step.
    pub(crate) fn step(&mut self, span: Span) -> Result<(), Halt> {
        self.count()?;
        self.fuel = self.fuel.checked_sub(1).ok_or(Halt::Fault(Fault::Fuel, span))?;
        Ok(())
    }

    /// Sets a word.
    pub fn set(&mut self, slot: Slot, value: i64) {
        self.frame[slot as usize] = value;
    }

    /// Sets a number.
    ///
    /// # Errors
    /// The fault of the value.
    pub fn set_int(&mut self, slot: Slot, value: &Int) -> Result<(), Halt> {
        let value = self.int(value)?;
        self.set(slot, value);
        Ok(())
    }

    /// Sets a condition.
    ///
    /// # Errors
    /// The fault of the value.
    pub fn set_bool(&mut self, slot: Slot, value: &Bool) -> Result<(), Halt> {
        let value = self.bool(value)?;
        self.set(slot, value.into());
        Ok(())
    }

    /// Sets an array.
    ///
    /// # Errors
    /// The fault of the value.
    pub fn set_array(&mut self, slot: Slot, value: &Array) -> Result<(), Halt> {
        let value = self.array(value)?;
        self.frame[slot as usize..][..value.len()].copy_from_slice(&value);
        Ok(())
    }

    /// The value of a number.
    ///
    /// # Errors
    /// Its fault.
    pub fn int(&mut self, int: &Int) -> Result<i64, Halt> {
        self.count()?;
        let fault = |fault| Halt::Fault(fault, int.span);
        match &int.kind {
            IntKind::Const(value) => Ok(*value),
            IntKind::Var(slot) => Ok(self.frame[*slot as usize]),
            IntKind::Unary(op, a) => number::unary(*op, self.int(a)?).map_err(fault),
            IntKind::Binary(op, a, b) => {
                let (a, b) = (self.int(a)?, self.int(b)?);
                number::binary(*op, a, b).map_err(fault)
            }
            IntKind::Call(function, args) => {
                let args = args.iter().map(|arg| self.int(arg)).collect::<Result<Vec<_>, _>>()?;
                number::call(*function, &args).map_err(fault)
            }
            IntKind::If(condition, then, otherwise) => {
                if self.bool(condition)? {
                    self.int(then)
                } else {
                    self.int(otherwise)
                }
            }
            IntKind::Get(array, index) => {
                let array = self.array(array)?;
                let at = self.int(index)?;
                let fault = |fault| Halt::Fault(fault, index.span);
                Ok(array[number::element(at, array.len()).map_err(fault)?])
            }
            IntKind::Fold(fold, array) => number::fold(*fold, &self.array(array)?).map_err(fault),
            IntKind::Lookup(table, row, index) => {
                let row = self.row(table, row.as_deref(), int.span)?;
                let at = self.int(index)?;
                let fault = |fault| Halt::Fault(fault, index.span);
                Ok(row[number::element(at, row.len()).map_err(fault)?])
            }
            IntKind::RowLen(table, row) => Ok(self.row(table, Some(row), int.span)?.len() as i64),
            IntKind::Told(_, input) => Err(missing(input, int.span)),
        }
    }

    /// A row of a table, or all of it.
    fn row<'t>(
        &mut self,
        table: &'t Table,
        row: Option<&Int>,
        span: Span,
    ) -> Result<&'t [i64], Halt> {
        let numbers = table.known().map_err(|input| missing(input, span))?;
        let number = row.map(|row| self.int(row)).transpose()?;
        let at = row.map_or(span, |row| row.span);
        number::row(numbers, number).map_err(|fault| Halt::Fault(fault, at))
    }

    /// The value of a condition.
    ///
    /// # Errors
    /// Its fault.
    pub fn bool(&mut self, bool: &Bool) -> Result<bool, Halt> {
        self.count()?;
        Ok(match &bool.kind {
            BoolKind::Const(value) => *value,
            BoolKind::Var(slot) => self.frame[*slot as usize] != 0,
            BoolKind::Not(a) => !self.bool(a)?,
            BoolKind::And(a, b) => self.bool(a)? && self.bool(b)?,
            BoolKind::Or(a, b) => self.bool(a)? || self.bool(b)?,
            BoolKind::Compare(first, rest) => {
                let mut left = self.int(first)?;
                for (op, right) in rest {
                    let right = self.int(right)?;
                    if !number::compare(*op, left, right) {
                        return Ok(false);
                    }
                    left = right;
                }
                true
            }
            BoolKind::In(value, set) => set.binary_search(&self.int(value)?).is_ok(),
            BoolKind::InInput(_, input) => return Err(missing(input, bool.span)),
            BoolKind::Call(function, value) => number::test(*function, self.int(value)?),
            BoolKind::Same(a, b) => self.bool(a)? == self.bool(b)?,
            BoolKind::SameArray(a, b) => self.array(a)? == self.array(b)?,
            BoolKind::If(condition, then, otherwise) => {
                if self.bool(condition)? {
                    self.bool(then)?
                } else {
                    self.bool(otherwise)?
                }
            }
        })
    }

    /// The value of an array.
    ///
    /// # Errors
    /// Its fault.
    pub fn array(&mut self, array: &Array) -> Result<Vec<i64>, Halt> {
        self.count()?;
        Ok(match &array.kind {
            ArrayKind::Var(slot) => self.frame[*slot as usize..][..array.len].to_vec(),
            ArrayKind::List(items) => {
                items.iter().map(|item| self.int(item)).collect::<Result<_, _>>()?
            }
            ArrayKind::Update(of, updates) => {
                let mut new = self.array(of)?;
                for (index, value) in updates {
                    let at = number::element(self.int(index)?, new.len())
                        .map_err(|fault| Halt::Fault(fault, index.span))?;
                    new[at] = self.int(value)?;
                }
                new
            }
            ArrayKind::Sort(of) => {
                let mut new = self.array(of)?;
                new.sort_unstable();
                new
            }
            ArrayKind::If(condition, then, otherwise) => {
                if self.bool(condition)? {
                    self.array(then)?
                } else {
                    self.array(otherwise)?
                }
            }
        })
    }

    /// Gives `body` every number of `iter`.
    ///
    /// # Errors
    /// A fault of the bounds, or what the body returns.
    pub fn each(
        &mut self,
        iter: &Iter,
        span: Span,
        body: &mut dyn FnMut(&mut Self, i64) -> Result<(), Halt>,
    ) -> Result<(), Halt> {
        match iter {
            Iter::Set(set) => {
                for &value in set.iter() {
                    self.step(span)?;
                    body(self, value)?;
                }
            }
            Iter::Items(table, row) => {
                for &value in self.row(table, row.as_ref(), span)? {
                    self.step(span)?;
                    body(self, value)?;
                }
            }
            Iter::Ones(of) => {
                let mut bits = self.int(of)? as u64;
                while bits != 0 {
                    self.step(span)?;
                    body(self, bits.trailing_zeros().into())?;
                    bits &= bits - 1;
                }
            }
            Iter::Range { from, to, inclusive, step } => {
                let (from, to) = (self.int(from)?, self.int(to)?);
                let by = match step {
                    None => 1,
                    Some(step) => match self.int(step)? {
                        by @ 1.. => by,
                        by => return Err(Halt::Fault(Fault::Step(by), step.span)),
                    },
                };
                let mut next = Some(from);
                while let Some(value) = next
                    && (value < to || *inclusive && value == to)
                {
                    self.step(span)?;
                    body(self, value)?;
                    next = value.checked_add(by);
                }
            }
        }
        Ok(())
    }
}

/// An input that is asked has no value.
fn missing(input: &Input, span: Span) -> Halt {
    Halt::Error(Box::new(RuleError { span, ..input.missing() }))
}
