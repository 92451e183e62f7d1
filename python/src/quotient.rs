//! Misère quotients of take-and-break games.

use crate::ask::{ask, ask_plain};
use crate::names::Names;
use crate::trouble::{Trouble, refused};
use grundy::context::Stop;
use grundy::game::AnyGame;
use grundy::quotient::{CodeQuotient, CountLaw, End, More};
use pyo3::prelude::*;
use std::path::PathBuf;
use std::sync::Arc;

/// A misère quotient; the engine's side of `grundy.Quotient`.
#[pyclass(frozen, module = "grundy._core")]
pub struct CodeQuotientHandle {
    quotient: CodeQuotient,
    halted: Option<String>,
}

/// The misère quotient of a game, up to heap `to` or until a period is proved.
pub fn quotient<'py>(
    py: Python<'py>,
    game: &Arc<dyn AnyGame>,
    names: &Names,
    to: Option<u64>,
    elements: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let Some((code, _)) = game.as_code() else {
        let message = format!(
            "no take-and-break code is known for {}: quotients are found of codes such as 0.77 and of games that are one, such as kayles",
            game.title()
        );
        return Err(refused(py, &message));
    };
    let to = to.unwrap_or_else(|| 2 * grundy::quotient::last_heap(&code));
    let handle = ask(py, names, |context| {
        let limits = grundy::quotient::limits(elements, &context.limits);
        let mut quotient = CodeQuotient::new(code.clone(), limits);
        let halted = match quotient.grow(to, context) {
            Ok(End::Halted(halt)) => Some(halt.to_string()),
            Ok(End::Proved | End::Reached) => None,
            Err(stop @ Stop::Limit { .. }) => Some(stop.to_string()),
            Err(stop) => return Err(Trouble::Stop(stop)),
        };
        // What was found by the time is told, and checked without a clock.
        let mut unhurried = *context;
        unhurried.limits.time = None;
        if !quotient.check(&unhurried)? {
            let message = "the quotient that was found does not pass the check of its theorem: please report this";
            return Err(Trouble::Certificate(message.into()));
        }
        Ok(CodeQuotientHandle { quotient, halted })
    })?;
    py.import("grundy._laws")?.getattr("Quotient")?.call1((handle,))
}

#[pymethods]
impl CodeQuotientHandle {
    /// One JSON object, as the command prints it.
    fn json(&self) -> String {
        self.quotient.to_json(More::default(), None)
    }

    /// Why the search ended before a period, if a limit ended it.
    #[getter]
    fn halted(&self) -> Option<&str> {
        self.halted.as_deref()
    }

    /// The text of the certificate; written to a file if one is named.
    #[pyo3(signature = (path=None))]
    fn certificate(&self, py: Python<'_>, path: Option<PathBuf>) -> PyResult<String> {
        let text = self.quotient.certificate().ok_or_else(|| {
            let message =
                "certificates are written of codes with bounded takes that leave two heaps at most";
            refused(py, message)
        })?;
        if let Some(path) = path {
            std::fs::write(path, &text)?;
        }
        Ok(text)
    }

    /// The law of the counts of the heaps up to one, the first that the quotient does not reach if none is named: its
    /// facts as JSON, its text and its certificate; `None` if none is found.
    #[pyo3(signature = (heap=None))]
    fn law(
        &self,
        py: Python<'_>,
        heap: Option<u32>,
    ) -> PyResult<Option<(String, String, Option<String>)>> {
        let union = self.quotient.union();
        let code = union.codes().next().expect("it is of one code");
        let last = heap.unwrap_or_else(|| u32::try_from(union.heaps(0)).unwrap_or(u32::MAX));
        let law =
            ask_plain(py, |context| CountLaw::find(code, last, context).map_err(Trouble::Stop))?;
        Ok(law.map(|law| {
            let facts = serde_json::to_string(&law.facts()).expect("facts are JSON");
            (facts, law.to_text(), law.certificate())
        }))
    }

    fn __str__(&self) -> String {
        self.quotient.to_text(More::default()).trim_end().to_owned()
    }
}
