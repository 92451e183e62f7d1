//! Games without a position: called with numbers they give positions, with square brackets other games.

use crate::ask::ask;
use crate::law::LawReport;
use crate::names::{Names, Source};
use crate::number::{from_int, to_int};
use crate::position::{Position, play_of};
use crate::sequence::NimSequence;
use crate::table::Table;
use crate::trouble::{Trouble, refused};
use grundy::game::AnyGame;
use grundy::syntax::{ReadError, letters};
use grundy::table::{Content, PPositions, default_end};
use grundy::{Catalogue, Expression, Nat};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::sync::Arc;

/// A game of the catalogue, of a text of rules, or of Python.
///
/// >>> import grundy
/// >>> grundy.wythoff(3, 5).grundy
/// 0
/// >>> grundy.bash[3](10) == grundy.parse("bash[3](10)")
/// True
/// >>> list(grundy.kayles.table(8))
/// [0, 1, 2, 3, 1, 4, 3, 2, 1]
///
/// Letters may stand for numbers: then an expression is a game with these arguments.
///
/// >>> grundy.Game("nim(3,x) + kayles(y)").table(2, 3)[2, 3]
/// 2
#[pyclass(frozen, module = "grundy", weakref)]
pub struct Game {
    /// Name and parameters as they are typed.
    pub text: String,
    /// The game, or what is missing: bash needs a parameter.
    game: Result<Arc<dyn AnyGame>, ReadError>,
    pub names: Names,
}

impl Game {
    /// The game of this name.
    pub fn named(py: Python<'_>, text: &str, names: Names) -> PyResult<Self> {
        let text = text.trim();
        let built_in = names.sources().is_empty();
        let game = names.with_catalogue(|catalogue| {
            let game = match catalogue.read_game(text) {
                Err(_) if built_in && has_letters(text) => {
                    let game = Catalogue::default().read_tabled(text, &Default::default());
                    return game.map(Ok).map_err(Some);
                }
                game => game,
            };
            // A name that needs parameters is a game that waits for them.
            match &game {
                Err(_) if !known_name(catalogue, text) => None,
                _ => Some(game.clone()),
            }
            .ok_or_else(|| game.err())
        });
        match game {
            Ok(game) => Ok(Self { text: text.to_owned(), game, names }),
            Err(Some(error)) => Err(Trouble::Read(error, text.to_owned()).raised(py, &names)),
            Err(None) => Err(refused(py, &format!("{text} is not a game"))),
        }
    }

    pub fn game(&self, py: Python<'_>) -> PyResult<&Arc<dyn AnyGame>> {
        self.game.as_ref().map_err(|error| {
            Trouble::Read(error.clone(), self.text.clone()).raised(py, &self.names)
        })
    }

    /// The name without parameters.
    fn family(&self) -> &str {
        self.text.split('[').next().unwrap_or(&self.text)
    }

    fn card<T>(&self, fact: impl FnOnce(&grundy::game::Card<'_>) -> T) -> Option<T> {
        self.names
            .with_catalogue(|catalogue| catalogue.card(self.family()).ok().map(|card| fact(&card)))
    }
}

/// Whether it is an expression in which letters stand for numbers.
fn has_letters(text: &str) -> bool {
    letters(text).is_ok_and(|letters| !letters.is_empty())
}

fn known_name(catalogue: &Catalogue<'_>, text: &str) -> bool {
    catalogue.families().iter().any(|family| family.card().name.eq_ignore_ascii_case(text))
}

/// Numbers as the last sizes of a table.
fn ends(to: Option<&Bound<'_, PyAny>>, second: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<Nat>> {
    to.into_iter().chain(second).map(from_int).collect()
}

#[pymethods]
impl Game {
    /// The game of this name and these parameters, as "wythoff[2]" or "0.77".
    #[new]
    fn read(py: Python<'_>, text: &str) -> PyResult<Self> {
        Self::named(py, text, Names::default())
    }

