//! The engine's state, and what happens from span to span.

use std::cell::Cell;
use std::sync::mpsc::{Receiver, Sender, channel};

use grundy_lanes::{Level, Stored};

use super::behind::{Behind, CALM, receive};
use super::core::Core;
use super::direct::Few;
use super::filter::{Filter, Found, NEAREST, Prices, SPAN};
use super::history::History;
use super::mask::{self, Mask};
use super::nearer::Nearer;
use super::planes::{Planes, REACH};
use super::splits::Splits;
use super::yields::Yields;
use crate::context::{Context, Stop};

/// A mask is chosen from at most this many of the last values.
pub(super) const SAMPLE: usize = 1 << 22;

/// More rare heaps than this, and than one in eight, are no sparse space.
const CROWD: usize = 4096;

/// Before this the mask is thought over even if no more heaps are rare.
pub(super) const EARLY: usize = 1 << 15;

/// Stored values below this are turned into values by a table.
const SMALL: usize = 256;

/// How often values occur is learned from so many heaps before those that are marked.
const COUNTED: usize = 1 << 20;

/// Windows may be worth so many times their price to another thread.
const MOST_EAGER: f32 = 16.0;

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

/// The computation from a certain heap on; see the module `sparse` for how it goes.
pub(super) struct Engine<V> {
    pub core: Core<V>,
    /// What windows tell of the present span.
    pub now: Found,
    /// Always there but while another thread has it.
    ahead: Option<Box<Ahead<V>>>,
    nearer: Nearer,
    yields: Yields,
    /// What a candidate costs for which windows do not tell that it is an option, by value.
    candidates: Vec<f32>,
    /// Rare heaps, and heaps, when the windows were last chosen.
    arranged: (usize, usize),
    /// When the mask was last thought over, and how many rare heaps there were.
    pub reviewed: (usize, usize),
    /// How much more windows are worth, since another thread takes them.
    eager: f32,
    /// Whether proofs lag behind, and a heap before which they do not.
    lagging: bool,
    calm: usize,
    /// The heaps below are proved, if proofs lag behind; and whether that failed.
    done: (usize, bool),
}

/// What finds out, while a span is computed, what windows tell of the next one, and proves the last
/// one, if proofs lag behind.
struct Ahead<V> {
    planes: Planes,
    filter: Filter,
    prices: Prices,
    /// What windows tell of the span from `at` on; until then, of the span that is to be proved.
    next: Found,
    at: usize,
    behind: Option<Behind<V>>,
    /// The heaps that are to be proved, and up to which this is done.
    fresh: Vec<V>,
    done: usize,
    /// When the mask was thought over before them, as in the engine.
    reviewed: (usize, usize),
}

impl<V: Stored> Ahead<V> {
    /// Nothing is known.
    fn new(splits: &Splits, level: Level, (size, from): (usize, usize)) -> Self {
        Self {
            planes: Planes::new(size, from, splits.takes(), REACH),
            filter: Filter::new(level, NEAREST..REACH),
            prices: Prices::default(),
            next: Found::default(),
            at: 0,
            behind: None,
            fresh: Vec::new(),
            done: 0,
            reviewed: (0, 0),
        }
    }

    /// Bytes held.
    fn bytes(&self) -> usize {
        let behind = self.behind.as_ref().map_or(0, |behind| behind.core.history.bytes());
        self.planes.bytes.len() + self.filter.bytes() + 2 * self.next.bytes() + behind
    }

    fn work(&mut self) {
        if let Some(behind) = &mut self.behind {
            behind.prove(&self.fresh, &self.next, self.done);
            if behind.failed {
                return;
            }
        }
        self.filter.fill(self.at, &self.planes, &self.prices, &mut self.next);
    }
}

/// To the other thread and back.
type Ways<V> = (Sender<Box<Ahead<V>>>, Receiver<Box<Ahead<V>>>);

