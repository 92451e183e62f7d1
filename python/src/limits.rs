//! Limits of questions: those of `with grundy.limits(...)`, or the library's.

use grundy::context::Limits as Bounds;
use pyo3::exceptions::PyValueError;
use pyo3::intern;
use pyo3::prelude::*;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// How many blocks of `with grundy.limits(...)` are entered, in all threads.
static ENTERED: AtomicUsize = AtomicUsize::new(0);

/// Who is told of progress.
#[derive(Debug)]
pub enum Told {
    /// A bar, where there is a terminal or a notebook.
    Auto,
    /// Nobody.
    Nobody,
    /// This callable.
    Call(Py<PyAny>),
}

/// What a question may use.
#[pyclass(frozen, module = "grundy._core")]
pub struct Limits {
    bounds: Bounds,
    progress: Told,
}

#[pymethods]
impl Limits {
    #[new]
    #[pyo3(signature = (*, positions=None, value_positions=None, memory=None, time=None, threads=None, progress=None))]
    fn new(
        py: Python<'_>,
        positions: Option<u64>,
        value_positions: Option<u64>,
        memory: Option<u64>,
        time: Option<f64>,
        threads: Option<usize>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Self> {
        let mut bounds = Bounds::default();
        if let Some(positions) = positions {
            bounds = bounds.with_positions(positions);
        }
        bounds.value_positions = value_positions.unwrap_or(bounds.value_positions);
        bounds.memory = memory.unwrap_or(bounds.memory);
        if let Some(time) = time {
            let wrong = || {
                PyValueError::new_err(format!(
                    "time={time}: a number of seconds from 0 on is expected"
                ))
            };
            bounds.time = Some(Duration::try_from_secs_f64(time).map_err(|_| wrong())?);
        }
        if let Some(threads) = threads {
            if !(1..=1024).contains(&threads) {
                return Err(PyValueError::new_err(format!(
                    "threads={threads}: 1 to 1024 threads can be used"
                )));
            }
            bounds.threads = threads;
        }
        let progress = match progress {
            None => Told::Auto,
            Some(told) => {
                let told = told.into_bound(py);
                match told.extract::<bool>() {
                    Ok(true) => Told::Auto,
                    Ok(false) => Told::Nobody,
                    Err(_) if told.is_callable() => Told::Call(told.unbind()),
                    Err(_) => {
                        let message = "progress: True, False or a callable (phase, done, total, unit) is expected";
                        return Err(PyValueError::new_err(message));
                    }
                }
            }
        };
        Ok(Self { bounds, progress })
    }

    /// A block with these limits begins or ends.
    #[staticmethod]
    fn entered(begins: bool) {
        match begins {
            true => ENTERED.fetch_add(1, Ordering::Relaxed),
            false => ENTERED.fetch_sub(1, Ordering::Relaxed),
        };
    }

    fn __repr__(&self) -> String {
        let Bounds { positions, memory, time, threads, .. } = self.bounds;
        let time = time.map_or_else(|| "None".to_owned(), |time| time.as_secs_f64().to_string());
        format!("Limits(positions={positions}, memory={memory}, time={time}, threads={threads})")
    }
}

/// The limits in force here.
pub fn current(py: Python<'_>) -> PyResult<(Bounds, Told)> {
    if ENTERED.load(Ordering::Relaxed) == 0 {
        return Ok((Bounds::default(), Told::Auto));
    }
    let found =
        py.import("grundy._limits")?.getattr(intern!(py, "CURRENT"))?.call_method0("get")?;
    let Ok(found) = found.cast::<Limits>() else { return Ok((Bounds::default(), Told::Auto)) };
    let found = found.get();
    let progress = match &found.progress {
        Told::Auto => Told::Auto,
        Told::Nobody => Told::Nobody,
        Told::Call(told) => Told::Call(told.clone_ref(py)),
    };
    Ok((found.bounds, progress))
}
