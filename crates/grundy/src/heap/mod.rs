//! Take-and-break games: codes, rules by the plain definition, nim-sequences, periods.

pub mod checkpoint;
pub mod code;
pub mod detect;
pub mod engine;
pub mod kernel;
pub mod moves;
pub mod proof;
pub mod rules;
pub mod run;
pub mod sequence;
pub mod space;
pub mod sparse;
pub mod store;
pub mod stream;
pub mod summary;
pub mod survey;
pub mod types;

pub use code::Code;
pub use grundy_lanes::{InstructionSet, UnavailableSet};
pub use sequence::Sequence;
pub use types::TypeSequence;
