//! `grundy judge`

use crate::args::Judge;
use crate::context::with_context;
use crate::failure::Failure;
use crate::output::stdout;
use crate::problems;
use grundy::judge::{PROBLEMS, find, judge};
use grundy_problems::{Error, Mode, Problem, TEXTS, collection};
use std::io::{self, Read, Write};

pub fn run(args: &Judge) -> Result<(), Failure> {
    if args.list {
        return list();
    }
    if let Some(name) = &args.show {
        let Some(text) = grundy_problems::text(name) else { return Err(problems::unknown(name)) };
        let mut out = stdout();
        out.write_all(text.as_bytes())?;
        return Ok(out.flush()?);
    }
    let name = args.name.as_deref().unwrap_or_default();
    // The algorithms of the library read numbers of any length.
    if args.problem.is_none() && !args.by_rules && !args.samples && find(name).is_some() {
        let input = input()?;
        let mut out = stdout();
        let result = judge(name, &input, &mut out);
        // What was answered before the input went wrong is worth having.
        out.flush()?;
        return Ok(result?);
    }
    let problem = match &args.problem {
        Some(file) => problems::file(file)?,
        None => problems::named(name)?,
    };
    let mode = if args.by_rules { Mode::Rules } else { Mode::Formulas };
    if args.by_rules && !problem.has_both() && problem.has_formulas() {
        return Err(Failure::Usage(format!(
            "{} has formulas and no position: nothing is left to answer by",
            problem.title
        )));
    }
    if args.samples {
        return samples(args, &problem, mode);
    }
    let input = input()?;
    let result = with_context(args.limits.limits(), |context| {
        problem.judge(&input, &mut io::stdout(), mode, context)
    });
    io::stdout().flush()?;
    result.map_err(failure)
}

fn input() -> Result<Vec<u8>, Failure> {
    let mut input = Vec::new();
    io::stdin()
        .lock()
        .read_to_end(&mut input)
        .map_err(|error| Failure::Io(format!("standard input: {error}")))?;
    Ok(input)
}

fn failure(error: Error) -> Failure {
    match error {
        Error::Input(error) => error.into(),
        Error::Output(error) => error.into(),
        Error::Problem(message) => Failure::Usage(message),
        Error::Stop { line, stop } => Failure::Stop(stop, format!("line {line} of the input")),
    }
}

/// All problems by their models, the built-in ones that have no file last.
fn list() -> Result<(), Failure> {
    let mut problems: Vec<(&str, Problem)> = collection().collect();
    problems.sort_by(|(a, first), (b, second)| (&first.group, a).cmp(&(&second.group, b)));
    let names = TEXTS.iter().map(|(name, _)| *name).chain(PROBLEMS.iter().map(|p| p.id));
    let width = names.map(str::len).max().unwrap_or(0);
    let mut out = stdout();
    let mut group = None;
    for (name, problem) in &problems {
        if group != Some(&problem.group) {
            let gap = if group.is_some() { "\n" } else { "" };
            let of = problems.iter().filter(|(_, other)| other.group == problem.group);
            let mut guides: Vec<&str> = of.map(|(_, other)| &*other.guide).collect();
            guides.retain(|guide| !guide.is_empty());
            guides.sort_unstable();
            guides.dedup();
            writeln!(out, "{gap}{}", problem.group)?;
            if !guides.is_empty() {
                writeln!(out, "  (GUIDE.md: {})", guides.join("; "))?;
            }
            group = Some(&problem.group);
        }
        writeln!(out, "  {name:width$}  {}", problem.title)?;
    }
    let alone = PROBLEMS.iter().filter(|problem| grundy_problems::text(problem.id).is_none());
    for (i, problem) in alone.enumerate() {
        if i == 0 {
            writeln!(out, "\nWith an algorithm of their own")?;
        }
        writeln!(out, "  {:width$}  {}", problem.id, problem.title)?;
    }
    Ok(out.flush()?)
}

/// Answers the samples of a file.
fn samples(args: &Judge, problem: &Problem, mode: Mode) -> Result<(), Failure> {
    let mut out = stdout();
    let mut differ = 0;
    for (number, (input, expected)) in (1..).zip(&problem.samples) {
        let mut answer = Vec::new();
        let result = with_context(args.limits.limits(), |context| {
            problem.judge(input.as_bytes(), &mut answer, mode, context)
        });
        let answer = String::from_utf8_lossy(&answer).into_owned();
        match expected {
            Some(expected) if result.is_ok() && answer.trim_end() == expected.trim_end() => {
                writeln!(out, "sample {number}: as expected")?;
            }
            expected => {
                let what = match expected {
                    Some(_) => "not what the file says",
                    None => "the file does not say the answer",
                };
                differ += usize::from(expected.is_some());
                writeln!(out, "sample {number}: {what}\n{answer}")?;
                if let Some(expected) = expected {
                    writeln!(out, "expected\n{expected}")?;
                }
            }
        }
        if let Err(error) = result {
            out.flush()?;
            return Err(failure(error));
        }
    }
    if problem.samples.is_empty() {
        writeln!(out, "{} has no samples", problem.title)?;
    }
    out.flush()?;
    if differ > 0 { Err(Failure::SomeLines) } else { Ok(()) }
}
