//! The integers modulo the prime 2^61 - 1.

/// The modulus, a Mersenne prime.
pub(super) const PRIME: u64 = (1 << 61) - 1;

/// The product of two residues.
pub(super) fn multiply(a: u64, b: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(PRIME)) as u64
}

/// The inverse of a residue that is not 0, by Fermat's little theorem.
pub(super) fn inverse(a: u64) -> u64 {
    let (mut power, mut base, mut e) = (1, a, PRIME - 2);
    while e > 0 {
        if e & 1 == 1 {
            power = multiply(power, base);
        }
        base = multiply(base, base);
        e >>= 1;
    }
    power
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inverses_are_inverse() {
        let mut random = fastrand::Rng::with_seed(5);
        for _ in 0..200 {
            let a = random.u64(1..PRIME);
            assert_eq!(multiply(a, inverse(a)), 1);
        }
    }
}
