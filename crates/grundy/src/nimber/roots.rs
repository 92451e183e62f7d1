//! Roots: all of them, and the least.

use super::element::{Element, order_of_group, power};
use super::fermat::{MAX_FACTORED_BITS, prime_factors};
use crate::context::{Context, Stop};
use crate::nat::{Nat, gcd, inverse_mod, range, to_u64};

/// Roots of which the least is searched, or a list made, at most.
pub const MAX_ROOTS: u64 = 1 << 22;

/// The n-th roots of a non-zero number in a field: one of them, and the roots of 1 by which they
/// differ.
pub struct Roots<E> {
    first: E,
    /// A generator of the group of those roots of 1, and its order.
    unit: E,
    pub count: Nat,
}

/// The n-th roots of a non-zero x in the field of degree `bits` with x; `None` if there are none.
///
/// Let N = 2^bits - 1 and g = gcd(n, N). The group is cyclic of order N, so x is an n-th power just
/// if x^(N/g) = 1. If n is prime to N/g, which holds as N has no square factors, x^(1/n mod N/g)
/// is a root, and all others are its products with the g-th roots of 1.
///
/// # Errors
/// [`Stop::Refused`] in fields whose group has no known factorisation and where g is not 1.
pub fn roots<E: Element>(
    x: &E,
    n: &Nat,
    bits: usize,
    context: &Context<'_>,
) -> Result<Option<Roots<E>>, Stop> {
    let group = order_of_group(bits);
    let count = gcd(n, &group);
    let rest = &group / &count;
    if !power(x, &rest, context)?.is_one() {
        return Ok(None);
    }
    let unknown = || {
        Stop::Refused(format!(
            "the {count} roots cannot be told apart: the prime factors of 2^{bits} - 1 are not all \
             known; they are up to 2^{MAX_FACTORED_BITS} - 1"
        ))
    };
    let exponent = inverse_mod(n, &rest).ok_or_else(unknown)?;
    let first = power(x, &exponent, context)?;
    let unit =
        if count.is_one() { E::one() } else { unit(&count, bits, context)?.ok_or_else(unknown)? };
    Ok(Some(Roots { first, unit, count }))
}

/// An element of this order, a divisor of 2^bits - 1, if its prime factors are known.
fn unit<E: Element>(order: &Nat, bits: usize, context: &Context<'_>) -> Result<Option<E>, Stop> {
    let mut rest = order.clone();
    let mut unit = E::one();
    // In the least field that has such roots: less work.
    for k in 0..=bits.min(MAX_FACTORED_BITS).ilog2() {
        if rest.is_one() {
            break;
        }
        let bits = 1usize << k;
        let group = order_of_group(bits);
        for prime in prime_factors(bits).expect("known up to here") {
            if &rest % &prime != Nat::ZERO {
                continue;
            }
            rest /= &prime;
            let cofactor = &group / &prime;
            // Nimbers of the field below it are mapped to 1; of the others all but one of `prime` are
            // not.
            let least = Nat::ONE << (bits / 2);
            for candidate in range(least.clone(), &least + &least) {
                let power = power(&E::from_nat(&candidate), &cofactor, context)?;
                if !power.is_one() {
                    unit = unit.times(&power);
                    break;
                }
            }
        }
    }
    Ok(rest.is_one().then_some(unit))
}

impl<E: Element> Roots<E> {
    /// All roots, ascending. O(count log count).
    ///
    /// # Errors
    /// [`Stop::Refused`] if there are more than [`MAX_ROOTS`].
    pub fn all(&self, context: &Context<'_>) -> Result<Vec<E>, Stop> {
        let mut all = Vec::with_capacity(self.few()? as usize);
        self.each(context, |root| all.push(root.clone()))?;
        all.sort_unstable();
        Ok(all)
    }

    /// The least root. O(count).
    ///
    /// # Errors
    /// [`Stop::Refused`] if there are more than [`MAX_ROOTS`].
    pub fn least(&self, context: &Context<'_>) -> Result<E, Stop> {
        let mut least = self.first.clone();
        self.each(context, |root| {
            if *root < least {
                least = root.clone();
            }
        })?;
        Ok(least)
    }

    fn few(&self) -> Result<u64, Stop> {
        to_u64(&self.count).filter(|&count| count <= MAX_ROOTS).ok_or_else(|| {
            Stop::Refused(format!(
                "there are {} roots; at most {MAX_ROOTS} are looked at",
                self.count
            ))
        })
    }

    fn each(&self, context: &Context<'_>, mut visit: impl FnMut(&E)) -> Result<(), Stop> {
        let mut root = self.first.clone();
        for i in 0..self.few()? {
            context.tick("looking at roots", i)?;
            visit(&root);
            root = root.times(&self.unit);
        }
        Ok(())
    }
}

/// The least n-th root of x, if a finite nimber is one.
///
/// If y^n = x with y in a greater field than that of x, of N elements but 0: the orders of the groups of
/// the fields between them are prime to N, so y is a product of an element of the field of x and
/// one whose n-th power is 1. Hence the field of x has a root, and all numbers of that field are
/// less than all others.
///
/// # Errors
/// As [`roots`] and [`Roots::least`].
pub fn least_root<E: Element>(x: &E, n: &Nat, context: &Context<'_>) -> Result<Option<E>, Stop> {
    if n.is_zero() {
        // Every nimber but 0 is a 0-th root of 1, and 0 is one too, as 0^0 = 1.
        return Ok(x.is_one().then(|| E::from_nat(&Nat::ZERO)));
    }
    if x.is_zero() || x.is_one() {
        return Ok(Some(x.clone()));
    }
    roots(x, n, x.field_bits(), context)?.map(|roots| roots.least(context)).transpose()
}
