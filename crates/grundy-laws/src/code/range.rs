//! Between which numbers a formula lies, and whether 64 bits hold all of it.

use crate::pattern::feature::Feature;
use crate::pattern::quadratic::Quadratic;
use crate::pattern::term::Term;

/// The least and the greatest number of something.
pub(super) type Range = (i128, i128);

/// All natural numbers of 64 bits with sign.
pub(super) const NATURAL: Range = (0, i64::MAX as i128);

/// The least and the greatest value of the term for arguments in these ranges, if it is known that
/// neither it nor anything that is computed on the way leaves 64 bits with sign. A list that begins at a
/// number is asked for no smaller one.
///
/// # Complexity
/// One step for each node, and for each entry of a list.
pub(super) fn range(term: &Term, args: &[Range]) -> Option<Range> {
    within(term, args, i64::MAX.into())
}

/// The same where the sizes of numbers have up to 100 bits, and squares under roots 127.
pub(super) fn wide_range(term: &Term, args: &[Range]) -> Option<Range> {
    within(term, args, WIDE)
}

/// Sums and products of two such numbers have a place in 128 bits, or are refused.
const WIDE: i128 = 1 << 100;

fn within(term: &Term, args: &[Range], limit: i128) -> Option<Range> {
    let of = |term: &Term| within(term, args, limit);
    let (least, most) = match term {
        Term::Argument(number) => *args.get(*number)?,
        Term::Constant(value) => (i128::from(*value), i128::from(*value)),
        Term::Sum(a, b) => {
            let (a, b) = (of(a)?, of(b)?);
            (a.0 + b.0, a.1 + b.1)
        }
        Term::Difference(a, b) => {
            let (a, b) = (of(a)?, of(b)?);
            (a.0 - b.1, a.1 - b.0)
        }
        Term::Product(a, b) => {
            let (a, b) = (of(a)?, of(b)?);
            let all = [(a.0, b.0), (a.0, b.1), (a.1, b.0), (a.1, b.1)];
            let all: Option<Vec<i128>> = all.iter().map(|(a, b)| a.checked_mul(*b)).collect();
            let all = all?;
            (*all.iter().min()?, *all.iter().max()?)
        }
        Term::Quotient(a, by) => {
            let (a, by) = (of(a)?, positive(*by)?);
            (a.0.div_euclid(by), a.1.div_euclid(by))
        }
        Term::Residue(a, by) => {
            let (a, by) = (of(a)?, positive(*by)?);
            if 0 <= a.0 && a.1 < by { a } else { (0, by - 1) }
        }
        Term::QuotientBy(a, by) => {
            let (a, by) = (of(a)?, divisor(of(by)?)?);
            let end = |a: i128| (a.div_euclid(by.0), a.div_euclid(by.1));
            let (low, high) = (end(a.0), end(a.1));
            (low.0.min(low.1), high.0.max(high.1))
        }
        Term::ResidueBy(a, by) => {
            let (a, by) = (of(a)?, divisor(of(by)?)?);
            match a.0 >= 0 {
                true if a.1 < by.0 => a,
                true => (0, a.1.min(by.1 - 1)),
                false => (0, by.1 - 1),
            }
        }
        Term::Xor(a, b) => {
            let (a, b) = (of(a)?, of(b)?);
            if a.0 < 0 || b.0 < 0 {
                return None;
            }
            let bits = 128 - a.1.max(b.1).leading_zeros();
            (0, (1 << bits) - 1)
        }
        Term::Min(a, b) => {
            let (a, b) = (of(a)?, of(b)?);
            (a.0.min(b.0), a.1.min(b.1))
        }
        Term::Max(a, b) => {
            let (a, b) = (of(a)?, of(b)?);
            (a.0.max(b.0), a.1.max(b.1))
        }
        Term::Distance(a, b) => {
            let (a, b) = (of(a)?, of(b)?);
            (0, (a.1 - b.0).max(b.1 - a.0))
        }
        Term::Equal(a, b) | Term::AtMost(a, b) | Term::And(a, b) => {
            of(a)?;
            of(b)?;
            (0, 1)
        }
        Term::Not(a) => {
            of(a)?;
            (0, 1)
        }
        Term::Cases(x, terms) => {
            of(x)?;
            let all: Option<Vec<Range>> = terms.iter().map(of).collect();
            join(all?)?
        }
        Term::List { first, entries, x } => {
            let x = of(x)?;
            let first = i128::from(*first);
            let end = first + i128::try_from(entries.len()).ok()?;
            if x.0 < first || x.1 >= end {
                return None;
            }
            of_entries(entries)?
        }
        Term::Beginning { entries, x, rest, .. } => {
            of(x)?;
            let rest = within(rest, &behind(term, args), limit)?;
            join([of_entries(entries)?, rest])?
        }
        Term::Periodic { first, pattern, saltus, x } => {
            let since = (**x).clone().plus(first.checked_neg()?);
            let entry = of_entries(pattern)?;
            let turns = since.over(i64::try_from(pattern.len()).ok()?).times(*saltus);
            let turns = of(&turns)?;
            (entry.0 + turns.0, entry.1 + turns.1)
        }
        Term::Beatty { slope, shift, x } => {
            let x = of(x)?;
            let (a, b) = sides(*slope, *shift, x)?;
            let square = square(b, slope.d)?;
            let floor = |a, b| Quadratic::floor(a, b, slope.d, slope.r).map(i128::from);
            if limit < WIDE {
                (square <= limit).then_some(())?;
                // A root has at most 32 bits, and the shift is added last.
                let room = limit - (1 << 32) - i128::from(shift.0).abs();
                [a.0, a.1].iter().all(|a| a.abs() <= room).then_some(())?;
                (floor(a.0, b.0)?, floor(a.1, b.1)?)
            } else if let (Some(least), Some(most)) = (floor(a.0, b.0), floor(a.1, b.1)) {
                (least, most)
            } else {
                // Beyond 64 bits it is enough to know about where.
                let (root, r) = (square.isqrt() + 1, i128::from(slope.r));
                ((a.0 - root).div_euclid(r), (a.1 + root).div_euclid(r))
            }
        }
        Term::Gcd(a, b) => {
            let (a, b) = (natural(of(a)?)?, natural(of(b)?)?);
            (0, a.1.max(b.1))
        }
        Term::Feature(feature, x) => of_feature(*feature, natural(of(x)?)?.1),
        Term::Automatic(automaton, x) => {
            natural(of(x)?)?;
            of_entries(automaton.outputs())?
        }
        // These are not written as code.
        Term::Recurrent { .. } | Term::Regular(..) | Term::Pairs { .. } => return None,
    };
    let fits = -limit <= least && most <= limit;
    (fits && least <= most).then_some((least, most))
}

