//! What the fields of nimbers have in common: elements, powers, degrees.

use crate::context::{Context, Stop};
use crate::nat::{BitTest, Nat};

/// A nimber of some width.
pub trait Element: Clone + Eq + Ord {
    /// A number as a nimber, which is known to fit.
    fn from_nat(n: &Nat) -> Self;
    /// 1.
    fn one() -> Self;
    /// The number of binary digits.
    fn len(&self) -> usize;
    /// The nim-product.
    fn times(&self, other: &Self) -> Self;
    /// The nim-square.
    fn squared(&self) -> Self;
    /// A word that equal elements share.
    fn key(&self) -> u64;

    /// The degree of the least field with this element over the field of two elements: the least
    /// power of two that is at least its number of binary digits.
    fn field_bits(&self) -> usize {
        self.len().next_power_of_two()
    }

    /// Whether this is 0.
    fn is_zero(&self) -> bool {
        self.len() == 0
    }

    /// Whether this is 1.
    fn is_one(&self) -> bool {
        *self == Self::one()
    }
}

/// x^exponent, by squaring; 0^0 is 1. An exponent counts modulo 2^d - 1, with d the degree of x.
///
/// # Errors
/// [`Stop`] when cancelled or out of time.
pub fn power<E: Element>(x: &E, exponent: &Nat, context: &Context<'_>) -> Result<E, Stop> {
    if exponent.is_zero() || x.is_one() {
        return Ok(E::one());
    }
    if x.is_zero() {
        return Ok(x.clone());
    }
    let reduced;
    let mut exponent = exponent;
    if exponent.bit_len() > x.field_bits() {
        reduced = exponent % order_of_group(x.field_bits());
        exponent = &reduced;
    }
    let mut power = E::one();
    for (step, bit) in (0..exponent.bit_len()).rev().enumerate() {
        if x.len() > 128 {
            // A step on long numbers can take long.
            context.look("computing a power", step as u64)?;
        }
        power = power.squared();
        if exponent.bit(bit) {
            power = power.times(x);
        }
    }
    Ok(power)
}

/// 2^bits - 1, the number of non-zero elements of a field.
pub fn order_of_group(bits: usize) -> Nat {
    (Nat::ONE << bits) - Nat::ONE
}
