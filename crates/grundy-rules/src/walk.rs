//! The reference evaluator: walks the typed tree, step by step. It is the judge of the compiled
//! back ends, so it is written to be seen to be right, not to be fast.

use crate::error::{Failure, Kind, RuleError};
pub use crate::halt::Halt;
use crate::input::{Input, Table};
use crate::number::{self, Fault};
use crate::state::State;
use crate::typed::{
    Arg, Array, ArrayKind, Block, Bool, BoolKind, Code, Int, IntKind, Iter, Move, Program, Slot,
    Stmt, Term,
};
use grundy::context::Context;
use grundy::syntax::Span;

/// A state may take so many steps.
pub const MAX_STEPS: u64 = 1 << 26;

/// The clock is looked at after so many expressions and steps.
const WORK_PER_LOOK: u32 = 1 << 16;

/// Same-position rules are applied up to so many times to one state.
pub const MAX_REWRITES: usize = 1000;

/// What a statement tells its receiver.
enum Event<'t> {
    Move(&'t Move),
    Become(&'t Term),
}

/// Whether a rule goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Flow {
    Next,
    Ended,
}

type Receiver<'r> = dyn FnMut(&mut Machine<'_>, Event<'_>) -> Result<(), Halt> + 'r;

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

    fn step(&mut self, span: Span) -> Result<(), Halt> {
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

    fn run(&mut self, block: &Block, receiver: &mut Receiver<'_>) -> Result<Flow, Halt> {
        for statement in block {
            if self.statement(statement, receiver)? == Flow::Ended {
                return Ok(Flow::Ended);
            }
        }
        Ok(Flow::Next)
    }

    fn statement(&mut self, statement: &Stmt, receiver: &mut Receiver<'_>) -> Result<Flow, Halt> {
        match statement {
            Stmt::For { slot, iter, body, span } => {
                self.step(*span)?;
                self.each(iter, *span, &mut |machine, value| {
                    machine.set(*slot, value);
                    machine.run(body, receiver).map(drop)
                })?;
            }
            Stmt::While { condition, body, span } => {
                self.step(*span)?;
                while self.bool(condition)? {
                    self.step(*span)?;
                    self.run(body, receiver)?;
                }
            }
            Stmt::If { condition, then, otherwise } => {
                self.step(condition.span)?;
                let block = if self.bool(condition)? { then } else { otherwise };
                return self.run(block, receiver);
            }
            Stmt::SetInt { slot, value } => {
                self.step(value.span)?;
                self.set_int(*slot, value)?;
            }
            Stmt::SetBool { slot, value } => {
                self.step(value.span)?;
                self.set_bool(*slot, value)?;
            }
            Stmt::SetArray { slot, value } => {
                self.step(value.span)?;
                self.set_array(*slot, value)?;
            }
            Stmt::SetElement { slot, len, index, value } => {
                self.step(value.span)?;
                let at = number::element(self.int(index)?, *len)
                    .map_err(|fault| Halt::Fault(fault, index.span))?;
                self.frame[*slot as usize + at] = self.int(value)?;
            }
            Stmt::Move(option) => {
                self.step(option.span)?;
                receiver(self, Event::Move(option))?;
            }
            Stmt::Become(term) => {
                self.step(term.span)?;
                receiver(self, Event::Become(term))?;
                return Ok(Flow::Ended);
            }
        }
        Ok(Flow::Next)
    }

    fn term(&mut self, term: &Term) -> Result<State, Halt> {
        let mut coords = Vec::new();
        for arg in &term.args {
            match arg {
                Arg::Int(value) => coords.push(self.int(value)?),
                Arg::Array(value) => coords.extend(self.array(value)?),
            }
        }
        Ok(State::new(term.family, coords))
    }
}

/// An input that is asked has no value.
fn missing(input: &Input, span: Span) -> Halt {
    Halt::Error(Box::new(RuleError { span, ..input.missing() }))
}