/// The least and the greatest value of a term, whether or not numbers on the way leave 64 bits.
pub(super) fn bounds(term: &Term, args: &[Range]) -> Option<Range> {
    let of = |term: &Term| bounds(term, args);
    match term {
        Term::Residue(_, by) => {
            let by = positive(*by)?;
            Some(range(term, args).unwrap_or((0, by - 1)))
        }
        Term::Equal(..) | Term::AtMost(..) | Term::Not(_) | Term::And(..) => Some((0, 1)),
        Term::Feature(feature, _) if feature.is_set() => Some((0, 1)),
        Term::Automatic(automaton, _) => of_entries(automaton.outputs()),
        Term::Sum(a, b) => {
            let (a, b) = (of(a)?, of(b)?);
            Some((a.0 + b.0, a.1 + b.1))
        }
        Term::Difference(a, b) => {
            let (a, b) = (of(a)?, of(b)?);
            Some((a.0 - b.1, a.1 - b.0))
        }
        _ => range(term, args),
    }
}

/// A range of positive numbers.
fn divisor(range: Range) -> Option<Range> {
    (range.0 > 0).then_some(range)
}

/// A range without negative numbers.
fn natural(range: Range) -> Option<Range> {
    (range.0 >= 0).then_some(range)
}

/// The range of a function of digits and divisors for arguments from 0 to `most`.
fn of_feature(feature: Feature, most: i128) -> Range {
    let end = match feature {
        Feature::DigitSum(base) => 128 * i128::from(base),
        Feature::Ones | Feature::Valuation(_) | Feature::Length(_) | Feature::PrimeFactors => 63,
        // There are fewer than 200 Fibonacci numbers below 2^128.
        Feature::ZeckendorfTerms | Feature::ZeckendorfZeros => 200,
        Feature::Gray => (1 << (128 - most.leading_zeros())) - 1,
        Feature::HighBit
        | Feature::LowBit
        | Feature::OddPart
        | Feature::ZeckendorfLeast
        | Feature::Root
        | Feature::TriangularRoot
        | Feature::Divisors
        | Feature::LeastPrime => most,
        Feature::Prime
        | Feature::Square
        | Feature::Power(_)
        | Feature::Fibonacci
        | Feature::Triangular
        | Feature::Factorial => 1,
    };
    (0, end)
}

