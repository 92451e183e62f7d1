//! Tables: formulas without a search, periods in each argument, symmetry.

use super::data::UNKNOWN;
use super::evidence::{Exception, THRESHOLD, integer, log_binomial, natural, plain};
use super::law::{Kind, Law, Subject};
use super::search::GridSearch;
use super::term::Term;
use grundy::context::Stop;

/// The arguments of a table, joined two by two.
pub(super) fn joined(arity: usize, join: impl Fn(Box<Term>, Box<Term>) -> Term) -> Term {
    let mut term = Term::Argument(0);
    for i in 1..arity {
        term = join(term.into(), Box::new(Term::Argument(i)));
    }
    term
}

/// a = b, a = b + c for small c, nim-sum 0, and both residues modulo 2, 3 or 4.
///
/// # Complexity
/// O(1) expected for each that is wrong, O(n) for one that is right.
pub(super) fn plain_formulas(search: &mut GridSearch<'_>) -> Result<(), Stop> {
    let arity = search.data().arity();
    let zero = joined(arity, Term::Xor).equals(Term::Constant(0));
    search.propose_condition(Kind::Xor, zero);
    if arity == 2 {
        for c in -4..=4 {
            let (a, b) = (Term::Argument(0), Term::Argument(1).plus(c));
            search.propose_condition(Kind::DependsOn, a.equals(b));
        }
        for m in 2..=4 {
            for r in 0..m {
                for s in 0..m {
                    let residue = |i: usize, r: i64| {
                        Box::new(Term::Argument(i).modulo(m).equals(Term::Constant(r)))
                    };
                    let both = Term::And(residue(0, r), residue(1, s));
                    search.propose_condition(Kind::DoublyPeriodic, both);
                }
            }
        }
    }
    Ok(())
}

/// Periods up to here are looked for.
const MAX_PERIOD: usize = 64;

/// f(a, b) = t[a mod p][b mod q], p and q as small as can be.
///
/// # Complexity
/// O(p) expected to find the periods, O(n) for the table.
pub(super) fn doubly_periodic(search: &mut GridSearch<'_>) -> Result<(), Stop> {
    if search.data().arity() != 2 {
        return Ok(());
    }
    let (Some(p), Some(q)) = (period(search, 0), period(search, 1)) else { return Ok(()) };
    let data = search.data();
    let mut entries = vec![UNKNOWN; p * q];
    let mut votes = vec![0u32; p * q];
    let mut x = [0; 2];
    for (at, &v) in data.values().iter().enumerate().filter(|&(_, &v)| v != UNKNOWN) {
        data.place(at, &mut x);
        let cell = x[0].rem_euclid(p as i64) as usize * q + x[1].rem_euclid(q as i64) as usize;
        if votes[cell] == 0 {
            (entries[cell], votes[cell]) = (v, 1);
        } else if entries[cell] == v {
            votes[cell] += 1;
        } else {
            votes[cell] -= 1;
        }
    }
    if p * q == 1 || entries.contains(&UNKNOWN) {
        return Ok(());
    }
    let (a, b) = (Term::Argument(0).modulo(p as i64), Term::Argument(1).modulo(q as i64));
    let index = match (p, q) {
        (1, _) => b,
        (_, 1) => a,
        _ => Term::Sum(a.times(q as i64).into(), b.into()),
    };
    search.propose(
        Kind::DoublyPeriodic,
        Term::List { first: 0, entries: entries.into(), x: index.into() },
    );
    Ok(())
}

/// The least p with f(…, x + p, …) = f(…, x, …) for all but a few entries.
fn period(search: &GridSearch<'_>, argument: usize) -> Option<usize> {
    let data = search.data();
    let allowed = 2 * search.scale.quota();
    let most = (data.sizes()[argument] / 2).min(MAX_PERIOD);
    let stride: usize = data.sizes()[argument + 1..].iter().product();
    let size = data.sizes()[argument];
    (1..=most).find(|&p| {
        let values = data.values();
        let mut misses = 0;
        for (at, &v) in values.iter().enumerate() {
            if at / stride % size + p >= size {
                continue;
            }
            let w = values[at + p * stride];
            if v != w && v != UNKNOWN && w != UNKNOWN {
                misses += 1;
                if misses > allowed {
                    return false;
                }
            }
        }
        true
    })
}

/// f(a, b) = f(b, a): a property, told last.
///
/// # Complexity
/// O(n) exchanges.
pub(super) fn symmetric(search: &mut GridSearch<'_>) -> Result<(), Stop> {
    if !search.scale.is_mirrored() {
        return Ok(());
    }
    let data = search.data();
    let arity = data.arity();
    let mut x = vec![0; arity];
    let (mut half, mut exceptions) = (Vec::new(), Vec::new());
    for (at, &v) in data.values().iter().enumerate() {
        data.place(at, &mut x);
        if x.is_sorted() {
            half.push(v);
        } else {
            let mut y = x.clone();
            y.sort_unstable();
            let expected = data.get(&y);
            if v != UNKNOWN && expected.is_some_and(|w| w != v) {
                exceptions.push(Exception { at: x.clone(), found: v, expected });
            }
        }
    }
    if exceptions.len() > search.scale.quota() {
        return Ok(());
    }
    let known = search.scale.known();
    let told = natural(exceptions.len() as u64)
        + log_binomial(known as u64, exceptions.len() as u64)
        + exceptions.iter().map(|e| integer(e.found)).sum::<f64>();
    let evidence = plain(data.values()) - plain(&half) - told;
    if evidence < THRESHOLD {
        return Ok(());
    }
    let names = data.names();
    let arguments = names[..arity.min(names.len())].to_vec();
    let mut exchanged = arguments.clone();
    exchanged.swap(0, 1);
    let explained = known - half.len().min(known);
    search.laws.push(Law {
        kind: Kind::Symmetric,
        subject: Subject::Value,
        formula: if arity == 2 {
            format!("f({}) = f({})", arguments.join(", "), exchanged.join(", "))
        } else {
            format!("f({}) is the same for every order of the arguments", arguments.join(", "))
        },
        sentence: "The order of the arguments does not matter.".into(),
        term: None,
        from: None,
        exceptions,
        checked_to: search.scale.data().last(),
        explained,
        evidence,
    });
    Ok(())
}
