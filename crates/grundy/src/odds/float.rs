//! Non-negative numbers between two bounds, each a whole number times a power of two. All
//! rounding is outward, in integers: what the bounds agree on is certain.

use crate::nat::{BitTest, Int, Nat};
use std::cmp::Ordering;

/// mantissa times 2^exponent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Float {
    /// The whole number.
    pub mantissa: Nat,
    /// The power of two.
    pub exponent: i128,
}

/// A number known to lie between two others.
#[derive(Clone, Debug)]
pub struct Bounds {
    /// Not greater than the number.
    pub low: Float,
    /// Not less.
    pub high: Float,
}

impl Float {
    /// A whole number.
    pub fn whole(mantissa: Nat) -> Self {
        Self { mantissa, exponent: 0 }
    }

    /// Where the highest one stands: 2^top <= self < 2^(top+1), for self > 0.
    pub fn top(&self) -> i128 {
        self.exponent + self.mantissa.bit_len() as i128 - 1
    }

    /// With at most `precision` bits, rounded down or up.
    fn rounded(self, precision: usize, up: bool) -> Self {
        let length = self.mantissa.bit_len();
        if length <= precision {
            return self;
        }
        let cut = length - precision;
        let mut mantissa = &self.mantissa >> cut;
        if up && self.mantissa.trailing_zeros().is_some_and(|zeros| zeros < cut) {
            mantissa += Nat::ONE;
        }
        Self { mantissa, exponent: self.exponent + cut as i128 }
    }

    fn times(&self, other: &Self, precision: usize, up: bool) -> Self {
        let mantissa = &self.mantissa * &other.mantissa;
        Self { mantissa, exponent: self.exponent + other.exponent }.rounded(precision, up)
    }

    fn over(&self, other: &Self, precision: usize, up: bool) -> Self {
        let wanted = precision + 1 + other.mantissa.bit_len();
        let shift = wanted.saturating_sub(self.mantissa.bit_len());
        let shifted = &self.mantissa << shift;
        let quotient = &shifted / &other.mantissa;
        let inexact = &quotient * &other.mantissa != shifted;
        let mantissa = if up && inexact { quotient + Nat::ONE } else { quotient };
        let exponent = self.exponent - shift as i128 - other.exponent;
        Self { mantissa, exponent }.rounded(precision, up)
    }

    /// self + other.
    fn plus(&self, other: &Self, precision: usize, up: bool) -> Self {
        if self.mantissa.is_zero() {
            return other.clone();
        }
        if other.mantissa.is_zero() {
            return self.clone();
        }
        let (large, small) = if self.top() >= other.top() { (self, other) } else { (other, self) };
        let far = 2 * precision as i128 + 2 * large.mantissa.bit_len() as i128;
        if large.top() - small.top() > far {
            // What is this small rounds away, or up to a unit in the last place.
            if !up {
                return large.clone().rounded(precision, false);
            }
            let shift = precision + 1;
            let mantissa = (&large.mantissa << shift) + Nat::ONE;
            let exponent = large.exponent - shift as i128;
            return Self { mantissa, exponent }.rounded(precision, true);
        }
        let exponent = large.exponent.min(small.exponent);
        let shifted = |x: &Self| &x.mantissa << (x.exponent - exponent) as usize;
        Self { mantissa: shifted(large) + shifted(small), exponent }.rounded(precision, up)
    }

    /// self - other, 0 if that is negative.
    fn minus(&self, other: &Self, precision: usize, up: bool) -> Self {
        if other.mantissa.is_zero() {
            return self.clone();
        }
        if self.compare(other) != Ordering::Greater {
            return Self::whole(Nat::ZERO);
        }
        let far = 2 * precision as i128 + 2 * self.mantissa.bit_len() as i128;
        if self.top() - other.top() > far {
            if up {
                return self.clone().rounded(precision, true);
            }
            let shift = precision + 1;
            let mantissa = (&self.mantissa << shift) - Nat::ONE;
            let exponent = self.exponent - shift as i128;
            return Self { mantissa, exponent }.rounded(precision, false);
        }
        let exponent = self.exponent.min(other.exponent);
        let shifted = |x: &Self| &x.mantissa << (x.exponent - exponent) as usize;
        Self { mantissa: shifted(self) - shifted(other), exponent }.rounded(precision, up)
    }

    /// Which is greater.
    pub fn compare(&self, other: &Self) -> Ordering {
        match (self.mantissa.is_zero(), other.mantissa.is_zero()) {
            (true, true) => return Ordering::Equal,
            (true, false) => return Ordering::Less,
            (false, true) => return Ordering::Greater,
            _ => {}
        }
        self.top().cmp(&other.top()).then_with(|| {
            // Equal tops: the exponents differ by no more than the mantissas are long.
            let exponent = self.exponent.min(other.exponent);
            let shifted = |x: &Self| &x.mantissa << (x.exponent - exponent) as usize;
            shifted(self).cmp(&shifted(other))
        })
    }

    /// floor(self + 1/2), for numbers of moderate size.
    pub fn nearest(&self) -> Nat {
        if self.exponent >= 0 {
            return &self.mantissa << self.exponent as usize;
        }
        let cut = usize::try_from(-self.exponent).unwrap_or(usize::MAX);
        if cut > self.mantissa.bit_len() + 1 {
            return Nat::ZERO;
        }
        ((&self.mantissa >> (cut - 1)) + Nat::ONE) >> 1
    }
}

impl Bounds {
    /// A whole number, exactly.
    pub fn whole(n: Nat) -> Self {
        let number = Float::whole(n);
        Self { low: number.clone(), high: number }
    }

