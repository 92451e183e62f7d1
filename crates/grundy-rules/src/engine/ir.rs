//! The code both back ends run: a list of operations on numbered 64-bit registers.

use crate::typed::Set;
use std::sync::Arc;

/// The number of a register.
pub type Reg = u32;

/// The number of an operation, where a jump goes.
pub type Label = u32;

/// Operations that always have a result; what does not fit is cut off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alu {
    /// Sum.
    Add,
    /// Difference.
    Sub,
    /// Product.
    Mul,
    /// Bits of both.
    And,
    /// Bits of either.
    Or,
    /// Bits of one.
    Xor,
    /// Left shift by 0 to 63.
    Shl,
    /// Right shift by 0 to 63 that keeps the sign.
    Shr,
    /// Quotient of unsigned numbers, the second not 0.
    DivU,
    /// Remainder of unsigned numbers, the second not 0.
    RemU,
    /// Quotient rounded down; the second is not 0, and the quotient fits.
    DivFloor,
    /// Remainder that is not negative; the second is not 0.
    RemEuclid,
    /// The smaller.
    Min,
    /// The greater.
    Max,
}

/// Operations that fault if the result does not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Checked {
    /// Sum.
    Add,
    /// Difference.
    Sub,
    /// Product.
    Mul,
}

/// Comparisons; those with U take the numbers as unsigned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cmp {
    /// Equal.
    Eq,
    /// Not equal.
    Ne,
    /// Less.
    Lt,
    /// Less or equal.
    Le,
    /// Greater.
    Gt,
    /// Greater or equal.
    Ge,
    /// Less, unsigned.
    LtU,
    /// Greater or equal, unsigned.
    GeU,
}

impl Cmp {
    /// What holds if this does not.
    pub const fn negated(self) -> Self {
        match self {
            Self::Eq => Self::Ne,
            Self::Ne => Self::Eq,
            Self::Lt => Self::Ge,
            Self::Le => Self::Gt,
            Self::Gt => Self::Le,
            Self::Ge => Self::Lt,
            Self::LtU => Self::GeU,
            Self::GeU => Self::LtU,
        }
    }

    /// Whether it holds.
    #[inline(always)]
    pub const fn holds(self, a: i64, b: i64) -> bool {
        match self {
            Self::Eq => a == b,
            Self::Ne => a != b,
            Self::Lt => a < b,
            Self::Le => a <= b,
            Self::Gt => a > b,
            Self::Ge => a >= b,
            Self::LtU => (a as u64) < b as u64,
            Self::GeU => a as u64 >= b as u64,
        }
    }
}

/// Functions as in [`crate::number`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Function {
    /// Greatest common divisor; may fault.
    Gcd,
    /// Square root rounded down; may fault.
    Isqrt,
    /// The number of ones.
    Popcount,
    /// The highest one.
    Top,
    /// The lowest one.
    Low,
    /// The zero before a place; may fault.
    Prev0,
    /// The zero after a place; may fault.
    Next0,
    /// Whether it is a prime.
    IsPrime,
    /// Whether it is a square.
    IsSquare,
}

