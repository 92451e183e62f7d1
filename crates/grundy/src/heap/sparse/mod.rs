//! The sparse-space engine: nim-sequences of games that split a heap into two, millions of values a
//! second.
//!
//! # The theorem
//! Fix a mask, which makes every value rare or common (see the glossary). Write C(a) for the class
//! of heap a: 0 if it is rare, 1 if it is common.
//!
//! **Lemma** (Berlekamp, Conway and Guy 1982, ch. 4). *An option of n that leaves the heaps a and b
//! has a value of class C(a) + C(b) modulo 2. So two rare or two common heaps leave a rare value,
//! and a rare and a common heap leave a common value.* Proof: the number of ones under the mask is
//! additive modulo 2 under nim-sum. Where the parity of heaps takes part, a value at heap n also
//! adds n + t, t being a splitting take, all of which have the same parity. The three classes then
//! differ from the numbers of ones by a + t, b + t and n + t; with a + b = n - t these sum to
//! 2n + 2t, which is even. ∎ A move that takes t and leaves one heap has a value of the class of that
//! heap, as n and n - t have equal parities; but if the parity of heaps takes part and t is odd, the
//! value has the other class: such a take *switches*.
//!
//! **Theorem.** *Let c be the least common value that is not attained as G(r) ⊕ G(m) by a move that
//! leaves a rare heap r and a common heap m, nor as G(r) by a switching move that leaves the rare
//! heap r alone, nor as G(m) by another move that leaves the common heap m alone. If every rare value below c is an excludent of n, then
//! G(n) = c and n is common. Otherwise G(n) is the least rare value that is not an excludent, and n
//! is rare.* Proof: by the lemma these are exactly the common excludents of n, so c is the least
//! common value that is not an excludent. G(n) is the lesser of c and the least rare value that is
//! not an excludent. ∎ A move that leaves one heap and does not switch counts as one that leaves
//! heap 0 beside it, which is taken as rare.
//!
//! Where rare heaps are few, c follows from few sums, and each rare value below c needs one
//! witness, which is nearly always found at once among the many pairs of common heaps. The theorem
//! holds for every mask: an unsuitable mask costs time and never a wrong value. The mask is chosen
//! by a Walsh-Hadamard transform of the frequencies of the values, and again when rare heaps become
//! too many.
//!
//! # Glossary
//! Terms of games. Rare and common values and the sparse space are those of *Winning Ways*, ch. 4,
//! and of Gangolli and Plambeck (1989, "A note on periodicity in some octal games").
//!
//! * **nim-sequence**: the values G(0), G(1), G(2), … of single heaps.
//! * **take**: the number of counters that a move removes; a *splitting* take leaves two heaps.
//! * **excludent** of n: the value of an option of heap n. G(n) is the least value that is not an
//!   excludent of n (mex); "x is an option of n" is short for "x is an excludent of n".
//! * **mask**: a set of bits; the number of ones of a value under it, modulo 2, decides its class.
//! * **parity** (of heaps): n modulo 2, which is added to that number where this leaves fewer heaps
//!   rare.
//! * **rare**, **common**: the two classes of values, and of heaps by their values.
//! * **sparse space**: the rare values, a subspace under nim-sum, where few heaps are rare.
//!
//! Terms of this engine:
//!
//! * **stored value**: a value without the lowest bit of the mask, which the class supplies.
//! * **switching** take: an odd take that leaves one heap, if the parity of heaps takes part.
//! * **rare pair**: a rare heap r and a take t. At heap n it attains the common excludent G(r) ⊕
//!   G(n - t - r) if the other heap is common; its *distance* is r + t.
//! * **witness** of the value x at n: two heaps that a move from n leaves, with nim-sum x; also one
//!   of them, where the other follows.
//! * **requirement**: a rare value below the value of a heap, which must be shown to be an option
//!   of it.
//! * **active cell**: the stored value of a common heap in a list where rare heaps have none, so that pairs need not ask
//!   for the class.
//! * **block**: 64 consecutive heaps, computed together; a **lane** is one heap of a block.
//! * **span**: 30 consecutive blocks, for which the filter works at once.
//! * **bit plane** of the stored value v: the set of positions m such that a splitting take from m
//!   leaves a common heap of stored value v.
//! * **partner** (of a window): the heap that a move leaves beside a heap of the bit plane.
//! * **window**: a stretch of a bit plane as long as a span, shifted by the partner: the heaps of
//!   the span that have a certain value as an option by this partner.
//! * **filter**: what finds *known options* before the heaps are computed: by windows that are united,
//!   or by marks.
//! * **known options**: for each heap and value whether the filter has shown the value to be an
//!   option; where it has not, nothing is known.
//! * **mark**: notes that G(r) ⊕ G(m - r), for a partner r, is an option of the heaps from which a
//!   splitting take leaves m.
//! * **candidate**: a common value that is not a known option of a heap; a candidate that a rare
//!   pair attains is *eliminated*, the others are *survivors*.
//! * **rotation**: the order in which candidates meet the groups of rare pairs: round and round, so that a
//!   candidate that comes in late has met all groups when the same one is next again.
//! * **survey**: of each group, how many of the same candidates it would eliminate.
//! * **check** of a heap: finding a witness for each requirement.
//! * **minority** of a bit: the common heaps whose stored values differ in it from those of nearly all
//!   others.
//! * **deferred check**: a check by a second thread while the next span is computed.
//! * **witness rate** of a heap: how many hard cases (requirements that few pairs meet) it is a
//!   witness of, relative to what its value alone would suggest.
//! * **cost model**: moving averages of what searches cost, by which the filter decides how many
//!   windows are worth their time.
//! * **moving average**: a mean in which older observations count for less and less.
//! * **snapshot**: what the engine writes to a checkpoint besides values.
//!
//! # How a span is computed
//! * *Filter* (`filter`, `bit_planes`, `known_options`). Whether the common value x is an option of
//!   n by the rare partner r is one bit of the plane of x ⊕ G(r); for all heaps of a span it is one
//!   window. Common partners give rare options in the same way. For each class and value some
//!   hundred windows are united ([`grundy_lanes::WindowProgram`]), as long as the cost model finds
//!   them worth their time: windows of full planes first, and of each plane those of partners with
//!   high witness rates (`witness_ranking`). Rare partners that are too near for a whole span have
//!   shorter windows, united for 15 blocks at a time (`near_filter`).
//! * *Elimination* (`block`, `elimination`). The least candidates of each lane are compared with all
//!   rare pairs, 64 lanes at a time, pairs with high witness rates first. Where rare pairs are many the
//!   two least candidates of each lane meet groups of pairs in turn, one that is eliminated is replaced
//!   by the next, and the groups that eliminate most are learned (`rotation`, `far_pairs`). Pairs at
//!   distances below 64 are applied lane after lane. The least survivor of a lane is c of the theorem.
//! * *Check* (`witness_search`). A requirement that is no known option is compared with pairs of
//!   common heaps in batches, for 64 lanes at once, then with a row of the first heaps for each
//!   lane, then with the heaps that were of a witness before (`recent_witnesses`), then with all pairs: heaps
//!   beyond the partners first, a part for all requirements of the block, then the partners, then the rest. Where few heaps have a bit that the value has, one heap of each
//!   witness is among them, and the rest need not be looked at (`minorities`). If no pair is a witness,
//!   the heap is rare, and the lanes after it are assigned again.
//!
//! Where values are many and several takes split heaps, the planes exceed the caches and few bits of a
//! window are set. Then a *filter by marks* (`mark_filter`) finds the known options of one block at a
//! time: it marks G(r) ⊕ G(m - r) for partners r and the positions m of the block, eight lanes at a
//! time ([`grundy_lanes::attained_lanes`]), once for all takes, as the options of n by the take t are
//! those marked at m = n - t. If all rare heaps are partners, only the pairs too near for the block are
//! left to eliminate candidates. Marks need no second thread.
//!
//! Where rare pairs are few enough (`0.104` has 20 rare heaps, `0.161` 489) and most values small *all
//! pairs* are applied, without candidates (`exhaustive`, [`grundy_lanes::PairMex`]): each attains a value
//! at 32 or 64 lanes at a time, and the set of a lane is a word, for stored values below 64. A lane that
//! attains all of them goes through all pairs once more. The filter has no common options to find then.
//!
//! Which method is the fastest depends on the game and the processor: `method_choice` measures those
//! that are possible now and then. All pairs are applied without a measurement if they are few and no
//! value exceeds a word.
//!
//! With one thread a value is final when its block is. A second thread fills the filter of the next
//! span; its partners are at least two spans away, so it needs no value of the span being computed.
//! Where the last rare heap is far back it also checks the span before (`deferred_check`). If a
//! heap there turns out to be rare, the values from that span on are discarded and computed again.
//! A thread that would have to wait checks blocks meanwhile. Values do not depend on the number of
//! threads.
//!
//! # Memory
//! One or two bytes for each heap, twice that up to the last rare heap, and for all heaps with two threads if a quarter of
//! the limit suffices for it, and some megabytes for planes, windows and known options, whatever the number of heaps.
//! Only a check that fails looks farther back than the last rare heap. Where the limit asks for it
//! such heaps are dropped; a check that would need them ends the run, and the values before it
//! stand.

