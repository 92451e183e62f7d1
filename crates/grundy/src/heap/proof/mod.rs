//! When repetition seen is repetition proved: the theorems, each with its proof.

mod arithmetic;
mod guy_smith;
mod takes;
mod window;

pub use arithmetic::arithmetic_proof;
pub use guy_smith::{guy_smith_period, holds_from, seen_period};
pub use takes::takes_proof;
pub use window::window_proof;

use super::store::Values;
use super::{Code, space::Space};
use crate::context::{Context, Stop};
use crate::period::Period;

/// What proves a repetition; each theorem is stated and proved in its file of `heap/proof`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theorem {
    /// Guy and Smith's, of any game with bounded takes.
    GuySmith,
    /// Of sparse spaces.
    Window,
    /// Of games without splits.
    Takes,
    /// Of arithmetic periods with splits.
    Arithmetic,
}

impl Theorem {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::GuySmith, Self::Window, Self::Takes, Self::Arithmetic];

    /// The name in certificates.
    pub const fn id(self) -> &'static str {
        match self {
            Self::GuySmith => "guy-smith",
            Self::Window => "window",
            Self::Takes => "takes",
            Self::Arithmetic => "arithmetic",
        }
    }

    /// The name as told to people.
    pub const fn name(self) -> &'static str {
        match self {
            Self::GuySmith => "Guy and Smith's theorem",
            Self::Window => "the window theorem of sparse spaces",
            Self::Takes => "the state theorem of games without splits",
            Self::Arithmetic => "the theorem of arithmetic periods",
        }
    }
}

/// How many of the values prove the repetition that holds at their end, and by which theorem; `None`
/// if none does yet.
///
/// # Complexity
/// Guy and Smith's theorem: O(1). The others need work for each value, and are tried only if
/// `thorough`.
///
/// # Errors
/// [`Stop`] when cancelled or out of time.
pub fn prove(
    code: &Code,
    values: &Values,
    seen: Period,
    space: Option<&Space>,
    thorough: bool,
    context: &Context<'_>,
) -> Result<Option<Theorem>, Stop> {
    if seen.saltus == 0
        && holds_from(code, seen.preperiod, seen.length)
            .is_some_and(|end| values.len() as u64 >= end)
    {
        return Ok(Some(Theorem::GuySmith));
    }
    if !thorough {
        return Ok(None);
    }
    if takes_proof(code, values, seen, context)? {
        return Ok(Some(Theorem::Takes));
    }
    if seen.saltus > 0 {
        let proved = arithmetic_proof(code, values, seen, context)?;
        return Ok(proved.then_some(Theorem::Arithmetic));
    }
    if let Some(space) = space
        && window_proof(
            code,
            values,
            space.classes.mask,
            space.classes.parity,
            seen.length,
            context,
        )?
        .is_some()
    {
        return Ok(Some(Theorem::Window));
    }
    Ok(None)
}
