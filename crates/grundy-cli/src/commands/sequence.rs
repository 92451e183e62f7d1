//! `grundy sequence`

use super::{genus, survey};
use crate::args::{Sequence as Args, SequenceFormat};
use crate::context::with_context;
use crate::failure::Failure;
use crate::keeper::Keeper;
use crate::output::{check_outputs, note, write_to};
use crate::rules::Loaded;
use grundy::certificate;
use grundy::context::{Context, Stop};
use grundy::heap::Code;
use grundy::heap::checkpoint::{self, CheckpointError};
use grundy::heap::run::Run;
use grundy::heap::store::Values;
use grundy::heap::stream::Stream;
use grundy::heap::summary::{self, Summary};
use grundy::sequence::{self, Findings, Question, SequenceError};
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

/// Text has the values of at most so many heaps, unless more are asked for.
const MAX_HEAPS_IN_TEXT: u64 = 1001;

pub fn run(args: &Args) -> Result<(), Failure> {
    check_outputs(&[
        ("--output", args.output.as_deref()),
        ("--certificate", args.certificate.as_deref()),
        ("--checkpoint", args.checkpoint.as_deref()),
    ])?;
    // clap lets these pass, for a survey conflicts with the game that is there.
    if args.survey.is_none() && (args.each || args.share.is_some()) {
        return Err(Failure::Usage("--each and --share go with --survey PATTERN".into()));
    }
    let only_values = matches!(args.format, SequenceFormat::Csv | SequenceFormat::Binary);
    if args.details && only_values && args.output.is_none() {
        let message = "--details goes with text and JSON; with --output FILE the values go there";
        return Err(Failure::Usage(message.into()));
    }
    if args.genus {
        return genus::run(args);
    }
    if args.misere {
        let game = args.game.as_deref().unwrap_or("CODE");
        let message = format!(
            "sequences are those of normal play; in misère play ask `grundy sequence \"{game}\" --genus` for \
             genus symbols, `grundy table \"{game}\" --to N --outcomes --misere` for outcomes, or `grundy solve \"{game}(12)\" --misere` for one heap"
        );
        return Err(Failure::Usage(message));
    }
    if let Some(pattern) = &args.survey {
        return survey::run(pattern, args);
    }
    let text = args.game.as_deref().unwrap_or_default();
    let mut limits = args.limits.limits();
    limits.threads = args.threads.into();
    let question = Question { to: args.to, until_period: args.period };
    let last = question.last_heap(&limits);
    let rules = Loaded::new(&args.rules)?;
    let read = |error| Failure::Read(error, text.to_owned());
    let game = rules.catalogue().read_game(text).map_err(read)?;
    let title = game.title();
    if args.to.is_none() && !args.period && (args.json || args.format != SequenceFormat::Text) {
        // Text says it in its heading.
        note(&format!("no --to was given: the values are those of the heaps up to {last}"));
    }
    let code = match game.code() {
        Some((code, offset)) => Some((code.clone(), offset)),
        None if args.needs_a_code() => game.as_code(),
        None => None,
    };
    with_context(limits, |context| match code {
        Some((code, offset)) if args.stream => streamed(&code, offset, title, last, args, context),
        Some((code, offset)) => of_code(&code, offset, &title, &question, args, context),
        None if args.needs_a_code() => Err(Failure::Usage(format!(
            "no take-and-break code is known for {title}: --certificate, --checkpoint and --stream go with codes such \
             as 0.77 and games that are codes, such as kayles"
        ))),
        None => {
            let found = sequence::of_any(&*game, &question, context, &mut |_| Ok(()));
            let found = found.map_err(|error| match error {
                SequenceError::Stop(stop) => stopped(stop),
                SequenceError::Table(error) => error.into(),
                SequenceError::Shape(message) => Failure::Usage(message),
            })?;
            told(&found.summary, found.values(), found.skip, found.advice.as_deref(), args)?;
            found.stop.map_or(Ok(()), |stop| Err(stopped(stop)))
        }
    })
}

/// Values that are counted and not kept.
fn streamed(
    code: &Code,
    offset: u64,
    title: String,
    to: u64,
    args: &Args,
    context: &Context<'_>,
) -> Result<(), Failure> {
    if args.format != SequenceFormat::Text {
        let message = "--stream keeps no values: --json tells what was found";
        return Err(Failure::Usage(message.into()));
    }
    let mut stream = match &args.checkpoint {
        Some(path) if path.exists() => {
            let stream = opened(path, |mut file| checkpoint::read_stream(&mut file, context))?;
            if stream.code() != code || stream.skip() != offset {
                let (kept, skip) = (stream.code(), stream.skip());
                let message = format!(
                    "{}: this is a run of {kept}, counted from heap {skip} on, not of {code} from \
                     {offset} on",
                    path.display()
                );
                return Err(Failure::Usage(message));
            }
            stream
        }
        _ => Stream::new(code.clone(), offset),
    };
    if args.checkpoint.is_some() && !stream.can_be_kept() {
        let message = format!(
            "the engine of {code} ({}) needs all values to go on: leave out --stream, and the \
             checkpoint keeps them",
            stream.engine()
        );
        return Err(Failure::Usage(message));
    }
    let last = to.saturating_add(offset);
    if stream.computed() > last.saturating_add(1) {
        note(&format!(
            "the checkpoint goes to heap {}: what is told is of all its heaps",
            stream.computed() - 1 - offset
        ));
    }
    let counting = context.with_goal(last.checked_add(1));
    let mut keeper = Keeper::new(args.checkpoint.as_deref(), args.checkpoint_every);
    let ended = stream.extend(last, &counting, &mut |stream| {
        keeper.now_and_then(|mut out| checkpoint::write_stream(stream, &mut out));
        Ok(())
    });
    let kept = match stream.computed() {
        0 => Ok(()),
        _ => keeper.at_end(|mut out| checkpoint::write_stream(&stream, &mut out)),
    };
    let found = stream.summary(title);
    let advice = found.repetition.map(
        |_| "without --stream, --period finds where the period begins, and proves it if it can",
    );
    // What was found is told even if it could not be kept.
    told(&found, &Values::default(), 0, advice, args)?;
    kept?;
    ended.map_err(stopped)
}

