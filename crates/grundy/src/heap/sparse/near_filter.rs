//! The filter for rare partners near the blocks, filled anew for every 15 blocks.

use grundy_lanes::{InstructionSet, StoredValue};

use super::bit_planes::BitPlanes;
use super::filter::Filter;
use super::known_options::KnownOptions;
use super::solver::Solver;
use super::span::MIN_SPAN_PARTNER;
use super::witness_ranking::WitnessRanking;

/// The least partner. Windows of nearer ones would miss most of the later blocks.
const MIN_NEAR_PARTNER: usize = 256;

/// Known options of some blocks by rare partners that are too near for the windows of a span.
pub(super) struct NearFilter {
    pub planes: BitPlanes,
    filter: Filter,
    /// The common options known by these partners or to the filter of the span.
    pub known: KnownOptions,
    /// Heaps below are in the planes.
    marked_to: usize,
    /// When partners were last listed: the number of rare heaps, and of the heaps from which their
    /// witness rates were learned.
    listed_at: (usize, usize),
}

impl NearFilter {
    /// No heap is marked; marking begins at `from`, a multiple of 8.
    pub fn new(simd: InstructionSet, size: usize, from: usize, takes: Vec<usize>) -> Self {
        let planes = BitPlanes::new(size, from, takes, MIN_SPAN_PARTNER);
        Self {
            marked_to: planes.start.max(1),
            planes,
            filter: Filter::new(simd, MIN_NEAR_PARTNER..MIN_SPAN_PARTNER),
            known: KnownOptions::default(),
            listed_at: (0, 0),
        }
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.planes.bytes.len() + self.filter.bytes() + self.known.bytes()
    }

    /// Marks all heaps that are computed.
    pub fn mark<V: StoredValue>(&mut self, solver: &Solver<V>) {
        let b = solver.len();
        self.planes.admit_values(solver.size);
        self.planes.make_room(b);
        self.planes.mark_range(solver.simd, &solver.history, self.marked_to..b);
        self.marked_to = b;
    }

    /// Fills the known options of the next blocks of the span. `miss_cycles`: for each stored value
    /// the cycles that a heap costs which does not know it.
    pub fn update<V: StoredValue>(
        &mut self,
        solver: &Solver<V>,
        span: &KnownOptions,
        miss_cycles: &[f32],
        ranking: &WitnessRanking,
    ) {
        self.mark(solver);
        let rares = solver.rares.len();
        let (before, learned) = self.listed_at;
        let grown = rares > before + 4 + before / 16 || ranking.learned_at() > learned;
        if grown || before == 0 || self.filter.lacks_values(solver.size) {
            self.listed_at = (rares, ranking.learned_at());
            let heaps = ranking.ranked(1, solver.rares.iter().copied());
            self.filter.set_partners(1, solver.size, &self.planes, heaps.into_iter());
        }
        self.filter.fill_blocks(solver.len(), &self.planes, miss_cycles, span, &mut self.known);
    }
}
