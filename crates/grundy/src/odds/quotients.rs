//! Misère play of random heaps of take-and-break codes, counted by elements of their misère quotient.

use super::{OddsError, Part};
use crate::context::Context;
use crate::game::NimLike;
use crate::nat::{BitTest, Nat, to_u64};
use crate::quotient::{Element, Monoid, ONE_QUESTION, Place, Union, last_heap};
use crate::table::place;

/// The weights of all tuples and of the P-positions among them; `None` unless all parts are heaps of codes,
/// Grundy values do not decide misère play of some of them, and numbers of so many bits may be counted.
///
/// In the ring of formal sums of elements a random heap is the sum of its weights times its elements, and
/// independent heaps are a product.
///
/// # Complexity
/// O(order^2 log K) products of numbers for K heaps.
///
/// # Errors
/// [`OddsError`] if the quotient is not known for all the heaps, or at a limit.
pub fn count(
    parts: &[Part],
    most_bits: u128,
    context: &Context<'_>,
) -> Result<Option<(Nat, Nat)>, OddsError> {
    let mut codes = Vec::new();
    let mut all_like_nim = true;
    for part in parts {
        let Some((code, _)) = part.game.code() else { return Ok(None) };
        if part.sizes.items.iter().any(|item| item.second.is_some()) {
            return Ok(None);
        }
        if place(&*part.game, &[1u64]).is_ok_and(|one| one.nim_like() == NimLike::No) {
            all_like_nim = false;
        }
        if !codes.contains(code) {
            codes.push(code.clone());
        }
    }
    if all_like_nim {
        return Ok(None);
    }
    let totals = |part: &Part| -> Nat {
        part.sizes.items.iter().fold(Nat::ZERO, |sum, item| sum + item.count() * &item.weight)
    };
    let bits: u128 =
        parts.iter().map(|part| totals(part).bit_len() as u128 * u128::from(part.heaps)).sum();
    if bits > most_bits {
        return Err(OddsError::Shape(
            "misère odds by quotients are counted exactly, and these numbers are too long: ask for fewer heaps, or raise --exact-digits".into(),
        ));
    }
    let mut to = vec![None; codes.len()];
    for part in parts {
        let Some((code, offset)) = part.game.code() else { return Ok(None) };
        let number = codes.iter().position(|known| known == code).unwrap_or(0);
        for item in &part.sizes.items {
            let last = to_u64(&(&item.first.1 + offset)).unwrap_or(u64::MAX).min(last_heap(code));
            to[number] = to[number].max(Some(last));
        }
    }
    let mut union = Union::new(codes.clone(), ONE_QUESTION);
    union.grow(&to, context)?;
    let unknown = || {
        OddsError::Shape(format!(
            "the misère quotient of {} is not known for all these heaps: `grundy quotient` tells how far it \
             is known",
            codes.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
        ))
    };
    if !union.check(context)? {
        return Err(unknown());
    }
    let monoid = union.monoid();
    let mut all = one(monoid);
    for part in parts {
        let Some((code, offset)) = part.game.code() else { return Ok(None) };
        let number = codes.iter().position(|known| known == code).unwrap_or(0);
        let mut weights = vec![Nat::ZERO; monoid.order()];
        for item in &part.sizes.items {
            let (from, to) = (&item.first.0 + offset, &item.first.1 + offset);
            spread(&union, number, (from, to), &item.weight, &mut weights, context)?
                .ok_or_else(unknown)?;
        }
        all = product(monoid, &all, &power(monoid, weights, part.heaps, context)?, context)?;
    }
    let p = monoid.p_portion().iter().fold(Nat::ZERO, |sum, x| sum + &all[usize::from(x)]);
    Ok(Some((all.iter().fold(Nat::ZERO, |sum, weight| sum + weight), p)))
}

/// Adds the weight of each heap of a range to its element.
fn spread(
    union: &Union,
    code: usize,
    (from, to): (Nat, Nat),
    weight: &Nat,
    weights: &mut [Nat],
    context: &Context<'_>,
) -> Result<Option<()>, OddsError> {
    let mut n = from;
    // One by one up to the end of the first period, then a heap of each class.
    let (start, length) = match union.period(code) {
        Some(period) => (Nat::from(period.preperiod), period.length),
        None => (&to + 1u8, 1),
    };
    let mut step = 0u64;
    while n <= to && n < start {
        step += 1;
        context.tick("counting heaps by element", step)?;
        let Some(x) = union.element(&Place::Heap(code, n.clone())) else { return Ok(None) };
        weights[usize::from(x)] += weight;
        n += 1u8;
    }
    for _ in 0..length {
        if n > to {
            break;
        }
        let Some(x) = union.element(&Place::Heap(code, n.clone())) else { return Ok(None) };
        weights[usize::from(x)] += ((&to - &n) / length + 1u8) * weight;
        n += 1u8;
    }
    Ok(Some(()))
}

fn one(monoid: &Monoid) -> Vec<Nat> {
    let mut one = vec![Nat::ZERO; monoid.order()];
    one[0] = Nat::ONE;
    one
}

fn product(
    monoid: &Monoid,
    a: &[Nat],
    b: &[Nat],
    context: &Context<'_>,
) -> Result<Vec<Nat>, OddsError> {
    let mut sum = vec![Nat::ZERO; monoid.order()];
    for (x, left) in a.iter().enumerate().filter(|(_, left)| !left.is_zero()) {
        context.look("multiplying weights of elements", x as u64)?;
        for (y, right) in b.iter().enumerate().filter(|(_, right)| !right.is_zero()) {
            sum[usize::from(monoid.product(x as Element, y as Element))] += left * right;
        }
    }
    Ok(sum)
}

fn power(
    monoid: &Monoid,
    mut square: Vec<Nat>,
    mut exponent: u64,
    context: &Context<'_>,
) -> Result<Vec<Nat>, OddsError> {
    let mut result = one(monoid);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = product(monoid, &result, &square, context)?;
        }
        exponent >>= 1;
        if exponent > 0 {
            square = product(monoid, &square, &square, context)?;
        }
    }
    Ok(result)
}
