//! Certificates checked: by code that shares nothing with what wrote them.
//!
//! The checker reads the code by itself, compares each value with those of the options by itself, and
//! checks the conditions of the theorems as they are stated in `heap/proof`,
//! by itself. Of this crate it uses only
//! [`context`](crate::context).
//!
//! # What is checked
//! *The values.* G(n) = v is right if no option of n has the value v and each smaller value is that
//! of an option; if this holds for all n it follows by induction that all values are right. In
//! [`Mode::Full`] it is checked for all heaps, in [`Mode::Quick`] for some. Where no move leaves more
//! than two heaps and takes are bounded, the sparse-space argument (proved in the source,
//! `verify/options.rs`) spares most of the work: a common value is compared only with the values of
//! splits that have a rare heap. The mask is the checker's own choice, whatever the certificate says.
//! Other codes are computed again from all their options.
//!
//! *The period.* In both modes all values from the preperiod on are compared with those one period
//! later, the preperiod and the period must be the least ones, and the conditions of the theorem that
//! is named are checked. A larger preperiod, or a multiple of the period, is refused although
//! G(n + period) = G(n) + saltus holds for it: a certificate says which ones are least.
//!
//! *The file.* Its checksum, its length, and the members of its line; one that is not known is refused.
//! The same claim can be written in several ways, all of which are accepted: more bits for each value,
//! more values, 0.770 for 0.77, another mask that proves the same.

mod arithmetic;
mod blocks;
mod classes;
mod counts;
mod file;
mod game;
mod monoid;
mod named;
mod options;
mod parts;
mod quotient;
mod set;
mod theorems;

pub use counts::{FIRST_OF_COUNTS, VerifiedCounts, verify_counts};
pub use file::Problem;
pub use parts::{
    FIRST_OF_MISERE, FIRST_OF_POSITION, NoTexts, TextPart, TextReader, TextRules, VerifiedMisere,
    VerifiedPosition, verify_misere_position, verify_misere_position_with, verify_position,
    verify_position_with,
};
pub use quotient::{FIRST_OF_QUOTIENT, VerifiedQuotient, verify_quotient};
pub use set::{FIRST_OF_SET, VerifiedCode, VerifiedPart, VerifiedSet, verify_set};

use crate::context::{Context, Stop};
use game::Game;
use options::{Marks, Options};
use std::collections::BTreeSet;
use std::io::Read;

/// How thoroughly values are checked; the theorem's conditions are checked from all of them anyway.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Every value is computed again by the definition.
    Full,
    /// The values of the first 50 heaps, of the last, and of so many others, chosen by this seed, are
    /// computed again from the stored ones.
    Quick {
        /// How many others; all if there are no more.
        positions: u32,
        /// Where the choice begins.
        seed: u64,
    },
}

/// A certificate that was found to be true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// The code.
    pub code: String,
    /// How many values there are.
    pub values: u64,
    /// How many of them were computed again, each counted once.
    pub recomputed: u64,
    /// Preperiod, period and saltus, if claimed.
    pub period: Option<(u64, u64, u64)>,
    /// The theorem by which the period follows from the values.
    pub theorem: Option<String>,
}

/// The first heaps, which quick mode always checks: there the rules are nearest.
const FIRST_HEAPS: usize = 50;

