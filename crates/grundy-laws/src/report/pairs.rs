//! Pairs made by mex, and Beatty's formulas for them: proved of a law that is an automaton.
//!
//! # Pairs made by mex
//!
//! Let P be a symmetric relation, d >= 1, e >= 0, and write Q(a, m) for P(a, a + m). If
//!
//! 1. Q(a, m) only for differences m = d k + e, and for each such m there is an a;
//! 2. Q(a, m) and Q(c, m) only for a = c;
//! 3. if Q(a, m) then no pair with a lesser difference has a as one of its numbers, and each v < a is
//!    one of the numbers of such a pair;
//!
//! then P consists of the pairs {a_k, b_k} with a_k = mex(a_i, b_i: i < k) and b_k = a_k + d k + e.
//! *Proof.* By 1 and 2 there is exactly one a for each k, and all pairs are found so. Differences grow
//! with k, so 3 says that a is the mex of the numbers of the pairs before, which by induction on k are
//! those of the definition. ∎
//!
//! # Beatty's formulas
//!
//! For e = 0 then a_k = floor(k x) with the positive root x of x^2 + (d - 2) x - d = 0. *Proof* (W. A.
//! Wythoff 1907 for d = 1; I. Connell 1959 and A. S. Fraenkel 1982 for all d). With y = x + d the equation
//! says 1/x + 1/y = 1, and both are irrational, so by S. Beatty's theorem (1926) each positive number is
//! floor(k x) or floor(k y) = floor(k x) + d k for exactly one k >= 1. Both sequences ascend, so
//! floor(k x) is the least number in no former pair. ∎

use crate::automaton::{Budget, Overrun};
use crate::formula::{DecideError, Environment, Proof, parse, prove};
use crate::pattern::quadratic::Quadratic;
use crate::pattern::term::Term;
use crate::pattern::{Law, beatty_pairs};
use crate::rules::{Of, ProvedLaw};
use grundy::context::Stop;

/// Greater factors d are not tried.
const MAX_FACTOR: i64 = 64;

/// Why the pairs that were seen are the law for all sizes, if that can be decided.
pub(super) fn proof(
    seen: &Law,
    law: &ProvedLaw,
    budget: &Budget<'_>,
) -> Result<Option<String>, Stop> {
    if !seen.exceptions.is_empty() || seen.from.is_some() || law.of == Of::Value {
        return Ok(None);
    }
    let Some(term) = &seen.term else { return Ok(None) };
    if let Some((d, e)) = by_mex(term) {
        let proved = are_pairs(law, d, e, budget)?;
        return Ok(proved.then(|| {
            "that the automaton that is proved consists of these pairs was decided for all k".into()
        }));
    }
    if let Some(d) = by_beatty(term) {
        let proved = are_pairs(law, d, 0, budget)?;
        return Ok(proved.then(|| {
            format!(
                "the pairs of the automaton that is proved are made by mex with differences {}, \
                 decided for all k; then this is Beatty's theorem",
                if d == 1 { "k".to_owned() } else { format!("{d}*k") }
            )
        }));
    }
    Ok(None)
}

/// The d and e of pairs made by mex with b_k = a_k + d k + e.
fn by_mex(term: &Term) -> Option<(i64, i64)> {
    let Term::Pairs { step, x, y, .. } = term else { return None };
    let both = [&**x, &**y] == [&Term::Argument(0), &Term::Argument(1)];
    let e = step.value(&[0])?;
    let d = step.value(&[1])?.checked_sub(e)?;
    let linear = **step == Term::n().affine(d, e);
    (both && linear && (1..=MAX_FACTOR).contains(&d) && (0..=MAX_FACTOR).contains(&e))
        .then_some((d, e))
}

/// The d for which the term is Beatty's formula of pairs with differences d k.
fn by_beatty(term: &Term) -> Option<i64> {
    let mut slope: Option<Quadratic> = None;
    term.each(&mut |part| {
        if let Term::Beatty { slope: own, .. } = part {
            slope = Some(*own);
        }
    });
    let slope = slope?;
    (1..=MAX_FACTOR)
        .find(|&d| solves(slope, d) == Some(true) && *term == beatty_pairs(slope, 0, d, 0))
}

