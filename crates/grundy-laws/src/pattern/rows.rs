//! Periods of rows: f(a, b + p) = f(a, b) or f(a, b) + p from some b on, with a p for each of the first rows.
//!
//! Rows of Wythoff's game and of many others are additively periodic (N. Pink 1991; A. Dress,
//! A. Flammenkamp and N. Pink 1999; H. Landman 2002), with periods that grow quickly: a table shows it of
//! its first rows. Rows of games with a bound on moves repeat, often with periods that have a law.

use super::data::{Sequence, UNKNOWN};
use super::evidence::{Exception, THRESHOLD, integer, natural, plain};
use super::law::{Kind, Law, Subject};
use super::search::{GridSearch, parts};
use super::term::Term;
use grundy::context::Stop;

/// What entries do over a period.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Repeat {
    /// f(a, b + p) = f(a, b).
    Plain,
    /// f(a, b + p) = f(a, b) + p.
    Additive,
}

impl Repeat {
    /// What entries grow by over so many places, which are periods.
    fn growth(self, places: usize) -> i64 {
        if self == Self::Additive { places as i64 } else { 0 }
    }
}

/// What a row obeys.
struct Row {
    period: usize,
    /// How many entries are known a period before and are told by that.
    told: usize,
    from: usize,
    exceptions: Vec<usize>,
    evidence: f64,
}

/// Fewer rows than this are no law of a table.
const MIN_ROWS: usize = 4;
/// A row must save so many bits.
const ROW_BITS: f64 = 6.0;
/// So many rows are told one by one.
const ROWS_SHOWN: usize = 16;
/// Periods up to here are looked for.
const MAX_PERIOD: usize = 512;

/// The first rows that are additively periodic, at least four or all.
///
/// # Complexity
/// O(c) expected for each period up to min(c / 3, 512) of each of these rows with c columns.
pub(super) fn additive_rows(search: &mut GridSearch<'_>) -> Result<(), Stop> {
    let data = search.data();
    if data.arity() != 2 || search.scale.is_binary() {
        return Ok(());
    }
    let rows = first_rows(search, Repeat::Additive)?;
    let Some(Rows { begin, found, exceptions, evidence }) = rows else { return Ok(()) };
    let first = vec![data.first()[0] + begin as i64, data.first()[1]];
    let common = found.iter().try_fold(1usize, |l, row| {
        let g = super::quadratic::gcd(l as i128, row.period as i128) as usize;
        (l / g).checked_mul(row.period)
    });
    let last_row = first[0] + found.len() as i64 - 1;
    let from = found.iter().map(|row| row.from).max().unwrap_or(0) as i64 + first[1];
    let common = match common {
        Some(l) if found.len() > 1 => format!(" A common period is {l}, from {from} on."),
        _ => String::new(),
    };
    let explained = found.iter().map(|row| row.told).sum();
    let checked_to = vec![last_row, data.last()[1]];
    let shown = listed(&found, &first);
    let (a, b) = arguments(search);
    search.laws.push(Law {
        kind: Kind::AdditiveRows,
        subject: Subject::Value,
        formula: format!(
            "f({a}, {b} + p) = f({a}, {b}) + p for {a} <= {last_row}; {a}: p = {shown}"
        ),
        sentence: format!(
            "Each row {a} up to {last_row} is additively periodic: from some {b} on the values grow by p \
             when {b} grows by p.{common}"
        ),
        term: None,
        from: None,
        exceptions,
        checked_to,
        explained,
        evidence,
    });
    Ok(())
}

