//! Tables of a search of parts, kept in files.
//!
//! A file is the line `grundy-search 1`, a line that names the game (and its graph), entries of 20 bytes, an
//! entry of zeros, and the 32 bytes of the SHA-256 of all of that. An entry is the number of a part (16
//! bytes), what is known of it (2), and the work that it took (2), all little-endian.
//!
//! Whether the values in a file are right nobody can tell from it: a file of another origin is believed.
//! What is to be believed by others is a certificate ([`mod@crate::certificate`]).

use crate::context::{Context, Stop};
use grundy_search::{Known, Values, spread};
use sha2::{Digest, Sha256};
use std::io::{self, BufRead, BufReader, Read, Write};

/// What such a file begins with.
const FIRST: &[u8] = b"grundy-search 1\n";

/// Bytes of an entry.
const ENTRY: usize = 20;

/// The line that names the game may be this long, in bytes.
const MAX_LINE_BYTES: u64 = 1 << 20;

/// After so many entries the limits are looked at.
const STRIDE: u64 = 1 << 12;

/// After so many entries the table may grow.
const GROWTH_STRIDE: u64 = 1 << 6;

/// Why a kept table was not read.
#[derive(Debug, thiserror::Error)]
pub enum KeptError {
    /// A limit was reached, or cancelled.
    #[error(transparent)]
    Stop(Stop),
    /// It could not be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// This is no such file, or it was damaged.
    #[error("{0}")]
    Malformed(String),
    /// The table of another game, or of another graph.
    #[error("this is the search of {0}")]
    Foreign(String),
}

impl From<Stop> for KeptError {
    fn from(stop: Stop) -> Self {
        Self::Stop(stop)
    }
}

/// Writes what is known of the parts of a game; the search may go on meanwhile.
///
/// # Complexity
/// O(table).
///
/// # Errors
/// Those of the writer.
///
/// ```
/// use grundy::solve::kept;
/// use grundy_search::{Known, Values, spread};
/// let table = Values::new(4);
/// table.add(77, spread(77), Known::exactly(3), 5);
/// let mut file = Vec::new();
/// kept::write("cram", &table, &mut file).unwrap();
/// let again = kept::read("cram", &mut &file[..], 1 << 20, &Default::default()).unwrap();
/// assert_eq!(again.get(77, spread(77)).value(), Some(3));
/// ```
pub fn write(game: &str, values: &Values, out: &mut dyn Write) -> io::Result<()> {
    let mut hash = Sha256::new();
    let mut put = |bytes: &[u8]| {
        hash.update(bytes);
        out.write_all(bytes)
    };
    put(FIRST)?;
    put(format!("{}\n", serde_json::Value::from(game)).as_bytes())?;
    let mut piece = Vec::with_capacity(1 << 16);
    for (key, known, work) in values.entries() {
        let bits = Known::from_bits(known.bits()).bits();
        if bits == 0 {
            continue;
        }
        piece.extend(key.to_le_bytes());
        piece.extend(bits.to_le_bytes());
        piece.extend((work as u16).to_le_bytes());
        if piece.len() + ENTRY > 1 << 16 {
            put(&piece)?;
            piece.clear();
        }
    }
    piece.extend([0; ENTRY]);
    put(&piece)?;
    out.write_all(&hash.finalize())
}

