//! Certificates of nim-sequences and their periods, written; those of positions are in [`position`] and
//! [`misere`].
//!
//! A certificate is a line of JSON (the claim), the values as numbers of a fixed number of bits one
//! after the other (the least bit first, the last byte filled with zeros), and the 32 bytes of the
//! SHA-256 of all of that. [`verify`](mod@crate::verify) reads it, and shares no code with this module.
//!
//! | member of the line | what |
//! |---|---|
//! | `format`, `version` | `"grundy-certificate"`, 1 |
//! | `code` | the take-and-break code |
//! | `values`, `bits` | how many values there are (heaps 0, 1, …), bits of each |
//! | `preperiod`, `period`, `saltus` | G(n + period) = G(n) + saltus for all n >= preperiod; null if no period is claimed |
//! | `theorem` | what proves it from the values: `guy-smith`, `window`, `takes` or `arithmetic` |
//! | `mask`, `parity` | the sparse space, for `window` |

pub mod misere;
mod packed;
pub mod position;

use crate::heap::proof::Theorem;
use crate::heap::run::Run;
use serde_json::json;
use sha2::{Digest, Sha256};
use std::io::{self, Write};

/// Writes what a run proved, or if it proved nothing the values alone.
///
/// # Complexity
/// O(number of values computed); copies by the period are left out.
///
/// # Errors
/// Those of the writer.
///
/// ```
/// use grundy::{certificate, context::Context, heap::run::Run, verify};
/// let mut run = Run::new("0.77".parse().unwrap());
/// run.extend(1000, true, &Context::default(), &mut |_| Ok(())).unwrap();
/// let mut file = Vec::new();
/// certificate::write(&run, &mut file).unwrap();
/// let found = verify::verify(&mut &file[..], verify::Mode::Full, &Context::default()).unwrap();
/// assert_eq!(found.period, Some((71, 12, 0)));
/// ```
pub fn write(run: &Run, out: &mut dyn Write) -> io::Result<()> {
    let count = run.computed();
    let values = || run.values().iter().take(count as usize);
    let bits = (32 - values().max().unwrap_or(0).leading_zeros()).max(1);
    let mut head = json!({
        "format": "grundy-certificate",
        "version": 1,
        "code": run.code().to_string(),
        "values": count,
        "bits": bits,
        "preperiod": null,
        "period": null,
        "saltus": null,
        "theorem": null,
    });
    if let Some((found, theorem)) = run.proved() {
        head["preperiod"] = found.preperiod.into();
        head["period"] = found.length.into();
        head["saltus"] = found.saltus.into();
        head["theorem"] = theorem.id().into();
        if let (Theorem::Window, Some(space)) = (theorem, run.space()) {
            head["mask"] = space.classes.mask.into();
            head["parity"] = space.classes.parity.into();
        }
    }
    let mut hash = Sha256::new();
    let mut put = |bytes: &[u8]| {
        hash.update(bytes);
        out.write_all(bytes)
    };
    put(format!("{head}\n").as_bytes())?;
    let (mut waiting, mut held, mut piece) = (0u64, 0, Vec::new());
    for value in values() {
        waiting |= u64::from(value) << held;
        held += bits;
        while held >= 8 {
            piece.push(waiting as u8);
            waiting >>= 8;
            held -= 8;
        }
        if piece.len() >= 1 << 16 {
            put(&piece)?;
            piece.clear();
        }
    }
    if held > 0 {
        piece.push(waiting as u8);
    }
    put(&piece)?;
    out.write_all(&hash.finalize())
}
