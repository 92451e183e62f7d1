//! Proofs that lag behind: another thread proves a span while the next one is computed.

use std::sync::mpsc::{Receiver, RecvError, TryRecvError};

use grundy_lanes::{Row, Stored};

use super::core::Core;
use super::filter::{Found, SPAN};

/// Proofs lag behind only this far from the last rare heap: each new one costs a few spans then.
pub(super) const CALM: usize = 32 * SPAN;

/// So often it is looked whether the other thread has answered, before the processor is given up.
const SPINS: usize = 1 << 13;

/// The heaps that are proved, all they need to be proved with, and how often values were asked for.
pub(super) struct Behind<V> {
    pub core: Core<V>,
    /// A heap of the next span could not be proved.
    pub failed: bool,
}

impl<V: Stored> Behind<V> {
    /// All these heaps are proved.
    pub fn new(core: &Core<V>) -> Self {
        Self { core: core.clone(), failed: false }
    }

    /// The number of heaps proved.
    pub fn len(&self) -> usize {
        self.core.len()
    }

    /// Proves the next blocks, of which windows told `found`, but those of heaps below `done`, which
    /// are proved. If a heap may be rare the span is given up, from its beginning on: spans begin at
    /// the same heaps then as without another thread.
    pub fn prove(&mut self, cells: &[V], found: &Found, done: usize) {
        for row in cells.as_chunks::<64>().0 {
            if self.failed {
                return;
            }
            let core = &mut self.core;
            let b = core.len();
            core.history.extend(row);
            self.failed = b >= done && !core.is_proved(b, found);
            match self.failed {
                true => core.history.resize(found.at),
                false => core.admit(row),
            }
        }
    }
}

impl<V: Stored> Core<V> {
    /// Whether all heaps of the block from b on are common. An error is none here: it is met again
    /// when the block is computed once more.
    pub fn is_proved(&mut self, b: usize, found: &Found) -> bool {
        let mut unproved = Vec::new();
        self.unproved(b, found, !0, &mut unproved);
        unproved.iter().all(|&(lane, x)| self.is_option(b + lane, x).is_ok_and(|is| is))
    }

    /// Sees that these values are below the size.
    pub fn admit(&mut self, row: &Row<V>) {
        // The union has the highest bit of the greatest.
        let most = row.iter().fold(V::default(), |all, &cell| all.or(cell)).number();
        self.size = self.size.max((most as usize + 1).next_power_of_two());
    }
}

/// Waits for the other thread: first without giving up the processor, since most answers come soon
/// and to be woken takes longer than most work. `meanwhile` does some work if there is any.
pub(super) fn receive<T>(
    from: &Receiver<T>,
    mut meanwhile: impl FnMut() -> bool,
) -> Result<T, RecvError> {
    let mut idle = 0;
    while idle < SPINS {
        match from.try_recv() {
            Ok(there) => return Ok(there),
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
