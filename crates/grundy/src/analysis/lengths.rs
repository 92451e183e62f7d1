//! Remoteness and suspense of sums alone, remembered from one question to the next.

use super::explored::{Explored, START};
use super::parts::Parts;
use super::search::Searcher;
use crate::context::{Context, Stop};
use crate::graph::suspense::suspense;
use crate::nat::to_u64;
use crate::outcome::Play;
use crate::solve::lengths::Measure;

/// How many moves a sum lasts; `None` for a draw.
///
/// # Errors
/// [`Stop`] at a limit; refused for suspense where play may go on for ever, and for misère play where
/// it has no meaning.
pub fn length(
    parts: &Parts<'_>,
    measure: Measure,
    play: Play,
    context: &Context<'_>,
    searcher: &mut Searcher,
) -> Result<Option<u32>, Stop> {
    if play == Play::Misere
        && let Some(reason) = parts.components.iter().find_map(|c| c.misere_refused())
    {
        return Err(Stop::Refused(reason.into()));
    }
    if let Some(reason) = parts.components.iter().find_map(|c| c.lengths_refused()) {
        return Err(Stop::Refused(reason.into()));
    }
    if let Some(length) = parts.fixed_length(play).as_ref().and_then(to_u64)
        && let Ok(length) = u32::try_from(length)
    {
        return Ok(Some(length));
    }
    if !parts.any_loopy() {
        return searcher.length(parts, measure, play, context).map(Some);
    }
    let explored = Explored::of(parts, play, context, searcher)?;
    match measure {
        Measure::Remoteness => Ok(explored.outcomes(play, context)?.remoteness(START)),
        Measure::Suspense => {
            let found = suspense(&explored.graph, play, context)?.get(START);
            found.map(Some).ok_or_else(|| {
                Stop::Refused(
                    "suspense tells how long the winner can delay the end, and here play may go on \
                     for ever: ask for the remoteness"
                        .into(),
                )
            })
        }
    }
}
