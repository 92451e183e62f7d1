//! Laws: Grundy values and P-positions of any size, found and proved.

use super::rules::{EmitLanguage, Emitted};
use crate::ask::{Ask, Whole};
use crate::desk::{Desk, Ready};
use crate::refusal::Refusal;
use crate::shape::{EmitAnswer, LawAnswer};
use crate::state::State;
use axum::extract::State as Extract;
use grundy::Nat;
use grundy::outcome::Play;
use grundy_laws::code::Lang;
use grundy_laws::report::{Asked, AskedError, Report, Status, Wanted, program_of};
use grundy_laws::rules::Search;
use serde::Deserialize;
use std::sync::Arc;
use utoipa::ToSchema;

/// A game whose laws are wanted.
#[derive(Debug, Deserialize, ToSchema)]
pub struct LawQuestion {
    /// The game without a position.
    game: String,
    /// Positions of any size that a proved law is asked about, each the list of its numbers.
    #[serde(default)]
    at: Option<Vec<Vec<Whole>>>,
    /// Outcomes rather than values.
    #[serde(default)]
    outcomes: bool,
}

/// How many winning moves are told of a position.
const MOVES: usize = 20;

/// The laws of a game, the best first
///
/// As `grundy law --json`.
#[utoipa::path(
    post,
    path = "/law",
    request_body = LawQuestion,
    responses((status = 200, body = LawAnswer, description = "The laws"))
)]
pub async fn law(
    Extract(state): Extract<Arc<State>>,
    ask: Ask<LawQuestion>,
) -> Result<Ready, Refusal> {
    state
        .answer(ask, |asked, desk| {
            let positions = asked.at.iter().flatten();
            let at: Vec<Vec<Nat>> = positions
                .map(|position| position.iter().map(|number| number.0.clone()).collect())
                .collect();
            let report = report(&asked.game, asked.outcomes, &at, desk)?;
            Ok(Ready::json(report.to_json()))
        })
        .await
}

/// The laws of a game.
fn report(name: &str, outcomes: bool, at: &[Vec<Nat>], desk: &Desk<'_>) -> Result<Report, Refusal> {
    let game = desk.read_tabled(name)?;
    let program = program_of(&game.title(), desk.program).map_err(refused)?;
    let mut search = Search::default();
    // A second is left for what comes after the search.
    if let Some(time) = desk.context.limits.time {
        search.time = search.time.min(time.saturating_sub(std::time::Duration::from_secs(1)));
    }
    let wanted = match (desk.play, outcomes) {
        (Play::Normal, false) => Wanted::Best,
        (play, _) => Wanted::Outcomes(play),
    };
    let game = &*game;
    Asked { game, program, wanted, to: &[], at, unproved: false, moves: MOVES, search }
        .report(&desk.context)
        .map_err(refused)
}

/// A law that is wanted as a function.
#[derive(Debug, Deserialize, ToSchema)]
pub struct LawProgramQuestion {
    /// The game without a position.
    game: String,
    /// The language: `c++`, `rust`, `python` or `java`.
    language: EmitLanguage,
    /// Outcomes rather than values.
    #[serde(default)]
    outcomes: bool,
    /// Whether a law that is checked in a table, not proved, is good enough where none is proved.
    #[serde(default)]
    unproved: bool,
}

/// The law of a game as a function
///
/// As `grundy law --lang`; with `unproved` as `grundy law --unproved --lang`.
#[utoipa::path(
    post,
    path = "/law/program",
    request_body = LawProgramQuestion,
    responses((status = 200, body = EmitAnswer, description = "The function"))
)]
pub async fn law_program(
    Extract(state): Extract<Arc<State>>,
    ask: Ask<LawProgramQuestion>,
) -> Result<Ready, Refusal> {
    state
        .answer(ask, |asked, desk| {
            let report = report(&asked.game, asked.outcomes, &[], desk)?;
            let status = if asked.unproved { Status::Checked } else { Status::Proved };
            let lang = match asked.language {
                EmitLanguage::Cpp => Lang::Cpp,
                EmitLanguage::Rust => Lang::Rust,
                EmitLanguage::Python => Lang::Python,
                EmitLanguage::Java => Lang::Java,
            };
            match report.code(lang, status) {
                Some(Ok(program)) => Ready::of(&Emitted { program }),
                Some(Err(error)) => Err(Refusal::domain(error.to_string())),
                None => Err(Refusal::domain(match &report.unproved {
                    Some(_) => "nothing is proved of this game; a law is checked in its table",
                    None => "no law of this game is a function",
                })),
            }
        })
        .await
}

fn refused(error: AskedError) -> Refusal {
    match error {
        AskedError::Rules(wrong) => Refusal::rules(&wrong.0, &wrong.1),
        AskedError::Table(error) => error.into(),
        AskedError::Stop(stop) => stop.into(),
        AskedError::Other(message) => Refusal::domain(message),
    }
}
