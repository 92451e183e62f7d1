//! What every operator and function does: the one definition, for folding, the walker and the
//! slow paths of the back ends.

use crate::error::Kind;
use crate::input::Numbers;
use crate::typed::{BoolFn, Comparison, Fold, IntBinary, IntFn, IntUnary, MAX_WIDTH};

/// Why an operation has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fault {
    /// The result does not fit into 64 bits.
    Overflow,
    /// A division or remainder by 0.
    Division,
    /// A shift by less than 0 or more than 63, or such a bit number.
    Shift(i64),
    /// An index outside of an array of this length.
    Index(i64, usize),
    /// The square root of a negative number.
    Root(i64),
    /// A step of a range below 1.
    Step(i64),
    /// A board with so many columns or rows.
    Board(i64),
    /// A square with a number that has no sign.
    Sign(i64),
    /// So many copies of a position.
    Copies(i64),
    /// More steps than a state may take.
    Fuel,
}

impl Fault {
    /// The kind of error.
    pub const fn kind(self) -> Kind {
        match self {
            Self::Overflow => Kind::Overflow,
            Self::Division => Kind::Division,
            Self::Shift(_) => Kind::Shift,
            Self::Index(..) => Kind::Index,
            Self::Root(_) | Self::Step(_) | Self::Board(_) | Self::Sign(_) | Self::Copies(_) => {
                Kind::Argument
            }
            Self::Fuel => Kind::Fuel,
        }
    }

    /// What is wrong.
    pub fn message(self) -> String {
        match self {
            Self::Overflow => "the result does not fit into 64 bits".into(),
            Self::Division => "division by zero".into(),
            Self::Shift(by) => format!("there is no bit {by}: bits are numbered from 0 to 63"),
            Self::Index(index, 0) => format!("there is no element {index}: the array is empty"),
            Self::Index(index, len) => {
                format!("there is no element {index}: the array has elements 0 to {}", len - 1)
            }
            Self::Root(of) => format!("{of} has no square root"),
            Self::Step(step) => format!("a range does not go by steps of {step}"),
            Self::Board(size) => {
                format!("a board has 1 to {MAX_WIDTH} columns and rows, not {size}")
            }
            Self::Sign(number) => format!("there is no sign for a square with {number}"),
            Self::Copies(count) => format!("a move cannot leave {count} copies of a position"),
            Self::Fuel => "this takes more than 2^26 steps".into(),
        }
    }

    /// What to do.
    pub const fn help(self) -> &'static str {
        match self {
            Self::Overflow => "numbers reach from -2^63 to 2^63 - 1",
            Self::Division => "guard it: if d != 0",
            Self::Shift(_) => "guard the number of the bit",
            Self::Index(..) => "guard the index",
            Self::Root(_) => "guard it: if n >= 0",
            Self::Step(_) => "steps are at least 1",
            Self::Board(_) => "guard it: max(1, …)",
            Self::Sign(_) => "the first sign is for 0, the second for 1, and so on",
            Self::Copies(_) => "guard it: if k >= 0",
            Self::Fuel => "smaller numbers take fewer, and every while loop has to end",
        }
    }
}

/// A prefix operator.
///
/// # Errors
/// [`Fault::Overflow`] for `-(-2^63)`.
pub const fn unary(op: IntUnary, a: i64) -> Result<i64, Fault> {
    match op {
        IntUnary::Neg => match a.checked_neg() {
            Some(value) => Ok(value),
            None => Err(Fault::Overflow),
        },
        IntUnary::Not => Ok(!a),
    }
}

/// An operator between two numbers.
///
/// `/` rounds down; `%` is from 0 to abs(b) - 1, so a = (a / b) * b + a % b holds for b > 0.
/// Shifts are by 0 to 63; `<<` multiplies and must not overflow, `>>` keeps the sign.
///
/// # Errors
/// The [`Fault`].
///
/// ```
/// use grundy_rules::number::{Fault, binary};
/// use grundy_rules::typed::IntBinary;
/// assert_eq!(binary(IntBinary::Div, -7, 2), Ok(-4));
/// assert_eq!(binary(IntBinary::Rem, -7, 2), Ok(1));
/// assert_eq!(binary(IntBinary::Shl, 1, 63), Err(Fault::Overflow));
/// ```
pub const fn binary(op: IntBinary, a: i64, b: i64) -> Result<i64, Fault> {
    let checked = match op {
        IntBinary::Add => a.checked_add(b),
        IntBinary::Sub => a.checked_sub(b),
        IntBinary::Mul => a.checked_mul(b),
        IntBinary::Div => {
            if b == 0 {
                return Err(Fault::Division);
            }
            match a.checked_div(b) {
                Some(q) if a % b != 0 && (a < 0) != (b < 0) => Some(q - 1),
                quotient => quotient,
            }
        }
        IntBinary::Rem => {
            if b == 0 {
                return Err(Fault::Division);
            }
            Some(a.wrapping_rem_euclid(b))
        }
        IntBinary::And => Some(a & b),
        IntBinary::Or => Some(a | b),
        IntBinary::Xor => Some(a ^ b),
        IntBinary::Shl | IntBinary::Shr => {
            if b < 0 || b > 63 {
                return Err(Fault::Shift(b));
            }
            match op {
                IntBinary::Shr => Some(a >> b),
                _ if (a << b) >> b == a => Some(a << b),
                _ => None,
            }
        }
    };
    match checked {
        Some(value) => Ok(value),
        None => Err(Fault::Overflow),
    }
}

