//! What is told about a position: one structure, of which text and JSON are two views.

mod text;
mod value;

pub use text::Style;
pub use value::GrundyValue;
pub(crate) use value::infinite;

use crate::nat::Nat;
use crate::outcome::{Outcome, Play};
use crate::translation::Language;
use serde::Serialize;
use std::borrow::Cow;

/// The answer to one question.
#[derive(Clone, Debug, Serialize)]
pub struct Answer {
    /// The position as text that parses back.
    pub position: String,
    /// The convention it is played under.
    pub play: Play,
    /// The part the first move is restricted to, if it is (numbered from 1).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub only: Option<usize>,
    /// Who wins.
    pub outcome: Outcome,
    /// The same as `"first"` or `"second"`: the player to move is the first; `None` for a draw.
    pub winner: Option<&'static str>,
    /// The value in normal play, where it is known.
    pub grundy: Option<GrundyValue>,
    /// The moves that win.
    pub winning_moves: WinningMoves,
    /// The moves that keep a draw where none wins, if play may go on for ever.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drawing_moves: Option<WinningMoves>,
    /// How long the game lasts, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duration: Option<Duration>,
    /// The theory used.
    pub method: String,
    /// Whether the answer is exact; there are no others.
    pub exact: bool,
    /// Remarks.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// Step by step, if asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reasoning: Vec<String>,
    /// In a lost position what answers each move, if asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub replies: Vec<Reply>,
    /// Whether `replies` covers every move.
    #[serde(skip)]
    pub replies_complete: bool,
    /// What is known of the parts; the first ones if there are many.
    #[serde(skip)]
    pub parts: Vec<PartReport>,
    /// How many parts there are.
    #[serde(skip)]
    pub part_count: usize,
}

/// How long a game lasts if the winner hurries and the loser delays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Duration {
    /// The number of moves until the end; `None` for a draw.
    pub remoteness: Option<u32>,
    /// The moves of that length: the fastest of those that win, the slowest of those that lose, or
    /// those that keep the draw.
    pub moves: WinningMoves,
}

/// The moves that win.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct WinningMoves {
    /// How many there are; `None` past the limits.
    #[serde(serialize_with = "crate::json::exact_or_null")]
    pub count: Option<Nat>,
    /// The first ones by part, then by result.
    pub listed: Vec<MoveLine>,
}

/// One move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MoveLine {
    /// The part moved in, numbered from 1.
    pub part: usize,
    /// The move in plain notation.
    pub text: String,
    /// The position it leaves, as text that parses back; for a move that wins at once what is left
    /// on the table.
    pub to: String,
    /// Whether it wins at once, whatever else is on the table.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub wins: bool,
}

/// What answers a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Reply {
    /// The part moved in, numbered from 1.
    pub part: usize,
    /// The move.
    pub text: String,
    /// The part of the reply in the position after the move.
    pub reply_part: usize,
    /// The reply; a finished game needs none.
    pub reply: Option<String>,
}

/// What is known of one part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartReport {
    /// The part alone as an expression.
    pub position: String,
    /// Its Grundy value.
    pub value: PartValue,
    /// Where that comes from.
    pub method: String,
}

/// The Grundy value of a part, as far as it is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PartValue {
    /// The value.
    Known(Nat),
    /// Not 0, no more is known.
    Nonzero,
    /// A move wins at once.
    Loony,
    /// The loopy value is infinite, with the numbers that the options have.
    Loopy(Vec<Nat>),
    /// Nothing was found out.
    Unknown,
}

/// "first" or "second".
pub(crate) const fn winner(outcome: Outcome) -> Option<&'static str> {
    match outcome {
        Outcome::N => Some("first"),
        Outcome::P => Some("second"),
        Outcome::D => None,
    }
}

impl Answer {
    /// The same with its sentences (method, notes, reasoning, methods of the parts) in a language.
    /// Moves and positions stay as they are typed.
    pub fn translated(mut self, language: Language) -> Self {
        let tell = |text: &mut String| {
            if let Cow::Owned(told) = language.sentence(text) {
                *text = told;
            }
        };
        tell(&mut self.method);
        self.notes.iter_mut().chain(&mut self.reasoning).for_each(tell);
        self.parts.iter_mut().for_each(|part| tell(&mut part.method));
        self
    }

    /// The answer as one line of JSON.
    pub fn to_json(&self) -> String {
        // Most answers are a little shorter than this.
        let mut line = Vec::with_capacity(512);
        serde_json::to_writer(&mut line, self)
            .expect("strings, numbers and lists always serialise");
        String::from_utf8(line).expect("JSON is UTF-8")
    }
}
