//! Hashes of lists of numbers, from which the hashes of sublists follow: polynomials modulo 2^61 - 1.

use serde::{Deserialize, Serialize};

/// The hash of the numbers x(1), …, x(k): the sum of x(i) B^(k-i) modulo 2^61 - 1, with a fixed B.
///
/// Two different lists of one length have the same hash for fewer than k of the 2^61 - 1 values that B
/// could have (Karp and Rabin, "Efficient randomized pattern-matching algorithms", 1987). The modulus
/// is prime: hashes modulo 2^64 fail for words such as that of Thue and Morse, which nim-sequences
/// resemble.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct StepHash(u64);

const MODULUS: u64 = (1 << 61) - 1;

/// Chosen by chance, once.
const BASE: u64 = 0x0b5d_1e3c_7f29_a684 % MODULUS;

/// Numbers taken at a time.
const GROUP: usize = 8;

/// The powers of the base, the first of which is 1.
const POWERS: [u64; GROUP + 1] = {
    let mut powers = [1; GROUP + 1];
    let mut i = 1;
    while i <= GROUP {
        powers[i] = times(powers[i - 1], BASE);
        i += 1;
    }
    powers
};

/// The remainder modulo 2^61 - 1 of a number below 2^125.
const fn reduce(x: u128) -> u64 {
    let high = (x >> 61) as u64;
    let sum = (x as u64 & MODULUS) + (high & MODULUS) + (high >> 61);
    let sum = (sum & MODULUS) + (sum >> 61);
    if sum >= MODULUS { sum - MODULUS } else { sum }
}

const fn times(a: u64, b: u64) -> u64 {
    reduce(a as u128 * b as u128)
}

/// B^exponent.
fn power(mut exponent: u64) -> u64 {
    let (mut result, mut square) = (1, BASE);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = times(result, square);
        }
        square = times(square, square);
        exponent >>= 1;
    }
    result
}

impl StepHash {
    /// Appends numbers to the list.
    pub fn extend(&mut self, numbers: &[u32]) {
        let (groups, rest) = numbers.as_chunks::<GROUP>();
        for group in groups {
            // One product below 2^122 and eight below 2^93.
            let before = u128::from(self.0) * u128::from(POWERS[GROUP]);
            let sum = group
                .iter()
                .zip(POWERS[..GROUP].iter().rev())
                .fold(before, |sum, (&x, &power)| sum + u128::from(x) * u128::from(power));
            self.0 = reduce(sum);
        }
        for &x in rest {
            self.0 = reduce(u128::from(self.0) * u128::from(BASE) + u128::from(x));
        }
    }

    /// The hash of the last `count` numbers, if `before` is that of the list without them.
    pub fn since(self, before: Self, count: u64) -> Self {
        let earlier = times(before.0, power(count));
        Self((self.0 + MODULUS - earlier) % MODULUS)
    }

    /// Whether this is a remainder.
    pub fn fits(self) -> bool {
        self.0 < MODULUS
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_those_of_the_definition_however_lists_are_cut() {
        let mut random = fastrand::Rng::with_seed(61);
        for len in (0..70).chain([1000]) {
            let list: Vec<u32> = (0..len).map(|_| random.u32(..)).collect();
            let plain = |list: &[u32]| {
                list.iter().fold(0u128, |h, &x| {
                    (h * u128::from(BASE) + u128::from(x)) % u128::from(MODULUS)
                })
            };
            let cut = random.usize(..=len);
            let mut first = StepHash::default();
            first.extend(&list[..cut]);
            assert_eq!(u128::from(first.0), plain(&list[..cut]));
            let mut whole = first;
            whole.extend(&list[cut..]);
            assert_eq!(u128::from(whole.0), plain(&list));
            let rest = whole.since(first, (len - cut) as u64);
            assert_eq!(u128::from(rest.0), plain(&list[cut..]));
        }
    }

    #[test]
    fn the_word_of_thue_and_morse_and_its_complement_differ() {
        // A polynomial modulo 2^64 with an odd base has the same value for both.
        let hash = |flip: u32| {
            let list: Vec<u32> = (0..1 << 11).map(|n: u32| (n.count_ones() + flip) % 2).collect();
            let mut hash = StepHash::default();
            hash.extend(&list);
            hash
        };
        assert_ne!(hash(0), hash(1));
    }

    #[test]
    fn remainders_are_least() {
        let modulus = u128::from(MODULUS);
        let most = (1u128 << 125) - 1;
        for x in [0, 1, modulus - 1, modulus, modulus + 1, modulus * modulus, most, most - 1] {
            assert_eq!(u128::from(reduce(x)), x % modulus, "{x}");
        }
    }
}
