//! Outcomes and play conventions.

use serde::Serialize;
use std::fmt;

/// Who wins under best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Outcome {
    /// The Previous player: whoever is to move loses.
    P,
    /// The Next player: whoever is to move wins.
    N,
    /// A draw: play may go on for ever, and nobody can force a win.
    D,
}

impl Outcome {
    /// N if the player to move wins.
    pub const fn of(mover_wins: bool) -> Self {
        if mover_wins { Self::N } else { Self::P }
    }

    /// Whether the player to move wins.
    pub const fn mover_wins(self) -> bool {
        matches!(self, Self::N)
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::P => "P",
            Self::N => "N",
            Self::D => "D",
        })
    }
}

/// What becomes of a player who cannot move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Play {
    /// A player who cannot move loses.
    #[default]
    Normal,
    /// A player who cannot move wins (Anti-SG).
    Misere,
}

impl Play {
    /// The outcome of a position without moves.
    pub const fn of_finished(self) -> Outcome {
        Outcome::of(matches!(self, Self::Misere))
    }

    /// The other convention.
    pub const fn reversed(self) -> Self {
        match self {
            Self::Normal => Self::Misere,
            Self::Misere => Self::Normal,
        }
    }
}

impl fmt::Display for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Normal => "normal",
            Self::Misere => "misere",
        })
    }
}
