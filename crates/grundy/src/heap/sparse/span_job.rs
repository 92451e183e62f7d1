//! The work for a span that another thread can do: filling the filter, and deferred checks.

use grundy_lanes::{InstructionSet, StoredValue};

use super::bit_planes::{BitPlanes, PARTNER_END};
use super::cost_model::CostModel;
use super::deferred_check::DeferredCheck;
use super::filter::Filter;
use super::known_options::KnownOptions;
use super::span::MIN_SPAN_PARTNER;
use super::take_lists::TakeLists;

/// Fills the known options of the next span while a span is computed; first checks the last span,
/// if checks are deferred.
pub(super) struct SpanJob<V> {
    pub planes: BitPlanes,
    pub filter: Filter,
    pub costs: CostModel,
    /// The known options of the span from `at` on; until that is filled, of the span to be checked.
    pub known: KnownOptions,
    pub at: usize,
    pub deferred: Option<DeferredCheck<V>>,
    /// The values to be checked, and the heap below which the engine has checked them already.
    pub unchecked: Vec<V>,
    pub checked_to: usize,
    /// When the mask was reviewed before these heaps, for the engine to return to.
    pub reviewed: (usize, usize),
}

impl<V: StoredValue> SpanJob<V> {
    /// A job for values below `size` that knows no heap; marking begins at `from`.
    pub fn new(takes: &TakeLists, simd: InstructionSet, (size, from): (usize, usize)) -> Self {
        Self {
            planes: BitPlanes::new(size, from, takes.takes(), PARTNER_END),
            filter: Filter::new(simd, MIN_SPAN_PARTNER..PARTNER_END),
            costs: CostModel::default(),
            known: KnownOptions::default(),
            at: 0,
            deferred: None,
            unchecked: Vec::new(),
            checked_to: 0,
            reviewed: (0, 0),
        }
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        let deferred = self.deferred.as_ref().map_or(0, |deferred| deferred.solver.history.bytes());
        self.planes.bytes.len() + self.filter.bytes() + 2 * self.known.bytes() + deferred
    }

    /// Does the work; after a failed check the known options are not filled.
    pub fn run(&mut self) {
        if let Some(deferred) = &mut self.deferred {
            deferred.check(&self.unchecked, &self.known, self.checked_to);
            if deferred.failed {
                return;
            }
        }
        self.filter.fill_span(self.at, &self.planes, &self.costs, &mut self.known);
    }
}
