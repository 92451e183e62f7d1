//! Checkpoints of a long run: written now and then, and at its end.

use crate::failure::Failure;
use crate::output::write_to;
use grundy::translation::Language;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// When a run is kept, and where.
pub struct Keeper {
    path: Option<PathBuf>,
    every: Duration,
    last: Instant,
    /// What was said when it could not be kept the last time.
    warned: Option<String>,
}

impl Keeper {
    /// Keeps a run in `path`, if one is given, at most so often.
    pub fn new(path: Option<&Path>, every: Duration) -> Self {
        Self { path: path.map(Path::to_owned), every, last: Instant::now(), warned: None }
    }

    /// Keeps the run if it is time. A checkpoint that cannot be written (a full disk, a folder that is
    /// gone) is no reason to lose the run: it is told once, and tried again at the next time.
    pub fn now_and_then(&mut self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) {
        let due = self.last.elapsed() >= self.every;
        let Some(path) = self.path.as_deref().filter(|_| due) else { return };
        let written = write_to(Some(path), write);
        self.last = Instant::now();
        let warning = match written {
            Ok(()) if self.warned.take().is_some() => {
                format!("{}: the checkpoint is written again", path.display())
            }
            Ok(()) => return,
            Err(failure) => {
                let message = failure.message(Language::English);
                if self.warned.as_ref() == Some(&message) {
                    return;
                }
                self.warned = Some(message.clone());
                format!(
                    "{message}; the run goes on, and the checkpoint is tried again in {} s (an \
                     older one is kept as it is)",
                    self.every.as_secs().max(1)
                )
            }
        };
        // Nothing helps if standard error is gone too.
        let _ = writeln!(io::stderr(), "grundy: warning: {warning}");
    }

    /// Keeps the run at its end.
    ///
    /// # Errors
    /// What failed.
    pub fn at_end(
        &self,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Failure> {
        self.path.as_deref().map_or(Ok(()), |path| write_to(Some(path), write))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_checkpoint_that_fails_is_tried_again() {
        let folder = std::env::temp_dir().join(format!("grundy-keeper-{}", std::process::id()));
        let path = folder.join("run.ckpt");
        let mut keeper = Keeper::new(Some(&path), Duration::ZERO);
        keeper.now_and_then(|out| out.write_all(b"1"));
        assert!(keeper.warned.is_some() && keeper.at_end(|_| Ok(())).is_err());
        std::fs::create_dir_all(&folder).unwrap();
        keeper.now_and_then(|_| Err(io::Error::other("No space left on device")));
        assert!(keeper.warned.as_ref().unwrap().contains("No space left"));
        keeper.now_and_then(|out| out.write_all(b"2"));
        assert_eq!((keeper.warned.take(), std::fs::read(&path).unwrap()), (None, b"2".to_vec()));
        let mut seldom = Keeper::new(Some(&path), Duration::from_secs(3600));
        seldom.now_and_then(|_| panic!("it is not time"));
        seldom.at_end(|out| out.write_all(b"3")).unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"3");
        std::fs::remove_dir_all(folder).unwrap();
    }
}
