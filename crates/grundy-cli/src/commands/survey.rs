//! `grundy sequence --survey`

use crate::args::{Sequence as Args, SequenceFormat};
use crate::context::with_context;
use crate::failure::Failure;
use crate::output::{note, write_to};
use crate::share::Share;
use grundy::context::{Progress, Stop, Unit};
use grundy::heap::survey::{self, Entry};
use rayon::prelude::*;
use serde::Serialize;
use std::sync::atomic::{AtomicU64, Ordering};

pub fn run(pattern: &str, args: &Args) -> Result<(), Failure> {
    if args.format == SequenceFormat::Binary {
        return Err(Failure::Usage(
            "--format binary is not for surveys: use text, csv or json".into(),
        ));
    }
    let codes = survey::codes(pattern).map_err(Failure::Usage)?;
    let to = args.to.unwrap_or(survey::DEFAULT_LAST_HEAP);
    let bounds = Bounds { timeout: args.limits.timeout.map(|time| time.as_secs_f64()), to };
    let open = |dir| Share::open(dir, &bounds, "--to and --timeout");
    let share = args.share.as_deref().map(open).transpose()?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.threads.into()).build();
    let pool = pool.map_err(|error| Failure::Io(error.to_string()))?;
    let done = AtomicU64::new(0);
    let found: Vec<Option<Entry>> = with_context(args.limits.limits(), |context| {
        pool.install(|| {
            codes
                .par_iter()
                .map(|code| {
                    let stopped = |stop: Stop| Failure::Stop(stop, String::new());
                    // The time is that of each code; that of the survey is not limited.
                    let context = context.restarted();
                    let progress = Progress {
                        phase: "surveying codes",
                        done: done.fetch_add(1, Ordering::Relaxed),
                        total: Some(codes.len() as u64),
                        unit: Unit::Codes,
                        full: None,
                    };
                    context.report(progress).map_err(stopped)?;
                    let compute = || survey::entry(code, to, &context).map_err(stopped);
                    match &share {
                        None => compute().map(Some),
                        Some(share) => share.entry(code, compute),
                    }
                })
                .collect::<Result<_, Failure>>()
        })
    })?;
    let mut found = found;
    if let Some(share) = &share {
        // What others held was perhaps finished, or left behind, meanwhile.
        for (code, entry) in codes.iter().zip(&mut found).filter(|(_, entry)| entry.is_none()) {
            let stopped = |stop: Stop| Failure::Stop(stop, String::new());
            *entry = with_context(args.limits.limits(), |context| {
                share.entry(code, || survey::entry(code, to, context).map_err(stopped))
            })?;
        }
    }
    let missing = found.iter().filter(|entry| entry.is_none()).count();
    let entries: Vec<Entry> = found.into_iter().flatten().collect();
    let groups = survey::groups(&entries);
    let text = match args.format {
        _ if args.json => lines(&groups),
        SequenceFormat::Json => lines(&groups),
        SequenceFormat::Csv => survey::to_csv(&groups),
        SequenceFormat::Text | SequenceFormat::Binary => {
            let end = if args.to.is_some() { "" } else { " (--to N sets another end)" };
            format!(
                "{pattern}: {} codes, {} different games, to heap {to}{end}\n{}",
                entries.len(),
                groups.len(),
                survey::to_text(&groups)
            )
        }
    };
    write_to(args.output.as_deref(), |out| out.write_all(text.as_bytes()))?;
    let short = entries.iter().filter(|entry| !entry.is_complete(to)).count();
    if short > 0 {
        note(&format!(
            "{short} codes ended at a limit before heap {to}: --max-memory and --timeout raise it"
        ));
    }
    if missing > 0 {
        return Err(
            share.map_or_else(|| Failure::Limit(String::new()), |share| share.missing(missing))
        );
    }
    Ok(())
}

/// One group a line.
fn lines(groups: &[survey::Group]) -> String {
    let line = |group| serde_json::to_string(group).expect("groups always serialise") + "\n";
    groups.iter().map(line).collect()
}

/// What all processes of a survey have in common.
#[derive(Serialize)]
struct Bounds {
    timeout: Option<f64>,
    to: u64,
}

impl crate::share::Entry for Entry {
    fn code(&self) -> &str {
        &self.code
    }
}
