//! Nim-sequences with their periods.

use crate::array::{interface, place};
use crate::ask::{ask, ask_plain};
use crate::names::Names;
use crate::trouble::Trouble;
use grundy::certificate;
use grundy::game::AnyGame;
use grundy::heap::store::Values;
use grundy::heap::summary::Summary;
use grundy::sequence::{Findings, Question, of_any};
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PySlice};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The Grundy values of the heaps of a game, in order, and what is known of how they go on.
///
/// >>> import grundy
/// >>> s = grundy.kayles.sequence(100)
/// >>> s[12], s.period, s.preperiod, s.proved
/// (4, 12, 71, True)
/// >>> s[:5]
/// [0, 1, 2, 3, 1]
#[pyclass(frozen, module = "grundy")]
pub struct NimSequence {
    summary: Summary,
    /// How many of the values come before the first heap of the game.
    skip: usize,
    /// The engine behind a run belongs to one thread at a time. Nothing changes in here, so arrays may
    /// look at the values as long as this object lives.
    findings: Mutex<Findings>,
}

impl NimSequence {
    pub fn compute(
        py: Python<'_>,
        game: &Arc<dyn AnyGame>,
        names: &Names,
        to: Option<u64>,
        until_period: bool,
    ) -> PyResult<Self> {
        let question = Question { to, until_period };
        let findings = ask(py, names, |context| {
            let findings = of_any(&**game, &question, context, &mut |_| Ok(()))?;
            // What was asked for and not reached is no answer.
            match &findings.stop {
                Some(stop) => Err(Trouble::Stop(stop.clone())),
                None => Ok(findings),
            }
        })?;
        let (summary, skip) =
            (findings.summary.clone(), findings.skip.min(findings.values().len()));
        Ok(Self { summary, skip, findings: Mutex::new(findings) })
    }

    fn findings(&self) -> MutexGuard<'_, Findings> {
        self.findings.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn first(&self) -> u64 {
        self.summary.first
    }

    fn count(&self) -> usize {
        self.findings().values().len() - self.skip
    }
}

#[pymethods]
impl NimSequence {
    /// The code or the name of the game.
    #[getter]
    fn game(&self) -> &str {
        &self.summary.title
    }

    /// The first heap.
    #[getter]
    fn start(&self) -> u64 {
        self.first()
    }

    /// The least period that is seen, or proved; None if there is none.
    #[getter]
    fn period(&self) -> Option<u64> {
        self.summary.period.map(|period| period.length)
    }

    /// The least heap from which the values repeat.
    #[getter]
    fn preperiod(&self) -> Option<u64> {
        self.summary.period.map(|period| period.preperiod)
    }

    /// What a value grows by in a period.
    #[getter]
    fn saltus(&self) -> Option<u64> {
        self.summary.period.map(|period| period.saltus)
    }

    /// Whether the period is proved.
    #[getter]
    fn proved(&self) -> bool {
        self.summary.theorem.is_some()
    }

    /// The theorem that proves it.
    #[getter]
    fn theorem(&self) -> Option<&str> {
        self.summary.theorem.as_deref()
    }

    /// Where a search for a period ended without a proof: how far it came, and how to go on.
    #[getter]
    fn advice(&self) -> Option<String> {
        self.findings().advice.clone()
    }

