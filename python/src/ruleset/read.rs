//! What a ruleset written in Python returns, read: positions, sums of them, immediate wins.

use super::cache::Told;
use super::code::{END, Spot};
use super::core::Core;
use crate::trouble::wrong_rules;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyRange, PyRangeMethods, PyString};

/// A position has at most so many options, and they leave at most so many positions.
const MAX_OPTIONS: usize = 1 << 24;

/// Reads options. A list among them is a sum, everything else a position.
pub fn options(core: &Core, returned: &Bound<'_, PyAny>, win: &Bound<'_, PyAny>) -> PyResult<Told> {
    let py = returned.py();
    if let Ok(range) = returned.cast_exact::<PyRange>()
        && let Some(told) = of_range(range)?
    {
        return Ok(told);
    }
    let wrong = |what: &str| {
        let message =
            format!("{}: {what}; options are returned in a list, or yielded one by one", core.name);
        wrong_rules(py, &message)
    };
    if returned.is_none() {
        return Err(wrong("None came in the place of options"));
    }
    if returned.is_instance_of::<PyString>() {
        return Err(wrong("a string came in the place of options"));
    }
    if let Ok(dimensions) = returned.getattr(intern!(py, "ndim")) {
        if !dimensions.eq(1)? {
            return Err(wrong("an array of options has one dimension"));
        }
        return listed(core, &returned.call_method0(intern!(py, "tolist"))?, win);
    }
    match returned.try_iter() {
        Ok(_) => listed(core, returned, win),
        Err(_) => Err(wrong(&format!("{} is not a list of options", returned.get_type().name()?))),
    }
}

/// A range of ints that say themselves.
fn of_range(range: &Bound<'_, PyRange>) -> PyResult<Option<Told>> {
    let count = range.len()? as u64;
    if count == 0 {
        return Ok(Some(Told::Range(0, 1, 0)));
    }
    let (Ok(start), Ok(step)) = (range.start(), range.step()) else { return Ok(None) };
    let last = start as i128 + step as i128 * (i128::from(count) - 1);
    let (first, last) = (last.min(start as i128), last.max(start as i128));
    let inside = 0 <= first && last < i128::from(END);
    Ok(inside.then(|| Told::Range(first as u64, step.unsigned_abs() as u64, count)))
}

fn listed(core: &Core, items: &Bound<'_, PyAny>, win: &Bound<'_, PyAny>) -> PyResult<Told> {
    let (mut single, mut sums) = (Vec::new(), Vec::new());
    let mut count = 0;
    for item in items.try_iter()? {
        let item = item?;
        count += 1;
        if item.is(win) {
            sums.push((Vec::new(), true));
        } else if let Ok(list) = item.cast_exact::<PyList>() {
            count += list.len();
            let sum: PyResult<Vec<Spot>> = list.iter().map(|part| core.encode(&part)).collect();
            let mut sum = sum?;
            sum.sort();
            match &*sum {
                [only] => single.push(*only),
                _ => sums.push((sum, false)),
            }
        } else {
            single.push(core.encode(&item)?);
        }
        if count > MAX_OPTIONS {
            let message = format!("{}: a position has more than {MAX_OPTIONS} options", core.name);
            return Err(wrong_rules(items.py(), &message));
        }
    }
    // Options often come in order.
    if !single.is_sorted_by(|a, b| a < b) {
        single.sort();
        single.dedup();
    }
    if sums.is_empty() {
        return Ok(Told::Single(single.into()));
    }
    sums.extend(single.into_iter().map(|spot| (vec![spot], false)));
    sums.sort();
    sums.dedup();
    Ok(Told::Sums(sums))
}
