//! Whether the server is there, and what it can be asked.

use super::document::document;
use crate::desk::Ready;
use crate::refusal::Refusal;
use crate::state::State;
use axum::Json;
use axum::extract::State as Extract;
use serde::Serialize;
use std::sync::{Arc, OnceLock};
use utoipa::ToSchema;

/// That the server is there.
#[derive(Debug, Serialize, ToSchema)]
pub struct HealthAnswer {
    /// Always true.
    ok: bool,
    /// The version of grundy.
    version: &'static str,
    /// Computations that go on.
    computing: usize,
    /// Questions that wait for their turn.
    waiting: usize,
}

/// Whether the server is there, and how much it has to do
#[utoipa::path(
    get,
    path = "/health",
    responses((status = 200, body = HealthAnswer, description = "It is"))
)]
pub async fn health(Extract(state): Extract<Arc<State>>) -> Json<HealthAnswer> {
    let (computing, waiting) = (state.pool.computing(), state.pool.waiting());
    Json(HealthAnswer { ok: true, version: env!("CARGO_PKG_VERSION"), computing, waiting })
}

/// This document
#[utoipa::path(
    get,
    path = "/openapi.json",
    responses((status = 200, body = serde_json::Value, description = "The document"))
)]
pub async fn openapi() -> Result<Ready, Refusal> {
    static TEXT: OnceLock<Vec<u8>> = OnceLock::new();
    Ok(Ready::json(match TEXT.get() {
        Some(text) => text.clone(),
        None => {
            let text = Ready::of(&document())?.text;
            TEXT.get_or_init(|| text).clone()
        }
    }))
}
