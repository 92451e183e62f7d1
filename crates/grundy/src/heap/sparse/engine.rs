//! The engine of one mask: spans, masks, memory, threads.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Instant;

use grundy_lanes::{InstructionSet, StoredValue};

use super::bit_planes::PARTNER_END;
use super::cost_model::candidate_cycles;
use super::deferred_check::{DeferredCheck, MIN_DEFERRAL_DISTANCE, receive};
use super::halt::Halt;
use super::history::History;
use super::known_options::KnownOptions;
use super::mark_filter::MarkFilter;
use super::mask::{self, Mask};
use super::method_choice::{Method, MethodChoice};
use super::minorities::Minorities;
use super::near_filter::NearFilter;
use super::rare_pairs::Exhaustive;
use super::solver::Solver;
use super::span::{MIN_SPAN_PARTNER, SPAN_HEAPS};
use super::span_job::SpanJob;
use super::take_lists::TakeLists;
use super::witness_ranking::WitnessRanking;
use crate::context::Context;

/// A mask is chosen from this many of the last values at most.
pub(super) const MAX_MASK_SAMPLE_HEAPS: usize = 1 << 22;

/// Rare heaps beyond which one in [`MIN_HEAPS_PER_RARE_HEAP`] is too many for a sparse space.
const MAX_RARE_HEAPS: usize = 4096;

/// Heaps for each rare heap, at least, where there are more than [`MAX_RARE_HEAPS`].
const MIN_HEAPS_PER_RARE_HEAP: usize = 8;

/// Up to this many heaps the mask is reviewed even if hardly more heaps are rare.
pub(super) const EARLY_PHASE_HEAPS: usize = 1 << 15;

/// Stored values below this are turned into values by a table.
const MAX_TABLE_VALUES: usize = 256;

/// Heaps before the planes from which the frequencies of values are learned.
const FREQUENCY_SAMPLE_HEAPS: usize = 1 << 20;

/// The greatest weight of windows against searches.
const MAX_WINDOW_WEIGHT: f32 = 16.0;

/// The computation with one mask; [the module](super) describes it.
pub(super) struct Engine<V> {
    pub solver: Solver<V>,
    /// The known options of the present span.
    pub known: KnownOptions,
    /// `None` only while the other thread has it.
    pub job: Option<Box<SpanJob<V>>>,
    near_filter: NearFilter,
    pub marks: MarkFilter<V>,
    /// Which filter is in use; the tables of the other one are out of date.
    pub method: Method,
    pub choice: MethodChoice,
    pub ranking: WitnessRanking,
    /// By stored value: cycles for each heap that does not know the common value, for the near
    /// filter.
    candidate_costs: Vec<f32>,
    /// When partners were last listed: the number of rare heaps, and of heaps.
    listed_at: (usize, usize),
    /// When the mask was last reviewed: the number of heaps, and of rare heaps.
    pub reviewed: (usize, usize),
    /// How much a cycle saved by windows counts against one spent on them: more than one where
    /// another thread takes the windows and has time.
    window_weight: f32,
    /// Whether checks are deferred, and a heap before which they are not.
    pub deferring: bool,
    defer_from: usize,
    /// While checks are deferred: the blocks of the present span below this heap are checked by
    /// this thread, and whether that failed.
    checked: (usize, bool),
}

/// To the other thread and back.
type Channels<V> = (Sender<Box<SpanJob<V>>>, Receiver<Box<SpanJob<V>>>);

impl<V: StoredValue> Engine<V> {
    /// Continues after these values, whose number must be a multiple of 8. `None` if a value is
    /// too large to be stored, the values are too few for the takes, or a heap beyond 2^32 is rare.
    pub fn new(
        takes: &TakeLists,
        mask: Mask,
        values: &[u32],
        simd: InstructionSet,
    ) -> Option<Self> {
        debug_assert!(values.len().is_multiple_of(8));
        if values.len() < 128 + takes.largest() {
            return None;
        }
        let mut history = History::with_capacity(values.len() * 2);
        let (mut rares, mut size) = (Vec::new(), 2);
        for (n, &value) in values.iter().enumerate() {
            let cell = mask.store(value);
            if cell >= V::NONE.number() {
                return None;
            }
            history.push(V::of(cell));
            if n > 0 && mask.class(n, value) == 0 {
                if n + takes.largest() > u32::MAX as usize {
                    return None;
                }
                rares.push((n, cell));
                history.set_rare(n);
            }
            size = size.max((cell as usize + 1).next_power_of_two());
        }
        Some(Self::from_history(takes, mask, (history, rares, size), simd))
    }