/// Whether x^2 + (d - 2) x - d = 0 for x = (p + q sqrt(D)) / r, and x > 0; D is no square.
fn solves(x: Quadratic, d: i64) -> Option<bool> {
    let [p, q, root, r, d] = [x.p, x.q, x.d, x.r, d].map(i128::from);
    let product = |factors: &[i128]| factors.iter().try_fold(1i128, |a, &b| a.checked_mul(b));
    // Times r^2: the part without the root, and the factor of the root.
    let plain = product(&[p, p])?
        .checked_add(product(&[q, q, root])?)?
        .checked_add(product(&[d - 2, p, r])?)?
        .checked_sub(product(&[d, r, r])?)?;
    let rooted = product(&[2, p, q])?.checked_add(product(&[d - 2, q, r])?)?;
    // The product of both roots is -d, and the positive one lies between 1 and 2.
    Some(plain == 0 && rooted == 0 && x.multiple(1) == Some(1))
}

/// Whether the law consists of the pairs made by mex with differences d k + e.
pub(super) fn are_pairs(
    law: &ProvedLaw,
    d: i64,
    e: i64,
    budget: &Budget<'_>,
) -> Result<bool, Stop> {
    // A pair with the difference n below m that has v as one of its numbers.
    let before = "(E n,c n<m & $p(c,c+n) & (v=c | v=c+n))";
    let statements = [
        SYMMETRIC.to_owned(),
        format!("A a,m $p(a,a+m) => (E k m={d}*k+{e})"),
        format!("A k E a $p(a,a+{d}*k+{e})"),
        "A a,c,m ($p(a,a+m) & $p(c,c+m)) => a=c".to_owned(),
        format!("A m,v ~($p(v,v+m) & {before})"),
        format!("A a,m,v ($p(a,a+m) & v<a) => {before}"),
    ];
    are_true(&statements, law, budget)
}

const SYMMETRIC: &str = "A a,b $p(a,b) <=> $p(b,a)";

/// Whether the order of two numbers does not matter to the law.
pub(super) fn is_symmetric(law: &ProvedLaw, budget: &Budget<'_>) -> Result<bool, Stop> {
    match law.of {
        Of::Outcome(_) | Of::Blocked(_) => are_true(&[SYMMETRIC.to_owned()], law, budget),
        Of::Value => Ok(false),
    }
}

/// Whether all statements about the law, a relation p of two numbers, are decided to be true.
fn are_true(statements: &[String], law: &ProvedLaw, budget: &Budget<'_>) -> Result<bool, Stop> {
    let relation = &law.families[0].2;
    let mut relations = Environment::new();
    if relation.tracks() != 2
        || relations.define(&law.system, "p", relation.clone(), budget).is_err()
    {
        return Ok(false);
    }
    for text in statements {
        let parsed = parse(text, &relations).expect("a statement in the language of formulas");
        match prove(&parsed.formula, &law.system, &relations, budget) {
            Ok(Proof::Proved) => {}
            Err(DecideError::Overrun(Overrun::Stop(Stop::Cancelled))) => {
                return Err(Stop::Cancelled);
            }
            _ => return Ok(false),
        }
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots_of_the_equation() {
        let golden = Quadratic { p: 1, q: 1, d: 5, r: 2 };
        let root = Quadratic { p: 0, q: 1, d: 2, r: 1 };
        let other = Quadratic { p: -1, q: 1, d: 13, r: 2 };
        for (slope, d) in [(golden, 1), (root, 2), (other, 3)] {
            let found: Vec<i64> = (1..9).filter(|&d| solves(slope, d) == Some(true)).collect();
            assert_eq!(found, [d]);
            assert_eq!(by_beatty(&beatty_pairs(slope, 0, d, 0)), Some(d));
            assert_eq!(by_beatty(&beatty_pairs(slope, 1, d, 0)), None);
            assert_eq!(by_beatty(&beatty_pairs(slope, 0, d + 1, 0)), None);
        }
        let negative = Quadratic { p: 1, q: -1, d: 5, r: 2 };
        assert_eq!(solves(negative, 1), Some(false));
        assert_eq!(solves(Quadratic { p: i64::MAX, q: i64::MAX, d: 5, r: i64::MAX }, 1), None);
    }
}
