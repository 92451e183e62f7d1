//! How much the rules of a certificate may ask of who reads them: a few lines could fill all memory.

use std::collections::BTreeMap;

use grundy::syntax::Span;

use super::cases::Refused;
use super::logic::{Condition, Var};

/// So many conditions are put together for all rules.
const MAX_WORK: usize = 1 << 21;

/// The parts of a condition.
const MAX_SIZE: usize = 1 << 14;

/// So deep conditions are inside each other, and definitions speak of definitions.
const MAX_DEPTH: usize = 200;

/// What was put together so far.
#[derive(Default)]
pub(super) struct Work {
    done: usize,
    /// How long the chains of definitions are that variables stand for.
    depths: BTreeMap<Var, usize>,
}

impl Work {
    /// Counts so many conditions; the next ones that are spent are refused if that was too much.
    pub fn charge(&mut self, count: usize) {
        self.done = self.done.saturating_add(count);
    }

    /// Counts what was put together.
    pub fn spend<'c>(
        &mut self,
        made: impl IntoIterator<Item = &'c Condition>,
        span: Span,
    ) -> Result<(), Refused> {
        for condition in made {
            let (count, depth) = condition.size();
            self.charge(count);
            if depth > MAX_DEPTH {
                return Refused::new(format!("conditions of more than {MAX_DEPTH} levels"), span);
            }
            if count > MAX_SIZE {
                return Refused::new(format!("a condition of more than {MAX_SIZE} parts"), span);
            }
        }
        if self.done > MAX_WORK {
            return Refused::new(format!("more than {MAX_WORK} conditions"), span);
        }
        Ok(())
    }

    /// Counts a definition, and how many others it goes through.
    pub fn define(&mut self, var: Var, definition: &Condition, span: Span) -> Result<(), Refused> {
        let vars = definition.vars().into_iter().filter(|&own| own != var);
        let below = vars.filter_map(|own| self.depths.get(&own)).max().copied().unwrap_or(0);
        if below >= MAX_DEPTH {
            return Refused::new(format!("more than {MAX_DEPTH} divisions one of another"), span);
        }
        self.depths.insert(var, below + 1);
        self.spend([definition], span)
    }
}