/// Reads what is known of the parts of `game` into a table within `memory` bytes, hints included. A file of
/// `bytes` bytes, 0 if nobody knows, gets a table that has room for it; if memory does not allow that, what
/// took most work is kept.
///
/// # Complexity
/// O(file).
///
/// # Errors
/// [`KeptError`].
pub fn read(
    game: &str,
    file: &mut dyn Read,
    memory: u64,
    context: &Context<'_>,
) -> Result<Values, KeptError> {
    let malformed = |what: &str| Err(KeptError::Malformed(what.to_owned()));
    let mut file = BufReader::with_capacity(1 << 16, file);
    let mut hash = Sha256::new();
    let mut first = Vec::new();
    file.by_ref().take(FIRST.len() as u64).read_to_end(&mut first)?;
    if first != FIRST {
        return malformed("this is not a checkpoint of a search of parts");
    }
    hash.update(&first);
    let mut line = Vec::new();
    file.by_ref().take(MAX_LINE_BYTES).read_until(b'\n', &mut line)?;
    hash.update(&line);
    let Ok(name) = serde_json::from_slice::<String>(&line) else {
        return malformed("its second line names no game");
    };
    if name != game {
        return Err(KeptError::Foreign(name));
    }
    let mut values = Values::default();
    for i in 0u64.. {
        if i.is_multiple_of(STRIDE) {
            context.look("reading a checkpoint", i)?;
        }
        if i.is_multiple_of(GROWTH_STRIDE) {
            // In a fuller table some would be forgotten.
            while values.grow_early(memory) {}
        }
        let mut entry = [0; ENTRY];
        if let Err(error) = file.read_exact(&mut entry) {
            return match error.kind() {
                io::ErrorKind::UnexpectedEof => malformed("the file ends before its entries do"),
                _ => Err(error.into()),
            };
        }
        hash.update(entry);
        if entry == [0; ENTRY] {
            break;
        }
        let (key, known) = entry.split_at(16);
        let (known, work) = known.split_at(2);
        let number = |bytes: &[u8]| bytes.iter().rev().fold(0u128, |n, &b| n << 8 | u128::from(b));
        let key = number(key);
        let known = Known::from_bits(number(known) as u16);
        values.add(key, spread(key), known, number(work) as u64);
    }
    let mut sum = Vec::new();
    file.take(33).read_to_end(&mut sum)?;
    if hash.finalize()[..] != sum[..] {
        return malformed("the checksum is wrong: the file was damaged");
    }
    Ok(values)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Values {
        let table = Values::new(12);
        for key in 1..3000u128 {
            let key = (key << 70) | (key * key);
            let known = if key % 3 == 0 { Known::exactly(7) } else { Known::not((key % 5) as u32) };
            table.add(key, spread(key), known, 9);
        }
        table.add(5, spread(5), Known::visited(), 1);
        table
    }

    fn load(file: &[u8], memory: u64) -> Result<Values, KeptError> {
        read("cram", &mut &*file, memory, &Context::default())
    }

    #[test]
    fn what_is_kept_is_read_again_and_nothing_else_is() {
        let (table, mut file) = (table(), Vec::new());
        write("cram", &table, &mut file).unwrap();
        let sorted = |values: &Values| {
            let mut all: Vec<_> = values.entries().map(|(key, known, _)| (key, known)).collect();
            all.sort_by_key(|entry| entry.0);
            all
        };
        let again = load(&file, 1 << 24).unwrap();
        let expected: Vec<_> = sorted(&table).into_iter().filter(|entry| entry.0 != 5).collect();
        let known = sorted(&again);
        assert!(known.iter().all(|entry| expected.contains(entry)));
        assert!(expected.len() > 2500 && known.len() * 100 > expected.len() * 95);
        // Within a memory that is too small the rest is forgotten, not mistaken.
        let few = load(&file, 1 << 16).unwrap();
        assert!(few.len() < expected.len());
        assert!(sorted(&few).iter().all(|entry| expected.contains(entry)));
    }

    #[test]
    fn damaged_and_foreign_files_are_refused() {
        let mut file = Vec::new();
        write("cram", &table(), &mut file).unwrap();
        for i in (0..file.len()).step_by(997).chain(0..60).chain(file.len() - 60..file.len()) {
            let mut changed = file.clone();
            changed[i] ^= 4;
            assert!(load(&changed, 1 << 24).is_err(), "byte {i}");
            assert!(load(&file[..i], 1 << 24).is_err(), "cut at {i}");
        }
        assert!(load(&[&file[..], b"x"].concat(), 1 << 24).is_err());
        let other = read("kings", &mut &file[..], 1 << 24, &Context::default());
        assert!(matches!(other, Err(KeptError::Foreign(name)) if name == "cram"));
    }
}
