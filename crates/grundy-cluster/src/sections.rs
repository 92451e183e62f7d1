//! Files of named lists of numbers, with a checksum at the end; written under another name until they are whole.

use crate::Trouble;
use crate::map::Bytes;
use sha2::{Digest, Sha256};
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// The first bytes of every file, with the version of the format.
pub const MAGIC: &[u8; 8] = b"grundyC1";

/// Bytes of a SHA-256 sum.
const SUM: usize = 32;

/// The longest name of a section, in bytes.
const NAME: usize = 16;

/// A file while it is written.
///
/// The form: [`MAGIC`]; then for each section its name in 16 bytes (zeros behind), the size of a number (1, 4 or
/// 8), how many there are, both in 8 bytes, the numbers, and zeros up to a multiple of 8 bytes; at the end the
/// SHA-256 sum of all before. All numbers have the lowest byte first.
pub(crate) struct Writer {
    path: PathBuf,
    unfinished: PathBuf,
    file: BufWriter<File>,
    hash: Sha256,
    bytes: u64,
}

/// What was written.
#[derive(Clone, Debug)]
pub(crate) struct Written {
    pub bytes: u64,
    /// The sum at the end of the file, in hexadecimal digits.
    pub sha256: String,
}

impl Writer {
    pub fn create(path: &Path) -> Result<Self, Trouble> {
        let mut name = path.as_os_str().to_owned();
        name.push(".unfinished");
        let unfinished = PathBuf::from(name);
        let file = File::create(&unfinished).map_err(|error| Trouble::file(&unfinished, error))?;
        let file = BufWriter::with_capacity(1 << 20, file);
        let path = path.to_owned();
        let mut writer = Self { path, unfinished, file, hash: Sha256::new(), bytes: 0 };
        writer.put(MAGIC)?;
        Ok(writer)
    }

    fn put(&mut self, bytes: &[u8]) -> Result<(), Trouble> {
        self.hash.update(bytes);
        self.bytes += bytes.len() as u64;
        self.file.write_all(bytes).map_err(|error| Trouble::file(&self.unfinished, error))
    }

    fn head(&mut self, name: &str, size: u64, count: usize) -> Result<(), Trouble> {
        let mut padded = [0u8; NAME];
        padded[..name.len()].copy_from_slice(name.as_bytes());
        self.put(&padded)?;
        self.put(&size.to_le_bytes())?;
        self.put(&(count as u64).to_le_bytes())
    }

    /// A list of numbers of 64 bits.
    pub fn words(&mut self, name: &str, words: &[u64]) -> Result<(), Trouble> {
        self.head(name, 8, words.len())?;
        for chunk in words.chunks(4096) {
            let bytes: Vec<u8> = chunk.iter().flat_map(|word| word.to_le_bytes()).collect();
            self.put(&bytes)?;
        }
        Ok(())
    }

    /// A list of numbers of 32 bits.
    pub fn halves(&mut self, name: &str, halves: &[u32]) -> Result<(), Trouble> {
        self.head(name, 4, halves.len())?;
        for chunk in halves.chunks(4096) {
            let bytes: Vec<u8> = chunk.iter().flat_map(|half| half.to_le_bytes()).collect();
            self.put(&bytes)?;
        }
        self.put(&[0; 8][..halves.len() % 2 * 4])
    }

    /// Bytes.
    pub fn bytes(&mut self, name: &str, bytes: &[u8]) -> Result<(), Trouble> {
        self.head(name, 1, bytes.len())?;
        self.put(bytes)?;
        self.put(&[0; 8][..bytes.len().wrapping_neg() % 8])
    }

    /// Writes the sum and gives the file its name, which no unfinished file ever has.
    pub fn finish(mut self) -> Result<Written, Trouble> {
        let sum = self.hash.finalize();
        let failed = |error| Trouble::file(&self.unfinished, error);
        self.file.write_all(&sum).map_err(failed)?;
        let file = self.file.into_inner().map_err(|error| failed(error.into_error()))?;
        file.sync_all().map_err(failed)?;
        fs::rename(&self.unfinished, &self.path)
            .map_err(|error| Trouble::file(&self.path, error))?;
        let sha256 = sum.iter().map(|byte| format!("{byte:02x}")).collect();
        Ok(Written { bytes: self.bytes + SUM as u64, sha256 })
    }
}

/// A file that was written by [`Writer`].
#[derive(Debug)]
pub(crate) struct Reader {
    path: PathBuf,
    bytes: Bytes,
    sections: Vec<(String, usize, std::ops::Range<usize>)>,
}

impl Reader {
    /// Opens a file, by mapping it where the system can, and looks at the heads of its sections.
    ///
    /// # Errors
    /// [`Trouble::File`]; the sum is not looked at.
    pub fn open(path: &Path) -> Result<Self, Trouble> {
        Self::of(path, Bytes::map(path)?)
    }

    /// The same without mapping: all is read at once.
    pub fn read(path: &Path) -> Result<Self, Trouble> {
        Self::of(path, Bytes::read(path)?)
    }

