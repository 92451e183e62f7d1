//! Playing: moves as they are typed, the moves of the perfect player and of one who errs, hints.

use crate::ask::Ask;
use crate::desk::{Desk, Ready};
use crate::refusal::{Kind, Refusal};
use crate::shape::{HintAnswer, MoveAnswer, ReplyAnswer};
use crate::state::State;
use axum::extract::State as Extract;
use axum::http::StatusCode;
use grundy::nat::to_u64;
use grundy::outcome::Outcome;
use grundy::play::{Choice, Event, Match, Reason, Side};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::ToSchema;

/// A move in a position.
#[derive(Debug, Deserialize, ToSchema)]
pub struct MoveQuestion {
    /// The position.
    expr: String,
    /// The move as a list of moves shows it, or in words: `take 2 from heap 1`.
    #[serde(rename = "move")]
    typed: String,
}

/// A position in which the engine is to move.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ReplyQuestion {
    /// The position.
    expr: String,
    /// The chance in percent that the engine looks for the best move; else it takes any.
    #[serde(default = "perfect")]
    #[schema(maximum = 100)]
    skill: u8,
    /// Decides what is left to chance: the same question has the same answer.
    #[serde(default)]
    seed: u64,
}

const fn perfect() -> u8 {
    100
}

/// A position in which advice is wanted.
#[derive(Debug, Deserialize, ToSchema)]
pub struct HintQuestion {
    /// The position.
    expr: String,
}

/// What became of a move; who moved is the mover.
#[derive(Serialize)]
struct Moved<'a> {
    position: String,
    text: Option<&'a str>,
    part: Option<usize>,
    event: &'static str,
    winner: Option<&'static str>,
    rounds_left: Option<serde_json::Value>,
}

#[derive(Serialize)]
struct Replied<'a> {
    #[serde(flatten)]
    moved: Moved<'a>,
    reason: Option<String>,
}

#[derive(Serialize)]
struct Advised {
    #[serde(rename = "move")]
    best: Option<Advice>,
    outcome: Option<Outcome>,
    reason: Vec<String>,
}

#[derive(Serialize)]
struct Advice {
    part: usize,
    text: String,
    to: String,
    wins: bool,
}

/// A typed move, made
#[utoipa::path(
    post,
    path = "/move",
    request_body = MoveQuestion,
    responses((status = 200, body = MoveAnswer, description = "The position after it"))
)]
pub async fn make(
    Extract(state): Extract<Arc<State>>,
    ask: Ask<MoveQuestion>,
) -> Result<Ready, Refusal> {
    state
        .answer(ask, |asked, desk| {
            let mut game = begun(&asked.expr, desk)?;
            if game.winner().is_some() {
                return Err(Refusal::domain("the game is over: there is no move"));
            }
            let choice = game.read(&asked.typed, &desk.context)?.map_err(|unread| {
                let status = StatusCode::UNPROCESSABLE_ENTITY;
                let refusal = Refusal::new(status, Kind::Parse, unread.message.clone());
                let lead = if unread.question { "type" } else { "try" };
                match &*unread.instead {
                    [] => refusal,
                    instead => refusal.help(format!("{lead} {}", instead.join(" or "))),
                }
            })?;
            Ready::of(&made(&mut game, &choice, desk)?)
        })
        .await
}

/// The move of the engine, made
///
/// In a finished position there is none: then the text is null, and the winner is told.
#[utoipa::path(
    post,
    path = "/reply",
    request_body = ReplyQuestion,
    responses((status = 200, body = ReplyAnswer, description = "The position after it"))
)]
pub async fn reply(
    Extract(state): Extract<Arc<State>>,
    ask: Ask<ReplyQuestion>,
) -> Result<Ready, Refusal> {
    if ask.question.skill > 100 {
        return Err(Refusal::request("skill: expected a number from 0 to 100"));
    }
    state
        .answer(ask, |asked, desk| {
            let mut game = begun(&asked.expr, desk)?;
            if let Some(winner) = game.winner() {
                let moved = Moved {
                    position: game.position(),
                    text: None,
                    part: None,
                    event: "won",
                    winner: Some(name(winner)),
                    rounds_left: None,
                };
                return Ready::of(&Replied { moved, reason: None });
            }
            let mut chance = fastrand::Rng::with_seed(asked.seed);
            let (choice, reason) = if chance.u8(0..100) < asked.skill {
                let (choice, reason) = game.advice(&desk.context)?;
                (choice, sentence(reason))
            } else {
                let mut choices = game.choices(&desk.context)?;
                (choices.swap_remove(chance.usize(..choices.len())), "A move taken by chance.")
            };
            let moved = made(&mut game, &choice, desk)?;
            let reason = desk.language.sentence(reason).into_owned();
            Ready::of(&Replied { moved, reason: Some(reason) })
        })
        .await
}

/// Who wins, and a good move with the reasons
#[utoipa::path(
    post,
    path = "/hint",
    request_body = HintQuestion,
    responses((status = 200, body = HintAnswer, description = "The advice"))
)]
pub async fn hint(
    Extract(state): Extract<Arc<State>>,
    ask: Ask<HintQuestion>,
) -> Result<Ready, Refusal> {
    state
        .answer(ask, |asked, desk| {
            let mut game = begun(&asked.expr, desk)?;
            let answer = game.hint(1, &desk.context)?.translated(desk.language);
            let mut reason = answer.reasoning;
            if game.winner().is_some() {
                return Ready::of(&Advised { best: None, outcome: Some(answer.outcome), reason });
            }
            let (choice, why) = game.advice(&desk.context)?;
            reason.push(desk.language.sentence(sentence(why)).into_owned());
            let moved = made(&mut game, &choice, desk)?;
            let best = Advice {
                part: choice.part,
                text: choice.text.clone(),
                to: moved.position,
                wins: why == Reason::Wins,
            };
            Ready::of(&Advised { best: Some(best), outcome: Some(answer.outcome), reason })
        })
        .await
}

/// A match in which the one who asks about is to move.
fn begun(expr: &str, desk: &Desk<'_>) -> Result<Match, Refusal> {
    let position = desk.read(expr)?;
    Ok(Match::new(position, desk.play, Side::Human, &desk.context)?)
}

fn made<'c>(game: &mut Match, choice: &'c Choice, desk: &Desk<'_>) -> Result<Moved<'c>, Refusal> {
    let (event, winner, left) = match game.make(choice, &desk.context)? {
        Event::Next => ("next", None, None),
        Event::RoundWon { by, left } => ("round", Some(by), Some(left)),
        Event::Won(by) => ("won", Some(by), None),
        Event::Drawn => ("drawn", None, None),
    };
    Ok(Moved {
        position: game.position(),
        text: Some(&choice.text),
        part: Some(choice.part),
        event,
        winner: winner.map(name),
        rounds_left: left.map(|left| match to_u64(&left).filter(|&n| n < 1 << 53) {
            Some(small) => small.into(),
            None => left.to_string().into(),
        }),
    })
}

/// The mover sits where people sit in a match.
const fn name(side: Side) -> &'static str {
    match side {
        Side::Human => "mover",
        Side::Engine => "other",
    }
}

const fn sentence(reason: Reason) -> &'static str {
    match reason {
        Reason::Wins => "This move wins.",
        Reason::KeepsDraw => "No move wins; this one keeps the draw.",
        Reason::LastsLongest => {
            "Every move loses against best play; after this one the game lasts longest."
        }
        Reason::HardToAnswer => "Every move loses against best play; this one is hard to answer.",
    }
}
