//! The search: runs procedures on an explicit stack until the value asked for is known.

use super::backwards::Backwards;
use super::dense::Code;
use super::ir::{Status, Unit};
#[cfg(feature = "jit")]
use super::jit::Compiled;
use super::judge;
use super::lower::lower;
use super::store::{MAX_CELLS, Store};
use super::vm::{Look, Machine, Refill, Scratch};
use crate::explore::{Explorer, Failure};
use crate::state::State;
use crate::typed::Program;
use crate::walk::MAX_STEPS;
use grundy::context::{Context, LimitKind, Stop};
use grundy::solve::Value;
use std::sync::Arc;

/// Which back end runs the rules. Values do not depend on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Backend {
    /// Machine code once there is much to do, if the program was built with it.
    #[default]
    Auto,
    /// The plain machine.
    Plain,
    /// Machine code from the first state, if the program was built with it.
    Native,
}

/// How an [`Engine`] works.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The back end.
    pub backend: Backend,
    /// Whether a table is filled by one thread, however many there are. Values do not depend on it.
    pub one_thread: bool,
}

/// Marks keys on the stack that are on the path.
pub(super) const ENTERED: u64 = 1 << 63;

/// The stack holds up to so many states that wait for their values. When it is full, one missing
/// state at a time is put on it.
const MAX_WAITING_STATES: usize = 1 << 20;

/// As many steps are allowed for each move that is: a step of compiled rules takes about a
/// nanosecond, a move that other solvers look at many times as long.
pub(super) const STEPS_PER_MOVE: u64 = 256;

/// Machine code is made once a search has taken so many steps: making it takes about as long.
#[cfg(feature = "jit")]
const MIN_STEPS_FOR_MACHINE_CODE: u64 = 1 << 20;

/// Machine code may take so many steps for one state, some milliseconds: it does not look at the
/// clock. A state that takes more is left to the byte code.
#[cfg(feature = "jit")]
const MAX_NATIVE_STEPS: u64 = 1 << 22;

/// Smaller values are kept as bits of a word by the machine code; larger ones need other code.
#[cfg(feature = "jit")]
const MIN_LARGE_VALUE: u32 = 64;

/// The clock and the memory are looked at after so many steps.
pub(super) const STEPS_PER_LOOK: u64 = 1 << 18;

/// The values of the states of a program, found by compiled rules and kept.
///
/// ```
/// use grundy_rules::{engine::Engine, source::Source, state::State, typed::Program};
/// let text = "S(n) -> S(n - k*k) for k in 1..=isqrt(n)";
/// let program = Program::read(Source::new("squares", text)).unwrap();
/// let mut engine = Engine::new(program.into(), Default::default());
/// let value = engine.value(&State::new(0, vec![1000]), &Default::default());
/// assert_eq!(value.unwrap().number(), Some(2));
/// ```
#[derive(Debug)]
pub struct Engine {
    pub(super) program: Arc<Program>,
    options: Options,
    /// Nothing if the program is too large to be compiled.
    pub(super) core: Option<Core>,
    /// For programs that are too large.
    explorer: Explorer,
    /// By play the outcomes of boxes of a loopy program, or that there are none, once looked for.
    pub(super) backwards: [Option<Option<Arc<Backwards>>>; 2],
}

/// What runs.
#[derive(Debug)]
pub(super) struct Core {
    /// For coordinates below 2^31, and for all.
    pub(super) units: [Arc<Unit>; 2],
    machines: [Machine; 2],
    pub store: Store,
    /// Whether every coordinate in the table is small.
    pub(super) small: bool,
    pub scratch: Scratch,
    #[cfg(feature = "jit")]
    compiled: Option<Compiled>,
    /// The same for rows of a family.
    #[cfg(feature = "jit")]
    pub(super) rows: Option<(usize, Compiled)>,
    /// Machine code could not be made.
    #[cfg(feature = "jit")]
    pub(super) plain: bool,
    /// Whether a value is [`MIN_LARGE_VALUE`].
    #[cfg(feature = "jit")]
    pub(super) large: bool,
    /// Values known.
    pub known: u64,
    coords: Vec<i64>,
}

