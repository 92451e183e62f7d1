//! Rulesets written in Python, solved by the engines of the library.

pub mod cache;
pub mod code;
mod core;
pub mod game;
mod handle;
mod read;
mod values;

pub use self::core::Core;
pub use handle::RulesetHandle;
