//! The field of nimbers: nim-sums, nim-products, inverses, powers and roots of ints of any size.

use crate::ask::ask_plain;
use crate::number::{from_int, to_int};
use crate::trouble::{Trouble, refused};
use grundy::nat::BitTest;
use grundy::nim_expression::MAX_BITS;
use grundy::nimber::Nimber as Any;
use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyValueError, PyZeroDivisionError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// A nimber: `+` is the nim-sum, `*` the nim-product; `/`, `**` and roots belong to them.
///
/// >>> from grundy import Nimber
/// >>> Nimber(7) * 9 + 3
/// Nimber(11)
/// >>> Nimber(6) / 6, Nimber(5) ** 3, Nimber(3).sqrt()
/// (Nimber(1), Nimber(13), Nimber(2))
#[pyclass(frozen, module = "grundy")]
pub struct Nimber(Any);

fn operand(other: &Bound<'_, PyAny>) -> Option<Any> {
    match other.cast::<Nimber>() {
        Ok(nimber) => Some(nimber.get().0.clone()),
        Err(_) => from_int(other).ok().map(Any::from),
    }
}

type Answer = PyResult<Py<PyAny>>;

impl Nimber {
    fn with(
        &self,
        py: Python<'_>,
        other: &Bound<'_, PyAny>,
        work: impl FnOnce(&Any, &Any) -> Result<Any, Trouble> + Send,
    ) -> Answer {
        let Some(other) = operand(other) else { return Ok(py.NotImplemented()) };
        let bits = self.0.number().bit_len().max(other.number().bit_len());
        if bits > MAX_BITS {
            return Err(refused(
                py,
                &format!("nimbers of more than {MAX_BITS} bits are not computed with"),
            ));
        }
        let found = ask_plain(py, |_| work(&self.0, &other))?;
        Ok(Self(found).into_pyobject(py)?.into_any().unbind())
    }
}

#[pymethods]
impl Nimber {
    #[new]
    fn new(number: &Bound<'_, PyAny>) -> PyResult<Self> {
        match number.cast::<Self>() {
            Ok(nimber) => Ok(Self(nimber.get().0.clone())),
            Err(_) => Ok(Self(from_int(number)?.into())),
        }
    }

    fn __add__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> Answer {
        self.with(py, other, |a, b| Ok(a + b))
    }

    fn __radd__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> Answer {
        self.__add__(py, other)
    }

    /// The same as the sum: every nimber is its own negative.
    fn __sub__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> Answer {
        self.__add__(py, other)
    }

    fn __rsub__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> Answer {
        self.__add__(py, other)
    }

    fn __neg__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __mul__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> Answer {
        self.with(py, other, |a, b| Ok(a * b))
    }

    fn __rmul__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> Answer {
        self.__mul__(py, other)
    }

    fn __truediv__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> Answer {
        if operand(other).is_some_and(|other| other == Any::ZERO) {
            return Err(PyZeroDivisionError::new_err(
                "there is no nimber whose nim-product with 0 is not 0",
            ));
        }
        let none = || Trouble::Refused("0 has no inverse".into());
        self.with(py, other, |a, b| a.checked_div(b).ok_or_else(none))
    }

    fn __rtruediv__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> Answer {
        match operand(other) {
            Some(other) => {
                let own = Self(self.0.clone()).into_pyobject(py)?;
                Self(other).__truediv__(py, own.as_any())
            }
            None => Ok(py.NotImplemented()),
        }
    }

    fn __pow__(
        &self,
        py: Python<'_>,
        exponent: &Bound<'_, PyAny>,
        modulus: Option<&Bound<'_, PyAny>>,
    ) -> Answer {
        if modulus.is_some_and(|modulus| !modulus.is_none()) {
            return Err(PyValueError::new_err("powers of nimbers have no modulus"));
        }
        let Ok(negative) = exponent.lt(0) else { return Ok(py.NotImplemented()) };
        let (base, exponent) = match negative {
            true => {
                let inverse = self
                    .0
                    .inverse()
                    .ok_or_else(|| PyZeroDivisionError::new_err("0 has no inverse"))?;
                (inverse, exponent.neg()?)
            }
            false => (self.0.clone(), exponent.clone()),
        };
        let exponent = from_int(&exponent)?;
        let found = ask_plain(py, |context| base.pow(&exponent, context).map_err(Trouble::from))?;
        Ok(Self(found).into_pyobject(py)?.into_any().unbind())
    }

