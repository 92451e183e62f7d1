//! A contest problem: what its file says, checked.

use crate::ir::Routine;
use grundy_laws::submission::Proved;
use grundy_rules::source::Source;
use grundy_rules::typed::Program;
use std::collections::HashMap;
use std::sync::{Arc, Mutex};

/// The laws that were looked for: by family, and whether they tell values.
pub(crate) type Found = Arc<Mutex<HashMap<(usize, bool), Arc<Proved>>>>;

/// A contest problem.
#[derive(Clone, Debug)]
pub struct Problem {
    /// What it is called.
    pub title: String,
    /// Where it was set; empty if nothing is said.
    pub origin: String,
    /// The model it belongs to.
    pub group: String,
    /// The heading of the guide about it.
    pub guide: String,
    /// The statement in a sentence or two.
    pub about: String,
    /// Why its formulas are right; empty if it has none.
    pub law: String,
    /// Inputs, and what is printed for them where the file says it.
    pub samples: Vec<(String, Option<String>)>,
    pub(crate) source: Arc<Source>,
    pub(crate) rules: Option<Arc<Program>>,
    pub(crate) formulas: bool,
    /// Reads the input and prints the answers.
    pub(crate) main: Routine,
    /// The same without the formulas of the file, if it has both a position and formulas.
    pub(crate) by_rules: Option<Routine>,
    /// The laws of its games that were looked for.
    pub(crate) found: Found,
}
