//! Answers and moves.

use crate::names::Names;
use crate::number::to_int;
use crate::position::Position;
use grundy::answer::{GrundyValue, MoveLine, PartValue, Style};
use grundy::game::{AnyMove, Component};
use grundy::translation::Language;
use grundy::{Expression, Outcome, Play};
use pyo3::exceptions::PyValueError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyFrozenSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// An outcome as a member of `grundy.Outcome`.
pub fn told_outcome(py: Python<'_>, outcome: Outcome) -> PyResult<Bound<'_, PyAny>> {
    static MEMBERS: PyOnceLock<[Py<PyAny>; 3]> = PyOnceLock::new();
    let members = MEMBERS.get_or_try_init(py, || {
        let class = py.import("grundy._values")?.getattr("Outcome")?;
        let member = |name: &str| class.getattr(name).map(Bound::unbind);
        Ok::<_, PyErr>([member("P")?, member("N")?, member("D")?])
    })?;
    let place = match outcome {
        Outcome::P => 0,
        Outcome::N => 1,
        Outcome::D => 2,
    };
    Ok(members[place].bind(py).clone())
}

fn infinite<'py>(py: Python<'py>, set: &[grundy::Nat]) -> PyResult<Bound<'py, PyAny>> {
    let numbers: PyResult<Vec<_>> = set.iter().map(|n| to_int(py, n)).collect();
    let set = PyFrozenSet::new(py, numbers?)?;
    py.import("grundy._values")?.getattr(intern!(py, "Infinite"))?.call1((set,))
}

/// A value: an int, `Infinite`, or None.
pub fn told_value<'py>(py: Python<'py>, value: &PartValue) -> PyResult<Bound<'py, PyAny>> {
    match value {
        PartValue::Known(n) => to_int(py, n),
        PartValue::Loopy(set) => infinite(py, set),
        PartValue::Nonzero | PartValue::Loony | PartValue::Unknown => Ok(py.None().into_bound(py)),
    }
}

/// A language by its name.
pub fn language(name: &str) -> PyResult<Language> {
    match name {
        "en" => Ok(Language::English),
        "zh" => Ok(Language::Chinese),
        _ => Err(PyValueError::new_err(format!(
            "language={name:?}: the languages are 'en' and 'zh'"
        ))),
    }
}

/// A move: the part moved in (from 1), the move in plain notation, and the position it leaves.
#[pyclass(frozen, module = "grundy")]
pub struct Move {
    part: usize,
    text: String,
    wins: bool,
    to: To,
    names: Names,
}

/// What a move leaves; long sums are not written out before they are asked for.
enum To {
    /// As text.
    Text(String),
    /// The position.
    Position(Arc<Expression>),
    /// The sum with another component in this place.
    Component(Arc<Expression>, usize, Arc<dyn Component>),
}

impl Move {
    pub fn new(line: MoveLine, names: Names) -> Self {
        let MoveLine { part, text, to, wins } = line;
        Self { part, text, wins, to: To::Text(to), names }
    }

    /// A move in the component of this number of a sum.
    pub fn of_component(
        (part, found): (usize, AnyMove),
        (sum, place): (&Arc<Expression>, usize),
        names: &Names,
    ) -> Self {
        let AnyMove { text, after, wins, .. } = found;
        let to = To::Component(sum.clone(), place, after);
        Self { part, text, wins, to, names: names.clone() }
    }

    /// The position that it leaves, if it need not be read.
    fn after(&self) -> Option<Arc<Expression>> {
        match &self.to {
            To::Text(_) => None,
            To::Position(after) => Some(after.clone()),
            To::Component(before, place, component) => {
                let Expression::Sum(sum) = &**before else { return None };
                let mut sum = sum.clone();
                *sum.get_mut(*place)? = component.clone();
                Some(Arc::new(Expression::Sum(sum)))
            }
        }
    }

    fn to(&self) -> String {
        match &self.to {
            To::Text(text) => text.clone(),
            To::Position(_) | To::Component(..) => {
                self.after().map_or_else(String::new, |after| after.to_string())
            }
        }
    }
}

#[pymethods]
impl Move {
    /// The part moved in, numbered from 1.
    #[getter]
    fn part(&self) -> usize {
        self.part
    }

    /// The move in plain notation.
    #[getter]
    fn text(&self) -> &str {
        &self.text
    }

