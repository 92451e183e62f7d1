//! Tables that are made of a function of each argument: g(a) xor h(b), g(a) + h(b).

use super::data::{Sequence, UNKNOWN};
use super::law::Kind;
use super::search::{GridSearch, parts};
use super::term::Term;
use grundy::context::Stop;

/// f(a, b) = g(a) xor h(b) and f(a, b) = g(a) + h(b) (and so on for more arguments): the functions are
/// the lines of the table through one of three places, so that one wrong entry spares some of them. Each
/// function is told by a law of its own, or as a list.
///
/// The values of a sum of games are the first of these, by the theorem of Sprague (1935) and Grundy
/// (1939).
///
/// # Complexity
/// O(s) for arguments up to s, O(n) where a proposal is not refuted soon, and the search for laws of a
/// sequence for each argument.
pub(super) fn separable(search: &mut GridSearch<'_>) -> Result<(), Stop> {
    let data = search.data();
    let (first, last) = (data.first().to_vec(), data.last());
    let middle = first.iter().zip(&last).map(|(&f, &l)| (f + l) / 2).collect::<Vec<_>>();
    let quarter = first.iter().zip(&last).map(|(&f, &l)| f + (l - f) / 4).collect::<Vec<_>>();
    for of_xor in [true, false] {
        for base in [&first, &middle, &quarter] {
            let Some(lines) = lines(search, base, of_xor) else { continue };
            if !holds(search, &lines, of_xor) {
                continue;
            }
            let mut terms = Vec::new();
            for (i, line) in lines.iter().enumerate() {
                terms.push(told(search, line)?.with(&Term::Argument(i)));
            }
            let join = if of_xor { Term::Xor } else { Term::Sum };
            let Some(term) = terms.into_iter().reduce(|x, y| join(x.into(), y.into())) else {
                continue;
            };
            if search.propose(Kind::Separable, term) {
                return Ok(());
            }
        }
    }
    Ok(())
}

/// The entries along each argument through this place; those of the second argument on without the entry
/// at the place itself.
fn lines(search: &GridSearch<'_>, base: &[i64], of_xor: bool) -> Option<Vec<Sequence>> {
    let data = search.data();
    let center = data.get(base)?;
    let mut out = Vec::new();
    for i in 0..data.arity() {
        let mut x = base.to_vec();
        let mut values = Vec::with_capacity(data.sizes()[i]);
        for k in 0..data.sizes()[i] {
            x[i] = data.first()[i] + k as i64;
            let v = data.get(&x);
            if of_xor && v.is_some_and(|v| v < 0) {
                return None;
            }
            values.push(match v {
                None => UNKNOWN,
                Some(v) if i == 0 => v,
                Some(v) if of_xor => v ^ center,
                Some(v) => v.checked_sub(center)?,
            });
        }
        out.push(Sequence::new(data.first()[i], values));
    }
    Some(out)
}

/// Whether the lines tell all entries but a few.
fn holds(search: &GridSearch<'_>, lines: &[Sequence], of_xor: bool) -> bool {
    let data = search.data();
    let mut x = vec![0; data.arity()];
    let mut misses = 0;
    for (at, &v) in data.values().iter().enumerate().rev() {
        data.place(at, &mut x);
        let mut parts = lines.iter().zip(&x).map(|(line, &k)| line.get(k));
        let joined =
            parts.try_fold(
                0i64,
                |sum, part| {
                    if of_xor { Some(sum ^ part?) } else { sum.checked_add(part?) }
                },
            );
        if v != UNKNOWN && joined.is_some_and(|w| w != v) {
            misses += 1;
            if misses > search.scale.quota() {
                return false;
            }
        }
    }
    true
}

/// The law of a line, or its list.
fn told(search: &GridSearch<'_>, line: &Sequence) -> Result<Term, Stop> {
    let entries: Vec<i64> =
        line.values().iter().map(|&v| if v == UNKNOWN { 0 } else { v }).collect();
    let list =
        Term::List { first: line.first(), entries: entries.clone().into(), x: Term::n().into() };
    let law = parts(line, &search.context)?.into_iter().find(|law| law.exceptions.is_empty());
    let term = law.and_then(|law| {
        let term = law.term?;
        Some(match law.from {
            None => term,
            Some(from) => Term::Beginning {
                first: line.first(),
                entries: entries[..(from - line.first()) as usize].into(),
                x: Term::n().into(),
                rest: term.into(),
            },
        })
    });
    Ok(term.filter(|term| term.bits() < list.bits()).unwrap_or(list))
}
