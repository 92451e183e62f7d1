//! Errors as the API tells them: one object, with the place where there is one.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use grundy::context::{LimitKind, Stop};
use grundy::game_graph::GraphError;
use grundy::odds::OddsError;
use grundy::sequence::SequenceError;
use grundy::syntax::{ErrorKind, ReadError};
use grundy::table::TableError;
use grundy::translation::Language;
use grundy_rules::error::RuleError;
use grundy_rules::source::Source;
use serde::Serialize;
use utoipa::ToSchema;

/// What kind of error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// The text is no expression, or no move.
    Parse,
    /// It is one, but there is no such game, position or table.
    Domain,
    /// A limit was reached.
    Limit,
    /// A file was named.
    Io,
    /// The rules are wrong.
    Rules,
    /// The request is not one of this API, or not from where it may come.
    Request,
    /// The server has too much to do.
    Busy,
    /// The computation was cancelled.
    Cancelled,
    /// A fault of the server.
    Internal,
}

/// Which text a place is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Text {
    /// The expression, the game, the code or the move.
    Expr,
    /// The rules.
    Rules,
}

/// An error.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Problem {
    /// What kind of error.
    pub kind: Kind,
    /// What is wrong, in one line.
    pub message: String,
    /// What was expected, or what to do.
    #[schema(required)]
    pub help: Option<String>,
    /// The first character concerned, from 1.
    #[schema(required)]
    pub at: Option<usize>,
    /// The character behind the last one concerned, from 1.
    #[schema(required)]
    pub end: Option<usize>,
    /// The line in the rules or the JSON, from 1.
    #[schema(required)]
    pub line: Option<usize>,
    /// The character in the line, from 1.
    #[schema(required)]
    pub column: Option<usize>,
    /// Which text the places are in.
    #[schema(required)]
    pub source: Option<Text>,
}

/// The body of every answer that is no success.
#[derive(Debug, Serialize, ToSchema)]
pub struct ErrorAnswer {
    /// The error.
    pub error: Problem,
}

/// An error with its status.
#[derive(Clone, Debug)]
pub struct Refusal {
    /// The status of HTTP.
    pub status: StatusCode,
    /// What is told.
    pub problem: Box<Problem>,
}

/// Seconds after which a busy server may be asked again.
const RETRY_AFTER: u32 = 1;

impl Refusal {
    /// An error without a place.
    pub fn new(status: StatusCode, kind: Kind, message: impl Into<String>) -> Self {
        let problem = Problem {
            kind,
            message: message.into(),
            help: None,
            at: None,
            end: None,
            line: None,
            column: None,
            source: None,
        };
        Self { status, problem: Box::new(problem) }
    }

    /// The same in another language, as far as there are translations.
    pub fn translated(mut self, language: Language) -> Self {
        let problem = &mut self.problem;
        problem.message = language.sentence(&problem.message).into_owned();
        problem.help = problem.help.take().map(|help| language.sentence(&help).into_owned());
        self
    }

    /// A request that is none of this API.
    pub fn request(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, Kind::Request, message)
    }

    /// A question without an answer.
    pub fn domain(message: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, Kind::Domain, message)
    }

    /// A limit was reached.
    pub fn limit(message: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, Kind::Limit, message)
    }

    /// Too much to do.
    pub fn busy(message: impl Into<String>) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, Kind::Busy, message)
            .help("ask again in a moment")
    }

    /// The same with advice.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.problem.help = Some(help.into());
        self
    }

    /// The same with character positions in the expression.
    pub fn between(mut self, at: usize, end: usize) -> Self {
        (self.problem.at, self.problem.end) = (Some(at), Some(end));
        self.problem.source = Some(Text::Expr);
        self
    }

    /// An expression that could not be read.
    pub fn read(error: &ReadError, source: &str) -> Self {
        let kind = match error.kind {
            ErrorKind::Parse => Kind::Parse,
            ErrorKind::Domain => Kind::Domain,
            ErrorKind::Limit => Kind::Limit,
            ErrorKind::Io => Kind::Io,
            ErrorKind::Cancelled => Kind::Cancelled,
        };
        let refusal = Self::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            kind,
            error.message.lines().collect::<Vec<_>>().join(" "),
        );
        let refusal = match &error.help {
            Some(help) => refusal.help(help),
            None => refusal,
        };
        let (Some(at), Some(span)) = (error.at(source), error.span) else { return refusal };
        let marked = source.get(span.start..span.end).map_or(1, |text| text.chars().count());
        refusal.between(at, at + marked)
    }

    /// Rules that are wrong.
    pub fn rules(error: &RuleError, source: &Source) -> Self {
        let message = error.message.clone();
        let mut refusal = Self::new(StatusCode::UNPROCESSABLE_ENTITY, Kind::Rules, message);
        let problem = &mut *refusal.problem;
        problem.help.clone_from(&error.help);
        if let Some(state) = &error.state {
            problem.message.push_str(&format!(" (in {state})"));
        }
        if let Some(place) = source.place(error.span) {
            (problem.line, problem.column) = (Some(place.line), Some(place.column));
            problem.source = Some(Text::Rules);
            // Characters before the place, in the one text there is.
            let whole = source.parts().next().unwrap_or_default();
            let characters = |end: usize| {
                source
                    .text(grundy::syntax::Span::new(whole.start, end.min(whole.end)))
                    .chars()
                    .count()
            };
            problem.at = Some(characters(error.span.start) + 1);
            problem.end = Some(characters(error.span.end) + 1);
        }
        refusal
    }
}

