//! Problem files and problems by name.

use crate::failure::Failure;
use grundy::expr::closest;
use grundy::judge::PROBLEMS;
use grundy_problems::{Problem, TEXTS, text};
use std::path::Path;

/// The problem that a file describes.
pub fn file(path: &Path) -> Result<Problem, Failure> {
    let name = path.display().to_string();
    let text =
        std::fs::read_to_string(path).map_err(|error| Failure::Io(format!("{name}: {error}")))?;
    Problem::read(&name, &text).map_err(|error| Failure::Usage(error.to_string()))
}

/// The problem that a file describes, or the one of this name.
pub fn file_or_name(path: &Path) -> Result<Problem, Failure> {
    match path.to_str() {
        Some(name) if !path.exists() && !name.contains(['/', '\\', '.']) => named(name),
        _ => file(path),
    }
}

/// The problem of this name.
pub fn named(name: &str) -> Result<Problem, Failure> {
    let Some(text) = text(name) else { return Err(unknown(name)) };
    Problem::read(name, text).map_err(|error| Failure::Usage(error.to_string()))
}

/// There is no problem of this name.
pub fn unknown(name: &str) -> Failure {
    if PROBLEMS.iter().any(|problem| problem.id.eq_ignore_ascii_case(name)) {
        let message = format!("{name} is answered by an algorithm of its own: it has no file");
        return Failure::Usage(message);
    }
    let names =
        PROBLEMS.iter().map(|problem| problem.id).chain(TEXTS.iter().map(|(name, _)| *name));
    let hint = match closest(name, names) {
        Some(close) => format!("did you mean {close}?"),
        None if Path::new(name).exists() => format!("write --problem {name}"),
        None => "`grundy judge --list` names all problems".to_owned(),
    };
    Failure::Usage(format!("there is no problem called {name}\n  {hint}"))
}
