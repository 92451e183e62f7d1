//! What can be wrong with an expression, and where.

use super::Span;
use crate::context::Stop;
use crate::translation::{Language, char_width};
use std::fmt::Write as _;

/// The kinds of errors, as JSON output names them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ErrorKind {
    /// The text is no expression.
    Parse,
    /// It is one, but such a game or position does not exist.
    Domain,
    /// A limit was reached.
    Limit,
    /// A file could not be read or is malformed.
    Io,
    /// The caller asked to stop.
    Cancelled,
}

/// An error in reading an expression.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct ReadError {
    /// What kind of error.
    pub kind: ErrorKind,
    /// What is wrong, in one line.
    pub message: String,
    /// Where in the expression.
    pub span: Option<Span>,
    /// What was expected, or what to do.
    pub help: Option<String>,
}

impl ReadError {
    /// The text is no expression.
    pub fn parse(message: impl Into<String>, span: Span) -> Self {
        Self { kind: ErrorKind::Parse, message: message.into(), span: Some(span), help: None }
    }

    /// Such a game or position does not exist.
    pub fn domain(message: impl Into<String>, span: Span) -> Self {
        Self { kind: ErrorKind::Domain, message: message.into(), span: Some(span), help: None }
    }

    /// A file could not be read or is malformed.
    pub fn io(message: impl Into<String>, span: Span) -> Self {
        Self { kind: ErrorKind::Io, message: message.into(), span: Some(span), help: None }
    }

    /// Too much to hold.
    pub fn limit(message: impl Into<String>, span: Span) -> Self {
        Self { kind: ErrorKind::Limit, message: message.into(), span: Some(span), help: None }
    }

    /// Reading stopped at a limit or was cancelled.
    pub fn stopped(stop: &Stop, span: Span) -> Self {
        let kind = match stop {
            Stop::Cancelled => ErrorKind::Cancelled,
            Stop::Limit { .. } => ErrorKind::Limit,
            Stop::Refused(_) | Stop::Loop(_) | Stop::Faulty(_) => ErrorKind::Domain,
        };
        Self { kind, message: stop.to_string(), span: Some(span), help: None }
    }

    /// The same with advice.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The same with message and help in a language.
    pub fn translated(mut self, language: Language) -> Self {
        self.message = language.sentence(&self.message).into_owned();
        self.help = self.help.map(|help| language.sentence(&help).into_owned());
        self
    }

    /// The 1-based character position in `source` at which the error stands.
    pub fn at(&self, source: &str) -> Option<usize> {
        let start = self.span?.start.min(source.len());
        Some(source.char_indices().take_while(|&(i, _)| i < start).count() + 1)
    }

    /// Message and help in one line.
    pub fn in_one_line(&self) -> String {
        let help = self.help.as_ref().map_or(String::new(), |help| format!(": {help}"));
        format!("{}{help}", self.message)
    }

    /// Message, expression with a caret, and help, for a terminal.
    ///
    /// Long expressions are cut to the neighbourhood of the error.
    pub fn render(&self, source: &str) -> String {
        let mut text = self.message.clone();
        if let Some(at) = self.at(source) {
            const SIDE: usize = 50;
            let chars: Vec<char> =
                source.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
            let from = if at > SIDE + 10 { at - 1 - SIDE } else { 0 };
            let to = if chars.len() > at + SIDE + 10 { at + SIDE } else { chars.len() };
            let (head, tail) =
                (if from > 0 { "…" } else { "" }, if to < chars.len() { "…" } else { "" });
            let line: String = chars[from..to].iter().collect();
            let width = |chars: &[char]| chars.iter().map(|&c| char_width(c)).sum::<usize>();
            let before = width(&chars[from..(at - 1).clamp(from, to)]) + head.chars().count();
            let span = self.span.unwrap_or_default();
            let marked = source.get(span.start..span.end).map_or(1, |s| s.chars().count());
            let marked = (at - 1 + marked).min(to).saturating_sub(at - 1);
            let carets = width(&chars[(at - 1).min(to)..(at - 1 + marked).min(to)]).max(1);
            let _ = write!(
                text,
                "\n  {head}{line}{tail}\n  {}{}",
                " ".repeat(before),
                "^".repeat(carets)
            );
        }
        if let Some(help) = &self.help {
            let _ = write!(text, "\n  {help}");
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn at_counts_characters_and_the_caret_counts_columns() {
        let source = "nim（３";
        let error = ReadError::parse("bad", Span::new(6, 9));
        assert_eq!(error.at(source), Some(5));
        assert_eq!(error.render(source), "bad\n  nim（３\n       ^^");
    }
}