fn stopped(stop: Stop) -> Failure {
    Failure::Stop(stop, String::new())
}

fn of_code(
    code: &Code,
    offset: u64,
    title: &str,
    question: &Question,
    args: &Args,
    context: &Context<'_>,
) -> Result<(), Failure> {
    let run = match &args.checkpoint {
        Some(path) if path.exists() => resumed(path, code, context)?,
        _ => Run::new(code.clone()),
    };
    let mut keeper = Keeper::new(args.checkpoint.as_deref(), args.checkpoint_every);
    let found = sequence::of_code(run, title, offset, question, context, &mut |run| {
        keeper.now_and_then(|mut out| checkpoint::write(run, &mut out));
        Ok(())
    });
    let kept = match found.run() {
        Some(run) if run.computed() > 0 => {
            keeper.at_end(|mut out| checkpoint::write(run, &mut out))
        }
        _ => Ok(()),
    };
    // What was found is told even if it could not be kept.
    told(&found.summary, found.values(), found.skip, found.advice.as_deref(), args)?;
    kept?;
    let Findings { stop: None, .. } = &found else {
        return found.stop.map_or(Ok(()), |stop| Err(stopped(stop)));
    };
    if let (Some(path), Some(run)) = (&args.certificate, found.proof()) {
        write_to(Some(path), |mut out| certificate::write(run, &mut out))?;
    }
    Ok(())
}

fn resumed(path: &Path, code: &Code, context: &Context<'_>) -> Result<Run, Failure> {
    let run = opened(path, |mut file| checkpoint::read(&mut file, context))?;
    if run.code() != code {
        let message = format!("{}: this is a run of {}, not of {code}", path.display(), run.code());
        return Err(Failure::Usage(message));
    }
    Ok(run)
}

/// What a checkpoint keeps.
fn opened<T>(
    path: &Path,
    read: impl FnOnce(File) -> Result<T, CheckpointError>,
) -> Result<T, Failure> {
    let name = path.display();
    let file = File::open(path).map_err(|error| Failure::Io(format!("{name}: {error}")))?;
    read(file).map_err(|error| match error {
        CheckpointError::Stop(stop) => stopped(stop),
        CheckpointError::OtherKind(_) => Failure::Usage(format!("{name}: {error} (see --stream)")),
        CheckpointError::Io(error) => Failure::Io(format!("{name}: {error}")),
        CheckpointError::Malformed(_) => Failure::Malformed(format!(
            "{name}: {error}; give another name to --checkpoint, or move this file away and begin \
             anew"
        )),
    })
}

/// Prints the values where they are wanted, and what was found. The advice goes with the facts, and to
/// standard error where these are for programs.
fn told(
    found: &Summary,
    values: &Values,
    skip: usize,
    advice: Option<&str>,
    args: &Args,
) -> Result<(), Failure> {
    let (first, path) = (found.first, args.output.as_deref());
    let heading = |out: &mut dyn Write| match (args.to, args.period, found.last()) {
        (None, false, Some(last)) => {
            writeln!(out, "{}: nim-sequence to heap {last} (--to N sets another end)", found.title)
        }
        _ => writeln!(out, "{}: nim-sequence", found.title),
    };
    let facts = |out: &mut dyn Write| -> io::Result<()> {
        let text = if args.details { found.to_detailed_text() } else { found.to_text() };
        out.write_all(text.as_bytes())?;
        advice.map_or(Ok(()), |advice| writeln!(out, "note          {advice}"))
    };
    let rest = |out: &mut dyn Write| -> io::Result<()> {
        match (args.json, args.details) {
            (true, true) => writeln!(out, "{}", found.to_detailed_json()),
            (true, false) => writeln!(out, "{}", found.to_json()),
            _ => facts(out),
        }
    };
    if let Some(advice) = advice
        && (args.json || args.format != SequenceFormat::Text)
    {
        note(advice);
    }
    let short = values.len() as u64 <= MAX_HEAPS_IN_TEXT;
    match args.format {
        SequenceFormat::Text if args.json && path.is_none() => {
            return write_to(None, |out| rest(out));
        }
        SequenceFormat::Text => write_to(path, |out| {
            heading(out)?;
            if (short || args.values || path.is_some()) && values.len() > skip {
                summary::write_rows(values, skip, first, out)?;
                writeln!(out)?;
            }
            facts(out)
        })?,
        SequenceFormat::Csv => write_to(path, |out| summary::write_csv(values, skip, first, out))?,
        SequenceFormat::Json => {
            write_to(path, |out| summary::write_json(found, values, skip, args.details, out))?
        }
        SequenceFormat::Binary => {
            write_to(path, |out| summary::write_binary(values, skip, first, out))?;
        }
    }
    if path.is_some() {
        return write_to(None, |out| {
            if !args.json {
                heading(out)?;
            }
            rest(out)
        });
    }
    Ok(())
}
