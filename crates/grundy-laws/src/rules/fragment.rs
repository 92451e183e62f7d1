//! What is outside of the decidable fragment, and where it stands.

use grundy::syntax::Span;

/// A part of the rules that no formula over addition says.
///
/// Laws of such a game can be checked in a table, but are not proved by automata.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what}")]
pub struct Outside {
    /// What it is, as a sentence without its full stop.
    pub what: String,
    /// Where it stands in the rules.
    pub span: Span,
}

impl Outside {
    pub(super) fn new(what: impl Into<String>, span: Span) -> Self {
        Self { what: what.into(), span }
    }
}