    /// Continues after this history, with its rare heaps and stored values below `size`.
    pub fn from_history(
        takes: &TakeLists,
        mask: Mask,
        (history, rares, size): (History<V>, Vec<(usize, u32)>, usize),
        simd: InstructionSet,
    ) -> Self {
        let job = Box::new(SpanJob::new(takes, simd, (size, history.len())));
        let near_filter = NearFilter::new(simd, size, history.len(), takes.takes());
        let reviewed = (history.len(), rares.len());
        let solver = Solver::from_history(takes, mask, (history, rares, size), simd);
        let mut engine = Self {
            solver,
            known: KnownOptions::default(),
            job: Some(job),
            near_filter,
            marks: MarkFilter::default(),
            method: Method::Windows,
            choice: MethodChoice::default(),
            ranking: WitnessRanking::default(),
            candidate_costs: Vec::new(),
            listed_at: (0, 0),
            reviewed,
            window_weight: 1.0,
            deferring: false,
            defer_from: 0,
            checked: (0, false),
        };
        engine.build_tables();
        engine
    }

    /// The number of values computed.
    pub fn len(&self) -> usize {
        self.solver.len()
    }

    /// The value of a heap that was not dropped.
    pub fn value(&self, n: usize) -> u32 {
        self.solver.value(n)
    }

    /// Appends the values of heaps that are later than any dropped one.
    pub fn append_values(&self, from: usize, to: usize, out: &mut Vec<u32>) {
        let Solver { mask, rares, history, .. } = &self.solver;
        // All heaps after the last rare one are common.
        let common = rares.last().map_or(1, |r| r.0 + 1).clamp(from, to);
        out.extend((from..common).map(|n| self.value(n)));
        let cells = history.late_slice(common, to);
        if self.solver.size > MAX_TABLE_VALUES || cells.len() < MAX_TABLE_VALUES {
            out.extend((common..to).zip(cells).map(|(n, cell)| mask.value(n, cell.number(), 1)));
            return;
        }
        // A value follows from the stored one and the parity of the heap.
        let table = |n: usize| -> [u32; MAX_TABLE_VALUES] {
            std::array::from_fn(|cell| mask.value(n, cell as u32, 1))
        };
        let (first, second) = (table(common), table(common + 1));
        let (couples, last) = cells.as_chunks::<2>();
        let at = |table: &[u32; MAX_TABLE_VALUES], cell: V| {
            table[cell.number() as usize % MAX_TABLE_VALUES]
        };
        let start = out.len();
        out.resize(start + cells.len(), 0);
        let (twos, one) = out[start..].as_chunks_mut::<2>();
        for (two, &[a, b]) in twos.iter_mut().zip(couples) {
            *two = [at(&first, a), at(&second, b)];
        }
        for (one, &cell) in one.iter_mut().zip(last) {
            *one = at(&first, cell);
        }
    }

    /// Builds everything that depends on the history: planes, lists of pairs, known options of two
    /// spans.
    fn build_tables(&mut self) {
        let mut job = self.job.take().expect("no thread has it");
        let (solver, planes) = (&mut self.solver, &mut job.planes);
        let (len, first) = (solver.len(), planes.first_needed(solver.len()).max(1));
        let kept = solver.history.kept().into_iter().flatten().filter(|&n| n > 0);
        let kept = kept.filter(|&n| n + FREQUENCY_SAMPLE_HEAPS > first);
        for n in kept.filter(|&n| n < first || solver.history.class(n) == 1) {
            let cell = solver.history.get(n).number();
            if n < first { planes.count_value(cell) } else { planes.mark(n, cell) }
        }
        self.near_filter.mark(solver);
        self.near_filter.planes.counts.clone_from(&planes.counts);
        solver.list_pairs(&self.ranking);
        solver.list_exhaustive_pairs();
        job.costs.demand = vec![0.5; solver.size];
        self.update_windows(&mut job);
        job.at = len;
        job.run();
        std::mem::swap(&mut self.known, &mut job.known);
        job.at = len + SPAN_HEAPS;
        job.run();
        self.job = Some(job);
    }

