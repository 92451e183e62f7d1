//! Values of boards that fall apart, by proof-number search over the compiled rules.

use crate::engine::{Backend, Parts};
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
    parts: Parts,
    searched: Searched,
}

impl Divided {
    /// The search of a program whose moves on boards leave sums; `None` for others.
    pub fn new(program: &Program) -> Option<Self> {
        Some(Self {
            parts: Parts::new(program, Backend::default())?,
            searched: Searched::default(),
        })
    }

    /// The Grundy value of a state in normal form; `None` if the rules failed somewhere, now or before:
    /// they are wrong, or have more than the search can hold.
    ///
    /// # Errors
    /// [`Stop`] at a limit or when cancelled.
    pub fn value(&self, state: &State, context: &Context<'_>) -> Result<Option<u64>, Stop> {
        self.ask(|| self.searched.value(&self.parts, &[self.parts.part(state)], context))
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
        self.ask(|| self.searched.is(&self.parts, &[self.parts.part(state)], value, context))
    }

    /// The states as the search of misère play has them, if the compiled rules list options whole.
    pub fn apart(&self) -> Option<&dyn Apart<State>> {
        if self.parts.is_whole() { Some(self) } else { None }
    }

    fn ask<T>(&self, ask: impl FnOnce() -> Result<T, Stop>) -> Result<Option<T>, Stop> {
        if self.parts.has_failed() {
            return Ok(None);
        }
        let answer = ask();
        // A state that failed was taken for one without moves.
        if self.parts.has_failed() { Ok(None) } else { answer.map(Some) }
    }
}

impl Apart<State> for Divided {
    fn parts(&self, state: &State) -> Vec<u128> {
        vec![self.parts.key(&self.parts.part(state))]
    }

    fn rules(&self) -> &dyn Keyed {
        &self.parts
    }
}
