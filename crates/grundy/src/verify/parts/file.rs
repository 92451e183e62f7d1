//! Certificates of positions that fall apart, read: a line of JSON, packed claims, a checksum.

use super::claims::Claim;
use crate::context::Context;
use crate::verify::file::{Problem, check_end};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};
use std::io::{BufRead, BufReader, Read};

/// What a certificate of a position that falls apart begins with.
pub const FIRST_OF_POSITION: &[u8] = b"grundy-position 1\n";

/// The line may be this long, in bytes.
const MAX_LINE_BYTES: u64 = 1 << 20;

/// Small parts are at most so large, in squares, vertices or halves of lives: to value them is quick.
const MAX_SMALL: u32 = 14;

/// Bytes of the text of a part at most.
const MAX_TEXT_BYTES: usize = 1 << 12;

/// Bytes of a packed number at most.
const MAX_NUMBER_BYTES: u32 = 19;

/// What is claimed, and of which positions.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Head {
    pub outcome: String,
    pub value: Option<u64>,
    /// The nim-sum of the nim-heaps beside the positions.
    pub nimber: u32,
    pub small: u32,
    pub games: Vec<Game>,
}

/// Positions of one game, of which the sum is claimed.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Game {
    pub game: String,
    /// Rows of squares, for games on boards.
    #[serde(default)]
    pub boards: Vec<Vec<String>>,
    /// Names of the vertices, for games on graphs; edges or pairs by their places in this list.
    #[serde(default)]
    pub vertices: Vec<String>,
    #[serde(default)]
    pub pairs: Vec<(usize, usize)>,
    /// Which vertices are left, of each position.
    #[serde(default)]
    pub left: Vec<Vec<usize>>,
    /// Of each position the pairs of vertices that answer every move, or none.
    #[serde(default)]
    pub partners: Vec<Vec<(usize, usize)>>,
    /// Drawings of spots and lines as text, or positions as they are typed.
    #[serde(default)]
    pub texts: Vec<String>,
    /// The texts of the rules, of games that were read from texts.
    #[serde(default)]
    pub rules: Vec<String>,
    /// How many claims about parts there are, in normal play.
    #[serde(default)]
    pub claims: u64,
    /// How many parts there are, in misère play.
    #[serde(default)]
    pub parts: u64,
    pub bytes: u64,
}

/// A certificate as it is written: what is claimed, and of each game the packed claims.
pub(super) struct Written {
    pub head: Head,
    pub packed: Vec<Vec<u8>>,
    /// Bytes of the file.
    pub bytes: u64,
}

pub(super) fn malformed<T>(what: impl Into<String>) -> Result<T, Problem> {
    Err(Problem::Malformed(what.into()))
}

/// Reads a certificate; memory is asked for as it comes.
pub(super) fn read(file: &mut dyn Read, context: &Context<'_>) -> Result<Written, Problem> {
    let sizes = |head: &Head| head.games.iter().map(|game| game.bytes).collect();
    let (head, packed, bytes) = read_lists(file, FIRST_OF_POSITION, sizes, context)?;
    small(head.small)?;
    Ok(Written { head, packed, bytes })
}

/// Refuses small parts that are too large.
pub(super) fn small(small: u32) -> Result<(), Problem> {
    match small {
        ..=MAX_SMALL => Ok(()),
        _ => malformed(format!("small parts have at most {MAX_SMALL} squares or vertices")),
    }
}

/// Reads a first line, a line of JSON, packed lists of the sizes that it tells, and a checksum: what stands in the
/// line, the lists, and how many bytes the file has.
pub(super) fn read_lists<H: DeserializeOwned>(
    file: &mut dyn Read,
    first_line: &[u8],
    sizes: impl FnOnce(&H) -> Vec<u64>,
    context: &Context<'_>,
) -> Result<(H, Vec<Vec<u8>>, u64), Problem> {
    let mut file = BufReader::with_capacity(1 << 16, file);
    let mut hash = Sha256::new();
    let mut first = Vec::new();
    file.by_ref().take(first_line.len() as u64).read_to_end(&mut first)?;
    if first != first_line {
        return malformed("this is not a certificate of a position");
    }
    hash.update(&first);
    let mut line = Vec::new();
    file.by_ref().take(MAX_LINE_BYTES).read_until(b'\n', &mut line)?;
    if line.last() != Some(&b'\n') {
        return malformed("its second line does not end, or is too long");
    }
    hash.update(&line);
    let head: H = match serde_json::from_slice(&line) {
        Ok(head) => head,
        Err(error) => return malformed(format!("its second line: {error}")),
    };
    let mut bytes = (first_line.len() + line.len()) as u64;
    let mut packed = Vec::new();
    for size in sizes(&head) {
        bytes = bytes.saturating_add(size);
        context.check_memory(bytes, || "reading claims about parts".into())?;
        let mut list = Vec::new();
        file.by_ref().take(size).read_to_end(&mut list)?;
        if list.len() as u64 != size {
            return malformed("the file ends before its claims do");
        }
        hash.update(&list);
        packed.push(list);
        context.look("reading claims about parts", bytes)?;
    }
    check_end(file, hash)?;
    Ok((head, packed, bytes + 32))
}

