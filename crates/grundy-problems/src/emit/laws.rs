//! Families with a law that is proved: a function that needs no table.

use super::limits::Known;
use super::outcomes;
use crate::ir::Routine;
use crate::problem::Problem;
use crate::seen::Seen;
use grundy_laws::submission::Proved;
use grundy_rules::emit::{Functions, Lang};
use grundy_rules::typed::Program;
use std::sync::{Arc, PoisonError};

/// A program that asks laws.
pub(super) struct ByLaw {
    /// The program, with conditions in the place of values that are compared with 0 only.
    pub routine: Routine,
    /// The families, in the order in which they are met.
    pub families: Vec<usize>,
    /// Of which of them only is told who loses.
    pub lost: Vec<usize>,
    /// Their functions.
    pub functions: Functions,
    /// The games of which the law is not proved.
    pub unproved: Vec<usize>,
}

/// The program by laws, if there is one for each family of which values are asked, and nothing else is
/// asked; where nothing is proved, laws that were checked in a table are taken if `unproved` allows it.
pub(super) fn by_law(problem: &Problem, lang: Lang, unproved: bool) -> Option<ByLaw> {
    let program = problem.rules.as_ref()?;
    let seen = seen(problem);
    if seen.values.is_empty() || !seen.options.is_empty() || seen.misere {
        return None;
    }
    let mut routine = problem.main.clone();
    let (mut lost, mut all, mut open) = (Vec::new(), Vec::new(), Vec::new());
    for &family in &seen.values {
        let width = program.families[family].width;
        let limits = Known::new(&problem.main).limits(family, width);
        let law = |values| proved(problem, program, family, values).function(&limits, lang);
        let checked = |values| proved(problem, program, family, values).unproved(&limits, lang);
        if let Some(law) = law(true) {
            all.push(law);
            continue;
        }
        let asked = outcomes::of(&routine, family);
        if let Some(asked) = &asked
            && let Some(law) = law(false)
        {
            routine = asked.clone();
            all.push(law);
            lost.push(family);
            continue;
        }
        if !unproved {
            return None;
        }
        open.push(family);
        if let Some(law) = checked(true) {
            all.push(law);
            continue;
        }
        routine = asked?;
        all.push(checked(false)?);
        lost.push(family);
    }
    let texts: Vec<&str> = all.iter().map(|law| law.text.trim_end()).collect();
    let between = if lang == Lang::Python { "\n\n\n" } else { "\n\n" };
    let mut text = texts.join(between) + "\n";
    if lang == Lang::Java {
        text = members(&text);
    }
    let functions = Functions {
        text,
        values: all.iter().flat_map(|law| law.values.clone()).collect(),
        options: vec![None; all.len()],
        ..Functions::default()
    };
    Some(ByLaw { routine, families: seen.values, lost, functions, unproved: open })
}

/// Whether values of games are asked, or moves.
pub(super) fn asks(problem: &Problem) -> bool {
    let seen = seen(problem);
    seen.misere || !seen.values.is_empty() || !seen.options.is_empty()
}

/// What is asked of the games.
fn seen(problem: &Problem) -> Seen {
    let mut seen = Seen::default();
    seen.block(&problem.main.body);
    problem.main.functions.iter().for_each(|function| seen.function(function));
    seen
}

/// As members of a class.
fn members(text: &str) -> String {
    let indent =
        |line: &str| if line.is_empty() { "\n".to_owned() } else { format!("    {line}\n") };
    text.lines().map(indent).collect()
}

/// What is proved of a family; looked for once.
fn proved(problem: &Problem, program: &Arc<Program>, family: usize, values: bool) -> Arc<Proved> {
    let find = || Arc::new(Proved::find(program, family, values));
    let mut found = problem.found.lock().unwrap_or_else(PoisonError::into_inner);
    found.entry((family, values)).or_insert_with(find).clone()
}
