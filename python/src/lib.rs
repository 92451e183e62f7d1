//! The Python module `grundy._core`: the library as objects of Python, and nothing else.
//!
//! Without the feature `python` this crate is empty, so that the workspace needs no Python.

#![forbid(unsafe_code)]
#![cfg(feature = "python")]

mod answer;
mod array;
mod ask;
mod certificate;
mod game;
mod graph;
mod law;
mod limits;
mod moves;
mod names;
mod nimber;
mod number;
mod odds;
mod picture;
mod position;
mod quotient;
mod rules;
mod ruleset;
mod sequence;
mod survey;
mod table;
mod trouble;

#[pyo3::pymodule]
mod _core {
    use pyo3::exceptions::PyImportError;
    use pyo3::prelude::*;
    use std::sync::OnceLock;

    #[pymodule_export]
    use crate::answer::{Answer, Move};
    #[pymodule_export]
    use crate::certificate::verify_bytes;
    #[pymodule_export]
    use crate::game::{Game, advice, names};
    #[pymodule_export]
    use crate::graph::GameGraph;
    #[pymodule_export]
    use crate::law::LawReport;
    #[pymodule_export]
    use crate::limits::Limits;
    #[pymodule_export]
    use crate::nimber::{Nimber, nimber};
    #[pymodule_export]
    use crate::odds::odds_of;
    #[pymodule_export]
    use crate::picture::Picture;
    #[pymodule_export]
    use crate::position::Position;
    #[pymodule_export]
    use crate::quotient::CodeQuotientHandle;
    #[pymodule_export]
    use crate::rules::RuleText;
    #[pymodule_export]
    use crate::ruleset::RulesetHandle;
    #[pymodule_export]
    use crate::sequence::NimSequence;
    #[pymodule_export]
    use crate::survey::survey_groups;
    #[pymodule_export]
    use crate::table::Table;

    /// Objects must not cross interpreters: the first that imports the module is the only one.
    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        static OWNER: OnceLock<usize> = OnceLock::new();
        // Each interpreter has a module `sys` of its own.
        let sys = module.py().import("sys")?.as_ptr() as usize;
        if *OWNER.get_or_init(|| sys) == sys {
            return Ok(());
        }
        let message = "grundy does not support subinterpreters: another interpreter of this process has it; \
                       use threads or processes";
        Err(PyImportError::new_err(message))
    }
}