    /// The square root; every nimber has exactly one.
    fn sqrt(&self, py: Python<'_>) -> PyResult<Self> {
        ask_plain(py, |_| Ok(Self(self.0.sqrt())))
    }

    /// The least n-th root; None if there is none.
    fn root(&self, py: Python<'_>, n: &Bound<'_, PyAny>) -> PyResult<Option<Self>> {
        let n = from_int(n)?;
        if n == grundy::Nat::ZERO {
            return Err(PyValueError::new_err("there is no 0th root"));
        }
        ask_plain(py, |context| Ok(self.0.root(&n, context)?.map(Self)))
    }

    /// The least n >= 1 with x ** n == 1; None for 0.
    fn order<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let order = ask_plain(py, |context| self.0.order(context).map_err(Trouble::from))?;
        order.map(|order| to_int(py, &order)).transpose()
    }

    /// The least n >= 0 with base ** n == x; None if there is none.
    fn log<'py>(
        &self,
        py: Python<'py>,
        base: &Bound<'py, PyAny>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(base) = operand(base) else {
            return Err(refused(py, "the base of a logarithm is a nimber or an int"));
        };
        let log = ask_plain(py, |context| self.0.log(&base, context).map_err(Trouble::from))?;
        log.map(|log| to_int(py, &log)).transpose()
    }

    fn __int__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_int(py, self.0.number())
    }

    fn __index__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.__int__(py)
    }

    fn __bool__(&self) -> bool {
        self.0 != Any::ZERO
    }

    fn __richcmp__(&self, py: Python<'_>, other: &Bound<'_, PyAny>, op: CompareOp) -> Answer {
        let equal = operand(other).map(|other| other == self.0);
        match (equal, op) {
            (Some(equal), CompareOp::Eq) => {
                Ok(equal.into_pyobject(py)?.to_owned().into_any().unbind())
            }
            (Some(equal), CompareOp::Ne) => {
                Ok((!equal).into_pyobject(py)?.to_owned().into_any().unbind())
            }
            _ => Ok(py.NotImplemented()),
        }
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        // Equal to ints, so hashed as they are.
        self.__int__(py)?.hash()
    }

    fn __str__(&self) -> String {
        grundy::nat::print(self.0.number())
    }

    fn __repr__(&self) -> String {
        format!("Nimber({})", self.__str__())
    }

    fn __reduce__<'py>(slf: Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let py = slf.py();
        let number = (slf.get().__int__(py)?,).into_pyobject(py)?;
        PyTuple::new(py, [slf.get_type().into_any(), number.into_any()])
    }
}

/// An expression of nim-arithmetic, as "7*9 + 3^2"; logarithms, orders and degrees are ints.
///
/// >>> import grundy
/// >>> grundy.nimber("7*9 + 3^2"), grundy.nimber("log(2, 3)")
/// (Nimber(10), 2)
#[pyfunction]
pub fn nimber(py: Python<'_>, text: &str) -> PyResult<Py<PyAny>> {
    use grundy::nim_expression::{Worth, calculate};
    let worth = ask_plain(py, |context| {
        let made = calculate(text, false, context);
        made.map(|made| made.worth).map_err(|error| Trouble::Read(error, text.to_owned()))
    })?;
    match worth {
        Worth::Nimber(nimber) => Ok(Nimber(nimber).into_pyobject(py)?.into_any().unbind()),
        Worth::Integer(integer) => {
            let (size, negative) = grundy::nat::magnitude(&integer);
            let size = to_int(py, &size)?;
            Ok(if negative { size.neg()? } else { size }.unbind())
        }
    }
}
