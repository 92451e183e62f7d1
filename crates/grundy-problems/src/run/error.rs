//! What can go wrong while an input is answered.

use grundy::context::Stop;
use grundy::judge::JudgeError;
use std::io;

/// Why an input was not answered to its end. Whatever was answered before has been written.
#[derive(Debug)]
pub enum Error {
    /// The input breaks its format.
    Input(JudgeError),
    /// Something in the file has no value for this input: place, message and line of the input.
    Problem(String),
    /// A limit was reached, or someone asked to stop.
    Stop {
        /// The line of the input that was read last.
        line: usize,
        /// Why.
        stop: Stop,
    },
    /// The answers could not be written.
    Output(io::Error),
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Input(error) => error.fmt(f),
            Self::Problem(text) => f.write_str(text),
            Self::Stop { line, stop } => write!(f, "line {line}: {stop}"),
            Self::Output(error) => write!(f, "the answers could not be written: {error}"),
        }
    }
}

impl std::error::Error for Error {}

/// An error on its way through the machine: boxed, as results are handed on at every step.
pub(super) type Halt = Box<Error>;

impl From<JudgeError> for Halt {
    fn from(error: JudgeError) -> Self {
        Box::new(error.into())
    }
}

impl From<io::Error> for Halt {
    fn from(error: io::Error) -> Self {
        Box::new(error.into())
    }
}

impl From<JudgeError> for Error {
    fn from(error: JudgeError) -> Self {
        match error {
            JudgeError::Output(error) => Self::Output(error),
            error => Self::Input(error),
        }
    }
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}
