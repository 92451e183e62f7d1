//! What went wrong, as a message and an exit code.

use grundy::context::Stop;
use grundy::judge::JudgeError;
use grundy::odds::OddsError;
use grundy::syntax::{ErrorKind, ReadError};
use grundy::table::TableError;
use grundy::translation::Language;
use std::io;
use std::process::ExitCode;

/// A command that did not end well.
#[derive(Debug)]
pub enum Failure {
    /// The reader of our output has gone: no fault of anyone's.
    Pipe,
    /// Output could not be written, or input not read.
    Io(String),
    /// An expression that could not be read, with its text.
    Read(ReadError, String),
    /// A computation that ended without its result.
    Stop(Stop, String),
    /// A usage that clap cannot see to be bad.
    Usage(String),
    /// Input of a judge problem that is malformed.
    Malformed(String),
    /// A judge problem too large for its table.
    JudgeLimit(String),
    /// A certificate that is false.
    False(String),
    /// More was asked for than a command does, in a way that an option can change.
    Limit(String),
    /// Messages were printed already; some lines failed.
    SomeLines,
    /// This one was told already; only its exit code remains.
    Told(Box<Failure>),
}

/// The exit codes of the contract.
impl Failure {
    fn code(&self) -> u8 {
        match self {
            Self::Pipe => 0,
            Self::SomeLines | Self::False(_) => 1,
            Self::JudgeLimit(_) | Self::Limit(_) => 3,
            Self::Told(failure) => failure.code(),
            Self::Usage(_) => 2,
            Self::Io(_) | Self::Malformed(_) => 4,
            Self::Read(error, _) => match error.kind {
                ErrorKind::Parse | ErrorKind::Domain => 2,
                ErrorKind::Limit => 3,
                ErrorKind::Io => 4,
                ErrorKind::Cancelled => 130,
            },
            Self::Stop(stop, _) => match stop {
                Stop::Limit { .. } => 3,
                Stop::Refused(_) | Stop::Loop(_) | Stop::Faulty(_) => 2,
                Stop::Cancelled => 130,
            },
        }
    }

    /// The kind as JSON names it, the message, and the place in the expression.
    pub fn parts(&self, language: Language) -> (ErrorKind, String, Option<usize>) {
        let told = |stop: &Stop| language.sentence(&stop.to_string()).into_owned();
        match self {
            Self::Read(error, source) => {
                let message = error.clone().translated(language).in_one_line();
                (error.kind, message, error.at(source))
            }
            Self::Stop(stop @ Stop::Limit { .. }, _) => (ErrorKind::Limit, told(stop), None),
            Self::Stop(stop, _) => (ErrorKind::Domain, told(stop), None),
            other => (ErrorKind::Io, other.message(language), None),
        }
    }

    pub fn message(&self, language: Language) -> String {
        let told = |text: &str| language.sentence(text).into_owned();
        match self {
            Self::Pipe | Self::SomeLines | Self::Told(_) => String::new(),
            Self::Io(message)
            | Self::Usage(message)
            | Self::Malformed(message)
            | Self::JudgeLimit(message)
            | Self::False(message)
            | Self::Limit(message) => told(message),
            Self::Read(error, _) if error.kind == ErrorKind::Cancelled => told("interrupted"),
            Self::Read(error, source) => error.clone().translated(language).render(source),
            Self::Stop(Stop::Cancelled, _) => told("interrupted"),
            Self::Stop(stop, position) if position.is_empty() => told(&stop.to_string()),
            Self::Stop(stop, position) => {
                let mut head: String = position.chars().take(100).collect();
                if head.len() < position.len() {
                    head.push('…');
                }
                format!("{head}: {}", told(&stop.to_string()))
            }
        }
    }

    /// Prints the message and gives the exit code.
    pub fn report(&self, language: Language) -> ExitCode {
        let message = self.message(language);
        if !message.is_empty() {
            // Nothing helps if standard error is gone too.
            let _ =
                io::Write::write_all(&mut io::stderr(), format!("grundy: {message}\n").as_bytes());
        }
        ExitCode::from(self.code())
    }
}

impl From<io::Error> for Failure {
    fn from(mut error: io::Error) -> Self {
        // What writes may look at the clock.
        if let Some(stop) = error.get_mut().and_then(|inner| inner.downcast_mut::<Stop>()) {
            return Self::Stop(std::mem::replace(stop, Stop::Cancelled), String::new());
        }
        if error.kind() == io::ErrorKind::BrokenPipe {
            Self::Pipe
        } else {
            // What is written to a file names it.
            Self::Io(format!("standard output: {error}"))
        }
    }
}

impl From<TableError> for Failure {
    fn from(error: TableError) -> Self {
        match error {
            TableError::Shape(message) => Self::Usage(message),
            TableError::Stop(stop) => Self::Stop(stop, String::new()),
        }
    }
}

impl From<OddsError> for Failure {
    fn from(error: OddsError) -> Self {
        match error {
            OddsError::Shape(message) => Self::Usage(message),
            OddsError::Stop(stop) => Self::Stop(stop, String::new()),
        }
    }
}

impl From<JudgeError> for Failure {
    fn from(error: JudgeError) -> Self {
        match error {
            JudgeError::Output(error) => error.into(),
            JudgeError::Limit { .. } => Self::JudgeLimit(error.to_string()),
            other => Self::Malformed(other.to_string()),
        }
    }
}
