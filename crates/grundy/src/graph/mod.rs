//! Graphs: readers, compact adjacency, matchings and what they tell.

pub mod acyclic;
mod arguments;
pub mod csr;
pub mod digraph;
pub mod edge_list;
mod forest;
pub mod fusion;
mod grundy_values;
pub mod line_file;
pub mod matching;
pub mod named;
pub(crate) mod part;
mod starts;
pub mod vertices;

pub(crate) use arguments::{GraphForm, GraphNames};
pub use csr::Csr;
pub use digraph::Digraph;
pub use edge_list::EdgeList;
pub use grundy_values::GrundyValues;
pub use line_file::LineFile;
pub use matching::{Matching, maximum_matching, missed_by_some_maximum_matching};
pub use named::NamedGraph;
pub use starts::{Starts, Told};
pub use vertices::Vertices;
