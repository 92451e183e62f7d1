//! The loop of the engines that find the value of one heap at a time.

use crate::context::{Context, Stop};

/// An engine that finds the value of one heap at a time.
pub(super) trait Steps {
    /// How many heaps are computed between two looks at the limits: few enough to stop soon, many enough
    /// to cost nothing.
    const STRIDE: u64;

    /// The next heap.
    fn heap(&self) -> u64;

    /// The value of the next heap.
    fn next(&mut self) -> u32;

    /// Compares what is used with the limits.
    fn check(&self, context: &Context<'_>) -> Result<(), Stop>;
}

/// [`Kernel::extend`](super::Kernel::extend) by steps.
pub(super) fn steps<E: Steps>(
    engine: &mut E,
    to: u64,
    context: &Context<'_>,
    out: &mut dyn FnMut(&[u32]),
) -> Result<(), Stop> {
    let mut piece = Vec::new();
    while engine.heap() <= to {
        if engine.heap().is_multiple_of(E::STRIDE) {
            out(&piece);
            piece.clear();
            engine.check(context)?;
        }
        piece.push(engine.next());
    }
    out(&piece);
    Ok(())
}
