//! The sparse-space engine: nim-sequences of games that split heaps in two, millions of values a
//! second.
//!
//! # The idea
//! A mask makes every value rare or common, by the parity of its ones under the mask (to which the
//! parity of the heap may be added). Parity is linear, so that an option made of two rare or of two
//! common heaps has a rare value, and one made of a rare and a common heap a common value (Berlekamp,
//! Conway and Guy 1982, ch. 4; the name is theirs). If nearly all heaps are common, then
//!
//! * the least common value that is no option of n is found from the few rare heaps r alone: the
//!   common options have the values G(r) + G(n-t-r);
//! * every smaller rare value must be an option, which two common heaps nearly always show at once;
//! * a rare value that is no option is G(n), and n is a new rare heap.
//!
//! Whatever the mask, the result is the least value that is no option: a bad mask costs time only. It
//! is chosen by a Walsh-Hadamard transform of how often values occur, and again when rare heaps
//! become more than they should.
//!
//! # How
//! A value is stored without the lowest bit of the mask, which its class supplies. Heaps are computed
//! in blocks of 64, and what can be told of a span of 30 blocks at once is told before it begins:
//!
//! * *Windows* (`filter`): for each stored value there is a bit plane: which late m are a splitting
//!   take above a common heap of that value. "Is the common value x an option of n by the rare heap r"
//!   is then one bit of the plane of x + G(r), and for the heaps n of a span it is a window of it; with
//!   common heaps instead of r it tells rare options. The union of some hundred windows
//!   ([`grundy_lanes::Program`]) tells most options of the span: as many are taken as are worth their
//!   price, those of full planes first, and of each plane those of the heaps that show most (`yields`).
//!   Windows only ever tell options, and need not tell all. Rare heaps that are too near for a span have
//!   narrower windows, taken for 15 blocks at a time (`nearer`).
//! * *Sifting* (`block`): the least values of each of 64 heaps that windows leave are compared with
//!   all pairs of a rare heap and a take, a vector of 64 heaps at a time, the rare heaps that show most
//!   first; pairs within the block are followed heap after heap. What remains is the least common value
//!   that is no option.
//! * *Proofs* (`proof`): each smaller rare value must be an option. What windows do not show is shown
//!   by the near common heaps that show most, for all 64 at once, then for each heap by a row of the
//!   first heaps, and what is left then is searched. If that fails the heap is rare, and those after it
//!   in the block are settled again.
//!
//! With one thread nothing is ever assumed that has to be taken back but within a block. A second
//! thread takes the windows of the next span while one is being computed: they are of heaps at least
//! two spans away. Far behind the last rare heap it also proves the span before (`behind`); if a heap
//! there turns out to be rare, what was computed from it on is given up. The thread that has to wait
//! proves as well. Results do not depend on it.
//!
//! Where there are few pairs and small values (`0.104` has 20 rare heaps) all pairs are gone through
//! instead of sifting, 64 heaps at a time, the close ones 16 at a time or heap by heap (`direct`).
//!
//! # Memory
//! A byte or two for each heap, twice that with two threads if a quarter of the limit suffices for
//! it; planes, windows and what they tell take some megabytes, whatever the number of heaps. Heaps
//! farther back than the last rare one are not needed but for a new rare heap; where the limit of
//! memory asks for it they are dropped, and a heap at which they would be missed ends the run, with the
//! values before it good.

mod behind;
mod block;
mod core;
mod direct;
mod engine;
mod filter;
mod history;
mod mask;
mod nearer;
mod planes;
mod proof;
mod splits;
mod state;
mod yields;

use grundy_lanes::Level;

use super::Code;
use super::kernel::{Kernel, Notes, Pairs, Pieces, Space, Take};
use crate::context::{Context, LimitKind, Stop};
use engine::{EARLY, Engine, Halt, SAMPLE};
use splits::Splits;
use std::io;

/// The engine for games that split heaps in two: dense for the first heaps, and by a sparse space as
/// soon as one is found.
///
/// ```
/// use grundy::heap::{Code, kernel::Kernel, sparse::Sparse};
/// let code: Code = "0.16".parse().unwrap();
/// let mut last = 0;
/// let mut sparse = Sparse::new(&code);
/// sparse
///     .extend(20_000, &Default::default(), &mut |piece| last = *piece.last().unwrap())
///     .unwrap();
/// assert_eq!((last, sparse.name()), (4, "sparse space"));
/// assert_eq!(sparse.space().unwrap().mask, 0x1e);
/// ```
///
/// # Complexity
/// O(n (w v / 2000 + c p / 64)) operations on vectors of 512 bits for n values: w windows for each of v
/// values (at most about 1500, those worth their price), p pairs of a rare heap and a take, c candidates (4
/// to 12); besides the proofs that windows do not show. Measured times are in `benches/results`.
pub struct Sparse {
    code: Code,
    splits: Splits,
    level: Level,
    state: State,
    /// How many may be rare, in percent, if that is not as usual.
    part: Option<usize>,
    /// Whether bytes did not suffice.
    wide: bool,
    /// The number of values handed on.
    handed: u64,
    space: Option<Space>,
}

