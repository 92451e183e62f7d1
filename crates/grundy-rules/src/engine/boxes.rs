//! When the outcomes of all states of a loopy program are found together, and kept.

use super::backwards::{Backwards, compute, sizes};
use super::dense::count;
use super::driver::Engine;
use crate::typed::Program;
use grundy::context::{Context, Stop};
use grundy::outcome::Play;
use std::sync::Arc;

impl Program {
    /// Whether play may go on for ever, and the domains are boxes of which [`Engine::backwards`] may find all
    /// outcomes.
    pub fn is_boxed(&self) -> bool {
        self.is_loopy() && sizes(self).is_some()
    }
}

impl Engine {
    /// The outcomes of all states, where play may go on for ever: where the domain of every family bounds
    /// every coordinate by constants, every move leaves one state at most, no state has another form, no
    /// rule is wrong in any of them, and there are up to `most` cells. Nothing otherwise.
    ///
    /// # Complexity
    /// O(cells and moves) time, once; 11 bytes a cell and 4 a move, and then a byte a cell.
    ///
    /// # Errors
    /// The limits of memory and time.
    ///
    /// ```
    /// use grundy::outcome::{Outcome, Play};
    /// use grundy_rules::{engine::Engine, source::Source, state::State, typed::Program};
    /// let text = "loopy walk  walk(i) where i < 9  walk(i) -> walk((i + k) mod 9) for k in {2, 5} if i > 0";
    /// let program = Program::read(Source::new("walk", text)).unwrap();
    /// let mut engine = Engine::new(program.into(), Default::default());
    /// let found = engine.backwards(Play::Normal, 1000, &Default::default()).unwrap().unwrap();
    /// assert_eq!(found.outcome(&State::new(0, vec![0])), Some(Outcome::P));
    /// assert_eq!(found.outcome(&State::new(0, vec![4])), Some(Outcome::N));
    /// assert_eq!(found.outcome(&State::new(0, vec![9])), None);
    /// ```
    pub fn backwards(
        &mut self,
        play: Play,
        most: u64,
        context: &Context<'_>,
    ) -> Result<Option<Arc<Backwards>>, Stop> {
        let which = usize::from(play == Play::Misere);
        if let Some(known) = &self.backwards[which] {
            return Ok(known.clone());
        }
        let fits = self.program.is_loopy() && !(play == Play::Misere && self.program.wins());
        let Some(sizes) = sizes(&self.program).filter(|_| fits) else {
            return Ok(None);
        };
        let cells = sizes.iter().map(|sizes| count(sizes)).fold(0u64, u64::saturating_add);
        let Some(core) = self.core.as_ref().filter(|_| cells <= most) else { return Ok(None) };
        let found = compute(&core.units[0].clone(), &sizes, play, context)?.map(Arc::new);
        self.backwards[which] = Some(found.clone());
        Ok(found)
    }
}
