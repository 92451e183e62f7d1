//! Values of states at the speed of written code: every family becomes one procedure that
//! enumerates the moves, looks the values of what they leave up in a table, and takes the mex.
//!
//! The procedure is a list of operations that a plain machine runs, and that becomes machine code
//! where there is much to do (feature `jit`). A state whose options are not all known is put on a
//! stack below those that are missing and run again, so that a state is run about twice, and
//! nothing recurses. Values lie in boxes while they are small, and in a hash table beyond.
//!
//! Whatever is wrong with the rules is found out by [`crate::walk`], the reference: here it is
//! only seen that something is.

mod backwards;
mod below;
mod boxes;
mod conditions;
mod dense;
mod driver;
mod emit;
#[cfg(feature = "jit")]
mod frame;
mod gather;
mod ir;
#[cfg(feature = "jit")]
mod jit;
mod judge;
mod lister;
mod lookup;
mod loops;
mod lower;
mod memo;
mod moves;
#[cfg(feature = "jit")]
mod native;
#[cfg(feature = "jit")]
mod native_look;
#[cfg(feature = "jit")]
mod native_math;
#[cfg(feature = "jit")]
mod native_mex;
#[cfg(feature = "jit")]
mod native_row;
#[cfg(feature = "jit")]
mod native_write;
mod numbers;
#[cfg(feature = "jit")]
mod pair;
mod parts;
mod range;
#[cfg(feature = "jit")]
mod rows;
mod store;
mod table;
mod vm;

pub use backwards::Backwards;
pub use driver::{Backend, Engine, Options};
pub use lister::{Lister, Moves, PartAt};
pub(crate) use parts::unpoisoned;
pub use parts::{Part, Parts};
pub use table::Table;
