//! `grundy sequence`

use super::survey;
use crate::args::{Sequence as Args, SequenceFormat};
use crate::context::with_goal;
use crate::failure::Failure;
use crate::output::write_to;
use crate::rules::Loaded;
use grundy::certificate;
use grundy::context::{Context, Stop};
use grundy::game::{AnyGame, Content};
use grundy::games::take_and_break::code_of;
use grundy::heap::Code;
use grundy::heap::checkpoint::{self, CheckpointError};
use grundy::heap::detect::{Detector, Repetition};
use grundy::heap::run::Run;
use grundy::heap::store::Values;
use grundy::heap::stream::Stream;
use grundy::heap::summary::{self, Summary};
use grundy::table::Table;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::time::Instant;

/// Text has the values up to here, asked for or not.
const SHORT: u64 = 1000;

/// Up to here values are computed to prove a period, where that is no work.
const PROOF: u64 = 2047;

pub fn run(args: &Args) -> Result<(), Failure> {
    if let Some(pattern) = &args.survey {
        return survey::run(pattern, args);
    }
    let text = args.game.as_deref().unwrap_or_default();
    let mut limits = args.limits.limits();
    limits.threads = args.threads.into();
    let to = match (args.to, args.period) {
        (Some(to), _) => to,
        (None, true) => limits.positions,
        (None, false) => {
            let message = "the last heap is missing: --to 1000, or --period to stop at a proved \
                           period";
            return Err(Failure::Usage(message.into()));
        }
    };
    let rules = Loaded::new(&args.rules)?;
    let read = |error| Failure::Read(error, text.to_owned());
    let game = rules.catalogue().read_game(text).map_err(read)?;
    let title = game.title();
    let goal = (!args.period).then_some(to);
    with_goal(limits, goal, |context| match code_of(&title) {
        Some((code, offset)) if args.stream => streamed(&code, offset, title, to, args, context),
        Some((code, offset)) => of_code(code, offset, title, to, args, context),
        None => of_game(&*game, title, to, args, context),
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
    let keep = |path: &Path, stream: &Stream| {
        write_to(Some(path), |mut out| checkpoint::write_stream(stream, &mut out))
    };
    let mut kept = Instant::now();
    let mut failed = None;
    let ended = stream.extend(to.saturating_add(offset), context, &mut |stream| {
        if let Some(path) =
            args.checkpoint.as_deref().filter(|_| kept.elapsed() >= args.checkpoint_every)
        {
            if let Err(failure) = keep(path, stream) {
                failed = Some(failure);
                return Err(Stop::Cancelled);
            }
            kept = Instant::now();
        }
        Ok(())
    });
    if let Some(failure) = failed {
        return Err(failure);
    }
    if let Some(path) = args.checkpoint.as_deref().filter(|_| stream.computed() > 0) {
        keep(path, &stream)?;
    }
    told(&stream.summary(title), &Values::default(), 0, args)?;
    ended.map_err(stopped)
}

fn stopped(stop: Stop) -> Failure {
    Failure::Stop(stop, String::new())
}

fn of_code(
    code: Code,
    offset: u64,
    title: String,
    to: u64,
    args: &Args,
    context: &Context<'_>,
) -> Result<(), Failure> {
    let mut run = match &args.checkpoint {
        Some(path) if path.exists() => resumed(path, &code, context)?,
        _ => Run::new(code),
    };
    let mut kept = Instant::now();
    let mut failed = None;
    let last = to.saturating_add(offset);
    let ended = run.extend(last, args.period, context, &mut |run| {
        if let Some(path) =
            args.checkpoint.as_deref().filter(|_| kept.elapsed() >= args.checkpoint_every)
        {
            kept = Instant::now();
            if let Err(failure) = write_to(Some(path), |mut out| checkpoint::write(run, &mut out)) {
                failed = Some(failure);
                return Err(Stop::Cancelled);
            }
        }
        Ok(())
    });
    if let Some(failure) = failed {
        return Err(failure);
    }
    if let Some(path) = args.checkpoint.as_deref().filter(|_| run.computed() > 0) {
        write_to(Some(path), |mut out| checkpoint::write(&run, &mut out))?;
    }
    let skip = (offset as usize).min(run.values().len());
    let mut found = run.summary();
    let mut proof = None;
    if run.proved().is_none() && ended.is_ok() && last < PROOF && light(run.code()) {
        // A period that a moment's work proves is told, asked or not.
        let mut longer = Run::new(run.code().clone());
        match longer.extend(PROOF, true, &context.modest(), &mut |_| Ok(())) {
            Ok(()) | Err(Stop::Limit { .. }) => {}
            Err(stop) => return Err(stopped(stop)),
        }
        if let Some((period, theorem)) = longer.proved() {
            let computed = longer.computed() - 1;
            found.period = Some(period);
            found.theorem = Some(format!("{} from heaps to {computed}", theorem.name()));
            proof = Some(longer);
        }
    }
    if offset > 0 || args.period {
        let period = found
            .period
            .map(|period| Repetition { start: period.start.saturating_sub(offset), ..period });
        found = Summary {
            copied_from: found.copied_from.map(|from| from.saturating_sub(offset)),
            period,
            theorem: found.theorem,
            // Rare heaps are those of the code.
            space: found.space.filter(|_| offset == 0),
            ..Summary::of(title.clone(), found.engine, run.values(), skip, 0)
        };
    }
    found.title = title;
    told(&found, run.values(), skip, args)?;
    ended.map_err(stopped)?;
    if let Some(path) = &args.certificate {
        write_to(Some(path), |mut out| {
            certificate::write(proof.as_ref().unwrap_or(&run), &mut out)
        })?;
    }
    Ok(())
}

/// Whether values up to [`PROOF`] are no work.
fn light(code: &Code) -> bool {
    code.most_heaps().is_some_and(|heaps| heaps <= 2)
        && code.largest_take().is_none_or(|take| take <= 32)
        && !code.repeating().iter().any(|digit| digit.allows(2))
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
        other => Failure::Malformed(format!("{name}: {other}")),
    })
}

