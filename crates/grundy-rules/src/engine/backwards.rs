//! Outcomes of all states of a loopy program whose domains are boxes, from the ends of play backwards.
//!
//! The moves of every state are listed twice by the compiled rules: once to count what leads to each state,
//! and once to note where it comes from. Then every state that is decided decides what leads to it.

use super::dense::{Cells, Code, Dense, count};
use super::ir::{LOONY, Status, Unit};
use super::vm::{Looked, Machine, Scratch, Table};
use crate::operator::Comparison;
use crate::state::State;
use crate::typed::{Bool, BoolKind, Int, IntBinary, IntKind, Program, Stmt};
use crate::walk::MAX_STEPS;
use grundy::context::{Context, Stop};
use grundy::outcome::{Outcome, Play};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

/// Outcomes of all states of the boxes of a program.
#[derive(Debug)]
pub struct Backwards {
    /// The outcome of every state as a code; nothing is known of cells that are no states.
    dense: Dense,
}

/// The codes of outcomes.
const P: u32 = 0;
const N: u32 = 1;
const D: u32 = 2;

impl Backwards {
    /// Who wins from a state; nothing if it does not belong to its domain.
    pub fn outcome(&self, state: &State) -> Option<Outcome> {
        match self.dense.code(self.dense.key(state.family(), state.coords())?) {
            Code::Value(P) => Some(Outcome::P),
            Code::Value(N) => Some(Outcome::N),
            Code::Value(_) => Some(Outcome::D),
            _ => None,
        }
    }
}

/// One more than the greatest of each coordinate of every family, where the domains say that, and where
/// every move leaves one state at most, which has one form only.
pub fn sizes(program: &Program) -> Option<Vec<Vec<u64>>> {
    let single = |family: &crate::typed::Family| {
        family.same.is_empty() && family.rules.iter().all(|code| leaves_one(&code.body))
    };
    if !program.families.iter().all(single) || program.entailing().is_some() {
        return None;
    }
    let sizes = |family: &crate::typed::Family| -> Option<Vec<u64>> {
        let greatest = |slot: usize| {
            let greatest =
                family.domain.iter().filter_map(|condition| greatest(condition, slot)).min()?;
            u64::try_from(greatest.saturating_add(1)).ok().filter(|&size| size <= MAX_SIZE)
        };
        (0..family.width).map(greatest).collect()
    };
    program.families.iter().map(sizes).collect()
}

/// Coordinates of compiled rules for small numbers are below this.
const MAX_SIZE: u64 = 1 << 31;

/// Whether every move of a block leaves one state at most.
fn leaves_one(block: &[Stmt]) -> bool {
    block.iter().all(|statement| match statement {
        Stmt::Move(option) => option.sum.len() <= 1,
        Stmt::Gather(_) => false,
        Stmt::For { body, .. } | Stmt::While { body, .. } => leaves_one(body),
        Stmt::If { then, otherwise, .. } => leaves_one(then) && leaves_one(otherwise),
        _ => true,
    })
}

/// The greatest that a condition allows a coordinate to be, if it says that in plain words.
fn greatest(condition: &Bool, slot: usize) -> Option<i64> {
    match &condition.kind {
        BoolKind::And(a, b) => match (greatest(a, slot), greatest(b, slot)) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        },
        BoolKind::In(of, set) if has(of, slot) => set.last().copied(),
        BoolKind::Compare(first, rest) => {
            let mut left = &**first;
            let mut least = None;
            for (comparison, right) in rest {
                let found = match (comparison, left.constant(), right.constant()) {
                    (Comparison::Lt, _, Some(end)) if has(left, slot) => end.checked_sub(1),
                    (Comparison::Le | Comparison::Eq, _, Some(end)) if has(left, slot) => Some(end),
                    (Comparison::Gt, Some(end), _) if has(right, slot) => end.checked_sub(1),
                    (Comparison::Ge | Comparison::Eq, Some(end), _) if has(right, slot) => {
                        Some(end)
                    }
                    _ => None,
                };
                least = match (least, found) {
                    (Some(a), Some(b)) => Some(std::cmp::min::<i64>(a, b)),
                    (a, b) => a.or(b),
                };
                left = right;
            }
            least
        }
        _ => None,
    }
}

/// Whether a number is a sum of coordinates, none of them negative, with this one among them.
fn has(int: &Int, slot: usize) -> bool {
    match &int.kind {
        IntKind::Var(var) => *var as usize == slot,
        IntKind::Binary(IntBinary::Add, a, b) => {
            let coordinates = |int: &Int| coordinates(int);
            coordinates(a) && coordinates(b) && (has(a, slot) || has(b, slot))
        }
        _ => false,
    }
}

