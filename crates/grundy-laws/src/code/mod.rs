//! Laws as functions in C++, Rust and Python: short ones, to be read and used where tools are not.
//!
//! A formula becomes the same formula; an automaton becomes a flat table, with a loop that reads the
//! digits of numbers. In C++ and Rust arguments are below 2^63 and results are computed in 128 bits, in
//! Python numbers have any size.

mod automaton;
mod expression;
mod lang;

use std::fmt::Write;

use crate::automaton::Automaton;
use crate::numeration::System;
use crate::pattern::term::Term;

use lang::Form;

pub use lang::Lang;

/// What a function computes.
#[derive(Clone, Copy, Debug)]
pub enum Function<'f> {
    /// A formula.
    Formula {
        /// The value, or a condition.
        term: &'f Term,
        /// Arguments with another value, and that value.
        exceptions: &'f [(Vec<i64>, i64)],
    },
    /// An automaton over the arguments; of a law of values over the value too, as its last track.
    Automaton {
        /// The automaton.
        relation: &'f Automaton,
        /// The numeration system of its tracks.
        system: &'f System,
    },
}

/// A function and what is said of it.
#[derive(Clone, Debug)]
pub struct Law<'f> {
    /// The game, as it is called.
    pub game: &'f str,
    /// How many arguments there are.
    pub arguments: usize,
    /// Whether the value is computed; else whether a position is a P-position.
    pub values: bool,
    /// Lines above the function: what it is, why it is right.
    pub remarks: Vec<String>,
    /// What is computed.
    pub function: Function<'f>,
}

/// Why there is no function.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CodeError {
    /// The formula has a part without a place in a program.
    #[error("the formula has a part that is not written as code: {0}")]
    Term(String),
    /// As many tracks as arguments, and one for the value, are needed.
    #[error("the automaton reads {found} numbers, and {expected} are needed")]
    Tracks {
        /// Tracks needed.
        expected: usize,
        /// Tracks there are.
        found: usize,
    },
    /// The automaton is too large to be written.
    #[error("the automaton has {0} transitions: up to {MAX_TRANSITIONS} are written as code")]
    Size(usize),
}

/// Larger tables are not written.
pub const MAX_TRANSITIONS: usize = 100_000;

/// The names of so many arguments.
fn names(arguments: usize) -> Vec<String> {
    match arguments {
        1 => vec!["n".into()],
        2..=4 => ["a", "b", "c", "d"][..arguments].iter().map(|&name| name.into()).collect(),
        _ => (1..=arguments).map(|number| format!("x{number}")).collect(),
    }
}

/// The function as text: `grundy_value(n)` or `is_p_position(a, b)`, with a comment above it.
///
/// # Errors
/// [`CodeError`].
///
/// # Complexity
/// O(length of the text).
///
/// ```
/// use grundy_laws::code::{Function, Lang, Law, write};
/// use grundy_laws::pattern::term::Term;
/// let term = Term::n().modulo(4);
/// let law = Law {
///     game: "bash[3]",
///     arguments: 1,
///     values: true,
///     remarks: Vec::new(),
///     function: Function::Formula { term: &term, exceptions: &[] },
/// };
/// assert!(write(&law, Lang::Python)?.ends_with("def grundy_value(n):\n    return n % 4\n"));
/// # Ok::<(), grundy_laws::code::CodeError>(())
/// ```
pub fn write(law: &Law<'_>, lang: Lang) -> Result<String, CodeError> {
    let names = names(law.arguments);
    let body = match law.function {
        Function::Formula { term, exceptions } => {
            expression::function(term, exceptions, &names, law.values, lang)?
        }
        Function::Automaton { relation, system } => {
            let expected = law.arguments + usize::from(law.values);
            if relation.tracks() != expected {
                return Err(CodeError::Tracks { expected, found: relation.tracks() });
            }
            if relation.transitions().len() > MAX_TRANSITIONS {
                return Err(CodeError::Size(relation.transitions().len()));
            }
            automaton::function(relation, system, &names, law.values, lang)
        }
    };
    let mut out = String::new();
    let mark = lang.comment();
    let what = if law.values { "Grundy values" } else { "P-positions" };
    let _ = writeln!(out, "{mark} {}: {what}.", law.game);
    for remark in &law.remarks {
        for line in lang::wrapped(remark, 96 - mark.len()) {
            let _ = writeln!(out, "{mark} {line}");
        }
    }
    let _ = writeln!(out, "{mark} {}", lang.range());
    out.push('\n');
    out.push_str(&body);
    Ok(out)
}
