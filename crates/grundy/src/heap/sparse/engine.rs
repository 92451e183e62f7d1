//! The engine's state, and what happens from block to block.

use std::cell::Cell;

use grundy_lanes::{Layer, Level, Program, Stored};

use super::history::History;
use super::mask::{self, Mask};
use super::planes::{self, Planes};
use super::splits::Splits;
use crate::context::{Context, LimitKind, Stop};

/// Lanes of the levels, and the words of their windows: eight lanes more, for shifts by residues.
pub(super) const LEVELS: [(usize, usize); 3] = [(1920, 32), (480, 8), (120, 2)];

/// Words kept of each value at the two wider levels: two more, of ones, than a window has.
pub(super) const ROWS: [usize; 2] = [34, 10];

/// Rare values are proved with heaps below this, as far as possible.
pub(super) const WITNESSES: usize = 1 << 15;

/// Heaps for which there is room in the planes from the beginning, if so many are wanted.
const ROOM: usize = 1 << 22;

/// A mask is chosen from at most this many of the last values.
pub(super) const SAMPLE: usize = 1 << 22;

/// More rare heaps than this, and than one in eight, are no sparse space.
const CROWD: usize = 4096;

/// When heaps are dropped, these first ones are kept, if memory allows.
const FIRST: usize = 1 << 22;

/// Why the engine does not go on.
#[derive(Debug)]
pub(super) enum Halt {
    /// Another mask fits better: begin again with these values.
    Again,
    /// A value does not fit into the type of stored values.
    Wide,
    /// There is no sparse space.
    Dense,
    /// A limit, or cancelled.
    Stop(Stop),
}

impl From<Stop> for Halt {
    fn from(stop: Stop) -> Self {
        Self::Stop(stop)
    }
}

/// What a level has found for each value, for the lanes of its current block.
#[derive(Clone, Debug, Default)]
pub(super) struct Found {
    /// The first lane of the block.
    pub at: usize,
    pub words: Vec<u64>,
    /// Of each value: 0 nothing is known, 1 the words, 2 that all bits are set.
    pub state: Vec<u8>,
}

impl Found {
    fn begin(&mut self, at: usize, row: usize, size: usize) {
        self.at = at;
        self.words.resize(row * size, 0);
        self.state.clear();
        self.state.resize(size, 0);
    }
}

/// The computation from a certain heap on; see the module `sparse` for how it goes.
pub(super) struct Engine<V> {
    pub splits: Splits,
    pub mask: Mask,
    pub level: Level,
    pub history: History<V>,
    /// The rare heaps but 0, with their stored values.
    pub rares: Vec<(usize, u32)>,
    /// Stored values are below this power of two.
    pub size: usize,
    pub planes: Planes,

    /// Of each level and each stored value, the rare heaps with it that enter at that level.
    pub classes: [Vec<Vec<usize>>; 3],
    /// How many these are.
    pub far: [usize; 3],
    /// Values by falling frequency, when that was last looked at.
    pub by_frequency: Vec<u32>,
    pub programs: [Vec<Option<Program>>; 3],
    /// Values and rare heaps found since.
    pub new_values: Vec<u32>,
    pub new_rares: Vec<(usize, u32)>,
    /// The rare heaps found since the block of the widest level began.
    pub fresh: Vec<(usize, u32)>,
    /// What the two wider levels tell of common values.
    pub wider: [Found; 2],
    /// What the widest level proves of rare values.
    pub proved: Found,

    /// Pairs with a heap of less than the lanes of the narrowest level: the distance to the other
    /// heap and the value; those closer than 64 apart.
    pub near: Vec<(u32, V)>,
    pub close: Vec<(u32, V)>,
    pub layers: Vec<Layer<V>>,

    /// For few pairs: the stored values of late heaps, rare ones silent, and all pairs.
    pub cells: Vec<u8>,
    pub cells_from: usize,
    pub pairs: Vec<(u32, u8)>,

    /// Common heaps by stored value, for proofs at the widest level and at the narrowest one.
    pub witnesses: [Vec<Vec<u32>>; 2],
    pub witness_programs: [Vec<Option<Program>>; 2],
    pub witness_order: Vec<u32>,
    pub witness_upto: usize,
    /// Of each value: the part of the lanes that need it proved, and how many pairs a search for one
    /// lane looks at.
    pub need: Vec<Cell<f32>>,
    pub length: Vec<Cell<f32>>,

    /// When the mask was last thought over, and how many rare heaps there were.
    reviewed: (usize, usize),
    memory: usize,
}