/// Why a state is outside of its domain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outside {
    /// A coordinate is negative.
    Negative,
    /// A condition does not hold; where it stands.
    Condition(Span),
}

/// An option of a state: the sum it leaves, as the rules say it, before any normal form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reached {
    /// The states left, in the order written.
    pub sum: Vec<State>,
    /// Whether the move wins at once.
    pub wins: bool,
}

/// Whether a state belongs to its domain.
///
/// # Errors
/// A fault in a condition.
pub fn outside(program: &Program, state: &State, fuel: u64) -> Result<Option<Outside>, Halt> {
    if state.coords().iter().any(|&coord| coord < 0) {
        return Ok(Some(Outside::Negative));
    }
    let domain = &program.families[state.family()].domain;
    if domain.is_empty() {
        return Ok(None);
    }
    let mut machine = Machine::new(state.coords().to_vec(), fuel);
    for condition in domain {
        if !machine.bool(condition)? {
            return Ok(Some(Outside::Condition(condition.span)));
        }
    }
    Ok(None)
}

/// The normal form of a state: what its same-position rules make of it, again and again.
///
/// # Errors
/// What is wrong with the rules in this state; a form that comes twice is an error.
pub fn normal_form(program: &Program, state: &State) -> Result<State, RuleError> {
    form(program, state, None).map_err(Failure::into_error)
}

/// The same, stopped when `context` says so.
///
/// # Errors
/// As [`normal_form`]; cancelled, or out of time.
pub fn normal_form_within(
    program: &Program,
    state: &State,
    context: &Context<'_>,
) -> Result<State, Failure> {
    form(program, state, Some(context))
}

fn form(program: &Program, state: &State, clock: Option<&Context<'_>>) -> Result<State, Failure> {
    let mut current = state.clone();
    if program.families[current.family()].same.is_empty() {
        return Ok(current);
    }
    let mut path = Vec::new();
    while let Some((next, span)) = rewritten(program, &current, clock)? {
        path.push(current);
        if path.contains(&next) || path.len() >= MAX_REWRITES {
            let first = path.iter().position(|seen| *seen == next).unwrap_or(0);
            let mut shown: Vec<String> =
                path[first..].iter().take(6).map(|state| state.show(program)).collect();
            shown.push(if path.contains(&next) { next.show(program) } else { "…".into() });
            return Err(RuleError::new(
                Kind::Rewriting,
                format!("these forms of one position have no end: {}", shown.join(" == ")),
                span,
            )
            .in_state(state.show(program))
            .help("a same-position rule needs a condition under which it ends: if a > b")
            .into());
        }
        current = next;
    }
    Ok(current)
}

/// What the first same-position rule that applies makes of a state.
fn rewritten(
    program: &Program,
    state: &State,
    clock: Option<&Context<'_>>,
) -> Result<Option<(State, Span)>, Failure> {
    for code in &program.families[state.family()].same {
        let mut found = None;
        let run = evaluate(code, state, MAX_STEPS, clock, &mut |machine, event| {
            if let Event::Become(term) = event {
                found = Some((machine.term(term)?, term.span));
            }
            Ok(())
        });
        run.map_err(|halt| halt.into_failure(|| state.show(program)))?;
        let Some((next, span)) = found.filter(|(next, _)| next != state) else { continue };
        match outside(program, &next, MAX_STEPS) {
            Ok(None) => return Ok(Some((next, span))),
            Ok(Some(why)) => {
                let error = leaves_domain(program, state, &next, why, span, "is the same as");
                return Err(error.help("the other form of a position must exist").into());
            }
            Err(halt) => return Err(halt.into_failure(|| next.show(program))),
        }
    }
    Ok(None)
}

fn evaluate(
    code: &Code,
    state: &State,
    fuel: u64,
    clock: Option<&Context<'_>>,
    receiver: &mut Receiver<'_>,
) -> Result<u64, Halt> {
    let mut frame = state.coords().to_vec();
    frame.resize(code.words, 0);
    let mut machine = Machine::new(frame, fuel).with_clock(clock);
    machine.run(&code.body, receiver)?;
    Ok(machine.fuel)
}