/// Whether a number is a sum of coordinates: conditions of a domain have no other variables.
fn coordinates(int: &Int) -> bool {
    match &int.kind {
        IntKind::Var(_) => true,
        IntKind::Binary(IntBinary::Add, a, b) => coordinates(a) && coordinates(b),
        IntKind::Const(value) => *value >= 0,
        _ => false,
    }
}

/// Notes the keys of states that are looked up.
struct Heads<'d> {
    dense: &'d Dense,
    keys: Vec<u32>,
}

impl Table for Heads<'_> {
    fn look(&mut self, family: usize, coords: &[i64]) -> Looked {
        match self.dense.key(family, coords) {
            Some(key) => {
                self.keys.push(key as u32);
                // Apart from the value of an option that leaves nothing.
                Looked::Value(1)
            }
            None if coords.iter().any(|&coord| coord < 0) => Looked::Outside,
            None => Looked::Grow,
        }
    }

    /// Whether the state belongs to its domain is looked at first.
    fn ask(&mut self, _: usize, coords: &[i64]) -> Looked {
        if coords.iter().any(|&coord| coord < 0) { Looked::Outside } else { Looked::Grow }
    }
}

/// What a state can do.
enum Seen {
    /// It does not belong to its domain.
    NoState,
    /// A move wins at once, or leaves nothing.
    Ends { wins: bool },
    /// All moves lead to the states listed.
    Moves,
}

/// One thread's means.
struct Lister<'u> {
    unit: &'u Unit,
    machine: Machine,
    scratch: Scratch,
    coords: Vec<i64>,
    heads: Heads<'u>,
}

/// The rules are wrong somewhere in the boxes, or lead out of them.
struct Unfit;

impl<'u> Lister<'u> {
    fn new(unit: &'u Unit, dense: &'u Dense) -> Self {
        let width = unit.widths.iter().copied().max().unwrap_or(0);
        Self {
            unit,
            machine: Machine::new(unit),
            scratch: Scratch::new(width),
            coords: Vec::with_capacity(width),
            heads: Heads { dense, keys: Vec::new() },
        }
    }

    /// What the state of a key can do; where its moves lead is in `heads.keys`.
    fn list(
        &mut self,
        key: u64,
        look: &dyn Fn() -> Result<(), Stop>,
    ) -> Result<Result<Seen, Unfit>, Stop> {
        let family = self.heads.dense.decode(key, &mut self.coords);
        self.heads.keys.clear();
        match self.machine.inside(self.unit, family, &self.coords) {
            Some(true) => {}
            Some(false) => return Ok(Ok(Seen::NoState)),
            None => return Ok(Err(Unfit)),
        }
        self.scratch.reset(MAX_STEPS);
        let of = (family, &*self.coords);
        let (heads, scratch) = (&mut self.heads, &mut self.scratch);
        let status = self.machine.evaluate(self.unit, of, heads, scratch, look, None)?;
        if status != Status::Done {
            return Ok(Err(Unfit));
        }
        let stamped = |value: usize| self.scratch.seen[value] == self.scratch.epoch;
        Ok(Ok(match self.scratch.value {
            LOONY => Seen::Ends { wins: true },
            _ if stamped(0) => Seen::Ends { wins: false },
            _ => Seen::Moves,
        }))
    }
}

/// States are handed out in runs of so many.
const RUN: usize = 1 << 14;

/// A cell that is no state.
const NO_STATE: u8 = u8::MAX;
/// A state that is not decided: in the cells it stands for a draw.
const OPEN: u8 = D as u8;

