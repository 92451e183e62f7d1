//! P-positions that are pairs of two complementary sequences, as in Wythoff's game and its relatives.
//!
//! The pairs {a_k, b_k} with a_k <= b_k in order of a_k: a_k is the least number in no former pair, and
//! b_k - a_k is a function of k (W. Wythoff 1907; I. Connell 1959 and A. Fraenkel 1982 for b_k = a_k + d k,
//! where a_k = floor(k (2 - d + sqrt(d^2 + 4)) / 2)).

use super::beatty::slopes;
use super::data::Sequence;
use super::law::Kind;
use super::quadratic::Quadratic;
use super::search::{GridSearch, parts};
use super::term::Term;
use grundy::context::Stop;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Fewer pairs than this tell nothing.
const MIN_PAIRS: usize = 5;

/// P iff {a, b} is one of the pairs: by mex and the law of the differences, and by Beatty sequences where
/// the differences are linear.
///
/// # Complexity
/// O(n) for the table, and the search for laws of a sequence.
pub(super) fn pairs(search: &mut GridSearch<'_>) -> Result<(), Stop> {
    let data = search.data();
    if data.arity() != 2 || !search.scale.is_binary() || data.first() != [0, 0] {
        return Ok(());
    }
    let last = data.last();
    let bound = last[0].min(last[1]);
    let mut seen = BTreeSet::new();
    let mut x = [0; 2];
    for (at, &v) in data.values().iter().enumerate() {
        if v == 1 {
            data.place(at, &mut x);
            seen.insert((x[0].min(x[1]), x[0].max(x[1])));
        }
    }
    let list: Vec<(i64, i64)> = seen.into_iter().collect();
    if list.len() < MIN_PAIRS {
        return Ok(());
    }
    // A wrong entry adds a pair or takes one away: the pairs before it tell the law.
    for end in [list.len(), list.len() / 2, list.len() / 4] {
        let known = &list[..end];
        if end < MIN_PAIRS {
            break;
        }
        let differences = Sequence::new(0, known.iter().map(|&(a, b)| b - a).collect());
        let mut steps = Vec::new();
        let (d0, d1) = (known[0].1 - known[0].0, known[1].1 - known[1].0);
        if d1 > d0 {
            steps.push(Term::n().affine(d1 - d0, d0));
        }
        for law in parts(&differences, &search.context)? {
            if law.from.is_none()
                && let Some(term) = law.term
                && !steps.contains(&term)
            {
                steps.push(term);
            }
        }
        let mut found = false;
        for step in steps.into_iter().take(3) {
            found |= propose(search, &step, bound);
        }
        if d1 > d0 {
            let entries: Vec<(i64, i64)> = (0..).zip(known).map(|(k, &(a, _))| (k, a)).collect();
            for shift in 0..=2 {
                for slope in slopes(&entries, shift, 0, 0) {
                    found |= propose_beatty(search, slope, shift, d1 - d0, d0);
                }
            }
        }
        if found {
            break;
        }
    }
    Ok(())
}

/// Proposes the pairs made by mex with these differences.
fn propose(search: &mut GridSearch<'_>, step: &Term, bound: i64) -> bool {
    let mut used = vec![false; bound as usize + 1];
    let mut pairs = BTreeSet::new();
    let mut a = 0usize;
    for k in 0.. {
        while used.get(a).is_some_and(|&u| u) {
            a += 1;
        }
        if a >= used.len() {
            break;
        }
        let Some(b) = step.value(&[k]).and_then(|d| d.checked_add(a as i64)) else { return false };
        if b < a as i64 {
            return false;
        }
        used[a] = true;
        if let Some(place) = usize::try_from(b).ok().and_then(|b| used.get_mut(b)) {
            *place = true;
        }
        pairs.insert((a as i64, b));
    }
    let term = Term::Pairs {
        step: step.clone().into(),
        pairs: Arc::new(pairs),
        x: Term::Argument(0).into(),
        y: Term::Argument(1).into(),
    };
    search.propose_condition(Kind::MexPairs, term)
}

/// Proposes min(a, b) = floor((k + shift) x) with |a - b| = d k + e.
fn propose_beatty(
    search: &mut GridSearch<'_>,
    slope: Quadratic,
    shift: i64,
    d: i64,
    e: i64,
) -> bool {
    search.propose_condition(Kind::BeattyPairs, beatty_pairs(slope, shift, d, e))
}

/// The condition min(a, b) = floor((k + shift) x) with |a - b| = d k + e.
pub fn beatty_pairs(slope: Quadratic, shift: i64, d: i64, e: i64) -> Term {
    let (a, b) = (Term::Argument(0), Term::Argument(1));
    let distance = Term::Distance(a.clone().into(), b.clone().into());
    let rest = distance.clone().plus(-e);
    let k = rest.clone().over(d).plus(shift);
    let min = Term::Min(a.into(), b.into());
    let mut term = min.equals(Term::Beatty { slope, shift: (0, 0), x: k.into() });
    if d > 1 {
        let whole = rest.modulo(d).equals(Term::Constant(0));
        term = Term::And(whole.into(), term.into());
    }
    if e > 0 {
        let reached = Term::AtMost(Term::Constant(e).into(), distance.into());
        term = Term::And(reached.into(), term.into());
    }
    term
}