/// The ranges of x p + s and of x q + t.
fn sides(slope: Quadratic, (s, t): (i64, i64), x: Range) -> Option<(Range, Range)> {
    let side = |times: i64, shift: i64| {
        let end = |x: i128| x.checked_mul(times.into())?.checked_add(shift.into());
        let (low, high) = (end(x.0)?, end(x.1)?);
        Some((low.min(high), low.max(high)))
    };
    Some((side(slope.p, s)?, side(slope.q, t)?))
}

/// The greatest b b d.
fn square(b: Range, d: i64) -> Option<i128> {
    let most = b.0.checked_abs()?.max(b.1.checked_abs()?);
    most.checked_mul(most)?.checked_mul(d.into())
}

/// Whether 128 bits hold the squares under the roots of a formula, for arguments in these ranges of 64 bits.
pub(super) fn roots_fit(term: &Term, args: &[Range]) -> bool {
    let mut fit = true;
    term.each(&mut |part| {
        if let Term::Beatty { slope, shift, x } = part {
            let sides = range(x, args).and_then(|x| sides(*slope, *shift, x));
            fit &= sides.is_some_and(|(_, b)| square(b, slope.d).is_some());
        }
    });
    fit
}

/// The ranges of arguments for which what follows the beginning of a list is asked.
pub(super) fn behind(term: &Term, args: &[Range]) -> Vec<Range> {
    let mut args = args.to_vec();
    if let Term::Beginning { first, entries, x, .. } = term
        && let Term::Argument(number) = **x
        && let Some(own) = args.get_mut(number)
    {
        let end = i128::from(*first) + i128::try_from(entries.len()).unwrap_or(0);
        *own = (own.0.max(end), own.1.max(end));
    }
    args
}

fn positive(by: i64) -> Option<i128> {
    (by > 0).then_some(i128::from(by))
}

fn of_entries(entries: &[i64]) -> Option<Range> {
    let least = entries.iter().min().copied()?;
    let most = entries.iter().max().copied()?;
    Some((least.into(), most.into()))
}

