//! Snapshots: what the engine needs to continue from a checkpoint.

use std::io;
use std::ops::Range;

use grundy_lanes::StoredValue;
use serde::{Deserialize, Serialize};

use super::bit_planes::PARTNER_END;
use super::engine::Engine;
use super::history::History;
use super::mask::Mask;
use super::{MAX_MASK_SEARCH_HEAPS, PIECE_HEAPS, SparseKernel, State, dense};
use crate::context::{Context, Stop};
use crate::heap::kernel::{Kernel, Notes, Pieces, Take, not_its_own};
use crate::heap::space::Classes;

/// Heaps between the snapshot and the last value handed to the caller, at most: more than two
/// spans.
const MAX_RECOMPUTED_HEAPS: u64 = 1 << 12;

/// What [`SparseKernel`] knows besides values. Variants and fields keep their names in checkpoint
/// files, whatever they are called here.
#[derive(Debug, Serialize, Deserialize)]
enum Snapshot {
    Dense {
        computed: u64,
        next: Option<usize>,
        #[serde(rename = "wide")]
        outgrew_bytes: bool,
    },
    Space {
        /// Values follow for heaps below this.
        len: usize,
        /// All values follow for heaps below the first number and from the second one on; between
        /// them only those of rare heaps.
        dropped: (usize, usize),
        mask: u32,
        parity: bool,
        /// Stored values are below.
        size: usize,
        reviewed: (usize, usize),
        /// Whether stored values have two bytes.
        #[serde(rename = "halves")]
        two_bytes: bool,
        #[serde(rename = "wide")]
        outgrew_bytes: bool,
    },
}

impl SparseKernel {
    /// What the engine knows, for a checkpoint.
    pub(super) fn snapshot(&self) -> Notes {
        let outgrew_bytes = self.outgrew_bytes;
        let snapshot = match &self.state {
            State::Dense { computed, next, .. } => {
                Snapshot::Dense { computed: *computed, next: *next, outgrew_bytes }
            }
            State::OneByte(engine) => engine.snapshot(false, outgrew_bytes),
            State::TwoBytes(engine) => engine.snapshot(true, outgrew_bytes),
        };
        serde_json::to_value(snapshot).expect("numbers are JSON")
    }

    /// Hands on the values that the snapshot needs.
    pub(super) fn write_needed(&self, out: &mut Take<'_>) -> io::Result<()> {
        match &self.state {
            State::Dense { pairs, .. } => pairs.needed(out),
            State::OneByte(engine) => engine.write_needed(out),
            State::TwoBytes(engine) => engine.write_needed(out),
        }
    }

    /// See [`Kernel::resume`].
    pub(super) fn resume_from(
        &mut self,
        delivered: u64,
        notes: Notes,
        pieces: &mut Pieces<'_>,
        context: &Context<'_>,
    ) -> Result<(), Stop> {
        let snapshot = serde_json::from_value(notes).map_err(|_| not_its_own())?;
        self.delivered = delivered;
        match snapshot {
            Snapshot::Dense { computed, next, outgrew_bytes } => {
                let late = |next| next > 2 * MAX_MASK_SEARCH_HEAPS || next as u64 <= computed;
                if computed > delivered || next.is_some_and(late) {
                    return Err(not_its_own());
                }
                self.outgrew_bytes = outgrew_bytes;
                self.state = dense(&self.code, self.simd, next);
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
            Snapshot::Space { two_bytes: false, outgrew_bytes, .. } => {
                self.outgrew_bytes = outgrew_bytes;
                let engine = Engine::resume_from(self, snapshot, pieces, context)?;
                self.state = State::OneByte(Box::new(engine));
            }
            Snapshot::Space { two_bytes: true, outgrew_bytes, .. } => {
                self.outgrew_bytes = outgrew_bytes;
                let engine = Engine::resume_from(self, snapshot, pieces, context)?;
                self.state = State::TwoBytes(Box::new(engine));
            }
        }
        if delivered > self.computed() + MAX_RECOMPUTED_HEAPS {
            return Err(not_its_own());
        }
        // The heaps from the snapshot to the last value that the caller has are computed once more.
        while self.computed() < delivered {
            self.advance(delivered - 1, context, &mut |_| {})?;
        }
        self.update_space();
        Ok(())
    }

    fn computed(&self) -> u64 {
        match &self.state {
            State::Dense { computed, .. } => *computed,
            State::OneByte(engine) => engine.len() as u64,
            State::TwoBytes(engine) => engine.len() as u64,
        }
    }
}

impl<V: StoredValue> Engine<V> {
    /// The start of the present span, from which a resumed engine continues: spans then begin at
    /// the same heaps as in an uninterrupted run, and masks are reviewed at the same heaps.
    fn span_start(&self) -> usize {
        self.known.at
    }

