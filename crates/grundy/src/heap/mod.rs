//! Take-and-break games: codes, rules by the plain definition, nim-sequences, periods.

pub mod checkpoint;
pub(crate) mod code;
pub(crate) mod detect;
pub(crate) mod engine;
pub(crate) mod kernel;
pub(crate) mod moves;
mod online_detector;
pub(crate) mod proof;
pub(crate) mod rules;
pub mod run;
pub(crate) mod sequence;
pub(crate) mod space;
pub(crate) mod sparse;
mod standard_form;
mod step_hash;
pub mod store;
pub mod stream;
pub mod summary;
pub mod survey;
pub(crate) mod types;

pub use code::{Code, CodeError, Digit, MAX_DIGITS_OF_GAMES, Shape};
pub use grundy_lanes::{InstructionSet, UnavailableSet};
pub use moves::HeapClasses;
pub use proof::Theorem;
pub use proof::holds_from;
pub(crate) use proof::{guy_smith_period, seen_period, takes_proof};
pub use sequence::Sequence;
pub use space::{Classes, Space};
pub use standard_form::StandardForm;
pub use types::TypeSequence;