impl<V: Stored> Engine<V> {
    /// Goes on behind these values; their number is a multiple of 8. `None` if they are too large.
    pub fn new(
        splits: &Splits,
        mask: Mask,
        values: &[u32],
        wanted: u64,
        memory: u64,
        level: Level,
    ) -> Option<Self> {
        debug_assert!(values.len().is_multiple_of(8) && values.len() >= 8);
        let mut history = History::with_capacity(values.len() * 2);
        let (mut rares, mut size) = (Vec::new(), 2);
        for (n, &value) in values.iter().enumerate() {
            let cell = mask.store(value);
            if cell >= V::NONE.number() {
                return None;
            }
            history.push(V::of(cell));
            if n > 0 && mask.class(n, value) == 0 {
                rares.push((n, cell));
                history.set_rare(n);
            }
            size = size.max((cell as usize + 1).next_power_of_two());
        }
        let mut engine = Self {
            splits: splits.clone(),
            mask,
            level,
            reviewed: (values.len(), rares.len()),
            history,
            rares,
            size,
            planes: Planes::default(),
            classes: Default::default(),
            far: [0; 3],
            by_frequency: Vec::new(),
            programs: Default::default(),
            new_values: Vec::new(),
            new_rares: Vec::new(),
            fresh: Vec::new(),
            wider: Default::default(),
            proved: Found::default(),
            near: Vec::new(),
            close: Vec::new(),
            layers: Vec::new(),
            cells: Vec::new(),
            cells_from: 0,
            pairs: Vec::new(),
            witnesses: Default::default(),
            witness_programs: Default::default(),
            witness_order: Vec::new(),
            witness_upto: 0,
            need: Vec::new(),
            length: Vec::new(),
            memory: usize::try_from(memory).unwrap_or(usize::MAX),
        };
        // Ahead of what is asked for, where half of the memory has room for as many values as now.
        let ahead = (32 * engine.len()).min(1 << 20).max(usize::try_from(wanted).unwrap_or(ROOM));
        let most = (engine.memory / 2 / size).saturating_mul(8);
        engine.lay(ahead.min(ROOM).min(most));
        Some(engine)
    }

    /// The number of values computed.
    pub fn len(&self) -> usize {
        self.history.len()
    }

    /// The value of a heap that was not dropped.
    pub fn value(&self, n: usize) -> u32 {
        let class = if n == 0 { self.mask.class(0, 0) } else { self.history.class(n) };
        self.mask.value(n, self.history.get(n).number(), class)
    }

    /// Appends the values of late heaps.
    pub fn append_values(&self, from: usize, to: usize, out: &mut Vec<u32>) {
        // Behind the last rare heap all are common.
        let common = self.rares.last().map_or(1, |r| r.0 + 1).clamp(from, to);
        out.extend((from..common).map(|n| self.value(n)));
        let cells = (common..to).map(|n| self.history.get(n).number());
        out.extend((common..to).zip(cells).map(|(n, cell)| self.mask.value(n, cell, 1)));
    }

    /// Makes the planes anew, with room for so many heaps.
    fn lay(&mut self, room: usize) {
        let takes = self.splits.pairs.iter().map(|&(take, _)| take).collect();
        let room = room.max(2 * self.len()).max(1 << 17);
        self.planes = Planes::new(self.size, room, takes);
        for n in 1..self.len() {
            if self.history.class(n) == 1 {
                self.planes.mark(n, self.history.get(n).number());
            }
        }
        self.witness_upto = 0;
        self.arrange();
    }

    /// Puts in order all that depends on the rare heaps and the frequencies of values.
    fn arrange(&mut self) {
        self.new_values.clear();
        self.new_rares.clear();
        self.need.resize(self.size, Cell::new(0.5));
        self.length.resize(self.size, Cell::new(500.0));
        self.by_frequency = self.planes.values.clone();
        let counts = &self.planes.counts;
        self.by_frequency.sort_by_key(|&v| std::cmp::Reverse(counts[v as usize]));
        self.classes = std::array::from_fn(|_| vec![Vec::new(); self.size]);
        for &(r, g) in &self.rares {
            if let Some(l) = LEVELS.iter().position(|&(lanes, _)| r >= lanes) {
                self.classes[l][g as usize].push(r);
            }
        }
        self.far = std::array::from_fn(|l| self.classes[l].iter().map(Vec::len).sum());
        self.programs = std::array::from_fn(|_| vec![None; self.size]);
        self.arrange_near();
        self.arrange_pairs();
        if self.witness_upto == 0
            || self.witness_upto < WITNESSES && self.len() > 2 * self.witness_upto
        {
            self.arrange_witnesses();
        }
    }

    /// Admits a stored value beyond `size`.
    pub fn widen(&mut self) {
        self.size *= 2;
        self.planes.widen(self.size);
        self.need.resize(self.size, Cell::new(0.5));
        self.length.resize(self.size, Cell::new(500.0));
        for l in 0..3 {
            self.classes[l].resize(self.size, Vec::new());
            self.programs[l].resize(self.size, None);
        }
        for l in 0..2 {
            self.witness_programs[l].resize(self.size, None);
        }
        // The next block begins with everything arranged anew.
        self.wider[0].at = usize::MAX;
        self.new_values.extend([0; 3]);
    }