enum State {
    Dense {
        pairs: Box<Pairs>,
        /// How many values these have computed.
        computed: u64,
        /// All values, as long as a sparse space is looked for.
        values: Vec<u32>,
        /// When that is done next; `None`: no more.
        next: Option<usize>,
    },
    Bytes(Box<Engine<u8>>),
    Halves(Box<Engine<u16>>),
}

/// A sparse space is looked for after so many heaps, and each time they have doubled.
const START: usize = 4096;

/// Up to here.
const LAST_LOOK: usize = 1 << 18;

/// Of the later half of the values at most this part may be rare, in percent, at the first look, up
/// to [`EARLY`] values, and later.
const RARE: [usize; 3] = [15, 20, 12];

/// Values are handed on in pieces of this many.
const PIECE: usize = 1 << 15;

impl Sparse {
    /// Whether the code is one for this engine: splits into two heaps, no more, and takes up to 512.
    pub fn suits(code: &Code) -> bool {
        Pairs::suits(code) && Splits::of(code).is_some()
    }

    /// The engine, with the best instructions that the processor has.
    ///
    /// # Panics
    /// If the code does not suit.
    pub fn new(code: &Code) -> Self {
        Self::with(code, Level::detect(), START, None)
    }

    /// The same with certain instructions, and sparse as soon as that, if no more than so many percent
    /// are rare.
    fn with(code: &Code, level: Level, start: usize, part: Option<usize>) -> Self {
        let splits = Splits::of(code).expect("the code suits");
        let state = dense(code, Some(start));
        Self { code: code.clone(), splits, level, state, part, wide: false, handed: 0, space: None }
    }

    /// The values that the present state holds, all of them.
    fn values(&self, context: &Context<'_>) -> Result<Vec<u32>, Stop> {
        let (len, gap) = match &self.state {
            State::Dense { values, .. } => return Ok(values.clone()),
            State::Bytes(engine) => (engine.len(), engine.core.history.has_gap()),
            State::Halves(engine) => (engine.len(), engine.core.history.has_gap()),
        };
        if gap {
            return Err(Stop::Limit {
                kind: LimitKind::Memory,
                what: format!(
                    "computing the nim-sequence: from heap {len} on values are stored otherwise, for \
                     which those are needed that were dropped to save memory"
                ),
            });
        }
        context.check_memory(8 * len as u64, || format!("choosing another mask behind {len}"))?;
        Ok((0..len).map(|n| self.value(n)).collect())
    }

    fn value(&self, n: usize) -> u32 {
        match &self.state {
            State::Dense { values, .. } => values[n],
            State::Bytes(engine) => engine.value(n),
            State::Halves(engine) => engine.value(n),
        }
    }

    /// Goes over to a sparse space, if these values, all there are, have one.
    fn sparse(&self, values: &[u32]) -> Option<State> {
        let values = &values[..values.len() / 8 * 8];
        let from = values.len() - (values.len() / 2).min(SAMPLE);
        let (mask, rare) = mask::choose(&values[from..], from, self.splits.parity())?;
        let part = self.part.unwrap_or(match values.len() {
            count if count <= START => RARE[0],
            count if count <= EARLY => RARE[1],
            _ => RARE[2],
        });
        if rare * 100 > (values.len() - from) * part {
            return None;
        }
        let (splits, level) = (&self.splits, self.level);
        if !self.wide
            && let Some(engine) = Engine::new(splits, mask, values, level)
        {
            return Some(State::Bytes(Box::new(engine)));
        }
        Engine::new(splits, mask, values, level).map(Box::new).map(State::Halves)
    }

    /// What follows when an engine halted.
    fn go_on(&mut self, halt: Halt, context: &Context<'_>) -> Result<(), Stop> {
        let values = match halt {
            Halt::Stop(stop) => return Err(stop),
            Halt::Again | Halt::Wide | Halt::Dense => self.values(context)?,
        };
        let too_wide = matches!(halt, Halt::Wide) && matches!(self.state, State::Halves(_));
        self.wide |= matches!(halt, Halt::Wide);
        if !matches!(halt, Halt::Dense)
            && !too_wide
            && let Some(state) = self.sparse(&values)
        {
            self.state = state;
            return Ok(());
        }
        let mut pairs = Box::new(Pairs::new(&self.code));
        let count = values.len();
        pairs.restore(&mut values.chunks(PIECE).map(<[u32]>::to_vec), context)?;
        let next = (count < LAST_LOOK).then_some(2 * count);
        let values = if next.is_some() { values } else { Vec::new() };
        self.state = State::Dense { pairs, computed: count as u64, values, next };
        Ok(())
    }

