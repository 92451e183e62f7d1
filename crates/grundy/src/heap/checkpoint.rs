//! Long runs kept in a file: a line of JSON, values, and a checksum.

use super::Code;
use super::kernel::Notes;
use super::online_detector::OnlineDetector;
use super::run::{Run, State};
use super::store::Values;
use super::stream::Stream;
use super::summary::Tally;
use crate::context::{Context, Stop};
use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::io::{self, BufRead, BufReader, Read, Seek, Write};

/// Why a checkpoint was not read.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// This is no checkpoint, or it was changed.
    #[error("{0}")]
    Malformed(String),
    /// This is a checkpoint, but of the other kind: of a [`Run`] or of a [`Stream`].
    #[error("this is a checkpoint of {0}")]
    OtherKind(&'static str),
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

/// The longest head line of a run, in bytes.
const MAX_HEAD_BYTES: u64 = 1 << 16;

/// The line before the pieces of a stream.
#[derive(Serialize, Deserialize)]
struct StreamHead {
    format: String,
    code: String,
    skip: u64,
    handed: u64,
    tally: Tally,
    notes: Notes,
    /// `None` in files written before a period was looked for.
    #[serde(default)]
    detector: Option<OnlineDetector>,
    /// Whether the pieces are compressed.
    #[serde(default)]
    packed: bool,
}

const STREAM_FORMAT: &str = "grundy-stream-1";

/// The longest head line of a stream, in bytes: it has all frequencies.
const MAX_STREAM_HEAD_BYTES: u64 = 1 << 25;

/// The greatest number of heaps that is believed: sums of such numbers do not overflow.
const MAX_HEAP: u64 = 1 << 62;

/// The most values in a piece.
const MAX_PIECE_VALUES: usize = 1 << 15;

fn malformed(what: &str) -> CheckpointError {
    CheckpointError::Malformed(format!("this is not a checkpoint: {what}"))
}

/// The first line is not one.
fn no_head(line: &[u8]) -> CheckpointError {
    malformed(if line.is_empty() { "the file is empty" } else { "its first line cannot be read" })
}

/// Whether the line, or the beginning of it, is of this kind of checkpoint.
fn is_of(line: &[u8], format: &str) -> bool {
    line.starts_with(format!("{{\"format\":\"{format}\"").as_bytes())
}

/// Writes a run, which [`read`] continues.
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
    with_checksum(&head, out, |put| {
        let mut bytes = Vec::new();
        for piece in values.pieces() {
            bytes.clear();
            for value in piece {
                bytes.extend_from_slice(&value.to_le_bytes()[..values.width()]);
            }
            put(&bytes)?;
        }
        Ok(())
    })
}

/// Takes bytes to be written.
type Put<'a> = dyn FnMut(&[u8]) -> io::Result<()> + 'a;