/// A computation that counts what it does.
pub(super) struct Work {
    /// Steps taken, and how many of them when clock and memory were looked at last.
    pub steps: u64,
    pub(super) looked: u64,
    /// Keys of states to be evaluated, those on the path marked.
    pub stack: Vec<u64>,
    /// Boxes have no more cells than this together.
    pub most: u64,
    /// The cells of the box that is being filled.
    #[cfg_attr(not(feature = "jit"), allow(dead_code))]
    pub cells: u64,
}

impl Work {
    pub fn new() -> Self {
        Self { steps: 0, looked: 0, stack: Vec::new(), most: MAX_CELLS, cells: 0 }
    }
}

impl Engine {
    /// An engine that knows no value yet.
    ///
    /// # Complexity
    /// O(program); machine code is made later, when there is much to do.
    pub fn new(program: Arc<Program>, options: Options) -> Self {
        let core = Core::new(&program);
        Self { program, options, core, explorer: Explorer::default(), backwards: [None, None] }
    }

    /// How many values are known.
    pub fn len(&self) -> u64 {
        self.core.as_ref().map_or(self.explorer.len() as u64, |core| core.known)
    }

    /// Whether no value is known.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value of a state, which must belong to its domain. Every state that can be reached is
    /// looked at, so rules that are wrong anywhere below it are found.
    ///
    /// # Complexity
    /// O(moves) time; O(states) memory, a byte or two each while coordinates are small.
    ///
    /// # Errors
    /// [`Failure`]: the rules are wrong somewhere below, or a limit was reached. A step of
    /// compiled rules counts as a 256th of a move against [`grundy::context::Limits::moves`].
    pub fn value(&mut self, state: &State, context: &Context<'_>) -> Result<Value, Failure> {
        self.program.check_free("this table of values")?;
        let Some(core) = &mut self.core else {
            return self.explorer.value(&self.program, state, context);
        };
        let program = &self.program;
        let mut work = Work::new();
        let key = core.key(program, state.family(), state.coords(), &mut work, context)?;
        let result = core.search(program, self.options, key, &mut work, context);
        core.clear_path(&work, context);
        result?;
        let key = core.key(program, state.family(), state.coords(), &mut work, context)?;
        match core.store.code(key) {
            Code::Value(value) => Value::new(value.into()).ok_or_else(|| {
                Stop::Refused("a Grundy value of 2^32 or more came up".into()).into()
            }),
            Code::Loony => Ok(Value::LOONY),
            Code::Unknown | Code::OnPath => Err(judge::internal(program, state)),
        }
    }

    /// Whether the value of a state is known: found before, in the box or the table.
    pub fn knows(&mut self, state: &State) -> bool {
        let Some(core) = &mut self.core else { return false };
        let key = core.store.key(state.family(), state.coords());
        key.is_some_and(|key| matches!(core.store.code(key), Code::Value(_) | Code::Loony))
    }

    pub(super) fn options(&self) -> Options {
        self.options
    }

    pub(super) fn explorer(&mut self) -> &mut Explorer {
        &mut self.explorer
    }
}

impl Core {
    fn new(program: &Program) -> Option<Self> {
        let units = [lower(program, true).ok()?, lower(program, false).ok()?].map(Arc::new);
        let widths = &units[0].widths;
        let width = widths.iter().copied().max().unwrap_or(0);
        Some(Self {
            machines: [Machine::new(&units[0]), Machine::new(&units[1])],
            store: Store::new(widths, &Context::default()).ok()?,
            small: true,
            scratch: Scratch::new(width),
            #[cfg(feature = "jit")]
            compiled: None,
            #[cfg(feature = "jit")]
            rows: None,
            #[cfg(feature = "jit")]
            plain: false,
            #[cfg(feature = "jit")]
            large: false,
            known: 0,
            coords: Vec::with_capacity(width),
            units,
        })
    }

