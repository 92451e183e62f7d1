//! Decimals rounded to the nearest digit, from fractions and from bounds.

use super::float::{Bounds, Float, decimal_place};
use crate::nat::{BitTest, DivRem, Nat};
use std::cmp::Ordering;

/// A number in decimal, as d.ddd times a power of ten.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decimal {
    /// The digits, the first of them not 0 unless the number is 0; no zeros at the end.
    pub digits: String,
    /// The power of ten of the first digit.
    pub exponent: i128,
    /// Whether nothing was rounded.
    pub exact: bool,
}

impl Decimal {
    fn new(digits: &Nat, last: i128, exact: bool) -> Self {
        let text = digits.to_string();
        let exponent = last + text.len() as i128 - 1;
        let trimmed = text.trim_end_matches('0');
        let (digits, exponent) = if trimmed.is_empty() { ("0", 0) } else { (trimmed, exponent) };
        Self { digits: digits.to_owned(), exponent, exact }
    }

    /// numerator / denominator with `count` significant digits, halves rounded up.
    ///
    /// ```
    /// use grundy::odds::Decimal;
    /// let third = Decimal::of_ratio(&2u8.into(), &3u8.into(), 5);
    /// assert_eq!((third.to_string(), third.exact), ("0.66667".to_owned(), false));
    /// ```
    pub fn of_ratio(numerator: &Nat, denominator: &Nat, count: usize) -> Self {
        if numerator.is_zero() {
            return Self::new(&Nat::ZERO, 0, true);
        }
        let ten = Nat::from(10u8);
        let log = numerator.bit_len() as i128 - denominator.bit_len() as i128;
        // The place of the first digit: this, or one or two more.
        let mut place = decimal_place(log - 1);
        loop {
            let last = place + 1 - count.max(1) as i128;
            let (mut over, mut under) = (numerator.clone(), denominator.clone());
            if last < 0 {
                over *= ten.pow((-last) as usize);
            } else {
                under *= ten.pow(last as usize);
            }
            if over < &under * ten.pow(count.max(1)) {
                let (quotient, rest) = (&over).div_rem(&under);
                let exact = rest.is_zero();
                let up = rest * Nat::from(2u8) >= under;
                return Self::new(&(quotient + Nat::from(up)), last, exact);
            }
            place += 1;
        }
    }

    /// The number between the bounds with `count` significant digits, if they agree on them.
    pub fn of_bounds(bounds: &Bounds, count: usize, precision: usize) -> Option<Self> {
        if !bounds.is_positive() {
            let zero = bounds.high.mantissa.is_zero();
            return zero.then(|| Self::new(&Nat::ZERO, 0, true));
        }
        let ten = Bounds::whole(Nat::from(10u8));
        let count = count.max(1);
        let most = Float::whole(Nat::from(10u8).pow(count));
        let least = decimal_place(bounds.low.top());
        for place in least..least + 3 {
            let last = place + 1 - count as i128;
            let power = ten.power(last.unsigned_abs(), precision);
            let scaled = if last < 0 {
                bounds.times(&power, precision)
            } else {
                bounds.over(&power, precision)
            };
            if scaled.low.compare(&most) == Ordering::Less {
                let nearest = scaled.high.nearest();
                // Bounds far apart are not worth many digits.
                return (scaled.low.nearest() == nearest).then(|| Self::new(&nearest, last, false));
            }
        }
        None
    }

    /// A power of ten above a number.
    pub fn above(bounds: &Bounds) -> String {
        if bounds.high.mantissa.is_zero() {
            return "0".into();
        }
        // The place may be one too low, and the number below the next power of two.
        format!("10^{}", decimal_place(bounds.high.top() + 1) + 2)
    }

    /// Whether it is 1.
    pub fn is_one(&self) -> bool {
        self.digits == "1" && self.exponent == 0
    }

    /// Whether it is 0.
    pub fn is_zero(&self) -> bool {
        self.digits == "0"
    }
}

impl std::fmt::Display for Decimal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let count = self.digits.len() as i128;
        match self.exponent {
            -6..=-1 => {
                let zeros = "0".repeat((-self.exponent - 1) as usize);
                write!(f, "0.{zeros}{}", self.digits)
            }
            exponent @ 0..=20 if exponent + 1 < count => {
                let (whole, part) = self.digits.split_at(exponent as usize + 1);
                write!(f, "{whole}.{part}")
            }
            exponent @ 0..=20 => {
                write!(f, "{}{}", self.digits, "0".repeat((exponent + 1 - count) as usize))
            }
            exponent => {
                let (first, rest) = self.digits.split_at(1);
                let point = if rest.is_empty() { "" } else { "." };
                write!(f, "{first}{point}{rest}e{exponent}")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(a: u64, b: u64, count: usize) -> String {
        Decimal::of_ratio(&a.into(), &b.into(), count).to_string()
    }

    #[test]
    fn fractions_are_rounded_to_the_nearest() {
        assert_eq!(text(15, 16, 20), "0.9375");
        assert_eq!(text(1, 3, 5), "0.33333");
        assert_eq!(text(2, 3, 1), "0.7");
        assert_eq!(text(99_996, 100_000, 4), "1");
        assert_eq!(text(5, 1000, 3), "0.005");
        assert_eq!(text(1, 1 << 40, 6), "9.09495e-13");
        assert_eq!(text(0, 7, 6), "0");
        assert_eq!(text(125, 1, 2), "130");
        assert_eq!(text(1_234_567, 1000, 6), "1234.57");
        assert!(Decimal::of_ratio(&15u8.into(), &16u8.into(), 4).exact);
        assert!(!Decimal::of_ratio(&15u8.into(), &16u8.into(), 3).exact);
    }

    #[test]
    fn bounds_give_the_digits_of_the_fraction_or_none() {
        for (a, b) in [(1u64, 3u64), (2, 7), (999, 1001), (123_456, 7), (1, 1_000_003)] {
            let (x, y) = (Nat::from(a), Nat::from(b));
            for count in [1, 2, 9, 25] {
                let narrow = Bounds::ratio(&x, &y, 160);
                let digits = Decimal::of_bounds(&narrow, count, 160).unwrap();
                assert_eq!(digits.to_string(), text(a, b, count));
            }
            let wide = Bounds::ratio(&x, &y, 30);
            assert_eq!(Decimal::of_bounds(&wide, 25, 160), None);
            let power = Bounds::ratio(&x, &y, 160).power(300, 160);
            let exact = Decimal::of_ratio(&x.pow(300), &y.pow(300), 12);
            assert_eq!(Decimal::of_bounds(&power, 12, 160).unwrap(), exact);
        }
    }
}
