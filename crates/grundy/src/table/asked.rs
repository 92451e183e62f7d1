//! A table as it is asked for: how far and in which view, with what was left open filled in.

use super::{Content, PPositions, Sheet, Table, TableError, View, default_end};
use crate::context::{Context, Stop};
use crate::game::AnyGame;
use crate::nat::{Nat, to_u64};
use std::str::FromStr;
use std::time::Duration;

/// A view of a table, or the list of its P-positions, which can begin anywhere.
///
/// ```
/// use grundy::table::{AnyView, View};
/// assert_eq!("by-value".parse(), Ok(AnyView::Of(View::ByValue)));
/// assert!("by-size".parse::<AnyView>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnyView {
    /// The P-positions alone.
    PPositions,
    /// A view of the table.
    Of(View),
}

impl FromStr for AnyView {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Ok(match text {
            "p-positions" => Self::PPositions,
            "table" => Self::Of(View::Entries),
            "by-value" => Self::Of(View::ByValue),
            "differences" => Self::Of(View::Differences),
            _ => match text.strip_prefix("base=") {
                Some(radix) => Self::Of(View::Digits(radix.parse()?)),
                None => {
                    let views = "p-positions, by-value, differences, base=b, base=fibonacci";
                    return Err(format!("the views are {views}"));
                }
            },
        })
    }
}

/// What is asked of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The last first argument, and the last second one; empty: the end is chosen.
    pub to: Vec<Nat>,
    /// The least first argument, for lists of P-positions.
    pub from: Option<Nat>,
    /// What is shown.
    pub view: AnyView,
    /// What is told of each position.
    pub content: Content,
}

/// What was found, of which a [`Sheet`] is made.
pub struct Found {
    found: Kind,
    /// The limit that ended it.
    stop: Option<Stop>,
    /// What is said of an end that nobody asked for.
    remark: Option<String>,
}

enum Kind {
    Table(Table, View),
    PPositions(PPositions),
}

impl Asked {
    /// Makes the table.
    ///
    /// # Complexity
    /// As [`Table::compute`] and [`PPositions::list`]; of a table that a limit ends the whole rows are there.
    ///
    /// # Errors
    /// As there; [`TableError::Shape`] where `from` is given and the view is none of P-positions.
    pub fn find(&self, game: &dyn AnyGame, context: &Context<'_>) -> Result<Found, TableError> {
        let AnyView::Of(view) = self.view else {
            self.refuse_lengths()?;
            let (from, play) = (self.from.as_ref(), self.content.play());
            let list = |to: &[Nat], context: &Context<'_>| {
                let list = PPositions::list(game, from, &to[0], to.get(1), play, context)?;
                Ok((list, None))
            };
            let ((list, stop), remark) = self.as_far_as_asked(game, context, list)?;
            return Ok(Found { found: Kind::PPositions(list), stop, remark });
        };
        if self.from.is_some() {
            let message = "--from goes with --view p-positions: a table begins with the least size";
            return Err(TableError::Shape(message.into()));
        }
        if view != View::Entries {
            self.refuse_lengths()?;
        }
        // What exceeds the word is past every limit as well.
        let bound = |n: &Nat| to_u64(n).unwrap_or(u64::MAX - 1);
        let table = |ends: &[Nat], context: &Context<'_>| {
            let (to, second) = (bound(&ends[0]), ends.get(1).map(bound));
            Table::compute_as_far(game, to, second, self.content, context)
        };
        let ((table, stop), remark) = self.as_far_as_asked(game, context, table)?;
        Ok(Found { found: Kind::Table(table, view), stop, remark })
    }

    /// Views of values and outcomes do not go with lengths.
    fn refuse_lengths(&self) -> Result<(), TableError> {
        match self.content {
            Content::Lengths(..) => Err(TableError::Shape(
                "--remoteness and --suspense make a table: leave --view out".into(),
            )),
            _ => Ok(()),
        }
    }

    /// What `make` finds to the last sizes asked for; else to the usual one, or to the half of it, and so on, where
    /// that takes long. And what is said of an end that was chosen.
    fn as_far_as_asked<T>(
        &self,
        game: &dyn AnyGame,
        context: &Context<'_>,
        make: impl Fn(&[Nat], &Context<'_>) -> Result<Made<T>, TableError>,
    ) -> Result<(Made<T>, Option<String>), TableError> {
        if !self.to.is_empty() {
            return Ok((make(&self.to, context)?, None));
        }
        let mut further = default_end(game).map_err(|error| match error {
            TableError::Shape(message) => TableError::Shape(format!(
                "{message}\n  (a game on a graph takes its graph instead: dag(\"file\"))"
            )),
            stop => stop,
        })?;
        loop {
            let end = self.from.clone().unwrap_or_default() + further;
            let made = make(std::slice::from_ref(&end), &context.within(CHOSEN_TIME));
            let made = made.and_then(|(made, stop)| match stop {
                Some(stop) if further > LEAST_CHOSEN => Err(TableError::Stop(stop)),
                stop => Ok((made, stop)),
            });
            match made {
                Ok(made) => {
                    let remark = format!("to {end}, as no end was given: --to N goes on to N");
                    return Ok((made, Some(remark)));
                }
                Err(TableError::Stop(Stop::Limit { .. } | Stop::Refused(_)))
                    if further > LEAST_CHOSEN =>
                {
                    // The limit may be that of the question, not that of this try.
                    context.look("filling the table", 0)?;
                    further /= 2;
                }
                Err(error) => return Err(error),
            }
        }
    }
}

/// What was made, and the limit that ended it.
type Made<T> = (T, Option<Stop>);

/// The time for a table to an end that nobody asked for; where it takes longer, half as much is tried.
const CHOSEN_TIME: Duration = Duration::from_secs(5);

/// No end below this is chosen.
const LEAST_CHOSEN: u64 = 5;

impl Found {
    /// The view, to be written in any format.
    ///
    /// # Errors
    /// [`Stop`] at a limit.
    pub fn sheet(&self, context: &Context<'_>) -> Result<Sheet<'_>, Stop> {
        let mut sheet = match &self.found {
            Kind::Table(table, view) => table.sheet(*view, context)?,
            Kind::PPositions(list) => list.sheet(),
        };
        if let Some(remark) = &self.remark {
            sheet.remark(remark.clone());
        }
        if let Some(stop) = &self.stop {
            sheet.ends_early(stop);
        }
        Ok(sheet)
    }

    /// The limit that ended a table before all of its rows were found.
    pub fn stop(&self) -> Option<&Stop> {
        self.stop.as_ref()
    }

    /// The table, if it is one.
    pub fn table(&self) -> Option<&Table> {
        match &self.found {
            Kind::Table(table, _) => Some(table),
            Kind::PPositions(_) => None,
        }
    }
}
