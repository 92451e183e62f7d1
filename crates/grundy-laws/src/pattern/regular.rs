//! Sequences that are linear in their digits: f(b n + d) is a combination of few sequences at n.
//!
//! A sequence of integers is b-regular if the sequences f(b^i n + j) span a module of finite rank
//! (J.-P. Allouche and J. Shallit 1992, "The ring of k-regular sequences"). With a basis v of which f is
//! the first member, v(b n + d) = M(d) v(n). Only integer matrices are looked for. The relations are asked
//! for n >= 1 and begin with the vectors of the numbers below b, because they often fail at 0.

use super::data::UNKNOWN;
use super::law::Kind;
use super::prime_field::{PRIME, inverse, multiply};
use super::representation::{MAX_MEMBERS, Representation};
use super::search::Search;
use super::term::Term;
use grundy::context::Stop;
use std::sync::Arc;

/// The relations are read off so many entries.
const ENTRIES: usize = 4096;
/// Equations beyond the number of unknowns.
const SPARE: usize = 4;

/// Representations in base 2 and 3, from all or some of the first entries, so that one wrong entry spares
/// some of them. Nothing is looked for where a law without exceptions is known.
///
/// # Complexity
/// O(4096 r^2) for each member of a basis of r, O(r^2 n log n) where a proposal is not refuted soon.
pub(super) fn regular(search: &mut Search<'_>) -> Result<(), Stop> {
    if search.has_exact(&[]) {
        return Ok(());
    }
    let Ok(skipped) = usize::try_from(search.data().first()) else { return Ok(()) };
    if skipped > 1 {
        return Ok(());
    }
    let mut entries = vec![UNKNOWN; skipped];
    entries.extend(search.data().values().iter().take(ENTRIES));
    for base in [2, 3] {
        search.context.look("looking for relations", u64::from(base))?;
        let mut len = entries.len();
        while len >= 32 {
            let representation = relations(&entries[..len], base);
            if let Some(representation) = representation
                && search.propose(
                    Kind::Regular,
                    Term::Regular(Arc::new(representation), Term::n().into()),
                )
            {
                break;
            }
            len /= 2;
        }
    }
    Ok(())
}

fn relations(entries: &[i64], base: u32) -> Option<Representation> {
    let b = i64::from(base);
    let mut members = vec![(1i64, 0i64), (0, 1)];
    let mut rows: Vec<Vec<Vec<i64>>> = Vec::new();
    let mut at = 0;
    while at < members.len() {
        let (step, offset) = members[at];
        let mut of_digits = Vec::new();
        for d in 0..b {
            let wanted = if step == 0 { (0, 1) } else { (step * b, offset + d * step) };
            let row = match combine(entries, &members, wanted) {
                Some(row) => row,
                None => {
                    if members.len() == MAX_MEMBERS {
                        return None;
                    }
                    members.push(wanted);
                    let mut row = vec![0; members.len()];
                    row[members.len() - 1] = 1;
                    row
                }
            };
            of_digits.push(row);
        }
        rows.push(of_digits);
        at += 1;
    }
    let rank = members.len();
    let matrices = (0..base as usize)
        .map(|d| {
            rows.iter()
                .flat_map(|of_digits| {
                    let mut row = of_digits[d].clone();
                    row.resize(rank, 0);
                    row
                })
                .collect()
        })
        .collect();
    let mut starts = Vec::new();
    for k in 0..b {
        let mut start = Vec::new();
        for &m in &members {
            let entry = member_value(entries, m, k);
            if entry.is_none() && k > 0 {
                return None;
            }
            start.push(entry.unwrap_or(UNKNOWN));
        }
        starts.push(start);
    }
    Some(Representation { base, rank, matrices, starts, members })
}

fn member_value(entries: &[i64], (step, offset): (i64, i64), n: i64) -> Option<i64> {
    if step == 0 {
        return Some(1);
    }
    let at = usize::try_from(step.checked_mul(n)?.checked_add(offset)?).ok()?;
    entries.get(at).copied().filter(|&v| v != UNKNOWN)
}

/// The sequence as a combination of the members with integer coefficients, for all n >= 1 that the
/// entries tell.
fn combine(entries: &[i64], members: &[(i64, i64)], wanted: (i64, i64)) -> Option<Vec<i64>> {
    let r = members.len();
    // Rows are equations: the members at n, and the wanted sequence.
    let equation = |n: i64| -> Option<Vec<i64>> {
        let mut row: Vec<i64> =
            members.iter().map(|&m| member_value(entries, m, n)).collect::<Option<_>>()?;
        row.push(member_value(entries, wanted, n)?);
        Some(row)
    };
    let count = (1..).map_while(equation).take(ENTRIES).count();
    if count < r + SPARE {
        return None;
    }
    let mut reduced: Vec<(usize, Vec<u64>)> = Vec::new();
    for n in 1..=(count as i64).min(4 * r as i64 + 16) {
        let mut row: Vec<u64> =
            equation(n)?.iter().map(|&v| i128::from(v).rem_euclid(PRIME.into()) as u64).collect();
        for (pivot, known) in &reduced {
            let factor = row[*pivot];
            if factor != 0 {
                for (x, &y) in row.iter_mut().zip(known) {
                    *x = (*x + PRIME - multiply(factor, y)) % PRIME;
                }
            }
        }
        let Some(pivot) = row.iter().position(|&x| x != 0) else { continue };
        if pivot == r {
            return None;
        }
        let scale = inverse(row[pivot]);
        for x in &mut row {
            *x = multiply(*x, scale);
        }
        for (_, known) in &mut reduced {
            let factor = known[pivot];
            if factor != 0 {
                for (x, &y) in known.iter_mut().zip(&row) {
                    *x = (*x + PRIME - multiply(factor, y)) % PRIME;
                }
            }
        }
        reduced.push((pivot, row));
    }
    let mut coefficients = vec![0i64; r];
    for (pivot, row) in &reduced {
        let c = row[r];
        let c = if c > PRIME / 2 { -((PRIME - c) as i64) } else { c as i64 };
        if c.abs() > 1 << 20 {
            return None;
        }
        coefficients[*pivot] = c;
    }
    let holds = (1..=count as i64).all(|n| {
        equation(n).is_some_and(|row| {
            let sum: i128 =
                coefficients.iter().zip(&row).map(|(&c, &x)| i128::from(c) * i128::from(x)).sum();
            sum == i128::from(row[r])
        })
    });
    holds.then_some(coefficients)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_survivor_of_josephus() {
        let mut entries = vec![UNKNOWN];
        for n in 1..100i64 {
            entries.push((1..=n).fold(0, |last, k| (last + 2) % k) + 1);
        }
        let law = relations(&entries, 2).unwrap();
        assert!((1..100).all(|n| law.value(n) == Some(entries[n as usize])));
        assert_eq!(law.formula(), "g(2k) = 2*g(k) - 1, g(2k+1) = 2*g(k) + 1 for k >= 1; g(1) = 1");
        assert_eq!((law.value(0), law.value(-5)), (None, None));
    }
}