    /// Lists the partners of windows where they have changed, and updates the cost model.
    fn update_windows(&mut self, job: &mut SpanJob<V>) {
        let Self { solver, listed_at, candidate_costs, ranking, .. } = self;
        let SpanJob { planes, filter, costs, deferred, .. } = job;
        let (len, size) = (solver.len(), solver.size);
        planes.admit_values(size);
        let learned = ranking.learn(solver, &planes.counts);
        if learned {
            solver.list_pairs(ranking);
        }
        let grown = filter.lacks_values(size) || learned;
        if grown || solver.rares.len() > listed_at.0 + 4 + listed_at.0 / 16 {
            listed_at.0 = solver.rares.len();
            let heaps = ranking.ranked(1, solver.rares.iter().copied());
            filter.set_partners(1, size, planes, heaps.into_iter());
        }
        if grown || listed_at.1 < PARTNER_END && len > listed_at.1 + listed_at.1 / 4 {
            listed_at.1 = len;
            solver.list_witnesses(ranking);
            if let Some(deferred) = deferred {
                deferred.solver.witness_batches.clone_from(&solver.witness_batches);
                deferred.solver.witness_row.clone_from(&solver.witness_row);
            }
            let heaps = MIN_SPAN_PARTNER..len.min(PARTNER_END);
            let common = heaps.filter(|&n| solver.history.class(n) == 1);
            let heaps = common.map(|n| (n, solver.history.get(n).number()));
            filter.set_partners(0, size, planes, ranking.ranked(0, heaps).into_iter());
        }
        // No candidate is eliminated where all pairs are scanned.
        let candidate = match solver.exhaustive.pairs.is_empty() {
            true => candidate_cycles::<V>(solver.far_pairs.first_len()),
            false => 0.0,
        };
        // Requirements are counted by the solver that checks; both count while a check is deferred.
        let deferring = deferred.is_some();
        let checker = match deferred {
            Some(deferred) => {
                deferred.solver.demand.resize(size, 0);
                let both = deferred.solver.demand.iter_mut().zip(&mut solver.demand);
                both.for_each(|(sum, count)| *sum += std::mem::take(count));
                &mut deferred.solver
            }
            None => solver,
        };
        // The thread that fills the filter also searches while checks are deferred.
        let search_weight = if deferring { 1.0 } else { self.window_weight };
        costs.update(size, checker, search_weight, self.window_weight * candidate);
        candidate_costs.clear();
        candidate_costs.extend(costs.demand.iter().map(|demand| demand * candidate));
    }

    /// Computes on after the `delivered` values that the caller has, some spans but not far beyond
    /// `to`.
    pub fn extend(&mut self, delivered: u64, to: u64, context: &Context<'_>) -> Result<(), Halt> {
        self.use_chosen_method()?;
        let (began, len) = (Instant::now(), self.len());
        let result = match self.method {
            Method::Windows | Method::AllPairs => self.extend_by_windows(delivered, to, context),
            Method::Marks => self.extend_by_marks(delivered, to, context),
        };
        let possible = self.possible_methods();
        if self.method == self.choice.method(&possible) {
            let heaps = self.len().saturating_sub(len);
            self.choice.learn(&possible, heaps, began.elapsed().as_secs_f64(), self.len());
        }
        result
    }

    /// Computes on with known options by windows.
    fn extend_by_windows(
        &mut self,
        delivered: u64,
        to: u64,
        context: &Context<'_>,
    ) -> Result<(), Halt> {
        let few = self.solver.has_few_pairs();
        if context.limits.threads < 2 || few || to < delivered + 2 * SPAN_HEAPS as u64 {
            if let Some(job) = &mut self.job {
                job.deferred = None;
            }
            self.deferring = false;
            return self.compute_spans(delivered, to, context, None);
        }
        let result = std::thread::scope(|scope| {
            let ((to_worker, jobs), (done, from_worker)) =
                (channel::<Box<SpanJob<V>>>(), channel());
            scope.spawn(move || {
                while let Ok(mut job) = receive(&jobs, || false) {
                    job.run();
                    if done.send(job).is_err() {
                        break;
                    }
                }
            });
            self.compute_spans(delivered, to, context, Some((to_worker, from_worker)))
        });
        let checked = self.finish_checks();
        if let Some(job) = &mut self.job
            && self.solver.history.bytes() > self.solver.memory_limit / 4
        {
            // Two histories would exceed the limit.
            (job.deferred, self.deferring) = (None, false);
        }
        match (checked, result) {
            // The halt came from heaps that are discarded.
            (false, Err(Halt::Remask | Halt::ValueTooLarge | Halt::NotSparse)) => Ok(()),
            (_, result) => result,
        }
    }

