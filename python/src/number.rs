//! Integers of any length between the library and Python.

use grundy::nat::{MAX_DIGITS, Nat, to_u64};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyInt};

/// The number as a Python int.
pub fn to_int<'py>(py: Python<'py>, n: &Nat) -> PyResult<Bound<'py, PyAny>> {
    if let Some(word) = to_u64(n) {
        return Ok(word.into_pyobject(py)?.into_any());
    }
    let bytes = PyBytes::new(py, &n.to_le_bytes());
    py.get_type::<PyInt>().call_method1(intern!(py, "from_bytes"), (bytes, "little"))
}

/// A Python int, or what Python takes for one, as a number.
///
/// # Errors
/// `TypeError` for other objects, `ValueError` for negative numbers and those of more than a million
/// digits.
pub fn from_int(number: &Bound<'_, PyAny>) -> PyResult<Nat> {
    if let Ok(word) = number.extract::<u64>() {
        return Ok(Nat::from(word));
    }
    let py = number.py();
    let number = match number.hasattr(intern!(py, "__index__"))? {
        true => number.call_method0(intern!(py, "__index__"))?,
        false => {
            let kind = number.get_type().name()?;
            return Err(PyTypeError::new_err(format!("an int is expected here, not {kind}")));
        }
    };
    if number.lt(0)? {
        return Err(PyValueError::new_err(format!(
            "{} is negative: numbers count from 0",
            shown(&number)
        )));
    }
    let bits: usize = number.call_method0(intern!(py, "bit_length"))?.extract()?;
    // A decimal digit has more than 3.32 bits.
    if bits / 10 * 3 > MAX_DIGITS {
        return Err(PyValueError::new_err("numbers of more than a million digits are refused"));
    }
    let bytes = number.call_method1(intern!(py, "to_bytes"), (bits.div_ceil(8), "little"))?;
    Ok(Nat::from_le_bytes(bytes.cast::<PyBytes>()?.as_bytes()))
}

/// A number as text for a message; Python refuses to print very long ones.
fn shown(number: &Bound<'_, PyAny>) -> String {
    number.str().map_or_else(|_| "this number".to_owned(), |text| text.to_string())
}
