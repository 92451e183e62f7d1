//! Tables of outcomes that are told by a function of each argument: P iff g(a) = h(b), and b <= t(a).

use super::data::{Sequence, UNKNOWN};
use super::law::Kind;
use super::search::{GridSearch, parts};
use super::term::Term;
use grundy::context::Stop;
use hashbrown::HashMap;

/// P iff g(a) = h(b): rows that are equal have the same g, and each column tells which rows it belongs
/// to. Rows that differ in one entry only from a more frequent kind of row are counted to it, so that one
/// wrong entry is an exception.
///
/// So are sums of two games in which values cannot be told apart from outcomes but by equality (Sprague
/// 1935, Grundy 1939): a sum is a P-position if and only if the values are equal.
///
/// # Complexity
/// O(n k) for n entries and k kinds of rows, at most 64, and the search for laws of a sequence.
pub(super) fn classes(search: &mut GridSearch<'_>) -> Result<(), Stop> {
    const MAX_ROW_KINDS: usize = 64;
    let data = search.data();
    if data.arity() != 2 || !search.scale.is_binary() || data.values().contains(&UNKNOWN) {
        return Ok(());
    }
    let width = data.sizes()[1];
    let rows: Vec<&[i64]> = data.values().chunks_exact(width.max(1)).collect();
    let mut kinds: Vec<&[i64]> = Vec::new();
    let mut counts: HashMap<&[i64], usize> = HashMap::new();
    for &row in &rows {
        *counts.entry(row).or_default() += 1;
        if !kinds.contains(&row) {
            kinds.push(row);
        }
        if kinds.len() > MAX_ROW_KINDS {
            return Ok(());
        }
    }
    let distance = |x: &[i64], y: &[i64]| x.iter().zip(y).filter(|(u, v)| u != v).count();
    let all = kinds.clone();
    kinds.retain(|kind| {
        !all.iter().any(|other| counts[other] > counts[kind] && distance(kind, other) <= 1)
    });
    // A column belongs to one kind at most, or equality would not tell the outcomes.
    let of_columns: Option<Vec<i64>> = (0..width)
        .map(|b| {
            let mut owners = (0..kinds.len()).filter(|&k| kinds[k][b] == 1);
            match (owners.next(), owners.next()) {
                (Some(k), None) => Some(k as i64),
                (None, _) => Some(-1),
                _ => None,
            }
        })
        .collect();
    let Some(of_columns) = of_columns else { return Ok(()) };
    let of_rows: Vec<i64> = rows
        .iter()
        .map(|row| {
            let near = (0..kinds.len()).min_by_key(|&k| distance(row, kinds[k]));
            near.map_or(0, |k| k as i64)
        })
        .collect();
    let g = told(search, &Sequence::new(data.first()[0], of_rows))?;
    let h = told(search, &Sequence::new(data.first()[1], of_columns))?.with(&Term::Argument(1));
    let condition = g.equals(h);
    let kind =
        if matches!(condition, Term::Constant(_)) { Kind::Constant } else { Kind::Separable };
    search.propose_condition(kind, condition);
    Ok(())
}

/// The law of a sequence without exceptions, or its list.
fn told(search: &GridSearch<'_>, sequence: &Sequence) -> Result<Term, Stop> {
    let laws = parts(sequence, &search.context)?;
    let exact = laws.into_iter().find(|law| law.exceptions.is_empty() && law.from.is_none());
    let list = Term::List {
        first: sequence.first(),
        entries: sequence.values().into(),
        x: Term::n().into(),
    };
    Ok(exact.and_then(|law| law.term).filter(|term| term.bits() < list.bits()).unwrap_or(list))
}

/// P iff max(a, b) <= t(min(a, b)), with or without the diagonal, P iff b <= t(a), and the complements,
/// where t has a law: rows that are ones up to some place and zeros behind it, or the other way round.
/// Euclid's game is like that, with t(a) = floor(a (1 + sqrt(5)) / 2) (A. Cole and A. Davie 1969).
///
/// # Complexity
/// O(n), and the search for laws of a sequence.
pub(super) fn thresholds(search: &mut GridSearch<'_>) -> Result<(), Stop> {
    let data = search.data();
    if data.arity() != 2 || !search.scale.is_binary() {
        return Ok(());
    }
    let (a, b) = (Term::Argument(0), Term::Argument(1));
    let min = Term::Min(a.clone().into(), b.clone().into());
    let max = Term::Max(a.clone().into(), b.clone().into());
    let last = data.last();
    for (mirrored, lower, upper) in [(true, min, max), (false, a, b)] {
        if mirrored && !search.scale.is_mirrored() {
            continue;
        }
        for below in [1, 0] {
            // Rows that end within the table tell t; the others only bound it.
            let mut ends = Vec::new();
            for row in data.first()[0]..=last[0] {
                // The diagonal may be different, as in Euclid's game.
                let start = if mirrored { row + 1 } else { data.first()[1] };
                let entries = |b: i64| data.get(&[row, b]);
                let end = (start..=last[1]).find(|&b| entries(b).is_some_and(|v| v != below));
                match end {
                    Some(end) => ends.push(end - 1),
                    None => break,
                }
            }
            if ends.len() < 6 {
                continue;
            }
            let sequence = Sequence::new(data.first()[0], ends);
            if sequence.values().iter().all(|&t| t == sequence.values()[0]) {
                continue;
            }
            for law in parts(&sequence, &search.context)?.into_iter().take(4) {
                let Some(t) = law.term else { continue };
                let (x, y) = (upper.clone().into(), t.with(&lower).into());
                let term = Term::AtMost(x, y);
                if mirrored {
                    let diagonal = Term::Argument(0).equals(Term::Argument(1));
                    let off = Term::Not(diagonal.into());
                    search.propose_condition(law.kind, Term::And(off.into(), term.clone().into()));
                }
                search.propose_condition(law.kind, term);
            }
        }
    }
    Ok(())
}
