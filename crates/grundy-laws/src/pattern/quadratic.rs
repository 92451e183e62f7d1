//! Numbers (p + q sqrt(d)) / r, their multiples rounded down, and the simplest ones in an interval.
//!
//! floor((A + B sqrt(d)) / r) is found in integers: for r > 0 it is floor((A + s) / r) with
//! s = floor(B sqrt(d)), because a fraction with an integer denominator passes an integer only where its
//! numerator does. A quadratic irrational is a number whose continued fraction repeats (Lagrange 1770),
//! so the candidates in an interval are read off the partial quotients that its ends share.

/// The number (p + q sqrt(d)) / r with r > 0 and d no square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Quadratic {
    /// The rational part's numerator.
    pub p: i64,
    /// The factor of the root.
    pub q: i64,
    /// What the root is taken of.
    pub d: i64,
    /// The denominator.
    pub r: i64,
}

impl Quadratic {
    /// floor((A + B sqrt(d)) / r).
    pub(crate) fn floor(a: i128, b: i128, d: i64, r: i64) -> Option<i64> {
        let square = b.checked_mul(b)?.checked_mul(d.into())?;
        let root = square.isqrt();
        let root = if b >= 0 { root } else { -root - i128::from(root * root != square) };
        i64::try_from(a.checked_add(root)?.div_euclid(r.into())).ok()
    }

    /// floor(n x) for this number x.
    ///
    /// # Complexity
    /// One integer square root.
    pub fn multiple(self, n: i64) -> Option<i64> {
        Self::floor(
            i128::from(self.p) * i128::from(n),
            i128::from(self.q) * i128::from(n),
            self.d,
            self.r,
        )
    }

    /// The number as it is written in formulas.
    pub fn formula(self) -> String {
        let root = match self.q {
            1 | -1 => format!("sqrt({})", self.d),
            q => format!("{}*sqrt({})", q.abs(), self.d),
        };
        let sum = match (self.p, self.q < 0) {
            (0, false) => root,
            (0, true) => format!("-{root}"),
            (p, false) => format!("{p} + {root}"),
            (p, true) => format!("{p} - {root}"),
        };
        if self.r == 1 && self.p == 0 {
            sum
        } else if self.r == 1 {
            format!("({sum})")
        } else if self.p == 0 {
            format!("{sum}/{}", self.r)
        } else {
            format!("({sum})/{}", self.r)
        }
    }
}

/// A fraction with a positive denominator.
pub(crate) type Fraction = (i128, i128);

/// The partial quotients that the continued fractions of all numbers strictly between these share.
pub(crate) fn shared_quotients(mut low: Fraction, mut high: Fraction) -> Vec<i64> {
    let mut quotients = Vec::new();
    while low.1 > 0 && high.1 > 0 && quotients.len() < 64 {
        let a = low.0.div_euclid(low.1);
        // The upper end is not part of the interval: an integer there does not count.
        let b = (high.0 - 1).div_euclid(high.1);
        if a != b || i64::try_from(a).is_err() {
            break;
        }
        quotients.push(a as i64);
        let (x, y) = ((high.1, high.0 - a * high.1), (low.1, low.0 - a * low.1));
        if y.1 == 0 {
            // All numbers from x up.
            break;
        }
        (low, high) = (x, y);
    }
    quotients
}

/// The simplest fraction x with low <= x < high.
pub(crate) fn simplest(low: Fraction, high: Fraction) -> Fraction {
    simplest_within(low, true, high, false)
}

/// The simplest fraction between two, which belong to the interval where they are `closed`. Descent by
/// partial quotients (Stern 1858).
fn simplest_within(low: Fraction, low_closed: bool, high: Fraction, high_closed: bool) -> Fraction {
    let whole = low.0.div_euclid(low.1);
    let rest = low.0 - whole * low.1;
    if rest == 0 && low_closed {
        return (whole, 1);
    }
    let next = (whole + 1) * high.1;
    if next < high.0 || (next == high.0 && high_closed) {
        return (whole + 1, 1);
    }
    // x = whole + 1 / y.
    let least = (high.1, high.0 - whole * high.1);
    let y = if rest == 0 {
        let floor = least.0.div_euclid(least.1);
        let exact = floor * least.1 == least.0 && high_closed;
        (floor + i128::from(!exact), 1)
    } else {
        simplest_within(least, high_closed, (low.1, rest), low_closed)
    };
    (whole * y.0 + y.1, y.0)
}

/// The quadratic irrationals whose continued fraction begins with these partial quotients and repeats
/// at least one whole period within them, those with the least numbers first.
pub(crate) fn candidates(quotients: &[i64]) -> Vec<Quadratic> {
    let mut found: Vec<(i64, Quadratic)> = Vec::new();
    // The last quotients may be wrong where the interval ends just there.
    for cut in 0..2 {
        let Some(len) = quotients.len().checked_sub(cut) else { break };
        let known = &quotients[..len];
        for start in 0..=4.min(len) {
            for period in 1..=6 {
                if start + period + 1 > len
                    || (start + period..len).any(|i| known[i] != known[i - period])
                {
                    continue;
                }
                let Some(x) = periodic(&known[..start], &known[start..start + period]) else {
                    continue;
                };
                let size = x.p.abs() + x.q.abs() + x.d + x.r;
                if !found.iter().any(|&(_, y)| y == x) {
                    found.push((size, x));
                }
            }
        }
    }
    found.sort_by_key(|&(size, _)| size);
    found.truncate(6);
    found.into_iter().map(|(_, x)| x).collect()
}

