//! A question as it comes in: its body within limits, its members by name, and what all have in
//! common.

use crate::refusal::{Kind, Refusal};
use crate::state::State;
use axum::body::Body;
use axum::extract::{FromRequest, Request};
use axum::http::{StatusCode, header};
use grundy::expr::closest;
use grundy::nat::{Nat, to_u64};
use grundy::outcome::Play;
use grundy::syntax::parse_number;
use grundy::translation::Language;
use http_body_util::{BodyExt, LengthLimitError, Limited};
use serde::de::{DeserializeOwned, Deserializer, Error as _, Visitor};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::sync::Arc;
use utoipa::ToSchema;

/// The longest body.
pub const MAX_BODY: usize = 1 << 20;

/// Members that every question may have.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct Common {
    /// The text of a rule program, whose games may be used.
    pub rules: Option<String>,
    /// Values of its inputs, such as `m=3`.
    pub inputs: Vec<String>,
    /// The convention.
    pub play: Convention,
    /// The language of the answer.
    pub lang: Lang,
    /// What the question may use, below what the server allows.
    pub limits: AskedLimits,
}

/// Who wins when no move is left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Convention {
    /// A player who cannot move loses.
    #[default]
    Normal,
    /// A player who cannot move wins.
    Misere,
}

impl From<Convention> for Play {
    fn from(convention: Convention) -> Self {
        match convention {
            Convention::Normal => Self::Normal,
            Convention::Misere => Self::Misere,
        }
    }
}

/// The language of an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// Chinese, where there is a translation.
    Zh,
}

impl From<Lang> for Language {
    fn from(lang: Lang) -> Self {
        match lang {
            Lang::En => Self::English,
            Lang::Zh => Self::Chinese,
        }
    }
}

/// Limits that a question sets itself.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct AskedLimits {
    /// Positions that a search stores.
    pub positions: Option<u64>,
    /// Seconds.
    #[schema(minimum = 0)]
    pub seconds: Option<f64>,
}

/// A whole number of any length: a number of JSON, or a text such as `10^30+2`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Whole(pub Nat);

impl Whole {
    /// The number, or the greatest of the word where it is larger.
    pub fn word(&self) -> u64 {
        to_u64(&self.0).unwrap_or(u64::MAX)
    }
}

impl<'de> Deserialize<'de> for Whole {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        match Value::deserialize(from)? {
            Value::Number(number) if number.is_u64() => {
                Ok(Self(number.as_u64().unwrap_or_default().into()))
            }
            Value::String(text) => {
                parse_number(&text).map(Self).map_err(|e| D::Error::custom(e.in_one_line()))
            }
            _ => Err(D::Error::custom("expected a number 0, 1, 2, …, or a text such as \"10^30\"")),
        }
    }
}

impl utoipa::PartialSchema for Whole {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        use utoipa::openapi::schema::{ObjectBuilder, OneOfBuilder, SchemaType, Type};
        let object = |kind| ObjectBuilder::new().schema_type(SchemaType::Type(kind));
        OneOfBuilder::new()
            .item(object(Type::Integer).minimum(Some(0)))
            .item(object(Type::String))
            .description(Some("A whole number of any length: a number, or a text such as 10^30+2."))
            .into()
    }
}

impl ToSchema for Whole {}

/// A question with what all questions have in common.
#[derive(Clone, Debug)]
pub struct Ask<T> {
    /// Members of every question.
    pub common: Common,
    /// Members of this kind of question.
    pub question: T,
}

impl<T: DeserializeOwned> Ask<T> {
    /// Reads a question from an object of JSON.
    ///
    /// # Errors
    /// Members that are unknown, missing, or of another type.
    pub fn read(members: Map<String, Value>) -> Result<Self, Refusal> {
        let common_fields = fields::<Common>();
        let own_fields = fields::<T>();
        let (mut common, mut own) = (Map::new(), Map::new());
        for (name, value) in members {
            if own_fields.contains(&&*name) {
                own.insert(name, value);
            } else if common_fields.contains(&&*name) {
                common.insert(name, value);
            } else {
                let known = || own_fields.iter().chain(common_fields).copied();
                let short: String = name.chars().take(60).collect();
                let help = match closest(&name, known()) {
                    Some(close) => format!("did you mean {close:?}?"),
                    None => format!("the members are {}", known().collect::<Vec<_>>().join(", ")),
                };
                return Err(Refusal::request(format!("there is no member {short:?}")).help(help));
            }
        }
        let common: Common = member(common)?;
        if common.limits.seconds.is_some_and(|seconds| !(0.0..=1e9).contains(&seconds)) {
            return Err(Refusal::request("limits.seconds: expected a number from 0 to 10^9"));
        }
        Ok(Self { common, question: member(own)? })
    }
}

