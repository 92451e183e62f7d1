//! Laws as functions in C++, Rust, Python and Java: short ones, to be read and used where tools are not.
//!
//! A formula becomes the same formula; an automaton becomes a flat table, with a loop that reads the
//! digits of numbers. In C++ and Rust arguments are below 2^63 and results are computed in 128 bits, in
//! Python numbers have any size; in Java numbers have 64 bits, and the function says for which arguments
//! nothing leaves them. Functions for [submissions](member) have 64 bits in all languages.

mod automaton;
mod expression;
mod lang;
mod loops;
mod range;
mod rounded;
mod style;

use std::fmt::Write;

use crate::automaton::Automaton;
use crate::numeration::System;
use crate::pattern::term::Term;

use lang::Form;
use range::{NATURAL, Range, range};
use style::Style;

pub use lang::Lang;
pub(crate) use lang::wrapped;

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
    /// The game, as it is called; empty for numbers of no game, whose function is called `f`.
    pub game: &'f str,
    /// The least of each argument.
    pub least: &'f [i64],
    /// What the arguments are called; nothing: n, or a, b, c.
    pub names: &'f [String],
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
    /// Numbers on the way to the value leave 64 bits.
    #[error("numbers on the way to the value leave 64 bits")]
    Overflow,
}

/// Larger tables are not written.
pub const MAX_TRANSITIONS: usize = 100_000;

/// The names of so many arguments.
pub(crate) fn names(arguments: usize) -> Vec<String> {
    match arguments {
        1 => vec!["n".into()],
        2..=4 => ["a", "b", "c", "d"][..arguments].iter().map(|&name| name.into()).collect(),
        _ => (1..=arguments).map(|number| format!("x{number}")).collect(),
    }
}