/// Writes the line, what `body` puts behind it, and the checksum of both.
fn with_checksum(
    head: &impl Serialize,
    out: &mut dyn Write,
    body: impl FnOnce(&mut Put<'_>) -> io::Result<()>,
) -> io::Result<()> {
    let mut hash = Sha256::new();
    let mut put = |bytes: &[u8]| {
        hash.update(bytes);
        out.write_all(bytes)
    };
    put(serde_json::to_string(head)?.as_bytes())?;
    put(b"\n")?;
    body(&mut put)?;
    out.write_all(&hash.finalize())
}

/// Reads a checkpoint of a run that keeps its values, and continues the run.
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
    let mut file = BufReader::with_capacity(1 << 16, file);
    let mut line = Vec::new();
    file.by_ref().take(MAX_HEAD_BYTES).read_until(b'\n', &mut line)?;
    if is_of(&line, STREAM_FORMAT) {
        return Err(CheckpointError::OtherKind("a run that keeps no values"));
    }
    let head: Head = serde_json::from_slice(&line).map_err(|_| no_head(&line))?;
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
        let list: Vec<u32> = piece.chunks_exact(width).map(number).collect();
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

/// Little-endian.
fn number(bytes: &[u8]) -> u32 {
    bytes.iter().rev().fold(0, |value, &byte| value << 8 | u32::from(byte))
}

/// Writes a run that keeps no values, which [`read_stream`] continues: a line of JSON, what its
/// engine needs of the values, and a checksum.
///
/// The values come in pieces: the first heap (8 bytes), the number of values (4 bytes), bytes a value
/// (1 byte); the lowest bytes of all values, then their next ones, and so on. An empty piece is the
/// end. All pieces together are one stream of zlib (RFC 1950).
///
/// # Complexity
/// O(values that the engine needs).
///
/// # Errors
/// Those of the writer; unsupported if the stream [cannot be kept](Stream::can_be_kept).
pub fn write_stream(stream: &Stream, out: &mut dyn Write) -> io::Result<()> {
    let Some(notes) = stream.kernel.notes() else {
        return Err(io::Error::new(io::ErrorKind::Unsupported, "its engine needs all values"));
    };
    let head = StreamHead {
        format: STREAM_FORMAT.into(),
        code: stream.code.to_string(),
        skip: stream.skip,
        handed: stream.handed,
        tally: stream.tally.clone(),
        notes,
        detector: Some(stream.detector.clone()),
        packed: true,
    };
    with_checksum(&head, out, |put| {
        let mut packer = ZlibEncoder::new(Vec::new(), PIECE_COMPRESSION);
        stream.kernel.needed(&mut |first, values| {
            for (i, piece) in values.chunks(MAX_PIECE_VALUES).enumerate() {
                let width = match piece.iter().max() {
                    Some(0..=0xff) => 1,
                    Some(0x100..=0xffff) => 2,
                    _ => 4,
                };
                let from = first + (i * MAX_PIECE_VALUES) as u64;
                packer.write_all(&from.to_le_bytes())?;
                packer.write_all(&(piece.len() as u32).to_le_bytes())?;
                packer.write_all(&[width as u8])?;
                for place in 0..width {
                    let bytes: Vec<u8> = piece.iter().map(|v| v.to_le_bytes()[place]).collect();
                    packer.write_all(&bytes)?;
                }
                put(packer.get_ref())?;
                packer.get_mut().clear();
            }
            Ok(())
        })?;
        packer.write_all(&[0; PIECE_HEADER_BYTES])?;
        put(&packer.finish()?)
    })
}

/// Values that hardly repeat gain little from more effort.
const PIECE_COMPRESSION: Compression = Compression::fast();

/// Bytes before the values of a piece.
const PIECE_HEADER_BYTES: usize = 13;

const PIECE_UNREADABLE: &str = "a piece of it is none";

/// Bytes of a checksum.
const CHECKSUM_BYTES: u64 = 32;

/// Reads a checkpoint of a run that keeps no values, and continues the run. The checksum is
/// compared first: the file is read twice.
///
/// # Complexity
/// O(length of the file), and what the engine takes to put it in order.
///
/// # Errors
/// [`CheckpointError`]: it is no checkpoint, was changed, or a limit was reached.
///
/// ```
/// use grundy::{context::Context, heap::{checkpoint, stream::Stream}};
/// let mut stream = Stream::new("0.16".parse().unwrap(), 0);
/// stream.extend(10_000, &Context::default(), &mut |_| Ok(())).unwrap();
/// let mut file = std::io::Cursor::new(Vec::new());
/// checkpoint::write_stream(&stream, &mut file).unwrap();
/// let mut again = checkpoint::read_stream(&mut file, &Context::default()).unwrap();
/// again.extend(20_000, &Context::default(), &mut |_| Ok(())).unwrap();
/// assert_eq!(again.summary("0.16".into()).computed, 20_001);
/// ```
pub fn read_stream<F: Read + Seek>(
    file: &mut F,
    context: &Context<'_>,
) -> Result<Stream, CheckpointError> {
    let mut file = BufReader::with_capacity(1 << 16, file);
    file.rewind()?;
    let mut line = Vec::new();
    let most = MAX_STREAM_HEAD_BYTES.min(context.limits.memory);
    file.by_ref().take(most).read_until(b'\n', &mut line)?;
    if is_of(&line, FORMAT) {
        return Err(CheckpointError::OtherKind("a run that keeps all values"));
    }
    let head: StreamHead = serde_json::from_slice(&line).map_err(|_| no_head(&line))?;
    let Ok(code) = head.code.parse::<Code>() else { return Err(malformed("its code is none")) };
    if head.format != STREAM_FORMAT {
        return Err(malformed("its format is not known"));
    }
    if !is_whole(&mut file, context)? {
        return Err(malformed("its checksum is wrong"));
    }
    let counted = head.handed.saturating_sub(head.skip);
    if head.handed > MAX_HEAP || !head.tally.fits(counted) {
        return Err(malformed("it has not counted its values"));
    }
    let detector = head.detector.unwrap_or_else(|| OnlineDetector::after(counted));
    if !detector.fits(counted) {
        return Err(malformed("its search for a period is not one of these values"));
    }
    file.seek(io::SeekFrom::Start(line.len() as u64))?;
    let mut failed = None;
    let mut body: Box<dyn Read> = match head.packed {
        true => Box::new(ZlibDecoder::new(file)),
        false => Box::new(file),
    };
    let mut pieces = std::iter::from_fn(|| match next_piece(&mut body, head.packed) {
        Ok(piece) => piece,
        Err(error) => {
            failed = Some(error);
            None
        }
    });
    let mut stream = Stream::new(code, head.skip);
    let resumed = stream.kernel.resume(head.handed, head.notes, &mut pieces, context);
    if let Some(error) = failed {
        use io::ErrorKind::{InvalidData, InvalidInput, UnexpectedEof};
        return Err(match error {
            CheckpointError::Io(error)
                if matches!(error.kind(), InvalidData | InvalidInput | UnexpectedEof) =>
            {
                malformed(PIECE_UNREADABLE)
            }
            error => error,
        });
    }
    match resumed {
        Err(Stop::Refused(what)) => return Err(malformed(&what)),
        resumed => resumed?,
    }
    (stream.tally, stream.detector, stream.handed) = (head.tally, detector, head.handed);
    Ok(stream)
}

/// Whether a file ends with the checksum of what is before it.
fn is_whole<F: Read + Seek>(
    file: &mut BufReader<&mut F>,
    context: &Context<'_>,
) -> Result<bool, CheckpointError> {
    let Some(mut left) = file.seek(io::SeekFrom::End(0))?.checked_sub(CHECKSUM_BYTES) else {
        return Ok(false);
    };
    file.rewind()?;
    let (mut hash, mut piece, mut read) = (Sha256::new(), Vec::new(), 0u64);
    while left > 0 {
        context.look("reading a checkpoint", read)?;
        piece.clear();
        file.by_ref().take(left.min(1 << 20)).read_to_end(&mut piece)?;
        if piece.is_empty() {
            return Ok(false);
        }
        left -= piece.len() as u64;
        read += piece.len() as u64;
        hash.update(&piece);
    }
    piece.clear();
    file.take(CHECKSUM_BYTES).read_to_end(&mut piece)?;
    Ok(hash.finalize()[..] == piece[..])
}

/// The first heap and the values of the next piece. `None`: that was the last.
fn next_piece(
    file: &mut impl Read,
    packed: bool,
) -> Result<Option<(u64, Vec<u32>)>, CheckpointError> {
    let mut header = [0; PIECE_HEADER_BYTES];
    file.read_exact(&mut header)?;
    let first = u64::from_le_bytes(header[..8].try_into().expect("eight bytes"));
    let (count, width) = (number(&header[8..12]) as usize, usize::from(header[12]));
    if count == 0 {
        return Ok(None);
    }
    if count > MAX_PIECE_VALUES
        || ![1, 2, 4].contains(&width)
        || first.checked_add(count as u64).is_none()
    {
        return Err(malformed(PIECE_UNREADABLE));
    }
    let mut bytes = vec![0; count * width];
    file.read_exact(&mut bytes)?;
    let values = match packed {
        true => {
            let of = |i: usize| (0..width).rev().map(move |place| place * count + i);
            (0..count).map(|i| of(i).fold(0, |v, at| v << 8 | u32::from(bytes[at]))).collect()
        }
        // As written before pieces were compressed.
        false => bytes.chunks_exact(width).map(number).collect(),
    };
    Ok(Some((first, values)))
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

    fn stream_file(text: &str, to: u64) -> Vec<u8> {
        let mut stream = Stream::new(text.parse().unwrap(), 0);
        stream.extend(to, &Context::default(), &mut |_| Ok(())).unwrap();
        let mut file = Vec::new();
        write_stream(&stream, &mut file).unwrap();
        file
    }

    fn read_again(file: &[u8]) -> Result<Stream, CheckpointError> {
        read_stream(&mut io::Cursor::new(file), &Context::default())
    }

    #[test]
    fn changed_checkpoints_of_streams_are_refused() {
        for text in ["0.303", "0.77"] {
            let file = stream_file(text, 400);
            assert!(read_again(&file).is_ok());
            for place in 0..file.len() {
                let mut changed = file.clone();
                changed[place] ^= 1 << (place % 8);
                assert!(read_again(&changed).is_err(), "{text}: byte {place}");
                assert!(read_again(&file[..place]).is_err(), "{text}: {place} bytes");
            }
        }
    }

    #[test]
    fn the_two_kinds_are_told_apart() {
        let file = stream_file("0.16", 9000);
        let told = read(&mut &file[..], &Context::default()).map(drop).unwrap_err();
        assert!(matches!(told, CheckpointError::OtherKind(_)), "{told}");
        let (run, mut file) = (Run::new("0.16".parse().unwrap()), Vec::new());
        write(&run, &mut file).unwrap();
        let told = read_again(&file).map(drop).unwrap_err();
        assert!(matches!(told, CheckpointError::OtherKind(_)), "{told}");
    }

    #[test]
    fn forged_checkpoints_do_no_harm() {
        for (text, to, step) in [
            ("0.303", 60, 1),
            ("0.77", 60, 5),
            // Here a period is seen.
            ("0.77", 400, 3),
            ("4.[3]", 60, 5),
            ("8!.3", 60, 1),
            ("0.161", 4500, 97),
        ] {
            let file = stream_file(text, to);
            let body = file.len() - CHECKSUM_BYTES as usize;
            for place in (0..body.min(400)).chain((400..body).step_by(step)) {
                for change in [1, 0x10, 0x80] {
                    let mut forged = file[..body].to_vec();
                    forged[place] ^= change;
                    let sum = Sha256::digest(&forged);
                    forged.extend_from_slice(&sum);
                    // Refused, or believed: then the values are wrong, no more.
                    if let Ok(mut stream) = read_again(&forged) {
                        let to = stream.computed() + 2 * step as u64;
                        let _ = stream.extend(to, &Context::default(), &mut |_| Ok(()));
                        let _ = stream.summary(text.into()).to_text();
                    }
                }
            }
        }
    }
}
