//! Periodic and arithmetic periodic sequences.

use super::data::{Sequence, UNKNOWN};
use super::law::Kind;
use super::search::Search;
use super::term::Term;
use grundy::context::Stop;
use hashbrown::HashMap;

/// Patterns up to this length are looked for.
const MAX_PATTERN_ENTRIES: usize = 1 << 18;

/// Where entries are missing, periods up to this one are looked for whatever is known.
const MAX_GAPPED_PERIOD: usize = 12;

/// Entries at the end that vote for each place of a pattern.
const VOTES: u8 = 9;

/// f(n + p) = f(n) + s from some index on.
///
/// The period p is read from windows (a third, a half, two thirds and all of the data from the end or
/// before it, and the longest stretch that is known), so that one wrong entry spares some of them: it is
/// the distance at which the window's end agrees with itself for the longest stretch. The pattern then is
/// the vote of all entries, from the last ones back.
///
/// # Complexity
/// O(n).
pub(super) fn periodic(search: &mut Search<'_>) -> Result<(), Stop> {
    let values = search.data().values();
    let len = values.len();
    let steps: Vec<i64> = values
        .windows(2)
        .map(|w| if w.contains(&UNKNOWN) { UNKNOWN } else { w[1].wrapping_sub(w[0]) })
        .collect();
    let mut proposed = Vec::new();
    for (of_steps, list) in [(false, values), (true, &steps[..])] {
        let n = list.len();
        let (start, end) = longest_stretch(list);
        for (start, end) in [
            (0, n),
            (n / 2, n),
            (n / 3, 2 * n / 3),
            (n / 4, n - n / 4),
            (n / 6, n / 2),
            (start, end),
        ] {
            for p in periods(&list[start..end]) {
                if !proposed.contains(&(of_steps, p)) && p <= MAX_PATTERN_ENTRIES && p * 2 <= len {
                    proposed.push((of_steps, p));
                }
            }
        }
    }
    // Where entries are missing, no stretch may be as long as a period.
    if values.contains(&UNKNOWN) {
        proposed.extend((2..=MAX_GAPPED_PERIOD.min(len / 2)).map(|p| (false, p)));
    }
    proposed.sort_by_key(|&(steps, p)| (p, steps));
    proposed.dedup();
    for (of_steps, p) in proposed {
        if let Some(term) = pattern(search.data(), p, of_steps) {
            let arithmetic = matches!(term, Term::Periodic { saltus, .. } if saltus != 0);
            let kind = if arithmetic { Kind::ArithmeticPeriodic } else { Kind::Periodic };
            if p == 1 {
                continue;
            }
            if let Some(short) = residue(&term, search.data().first()) {
                search.propose(kind, short);
            }
            if search.propose(kind, term) && search.laws.iter().any(|l| l.exceptions.is_empty()) {
                break;
            }
        }
    }
    Ok(())
}

/// Where the longest stretch without unknown entries begins and ends.
fn longest_stretch(list: &[i64]) -> (usize, usize) {
    let mut end = 0;
    let ends = list.split(|&v| v == UNKNOWN).map(|stretch| {
        end += stretch.len() + 1;
        (end - 1 - stretch.len(), end - 1)
    });
    ends.max_by_key(|&(start, end)| (end - start, start)).unwrap_or_default()
}

/// The distance at which the end of the list agrees with itself for the longest stretch, where that is
/// at least as long as the distance, and the least distance that agrees for half of the list.
fn periods(list: &[i64]) -> Vec<usize> {
    let reversed: Vec<i64> = list.iter().rev().copied().collect();
    let z = agreements(&reversed);
    let best = (1..z.len()).filter(|&p| z[p] >= p).max_by_key(|&p| (z[p] + p, usize::MAX - p));
    let half = (1..z.len()).find(|&p| z[p] + p >= list.len() / 2 && z[p] >= p);
    let mut out: Vec<usize> = best.into_iter().chain(half).collect();
    out.dedup();
    out
}

/// For each place, how long the list from there on agrees with its beginning (Gusfield 1997, ch. 1).
/// An unknown entry agrees with nothing.
fn agreements(list: &[i64]) -> Vec<usize> {
    let mut z = vec![0; list.len()];
    let (mut left, mut right) = (0, 0);
    for i in 1..list.len() {
        let mut k = if i < right { z[i - left].min(right - i) } else { 0 };
        while i + k < list.len() && list[k] == list[i + k] && list[k] != UNKNOWN {
            k += 1;
        }
        z[i] = k;
        if i + k > right {
            (left, right) = (i, i + k);
        }
    }
    z
}

/// The sequence with period p that agrees with most of the last entries; `arithmetic` ones grow by the
/// commonest step over p.
fn pattern(data: &Sequence, p: usize, arithmetic: bool) -> Option<Term> {
    let period = p as i64;
    let saltus = if arithmetic {
        let mut votes: HashMap<i64, usize> = HashMap::new();
        for (n, v) in data.known().rev().take(2 * p + 64) {
            if let Some(u) = data.get(n - period) {
                *votes.entry(v.wrapping_sub(u)).or_default() += 1;
            }
        }
        votes.into_iter().max_by_key(|&(s, count)| (count, s))?.0
    } else {
        0
    };
    let first = data.first();
    let mut entries = vec![UNKNOWN; p];
    let (mut votes, mut voted) = (vec![0u8; p], vec![0u8; p]);
    let mut open = p;
    // The vote of Boyer and Moore among the last entries of each residue.
    for (n, v) in data.known().rev() {
        let k = n - first;
        let r = (k % period) as usize;
        if voted[r] == VOTES {
            continue;
        }
        voted[r] += 1;
        open -= usize::from(voted[r] == VOTES);
        let base = v.checked_sub((k / period).checked_mul(saltus)?)?;
        if votes[r] == 0 {
            (entries[r], votes[r]) = (base, 1);
        } else if entries[r] == base {
            votes[r] += 1;
        } else {
            votes[r] -= 1;
        }
        if open == 0 {
            break;
        }
    }
    if entries.contains(&UNKNOWN) {
        return None;
    }
    Some(Term::Periodic { first, pattern: entries.into(), saltus, x: Term::n().into() })
}

/// The same pattern as a residue: n mod p, or n mod p + c, or quotients that it makes.
fn residue(term: &Term, first: i64) -> Option<Term> {
    let Term::Periodic { pattern, saltus, .. } = term else { return None };
    let p = pattern.len() as i64;
    let value = |n: i64| term.value(&[n]);
    let base = value(first + (-first).rem_euclid(p))?;
    let candidate = if *saltus == 0 {
        let step = value(first + (1 - first).rem_euclid(p))?.checked_sub(base)?;
        if step == 0 {
            return None;
        }
        Term::n().modulo(p).affine(step, base)
    } else {
        // A staircase: the same value p times.
        if pattern.iter().any(|&v| v != pattern[0]) {
            return None;
        }
        Term::n().plus(-first).over(p).affine(*saltus, pattern[0])
    };
    (first..first + p).all(|n| candidate.value(&[n]) == value(n)).then_some(candidate)
}