    /// Computes some more values, and hands on those up to `to`.
    fn more(
        &mut self,
        to: u64,
        context: &Context<'_>,
        out: &mut dyn FnMut(&[u32]),
    ) -> Result<(), Stop> {
        let halt = match &mut self.state {
            State::Dense { pairs, computed, values, next } => {
                let until = next.map_or(to, |next| to.min(next as u64 - 1));
                let handed = &mut self.handed;
                pairs.extend(until, context, &mut |piece| {
                    if next.is_some() {
                        values.extend_from_slice(piece);
                    }
                    // After a change of engines a few values may come once more.
                    let again = handed.saturating_sub(*computed).min(piece.len() as u64);
                    *computed += piece.len() as u64;
                    *handed = (*handed).max(*computed);
                    if (again as usize) < piece.len() {
                        out(&piece[again as usize..]);
                    }
                })?;
                if next.is_none_or(|next| values.len() < next) {
                    return Ok(());
                }
                let values = std::mem::take(values);
                if let Some(state) = self.sparse(&values) {
                    self.state = state;
                } else if let State::Dense { values: all, next, .. } = &mut self.state {
                    *next = next.map(|n| 2 * n).filter(|&n| n <= LAST_LOOK);
                    *all = if next.is_some() { values } else { Vec::new() };
                }
                return Ok(());
            }
            State::Bytes(engine) => engine.steps(self.handed, to, context),
            State::Halves(engine) => engine.steps(self.handed, to, context),
        };
        let end = match &self.state {
            State::Dense { .. } => self.handed,
            State::Bytes(engine) => engine.len() as u64,
            State::Halves(engine) => engine.len() as u64,
        };
        let mut piece = Vec::with_capacity(PIECE);
        while self.handed < end && self.handed <= to {
            let upto = end.min(to.saturating_add(1)).min(self.handed + PIECE as u64);
            piece.clear();
            let (from, to) = (self.handed as usize, upto as usize);
            match &self.state {
                State::Dense { .. } => unreachable!("these hand on themselves"),
                State::Bytes(engine) => engine.append_values(from, to, &mut piece),
                State::Halves(engine) => engine.append_values(from, to, &mut piece),
            }
            self.handed = upto;
            out(&piece);
        }
        halt.or_else(|halt| self.go_on(halt, context))
    }

    fn note_space(&mut self) {
        let (mask, rares) = match &self.state {
            State::Dense { .. } => {
                self.space = None;
                return;
            }
            State::Bytes(engine) => (engine.core.mask, &engine.core.rares),
            State::Halves(engine) => (engine.core.mask, &engine.core.rares),
        };
        // A space is claimed only where few of the later heaps are rare.
        let half = self.handed / 2;
        let late = rares.len() - rares.partition_point(|r| (r.0 as u64) < half);
        if late as u64 > (self.handed - half) / 16 {
            self.space = None;
            return;
        }
        let zero = (mask.class(0, 0) == 0).then_some((0, 0));
        let rares = rares.iter().map(|&(n, cell)| (n as u64, mask.value(n, cell, 0)));
        self.space = Some(Space {
            mask: mask.mask,
            parity: mask.alternating,
            rare: zero.into_iter().chain(rares).filter(|r| r.0 < self.handed).collect(),
        });
    }
}

fn dense(code: &Code, next: Option<usize>) -> State {
    State::Dense { pairs: Box::new(Pairs::new(code)), computed: 0, values: Vec::new(), next }
}

impl Kernel for Sparse {
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
        while self.handed <= to && result.is_ok() {
            result = self.more(to, context, out);
        }
        self.note_space();
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
        self.handed = all.len() as u64;
        let sparse = if all.len() < START { None } else { self.sparse(&all) };
        self.state = match sparse {
            Some(state) => state,
            None => {
                let mut pairs = Box::new(Pairs::new(&self.code));
                pairs.restore(&mut all.chunks(PIECE).map(<[u32]>::to_vec), context)?;
                let next = all.len().max(START / 2).next_power_of_two() * 2;
                let next = (next <= LAST_LOOK).then_some(next);
                let values = if next.is_some() { all } else { Vec::new() };
                State::Dense { pairs, computed: self.handed, values, next }
            }
        };
        self.note_space();
        Ok(true)
    }

    fn notes(&self) -> Option<Notes> {
        Some(self.tell())
    }

    fn needed(&self, out: &mut Take<'_>) -> io::Result<()> {
        self.tell_values(out)
    }

    fn resume(
        &mut self,
        handed: u64,
        notes: Notes,
        pieces: &mut Pieces<'_>,
        context: &Context<'_>,
    ) -> Result<(), Stop> {
        self.go_on_from(handed, notes, pieces, context)
    }

    fn space(&self) -> Option<&Space> {
        self.space.as_ref()
    }
}

#[cfg(test)]
mod tests;