mod batch_size;
mod bit_planes;
mod block;
mod cost_model;
mod deferred_check;
mod elimination;
mod engine;
mod exhaustive;
mod far_pairs;
mod filter;
mod halt;
mod history;
mod known_options;
mod mark_filter;
mod mask;
mod method_choice;
mod minorities;
mod near_filter;
mod rare_pairs;
mod recent_witnesses;
mod rotation;
mod search_cost;
mod snapshot;
mod solver;
mod span;
mod span_job;
mod span_method;
mod take_lists;
mod witness_ranking;
mod witness_search;

use grundy_lanes::InstructionSet;

use super::Code;
use super::kernel::{Kernel, Notes, Pairs, Pieces, Space, Take};
use crate::context::{Context, LimitKind, Stop};
use engine::{EARLY_PHASE_HEAPS, Engine, MAX_MASK_SAMPLE_HEAPS};
use halt::Halt;
use std::io;
use take_lists::{MAX_TAKE, TakeLists};

/// The engine for games that split a heap into two: dense for the first heaps, sparse as soon as a
/// mask is found.
///
/// # Complexity
/// O(n (w v / 2000 + c p / 64)) operations on vectors of 512 bits for n values: w windows for each
/// of v values (about 1500 at most), p rare pairs, c candidates (4 to 12); or, by marks, O(n (r + k))
/// instructions for r rare heaps and k other partners (about 1000). Besides the checks of
/// requirements that the filter does not meet. If all pairs are applied, they take O(n p) instructions: for
/// each heap and pair about 0.8 with AVX2, and 0.25 with AVX-512. Measured times are in `benches/results`.
pub struct SparseKernel {
    code: Code,
    takes: TakeLists,
    simd: InstructionSet,
    state: State,
    /// Replaces [`MAX_RARE_PERCENT`] in tests.
    max_rare_percent: Option<usize>,
    /// The method in tests, and how many rare heaps marks use all of.
    #[cfg(test)]
    forced: Option<(method_choice::Method, usize)>,
    /// How many rare pairs are many in tests.
    #[cfg(test)]
    many_pairs: Option<usize>,
    /// A stored value did not fit into a byte.
    outgrew_bytes: bool,
    /// The number of values handed to the caller.
    delivered: u64,
    space: Option<Space>,
}

