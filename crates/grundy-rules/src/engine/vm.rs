//! The machine that runs operations one by one; always there.

use super::ir::{Alu, Checked, Function, LOONY, Op, Procedure, Reg, Status, Unit};
use crate::number;
use crate::typed::{BoolFn, IntFn};
use grundy::context::Stop;

/// What a table says of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Looked {
    /// Its value.
    Value(u32),
    /// It is loony.
    Loony,
    /// Nothing yet; its key.
    Missing(u64),
    /// A coordinate is negative.
    Outside,
    /// It does not fit.
    Grow,
}

/// Where values are looked up.
pub trait Table {
    /// What is known of a state.
    fn look(&mut self, family: usize, coords: &[i64]) -> Looked;

    /// The same of a state that may be outside of its domain, which is looked at next where it has no value.
    fn ask(&mut self, family: usize, coords: &[i64]) -> Looked {
        self.look(family, coords)
    }

    /// An option is complete, and this is the sum of what was told of its states. Whether that is all that
    /// is wanted of it: then the run leads to no mex.
    #[inline]
    fn stamp(&mut self, _sum: u64) -> bool {
        false
    }
}

/// One run notes up to so many missing states.
pub const MAX_MISSING_STATES: usize = 1 << 10;

/// What a run needs besides registers, and what it leaves.
#[derive(Debug)]
pub struct Scratch {
    /// A value is among the options if its stamp is the epoch.
    pub seen: Vec<u32>,
    /// Of this run.
    pub epoch: u32,
    /// Keys of states whose value was asked for and is not known.
    pub missing: Vec<u64>,
    /// The steps left.
    pub fuel: u64,
    /// The family and the coordinates that do not fit, after [`Status::Grow`].
    pub grow: Vec<i64>,
    /// The answer, if nothing is missing.
    pub value: u32,
}

impl Scratch {
    /// For states of up to `width` coordinates.
    pub fn new(width: usize) -> Self {
        Self {
            seen: vec![0; 257],
            epoch: 0,
            missing: Vec::with_capacity(MAX_MISSING_STATES),
            fuel: 0,
            grow: vec![0; width + 1],
            value: 0,
        }
    }

    /// Before a run.
    pub fn reset(&mut self, fuel: u64) {
        self.missing.clear();
        self.fuel = fuel;
        self.epoch = match self.epoch.checked_add(1) {
            Some(epoch) => epoch,
            None => {
                self.seen.fill(0);
                1
            }
        };
    }

    /// Makes room for stamps of values below `count`, and one that is never seen.
    pub fn make_room(&mut self, count: usize) {
        if self.seen.len() <= count {
            self.seen.resize(count + 1, 0);
        }
    }
}

/// Gives more fuel, or stops.
pub type Refill<'a> = dyn FnMut() -> Result<u64, Stop> + 'a;

/// Looks at the clock.
pub type Look<'a> = dyn Fn() -> Result<(), Stop> + 'a;

/// The clock is looked at after so many jumps back.
const JUMPS_PER_LOOK: u32 = 1 << 12;

/// Registers for every procedure, with the constants set.
#[derive(Debug)]
pub struct Machine {
    evaluate: Vec<Vec<i64>>,
    inside: Vec<Vec<i64>>,
}

fn frame(procedure: &Procedure) -> Vec<i64> {
    let mut frame = vec![0; procedure.registers];
    for &(reg, value) in &procedure.constants {
        frame[reg as usize] = value;
    }
    frame
}

impl Machine {
    /// For a program.
    pub fn new(unit: &Unit) -> Self {
        Self {
            evaluate: unit.evaluate.iter().map(frame).collect(),
            inside: unit.inside.iter().flatten().map(frame).collect(),
        }
    }

    /// Runs the procedure of a family for a state that belongs to its domain.
    ///
    /// # Errors
    /// What `look` says, and `refill` when fuel runs out; without it that is [`Status::Fuel`].
    pub fn evaluate<T: Table>(
        &mut self,
        unit: &Unit,
        (family, coords): (usize, &[i64]),
        table: &mut T,
        scratch: &mut Scratch,
        look: &Look<'_>,
        refill: Option<&mut Refill<'_>>,
    ) -> Result<Status, Stop> {
        let frame = &mut self.evaluate[family];
        frame[..coords.len()].copy_from_slice(coords);
        run(&unit.evaluate[family].ops, unit, frame, table, scratch, look, refill)
    }

