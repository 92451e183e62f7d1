//! Nim-sequences, told while they are computed, as server-sent events.

use crate::ask::{Ask, Whole};
use crate::desk::{Desk, at_desk};
use crate::refusal::{Problem, Refusal};
use crate::state::State;
use axum::body::{Body, Bytes};
use axum::extract::{Query, State as Extract};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_core::Stream;
use grundy::context::{Progress, Stop};
use grundy::heap::run::Run;
use grundy::heap::store::Values;
use grundy::heap::summary::{Facts, Summary};
use grundy::sequence::{Findings, Question, of_any};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::convert::Infallible;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};
use tokio::sync::mpsc;
use tokio::time::{Sleep, sleep};
use utoipa::{IntoParams, ToSchema};

/// A nim-sequence.
#[derive(Debug, Deserialize, ToSchema, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SequenceQuestion {
    /// A code, or a game of one heap.
    code: String,
    /// The last heap.
    #[serde(default)]
    to: Option<Whole>,
    /// Whether the computation ends as soon as a period is proved.
    #[serde(default)]
    period: bool,
    /// Whether the values are told.
    #[serde(default)]
    values: bool,
}

/// Values of one event at most.
const CHUNK: usize = 1 << 16;

/// Events that wait for the client; then the computation waits.
const EVENTS: usize = 16;

/// The least time between two reports of progress.
const BETWEEN: Duration = Duration::from_millis(100);

/// Something is sent so often, be it nothing: so both sides see whether the other one is there.
const SIGN_OF_LIFE: Duration = Duration::from_secs(5);

/// A nim-sequence: its values, maximum, rare values, and its period with the proof
///
/// As `grundy sequence --json`, told while it is computed: events `progress`, `values` (if they are
/// asked for), and at the end `result` or `error`. Whoever closes the connection ends the computation.
#[utoipa::path(
    post,
    path = "/sequence",
    request_body = SequenceQuestion,
    responses(
        (status = 200, content_type = "text/event-stream", body = String, description = "The events")
    )
)]
pub async fn posted(Extract(state): Extract<Arc<State>>, ask: Ask<SequenceQuestion>) -> Response {
    stream(state, ask)
}

/// The same for the readers of events in browsers, which cannot post
///
/// Members of every question may stand in the query too.
#[utoipa::path(
    get,
    path = "/sequence",
    params(SequenceQuestion),
    responses(
        (status = 200, content_type = "text/event-stream", body = String, description = "The events")
    )
)]
pub async fn opened(
    Extract(state): Extract<Arc<State>>,
    query: Result<Query<Vec<(String, String)>>, axum::extract::rejection::QueryRejection>,
) -> Result<Response, Refusal> {
    let Query(pairs) = query.map_err(|error| Refusal::request(error.body_text()))?;
    Ok(stream(state, Ask::read(members(pairs)?)?))
}

/// The members of a question from a query, in which everything is text.
fn members(pairs: Vec<(String, String)>) -> Result<Map<String, Value>, Refusal> {
    let mut members = Map::new();
    let mut limits = Map::new();
    for (name, text) in pairs {
        let before = match &*name {
            "period" | "values" => match &*text {
                "true" | "1" | "" => members.insert(name, true.into()),
                "false" | "0" => members.insert(name, false.into()),
                _ => return Err(Refusal::request(format!("{name}: expected true or false"))),
            },
            "inputs" => {
                let list = members.entry(name).or_insert_with(|| Value::Array(Vec::new()));
                if let Value::Array(list) = list {
                    list.push(text.into());
                }
                None
            }
            "positions" | "seconds" => {
                let number: Value = serde_json::from_str(&text).unwrap_or(Value::String(text));
                limits.insert(name, number)
            }
            _ => members.insert(name, text.into()),
        };
        if before.is_some() {
            return Err(Refusal::request("a member is given twice"));
        }
    }
    if !limits.is_empty() {
        members.insert("limits".into(), limits.into());
    }
    Ok(members)
}

/// Begins the computation; the answer tells what comes of it.
fn stream(state: Arc<State>, ask: Ask<SequenceQuestion>) -> Response {
    let (sender, receiver) = mpsc::channel(EVENTS);
    tokio::spawn(async move {
        let limits = state.sequence_limits(&ask.common);
        let teller =
            Teller { sender: sender.clone(), started: Instant::now(), last: Mutex::new(None) };
        let work = state.pool.run(move |turn| {
            let progress = |progress: Progress<'_>| teller.progress(progress);
            at_desk(&ask, limits, turn, &progress, |asked, desk| told(asked, desk, &teller))
        });
        tokio::select! {
            done = work => if let Err(refusal) = done {
                let _ = sender.send(event("error", &refusal.problem)).await;
            },
            // The client has gone: the work goes with this task.
            () = sender.closed() => {}
        }
    });
    let events = Events { receiver, quiet: Box::pin(sleep(SIGN_OF_LIFE)) };
    ([(header::CONTENT_TYPE, "text/event-stream")], Body::from_stream(events)).into_response()
}

