//! Positions of rules that fall apart: by the search for such, or by a small table.

use super::RuleGame;
use crate::divided::Divided;
use crate::placement::Placement;
use crate::state::State;
use grundy::context::{Context, LimitKind, Stop};
use grundy::game::{Known, Proof, Wanted};
use grundy::nat::{self, Nat};
use grundy::ruleset::Ruleset;
use grundy::solve::search::Searched;

/// The values of so many positions are found one by one before a search of positions that fall apart.
const MAX_TABLE: u64 = 1 << 18;

impl RuleGame {
    /// The same within [`MAX_TABLE`] positions; `None` if there are more.
    pub(super) fn value_by_small_table(
        &self,
        position: &State,
        context: &Context<'_>,
    ) -> Result<Option<Known>, Stop> {
        let mut small = *context;
        small.limits.positions = small.limits.positions.min(MAX_TABLE);
        match self.value_by_table(position, &small) {
            Ok(known) => Ok(Some(known)),
            Err(Stop::Limit { kind: LimitKind::Positions | LimitKind::Memory, .. }) => Ok(None),
            Err(stop) => Err(stop),
        }
    }

    /// A question to the search; where the rules fail, to the table of all positions.
    fn ask<T>(
        &self,
        position: &State,
        context: &Context<'_>,
        search: impl FnOnce(&Divided, &State) -> Result<Option<T>, Stop>,
        table: impl FnOnce(&Nat) -> T,
    ) -> Result<T, Stop> {
        let of = |known: &Known| match known {
            Known::Value(value) => Ok(table(value)),
            _ => Err(Stop::Refused(
                "internal error: a value without a number; please report it".into(),
            )),
        };
        if self.placement(position).is_none()
            && let Some(known) = self.value_by_small_table(position, context)?
        {
            return of(&known);
        }
        let form = self.stand_in(position).unwrap_or_else(|| position.clone());
        let found = self.divided.as_ref().map(|divided| search(divided, &form)).transpose()?;
        match found.flatten() {
            Some(found) => Ok(found),
            None => of(&self.value_by_table(position, context)?),
        }
    }

    /// Moves of the search over boards, if those of the family of a position are such.
    pub(super) fn placement(&self, position: &State) -> Option<&Placement> {
        self.divided.as_ref()?.placement(position.family())
    }
}

impl grundy::game::Divided<State> for RuleGame {
    fn value(&self, position: &State, context: &Context<'_>) -> Result<u64, Stop> {
        let number = |value: &Nat| nat::to_u64(value).unwrap_or(u64::MAX);
        self.ask(position, context, |search, form| search.value(form, context), number)
    }

    fn is(&self, position: &State, value: &Nat, context: &Context<'_>) -> Result<bool, Stop> {
        self.ask(
            position,
            context,
            |search, form| search.is(form, value, context),
            |of| of == value,
        )
    }

    fn sum_is(&self, sum: &[State], value: &Nat, context: &Context<'_>) -> Result<bool, Stop> {
        let Some((last, others)) = sum.split_last() else { return Ok(value.is_zero()) };
        if let Some(placement) = self.placement(last)
            && others.iter().all(|other| other.family() == last.family())
            && let Some(found) = placement.sum_is(sum, value, context)
        {
            return found;
        }
        let others = others
            .iter()
            .try_fold(0, |sum, position| Ok::<_, Stop>(sum ^ self.value(position, context)?))?;
        self.is(last, &(value ^ &Nat::from(others)), context)
    }

    fn prove(
        &self,
        position: &State,
        wanted: Wanted,
        context: &Context<'_>,
    ) -> Result<Option<Proof>, Stop> {
        self.certified().map(|rules| rules.prove(position, wanted, context)).transpose()
    }

    fn proves(&self) -> bool {
        self.certified().is_some()
    }

    fn kept(&self, position: &State) -> Option<(String, &Searched)> {
        self.placement(position)?.kept(position)
    }
}
