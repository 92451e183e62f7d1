//! Files as bytes: mapped into memory, or read. The only unsafe code of the crate.

#![allow(unsafe_code)]

use crate::Trouble;
use std::fs::File;
use std::path::Path;

/// The bytes of a file.
#[derive(Debug)]
pub(crate) enum Bytes {
    /// Pages come when they are looked at.
    Mapped(memmap2::Mmap),
    /// All is in memory.
    Read(Vec<u8>),
}

impl Bytes {
    /// Maps a file; where the system refuses, it is read.
    ///
    /// # Errors
    /// [`Trouble::File`] with the system's reason.
    pub fn map(path: &Path) -> Result<Self, Trouble> {
        let file = File::open(path).map_err(|error| Trouble::file(path, error))?;
        // SAFETY: the pages are only read, and only as bytes, for which every content is valid. Files of results
        // and snapshots get their names when they are whole and are never written again by this program. Whoever
        // cuts one short meanwhile ends the process by a signal, as with every program that maps files; no
        // memory of others is touched.
        match unsafe { memmap2::Mmap::map(&file) } {
            Ok(map) => Ok(Self::Mapped(map)),
            Err(_) => Self::read(path),
        }
    }

    /// Reads a file.
    ///
    /// # Errors
    /// [`Trouble::File`] with the system's reason.
    pub fn read(path: &Path) -> Result<Self, Trouble> {
        std::fs::read(path).map(Self::Read).map_err(|error| Trouble::file(path, error))
    }

    /// All of them.
    #[inline]
    pub fn all(&self) -> &[u8] {
        match self {
            Self::Mapped(map) => map,
            Self::Read(bytes) => bytes,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_give_the_same_bytes() {
        let path = std::env::temp_dir().join(format!("grundy-map-{}", std::process::id()));
        for content in [&b""[..], b"x", &[7; 10_000]] {
            std::fs::write(&path, content).unwrap();
            assert_eq!(Bytes::map(&path).unwrap().all(), content);
            assert_eq!(Bytes::read(&path).unwrap().all(), content);
        }
        std::fs::remove_file(&path).unwrap();
        assert!(Bytes::map(&path).is_err() && Bytes::read(&path).is_err());
    }
}
