//! What is known of a number when rules are compiled: bounds, so that most checks can be left out.

use super::below::Below;
use crate::number;
use crate::typed::IntBinary;

/// From `lo` to `hi`, both possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    pub lo: i64,
    pub hi: i64,
    pub below: Below,
}

impl Range {
    pub const ALL: Self = Self::new(i64::MIN, i64::MAX);
    pub const BOOL: Self = Self::new(0, 1);

    pub const fn new(lo: i64, hi: i64) -> Self {
        Self { lo, hi, below: Below::UNKNOWN }
    }

    /// With this known as well, and nothing else in terms of coordinates.
    pub const fn with(self, below: Below) -> Self {
        Self { below, ..self }
    }

    pub const fn one(value: i64) -> Self {
        Self::new(value, value)
    }

    pub fn hull(self, other: Self) -> Self {
        let below = self.below.either(other.below);
        Self { lo: self.lo.min(other.lo), hi: self.hi.max(other.hi), below }
    }

    /// With these bounds as well; the numbers may turn out not to be possible at all, and then
    /// it does not matter what is known.
    pub fn clip(self, lo: i64, hi: i64) -> Self {
        let (lo, hi) = (self.lo.max(lo), self.hi.min(hi));
        if lo <= hi { Self { lo, hi, ..self } } else { self }
    }

    pub const fn within(self, lo: i64, hi: i64) -> bool {
        lo <= self.lo && self.hi <= hi
    }

    pub const fn constant(self) -> Option<i64> {
        if self.lo == self.hi { Some(self.lo) } else { None }
    }

    /// All numbers that have no more bits than the greatest of this range, which is not negative.
    fn bits(self) -> Self {
        Self::new(0, if self.hi == 0 { 0 } else { i64::MAX >> (self.hi.leading_zeros() - 1) })
    }

    /// The results of an operator that are possible, and whether all fit into 64 bits.
    pub fn binary(op: IntBinary, a: Self, b: Self) -> (Self, bool) {
        if let (Some(a), Some(b)) = (a.constant(), b.constant()) {
            return match number::binary(op, a, b) {
                Ok(value) => (Self::one(value), true),
                Err(_) => (Self::ALL, false),
            };
        }
        let wide = |value: i64| i128::from(value);
        let corners = |f: fn(i128, i128) -> i128| {
            let all = [(a.lo, b.lo), (a.lo, b.hi), (a.hi, b.lo), (a.hi, b.hi)];
            let mut values = all.map(|(a, b)| f(wide(a), wide(b)));
            values.sort_unstable();
            (values[0], values[3])
        };
        let fitted = |(lo, hi): (i128, i128)| {
            let fits = wide(i64::MIN) <= lo && hi <= wide(i64::MAX);
            let cut = |x: i128| x.clamp(wide(i64::MIN), wide(i64::MAX)) as i64;
            (Self::new(cut(lo), cut(hi)), fits)
        };
        let natural = a.lo >= 0 && b.lo >= 0;
        match op {
            IntBinary::Add => fitted((wide(a.lo) + wide(b.lo), wide(a.hi) + wide(b.hi))),
            IntBinary::Sub => fitted((wide(a.lo) - wide(b.hi), wide(a.hi) - wide(b.lo))),
            IntBinary::Mul => fitted(corners(|a, b| a * b)),
            IntBinary::Div if b.lo >= 1 => fitted(corners(i128::div_euclid)),
            IntBinary::Div => (Self::ALL, a.lo > i64::MIN || b.lo >= 0 || b.hi < -1),
            IntBinary::Rem if b.lo >= 1 => {
                let most = b.hi - 1;
                (Self::new(0, if a.lo >= 0 { most.min(a.hi) } else { most }), true)
            }
            IntBinary::Rem => (Self::new(0, i64::MAX), true),
            IntBinary::And => match (a.lo >= 0, b.lo >= 0) {
                (true, true) => (Self::new(0, a.hi.min(b.hi)), true),
                (true, false) => (Self::new(0, a.hi), true),
                (false, true) => (Self::new(0, b.hi), true),
                (false, false) => (Self::ALL, true),
            },
            IntBinary::Or | IntBinary::Xor if natural => (a.hull(b).bits(), true),
            IntBinary::Or | IntBinary::Xor => (Self::ALL, true),
            IntBinary::Shl if b.within(0, 63) => fitted(corners(|a, b| a << b)),
            IntBinary::Shl => (Self::ALL, false),
            IntBinary::Shr if b.within(0, 63) => fitted(corners(|a, b| a >> b)),
            IntBinary::Shr => (a.hull(Self::new(-1, 0)), true),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use IntBinary::*;

    #[test]
    fn every_result_is_in_the_range_and_promises_are_kept() {
        let edges = [i64::MIN, i64::MIN + 1, -64, -5, -1, 0, 1, 3, 7, 8, 63, 64, i64::MAX];
        let mut checked = 0;
        for op in [Add, Sub, Mul, Div, Rem, And, Or, Xor, Shl, Shr] {
            let ranges = || {
                edges
                    .iter()
                    .flat_map(|&lo| edges.iter().map(move |&hi| Range::new(lo, hi)))
                    .filter(|range| range.lo <= range.hi)
            };
            for a in ranges() {
                for b in ranges() {
                    let (range, fits) = Range::binary(op, a, b);
                    for &x in edges.iter().filter(|&&x| a.lo <= x && x <= a.hi) {
                        for &y in edges.iter().filter(|&&y| b.lo <= y && y <= b.hi) {
                            match number::binary(op, x, y) {
                                Ok(value) => {
                                    let holds = range.lo <= value && value <= range.hi;
                                    assert!(holds, "{x} {op:?} {y} = {value}: {range:?}");
                                }
                                Err(number::Fault::Overflow) => {
                                    assert!(!fits, "{x} {op:?} {y} of {a:?} {b:?}");
                                }
                                Err(_) => {}
                            }
                            checked += 1;
                        }
                    }
                }
            }
        }
        assert!(checked > 10_000);
    }
}
