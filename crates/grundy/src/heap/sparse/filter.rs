//! The filter: unions of windows, which give known options of a span.

use std::ops::Range;

use grundy_lanes::{InstructionSet, StopRule, WindowList, WindowProgram};

use super::bit_planes::BitPlanes;
use super::cost_model::CostModel;
use super::known_options::KnownOptions;
use super::span::{NEAR_WINDOW_WORDS, SPAN_HEAPS};

/// Words of a window of a span: room for more lanes than a span has, which shifts need.
const SPAN_WINDOW_WORDS: usize = 32;

/// Windows of a program at first.
const MIN_PROGRAM_WINDOWS: usize = 192;

/// Windows of a program at most: building one costs more than running it once.
const MAX_PROGRAM_WINDOWS: usize = 1536;

/// Windows of the fullest plane in each round; other planes have proportionally fewer.
const WINDOWS_PER_ROUND: u64 = 8;

/// Rounds after which planes too empty for a window in each round have one, too.
const MAX_DELAY_ROUNDS: usize = 16;

/// The windows to unite for each class and stored value.
#[derive(Clone, Debug)]
pub(super) struct Filter {
    simd: InstructionSet,
    /// The heaps that may be partners.
    partner_range: Range<usize>,
    /// The partners by class of the option and by stored value: common heaps for rare options, rare
    /// heaps for common ones.
    partners: [Vec<Vec<u32>>; 2],
    /// The program by class and stored value, once it is needed, and whether windows are left that
    /// it does not have.
    programs: [Vec<Option<(WindowProgram, bool)>>; 2],
    /// The number of windows at which the building of a program stops.
    window_limits: [Vec<usize>; 2],
    /// Stored values by falling frequency, when partners were last listed.
    values_by_frequency: Vec<u32>,
    /// Buffer for the program that is being built.
    windows: WindowList,
}

impl Filter {
    /// A filter without partners; those outside the range will be ignored.
    pub fn new(simd: InstructionSet, partner_range: Range<usize>) -> Self {
        let (partners, programs, window_limits) = Default::default();
        Self {
            simd,
            partner_range,
            partners,
            programs,
            window_limits,
            values_by_frequency: Vec::new(),
            windows: WindowList::default(),
        }
    }

    /// Bytes held by programs.
    pub fn bytes(&self) -> usize {
        let programs = self.programs.iter().flatten().flatten();
        programs.map(|(program, _)| 4 * program.len()).sum()
    }

    /// Whether there are stored values below `size` without partner lists.
    pub fn lacks_values(&self, size: usize) -> bool {
        self.programs[1].len() < size
    }

    /// Lists new partners of one class of options, given with their stored values in order of
    /// preference.
    pub fn set_partners(
        &mut self,
        class: usize,
        size: usize,
        planes: &BitPlanes,
        heaps: impl Iterator<Item = (usize, u32)>,
    ) {
        let counts = &planes.counts;
        self.values_by_frequency.clone_from(&planes.values);
        self.values_by_frequency.sort_by_key(|&v| std::cmp::Reverse(counts[v as usize]));
        let partners = &mut self.partners[class];
        partners.iter_mut().for_each(Vec::clear);
        partners.resize(size, Vec::new());
        for (heap, value) in heaps.filter(|h| self.partner_range.contains(&h.0)) {
            partners[value as usize].push(heap as u32);
        }
        self.window_limits[class].resize(size, MIN_PROGRAM_WINDOWS);
        self.programs[class].clear();
        self.programs[class].resize(size, None);
    }

