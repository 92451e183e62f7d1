//! Texts of rules as games.

use crate::game::Game;
use crate::names::{Names, Source, Text};
use crate::position::Position;
use crate::trouble::Trouble;
use grundy_rules::game::Rules;
use grundy_rules::input::TextError;
use grundy_rules::source::Source as RuleSource;
use grundy_rules::typed::Program;
use pyo3::prelude::*;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

/// The games of a text of rules.
#[pyclass(frozen, module = "grundy", weakref)]
pub struct RuleText {
    text: Arc<Text>,
}

/// Texts in use, so that one text is one game wherever it is read again.
static KNOWN: Mutex<Option<Known>> = Mutex::new(None);

/// By text and inputs.
type Known = HashMap<(String, Vec<String>), Weak<Text>>;

fn read(text: &str, inputs: &[String]) -> Result<Arc<Text>, Trouble> {
    let key = (text.to_owned(), inputs.to_vec());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let known = known.get_or_insert_default();
    if let Some(found) = known.get(&key).and_then(Weak::upgrade) {
        return Ok(found);
    }
    let source = RuleSource::new("rules", text);
    let wrong = |error: grundy_rules::error::RuleError| Trouble::Rules(error.render(&source));
    let program = Program::read(source.clone()).map_err(wrong)?;
    let program = program.bind_texts(inputs).map_err(|error| match error {
        TextError::Rules(error) => wrong(error),
        TextError::Input { input, what } => Trouble::Rules(format!("input {input}: {what}")),
    })?;
    let rules = Rules::new(program).map_err(wrong)?;
    let made = Arc::new(Text { rules, text: key.0.clone(), inputs: key.1.clone() });
    known.retain(|_, text| text.strong_count() > 0);
    known.insert(key, Arc::downgrade(&made));
    Ok(made)
}

/// A text as a source of names.
pub fn source(py: Python<'_>, text: &str, inputs: &[String]) -> PyResult<Source> {
    let read = py.detach(|| read(text, inputs));
    read.map(Source::Text).map_err(|trouble| trouble.raised(py, &Names::default()))
}

impl RuleText {
    fn names(&self) -> Names {
        Names::of(Source::Text(self.text.clone()))
    }
}

#[pymethods]
impl RuleText {
    #[new]
    #[pyo3(signature = (text, inputs=Vec::new()))]
    fn new(py: Python<'_>, text: &str, inputs: Vec<String>) -> PyResult<Self> {
        let read = py.detach(|| read(text, &inputs));
        Ok(Self { text: read.map_err(|trouble| trouble.raised(py, &Names::default()))? })
    }

    /// The names of the games.
    #[getter]
    fn names_of_games(&self) -> Vec<String> {
        self.text.rules.program().families.iter().map(|family| family.name.to_string()).collect()
    }

    /// The text.
    #[getter]
    fn text(&self) -> &str {
        &self.text.text
    }

    /// The values of the inputs, as "NAME=VALUE".
    #[getter]
    fn inputs(&self) -> Vec<String> {
        self.text.inputs.clone()
    }

    /// A game of the text.
    fn game(&self, py: Python<'_>, name: &str) -> PyResult<Game> {
        Game::named(py, name, self.names())
    }

    /// Reads an expression in which the games of the text come first.
    fn parse(&self, py: Python<'_>, text: &str) -> PyResult<Position> {
        Position::parse(py, text, self.names())
    }

    /// Whether both are the games of one text.
    fn _same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.text, &other.text)
    }
}
