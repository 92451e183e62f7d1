//! Random sums of parts that may go on for ever: how many are draws.

use super::count::Tally;
use super::distribution::Distribution;
use super::spectrum::Spectrum;
use crate::context::{Context, Stop};
use crate::nat::Nat;
use std::collections::BTreeMap;

/// The weight of the sums without an immediate win that are draws.
///
/// Of the sums with an infinite part those are N that have one only, with a number among its options'
/// that is the nim-sum of the others: as many as the P-positions of the others beside one heap of that
/// number. All others are draws.
///
/// # Complexity
/// A count of P-positions for each number that an infinite value has.
pub fn weight(drawn: &[(Distribution, u64)], context: &Context<'_>) -> Result<Nat, Stop> {
    let mut won = Nat::ZERO;
    for (at, (part, heaps)) in drawn.iter().enumerate() {
        let mut numbers: BTreeMap<&Nat, Nat> = BTreeMap::new();
        for (set, weight) in &part.infinite {
            for number in set {
                *numbers.entry(number).or_default() += weight;
            }
        }
        for (number, weight) in numbers {
            let mut others: Vec<(Distribution, u64)> = drawn.to_vec();
            others[at].1 -= 1;
            others.retain(|(_, heaps)| *heaps > 0);
            others.push((Distribution::of_value(number.clone()), 1));
            won += weight * Nat::from(*heaps) * p_positions(others, context)?;
        }
    }
    let product = |of: &dyn Fn(&Distribution) -> Nat| {
        drawn.iter().fold(Nat::ONE, |product, (part, heaps)| {
            product * of(part).pow(usize::try_from(*heaps).unwrap_or(usize::MAX))
        })
    };
    let values = |part: &Distribution| &part.total - &part.loony;
    let finite = |part: &Distribution| {
        part.infinite.values().fold(values(part), |rest, weight| rest - weight)
    };
    Ok(product(&values) - product(&finite) - won)
}

/// The weight of the P-positions among sums of parts with numbers.
fn p_positions(drawn: Vec<(Distribution, u64)>, context: &Context<'_>) -> Result<Nat, Stop> {
    let heaps = drawn.iter().map(|(_, heaps)| *heaps).collect();
    let totals = drawn.iter().map(|(part, _)| part.total.clone()).collect();
    Tally { spectrum: Spectrum::of(drawn, context)?, heaps, totals }.exact(context)
}