/// Finds the outcomes; nothing if the rules do not fit.
///
/// # Complexity
/// O(cells and moves); for n cells and m moves 11 n + 4 m bytes at most.
///
/// # Errors
/// The limits of memory and time.
pub fn compute(
    unit: &Unit,
    sizes: &[Vec<u64>],
    play: Play,
    context: &Context<'_>,
) -> Result<Option<Backwards>, Stop> {
    let cells = sizes.iter().map(|sizes| count(sizes)).fold(0u64, u64::saturating_add);
    let doing = || format!("outcomes of {cells} positions from the ends of play backwards");
    if cells >= u64::from(u32::MAX) {
        return Ok(None);
    }
    context.check_memory(cells.saturating_mul(11), doing)?;
    let n = cells as usize;
    let mut geometry = Dense::new(sizes, 1, context)?;
    // Outcomes come into its cells at the end.
    geometry.cells = Cells::Byte(Vec::new());
    let mut outcomes = vec![NO_STATE; n];
    // How many moves lead to states that are not known to be won.
    let mut open = vec![0u16; n];
    let starts: Vec<AtomicU32> = (0..=n).map(|_| AtomicU32::new(0)).collect();
    let unfit = AtomicBool::new(false);
    let threads = context.limits.threads.clamp(1, 64);
    let look = || context.look("listing moves backwards", cells);
    each_run(
        threads,
        outcomes.chunks_mut(RUN).zip(open.chunks_mut(RUN)),
        |first, (outcomes, open)| {
            let mut lister = Lister::new(unit, &geometry);
            look()?;
            for (i, (outcome, open)) in outcomes.iter_mut().zip(open).enumerate() {
                if unfit.load(Relaxed) {
                    return Ok(());
                }
                let Ok(seen) = lister.list((first + i) as u64, &look)? else {
                    unfit.store(true, Relaxed);
                    return Ok(());
                };
                let Ok(moves) = u16::try_from(lister.heads.keys.len()) else {
                    unfit.store(true, Relaxed);
                    return Ok(());
                };
                *outcome = match (seen, play) {
                    (Seen::NoState, _) => continue,
                    (Seen::Ends { wins: true }, _) | (Seen::Ends { .. }, Play::Normal) => N as u8,
                    // What leaves nothing lets the other player win.
                    (Seen::Ends { .. }, Play::Misere) if moves == 0 => P as u8,
                    (Seen::Moves, _) if moves == 0 => match play {
                        Play::Normal => P as u8,
                        Play::Misere => N as u8,
                    },
                    _ => OPEN,
                };
                if *outcome == OPEN {
                    *open = moves;
                    for &head in &lister.heads.keys {
                        starts[head as usize].fetch_add(1, Relaxed);
                    }
                }
            }
            Ok(())
        },
    )?;
    if unfit.load(Relaxed) {
        return Ok(None);
    }
    let mut arcs = 0u64;
    for start in &starts {
        arcs += u64::from(start.load(Relaxed));
        if arcs > u64::from(u32::MAX) {
            return Err(Stop::Refused(format!("{}: more than 2^32 moves", doing())));
        }
        start.store(arcs as u32, Relaxed);
    }
    context.check_memory(cells.saturating_mul(11).saturating_add(4 * arcs), doing)?;
    let tails: Vec<AtomicU32> = (0..arcs).map(|_| AtomicU32::new(0)).collect();
    each_run(threads, outcomes.chunks(RUN), |first, outcomes| {
        let mut lister = Lister::new(unit, &geometry);
        look()?;
        for (i, _) in outcomes.iter().enumerate().filter(|(_, outcome)| **outcome == OPEN) {
            // It was listed before without a fault.
            let Ok(_) = lister.list((first + i) as u64, &look)? else { continue };
            for &head in &lister.heads.keys {
                let place = starts[head as usize].fetch_sub(1, Relaxed) - 1;
                tails[place as usize].store((first + i) as u32, Relaxed);
            }
        }
        Ok(())
    })?;
    let mut decided: Vec<u32> = Vec::new();
    let mut steps = 0u64;
    for start in 0..n {
        if outcomes[start] >= OPEN {
            continue;
        }
        decided.push(start as u32);
        while let Some(v) = decided.pop() {
            steps += 1;
            context.tick("outcomes backwards", steps)?;
            let from = starts[v as usize].load(Relaxed) as usize;
            let to = starts[v as usize + 1].load(Relaxed) as usize;
            let won = outcomes[v as usize] == N as u8;
            for tail in &tails[from..to] {
                let u = tail.load(Relaxed) as usize;
                if outcomes[u] != OPEN {
                    continue;
                }
                open[u] -= 1;
                if !won || open[u] == 0 {
                    outcomes[u] = if won { P as u8 } else { N as u8 };
                    // Those behind come to be looked at by themselves.
                    if u <= start {
                        decided.push(u as u32);
                    }
                }
            }
        }
    }
    let mut dense = geometry;
    dense.cells = Cells::Byte(outcomes);
    Ok(Some(Backwards { dense }))
}

/// Runs of states with the number of the first one, handed out to threads.
fn each_run<I: Send, T: Iterator<Item = I> + Send>(
    threads: usize,
    runs: T,
    work: impl Fn(usize, I) -> Result<(), Stop> + Sync,
) -> Result<(), Stop> {
    let runs = Mutex::new(runs.enumerate());
    let stopped = Mutex::new(None);
    let next = || runs.lock().unwrap_or_else(PoisonError::into_inner).next();
    let is_stopped = || stopped.lock().unwrap_or_else(PoisonError::into_inner).is_some();
    let turn = || {
        while let Some((number, run)) = next() {
            if let Err(stop) = work(number * RUN, run) {
                *stopped.lock().unwrap_or_else(PoisonError::into_inner) = Some(stop);
            }
            if is_stopped() {
                return;
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(turn);
        }
        turn();
    });
    match stopped.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some(stop) => Err(stop),
        None => Ok(()),
    }
}