/// An operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    /// A copy.
    Copy { to: Reg, from: Reg },
    /// An operation that has a result.
    Alu { op: Alu, to: Reg, a: Reg, b: Reg },
    /// One that may fault.
    Checked { op: Checked, to: Reg, a: Reg, b: Reg },
    /// A function; `sure` if it is known not to fault, that a number asked for its lowest one is
    /// not 0, and the place of [`Function::Prev0`] is from
    /// 0 to 63, that of [`Function::Next0`] from -1 to 62. Functions of one number do not use `b`.
    Call { function: Function, sure: bool, to: Reg, a: Reg, b: Reg },
    /// Whether a number belongs to a set, as 0 or 1.
    Member { to: Reg, a: Reg, set: u32 },
    /// The number of a list at an index that is in range.
    Item { to: Reg, list: u32, index: Reg },
    /// The register `base + index`; the index is below `len`.
    Get { to: Reg, base: Reg, len: u32, index: Reg },
    /// Sets the register `base + index`.
    Put { base: Reg, len: u32, index: Reg, from: Reg },
    /// Sorts registers.
    Sort { base: Reg, len: u32 },
    /// Goes on elsewhere.
    Jump { to: Label },
    /// Goes on elsewhere if a comparison holds.
    JumpIf { op: Cmp, a: Reg, b: Reg, to: Label },
    /// Takes `cost * (more + 1)` steps, `more` unsigned, or ends with [`Status::Fuel`].
    Charge { more: Reg, cost: u32 },
    /// The value of the state of a family with coordinates from register `at` on. With a negative
    /// coordinate it goes on at `outside`; where there is no number it goes on at `slow`, with 1
    /// in `to` if the state is loony, and 0 if its value is not known yet: then the state is noted
    /// as missing. Four bits of `under` for each of the first seven coordinates say that it is not
    /// negative and at most a coordinate of the state asked about, its number plus one, or 0. With `ask` it goes on at
    /// `slow` wherever there is no number, and nothing is noted: the state may lie outside of its
    /// domain, and is looked at again once that is known.
    Look { to: Reg, family: u32, at: Reg, slow: Label, outside: Label, under: u32, ask: bool },
    /// A value among the options.
    Stamp { a: Reg },
    /// The state is loony.
    Loony,
    /// Ends with the least value that was not stamped.
    Mex,
    /// Ends with this value.
    Answer { a: Reg },
    /// Ends with [`Status::Fault`].
    Fault,
    /// Ends without a value, as there is no such state; only in rows.
    NoState,
}

/// How a procedure ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Status {
    /// With a value, unless states were missing.
    Done = 0,
    /// Something is wrong with the rules in this state.
    Fault = 1,
    /// It took too many steps.
    Fuel = 2,
    /// A state does not fit into the table.
    Grow = 3,
    /// A value has no place for its stamp; only between machine code and its caller.
    #[cfg_attr(not(feature = "jit"), allow(dead_code))]
    Room = 4,
}

/// The code of a loony state, as an answer.
pub const LOONY: u32 = u32::MAX - 1;

/// Code that runs from its first operation.
#[derive(Clone, Debug)]
pub struct Procedure {
    /// The operations; jumps stay inside, and the last does not fall through.
    pub ops: Vec<Op>,
    /// How many registers there are; the coordinates are the first.
    pub registers: usize,
    /// Registers that are never set, with their value.
    pub constants: Vec<(Reg, i64)>,
}

/// A set, with its bits if they are few.
#[derive(Clone, Debug)]
pub struct FastSet {
    /// The elements, ascending.
    pub items: Set,
    /// Bit i says whether i belongs to it; empty if it has negative or large elements.
    pub bits: Vec<u64>,
}

impl FastSet {
    /// A set.
    pub fn new(items: Set) -> Self {
        /// Sets of numbers up to this one are kept as bits.
        const MAX_ELEMENT: i64 = 1 << 16;
        let mut bits = Vec::new();
        if items.first().is_some_and(|&least| least >= 0)
            && let Some(&most) = items.last().filter(|&&most| most < MAX_ELEMENT)
        {
            bits = vec![0u64; most as usize / 64 + 1];
            for &item in items.iter() {
                bits[item as usize / 64] |= 1 << (item % 64);
            }
        }
        Self { items, bits }
    }

    /// Whether a number belongs to it.
    pub fn contains(&self, value: i64) -> bool {
        if self.bits.is_empty() {
            return self.items.binary_search(&value).is_ok();
        }
        let word = usize::try_from(value >> 6).ok().and_then(|i| self.bits.get(i));
        word.is_some_and(|word| word >> (value & 63) & 1 == 1)
    }
}

/// What operations name by number.
#[derive(Clone, Debug, Default)]
pub struct Lists {
    /// Sets that are asked what belongs to them.
    pub sets: Vec<Set>,
    /// Numbers that are asked for by index.
    pub lists: Vec<Arc<[i64]>>,
}

