//! Answers to positions.

use serde::Deserialize;
use utoipa::ToSchema;

/// A whole number; above 2^53 - 1 as a text.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(untagged)]
pub enum Exact {
    /// Up to 2^53 - 1.
    Number(u64),
    /// Any.
    Text(String),
}

/// The value of a position.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(untagged)]
pub enum ValueShape {
    /// A nim-heap of this size.
    Number(Exact),
    /// Infinite, because play may go on for ever.
    Infinite(InfiniteShape),
}

/// An infinite value.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct InfiniteShape {
    /// The numbers that the options have, ascending.
    pub loopy: Vec<Exact>,
}

/// The convention in force.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PlayShape {
    /// A player who cannot move loses.
    Normal,
    /// A player who cannot move wins.
    Misere,
}

/// Who wins.
#[derive(Debug, Deserialize, ToSchema)]
pub enum OutcomeShape {
    /// The player to move.
    N,
    /// The other one.
    P,
    /// Nobody: play may go on for ever.
    D,
}

/// First or second player.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum WinnerShape {
    /// The player to move.
    First,
    /// The other one.
    Second,
}

/// What is told about a position.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SolveAnswer {
    /// The position as text that reads back.
    pub position: String,
    /// The convention.
    pub play: PlayShape,
    /// The part to which the first move is restricted.
    pub only: Option<usize>,
    /// Who wins.
    pub outcome: OutcomeShape,
    /// The same in a word; null for a draw.
    #[schema(required)]
    pub winner: Option<WinnerShape>,
    /// The Grundy value in normal play, where it is known.
    #[schema(required)]
    pub grundy: Option<ValueShape>,
    /// The moves that win.
    pub winning_moves: WinningMovesShape,
    /// The moves that keep a draw where nobody can force a win; left out elsewhere.
    pub drawing_moves: Option<WinningMovesShape>,
    /// The theory used.
    pub method: String,
    /// Always true.
    pub exact: bool,
    /// Remarks; left out where there are none.
    pub notes: Option<Vec<String>>,
    /// Step by step, with `explain`.
    pub reasoning: Option<Vec<String>>,
    /// In a lost position what answers each move, with `explain`.
    pub replies: Option<Vec<ReplyShape>>,
    /// The reasoning, with `explain`.
    pub why: Option<Vec<String>>,
    /// The text of `grundy solve`, with `explain`.
    pub text: Option<String>,
}

/// The moves that win.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WinningMovesShape {
    /// How many there are; null past the limits.
    #[schema(required)]
    pub count: Option<Exact>,
    /// The first ones.
    pub listed: Vec<MoveShape>,
}

/// One move.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MoveShape {
    /// The part moved in, from 1.
    pub part: usize,
    /// The move in plain notation.
    pub text: String,
    /// The position it leaves.
    pub to: String,
    /// Whether it wins at once; left out where it does not.
    pub wins: Option<bool>,
}

/// What answers a move.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReplyShape {
    /// The part moved in, from 1.
    pub part: usize,
    /// The move.
    pub text: String,
    /// The part of the reply.
    pub reply_part: usize,
    /// The reply; a finished game needs none.
    #[schema(required)]
    pub reply: Option<String>,
}