impl From<Stop> for Refusal {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::Limit { kind, what } => {
                let help = match kind {
                    LimitKind::Positions => {
                        "limits.positions may be raised up to the server's own limit"
                    }
                    LimitKind::ValuePositions => {
                        "the value is not needed: the outcome is known without it"
                    }
                    LimitKind::Memory => "the memory of a question is a limit of the server",
                    LimitKind::Time => "limits.seconds may be raised up to the server's own limit",
                    LimitKind::Fixed => return Self::limit(what),
                };
                Self::limit(what).help(help)
            }
            Stop::Cancelled => Self::new(
                StatusCode::SERVICE_UNAVAILABLE,
                Kind::Cancelled,
                "the computation was cancelled",
            ),
            Stop::Faulty(message) => {
                Self::new(StatusCode::UNPROCESSABLE_ENTITY, Kind::Rules, message)
            }
            other => Self::domain(other.to_string()),
        }
    }
}

impl From<TableError> for Refusal {
    fn from(error: TableError) -> Self {
        match error {
            TableError::Shape(message) => Self::shape(&message),
            TableError::Stop(stop) => stop.into(),
        }
    }
}

impl From<OddsError> for Refusal {
    fn from(error: OddsError) -> Self {
        match error {
            OddsError::Shape(message) => Self::shape(&message),
            OddsError::Stop(stop) => stop.into(),
        }
    }
}

impl From<SequenceError> for Refusal {
    fn from(error: SequenceError) -> Self {
        match error {
            SequenceError::Stop(stop) => stop.into(),
            SequenceError::Table(error) => error.into(),
            SequenceError::Shape(message) => Self::shape(&message),
        }
    }
}

impl From<GraphError> for Refusal {
    fn from(error: GraphError) -> Self {
        match error {
            GraphError::Stop(stop) => stop.into(),
            GraphError::TooMany { position, count, exact, limit } => {
                let least = if exact { "" } else { "at least " };
                Self::limit(format!(
                    "the game graph of {position} has {least}{count} positions, at most {limit} are drawn"
                ))
                .help("the member nodes raises the limit; a smaller position shows more")
            }
            GraphError::TooWide { position, limit, .. } => Self::limit(format!(
                "{position} alone has more than {limit} moves, too many to draw"
            ))
            .help("a smaller position shows more"),
        }
    }
}

impl From<std::io::Error> for Refusal {
    /// What goes wrong while an answer is written to memory.
    fn from(mut error: std::io::Error) -> Self {
        if let Some(inner) = error.get_mut() {
            if let Some(stop) = inner.downcast_mut::<Stop>() {
                return std::mem::replace(stop, Stop::Cancelled).into();
            }
            if let Some(refusal) = inner.downcast_mut::<Refusal>() {
                return refusal.clone();
            }
        }
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, Kind::Internal, error.to_string())
    }
}

impl Refusal {
    /// A question whose parts do not fit together; further lines of the message are advice.
    pub fn shape(message: &str) -> Self {
        match message.split_once('\n') {
            None => Self::domain(message),
            Some((first, rest)) => Self::domain(first).help(rest.trim()),
        }
    }
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.problem.message)
    }
}

impl std::error::Error for Refusal {}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let busy =
            matches!(self.status, StatusCode::SERVICE_UNAVAILABLE | StatusCode::TOO_MANY_REQUESTS);
        let mut response =
            (self.status, Json(ErrorAnswer { error: *self.problem })).into_response();
        if busy {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(RETRY_AFTER));
        }
        response
    }
}