    fn of(path: &Path, bytes: Bytes) -> Result<Self, Trouble> {
        let all = bytes.all();
        if all.get(..8) != Some(MAGIC) {
            return Err(Trouble::damaged(
                path,
                "this is not a file of this version of grundy-cluster",
            ));
        }
        let mut sections = Vec::new();
        let end = all.len().checked_sub(SUM).filter(|&end| end >= 8);
        let end = end.ok_or_else(|| Trouble::damaged(path, "it is cut off"))?;
        let mut at = 8;
        while at < end {
            let number = |at: usize| {
                let bytes = all.get(at..at + 8).filter(|_| at + 8 <= end)?;
                usize::try_from(u64::from_le_bytes(bytes.try_into().ok()?)).ok()
            };
            let section = || {
                let name = all.get(at..at + NAME)?;
                let name: Vec<u8> = name.iter().copied().take_while(|&byte| byte != 0).collect();
                let (size, count) = (number(at + NAME)?, number(at + NAME + 8)?);
                let from = at + NAME + 16;
                let to = from.checked_add(size.checked_mul(count)?)?;
                let next = to.checked_next_multiple_of(8)?;
                let fits = next <= end && matches!(size, 1 | 4 | 8);
                fits.then_some((String::from_utf8(name).ok()?, size, from..to, next))
            };
            let Some((name, size, range, next)) = section() else {
                return Err(Trouble::damaged(path, "a section does not fit"));
            };
            sections.push((name, size, range));
            at = next;
        }
        Ok(Self { path: path.to_owned(), bytes, sections })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether the sum at the end is that of the bytes before.
    ///
    /// # Errors
    /// [`Trouble::File`] if it is not.
    pub fn check(&self) -> Result<Written, Trouble> {
        let (before, sum) = self.bytes.all().split_at(self.bytes.all().len() - SUM);
        if Sha256::digest(before).as_slice() != sum {
            return Err(Trouble::damaged(&self.path, "its checksum is wrong"));
        }
        let sha256 = sum.iter().map(|byte| format!("{byte:02x}")).collect();
        Ok(Written { bytes: self.bytes.all().len() as u64, sha256 })
    }

    fn section(&self, name: &str, size: usize) -> Result<&[u8], Trouble> {
        let found = self.sections.iter().find(|section| section.0 == name && section.1 == size);
        let (.., range) = found
            .ok_or_else(|| Trouble::damaged(&self.path, format!("it has no section {name}")))?;
        Ok(&self.bytes.all()[range.clone()])
    }

    /// Whether there is such a section.
    pub fn has(&self, name: &str) -> bool {
        self.sections.iter().any(|section| section.0 == name)
    }

    /// A list of numbers of 64 bits.
    pub fn words(&self, name: &str) -> Result<Vec<u64>, Trouble> {
        let (chunks, _) = self.section(name, 8)?.as_chunks();
        Ok(chunks.iter().map(|&chunk| u64::from_le_bytes(chunk)).collect())
    }

    /// A list of numbers of 32 bits.
    pub fn halves(&self, name: &str) -> Result<Vec<u32>, Trouble> {
        let (chunks, _) = self.section(name, 4)?.as_chunks();
        Ok(chunks.iter().map(|&chunk| u32::from_le_bytes(chunk)).collect())
    }

    /// Bytes.
    pub fn raw(&self, name: &str) -> Result<&[u8], Trouble> {
        self.section(name, 1)
    }

    /// The numbers of 64 bits of a section, where they lie.
    pub fn word_list(&self, name: &str) -> Result<&[[u8; 8]], Trouble> {
        Ok(self.section(name, 8)?.as_chunks().0)
    }

    /// The numbers of 32 bits of a section, where they lie.
    pub fn half_list(&self, name: &str) -> Result<&[[u8; 4]], Trouble> {
        Ok(self.section(name, 4)?.as_chunks().0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_come_back_and_damage_is_seen() {
        let path = std::env::temp_dir().join(format!("grundy-sections-{}", std::process::id()));
        let mut writer = Writer::create(&path).unwrap();
        writer.words("words", &[1, u64::MAX, 7]).unwrap();
        writer.halves("halves", &[5, 6, 7]).unwrap();
        writer.bytes("bytes", b"hello").unwrap();
        writer.words("none", &[]).unwrap();
        assert!(!path.exists(), "nothing half-written has the name");
        let written = writer.finish().unwrap();
        for reader in [Reader::open(&path).unwrap(), Reader::read(&path).unwrap()] {
            assert_eq!(reader.words("words").unwrap(), [1, u64::MAX, 7]);
            assert_eq!(reader.halves("halves").unwrap(), [5, 6, 7]);
            assert_eq!(reader.raw("bytes").unwrap(), b"hello");
            assert!(reader.words("none").unwrap().is_empty() && !reader.has("other"));
            assert!(reader.words("halves").is_err());
            assert_eq!(reader.check().unwrap().sha256, written.sha256);
        }
        let good = fs::read(&path).unwrap();
        assert_eq!(good.len() as u64, written.bytes);
        for at in 0..good.len() {
            let mut bad = good.clone();
            bad[at] ^= 4;
            fs::write(&path, &bad).unwrap();
            assert!(Reader::read(&path).and_then(|reader| reader.check()).is_err(), "byte {at}");
            fs::write(&path, &good[..at]).unwrap();
            assert!(Reader::read(&path).and_then(|reader| reader.check()).is_err(), "cut at {at}");
        }
        fs::remove_file(&path).unwrap();
    }
}
