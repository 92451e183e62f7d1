//! What can go wrong while a problem's input is judged.

use std::io;

/// Why an input was not answered to its end.
///
/// Lines are counted from 1. Whatever was answered before the error has been written.
#[derive(Debug, thiserror::Error)]
pub enum JudgeError {
    /// No problem has this name; [`ids`](super::ids) lists those there are.
    #[error("there is no problem \"{id}\"")]
    UnknownProblem {
        /// The name asked for.
        id: String,
    },
    /// Something else stands where a number (or a word, or the end) must stand.
    #[error("line {line}: expected {expected}, found \"{found}\"")]
    Malformed {
        /// The line of what was found.
        line: usize,
        /// What the format asks for at this place.
        expected: String,
        /// What stands there, shortened if it is long.
        found: String,
    },
    /// The input stops too early.
    #[error("the input {after}, expected {expected}")]
    Ended {
        /// "is empty" or "ends after …".
        after: String,
        /// What the format asks for at this place.
        expected: String,
    },
    /// The numbers can be read but describe no position of the game.
    #[error("line {line}: {message}")]
    Invalid {
        /// The line of the last thing read.
        line: usize,
        /// What is wrong and what was expected.
        message: String,
    },
    /// The position is legal, but the table it needs is too large.
    #[error("line {line}: {message}")]
    Limit {
        /// The line of the last thing read.
        line: usize,
        /// The limit, and how much would have been needed.
        message: String,
    },
    /// The answers could not be written.
    #[error("the answers could not be written: {0}")]
    Output(#[from] io::Error),
}
