//! Tables whose entries depend on one number only: the sum, the nim-sum, the difference, the minimum, ….

use super::data::{Sequence, UNKNOWN};
use super::grid::joined;
use super::law::Kind;
use super::search::{GridSearch, parts};
use super::term::Term;
use grundy::context::Stop;

/// For each function g of the catalogue: if equal g go with equal entries, f = h(g) is proposed with a
/// list for h, and with every law that the sequence of the entries h has.
///
/// # Complexity
/// O(4096) for each g that is wrong, O(n) for one that is right, and the search for laws of a sequence.
pub(super) fn reductions(search: &mut GridSearch<'_>) -> Result<(), Stop> {
    for g in catalogue(search.data().arity()) {
        search.context.look("looking for what the entries depend on", 0)?;
        let Some(sequence) = reduced(search, &g) else { continue };
        if !sequence.values().iter().any(|&v| v != UNKNOWN && v != sequence.values()[0]) {
            continue;
        }
        let mut entries = sequence.values().to_vec();
        for i in 1..entries.len() {
            if entries[i] == UNKNOWN {
                entries[i] = entries[i - 1];
            }
        }
        let whole = Term::List {
            first: sequence.first(),
            entries: entries.clone().into(),
            x: g.clone().into(),
        };
        let depends = search.propose(Kind::DependsOn, whole);
        if let Some(last) = threshold(&sequence).filter(|_| search.scale.is_binary()) {
            let below = Term::AtMost(g.clone().into(), Term::Constant(last).into());
            search.propose_condition(Kind::DependsOn, below);
        }
        if let Some(only) = only(&sequence).filter(|_| search.scale.is_binary()) {
            let here = g.clone().equals(Term::Constant(only));
            search.propose_condition(Kind::DependsOn, here);
        }
        for law in parts(&sequence, &search.context)?.into_iter().take(4) {
            let Some(mut term) = law.term else { continue };
            if let Some(from) = law.from {
                let count = (from - sequence.first()) as usize;
                term = Term::Beginning {
                    first: sequence.first(),
                    entries: entries[..count].into(),
                    x: Term::n().into(),
                    rest: term.into(),
                };
            }
            search.propose(law.kind, term.with(&g));
        }
        // What depends on this function also depends on finer ones: the first is the plainest.
        if depends && search.laws.iter().any(|law| law.kind != Kind::DependsOn) {
            break;
        }
    }
    Ok(())
}

/// The last index of a beginning with equal entries, where all others are different; not of one entry.
fn threshold(sequence: &Sequence) -> Option<i64> {
    let (first, begin) = sequence.known().next()?;
    let (last, _) = sequence.known().take_while(|&(_, v)| v == begin).last()?;
    let mut rest = sequence.known().filter(|&(n, _)| n > last).peekable();
    let differs = rest.peek().is_some() && rest.all(|(_, v)| v != begin);
    (differs && last > first).then_some(last)
}

/// The index of the only 1 or the only 0 among at least three entries that are 0 or 1.
fn only(sequence: &Sequence) -> Option<i64> {
    [1, 0].into_iter().find_map(|wanted| {
        let mut here = sequence.known().filter(|&(_, v)| v == wanted);
        let (n, _) = here.next()?;
        let others = sequence.known().filter(|&(_, v)| v != wanted).take(2).count();
        (here.next().is_none() && others == 2).then_some(n)
    })
}

/// Makes one term of two.
type Join = fn(Box<Term>, Box<Term>) -> Term;

/// The functions that are tried, the plainest first.
fn catalogue(arity: usize) -> Vec<Term> {
    let a = |i: usize| Box::new(Term::Argument(i));
    let mut out: Vec<Term> = (0..arity).map(Term::Argument).collect();
    let joins: [Join; 6] = [Term::Sum, Term::Min, Term::Max, Term::Xor, Term::Product, Term::Gcd];
    if arity == 2 {
        out.push(Term::Distance(a(0), a(1)));
    }
    out.extend(joins.into_iter().map(|join| joined(arity, join)));
    for i in 0..arity {
        for j in i + 1..arity {
            if arity > 2 {
                out.push(Term::Distance(a(i), a(j)));
            }
            out.push(Term::Difference(a(i), a(j)));
            if arity > 2 {
                out.extend(joins.into_iter().map(|join| join(a(i), a(j))));
            }
            for k in 2..=5 {
                out.push(Term::Sum(a(i), Term::Argument(j).times(k).into()));
                out.push(Term::Sum(Term::Argument(i).times(k).into(), a(j)));
                out.push(Term::Difference(a(i), Term::Argument(j).times(k).into()));
                out.push(Term::Difference(Term::Argument(i).times(k).into(), a(j)));
            }
        }
    }
    let shifted = |e: i64, q: i64| {
        let each = |i: usize| Term::Argument(i).plus(e).over(q);
        (1..arity).fold(each(0), |x, i| Term::Xor(x.into(), each(i).into()))
    };
    for e in [1, -1, 2] {
        out.push(shifted(e, 1));
    }
    for q in 2..=8 {
        out.push(shifted(0, q));
    }
    for (e, q) in [(1, 2), (1, 3), (2, 3), (-1, 2)] {
        out.push(shifted(e, q));
    }
    out.extend(divided(arity));
    out
}

