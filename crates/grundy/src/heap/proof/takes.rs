//! Repetition of games without splits whose digits repeat: the sets of attained values repeat.

use crate::context::{Context, Stop};
use crate::heap::Code;
use crate::heap::store::Values;
use crate::period::Period;
use std::collections::BTreeSet;

/// Whether a repetition that holds from its start to the end of the values holds for ever, by the
/// state theorem.
///
/// # The theorem
/// Let no move leave more than one heap, let the digits after the first b repeat with period q (the
/// digit before the point is one of the b), and let P be a multiple of q, T >= 0. For n >= N let
/// S_r(N) be the set of the values G(m) of the heaps m >= 0 to which a repeating digit leads from
/// some n' = m + take < N with n' = r modulo q. If
///
/// 1. G(n + P) = G(n) + T for N - b - q <= n < N, and b + q < N,
/// 2. S_r(N + P) is {0, …, T-1} together with T + S_r(N), for each r,
///
/// then G(n + P) = G(n) + T for all n >= N - b - q.
///
/// Proof. Let n >= N, and let the claim hold below n. The values attained from n are: S_r(N) with r
/// the residue of n; the values of the heaps m with N <= m + take <= n and m + take = n modulo q,
/// take one of the q least repeating takes (greater takes are already there: what is attained from
/// n' by a repeating digit is attained from n' + q too; a heap taken whole is among them, as
/// N > b + q); and the values G(n - k) of the other digits. All those m are at least N - b - q, so
/// that the values of m + P are greater by T; with 2 the set of n + P is {0, …, T-1} and T plus the
/// set of n. And mex({0, …, T-1} and T + X) = T + mex X.
///
/// A period p with saltus s that is seen for P + p values behind N - b - q, where P and T are the
/// same multiple of p and s, holds for ever, too: G(n + kP + p) = G(n + p) + kT = G(n) + s + kT.
/// (All-but games are arithmetic periodic: A. Siegel 2005, *Finite excluded subtraction sets and
/// infinite geography*; here the numbers are proved.)
///
/// # Complexity
/// O(q * start + q * period) values looked at.
///
/// # Errors
/// [`Stop`] when cancelled or out of time.
pub fn takes_proof(
    code: &Code,
    values: &Values,
    seen: Period,
    context: &Context<'_>,
) -> Result<bool, Stop> {
    if code.most_heaps().is_none_or(|heaps| heaps > 1) || code.repeating().is_empty() {
        return Ok(false);
    }
    let (base, cycle) = (code.leading().len() as u64, code.repeating());
    let q = cycle.len() as u64;
    let times = q / gcd(q, seen.length);
    let Some(period) = seen.length.checked_mul(times) else { return Ok(false) };
    let Some(saltus) = times.checked_mul(seen.saltus) else { return Ok(false) };
    let from = seen.preperiod.max(1);
    let first = from + base + q;
    let behind = first.checked_add(period).and_then(|end| end.checked_add(seen.length));
    if behind.is_none_or(|end| end > values.len() as u64) {
        return Ok(false);
    }
    // S_r as they are at N and at N + P.
    let mut sets = vec![BTreeSet::new(); q as usize];
    let mut earlier = Vec::new();
    for n in base..first + period {
        if n == first {
            earlier = sets.clone();
        }
        context.tick("proving a period", n)?;
        for (j, digit) in (0..).zip(cycle) {
            let Some(left) = n.checked_sub(base + j) else { break };
            if digit.allows(u32::from(left > 0)) {
                sets[(n % q) as usize].insert(u64::from(values.get(left as usize)));
            }
        }
    }
    let shifted = earlier.iter().zip(&sets).all(|(before, after)| {
        let wanted = (0..saltus).chain(before.iter().map(|value| value + saltus));
        wanted.eq(after.iter().copied())
    });
    Ok(shifted)
}

pub(super) fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
