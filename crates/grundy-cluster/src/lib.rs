//! All positions of large graphs and rule families, over many workers and processes: outcomes with draws,
//! remoteness, and loopy nim-values, by retrograde analysis on timely dataflow.
//!
//! Each vertex belongs to one worker ([`owner`]), which keeps the arcs that lead to it. What a vertex becomes is
//! told to the tails of these arcs, in batches, round by round; timely dataflow carries the batches and tells when
//! a round is over. The mathematics is that of `grundy::graph::retrograde` and `grundy::graph::loopy`.
//!
//! Without the feature `cluster` this crate is empty, so that the workspace builds no engine for processes.

#![deny(unsafe_code)]
#![cfg(feature = "cluster")]

mod arcs;
mod blocks;
mod check;
mod coding;
mod job;
mod look;
mod manifest;
mod map;
mod net;
mod outcomes;
mod partition;
mod positions;
mod post;
mod processes;
mod question;
mod runs;
mod scratch;
mod sections;
mod snapshots;
mod trouble;
mod values;

pub use blocks::{MAX_GRAIN, owner};
pub use check::check;
pub use job::Job;
pub use look::{Answer, Results};
pub use manifest::{Counts, Manifest, Part};
pub use processes::{MAX_PROCESSES, MAX_WORKERS, hosts, run};
pub use question::{Question, Source};
pub use trouble::Trouble;

/// The version of this crate: all processes of a run have the same.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// In a list of values: the value is infinite.
pub(crate) const INFINITE: u32 = u32::MAX;

/// In a list of values: a move wins at once, there is no value.
pub(crate) const WINS: u32 = u32::MAX - 1;