/// A comparison.
pub const fn compare(op: Comparison, a: i64, b: i64) -> bool {
    match op {
        Comparison::Eq => a == b,
        Comparison::Ne => a != b,
        Comparison::Lt => a < b,
        Comparison::Le => a <= b,
        Comparison::Gt => a > b,
        Comparison::Ge => a >= b,
    }
}

/// A function that gives a number; `args` are as many as it takes.
///
/// Bit functions see the 64 bits of two's complement. `top` and `low` of 0 are -1. `prev0(m, i)`
/// is the greatest j < i with bit j of m 0, `next0(m, i)` the least j > i, -1 if there is none;
/// i is from -1 to 64. `bit(m, i)` is 0 or 1.
///
/// # Errors
/// The [`Fault`].
pub fn call(function: IntFn, args: &[i64]) -> Result<i64, Fault> {
    let a = args[0];
    let second = || args[1];
    Ok(match function {
        IntFn::Min => args.iter().copied().min().unwrap_or(a),
        IntFn::Max => args.iter().copied().max().unwrap_or(a),
        IntFn::Abs => a.checked_abs().ok_or(Fault::Overflow)?,
        IntFn::Gcd => gcd(a, second())?,
        IntFn::Isqrt => a.checked_isqrt().ok_or(Fault::Root(a))?,
        IntFn::Popcount => i64::from(a.count_ones()),
        IntFn::Top => 63 - i64::from(a.leading_zeros()),
        IntFn::Low => {
            if a == 0 {
                -1
            } else {
                i64::from(a.trailing_zeros())
            }
        }
        IntFn::Prev0 => prev0(a, second())?,
        IntFn::Next0 => next0(a, second())?,
        IntFn::Bit => {
            let i = second();
            if !(0..64).contains(&i) {
                return Err(Fault::Shift(i));
            }
            a >> i & 1
        }
    })
}

fn prev0(m: i64, i: i64) -> Result<i64, Fault> {
    if !(-1..=64).contains(&i) {
        return Err(Fault::Shift(i));
    }
    if i <= 0 {
        return Ok(-1);
    }
    let below = if i == 64 { u64::MAX } else { (1 << i) - 1 };
    Ok(63 - i64::from((!m as u64 & below).leading_zeros()))
}

fn next0(m: i64, i: i64) -> Result<i64, Fault> {
    if !(-1..=64).contains(&i) {
        return Err(Fault::Shift(i));
    }
    if i >= 63 {
        return Ok(-1);
    }
    let above = u64::MAX << (i + 1);
    let zeros = !m as u64 & above;
    Ok(if zeros == 0 { -1 } else { i64::from(zeros.trailing_zeros()) })
}

fn gcd(a: i64, b: i64) -> Result<i64, Fault> {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    i64::try_from(a).map_err(|_| Fault::Overflow)
}

/// A function that gives a condition.
pub const fn test(function: BoolFn, n: i64) -> bool {
    match function {
        BoolFn::IsSquare => match n.checked_isqrt() {
            Some(root) => root * root == n,
            None => false,
        },
        BoolFn::IsPrime => is_prime(n),
    }
}

/// Miller and Rabin's test with the twelve bases that decide all numbers below 2^64 (J. Sorenson
/// and J. Webster 2015).
const fn is_prime(n: i64) -> bool {
    const BASES: [i64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];
    if n < 2 {
        return false;
    }
    let mut i = 0;
    while i < BASES.len() {
        if n % BASES[i] == 0 {
            return n == BASES[i];
        }
        i += 1;
    }
    let (n, twos) = (n as u128, (n - 1).trailing_zeros());
    let odd = (n - 1) >> twos;
    let mut i = 0;
    while i < BASES.len() {
        let (mut power, mut base, mut exponent) = (1u128, BASES[i] as u128, odd);
        while exponent > 0 {
            if exponent & 1 == 1 {
                power = power * base % n;
            }
            base = base * base % n;
            exponent >>= 1;
        }
        let mut passed = power == 1 || power == n - 1;
        let mut square = 1;
        while square < twos && !passed {
            power = power * power % n;
            passed = power == n - 1;
            square += 1;
        }
        if !passed {
            return false;
        }
        i += 1;
    }
    true
}

/// The place of element `index` in an array of length `len`.
///
/// # Errors
/// [`Fault::Index`]
pub const fn element(index: i64, len: usize) -> Result<usize, Fault> {
    if 0 <= index && index < len as i64 {
        Ok(index as usize)
    } else {
        Err(Fault::Index(index, len))
    }
}