/// What computes the next values.
enum State {
    Dense {
        pairs: Box<Pairs>,
        /// The number of values that the dense engine has computed.
        computed: u64,
        /// All values, as long as a mask is searched for.
        values: Vec<u32>,
        /// The number of values at which a mask is searched for next; `None` if no more.
        next: Option<usize>,
    },
    OneByte(Box<Engine<u8>>),
    TwoBytes(Box<Engine<u16>>),
}

/// The number of heaps after which a mask is first searched for, and then each time it has doubled.
const FIRST_MASK_SEARCH_HEAPS: usize = 4096;

/// The number of heaps up to which a mask is searched for.
const MAX_MASK_SEARCH_HEAPS: usize = 1 << 18;

/// How many of the later half of the values may be rare, in percent: at the first search, up to
/// [`EARLY_PHASE_HEAPS`] heaps, and afterwards.
const MAX_RARE_PERCENT: [usize; 3] = [15, 20, 12];

/// Heaps of a piece of values handed to the caller.
const PIECE_HEAPS: usize = 1 << 15;

impl SparseKernel {
    /// Whether the engine can compute the code: some move leaves two heaps, none leaves more, and
    /// takes are at most 512.
    pub fn suits(code: &Code) -> bool {
        // Moves that leave nothing are moves of heaps before the first mask.
        const { assert!(MAX_TAKE < FIRST_MASK_SEARCH_HEAPS as u64) };
        Pairs::suits(code) && TakeLists::of(code).is_some()
    }

