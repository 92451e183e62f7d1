//! Long runs kept in a file: a line of JSON, the values, and a checksum.

use super::run::{Run, State};
use super::store::Values;
use crate::context::{Context, Stop};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::io::{self, BufRead, Read, Write};

/// Why a checkpoint was not read.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// This is no checkpoint, or it was changed.
    #[error("{0}")]
    Malformed(String),
    /// It could not be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A limit was reached, or cancelled.
    #[error(transparent)]
    Stop(#[from] Stop),
}

#[derive(Serialize, Deserialize)]
struct Head {
    format: String,
    code: String,
    values: u64,
    width: u64,
    state: State,
}

const FORMAT: &str = "grundy-checkpoint-1";

/// The line may be this long.
const MOST_LINE: u64 = 1 << 16;

/// Writes a run, which [`read`] takes up again.
///
/// # Errors
/// Those of the writer.
pub fn write(run: &Run, out: &mut dyn Write) -> io::Result<()> {
    let values = run.values();
    let head = Head {
        format: FORMAT.into(),
        code: run.code().to_string(),
        values: values.len() as u64,
        width: values.width() as u64,
        state: run.state(),
    };
    let mut hash = Sha256::new();
    let mut put = |bytes: &[u8]| {
        hash.update(bytes);
        out.write_all(bytes)
    };
    put(serde_json::to_string(&head)?.as_bytes())?;
    put(b"\n")?;
    let mut bytes = Vec::new();
    for piece in values.pieces() {
        bytes.clear();
        for value in piece {
            bytes.extend_from_slice(&value.to_le_bytes()[..values.width()]);
        }
        put(&bytes)?;
    }
    out.write_all(&hash.finalize())
}

/// Reads a checkpoint, and goes on where it was written.
///
/// # Errors
/// [`CheckpointError`]: it is no checkpoint, was changed, or a limit was reached.
///
/// ```
/// use grundy::{context::Context, heap::{checkpoint, run::Run}};
/// let mut run = Run::new("0.16".parse().unwrap());
/// run.extend(1000, false, &Context::default(), &mut |_| Ok(())).unwrap();
/// let mut file = Vec::new();
/// checkpoint::write(&run, &mut file).unwrap();
/// let again = checkpoint::read(&mut &file[..], &Context::default()).unwrap();
/// assert_eq!(again.values(), run.values());
/// ```
pub fn read(file: &mut dyn Read, context: &Context<'_>) -> Result<Run, CheckpointError> {
    let malformed =
        |what: &str| CheckpointError::Malformed(format!("this is no checkpoint: {what}"));
    let mut file = io::BufReader::with_capacity(1 << 16, file);
    let mut line = Vec::new();
    file.by_ref().take(MOST_LINE).read_until(b'\n', &mut line)?;
    let head: Head =
        serde_json::from_slice(&line).map_err(|error| malformed(&error.to_string()))?;
    let Ok(code) = head.code.parse() else { return Err(malformed("its code is none")) };
    if head.format != FORMAT || ![1, 2, 4].contains(&head.width) {
        return Err(malformed("its format is not known"));
    }
    let bytes = head.values.saturating_mul(head.width);
    context.check_memory(bytes.saturating_mul(2), || format!("reading {} values", head.values))?;
    let mut hash = Sha256::new();
    hash.update(&line);
    let mut values = Values::default();
    let width = head.width as usize;
    let (mut left, mut piece) = (bytes, Vec::new());
    while left > 0 {
        context.look("reading values", values.len() as u64)?;
        piece.clear();
        let wanted = left.min(1 << 16);
        if file.by_ref().take(wanted).read_to_end(&mut piece)? as u64 != wanted {
            return Err(malformed("it ends before the last value"));
        }
        left -= wanted;
        hash.update(&piece);
        let list: Vec<u32> = piece
            .chunks_exact(width)
            .map(|bytes| bytes.iter().rev().fold(0, |value, &byte| value << 8 | u32::from(byte)))
            .collect();
        values.extend(&list);
    }
    piece.clear();
    file.take(33).read_to_end(&mut piece)?;
    if hash.finalize()[..] != piece[..] {
        return Err(malformed("its checksum is wrong"));
    }
    let mut run = Run::new(code);
    run.restore(values, head.state, context)?;
    Ok(run)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changed_checkpoints_are_refused() {
        let mut run = Run::new("0.[3]".parse().unwrap());
        run.extend(400, false, &Context::default(), &mut |_| Ok(())).unwrap();
        let mut file = Vec::new();
        write(&run, &mut file).unwrap();
        assert!(read(&mut &file[..], &Context::default()).is_ok());
        for place in 0..file.len() {
            let mut changed = file.clone();
            changed[place] ^= 1 << (place % 8);
            assert!(read(&mut &changed[..], &Context::default()).is_err(), "byte {place}");
            assert!(read(&mut &file[..place], &Context::default()).is_err(), "{place} bytes");
        }
    }
}