    /// The position with these numbers, lists, graphs or words.
    #[pyo3(signature = (*args, **kwargs))]
    fn __call__(
        &self,
        py: Python<'_>,
        args: &Bound<'_, PyTuple>,
        kwargs: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Position> {
        if kwargs.is_none()
            && let Ok(game) = &self.game
        {
            let number = |arg: Bound<'_, PyAny>| match arg.extract::<u64>() {
                Ok(word) => Some(Nat::from(word)),
                Err(_) => from_int(&arg).ok(),
            };
            let numbers = args.iter().map(number).collect::<Option<Vec<Nat>>>();
            if let Some(numbers) = numbers.filter(|list| [0, list.len()].contains(&game.letters()))
            {
                match py.detach(|| game.sum_at(&numbers, &Default::default())) {
                    Ok(sum) => return Ok(Position::new(Expression::Sum(sum), self.names.clone())),
                    Err(error) if game.letters() > 0 => {
                        return Err(Trouble::Read(error, self.text.clone()).raised(py, &self.names));
                    }
                    // What is wrong is told with its place in the text, below.
                    Err(_) => {}
                }
            }
            if game.letters() > 0 {
                let names = game.argument_names().join(", ");
                return Err(refused(py, &format!("{} takes a number for {names}", self.text)));
            }
        }
        let kwargs = kwargs.map_or_else(|| PyDict::new(py), Clone::clone);
        let inside: String = py
            .import("grundy._arguments")?
            .call_method1("arguments", (&self.text, args, kwargs))?
            .extract()?;
        Position::parse(py, &format!("{}({inside})", self.text), self.names.clone())
    }

    /// The same game with parameters: `bash[3]`, `subtraction[1,3,9]`, `subtraction["primes"]`.
    fn __getitem__(&self, py: Python<'_>, params: &Bound<'_, PyAny>) -> PyResult<Self> {
        if self.text.contains('[') {
            return Err(refused(py, &format!("{} has its parameters already", self.text)));
        }
        let inside: String =
            py.import("grundy._arguments")?.call_method1("parameters", (params,))?.extract()?;
        Self::named(py, &format!("{}[{inside}]", self.text), self.names.clone())
    }

    /// Name and parameters as they are typed.
    #[getter]
    fn name(&self) -> &str {
        &self.text
    }

    /// The rules in words.
    #[getter]
    fn rules(&self) -> String {
        self.card(|card| card.rules.to_owned()).unwrap_or_default()
    }

    /// The theorem used, or how it is searched.
    #[getter]
    fn theorem(&self) -> String {
        self.card(|card| card.theorem.to_owned()).unwrap_or_default()
    }

    /// Author and year.
    #[getter]
    fn source(&self) -> String {
        self.card(|card| card.source.to_owned()).unwrap_or_default()
    }

    /// O(...) of an answer.
    #[getter]
    fn cost(&self) -> String {
        self.card(|card| card.cost.to_owned()).unwrap_or_default()
    }

    /// How a position is written.
    #[getter]
    fn position(&self) -> String {
        self.card(|card| card.position.to_owned()).unwrap_or_default()
    }

    /// Expressions that can be parsed.
    #[getter]
    fn examples(&self) -> Vec<String> {
        self.card(|card| card.examples.iter().map(|text| (*text).to_owned()).collect())
            .unwrap_or_default()
    }

    /// Grundy values or outcomes of all small positions, up to `to` (and `second`) inclusive.
    #[pyo3(signature = (to=None, second=None, *, misere=false, outcomes=false))]
    fn table(
        &self,
        py: Python<'_>,
        to: Option<&Bound<'_, PyAny>>,
        second: Option<&Bound<'_, PyAny>>,
        misere: bool,
        outcomes: bool,
    ) -> PyResult<Table> {
        let game = self.game(py)?;
        let ends = ends(to, second)?;
        let content = match misere || outcomes {
            true => Content::Outcomes(play_of(misere)),
            false => Content::Values,
        };
        let table = ask(py, &self.names, |context| {
            let bound = |n: &Nat| grundy::nat::to_u64(n).unwrap_or(u64::MAX - 1);
            let to = match ends.first() {
                Some(to) => bound(to),
                None => default_end(&**game)?,
            };
            grundy::Table::compute(&**game, to, ends.get(1).map(bound), content, context)
                .map_err(Trouble::from)
        })?;
        Ok(Table::new(table))
    }

