//! The words that join positions.

use super::Sum;
use super::tree::Span;
use std::fmt;

/// How the members of a join are moved in together, and when play ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum JoinKind {
    /// `and`: a move in every member; play ends as soon as one member has ended (the conjunctive
    /// compound).
    And,
    /// `and-all`: a move in every member that has not ended; play ends when all have ended (the
    /// continued conjunctive compound).
    AndAll,
    /// `or`: a move in one member or several; play ends when all have ended (the selective compound).
    Or,
    /// `or-first`: a move in one member or several; play ends as soon as one member has ended (the
    /// shortened selective compound).
    OrFirst,
}

impl JoinKind {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::And, Self::AndAll, Self::Or, Self::OrFirst];

    /// The word as it is printed.
    pub const fn word(self) -> &'static str {
        match self {
            Self::And => "and",
            Self::AndAll => "and-all",
            Self::Or => "or",
            Self::OrFirst => "or-first",
        }
    }

    /// The kind that a word means. `and-first` and `or-all` are the full names of `and` and `or`.
    pub fn of_word(word: &str) -> Option<Self> {
        match word {
            "and-first" => Some(Self::And),
            "or-all" => Some(Self::Or),
            _ => Self::ALL.into_iter().find(|kind| kind.word() == word),
        }
    }

    /// Whether play ends as soon as one member has ended.
    pub const fn ends_with_first(self) -> bool {
        matches!(self, Self::And | Self::OrFirst)
    }

    /// Whether a player chooses the members to move in.
    pub const fn is_selective(self) -> bool {
        matches!(self, Self::Or | Self::OrFirst)
    }
}

impl fmt::Display for JoinKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// A whole expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tree {
    /// Components played as one game.
    Sum(Sum),
    /// Sums joined by one kind of word; at least two.
    Join(JoinKind, Vec<(Sum, Span)>),
}