    /// The key of a state, for which room is made.
    pub fn key(
        &mut self,
        program: &Program,
        family: usize,
        coords: &[i64],
        work: &mut Work,
        context: &Context<'_>,
    ) -> Result<u64, Failure> {
        if coords.iter().any(|&coord| coord < 0) {
            return Err(judge::internal(program, &State::new(family, coords.to_vec())));
        }
        if let Some(key) = self.store.key(family, coords) {
            return Ok(key);
        }
        self.grow(family, coords, work, context)?;
        self.store
            .key(family, coords)
            .ok_or_else(|| judge::internal(program, &State::new(family, coords.to_vec())))
    }

    /// Makes room for a state; keys on the stack are changed to those of the new table.
    pub fn grow(
        &mut self,
        family: usize,
        coords: &[i64],
        work: &mut Work,
        context: &Context<'_>,
    ) -> Result<(), Failure> {
        let mut new = self.store.grown(family, coords, work.most, context)?;
        let mut coords = Vec::new();
        for key in &mut work.stack {
            let family = self.store.decode(*key & !ENTERED, &mut coords);
            let fresh = new.key(family, &coords);
            *key = fresh.ok_or_else(|| {
                Stop::Refused("internal error: a position was lost; please report it".into())
            })? | *key & ENTERED;
        }
        self.store = new;
        self.small = self.store.is_small();
        #[cfg(feature = "jit")]
        {
            self.compiled = None;
            self.rows = None;
        }
        Ok(())
    }

    fn state(&self, key: u64) -> State {
        let mut coords = Vec::new();
        let family = self.store.decode(key & !ENTERED, &mut coords);
        State::new(family, coords)
    }

    fn path(&self, stack: &[u64]) -> Vec<State> {
        stack.iter().filter(|&key| key & ENTERED != 0).map(|&key| self.state(key)).collect()
    }

    /// The path without what is far from both of its ends.
    fn ends_of_path(&self, stack: &[u64]) -> Vec<State> {
        /// States kept at each end.
        const MAX_STATES_AT_EACH_END: usize = 64;
        let mut keys: Vec<u64> = stack.iter().copied().filter(|key| key & ENTERED != 0).collect();
        if keys.len() > 2 * MAX_STATES_AT_EACH_END {
            keys.drain(MAX_STATES_AT_EACH_END..keys.len() - MAX_STATES_AT_EACH_END);
        }
        self.path(&keys)
    }

    /// After a search that did not end: nothing is on a path any more.
    pub fn clear_path(&mut self, work: &Work, context: &Context<'_>) {
        for key in work.stack.iter().filter(|&key| key & ENTERED != 0) {
            // A key that was set before needs no room.
            let _ = self.store.set(key & !ENTERED, Code::Unknown, context);
        }
    }

    /// Runs the procedure of a state.
    ///
    /// # Errors
    /// The rules are wrong in this state, or a limit.
    pub fn run(
        &mut self,
        program: &Program,
        options: Options,
        key: u64,
        work: &mut Work,
        context: &Context<'_>,
    ) -> Result<Status, Failure> {
        let mut coords = std::mem::take(&mut self.coords);
        let family = self.store.decode(key, &mut coords);
        let result = self.run_state(program, options, family, &coords, work, context);
        self.coords = coords;
        result
    }

