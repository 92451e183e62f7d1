//! Positions as values: sums, parts, outcomes, moves.

use crate::answer::{Answer, Move, told_outcome, told_value};
use crate::ask::ask;
use crate::graph::GameGraph;
use crate::moves::moves_of;
use crate::names::{Names, Source};
use crate::picture::Picture;
use crate::trouble::{Trouble, refused, too_many};
use grundy::analysis::{self, Question, Session};
use grundy::answer::{MoveLine, PartValue};
use grundy::context::{Context, Stop};
use grundy::diagram::{Diagram, DiagramMove};
use grundy::game::{Component, Known};
use grundy::nat::Nat;
use grundy::{Expression, Outcome, Play};
use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PySlice, PyTuple};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, OnceLock};

/// So many moves are listed unless more are asked for.
pub const MOVES: usize = 100_000;

/// A position: a sum of parts of any games, a series of rounds, or a join.
///
/// Positions are values: they never change, and two of them are equal if they are sums of the same
/// unfinished parts as they are written, in any order.
///
/// >>> import grundy
/// >>> g = grundy.nim(3, 4, 5) + grundy.parse("wythoff(3,5)")
/// >>> g.grundy, str(g.outcome())
/// (2, 'N')
/// >>> [m.text for m in g.winning_moves()]
/// ['3 -> 1', '(3,5) -> (0,2)', '(3,5) -> (3,4)']
/// >>> g == grundy.Position("wythoff(3,5) + nim(5,4,3)")
/// True
#[pyclass(frozen, module = "grundy", weakref)]
pub struct Position {
    pub expression: Arc<Expression>,
    pub names: Names,
    value: OnceLock<PartValue>,
    outcomes: [OnceLock<Outcome>; 2],
    key: OnceLock<Option<Vec<(String, String)>>>,
}

/// Whether an identity is that of rules from a text or from Python.
fn is_own(identity: &str) -> bool {
    identity.starts_with("rules ") || identity.starts_with("python ")
}

pub fn play_of(misere: bool) -> Play {
    if misere { Play::Misere } else { Play::Normal }
}

impl Position {
    pub fn new(expression: Expression, names: Names) -> Self {
        Self::shared(Arc::new(expression), names)
    }

    pub fn shared(expression: Arc<Expression>, names: Names) -> Self {
        Self {
            expression,
            names,
            value: OnceLock::new(),
            outcomes: Default::default(),
            key: OnceLock::new(),
        }
    }

    pub fn of_sum(sum: Vec<Arc<dyn Component>>, names: Names) -> Self {
        Self::new(Expression::Sum(sum), names)
    }

    /// Reads an expression.
    pub fn parse(py: Python<'_>, text: &str, names: Names) -> PyResult<Self> {
        let read = ask(py, &names, |context| {
            names
                .with_catalogue(|catalogue| catalogue.read_within(text, context))
                .map_err(|error| Trouble::Read(error, text.to_owned()))
        })?;
        Ok(Self::new(read, names))
    }

    /// The components, if the position is a sum.
    fn sum(&self) -> Option<&[Arc<dyn Component>]> {
        match &*self.expression {
            Expression::Sum(sum) => Some(sum),
            Expression::Series(_) | Expression::Join(_) => None,
        }
    }

    fn sum_for(&self, py: Python<'_>, what: &str) -> PyResult<&[Arc<dyn Component>]> {
        self.sum().ok_or_else(|| {
            let kind = match &*self.expression {
                Expression::Join(_) => "a join",
                _ => "a series of rounds",
            };
            refused(py, &format!("{kind} has no {what}: take the positions inside of it"))
        })
    }

    /// The component and its part by the number of the part in the whole position.
    pub fn part(&self, number: usize) -> Option<(&Arc<dyn Component>, usize)> {
        let mut before = 0;
        for component in self.sum()? {
            if number < before + component.parts() {
                return Some((component, number - before));
            }
            before += component.parts();
        }
        None
    }

