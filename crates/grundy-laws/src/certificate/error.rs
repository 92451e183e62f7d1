//! Why no certificate is written, or its law not used.

use crate::automaton::{Overrun, TableError};
use crate::formula::{DecideError, RelationError};
use crate::numeration::SystemError;
use crate::verify::{Problem, Refused};

/// Why no certificate is written, or its law not used.
#[derive(Clone, Debug, thiserror::Error)]
pub enum WriteError {
    /// The checker has no words for a part of the rules.
    #[error("no certificate can say this: {0}")]
    Refused(#[from] Refused),
    /// A strategy is too large.
    #[error("a strategy for the certificate: {0}")]
    Decide(#[from] DecideError),
    /// A table is too large.
    #[error("a table for the certificate: {0}")]
    Overrun(#[from] Overrun),
    /// A table of a certificate is too large to be used.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The numeration system of a certificate is too large to be used.
    #[error(transparent)]
    System(#[from] SystemError),
    /// The law is no relation between numbers.
    #[error(transparent)]
    Relation(#[from] RelationError),
    /// Certificates say nothing of forbidden options.
    #[error("laws of games with forbidden options have no certificates")]
    Blocked,
    /// The law has not all families that its moves lead to.
    #[error("the law of a family is missing")]
    Families,
    /// The law is told by a remainder, or another kind of law is wanted.
    #[error("the law is told by the remainder of a division")]
    Remainder,
    /// What was written is not accepted.
    #[error("the checker does not accept the certificate: {0}")]
    Problem(#[from] Problem),
}
