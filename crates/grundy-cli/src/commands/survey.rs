//! `grundy sequence --survey`

use crate::args::{Sequence as Args, SequenceFormat};
use crate::context::with_context;
use crate::failure::Failure;
use crate::output::{note, write_to};
use crate::share::Share;
use grundy::context::{Progress, Stop, Unit};
use grundy::heap::Code;
use grundy::heap::survey::{self, Entry};
use rayon::prelude::*;
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

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
    let lines = args.each.then(|| Lines::begin(args)).transpose()?;
    // Codes with one sequence are computed once.
    let same = with_context(args.limits.limits(), |context| {
        survey::same_sequences(&codes, context).map_err(|stop| Failure::Stop(stop, String::new()))
    })?;
    let mut members: BTreeMap<usize, Vec<&Code>> = BTreeMap::new();
    for (code, &first) in codes.iter().zip(&same) {
        members.entry(first).or_default().push(code);
    }
    let members: Vec<Vec<&Code>> = members.into_values().collect();
    let mut found: Vec<Vec<Option<Entry>>> = with_context(args.limits.limits(), |context| {
        pool.install(|| {
            members
                .par_iter()
                .map(|equal| {
                    let stopped = |stop: Stop| Failure::Stop(stop, String::new());
                    // The time is that of each code; that of the survey is not limited.
                    let context = context.restarted();
                    let done = done.fetch_add(equal.len() as u64, Ordering::Relaxed);
                    let progress = Progress::new("surveying codes", done, Unit::Codes);
                    let total = Some(codes.len() as u64);
                    context.report(Progress { total, ..progress }).map_err(stopped)?;
                    let compute = || survey::entry(equal[0], to, &context).map_err(stopped);
                    let entry = match &share {
                        None => Some(compute()?),
                        Some(share) => share.entry(equal[0], compute)?,
                    };
                    of_all(equal, entry.as_ref(), lines.as_ref())
                })
                .collect::<Result<_, Failure>>()
        })
    })?;
    if let Some(share) = &share {
        // What others held was perhaps finished, or left behind, meanwhile.
        for (equal, entries) in members.iter().zip(&mut found) {
            if entries[0].is_some() {
                continue;
            }
            let stopped = |stop: Stop| Failure::Stop(stop, String::new());
            let entry = with_context(args.limits.limits(), |context| {
                share.entry(equal[0], || survey::entry(equal[0], to, context).map_err(stopped))
            })?;
            *entries = of_all(equal, entry.as_ref(), lines.as_ref())?;
        }
    }
    let found = in_order(&same, found);
    let missing = found.iter().filter(|entry| entry.is_none()).count();
    let entries: Vec<Entry> = found.into_iter().flatten().collect();
    if lines.is_none() {
        print_table(pattern, args, &entries, to)?;
    }
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

/// The entries of codes with one sequence, which are printed where each is.
fn of_all(
    equal: &[&Code],
    entry: Option<&Entry>,
    lines: Option<&Lines>,
) -> Result<Vec<Option<Entry>>, Failure> {
    let entries = equal.iter().map(|code| entry.map(|entry| entry.of_equal(code)));
    entries.map(|entry| Lines::print(lines, entry.as_ref()).map(|()| entry)).collect()
}

/// The entries in the order of the codes: `same` has the place of the first code with the same
/// sequence, and `found` the entries of each such first code and its equals.
fn in_order(same: &[usize], found: Vec<Vec<Option<Entry>>>) -> Vec<Option<Entry>> {
    let firsts = (0..same.len()).filter(|&i| same[i] == i);
    let mut left: BTreeMap<usize, _> = firsts.zip(found.into_iter().map(Vec::into_iter)).collect();
    same.iter().map(|first| left.get_mut(first)?.next()?).collect()
}

/// So many of these, in words.
fn count(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

/// Equal games put together.
fn print_table(pattern: &str, args: &Args, entries: &[Entry], to: u64) -> Result<(), Failure> {
    let groups = survey::groups(entries);
    let text = match args.format {
        _ if args.json => group_lines(&groups),
        SequenceFormat::Json => group_lines(&groups),
        SequenceFormat::Csv => survey::to_csv(&groups),
        SequenceFormat::Text | SequenceFormat::Binary => {
            let end = if args.to.is_some() { "" } else { " (--to N sets another end)" };
            format!(
                "{pattern}: {}, {}, to heap {to}{end}\n{}",
                count(entries.len(), "code"),
                count(groups.len(), "different game"),
                survey::to_text(&groups)
            )
        }
    };
    write_to(args.output.as_deref(), |out| out.write_all(text.as_bytes()))
}

/// Lines printed one by one, whichever thread has computed them.
struct Lines {
    format: SequenceFormat,
    /// Held while a line is written: lines of threads do not mix.
    turn: Mutex<()>,
}

impl Lines {
    fn begin(args: &Args) -> Result<Self, Failure> {
        let format = if args.json { SequenceFormat::Json } else { args.format };
        let lines = Self { format, turn: Mutex::default() };
        if format != SequenceFormat::Json {
            lines.write(None)?;
        }
        Ok(lines)
    }

    fn print(lines: Option<&Self>, entry: Option<&Entry>) -> Result<(), Failure> {
        lines.zip(entry).map_or(Ok(()), |(lines, entry)| lines.write(Some(entry)))
    }

    /// A code, or the heads of the columns.
    fn write(&self, entry: Option<&Entry>) -> Result<(), Failure> {
        let line = match self.format {
            SequenceFormat::Json => serde_json::to_string(&entry).expect("entries serialise"),
            SequenceFormat::Csv => survey::to_csv_line(entry),
            SequenceFormat::Text | SequenceFormat::Binary => survey::to_line(entry),
        };
        let _turn = self.turn.lock().unwrap_or_else(PoisonError::into_inner);
        write_to(None, |out| writeln!(out, "{line}"))
    }
}

/// One group a line.
fn group_lines(groups: &[survey::Group]) -> String {
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