    /// The engine with the [current](InstructionSet::current) instruction set.
    ///
    /// # Panics
    /// If the code does not [suit](Self::suits).
    pub fn new(code: &Code) -> Self {
        Self::with_instruction_set(code, InstructionSet::current())
    }

    /// The engine with a certain instruction set. Values do not depend on it, their speed does.
    ///
    /// # Panics
    /// If the code does not [suit](Self::suits).
    pub fn with_instruction_set(code: &Code, simd: InstructionSet) -> Self {
        Self::with_search(code, simd, FIRST_MASK_SEARCH_HEAPS, None)
    }

    /// The engine that searches for a mask first at `start` heaps, and accepts one that leaves at
    /// most `max_rare_percent` percent rare.
    fn with_search(
        code: &Code,
        simd: InstructionSet,
        start: usize,
        max_rare_percent: Option<usize>,
    ) -> Self {
        let takes = TakeLists::of(code).expect("the code suits");
        let state = dense(code, simd, Some(start));
        Self {
            code: code.clone(),
            takes,
            simd,
            state,
            max_rare_percent,
            #[cfg(test)]
            forced: None,
            #[cfg(test)]
            many_pairs: None,
            outgrew_bytes: false,
            delivered: 0,
            space: None,
        }
    }

    /// All values that the present state holds.
    fn values(&self, context: &Context<'_>) -> Result<Vec<u32>, Stop> {
        let (len, gap) = match &self.state {
            State::Dense { values, .. } => return Ok(values.clone()),
            State::OneByte(engine) => (engine.len(), engine.solver.history.has_gap()),
            State::TwoBytes(engine) => (engine.len(), engine.solver.history.has_gap()),
        };
        if gap {
            return Err(Stop::Limit {
                kind: LimitKind::Memory,
                what: format!(
                    "computing the nim-sequence: from heap {len} on values must be stored in another \
                     way, which needs values that were dropped to save memory"
                ),
            });
        }
        context
            .check_memory(8 * len as u64, || format!("choosing another mask after heap {len}"))?;
        Ok((0..len).map(|n| self.value(n)).collect())
    }

    /// The value of a heap that the present state holds.
    fn value(&self, n: usize) -> u32 {
        match &self.state {
            State::Dense { values, .. } => values[n],
            State::OneByte(engine) => engine.value(n),
            State::TwoBytes(engine) => engine.value(n),
        }
    }

    /// The sparse state after these values, which are all there are; `None` if no mask suits.
    fn sparse_state(&self, values: &[u32]) -> Option<State> {
        let values = &values[..values.len() / 8 * 8];
        let from = values.len() - (values.len() / 2).min(MAX_MASK_SAMPLE_HEAPS);
        let (mask, rare) = mask::choose(&values[from..], from, self.takes.parity())?;
        let part = self.max_rare_percent.unwrap_or(match values.len() {
            count if count <= FIRST_MASK_SEARCH_HEAPS => MAX_RARE_PERCENT[0],
            count if count <= EARLY_PHASE_HEAPS => MAX_RARE_PERCENT[1],
            _ => MAX_RARE_PERCENT[2],
        });
        if rare * 100 > (values.len() - from) * part {
            return None;
        }
        let (takes, simd) = (&self.takes, self.simd);
        if !self.outgrew_bytes
            && let Some(engine) = Engine::new(takes, mask, values, simd)
        {
            return Some(State::OneByte(Box::new(engine)));
        }
        Engine::new(takes, mask, values, simd).map(Box::new).map(State::TwoBytes)
    }