    /// Some parts alone.
    fn with_parts(&self, numbers: impl IntoIterator<Item = usize>) -> Self {
        let mut sum: Vec<Arc<dyn Component>> = Vec::new();
        let mut open: Option<(&Arc<dyn Component>, Vec<usize>)> = None;
        for number in numbers {
            let Some((component, part)) = self.part(number) else { continue };
            match &mut open {
                Some((last, parts)) if Arc::ptr_eq(last, component) => parts.push(part),
                _ => {
                    sum.extend(open.take().map(|(last, parts)| last.with_parts(&parts)));
                    open = Some((component, vec![part]));
                }
            }
        }
        sum.extend(open.map(|(last, parts)| last.with_parts(&parts)));
        Self::of_sum(sum, self.names.clone())
    }

    fn titles(&self) -> Vec<String> {
        match &*self.expression {
            Expression::Sum(sum) => sum.iter().map(|component| component.title()).collect(),
            _ => Vec::new(),
        }
    }

    /// What equal positions have in common; `None` for anything but a sum.
    fn key(&self, py: Python<'_>) -> &Option<Vec<(String, String)>> {
        if let Some(key) = self.key.get() {
            return key;
        }
        let key = py.detach(|| {
            let mut key: Vec<(String, String)> = Vec::new();
            for component in self.sum()? {
                // A name of one's own may stand for other rules elsewhere; the catalogue's say it all.
                let own = match self.names.sources() {
                    [] => String::new(),
                    _ => Some(component.identity()).filter(|own| is_own(own)).unwrap_or_default(),
                };
                for part in 0..component.parts() {
                    // Where the rules fail nobody knows whether a part is finished.
                    if component.has_moves(part) || component.fault().is_some() {
                        key.push((own.clone(), component.print_part(part)));
                    }
                }
            }
            key.sort();
            Some(key)
        });
        self.names.forget_failures();
        self.key.get_or_init(|| key)
    }

    fn found_value(&self, py: Python<'_>) -> PyResult<&PartValue> {
        if let Some(value) = self.value.get() {
            return Ok(value);
        }
        let sum = self.sum_for(py, "Grundy value")?;
        let value = ask(py, &self.names, |context| match by_theory(sum, context)? {
            Some(value) => Ok(PartValue::Known(value)),
            None => analysis::value(sum, context),
        })?;
        Ok(self.value.get_or_init(|| value))
    }

    fn found_outcome(&self, py: Python<'_>, play: Play) -> PyResult<Outcome> {
        let known = &self.outcomes[usize::from(play == Play::Misere)];
        if let Some(outcome) = known.get() {
            return Ok(*outcome);
        }
        let outcome = ask(py, &self.names, |context| match self.sum() {
            Some(sum) => Session::default().outcome(sum, play, context),
            None => {
                let question = Question { play, moves: 0, value: false, ..Question::default() };
                analysis::answer(&self.expression, &question, context).map(|answer| answer.outcome)
            }
        })?;
        Ok(*known.get_or_init(|| outcome))
    }

    pub fn answer(&self, py: Python<'_>, question: &Question) -> PyResult<grundy::Answer> {
        ask(py, &self.names, |context| analysis::answer(&self.expression, question, context))
    }
}

/// The value of a sum of parts each of which theory tells the value of: what most questions are about.
fn by_theory(sum: &[Arc<dyn Component>], context: &Context<'_>) -> Result<Option<Nat>, Stop> {
    let mut total = Nat::ZERO;
    for component in sum {
        if component.is_loopy() || component.entails() {
            return Ok(None);
        }
        for part in 0..component.parts() {
            match component.known(part, context)? {
                Some(Known::Value(value)) => total ^= value,
                _ => return Ok(None),
            }
        }
    }
    Ok(Some(total))
}

#[pymethods]
impl Position {
    /// Reads a position expression, as "nim(3,4,5) + wythoff(3,5)".
    #[new]
    fn read(py: Python<'_>, text: &str) -> PyResult<Self> {
        Self::parse(py, text, Names::default())
    }

