//! Mathematics that several games share, or that is long enough for a file of its own: chains,
//! column sums, number systems, sets of numbers, recurrences, walks in graphs. It knows no game by name.

pub(crate) mod bounded_sums;
pub(crate) mod chain;
pub(crate) mod columns;
pub(crate) mod complex;
pub(crate) mod cuts;
pub(crate) mod divisor_sets;
pub(crate) mod dynamic_values;
pub(crate) mod heap_law;
pub(crate) mod kept_heap;
pub(crate) mod mex_table;
pub(crate) mod number_set;
pub(crate) mod numeration;
pub(crate) mod one_heap;
pub(crate) mod pairs;
pub(crate) mod periodic_table;
pub(crate) mod queen_values;
pub(crate) mod subtraction;
pub(crate) mod take_set;
pub(crate) mod tuples;
pub(crate) mod walks;
pub(crate) mod young;