fn member<T: DeserializeOwned>(members: Map<String, Value>) -> Result<T, Refusal> {
    serde_path_to_error::deserialize(Value::Object(members)).map_err(|error| {
        let path = error.path().to_string();
        let what = error.into_inner().to_string();
        match &*path {
            "." => Refusal::request(what),
            _ => Refusal::request(format!("{path}: {what}")),
        }
    })
}

impl<T: DeserializeOwned> FromRequest<Arc<State>> for Ask<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &Arc<State>) -> Result<Self, Refusal> {
        let length = request.headers().get(header::CONTENT_LENGTH);
        let length = length.and_then(|value| value.to_str().ok()?.parse::<u64>().ok());
        if length.is_some_and(|length| length > MAX_BODY as u64) {
            return Err(too_large());
        }
        let body = tokio::time::timeout(state.patience, whole(request.into_body())).await;
        let body = body.unwrap_or_else(|_| {
            let message = "the request took too long to arrive";
            Err(Refusal::new(StatusCode::REQUEST_TIMEOUT, Kind::Request, message))
        })?;
        let members: Map<String, Value> = serde_json::from_slice(&body).map_err(|error| {
            let mut refusal =
                Refusal::request(format!("the request is not an object of JSON: {error}"));
            if error.line() > 0 {
                refusal.problem.line = Some(error.line());
                refusal.problem.column = Some(error.column());
            }
            refusal
        })?;
        Self::read(members)
    }
}

async fn whole(body: Body) -> Result<Vec<u8>, Refusal> {
    match Limited::new(body, MAX_BODY).collect().await {
        Ok(body) => Ok(body.to_bytes().into()),
        Err(error) if error.is::<LengthLimitError>() => Err(too_large()),
        Err(_) => Err(Refusal::request("the request broke off")),
    }
}

fn too_large() -> Refusal {
    let message = format!("a request of more than {MAX_BODY} bytes is not read");
    Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, Kind::Request, message)
}

/// The names of the members of a structure, as its `Deserialize` asks for them.
fn fields<T: DeserializeOwned>() -> &'static [&'static str] {
    let mut found: &'static [&'static str] = &[];
    // It ends with the error that says so; the names are told before.
    let _ = T::deserialize(Asking(&mut found));
    found
}

/// A deserializer that only notes the names asked for.
struct Asking<'f>(&'f mut &'static [&'static str]);

impl<'de> Deserializer<'de> for Asking<'_> {
    type Error = serde::de::value::Error;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Self::Error> {
        Err(Self::Error::custom("only structures have members"))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, Self::Error> {
        *self.0 = fields;
        Err(Self::Error::custom("the names are noted"))
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit
        unit_struct newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Deserialize)]
    struct Sample {
        expr: String,
        #[serde(default)]
        to: Vec<Whole>,
    }

    fn read(json: Value) -> Result<Ask<Sample>, String> {
        let Value::Object(members) = json else { panic!("an object is meant") };
        Ask::read(members).map_err(|refusal| {
            let help = refusal.problem.help.unwrap_or_default();
            format!("{} {help}", refusal.problem.message)
        })
    }

    #[test]
    fn members_are_read_by_name_and_unknown_ones_are_told() {
        let ask = read(serde_json::json!({
            "expr": "nim(1)", "to": [3, "10^20"], "play": "misere", "limits": {"positions": 5}
        }))
        .unwrap();
        assert_eq!((&*ask.question.expr, ask.question.to[1].word()), ("nim(1)", u64::MAX));
        assert_eq!(ask.common.play, Convention::Misere);
        assert_eq!(ask.common.limits.positions, Some(5));
        for (json, told) in [
            (serde_json::json!({"exp": "x"}), "did you mean \"expr\"?"),
            (serde_json::json!({"expr": "x", "zzzzzzzz": 1}), "expr, to, rules, inputs"),
            (serde_json::json!({}), "missing field `expr`"),
            (serde_json::json!({"expr": 3}), "expr: invalid type"),
            (serde_json::json!({"expr": "x", "to": [1, -1]}), "to[1]: expected a number"),
            (serde_json::json!({"expr": "x", "play": "odd"}), "play: unknown variant"),
            (serde_json::json!({"expr": "x", "limits": {"second": 1}}), "unknown field `second`"),
            (serde_json::json!({"expr": "x", "limits": {"seconds": -1}}), "limits.seconds"),
        ] {
            let error = read(json).unwrap_err();
            assert!(error.contains(told), "{error}");
        }
    }
}