    /// Builds the program for the value x, and returns whether windows are left that it does not
    /// have.
    ///
    /// With a partner of value x ⊕ v, x is an option where the plane of v is set. Each round takes
    /// windows of all planes, in proportion to how full they are: windows of one plane overlap
    /// much.
    fn build_program(&mut self, class: usize, x: u32, planes: &BitPlanes) -> (WindowProgram, bool) {
        let windows = &mut self.windows;
        let (partners, limit) = (&self.partners[class], self.window_limits[class][x as usize]);
        let count = |v: u32| planes.counts[v as usize];
        let max_count = self.values_by_frequency.first().map_or(1, |&v| count(v)).max(1);
        let mut left: Vec<(&[u32], usize, u64)> =
            Vec::with_capacity(self.values_by_frequency.len());
        for &v in &self.values_by_frequency {
            let list = partners.get((x ^ v) as usize).filter(|list| !list.is_empty());
            if let (Some(list), Some(row)) = (list, planes.row(v)) {
                left.push((list, row, WINDOWS_PER_ROUND * count(v) / max_count));
            }
        }
        let mut round = 0;
        while !left.is_empty() && windows.len() < limit {
            for (list, row, quota) in &mut left {
                let quota = match *quota {
                    0 => usize::from(round > MAX_DELAY_ROUNDS),
                    quota => quota as usize,
                };
                let (now, later) = list.split_at(quota.min(list.len()));
                *list = later;
                for &heap in now {
                    let back = heap as usize + planes.min_take;
                    windows.push(back % 8, *row - back / 8);
                }
            }
            left.retain(|(list, ..)| !list.is_empty());
            round += 1;
        }
        // The first row of the planes is empty.
        (windows.program(0), !left.is_empty())
    }

    /// Fills the known options of the span from `at` on. The planes may or may not contain the span
    /// before: these windows do not reach it.
    pub fn fill_span(
        &mut self,
        at: usize,
        planes: &BitPlanes,
        costs: &CostModel,
        known: &mut KnownOptions,
    ) {
        let size = costs.demand.len();
        known.reset(at, size, SPAN_HEAPS / 64, SPAN_WINDOW_WORDS);
        for class in 0..2 {
            for x in 0..self.programs[class].len().min(size) {
                let miss_cycles = costs.demand[x] * costs.miss_cycles[class][x];
                if StopRule::WhileWorth(miss_cycles).is_not_worth_it(SPAN_HEAPS, SPAN_WINDOW_WORDS)
                {
                    continue;
                }
                let acc = &mut known.words[class][x * SPAN_WINDOW_WORDS..][..SPAN_WINDOW_WORDS];
                // The eight bits before the span and those after it belong to no heap; set bits
                // need no work.
                acc[0] = 0xff;
                acc[SPAN_HEAPS / 64] = !0 << 8;
                acc[SPAN_HEAPS / 64 + 1..].fill(!0);
                self.run_program(class, x, at, planes, miss_cycles, acc);
            }
        }
    }

    /// Fills the known common options of the blocks from `at` on, beginning with those of their
    /// span.
    pub fn fill_blocks(
        &mut self,
        at: usize,
        planes: &BitPlanes,
        miss_cycles: &[f32],
        span: &KnownOptions,
        known: &mut KnownOptions,
    ) {
        let first = (at - span.at) / 64;
        let blocks = (span.blocks - first).min(NEAR_WINDOW_WORDS - 1);
        known.reset(at, miss_cycles.len(), blocks, NEAR_WINDOW_WORDS);
        let of_span = span.words[1].chunks_exact(SPAN_WINDOW_WORDS);
        let all = known.words[1].chunks_exact_mut(NEAR_WINDOW_WORDS).zip(of_span).zip(miss_cycles);
        for (x, ((acc, of_span), &miss_cycles)) in all.enumerate().take(self.programs[1].len()) {
            for (acc, &of_span) in acc.iter_mut().zip(&of_span[first..]) {
                *acc = of_span;
            }
            acc[0] |= 0xff;
            acc[blocks..].fill(!0);
            acc[blocks] = of_span[first + blocks] | !0 << 8;
            if miss_cycles > 0.0 {
                self.run_program(1, x, at, planes, miss_cycles, acc);
            }
        }
    }

    /// Runs the program of a class and value on `acc`; it is rebuilt with more windows the next
    /// time if these would be worth their cost.
    fn run_program(
        &mut self,
        class: usize,
        x: usize,
        at: usize,
        planes: &BitPlanes,
        miss_cycles: f32,
        acc: &mut [u64],
    ) {
        if self.programs[class][x].is_none() {
            let program = self.build_program(class, x as u32, planes);
            self.programs[class][x] = Some(program);
        }
        let (program, more) = self.programs[class][x].as_ref().expect("made above");
        let unfinished =
            program.run(self.simd, acc, planes.base(at), StopRule::WhileWorth(miss_cycles));
        let limit = &mut self.window_limits[class][x];
        if unfinished && *more && *limit < MAX_PROGRAM_WINDOWS {
            *limit *= 2;
            self.programs[class][x] = None;
        }
    }
}
