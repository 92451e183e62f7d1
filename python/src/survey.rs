//! Surveys of many codes.

use crate::ask::ask_plain;
use crate::trouble::Trouble;
use grundy::context::{Progress, Unit};
use grundy::heap::survey::{DEFAULT_LAST_HEAP, Entry, codes, entry, groups, same_sequences};
use pyo3::prelude::*;

/// The codes of a pattern in which `?` stands for any octal digit, computed to heap `to`, with equal
/// games put together: one JSON object a group.
#[pyfunction]
#[pyo3(signature = (pattern, to=None))]
pub fn survey_groups(py: Python<'_>, pattern: &str, to: Option<u64>) -> PyResult<Vec<String>> {
    ask_plain(py, |context| {
        let codes = codes(pattern).map_err(Trouble::Refused)?;
        let mut entries = Vec::with_capacity(codes.len());
        let same = same_sequences(&codes, context)?;
        for (done, (code, &first)) in codes.iter().zip(&same).enumerate() {
            let progress = Progress::new("surveying codes", done as u64, Unit::Codes);
            context.report(Progress { total: Some(codes.len() as u64), ..progress })?;
            entries.push(match entries.get(first) {
                Some(entry) => Entry::of_equal(entry, code),
                None => entry(code, to.unwrap_or(DEFAULT_LAST_HEAP), context)?,
            });
        }
        let line = |group| {
            serde_json::to_string(&group).map_err(|error| Trouble::Refused(error.to_string()))
        };
        groups(&entries).into_iter().map(line).collect()
    })
}
