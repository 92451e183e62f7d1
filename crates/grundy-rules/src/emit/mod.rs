//! Plain programs for the games of a rule text, in C++, Rust or Python: short ones, to be read and
//! handed in where tools are not.
//!
//! A program holds the rules of one family and of those that it can lead to as a function that goes
//! through the moves of a state, and a depth-first search with a stack of its own that finds Grundy
//! values; where it is proved that every move leads down, a table that is filled in order. It does
//! what [`walk`](crate::walk) does for every state below which rules are not wrong; a move to a
//! state that is none and play that goes round end it with a message. Of numbers that leave 64 bits
//! its head tells what becomes.

mod cpp;
mod expr;
mod facts;
mod gather;
mod helpers;
mod in_order;
mod lang;
mod names;
mod plan;
mod print;
mod python;
mod rust;
mod skeleton;
mod stmt;
mod table;
mod target;

use crate::error::RuleError;
use crate::typed::Program;
pub use lang::{Lang, MAX_LISTED};
use plan::Plan;
use target::Target;

/// A program that prints Grundy values of a family, whose number is below that of families.
///
/// # Complexity
/// O(length of the rules and of the sets in them).
///
/// # Errors
/// An input without a value. What the language cannot say: sets too long to be written out; in Python, blocks nested too
/// deep; in C++, loops up to 2^63 - 1.
///
/// ```
/// use grundy_rules::{emit::{Lang, emit}, source::Source, typed::Program};
/// let rules = "S(n) -> S(n - k*k) for k in 1..=isqrt(n)";
/// let program = Program::read(Source::new("rules", rules)).unwrap();
/// let python = emit(&program, 0, Lang::Python).unwrap();
/// assert!(python.contains("for k in range(1, isqrt(n) + 1):\n            values.add(g[n - k * k])\n"));
/// ```
pub fn emit(program: &Program, family: usize, lang: Lang) -> Result<String, RuleError> {
    program.check_bound()?;
    let plan = Plan::new(program, family);
    let target: &dyn Target = match lang {
        Lang::Cpp => &cpp::Cpp,
        Lang::Rust => &rust::Rust,
        Lang::Python => &python::Python,
    };
    if in_order::fits(&plan) {
        in_order::emit(&plan, target)
    } else {
        skeleton::emit(&plan, target)
    }
}
