//! Nimbers of any length.

use super::ParseNimberError;
use super::element::{self, Element};
use super::fixed::{Nimber64, Nimber128};
use super::tower::Tower;
use super::{group, roots};
use crate::context::{Context, Stop};
use crate::nat::{self, BitTest, Nat};
use std::fmt;
use std::ops::{Add, Div, Mul, Neg, Sub};
use std::str::FromStr;

/// A finite nimber: a natural number with nim-sum and nim-product (Conway 1976, *On Numbers and
/// Games*, ch. 6; Lenstra 1977, *Nim multiplication*).
///
/// The finite nimbers are a field: the union of the fields of the numbers below 2^(2^k).
///
/// # Complexity
/// Numbers below 2^128 are computed with as [`Nimber64`] and [`Nimber128`]; above, products and
/// quotients of numbers of n bits take O(n^1.585 log n), squares and square roots O(n^1.585).
///
/// ```
/// use grundy::{Nat, nimber::Nimber};
/// let fermat = Nimber::from(Nat::ONE << 1024);
/// let square = &fermat * &fermat;
/// assert_eq!(square, Nimber::from(Nat::from(3u8) << 1023));
/// assert_eq!(square.sqrt(), fermat);
/// assert_eq!(square.checked_div(&fermat), Some(fermat));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Nimber(Nat);

/// What a number fits into.
enum Width {
    Word(u64),
    Double(u128),
    Long,
}

impl Nimber {
    /// 0, the neutral element of addition.
    pub const ZERO: Self = Self(Nat::ZERO);
    /// 1, the neutral element of multiplication.
    pub const ONE: Self = Self(Nat::ONE);

    /// The number of the nimber.
    pub fn number(&self) -> &Nat {
        &self.0
    }

    fn width(&self) -> Width {
        match (u64::try_from(&self.0), u128::try_from(&self.0)) {
            (Ok(word), _) => Width::Word(word),
            (_, Ok(double)) => Width::Double(double),
            _ => Width::Long,
        }
    }

    /// The words of the number, up to the length of a field: polynomials of the [`Tower`].
    fn words(&self, len: usize) -> Vec<u64> {
        let mut bytes = self.0.to_le_bytes().to_vec();
        bytes.resize(8 * len, 0);
        let (words, _) = bytes.as_chunks();
        let mut words: Vec<u64> = words.iter().map(|&word| u64::from_le_bytes(word)).collect();
        Tower::enter(&mut words);
        words
    }

    fn from_words(mut words: Vec<u64>) -> Self {
        Tower::leave(&mut words);
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        Self(Nat::from_le_bytes(&bytes))
    }

    /// Computes with the words of a long number.
    fn inside(&self, compute: impl FnOnce(Tower, &mut [u64])) -> Self {
        let mut words = self.words(self.field_bits().div_ceil(64));
        compute(Tower::new(), &mut words);
        Self::from_words(words)
    }

    /// The inverse; `None` for 0.
    #[must_use]
    pub fn inverse(&self) -> Option<Self> {
        match self.width() {
            Width::Word(0) => None,
            Width::Word(word) => Nimber64::new(word).inverse().map(Self::from),
            Width::Double(double) => Nimber128::new(double).inverse().map(Self::from),
            Width::Long => Some(self.inside(Tower::invert)),
        }
    }

    /// The nim-quotient; `None` if the divisor is 0.
    #[must_use]
    pub fn checked_div(&self, divisor: &Self) -> Option<Self> {
        divisor.inverse().map(|inverse| self.times(&inverse))
    }

    /// x^exponent with an ordinary number as exponent; 0^0 is 1. The exponent counts modulo 2^d - 1,
    /// d the [degree](Self::degree) of x: at most 2 d products.
    ///
    /// # Errors
    /// [`Stop`] when cancelled or out of time.
    pub fn pow(&self, exponent: &Nat, context: &Context<'_>) -> Result<Self, Stop> {
        match self.width() {
            Width::Word(word) => Ok(Nimber64::new(word).pow(exponent).into()),
            Width::Double(double) => Ok(Nimber128::new(double).pow(exponent).into()),
            Width::Long => element::power(self, exponent, context),
        }
    }

    /// The nim-square.
    #[must_use]
    pub fn square(&self) -> Self {
        match self.width() {
            Width::Word(word) => Nimber64::new(word).square().into(),
            Width::Double(double) => Nimber128::new(double).square().into(),
            Width::Long => self.inside(Tower::square),
        }
    }

    /// The square root: the one nimber of this square.
    #[must_use]
    pub fn sqrt(&self) -> Self {
        match self.width() {
            Width::Word(word) => Nimber64::new(word).sqrt().into(),
            Width::Double(double) => Nimber128::new(double).sqrt().into(),
            Width::Long => self.inside(Tower::square_root),
        }
    }

    /// The degree over the field of two elements of the least field with this nimber: the least
    /// power of two that is at least its number of binary digits.
    pub fn degree(&self) -> usize {
        self.field_bits()
    }

    /// The trace from the least field with this nimber to the field of two elements: the sum of x,
    /// x^2, x^4, …, one for each bit of the field. It is the highest bit of that field.
    pub fn trace(&self) -> bool {
        self.len() == self.degree()
    }

