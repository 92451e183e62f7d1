//! Writes numbers and arrays.

use super::below::Below;
use super::emit::{CONSTANTS, Emitter, TooLarge};
use super::ir::{Alu, Checked, Cmp, Function, Op, Reg};
use super::range::Range;
use crate::typed::{Array, ArrayKind, Fold, Int, IntBinary, IntFn, IntKind, IntUnary};

impl Emitter {
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
            IntKind::Lookup(table, row, index) => {
                let numbers = table.known().map_err(|_| TooLarge)?;
                self.lookup(numbers, row.as_deref(), index)
            }
            IntKind::RowLen(table, row) => {
                let numbers = table.known().map_err(|_| TooLarge)?;
                let row = self.row(numbers, row)?;
                self.row_len(numbers, &row)
            }
            // Only programs without inputs come here.
            IntKind::Told(..) => Err(TooLarge),
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

    pub(super) fn extreme(&mut self, op: Alu, a: Reg, b: Reg) -> Result<Reg, TooLarge> {
        let (x, y) = (self.known(a), self.known(b));
        let to = self.alloc(1)?;
        self.alu(op, to, a, b);
        let known = match op {
            Alu::Min => Range::new(x.lo.min(y.lo), x.hi.min(y.hi)),
            _ => Range::new(x.lo.max(y.lo), x.hi.max(y.hi)),
        };
        let below = match op {
            Alu::Min if x.lo >= 0 && y.lo >= 0 => x.below.between().both(y.below.between()),
            Alu::Min => x.below.smaller().both(y.below.smaller()),
            _ => x.below.either(y.below),
        };
        let known = known.with(below);
        self.know(to, known);
        Ok(to)
    }

    /// Goes on at the fault unless a bit number is from 0 to 63.
    pub(super) fn bit_number(&mut self, i: Reg) {
        let known = self.known(i);
        if !known.within(0, 63) {
            let most = self.constant(64);
            self.jump_if(Cmp::GeU, i, most, self.fault);
            self.know(i, known.clip(0, 63));
        }
    }

    pub(super) fn binary(&mut self, op: IntBinary, a: Reg, b: Reg) -> Result<Reg, TooLarge> {
        let (x, y) = (self.known(a), self.known(b));
        let (range, fits) = Range::binary(op, x, y);
        let range = in_terms(op, x, y, range);
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

    pub(super) fn call(&mut self, function: IntFn, args: &[Reg]) -> Result<Reg, TooLarge> {
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
                let known = Range::new(x.lo.checked_isqrt().unwrap_or(0), most);
                (Function::Isqrt, x.lo >= 0, known.with(x.below.square_root()))
            }
            IntFn::Popcount => (Function::Popcount, true, Range::new(0, 64)),
            IntFn::Top => {
                let top = 63 - i64::from(x.hi.leading_zeros());
                (Function::Top, true, Range::new(-1, if x.lo < 0 { 63 } else { top }))
            }
            IntFn::Low => (Function::Low, x.lo > 0, Range::new(-1, 63)),
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
    pub(super) fn array_into(&mut self, array: &Array, to: Reg) -> Result<(), TooLarge> {
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
}

/// What is known of a result in terms of coordinates too.
fn in_terms(op: IntBinary, a: Range, b: Range, range: Range) -> Range {
    let (p, q) = (a.below, b.below);
    let natural = a.lo >= 0;
    let below = match op {
        IntBinary::Add => match (a.constant(), b.constant()) {
            (_, Some(b)) => p.plus(b),
            (Some(a), _) => q.plus(a),
            _ => Below::UNKNOWN,
        },
        IntBinary::Sub => {
            let below = match b.constant().and_then(i64::checked_neg) {
                Some(minus) => p.plus(minus),
                None => p.minus(b.lo),
            };
            let least = p.least_difference(q).unwrap_or(i64::MIN);
            return range.clip(least, i64::MAX).with(below);
        }
        IntBinary::Mul => p.product(q),
        IntBinary::Div if natural && b.lo >= 2 => p.halved(),
        IntBinary::Shr if natural && b.lo >= 1 => p.halved(),
        IntBinary::Div | IntBinary::Rem if natural && b.lo >= 1 => p.smaller(),
        IntBinary::Shr if natural => p.smaller(),
        IntBinary::And if natural && b.lo >= 0 => p.smaller().both(q.smaller()),
        IntBinary::And if natural => p.smaller(),
        IntBinary::And if b.lo >= 0 => q.smaller(),
        _ => Below::UNKNOWN,
    };
    range.with(below)
}
