//! What certificates of positions are made of: lines, numbers and parts, a checksum.

use crate::context::Stop;
use crate::game::Part;
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::io::{self, Write};

/// A certificate before it is written: two lines, packed lists, and the SHA-256 of all of that.
#[derive(Clone, Debug)]
pub struct File {
    lines: String,
    packed: Vec<Vec<u8>>,
}

/// The checker reads lines of so many bytes.
const MAX_LINE_BYTES: usize = 1 << 20;

impl File {
    /// A file with this first line, this line of JSON, and these lists.
    ///
    /// # Errors
    /// Refused if the positions take more bytes than the checker reads in a line.
    pub fn new(first: &str, head: &Value, packed: Vec<Vec<u8>>) -> Result<Self, Stop> {
        let head = format!("{head}\n");
        if head.len() > MAX_LINE_BYTES {
            let told = "the positions of a certificate take at most 1 MiB as text";
            return Err(Stop::Refused(told.into()));
        }
        Ok(Self { lines: format!("{first}\n{head}"), packed })
    }

    /// How large it will be, in bytes.
    pub fn bytes(&self) -> u64 {
        (self.lines.len() + self.packed.iter().map(Vec::len).sum::<usize>() + 32) as u64
    }

    /// Writes it.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut hash = Sha256::new();
        let packed = self.packed.iter().map(|list| &**list);
        for piece in std::iter::once(self.lines.as_bytes()).chain(packed) {
            hash.update(piece);
            out.write_all(piece)?;
        }
        out.write_all(&hash.finalize())
    }
}

/// Puts a number in bytes of seven bits, the lowest first, with the highest bit set in all but the last.
pub fn put(packed: &mut Vec<u8>, mut number: u128) {
    while number >= 0x80 {
        packed.push(number as u8 | 0x80);
        number >>= 7;
    }
    packed.push(number as u8);
}

/// Puts a part after another of the same game: by how much its number exceeds, or how many bytes its text has from
/// the beginning of the one before, how many more, and those.
pub fn put_part(packed: &mut Vec<u8>, part: &Part, before: Option<&Part>) {
    match part {
        Part::Number(key) => {
            let before = if let Some(Part::Number(key)) = before { *key } else { 0 };
            put(packed, key - before);
        }
        Part::Text(text) => {
            let before = if let Some(Part::Text(text)) = before { text } else { "" };
            let same = text.bytes().zip(before.bytes()).take_while(|(a, b)| a == b).count();
            put(packed, same as u128);
            put(packed, (text.len() - same) as u128);
            packed.extend_from_slice(&text.as_bytes()[same..]);
        }
    }
}
