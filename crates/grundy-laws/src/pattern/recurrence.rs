//! Linear recurrences with constant coefficients.
//!
//! The shortest recurrence modulo the prime 2^61 - 1 is found by Massey's algorithm (J. Massey 1969,
//! "Shift-register synthesis and BCH decoding"); its coefficients are read as small integers and the
//! recurrence is run from its first values over the integers. A short recurrence modulo a prime is no
//! evidence by itself; what is claimed is what the integers say.

use super::law::Kind;
use super::prime_field::{PRIME, inverse, multiply};
use super::search::Search;
use super::term::Term;
use grundy::context::Stop;

/// So many entries are given to the search.
const ENTRIES: usize = 256;
/// Longer recurrences are not looked for.
const MAX_TERMS: usize = 32;
/// Greater coefficients are not believed.
const MAX_COEFFICIENT: i64 = 1 << 20;

/// u(k) = c1 u(k-1) + … + cr u(k-r) + c, from windows at the beginning and further on. Nothing
/// is looked for in zeros and ones, and where a plainer law has no exceptions.
///
/// # Complexity
/// O(256^2) for each window, O(r n) where a proposal is not refuted soon.
pub(super) fn recurrence(search: &mut Search<'_>) -> Result<(), Stop> {
    let plainer = [
        Kind::Linear,
        Kind::Periodic,
        Kind::ArithmeticPeriodic,
        Kind::LinearByResidue,
        Kind::Polynomial,
    ];
    if search.scale.is_binary() || search.has_exact(&plainer) {
        return Ok(());
    }
    let all = search.data().values();
    let first = search.data().first();
    let longest = all.len().min(ENTRIES);
    for start in [0, 1, 2, 3, 5, 8, 13, 21] {
        for end in [longest, longest / 2] {
            let Some(window) = all.get(start..end) else { continue };
            if window.len() < 8 || window.contains(&super::UNKNOWN) {
                continue;
            }
            let mut found = false;
            for with_constant in [false, true] {
                let Some((coefficients, constant)) = shortest(window, with_constant) else {
                    continue;
                };
                // Periodic sequences have their own name.
                if coefficients.len() * 3 > window.len() || coefficients.len() > MAX_TERMS {
                    continue;
                }
                let at = first + start as i64;
                let values = run(&coefficients, constant, window, all.len() - start);
                let term = Term::Recurrent {
                    coefficients: coefficients.into(),
                    constant,
                    first: at,
                    values: values.into(),
                    x: Term::n().into(),
                };
                found |= search.propose(Kind::Recurrence, term);
            }
            if found {
                return Ok(());
            }
        }
    }
    Ok(())
}

/// The coefficients of the shortest recurrence of all values but at most the last one.
fn shortest(window: &[i64], with_constant: bool) -> Option<(Vec<i64>, i64)> {
    let steps: Vec<i64> =
        window.windows(2).map(|w| w[1].checked_sub(w[0])).collect::<Option<_>>()?;
    let list = if with_constant { &steps[..] } else { window };
    let residues: Vec<u64> = list.iter().map(|&v| reduce(v)).collect();
    let coefficients: Vec<i64> =
        massey(&residues)?.into_iter().map(small).collect::<Option<_>>()?;
    if coefficients.is_empty() {
        return None;
    }
    let constant = if with_constant {
        // The steps obey it, so what is left of the values is the same everywhere.
        let r = coefficients.len();
        let last = window.len() / 2 + r / 2;
        let at = last.max(r);
        let rest = |at: usize| {
            let sum = coefficients.iter().enumerate().try_fold(0i64, |sum, (i, &c)| {
                sum.checked_add(c.checked_mul(*window.get(at.checked_sub(i + 1)?)?)?)
            })?;
            window.get(at)?.checked_sub(sum)
        };
        rest(at)?
    } else {
        0
    };
    Some((coefficients, constant))
}

/// So many values, by the recurrence from its first ones; fewer where they do not fit any more.
fn run(coefficients: &[i64], constant: i64, window: &[i64], count: usize) -> Vec<i64> {
    let mut values: Vec<i64> = window[..coefficients.len()].to_vec();
    while values.len() < count {
        let next = coefficients
            .iter()
            .zip(values.iter().rev())
            .filter(|(c, _)| **c != 0)
            .try_fold(constant, |sum, (&c, &u)| sum.checked_add(c.checked_mul(u)?));
        let Some(next) = next else { break };
        values.push(next);
    }
    values
}

fn reduce(v: i64) -> u64 {
    i128::from(v).rem_euclid(i128::from(PRIME)) as u64
}

fn small(c: u64) -> Option<i64> {
    let c = if c > PRIME / 2 { -((PRIME - c) as i64) } else { c as i64 };
    (c.abs() <= MAX_COEFFICIENT).then_some(c)
}

/// The coefficients c of s(k) = c1 s(k-1) + … of the least order, modulo the prime; `None` if the order
/// is more than [`MAX_TERMS`].
fn massey(s: &[u64]) -> Option<Vec<u64>> {
    let (mut current, mut former): (Vec<u64>, Vec<u64>) = (Vec::new(), Vec::new());
    let (mut failed_at, mut failure) = (0, 0);
    for i in 0..s.len() {
        let sum = current
            .iter()
            .enumerate()
            .fold(0, |sum, (j, &c)| (sum + multiply(c, s[i - 1 - j])) % PRIME);
        let delta = (s[i] + PRIME - sum) % PRIME;
        if delta == 0 {
            continue;
        }
        if current.is_empty() {
            current = vec![0; i + 1];
            (failed_at, failure) = (i, delta);
        } else {
            let factor = multiply(delta, inverse(failure));
            let mut next = vec![0; i - failed_at - 1];
            next.push(factor);
            next.extend(former.iter().map(|&c| (PRIME - multiply(factor, c)) % PRIME));
            next.resize(next.len().max(current.len()), 0);
            for (n, &c) in next.iter_mut().zip(&current) {
                *n = (*n + c) % PRIME;
            }
            if i - failed_at + former.len() >= current.len() {
                (former, failed_at, failure) = (std::mem::take(&mut current), i, delta);
            }
            current = next;
        }
        if current.len() > MAX_TERMS && current.len() * 3 > s.len() {
            return None;
        }
    }
    Some(current)
}