/// Reads and checks a certificate, with as many threads as the limits allow.
///
/// # Complexity
/// Full, for n values of a game that leaves at most two heaps, r of which are rare: O(n r) and a short
/// search for witnesses of each heap; O(n^2) without a sparse space. Games of one heap whose digits
/// repeat O(n^2), more with more heaps. Quick: that for each value chosen, and the conditions of the
/// theorem. Memory: six bytes for each value, and for each thread one for each number up to the greatest
/// value, within the limit.
///
/// # Errors
/// [`Problem::False`] if the claim does not hold, and where; [`Problem::Malformed`] if the file is no
/// certificate or was changed; a limit; or an error of reading.
pub fn verify(file: &mut dyn Read, mode: Mode, context: &Context<'_>) -> Result<Verified, Problem> {
    let certificate = file::read(file, context)?;
    let game = Game::read(&certificate.code).map_err(Problem::Malformed)?;
    let values = &certificate.values;
    bounded(values)?;
    // The values, rare heaps, and the marks of each thread.
    let marks = Marks::bytes(values).saturating_mul(blocks::threads(values.len(), context));
    let bytes = values.len().saturating_mul(4 + Options::BYTES_PER_VALUE).saturating_add(marks);
    context.check_memory(bytes as u64, || format!("checking {} values", values.len()))?;
    let recomputed = match mode {
        Mode::Full => recompute(&game, values, values.len(), |i| i, context)?,
        Mode::Quick { positions, seed } => {
            let chosen = chosen(values.len(), positions, seed);
            recompute(&game, values, chosen.len(), |i| chosen[i], context)?
        }
    };
    if let Some(claim) = &certificate.claim {
        theorems::check(&game, claim, values, context)?;
    }
    Ok(Verified {
        code: certificate.code,
        values: values.len() as u64,
        recomputed: recomputed as u64,
        period: certificate.claim.as_ref().map(|claim| (claim.start, claim.length, claim.saltus)),
        theorem: certificate.claim.map(|claim| claim.theorem),
    })
}

/// No value is more than 2n.
///
/// A play from a heap of n has at most 2n - 1 moves, since each lowers twice the number of tokens less
/// the number of heaps; and G(n) is at most the length of the longest play.
fn bounded(values: &[u32]) -> Result<(), Problem> {
    match values.iter().enumerate().find(|&(n, &value)| value as usize > 2 * n) {
        None => Ok(()),
        Some((n, value)) => {
            Err(Problem::False(format!("G({n}) is at most {}, not {value} as stored", 2 * n)))
        }
    }
}

/// Computes the values of so many heaps again, and answers how many they are.
fn recompute(
    game: &Game,
    values: &[u32],
    count: usize,
    heap: impl Fn(usize) -> usize + Sync,
    context: &Context<'_>,
) -> Result<usize, Problem> {
    let failure = match game.takes() {
        Some(takes) => {
            let options = Options::new(values, &takes, context)?;
            let state = || Marks::new(values);
            let agrees = |i, marks: &mut Marks| options.agree(heap(i), marks, context);
            blocks::first_failure(count, context, state, agrees)?
        }
        None => {
            let agrees = |i, (): &mut ()| {
                let n = heap(i);
                Ok(game.value(n, values, context)? == u64::from(values[n]))
            };
            blocks::first_failure(count, context, || (), agrees)?
        }
    };
    let Some(n) = failure.map(heap) else { return Ok(count) };
    let value = game.value(n, values, context)?;
    Err(Problem::False(format!("G({n}) is {value}, not {} as stored", values[n])))
}

/// The heaps that quick mode checks, in order.
fn chosen(count: usize, positions: u32, seed: u64) -> Vec<usize> {
    let mut chosen: BTreeSet<usize> =
        (0..count.min(FIRST_HEAPS)).chain(count.checked_sub(1)).collect();
    let (first, end) = (FIRST_HEAPS, count.saturating_sub(1).max(FIRST_HEAPS));
    let mut random = seed;
    // As many different ones as are asked for (Floyd's way; Bentley 1987).
    for last in end - (end - first).min(positions as usize)..end {
        // Knuth's numbers; what they choose need not be secret.
        random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        let place = (u128::from(random) * (last - first + 1) as u128) >> 64;
        if !chosen.insert(first + place as usize) {
            chosen.insert(last);
        }
    }
    chosen.into_iter().collect()
}

impl From<Stop> for Problem {
    fn from(stop: Stop) -> Self {
        Self::Stop(stop)
    }
}

#[cfg(test)]
mod tests;
