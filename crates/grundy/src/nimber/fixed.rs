//! Nimbers of 64 and of 128 bits.

use super::ParseNimberError;
use super::basis::{BASIS, multiplier};
use super::element::{Element, power};
use super::group;
use super::roots::roots;
use super::tower::Tower;
use crate::context::{Context, Stop};
use crate::nat::{Nat, parse_prefixed};
use std::fmt;
use std::iter::{Product, Sum};
use std::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};
use std::str::FromStr;

/// The operators of a type with `plus`, `times` and `inverse`.
macro_rules! operators {
    ($Name:ident) => {
        operators!(@ $Name Add add AddAssign add_assign plus "The nim-sum.");
        operators!(@ $Name Sub sub SubAssign sub_assign plus
            "The nim-difference, which is the nim-sum: x + x = 0.");
        operators!(@ $Name Mul mul MulAssign mul_assign times "The nim-product.");
        operators!(@ $Name Div div DivAssign div_assign over "The nim-quotient.\n\n# Panics\nIf the \
            divisor is 0, as for integers; `checked_div` tells.");

        impl Neg for $Name {
            type Output = Self;
            /// The same nimber: x + x = 0.
            fn neg(self) -> Self {
                self
            }
        }

        impl Sum for $Name {
            fn sum<I: Iterator<Item = Self>>(terms: I) -> Self {
                terms.fold(Self::ZERO, |sum, term| sum + term)
            }
        }

        impl Product for $Name {
            fn product<I: Iterator<Item = Self>>(factors: I) -> Self {
                factors.fold(Self::ONE, |product, factor| product * factor)
            }
        }
    };
    (@ $Name:ident $Op:ident $op:ident $Assign:ident $assign:ident $call:ident $about:literal) => {
        impl $Op for $Name {
            type Output = Self;
            #[doc = $about]
            #[inline]
            fn $op(self, other: Self) -> Self {
                self.$call(other)
            }
        }

        impl $Assign for $Name {
            #[inline]
            fn $assign(&mut self, other: Self) {
                *self = self.$call(other);
            }
        }
    };
}