/// The number with these partial quotients, the second list again and again.
fn periodic(start: &[i64], period: &[i64]) -> Option<Quadratic> {
    if period.iter().any(|&a| a < 1) || start.iter().skip(1).any(|&a| a < 1) {
        return None;
    }
    // y = (h y + h') / (k y + k'), so k y^2 + (k' - h) y - h' = 0.
    let (h, h1, k, k1) = convergents(period)?;
    let (b, c) = (k1.checked_sub(h)?, h1.checked_neg()?);
    let discriminant = b.checked_mul(b)?.checked_sub(4i128.checked_mul(k)?.checked_mul(c)?)?;
    // y = (-b + sqrt(D)) / (2 k), x = (H y + H') / (K y + K').
    let (hh, hh1, kk, kk1) = if start.is_empty() { (1, 0, 0, 1) } else { convergents(start)? };
    let two_k = k.checked_mul(2)?;
    // Numerator and denominator over 2 k: (u + v sqrt(D)) / (w + z sqrt(D)).
    let u = hh.checked_mul(-b)?.checked_add(hh1.checked_mul(two_k)?)?;
    let w = kk.checked_mul(-b)?.checked_add(kk1.checked_mul(two_k)?)?;
    let (v, z) = (hh, kk);
    // Times the conjugate w - z sqrt(D).
    let mut p = u.checked_mul(w)?.checked_sub(v.checked_mul(z)?.checked_mul(discriminant)?)?;
    let mut q = v.checked_mul(w)?.checked_sub(u.checked_mul(z)?)?;
    let mut r = w.checked_mul(w)?.checked_sub(z.checked_mul(z)?.checked_mul(discriminant)?)?;
    let mut d = discriminant;
    let mut f = 2;
    while f * f <= d && f < 1000 {
        while d % (f * f) == 0 {
            d /= f * f;
            q = q.checked_mul(f)?;
        }
        f += 1;
    }
    if d < 2 || r == 0 || d.isqrt() * d.isqrt() == d {
        return None;
    }
    if r < 0 {
        (p, q, r) = (-p, -q, -r);
    }
    let common = gcd(gcd(p.abs(), q.abs()), r);
    let narrow = |x: i128| i64::try_from(x / common).ok().filter(|x| x.abs() < 1 << 31);
    Some(Quadratic { p: narrow(p)?, q: narrow(q)?, r: narrow(r)?, d: i64::try_from(d).ok()? })
}

/// The matrix (h, h', k, k') of the product of ((a, 1), (1, 0)).
fn convergents(quotients: &[i64]) -> Option<(i128, i128, i128, i128)> {
    let (mut h, mut h1, mut k, mut k1) = (1i128, 0i128, 0i128, 1i128);
    for &a in quotients {
        let a = i128::from(a);
        (h, h1) = (h.checked_mul(a)?.checked_add(h1)?, h);
        (k, k1) = (k.checked_mul(a)?.checked_add(k1)?, k);
    }
    Some((h, h1, k, k1))
}

pub(crate) fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a.max(1) } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOLDEN: Quadratic = Quadratic { p: 1, q: 1, d: 5, r: 2 };

    #[test]
    fn multiples_are_rounded_down() {
        // floor(n phi) by the definition: the greatest m with 2 m - n < sqrt(5) n.
        for n in 0..500i64 {
            let m = (0..).take_while(|m| 2 * m - n <= 0 || (2 * m - n).pow(2) < 5 * n * n);
            assert_eq!(GOLDEN.multiple(n), m.last());
        }
        let negative = Quadratic { p: 0, q: -1, d: 2, r: 1 };
        assert_eq!(
            (1..6).map(|n| negative.multiple(n).unwrap()).collect::<Vec<_>>(),
            [-2, -3, -5, -6, -8]
        );
        assert_eq!(GOLDEN.multiple(i64::MAX), None);
    }

    #[test]
    fn irrationals_are_read_off_their_quotients() {
        assert_eq!(candidates(&[1, 1, 1, 1, 1, 1])[0], GOLDEN);
        assert_eq!(candidates(&[2, 1, 1, 1, 1, 1, 1])[0], Quadratic { p: 3, q: 1, d: 5, r: 2 });
        assert_eq!(candidates(&[1, 2, 2, 2, 2])[0], Quadratic { p: 0, q: 1, d: 2, r: 1 });
        assert_eq!(candidates(&[1, 1, 2, 1, 2, 1, 2])[0], Quadratic { p: 0, q: 1, d: 3, r: 1 });
        assert!(candidates(&[3, 7, 15, 1, 292]).is_empty());
    }

    #[test]
    fn quotients_that_the_ends_share() {
        assert_eq!(shared_quotients((14142, 10000), (14143, 10000))[..4], [1, 2, 2, 2]);
        assert!(shared_quotients((1, 2), (3, 2)).is_empty());
    }

    #[test]
    fn the_simplest_fraction_has_the_least_denominator() {
        for a in 0..12i128 {
            for b in 1..12i128 {
                for c in 0..12i128 {
                    for d in 1..12i128 {
                        if a * d >= c * b {
                            continue;
                        }
                        let (x, y) = simplest((a, b), (c, d));
                        assert!(a * y <= x * b && x * d < c * y, "{a}/{b} {c}/{d}: {x}/{y}");
                        let least = (1..)
                            .find(|&y| {
                                let x = (a * y + b - 1).div_euclid(b);
                                x * d < c * y
                            })
                            .unwrap();
                        assert_eq!(y, least, "{a}/{b} {c}/{d}: {x}/{y}");
                    }
                }
            }
        }
    }
}
