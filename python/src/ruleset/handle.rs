//! The Python object behind a ruleset.

use super::code::{Shape, Spot};
use super::core::Core;
use super::game::{NUMBERED, PythonFamily};
use crate::game::Game;
use crate::names::{Names, Source};
use crate::position::Position;
use crate::trouble::refused;
use pyo3::prelude::*;
use std::sync::Arc;

/// The engine's side of `grundy.Ruleset`.
#[pyclass(frozen, module = "grundy._core")]
pub struct RulesetHandle {
    pub family: Arc<PythonFamily>,
}

/// A name that positions can be written with.
fn is_name(name: &str) -> bool {
    let mut chars = name.chars();
    chars.next().is_some_and(|c| c.is_ascii_alphabetic())
        && chars.all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-')
        && !["repeat", "and", "or", "and-all", "or-first"].contains(&name.to_lowercase().as_str())
}

#[pymethods]
impl RulesetHandle {
    #[new]
    fn new(
        py: Python<'_>,
        name: String,
        told: String,
        call: Py<PyAny>,
        arguments: Option<Vec<String>>,
        loopy: bool,
        win: Py<PyAny>,
    ) -> PyResult<Self> {
        if !is_name(&name) {
            let message = format!(
                "a ruleset cannot be called {name}: a name has letters, digits and underscores, and begins with a letter"
            );
            return Err(refused(py, &message));
        }
        let core = Core::new(py, (name, told), call, arguments, loopy, win);
        Ok(Self { family: Arc::new(PythonFamily::new(core)) })
    }

    /// The position that an object is.
    fn place(&self, py: Python<'_>, object: &Bound<'_, PyAny>) -> PyResult<Position> {
        let spot = self.family.core().encode(object)?;
        let text = match spot.shape() {
            Shape::Int(n) => n.to_string(),
            Shape::Tuple(ints) => ints.iter().map(u64::to_string).collect::<Vec<_>>().join(","),
            Shape::Object(number) => format!("\"{NUMBERED}{number}\""),
        };
        let text = format!("{}({text})", self.family.core().name);
        Position::parse(py, &text, self.names())
    }

    /// The ruleset as a game: tables, sequences and laws.
    fn game(&self, py: Python<'_>) -> PyResult<Game> {
        Game::named(py, &self.family.core().name, self.names())
    }

    /// Of how many positions the options are known.
    fn known(&self) -> usize {
        self.family.core().known()
    }

    /// The object of a part of a position, if the part is of these rules.
    fn object<'py>(
        &self,
        py: Python<'py>,
        position: &Position,
        part: usize,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some((component, part)) = position.part(part) else { return Ok(None) };
        if component.identity() != format!("python {:p}", Arc::as_ptr(self.family.core())) {
            return Ok(None);
        }
        let spot = component.position(part).downcast_ref::<Spot>();
        spot.map(|&spot| self.family.core().decode(py, spot)).transpose()
    }
}

impl RulesetHandle {
    pub fn names(&self) -> Names {
        Names::of(Source::Python(self.family.clone()))
    }
}