    pub fn run_state(
        &mut self,
        program: &Program,
        options: Options,
        family: usize,
        coords: &[i64],
        work: &mut Work,
        context: &Context<'_>,
    ) -> Result<Status, Failure> {
        let allowed = context.limits.moves.saturating_mul(STEPS_PER_MOVE);
        let fuel = MAX_STEPS.min(allowed.saturating_sub(work.steps));
        let known = self.known;
        let look = || context.look("searching positions", known);
        let status = self.once(options, (family, coords), (fuel, work.steps), &look)?;
        match status {
            Status::Done | Status::Grow => {
                work.steps += fuel - self.scratch.fuel;
                if work.steps - work.looked >= STEPS_PER_LOOK {
                    work.looked = work.steps;
                    context.look("searching positions", self.known)?;
                    check_steps(work.steps, context)?;
                }
                Ok(status)
            }
            Status::Fault | Status::Fuel | Status::Room => {
                let state = State::new(family, coords.to_vec());
                if let Some(failure) = judge::state(program, &state, context)? {
                    return Err(failure);
                }
                if status == Status::Fault {
                    return Err(judge::internal(program, &state));
                }
                if fuel < MAX_STEPS {
                    // It was not the limit of steps that was reached.
                    check_steps(u64::MAX, context)?;
                }
                // Steps are counted more coarsely here than they are allowed.
                let known = self.known;
                let mut refill = || {
                    work.steps += MAX_STEPS;
                    context.look("searching positions", known)?;
                    check_steps(work.steps, context)?;
                    Ok(MAX_STEPS)
                };
                self.scratch.reset(0);
                let small = self.small;
                let (unit, machine) = pick(&self.units, &mut self.machines, small);
                let (scratch, refill) = (&mut self.scratch, Some(&mut refill as &mut Refill<'_>));
                let look = || context.look("searching positions", known);
                let of = (family, coords);
                let status = match &mut self.store {
                    Store::Dense(t) => machine.evaluate(unit, of, t, scratch, &look, refill),
                    Store::Packed(t) => machine.evaluate(unit, of, t, scratch, &look, refill),
                    Store::Whole(t) => machine.evaluate(unit, of, t, scratch, &look, refill),
                }?;
                match status {
                    Status::Done | Status::Grow => Ok(status),
                    Status::Fault | Status::Fuel | Status::Room => {
                        Err(judge::internal(program, &state))
                    }
                }
            }
        }
    }

    /// Runs the procedure of a state with so much fuel, after so many steps of others.
    fn once(
        &mut self,
        options: Options,
        (family, coords): (usize, &[i64]),
        (fuel, steps): (u64, u64),
        look: &Look<'_>,
    ) -> Result<Status, Stop> {
        let small = self.small;
        #[cfg(feature = "jit")]
        if options.backend != Backend::Plain
            && !self.plain
            && (options.backend == Backend::Native
                || steps >= MIN_STEPS_FOR_MACHINE_CODE
                || self.compiled.is_some())
        {
            // Machine code does not look at the clock: what takes long is left to the machine.
            let given = fuel.min(MAX_NATIVE_STEPS);
            self.scratch.reset(given);
            match self.native(family, coords, small) {
                Some(Status::Fuel) if given < fuel => {}
                Some(status) => {
                    self.scratch.fuel += fuel - given;
                    return Ok(status);
                }
                None => {}
            }
        }
        #[cfg(not(feature = "jit"))]
        let _ = (options, steps);
        self.scratch.reset(fuel);
        let (unit, machine) = pick(&self.units, &mut self.machines, small);
        let scratch = &mut self.scratch;
        let of = (family, coords);
        match &mut self.store {
            Store::Dense(table) => machine.evaluate(unit, of, table, scratch, look, None),
            Store::Packed(table) => machine.evaluate(unit, of, table, scratch, look, None),
            Store::Whole(table) => machine.evaluate(unit, of, table, scratch, look, None),
        }
    }

    /// Runs machine code, which is made if there is none; nothing if it cannot be.
    #[cfg(feature = "jit")]
    fn native(&mut self, family: usize, coords: &[i64], small: bool) -> Option<Status> {
        let (store, large) = (&self.store, self.large);
        if !self.compiled.as_ref().is_some_and(|code| code.fits(store) && code.suits(large)) {
            let unit = &self.units[usize::from(!small)];
            match Compiled::new(unit, &self.store, None, large) {
                Some(compiled) => self.compiled = Some(compiled),
                None => {
                    self.plain = !matches!(self.store, Store::Whole(_));
                    return None;
                }
            }
        }
        let compiled = self.compiled.as_ref()?;
        Some(compiled.run(family, coords, &mut self.store, &mut self.scratch))
    }

    /// Whether a state with no negative coordinate belongs to its domain; nothing if that is a
    /// fault.
    pub fn inside(&mut self, family: usize, coords: &[i64]) -> Option<bool> {
        let (unit, machine) = pick(&self.units, &mut self.machines, self.small);
        machine.inside(unit, family, coords)
    }

    /// Whether a family has conditions on its states.
    pub fn has_domain(&self, family: usize) -> bool {
        self.units[0].inside[family].is_some()
    }

    /// Finds the value of a key, and of all it needs.
    ///
    /// On an error the path is left marked, and on the stack.
    ///
    /// # Errors
    /// The rules are wrong somewhere below, or a limit.
    pub fn search(
        &mut self,
        program: &Program,
        options: Options,
        key: u64,
        work: &mut Work,
        context: &Context<'_>,
    ) -> Result<(), Failure> {
        work.stack.push(key);
        let mut path = 0usize;
        while let Some(&top) = work.stack.last() {
            let key = top & !ENTERED;
            if top & ENTERED == 0 {
                match self.store.code(key) {
                    Code::Value(_) | Code::Loony => {
                        work.stack.pop();
                        continue;
                    }
                    Code::OnPath => {
                        let path = self.path(&work.stack);
                        return Err(judge::round(program, &path, &self.state(key)));
                    }
                    Code::Unknown => self.enter(program, key, work, path, context)?,
                }
                path += 1;
            }
            match self.run(program, options, key, work, context)? {
                Status::Grow => {
                    let (family, coords) = self.asked();
                    self.grow(family, &coords, work, context)?;
                }
                _ if self.scratch.missing.is_empty() => {
                    self.keep(key, context)?;
                    work.stack.pop();
                    path -= 1;
                }
                _ => {
                    let missing = &self.scratch.missing;
                    let waiting = work.stack.len() - path;
                    let count = if waiting > MAX_WAITING_STATES { 1 } else { missing.len() };
                    work.stack.extend(missing[..count].iter().rev());
                }
            }
        }
        Ok(())
    }

    /// Writes down what a run found.
    ///
    /// # Errors
    /// The limit of memory.
    pub fn keep(&mut self, key: u64, context: &Context<'_>) -> Result<(), Stop> {
        let code = Code::answer(self.scratch.value);
        #[cfg(feature = "jit")]
        if matches!(code, Code::Value(MIN_LARGE_VALUE..)) {
            self.large = true;
        }
        self.store.set(key, code, context)?;
        self.known += 1;
        Ok(())
    }

    /// The state that did not fit.
    pub fn asked(&self) -> (usize, Vec<i64>) {
        let grow = &self.scratch.grow;
        let family = grow[0] as usize;
        (family, grow[1..][..self.units[0].widths[family]].to_vec())
    }

    fn enter(
        &mut self,
        program: &Program,
        key: u64,
        work: &mut Work,
        path: usize,
        context: &Context<'_>,
    ) -> Result<(), Failure> {
        let count = self.known + path as u64 + 1;
        let told = |this: &Self| judge::searching(program, &this.ends_of_path(&work.stack));
        context.check_positions(count, || told(self))?;
        if count.is_multiple_of(1024) {
            context.look("searching positions", count)?;
            let bytes = self.store.bytes()
                + work.stack.capacity() as u64 * 8
                + self.scratch.seen.len() as u64 * 4;
            context.check_memory(bytes, || told(self))?;
        }
        self.store.set(key, Code::OnPath, context)?;
        if let Some(top) = work.stack.last_mut() {
            *top |= ENTERED;
        }
        Ok(())
    }
}

/// Compares the steps taken with those allowed.
///
/// # Errors
/// The limit of moves, which goes with that of positions.
fn check_steps(steps: u64, context: &Context<'_>) -> Result<(), Stop> {
    let allowed = context.limits.moves.saturating_mul(STEPS_PER_MOVE);
    if steps <= allowed {
        return Ok(());
    }
    Err(Stop::Limit {
        kind: LimitKind::Positions,
        what: format!("searching positions: the rules took more than the {allowed} steps allowed"),
    })
}

/// The code and its registers, for small coordinates or for all.
fn pick<'a>(
    units: &'a [Arc<Unit>; 2],
    machines: &'a mut [Machine; 2],
    small: bool,
) -> (&'a Unit, &'a mut Machine) {
    let number = usize::from(!small);
    (&units[number], &mut machines[number])
}
