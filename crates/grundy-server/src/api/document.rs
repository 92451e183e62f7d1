//! The OpenAPI document: that of the routes, with what all of them have in common.

use super::questions;
use crate::ask::Common;
use crate::refusal::ErrorAnswer;
use crate::shape::{ProgressEvent, ResultEvent, ValuesEvent};
use serde_json::{Map, Value, json};
use utoipa::{OpenApi, ToSchema};

#[derive(OpenApi)]
#[openapi(
    info(
        title = "grundy",
        description = "Impartial games: who wins, Grundy values, winning moves, tables, \
            nim-sequences, laws. Every answer of the command `grundy`, as JSON.",
        license(name = "MIT OR Apache-2.0")
    ),
    components(schemas(Common, ErrorAnswer, ProgressEvent, ValuesEvent, ResultEvent))
)]
struct Base;

/// The reference to a schema.
fn reference(name: &str) -> Value {
    json!({"$ref": format!("#/components/schemas/{name}")})
}

/// The document.
pub fn document() -> Value {
    let mut routes =
        utoipa_axum::router::OpenApiRouter::with_openapi(Base::openapi()).merge(questions());
    // What cannot be written as JSON is not in such a document.
    let mut document = serde_json::to_value(routes.to_openapi()).unwrap_or_default();
    let Some(paths) = document.get_mut("paths").and_then(Value::as_object_mut) else {
        return document;
    };
    for operation in paths.values_mut().filter_map(Value::as_object_mut).flat_map(Map::values_mut) {
        with_common(operation);
    }
    document
}

/// Adds the members of every question, and the answer that is an error.
fn with_common(operation: &mut Value) {
    let body = operation.pointer_mut("/requestBody/content/application~1json/schema");
    if let Some(schema) = body {
        let own = schema.take();
        *schema = json!({"allOf": [own, reference(&Common::name())]});
    }
    if let Some(responses) = operation.pointer_mut("/responses").and_then(Value::as_object_mut) {
        responses.entry("default").or_insert_with(|| {
            let schema = reference(&ErrorAnswer::name());
            let description = "An error: 400 a request that is none, 403 from elsewhere, 413 too large, \
                422 a question without an answer or at a limit, 503 too much to do (Retry-After)";
            json!({"description": description, "content": {"application/json": {"schema": schema}}})
        });
    }
}
