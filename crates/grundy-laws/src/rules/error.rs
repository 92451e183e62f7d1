//! Why a question about a law has no answer.

use grundy::context::Stop;
use grundy_rules::error::{Failure, RuleError};

use super::fragment::Outside;
use crate::automaton::Overrun;
use crate::formula::DecideError;

/// Why no answer can be given.
#[derive(Clone, Debug, thiserror::Error)]
pub enum FindError {
    /// The rules are outside of the decidable fragment.
    #[error(transparent)]
    Outside(#[from] Outside),
    /// The rules are wrong.
    #[error("the rules are wrong: {0}")]
    Rules(Box<RuleError>),
    /// The rules fail in a position that is allowed: its coordinates.
    #[error("the rules fail in {position}")]
    Fault {
        /// The position.
        position: String,
        /// Where in the rules.
        span: grundy::syntax::Span,
    },
    /// A limit was reached, or cancelled.
    #[error(transparent)]
    Stop(#[from] Stop),
}

impl From<Failure> for FindError {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Rules(error) => Self::Rules(error),
            Failure::Stop(stop) => Self::Stop(stop),
        }
    }
}

/// What it means that a statement was not decided.
pub(super) fn decide_error(error: DecideError) -> FindError {
    match error {
        DecideError::Overrun(overrun) => stop_of(overrun).into(),
        other => Outside::new(other.to_string(), Default::default()).into(),
    }
}

/// What it means that an operation went beyond its limits.
pub(super) fn stop_of(overrun: Overrun) -> Stop {
    match overrun {
        Overrun::Stop(stop) => stop,
        other => Stop::Refused(other.to_string()),
    }
}
