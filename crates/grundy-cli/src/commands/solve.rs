//! `grundy solve`

use crate::args::Solve;
use crate::context::with_context;
use crate::failure::Failure;
use crate::output::stdout;
use grundy::analysis::{Question, Session};
use grundy::answer::Style;
use grundy::context::{Limits, Stop};
use grundy::expr::Catalogue;
use grundy::outcome::Play;
use grundy::syntax::{MAX_LENGTH, ReadError, Span};
use serde_json::json;
use std::io::{self, BufRead, BufReader, Read, Write};

pub fn run(args: &Solve) -> Result<(), Failure> {
    let mut solver = Solver::new(args);
    let mut out = stdout();
    for source in &args.expressions {
        solver.one(source, None, &mut out)?;
    }
    if args.stdin {
        solver.lines(&mut BufReader::with_capacity(1 << 16, io::stdin().lock()), &mut out)?;
    }
    out.flush()?;
    match solver.failures.len() {
        0 => Ok(()),
        1 if args.expressions.len() == 1 && !args.stdin => {
            Err(Failure::Told(Box::new(solver.failures.remove(0))))
        }
        _ => Err(Failure::SomeLines),
    }
}

struct Solver<'a> {
    args: &'a Solve,
    catalogue: Catalogue<'static>,
    question: Question,
    limits: Limits,
    answered: u64,
    /// What failed, the first two of it.
    failures: Vec<Failure>,
}

impl<'a> Solver<'a> {
    fn new(args: &'a Solve) -> Self {
        let question = Question {
            play: if args.misere { Play::Misere } else { Play::Normal },
            only: args.only,
            moves: args.moves,
            explain: args.explain,
            replies: if args.json && !args.explain { 0 } else { args.moves },
            report: !args.json,
            ..Question::default()
        };
        Self {
            args,
            catalogue: Catalogue::default(),
            question,
            limits: args.limits.limits(),
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
        match self.answer(source) {
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
        let read = |error| Failure::Read(error, source.to_owned());
        let expression = self.catalogue.read(source).map_err(read)?;
        let answer = with_context(self.limits, |context| {
            Session::default().answer(&expression, &self.question, context)
        })
        .map_err(|stop| Failure::Stop(stop, source.trim().to_owned()))?;
        Ok(if self.args.json {
            let mut line = answer.to_json();
            line.push('\n');
            line
        } else {
            answer.to_text(Style::default())
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
            let (kind, message, at) = failure.parts();
            // Written by hand for the order of the members.
            writeln!(
                out,
                "{{\"position\":{},\"error\":{{\"kind\":{},\"message\":{},\"at\":{}}}}}",
                json!(source.trim()),
                json!(kind),
                json!(message),
                json!(at)
            )?;
        } else {
            out.flush()?;
            let place = line.map_or(String::new(), |line| format!("line {line}: "));
            let _ = writeln!(io::stderr(), "grundy: {place}{}", failure.message());
        }
        if self.failures.len() < 2 {
            self.failures.push(failure);
        }
        Ok(())
    }

    /// Solves every line that is not blank or a comment.
    fn lines(
        &mut self,
        input: &mut BufReader<impl Read>,
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        let mut bytes = Vec::new();
        for number in 1.. {
            if input.buffer().is_empty() {
                // Nothing is waiting: whoever types the lines wants to see the answers.
                out.flush()?;
            }
            bytes.clear();
            // One byte more than is allowed shows that a line is too long.
            let most = MAX_LENGTH as u64 + 1;
            let read = input.by_ref().take(most).read_until(b'\n', &mut bytes);
            if read.map_err(|error| Failure::Io(format!("standard input: {error}")))? == 0 {
                break;
            }
            if bytes.len() as u64 == most && bytes.last() != Some(&b'\n') {
                skip_line(input)?;
            }
            match std::str::from_utf8(&bytes) {
                Ok(text) => {
                    let text = text.trim_end_matches(['\n', '\r']);
                    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
                    if !text.trim().is_empty() && !text.trim_start().starts_with('#') {
                        self.one(text, Some(number), out)?;
                    }
                }
                Err(error) => {
                    let text = String::from_utf8_lossy(&bytes).trim_end().to_owned();
                    let span = Span::new(error.valid_up_to(), error.valid_up_to() + 1);
                    let error = ReadError::parse("this is not UTF-8 text", span);
                    let failure = Failure::Read(error, text.clone());
                    self.failed(failure, &text, Some(number), out)?;
                }
            }
        }
        Ok(())
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