    /// Whether a state with coordinates of which none is negative belongs to its domain; nothing
    /// if that cannot be told.
    pub fn inside(&mut self, unit: &Unit, family: usize, coords: &[i64]) -> Option<bool> {
        let Some(procedure) = &unit.inside[family] else { return Some(true) };
        let number = unit.inside[..family].iter().flatten().count();
        let frame = &mut self.inside[number];
        frame[..coords.len()].copy_from_slice(coords);
        let mut scratch = Scratch {
            seen: Vec::new(),
            epoch: 0,
            missing: Vec::new(),
            fuel: 0,
            grow: Vec::new(),
            value: 0,
        };
        match run(&procedure.ops, unit, frame, &mut NoTable, &mut scratch, &|| Ok(()), None) {
            Ok(Status::Done) => Some(scratch.value != 0),
            _ => None,
        }
    }
}

/// For code that looks nothing up.
struct NoTable;

impl Table for NoTable {
    fn look(&mut self, _: usize, _: &[i64]) -> Looked {
        Looked::Grow
    }
}

fn run<T: Table>(
    ops: &[Op],
    unit: &Unit,
    r: &mut [i64],
    table: &mut T,
    scratch: &mut Scratch,
    look: &Look<'_>,
    mut refill: Option<&mut Refill<'_>>,
) -> Result<Status, Stop> {
    let mut at = 0;
    let mut jumps = 0;
    // Only what jumps back can take long.
    let mut jump = |from: usize, to: u32| -> Result<usize, Stop> {
        let to = to as usize;
        if to < from {
            jumps += 1;
            if jumps == JUMPS_PER_LOOK {
                jumps = 0;
                look()?;
            }
        }
        Ok(to)
    };
    let mut loony = false;
    let get = |r: &[i64], reg: Reg| r[reg as usize];
    loop {
        let op = ops[at];
        at += 1;
        match op {
            Op::Copy { to, from } => r[to as usize] = get(r, from),
            Op::Alu { op, to, a, b } => r[to as usize] = alu(op, get(r, a), get(r, b)),
            Op::Checked { op, to, a, b } => {
                let (a, b) = (get(r, a), get(r, b));
                let result = match op {
                    Checked::Add => a.checked_add(b),
                    Checked::Sub => a.checked_sub(b),
                    Checked::Mul => a.checked_mul(b),
                };
                let Some(result) = result else { return Ok(Status::Fault) };
                r[to as usize] = result;
            }
            Op::Call { function, to, a, b, .. } => {
                let Some(result) = call(function, get(r, a), get(r, b)) else {
                    return Ok(Status::Fault);
                };
                r[to as usize] = result;
            }
            Op::Member { to, a, set } => {
                r[to as usize] = unit.sets[set as usize].contains(get(r, a)).into();
            }
            Op::Item { to, list, index } => {
                r[to as usize] = unit.lists[list as usize][get(r, index) as usize];
            }
            Op::Get { to, base, index, .. } => {
                r[to as usize] = r[base as usize + get(r, index) as usize];
            }
            Op::Put { base, index, from, .. } => {
                r[base as usize + get(r, index) as usize] = get(r, from);
            }
            Op::Sort { base, len } => r[base as usize..][..len as usize].sort_unstable(),
            Op::Jump { to } => at = jump(at, to)?,
            Op::JumpIf { op, a, b, to } => {
                if op.holds(get(r, a), get(r, b)) {
                    at = jump(at, to)?;
                }
            }
            Op::Charge { more, cost } => {
                let turns = (get(r, more) as u64).saturating_add(1);
                let steps = turns.saturating_mul(cost.into());
                while scratch.fuel < steps {
                    let Some(refill) = refill.as_mut() else { return Ok(Status::Fuel) };
                    scratch.fuel = scratch.fuel.saturating_add(refill()?.max(steps));
                }
                scratch.fuel -= steps;
            }
            Op::Look { to, family, at: first, slow, outside, ask, .. } => {
                let width = unit.widths[family as usize];
                let coords = &r[first as usize..][..width];
                let looked = match ask {
                    true => table.ask(family as usize, coords),
                    false => table.look(family as usize, coords),
                };
                match looked {
                    Looked::Value(value) => r[to as usize] = value.into(),
                    Looked::Loony | Looked::Missing(_) | Looked::Grow if ask => {
                        at = slow as usize;
                    }
                    Looked::Loony => {
                        r[to as usize] = 1;
                        at = slow as usize;
                    }
                    Looked::Missing(key) => {
                        if scratch.missing.len() < MAX_MISSING_STATES {
                            scratch.missing.push(key);
                        }
                        r[to as usize] = 0;
                        at = slow as usize;
                    }
                    Looked::Outside => at = outside as usize,
                    Looked::Grow => {
                        scratch.grow.clear();
                        scratch.grow.push(family.into());
                        scratch.grow.extend_from_slice(coords);
                        return Ok(Status::Grow);
                    }
                }
            }
            Op::Stamp { a } => {
                let value = get(r, a) as usize;
                if table.stamp(value as u64) {
                    continue;
                }
                if value >= scratch.seen.len() {
                    scratch.make_room(value.next_power_of_two().max(value + 1));
                }
                scratch.seen[value] = scratch.epoch;
            }
            Op::Loony => loony = true,
            Op::Mex => {
                let mex = scratch.seen.iter().position(|&stamp| stamp != scratch.epoch);
                let mex = mex.unwrap_or(scratch.seen.len());
                scratch.value = if loony { LOONY } else { mex as u32 };
                return Ok(Status::Done);
            }
            Op::Answer { a } => {
                scratch.value = get(r, a) as u32;
                return Ok(Status::Done);
            }
            Op::Fault | Op::NoState => return Ok(Status::Fault),
        }
    }
}