macro_rules! nimbers {
    ($(#[$about:meta])* $Name:ident $Word:ident $bits:literal) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $Name($Word);

        impl $Name {
            /// 0, the neutral element of addition.
            pub const ZERO: Self = Self(0);
            /// 1, the neutral element of multiplication.
            pub const ONE: Self = Self(1);
            /// The degree of the field over the field of two elements.
            pub const BITS: u32 = $bits;

            /// The nimber of a number.
            pub const fn new(number: $Word) -> Self {
                Self(number)
            }

            /// The number of the nimber.
            pub const fn get(self) -> $Word {
                self.0
            }

            #[inline]
            fn plus(self, other: Self) -> Self {
                Self(self.0 ^ other.0)
            }

            fn over(self, other: Self) -> Self {
                self.checked_div(other).expect("division of nimbers by zero")
            }

            /// The inverse; `None` for 0. About a hundred products.
            #[must_use]
            pub fn inverse(self) -> Option<Self> {
                (self != Self::ZERO).then(|| self.inverted())
            }

            /// The nim-quotient; `None` if the divisor is 0.
            #[must_use]
            pub fn checked_div(self, divisor: Self) -> Option<Self> {
                divisor.inverse().map(|inverse| self * inverse)
            }

            /// x^exponent with an ordinary number as exponent; 0^0 is 1. At most twice as many
            /// products as the field has bits: the exponent counts modulo 2^d - 1, d the
            /// [degree](Self::degree) of x.
            #[must_use]
            pub fn pow(self, exponent: &Nat) -> Self {
                power(&self, exponent, &Context::default()).expect("there is no limit")
            }

            /// The nim-square; squaring is an automorphism of the field.
            #[must_use]
            pub fn square(self) -> Self {
                self.squared()
            }

            /// The trace over the field of two elements: the sum of x, x^2, x^4, …, one for each bit
            /// of the field. It is the highest bit: over the field of half the degree the trace of
            /// a1 F + a0 is a1.
            pub const fn trace(self) -> bool {
                self.0 >> ($bits - 1) == 1
            }

            /// The degree over the field of two elements of the least field with this nimber. The
            /// fields are the sets of all numbers below 2, 4, 16, 256, …: a power of two.
            pub fn degree(self) -> u32 {
                self.field_bits() as u32
            }

            /// The order in the multiplicative group: the least n >= 1 with x^n = 1. `None` for 0.
            pub fn order(self) -> Option<$Word> {
                let order = (self != Self::ZERO).then(|| group::order(&self, &Context::default()))?;
                $Word::try_from(&order.expect("the factors are known")).ok()
            }

            /// The least e with base^e = x, if there is one (Pohlig and Hellman 1978; Shanks 1971).
            ///
            /// O(sqrt(p)) products, with p the greatest prime factor of the order of the base.
            ///
            /// # Errors
            /// [`Stop`] when cancelled or at a limit.
            pub fn log(self, base: Self, context: &Context<'_>) -> Result<Option<$Word>, Stop> {
                let log = group::logarithm(&self, &base, context)?;
                Ok(log.and_then(|log| $Word::try_from(&log).ok()))
            }

            /// All n-th roots in the field of this type, ascending: for non-zero x there are none or
            /// gcd(n, N) of them, with N = 2^BITS - 1. Every non-zero x is a 0-th root of 1.
            ///
            /// O(gcd(n, N)) products.
            ///
            /// # Errors
            /// [`Stop::Refused`] if there are more than 2^22; [`Stop`] when cancelled.
            pub fn roots(self, n: &Nat, context: &Context<'_>) -> Result<Vec<Self>, Stop> {
                if self == Self::ZERO {
                    return Ok(if n.is_zero() { Vec::new() } else { vec![self] });
                }
                roots(&self, n, $bits, context)?.map_or(Ok(Vec::new()), |roots| roots.all(context))
            }

            /// The least n-th root, if there is one. It is in the least field with x: if any finite
            /// nimber is an n-th root of x, one of that field is.
            ///
            /// O(gcd(n, 2^d - 1)) products, d the [degree](Self::degree) of x.
            ///
            /// # Errors
            /// As [`roots`](Self::roots).
            pub fn root(self, n: &Nat, context: &Context<'_>) -> Result<Option<Self>, Stop> {
                super::roots::least_root(&self, n, context)
            }
        }

        operators!($Name);

        impl From<$Word> for $Name {
            fn from(number: $Word) -> Self {
                Self(number)
            }
        }

        impl From<$Name> for $Word {
            fn from(nimber: $Name) -> Self {
                nimber.0
            }
        }

        impl From<$Name> for Nat {
            fn from(nimber: $Name) -> Self {
                Nat::from(nimber.0)
            }
        }

        impl fmt::Display for $Name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(&self.0, f)
            }
        }

        impl FromStr for $Name {
            type Err = ParseNimberError;

            /// Reads a decimal, or 0x and hexadecimal digits, or 0b and binary digits, with `_`
            /// between digits.
            fn from_str(text: &str) -> Result<Self, ParseNimberError> {
                let number = parse_prefixed(text).ok_or(ParseNimberError::NoNumber)?;
                let number = $Word::try_from(&number);
                number.map(Self).map_err(|_| ParseNimberError::TooLarge(Self::BITS))
            }
        }
    };
}

nimbers! {
    /// A nimber below 2^64: an element of the field of 2^64 elements, of characteristic 2, whose
    /// addition is that of nim-heaps (Conway 1976, *On Numbers and Games*, ch. 6; Lenstra 1977, *Nim
    /// multiplication*).
    ///
    /// The product is the least one that a field permits: a*b is the mex of a'*b + a*b' + a'*b' over
    /// all a' < a and b' < b. The field of the numbers below 2^(2^k) is a subfield for k <= 6.
    ///
    /// # Complexity
    /// A product takes 24 look-ups in 32 KiB of tables and one carry-less multiplication, where the
    /// processor has an instruction for that: some 15 nanoseconds. [`slices`](super::slices) has
    /// many products at once.
    ///
    /// ```
    /// use grundy::nimber::Nimber64;
    /// let [a, b] = [7, 9].map(Nimber64::new);
    /// assert_eq!((a + b).get(), 14);
    /// assert_eq!((a * b).get(), 8);
    /// assert_eq!(a * b / b, a);
    /// assert_eq!(a.sqrt() * a.sqrt(), a);
    /// assert_eq!(a.order(), Some(15));
    /// assert_eq!("0x10".parse::<Nimber64>().unwrap() * Nimber64::new(16), Nimber64::new(24));
    /// ```
    Nimber64 u64 64
}

