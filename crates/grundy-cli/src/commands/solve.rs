//! `grundy solve`

use super::{solve_by_law, solve_kept};
use crate::args::Solve;
use crate::context::with_context;
use crate::failure::Failure;
use crate::output::{note, stdout};
use crate::rules::Loaded;
use grundy::analysis::{Question, Session};
use grundy::answer::Style;
use grundy::context::{Limits, Stop};
use grundy::expr::Catalogue;
use grundy::outcome::Play;
use grundy::syntax::{ErrorKind, MAX_LENGTH, ReadError, Span};
use rayon::prelude::*;
use serde::Serialize;
use std::borrow::Cow;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::string::FromUtf8Error;

/// The tables of so many games are kept from line to line.
const KEPT_GAMES: usize = 8;

/// A line of JSON for an expression without an answer.
#[derive(Serialize)]
struct Failed<'a> {
    position: &'a str,
    error: Reason,
}

#[derive(Serialize)]
struct Reason {
    kind: ErrorKind,
    message: String,
    at: Option<usize>,
}

pub fn run(args: &Solve) -> Result<(), Failure> {
    if let Some(path) = &args.law {
        return solve_by_law::run(args, path);
    }
    solve_kept::check(args)?;
    let rules = Loaded::new(&args.rules)?;
    let mut solver = Solver::new(args, &rules);
    let mut out = stdout();
    for source in &args.expressions {
        solver.one(source, None, &mut out)?;
    }
    if args.stdin {
        // Threads with as much stack as the main one has; without them the lines are solved here.
        let _ = rayon::ThreadPoolBuilder::new().stack_size(8 << 20).build_global();
        solver.lines(&mut BufReader::with_capacity(1 << 17, io::stdin().lock()), &mut out)?;
    }
    out.flush()?;
    match solver.failures.len() {
        0 => Ok(()),
        1 if args.expressions.len() == 1 && !args.stdin => {
            if let Some(advice) = advice(args, &rules, &solver.failures[0]) {
                note(&args.lang.sentence(&advice));
            }
            Err(Failure::Told(Box::new(solver.failures.remove(0))))
        }
        _ => Err(Failure::SomeLines),
    }
}

/// What may help where a search of rules came to a limit: numbers beyond a search are not beyond a law.
fn advice(args: &Solve, rules: &Loaded, failure: &Failure) -> Option<String> {
    let (Failure::Stop(Stop::Limit { what, .. }, position), false) = (failure, args.json) else {
        return None;
    };
    // Where positions grow the rules are wrong.
    if what.contains("(play seems to go on for ever)") {
        return None;
    }
    let (name, arguments) = position.split_once('(')?;
    let number = |c: char| c.is_ascii_digit() || "^*+-_, )".contains(c);
    rules.program()?.family(name.trim())?;
    (arguments.chars().all(number) && arguments.matches(')').count() == 1).then(|| {
        let play = if args.misere { " --misere" } else { "" };
        format!(
            "a law of the whole game may reach further than a search: grundy law{play} {} --at \"({arguments}\" with \
             the same rules",
            name.trim()
        )
    })
}

struct Solver<'a> {
    args: &'a Solve,
    catalogue: Catalogue<'a>,
    question: Question,
    limits: Limits,
    answered: u64,
    /// What failed, the first two of it.
    failures: Vec<Failure>,
}

impl<'a> Solver<'a> {
    fn new(args: &'a Solve, rules: &'a Loaded) -> Self {
        let question = Question {
            play: if args.misere { Play::Misere } else { Play::Normal },
            only: args.only,
            moves: args.moves,
            duration: args.fast,
            explain: args.explain,
            replies: if args.json && !args.explain { 0 } else { args.moves },
            report: !args.json,
            ..Question::default()
        };
        Self {
            args,
            catalogue: rules.catalogue().keeping(if args.stdin { KEPT_GAMES } else { 0 }),
            question,
            limits: Limits { threads: args.threads.into(), ..args.limits.limits() },
            answered: 0,
            failures: Vec::new(),
        }
    }

    /// Solves one expression, prints the answer or what went wrong; only what must end the run is
    /// an error here.
    fn one(
        &mut self,
        source: &str,
        line: Option<u64>,
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        self.tell(self.answer(source), source, line, out)
    }

    /// Prints an answer or what went wrong.
    fn tell(
        &mut self,
        answer: Result<String, Failure>,
        source: &str,
        line: Option<u64>,
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        match answer {
            Ok(text) => {
                if !self.args.json && self.answered > 0 {
                    writeln!(out)?;
                }
                self.answered += 1;
                out.write_all(text.as_bytes())?;
                Ok(())
            }
            Err(failure) => self.failed(failure, source, line, out),
        }
    }

