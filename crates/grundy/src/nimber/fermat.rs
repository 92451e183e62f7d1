//! The prime factors of 2^(2^k) - 1, which are those of the Fermat numbers F_0, …, F_(k-1).
//!
//! F_j = 2^(2^j) + 1, and F_0 F_1 … F_(k-1) = 2^(2^k) - 1; two Fermat numbers have no common factor.

use crate::nat::Nat;

/// The prime factors of F_0, F_1, … but the greatest of each, which is the quotient.
///
/// F_5 by Euler 1732, F_6 by Landry 1880, F_7 by Morrison and Brillhart 1970, F_8 by Brent and
/// Pollard 1980, F_9 by Lenstra, Lenstra, Manasse and Pollard 1990, F_10 by Brent 1995, F_11 by
/// Brent and Morain 1988. F_12 is the first whose factors are not all known.
const FACTORS: [&[&str]; 12] = [
    &[],
    &[],
    &[],
    &[],
    &[],
    &["641"],
    &["274177"],
    &["59649589127497217"],
    &["1238926361552897"],
    &["2424833", "7455602825647884208337395736200454918783366342657"],
    &["45592577", "6487031809", "4659775785220018543264560743076778192897"],
    &["319489", "974849", "167988556341760475137", "3560841906445833920513"],
];

/// The greatest degree of a field whose group has a known factorisation.
pub const MAX_FACTORED_BITS: usize = 1 << FACTORS.len();

/// F_j.
fn fermat(j: usize) -> Nat {
    (Nat::ONE << (1usize << j)) + Nat::ONE
}

/// The prime factors of F_j, ascending.
fn factors_of_fermat(j: usize) -> Vec<Nat> {
    let known = FACTORS[j].iter().map(|text| text.parse::<Nat>().expect("a number"));
    let mut factors: Vec<Nat> = known.collect();
    let rest = factors.iter().fold(fermat(j), |rest, factor| rest / factor);
    factors.push(rest);
    factors
}

/// The prime factors of 2^bits - 1 for a power of two up to [`MAX_FACTORED_BITS`]: each occurs once.
/// `None` beyond.
pub fn prime_factors(bits: usize) -> Option<Vec<Nat>> {
    debug_assert!(bits.is_power_of_two());
    (bits <= MAX_FACTORED_BITS)
        .then(|| (0..bits.ilog2() as usize).flat_map(factors_of_fermat).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nat::{BitTest, pow_mod};

    /// b^e mod m for long exponents.
    fn power(base: &Nat, exponent: &Nat, modulus: &Nat) -> Nat {
        let mut power = Nat::ONE;
        for bit in (0..exponent.bit_len()).rev() {
            power = power.sqr() % modulus;
            if exponent.bit(bit) {
                power = power * base % modulus;
            }
        }
        power
    }

    /// A strong test to several bases (Miller 1976, Rabin 1980).
    fn is_probable_prime(n: &Nat) -> bool {
        let less = n - Nat::ONE;
        let twos = less.trailing_zeros().expect("n is not 1");
        let odd = &less >> twos;
        [2u8, 3, 5, 7, 11, 13].into_iter().map(Nat::from).all(|base| {
            let mut x = power(&base, &odd, n);
            if base == *n || x.is_one() {
                return true;
            }
            for _ in 0..twos {
                if x == less {
                    return true;
                }
                x = x.sqr() % n;
            }
            false
        })
    }

    #[test]
    fn the_factors_are_primes_and_their_product_is_the_order_of_the_group() {
        for k in 0..=FACTORS.len() {
            let factors = prime_factors(1 << k).unwrap();
            let product: Nat = factors.iter().product();
            assert_eq!(product, (Nat::ONE << (1usize << k)) - Nat::ONE, "k = {k}");
            let mut sorted = factors.clone();
            sorted.sort();
            sorted.dedup();
            assert_eq!(sorted.len(), factors.len(), "no factor occurs twice");
        }
        for factor in prime_factors(1 << 10).unwrap() {
            assert!(is_probable_prime(&factor), "{factor}");
        }
        assert_eq!(pow_mod(&Nat::from(2u8), 32, &Nat::from(641u32)), Nat::from(640u32));
        assert_eq!(prime_factors(2 * MAX_FACTORED_BITS), None);
    }

    #[test]
    #[ignore = "a minute without optimisation: the primes of F_10 and F_11"]
    fn the_long_factors_are_primes_too() {
        for factor in prime_factors(MAX_FACTORED_BITS).unwrap() {
            assert!(is_probable_prime(&factor), "{factor}");
        }
    }
}