nimbers! {
    /// A nimber below 2^128, as [`Nimber64`] of twice the width.
    ///
    /// # Complexity
    /// A product takes three products of polynomials of 64 bits, one by a constant, and 48
    /// look-ups.
    ///
    /// ```
    /// use grundy::nimber::Nimber128;
    /// let fermat = Nimber128::new(1 << 64);
    /// // The square of a Fermat power F is F + F/2.
    /// assert_eq!(fermat * fermat, Nimber128::new(3 << 63));
    /// ```
    Nimber128 u128 128
}

impl Nimber64 {
    #[inline]
    fn times(self, other: Self) -> Self {
        Self(multiplier().product_in(&BASIS, self.0, other.0))
    }

    /// The inverse of a number that is not 0.
    fn inverted(self) -> Self {
        let mut word = [self.0];
        inside(&mut word, |word| Tower::new().invert(word));
        Self(word[0])
    }

    /// The square root: the one nimber of this square. It is x^(2^63).
    #[must_use]
    pub fn sqrt(self) -> Self {
        let mut word = [self.0];
        inside(&mut word, |word| Tower::new().square_root(word));
        Self(word[0])
    }
}

impl Nimber128 {
    #[inline]
    fn times(self, other: Self) -> Self {
        let (mut a, mut b, mut out) = (words(self.0), words(other.0), [0; 2]);
        Tower::enter(&mut a);
        Tower::enter(&mut b);
        Tower::new().multiply(&a, &b, &mut out, &mut []);
        Tower::leave(&mut out);
        Self(number(out))
    }

    /// The inverse of a number that is not 0.
    fn inverted(self) -> Self {
        let mut words = words(self.0);
        inside(&mut words, |words| Tower::new().invert(words));
        Self(number(words))
    }

    /// The square root: the one nimber of this square. It is x^(2^127).
    #[must_use]
    pub fn sqrt(self) -> Self {
        let mut words = words(self.0);
        inside(&mut words, |words| Tower::new().square_root(words));
        Self(number(words))
    }
}

impl From<Nimber64> for Nimber128 {
    fn from(nimber: Nimber64) -> Self {
        Self(nimber.0.into())
    }
}

fn words(number: u128) -> [u64; 2] {
    [number as u64, (number >> 64) as u64]
}

fn number(words: [u64; 2]) -> u128 {
    u128::from(words[1]) << 64 | u128::from(words[0])
}

/// Computes among polynomials.
fn inside(words: &mut [u64], compute: impl FnOnce(&mut [u64])) {
    Tower::enter(words);
    compute(words);
    Tower::leave(words);
}

impl Element for Nimber64 {
    fn from_nat(n: &Nat) -> Self {
        Self(u64::try_from(n).expect("it fits"))
    }
    fn one() -> Self {
        Self::ONE
    }
    fn len(&self) -> usize {
        (u64::BITS - self.0.leading_zeros()) as usize
    }
    #[inline]
    fn times(&self, other: &Self) -> Self {
        Self::times(*self, *other)
    }
    #[inline]
    fn squared(&self) -> Self {
        Self::times(*self, *self)
    }
    #[inline]
    fn key(&self) -> u64 {
        self.0
    }
}

impl Element for Nimber128 {
    fn from_nat(n: &Nat) -> Self {
        Self(u128::try_from(n).expect("it fits"))
    }
    fn one() -> Self {
        Self::ONE
    }
    fn len(&self) -> usize {
        (u128::BITS - self.0.leading_zeros()) as usize
    }
    #[inline]
    fn times(&self, other: &Self) -> Self {
        Self::times(*self, *other)
    }
    fn squared(&self) -> Self {
        Self::times(*self, *self)
    }
    #[inline]
    fn key(&self) -> u64 {
        let [low, high] = words(self.0);
        low ^ high.rotate_left(29)
    }
}
