//! Values of many positions at once: what tables ask of a game.

use crate::context::{Context, Stop};
use crate::outcome::{Outcome, Play};
use crate::period::Period;
use crate::solve::lengths::Measure;

/// What a table is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// Grundy values.
    Values,
    /// Outcomes under a convention.
    Outcomes(Play),
    /// How many moves the game lasts, under a convention.
    Lengths(Measure, Play),
}

impl Content {
    /// The convention.
    pub const fn play(self) -> Play {
        match self {
            Self::Values => Play::Normal,
            Self::Outcomes(play) | Self::Lengths(_, play) => play,
        }
    }
}

/// The Grundy values of the positions typed as one number 0, 1, 2, …, and what is proved of how
/// they go on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// The values.
    pub values: Vec<u32>,
    /// How they repeat, if that is proved.
    pub period: Option<Period>,
}

impl Line {
    /// The values of 0, …, `to` by a formula; O(to) calls.
    ///
    /// # Errors
    /// [`Stop`] when cancelled or at a limit.
    pub fn by(
        to: u64,
        period: Option<Period>,
        context: &Context<'_>,
        formula: impl Fn(u64) -> u64,
    ) -> Result<Option<Self>, Stop> {
        if to >= u64::from(u32::MAX) {
            return Ok(None);
        }
        context.check_memory(4 * to, || format!("a line of {to} values"))?;
        let mut values = Vec::with_capacity(to as usize + 1);
        for n in 0..=to {
            context.tick("computing values", n)?;
            let Ok(value) = u32::try_from(formula(n)) else { return Ok(None) };
            values.push(value);
        }
        Ok(Some(Self { values, period }))
    }
}

/// What is known of a position, in normal play if nothing else was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// There is no such position.
    None,
    /// A move wins at once; there is no value.
    Loony,
    /// The Grundy value.
    Value(u32),
    /// Who wins, where that alone was asked for.
    Outcome(Outcome),
}

/// What is known of all positions typed as numbers from 0 to given ones, by their place: the last
/// number runs fastest.
pub type Entries = Box<dyn Fn(usize) -> Entry>;
