//! What misère theory tells of a sum.

use super::parts::Gathered;
use crate::outcome::Outcome;

/// The outcome, the winning moves and the reason.
pub struct Decided {
    pub outcome: Outcome,
    pub winning_moves: Gathered,
    pub method: String,
    pub reasoning: Vec<String>,
}
