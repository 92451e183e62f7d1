//! Products of polynomials over the field of two elements, plain and modulo one of degree 64.
//!
//! A word stands for a polynomial: bit i is the coefficient of x^i. Words also stand for the elements
//! of the field of 2^64 elements, the polynomials modulo [`MODULUS`].

use crate::InstructionSet;

/// The polynomial x^64 + x^4 + x^3 + x + 1 without its leading term: the least irreducible one of
/// degree 64.
pub const MODULUS: u64 = 0b11011;

/// A linear map of 64-bit words over the field of two elements, as a table for each byte.
pub struct LinearMap([[u64; 256]; 8]);

impl LinearMap {
    /// The map that takes bit i to `images[i]`.
    pub const fn new(images: &[u64; 64]) -> Self {
        let mut tables = [[0; 256]; 8];
        let mut byte = 0;
        while byte < 8 {
            let mut value = 1;
            while value < 256usize {
                let lowest = value.trailing_zeros() as usize;
                tables[byte][value] = tables[byte][value & (value - 1)] ^ images[8 * byte + lowest];
                value += 1;
            }
            byte += 1;
        }
        Self(tables)
    }

    /// The image of a word: eight look-ups.
    #[inline(always)]
    pub fn apply(&self, word: u64) -> u64 {
        let bytes = word.to_le_bytes();
        let mut image = 0;
        for (table, byte) in self.0.iter().zip(bytes) {
            image ^= table[usize::from(byte)];
        }
        image
    }
}

/// A basis of the field of 2^64 elements other than the powers of x: the maps to polynomials and back.
pub struct Basis {
    /// From coordinates to polynomials.
    pub to_polynomials: LinearMap,
    /// From polynomials to coordinates.
    pub from_polynomials: LinearMap,
}

/// Multiplies, by the instruction for it where the processor has one.
///
/// ```
/// use grundy_lanes::{InstructionSet, Multiplier};
/// // (x + 1)^2 = x^2 + 1, and x^64 = x^4 + x^3 + x + 1.
/// let multiplier = Multiplier::new(InstructionSet::best());
/// assert_eq!(multiplier.plain_product(0b11, 0b11), 0b101);
/// assert_eq!(multiplier.product(1 << 32, 1 << 32), 0b11011);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Multiplier {
    /// Whether the processor has the instruction, and the set allows it.
    instruction: bool,
}

impl Multiplier {
    /// Portable code for the portable set; for any other set the instruction, if the processor has
    /// it (PCLMULQDQ: x86-64 only).
    pub fn new(simd: InstructionSet) -> Self {
        #[cfg(target_arch = "x86_64")]
        let has = is_x86_feature_detected!("pclmulqdq");
        #[cfg(not(target_arch = "x86_64"))]
        let has = false;
        Self { instruction: has && simd != InstructionSet::PORTABLE }
    }

    /// Whether products take one instruction.
    pub fn has_instruction(self) -> bool {
        self.instruction
    }

    /// The product of two polynomials. One instruction, or about 100 without it.
    #[inline]
    pub fn plain_product(self, a: u64, b: u64) -> u128 {
        #[cfg(target_arch = "x86_64")]
        if self.instruction {
            // SAFETY: the processor has the instruction.
            return unsafe { by_instruction::product(a, b) };
        }
        product(a, b)
    }

    /// The product in the field of 2^64 elements.
    #[inline]
    pub fn product(self, a: u64, b: u64) -> u64 {
        reduced(self.plain_product(a, b))
    }

    /// The product of two elements in coordinates of a basis.
    #[inline]
    pub fn product_in(self, basis: &Basis, a: u64, b: u64) -> u64 {
        let (a, b) = (basis.to_polynomials.apply(a), basis.to_polynomials.apply(b));
        basis.from_polynomials.apply(self.product(a, b))
    }

    /// The products of pairs in coordinates of a basis, each in the place of its first factor.
    ///
    /// # Panics
    /// If the slices differ in length.
    pub fn products_in(self, basis: &Basis, a: &mut [u64], b: &[u64]) {
        assert_eq!(a.len(), b.len(), "as many factors");
        #[cfg(target_arch = "x86_64")]
        if self.instruction {
            // SAFETY: the processor has the instruction.
            return unsafe { by_instruction::products_in(basis, a, b) };
        }
        for (a, &b) in a.iter_mut().zip(b) {
            *a = self.product_in(basis, *a, b);
        }
    }

