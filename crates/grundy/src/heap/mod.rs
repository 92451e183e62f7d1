//! Take-and-break games: codes, rules by the plain definition, nim-sequences, periods.

pub mod code;
pub mod moves;
pub mod period;
pub mod rules;
pub mod sequence;

pub use code::Code;
pub use sequence::Sequence;
