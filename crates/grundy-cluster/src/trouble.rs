//! Why a run ended without its result, as a message and an exit code.

use serde::{Deserialize, Serialize};
use std::path::Path;

/// What ended a run. Every worker of a run ends with the same one.
///
/// ```
/// use grundy_cluster::Trouble;
/// let trouble = Trouble::Limit("too large; raise --max-memory".into());
/// assert_eq!((trouble.exit_code(), trouble.to_string()), (3, "too large; raise --max-memory".into()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Trouble {
    /// The answer is no: a check failed, or a vertex is not there.
    No(String),
    /// The question makes no sense, or has no answer here.
    Question(String),
    /// A limit was reached; the message names the option that raises it.
    Limit(String),
    /// A file could not be read or written, or is not what it should be.
    File(String),
    /// A process of the run is gone, or never came.
    Lost(String),
}

impl Trouble {
    /// The exit codes of the command `grundy`, and 5 for a lost process.
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::No(_) => 1,
            Self::Question(_) => 2,
            Self::Limit(_) => 3,
            Self::File(_) => 4,
            Self::Lost(_) => LOST,
        }
    }

    /// What the system said of a file.
    pub fn file(path: &Path, error: impl std::fmt::Display) -> Self {
        Self::File(format!("{}: {error}", path.display()))
    }

    /// A file that is not what it should be.
    pub fn damaged(path: &Path, what: impl std::fmt::Display) -> Self {
        Self::File(format!("{}: damaged: {what}", path.display()))
    }
}

/// The exit code of a process that lost another one.
pub const LOST: u8 = 5;

impl std::fmt::Display for Trouble {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (Self::No(text)
        | Self::Question(text)
        | Self::Limit(text)
        | Self::File(text)
        | Self::Lost(text)) = self;
        f.write_str(text)
    }
}

impl std::error::Error for Trouble {}

/// The reasons of the library's readers keep their kind.
impl From<grundy::syntax::ReadError> for Trouble {
    fn from(error: grundy::syntax::ReadError) -> Self {
        use grundy::syntax::ErrorKind;
        match error.kind {
            ErrorKind::Parse | ErrorKind::Domain => Self::Question(error.message),
            ErrorKind::Limit => Self::Limit(error.message),
            ErrorKind::Io | ErrorKind::Cancelled => Self::File(error.message),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_its_exit_code_and_the_text_alone_is_shown() {
        let text = || "why".to_owned();
        for (trouble, code) in [
            (Trouble::No(text()), 1),
            (Trouble::Question(text()), 2),
            (Trouble::Limit(text()), 3),
            (Trouble::File(text()), 4),
            (Trouble::Lost(text()), 5),
        ] {
            assert_eq!((trouble.exit_code(), trouble.to_string()), (code, text()));
        }
        assert_eq!(Trouble::file(Path::new("a/b"), "no").to_string(), "a/b: no");
    }
}
