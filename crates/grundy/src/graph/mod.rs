//! Graphs: readers, compact adjacency, matchings and what they tell.

pub mod csr;
mod forest;
pub mod matching;

pub use csr::Csr;
pub use matching::{Matching, maximum_matching, missed_by_some_maximum_matching};
