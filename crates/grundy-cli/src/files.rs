//! Files that are either written whole or left as they were.

use crate::failure::Failure;
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Writes a file under another name in the same folder, then gives it its name.
///
/// What exists and is no plain file (a pipe, a device) is written to as it is.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let told = |error: io::Error| match error.kind() {
        io::ErrorKind::BrokenPipe => Failure::Pipe,
        _ => Failure::Io(format!("{} could not be written: {error}", path.display())),
    };
    match fs::metadata(path) {
        Ok(existing) if existing.is_dir() => {
            Err(told(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder")))
        }
        Ok(existing) if !existing.is_file() => OpenOptions::new()
            .write(true)
            .open(path)
            .and_then(|mut file| file.write_all(bytes))
            .map_err(told),
        // A link stays a link: what it points to is written anew.
        Ok(_) => replace(&fs::canonicalize(path).map_err(told)?, bytes).map_err(told),
        Err(_) => replace(path, bytes).map_err(told),
    }
}

fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let (mut file, temporary) = beside(path)?;
    let written = file.write_all(bytes).and_then(|()| file.sync_all());
    drop(file);
    let named = written.and_then(|()| fs::rename(&temporary, path));
    if named.is_err() {
        // Nothing helps if this fails too.
        let _ = fs::remove_file(&temporary);
    }
    named
}

/// A new file in the folder of `path`.
fn beside(path: &Path) -> io::Result<(File, PathBuf)> {
    let Some(name) = path.file_name() else {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "the name of a file is missing"));
    };
    let mut last = None;
    for attempt in 0..100 {
        let mut other = OsString::from(".");
        other.push(name);
        other.push(format!(".{}-{attempt}.tmp", std::process::id()));
        let temporary = path.with_file_name(other);
        match OpenOptions::new().write(true).create_new(true).open(&temporary) {
            Ok(file) => return Ok((file, temporary)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => last = Some(error),
            Err(error) => return Err(error),
        }
    }
    Err(last.unwrap_or_else(|| io::Error::other("no name was free")))
}