/// Games of one heap that are no codes: by their own law, or as a table by search.
fn of_game(
    game: &dyn AnyGame,
    title: String,
    to: u64,
    args: &Args,
    context: &Context<'_>,
) -> Result<(), Failure> {
    if args.certificate.is_some() || args.checkpoint.is_some() || args.period || args.stream {
        let message =
            "--period, --certificate, --checkpoint and --stream go with take-and-break codes";
        return Err(Failure::Usage(message.into()));
    }
    let mut values = Values::default();
    let (mut first, mut engine, mut theorem) = (0, "law of the game", None);
    let period;
    if let Some(line) = game.values_to(to, context).map_err(stopped)? {
        values.extend(&line.values);
        period = line.period.and_then(|p| {
            let saltus = u32::try_from(p.saltus).ok()?;
            Some(Repetition { start: p.start, length: p.length, saltus })
        });
        theorem = period.map(|_| "theory of the game".to_owned());
    } else {
        let table = Table::compute(game, to, None, Content::Values, context)?;
        if table.columns() != 1 {
            let message =
                format!("{title} is no game of one heap: `grundy table` tells its values");
            return Err(Failure::Usage(message));
        }
        (first, engine) = (to + 1 - table.rows() as u64, "search of the rules");
        let list: Option<Vec<u32>> = (0..table.rows()).map(|n| table.small_value(n, 0)).collect();
        let Some(list) = list else {
            let message = format!("not every heap of {title} has a value: see `grundy table`");
            return Err(Failure::Usage(message));
        };
        values.extend(&list);
        period = Detector::default()
            .search(&values)
            .map(|seen| Repetition { start: seen.start + first, ..seen });
    }
    let found = Summary { period, theorem, ..Summary::of(title, engine.into(), &values, 0, first) };
    told(&found, &values, 0, args)
}

/// The values where they are wanted, and what was found.
fn told(found: &Summary, values: &Values, skip: usize, args: &Args) -> Result<(), Failure> {
    let (first, path) = (found.first, args.output.as_deref());
    let heading = |out: &mut dyn Write| writeln!(out, "{}: nim-sequence", found.title);
    let rest = |out: &mut dyn Write| -> io::Result<()> {
        if args.json {
            return writeln!(out, "{}", found.to_json());
        }
        out.write_all(found.to_text().as_bytes())
    };
    let short = values.len() as u64 <= SHORT + 1;
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
            out.write_all(found.to_text().as_bytes())
        })?,
        SequenceFormat::Csv => write_to(path, |out| summary::write_csv(values, skip, first, out))?,
        SequenceFormat::Json => {
            write_to(path, |out| summary::write_json(found, values, skip, out))?
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