/// Unpacks so many parts: the number of each as what it is more than the one before, in sevens of bits, the lowest
/// first; what follows it is left to `part`.
pub(super) fn unpack(
    count: u64,
    packed: &[u8],
    mut part: impl FnMut(u128, &mut &[u8]) -> Result<(), Problem>,
    context: &Context<'_>,
) -> Result<(), Problem> {
    let (mut rest, mut key) = (packed, 0u128);
    for i in 0..count {
        context.tick("reading claims about parts", i)?;
        let more = number(&mut rest)?;
        if more == 0 {
            return malformed(ORDER);
        }
        key = match key.checked_add(more) {
            Some(key) => key,
            None => return malformed("the number of a part is too large"),
        };
        part(key, &mut rest)?;
    }
    if rest.is_empty() { Ok(()) } else { malformed(MORE) }
}

/// The same of parts that are told by texts: how many bytes the text has from the beginning of the one before, how
/// many others, and those.
pub(super) fn unpack_texts(
    count: u64,
    packed: &[u8],
    mut part: impl FnMut(&str, &mut &[u8]) -> Result<(), Problem>,
    context: &Context<'_>,
) -> Result<(), Problem> {
    let (mut rest, mut text) = (packed, String::new());
    for i in 0..count {
        context.tick("reading claims about parts", i)?;
        let (kept, added) = (number(&mut rest)?, number(&mut rest)?);
        let begin = usize::try_from(kept).ok().and_then(|kept| text.get(..kept));
        let end = usize::try_from(added).ok().filter(|added| *added <= MAX_TEXT_BYTES);
        let split = end.and_then(|end| rest.split_at_checked(end));
        let (Some(begin), Some((end, after))) = (begin, split) else {
            return malformed("the claims end within the text of a part");
        };
        rest = after;
        let Ok(end) = std::str::from_utf8(end) else {
            return malformed("the text of a part is not a text");
        };
        let next = format!("{begin}{end}");
        if next <= text {
            return malformed(ORDER);
        }
        text = next;
        part(&text, &mut rest)?;
    }
    if rest.is_empty() { Ok(()) } else { malformed(MORE) }
}

const ORDER: &str = "claims come in the order of their parts, each once";
pub(super) const MORE: &str = "there are more claims than are said to be";

/// Takes a claim from the front.
pub(super) fn claim(rest: &mut &[u8]) -> Result<Claim, Problem> {
    let number = number(rest)?;
    match u32::try_from(number >> 1) {
        Ok(value) if number & 1 == 1 => Ok(Claim::Value(value)),
        _ => match u64::try_from(number >> 1) {
            Ok(mask) if number & 1 == 0 && mask != 0 => Ok(Claim::Not(mask)),
            _ => malformed("a claim is malformed"),
        },
    }
}

/// Takes a number from the front.
pub(super) fn number(rest: &mut &[u8]) -> Result<u128, Problem> {
    let mut number = 0u128;
    for i in 0..MAX_NUMBER_BYTES {
        let Some((&byte, after)) = rest.split_first() else {
            return malformed("the claims end within one");
        };
        *rest = after;
        let bits = u128::from(byte & 0x7f);
        let shifted = bits << (7 * i);
        if shifted >> (7 * i) != bits || i > 0 && byte == 0 {
            return malformed("a number is too long");
        }
        number |= shifted;
        if byte & 0x80 == 0 {
            return Ok(number);
        }
    }
    malformed("a number is too long")
}
