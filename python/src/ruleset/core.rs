//! A ruleset written in Python: its callable, the objects that are positions, what it raised.

use super::cache::{Cache, Told};
use super::code::{Shape, Spot};
use super::read;
use hashbrown::HashMap;
use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A ruleset written in Python.
///
/// No lock is held while Python runs: a thread that waits for the lock could hold the interpreter.
pub struct Core {
    /// The name that positions are written with.
    pub name: String,
    /// The rules in words.
    pub told: String,
    /// How the numbers of a position are called; none if any position is taken.
    pub arguments: Option<Vec<String>>,
    /// Whether play may go on for ever.
    pub loopy: bool,
    /// From a position to its options.
    call: Py<PyAny>,
    /// Whether a tuple is handed over as several arguments.
    spread: bool,
    /// The move that wins at once.
    win: Py<PyAny>,
    objects: Mutex<Vec<Py<PyAny>>>,
    /// From objects to their numbers.
    numbers: Py<PyDict>,
    /// From the `repr` of objects to them, and of how many objects it is known.
    reprs: Mutex<(HashMap<String, Vec<Spot>>, usize)>,
    cache: Cache,
    failure: Mutex<Option<(PyErr, String)>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Core {
    /// A ruleset; `arguments` are the names of the numbers that `call` takes.
    pub fn new(
        py: Python<'_>,
        (name, told): (String, String),
        call: Py<PyAny>,
        arguments: Option<Vec<String>>,
        loopy: bool,
        win: Py<PyAny>,
    ) -> Self {
        let spread = arguments.as_ref().is_some_and(|names| names.len() > 1);
        let numbers = PyDict::new(py).unbind();
        let (objects, cache, failure) = (Mutex::default(), Cache::default(), Mutex::default());
        Self {
            name,
            told,
            arguments,
            loopy,
            call,
            spread,
            win,
            objects,
            numbers,
            reprs: Mutex::default(),
            cache,
            failure,
        }
    }

    /// The object of a position.
    pub fn decode<'py>(&self, py: Python<'py>, spot: Spot) -> PyResult<Bound<'py, PyAny>> {
        Ok(match spot.shape() {
            Shape::Int(n) => n.into_pyobject(py)?.into_any(),
            Shape::Tuple(ints) => PyTuple::new(py, ints)?.into_any(),
            Shape::Object(number) => {
                let found = lock(&self.objects).get(number).map(|object| object.clone_ref(py));
                found
                    .ok_or_else(|| PyTypeError::new_err("there is no such position"))?
                    .into_bound(py)
            }
        })
    }

    /// The position that an object is.
    ///
    /// # Errors
    /// `TypeError` if it cannot be hashed; what its comparison raised.
    pub fn encode(&self, object: &Bound<'_, PyAny>) -> PyResult<Spot> {
        if let Some(spot) = Spot::of(object) {
            return Ok(spot);
        }
        let py = object.py();
        let numbers = self.numbers.bind(py);
        let known = numbers.get_item(object).map_err(|error| {
            match error.is_instance_of::<PyTypeError>(py) {
                true => PyTypeError::new_err(format!(
                    "{}: a position is hashable (an int, a tuple, a string, a frozen dataclass): {error}",
                    self.name
                )),
                false => error,
            }
        })?;
        if let Some(number) = known {
            return Ok(Spot::object(number.extract()?));
        }
        // Two threads may number the same object: the first number stays.
        let number = {
            let mut objects = lock(&self.objects);
            objects.push(object.clone().unbind());
            objects.len() - 1
        };
        let number = numbers.call_method1(intern!(py, "setdefault"), (object, number))?;
        Ok(Spot::object(number.extract()?))
    }

    /// The positions whose `repr` this is, of those that were met.
    pub fn by_repr(&self, py: Python<'_>, text: &str) -> PyResult<Vec<Spot>> {
        let first = lock(&self.reprs).1;
        let new: Vec<Py<PyAny>> =
            lock(&self.objects).iter().skip(first).map(|object| object.clone_ref(py)).collect();
        let mut told = Vec::with_capacity(new.len());
        for object in &new {
            told.push((object.bind(py).repr()?.to_string(), self.encode(object.bind(py))?));
        }
        let mut reprs = lock(&self.reprs);
        for (repr, spot) in told {
            let spots = reprs.0.entry(repr).or_default();
            if !spots.contains(&spot) {
                spots.push(spot);
            }
        }
        reprs.1 = reprs.1.max(first + new.len());
        Ok(reprs.0.get(text).cloned().unwrap_or_default())
    }

    /// Whether there is an object of this number.
    pub fn has(&self, number: usize) -> bool {
        number < lock(&self.objects).len()
    }

    /// Of how many positions the options are known.
    pub fn known(&self) -> usize {
        self.cache.len()
    }

    /// The options of a position: those kept, or as Python tells them.
    ///
    /// # Errors
    /// What Python raised, or what is wrong with the options.
    pub fn options(&self, spot: Spot) -> Result<Arc<Told>, ()> {
        if let Some(told) = self.cache.get(spot) {
            return Ok(told);
        }
        Python::attach(|py| {
            let told = crate::ask::in_options(|| self.ask(py, spot));
            match told {
                Ok(told) => {
                    let told = Arc::new(told);
                    self.cache.keep(spot, &told);
                    Ok(told)
                }
                Err(error) => {
                    let message = format!("{} raised {error}", self.name);
                    lock(&self.failure).get_or_insert((error, message));
                    Err(())
                }
            }
        })
    }

    fn ask(&self, py: Python<'_>, spot: Spot) -> PyResult<Told> {
        let object = self.decode(py, spot)?;
        let returned = match object.cast_exact::<PyTuple>() {
            Ok(tuple) if self.spread => self.call.bind(py).call1(tuple)?,
            _ => self.call.bind(py).call1((object,))?,
        };
        read::options(self, &returned, self.win.bind(py))
    }

    /// What was raised, as text.
    pub fn failure(&self) -> Option<String> {
        lock(&self.failure).as_ref().map(|(_, message)| message.clone())
    }

    /// What was raised; it is forgotten.
    pub fn take_failure(&self) -> Option<PyErr> {
        lock(&self.failure).take().map(|(error, _)| error)
    }
}
