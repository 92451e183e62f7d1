//! Where a question is worked on: its rules, its catalogue, its limits.

use crate::ask::{Ask, Common};
use crate::pool::Turn;
use crate::refusal::{Kind, Refusal};
use crate::state::State;
use axum::http::StatusCode;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use grundy::context::Progress;
use grundy::expr::Expression;
use grundy::game::AnyGame;
use grundy::outcome::Play;
use grundy::translation::Language;
use grundy::{Catalogue, Context, Limits};
use grundy_rules::game::Rules;
use grundy_rules::source::Source;
use grundy_rules::typed::Program;
use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

/// What is at hand while a question is answered.
pub struct Desk<'a> {
    /// The games.
    pub catalogue: Catalogue<'a>,
    /// The program of the rules, if there are rules.
    pub program: Option<&'a Arc<Program>>,
    /// Limits and cancellation.
    pub context: Context<'a>,
    /// The convention.
    pub play: Play,
    /// The language of the answer.
    pub language: Language,
}

impl<'a> Desk<'a> {
    /// Reads a position.
    ///
    /// # Errors
    /// What is wrong with it, and where.
    pub fn read(&self, text: &str) -> Result<Expression, Refusal> {
        self.catalogue.read_within(text, &self.context).map_err(|e| Refusal::read(&e, text))
    }

    /// Reads a game without a position.
    ///
    /// # Errors
    /// What is wrong with it, and where.
    pub fn read_game(&self, text: &str) -> Result<Arc<dyn AnyGame>, Refusal> {
        self.catalogue.read_game(text).map_err(|error| Refusal::read(&error, text))
    }

    /// Reads what a table is made of: a game without a position, or an expression with letters.
    ///
    /// # Errors
    /// What is wrong with it, and where.
    pub fn read_tabled(&self, text: &str) -> Result<Arc<dyn AnyGame + 'a>, Refusal> {
        self.catalogue.read_tabled(text, &self.context).map_err(|error| Refusal::read(&error, text))
    }
}

/// The name of rules that come with a question.
pub const RULES: &str = "rules";

/// Reads rules, with the values of their inputs.
///
/// # Errors
/// What is wrong with them, and where.
pub fn program(text: &str, inputs: &[String]) -> Result<Program, Refusal> {
    let source = Source::new(RULES, text);
    let wrong = |error| Refusal::rules(&error, &source);
    let program = Program::read(source.clone()).map_err(wrong)?;
    program.bind_texts(inputs).map_err(|error| match error {
        grundy_rules::input::TextError::Rules(error) => wrong(error),
        grundy_rules::input::TextError::Input { input, what } => {
            let short: String = input.chars().take(60).collect();
            Refusal::new(
                StatusCode::UNPROCESSABLE_ENTITY,
                Kind::Rules,
                format!("input {short}: {what}"),
            )
        }
    })
}

fn rules(common: &Common) -> Result<Option<Rules>, Refusal> {
    let Some(text) = &common.rules else {
        return match common.inputs.first() {
            Some(_) => Err(Refusal::request("inputs: there are no rules that they could go with")),
            None => Ok(None),
        };
    };
    let bound = program(text, &common.inputs)?;
    let source = bound.source.clone();
    Rules::new(bound).map(Some).map_err(|error| Refusal::rules(&error, &source))
}

impl State {
    /// The limits of a question, none above those of the server.
    fn within(&self, common: &Common, time: Option<Duration>) -> Limits {
        let asked = common.limits;
        let positions =
            asked.positions.map_or(self.limits.positions, |n| n.min(self.limits.positions));
        let seconds =
            asked.seconds.map(|s| Duration::try_from_secs_f64(s).unwrap_or(Duration::MAX));
        let time = match (time, seconds) {
            (Some(most), Some(asked)) => Some(most.min(asked)),
            (most, asked) => most.or(asked),
        };
        Limits { time, ..self.limits }.with_positions(positions)
    }

    /// Answers a question on a thread of its own.
    ///
    /// # Errors
    /// Those of the work, of the rules, and of a server that has too much to do.
    pub async fn answer<T, R>(
        &self,
        ask: Ask<T>,
        work: impl FnOnce(&T, &Desk<'_>) -> Result<R, Refusal> + Send + 'static,
    ) -> Result<R, Refusal>
    where
        T: Send + 'static,
        R: Send + 'static,
    {
        let limits = self.within(&ask.common, self.limits.time);
        let language = ask.common.lang.into();
        let answered = self.pool.run(move |turn| at_desk(&ask, limits, turn, &|_| {}, work)).await;
        answered.map_err(|refusal| refusal.translated(language))
    }

    /// The limits of a nim-sequence.
    pub fn sequence_limits(&self, common: &Common) -> Limits {
        self.within(common, Some(self.sequence_time))
    }
}

/// Works on a question.
///
/// # Errors
/// Those of the work and of the rules.
pub fn at_desk<T, R>(
    ask: &Ask<T>,
    limits: Limits,
    turn: &Turn,
    told: &(dyn Fn(Progress<'_>) + Sync),
    work: impl FnOnce(&T, &Desk<'_>) -> Result<R, Refusal>,
) -> Result<R, Refusal> {
    let report = |progress: Progress<'_>| {
        turn.look();
        told(progress);
    };
    let rules = rules(&ask.common)?;
    let context =
        Context::new(limits).with_cancel(turn.cancel()).with_progress(&report).without_files();
    let desk = Desk {
        catalogue: match &rules {
            Some(rules) => rules.catalogue(),
            None => Catalogue::default(),
        },
        program: rules.as_ref().map(Rules::program),
        context,
        play: ask.common.play.into(),
        language: ask.common.lang.into(),
    };
    work(&ask.question, &desk)
}

/// An answer that is JSON already, or another text.
#[derive(Clone, Debug)]
pub struct Ready {
    /// The media type.
    pub kind: &'static str,
    /// The text.
    pub text: Vec<u8>,
}

impl Ready {
    /// A text of JSON.
    pub fn json(text: impl Into<Vec<u8>>) -> Self {
        Self { kind: "application/json", text: text.into() }
    }

    /// An object as JSON.
    ///
    /// # Errors
    /// If it cannot be written as JSON.
    pub fn of(object: &impl serde::Serialize) -> Result<Self, Refusal> {
        serde_json::to_vec(object).map(Self::json).map_err(|error| io::Error::from(error).into())
    }
}

impl IntoResponse for Ready {
    fn into_response(self) -> Response {
        ([(header::CONTENT_TYPE, self.kind)], self.text).into_response()
    }
}

/// The longest answer.
const MAX_ANSWER: usize = 64 << 20;

/// A text in memory that ends where it would be too long for an answer.
#[derive(Debug, Default)]
pub struct Page(pub Vec<u8>);

impl Write for Page {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0.len() + bytes.len() > MAX_ANSWER {
            let message = format!("the answer would be longer than {} MiB", MAX_ANSWER >> 20);
            return Err(io::Error::other(Refusal::limit(message).help("ask for less at a time")));
        }
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
