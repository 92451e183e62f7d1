//! Tuples below given bounds with a given sum.

use crate::context::{Context, Stop};
use crate::nat::Nat;

/// How many tuples b with 0 <= b_i <= bounds_i have the sum `sum`.
///
/// By inclusion and exclusion over the bounds exceeded: the sum over all sets S of indices of
/// (-1)^|S| C(sum - sum over S of (bounds_i + 1) + n - 1, n - 1).
///
/// # Complexity
/// O(2^n n) operations on numbers of n times the length; sets whose bounds exceed the sum are not
/// looked at.
///
/// # Errors
/// The limit of positions, which the sets count towards by the length of their terms; other
/// limits, cancellation.
pub fn count(bounds: &[Nat], sum: &Nat, context: &Context<'_>) -> Result<Nat, Stop> {
    let Some(places) = bounds.len().checked_sub(1) else {
        return Ok(Nat::from(u8::from(sum.is_zero())));
    };
    // Each of the multiplications of a term is by a number of the sum's length.
    let cost = 1 + (places * places * (sum.as_words().len() + 1)) as u64 / 64;
    let mut steps = 0u64;
    // Terms of either sign apart, as their difference is a natural number in the end only.
    let mut terms = [Nat::ZERO, Nat::ZERO];
    // (next bound to decide on, what is left of the sum, how many are exceeded)
    let mut open = vec![(0, sum.clone(), 0)];
    while let Some((next, left, exceeded)) = open.pop() {
        steps += 1;
        if next == bounds.len() {
            steps += cost;
            let doing = || "counting tuples by inclusion and exclusion".to_owned();
            context.check_positions(steps, doing)?;
            context.look("counting tuples", steps)?;
            terms[exceeded % 2] += choose(&(left + places), places);
            continue;
        }
        let step = &bounds[next] + 1u8;
        if step <= left {
            open.push((next + 1, &left - step, exceeded + 1));
        }
        open.push((next + 1, left, exceeded));
    }
    let [plus, minus] = terms;
    Ok(plus - minus)
}

/// The binomial coefficient n over k. O(k) multiplications.
pub fn choose(n: &Nat, k: usize) -> Nat {
    if *n < Nat::from(k) {
        return Nat::ZERO;
    }
    (0..k).fold(Nat::ONE, |product, i| product * (n - i) / (i + 1))
}

/// The first `max` of these tuples in lexicographic order. O(n) operations for each.
pub fn first(bounds: &[Nat], sum: &Nat, max: usize) -> Vec<Vec<Nat>> {
    let mut listed: Vec<Vec<Nat>> = Vec::new();
    if max == 0 || bounds.iter().fold(Nat::ZERO, |all, bound| all + bound) < *sum {
        return listed;
    }
    let mut tuple = vec![Nat::ZERO; bounds.len()];
    fill(bounds, &mut tuple, 0, sum.clone());
    loop {
        listed.push(tuple.clone());
        // The last entry that can grow at the cost of those behind it.
        let mut behind = Nat::ZERO;
        let grows = (0..bounds.len()).rev().find(|&i| {
            let can = !behind.is_zero() && tuple[i] < bounds[i];
            behind += &tuple[i];
            can
        });
        let Some(i) = grows.filter(|_| listed.len() < max) else { return listed };
        let left = behind - &tuple[i] - 1u8;
        tuple[i] += 1u8;
        fill(bounds, &mut tuple, i + 1, left);
    }
}

/// Puts `left` into the entries from `from` on, as far back as it goes.
fn fill(bounds: &[Nat], tuple: &mut [Nat], from: usize, mut left: Nat) {
    for i in (from..bounds.len()).rev() {
        tuple[i] = left.clone().min(bounds[i].clone());
        left -= &tuple[i];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::context::Limits;

    #[test]
    fn many_bounds_are_no_trouble_for_small_sums() {
        let bounds = vec![Nat::from(9u8); 1000];
        let context = Context::new(Limits { positions: 50_000, ..Limits::default() });
        assert_eq!(count(&bounds, &Nat::ZERO, &context), Ok(Nat::ONE));
        assert!(matches!(count(&bounds, &Nat::from(4500u32), &context), Err(Stop::Limit { .. })));
    }

    #[test]
    fn tuples_are_those_found_by_trying() {
        for bounds in [vec![], vec![0], vec![3], vec![2, 0, 3], vec![1, 4, 2, 2]] {
            let mut all = vec![vec![]];
            for &bound in &bounds {
                let longer = |tuple: Vec<u32>| {
                    (0..=bound).map(move |b| tuple.iter().copied().chain([b]).collect())
                };
                all = all.into_iter().flat_map(longer).collect::<Vec<Vec<u32>>>();
            }
            let limits: Vec<Nat> = bounds.iter().copied().map(Nat::from).collect();
            for sum in 0..12u32 {
                let tried = all.iter().filter(|tuple| tuple.iter().sum::<u32>() == sum);
                let tried: Vec<Vec<Nat>> =
                    tried.map(|tuple| tuple.iter().copied().map(Nat::from).collect()).collect();
                let counted = count(&limits, &sum.into(), &Context::default());
                assert_eq!(counted, Ok(tried.len().into()));
                for max in [0, 1, 3, 100] {
                    assert_eq!(first(&limits, &sum.into(), max), tried[..max.min(tried.len())]);
                }
            }
        }
    }

    #[test]
    fn example_of_count() {
        use crate::{nat::Nat, theory::bounded_sums::count};
        let bounds = [2u8, 2].map(Nat::from);
        assert_eq!(count(&bounds, &Nat::from(2u8), &Default::default()), Ok(Nat::from(3u8)));
    }

    #[test]
    fn example_of_first() {
        use crate::{nat::Nat, theory::bounded_sums::first};
        let bounds = [2u8, 1].map(Nat::from);
        let tuples = first(&bounds, &Nat::from(2u8), 9);
        assert_eq!(tuples, [[1u8, 1].map(Nat::from), [2u8, 0].map(Nat::from)]);
    }
}
