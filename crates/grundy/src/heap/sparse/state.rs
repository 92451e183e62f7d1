//! What the engine needs to go on when the values handed on are gone, and how it goes on from that.

use std::io;
use std::ops::Range;

use grundy_lanes::Stored;
use serde::{Deserialize, Serialize};

use super::engine::Engine;
use super::history::History;
use super::mask::Mask;
use super::planes::REACH;
use super::{LAST_LOOK, PIECE, Sparse, State, dense};
use crate::context::{Context, Stop};
use crate::heap::kernel::{Kernel, Notes, Pieces, Take, not_its_own};

/// More heaps than this are not computed again to go on: more than two spans.
const MOST_AGAIN: u64 = 1 << 12;

/// What [`Sparse`] knows beside values.
#[derive(Debug, Serialize, Deserialize)]
enum Told {
    Dense {
        computed: u64,
        next: Option<usize>,
        wide: bool,
    },
    Space {
        /// The values that follow are those of the heaps up to here.
        len: usize,
        /// The heaps of which all values follow begin with 0 and end before the first of these, and
        /// begin again with the second; between them there are the rare heaps only.
        dropped: (usize, usize),
        mask: u32,
        parity: bool,
        /// Stored values are below.
        size: usize,
        reviewed: (usize, usize),
        /// The bytes of stored values are two.
        halves: bool,
        wide: bool,
    },
}

impl Sparse {
    pub(super) fn tell(&self) -> Notes {
        let wide = self.wide;
        let told = match &self.state {
            State::Dense { computed, next, .. } => {
                Told::Dense { computed: *computed, next: *next, wide }
            }
            State::Bytes(engine) => engine.tell(false, wide),
            State::Halves(engine) => engine.tell(true, wide),
        };
        serde_json::to_value(told).expect("numbers are JSON")
    }

    pub(super) fn tell_values(&self, out: &mut Take<'_>) -> io::Result<()> {
        match &self.state {
            State::Dense { pairs, .. } => pairs.needed(out),
            State::Bytes(engine) => engine.tell_values(out),
            State::Halves(engine) => engine.tell_values(out),
        }
    }

    /// See [`Kernel::resume`].
    pub(super) fn go_on_from(
        &mut self,
        handed: u64,
        notes: Notes,
        pieces: &mut Pieces<'_>,
        context: &Context<'_>,
    ) -> Result<(), Stop> {
        let told = serde_json::from_value(notes).map_err(|_| not_its_own())?;
        self.handed = handed;
        match told {
            Told::Dense { computed, next, wide } => {
                let late = |next| next > 2 * LAST_LOOK || next as u64 <= computed;
                if computed > handed || next.is_some_and(late) {
                    return Err(not_its_own());
                }
                self.wide = wide;
                self.state = dense(&self.code, next);
                let State::Dense { pairs, computed: count, values: all, .. } = &mut self.state
                else {
                    unreachable!("made above")
                };
                *count = computed;
                let mut noted = pieces.inspect(|(_, piece)| {
                    if next.is_some() {
                        all.extend_from_slice(piece);
                    }
                });
                pairs.resume(computed, Notes::Null, &mut noted, context)?;
            }
            Told::Space { halves: false, wide, .. } => {
                self.wide = wide;
                let engine = Engine::go_on_from(self, told, pieces, context)?;
                self.state = State::Bytes(Box::new(engine));
            }
            Told::Space { halves: true, wide, .. } => {
                self.wide = wide;
                let engine = Engine::go_on_from(self, told, pieces, context)?;
                self.state = State::Halves(Box::new(engine));
            }
        }
        if handed > self.computed() + MOST_AGAIN {
            return Err(not_its_own());
        }
        // The heaps from there to the last one that was handed on are computed again.
        while self.computed() < handed {
            self.more(handed - 1, context, &mut |_| {})?;
        }
        self.note_space();
        Ok(())
    }

    fn computed(&self) -> u64 {
        match &self.state {
            State::Dense { computed, .. } => *computed,
            State::Bytes(engine) => engine.len() as u64,
            State::Halves(engine) => engine.len() as u64,
        }
    }
}

impl<V: Stored> Engine<V> {
    /// Where the present span began, and all is to go on: spans begin where those of a run without a
    /// break do, so that masks are thought over at the same heaps.
    fn anchor(&self) -> usize {
        self.now.at
    }

