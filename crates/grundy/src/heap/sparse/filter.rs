//! What windows of bit planes tell of many heaps at once: values that are options of them.

use std::ops::Range;

use grundy_lanes::{Effort, Level, Program, Windows};

use super::planes::Planes;

/// Heaps that windows tell of together: 30 blocks of 64, twice as many as narrow windows. A window has
/// more lanes, for shifts by residues.
pub(super) const SPAN: usize = 2 * 64 * (FEW_WORDS - 1);
const WORDS: usize = 32;

/// Words of a window of a few blocks.
const FEW_WORDS: usize = 16;

/// Windows are taken with heaps from here on: a span's windows end before the span that precedes it,
/// so that they can be taken while the values of that one are being computed.
pub(super) const NEAREST: usize = 2 * SPAN;

/// Windows of a program at first, and at most: making one costs more than running it once.
const FIRST: usize = 192;
const MOST: usize = 1536;

/// Windows of the fullest plane in each round.
const ROUND: u64 = 8;

/// Of planes that are much emptier than the fullest one windows are taken after so many rounds.
const PATIENCE: usize = 16;

/// What windows tell of some blocks: not all options, but only options.
#[derive(Clone, Debug, Default)]
pub(super) struct Found {
    /// The first heap.
    pub at: usize,
    blocks: usize,
    /// Of each class (0 rare, 1 common) and value, so many words: the heaps that have it as option,
    /// from eight before the first one on.
    words: [Vec<u64>; 2],
    width: usize,
}

impl Found {
    /// Nothing is told of so many blocks.
    fn begin(&mut self, at: usize, size: usize, blocks: usize, width: usize) {
        (self.at, self.blocks, self.width) = (at, blocks, width);
        for words in &mut self.words {
            words.clear();
            words.resize(width * size, 0);
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

    /// Of the block of 64 heaps from b on, the lanes that have a value as option, by value.
    pub fn block(&self, class: usize, b: usize, out: &mut Vec<u64>) {
        let i = (b - self.at) / 64;
        let words = self.words[class].chunks_exact(self.width.max(2));
        out.clear();
        out.extend(words.map(|words| words[i] >> 8 | words[i + 1] << 56));
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
    /// The heaps with which windows are taken.
    heaps: Range<usize>,
    /// Of each class, by stored value: the heaps with which an option of that class is looked for
    /// among pairs with a common heap. Common heaps make rare options, rare heaps common ones.
    lists: [Vec<Vec<u32>>; 2],
    programs: [Vec<Option<(Program, bool)>>; 2],
    /// How many windows the programs have, or a few more.
    limits: [Vec<usize>; 2],
    /// Values by falling frequency, when that was last looked at.
    order: Vec<u32>,
    /// For the program that is being made.
    windows: Windows,
}

impl Filter {
    pub fn new(level: Level, heaps: Range<usize>) -> Self {
        let (lists, programs, limits) = Default::default();
        Self {
            level,
            heaps,
            lists,
            programs,
            limits,
            order: Vec::new(),
            windows: Windows::default(),
        }
    }

    /// Bytes held by programs.
    pub fn bytes(&self) -> usize {
        let programs = self.programs.iter().flatten().flatten();
        programs.map(|(program, _)| 4 * program.len()).sum()
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
        self.limits[class].resize(size, FIRST);
        self.programs[class].clear();
        self.programs[class].resize(size, None);
    }

    /// The windows for the value x, the most promising first.
    ///
    /// With a heap of value x + v it is an option where the plane of v is set. Some of each plane are
    /// taken in turn, the more the fuller it is: windows of one plane are much alike. Also tells whether
    /// there are more.
    fn program(&mut self, class: usize, x: u32, planes: &Planes) -> (Program, bool) {
        let windows = &mut self.windows;
        let (lists, limit) = (&self.lists[class], self.limits[class][x as usize]);
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
        while !left.is_empty() && windows.len() < limit {
            for (list, row, quota) in &mut left {
                let quota = match *quota {
                    0 => usize::from(round > PATIENCE),
                    quota => quota as usize,
                };
                let (now, later) = list.split_at(quota.min(list.len()));
                *list = later;
                for &heap in now {
                    let back = heap as usize + planes.least;
                    windows.push(back % 8, *row - back / 8);
                }
            }
            left.retain(|(list, ..)| !list.is_empty());
            round += 1;
        }
        // The first row of the planes is empty.
        (windows.program(0), !left.is_empty())
    }

    /// Finds what windows tell of the span from `at` on. The planes know the heaps below
    /// `at - SPAN`, or below `at`: that is the same for these windows.
    pub fn fill(&mut self, at: usize, planes: &Planes, prices: &Prices, found: &mut Found) {
        let size = prices.need.len();
        found.begin(at, size, SPAN / 64, WORDS);
        for class in 0..2 {
            for x in 0..self.programs[class].len().min(size) {
                let price = prices.need[x] * prices.search[class][x];
                if Effort::Worth(price).is_little(SPAN, WORDS) {
                    continue;
                }
                let acc = &mut found.words[class][x * WORDS..][..WORDS];
                // The first eight bits and those behind the lanes are no heaps.
                acc[0] = 0xff;
                acc[SPAN / 64] = !0 << 8;
                acc[SPAN / 64 + 1..].fill(!0);
                self.run(class, x, at, planes, price, acc);
            }
        }
    }

    /// Finds what windows tell of common options of the blocks from `at` on, when `span` is told.
    pub fn refine(
        &mut self,
        at: usize,
        planes: &Planes,
        prices: &[f32],
        span: &Found,
        found: &mut Found,
    ) {
        let first = (at - span.at) / 64;
        let blocks = (span.blocks - first).min(FEW_WORDS - 1);
        found.begin(at, prices.len(), blocks, FEW_WORDS);
        let told = span.words[1].chunks_exact(WORDS);
        let all = found.words[1].chunks_exact_mut(FEW_WORDS).zip(told).zip(prices);
        for (x, ((acc, told), &price)) in all.enumerate().take(self.programs[1].len()) {
            for (acc, &told) in acc.iter_mut().zip(&told[first..]) {
                *acc = told;
            }
            acc[0] |= 0xff;
            acc[blocks..].fill(!0);
            acc[blocks] = told[first + blocks] | !0 << 8;
            if price > 0.0 {
                self.run(1, x, at, planes, price, acc);
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
            let program = self.program(class, x as u32, planes);
            self.programs[class][x] = Some(program);
        }
        let (program, more) = self.programs[class][x].as_ref().expect("made above");
        let short = program.run(self.level, acc, planes.before(at), Effort::Worth(price));
        let limit = &mut self.limits[class][x];
        if short && *more && *limit < MOST {
            *limit *= 2;
            self.programs[class][x] = None;
        }
    }
}
