//! What windows of bit planes tell of many heaps at once: values that are options of them.

use std::ops::Range;

use grundy_lanes::{Chunk, Effort, Level, Program};

use super::planes::Planes;

/// Heaps that windows tell of together: 31 blocks of 64. A window has 64 lanes more, for shifts by
/// residues.
pub(super) const SPAN: usize = 64 * (WORDS - 1);
const WORDS: usize = 32;

/// How wide windows are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Width {
    /// A whole span.
    Span,
    /// Seven blocks.
    Blocks,
}

impl Width {
    fn words(self) -> usize {
        match self {
            Self::Span => WORDS,
            Self::Blocks => 8,
        }
    }

    /// Windows of a first chunk. Each chunk has costs of its own, which narrow windows feel.
    fn first_chunk(self) -> usize {
        match self {
            Self::Span => 48,
            Self::Blocks => 96,
        }
    }
}

/// Windows are taken with heaps from here on: a span's windows end before the span that precedes it,
/// so that they can be taken while the values of that one are being computed.
pub(super) const NEAREST: usize = 2 * SPAN;

/// Windows of a program at most.
const MOST: usize = 1500;

/// Windows of the fullest plane in each round.
const ROUND: u64 = 8;

/// Of planes that are much emptier than the fullest one windows are taken after so many rounds.
const PATIENCE: usize = 16;

/// Windows are not begun if so many cycles can be saved at most, for each of their words.
const LITTLE: f32 = 12.5;

/// What windows tell of some blocks: not all options, but only options.
#[derive(Clone, Debug, Default)]
pub(super) struct Found {
    /// The first heap.
    pub at: usize,
    blocks: usize,
    /// Values below this are told of.
    size: usize,
    /// Of each class (0 rare, 1 common), each block and each value, the lanes that have it as option.
    words: [Vec<u64>; 2],
}

impl Found {
    /// Nothing is told of so many blocks.
    fn begin(&mut self, at: usize, size: usize, blocks: usize) {
        (self.at, self.size, self.blocks) = (at, size, blocks);
        for words in &mut self.words {
            words.clear();
            words.resize(blocks * size, 0);
        }
    }

    /// Whether the block of 64 heaps from b on is one of these.
    pub fn has(&self, b: usize) -> bool {
        (self.at..self.at + 64 * self.blocks).contains(&b)
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.words.iter().map(|words| 8 * words.len()).sum()
    }

    /// The words of a block of 64 heaps from b on, by value.
    pub fn block(&self, class: usize, b: usize) -> &[u64] {
        let block = (b - self.at) / 64;
        &self.words[class][block * self.size..][..self.size]
    }
}

/// What it costs if windows do not tell, in cycles.
#[derive(Clone, Debug, Default)]
pub(super) struct Prices {
    /// Of each value, the part of the heaps that ask for it.
    pub need: Vec<f32>,
    /// Of each class and value, for one heap.
    pub search: [Vec<f32>; 2],
}

/// Which windows to take for each value.
#[derive(Clone, Debug)]
pub(super) struct Filter {
    level: Level,
    width: Width,
    /// The heaps with which windows are taken.
    heaps: Range<usize>,
    /// Of each class, by stored value: the heaps with which an option of that class is looked for
    /// among pairs with a common heap. Common heaps make rare options, rare heaps common ones.
    lists: [Vec<Vec<u32>>; 2],
    programs: [Vec<Option<Program>>; 2],
    /// Values by falling frequency, when that was last looked at.
    order: Vec<u32>,
}

impl Filter {
    pub fn new(level: Level, width: Width, heaps: Range<usize>) -> Self {
        let (lists, programs) = Default::default();
        Self { level, width, heaps, lists, programs, order: Vec::new() }
    }

    /// Bytes held by programs.
    pub fn bytes(&self) -> usize {
        let programs = self.programs.iter().flatten().flatten();
        programs.map(|program| 4 * program.len()).sum()
    }

    /// Whether there are values of which it knows nothing.
    pub fn is_short(&self, size: usize) -> bool {
        self.programs[1].len() < size
    }

    /// Begins anew with heaps of that class, given with their stored values.
    pub fn arrange(
        &mut self,
        class: usize,
        size: usize,
        planes: &Planes,
        heaps: impl Iterator<Item = (usize, u32)>,
    ) {
        let counts = &planes.counts;
        self.order.clone_from(&planes.values);
        self.order.sort_by_key(|&v| std::cmp::Reverse(counts[v as usize]));
        let lists = &mut self.lists[class];
        lists.iter_mut().for_each(Vec::clear);
        lists.resize(size, Vec::new());
        for (heap, value) in heaps.filter(|h| self.heaps.contains(&h.0)) {
            lists[value as usize].push(heap as u32);
        }
        self.programs[class].clear();
        self.programs[class].resize(size, None);
    }

