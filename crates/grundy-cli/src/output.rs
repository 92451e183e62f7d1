//! Where results go: standard output, or a file that is there when it is whole.

use crate::context::in_peace;
use crate::failure::Failure;
use crate::partial;
use std::io::{self, BufWriter, StdoutLock, Write};
use std::path::{Path, PathBuf};

/// Standard output, buffered: results may have many lines.
pub fn stdout() -> BufWriter<StdoutLock<'static>> {
    BufWriter::with_capacity(1 << 16, io::stdout().lock())
}

/// Tells people something that programs which read the output need not know.
pub fn note(text: &str) {
    // Nobody may be listening.
    let _ = writeln!(io::stderr(), "grundy: {text}");
}

/// Lets `write` write to standard output or, if one is named, to a file as
/// [`partial::write`] does.
pub fn write_to(
    path: Option<&Path>,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Failure> {
    match path {
        None => {
            let mut out = stdout();
            write(&mut out)?;
            out.flush()?;
            Ok(())
        }
        Some(path) => {
            in_peace(|| partial::write(path, write)).map_err(|error| of_file(error, path))
        }
    }
}

/// The failure of a file, with its name.
fn of_file(error: io::Error, path: &Path) -> Failure {
    let message = format!("{}: {error}", path.display());
    match Failure::from(error) {
        Failure::Io(_) => Failure::Io(message),
        other => other,
    }
}

/// Refuses, before anything is computed, outputs that cannot be written, and two outputs into one file:
/// one of them would be lost. Each has the option that names it.
pub fn check_outputs(outputs: &[(&str, Option<&Path>)]) -> Result<(), Failure> {
    let named: Vec<(&str, PathBuf)> = outputs
        .iter()
        .filter_map(|(option, path)| Some((*option, partial::target(path.as_ref()?)?)))
        .collect();
    for (i, (option, path)) in named.iter().enumerate() {
        if let Some((other, _)) = named[..i].iter().find(|(_, earlier)| earlier == path) {
            let message = format!(
                "{other} and {option} both name {}: give them different files",
                path.display()
            );
            return Err(Failure::Usage(message));
        }
    }
    let mut paths = outputs.iter().filter_map(|(_, path)| *path);
    paths.try_for_each(|path| partial::check(path).map_err(|error| of_file(error, path)))
}
