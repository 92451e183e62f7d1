//! The vector loops of the sparse-space engine, each for AVX-512, AVX2 and any other processor.
//!
//! Everything here is plain arithmetic on bits and small numbers; what it means is told in
//! `grundy::heap::sparse`. The three variants of a function give the same results, whatever the
//! input: the tests compare them. Which one runs is decided by [`Level`], once, when an engine is
//! made.
//!
//! This is the only crate of the project with unsafe code, for two reasons: functions compiled for
//! an instruction set may be called only where the processor has it, and windows of bits are read at
//! addresses that no slice type describes. Lengths are checked before such reads, once for many.

mod below;
mod by_distance;
#[cfg(target_arch = "x86_64")]
mod close;
mod direct;
mod hits;
mod level;
mod near;
#[cfg(test)]
mod numbers;
mod pair;
mod places;
mod rows;
mod sift;
mod stored;
mod windows;
mod witnesses;

pub use below::{Asking, below};
pub use by_distance::{ByDistance, Part};
pub use direct::{Direct, SILENT};
pub use hits::hits;
pub use level::Level;
pub use near::{KEPT, Layer, Row, near, push, settle};
pub use pair::pair;
pub use places::places;
pub use rows::{blend, first_free, keep, up_to};
pub use sift::sift;
pub use stored::Stored;
pub use windows::{Effort, Program, Windows};
pub use witnesses::Witnesses;
