//! Plain programs for the games of a rule text, in C++, Rust, Python or Java: short ones, to be read and
//! handed in where tools are not.
//!
//! A program holds for each family that play can lead to a function that goes through the moves of
//! a state and gives the least value that none of them has. Where it is proved that every move leads
//! to states that come before, tables are filled in order; elsewhere a depth-first search with a
//! stack of its own finds what is missing. It does what [`walk`](crate::walk) does for every state
//! below which rules are not wrong; a move to a state that is none and play that goes round end a
//! search with a message. Of numbers that leave 64 bits the head of a program tells what becomes.

mod assigned;
mod expr;
mod facts;
mod filled;
mod functions;
mod gather;
mod given;
mod heading;
mod heading_rust;
mod helpers;
mod lang;
mod limits;
mod linear;
mod lists;
mod names;
mod option;
mod order;
mod parts;
mod plan;
mod print;
mod program;
mod reach;
mod routine;
mod searched;
mod stmt;
mod table;

use crate::error::RuleError;
use crate::typed::Program;
pub use functions::{Functions, InputCopy, Wanted, functions, functions_within};
pub use lang::{Lang, MAX_LISTED};
pub use limits::InputLimits;

/// A program that prints Grundy values of a family, whose number is below that of families.
///
/// # Complexity
/// O(length of the rules and of the sets in them).
///
/// # Errors
/// An input without a value. What the language cannot say: sets too long to be written out; in
/// Python, blocks nested too deep; in C++ and Java, loops up to 2^63 - 1.
///
/// ```
/// use grundy_rules::{emit::{Lang, emit}, source::Source, typed::Program};
/// let rules = "S(n) -> S(n - k*k) for k in 1..=isqrt(n)";
/// let program = Program::read(Source::new("rules", rules)).unwrap();
/// let python = emit(&program, 0, Lang::Python).unwrap();
/// assert!(python.contains("for k in range(1, isqrt(n) + 1):\n        seen[table_S[n - k * k]] = 1\n"));
/// ```
pub fn emit(program: &Program, family: usize, lang: Lang) -> Result<String, RuleError> {
    program.check_bound()?;
    program.check_ends("a printed program")?;
    program.check_free("a printed program")?;
    program::emit(program, family, lang, None)
}

/// The same around a function that is given and right, such as a law that is proved: `given` has the
/// function for the family, as [`functions`] would make it, with numbers of 64 bits.
///
/// # Complexity
/// O(length of both texts).
///
/// # Errors
/// As [`emit`].
///
/// ```
/// use grundy_rules::{emit::{Functions, Lang, emit_around}, source::Source, typed::Program};
/// let program = Program::read(Source::new("rules", "S(n) ->? S(n - k) for k in 1..=3")).unwrap();
/// let given = Functions {
///     text: "def grundy_S(n):\n    return n % 4\n".to_owned(),
///     values: vec!["grundy_S".to_owned()],
///     ..Functions::default()
/// };
/// let python = emit_around(&program, 0, Lang::Python, &given).unwrap();
/// assert!(python.contains("return n % 4") && !python.contains("table_S"));
/// ```
pub fn emit_around(
    program: &Program,
    family: usize,
    lang: Lang,
    given: &Functions,
) -> Result<String, RuleError> {
    program.check_bound()?;
    program.check_ends("a printed program")?;
    program.check_free("a printed program")?;
    program::emit(program, family, lang, Some(given))
}