fn join(all: impl IntoIterator<Item = Range>) -> Option<Range> {
    all.into_iter().reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pattern::automatic::Automaton;

    fn of(term: &Term, most: i64) -> Option<Range> {
        range(term, &[(0, most.into()), (0, most.into())])
    }

    #[test]
    fn what_leaves_64_bits_is_known() {
        let n = Term::n;
        assert_eq!(of(&n().modulo(4), i64::MAX), Some((0, 3)));
        assert_eq!(of(&n().plus(1), i64::MAX), None);
        assert_eq!(of(&n().plus(1), i64::MAX - 1), Some((1, i64::MAX.into())));
        assert_eq!(of(&n().plus(-5).over(2), 9), Some((-3, 2)));
        assert_eq!(of(&n().times(3).over(3), 1 << 62), None);
        assert_eq!(of(&n().over(3).times(3), i64::MAX), Some((0, i64::MAX as i128 / 3 * 3)));
        let xor = Term::Xor(n().into(), Term::Argument(1).into());
        assert_eq!(of(&xor, 1000), Some((0, 1023)));
        assert_eq!(of(&xor, i64::MAX), Some((0, i64::MAX.into())));
        // 5 n n is below 2^63 up to here; beside a greater rational part there is no room for the root.
        let golden = |p| Term::Beatty {
            slope: Quadratic { p, q: 1, d: 5, r: 2 },
            shift: (0, 0),
            x: n().into(),
        };
        assert!(of(&golden(1), 1_358_187_913).is_some());
        assert_eq!(of(&golden(1), 1_358_187_914), None);
        assert!(of(&golden((1 << 61) / 1000), 1000).is_some());
        assert_eq!(of(&golden(i64::MAX / 1000), 1000), None);
        let fits = |most: i128| roots_fit(&golden(1), &[(0, most)]);
        assert!(fits(1 << 62) && !fits(i64::MAX.into()));
        assert_eq!(of(&Term::Xor(n().plus(-1).into(), n().into()), 1000), None);
    }

    /// Every value that a formula has lies in its range.
    #[test]
    fn values_lie_in_their_range() {
        let mut random = fastrand::Rng::with_seed(7);
        let mut known = 0;
        for _ in 0..3000 {
            let term = any(&mut random, 4);
            let most = [3, 20, 1000][random.usize(..3)];
            let args = [(0, most.into()); 2];
            let own = range(&term, &args);
            known += usize::from(own.is_some());
            // What 64 bits hold, 128 do; what is told of an index needs neither.
            assert!(own.is_none() || wide_range(&term, &args).is_some(), "{term:?}");
            for (low, high) in
                [own, wide_range(&term, &args), bounds(&term, &args)].into_iter().flatten()
            {
                for _ in 0..50 {
                    let at = [random.i64(0..=most), random.i64(0..=most)];
                    let Some(value) = term.value(&at) else { continue };
                    assert!((low..=high).contains(&value.into()), "{term:?} at {at:?}: {value}");
                }
            }
        }
        assert!(known > 1000, "{known}");
    }

    fn any(random: &mut fastrand::Rng, depth: usize) -> Term {
        if depth == 0 || random.u8(..5) == 0 {
            return match random.bool() {
                true => Term::Argument(random.usize(..2)),
                false => Term::Constant(random.i64(-9..=9)),
            };
        }
        let mut a = || Box::new(any(random, depth - 1));
        let (a, b, c) = (a(), a(), a());
        match random.u8(..20) {
            19 => {
                Term::QuotientBy(a, Term::Sum(b, Term::Constant(random.i64(-1..4)).into()).into())
            }
            18 => Term::ResidueBy(a, Term::Sum(b, Term::Constant(random.i64(-1..4)).into()).into()),
            17 => Term::Feature(random.choice(Feature::ALL).unwrap(), a),
            16 => Term::Gcd(a, b),
            15 => {
                let outputs = vec![random.i64(-9..9), random.i64(-9..9)];
                Term::Automatic(Automaton::new(2, vec![0, 1, 1, 0], outputs).unwrap().into(), a)
            }
            14 => {
                let slope = Quadratic {
                    p: random.i64(-3..4),
                    q: [-2, -1, 1, 2][random.usize(..4)],
                    d: [2, 3, 5, 21][random.usize(..4)],
                    r: random.i64(1..4),
                };
                Term::Beatty { slope, shift: (random.i64(-3..4), random.i64(-1..2)), x: a }
            }
            0 => Term::Sum(a, b),
            1 => Term::Difference(a, b),
            2 => Term::Product(a, b),
            3 => Term::Quotient(a, random.i64(1..9)),
            4 => Term::Residue(a, random.i64(1..9)),
            5 => Term::Xor(a, b),
            6 => Term::Min(a, b),
            7 => Term::Max(a, b),
            8 => Term::Distance(a, b),
            9 => Term::AtMost(a, b),
            10 => Term::Not(Box::new(Term::Equal(a, b))),
            11 => Term::Cases(a, vec![*b, *c]),
            12 => {
                let entries = (0..4).map(|_| random.i64(..100)).collect();
                Term::Beginning { first: 0, entries, x: a, rest: b }
            }
            _ => {
                let pattern = (0..3).map(|_| random.i64(0..9)).collect();
                Term::Periodic { first: 2, pattern, saltus: random.i64(0..3), x: a }
            }
        }
    }
}
