//! Windows of the nearer rare heaps: taken anew for every seven blocks.

use grundy_lanes::{Level, Stored};

use super::engine::Core;
use super::filter::{Filter, Found, NEAREST, Width};
use super::planes::Planes;

/// Windows are taken with heaps from here on: those of nearer ones would show next to nothing of the
/// later blocks.
const LEAST: usize = 256;

/// What windows of a few blocks show of common options by those rare heaps that are too near for the
/// windows of a span.
pub(super) struct Nearer {
    planes: Planes,
    filter: Filter,
    /// That and what the windows of the span showed: of common values only.
    pub found: Found,
    /// Heaps below are marked.
    marked: usize,
    /// How many rare heaps there were when windows were last chosen.
    arranged: usize,
    takes: Vec<usize>,
}

impl Nearer {
    /// Nothing is marked yet.
    pub fn new(level: Level, takes: Vec<usize>) -> Self {
        Self {
            planes: Planes::new(0, 0, takes.clone(), NEAREST),
            filter: Filter::new(level, Width::Blocks, LEAST..NEAREST),
            found: Found::default(),
            marked: 0,
            arranged: 0,
            takes,
        }
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.planes.bytes.len() + self.filter.bytes() + self.found.bytes()
    }

    /// Finds what is to be found of the next blocks of the span. `prices`: of each value, for one
    /// heap, in cycles.
    pub fn begin<V: Stored>(&mut self, core: &Core<V>, span: &Found, prices: &[f32]) {
        let (b, rares) = (core.len(), core.rares.len());
        let first = self.planes.first(b);
        if self.marked < first {
            // Others did without these windows for long.
            self.planes = Planes::new(core.size, b, self.takes.clone(), NEAREST);
            (self.marked, self.arranged) = (first.max(1), 0);
        }
        self.planes.widen(core.size);
        self.planes.make_room(b);
        self.planes.mark_all(core.level, &core.history, self.marked..b);
        self.marked = b;
        if self.arranged == 0
            || self.filter.is_short(core.size)
            || rares > self.arranged + 4 + self.arranged / 16
        {
            self.arranged = rares;
            self.filter.arrange(1, core.size, &self.planes, core.rares.iter().copied());
        }
        self.filter.refine(b, &self.planes, prices, span, &mut self.found);
    }
}