impl<V: Stored> Engine<V> {
    /// Goes on behind these values; their number is a multiple of 8. `None` if they are too large
    /// or too few for the takes, or a heap beyond 2^32 is rare.
    pub fn new(splits: &Splits, mask: Mask, values: &[u32], level: Level) -> Option<Self> {
        debug_assert!(values.len().is_multiple_of(8));
        if values.len() < 128 + splits.largest() {
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
                if n + splits.largest() > u32::MAX as usize {
                    return None;
                }
                rares.push((n, cell));
                history.set_rare(n);
            }
            size = size.max((cell as usize + 1).next_power_of_two());
        }
        Some(Self::over(splits, mask, (history, rares, size), level))
    }

    /// Goes on behind these heaps, the rare ones of them, and values below `size`.
    pub fn over(
        splits: &Splits,
        mask: Mask,
        (history, rares, size): (History<V>, Vec<(usize, u32)>, usize),
        level: Level,
    ) -> Self {
        let ahead = Box::new(Ahead::new(splits, level, (size, history.len())));
        let nearer = Nearer::new(level, size, history.len(), splits.takes());
        let reviewed = (history.len(), rares.len());
        let core = Core::over(splits, mask, (history, rares, size), level);
        let mut engine = Self {
            core,
            now: Found::default(),
            ahead: Some(ahead),
            nearer,
            yields: Yields::default(),
            candidates: Vec::new(),
            arranged: (0, 0),
            reviewed,
            eager: 1.0,
            lagging: false,
            calm: 0,
            done: (0, false),
        };
        engine.lay();
        engine
    }

    /// The number of values computed.
    pub fn len(&self) -> usize {
        self.core.len()
    }

    /// The value of a heap that was not dropped.
    pub fn value(&self, n: usize) -> u32 {
        self.core.value(n)
    }

    /// Appends the values of late heaps.
    pub fn append_values(&self, from: usize, to: usize, out: &mut Vec<u32>) {
        let Core { mask, rares, history, .. } = &self.core;
        // Behind the last rare heap all are common.
        let common = rares.last().map_or(1, |r| r.0 + 1).clamp(from, to);
        out.extend((from..common).map(|n| self.value(n)));
        let cells = history.late_slice(common, to);
        if self.core.size > SMALL || cells.len() < SMALL {
            out.extend((common..to).zip(cells).map(|(n, cell)| mask.value(n, cell.number(), 1)));
            return;
        }
        // The value depends on the stored one and the parity of the heap.
        let table = |n: usize| -> [u32; SMALL] {
            std::array::from_fn(|cell| mask.value(n, cell as u32, 1))
        };
        let (first, second) = (table(common), table(common + 1));
        let (twos, last) = cells.as_chunks::<2>();
        let at = |table: &[u32; SMALL], cell: V| table[cell.number() as usize % SMALL];
        out.extend(twos.iter().flat_map(|&[a, b]| [at(&first, a), at(&second, b)]));
        out.extend(last.iter().map(|&cell| at(&first, cell)));
    }

    /// Makes the planes, and puts in order all that depends on the rare heaps.
    fn lay(&mut self) {
        let mut ahead = self.ahead.take().expect("no thread has it");
        let (core, planes) = (&mut self.core, &mut ahead.planes);
        let (len, first) = (core.len(), planes.first(core.len()).max(1));
        let kept = core.history.kept().into_iter().flatten().filter(|&n| n > 0);
        let kept = kept.filter(|&n| n + COUNTED > first);
        for n in kept.filter(|&n| n < first || core.history.class(n) == 1) {
            let cell = core.history.get(n).number();
            if n < first { planes.count(cell) } else { planes.mark(n, cell) }
        }
        self.nearer.mark(core);
        self.nearer.planes.counts.clone_from(&planes.counts);
        core.arrange_pairs(&self.yields);
        core.arrange_few();
        ahead.prices.need = vec![0.5; core.size];
        self.arrange(&mut ahead);
        ahead.at = len;
        ahead.work();
        std::mem::swap(&mut self.now, &mut ahead.next);
        ahead.at = len + SPAN;
        ahead.work();
        self.ahead = Some(ahead);
    }

    /// Chooses the windows, and their prices.
    fn arrange(&mut self, ahead: &mut Ahead<V>) {
        let Self { core, arranged, candidates, yields, .. } = self;
        let Ahead { planes, filter, prices, behind, .. } = ahead;
        let (len, size) = (core.len(), core.size);
        planes.widen(size);
        let learned = yields.learn(core, &planes.counts);
        if learned {
            core.arrange_pairs(yields);
        }
        let grown = filter.is_short(size) || learned;
        if grown || core.rares.len() > arranged.0 + 4 + arranged.0 / 16 {
            arranged.0 = core.rares.len();
            let heaps = yields.order(1, core.rares.iter().copied());
            filter.arrange(1, size, planes, heaps.into_iter());
        }
        if grown || arranged.1 < REACH && len > arranged.1 + arranged.1 / 4 {
            arranged.1 = len;
            core.arrange_first(yields);
            if let Some(behind) = behind {
                behind.core.first.clone_from(&core.first);
                behind.core.witnesses.clone_from(&core.witnesses);
            }
            let heaps = NEAREST..len.min(REACH);
            let common = heaps.filter(|&n| core.history.class(n) == 1);
            let heaps = common.map(|n| (n, core.history.get(n).number()));
            filter.arrange(0, size, planes, yields.order(0, heaps).into_iter());
        }
        // What it costs a heap that asks for a value if windows do not tell: a search in the one case, a
        // candidate more in the other.
        let lagging = behind.is_some();
        let candidate = match core.few.pairs.is_empty() {
            true => {
                let pairs = core.best.part().len() + core.far.part().len();
                2.0 + pairs as f32 * size_of::<V>() as f32 / 128.0
            }
            // There are no candidates where all pairs are gone through.
            false => 0.0,
        };
        // The part of the heaps that ask; they were counted by who proved them.
        let prover = match behind {
            Some(behind) => {
                behind.core.asked.resize(size, 0);
                let both = behind.core.asked.iter_mut().zip(&mut core.asked);
                both.for_each(|(sum, asked)| *sum += std::mem::take(asked));
                &mut behind.core
            }
            None => core,
        };
        prover.asked.resize(size, 0);
        prover.effort.resize(size, Cell::default());
        prices.need.resize(size, 0.1);
        for (need, asked) in prices.need.iter_mut().zip(&mut prover.asked) {
            *need = *need * 0.7 + *asked as f32 / SPAN as f32 * 0.3;
            *asked = 0;
        }
        let eager = self.eager;
        // The thread that takes windows searches as well, if proofs lag behind.
        let factor = if lagging { 1.0 } else { eager };
        let search = prover.effort.iter().map(|effort| {
            effort.set(effort.get().faded());
            effort.get().each() * factor
        });
        let search = search.collect();
        candidates.clear();
        candidates.extend(prices.need.iter().map(|need| need * candidate));
        prices.search = [search, vec![eager * candidate; size]];
    }

    /// Computes on behind the heaps that were handed on, some spans but not far beyond `to`.
    pub fn steps(&mut self, handed: u64, to: u64, context: &Context<'_>) -> Result<(), Halt> {
        let few = !self.core.few.pairs.is_empty();
        if context.limits.threads < 2 || few || to < handed + 2 * SPAN as u64 {
            if let Some(ahead) = &mut self.ahead {
                ahead.behind = None;
            }
            self.lagging = false;
            return self.spans(handed, to, context, None);
        }
        let result = std::thread::scope(|scope| {
            let ((there, jobs), (done, back)) = (channel::<Box<Ahead<V>>>(), channel());
            scope.spawn(move || {
                while let Ok(mut ahead) = receive(&jobs, || false) {
                    ahead.work();
                    if done.send(ahead).is_err() {
                        break;
                    }
                }
            });
            self.spans(handed, to, context, Some((there, back)))
        });
        let proved = self.catch_up();
        if let Some(ahead) = &mut self.ahead
            && self.core.history.bytes() > self.core.memory / 4
        {
            // Memory does not suffice to keep all twice.
            (ahead.behind, self.lagging) = (None, false);
        }
        match (proved, result) {
            // What was computed from heaps that are none is no reason.
            (false, Err(Halt::Again | Halt::Wide | Halt::Dense)) => Ok(()),
            (_, result) => result,
        }
    }

    fn spans(
        &mut self,
        handed: u64,
        to: u64,
        context: &Context<'_>,
        ways: Option<Ways<V>>,
    ) -> Result<(), Halt> {
        while (self.len() as u64) <= to && (self.len() as u64) < handed + (1 << 16) {
            if self.len() >= self.now.at + SPAN {
                let mut ahead = self.ahead.take().expect("it came back");
                ahead.reviewed = self.reviewed;
                let result = self.begin(&mut ahead, ways.is_some(), context);
                if result.is_err() {
                    self.reviewed = ahead.reviewed;
                }
                match &ways {
                    Some((there, _)) if result.is_ok() => {
                        there.send(ahead).expect("the other thread waits for it");
                    }
                    _ => {
                        if result.is_ok() {
                            ahead.work();
                        }
                        self.ahead = Some(ahead);
                    }
                }
                result?;
            }
            let end = self.now.at + SPAN;
            let to = usize::try_from(to).unwrap_or(usize::MAX);
            let mut result = Ok(());
            while result.is_ok() && self.core.len() < end && self.core.len() <= to {
                let Self { core, now, nearer, candidates, lagging, yields, .. } = &mut *self;
                if core.few.pairs.is_empty() && !nearer.found.has(core.len()) {
                    nearer.begin(core, now, candidates, yields);
                }
                result = core.block(now, &nearer.found, *lagging);
            }
            if let (None, Some((_, back))) = (&self.ahead, &ways) {
                // The thread that waited for the other takes more of the work, and proves itself.
                let mut turn = 1.1;
                let mut meanwhile = || {
                    turn = 0.9;
                    let b = self.done.0;
                    let open = self.lagging && b < self.core.len() && !self.done.1;
                    if open {
                        self.done = (b + 64, !self.core.is_proved(b, &self.now));
                    }
                    open
                };
                let ahead = receive(back, &mut meanwhile).expect("the other thread sends it back");
                let failed = ahead.behind.as_ref().is_some_and(|behind| behind.failed);
                let reviewed = ahead.reviewed;
                self.ahead = Some(ahead);
                self.eager = (self.eager * turn).clamp(1.0, MOST_EAGER);
                if failed {
                    self.reviewed = reviewed;
                }
                if failed || self.done.1 {
                    self.roll_back();
                    continue;
                }
            }
            result?;
        }
        Ok(())
    }

    /// Proves all heaps, if proofs lag behind; false if that fails and heaps are given up.
    fn catch_up(&mut self) -> bool {
        let Self { core, now, ahead, done, .. } = self;
        let ahead = ahead.as_mut().expect("no thread has it");
        let Some(behind) = &mut ahead.behind else { return true };
        behind.prove(core.history.late_slice(behind.len(), core.len()), now, done.0);
        done.0 = done.0.max(behind.len());
        let failed = behind.failed;
        if failed {
            self.roll_back();
        }
        !failed
    }

    /// What is told of common options with the nearer rare heaps.
    #[cfg(test)]
    pub fn nearer(&self) -> &Found {
        &self.nearer.found
    }

    /// Whether heaps had to be given up.
    #[cfg(test)]
    pub fn has_given_up(&self) -> bool {
        self.calm > 0
    }

    /// Gives up the heaps that are not proved, and all that was made of them.
    fn roll_back(&mut self) {
        let Self { core, ahead, .. } = self;
        let ahead = ahead.as_mut().expect("no thread has it");
        let behind = ahead.behind.take().expect("proofs lag behind");
        core.history.resize(behind.len());
        core.size = behind.core.size;
        core.few = Few::default();
        (core.asked, core.effort) = (behind.core.asked, behind.core.effort);
        let (size, len) = (core.size, core.len());
        **ahead = Ahead::new(&core.splits, core.level, (size, len));
        self.nearer = Nearer::new(core.level, size, len, core.splits.takes());
        self.arranged = (0, 0);
        (self.lagging, self.calm, self.done) = (false, len + CALM, (0, false));
        self.lay();
    }

    /// Begins a span; `ahead` is to work then, by another thread or this one.
    fn begin(
        &mut self,
        ahead: &mut Ahead<V>,
        other: bool,
        context: &Context<'_>,
    ) -> Result<(), Halt> {
        let b = self.len();
        context.look("computing the nim-sequence", b as u64)?;
        self.core.memory = usize::try_from(context.limits.memory).unwrap_or(usize::MAX);
        self.review()?;
        self.make_room(ahead)?;
        self.nearer.mark(&self.core);
        let (near, planes, from) = (&self.nearer.planes, &mut ahead.planes, self.now.at);
        planes.make_room(b);
        planes.take_over(near, from..b);
        if near.full || planes.full {
            return Err(Halt::Dense);
        }
        self.arrange(ahead);
        std::mem::swap(&mut self.now, &mut ahead.next);
        ahead.at = b + SPAN;
        let core = &self.core;
        let calm = self.calm.max(core.rares.last().map_or(0, |r| r.0) + CALM);
        let fits = core.history.bytes() <= core.memory / 8;
        if other && ahead.behind.is_none() && b > calm && fits {
            ahead.behind = Some(Behind::new(core));
        }
        self.lagging = ahead.behind.is_some();
        ahead.fresh.clear();
        if let Some(behind) = &ahead.behind {
            ahead.fresh.extend_from_slice(core.history.late_slice(behind.len(), b));
            ahead.done = self.done.0;
            self.done = (b, false);
        }
        Ok(())
    }

    /// Whether another mask would do much better, or none does.
    fn review(&mut self) -> Result<(), Halt> {
        let (b, count) = (self.len(), self.core.rares.len());
        if count > CROWD && count > b / 8 {
            return Err(Halt::Dense);
        }
        let (at, rares) = self.reviewed;
        let grown = b < EARLY || count >= rares + rares / 8 + 24;
        if b < at + at / 16 || !grown || self.core.history.has_gap() {
            return Ok(());
        }
        self.reviewed = (b, count);
        let from = b - (b / 2).min(SAMPLE);
        let values: Vec<u32> = (from..b).map(|n| self.value(n)).collect();
        let Some((mask, rare)) = mask::choose(&values, from, self.core.splits.parity()) else {
            return Ok(());
        };
        let now = count - self.core.rares.partition_point(|r| r.0 < from);
        if mask != self.core.mask && rare * 10 <= now * 8 {
            return Err(Halt::Again);
        }
        Ok(())
    }

    /// Sees that memory is kept to.
    fn make_room(&mut self, ahead: &mut Ahead<V>) -> Result<(), Halt> {
        self.core.drop_old()?;
        if let Some(behind) = &mut ahead.behind {
            behind.core.memory = self.core.memory;
            behind.core.drop_old()?;
        }
        let core = &self.core;
        let windows = ahead.bytes() + self.nearer.bytes();
        let held = core.history.bytes() + core.few.bytes() + windows;
        if held > core.memory {
            return Err(core.too_much("values and windows", held).into());
        }
        Ok(())
    }
}
