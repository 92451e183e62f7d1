//! The routes, one file for each kind of question.

mod about;
mod document;
mod draw;
mod games;
mod graph;
mod law;
mod odds;
mod play;
mod rules;
mod sequence;
mod solve;
mod table;

use crate::guard::guard;
use crate::refusal::{Kind, Refusal};
use crate::state::State;
use axum::Router;
use axum::extract::{Request, State as Extract};
use axum::http::StatusCode;
use axum::middleware;
use axum::response::{IntoResponse, Response};
use std::sync::Arc;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// Where the API is.
pub const BASE: &str = "/api/v1";

/// All routes of the API with their document.
fn questions() -> OpenApiRouter<Arc<State>> {
    let routes = OpenApiRouter::new()
        .routes(routes!(solve::solve))
        .routes(routes!(draw::draw))
        .routes(routes!(play::make))
        .routes(routes!(play::reply))
        .routes(routes!(play::hint))
        .routes(routes!(table::table))
        .routes(routes!(table::csv))
        .routes(routes!(table::markdown))
        .routes(routes!(table::text))
        .routes(routes!(sequence::posted, sequence::opened))
        .routes(routes!(graph::graph))
        .routes(routes!(law::law))
        .routes(routes!(law::law_program))
        .routes(routes!(odds::odds))
        .routes(routes!(rules::check))
        .routes(routes!(rules::emit))
        .routes(routes!(games::all))
        .routes(routes!(games::one))
        .routes(routes!(games::examples))
        .routes(routes!(about::health))
        .routes(routes!(about::openapi));
    OpenApiRouter::new().nest(BASE, routes)
}

/// The whole service.
pub fn router(state: Arc<State>) -> Router {
    let (routes, _) = questions().split_for_parts();
    routes
        .fallback(elsewhere)
        .method_not_allowed_fallback(other_method)
        .layer(middleware::from_fn_with_state(state.clone(), guard))
        .with_state(state)
}

async fn other_method(request: Request) -> Refusal {
    let (method, path) = (request.method(), request.uri().path());
    let message = format!("{method} is not a way to ask {path}");
    Refusal::new(StatusCode::METHOD_NOT_ALLOWED, Kind::Request, message)
        .help(format!("{BASE}/openapi.json tells how"))
}

/// Files of the page; below the API there are none.
async fn elsewhere(Extract(state): Extract<Arc<State>>, request: Request) -> Response {
    let path = request.uri().path();
    if path != "/api" && !path.starts_with("/api/") {
        return state.assets.answer(request.method(), path, request.headers());
    }
    let shown: String = path.chars().take(100).collect();
    Refusal::new(StatusCode::NOT_FOUND, Kind::Request, format!("there is nothing at {shown}"))
        .help(format!("{BASE}/openapi.json lists what there is"))
        .into_response()
}
