//! Tables of small positions, in all formats.

use crate::ask::{Ask, Whole};
use crate::desk::{Desk, Page, Ready};
use crate::refusal::Refusal;
use crate::shape::TableAnswer;
use crate::state::State;
use axum::extract::State as Extract;
use grundy::outcome::Play;
use grundy::table::{AnyView, Asked, Content, Format, View};
use serde::Deserialize;
use std::sync::Arc;
use utoipa::ToSchema;

/// A table.
#[derive(Debug, Deserialize, ToSchema)]
pub struct TableQuestion {
    /// The game without a position, or a graph without a token.
    game: String,
    /// The last first argument, and the last second one; left out, an end is chosen.
    #[serde(default)]
    #[schema(max_items = 2)]
    to: Vec<Whole>,
    /// The view: `table`, `p-positions`, `by-value`, `differences`, `base=b`, `base=fibonacci`.
    #[serde(default)]
    view: Option<String>,
    /// Outcomes instead of Grundy values; misère play has no others.
    #[serde(default)]
    outcomes: bool,
    /// The least first argument of a list of P-positions.
    #[serde(default)]
    from: Option<Whole>,
}

/// Grundy values or outcomes of all small positions of a game, as JSON
///
/// As `grundy table --format json`.
#[utoipa::path(
    post,
    path = "/table",
    request_body = TableQuestion,
    responses((status = 200, body = TableAnswer, description = "The table"))
)]
pub async fn table(state: Extract<Arc<State>>, ask: Ask<TableQuestion>) -> Result<Ready, Refusal> {
    answer(state, ask, Format::Json, "application/json").await
}

/// The same as comma-separated values
#[utoipa::path(
    post,
    path = "/table/csv",
    request_body = TableQuestion,
    responses((status = 200, body = String, content_type = "text/csv", description = "The table"))
)]
pub async fn csv(state: Extract<Arc<State>>, ask: Ask<TableQuestion>) -> Result<Ready, Refusal> {
    answer(state, ask, Format::Csv, "text/csv; charset=utf-8").await
}

/// The same as a table of Markdown
#[utoipa::path(
    post,
    path = "/table/markdown",
    request_body = TableQuestion,
    responses((status = 200, body = String, content_type = "text/plain", description = "The table"))
)]
pub async fn markdown(
    state: Extract<Arc<State>>,
    ask: Ask<TableQuestion>,
) -> Result<Ready, Refusal> {
    answer(state, ask, Format::Markdown, "text/plain; charset=utf-8").await
}

/// The same as aligned text
#[utoipa::path(
    post,
    path = "/table/text",
    request_body = TableQuestion,
    responses((status = 200, body = String, content_type = "text/plain", description = "The table"))
)]
pub async fn text(state: Extract<Arc<State>>, ask: Ask<TableQuestion>) -> Result<Ready, Refusal> {
    answer(state, ask, Format::Text, "text/plain; charset=utf-8").await
}

async fn answer(
    Extract(state): Extract<Arc<State>>,
    ask: Ask<TableQuestion>,
    format: Format,
    kind: &'static str,
) -> Result<Ready, Refusal> {
    state
        .answer(ask, move |asked, desk| Ok(Ready { kind, text: written(asked, desk, format)? }))
        .await
}

fn written(asked: &TableQuestion, desk: &Desk<'_>, format: Format) -> Result<Vec<u8>, Refusal> {
    if asked.to.len() > 2 {
        return Err(Refusal::request("to: a table has one end or two"));
    }
    let view = asked.view.as_deref().map(str::parse).transpose();
    let view = view.map_err(|what| Refusal::request(format!("view: {what}")))?;
    let content = match (desk.play, asked.outcomes) {
        (Play::Normal, false) => Content::Values,
        (play, _) => Content::Outcomes(play),
    };
    let mut page = Page::default();
    let starts = desk.catalogue.read_starts(&asked.game, content, &desk.context);
    if let Some(starts) = starts.map_err(|error| Refusal::read(&error, &asked.game))? {
        if !asked.to.is_empty() || asked.from.is_some() || view.is_some() {
            let message = "to, from and view go with games of numbers: this tells of each vertex";
            return Err(Refusal::domain(message));
        }
        match format {
            Format::Text => starts.write_lines(&mut page, "# ", ' '),
            Format::Csv => starts.write_lines(&mut page, "", ','),
            Format::Json => starts.write_json(&mut page, asked.game.trim(), desk.play),
            Format::Markdown => starts.write_markdown(&mut page, asked.game.trim()),
        }?;
        return Ok(page.0);
    }
    let game = desk.read_tabled(&asked.game)?;
    let question = Asked {
        to: asked.to.iter().map(|end| end.0.clone()).collect(),
        from: asked.from.as_ref().map(|from| from.0.clone()),
        view: view.unwrap_or(AnyView::Of(View::Entries)),
        content,
    };
    let found = question.find(&*game, &desk.context)?;
    if let Some(stop) = found.stop() {
        return Err(stop.clone().into());
    }
    found.sheet(&desk.context)?.write(format, &mut page, &desk.context)?;
    Ok(page.0)
}