    /// All facts, as the command's JSON has them.
    #[getter]
    fn facts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("json")?.call_method1("loads", (self.summary.to_json(),))
    }

    /// How often each value occurs; None if there are too many different ones.
    #[getter]
    fn frequencies<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let all = &self.summary.frequencies;
        if all.is_empty() {
            return Ok(None);
        }
        let dict = PyDict::new(py);
        all.iter().try_for_each(|(value, count)| dict.set_item(value, count))?;
        Ok(Some(dict))
    }

    fn __len__(&self) -> usize {
        self.count()
    }

    /// The value of a heap; heaps of a slice are those of the game, as in `s[70:83]`.
    fn __getitem__<'py>(
        &self,
        py: Python<'py>,
        index: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (count, first, skip) = (self.count(), self.first() as i64, self.skip);
        if let Ok(slice) = index.cast::<PySlice>() {
            let bound = |name: &str| -> PyResult<Option<i64>> { slice.getattr(name)?.extract() };
            let shifted = |n: Option<i64>| n.map(|n| if n < 0 { n } else { (n - first).max(0) });
            let moved = py.import("builtins")?.getattr("slice")?.call1((
                shifted(bound("start")?),
                shifted(bound("stop")?),
                bound("step")?,
            ))?;
            let moved = moved.cast_into::<PySlice>()?.indices(count as isize)?;
            let heaps = (0..moved.slicelength as isize).map(|i| moved.start + i * moved.step);
            let findings = self.findings();
            let values: Vec<u32> =
                heaps.map(|heap| findings.values().get(heap as usize + skip)).collect();
            drop(findings);
            return Ok(PyList::new(py, values)?.into_any());
        }
        let heap: i64 = index
            .extract()
            .map_err(|_| PyTypeError::new_err("heaps are chosen by an int or a slice"))?;
        let at = if heap < 0 { heap + count as i64 } else { heap - first };
        match usize::try_from(at).ok().filter(|&at| at < count) {
            Some(at) => {
                let value = self.findings().values().get(at + skip);
                Ok(value.into_pyobject(py)?.into_any())
            }
            None => Err(PyIndexError::new_err(format!(
                "heap {heap} is not among the values, which go from {first} to {}",
                first + count as i64 - 1
            ))),
        }
    }

    /// The values as an array of numpy that is not copied; its type is the narrowest that holds them.
    fn numpy<'py>(slf: Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("grundy._arrays")?.call_method1("array", (slf,))
    }

    #[getter]
    fn __array_interface__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (skip, shape) = (self.skip, [self.count()]);
        // The lock is not held while Python works.
        let found = match self.findings().values() {
            Values::Bytes(values) => place(&values[skip..]),
            Values::Halves(values) => place(&values[skip..]),
            Values::Words(values) => place(&values[skip..]),
        };
        interface(py, found, &shape, 'u')
    }

    /// One dict for each heap, for pandas.DataFrame.
    fn records<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let record = |place: usize| {
            let dict = PyDict::new(py);
            dict.set_item("n", self.first() + place as u64)?;
            let value = self.findings().values().get(place + self.skip);
            dict.set_item("grundy", value)?;
            Ok(dict)
        };
        (0..self.count()).map(record).collect()
    }

    /// The values with the proof of their period as the text of a certificate; written to a file if one
    /// is named.
    #[pyo3(signature = (path=None))]
    fn certificate<'py>(
        &self,
        py: Python<'py>,
        path: Option<PathBuf>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = ask_plain(py, |_| {
            let findings = self.findings();
            let Some(run) = findings.proof() else {
                let message = "certificates are written of take-and-break codes: this sequence comes from a law or a table";
                return Err(Trouble::Refused(message.into()));
            };
            let mut bytes = Vec::new();
            certificate::write(run, &mut bytes)
                .map_err(|error| Trouble::Refused(error.to_string()))?;
            Ok(bytes)
        })?;
        if let Some(path) = path {
            std::fs::write(path, &bytes)?;
        }
        Ok(PyBytes::new(py, &bytes))
    }

    fn __str__(&self) -> String {
        self.summary.to_text().trim_end().to_owned()
    }

    fn __repr__(&self) -> String {
        let period = match self.summary.period {
            Some(period) => format!(", period {}", period.length),
            None => String::new(),
        };
        let told = if self.proved() { " (proved)" } else { "" };
        format!("<NimSequence of {}: {} values{period}{told}>", self.game(), self.count())
    }

    fn _repr_html_<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("grundy._display")?.call_method1("folded", (self.__str__(),))
    }
}