/// An event of the stream.
fn event(name: &str, data: &impl Serialize) -> Bytes {
    // Everything that is told can be written as JSON, which has no line breaks.
    let data = serde_json::to_string(data).unwrap_or_default();
    format!("event: {name}\ndata: {data}\n\n").into()
}

/// Tells the client how the computation goes.
struct Teller {
    sender: mpsc::Sender<Bytes>,
    started: Instant,
    last: Mutex<Option<Instant>>,
}

#[derive(Serialize)]
struct Going<'a> {
    phase: &'a str,
    done: u64,
    total: Option<u64>,
    unit: &'static str,
    seconds: f64,
}

#[derive(Serialize)]
struct Piece<'a> {
    from: u64,
    values: &'a [u32],
}

#[derive(Serialize)]
struct Found<'a> {
    #[serde(flatten)]
    facts: Facts<'a>,
    engine: &'a str,
    first: u64,
    theorem: Option<&'a str>,
    frequencies: Vec<(u32, u64)>,
    stopped: Option<Problem>,
    note: Option<&'a str>,
}

impl Teller {
    /// Tells progress now and then; a client that is slow misses some of it.
    fn progress(&self, progress: Progress<'_>) {
        let Ok(mut last) = self.last.try_lock() else { return };
        if last.is_some_and(|last| last.elapsed() < BETWEEN) {
            return;
        }
        *last = Some(Instant::now());
        let Progress { phase, done, total, unit, .. } = progress;
        let seconds = (self.started.elapsed().as_secs_f64() * 1000.0).round() / 1000.0;
        let going = Going { phase, done, total, unit: unit.name(), seconds };
        let _ = self.sender.try_send(event("progress", &going));
    }

    fn send(&self, event: Bytes) -> Result<(), Stop> {
        self.sender.blocking_send(event).map_err(|_| Stop::Cancelled)
    }

    /// Tells the values from index `from` on; the first heap of the game is at index `skip`, and has
    /// the number `first`. Gives the index where the next ones begin.
    fn values(&self, values: &Values, from: usize, skip: usize, first: u64) -> Result<usize, Stop> {
        let mut at = from.max(skip);
        while at < values.len() {
            let end = values.len().min(at + CHUNK);
            let from = first + (at - skip) as u64;
            self.send(event("values", &Piece { from, values: &values.slice(at, end) }))?;
            at = end;
        }
        Ok(at)
    }

    fn result(&self, found: &Summary, stop: Option<&Stop>, note: Option<&str>) -> Result<(), Stop> {
        let stopped = stop.map(|stop| *Refusal::from(stop.clone()).problem);
        self.send(event(
            "result",
            &Found {
                facts: found.facts(),
                engine: &found.engine,
                first: found.first,
                theorem: found.theorem.as_deref(),
                frequencies: found.frequencies.iter().map(|(&value, &n)| (value, n)).collect(),
                stopped,
                note,
            },
        ))
    }
}

fn told(asked: &SequenceQuestion, desk: &Desk<'_>, teller: &Teller) -> Result<(), Refusal> {
    if desk.play == grundy::Play::Misere {
        return Err(Refusal::domain("sequences are those of normal play")
            .help("a table of outcomes tells of misère play"));
    }
    let question = Question { to: asked.to.as_ref().map(Whole::word), until_period: asked.period };
    let game = desk.read_game(&asked.code)?;
    let offset = game.as_code().map_or(0, |(_, offset)| offset);
    let offset = usize::try_from(offset).unwrap_or(usize::MAX);
    let mut told = 0;
    let mut watch = |run: &Run| {
        if asked.values {
            told = teller.values(run.values(), told, offset, 0)?;
        }
        Ok(())
    };
    let found = of_any(&*game, &question, &desk.context, &mut watch)?;
    let Findings { summary, skip, stop, advice, .. } = &found;
    if stop == &Some(Stop::Cancelled) {
        return Err(Stop::Cancelled.into());
    }
    if asked.values {
        teller.values(found.values(), told, *skip, summary.first)?;
    }
    Ok(teller.result(summary, stop.as_ref(), advice.as_deref())?)
}

/// The events as the body of an answer.
struct Events {
    receiver: mpsc::Receiver<Bytes>,
    quiet: Pin<Box<Sleep>>,
}

impl Stream for Events {
    type Item = Result<Bytes, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let next = self.receiver.poll_recv(context);
        if next.is_pending() && self.quiet.as_mut().poll(context).is_pending() {
            return Poll::Pending;
        }
        let until = tokio::time::Instant::now() + SIGN_OF_LIFE;
        self.quiet.as_mut().reset(until);
        match next {
            Poll::Ready(event) => Poll::Ready(event.map(Ok)),
            // A comment, which readers of events pass over. The timer wakes this task again.
            Poll::Pending => Poll::Ready(Some(Ok(Bytes::from_static(b":\n\n")))),
        }
    }
}
