//! The catalogue, and rule texts to start from.

use crate::ask::Lang;
use crate::desk::Ready;
use crate::refusal::{Kind, Refusal};
use crate::shape::{ExamplesAnswer, GameCard, GamesAnswer};
use axum::extract::{Path, Query};
use axum::http::StatusCode;
use grundy::Catalogue;
use grundy_rules::library::TEXTS;
use serde::{Deserialize, Serialize};
use utoipa::IntoParams;

/// The language of a catalogue.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct In {
    /// `en` or `zh`.
    #[serde(default)]
    lang: Lang,
}

#[derive(Serialize)]
struct Games<'a> {
    games: Vec<grundy::game::Card<'a>>,
}

/// All games: how they are written, rules, theorem, source, cost and examples
///
/// Each as `grundy games NAME --json`.
#[utoipa::path(
    get,
    path = "/games",
    params(In),
    responses((status = 200, body = GamesAnswer, description = "The catalogue"))
)]
pub async fn all(Query(asked): Query<In>) -> Result<Ready, Refusal> {
    let catalogue = Catalogue::default();
    let told: Vec<_> =
        catalogue.cards().iter().map(|card| card.translated(asked.lang.into())).collect();
    Ready::of(&Games { games: told.iter().map(|card| card.card()).collect() })
}

/// One game, by its name or the start of an expression
#[utoipa::path(
    get,
    path = "/games/{name}",
    params(
        ("name" = String, Path, description = "The name, or the start of an expression: 0.77"),
        In
    ),
    responses((status = 200, body = GameCard, description = "The game"))
)]
pub async fn one(Path(name): Path<String>, Query(asked): Query<In>) -> Result<Ready, Refusal> {
    let catalogue = Catalogue::default();
    let card = catalogue.card(&name).map_err(|hint| {
        let short: String = name.chars().take(60).collect();
        let message = format!("there is no game called {short}");
        let refusal = Refusal::new(StatusCode::NOT_FOUND, Kind::Domain, message).help(hint);
        refusal.translated(asked.lang.into())
    })?;
    Ready::of(&card.translated(asked.lang.into()).card())
}

/// Rule texts, to be changed
///
/// Those of `examples/rules`: the rules of built-in games.
#[utoipa::path(
    get,
    path = "/examples",
    responses((status = 200, body = ExamplesAnswer, description = "The texts"))
)]
pub async fn examples() -> Result<Ready, Refusal> {
    let catalogue = Catalogue::default();
    let rules = TEXTS.iter().map(|&(name, text)| Example {
        name,
        title: title(text).unwrap_or(name),
        text,
        positions: catalogue.card(name).map_or(&[], |card| card.examples),
    });
    Ready::of(&Examples { rules: rules.collect() })
}

#[derive(Serialize)]
struct Examples<'a> {
    rules: Vec<Example<'a>>,
}

#[derive(Serialize)]
struct Example<'a> {
    name: &'a str,
    title: &'a str,
    text: &'a str,
    positions: &'a [&'a str],
}

/// The first line of a text, if it is a remark.
fn title(text: &str) -> Option<&str> {
    let line = text.lines().next()?.strip_prefix('#')?.trim();
    Some(line.strip_suffix('.').unwrap_or(line)).filter(|line| !line.is_empty())
}
