//! All positions of large graphs and rule families, over many workers and processes: outcomes with draws,
//! remoteness, and loopy nim-values, by retrograde analysis on timely dataflow.
//!
//! Each vertex belongs to one worker ([`owner`]), which keeps the arcs that lead to it. What a vertex becomes is
//! told to the tails of these arcs, in batches, round by round; timely dataflow carries the batches and tells when
//! a round is over. The mathematics is that of `grundy::graph::retrograde` and `grundy::graph::loopy`.
//!
//! Features: with `results` alone, results are read ([`Results`]) and the engine for processes is not built; `cluster`
//! adds the runs. Without both this crate is empty.

#![deny(unsafe_code)]
#![cfg(feature = "results")]
// What only runs use.
#![cfg_attr(not(feature = "cluster"), allow(dead_code))]

#[cfg(feature = "cluster")]
mod arcs;
mod blocks;
#[cfg(feature = "cluster")]
mod check;
#[cfg(feature = "cluster")]
mod coding;
#[cfg(feature = "cluster")]
mod job;
mod look;
mod manifest;
mod map;
#[cfg(feature = "cluster")]
mod net;
#[cfg(feature = "cluster")]
mod numbers;
#[cfg(feature = "cluster")]
mod outcomes;
#[cfg(feature = "cluster")]
mod partition;
mod positions;
#[cfg(feature = "cluster")]
mod post;
#[cfg(feature = "cluster")]
mod processes;
mod question;
#[cfg(feature = "cluster")]
mod runs;
#[cfg(feature = "cluster")]
mod scratch;
mod sections;
#[cfg(feature = "cluster")]
mod share;
#[cfg(feature = "cluster")]
mod snapshots;
mod stored;
mod trouble;
#[cfg(feature = "cluster")]
mod values;
#[cfg(feature = "cluster")]
mod vertices;

pub use blocks::{MAX_GRAIN, owner};
#[cfg(feature = "cluster")]
pub use check::check;
#[cfg(feature = "cluster")]
pub use job::Job;
pub use look::{Answer, Results};
pub use manifest::{Counts, Manifest, Part};
#[cfg(feature = "cluster")]
pub use processes::{MAX_PROCESSES, MAX_WORKERS, hosts, run};
pub use question::{Question, Source};
pub use trouble::Trouble;

/// The version of this crate: all processes of a run have the same.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// In a list of ends: a draw.
pub(crate) const DRAW: u32 = u32::MAX;

/// In a list of values: the value is infinite.
pub(crate) const INFINITE: u32 = u32::MAX;

/// In a list of values: a move wins at once, there is no value.
pub(crate) const WINS: u32 = u32::MAX - 1;
