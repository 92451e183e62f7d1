//! The reference evaluator: walks the typed tree, step by step. It is the judge of the compiled
//! back ends, so it is written to be seen to be right, not to be fast.

use crate::error::{Failure, Kind, RuleError};
pub use crate::halt::Halt;
pub use crate::machine::{MAX_STEPS, Machine};
use crate::number::{self, Fault};
use crate::state::State;
use crate::typed::{Arg, Block, Code, Gather, Move, Part, Program, Slot, Stmt, Term};
use grundy::context::Context;
use grundy::syntax::Span;

/// Same-position rules are applied up to so many times to one state.
pub const MAX_REWRITES: usize = 1000;

/// A move of variable length that is listed leaves up to so many positions.
pub const MAX_PARTS: usize = 1 << 12;

/// The memory is looked at after so many parts of a move.
const PARTS_PER_LOOK: usize = 1 << 14;

/// Bytes of a part of a move, about, with those of its normal form.
const PART_BYTES: u64 = 128;

/// How copies of a state are counted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Copies {
    /// All of them.
    All,
    /// One or two, as their number is odd or even.
    Parity,
}

/// What a statement tells its receiver.
enum Event<'t> {
    Move(&'t Move),
    Gather(&'t Gather),
    Part(&'t Part),
    Become(&'t Term),
}

/// Whether a rule goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Flow {
    Next,
    Ended,
}

type Receiver<'r> = dyn FnMut(&mut Machine<'_>, Event<'_>) -> Result<(), Halt> + 'r;

impl Machine<'_> {
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
                let value = self.int(value)?;
                self.set(*slot + at as Slot, value);
            }
            Stmt::Move(option) => {
                self.step(option.span)?;
                receiver(self, Event::Move(option))?;
            }
            Stmt::Gather(gather) => {
                self.step(gather.span)?;
                receiver(self, Event::Gather(gather))?;
            }
            Stmt::Part(part) => {
                self.step(part.term.span)?;
                receiver(self, Event::Part(part))?;
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
        Ok(State::new(term.family, coords).with_entailed(term.entailed))
    }
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
                // The other form of what must be answered must be answered too.
                let form = machine.term(term)?.with_entailed(state.is_entailed());
                found = Some((form, term.span));
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
    Ok(machine.fuel())
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
    reach(program, state, fuel, (None, Copies::All), each).map_err(Failure::into_error)
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
    reach(program, state, fuel, (Some(context), Copies::All), each)
}

/// The same for whoever asks for Grundy values alone: of copies of a state, two are left where their
/// number is even, and one where it is odd, so that there may be any number of them.
///
/// # Errors
/// As [`options_within`].
pub fn values_within(
    program: &Program,
    state: &State,
    fuel: u64,
    context: &Context<'_>,
    each: &mut dyn FnMut(Reached) -> bool,
) -> Result<(), Failure> {
    reach(program, state, fuel, (Some(context), Copies::Parity), each)
}

fn reach(
    program: &Program,
    state: &State,
    fuel: u64,
    (clock, counted): (Option<&Context<'_>>, Copies),
    each: &mut dyn FnMut(Reached) -> bool,
) -> Result<(), Failure> {
    let mut fuel = fuel;
    for code in &program.families[state.family()].rules {
        let run = evaluate(code, state, fuel, clock, &mut |machine, event| {
            let (sum, drop, wins) = match event {
                Event::Move(option) => (terms(option, machine)?, option.drop, option.wins),
                Event::Gather(gather) => (parts(gather, counted, machine)?, gather.drop, false),
                Event::Part(_) | Event::Become(_) => return Ok(()),
            };
            let Some(sum) = reached(program, state, sum, drop, machine)? else { return Ok(()) };
            if each(Reached { sum, wins }) { Ok(()) } else { Err(Halt::Enough) }
        });
        match run {
            Ok(left) => fuel = left,
            Err(Halt::Enough) => return Ok(()),
            Err(halt) => return Err(halt.into_failure(|| state.show(program))),
        }
    }
    Ok(())
}

/// The states a move says.
fn terms(option: &Move, machine: &mut Machine<'_>) -> Result<Vec<(State, Span)>, Halt> {
    option.sum.iter().map(|term| Ok((machine.term(term)?, term.span))).collect()
}

/// The states that the parts of a move say, each as often as it is counted.
fn parts(
    gather: &Gather,
    counted: Copies,
    machine: &mut Machine<'_>,
) -> Result<Vec<(State, Span)>, Halt> {
    let (mut sum, mut looks) = (Vec::new(), 0);
    machine.run(&gather.parts, &mut |machine, event| {
        let Event::Part(Part { copies, term }) = event else { return Ok(()) };
        let mut count = 1;
        if let Some(copies) = copies {
            count = machine.int(copies)?;
            if count < 0 {
                return Err(Halt::Fault(Fault::Copies(count), copies.span));
            }
        }
        if count == 0 {
            return Ok(());
        }
        let state = machine.term(term)?;
        let most = match counted {
            // Two equal parts cancel, but a part that can be won at once does so in any number.
            Copies::Parity => 2 - count % 2,
            Copies::All => count,
        };
        if counted == Copies::All && most > (MAX_PARTS - sum.len()) as i64 {
            let message = format!("a move leaves more than {MAX_PARTS} positions");
            return Err(Halt::Error(Box::new(
                RuleError::new(Kind::Size, message, gather.span)
                    .help("values are found all the same; moves are not listed one by one"),
            )));
        }
        sum.extend((0..most).map(|_| (state.clone(), term.span)));
        if sum.len() / PARTS_PER_LOOK > looks {
            looks = sum.len() / PARTS_PER_LOOK;
            machine.check_memory(sum.len() as u64 * PART_BYTES)?;
        }
        Ok(())
    })?;
    Ok(sum)
}

/// The states a move leaves; `None` if it is dropped.
fn reached(
    program: &Program,
    from: &State,
    sum: Vec<(State, Span)>,
    drop: bool,
    machine: &mut Machine<'_>,
) -> Result<Option<Vec<State>>, Halt> {
    for (state, span) in &sum {
        match outside(program, state, machine.fuel())? {
            None => {}
            Some(_) if drop => return Ok(None),
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