    fn answer(&self, source: &str) -> Result<String, Failure> {
        let answer = with_context(self.limits, |context| {
            let expression = self
                .catalogue
                .read_within(source, context)
                .map_err(|error| Failure::Read(error, source.to_owned()))?;
            let answer = || {
                Session::default()
                    .answer(&expression, &self.question, context)
                    .map_err(|stop| Failure::Stop(stop, source.trim().to_owned()))
            };
            match solve_kept::is_asked(self.args) {
                true => solve_kept::run(self.args, source, &expression, context, answer),
                false => answer(),
            }
        })?;
        let language = self.args.lang;
        Ok(if self.args.json {
            let mut line = answer.translated(language).to_json();
            line.push('\n');
            line
        } else {
            answer.to_text(Style { language, ..Style::default() })
        })
    }

    fn failed(
        &mut self,
        failure: Failure,
        source: &str,
        line: Option<u64>,
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        if matches!(failure, Failure::Stop(Stop::Cancelled, _)) {
            out.flush()?;
            return Err(failure);
        }
        if self.args.json {
            let (kind, message, at) = failure.parts(self.args.lang);
            let error = Reason { kind, message, at };
            serde_json::to_writer(&mut *out, &Failed { position: source.trim(), error })
                .map_err(io::Error::from)?;
            writeln!(out)?;
        } else {
            out.flush()?;
            let language = self.args.lang;
            let place = line.map_or(String::new(), |line| {
                format!("{}: ", language.sentence(&format!("line {line}")))
            });
            let _ = writeln!(io::stderr(), "grundy: {place}{}", failure.message(language));
        }
        if self.failures.len() < 2 {
            self.failures.push(failure);
        }
        Ok(())
    }

    /// Solves every line that is not blank or a comment: those that wait in the buffer together,
    /// with the answers in the order of the lines.
    fn lines(
        &mut self,
        input: &mut BufReader<impl Read>,
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        let mut waiting = Vec::new();
        for number in 1.. {
            if waiting.len() >= MAX_WAITING_LINES || !input.buffer().contains(&b'\n') {
                self.batch(&mut waiting, out)?;
            }
            if input.buffer().is_empty() {
                // Nothing is waiting: whoever types the lines wants to see the answers.
                out.flush()?;
            }
            let mut bytes = Vec::new();
            // One byte more than is allowed shows that a line is too long.
            let most = MAX_LENGTH as u64 + 1;
            let read = input.by_ref().take(most).read_until(b'\n', &mut bytes);
            if read.map_err(|error| Failure::Io(format!("standard input: {error}")))? == 0 {
                break;
            }
            if bytes.len() as u64 == most && bytes.last() != Some(&b'\n') {
                skip_line(input)?;
            }
            waiting.push(Line { number, text: String::from_utf8(bytes) });
        }
        self.batch(&mut waiting, out)
    }

    /// Solves lines, many of them at a time, and tells the answers in order.
    fn batch(&mut self, lines: &mut Vec<Line>, out: &mut impl Write) -> Result<(), Failure> {
        let answer = |line: &Line| line.expression().map(|text| self.answer(text?));
        let answers: Vec<_> = if lines.len() < MAX_LINES_OF_ONE_THREAD {
            lines.iter().map(answer).collect()
        } else {
            lines.par_iter().with_min_len(MAX_LINES_OF_ONE_THREAD / 2).map(answer).collect()
        };
        for (line, answer) in lines.drain(..).zip(answers) {
            if let Some(answer) = answer {
                self.tell(answer, &line.shown(), Some(line.number), out)?;
            }
        }
        Ok(())
    }
}

/// So many lines are not worth another thread.
const MAX_LINES_OF_ONE_THREAD: usize = 32;

/// Answers to this many lines are held back until all are known.
const MAX_WAITING_LINES: usize = 1 << 13;

/// A line of standard input.
struct Line {
    number: u64,
    text: Result<String, FromUtf8Error>,
}

impl Line {
    /// The expression, if there is one in the line.
    fn expression(&self) -> Option<Result<&str, Failure>> {
        match &self.text {
            Ok(text) => {
                let text = text.trim_end_matches(['\n', '\r']);
                let text = text.strip_prefix('\u{feff}').unwrap_or(text);
                let blank = text.trim().is_empty() || text.trim_start().starts_with('#');
                (!blank).then_some(Ok(text))
            }
            Err(error) => {
                let at = error.utf8_error().valid_up_to();
                let error = ReadError::parse("this is not UTF-8 text", Span::new(at, at + 1));
                Some(Err(Failure::Read(error, self.shown().into_owned())))
            }
        }
    }

    /// The text as it is told in errors.
    fn shown(&self) -> Cow<'_, str> {
        match &self.text {
            Ok(text) => {
                let text = text.trim_end_matches(['\n', '\r']);
                text.strip_prefix('\u{feff}').unwrap_or(text).into()
            }
            Err(error) => String::from_utf8_lossy(error.as_bytes()).trim_end().to_owned().into(),
        }
    }
}

fn skip_line(input: &mut impl BufRead) -> Result<(), Failure> {
    loop {
        let buffer = input.fill_buf()?;
        if buffer.is_empty() {
            return Ok(());
        }
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let used = end.map_or(buffer.len(), |end| end + 1);
        input.consume(used);
        if end.is_some() {
            return Ok(());
        }
    }
}
