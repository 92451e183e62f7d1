//! Values of boards that fall apart, by proof-number search over the compiled rules.

use crate::engine::{Backend, Parts};
use crate::placement::Placement;
use crate::state::State;
use crate::typed::Program;
use grundy::context::{Context, Stop};
use grundy::game::Apart;
use grundy::nat::Nat;
use grundy::solve::search::Searched;
use grundy_search::{Keyed, Splitting};

/// The search of a program, with what it has found.
#[derive(Debug)]
pub struct Divided {
    /// By family: the moves of the search over boards that its moves are.
    placements: Vec<Option<Placement>>,
    /// The compiled rules, for the other families.
    parts: Option<Parts>,
    searched: Searched,
}

impl Divided {
    /// The search of a program whose moves on boards leave sums, or take free squares as the search over boards
    /// knows; `None` for others.
    pub fn new(program: &Program) -> Option<Self> {
        let families = 0..program.families.len();
        let placements: Vec<_> = families.map(|family| Placement::of(program, family)).collect();
        let parts = Parts::new(program, Backend::default());
        (parts.is_some() || placements.iter().any(Option::is_some)).then(|| Self {
            placements,
            parts,
            searched: Searched::default(),
        })
    }

    /// A family whose moves are those of the search over boards: values are found without the rules.
    pub fn placement(&self, family: usize) -> Option<&Placement> {
        self.placements.get(family)?.as_ref()
    }

    /// Whether positions of a family are searched.
    pub fn searches(&self, family: usize) -> bool {
        self.parts.is_some() || self.placement(family).is_some()
    }

    /// The Grundy value of a state in normal form; `None` if the family is not searched, or the rules failed
    /// somewhere, now or before: they are wrong, or have more than the search can hold.
    ///
    /// # Errors
    /// [`Stop`] at a limit or when cancelled.
    pub fn value(&self, state: &State, context: &Context<'_>) -> Result<Option<u64>, Stop> {
        if let Some(placement) = self.placement(state.family()) {
            return placement.value(state, context).map(Some);
        }
        self.ask(|parts| self.searched.value(parts, &[parts.part(state)], context))
    }

    /// Whether the Grundy value of a state in normal form is `value`; `None` as in [`value`](Self::value).
    ///
    /// # Errors
    /// As there.
    pub fn is(
        &self,
        state: &State,
        value: &Nat,
        context: &Context<'_>,
    ) -> Result<Option<bool>, Stop> {
        if let Some(placement) = self.placement(state.family()) {
            return placement.is(state, value, context).map(Some);
        }
        self.ask(|parts| self.searched.is(parts, &[parts.part(state)], value, context))
    }

    /// The states as the search of misère play has them: all of one kind, so that no two parts share a number.
    pub fn apart(&self) -> Option<&dyn Apart<State>> {
        match (&*self.placements, &self.parts) {
            ([Some(only)], _) => Some(only),
            (_, Some(parts)) if parts.is_whole() => Some(parts),
            _ => None,
        }
    }

    fn ask<T>(&self, ask: impl FnOnce(&Parts) -> Result<T, Stop>) -> Result<Option<T>, Stop> {
        let Some(parts) = self.parts.as_ref().filter(|parts| !parts.has_failed()) else {
            return Ok(None);
        };
        let answer = ask(parts);
        // A state that failed was taken for one without moves.
        if parts.has_failed() { Ok(None) } else { answer.map(Some) }
    }
}

impl Apart<State> for Parts {
    fn parts(&self, state: &State) -> Vec<u128> {
        vec![self.key(&self.part(state))]
    }

    fn rules(&self) -> &dyn Keyed {
        self
    }
}