    fn tell(&self, halves: bool, wide: bool) -> Told {
        let [first, last] = self.core.history.kept();
        Told::Space {
            len: self.anchor(),
            dropped: (first.end, last.start),
            mask: self.core.mask.mask,
            parity: self.core.mask.alternating,
            size: self.core.size,
            reviewed: self.reviewed,
            halves,
            wide,
        }
    }

    fn tell_values(&self, out: &mut Take<'_>) -> io::Result<()> {
        let [first, last] = self.core.history.kept();
        self.tell_row(first.clone(), out)?;
        for &(n, cell) in self.core.rares.iter().filter(|r| r.0 >= first.end && r.0 < last.start) {
            out(n as u64, &[self.core.mask.value(n, cell, 0)])?;
        }
        self.tell_row(last.start..self.anchor(), out)
    }

    fn tell_row(&self, row: Range<usize>, out: &mut Take<'_>) -> io::Result<()> {
        let mut piece = Vec::with_capacity(PIECE);
        row.clone().step_by(PIECE).try_for_each(|start| {
            piece.clear();
            piece.extend((start..row.end.min(start + PIECE)).map(|n| self.value(n)));
            out(start as u64, &piece)
        })
    }

    fn go_on_from(
        sparse: &Sparse,
        told: Told,
        pieces: &mut Pieces<'_>,
        context: &Context<'_>,
    ) -> Result<Self, Stop> {
        let Told::Space { len, dropped: (end, start), mask, parity, size, reviewed, .. } = told
        else {
            return Err(not_its_own());
        };
        let take = sparse.splits.parity();
        let gap = end < start;
        let sound = (1..1 << 17).contains(&mask)
            && (!parity || take.is_some())
            && end <= start
            && start <= len
            && len >= 128 + sparse.splits.largest()
            && mask.trailing_zeros() <= 8 * size_of::<V>() as u32
            && len.is_multiple_of(8)
            && size.is_power_of_two()
            && (2..=V::NONE.number() as usize + 1).contains(&size)
            // Heaps that were dropped are not handed on any more, nor looked at.
            && (!gap || end >= REACH && start as u64 <= sparse.handed);
        if !sound {
            return Err(not_its_own());
        }
        let count = len - (start - end);
        let what = || format!("reading {count} values");
        context.check_memory((size_of::<V>() as u64).saturating_mul(count as u64), what)?;
        let mask = Mask::new(mask, parity, take.unwrap_or(0));
        let mut history: History<V> = History::with_capacity(count);
        let mut rares: Vec<(usize, u32)> = Vec::new();
        for (from, piece) in pieces {
            context.look("reading values", from)?;
            for (n, value) in (from..).zip(piece) {
                let n = usize::try_from(n).map_err(|_| not_its_own())?;
                let (cell, rare) = (mask.store(value), n > 0 && mask.class(n, value) == 0);
                let between = gap && (end..start).contains(&n);
                if gap && n == start && history.len() == end {
                    history.skip(start);
                }
                let in_order = match between {
                    true => history.len() == end && rare && rares.last().is_none_or(|r| r.0 < n),
                    false => history.len() == n && n < len,
                };
                if !in_order || cell as usize >= size || cell >= V::NONE.number() {
                    return Err(not_its_own());
                }
                if !between {
                    history.push(V::of(cell));
                }
                if rare {
                    let (cells, bits) = (n as u64 * size_of::<V>() as u64, n as u64 / 8);
                    context.check_memory(cells + bits + 24 * rares.len() as u64, what)?;
                    rares.push((n, cell));
                    history.set_rare(n);
                }
            }
        }
        let sound = history.len() == len && reviewed.0 <= len && reviewed.1 <= rares.len();
        let parts = (history, rares, size);
        let last = parts.1.last().map_or(0, |r| r.0);
        if !sound
            || last + sparse.splits.largest() > u32::MAX as usize
            || gap && last >= start
            || gap && len - start < last + sparse.splits.largest() + 2 * REACH
        {
            return Err(not_its_own());
        }
        let mut engine = Self::over(&sparse.splits, mask, parts, sparse.level);
        engine.reviewed = reviewed;
        Ok(engine)
    }
}
