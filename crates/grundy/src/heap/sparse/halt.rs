//! Why the engine stops.

use crate::context::Stop;

/// Why the engine stops.
#[derive(Debug)]
pub(super) enum Halt {
    /// Another mask leaves far fewer heaps rare: the values must be stored anew.
    Remask,
    /// A value does not fit into the type of stored values.
    ValueTooLarge,
    /// There is no sparse space.
    NotSparse,
    /// A limit was reached, or the run was cancelled.
    Stop(Stop),
}

impl From<Stop> for Halt {
    fn from(stop: Stop) -> Self {
        Self::Stop(stop)
    }
}