    /// The snapshot at the start of the present span.
    fn snapshot(&self, two_bytes: bool, outgrew_bytes: bool) -> Snapshot {
        let [first, last] = self.needed_heaps();
        Snapshot::Space {
            len: self.span_start(),
            dropped: (first.end, last.start),
            mask: self.solver.mask.classes.mask,
            parity: self.solver.mask.classes.parity,
            size: self.solver.size,
            reviewed: self.reviewed,
            two_bytes,
            outgrew_bytes,
        }
    }

    /// The heaps whose values a resumed engine needs, up to the present span: all that are kept; once
    /// some are dropped, the prefix, and as many of the last ones as are paired with it or read by
    /// blocks and windows.
    fn needed_heaps(&self) -> [Range<usize>; 2] {
        let [first, last] = self.solver.history.kept();
        let end = self.span_start();
        let start = match self.solver.history.has_gap() {
            true => {
                let needed = self.solver.lookback().max(first.len());
                last.start.max(end.saturating_sub(needed))
            }
            false => last.start,
        };
        [first, start..end]
    }

    /// Hands on the prefix, the rare heaps among those left out, and the late heaps.
    fn write_needed(&self, out: &mut Take<'_>) -> io::Result<()> {
        let [first, last] = self.needed_heaps();
        self.write_range(first.clone(), out)?;
        for &(n, cell) in self.solver.rares.iter().filter(|r| r.0 >= first.end && r.0 < last.start)
        {
            out(n as u64, &[self.solver.mask.value(n, cell, 0)])?;
        }
        self.write_range(last, out)
    }

    /// Hands on the values of a range of heaps that are kept.
    fn write_range(&self, row: Range<usize>, out: &mut Take<'_>) -> io::Result<()> {
        let mut piece = Vec::with_capacity(PIECE_HEAPS);
        row.clone().step_by(PIECE_HEAPS).try_for_each(|start| {
            piece.clear();
            piece.extend((start..row.end.min(start + PIECE_HEAPS)).map(|n| self.value(n)));
            out(start as u64, &piece)
        })
    }

    /// The engine of a snapshot with the values that belong to it.
    fn resume_from(
        sparse: &SparseKernel,
        snapshot: Snapshot,
        pieces: &mut Pieces<'_>,
        context: &Context<'_>,
    ) -> Result<Self, Stop> {
        let Snapshot::Space { len, dropped: (end, start), mask, parity, size, reviewed, .. } =
            snapshot
        else {
            return Err(not_its_own());
        };
        let take = sparse.takes.parity();
        let gap = end < start;
        let sound = (1..1 << 17).contains(&mask)
            && (!parity || take.is_some())
            && end <= start
            && start <= len
            && len >= 128 + sparse.takes.largest()
            && mask.trailing_zeros() <= 8 * size_of::<V>() as u32
            && len.is_multiple_of(8)
            && size.is_power_of_two()
            && (2..=V::NONE.number() as usize + 1).contains(&size)
            // Dropped heaps are neither handed out again nor needed by windows.
            && (!gap || end >= PARTNER_END && start as u64 <= sparse.delivered);
        if !sound {
            return Err(not_its_own());
        }
        let count = len - (start - end);
        let what = || format!("reading {count} values");
        context.check_memory((size_of::<V>() as u64).saturating_mul(count as u64), what)?;
        let mask = Mask::new(Classes::new(mask, parity, take.unwrap_or(0)));
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
            || last + sparse.takes.largest() > u32::MAX as usize
            || gap && last >= start
            || gap && len - start < last + sparse.takes.largest() + 2 * PARTNER_END
        {
            return Err(not_its_own());
        }
        let mut engine = Self::from_history(&sparse.takes, mask, parts, sparse.simd);
        engine.reviewed = reviewed;
        Ok(engine)
    }
}
