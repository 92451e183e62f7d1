//! What can go wrong, as the exceptions of `grundy._errors`.

use crate::names::Names;
use grundy::context::{LimitKind, Stop};
use grundy::game_graph::GraphError;
use grundy::odds::OddsError;
use grundy::sequence::SequenceError;
use grundy::syntax::{ErrorKind, ReadError};
use grundy::table::TableError;
use grundy_laws::report::AskedError;
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;

/// Why there is no answer.
pub enum Trouble {
    /// A limit, cancelled, or nothing exact is feasible.
    Stop(Stop),
    /// A text was not understood.
    Read(ReadError, String),
    /// The question makes no sense.
    Refused(String),
    /// Rules are wrong; the message has the place.
    Rules(String),
    /// A certificate is false or none.
    Certificate(String),
    /// Raised by Python.
    Python(PyErr),
}

impl From<Stop> for Trouble {
    fn from(stop: Stop) -> Self {
        Self::Stop(stop)
    }
}

impl From<PyErr> for Trouble {
    fn from(error: PyErr) -> Self {
        Self::Python(error)
    }
}

impl From<TableError> for Trouble {
    fn from(error: TableError) -> Self {
        match error {
            TableError::Shape(message) => Self::Refused(message),
            TableError::Stop(stop) => Self::Stop(stop),
        }
    }
}

impl From<SequenceError> for Trouble {
    fn from(error: SequenceError) -> Self {
        match error {
            SequenceError::Stop(stop) => Self::Stop(stop),
            SequenceError::Table(error) => error.into(),
            SequenceError::Shape(message) => Self::Refused(message),
        }
    }
}

impl From<GraphError> for Trouble {
    fn from(error: GraphError) -> Self {
        match error {
            GraphError::Stop(stop) => Self::Stop(stop),
            // The number of nodes is an argument here, and no general limit.
            other => Self::Stop(Stop::Refused(other.to_string())),
        }
    }
}

impl From<OddsError> for Trouble {
    fn from(error: OddsError) -> Self {
        match error {
            OddsError::Shape(message) => Self::Refused(message),
            OddsError::Stop(stop) => Self::Stop(stop),
        }
    }
}

impl From<AskedError> for Trouble {
    fn from(error: AskedError) -> Self {
        match error {
            AskedError::Rules(wrong) => Self::Rules(wrong.0.render(&wrong.1)),
            AskedError::Table(error) => error.into(),
            AskedError::Stop(stop) => Self::Stop(stop),
            AskedError::Other(message) => Self::Refused(message),
        }
    }
}

/// Options of the command, and how the same is said in Python.
const OPTIONS: [(&str, &str); 15] = [
    ("--max-positions", "limits(positions=...)"),
    ("--value-positions", "limits(value_positions=...)"),
    ("--max-memory", "limits(memory=...)"),
    ("--timeout", "limits(time=...)"),
    ("--max-nodes", "max_nodes"),
    ("--outcomes", "outcomes=True"),
    ("--misere", "misere=True"),
    ("--view p-positions", "p_positions"),
    ("--to N", "to=N"),
    ("--from", "start"),
    ("--only", "only"),
    ("--dist", "sizes"),
    ("`grundy games` lists all games", "grundy.games() lists all games"),
    ("`grundy table` tells its values", "table() tells its values"),
    ("`grundy solve`", "solve()"),
];

/// A sentence of the library as Python says it.
fn told(message: &str) -> String {
    OPTIONS.iter().fold(message.to_owned(), |text, (option, here)| text.replace(option, here))
}

/// An exception of `grundy._errors` by its name.
fn raise(py: Python<'_>, class: &str, message: &str, facts: &[(&str, Py<PyAny>)]) -> PyErr {
    let made = || -> PyResult<PyErr> {
        let class = py.import("grundy._errors")?.getattr(class)?;
        let error = class.call1((message,))?;
        for (name, fact) in facts {
            error.setattr(*name, fact)?;
        }
        Ok(PyErr::from_value(error))
    };
    made().unwrap_or_else(|error| error)
}

fn text(py: Python<'_>, text: impl AsRef<str>) -> Py<PyAny> {
    pyo3::types::PyString::new(py, text.as_ref()).into_any().unbind()
}

/// The exception for rules written in Python that are wrong.
pub fn wrong_rules(py: Python<'_>, message: &str) -> PyErr {
    raise(py, "RulesError", message, &[])
}

/// The exception for a question that makes no sense.
pub fn refused(py: Python<'_>, message: &str) -> PyErr {
    raise(py, "RefusedError", message, &[])
}

/// The exception for more than may be listed.
pub fn too_many(py: Python<'_>, message: &str) -> PyErr {
    raise(py, "LimitError", message, &[("kind", text(py, "moves"))])
}

impl Trouble {
    /// The exception. What a ruleset written in Python raised is raised again as it was.
    pub fn raised(self, py: Python<'_>, names: &Names) -> PyErr {
        match self {
            Self::Python(error) => error,
            Self::Refused(message) => refused(py, &told(&message)),
            Self::Rules(message) => wrong_rules(py, &message),
            Self::Certificate(message) => raise(py, "CertificateError", &message, &[]),
            Self::Read(error, source) => read_error(py, &error, &source),
            Self::Stop(stop) => {
                if let Some(error) = names.take_failure() {
                    return error;
                }
                stopped(py, &stop)
            }
        }
    }
}

fn stopped(py: Python<'_>, stop: &Stop) -> PyErr {
    let message = told(&stop.to_string());
    match stop {
        Stop::Limit { kind, .. } => {
            let kind = match kind {
                LimitKind::Positions => "positions",
                LimitKind::ValuePositions => "value_positions",
                LimitKind::Memory => "memory",
                LimitKind::Time => "time",
                LimitKind::Fixed => "fixed",
            };
            raise(py, "LimitError", &message, &[("kind", text(py, kind))])
        }
        Stop::Cancelled => PyKeyboardInterrupt::new_err(()),
        Stop::Refused(_) => refused(py, &message),
        Stop::Loop(cycle) => {
            let cycle = pyo3::types::PyTuple::new(py, cycle);
            match cycle {
                Ok(cycle) => {
                    raise(py, "LoopError", &message, &[("cycle", cycle.into_any().unbind())])
                }
                Err(error) => error,
            }
        }
        Stop::Faulty(_) => wrong_rules(py, &message),
    }
}

fn read_error(py: Python<'_>, error: &ReadError, source: &str) -> PyErr {
    let kind = match error.kind {
        ErrorKind::Parse => "parse",
        ErrorKind::Domain => "domain",
        ErrorKind::Limit => "limit",
        ErrorKind::Io => "io",
        ErrorKind::Cancelled => return PyKeyboardInterrupt::new_err(()),
    };
    // Python counts characters from 0.
    let at = |byte: usize| source.get(..byte).map_or(0, |before| before.chars().count());
    let span = error.span.map(|span| (at(span.start), at(span.end)));
    let help = error.help.as_deref().map(told);
    let none = || py.None();
    let number = |n: usize| n.into_pyobject(py).map_or_else(|_| none(), |n| n.into_any().unbind());
    let facts = [
        ("kind", text(py, kind)),
        ("source", text(py, source)),
        ("start", span.map_or_else(none, |(start, _)| number(start))),
        ("end", span.map_or_else(none, |(_, end)| number(end))),
        ("help", help.as_ref().map_or_else(none, |help| text(py, help))),
        ("reason", text(py, told(&error.message))),
    ];
    raise(py, "ReadError", &told(&error.render(source)), &facts)
}
