//! Mathematics that several games share; knows no game by name.

pub mod chain;
pub mod pairs;