    /// The sum of the products of pairs in coordinates of a basis: one reduction and one map back
    /// for all of them.
    ///
    /// # Panics
    /// If the slices differ in length.
    pub fn dot_in(self, basis: &Basis, a: &[u64], b: &[u64]) -> u64 {
        assert_eq!(a.len(), b.len(), "as many factors");
        #[cfg(target_arch = "x86_64")]
        if self.instruction {
            // SAFETY: the processor has the instruction.
            return unsafe { by_instruction::dot_in(basis, a, b) };
        }
        dot(basis, a, b, product)
    }
}

#[inline(always)]
fn dot(basis: &Basis, a: &[u64], b: &[u64], product: impl Fn(u64, u64) -> u128) -> u64 {
    let map = &basis.to_polynomials;
    let sum = a.iter().zip(b).fold(0, |sum, (&a, &b)| sum ^ product(map.apply(a), map.apply(b)));
    basis.from_polynomials.apply(reduced(sum))
}

/// A polynomial modulo [`MODULUS`].
#[inline(always)]
fn reduced(product: u128) -> u64 {
    let (low, high) = (product as u64, (product >> 64) as u64);
    // x^64 = x^4 + x^3 + x + 1; at most four bits pass the end and are reduced again.
    let over = high >> 63 ^ high >> 61 ^ high >> 60;
    let folded = high ^ over;
    low ^ folded ^ folded << 1 ^ folded << 3 ^ folded << 4
}

/// Bits 0, 5, 10, …
const EVERY_FIFTH: u128 = {
    let (mut mask, mut bit) = (0, 0);
    while bit < 128 {
        mask |= 1 << bit;
        bit += 5;
    }
    mask
};

/// The product by integer multiplication: of factors with four zeros between their bits, at most 13
/// bits meet in a place, and no carry reaches the next place that counts.
fn product(a: u64, b: u64) -> u128 {
    let part = |word: u64, i: u32| u128::from(word & (EVERY_FIFTH << i) as u64);
    let (a, b) = ([0, 1, 2, 3, 4].map(|i| part(a, i)), [0, 1, 2, 3, 4].map(|i| part(b, i)));
    let mut sum = 0;
    for place in 0..5 {
        let mut met = 0;
        for i in 0..5 {
            met ^= a[i] * b[(place + 5 - i) % 5];
        }
        sum |= met & EVERY_FIFTH << place;
    }
    sum
}

/// The same by PCLMULQDQ.
#[cfg(target_arch = "x86_64")]
mod by_instruction {
    use super::{Basis, dot, reduced};
    use std::arch::x86_64::{
        _mm_clmulepi64_si128, _mm_cvtsi64_si128, _mm_cvtsi128_si64, _mm_unpackhi_epi64,
    };

    #[inline]
    #[target_feature(enable = "pclmulqdq")]
    pub fn product(a: u64, b: u64) -> u128 {
        let (a, b) = (_mm_cvtsi64_si128(a as i64), _mm_cvtsi64_si128(b as i64));
        let product = _mm_clmulepi64_si128::<0>(a, b);
        let low = _mm_cvtsi128_si64(product) as u64;
        let high = _mm_cvtsi128_si64(_mm_unpackhi_epi64(product, product)) as u64;
        u128::from(high) << 64 | u128::from(low)
    }

    #[target_feature(enable = "pclmulqdq")]
    pub fn products_in(basis: &Basis, a: &mut [u64], b: &[u64]) {
        for (a, &b) in a.iter_mut().zip(b) {
            let (x, y) = (basis.to_polynomials.apply(*a), basis.to_polynomials.apply(b));
            *a = basis.from_polynomials.apply(reduced(product(x, y)));
        }
    }

