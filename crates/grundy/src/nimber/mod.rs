//! Nimbers: the minimal excludant, and the field of nim-sums and nim-products.
//!
//! The nim-sum of two numbers is the Grundy value of two nim-heaps; the nim-product is that of a square
//! in the game of turning corners, and of the product of two coin-turning games (Tartan theorem). The
//! numbers below 2^(2^k) are a field for each k (Conway 1976, *On Numbers and Games*, ch. 6; Lenstra
//! 1977, *Nim multiplication*).
//!
//! [`Nimber64`] and [`Nimber128`] are fast, [`Nimber`] has any length, [`slices`] has many products at
//! once.

mod any;
mod basis;
mod element;
mod fermat;
mod fixed;
mod group;
mod mex;
mod recursion;
mod roots;
pub mod slices;
mod tower;

pub use any::Nimber;
pub(crate) use fermat::prime_factors as group_primes;
pub use fixed::{Nimber64, Nimber128};
pub use mex::{MexSet, mex};

#[cfg(test)]
mod tests;

/// A text that is no nimber.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseNimberError {
    /// No decimal, hexadecimal or binary number.
    #[error("expected a decimal number, or 0x and hexadecimal digits, or 0b and binary ones")]
    NoNumber,
    /// A number for which this type has too few bits.
    #[error("the number has more than {0} bits")]
    TooLarge(u32),
}

/// Nim-addition: exclusive or.
///
/// ```
/// assert_eq!(grundy::nimber::nim_add(3, 5), 6);
/// ```
pub const fn nim_add(a: u64, b: u64) -> u64 {
    a ^ b
}

/// Nim-multiplication of nimbers below 2^64, a field (Conway 1976, *On Numbers and Games*, ch. 6).
/// As the product of [`Nimber64`].
///
/// ```
/// use grundy::nimber::nim_mul;
/// assert_eq!(nim_mul(2, 2), 3);
/// assert_eq!(nim_mul(4, 4), 6);
/// assert_eq!(nim_mul(2, 4), 8);
/// ```
pub fn nim_mul(a: u64, b: u64) -> u64 {
    (Nimber64::new(a) * Nimber64::new(b)).get()
}
