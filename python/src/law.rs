//! Laws of games and of numbers: found, proved, written as functions and certificates.

use crate::ask::ask;
use crate::names::Names;
use crate::trouble::{Trouble, refused};
use grundy::game::AnyGame;
use grundy::{Nat, Play};
use grundy_laws::automaton::{Budget, Overrun};
use grundy_laws::certificate::WriteError;
use grundy_laws::code::Lang;
use grundy_laws::formula::DecideError;
use grundy_laws::pattern::{Data, DataError, Grid, Positions, Sequence};
use grundy_laws::report::{self, Report, Ruled, Status, Wanted, of_data, program_of};
use grundy_laws::rules::Search;
use grundy_laws::verify::{Problem, write};
use grundy_rules::typed::Program;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::path::PathBuf;
use std::sync::Arc;

/// The laws of a game or of numbers, the best first; the engine's side of `grundy.Laws`.
#[pyclass(frozen, module = "grundy._core")]
pub struct LawReport {
    report: Report,
    program: Option<Ruled>,
}

/// What is asked of a game.
pub struct Asked {
    pub to: Vec<Nat>,
    pub at: Vec<Vec<Nat>>,
    pub misere: bool,
    pub outcomes: bool,
    pub values: bool,
    pub unproved: bool,
    pub systems: Vec<String>,
    pub moves: usize,
}

/// The report in the form that people use.
pub fn wrapped(py: Python<'_>, report: LawReport) -> PyResult<Bound<'_, PyAny>> {
    py.import("grundy._laws")?.getattr("Laws")?.call1((report,))
}

impl LawReport {
    pub fn of_game(
        py: Python<'_>,
        game: &Arc<dyn AnyGame>,
        own: Option<&Arc<Program>>,
        names: &Names,
        asked: Asked,
    ) -> PyResult<Self> {
        let systems: Result<Vec<_>, _> = asked.systems.iter().map(|name| name.parse()).collect();
        let systems =
            systems.map_err(|error| PyValueError::new_err(format!("systems: {error}")))?;
        let wanted = match (asked.misere, asked.outcomes, asked.values) {
            (true, _, true) | (_, true, true) => {
                return Err(PyValueError::new_err("values=True: outcomes are asked for, too"));
            }
            (true, ..) => Wanted::Outcomes(Play::Misere),
            (false, true, _) => Wanted::Outcomes(Play::Normal),
            (false, false, true) => Wanted::Values,
            (false, false, false) => Wanted::Best,
        };
        ask(py, names, |context| {
            let program = program_of(&game.title(), own)?;
            let mut search = Search { systems, ..Search::default() };
            search.time = context.limits.time.unwrap_or(search.time);
            let (to, at, moves) = (&*asked.to, &*asked.at, asked.moves);
            let question = report::Asked {
                game: &**game,
                program: program.clone(),
                wanted,
                to,
                at,
                unproved: asked.unproved,
                moves,
                search,
            };
            let report = question.report(context)?;
            Ok::<_, Trouble>(Self { report, program })
        })
    }
}

fn data(error: DataError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

#[pymethods]
impl LawReport {
    /// The laws of numbers: a sequence, a table, or P-positions.
    #[staticmethod]
    fn of_numbers(
        py: Python<'_>,
        values: Vec<i64>,
        sizes: Vec<usize>,
        first: Vec<i64>,
    ) -> PyResult<Self> {
        let numbers = match &*sizes {
            [_] => Data::Sequence(Sequence::new(first.first().copied().unwrap_or(0), values)),
            _ => Data::Grid(Grid::new(first, sizes, values).map_err(data)?),
        };
        let report = ask(py, &Names::default(), |context| of_data(&numbers, context))?;
        Ok(Self { report, program: None })
    }

    /// The laws of a list of all P-positions up to a bound.
    #[staticmethod]
    #[pyo3(signature = (positions, bound=None))]
    fn of_positions(
        py: Python<'_>,
        positions: Vec<Vec<i64>>,
        bound: Option<i64>,
    ) -> PyResult<Self> {
        let numbers = Data::Positions(Positions::new(positions, bound).map_err(data)?);
        let report = ask(py, &Names::default(), |context| of_data(&numbers, context))?;
        Ok(Self { report, program: None })
    }

    /// One JSON object, as the command prints it.
    fn json(&self) -> String {
        self.report.to_json()
    }

    /// What else there is to say: why nothing is proved.
    #[getter]
    fn remarks(&self) -> Vec<String> {
        self.report.remarks.clone()
    }

    /// The proved law as a function in "python", "cpp", "rust" or "java"; of numbers, and if it is wanted, a
    /// law that is not proved.
    #[pyo3(signature = (lang, unproved=false))]
    fn code(&self, py: Python<'_>, lang: &str, unproved: bool) -> PyResult<String> {
        let lang = match lang {
            "python" => Lang::Python,
            "cpp" => Lang::Cpp,
            "rust" => Lang::Rust,
            "java" => Lang::Java,
            _ => {
                return Err(PyValueError::new_err(format!(
                    "lang={lang:?}: python, cpp, rust or java"
                )));
            }
        };
        let status = match (self.report.of, unproved) {
            (None, _) => Status::Observed,
            (Some(_), true) => Status::Checked,
            (Some(_), false) => Status::Proved,
        };
        match self.report.code(lang, status) {
            Some(Ok(text)) => Ok(text),
            Some(Err(error)) => Err(refused(py, &error.to_string())),
            None => Err(refused(
                py,
                match (&self.report.unproved, self.report.laws.is_empty()) {
                    (Some(_), _) => {
                        "nothing is proved, so there is no function to write; unproved=True writes the law \
                         that is checked"
                    }
                    (None, true) => "no law is found, so there is no function to write",
                    (None, false) => {
                        "no law that is found is a formula, so there is no function to write"
                    }
                },
            )),
        }
    }

    /// The certificate of the proof; written to a file if one is named.
    #[pyo3(signature = (path=None))]
    fn certificate(&self, py: Python<'_>, path: Option<PathBuf>) -> PyResult<String> {
        let none = "nothing is proved by automata, so there is no certificate";
        let Some((program, _)) = &self.program else { return Err(refused(py, none)) };
        let text = ask(py, &Names::default(), |context| {
            let budget = Budget::new(Search::default().proof_states, *context);
            let overrun = |overrun| match overrun {
                Overrun::Stop(stop) => Trouble::Stop(stop),
                other => Trouble::Refused(other.to_string()),
            };
            match self.report.certificate(program, &budget) {
                Ok(Some(made)) => Ok(write(&made)),
                Ok(None) => Err(Trouble::Refused(none.into())),
                Err(
                    WriteError::Overrun(inner) | WriteError::Decide(DecideError::Overrun(inner)),
                ) => Err(overrun(inner)),
                Err(WriteError::Problem(Problem::Stop(stop))) => Err(Trouble::Stop(stop)),
                Err(error) => Err(Trouble::Refused(error.to_string())),
            }
        })?;
        if let Some(path) = path {
            std::fs::write(path, &text)?;
        }
        Ok(text)
    }

    fn __str__(&self) -> String {
        self.report.to_string().trim_end().to_owned()
    }
}
