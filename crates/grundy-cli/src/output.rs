//! Where results go: standard output, or a file that is there when it is whole.

use crate::context::in_peace;
use crate::failure::Failure;
use std::fs::{self, File};
use std::io::{self, BufWriter, StdoutLock, Write};
use std::path::Path;

/// Standard output, buffered: results may have many lines.
pub fn stdout() -> BufWriter<StdoutLock<'static>> {
    BufWriter::with_capacity(1 << 16, io::stdout().lock())
}

/// Lets `write` write to standard output or, if one is named, to a file: under another name at
/// first, so that nobody ever finds half of it.
pub fn write_to(
    path: Option<&Path>,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Failure> {
    let Some(path) = path else {
        let mut out = stdout();
        write(&mut out)?;
        out.flush()?;
        return Ok(());
    };
    let failed = |error: io::Error| Failure::Io(format!("{}: {error}", path.display()));
    let Some(name) = path.file_name() else {
        return Err(Failure::Io(format!("{}: expected the name of a file", path.display())));
    };
    if path.exists() && !path.is_file() {
        // A pipe or a device: there is nothing to rename.
        let mut out = BufWriter::new(File::create(path).map_err(failed)?);
        return write(&mut out).and_then(|()| out.flush()).map_err(failed);
    }
    let mut partial = name.to_owned();
    partial.push(format!(".{}.partial", std::process::id()));
    let partial = path.with_file_name(partial);
    let mut out = BufWriter::with_capacity(1 << 16, File::create(&partial).map_err(failed)?);
    // On the disk before it takes the place of what was there: the power may fail.
    let written = in_peace(|| {
        write(&mut out)
            .and_then(|()| out.flush())
            .and_then(|()| out.get_ref().sync_all())
            .and_then(|()| fs::rename(&partial, path))
    });
    written.map_err(|error| {
        // It may be gone already.
        let _ = fs::remove_file(&partial);
        failed(error)
    })
}
