//! `grundy sequence --survey`

use crate::args::{Sequence as Args, SequenceFormat};
use crate::context::with_context;
use crate::failure::Failure;
use crate::lease::{self, Asked, Lease};
use crate::output::{note, write_to};
use crate::partial;
use grundy::context::{Context, Progress, Stop, Unit};
use grundy::heap::Code;
use grundy::heap::survey::{self, Entry};
use rayon::prelude::*;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
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
    let share = args.share.as_deref().map(|dir| Share::open(dir, to, args)).transpose()?;
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
                    };
                    context.report(progress).map_err(stopped)?;
                    match &share {
                        None => survey::entry(code, to, &context).map(Some).map_err(stopped),
                        Some(share) => share.entry(code, to, &context),
                    }
                })
                .collect::<Result<_, Failure>>()
        })
    })?;
    let mut found = found;
    if let Some(share) = &share {
        // What others held was perhaps finished, or left behind, meanwhile.
        for (code, entry) in codes.iter().zip(&mut found).filter(|(_, entry)| entry.is_none()) {
            *entry = with_context(args.limits.limits(), |context| share.entry(code, to, context))?;
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
        let held =
            share.map_or_else(BTreeMap::new, |share| share.held.into_inner().unwrap_or_default());
        let (s, are) = if missing == 1 { ("", "is") } else { ("s", "are") };
        let mut message = format!(
            "{missing} code{s} {are} being computed by other processes; when they have finished, run \
             the same command again for the whole table"
        );
        for line in held.values().take(MAX_TOLD) {
            message.push_str(&format!("\n  {line}"));
        }
        if held.len() > MAX_TOLD {
            message.push_str(&format!("\n  and {} more", held.len() - MAX_TOLD));
        }
        return Err(Failure::Limit(message));
    }
    Ok(())
}

/// One group a line.
fn lines(groups: &[survey::Group]) -> String {
    let line = |group| serde_json::to_string(group).expect("groups always serialise") + "\n";
    groups.iter().map(line).collect()
}

/// A directory through which processes share a survey: for each code a file with its entry, and
/// while a process computes it a lease.
struct Share {
    dir: PathBuf,
    /// The codes that others compute, and what is told of them.
    held: Mutex<BTreeMap<String, String>>,
}

/// What all processes of a survey have in common.
#[derive(Serialize)]
struct Bounds {
    timeout: Option<f64>,
    to: u64,
}

/// So many leases of others are told one by one.
const MAX_TOLD: usize = 5;

impl Share {
    fn open(dir: &Path, to: u64, args: &Args) -> Result<Self, Failure> {
        let failed = |error| Failure::Io(format!("{}: {error}", dir.display()));
        if dir.is_file() {
            return Err(Failure::Io(format!("{}: this is a file, not a folder", dir.display())));
        }
        fs::create_dir_all(dir).map_err(failed)?;
        // Entries of other bounds do not go together.
        let path = dir.join("survey.json");
        let timeout = args.limits.timeout.map(|time| time.as_secs_f64());
        let wanted = serde_json::to_string(&Bounds { timeout, to }).expect("numbers serialise");
        if !path.exists() {
            write_to(Some(&path), |out| writeln!(out, "{wanted}"))?;
        }
        let text = fs::read_to_string(&path).map_err(failed)?;
        if text.trim() != wanted {
            let message = format!(
                "{}: this folder holds a survey with other bounds: {}; use the same --to and \
                 --timeout, or another folder",
                dir.display(),
                text.trim().trim_matches(['{', '}'])
            );
            return Err(Failure::Usage(message));
        }
        partial::clean_folder(dir);
        Ok(Self { dir: dir.to_owned(), held: Mutex::default() })
    }

    /// The entry of a code, known or computed; `None` if another process is at it.
    fn entry(&self, code: &Code, to: u64, context: &Context<'_>) -> Result<Option<Entry>, Failure> {
        // Names of files that every system takes.
        let name: String = code
            .to_string()
            .chars()
            .map(|c| {
                if c.is_ascii_alphanumeric() || c == '.' {
                    c.to_string()
                } else {
                    format!("-{:x}-", c as u32)
                }
            })
            .collect();
        let (path, claim) =
            (self.dir.join(format!("{name}.json")), self.dir.join(format!("{name}.claim")));
        if let Some(entry) = self.known(&path, code)? {
            return Ok(Some(entry));
        }
        let lease = Lease::ask(&claim)
            .map_err(|error| Failure::Io(format!("{}: {error}", claim.display())))?;
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let _lease = match lease {
            Asked::Granted(lease) => {
                held.remove(&name);
                lease
            }
            Asked::Held(holder, silence) => {
                held.insert(name, lease::told(&claim, holder.as_ref(), silence));
                return Ok(None);
            }
        };
        drop(held);
        match self.known(&path, code)? {
            // It was finished just before its lease was taken.
            Some(entry) => Ok(Some(entry)),
            None => match survey::entry(code, to, context) {
                Ok(entry) => {
                    let text = serde_json::to_string(&entry).expect("entries always serialise");
                    write_to(Some(&path), |out| writeln!(out, "{text}")).map(|()| Some(entry))
                }
                Err(stop) => Err(Failure::Stop(stop, String::new())),
            },
        }
    }

    fn known(&self, path: &Path, code: &Code) -> Result<Option<Entry>, Failure> {
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(Failure::Io(format!("{}: {error}", path.display()))),
        };
        match serde_json::from_str::<Entry>(&text) {
            Ok(entry) if entry.code == code.to_string() => Ok(Some(entry)),
            _ => Err(Failure::Malformed(format!(
                "{}: this is no entry of {code}; remove the file, and the code is computed again",
                path.display()
            ))),
        }
    }
}
