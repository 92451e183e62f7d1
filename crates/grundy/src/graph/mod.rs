//! Graphs: readers, compact adjacency, matchings and what they tell.

pub(crate) mod acyclic;
mod arguments;
pub(crate) mod csr;
pub(crate) mod digraph;
pub(crate) mod edge_list;
mod forest;
pub(crate) mod fusion;
mod grundy_values;
pub(crate) mod line_file;
pub mod loopy;
pub(crate) mod matching;
pub(crate) mod named;
pub(crate) mod part;
pub mod retrograde;
mod starts;
pub mod suspense;
pub(crate) mod tokens;
pub(crate) mod vertices;

pub(crate) use arguments::{GraphForm, GraphNames};
pub(crate) use csr::Csr;
pub use digraph::Digraph;
pub use edge_list::EdgeList;
pub use grundy_values::GrundyValues;
pub use line_file::LineFile;
pub use named::NamedGraph;
pub use starts::{Starts, Told};
pub use vertices::Vertices;
