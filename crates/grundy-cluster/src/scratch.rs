//! A file for what exceeds the memory; it is gone when it is dropped.

use crate::Trouble;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A file that is made when something is first written to it.
#[derive(Debug)]
pub(crate) struct Scratch {
    path: PathBuf,
    file: Option<File>,
    length: u64,
}

impl Scratch {
    /// The file `NAME.scratch`, of this process, in a folder.
    pub fn new(folder: &Path, name: &str) -> Self {
        let path = folder.join(format!("{name}-{}.scratch", std::process::id()));
        Self { path, file: None, length: 0 }
    }

    /// Bytes written.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// Appends bytes; where they begin.
    pub fn append(&mut self, bytes: &[u8]) -> Result<u64, Trouble> {
        let failed = |error| Trouble::file(&self.path, error);
        if self.file.is_none() {
            let mut options = OpenOptions::new();
            let options = options.read(true).write(true).create(true).truncate(true);
            self.file = Some(options.open(&self.path).map_err(failed)?);
        }
        if let Some(file) = &mut self.file {
            file.seek(SeekFrom::Start(self.length)).map_err(failed)?;
            file.write_all(bytes).map_err(failed)?;
        }
        let at = self.length;
        self.length += bytes.len() as u64;
        Ok(at)
    }

    /// Fills a buffer from a place on.
    pub fn read(&self, at: u64, buffer: &mut [u8]) -> Result<(), Trouble> {
        let mut run = || -> io::Result<()> {
            let mut file = match &self.file {
                _ if buffer.is_empty() => return Ok(()),
                Some(file) => file,
                None => return Err(io::ErrorKind::UnexpectedEof.into()),
            };
            file.seek(SeekFrom::Start(at))?;
            file.read_exact(buffer)
        };
        run().map_err(|error| Trouble::file(&self.path, error))
    }

    /// What is said when the file does not hold what was written.
    pub fn damaged(&self) -> Trouble {
        Trouble::damaged(&self.path, "it changed while the run went on")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        if self.file.take().is_some() {
            // Nobody is told where nothing can be done.
            let _ = fs::remove_file(&self.path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_is_read_and_the_file_goes() {
        let mut scratch = Scratch::new(&std::env::temp_dir(), "scratch-test");
        let path = scratch.path.clone();
        assert!(!path.exists());
        assert_eq!(scratch.append(b"abc").unwrap(), 0);
        assert_eq!(scratch.append(b"defg").unwrap(), 3);
        let mut buffer = [0; 4];
        scratch.read(2, &mut buffer).unwrap();
        assert_eq!((&buffer, scratch.length()), (b"cdef", 7));
        assert!(scratch.read(5, &mut buffer).is_err());
        assert_eq!(scratch.append(b"h").unwrap(), 7);
        drop(scratch);
        assert!(!path.exists());
    }
}