/// A row of a table, or all of it.
///
/// # Errors
/// [`Fault::Index`]
pub fn row(numbers: &Numbers, row: Option<i64>) -> Result<&[i64], Fault> {
    Ok(match row {
        Some(row) => numbers.row(element(row, numbers.len())?),
        None => numbers.items(),
    })
}

/// All elements of an array, which is not empty, together.
///
/// # Errors
/// [`Fault::Overflow`]
pub fn fold(fold: Fold, array: &[i64]) -> Result<i64, Fault> {
    match fold {
        Fold::Sum => {
            array.iter().try_fold(0i64, |sum, &x| sum.checked_add(x)).ok_or(Fault::Overflow)
        }
        Fold::Min => Ok(array.iter().copied().min().unwrap_or(0)),
        Fold::Max => Ok(array.iter().copied().max().unwrap_or(0)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use IntBinary::*;

    #[test]
    fn division_rounds_down_and_remainders_are_not_negative() {
        for a in -20..=20i64 {
            for b in (-5..=5).filter(|&b| b != 0) {
                let floor = (a as f64 / b as f64).floor() as i64;
                assert_eq!(binary(Div, a, b), Ok(floor), "{a} / {b}");
                let rest = binary(Rem, a, b).unwrap();
                assert!((0..b.abs()).contains(&rest) && (a - rest) % b == 0, "{a} % {b}");
            }
        }
        assert_eq!(binary(Div, i64::MIN, -1), Err(Fault::Overflow));
        assert_eq!(binary(Rem, i64::MIN, -1), Ok(0));
        assert_eq!(binary(Div, i64::MIN, 1), Ok(i64::MIN));
        assert_eq!(binary(Rem, 1, 0), Err(Fault::Division));
    }

    #[test]
    fn shifts_are_checked() {
        assert_eq!(binary(Shl, 1, 62), Ok(1 << 62));
        assert_eq!(binary(Shl, -1, 63), Ok(i64::MIN));
        assert_eq!(binary(Shl, 0, 63), Ok(0));
        assert_eq!(binary(Shl, 3, 62), Err(Fault::Overflow));
        assert_eq!(binary(Shr, -3, 1), Ok(-2));
        assert_eq!(binary(Shr, 1, 64), Err(Fault::Shift(64)));
        assert_eq!(binary(Shl, 1, -1), Err(Fault::Shift(-1)));
    }

    #[test]
    fn bit_functions_agree_with_looking_at_every_bit() {
        for m in [0, 1, 5, 0b1011_0111, -1, i64::MIN, i64::MAX, -6, 0x5555_5555_5555_5555] {
            let is = |j: i64| m >> j & 1;
            let bits: Vec<i64> = (0..64).collect();
            let ones = || bits.iter().copied().filter(|&j| is(j) == 1);
            assert_eq!(call(IntFn::Popcount, &[m]), Ok(ones().count() as i64));
            assert_eq!(call(IntFn::Top, &[m]), Ok(ones().next_back().unwrap_or(-1)));
            assert_eq!(call(IntFn::Low, &[m]), Ok(ones().next().unwrap_or(-1)));
            for i in -1..=64 {
                let before = bits.iter().rev().find(|&&j| j < i && is(j) == 0);
                let after = bits.iter().find(|&&j| j > i && is(j) == 0);
                let found = |bit: Option<&i64>| Ok(bit.copied().unwrap_or(-1));
                assert_eq!(call(IntFn::Prev0, &[m, i]), found(before), "prev0({m},{i})");
                assert_eq!(call(IntFn::Next0, &[m, i]), found(after), "next0({m},{i})");
                if (0..64).contains(&i) {
                    assert_eq!(call(IntFn::Bit, &[m, i]), Ok(is(i)));
                }
            }
            assert!(call(IntFn::Prev0, &[m, 65]).is_err());
            assert!(call(IntFn::Next0, &[m, -2]).is_err());
        }
    }

    #[test]
    fn primes_and_squares_are_told() {
        let prime = |n: i64| n > 1 && (2..n).all(|d| n % d != 0);
        for n in -5..3000 {
            assert_eq!(test(BoolFn::IsPrime, n), prime(n), "{n}");
            assert_eq!(test(BoolFn::IsSquare, n), (0..60).any(|r| r * r == n), "{n}");
        }
        assert!(test(BoolFn::IsPrime, 9_223_372_036_854_775_783));
        assert!(!test(BoolFn::IsPrime, 3_215_031_751));
        assert!(!test(BoolFn::IsPrime, i64::MAX));
    }

    #[test]
    fn the_greatest_common_divisor_is_not_negative() {
        assert_eq!(call(IntFn::Gcd, &[-12, 18]), Ok(6));
        assert_eq!(call(IntFn::Gcd, &[0, 0]), Ok(0));
        assert_eq!(call(IntFn::Gcd, &[i64::MIN, 0]), Err(Fault::Overflow));
        assert_eq!(call(IntFn::Isqrt, &[-1]), Err(Fault::Root(-1)));
    }
}
