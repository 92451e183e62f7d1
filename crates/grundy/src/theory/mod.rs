//! Mathematics that several games share: number systems, sets of numbers, recurrences. It knows
//! no particular game.

pub mod mex_table;
pub mod number_set;
pub mod numeration;
pub mod subtraction;
pub mod take_set;
