//! The method of the next span, the change to it, and spans by marks.

use grundy_lanes::StoredValue;

use super::engine::Engine;
use super::halt::Halt;
use super::mark_filter::MarkFilter;
use super::method_choice::Method;
use super::span::SPAN_HEAPS;
use crate::context::Context;

/// The bound of stored values from which on marks may be faster than windows.
const MIN_MARKED_VALUES: usize = 512;

impl<V: StoredValue> Engine<V> {
    /// The methods that are possible and may be the fastest; windows are the first one.
    pub fn possible_methods(&self) -> Vec<Method> {
        let mut possible = vec![Method::Windows];
        let (solver, forced) = (&self.solver, self.choice.is_forced());
        if forced || self.ranking.is_settled() && !solver.has_few_pairs() {
            let many_values = solver.size >= MIN_MARKED_VALUES;
            if MarkFilter::<V>::suits(solver.size) && (many_values || forced) {
                possible.push(Method::Marks);
            }
            if solver.can_apply_all_pairs() {
                possible.push(Method::AllPairs);
            }
        }
        possible
    }

    /// The method for the next span.
    pub fn wanted_method(&self) -> Method {
        self.choice.method(&self.possible_methods())
    }

    /// Changes the method if another one was chosen, but only between spans: these begin at the same
    /// heaps whatever the method.
    pub fn use_chosen_method(&mut self) -> Result<(), Halt> {
        let wanted = self.wanted_method();
        if wanted == self.method || self.len() < self.known.at + SPAN_HEAPS {
            return Ok(());
        }
        let all_pairs = wanted == Method::AllPairs;
        match (self.method, wanted) {
            (_, Method::Marks) => {
                self.solver.set_all_pairs(false);
                let job = self.job.as_mut().expect("no thread has it");
                (job.deferred, self.deferring) = (None, false);
                self.marks = MarkFilter::default();
                self.solver.demand.clear();
                self.solver.search_cost.clear();
            }
            (Method::Marks, _) => {
                // Tables are built as in the midst of a span: this one has begun.
                self.review_mask()?;
                self.solver.unmarked_pairs = None;
                self.solver.search_cost.clear();
                self.solver.set_all_pairs(all_pairs);
                self.rebuild();
            }
            _ => self.solver.set_all_pairs(all_pairs),
        }
        self.method = wanted;
        Ok(())
    }

    /// Computes on with known options by marks.
    pub fn extend_by_marks(
        &mut self,
        delivered: u64,
        to: u64,
        context: &Context<'_>,
    ) -> Result<(), Halt> {
        let end = to.saturating_add(1).min(delivered + self.choice.patience() as u64);
        while (self.len() as u64) < end {
            if self.len() >= self.known.at + SPAN_HEAPS {
                if self.method != self.wanted_method() {
                    return Ok(());
                }
                self.begin_marked_span(context)?;
            }
            let Self { solver, known, marks, .. } = &mut *self;
            let end = known.at + SPAN_HEAPS;
            while solver.len() < end && solver.len() as u64 <= to {
                marks.fill_block(solver);
                solver.compute_block(&marks.known, &marks.known, false)?;
                marks.sample(solver);
            }
        }
        Ok(())
    }

    /// Begins a span whose known options are found by marks.
    fn begin_marked_span(&mut self, context: &Context<'_>) -> Result<(), Halt> {
        let b = self.len();
        context.look_at_values(b as u64)?;
        self.solver.memory_limit = usize::try_from(context.limits.memory).unwrap_or(usize::MAX);
        self.review_mask()?;
        let mut job = self.job.take().expect("no thread has it");
        let result = self.enforce_memory_limit(&mut job);
        self.job = Some(job);
        result?;
        self.known.reset(b, 0, SPAN_HEAPS / 64, 2);
        self.marks.begin_span(&mut self.solver, &self.ranking, self.choice.max_complete);
        Ok(())
    }
}
