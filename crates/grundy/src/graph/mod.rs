//! Graphs: readers, compact adjacency, matchings and what they tell.

pub mod csr;
pub mod edge_list;
mod forest;
pub mod fusion;
pub mod matching;
pub mod named;
pub(crate) mod part;
pub mod vertices;

pub use csr::Csr;
pub use edge_list::EdgeList;
pub use matching::{Matching, maximum_matching, missed_by_some_maximum_matching};
pub use named::NamedGraph;
pub use vertices::Vertices;
