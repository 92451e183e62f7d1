//! Why the evaluation of an expression or a rule ended early.

use crate::error::{Failure, Kind, RuleError};
use crate::number::Fault;
use grundy::context::Stop;
use grundy::syntax::Span;

/// Why an evaluation ended early.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Halt {
    /// An operation has no result.
    Fault(Fault, Span),
    /// Something else is wrong.
    Error(Box<RuleError>),
    /// The receiver wants no more.
    Enough,
    /// Cancelled, or out of time.
    Stop(Stop),
}

impl Halt {
    /// The error it is; what the receiver stopped by itself is none, and must not be asked.
    pub fn into_error(self) -> RuleError {
        match self {
            Self::Fault(fault, span) => {
                RuleError::new(fault.kind(), fault.message(), span).help(fault.help())
            }
            Self::Error(error) => *error,
            Self::Enough | Self::Stop(_) => {
                RuleError::new(Kind::Fuel, "the evaluation was stopped", Span::default())
            }
        }
    }

    /// The same, in a state unless it names one already.
    pub(crate) fn into_failure(self, state: impl FnOnce() -> String) -> Failure {
        match self {
            Self::Stop(stop) => Failure::Stop(stop),
            halt => {
                let mut error = halt.into_error();
                error.state.get_or_insert_with(state);
                Failure::Rules(Box::new(error))
            }
        }
    }
}
