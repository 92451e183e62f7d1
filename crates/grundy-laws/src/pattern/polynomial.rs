//! Polynomials, rounded down, and their quotients: floor((a n^2 + b n + c) / q) and higher degrees.

use super::law::Kind;
use super::search::Search;
use super::term::Term;
use grundy::context::Stop;

/// Polynomials of degree 2 to 4 for each residue modulo 1 to 6, through the last entries or through some
/// in the middle: Newton's form, with integer differences.
///
/// # Complexity
/// O(m) for each m, O(n) where a proposal is not refuted soon.
pub(super) fn polynomial(search: &mut Search<'_>) -> Result<(), Stop> {
    let (first, end) = (search.data().first(), search.data().end());
    for degree in 2..=4i64 {
        for m in 1..=6i64 {
            if end - first < (degree + 3) * m {
                break;
            }
            for base in [end - (degree + 1) * m, (first + end) / 2, first] {
                let terms: Option<Vec<Term>> = (0..m)
                    .map(|r| through(search, m, degree, base + (r - base).rem_euclid(m)))
                    .collect();
                let Some(mut terms) = terms else { continue };
                // Rounded down, one of them may do for all.
                let mut rounded = terms.iter().filter(|_| m > 1).cloned().collect::<Vec<_>>();
                rounded.dedup();
                if rounded.into_iter().any(|term| search.propose(Kind::Polynomial, term)) {
                    return Ok(());
                }
                let term = match m {
                    1 => terms.remove(0),
                    _ => Term::Cases(Term::n().into(), terms),
                };
                if search.propose(Kind::Polynomial, term) {
                    return Ok(());
                }
            }
        }
    }
    Ok(())
}

/// The polynomial of this degree through the entries at n, n + m, n + 2 m, …, with integer coefficients
/// over a common denominator.
fn through(search: &Search<'_>, m: i64, degree: i64, n: i64) -> Option<Term> {
    let mut values: Vec<i128> = (0..=degree)
        .map(|k| search.data().get(n + k * m).map(i128::from))
        .collect::<Option<_>>()?;
    let mut heads = Vec::new();
    while let Some(&head) = values.first() {
        heads.push(head);
        values = values.windows(2).map(|w| w[1] - w[0]).collect();
    }
    // The sum of heads[k] binomial(t, k) with t = (x - n) / m, over degree! m^degree.
    let factorial: i128 = (1..=i128::from(degree)).product();
    let m = i128::from(m);
    let whole = factorial.checked_mul(m.checked_pow(degree as u32)?)?;
    let mut sum = vec![0i128; degree as usize + 1];
    // x (x - m) (x - 2 m) … / (m^k k!), shifted to n.
    let mut product = vec![1i128];
    let mut divisor = 1i128;
    for (k, &head) in heads.iter().enumerate() {
        let k = k as i128;
        if k > 0 {
            let root = i128::from(n).checked_add((k - 1).checked_mul(m)?)?;
            let mut next = vec![0i128; product.len() + 1];
            for (i, &c) in product.iter().enumerate() {
                next[i + 1] += c;
                next[i] = next[i].checked_sub(c.checked_mul(root)?)?;
            }
            product = next;
            divisor = divisor.checked_mul(k.checked_mul(m)?)?;
        }
        let factor = head.checked_mul(whole / divisor)?;
        for (i, &c) in product.iter().enumerate() {
            sum[i] = sum[i].checked_add(factor.checked_mul(c)?)?;
        }
    }
    if *sum.last()? == 0 {
        return None;
    }
    let common = sum.iter().fold(whole, |g, &c| super::quadratic::gcd(g, c.abs()));
    let mut term: Option<Term> = None;
    for (power, &c) in sum.iter().enumerate().rev() {
        let c = i64::try_from(c / common).ok().filter(|&c| c != i64::MIN)?;
        if c == 0 {
            continue;
        }
        let mut monomial = Term::Constant(c.abs());
        if power > 0 {
            monomial = Term::n();
            for _ in 1..power {
                monomial = Term::Product(monomial.into(), Term::n().into());
            }
            monomial = if c.abs() == 1 { monomial } else { monomial.times(c.abs()) };
        }
        term = Some(match (term, c < 0) {
            (None, false) => monomial,
            (None, true) => Term::Difference(Term::Constant(0).into(), monomial.into()),
            (Some(sum), false) => Term::Sum(sum.into(), monomial.into()),
            (Some(sum), true) => Term::Difference(sum.into(), monomial.into()),
        });
    }
    Some(term?.over(i64::try_from(whole / common).ok()?))
}