/// The first rows that repeat, at least four or all, where the periods p have a law p(a): as it is with a
/// bound on moves that is a number of the position.
///
/// # Complexity
/// That of [`additive_rows`]; nothing where a formula tells all entries.
pub(super) fn periodic_rows(search: &mut GridSearch<'_>) -> Result<(), Stop> {
    let data = search.data();
    let told = search.laws.iter().any(|law| law.term.is_some());
    if data.arity() != 2 || told {
        return Ok(());
    }
    let rows = first_rows(search, Repeat::Plain)?;
    let Some(Rows { begin, found, exceptions, evidence }) = rows else { return Ok(()) };
    // Told row by row, the entries cost more than in the table.
    let evidence = evidence.min(search.scale.baseline());
    let first = vec![data.first()[0] + begin as i64, data.first()[1]];
    let periods: Vec<i64> = found.iter().map(|row| row.period as i64).collect();
    let periods = Sequence::new(first[0], periods);
    let law = law_of_periods(&periods, search)?;
    if law.is_none() && !exceptions.is_empty() {
        // Erratic periods and erratic entries are no law.
        return Ok(());
    }
    let last_row = first[0] + found.len() as i64 - 1;
    let (a, b) = arguments(search);
    let shown = match &law {
        Some(term) => format!("p = {}", term.formula(&[&a])),
        None => format!("{a}: p = {}", listed(&found, &first)),
    };
    let from = found.iter().map(|row| row.from).max().unwrap_or(0);
    let begin = if from == 0 { String::new() } else { format!(" from some {b} on") };
    let outcomes = data.is_outcomes();
    let equal = match outcomes {
        true => format!("({a}, {b} + p) is P iff ({a}, {b}) is P"),
        false => format!("f({a}, {b} + p) = f({a}, {b})"),
    };
    let what = if outcomes { "outcomes" } else { "values" };
    let whole = last_row == data.last()[0];
    let rows = if whole { String::new() } else { format!(" for {a} <= {last_row}") };
    let up_to = if whole { String::new() } else { format!(" up to {last_row}") };
    search.laws.push(Law {
        kind: Kind::PeriodicRows,
        subject: if outcomes { Subject::Outcome } else { Subject::Value },
        formula: format!("{equal}{begin}{rows}, {shown}"),
        sentence: format!("In each row {a}{up_to} the {what} repeat{begin} when {b} grows by p."),
        term: None,
        from: None,
        exceptions,
        checked_to: vec![last_row, data.last()[1]],
        explained: found.iter().map(|row| row.told).sum(),
        evidence,
    });
    Ok(())
}

/// The shortest formula of the periods, if there is one; a few first ones may be different.
fn law_of_periods(periods: &Sequence, search: &GridSearch<'_>) -> Result<Option<Term>, Stop> {
    const MAX_FIRST: usize = 2;
    // A formula with two numbers fits any two periods, and some fit four.
    const MIN_TOLD: usize = 6;
    let mut all = Vec::new();
    for law in parts(periods, &search.context)? {
        let Some(term) = law.term.filter(|term| !term.lists()) else { continue };
        // Behind its exceptions a law has none.
        let last = law.exceptions.last().map(|exception| exception.at[0] + 1);
        let from = law.from.max(last);
        let before = from.map_or(0, |from| (from - periods.first()) as usize);
        if periods.values().len() < before + MIN_TOLD {
            continue;
        }
        match before {
            0 => all.push(term),
            1..=MAX_FIRST => all.push(Term::Beginning {
                first: periods.first(),
                entries: periods.values()[..before].into(),
                x: Term::n().into(),
                rest: term.into(),
            }),
            _ => {}
        }
    }
    Ok(all.into_iter().min_by(|a, b| a.bits().total_cmp(&b.bits())))
}

/// What the two arguments are called.
fn arguments(search: &GridSearch<'_>) -> (String, String) {
    match &search.data().names()[..] {
        [a, b, ..] => ((*a).to_owned(), (*b).to_owned()),
        _ => ("a".into(), "b".into()),
    }
}

/// The first rows that repeat.
struct Rows {
    /// The number of the first one; rows before it have no entry.
    begin: usize,
    found: Vec<Row>,
    exceptions: Vec<Exception>,
    evidence: f64,
}

