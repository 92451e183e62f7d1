//! A directory through which processes share a survey.

use crate::failure::Failure;
use crate::lease::{self, Asked, Lease};
use crate::output::write_to;
use crate::partial;
use grundy::heap::Code;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// What a survey keeps of a code.
pub trait Entry: Serialize + DeserializeOwned {
    /// The code.
    fn code(&self) -> &str;
}

/// A directory through which processes share a survey: for each code a file with its entry, and
/// while a process computes it a lease.
pub struct Share {
    dir: PathBuf,
    /// The codes that others compute, and what is told of them.
    held: Mutex<BTreeMap<String, String>>,
}

/// So many leases of others are told one by one.
const MAX_TOLD: usize = 5;

impl Share {
    /// Opens or makes the directory of a survey with these bounds, which all processes have in common;
    /// `options` set them.
    pub fn open(dir: &Path, bounds: &impl Serialize, options: &str) -> Result<Self, Failure> {
        let failed = |error| Failure::Io(format!("{}: {error}", dir.display()));
        if dir.is_file() {
            return Err(Failure::Io(format!("{}: this is a file, not a folder", dir.display())));
        }
        fs::create_dir_all(dir).map_err(failed)?;
        // Entries of other bounds do not go together.
        let path = dir.join("survey.json");
        let wanted = serde_json::to_string(bounds).expect("numbers serialise");
        if !path.exists() {
            write_to(Some(&path), |out| writeln!(out, "{wanted}"))?;
        }
        let text = fs::read_to_string(&path).map_err(failed)?;
        if text.trim() != wanted {
            let message = format!(
                "{}: this folder holds a survey with other bounds: {}; use the same {options}, or another \
                 folder",
                dir.display(),
                text.trim().trim_matches(['{', '}'])
            );
            return Err(Failure::Usage(message));
        }
        partial::clean_folder(dir);
        Ok(Self { dir: dir.to_owned(), held: Mutex::default() })
    }

    /// The entry of a code, known or computed; `None` if another process is at it.
    pub fn entry<E: Entry>(
        &self,
        code: &Code,
        compute: impl FnOnce() -> Result<E, Failure>,
    ) -> Result<Option<E>, Failure> {
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
            None => {
                let entry = compute()?;
                let text = serde_json::to_string(&entry).expect("entries always serialise");
                write_to(Some(&path), |out| writeln!(out, "{text}")).map(|()| Some(entry))
            }
        }
    }

    fn known<E: Entry>(&self, path: &Path, code: &Code) -> Result<Option<E>, Failure> {
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(Failure::Io(format!("{}: {error}", path.display()))),
        };
        match serde_json::from_str::<E>(&text) {
            Ok(entry) if entry.code() == code.to_string() => Ok(Some(entry)),
            _ => Err(Failure::Malformed(format!(
                "{}: this is not an entry of {code}; remove the file, and the code is computed again",
                path.display()
            ))),
        }
    }

    /// What is told where so many codes are being computed by others.
    pub fn missing(self, missing: usize) -> Failure {
        let held = self.held.into_inner().unwrap_or_default();
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
        Failure::Limit(message)
    }
}