    /// Chooses the state that follows a halt.
    fn recover(&mut self, halt: Halt, context: &Context<'_>) -> Result<(), Stop> {
        let values = match halt {
            Halt::Stop(stop) => return Err(stop),
            Halt::Remask | Halt::ValueTooLarge | Halt::NotSparse => self.values(context)?,
        };
        let too_large =
            matches!(halt, Halt::ValueTooLarge) && matches!(self.state, State::TwoBytes(_));
        self.outgrew_bytes |= matches!(halt, Halt::ValueTooLarge);
        if !matches!(halt, Halt::NotSparse)
            && !too_large
            && let Some(state) = self.sparse_state(&values)
        {
            self.state = state;
            return Ok(());
        }
        let mut pairs = Box::new(Pairs::with_instruction_set(&self.code, self.simd));
        let count = values.len();
        pairs.restore(&mut values.chunks(PIECE_HEAPS).map(<[u32]>::to_vec), context)?;
        let next = (count < MAX_MASK_SEARCH_HEAPS).then_some(2 * count);
        let values = if next.is_some() { values } else { Vec::new() };
        self.state = State::Dense { pairs, computed: count as u64, values, next };
        Ok(())
    }

    /// Computes further values and hands those up to `to` to the caller.
    fn advance(
        &mut self,
        to: u64,
        context: &Context<'_>,
        out: &mut dyn FnMut(&[u32]),
    ) -> Result<(), Stop> {
        #[cfg(test)]
        match &mut self.state {
            State::Dense { .. } => {}
            State::OneByte(engine) => tests::force(engine, self.forced, self.many_pairs),
            State::TwoBytes(engine) => tests::force(engine, self.forced, self.many_pairs),
        }
        let halt = match &mut self.state {
            State::Dense { pairs, computed, values, next } => {
                let until = next.map_or(to, |next| to.min(next as u64 - 1));
                let delivered = &mut self.delivered;
                pairs.extend(until, context, &mut |piece| {
                    if next.is_some() {
                        values.extend_from_slice(piece);
                    }
                    // A state that follows another one may compute some heaps once more.
                    let again = delivered.saturating_sub(*computed).min(piece.len() as u64);
                    *computed += piece.len() as u64;
                    *delivered = (*delivered).max(*computed);
                    if (again as usize) < piece.len() {
                        out(&piece[again as usize..]);
                    }
                })?;
                if next.is_none_or(|next| values.len() < next) {
                    return Ok(());
                }
                let values = std::mem::take(values);
                if let Some(state) = self.sparse_state(&values) {
                    self.state = state;
                } else if let State::Dense { values: all, next, .. } = &mut self.state {
                    *next = next.map(|n| 2 * n).filter(|&n| n <= MAX_MASK_SEARCH_HEAPS);
                    *all = if next.is_some() { values } else { Vec::new() };
                }
                return Ok(());
            }
            State::OneByte(engine) => engine.extend(self.delivered, to, context),
            State::TwoBytes(engine) => engine.extend(self.delivered, to, context),
        };
        let end = match &self.state {
            State::Dense { .. } => self.delivered,
            State::OneByte(engine) => engine.len() as u64,
            State::TwoBytes(engine) => engine.len() as u64,
        };
        let mut piece = Vec::with_capacity(PIECE_HEAPS);
        while self.delivered < end && self.delivered <= to {
            let upto = end.min(to.saturating_add(1)).min(self.delivered + PIECE_HEAPS as u64);
            piece.clear();
            let (from, to) = (self.delivered as usize, upto as usize);
            match &self.state {
                State::Dense { .. } => unreachable!("these hand on themselves"),
                State::OneByte(engine) => engine.append_values(from, to, &mut piece),
                State::TwoBytes(engine) => engine.append_values(from, to, &mut piece),
            }
            self.delivered = upto;
            out(&piece);
        }
        halt.or_else(|halt| self.recover(halt, context))
    }

