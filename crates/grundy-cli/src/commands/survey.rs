//! `grundy sequence --survey`

use crate::args::{Sequence as Args, SequenceFormat};
use crate::context::with_context;
use crate::failure::Failure;
use crate::output::write_to;
use grundy::context::{Context, Stop};
use grundy::heap::Code;
use grundy::heap::survey::{self, Entry};
use rayon::prelude::*;
use std::fs::{self, File};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Codes are computed up to here if nothing else is said.
const TO: u64 = 10_000;

pub fn run(pattern: &str, args: &Args) -> Result<(), Failure> {
    if args.format == SequenceFormat::Binary {
        return Err(Failure::Usage("a survey is written as text, csv or json".into()));
    }
    let codes = survey::codes(pattern).map_err(Failure::Usage)?;
    let to = args.to.unwrap_or(TO);
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
                    context.look("codes", done.fetch_add(1, Ordering::Relaxed)).map_err(stopped)?;
                    match &share {
                        None => survey::entry(code, to, &context).map(Some).map_err(stopped),
                        Some(share) => share.entry(code, to, &context),
                    }
                })
                .collect::<Result<_, Failure>>()
        })
    })?;
    let missing = found.iter().filter(|entry| entry.is_none()).count();
    let entries: Vec<Entry> = found.into_iter().flatten().collect();
    let groups = survey::groups(&entries);
    let text = match args.format {
        _ if args.json => lines(&groups),
        SequenceFormat::Json => lines(&groups),
        SequenceFormat::Csv => survey::to_csv(&groups),
        SequenceFormat::Text | SequenceFormat::Binary => {
            let count = (groups.len(), entries.len());
            format!(
                "{pattern}: {} codes, {} different games, to heap {to}\n{}",
                count.1,
                count.0,
                survey::to_text(&groups)
            )
        }
    };
    write_to(args.output.as_deref(), |out| out.write_all(text.as_bytes()))?;
    if missing > 0 {
        let message = format!(
            "{missing} codes are being computed by other processes: run the same command again for \
             the whole table"
        );
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
/// while a process computes it a claim.
struct Share {
    dir: PathBuf,
    /// A claim as old as this was left by a process that is no more.
    stale: Duration,
}

/// How long a code may take if there is no limit of time.
const LONG: Duration = Duration::from_secs(24 * 3600);

impl Share {
    fn open(dir: &Path, to: u64, args: &Args) -> Result<Self, Failure> {
        let failed = |error| Failure::Io(format!("{}: {error}", dir.display()));
        fs::create_dir_all(dir).map_err(failed)?;
        // Entries of other bounds do not go together.
        let path = dir.join("survey.json");
        let wanted = serde_json::json!({ "to": to, "timeout": args.limits.timeout.map(|t| t.as_secs_f64()) });
        let wanted = wanted.to_string();
        if !path.exists() {
            write_to(Some(&path), |out| writeln!(out, "{wanted}"))?;
        }
        let text = fs::read_to_string(&path).map_err(failed)?;
        if text.trim() != wanted {
            let message = format!(
                "{}: this is a survey with {}; use the same --to and --timeout, or another directory",
                dir.display(),
                text.trim()
            );
            return Err(Failure::Usage(message));
        }
        let stale = args.limits.timeout.map_or(LONG, |time| 2 * time + Duration::from_secs(60));
        Ok(Self { dir: dir.to_owned(), stale })
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
        let failed = |error| Failure::Io(format!("{}: {error}", path.display()));
        if let Some(entry) = self.known(&path, code)? {
            return Ok(Some(entry));
        }
        let age = fs::metadata(&claim).and_then(|data| data.modified()).ok();
        if age.and_then(|time| time.elapsed().ok()).is_some_and(|age| age > self.stale) {
            // Another may have removed it, too.
            let _ = fs::remove_file(&claim);
        }
        match File::create_new(&claim) {
            Ok(_) => {}
            Err(error) if error.kind() == ErrorKind::AlreadyExists => return Ok(None),
            Err(error) => return Err(failed(error)),
        }
        let found = match self.known(&path, code)? {
            // It was finished just before it was claimed.
            Some(entry) => Ok(Some(entry)),
            None => match survey::entry(code, to, context) {
                Ok(entry) => {
                    let text = serde_json::to_string(&entry).expect("entries always serialise");
                    write_to(Some(&path), |out| writeln!(out, "{text}")).map(|()| Some(entry))
                }
                Err(stop) => Err(Failure::Stop(stop, String::new())),
            },
        };
        // Left behind it would only be waited for.
        let _ = fs::remove_file(&claim);
        found
    }

    fn known(&self, path: &Path, code: &Code) -> Result<Option<Entry>, Failure> {
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(Failure::Io(format!("{}: {error}", path.display()))),
        };
        match serde_json::from_str::<Entry>(&text) {
            Ok(entry) if entry.code == code.to_string() => Ok(Some(entry)),
            _ => Err(Failure::Malformed(format!("{}: this is no entry of {code}", path.display()))),
        }
    }
}