    #[target_feature(enable = "pclmulqdq")]
    pub fn dot_in(basis: &Basis, a: &[u64], b: &[u64]) -> u64 {
        dot(basis, a, b, |a, b| product(a, b))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pseudo_random::numbers;

    /// The product bit by bit.
    fn plain(a: u64, b: u64) -> u128 {
        (0..64).filter(|i| b >> i & 1 == 1).fold(0, |sum, i| sum ^ u128::from(a) << i)
    }

    /// The remainder bit by bit.
    fn remainder(mut product: u128) -> u64 {
        for i in (64..128).rev() {
            if product >> i & 1 == 1 {
                product ^= (1 << 64 | u128::from(MODULUS)) << (i - 64);
            }
        }
        product as u64
    }

    fn multipliers() -> Vec<Multiplier> {
        InstructionSet::available().into_iter().map(Multiplier::new).collect()
    }

    fn words() -> Vec<u64> {
        let mut next = numbers(7);
        let mut words = vec![0, 1, 2, 3, u64::MAX, 1 << 63, 0x5555_5555_5555_5555, 3 << 62];
        words.extend((0..60).map(|_| next(1 << 31) << 33 ^ next(1 << 31) << 16 ^ next(1 << 31)));
        words
    }

    #[test]
    fn products_are_those_bit_by_bit() {
        for &a in &words() {
            for &b in &words() {
                for multiplier in multipliers() {
                    assert_eq!(multiplier.plain_product(a, b), plain(a, b), "{a:x} {b:x}");
                    let expected = remainder(plain(a, b));
                    assert_eq!(multiplier.product(a, b), expected, "{a:x} {b:x} {multiplier:?}");
                }
            }
        }
        assert!(!Multiplier::new(InstructionSet::PORTABLE).has_instruction());
    }

    #[test]
    fn the_modulus_is_the_least_irreducible_polynomial_of_degree_64() {
        /// gcd of polynomials below 2^127.
        fn gcd(mut a: u128, mut b: u128) -> u128 {
            while b != 0 {
                while a != 0 && a.ilog2() >= b.ilog2() {
                    a ^= b << (a.ilog2() - b.ilog2());
                }
                (a, b) = (b, a);
            }
            a
        }
        // Rabin's test for degree 64 = 2^6: x^(2^64) = x, and x^(2^32) - x is prime to the modulus.
        let irreducible = |low: u64| {
            let modulus = 1 << 64 | u128::from(low);
            let mut power = 2u128;
            let mut half = 0;
            for step in 0..64 {
                if step == 32 {
                    half = power;
                }
                let mut square = plain(power as u64, power as u64);
                while square >> 64 != 0 {
                    square ^= modulus << (square.ilog2() - 64);
                }
                power = square;
            }
            power == 2 && gcd(modulus, half ^ 2) == 1
        };
        assert!(irreducible(MODULUS));
        assert!((0..MODULUS).all(|low| !irreducible(low)));
    }

    #[test]
    fn maps_are_linear_and_slices_agree_with_single_products() {
        let mut next = numbers(11);
        let images = std::array::from_fn(|_| next(1 << 31) << 33 ^ next(1 << 31));
        let back = std::array::from_fn(|_| next(1 << 31) << 33 ^ next(1 << 31));
        // Any two maps: the loops do not ask whether they undo each other.
        let basis = Basis {
            to_polynomials: LinearMap::new(&images),
            from_polynomials: LinearMap::new(&back),
        };
        let map = |images: &[u64; 64], word: u64| {
            (0..64).filter(|i| word >> i & 1 == 1).fold(0, |sum, i| sum ^ images[i])
        };
        let (a, b) = (words(), words().into_iter().rev().collect::<Vec<_>>());
        for multiplier in multipliers() {
            let mut out = a.clone();
            multiplier.products_in(&basis, &mut out, &b);
            let mut sum = 0;
            for ((&a, &b), &product) in a.iter().zip(&b).zip(&out) {
                let expected = map(&back, remainder(plain(map(&images, a), map(&images, b))));
                assert_eq!(product, expected);
                assert_eq!(multiplier.product_in(&basis, a, b), expected);
                sum ^= expected;
            }
            assert_eq!(multiplier.dot_in(&basis, &a, &b), sum);
        }
    }
}