    /// Describes the space to the caller.
    fn update_space(&mut self) {
        let (mask, rares) = match &self.state {
            State::Dense { .. } => {
                self.space = None;
                return;
            }
            State::OneByte(engine) => (engine.solver.mask, &engine.solver.rares),
            State::TwoBytes(engine) => (engine.solver.mask, &engine.solver.rares),
        };
        // A space is claimed only if at most one of 16 later heaps is rare.
        let half = self.delivered / 2;
        let late = rares.len() - rares.partition_point(|r| (r.0 as u64) < half);
        if late as u64 > (self.delivered - half) / 16 {
            self.space = None;
            return;
        }
        let zero = (mask.class(0, 0) == 0).then_some((0, 0));
        let rares = rares.iter().map(|&(n, cell)| (n as u64, mask.value(n, cell, 0)));
        self.space = Some(Space {
            classes: mask.classes,
            rare: zero.into_iter().chain(rares).filter(|r| r.0 < self.delivered).collect(),
        });
    }
}

/// The state of an engine that has computed nothing.
fn dense(code: &Code, simd: InstructionSet, next: Option<usize>) -> State {
    let pairs = Box::new(Pairs::with_instruction_set(code, simd));
    State::Dense { pairs, computed: 0, values: Vec::new(), next }
}

impl Kernel for SparseKernel {
    fn name(&self) -> &'static str {
        match &self.state {
            State::Dense { pairs, .. } => pairs.name(),
            _ => "sparse space",
        }
    }

    fn extend(
        &mut self,
        to: u64,
        context: &Context<'_>,
        out: &mut dyn FnMut(&[u32]),
    ) -> Result<(), Stop> {
        let mut result = Ok(());
        while self.delivered <= to && result.is_ok() {
            result = self.advance(to, context, out);
        }
        self.update_space();
        result
    }

    fn restore(
        &mut self,
        values: &mut dyn Iterator<Item = Vec<u32>>,
        context: &Context<'_>,
    ) -> Result<bool, Stop> {
        let mut all = Vec::new();
        for piece in values {
            context.look("reading values", all.len() as u64)?;
            context.check_memory(8 * all.len() as u64, || "reading values".into())?;
            all.extend(piece);
        }
        self.delivered = all.len() as u64;
        let sparse =
            if all.len() < FIRST_MASK_SEARCH_HEAPS { None } else { self.sparse_state(&all) };
        self.state = match sparse {
            Some(state) => state,
            None => {
                let mut pairs = Box::new(Pairs::with_instruction_set(&self.code, self.simd));
                pairs.restore(&mut all.chunks(PIECE_HEAPS).map(<[u32]>::to_vec), context)?;
                let next = all.len().max(FIRST_MASK_SEARCH_HEAPS / 2).next_power_of_two() * 2;
                let next = (next <= MAX_MASK_SEARCH_HEAPS).then_some(next);
                let values = if next.is_some() { all } else { Vec::new() };
                State::Dense { pairs, computed: self.delivered, values, next }
            }
        };
        self.update_space();
        Ok(true)
    }

    fn notes(&self) -> Option<Notes> {
        Some(self.snapshot())
    }

    fn needed(&self, out: &mut Take<'_>) -> io::Result<()> {
        self.write_needed(out)
    }

    fn resume(
        &mut self,
        delivered: u64,
        notes: Notes,
        pieces: &mut Pieces<'_>,
        context: &Context<'_>,
    ) -> Result<(), Stop> {
        self.resume_from(delivered, notes, pieces, context)
    }

    fn space(&self) -> Option<&Space> {
        self.space.as_ref()
    }
}

#[cfg(test)]
mod tests;

#[cfg(test)]
mod examples {
    #[test]
    fn example_of_sparse_kernel() {
        use crate::heap::{Code, kernel::Kernel, sparse::SparseKernel};
        let code: Code = "0.16".parse().unwrap();
        let mut last = 0;
        let mut sparse = SparseKernel::new(&code);
        sparse
            .extend(20_000, &Default::default(), &mut |piece| last = *piece.last().unwrap())
            .unwrap();
        assert_eq!((last, sparse.name()), (4, "sparse space"));
        assert_eq!(sparse.space().unwrap().classes.mask, 0x1e);
    }
}