    /// The order in the multiplicative group; `None` for 0.
    ///
    /// # Errors
    /// [`Stop::Refused`] above 2^4096, as not all factors of the Fermat number 2^4096 + 1 are known.
    pub fn order(&self, context: &Context<'_>) -> Result<Option<Nat>, Stop> {
        match self.width() {
            Width::Word(word) => Ok(Nimber64::new(word).order().map(Nat::from)),
            Width::Double(double) => Ok(Nimber128::new(double).order().map(Nat::from)),
            Width::Long => group::order(self, context).map(Some),
        }
    }

    /// The least e with base^e = x, if there is one.
    ///
    /// # Errors
    /// [`Stop::Refused`] if the order of the base has a prime factor above 2^48 for which a search is
    /// needed, or its factors are not known; [`Stop`] at a limit. Below 2^128 there is no such prime.
    pub fn log(&self, base: &Self, context: &Context<'_>) -> Result<Option<Nat>, Stop> {
        let narrow = |n: &Self| u64::try_from(&n.0).map(Nimber64::new);
        let wide = |n: &Self| u128::try_from(&n.0).map(Nimber128::new);
        if let (Ok(x), Ok(base)) = (narrow(self), narrow(base)) {
            return group::logarithm(&x, &base, context);
        }
        if let (Ok(x), Ok(base)) = (wide(self), wide(base)) {
            return group::logarithm(&x, &base, context);
        }
        group::logarithm(self, base, context)
    }

    /// The least n-th root, if a finite nimber is one. It is in the least field with x.
    ///
    /// # Errors
    /// [`Stop::Refused`] if more than 2^22 roots would have to be compared, or the factors of the
    /// order of the group are not known; [`Stop`] when cancelled.
    pub fn root(&self, n: &Nat, context: &Context<'_>) -> Result<Option<Self>, Stop> {
        Ok(match self.width() {
            Width::Word(word) => Nimber64::new(word).root(n, context)?.map(Self::from),
            Width::Double(double) => Nimber128::new(double).root(n, context)?.map(Self::from),
            Width::Long => roots::least_root(self, n, context)?,
        })
    }

    fn plus(&self, other: &Self) -> Self {
        Self(&self.0 ^ &other.0)
    }

    fn over(&self, divisor: &Self) -> Self {
        self.checked_div(divisor).expect("division of nimbers by zero")
    }
}

impl Element for Nimber {
    fn from_nat(n: &Nat) -> Self {
        Self(n.clone())
    }
    fn one() -> Self {
        Self::ONE
    }
    fn len(&self) -> usize {
        self.0.bit_len()
    }
    fn times(&self, other: &Self) -> Self {
        let wide = |n: &Self| u128::try_from(&n.0);
        if let (Ok(a), Ok(b)) = (wide(self), wide(other)) {
            return match (u64::try_from(a), u64::try_from(b)) {
                (Ok(a), Ok(b)) => (Nimber64::new(a) * Nimber64::new(b)).into(),
                _ => (Nimber128::new(a) * Nimber128::new(b)).into(),
            };
        }
        let (short, long) = if self.len() < other.len() { (self, other) } else { (other, self) };
        // The field of the short one, over which the long one is a vector.
        let (part, len) = (short.field_bits().div_ceil(64), long.field_bits().div_ceil(64));
        let (a, b) = (short.words(part), long.words(len));
        let (mut out, mut scratch) = (vec![0; len], vec![0; Tower::scratch(part)]);
        for (b, out) in b.chunks(part).zip(out.chunks_mut(part)) {
            Tower::new().multiply(&a, b, out, &mut scratch);
        }
        Self::from_words(out)
    }
    fn squared(&self) -> Self {
        self.square()
    }
    fn key(&self) -> u64 {
        let words = self.0.to_le_bytes();
        let (words, _) = words.as_chunks();
        words.iter().fold(0, |key, &word| key.rotate_left(29) ^ u64::from_le_bytes(word))
    }
}

macro_rules! operators {
    ($($Op:ident $op:ident $call:ident $about:literal)*) => {$(
        impl $Op for &Nimber {
            type Output = Nimber;
            #[doc = $about]
            fn $op(self, other: Self) -> Nimber {
                self.$call(other)
            }
        }

        impl $Op for Nimber {
            type Output = Nimber;
            #[doc = $about]
            fn $op(self, other: Self) -> Nimber {
                (&self).$call(&other)
            }
        }
    )*};
}

operators! {
    Add add plus "The nim-sum."
    Sub sub plus "The nim-difference, which is the nim-sum: x + x = 0."
    Mul mul times "The nim-product."
    Div div over "The nim-quotient.\n\n# Panics\nIf the divisor is 0, as for integers; `checked_div` tells."
}

impl Neg for Nimber {
    type Output = Self;
    /// The same nimber: x + x = 0.
    fn neg(self) -> Self {
        self
    }
}

impl From<Nat> for Nimber {
    fn from(number: Nat) -> Self {
        Self(number)
    }
}

impl From<Nimber> for Nat {
    fn from(nimber: Nimber) -> Self {
        nimber.0
    }
}

impl From<Nimber64> for Nimber {
    fn from(nimber: Nimber64) -> Self {
        Self(nimber.into())
    }
}

impl From<Nimber128> for Nimber {
    fn from(nimber: Nimber128) -> Self {
        Self(nimber.into())
    }
}

impl fmt::Display for Nimber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl FromStr for Nimber {
    type Err = ParseNimberError;

    /// Reads a decimal, or 0x and hexadecimal digits, or 0b and binary digits, with `_` between
    /// digits.
    fn from_str(text: &str) -> Result<Self, ParseNimberError> {
        nat::parse_prefixed(text).map(Self).ok_or(ParseNimberError::NoNumber)
    }
}