    /// The windows for the value x, the most promising first.
    ///
    /// With a heap of value x + v it is an option where the plane of v is set. Some of each plane are
    /// taken in turn, the more the fuller it is: windows of one plane are much alike.
    fn program(&self, class: usize, x: u32, planes: &Planes) -> Program {
        let lists = &self.lists[class];
        let (mut program, mut chunk) = (Program::default(), Chunk::default());
        let mut limit = self.width.first_chunk();
        let count = |v: u32| planes.counts[v as usize];
        let most = self.order.first().map_or(1, |&v| count(v)).max(1);
        let mut left: Vec<(&[u32], usize, u64)> = Vec::with_capacity(self.order.len());
        for &v in &self.order {
            let list = lists.get((x ^ v) as usize).filter(|list| !list.is_empty());
            if let (Some(list), Some(row)) = (list, planes.row(v)) {
                left.push((list, row, ROUND * count(v) / most));
            }
        }
        let mut round = 0;
        while !left.is_empty() && program.len() + chunk.len() < MOST {
            for (list, row, quota) in &mut left {
                let quota = match *quota {
                    0 => usize::from(round > PATIENCE),
                    quota => quota as usize,
                };
                let (now, later) = list.split_at(quota.min(list.len()));
                *list = later;
                for &heap in now {
                    chunk.add(heap as usize % 8, *row - heap as usize / 8);
                }
            }
            if chunk.len() >= limit {
                program.push(&mut chunk);
                limit += limit / 2;
            }
            left.retain(|(list, ..)| !list.is_empty());
            round += 1;
        }
        if !chunk.is_empty() {
            program.push(&mut chunk);
        }
        program
    }

    /// Finds what windows tell of the span from `at` on. The planes know the heaps below
    /// `at - SPAN`, or below `at`: that is the same for these windows.
    pub fn fill(&mut self, at: usize, planes: &Planes, prices: &Prices, found: &mut Found) {
        let size = prices.need.len();
        found.begin(at, size, SPAN / 64);
        for class in 0..2 {
            for x in 0..self.programs[class].len().min(size) {
                let price = prices.need[x] * prices.search[class][x];
                if price * SPAN as f32 <= LITTLE * WORDS as f32 {
                    continue;
                }
                // The first eight bits and those behind the lanes are no heaps.
                let mut acc = [0u64; WORDS];
                acc[0] = 0xff;
                acc[WORDS - 1] = !0 << 8;
                self.run(class, x, at, planes, price, &mut acc);
                for (block, pair) in acc.windows(2).enumerate() {
                    found.words[class][block * size + x] = pair[0] >> 8 | pair[1] << 56;
                }
            }
        }
    }

    /// Finds what windows tell of common options of the blocks from `at` on, if the span is known to
    /// have some already.
    pub fn refine(
        &mut self,
        at: usize,
        planes: &Planes,
        prices: &[f32],
        span: &Found,
        found: &mut Found,
    ) {
        const WORDS: usize = 8;
        let size = prices.len().min(span.size);
        let blocks = ((span.at + 64 * span.blocks - at) / 64).min(WORDS - 1);
        found.begin(at, size, blocks);
        let first = (at - span.at) / 64 * span.size;
        for (x, &price) in prices.iter().enumerate().take(size) {
            let mut known = [!0u64; WORDS - 1];
            for (block, known) in known[..blocks].iter_mut().enumerate() {
                *known = span.words[1][first + block * span.size + x];
            }
            let left: u32 = known.iter().map(|known| known.count_zeros()).sum();
            if price * left as f32 > LITTLE * WORDS as f32 && x < self.programs[1].len() {
                let mut acc = [!0u64; WORDS];
                for (block, &known) in known.iter().enumerate() {
                    acc[block] &= known << 8 | 0xff;
                    acc[block + 1] &= known >> 56 | !0xff;
                }
                acc[0] |= 0xff;
                self.run(1, x, at, planes, price, &mut acc);
                for (known, pair) in known.iter_mut().zip(acc.windows(2)) {
                    *known = pair[0] >> 8 | pair[1] << 56;
                }
            }
            for (block, known) in known[..blocks].iter().enumerate() {
                found.words[1][block * size + x] = *known;
            }
        }
    }

    fn run(
        &mut self,
        class: usize,
        x: usize,
        at: usize,
        planes: &Planes,
        price: f32,
        acc: &mut [u64],
    ) {
        if self.programs[class][x].is_none() {
            self.programs[class][x] = Some(self.program(class, x as u32, planes));
        }
        let program = self.programs[class][x].as_ref().expect("made above");
        program.run(self.level, acc, planes.before(at), Effort::Worth(price));
    }
}
