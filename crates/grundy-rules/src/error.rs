//! What can be wrong with rules, where, and in which state of the game.

use crate::source::Source;
use grundy::context::Stop;
use grundy::syntax::Span;
use grundy::translation::Language;
use std::fmt::Write as _;

/// The kinds of errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// The text is no program of the language.
    Parse,
    /// A name is unknown, or known already.
    Name,
    /// An input has no value, or one that it cannot have.
    Input,
    /// Numbers, conditions, arrays and sets are mixed up, or numbers of arguments differ.
    Type,
    /// The program is longer or wider than is read.
    Size,
    /// A coordinate became negative.
    Negative,
    /// A state outside of its declared domain was reached.
    Domain,
    /// A number left the 64 bits.
    Overflow,
    /// A division or remainder by zero.
    Division,
    /// A shift or bit number out of range.
    Shift,
    /// An index outside of an array.
    Index,
    /// A function was given what it is not defined for.
    Argument,
    /// A state took more steps than allowed.
    Fuel,
    /// Same-position rules rewrite without end.
    Rewriting,
    /// Play can go round in a circle.
    Loop,
    /// Play seems to grow without bound.
    Growth,
}

/// An error of a program, found in reading it or in playing by it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleError {
    /// What kind of error.
    pub kind: Kind,
    /// What is wrong, in one line.
    pub message: String,
    /// Where in the source.
    pub span: Span,
    /// The state in which it happened, for errors in play.
    pub state: Option<String>,
    /// What to do.
    pub help: Option<String>,
}

impl RuleError {
    /// An error at a place.
    pub fn new(kind: Kind, message: impl Into<String>, span: Span) -> Self {
        Self { kind, message: message.into(), span, state: None, help: None }
    }

    /// The same with advice.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The same, in a state.
    #[must_use]
    pub fn in_state(mut self, state: impl Into<String>) -> Self {
        self.state = Some(state.into());
        self
    }

    /// The same with message and help in a language.
    #[must_use]
    pub fn translated(mut self, language: Language) -> Self {
        self.message = language.sentence(&self.message).into_owned();
        self.help = self.help.map(|help| language.sentence(&help).into_owned());
        self
    }

    /// File, line and column, message, source line with a caret, state and help, for a terminal.
    pub fn render(&self, source: &Source) -> String {
        /// Characters shown at each side of the place in a long line.
        const MAX_SIDE_CHARS: usize = 60;
        let mut out = String::new();
        let Some(place) = source.place(self.span) else { return self.message.clone() };
        let _ = write!(out, "{}:{}:{}: {}", place.name, place.line, place.column, self.message);
        let chars: Vec<char> =
            place.text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let at = place.column - 1;
        let from = if at > MAX_SIDE_CHARS + 10 { at - MAX_SIDE_CHARS } else { 0 };
        let to =
            if chars.len() > at + MAX_SIDE_CHARS + 10 { at + MAX_SIDE_CHARS } else { chars.len() };
        let (head, tail) =
            (if from > 0 { "…" } else { "" }, if to < chars.len() { "…" } else { "" });
        let line: String = chars[from..to].iter().collect();
        let marked = source.text(self.span).split('\n').next().unwrap_or("").trim_end();
        let carets = marked.chars().count().clamp(1, (to.max(at + 1)) - at);
        let before = at - from + head.chars().count();
        let _ =
            write!(out, "\n  {head}{line}{tail}\n  {}{}", " ".repeat(before), "^".repeat(carets));
        if let Some(state) = &self.state {
            let _ = write!(out, "\n  in {state}");
        }
        if let Some(help) = &self.help {
            let _ = write!(out, "\n  help: {help}");
        }
        out
    }
}

impl std::fmt::Display for RuleError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)?;
        if let Some(state) = &self.state {
            write!(f, " (in {state})")?;
        }
        Ok(())
    }
}

impl std::error::Error for RuleError {}

/// Why no value was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The rules are wrong in a state that can be reached.
    Rules(Box<RuleError>),
    /// A limit, or cancelled.
    Stop(Stop),
}

impl Failure {
    /// What is wrong with the rules; where nothing is, that the evaluation was stopped.
    pub fn into_error(self) -> RuleError {
        match self {
            Self::Rules(error) => *error,
            Self::Stop(stop) => RuleError::new(Kind::Fuel, stop.to_string(), Span::default()),
        }
    }

    /// The same for whoever asks a game of these rules.
    pub fn into_stop(self, source: &Source) -> Stop {
        match self {
            Self::Rules(error) => {
                // Steps that are too many may be a loop without an end, or nothing wrong at all.
                let what = match error.kind {
                    Kind::Fuel => "this position takes too many steps",
                    _ => "the rules are wrong",
                };
                Stop::Faulty(format!("{what}\n  {}", error.render(source)))
            }
            Self::Stop(stop) => stop,
        }
    }
}

impl From<Stop> for Failure {
    fn from(stop: Stop) -> Self {
        Self::Stop(stop)
    }
}

impl From<RuleError> for Failure {
    fn from(error: RuleError) -> Self {
        Self::Rules(Box::new(error))
    }
}