fn alu(op: Alu, a: i64, b: i64) -> i64 {
    match op {
        Alu::Add => a.wrapping_add(b),
        Alu::Sub => a.wrapping_sub(b),
        Alu::Mul => a.wrapping_mul(b),
        Alu::And => a & b,
        Alu::Or => a | b,
        Alu::Xor => a ^ b,
        Alu::Shl => a.wrapping_shl(b as u32),
        Alu::Shr => a.wrapping_shr(b as u32),
        // The code asks before that it does not divide by 0.
        Alu::DivU => (a as u64).checked_div(b as u64).unwrap_or(0) as i64,
        Alu::RemU => (a as u64).checked_rem(b as u64).unwrap_or(0) as i64,
        Alu::DivFloor => {
            if b == 0 {
                return 0;
            }
            let quotient = a.wrapping_div(b);
            quotient - i64::from(a.wrapping_rem(b) != 0 && (a < 0) != (b < 0))
        }
        Alu::RemEuclid => {
            if b == 0 {
                0
            } else {
                a.wrapping_rem_euclid(b)
            }
        }
        Alu::Min => a.min(b),
        Alu::Max => a.max(b),
    }
}

/// A function as [`number`] defines it; nothing if it faults.
pub fn call(function: Function, a: i64, b: i64) -> Option<i64> {
    let int = |function: IntFn, args: &[i64]| number::call(function, args).ok();
    match function {
        Function::Gcd => int(IntFn::Gcd, &[a, b]),
        Function::Isqrt => int(IntFn::Isqrt, &[a]),
        Function::Popcount => int(IntFn::Popcount, &[a]),
        Function::Top => int(IntFn::Top, &[a]),
        Function::Low => int(IntFn::Low, &[a]),
        Function::Prev0 => int(IntFn::Prev0, &[a, b]),
        Function::Next0 => int(IntFn::Next0, &[a, b]),
        Function::IsPrime => Some(number::test(BoolFn::IsPrime, a).into()),
        Function::IsSquare => Some(number::test(BoolFn::IsSquare, a).into()),
    }
}
