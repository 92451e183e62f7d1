//! Numbers of the library as arrays of Python: numpy looks at them where they are, without a copy.

use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Where numbers lie, and how many bytes one of them takes.
pub fn place<T>(numbers: &[T]) -> (usize, usize) {
    (numbers.as_ptr() as usize, size_of::<T>())
}

/// The array interface (version 3) of numbers that stay where they are as long as their owner lives.
///
/// `kind` is "u" for numbers without a sign, "i" for those with one, "U" for characters.
pub fn interface<'py>(
    py: Python<'py>,
    (address, bytes): (usize, usize),
    shape: &[usize],
    kind: char,
) -> PyResult<Bound<'py, PyDict>> {
    let order = if cfg!(target_endian = "little") { '<' } else { '>' };
    let kind = match kind {
        'U' => "U1".to_owned(),
        kind => format!("{kind}{bytes}"),
    };
    let dict = PyDict::new(py);
    dict.set_item("version", 3)?;
    dict.set_item("typestr", format!("{order}{kind}"))?;
    dict.set_item("shape", pyo3::types::PyTuple::new(py, shape)?)?;
    // The second entry says that nobody may write there.
    dict.set_item("data", (address, true))?;
    Ok(dict)
}