    /// The same on this thread, which hands jobs to the other one through `channels`, if there is
    /// one.
    fn compute_spans(
        &mut self,
        delivered: u64,
        to: u64,
        context: &Context<'_>,
        channels: Option<Channels<V>>,
    ) -> Result<(), Halt> {
        let end = to.saturating_add(1).min(delivered + self.choice.patience() as u64);
        while (self.len() as u64) < end {
            if self.len() >= self.known.at + SPAN_HEAPS {
                if self.method != self.wanted_method() {
                    return Ok(());
                }
                let mut job = self.job.take().expect("it came back");
                job.reviewed = self.reviewed;
                let result = self.begin_span(&mut job, channels.is_some(), context);
                if result.is_err() {
                    self.reviewed = job.reviewed;
                }
                match &channels {
                    Some((to_worker, _)) if result.is_ok() => {
                        to_worker.send(job).expect("the other thread waits for it");
                    }
                    _ => {
                        if result.is_ok() {
                            job.run();
                        }
                        self.job = Some(job);
                    }
                }
                result?;
            }
            let end = self.known.at + SPAN_HEAPS;
            let to = usize::try_from(to).unwrap_or(usize::MAX);
            let mut result = Ok(());
            while result.is_ok() && self.solver.len() < end && self.solver.len() <= to {
                let Self {
                    solver, known, near_filter, candidate_costs, deferring, ranking, ..
                } = &mut *self;
                if solver.exhaustive.pairs.is_empty() && !near_filter.known.has(solver.len()) {
                    near_filter.update(solver, known, candidate_costs, ranking);
                }
                result = solver.compute_block(known, &near_filter.known, *deferring);
            }
            if let (None, Some((_, from_worker))) = (&self.job, &channels) {
                // This thread waits: windows should cost the other one less, and blocks can be
                // checked meanwhile. Where it need not wait, windows may cost more.
                let mut change = 1.1;
                let mut meanwhile = || {
                    change = 0.9;
                    let b = self.checked.0;
                    let has_work = self.deferring && b < self.solver.len() && !self.checked.1;
                    if has_work {
                        self.checked = (b + 64, !self.solver.is_checked(b, &self.known));
                    }
                    has_work
                };
                let job =
                    receive(from_worker, &mut meanwhile).expect("the other thread sends it back");
                let failed = job.deferred.as_ref().is_some_and(|deferred| deferred.failed);
                let reviewed = job.reviewed;
                self.job = Some(job);
                self.window_weight = (self.window_weight * change).clamp(1.0, MAX_WINDOW_WEIGHT);
                if failed {
                    self.reviewed = reviewed;
                }
                if failed || self.checked.1 {
                    self.roll_back();
                    continue;
                }
            }
            result?;
        }
        Ok(())
    }

    /// Checks the heaps whose check is deferred. `false` if that failed and heaps were discarded.
    fn finish_checks(&mut self) -> bool {
        let Self { solver, known, job, checked, .. } = self;
        let job = job.as_mut().expect("no thread has it");
        let Some(deferred) = &mut job.deferred else { return true };
        deferred.check(solver.history.late_slice(deferred.len(), solver.len()), known, checked.0);
        checked.0 = checked.0.max(deferred.len());
        let failed = deferred.failed;
        if failed {
            self.roll_back();
        }
        !failed
    }

    /// The common options known by near rare partners.
    #[cfg(test)]
    pub fn near_known(&self) -> &KnownOptions {
        &self.near_filter.known
    }

    /// Whether heaps were ever discarded.
    #[cfg(test)]
    pub fn has_rolled_back(&self) -> bool {
        self.defer_from > 0
    }

    /// Discards the heaps that are not checked and everything derived from them.
    fn roll_back(&mut self) {
        let Self { solver, job, .. } = self;
        let job = job.as_mut().expect("no thread has it");
        let deferred = job.deferred.take().expect("a check is deferred");
        solver.history.resize(deferred.len());
        solver.size = deferred.solver.size;
        solver.exhaustive = Exhaustive::default();
        solver.minorities = Minorities::default();
        (solver.demand, solver.search_cost) = (deferred.solver.demand, deferred.solver.search_cost);
        (self.deferring, self.defer_from, self.checked) =
            (false, solver.len() + MIN_DEFERRAL_DISTANCE, (0, false));
        self.rebuild();
    }

