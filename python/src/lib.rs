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
}