    /// numerator / denominator, which is not 0.
    pub fn ratio(numerator: &Nat, denominator: &Nat, precision: usize) -> Self {
        Self::whole(numerator.clone()).over(&Self::whole(denominator.clone()), precision)
    }

    /// The product.
    pub fn times(&self, other: &Self, precision: usize) -> Self {
        Self {
            low: self.low.times(&other.low, precision, false),
            high: self.high.times(&other.high, precision, true),
        }
    }

    /// The quotient; the low bound of `other` is not 0.
    pub fn over(&self, other: &Self, precision: usize) -> Self {
        Self {
            low: self.low.over(&other.high, precision, false),
            high: self.high.over(&other.low, precision, true),
        }
    }

    /// The sum.
    pub fn plus(&self, other: &Self, precision: usize) -> Self {
        Self {
            low: self.low.plus(&other.low, precision, false),
            high: self.high.plus(&other.high, precision, true),
        }
    }

    /// The difference of a number and one that is not greater.
    pub fn minus(&self, other: &Self, precision: usize) -> Self {
        Self {
            low: self.low.minus(&other.high, precision, false),
            high: self.high.minus(&other.low, precision, true),
        }
    }

    /// The power. O(log exponent) products; the relative width grows by the factor `exponent`.
    pub fn power(&self, exponent: u128, precision: usize) -> Self {
        let mut power = Self::whole(Nat::ONE);
        for bit in (0..u128::BITS - exponent.leading_zeros()).rev() {
            power = power.times(&power, precision);
            if exponent >> bit & 1 == 1 {
                power = power.times(self, precision);
            }
        }
        power
    }

    /// Divided by a power of two.
    pub fn halved(mut self, times: usize) -> Self {
        self.low.exponent -= times as i128;
        self.high.exponent -= times as i128;
        self
    }

    /// Whether the number is certainly not 0.
    pub fn is_positive(&self) -> bool {
        !self.low.mantissa.is_zero()
    }
}

/// floor(exponent * log10(2)), off by one at most for |exponent| < 2^126: where to begin to look.
pub fn decimal_place(exponent: i128) -> i128 {
    // log10(2) with forty decimals.
    const LOG: u128 = 3_010_299_956_639_811_952_137_388_947_244_930_267;
    let scale = Int::from(Nat::from(10u8).pow(37));
    let product = Int::from(exponent) * Int::from(LOG);
    let (quotient, rest) = (&product / &scale, &product % &scale);
    let floor = if rest < Int::ZERO { quotient - Int::ONE } else { quotient };
    i128::try_from(&floor).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether numerator/denominator lies between the bounds.
    fn holds(bounds: &Bounds, numerator: &Nat, denominator: &Nat) -> bool {
        let scaled = |x: &Float| {
            let up = x.exponent.max(0) as usize;
            let down = (-x.exponent).max(0) as usize;
            ((&x.mantissa * denominator) << up, numerator << down)
        };
        let (low, number) = scaled(&bounds.low);
        let (high, same) = scaled(&bounds.high);
        low <= number && same <= high
    }

    #[test]
    fn the_truth_lies_between_the_bounds() {
        for precision in [8, 20, 64] {
            for (a, b) in [(1u64, 3u64), (999, 1000), (1, 1023), (1023, 1024), (0, 7), (5, 5)] {
                let (x, y) = (Nat::from(a), Nat::from(b));
                let ratio = Bounds::ratio(&x, &y, precision);
                assert!(holds(&ratio, &x, &y));
                for exponent in [0, 1, 2, 3, 50, 333] {
                    let power = ratio.power(exponent, precision);
                    let (top, bottom) = (x.pow(exponent as usize), y.pow(exponent as usize));
                    assert!(holds(&power, &top, &bottom), "({a}/{b})^{exponent}");
                    let third = Bounds::ratio(&Nat::ONE, &Nat::from(3u8), precision);
                    let sum = power.plus(&third, precision);
                    assert!(holds(&sum, &(&top * 3u8 + &bottom), &(&bottom * 3u8)));
                    let rest = Bounds::whole(Nat::ONE).minus(&power, precision);
                    assert!(holds(&rest, &(&bottom - &top), &bottom));
                    let quotient = third.over(&Bounds::ratio(&y, &Nat::from(9u8), 8), precision);
                    assert!(holds(&quotient, &Nat::from(3u8), &y));
                }
            }
        }
    }

    #[test]
    fn bounds_are_narrow_and_zero_is_seen() {
        let power = Bounds::ratio(&Nat::ONE, &Nat::from(3u8), 128).power(1 << 40, 128);
        let width = power.high.minus(&power.low, 64, true);
        assert!(width.top() < power.low.top() - 80);
        assert!(power.is_positive() && !Bounds::whole(Nat::ZERO).is_positive());
        assert_eq!(decimal_place(10), 3);
        assert_eq!(decimal_place(-1), -1);
        assert_eq!(decimal_place(-10), -4);
    }

    #[test]
    fn rounding_is_to_the_nearest() {
        let half =
            |mantissa: u64, exponent| Float { mantissa: mantissa.into(), exponent }.nearest();
        assert_eq!(half(5, -1), Nat::from(3u8));
        assert_eq!(half(9, -2), Nat::from(2u8));
        assert_eq!(half(1, -2), Nat::ZERO);
        assert_eq!(half(3, 2), Nat::from(12u8));
        assert_eq!(half(1, -500), Nat::ZERO);
    }
}
