//! The field of nimbers below 2^64 as the field of polynomials modulo x^64 + x^4 + x^3 + x + 1.
//!
//! Any two fields of 2^64 elements are isomorphic. The isomorphism is linear over the field of two
//! elements, so that it takes eight look-ups; between the two maps a product is one carry-less
//! multiplication and a reduction.

use super::recursion::split_product;
use grundy_lanes::{Basis, InstructionSet, LinearMap, Multiplier};
use std::sync::OnceLock;

/// The least nimber r with r^64 + r^4 + r^3 + r + 1 = 0; the isomorphism takes x to it.
const ROOT: u64 = 0x4028_84ca_01f7_c6b2;

/// The nimbers of 1, x, x^2, …, x^63.
const POWERS: [u64; 64] = {
    let mut powers = [1; 64];
    let mut i = 1;
    while i < 64 {
        powers[i] = split_product(powers[i - 1] as u128, ROOT as u128) as u64;
        i += 1;
    }
    powers
};

/// The polynomials of the nimbers 1, 2, 4, …, 2^63: the inverse matrix, by elimination.
const POLYNOMIALS: [u64; 64] = {
    let (mut rows, mut inverse) = (POWERS, [0; 64]);
    let mut i = 0;
    while i < 64 {
        inverse[i] = 1 << i;
        i += 1;
    }
    // Row operations keep: row i of `rows` is the nimber of the polynomial `inverse[i]`.
    let mut bit = 0;
    while bit < 64 {
        let mut pivot = bit;
        while rows[pivot] >> bit & 1 == 0 {
            pivot += 1;
        }
        (rows[bit], rows[pivot]) = (rows[pivot], rows[bit]);
        (inverse[bit], inverse[pivot]) = (inverse[pivot], inverse[bit]);
        let mut other = 0;
        while other < 64 {
            if other != bit && rows[other] >> bit & 1 == 1 {
                rows[other] ^= rows[bit];
                inverse[other] ^= inverse[bit];
            }
            other += 1;
        }
        bit += 1;
    }
    inverse
};

/// 2^63 as a polynomial.
pub const HALF: u64 = POLYNOMIALS[63];

/// The nimbers as a basis of the polynomials.
pub static BASIS: Basis = Basis {
    to_polynomials: LinearMap::new(&POLYNOMIALS),
    from_polynomials: LinearMap::new(&POWERS),
};

/// What multiplies in this process: the instruction for carry-less products, unless the
/// [portable](InstructionSet::PORTABLE) set was selected or the processor has none.
#[inline]
pub fn multiplier() -> Multiplier {
    static CHOSEN: OnceLock<Multiplier> = OnceLock::new();
    *CHOSEN.get_or_init(|| Multiplier::new(InstructionSet::current()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_lanes::MODULUS;

    #[test]
    fn the_root_is_the_least_of_its_conjugates_and_a_root() {
        let times = |a: u64, b: u64| split_product(a.into(), b.into()) as u64;
        let last = times(POWERS[63], ROOT);
        assert_eq!(
            last,
            (0..64).filter(|i| MODULUS >> i & 1 == 1).fold(0, |sum, i| sum ^ POWERS[i])
        );
        let mut conjugate = ROOT;
        for _ in 0..64 {
            conjugate = times(conjugate, conjugate);
            assert!(conjugate >= ROOT);
        }
        assert_eq!(conjugate, ROOT);
    }

    #[test]
    fn the_maps_undo_each_other() {
        for (i, &image) in POLYNOMIALS.iter().enumerate() {
            let polynomial = BASIS.to_polynomials.apply(1 << i);
            assert_eq!(polynomial, image);
            assert_eq!(BASIS.from_polynomials.apply(polynomial), 1 << i);
        }
    }
}
