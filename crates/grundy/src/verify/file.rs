//! Certificates read: a claim and values, of any origin.

use crate::context::{Context, Stop};
use serde::Deserialize;
use sha2::{Digest, Sha256};
use std::io::{self, Read};

/// Why a certificate is not accepted.
#[derive(Debug, thiserror::Error)]
pub enum Problem {
    /// The claim does not hold, or does not follow from the values.
    #[error("the certificate is false: {0}")]
    False(String),
    /// This is no certificate, or it was changed.
    #[error("{0}")]
    Malformed(String),
    /// A limit was reached, or cancelled.
    #[error(transparent)]
    Stop(Stop),
    /// It could not be read.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// The claim does not hold.
pub(super) fn fails<T>(why: impl Into<String>) -> Result<T, Problem> {
    Err(Problem::False(why.into()))
}

/// Refuses a file that does not end with the sum of all before, or goes on behind it.
pub(super) fn check_end(file: impl Read, hash: Sha256) -> Result<(), Problem> {
    let malformed = |what: &str| Err(Problem::Malformed(what.into()));
    let mut sum = Vec::new();
    file.take(33).read_to_end(&mut sum)?;
    match sum.len() {
        32 if hash.finalize()[..] == sum[..] => Ok(()),
        32 => malformed("the checksum is wrong: the file was damaged or changed"),
        33.. => malformed("the file goes on behind its end"),
        _ => malformed("the file ends before its checksum does"),
    }
}

/// What is claimed of all heaps.
pub(super) struct Claim {
    pub start: u64,
    pub length: u64,
    pub saltus: u64,
    pub theorem: String,
    pub mask: u32,
    pub parity: bool,
}

pub(super) struct Certificate {
    pub code: String,
    pub values: Vec<u32>,
    pub claim: Option<Claim>,
}

/// The line may be this long.
const MAX_LINE_BYTES: u64 = 1 << 16;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    format: String,
    version: u64,
    code: String,
    values: u64,
    bits: u32,
    preperiod: Option<u64>,
    period: Option<u64>,
    saltus: Option<u64>,
    theorem: Option<String>,
    #[serde(default)]
    mask: u32,
    #[serde(default)]
    parity: bool,
}

fn malformed<T>(what: impl Into<String>) -> Result<T, Problem> {
    Err(Problem::Malformed(what.into()))
}

/// Reads a certificate; memory for the values is asked for as they come.
pub(super) fn read(file: &mut dyn Read, context: &Context<'_>) -> Result<Certificate, Problem> {
    let mut file = io::BufReader::with_capacity(1 << 16, file);
    let mut line = Vec::new();
    io::BufRead::read_until(&mut file.by_ref().take(MAX_LINE_BYTES), b'\n', &mut line)?;
    if line.pop() != Some(b'\n') {
        return malformed("this is not a certificate: no line of JSON at its beginning");
    }
    let head: Head = match serde_json::from_slice(&line) {
        Ok(head) => head,
        // A member too many or missing, or one of the wrong type: the reader names it.
        Err(error) if error.is_data() => {
            return malformed(format!("this is not a certificate: {error}"));
        }
        Err(error) => {
            let column = error.column();
            return malformed(format!(
                "this is not a certificate: line 1, from character {column} on, is not what `grundy \
                 sequence --certificate` writes"
            ));
        }
    };
    if head.format != "grundy-certificate" {
        return malformed("this is not a certificate: its format is not \"grundy-certificate\"");
    }
    if head.version != 1 {
        return malformed(format!("version {} is not known, only 1", head.version));
    }
    if !(1..=32).contains(&head.bits) {
        return malformed(format!("values have 1 to 32 bits, not {}", head.bits));
    }
    let claim = match (head.preperiod, head.period, head.saltus, head.theorem) {
        (None, None, None, None) => None,
        (Some(start), Some(length @ 1..), Some(saltus), Some(theorem)) => {
            let (mask, parity) = (head.mask, head.parity);
            Some(Claim { start, length, saltus, theorem, mask, parity })
        }
        _ => return malformed("preperiod, period, saltus and theorem go together; no period is 0"),
    };
    let Some(bytes) = head.values.checked_mul(head.bits.into()).map(|bits| bits.div_ceil(8)) else {
        return malformed("there cannot be so many values");
    };
    context.check_memory(head.values.saturating_mul(4), || {
        format!("reading {} values", head.values)
    })?;
    let mut hash = Sha256::new();
    hash.update(&line);
    hash.update(b"\n");
    let mut values: Vec<u32> = Vec::new();
    let (mut waiting, mut held, mut left) = (0u64, 0, bytes);
    let mask = (1u64 << head.bits) - 1;
    let mut piece = vec![0; 1 << 16];
    while left > 0 {
        context.look("reading values", values.len() as u64)?;
        let wanted = left.min(piece.len() as u64) as usize;
        let got = file.read(&mut piece[..wanted])?;
        if got == 0 {
            return malformed(format!(
                "the file ends before the last value (bytes missing: {left})"
            ));
        }
        left -= got as u64;
        hash.update(&piece[..got]);
        for &byte in &piece[..got] {
            waiting |= u64::from(byte) << held;
            held += 8;
            while held >= head.bits && (values.len() as u64) < head.values {
                if values.len() == values.capacity() {
                    // Twice as much at most, and never more than is wanted.
                    let wanted = head.values - values.len() as u64;
                    values.reserve_exact(wanted.min(values.len().max(1 << 16) as u64) as usize);
                }
                values.push((waiting & mask) as u32);
                waiting >>= head.bits;
                held -= head.bits;
            }
        }
    }
    check_end(file, hash)?;
    if waiting != 0 {
        return malformed("the last byte is not filled with zeros");
    }
    Ok(Certificate { code: head.code, values, claim })
}