/// The first rows that repeat, if they are enough for a law.
fn first_rows(search: &GridSearch<'_>, repeat: Repeat) -> Result<Option<Rows>, Stop> {
    let data = search.data();
    let (rows, columns) = (data.sizes()[0], data.sizes()[1]);
    let row = |a: usize| &data.values()[a * columns..(a + 1) * columns];
    let quota = search.scale.quota().min(columns / 30);
    let mut found = Vec::new();
    let begin = (0..rows).find(|&a| row(a).iter().any(|&v| v != UNKNOWN)).unwrap_or(rows);
    for a in begin..rows {
        search.context.look("looking for periods of rows", a as u64)?;
        match repeating(row(a), quota, repeat) {
            Some(row) => found.push(row),
            None => break,
        }
    }
    let evidence: f64 = found.iter().map(|row| row.evidence).sum();
    if found.len() < MIN_ROWS.min(rows - begin) || found.len() < 2 || evidence < THRESHOLD {
        return Ok(None);
    }
    let mut exceptions = Vec::new();
    for (i, Row { period, exceptions: places, .. }) in found.iter().enumerate() {
        for &b in places {
            let a = begin + i;
            let before = b.checked_sub(*period).map(|at| row(a)[at]);
            let expected = before.and_then(|v| v.checked_add(repeat.growth(*period)));
            let at = vec![data.first()[0] + a as i64, data.first()[1] + b as i64];
            exceptions.push(Exception { at, found: row(a)[b], expected });
        }
    }
    let enough = exceptions.len() <= search.scale.quota();
    Ok(enough.then_some(Rows { begin, found, exceptions, evidence }))
}

/// The periods of rows one by one.
fn listed(rows: &[Row], first: &[i64]) -> String {
    let told = |(a, row): (i64, &Row)| {
        format!("{a}: {} from {} on", row.period, first[1] + row.from as i64)
    };
    let mut told: Vec<String> = (first[0]..).zip(rows).map(told).collect();
    if told.len() > ROWS_SHOWN {
        told.insert(ROWS_SHOWN - 1, "…".into());
    }
    told.truncate(ROWS_SHOWN);
    told.join(", ")
}

/// The period of a row with the most evidence.
fn repeating(row: &[i64], quota: usize, repeat: Repeat) -> Option<Row> {
    let mut best: Option<Row> = None;
    let whole = plain(row);
    for period in 1..=(row.len() / 3).min(MAX_PERIOD) {
        let Some((from, exceptions)) = obeys(row, period, quota, repeat) else { continue };
        let known = |b: &usize| row[*b] != UNKNOWN && row[b + period] != UNKNOWN;
        let told = (from..row.len() - period).filter(known).count();
        if told < row.len() / 3 || told < period {
            continue;
        }
        let exceptional: f64 =
            exceptions.iter().map(|&b| integer(row[b]) + natural(b as u64)).sum();
        let evidence = whole
            - plain(&row[..from + period])
            - natural(period as u64)
            - natural(from as u64)
            - natural(exceptions.len() as u64)
            - exceptional;
        // A row that is linear all along saves nothing over its differences: it is no less lawful.
        let linear = repeat == Repeat::Additive && period == 1 && from * 2 <= row.len();
        let evidence = if linear { evidence.max(ROW_BITS) } else { evidence };
        // Nor is a constant row, which tells nothing.
        let constant = repeat == Repeat::Plain && period == 1 && from == 0 && exceptions.is_empty();
        if (constant || evidence >= ROW_BITS) && best.as_ref().is_none_or(|b| b.evidence < evidence)
        {
            best = Some(Row { period, told, from, exceptions, evidence });
        }
    }
    best
}

/// From where on the row obeys, with single entries left out.
fn obeys(row: &[i64], period: usize, quota: usize, repeat: Repeat) -> Option<(usize, Vec<usize>)> {
    let agrees = |b: usize| {
        row[b] == UNKNOWN
            || row[b + period] == UNKNOWN
            || row[b].checked_add(repeat.growth(period)) == Some(row[b + period])
    };
    let mut exceptions: Vec<usize> = Vec::new();
    let mut from = 0;
    for b in (0..row.len() - period).rev() {
        if agrees(b) || exceptions.contains(&(b + period)) {
            continue;
        }
        // One entry is wrong where its neighbours on both sides agree with each other.
        let wrong = if b >= period && !agrees(b - period) && neighbours(row, b, period, repeat) {
            Some(b)
        } else if b + 2 * period >= row.len() && b >= period && agrees(b - period) {
            Some(b + period)
        } else {
            None
        };
        match wrong {
            Some(at) if exceptions.len() < quota => exceptions.push(at),
            _ => {
                from = b + 1;
                break;
            }
        }
    }
    exceptions.retain(|&b| b >= from);
    exceptions.sort_unstable();
    (from + period < row.len()).then_some((from, exceptions))
}

fn neighbours(row: &[i64], b: usize, period: usize, repeat: Repeat) -> bool {
    row[b - period].checked_add(repeat.growth(2 * period)) == Some(row[b + period])
}
