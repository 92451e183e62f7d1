//! Orders and discrete logarithms in the multiplicative groups of the fields.

use super::element::{Element, order_of_group, power};
use super::fermat::{MAX_FACTORED_BITS, prime_factors};
use crate::context::{Context, Stop};
use crate::nat::{Nat, inverse_mod, isqrt, to_u64};
use hashbrown::HashTable;

/// The order of a non-zero x: the least n >= 1 with x^n = 1.
///
/// # Errors
/// [`Stop::Refused`] in fields whose group has no known factorisation; [`Stop`] when cancelled.
pub fn order<E: Element>(x: &E, context: &Context<'_>) -> Result<Nat, Stop> {
    let bits = x.field_bits();
    let mut order = order_of_group(bits);
    for prime in factors(bits)? {
        let less = &order / &prime;
        if power(x, &less, context)?.is_one() {
            order = less;
        }
    }
    Ok(order)
}

/// The prime factors of 2^bits - 1.
pub fn factors(bits: usize) -> Result<Vec<Nat>, Stop> {
    prime_factors(bits).ok_or_else(|| {
        Stop::Refused(format!(
            "the prime factors of 2^{bits} - 1 are not all known; they are up to 2^{MAX_FACTORED_BITS} - 1"
        ))
    })
}

/// The least e >= 0 with base^e = x, if there is one.
///
/// The logarithm is found modulo each prime factor of the order of the base (Pohlig and Hellman
/// 1978), there by baby steps and giant steps (Shanks 1971).
///
/// # Errors
/// [`Stop::Refused`] where a prime is too great, or the factors are not known; [`Stop`] at a limit.
pub fn logarithm<E: Element>(x: &E, base: &E, context: &Context<'_>) -> Result<Option<Nat>, Stop> {
    if x.is_one() {
        return Ok(Some(Nat::ZERO));
    }
    if x.is_zero() || base.is_zero() {
        return Ok((x == base).then_some(Nat::ONE));
    }
    if x.field_bits() > base.field_bits() {
        return Ok(None);
    }
    let order = order(base, context)?;
    // Groups of one order are one group: a cyclic group has one subgroup of each order.
    if !power(x, &order, context)?.is_one() {
        return Ok(None);
    }
    // The logarithm modulo the primes so far, and their product. The greatest prime comes first: what
    // is refused is refused at once.
    let (mut found, mut modulus) = (Nat::ZERO, Nat::ONE);
    let mut primes = factors(base.field_bits())?;
    primes.sort_unstable();
    primes.reverse();
    for prime in primes {
        if &order % &prime != Nat::ZERO {
            continue;
        }
        // No prime occurs twice in 2^(2^k) - 1, so that subgroups of prime order are enough.
        let cofactor = &order / &prime;
        let (base, x) = (power(base, &cofactor, context)?, power(x, &cofactor, context)?);
        let residue = in_prime_group(&x, &base, &prime, context)?;
        // found + modulus * t = residue modulo the prime.
        let inverse = inverse_mod(&modulus, &prime).expect("primes are different");
        let step = (residue + &prime - &found % &prime) * inverse % &prime;
        found += &modulus * step;
        modulus *= prime;
    }
    Ok(Some(found))
}

/// The greatest prime for which a logarithm is searched: 2^25 steps.
const MAX_PRIME: u64 = 1 << 48;
/// Powers that are kept at most.
const MAX_BABY_STEPS: u64 = 1 << 22;

/// The logarithm in a group of prime order that the base generates and x belongs to.
fn in_prime_group<E: Element>(
    x: &E,
    base: &E,
    prime: &Nat,
    context: &Context<'_>,
) -> Result<Nat, Stop> {
    if x.is_one() {
        return Ok(Nat::ZERO);
    }
    let small = to_u64(prime).filter(|&prime| prime <= MAX_PRIME).ok_or_else(|| {
        Stop::Refused(format!(
            "the logarithm needs a search in a group of order {prime}, a prime; groups of at most 2^{} \
             elements are searched",
            MAX_PRIME.ilog2()
        ))
    })?;
    let root = to_u64(&isqrt(prime)).expect("less than the prime") + 1;
    let babies = root.min(MAX_BABY_STEPS);
    let doing = || "computing a logarithm".to_owned();
    context.check_memory(babies * 2 * 17, doing)?;
    // base^j for j < babies, by key.
    let mut table: HashTable<(u64, u32)> = HashTable::with_capacity(babies as usize);
    let hash = |key: u64| key.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ key >> 32;
    let mut baby = E::one();
    for j in 0..babies {
        context.tick("computing a logarithm", j)?;
        if baby == *x {
            return Ok(Nat::from(j));
        }
        let entry = (baby.key(), j as u32);
        table.insert_unique(hash(entry.0), entry, |entry| hash(entry.0));
        baby = baby.times(base);
    }
    // x * base^-(babies i) is among them for one i.
    let stride = power(base, &Nat::from(small - babies % small), context)?;
    let mut giant = x.clone();
    for i in 1..=small.div_ceil(babies) {
        context.tick("computing a logarithm", i)?;
        giant = giant.times(&stride);
        let key = giant.key();
        // Different elements may share a key.
        for &(_, j) in table.iter_hash(hash(key)).filter(|entry| entry.0 == key) {
            let exponent = Nat::from(j);
            if power(base, &exponent, context)? == giant {
                return Ok((exponent + Nat::from(i) * Nat::from(babies)) % prime);
            }
        }
    }
    unreachable!("x is a power of the base")
}
