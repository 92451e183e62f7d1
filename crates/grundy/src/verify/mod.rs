//! Certificates checked: by code that shares nothing with what wrote them.
//!
//! The checker reads the code by itself, computes values by the definition by itself, and checks the
//! conditions of the theorems as they are stated in [`heap::proof`](crate::heap::proof) and
//! [`heap::period`](crate::heap::period), by itself.

mod arithmetic;
mod file;
mod game;
mod theorems;

pub use file::Problem;

use crate::context::{Context, Stop};
use game::Game;
use std::io::Read;

/// How thoroughly values are checked; the theorem's conditions are checked from all of them anyway.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Every value is computed again by the definition.
    Full,
    /// So many values, chosen by this seed, are computed again from the stored ones.
    Quick {
        /// How many.
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
    /// How many of them were computed again.
    pub recomputed: u64,
    /// Preperiod, period and saltus, if claimed.
    pub period: Option<(u64, u64, u64)>,
    /// The theorem by which the period follows from the values.
    pub theorem: Option<String>,
}

/// Reads and checks a certificate.
///
/// # Complexity
/// Full: O(n^2) for n values of a game with splits into two heaps, O(n) without splits, more with
/// more heaps. Quick: O(n) for each value computed again, and the theorem's window. Memory: four
/// bytes for each value, within the limit.
///
/// # Errors
/// [`Problem::False`] if the claim does not hold, and where; [`Problem::Malformed`] if the file is no
/// certificate or was changed; a limit; or an error of reading.
pub fn verify(file: &mut dyn Read, mode: Mode, context: &Context<'_>) -> Result<Verified, Problem> {
    let certificate = file::read(file, context)?;
    let game = Game::read(&certificate.code).map_err(Problem::Malformed)?;
    let values = &certificate.values;
    let count = values.len();
    let mut recomputed = 0;
    let check = |n: usize| -> Result<(), Problem> {
        let value = game.value(n, values, context)?;
        if value == u64::from(values[n]) {
            return Ok(());
        }
        Err(Problem::False(format!("G({n}) is {value}, not {} as stored", values[n])))
    };
    match mode {
        Mode::Full => {
            // By induction all values are right: each is right if those before it are.
            for n in 0..count {
                context.look("computing values again", n as u64)?;
                check(n)?;
            }
            recomputed = count as u64;
        }
        Mode::Quick { positions, seed } => {
            // The first ones, where the rules are nearest, the last one, and some by chance.
            let mut random = seed;
            let mut chosen: Vec<usize> = (0..count.min(50)).chain(count.checked_sub(1)).collect();
            for _ in 0..positions {
                // Knuth's numbers; what they choose need not be secret.
                random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                chosen.push(((u128::from(random) * count as u128) >> 64) as usize);
            }
            for n in chosen.into_iter().filter(|&n| n < count) {
                context.look("computing values again", recomputed)?;
                check(n)?;
                recomputed += 1;
            }
        }
    }
    if let Some(claim) = &certificate.claim {
        theorems::check(&game, claim, values, context)?;
    }
    Ok(Verified {
        code: certificate.code,
        values: count as u64,
        recomputed,
        period: certificate.claim.as_ref().map(|claim| (claim.start, claim.length, claim.saltus)),
        theorem: certificate.claim.map(|claim| claim.theorem),
    })
}

impl From<Stop> for Problem {
    fn from(stop: Stop) -> Self {
        Self::Stop(stop)
    }
}

#[cfg(test)]
mod tests;