    /// The position that it leaves.
    #[getter]
    fn result(&self, py: Python<'_>) -> PyResult<Position> {
        match (self.after(), &self.to) {
            (None, To::Text(text)) => Position::parse(py, text, self.names.clone()),
            (after, _) => {
                let after = after.unwrap_or_else(|| Arc::new(Expression::Sum(Vec::new())));
                Ok(Position::shared(after, self.names.clone()))
            }
        }
    }

    /// Whether it wins at once, whatever else is on the table.
    #[getter]
    fn wins(&self) -> bool {
        self.wins
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<Move in part {}: {}, to {}>", self.part, self.text, self.to())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let Ok(other) = other.cast::<Self>() else { return false };
        let other = other.get();
        (self.part, &self.text) == (other.part, &other.text) && self.to() == other.to()
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.part, &self.text).hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(slf: Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let own = slf.get();
        let facts = (own.part, &own.text, slf.getattr("result")?, own.wins);
        let made = slf.py().import("grundy._pickle")?.getattr("move")?;
        Ok((made, facts).into_pyobject(slf.py())?.into_any())
    }

    /// A move that was pickled.
    #[staticmethod]
    fn _of(part: usize, text: String, result: &Position, wins: bool) -> Self {
        let to = To::Position(result.expression.clone());
        Self { part, text, wins, to, names: result.names.clone() }
    }
}

/// Everything that is told about a position.
#[pyclass(frozen, module = "grundy")]
pub struct Answer {
    answer: grundy::Answer,
    names: Names,
}

impl Answer {
    pub fn new(answer: grundy::Answer, names: Names) -> Self {
        Self { answer, names }
    }

    fn moves(&self, lines: &[MoveLine]) -> Vec<Move> {
        lines.iter().map(|line| Move::new(line.clone(), self.names.clone())).collect()
    }
}

#[pymethods]
impl Answer {
    /// The position as text.
    #[getter]
    fn position(&self) -> &str {
        &self.answer.position
    }

    /// Whether it is about misère play.
    #[getter]
    fn misere(&self) -> bool {
        self.answer.play == Play::Misere
    }

    /// Who wins.
    #[getter]
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        told_outcome(py, self.answer.outcome)
    }

    /// "first", "second", or None for a draw.
    #[getter]
    fn winner(&self) -> Option<&'static str> {
        self.answer.winner
    }

    /// The Grundy value in normal play; None where it is not known or there is none.
    #[getter]
    fn grundy<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match &self.answer.grundy {
            Some(GrundyValue::Number(n)) => to_int(py, n),
            Some(GrundyValue::Loopy(set)) => infinite(py, set),
            None => Ok(py.None().into_bound(py)),
        }
    }

    /// The winning moves that are listed, at most as many as were asked for.
    #[getter]
    fn winning_moves(&self) -> Vec<Move> {
        self.moves(&self.answer.winning_moves.listed)
    }

    /// How many winning moves there are, exactly; None past the limits.
    #[getter]
    fn winning_count<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.answer.winning_moves.count.as_ref().map(|count| to_int(py, count)).transpose()
    }

    /// The moves that keep a draw where none wins.
    #[getter]
    fn drawing_moves(&self) -> Vec<Move> {
        self.answer.drawing_moves.as_ref().map_or_else(Vec::new, |moves| self.moves(&moves.listed))
    }

    /// How many moves the game lasts, if `duration` was asked for; None for a draw.
    #[getter]
    fn remoteness(&self) -> Option<u32> {
        self.answer.duration.as_ref()?.remoteness
    }

    /// The theory used.
    #[getter]
    fn method(&self) -> &str {
        &self.answer.method
    }

    /// Remarks.
    #[getter]
    fn notes(&self) -> Vec<String> {
        self.answer.notes.clone()
    }

    /// The reasons, step by step, if they were asked for.
    #[getter]
    fn reasoning(&self) -> Vec<String> {
        self.answer.reasoning.clone()
    }

    /// The answer as one line of JSON, as the command prints it.
    fn json(&self) -> String {
        self.answer.to_json()
    }

    fn __str__(&self) -> String {
        self.answer.to_text(Style::default()).trim_end().to_owned()
    }

    fn __repr__(&self) -> String {
        let play = if self.misere() { " in misère play" } else { "" };
        format!("<Answer: {} is {}{play}>", self.answer.position, self.answer.outcome)
    }

    fn _repr_html_<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("grundy._display")?.call_method1("folded", (self.__str__(),))
    }
}