    /// Builds everything for windows anew.
    pub fn rebuild(&mut self) {
        let Self { solver, job, .. } = self;
        let (size, len) = (solver.size, solver.len());
        let job = job.as_mut().expect("no thread has it");
        **job = SpanJob::new(&solver.takes, solver.simd, (size, len));
        self.near_filter = NearFilter::new(solver.simd, size, len, solver.takes.takes());
        self.listed_at = (0, 0);
        self.build_tables();
    }

    /// Begins a span and prepares `job`, which this thread or the other is to run.
    fn begin_span(
        &mut self,
        job: &mut SpanJob<V>,
        other: bool,
        context: &Context<'_>,
    ) -> Result<(), Halt> {
        let b = self.len();
        context.look_at_values(b as u64)?;
        self.solver.memory_limit = usize::try_from(context.limits.memory).unwrap_or(usize::MAX);
        self.review_mask()?;
        self.enforce_memory_limit(job)?;
        self.near_filter.mark(&self.solver);
        let (near, planes, from) = (&self.near_filter.planes, &mut job.planes, self.known.at);
        planes.make_room(b);
        planes.copy_marks(near, from..b);
        if near.overflowed || planes.overflowed {
            return Err(Halt::NotSparse);
        }
        self.update_windows(job);
        std::mem::swap(&mut self.known, &mut job.known);
        job.at = b + SPAN_HEAPS;
        let solver = &self.solver;
        let defer_from =
            self.defer_from.max(solver.rares.last().map_or(0, |r| r.0) + MIN_DEFERRAL_DISTANCE);
        let fits = solver.history.bytes() <= solver.memory_limit / 8;
        if other && job.deferred.is_none() && b > defer_from && fits {
            job.deferred = Some(DeferredCheck::new(solver));
        }
        self.deferring = job.deferred.is_some();
        job.unchecked.clear();
        if let Some(deferred) = &job.deferred {
            job.unchecked.extend_from_slice(solver.history.late_slice(deferred.len(), b));
            job.checked_to = self.checked.0;
            self.checked = (b, false);
        }
        Ok(())
    }

    /// Halts if another mask would leave at most 80 percent of the rare heaps rare, or too many are
    /// rare.
    pub fn review_mask(&mut self) -> Result<(), Halt> {
        let (b, count) = (self.len(), self.solver.rares.len());
        if count > MAX_RARE_HEAPS && count > b / MIN_HEAPS_PER_RARE_HEAP {
            return Err(Halt::NotSparse);
        }
        let (at, rares) = self.reviewed;
        let grown = b < EARLY_PHASE_HEAPS || count >= rares + rares / 8 + 24;
        if b < at + at / 16 || !grown || self.solver.history.has_gap() {
            return Ok(());
        }
        self.reviewed = (b, count);
        let from = b - (b / 2).min(MAX_MASK_SAMPLE_HEAPS);
        let values: Vec<u32> = (from..b).map(|n| self.value(n)).collect();
        let Some((mask, rare)) = mask::choose(&values, from, self.solver.takes.parity()) else {
            return Ok(());
        };
        let now = count - self.solver.rares.partition_point(|r| r.0 < from);
        if mask != self.solver.mask && rare * 10 <= now * 8 {
            return Err(Halt::Remask);
        }
        Ok(())
    }

    /// Drops old heaps where memory is short; a limit if that does not suffice.
    pub fn enforce_memory_limit(&mut self, job: &mut SpanJob<V>) -> Result<(), Halt> {
        self.solver.drop_middle_if_short()?;
        if let Some(deferred) = &mut job.deferred {
            deferred.solver.memory_limit = self.solver.memory_limit;
            deferred.solver.drop_middle_if_short()?;
        }
        let solver = &self.solver;
        let windows = job.bytes() + self.near_filter.bytes() + self.marks.bytes();
        let held = solver.history.bytes() + solver.exhaustive.bytes() + solver.minorities.bytes();
        let held = held + windows;
        if held > solver.memory_limit {
            return Err(solver.memory_error("values and windows", held).into());
        }
        Ok(())
    }
}