    /// Computes the next block of the narrowest level: 120 values.
    pub fn step(&mut self, context: &Context<'_>) -> Result<(), Halt> {
        if self.planes.full {
            return Err(Halt::Dense);
        }
        let b = self.len();
        let [top, mid] = [self.wider[0].at, self.wider[1].at];
        if self.proved.state.is_empty() || top == usize::MAX || b >= top + LEVELS[0].0 {
            self.begin(context)?;
            self.wider[1].begin(b, ROWS[1], self.size);
        } else if b >= mid + LEVELS[1].0 {
            self.wider[1].begin(b, ROWS[1], self.size);
        }
        if !self.pairs.is_empty() && self.direct(b) {
            return Ok(());
        }
        let result = self.search(b);
        if result.is_err() {
            // The block was not finished: it is taken back.
            self.history.resize(b);
            self.rares.retain(|r| r.0 < b);
            self.fresh.retain(|r| r.0 < b);
            self.new_rares.retain(|r| r.0 < b);
        }
        result
    }

    /// Computes on behind the heaps that were handed on, some blocks but not beyond `to`'s.
    pub fn steps(&mut self, handed: u64, to: u64, context: &Context<'_>) -> Result<(), Halt> {
        while (self.len() as u64) <= to && (self.len() as u64) < handed + (1 << 16) {
            self.step(context)?;
        }
        Ok(())
    }

    /// Begins a block of the widest level.
    fn begin(&mut self, context: &Context<'_>) -> Result<(), Halt> {
        let b = self.len();
        context.look("computing the nim-sequence", b as u64)?;
        self.memory = usize::try_from(context.limits.memory).unwrap_or(usize::MAX);
        self.review()?;
        self.make_room()?;
        let many = self.new_rares.len() > 4 + self.rares.len() / 32 || self.new_values.len() > 2;
        if many || self.witness_upto < WITNESSES && b > 2 * self.witness_upto {
            self.arrange();
        }
        self.fresh.clear();
        self.wider[0].begin(b, ROWS[0], self.size);
        self.proved.begin(b, ROWS[0], self.size);
        Ok(())
    }

    /// Whether another mask would do much better, or none does.
    fn review(&mut self) -> Result<(), Halt> {
        let (b, count) = (self.len(), self.rares.len());
        if count > CROWD && count > b / 8 {
            return Err(Halt::Dense);
        }
        let (at, rares) = self.reviewed;
        if b < at + at / 16 || count < rares + rares / 8 + 24 || self.history.has_gap() {
            return Ok(());
        }
        self.reviewed = (b, count);
        let from = b - (b / 2).min(SAMPLE);
        let values: Vec<u32> = (from..b).map(|n| self.value(n)).collect();
        let Some((mask, rare)) = mask::choose(&values, from, self.splits.parity()) else {
            return Ok(());
        };
        let now = count - self.rares.partition_point(|r| r.0 < from);
        if mask != self.mask && rare * 10 <= now * 8 {
            return Err(Halt::Again);
        }
        Ok(())
    }

    /// Sees that the planes have room for a block, and that memory is kept to.
    fn make_room(&mut self) -> Result<(), Halt> {
        let (b, start) = (self.len(), self.planes.start);
        let last = self.rares.last().map_or(0, |r| r.0);
        // What is looked at from here on, if no rare heap follows.
        let window = last.max(2 * WITNESSES) + self.splits.largest() + (1 << 14);
        let bytes = self.history.bytes();
        if bytes > self.memory / 4 {
            let first = (self.memory / 32).clamp(1 << 16, FIRST);
            let last = window.max(first);
            // Each time half of what is there is dropped at least: moving the rest costs O(1) a heap.
            if bytes > 2 * size_of::<V>() * (first + last) && b > 2 * (first + last) {
                self.history.drop_middle(first, last);
            } else if bytes > self.memory / 2 {
                return Err(self.too_much("values", bytes).into());
            }
        }
        let held = self.history.bytes() + self.planes.bytes.len();
        if held > self.memory {
            return Err(self.too_much("values and bit planes", held).into());
        }
        // A rare heap came so late that its windows begin before the planes.
        let lost = start > 0 && last + 64 > b - start;
        if !lost && self.planes.reaches(b + 2 * LEVELS[0].0) {
            return Ok(());
        }
        let bytes = |room: usize| self.planes.bytes_for(room);
        let most = (self.memory / 2).min(planes::MOST - 1);
        let rooms = [2 * b, b + b / 4].map(|room| room.max(1 << 17));
        let room = rooms.into_iter().find(|&room| bytes(room) <= most);
        let bytes = bytes(rooms[1]);
        if !lost && b - start > 2 * window && (room.is_none() || b - start > 2 * window + ROOM) {
            self.planes.forget((b - window) / 64 * 64);
        } else if let Some(room) = room.filter(|_| !self.history.has_gap()) {
            self.lay(room);
        } else {
            return Err(self.too_much("bit planes", bytes).into());
        }
        Ok(())
    }

    fn too_much(&self, what: &str, bytes: usize) -> Stop {
        Stop::Limit {
            kind: LimitKind::Memory,
            what: format!(
                "computing the nim-sequence: {} MiB of {what} are needed behind heap {}",
                bytes >> 20,
                self.len() - 1
            ),
        }
    }
}