/// Remainders and quotients of one argument by another: x mod (y + 1) as in Bash's game, where y bounds
/// the moves, floor(x/y), floor((x mod (2y + 1))/y) as where y or y + 1 are taken, and the same of the
/// greater by the lesser.
fn divided(arity: usize) -> Vec<Term> {
    let mut pairs = Vec::new();
    for i in 0..arity {
        for j in i + 1..arity {
            let (a, b) = (Term::Argument(i), Term::Argument(j));
            let least = Term::Min(a.clone().into(), b.clone().into());
            let most = Term::Max(a.clone().into(), b.clone().into());
            pairs.extend([(b.clone(), a.clone()), (a, b), (most, least)]);
        }
    }
    // The plainest divisors first, and divisors before shifts of what is divided. Of three arguments there
    // are more pairs and entries.
    let divisors = [
        (1, 0),
        (1, 1),
        (1, 2),
        (1, -1),
        (2, 0),
        (2, 1),
        (1, 3),
        (2, -1),
        (2, 2),
        (3, 0),
        (3, 1),
        (3, -1),
        (1, 4),
        (1, 5),
        (1, 6),
    ];
    let (divisors, shifts) =
        if arity == 2 { (&divisors[..], &[0, 1, -1][..]) } else { (&divisors[..2], &[0][..]) };
    let mut out = Vec::new();
    for &e in shifts {
        for (x, y) in &pairs {
            for &(factor, shift) in divisors {
                let x = x.clone().plus(e);
                let y = y.clone().times(factor).plus(shift);
                out.push(x.clone().modulo_term(y.clone()));
                out.push(x.over_term(y));
            }
        }
    }
    if arity == 2 {
        // Beside a divisor of its own the remainder says more.
        for (x, y) in &pairs[..2] {
            for &(factor, shift) in divisors {
                let by = y.clone().times(factor).plus(shift);
                out.push(x.clone().modulo_term(by).over_term(y.clone()));
            }
        }
    }
    out
}

/// A part of this size in each argument is tried first.
const CORNER: i64 = 48;

/// The entries as a sequence over the values of g, if equal values go with equal entries but for a few.
fn reduced(search: &GridSearch<'_>, g: &Term) -> Option<Sequence> {
    let data = search.data();
    let limit: Vec<i64> = data.first().iter().map(|&f| f + CORNER).collect();
    let whole = data.sizes().iter().all(|&s| s as i64 <= CORNER);
    if !whole {
        group(search, g, |x| x.iter().zip(&limit).all(|(x, l)| x < l))?;
    }
    group(search, g, |_| true)
}

fn group(search: &GridSearch<'_>, g: &Term, wanted: impl Fn(&[i64]) -> bool) -> Option<Sequence> {
    let data = search.data();
    let most = 4 * data.values().len() + 64;
    let mut x = vec![0; data.arity()];
    let (mut low, mut high) = (i64::MAX, i64::MIN);
    // The corners tell the range: all these functions are monotone in each argument, or nearly so.
    for (at, &v) in data.values().iter().enumerate() {
        data.place(at, &mut x);
        if v == UNKNOWN || !wanted(&x) {
            continue;
        }
        // Where it is not defined it cannot be what the entries depend on.
        let key = g.value(&x)?;
        (low, high) = (low.min(key), high.max(key));
    }
    let range = usize::try_from(high.checked_sub(low)?).ok()?.checked_add(1)?;
    if range > most {
        return None;
    }
    let mut entries = vec![UNKNOWN; range];
    let mut votes = vec![0u32; range];
    let mut conflicts = 0;
    let allowed = 2 * search.scale.quota() + 1;
    for (at, &v) in data.values().iter().enumerate() {
        data.place(at, &mut x);
        if v == UNKNOWN || !wanted(&x) {
            continue;
        }
        let key = (g.value(&x)? - low) as usize;
        if entries[key] == UNKNOWN || (votes[key] == 0 && entries[key] != v) {
            conflicts += usize::from(entries[key] != UNKNOWN);
            (entries[key], votes[key]) = (v, 1);
        } else if entries[key] == v {
            votes[key] += 1;
        } else {
            votes[key] -= 1;
            conflicts += 1;
        }
        if conflicts > allowed {
            return None;
        }
    }
    Some(Sequence::new(low, entries))
}