    /// The P-positions as tuples: number `start` to number `to` where theory numbers them, else those
    /// whose first number lies between these.
    #[pyo3(signature = (to, second=None, *, start=None, misere=false))]
    fn p_positions<'py>(
        &self,
        py: Python<'py>,
        to: &Bound<'py, PyAny>,
        second: Option<&Bound<'py, PyAny>>,
        start: Option<&Bound<'py, PyAny>>,
        misere: bool,
    ) -> PyResult<Vec<Bound<'py, PyTuple>>> {
        let game = self.game(py)?;
        let (to, second) = (from_int(to)?, second.map(from_int).transpose()?);
        let start = start.map(from_int).transpose()?;
        let list = ask(py, &self.names, |context| {
            PPositions::list(
                &**game,
                start.as_ref(),
                &to,
                second.as_ref(),
                play_of(misere),
                context,
            )
            .map_err(Trouble::from)
        })?;
        let row = |row: &Vec<Nat>| {
            let numbers: PyResult<Vec<_>> = row.iter().map(|n| to_int(py, n)).collect();
            PyTuple::new(py, numbers?)
        };
        list.rows.iter().map(row).collect()
    }

    /// The nim-sequence, up to heap `to` or until a period is proved.
    #[pyo3(signature = (to=None, *, until_period=false))]
    fn sequence(
        &self,
        py: Python<'_>,
        to: Option<u64>,
        until_period: bool,
    ) -> PyResult<NimSequence> {
        NimSequence::compute(py, self.game(py)?, &self.names, to, until_period)
    }

    /// The laws of the game: formulas and automata, proved, checked or observed. `values` asks for Grundy
    /// values of games of two numbers, too; `unproved` lets a law that is only checked answer `at`.
    #[pyo3(signature = (to=None, second=None, *, at=Vec::new(), misere=false, outcomes=false, values=false, unproved=false, systems=Vec::new(), moves=20))]
    #[allow(clippy::too_many_arguments)]
    fn law<'py>(
        &self,
        py: Python<'py>,
        to: Option<&Bound<'py, PyAny>>,
        second: Option<&Bound<'py, PyAny>>,
        at: Vec<Bound<'py, PyAny>>,
        misere: bool,
        outcomes: bool,
        values: bool,
        unproved: bool,
        systems: Vec<String>,
        moves: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let program = self.names.sources().iter().find_map(|source| match source {
            Source::Text(text) => Some(text.rules.program().clone()),
            Source::Python(_) => None,
        });
        let at: PyResult<Vec<Vec<Nat>>> = at
            .iter()
            .map(|position| match position.cast::<PyTuple>() {
                Ok(numbers) => numbers.iter().map(|n| from_int(&n)).collect(),
                Err(_) => Ok(vec![from_int(position)?]),
            })
            .collect();
        let asked = crate::law::Asked {
            to: ends(to, second)?,
            at: at?,
            misere,
            outcomes,
            values,
            unproved,
            systems,
            moves,
        };
        let report = LawReport::of_game(py, self.game(py)?, program.as_ref(), &self.names, asked)?;
        crate::law::wrapped(py, report)
    }

    /// The misère quotient of a take-and-break game.
    #[pyo3(signature = (to=None, *, elements=100_000))]
    fn quotient<'py>(
        &self,
        py: Python<'py>,
        to: Option<u64>,
        elements: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        crate::quotient::quotient(py, self.game(py)?, &self.names, to, elements)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let Ok(other) = other.cast::<Self>() else { return false };
        let other = other.get();
        let title = |game: &Self| {
            game.game.as_ref().map_or_else(|_| game.text.clone(), |game| game.title())
        };
        let same = |a: &[Source], b: &[Source]| match (a, b) {
            ([], []) => true,
            ([Source::Text(a)], [Source::Text(b)]) => Arc::ptr_eq(a, b),
            ([Source::Python(a)], [Source::Python(b)]) => Arc::ptr_eq(a, b),
            _ => false,
        };
        title(self) == title(other) && same(self.names.sources(), other.names.sources())
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        self.game
            .as_ref()
            .map_or_else(|_| self.text.clone(), |game| game.title())
            .hash(&mut hasher);
        hasher.finish()
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("Game({:?})", self.text)
    }

    fn _repr_html_<'py>(slf: Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("grundy._display")?.call_method1("card", (slf,))
    }

    fn __reduce__<'py>(slf: Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("grundy._pickle")?.call_method1("reduced_game", (slf,))
    }

    /// The texts of rules that the game needs, each with the values of its inputs.
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
}

/// The names of all games of the catalogue.
#[pyfunction]
pub fn names() -> Vec<String> {
    Catalogue::default().families().iter().map(|family| family.card().name.to_owned()).collect()
}

/// What to do where a name stands for no game.
#[pyfunction]
pub fn advice(name: &str) -> Option<String> {
    Catalogue::default().card(name).err()
}