/// These names, or the usual ones where there are not so many.
fn names_or_own(arguments: usize, own: &[String]) -> Vec<String> {
    if own.len() == arguments { own.to_vec() } else { names(arguments) }
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
///     least: &[0],
///     names: &[],
///     values: true,
///     remarks: Vec::new(),
///     function: Function::Formula { term: &term, exceptions: &[] },
/// };
/// assert!(write(&law, Lang::Python)?.ends_with("def grundy_value(n):\n    return n % 4\n"));
/// # Ok::<(), grundy_laws::code::CodeError>(())
/// ```
pub fn write(law: &Law<'_>, lang: Lang) -> Result<String, CodeError> {
    let name = match (law.values, law.game) {
        (true, "") => "f",
        (true, _) => "grundy_value",
        (false, _) => "is_p_position",
    };
    let style = Style { lang, name, tail: "", values: law.values, word: false };
    let arguments = match lang {
        Lang::Cpp | Lang::Rust => match widest(law)? {
            "2^63 - 1" if lang == Lang::Rust && law.least.iter().all(|&least| least <= 0) => {
                "Arguments below 2^63; sums and products are made in 128 bits.".to_owned()
            }
            end => {
                format!("{}; sums and products are made in 128 bits.", domain(law, Some(end)))
            }
        },
        Lang::Python => format!("{}.", domain(law, None)),
        Lang::Java => format!("{}.", domain(law, Some(greatest(law)?))),
    };
    let body = body(law.function, law.least, law.names, &style)?;
    let mut out = String::new();
    let mark = lang.comment();
    let what = match (law.values, law.game) {
        (true, "") => "A law of numbers.".to_owned(),
        (false, "") => "A law of P-positions.".to_owned(),
        (true, game) => format!("{game}: Grundy values."),
        (false, game) => format!("{game}: P-positions."),
    };
    let _ = writeln!(out, "{mark} {what}");
    for remark in &law.remarks {
        for line in wrapped(remark, 96 - mark.len()) {
            let _ = writeln!(out, "{mark} {line}");
        }
    }
    let _ = writeln!(out, "{mark} {arguments}");
    out.push('\n');
    out.push_str(&body);
    Ok(out)
}

/// Whether every part of a formula has a place in a program, for arguments from these on.
pub(crate) fn is_code(term: &Term, least: &[i64]) -> bool {
    let style = Style { lang: Lang::Python, name: "f", tail: "", values: true, word: false };
    expression::function(term, &[], least, &names(least.len()), &style).is_ok()
}

/// The arguments of a law, up to an end if there is one.
fn domain(law: &Law<'_>, end: Option<&str>) -> String {
    let least = || law.least.iter().map(|&least| least.max(0));
    let first = least().next().unwrap_or(0);
    if least().any(|least| least != first) {
        let names = names_or_own(law.least.len(), law.names);
        let each = names.iter().zip(least()).map(|(name, least)| format!("{name} from {least} on"));
        let each = each.collect::<Vec<_>>().join(", ");
        return match end {
            Some(end) => format!("Arguments up to {end}, {each}"),
            None => format!("Arguments of any size, {each}"),
        };
    }
    match (end, first) {
        (Some(end), _) => format!("Arguments from {first} to {end}"),
        (None, 0) => "Arguments are natural numbers of any size".to_owned(),
        (None, _) => format!("Arguments are numbers of any size from {first} on"),
    }
}

/// Whether some part of a formula is an irrational number.
pub(crate) fn has_roots(term: &Term) -> bool {
    let mut found = false;
    term.each(&mut |part| found |= matches!(part, Term::Beatty { .. }));
    found
}

/// The function without a comment.
fn body(
    function: Function<'_>,
    least: &[i64],
    own: &[String],
    style: &Style<'_>,
) -> Result<String, CodeError> {
    let arguments = least.len();
    let names = names_or_own(arguments, own);
    match function {
        Function::Formula { term, exceptions } => {
            expression::function(term, exceptions, least, &names, style)
        }
        Function::Automaton { relation, system } => {
            let expected = arguments + usize::from(style.values);
            if relation.tracks() != expected {
                return Err(CodeError::Tracks { expected, found: relation.tracks() });
            }
            if relation.transitions().len() > MAX_TRANSITIONS {
                return Err(CodeError::Size(relation.transitions().len()));
            }
            Ok(automaton::function(relation, system, &names, style))
        }
    }
}

/// Greatest arguments, with their symbols.
const ENDS: [(&str, i64); 8] = [
    ("2^63 - 1", i64::MAX),
    ("2^62", 1 << 62),
    ("2^60", 1 << 60),
    ("2^53", 1 << 53),
    ("2^31", 1 << 31),
    ("2^30", 1 << 30),
    ("2^20", 1 << 20),
    ("2^15", 1 << 15),
];

/// The greatest arguments, in symbols, with which the squares under roots and all numbers on the way stay
/// within 128 bits, and values within 64.
fn widest(law: &Law<'_>) -> Result<&'static str, CodeError> {
    let Function::Formula { term, .. } = law.function else { return Ok(ENDS[0].0) };
    let fits = |end: i64| {
        let args = wide_args(law.least, end);
        let value = |range: Range| !law.values || range.1 <= u64::MAX.into();
        range::roots_fit(term, &args) && range::wide_range(term, &args).is_some_and(value)
    };
    let end = ENDS.iter().find(|(_, end)| fits(*end));
    end.map(|(name, _)| *name).ok_or(CodeError::Overflow)
}

/// The ranges of arguments up to an end.
fn wide_args(least: &[i64], end: i64) -> Vec<Range> {
    least.iter().map(|&least| (least.max(0).into(), end.max(least).into())).collect()
}

/// The greatest arguments, in symbols, with which nothing leaves 64 bits.
fn greatest(law: &Law<'_>) -> Result<&'static str, CodeError> {
    match law.function {
        Function::Automaton { .. } => Ok(ENDS[1].0),
        Function::Formula { term, .. } => {
            let fits = |end: i64| range(term, &wide_args(law.least, end)).is_some();
            let end = ENDS.iter().find(|(_, end)| fits(*end));
            end.map(|(name, _)| *name).ok_or(CodeError::Overflow)
        }
    }
}

/// A function of a submission: its numbers have 64 bits with sign, in C++ of the type `Int`.
#[derive(Clone, Copy, Debug)]
pub struct Member<'m> {
    /// Its name.
    pub name: &'m str,
    /// What stands behind the names of tables and helpers, so that several functions stand in one
    /// program.
    pub tail: &'m str,
    /// What the arguments are called; nothing: n, or a, b, c.
    pub names: &'m [String],
    /// Whether the value is computed; else whether a position is a P-position.
    pub values: bool,
    /// The least and the greatest of each argument.
    pub limits: &'m [(i64, i64)],
    /// What is computed.
    pub function: Function<'m>,
}

/// The function as text, without a comment; in Java a static member, in C++ without headers.
///
/// # Errors
/// [`CodeError`]; [`CodeError::Overflow`] unless it is sure that nothing leaves 64 bits for arguments
/// within the limits.
///
/// # Complexity
/// O(length of the text).
///
/// ```
/// use grundy_laws::code::{CodeError, Function, Lang, Member, member};
/// use grundy_laws::pattern::term::Term;
/// let half = Term::n().plus(1).over(2);
/// let function = Function::Formula { term: &half, exceptions: &[] };
/// let limits = [(0, 1_000_000_000_000_000_000)];
/// let law = Member { name: "grundy_S", tail: "_S", names: &[], values: true, limits: &limits, function };
/// let text = member(&law, Lang::Cpp)?;
/// assert_eq!(text, "Int grundy_S(Int n) {\n    return (n + 1) / 2;\n}\n");
/// let all = [(0, i64::MAX)];
/// assert_eq!(member(&Member { limits: &all, ..law }, Lang::Cpp), Err(CodeError::Overflow));
/// # Ok::<(), CodeError>(())
/// ```
pub fn member(law: &Member<'_>, lang: Lang) -> Result<String, CodeError> {
    let wide = |&(least, most): &(i64, i64)| -> Range { (least.max(0).into(), most.into()) };
    let args: Vec<Range> = law.limits.iter().map(wide).collect();
    let fits = match law.function {
        Function::Formula { term, .. } => range(term, &args).is_some(),
        // The digits of a value have fewer bits; of valid words there are counts beyond the greatest.
        Function::Automaton { system, .. } => {
            let counted = !system.valid().is_universal();
            let most = if counted && lang == Lang::Java { 1 << 62 } else { NATURAL.1 };
            args.iter().all(|arg| arg.1 <= most)
        }
    };
    if !fits {
        return Err(CodeError::Overflow);
    }
    let style = Style { lang, name: law.name, tail: law.tail, values: law.values, word: true };
    let least: Vec<i64> = law.limits.iter().map(|(least, _)| *least).collect();
    body(law.function, &least, law.names, &style)
}