fn leaves_domain(
    program: &Program,
    from: &State,
    to: &State,
    why: Outside,
    span: Span,
    verb: &str,
) -> RuleError {
    let (from_text, to_text) = (from.show(program), to.show(program));
    let (kind, what) = match why {
        Outside::Negative => (Kind::Negative, "with a negative number".to_owned()),
        Outside::Condition(condition) => {
            (Kind::Domain, format!("where {} does not hold", program.source.text(condition)))
        }
    };
    RuleError::new(kind, format!("{from_text} {verb} {to_text}, {what}"), span).in_state(from_text)
}

/// Gives `each` the options of a state, in the order of the rules; repeats are not removed, and
/// the state should be in normal form. `each` returns whether it wants more.
///
/// # Complexity
/// O(steps), up to `fuel`.
///
/// # Errors
/// What is wrong with the rules in this state.
///
/// ```
/// use grundy_rules::{source::Source, state::State, typed::Program, walk};
/// let rules = "S(n) -> S(n - k*k) for k in 1..=isqrt(n)";
/// let program = Program::read(Source::new("squares", rules)).unwrap();
/// let mut left = Vec::new();
/// let state = State::new(0, vec![10]);
/// walk::options(&program, &state, walk::MAX_STEPS, &mut |option| {
///     left.push(option.sum[0].coords()[0]);
///     true
/// }).unwrap();
/// assert_eq!(left, [9, 6, 1]);
/// ```
pub fn options(
    program: &Program,
    state: &State,
    fuel: u64,
    each: &mut dyn FnMut(Reached) -> bool,
) -> Result<(), RuleError> {
    reach(program, state, fuel, None, each).map_err(Failure::into_error)
}

/// The same, stopped when `context` says so.
///
/// # Errors
/// As [`options`]; cancelled, or out of time.
pub fn options_within(
    program: &Program,
    state: &State,
    fuel: u64,
    context: &Context<'_>,
    each: &mut dyn FnMut(Reached) -> bool,
) -> Result<(), Failure> {
    reach(program, state, fuel, Some(context), each)
}

fn reach(
    program: &Program,
    state: &State,
    fuel: u64,
    clock: Option<&Context<'_>>,
    each: &mut dyn FnMut(Reached) -> bool,
) -> Result<(), Failure> {
    let mut fuel = fuel;
    for code in &program.families[state.family()].rules {
        let run = evaluate(code, state, fuel, clock, &mut |machine, event| {
            let Event::Move(option) = event else { return Ok(()) };
            let Some(sum) = reached(program, state, option, machine)? else { return Ok(()) };
            if each(Reached { sum, wins: option.wins }) { Ok(()) } else { Err(Halt::Enough) }
        });
        match run {
            Ok(left) => fuel = left,
            Err(Halt::Enough) => return Ok(()),
            Err(halt) => return Err(halt.into_failure(|| state.show(program))),
        }
    }
    Ok(())
}

/// The states a move leaves; `None` if it is dropped.
fn reached(
    program: &Program,
    from: &State,
    option: &Move,
    machine: &mut Machine<'_>,
) -> Result<Option<Vec<State>>, Halt> {
    let mut sum = Vec::with_capacity(option.sum.len());
    for term in &option.sum {
        sum.push((machine.term(term)?, term.span));
    }
    for (state, span) in &sum {
        match outside(program, state, machine.fuel)? {
            None => {}
            Some(_) if option.drop => return Ok(None),
            Some(why) => {
                let error = leaves_domain(program, from, state, why, *span, "reaches");
                let error =
                    error.help("add a guard, or write ->? (move? in a block) to drop such moves");
                return Err(Halt::Error(Box::new(error)));
            }
        }
    }
    Ok(Some(sum.into_iter().map(|(state, _)| state).collect()))
}
