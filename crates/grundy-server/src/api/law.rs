//! Laws: Grundy values and P-positions of any size, found and proved.

use crate::ask::{Ask, Whole};
use crate::desk::Ready;
use crate::refusal::Refusal;
use crate::shape::LawAnswer;
use crate::state::State;
use axum::extract::State as Extract;
use grundy::Nat;
use grundy::outcome::Play;
use grundy_laws::report::{Asked, AskedError, Wanted, program_of};
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
            let game = desk.read_game(&asked.game)?;
            let program = program_of(&game.title(), desk.program).map_err(refused)?;
            let positions = asked.at.iter().flatten();
            let at: Vec<Vec<Nat>> = positions
                .map(|position| position.iter().map(|number| number.0.clone()).collect())
                .collect();
            let mut search = Search::default();
            // A second is left for what comes after the search.
            if let Some(time) = desk.context.limits.time {
                search.time =
                    search.time.min(time.saturating_sub(std::time::Duration::from_secs(1)));
            }
            let wanted = match (desk.play, asked.outcomes) {
                (Play::Normal, false) => Wanted::Best,
                (play, _) => Wanted::Outcomes(play),
            };
            let question = Asked {
                game: &*game,
                program,
                wanted,
                to: &[],
                at: &at,
                unproved: false,
                moves: MOVES,
                search,
            };
            let report = question.report(&desk.context).map_err(refused)?;
            Ok(Ready::json(report.to_json()))
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
