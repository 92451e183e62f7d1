//! Beatty sequences floor(n x + y) with exact quadratic irrationals, and the sequences of their steps.

use super::law::Kind;
use super::quadratic::{Fraction, Quadratic, candidates, shared_quotients, simplest};
use super::search::Search;
use super::term::Term;
use grundy::context::Stop;

/// So many entries fix the irrational; all of them check it.
const ENTRIES: usize = 1 << 14;

/// f(n) = floor((n + e) x) + d with e = -2, -3/2, -1, -1/2, 0, …, 2, |d| <= 3: each entry bounds x between two fractions, the
/// interval that is left gives the irrational ([`candidates`]). Entries that would leave no x are taken
/// for exceptions, up to the quota. For data of two neighbouring values c and c + 1 the sums are looked
/// at: f(n) = floor((n + e + 1) x) - floor((n + e) x).
///
/// # Complexity
/// O(16384) for each e and d, O(n) where a proposal is not refuted soon.
pub(super) fn beatty(search: &mut Search<'_>) -> Result<(), Stop> {
    let entries: Vec<(i64, i64)> = search.data().known().take(ENTRIES).collect();
    // Also (n + 1/2) x, as (2 n + 1) x / 2.
    for (m, e) in [(1, 0), (1, 1), (1, -1), (1, 2), (1, -2), (2, 1), (2, -1), (2, 3), (2, -3)] {
        let entries: Vec<(i64, i64)> =
            entries.iter().filter_map(|&(n, v)| Some((n.checked_mul(m)?, v))).collect();
        for d in [0, 1, -1, 2, -2, 3, -3] {
            for slope in slopes(&entries, e, d, search.scale.quota()) {
                let shift = (slope.r * d, 0);
                search.propose(
                    Kind::Beatty,
                    Term::Beatty { slope, shift, x: Term::n().times(m).plus(e).into() },
                );
            }
        }
    }
    let (Some(low), Some(high)) =
        (entries.iter().map(|e| e.1).min(), entries.iter().map(|e| e.1).max())
    else {
        return Ok(());
    };
    let whole = entries.windows(2).all(|w| w[1].0 == w[0].0 + 1);
    if whole && low.checked_add(1) == Some(high) && low.abs() < 1 << 40 {
        steps(search, &entries, low);
    }
    Ok(())
}

/// f(n) = floor((n + e + 1) x) - floor((n + e) x): the sums of f are floor((n + e) x) up to a constant.
fn steps(search: &mut Search<'_>, entries: &[(i64, i64)], low: i64) {
    let mut sum = 0i64;
    let mut sums = vec![(entries[0].0, 0)];
    for &(n, v) in entries {
        sum += v - low;
        sums.push((n + 1, sum));
    }
    for e in -2..=3 {
        for d in -3..=3 {
            for slope in slopes(&sums, e, d, 0) {
                let term =
                    |e: i64| Term::Beatty { slope, shift: (0, 0), x: Term::n().plus(e).into() };
                let step = Term::Difference(term(e + 1).into(), term(e).into());
                search.propose(Kind::Beatty, step.plus(low));
            }
        }
    }
}

/// Irrationals x with f(n) = floor((n + e) x) + d for nearly all entries, the simplest ones first.
pub(super) fn slopes(entries: &[(i64, i64)], e: i64, d: i64, quota: usize) -> Vec<Quadratic> {
    let Some((low, high)) = interval(entries, e, d, quota) else { return Vec::new() };
    // A simple fraction fits as well: no sign of an irrational.
    let fraction = simplest(low, high);
    let width = high.0 * low.1 - low.0 * high.1;
    let room = (low.1 * high.1).checked_div(width.max(1)).unwrap_or(0);
    if fraction.1.checked_pow(4).is_some_and(|power| power < room) {
        return Vec::new();
    }
    candidates(&shared_quotients(low, high))
}

/// The x with f(n) - d <= (n + e) x < f(n) - d + 1 for all entries but a few, if there are any and both
/// ends are known.
fn interval(entries: &[(i64, i64)], e: i64, d: i64, quota: usize) -> Option<(Fraction, Fraction)> {
    let less = |a: Fraction, b: Fraction| a.0 * b.1 < b.0 * a.1;
    let (mut low, mut high): (Option<Fraction>, Option<Fraction>) = (None, None);
    let mut misses = 0;
    for &(n, v) in entries {
        let (m, w) = (i128::from(n) + i128::from(e), i128::from(v) - i128::from(d));
        if w.abs() > 1 << 55 || m.abs() > 1 << 55 {
            return None;
        }
        if m == 0 {
            misses += usize::from(w != 0);
        } else {
            // For negative m the upper end would belong to the interval: x irrational never meets it.
            let (a, b) = if m > 0 { ((w, m), (w + 1, m)) } else { ((-w - 1, -m), (-w, -m)) };
            let new_low = low.map_or(a, |l| if less(l, a) { a } else { l });
            let new_high = high.map_or(b, |h| if less(b, h) { b } else { h });
            if less(new_low, new_high) {
                (low, high) = (Some(new_low), Some(new_high));
            } else {
                misses += 1;
            }
        }
        if misses > quota {
            return None;
        }
    }
    low.zip(high)
}