    /// The Grundy value: an int, `Infinite` where play may go on for ever, None where a move wins at once.
    #[getter]
    fn grundy<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        told_value(py, self.found_value(py)?)
    }

    /// Who wins: Outcome.N (the player to move), Outcome.P (the other one) or Outcome.D (a draw).
    #[pyo3(signature = (*, misere=false))]
    fn outcome<'py>(&self, py: Python<'py>, misere: bool) -> PyResult<Bound<'py, PyAny>> {
        told_outcome(py, self.found_outcome(py, play_of(misere))?)
    }

    /// Everything about the position: outcome, value, winning moves, theory, reasoning.
    #[pyo3(signature = (*, misere=false, only=None, moves=20, explain=false, replies=0, duration=false))]
    #[allow(clippy::too_many_arguments)]
    fn solve(
        &self,
        py: Python<'_>,
        misere: bool,
        only: Option<usize>,
        moves: usize,
        explain: bool,
        replies: usize,
        duration: bool,
    ) -> PyResult<Answer> {
        let play = play_of(misere);
        let question = Question {
            play,
            only,
            moves: moves.min(MOVES),
            explain,
            replies: replies.min(MOVES),
            duration,
            report: true,
            ..Question::default()
        };
        Ok(Answer::new(self.answer(py, &question)?, self.names.clone()))
    }

    /// All winning moves, by part and then by result; LimitError if there are more than `limit`.
    #[pyo3(signature = (*, misere=false, only=None, limit=10_000))]
    fn winning_moves(
        &self,
        py: Python<'_>,
        misere: bool,
        only: Option<usize>,
        limit: usize,
    ) -> PyResult<Vec<Move>> {
        let moves = limit.min(MOVES);
        let question =
            Question { play: play_of(misere), only, moves, value: false, ..Question::default() };
        let answer = self.answer(py, &question)?;
        let listed = answer.winning_moves.listed;
        match answer.winning_moves.count {
            Some(count) if count == listed.len().into() => {
                Ok(listed.into_iter().map(|line| Move::new(line, self.names.clone())).collect())
            }
            Some(count) => {
                let count = grundy::nat::print(&count);
                let message = format!(
                    "there are {count} winning moves, at most {moves} are listed: solve(moves=20) tells some, and their number"
                );
                Err(too_many(py, &message))
            }
            None => {
                let message = "the outcome is known, but the winning moves are not within the limits: \
                               limits(positions=...) raises them, solve() tells what is known";
                Err(too_many(py, message))
            }
        }
    }

    /// All moves, by part; LimitError if there are more than `limit`.
    #[pyo3(signature = (*, only=None, limit=10_000))]
    fn moves(&self, py: Python<'_>, only: Option<usize>, limit: usize) -> PyResult<Vec<Move>> {
        let limit = limit.min(MOVES);
        if let Some(part) = only
            && part.wrapping_sub(1) >= self.__len__()
        {
            let message =
                format!("there is no part {part}: parts are numbered from 1 to {}", self.__len__());
            return Err(refused(py, &message));
        }
        let listed = match &*self.expression {
            Expression::Sum(sum) => ask(py, &self.names, |context| {
                moves_of((&self.expression, &self.names), sum, only, limit, context)
            })?,
            Expression::Series(_) => {
                // The moves are those of the present round.
                let diagram =
                    ask(py, &self.names, |context| Diagram::of(&self.expression, context))?;
                diagram.complete.then(|| {
                    let made = |to: DiagramMove| {
                        let DiagramMove { part, text, to, wins, .. } = to;
                        Move::new(MoveLine { part, text, to, wins }, self.names.clone())
                    };
                    diagram.moves.into_iter().map(made).collect()
                })
            }
            Expression::Join(_) => {
                return Err(refused(
                    py,
                    "a join has no list of moves here: winning_moves() has those that win",
                ));
            }
        };
        let Some(listed): Option<Vec<Move>> = listed else {
            let message =
                format!("there are more than {limit} moves: moves(limit=...) lists up to {MOVES}");
            return Err(too_many(py, &message));
        };
        Ok(listed)
    }

    /// The answer with its reasons, step by step; a text that folds in notebooks.
    #[pyo3(signature = (*, misere=false, language="en"))]
    fn explain<'py>(
        &self,
        py: Python<'py>,
        misere: bool,
        language: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let language = crate::answer::language(language)?;
        let play = play_of(misere);
        let question =
            Question { play, explain: true, replies: 20, report: true, ..Question::default() };
        let answer = self.answer(py, &question)?;
        let style = grundy::answer::Style { language, ..Default::default() };
        let text = answer.translated(language).to_text(style);
        py.import("grundy._display")?.getattr("Explanation")?.call1((text.trim_end(),))
    }

    /// How many moves the game lasts if the winner hurries and the loser delays; None for a draw.
    #[pyo3(signature = (*, misere=false))]
    fn remoteness(&self, py: Python<'_>, misere: bool) -> PyResult<Option<u32>> {
        let sum = self.sum_for(py, "remoteness here")?;
        let measure = analysis::Measure::Remoteness;
        ask(py, &self.names, |context| {
            Session::default().length(sum, measure, play_of(misere), context)
        })
    }

    /// The graph of the positions below, with at most `max_nodes` of them.
    #[pyo3(signature = (*, misere=false, max_nodes=300))]
    fn graph(&self, py: Python<'_>, misere: bool, max_nodes: usize) -> PyResult<GameGraph> {
        GameGraph::explore(py, self, play_of(misere), max_nodes)
    }

    /// A picture of the position. With `marks` it is told who wins, where that can be found out.
    #[pyo3(signature = (*, marks=false, misere=false))]
    fn draw(&self, py: Python<'_>, marks: bool, misere: bool) -> PyResult<Picture> {
        let drawing = ask(py, &self.names, |context| {
            let mut diagram = Diagram::of(&self.expression, context)?;
            if marks {
                let moves = diagram.moves.len();
                let question = Question { play: play_of(misere), moves, ..Question::default() };
                diagram.mark(&analysis::answer(&self.expression, &question, context)?);
            }
            Ok::<_, Trouble>(diagram.drawing())
        })?;
        Ok(Picture::new(drawing))
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.draw(py, false, false)?.svg())
    }

    /// `rounds` rounds of this position in a row: whoever loses a round moves first in the next.
    fn repeat(&self, py: Python<'_>, rounds: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.sum_for(py, "rounds of its own")?;
        let rounds = grundy::nat::print(&crate::number::from_int(rounds)?);
        Self::parse(py, &format!("repeat[{rounds}]({})", self.expression), self.names.clone())
    }

    /// The parts, each a position of its own.
    #[getter]
    fn parts(&self) -> Vec<Self> {
        (0..self.__len__()).map(|part| self.with_parts([part])).collect()
    }

    /// The names of the games of the components.
    #[getter]
    fn games(&self) -> Vec<String> {
        self.titles()
    }

    fn __len__(&self) -> usize {
        analysis::part_count(&self.expression)
    }

    fn __bool__(&self) -> bool {
        true
    }

    fn __getitem__(&self, py: Python<'_>, index: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.sum_for(py, "parts")?;
        let count = self.__len__();
        if let Ok(slice) = index.cast::<PySlice>() {
            let slice = slice.indices(count as isize)?;
            let numbers = (0..slice.slicelength as isize).map(|i| slice.start + i * slice.step);
            return Ok(self.with_parts(numbers.filter_map(|n| usize::try_from(n).ok())));
        }
        let given: isize = index
            .extract()
            .map_err(|_| PyTypeError::new_err("parts are chosen by an int or a slice"))?;
        let place = if given < 0 { given + count as isize } else { given };
        match usize::try_from(place).ok().filter(|&place| place < count) {
            Some(place) => Ok(self.with_parts([place])),
            None => Err(PyIndexError::new_err(format!(
                "there is no part {given}: the position has {count} parts"
            ))),
        }
    }

    fn __add__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let Ok(other) = other.cast::<Self>() else { return Ok(py.NotImplemented()) };
        let other = other.get();
        let sum =
            [self.sum_for(py, "sum with others")?, other.sum_for(py, "sum with others")?].concat();
        let names = match (self.names.sources(), other.names.sources()) {
            ([], []) => Names::default(),
            _ => self.names.join(&self.titles(), &other.names, &other.titles(), py)?,
        };
        Ok(Self::of_sum(sum, names).into_pyobject(py)?.into_any().unbind())
    }

    /// `sum()` begins with 0.
    fn __radd__(slf: Bound<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let py = slf.py();
        match other.extract::<u64>() {
            Ok(0) => Ok(slf.into_any().unbind()),
            _ => Ok(py.NotImplemented()),
        }
    }

    fn __mul__(&self, py: Python<'_>, copies: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        /// So many components may be made at once.
        const MAX_COMPONENTS: usize = 1 << 20;
        let Ok(copies) = copies.extract::<usize>() else { return Ok(py.NotImplemented()) };
        let sum = self.sum_for(py, "sum with others")?;
        if sum.len().saturating_mul(copies) > MAX_COMPONENTS {
            return Err(too_many(
                py,
                &format!("a sum of more than {MAX_COMPONENTS} components is not made"),
            ));
        }
        let copied = std::iter::repeat_n(sum, copies).flatten().cloned().collect();
        Ok(Self::of_sum(copied, self.names.clone()).into_pyobject(py)?.into_any().unbind())
    }

    fn __rmul__(&self, py: Python<'_>, copies: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.__mul__(py, copies)
    }

    fn __richcmp__(
        &self,
        py: Python<'_>,
        other: &Bound<'_, PyAny>,
        op: CompareOp,
    ) -> PyResult<Py<PyAny>> {
        let Ok(other) = other.cast::<Self>() else { return Ok(py.NotImplemented()) };
        let other = other.get();
        let equal = || match (self.key(py), other.key(py)) {
            (Some(own), Some(others)) => own == others,
            (None, None) => self.expression.to_string() == other.expression.to_string(),
            _ => false,
        };
        match op {
            CompareOp::Eq => Ok(equal().into_pyobject(py)?.to_owned().into_any().unbind()),
            CompareOp::Ne => Ok((!equal()).into_pyobject(py)?.to_owned().into_any().unbind()),
            _ => Ok(py.NotImplemented()),
        }
    }

    fn __hash__(&self, py: Python<'_>) -> u64 {
        let mut hasher = DefaultHasher::new();
        match self.key(py) {
            Some(key) => key.hash(&mut hasher),
            None => self.expression.to_string().hash(&mut hasher),
        }
        hasher.finish()
    }

    fn __str__(&self) -> String {
        self.expression.to_string()
    }

    fn __repr__(&self) -> String {
        let text = self.expression.to_string();
        match text.contains('\'') {
            false => format!("Position('{text}')"),
            true => format!("Position({text:?})"),
        }
    }

    fn __format__(&self, py: Python<'_>, spec: &str) -> PyResult<String> {
        pyo3::types::PyString::new(py, &self.__str__())
            .call_method1("__format__", (spec,))?
            .extract()
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__<'py>(slf: Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let py = slf.py();
        let made = py.import("grundy._pickle")?.call_method1("reduced", (slf,))?;
        Ok(made.cast_into::<PyTuple>()?)
    }

    /// The texts of rules that the position needs, each with the values of its inputs.
    fn _texts(&self) -> Vec<(String, Vec<String>)> {
        self.names
            .sources()
            .iter()
            .filter_map(|source| match source {
                Source::Text(text) => Some((text.text.clone(), text.inputs.clone())),
                Source::Python(_) => None,
            })
            .collect()
    }

    /// Whether a part is of rules written in Python.
    fn _is_python(&self) -> bool {
        self.names.python().next().is_some()
    }

    /// The same without the rulesets written in Python, which none of its parts needs.
    fn _without_python(&self) -> Self {
        let names = self.names.without_python();
        Self::of_sum(self.sum().unwrap_or_default().to_vec(), names)
    }

    /// Reads an expression that needs several texts of rules.
    #[staticmethod]
    fn _with_texts(
        py: Python<'_>,
        text: &str,
        texts: Vec<(String, Vec<String>)>,
    ) -> PyResult<Self> {
        let texts: PyResult<Vec<Source>> =
            texts.iter().map(|(text, inputs)| crate::rules::source(py, text, inputs)).collect();
        Self::parse(py, text, Names::all(texts?))
    }
}
