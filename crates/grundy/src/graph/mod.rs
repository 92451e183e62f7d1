//! Graphs: readers, compact adjacency, matchings and what they tell.

pub mod csr;
pub mod edge_list;
mod forest;
pub mod fusion;
pub mod line_file;
pub mod matching;
pub mod named;
pub mod vertices;

pub use csr::Csr;
pub use edge_list::EdgeList;
pub use line_file::LineFile;
pub use matching::{Matching, maximum_matching, missed_by_some_maximum_matching};
pub use named::NamedGraph;
pub use vertices::Vertices;
