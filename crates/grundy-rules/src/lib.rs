//! Rules of impartial games as text: the language, its typed tree, and a reference evaluator.
//!
//! A new game is a few lines:
//!
//! ```text
//! S(n) -> S(n - k*k)    for k in 1..=isqrt(n)
//! L(n) -> L(k)          for k in 0..<n
//! L(n) -> L(k) + L(n-k) for k in 1..=n/2
//! ```
//!
//! [`typed`] is the contract between this front end and everything that runs or prints rules.

mod bind;
mod certified;
mod check;
mod describe;
mod divided;
pub mod emit;
pub mod engine;
pub mod error;
mod explain;
pub mod explore;
pub mod game;
mod halt;
pub mod input;
pub mod library;
mod machine;
pub mod number;
pub mod operator;
mod parse;
pub mod placement;
pub mod position;
pub mod ruleset;
pub mod shape;
pub mod show;
pub mod source;
pub mod state;
pub mod stored;
pub mod take_and_break;
mod token;
mod tree;
pub mod typed;
pub mod verify;
pub mod walk;

pub use check::is_reserved;
pub use parse::MAX_DEPTH;
pub use token::{MAX_LENGTH, WORDS};
