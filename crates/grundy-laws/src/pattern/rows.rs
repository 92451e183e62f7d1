//! Additive periodicity of rows: f(a, b + p) = f(a, b) + p from some b on, for each of the first rows.
//!
//! Rows of Wythoff's game and of many others are like that (N. Pink 1991; A. Dress, A. Flammenkamp and
//! N. Pink 1999; H. Landman 2002), with periods that grow quickly: a table shows it of its first rows.

use super::data::UNKNOWN;
use super::evidence::{Exception, THRESHOLD, integer, natural, plain};
use super::law::{Kind, Law, Subject};
use super::search::GridSearch;
use grundy::context::Stop;

/// What a row obeys.
struct Row {
    period: usize,
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
    let (rows, columns) = (data.sizes()[0], data.sizes()[1]);
    let mut found = Vec::new();
    for a in 0..rows {
        search.context.look("looking for periods of rows", a as u64)?;
        match additive(
            &data.values()[a * columns..(a + 1) * columns],
            search.scale.quota().min(columns / 30),
        ) {
            Some(row) => found.push(row),
            None => break,
        }
    }
    let evidence: f64 = found.iter().map(|row| row.evidence).sum();
    if found.len() < MIN_ROWS.min(rows) || found.len() < 2 || evidence < THRESHOLD {
        return Ok(());
    }
    let first = data.first().to_vec();
    let mut exceptions = Vec::new();
    let mut told = Vec::new();
    for (i, row) in found.iter().enumerate() {
        let a = first[0] + i as i64;
        told.push(format!("{a}: {} from {} on", row.period, first[1] + row.from as i64));
        for &b in &row.exceptions {
            let values = &data.values()[i * columns..(i + 1) * columns];
            let expected =
                b.checked_sub(row.period).and_then(|at| values[at].checked_add(row.period as i64));
            exceptions.push(Exception {
                at: vec![a, first[1] + b as i64],
                found: values[b],
                expected,
            });
        }
    }
    if exceptions.len() > search.scale.quota() {
        return Ok(());
    }
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
    let explained = found.iter().map(|row| columns - row.from - row.period).sum();
    let checked_to = vec![last_row, data.last()[1]];
    if told.len() > ROWS_SHOWN {
        told.insert(ROWS_SHOWN - 1, "…".into());
    }
    let shown = told.iter().take(ROWS_SHOWN).cloned().collect::<Vec<_>>().join(", ");
    search.laws.push(Law {
        kind: Kind::AdditiveRows,
        subject: Subject::Value,
        formula: format!("f(a, b + p) = f(a, b) + p for a <= {last_row}; a: p = {shown}"),
        sentence: format!(
            "Each row a up to {last_row} is additively periodic: from some b on the values grow by p when \
             b grows by p.{common}"
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

/// The period of a row with the most evidence.
fn additive(row: &[i64], quota: usize) -> Option<Row> {
    let mut best: Option<Row> = None;
    let whole = plain(row);
    for period in 1..=(row.len() / 3).min(MAX_PERIOD) {
        let Some((from, exceptions)) = obeys(row, period, quota) else { continue };
        let told = row.len() - from - period;
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
        let linear = period == 1 && from * 2 <= row.len();
        let evidence = if linear { evidence.max(ROW_BITS) } else { evidence };
        if evidence >= ROW_BITS && best.as_ref().is_none_or(|b| b.evidence < evidence) {
            best = Some(Row { period, from, exceptions, evidence });
        }
    }
    best
}

/// From where on the row obeys, with single entries left out.
fn obeys(row: &[i64], period: usize, quota: usize) -> Option<(usize, Vec<usize>)> {
    let agrees = |b: usize| {
        row[b] == UNKNOWN
            || row[b + period] == UNKNOWN
            || row[b].checked_add(period as i64) == Some(row[b + period])
    };
    let mut exceptions: Vec<usize> = Vec::new();
    let mut from = 0;
    for b in (0..row.len() - period).rev() {
        if agrees(b) || exceptions.contains(&(b + period)) {
            continue;
        }
        // One entry is wrong where its neighbours on both sides agree with each other.
        let wrong = if b >= period && !agrees(b - period) && neighbours(row, b, period) {
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

fn neighbours(row: &[i64], b: usize, period: usize) -> bool {
    row[b - period].checked_add(2 * period as i64) == Some(row[b + period])
}
