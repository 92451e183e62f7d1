//! Nim-addition of a constant: ((n + e) xor c) + d, and quotients of it.

use super::law::Kind;
use super::linear::spread;
use super::search::Search;
use super::term::Term;
use grundy::context::Stop;

/// f(n) = (floor((n + e) / q) xor c) + d with |e|, |d| <= 3 and q <= 8: the constant c by vote.
///
/// # Complexity
/// O(32) for each of 392 choices, O(n) where a proposal is not refuted soon.
pub(super) fn xor(search: &mut Search<'_>) -> Result<(), Stop> {
    let known: Vec<(i64, i64)> = search.data().known().collect();
    let sample = spread(&known, 32);
    for q in 1..=8 {
        for e in -3..=3i64 {
            for d in -3..=3i64 {
                let mut votes: Vec<i64> = sample
                    .iter()
                    .filter_map(|&(n, v)| {
                        let (x, y) = (n.checked_add(e)?.div_euclid(q), v.checked_sub(d)?);
                        (x >= 0 && y >= 0).then_some(x ^ y)
                    })
                    .collect();
                votes.sort_unstable();
                let Some(c) = commonest(&votes, sample.len()) else { continue };
                if c > 0 {
                    let x = Term::n().plus(e).over(q);
                    search
                        .propose(Kind::Xor, Term::Xor(x.into(), Term::Constant(c).into()).plus(d));
                }
            }
        }
    }
    Ok(())
}

/// The number that more than half of so many have, in a sorted list.
fn commonest(sorted: &[i64], of: usize) -> Option<i64> {
    let middle = *sorted.get(sorted.len() / 2)?;
    let count = sorted.iter().filter(|&&v| v == middle).count();
    (2 * count > of).then_some(middle)
}
