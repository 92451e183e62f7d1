//! Constants, linear functions, quotients floor((a n + b) / c), and linear functions by residue.

use super::law::Kind;
use super::search::Search;
use super::term::Term;
use grundy::context::Stop;

/// f(n) = a n + b: the commonest step among the last entries, through an entry that has it.
///
/// # Complexity
/// O(n).
pub(super) fn constant_and_linear(search: &mut Search<'_>) -> Result<(), Stop> {
    let tail: Vec<(i64, i64)> = search.data().known().rev().take(64).collect();
    let mut proposed = Vec::new();
    for pair in tail.windows(2) {
        let ((n, v), (m, u)) = (pair[0], pair[1]);
        let (rise, run) = (v.wrapping_sub(u), n - m);
        if run == 0 || rise % run != 0 {
            continue;
        }
        let slope = rise / run;
        let Some(b) = slope.checked_mul(n).and_then(|p| v.checked_sub(p)) else { continue };
        if proposed.contains(&(slope, b)) || proposed.len() > 3 {
            continue;
        }
        proposed.push((slope, b));
        let kind = if slope == 0 { Kind::Constant } else { Kind::Linear };
        // A constant with exceptions is a rare event, not a law.
        let exact = search.data().known().rev().take(32).all(|(_, w)| w == b);
        if slope != 0 || exact {
            search.propose(kind, Term::n().affine(slope, b));
        }
    }
    Ok(())
}

/// Denominators up to here are tried.
const MAX_DENOMINATOR: i64 = 24;

/// f(n) = floor((a n + b) / c): a from the slope for each c, b by vote of a sample: each entry allows
/// c values of b in a row.
///
/// # Complexity
/// O(256 + c) for each c up to 24, O(n) where a proposal is not refuted soon.
pub(super) fn quotient(search: &mut Search<'_>) -> Result<(), Stop> {
    let known: Vec<(i64, i64)> = search.data().known().collect();
    let sample: Vec<(i64, i64)> = spread(&known, 256);
    let (Some(&(n0, v0)), Some(&(n1, v1))) = (sample.first(), sample.last()) else { return Ok(()) };
    // The ends may be exceptions: the middle is another witness.
    let (nm, vm) = sample[sample.len() / 2];
    let slopes = [
        (v1.checked_sub(v0), n1 - n0),
        (v1.checked_sub(vm), n1 - nm),
        (vm.checked_sub(v0), nm - n0),
    ];
    for c in 2..=MAX_DENOMINATOR {
        let mut tried = Vec::new();
        for (rise, run) in slopes {
            let Some(product) = rise.and_then(|r| r.checked_mul(c)) else { continue };
            if run <= 0 || product.unsigned_abs() > 1 << 40 {
                continue;
            }
            let near = product.div_euclid(run);
            for a in near - 1..=near + 2 {
                let common = super::quadratic::gcd(i128::from(a).abs(), c.into());
                if a != 0 && common == 1 && !tried.contains(&a) {
                    tried.push(a);
                }
            }
        }
        for a in tried {
            if let Some(b) = vote(&sample, a, c) {
                search.propose(Kind::Quotient, Term::n().affine(a, b).over(c));
            }
        }
    }
    Ok(())
}

/// The b for which floor((a n + b) / c) is right most often, if that is for most entries.
fn vote(sample: &[(i64, i64)], a: i64, c: i64) -> Option<i64> {
    let mut ends = Vec::with_capacity(2 * sample.len());
    for &(n, v) in sample {
        let low = v.checked_mul(c)?.checked_sub(a.checked_mul(n)?)?;
        ends.push((low, 1));
        ends.push((low.checked_add(c)?, -1));
    }
    ends.sort_unstable();
    let (mut level, mut best, mut range) = (0, 0, (0, 0));
    for (i, &(b, step)) in ends.iter().enumerate() {
        level += step;
        if level > best && ends.get(i + 1).is_none_or(|next| next.0 > b) {
            best = level;
            range = (b, ends.get(i + 1).map_or(b, |next| next.0 - 1));
        }
    }
    // Of all that fit, the one nearest to 0.
    (best as usize * 10 >= sample.len() * 6).then(|| 0.clamp(range.0, range.1))
}

/// At most so many entries, spread over all of them; the last one is among them.
pub(super) fn spread(known: &[(i64, i64)], most: usize) -> Vec<(i64, i64)> {
    let step = known.len().div_ceil(most).max(1);
    let mut out: Vec<_> = known.iter().rev().step_by(step).copied().collect();
    out.reverse();
    out
}

/// Moduli up to here are tried.
const MAX_MODULUS: i64 = 24;

/// f(n) = a_r n + b_r for r = n mod m: the commonest step of each residue among its last entries.
///
/// The terms are told with denominators where that is shorter: (3 n + 1) / 2.
///
/// # Complexity
/// O(8 m) for each m up to 24, O(n) where a proposal is not refuted soon.
pub(super) fn by_residue(search: &mut Search<'_>) -> Result<(), Stop> {
    if search.has_exact(&[Kind::Linear, Kind::Periodic, Kind::ArithmeticPeriodic]) {
        return Ok(());
    }
    let (first, end) = (search.data().first(), search.data().end());
    for m in 2..=MAX_MODULUS {
        if end - first < 4 * m {
            break;
        }
        let terms: Option<Vec<Term>> = (0..m).map(|r| residue_term(search, m, r)).collect();
        let Some(terms) = terms else { continue };
        // That is a period, and told as one.
        if terms.iter().all(|term| matches!(term, Term::Constant(_))) {
            continue;
        }
        if search.propose(Kind::LinearByResidue, Term::Cases(Term::n().into(), terms)) {
            break;
        }
    }
    Ok(())
}

fn residue_term(search: &Search<'_>, m: i64, r: i64) -> Option<Term> {
    let data = search.data();
    let last = data.end() - 1 - (data.end() - 1 - r).rem_euclid(m);
    let known: Vec<(i64, i64)> =
        (0..8).map(|k| last - k * m).filter_map(|n| Some((n, data.get(n)?))).collect();
    let steps: Vec<(i64, i64, i64)> = known
        .windows(2)
        .filter(|w| w[0].0 - w[1].0 == m)
        .filter_map(|w| Some((w[0].1.checked_sub(w[1].1)?, w[0].0, w[0].1)))
        .collect();
    let &(rise, n, v) = steps.iter().max_by_key(|s| steps.iter().filter(|t| t.0 == s.0).count())?;
    // v + rise (n' - n) / m
    if rise % m == 0 {
        let slope = rise / m;
        return Some(Term::n().affine(slope, v.checked_sub(slope.checked_mul(n)?)?));
    }
    let common = i64::try_from(super::quadratic::gcd(i128::from(rise).abs(), m.into())).ok()?;
    let (a, c) = (rise / common, m / common);
    let b = v.checked_mul(c)?.checked_sub(a.checked_mul(n)?)?;
    Some(Term::n().affine(a, b).over(c))
}
