//! Windows of the nearer rare heaps: taken anew for every fifteen blocks.

use grundy_lanes::{Level, Stored};

use super::core::Core;
use super::filter::{Filter, Found, NEAREST};
use super::planes::Planes;
use super::yields::Yields;

/// Windows are taken with heaps from here on: those of nearer ones would show next to nothing of the
/// later blocks.
const LEAST: usize = 256;

/// What windows of a few blocks tell of common options by those rare heaps that are too near for the
/// windows of a span.
pub(super) struct Nearer {
    pub planes: Planes,
    filter: Filter,
    /// That and what the windows of the span told: of common values only.
    pub found: Found,
    /// Heaps below are marked.
    marked: usize,
    /// How many rare heaps there were when windows were last chosen, and from how many heaps it had been
    /// learned which show most.
    arranged: (usize, usize),
}

impl Nearer {
    /// Heaps from `from` on, a multiple of 8, are still to be marked.
    pub fn new(level: Level, size: usize, from: usize, takes: Vec<usize>) -> Self {
        let planes = Planes::new(size, from, takes, NEAREST);
        Self {
            marked: planes.start.max(1),
            planes,
            filter: Filter::new(level, LEAST..NEAREST),
            found: Found::default(),
            arranged: (0, 0),
        }
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.planes.bytes.len() + self.filter.bytes() + self.found.bytes()
    }

    /// Marks all heaps that are known.
    pub fn mark<V: Stored>(&mut self, core: &Core<V>) {
        let b = core.len();
        self.planes.widen(core.size);
        self.planes.make_room(b);
        self.planes.mark_all(core.level, &core.history, self.marked..b);
        self.marked = b;
    }

    /// Finds what is to be found of the next blocks of the span. `prices`: of each value, for one
    /// heap, in cycles.
    pub fn begin<V: Stored>(
        &mut self,
        core: &Core<V>,
        span: &Found,
        prices: &[f32],
        yields: &Yields,
    ) {
        self.mark(core);
        let rares = core.rares.len();
        let (before, learned) = self.arranged;
        let grown = rares > before + 4 + before / 16 || yields.learned() > learned;
        if grown || before == 0 || self.filter.is_short(core.size) {
            self.arranged = (rares, yields.learned());
            let heaps = yields.order(1, core.rares.iter().copied());
            self.filter.arrange(1, core.size, &self.planes, heaps.into_iter());
        }
        self.filter.refine(core.len(), &self.planes, prices, span, &mut self.found);
    }
}
