//! A table as it is asked for: how far and in which view, with what was left open filled in.

use super::{Content, PPositions, Sheet, Table, TableError, View, default_end};
use crate::context::{Context, Stop};
use crate::game::AnyGame;
use crate::nat::{Nat, to_u64};
use std::str::FromStr;

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
    /// As [`Table::compute`] and [`PPositions::list`].
    ///
    /// # Errors
    /// As there; [`TableError::Shape`] where `from` is given and the view is none of P-positions.
    pub fn find(&self, game: &dyn AnyGame, context: &Context<'_>) -> Result<Found, TableError> {
        let AnyView::Of(view) = self.view else {
            self.refuse_lengths()?;
            let play = self.content.play();
            let (to, remark) = self.ends(game)?;
            let list =
                PPositions::list(game, self.from.as_ref(), &to[0], to.get(1), play, context)?;
            return Ok(Found { found: Kind::PPositions(list), remark });
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
        let (ends, remark) = self.ends(game)?;
        let (to, second) = (bound(&ends[0]), ends.get(1).map(bound));
        let table = Table::compute(game, to, second, self.content, context)?;
        Ok(Found { found: Kind::Table(table, view), remark })
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

    /// The last sizes asked for, or the one chosen, with what is said of that.
    fn ends(&self, game: &dyn AnyGame) -> Result<(Vec<Nat>, Option<String>), TableError> {
        if !self.to.is_empty() {
            return Ok((self.to.clone(), None));
        }
        let end = default_end(game).map_err(|error| match error {
            TableError::Shape(message) => TableError::Shape(format!(
                "{message}\n  (a game on a graph takes its graph instead: dag(\"file\"))"
            )),
            stop => stop,
        })?;
        let end = self.from.clone().unwrap_or_default() + end;
        let remark = format!("to {end}, as no end was given: --to N goes on to N");
        Ok((vec![end], Some(remark)))
    }
}

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
        Ok(sheet)
    }

    /// The table, if it is one.
    pub fn table(&self) -> Option<&Table> {
        match &self.found {
            Kind::Table(table, _) => Some(table),
            Kind::PPositions(_) => None,
        }
    }
}
