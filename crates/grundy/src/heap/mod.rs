//! Take-and-break games: codes, rules by the plain definition, nim-sequences, periods.

pub mod code;
pub mod kernel;
pub mod moves;
pub mod period;
pub mod rules;
pub mod sequence;
pub mod types;

pub use code::Code;
pub use sequence::Sequence;
pub use types::TypeSequence;
