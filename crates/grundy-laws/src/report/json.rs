//! The laws as one JSON object.

use grundy::nat::{self, Nat};
use serde::Serialize;

use super::{Report, Told};
use crate::rules::Of;

#[derive(Serialize)]
struct Object<'r> {
    game: Option<&'r str>,
    play: Option<&'static str>,
    of: Option<&'static str>,
    /// How many options the other player may forbid before each move.
    #[serde(skip_serializing_if = "Option::is_none")]
    block: Option<u32>,
    laws: Vec<Law<'r>>,
    at: Vec<Answer<'r>>,
    notes: &'r [String],
}

#[derive(Serialize)]
struct Law<'r> {
    kind: &'r str,
    status: &'static str,
    formula: &'r str,
    sentence: &'r str,
    checked_to: Option<&'r [i64]>,
    exceptions: Vec<Exception<'r>>,
    theorem: Option<&'r str>,
    numeration: Option<&'r str>,
    states: Option<usize>,
    evidence: Option<f64>,
}

#[derive(Serialize)]
struct Exception<'r> {
    at: &'r [i64],
    found: i64,
}

#[derive(Serialize)]
struct Answer<'r> {
    position: Vec<serde_json::Value>,
    status: Option<&'static str>,
    outcome: Option<String>,
    grundy: Option<serde_json::Value>,
    moves: Vec<Step<'r>>,
    more: bool,
    open: Option<&'r str>,
}

#[derive(Serialize)]
struct Step<'r> {
    text: &'r str,
    to: Option<&'r str>,
}

/// Integers above 2^53 - 1 are decimal strings, as in every object of the program.
fn number(n: &Nat) -> serde_json::Value {
    match nat::to_u64(n).filter(|&n| n < 1 << 53) {
        Some(n) => n.into(),
        None => nat::print(n).into(),
    }
}

impl<'r> Law<'r> {
    fn of(law: &'r Told) -> Self {
        let exception = |(at, found): &'r (Vec<i64>, i64)| Exception { at, found: *found };
        Self {
            kind: &law.kind,
            status: law.status.name(),
            formula: &law.formula,
            sentence: &law.sentence,
            checked_to: (!law.checked_to.is_empty()).then_some(&law.checked_to),
            exceptions: law.exceptions.iter().map(exception).collect(),
            theorem: law.theorem.as_deref(),
            numeration: law.numeration.as_deref(),
            states: law.states,
            // Tenths of a bit are more than enough.
            evidence: law.evidence.map(|bits| (bits * 10.0).round() / 10.0),
        }
    }
}

impl Report {
    /// One JSON object in one line.
    pub fn to_json(&self) -> String {
        let of = self.of.map(|of| match of {
            Of::Outcome(_) | Of::Blocked(_) => "outcome",
            Of::Value => "value",
        });
        let object = Object {
            game: of.is_some().then_some(&self.game),
            play: self.play().map(|play| match play {
                grundy::Play::Normal => "normal",
                grundy::Play::Misere => "misere",
            }),
            of,
            block: match self.of {
                Some(Of::Blocked(forbidden)) => Some(forbidden),
                _ => None,
            },
            laws: self.laws.iter().map(Law::of).collect(),
            at: self
                .at
                .iter()
                .map(|at| Answer {
                    position: at.position.iter().map(number).collect(),
                    status: at.outcome.map(|_| at.status.name()),
                    outcome: at.outcome.map(|outcome| outcome.to_string()),
                    grundy: at.value.as_ref().map(number),
                    open: at.open.as_deref(),
                    more: at.more,
                    moves: at
                        .moves
                        .iter()
                        .map(|told| Step { text: &told.text, to: told.to.as_deref() })
                        .collect(),
                })
                .collect(),
            notes: &self.remarks,
        };
        serde_json::to_string(&object).expect("an object of numbers and texts")
    }
}
