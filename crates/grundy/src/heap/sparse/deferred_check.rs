//! Deferred checks: another thread checks a span while the next one is computed.

use std::sync::mpsc::{Receiver, RecvError, TryRecvError};

use grundy_lanes::{Row, StoredValue};

use super::known_options::KnownOptions;
use super::solver::Solver;
use super::span::SPAN_HEAPS;

/// The distance to the last rare heap, in heaps, from which checks are deferred. A rare heap found
/// by a deferred check costs the work of some spans.
pub(super) const MIN_DEFERRAL_DISTANCE: usize = 32 * SPAN_HEAPS;

/// Attempts to receive before the thread is suspended: most answers come sooner than a wake-up
/// takes.
const MAX_SPINS: usize = 1 << 13;

/// A second solver, whose heaps are checked.
pub(super) struct DeferredCheck<V> {
    pub solver: Solver<V>,
    /// A heap of the next span has a requirement without a witness.
    pub failed: bool,
}

impl<V: StoredValue> DeferredCheck<V> {
    /// All heaps of `solver` are checked.
    pub fn new(solver: &Solver<V>) -> Self {
        Self { solver: solver.clone(), failed: false }
    }

    /// The number of heaps checked.
    pub fn len(&self) -> usize {
        self.solver.len()
    }

    /// Checks the next blocks, for which the filter found `known`; those of heaps below
    /// `checked_to` are checked already. If a requirement has no witness the whole span is
    /// discarded: spans begin at the same heaps as without a second thread.
    pub fn check(&mut self, cells: &[V], known: &KnownOptions, checked_to: usize) {
        for row in cells.as_chunks::<64>().0 {
            if self.failed {
                return;
            }
            let solver = &mut self.solver;
            let b = solver.len();
            solver.history.extend(row);
            self.failed = b >= checked_to && !solver.is_checked(b, known);
            match self.failed {
                true => solver.history.resize(known.at),
                false => solver.admit_values(row),
            }
        }
    }
}

impl<V: StoredValue> Solver<V> {
    /// Whether every requirement of the block from b on has a witness. An error counts as "no": it
    /// occurs again when the block is computed again.
    pub fn is_checked(&mut self, b: usize, known: &KnownOptions) -> bool {
        let mut unwitnessed = Vec::new();
        self.unwitnessed(b, known, !0, &mut unwitnessed);
        unwitnessed.iter().all(|&(lane, x)| self.is_option(b, b + lane, x).is_ok_and(|is| is))
    }

    /// Raises the size above these values.
    pub fn admit_values(&mut self, row: &Row<V>) {
        // The highest bit of the union is that of the greatest value.
        let union = row.iter().fold(V::default(), |all, &cell| all.or(cell)).number();
        self.size = self.size.max((union as usize + 1).next_power_of_two());
    }
}

/// Waits for the other thread, at first without suspending this one. `meanwhile` does a piece of
/// other work, if there is one.
pub(super) fn receive<T>(
    from: &Receiver<T>,
    mut meanwhile: impl FnMut() -> bool,
) -> Result<T, RecvError> {
    let mut idle = 0;
    while idle < MAX_SPINS {
        match from.try_recv() {
            Ok(answer) => return Ok(answer),
            Err(TryRecvError::Disconnected) => return Err(RecvError),
            Err(TryRecvError::Empty) if meanwhile() => idle = 0,
            Err(TryRecvError::Empty) => {
                idle += 1;
                std::hint::spin_loop();
            }
        }
    }
    from.recv()
}
