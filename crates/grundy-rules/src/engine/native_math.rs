//! Arithmetic, functions and sets in machine code.

use super::ir::{Alu, Cmp, Function, Reg};
use super::native::{MAX_NETWORK_NUMBERS, Translator, trusted};
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{InstBuilder, Value};

impl Translator<'_, '_> {
    pub(super) fn alu(&mut self, op: Alu, a: Value, b: Value) -> Value {
        match op {
            Alu::Add => self.b.ins().iadd(a, b),
            Alu::Sub => self.b.ins().isub(a, b),
            Alu::Mul => self.b.ins().imul(a, b),
            Alu::And => self.b.ins().band(a, b),
            Alu::Or => self.b.ins().bor(a, b),
            Alu::Xor => self.b.ins().bxor(a, b),
            Alu::Shl => self.b.ins().ishl(a, b),
            Alu::Shr => self.b.ins().sshr(a, b),
            Alu::DivU => self.b.ins().udiv(a, b),
            Alu::RemU => self.b.ins().urem(a, b),
            Alu::DivFloor => {
                let quotient = self.b.ins().sdiv(a, b);
                let back = self.b.ins().imul(quotient, b);
                let rest = self.b.ins().isub(a, back);
                let other_sign = self.b.ins().bxor(rest, b);
                let inexact = self.compare_to(Cmp::Ne, rest, 0);
                let down = self.compare_to(Cmp::Lt, other_sign, 0);
                let both = self.b.ins().band(inexact, down);
                let one = self.b.ins().uextend(I64, both);
                self.b.ins().isub(quotient, one)
            }
            Alu::RemEuclid => {
                // By -1 the remainder is that by 1, and no quotient overflows.
                let (one, zero) = (self.number(1), self.number(0));
                let minus = self.compare_to(Cmp::Eq, b, -1);
                let by = self.b.ins().select(minus, one, b);
                let rest = self.b.ins().srem(a, by);
                let negated = self.b.ins().isub(zero, by);
                let negative = self.compare(Cmp::Lt, by, zero);
                let size = self.b.ins().select(negative, negated, by);
                let up = self.b.ins().iadd(rest, size);
                let below = self.compare(Cmp::Lt, rest, zero);
                self.b.ins().select(below, up, rest)
            }
            Alu::Min => {
                let less = self.compare(Cmp::Lt, a, b);
                self.b.ins().select(less, a, b)
            }
            Alu::Max => {
                let more = self.compare(Cmp::Gt, a, b);
                self.b.ins().select(more, a, b)
            }
        }
    }

    pub(super) fn call(&mut self, address: usize, a: Value, b: Value) -> Value {
        let callee = self.number(address as i64);
        let call = self.b.ins().call_indirect(self.signature, callee, &[a, b]);
        self.b.inst_results(call)[0]
    }

    pub(super) fn function(&mut self, function: Function, sure: bool, a: Value, b: Value) -> Value {
        match function {
            Function::Gcd => {
                let value = self.call(self.helpers.gcd, a, b);
                if !sure {
                    let wrong = self.compare_to(Cmp::Lt, value, 0);
                    self.leave_if(wrong, self.fault);
                }
                value
            }
            Function::Isqrt => {
                if !sure {
                    let wrong = self.compare_to(Cmp::Lt, a, 0);
                    self.leave_if(wrong, self.fault);
                }
                self.call(self.helpers.isqrt, a, b)
            }
            Function::IsPrime => self.call(self.helpers.is_prime, a, b),
            Function::IsSquare => self.call(self.helpers.is_square, a, b),
            Function::Popcount => self.b.ins().popcnt(a),
            Function::Top => self.top(a),
            Function::Low if sure => self.b.ins().ctz(a),
            Function::Low => self.low(a),
            Function::Prev0 => {
                let one = self.number(1);
                if !sure {
                    self.place(b);
                }
                let bit = self.b.ins().ishl(one, b);
                let mut below = self.b.ins().isub(bit, one);
                if !sure {
                    let (all, none) = (self.number(-1), self.number(0));
                    let high = self.compare_to(Cmp::Ge, b, 64);
                    below = self.b.ins().select(high, all, below);
                    let low = self.compare_to(Cmp::Le, b, 0);
                    below = self.b.ins().select(low, none, below);
                }
                let zeros = self.b.ins().band_not(below, a);
                self.top(zeros)
            }
            Function::Next0 => {
                let (all, one) = (self.number(-1), self.number(1));
                if !sure {
                    self.place(b);
                }
                let next = self.b.ins().iadd(b, one);
                let mut above = self.b.ins().ishl(all, next);
                if !sure {
                    let none = self.number(0);
                    let high = self.compare_to(Cmp::Ge, b, 63);
                    above = self.b.ins().select(high, none, above);
                }
                let zeros = self.b.ins().band_not(above, a);
                self.low(zeros)
            }
        }
    }

    /// A place is from -1 to 64, or it is a fault.
    pub(super) fn place(&mut self, place: Value) {
        let one = self.number(1);
        let from_zero = self.b.ins().iadd(place, one);
        let wrong = self.compare_to(Cmp::GeU, from_zero, 66);
        self.leave_if(wrong, self.fault);
    }

    pub(super) fn top(&mut self, a: Value) -> Value {
        let zeros = self.b.ins().clz(a);
        let most = self.number(63);
        self.b.ins().isub(most, zeros)
    }

    pub(super) fn low(&mut self, a: Value) -> Value {
        let zeros = self.b.ins().ctz(a);
        let none = self.compare_to(Cmp::Eq, a, 0);
        let minus = self.number(-1);
        self.b.ins().select(none, minus, zeros)
    }

    pub(super) fn member(&mut self, to: Reg, a: Value, set: u32) {
        let set = &self.sets[set as usize];
        if set.bits.is_empty() {
            let at = self.number(std::ptr::from_ref(set) as i64);
            let value = self.call(self.helpers.member, at, a);
            self.def(to, value);
            return;
        }
        let (inside, end) = (self.b.create_block(), self.b.create_block());
        let zero = self.number(0);
        self.def(to, zero);
        let within = self.compare_to(Cmp::LtU, a, set.bits.len() as i64 * 64);
        self.b.ins().brif(within, inside, &[], end, &[]);
        self.b.switch_to_block(inside);
        let bits = self.number(set.bits.as_ptr() as i64);
        let six = self.number(6);
        let word = self.b.ins().ushr(a, six);
        let at = self.address(bits, word, 3);
        let word = self.b.ins().load(I64, trusted(), at, 0);
        let bit = self.b.ins().ushr(word, a);
        let one = self.number(1);
        let bit = self.b.ins().band(bit, one);
        self.def(to, bit);
        self.b.ins().jump(end, &[]);
        self.b.switch_to_block(end);
    }

    pub(super) fn sort(&mut self, base: Reg, len: u32) {
        if len <= MAX_NETWORK_NUMBERS {
            let mut values: Vec<Value> = (base..base + len).map(|reg| self.get(reg)).collect();
            // Insertion, with every comparison made: the network of bubbles.
            for end in (1..values.len()).rev() {
                for i in 0..end {
                    let (a, b) = (values[i], values[i + 1]);
                    values[i] = self.alu(Alu::Min, a, b);
                    values[i + 1] = self.alu(Alu::Max, a, b);
                }
            }
            for (reg, value) in (base..).zip(values) {
                self.def(reg, value);
            }
            return;
        }
        let zero = self.number(0);
        if let Some(at) = self.element(base, zero) {
            let len = self.number(len.into());
            self.call(self.helpers.sort, at, len);
        }
    }
}