/// A program in operations.
#[derive(Clone, Debug)]
pub struct Unit {
    /// For every family: the value of a state.
    pub evaluate: Vec<Procedure>,
    /// For every family with conditions: the value of a state that need not belong to its domain,
    /// as [`Op::NoState`] says; for rows of a table.
    #[cfg_attr(not(feature = "jit"), allow(dead_code))]
    pub rows: Vec<Option<Procedure>>,
    /// For every family with conditions: whether a state belongs to its domain, 0 or 1.
    pub inside: Vec<Option<Procedure>>,
    /// The sets.
    pub sets: Arc<[FastSet]>,
    /// The numbers that are asked for by index.
    pub lists: Arc<[Arc<[i64]>]>,
    /// The numbers of coordinates.
    pub widths: Vec<usize>,
    /// Whether a move may win at once: no state is loony otherwise.
    #[cfg_attr(not(feature = "jit"), allow(dead_code))]
    pub wins: bool,
}

impl Op {
    /// Changes every register and every label.
    pub fn map(&mut self, reg: &mut dyn FnMut(Reg) -> Reg, label: &dyn Fn(Label) -> Label) {
        let mut all = |regs: &mut [&mut Reg]| regs.iter_mut().for_each(|r| **r = reg(**r));
        match self {
            Self::Copy { to, from } => all(&mut [to, from]),
            Self::Alu { to, a, b, .. } | Self::Checked { to, a, b, .. } => all(&mut [to, a, b]),
            Self::Call { to, a, b, .. } => all(&mut [to, a, b]),
            Self::Member { to, a, .. } => all(&mut [to, a]),
            Self::Item { to, index, .. } => all(&mut [to, index]),
            Self::Get { to, base, index, .. } => all(&mut [to, base, index]),
            Self::Put { base, index, from, .. } => all(&mut [base, index, from]),
            Self::Sort { base, .. } => all(&mut [base]),
            Self::Jump { to } => *to = label(*to),
            Self::JumpIf { a, b, to, .. } => {
                all(&mut [a, b]);
                *to = label(*to);
            }
            Self::Charge { more, .. } => all(&mut [more]),
            Self::Look { to, at, slow, outside, .. } => {
                all(&mut [to, at]);
                *slow = label(*slow);
                *outside = label(*outside);
            }
            Self::Stamp { a } | Self::Answer { a } => all(&mut [a]),
            Self::Loony | Self::Mex | Self::Fault | Self::NoState => {}
        }
    }

    /// The register it sets, if it is a single one that is known.
    #[cfg(feature = "jit")]
    pub fn sets(&self) -> Option<Reg> {
        match *self {
            Self::Copy { to, .. }
            | Self::Alu { to, .. }
            | Self::Checked { to, .. }
            | Self::Call { to, .. }
            | Self::Member { to, .. }
            | Self::Item { to, .. }
            | Self::Get { to, .. }
            | Self::Look { to, .. } => Some(to),
            _ => None,
        }
    }

    /// Sets another register instead, if `temp` is the only one it sets.
    pub fn retarget(&mut self, temp: Reg, instead: Reg) -> bool {
        match self {
            Self::Copy { to, .. }
            | Self::Alu { to, .. }
            | Self::Checked { to, .. }
            | Self::Call { to, .. }
            | Self::Member { to, .. }
            | Self::Item { to, .. }
            | Self::Get { to, .. }
                if *to == temp =>
            {
                *to = instead;
                true
            }
            _ => false,
        }
    }
}

/// The operations at which code starts that is run only where a look at the table found no number.
#[cfg(feature = "jit")]
pub fn aside(ops: &[Op]) -> Vec<bool> {
    let mut aside = vec![false; ops.len()];
    for op in ops {
        if let Op::Look { slow, .. } = *op {
            aside[slow as usize] = true;
        }
    }
    for (at, op) in ops.iter().enumerate() {
        match *op {
            Op::Jump { to } | Op::JumpIf { to, .. } => aside[to as usize] = false,
            _ => {}
        }
        // What is come to from above, too.
        let ends =
            matches!(op, Op::Jump { .. } | Op::Mex | Op::Answer { .. } | Op::Fault | Op::NoState);
        if !ends && at + 1 < ops.len() {
            aside[at + 1] = false;
        }
    }
    aside
}
