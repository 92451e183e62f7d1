//! What is asked: a graph in files or a family of rules in a box, and what of it.

use crate::Trouble;
use crate::positions::Positions;
use grundy::context::Context;
use grundy::graph::LineFile;
use grundy::outcome::Play;
use serde::{Deserialize, Serialize};

/// Where the vertices and arcs come from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Source {
    /// Files of arcs, `u v` a line or DIMACS, that together are the graph.
    Graph {
        /// Their names.
        files: Vec<String>,
        /// Whether every process has files of its own; else all processes see the same ones, and share them.
        own: bool,
    },
    /// All positions of families of rules in boxes.
    Rules {
        /// The rules.
        text: String,
        /// Families, with the greatest of each coordinate.
        boxes: Vec<(String, Vec<u64>)>,
    },
}

/// A question: of what, and what.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    /// The graph.
    pub source: Source,
    /// Whether outcomes and remoteness are asked for.
    pub outcomes: bool,
    /// Whether values are asked for; they are those of normal play.
    pub values: bool,
    /// Whether outcomes are those of misère play.
    pub misere: bool,
}

impl Question {
    /// The play that outcomes are about.
    pub fn play(&self) -> Play {
        if self.misere { Play::Misere } else { Play::Normal }
    }

    /// Refuses what has no answer here.
    ///
    /// # Errors
    /// [`Trouble::Question`], or [`Trouble::File`] for files that cannot be read.
    pub fn check(&self) -> Result<(), Trouble> {
        if !self.outcomes && !self.values {
            return Err(Trouble::Question("nothing is asked for: outcomes, values or both".into()));
        }
        match &self.source {
            Source::Graph { files, .. } if files.is_empty() => {
                Err(Trouble::Question("no file of arcs is named".into()))
            }
            Source::Graph { files, .. } => files.iter().try_for_each(|name| open(name).map(drop)),
            Source::Rules { text, boxes } => {
                let positions = Positions::read(text, boxes)?;
                if self.outcomes && self.misere && positions.wins() {
                    return Err(Trouble::Question(
                        "these rules have moves that win at once: misère play has no meaning"
                            .into(),
                    ));
                }
                Ok(())
            }
        }
    }

    /// Whether rules say that play must end.
    ///
    /// # Errors
    /// Rules that cannot be read.
    pub(crate) fn ends(&self) -> Result<bool, Trouble> {
        match &self.source {
            Source::Graph { .. } => Ok(false),
            Source::Rules { text, boxes } => Ok(Positions::read(text, boxes)?.ends()),
        }
    }

    /// What all processes must agree in. Files of their own may differ.
    pub(crate) fn identity(&self) -> Result<String, Trouble> {
        let source = match &self.source {
            Source::Graph { own: true, .. } => "files of each process".to_owned(),
            Source::Graph { files, own: false } => {
                let mut told = Vec::new();
                for name in files {
                    let length = std::fs::metadata(name).map(|data| data.len());
                    let length =
                        length.map_err(|error| Trouble::File(format!("{name}: {error}")))?;
                    told.push(format!("{name} of {length} bytes"));
                }
                told.join(", ")
            }
            Source::Rules { text, boxes } => format!("{boxes:?} by {text}"),
        };
        let of = |asked: bool, name: &str| if asked { format!(", {name}") } else { String::new() };
        let (outcomes, values) = (of(self.outcomes, "outcomes"), of(self.values, "values"));
        Ok(format!("{source}{outcomes}{values}{}", of(self.misere, "misère")))
    }
}

pub(crate) fn open(name: &str) -> Result<LineFile, Trouble> {
    Ok(LineFile::open(name, Default::default(), &Context::default())?)
}
