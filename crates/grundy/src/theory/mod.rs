//! Mathematics that several games share, or that is long enough for a file of its own: chains,
//! column sums, number systems, sets of numbers, recurrences, walks in graphs. It knows no game by name.

pub mod bounded_sums;
pub mod chain;
pub mod columns;
pub mod divisor_sets;
pub mod heap_law;
pub mod mex_table;
pub mod number_set;
pub mod numeration;
pub mod pairs;
pub mod periodic_table;
pub mod queen_values;
pub mod subtraction;
pub mod take_set;
pub(crate) mod walks;
pub mod young;
