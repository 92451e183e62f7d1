//! Contest problems on impartial games as data: what is read, what is played, what is printed.
//!
//! A problem file is a page of text:
//!
//! ```text
//! title: S-Nim
//! rules:
//!     input S[]
//!     take(n) ->? take(n - s) for s in S
//! input: until k = 0 (k, S[k], m, m * (n, h[n]))
//! position: take(h[i]) for i in 0..<n
//! print row: W / L
//! ```
//!
//! [`Problem::read`] checks it, [`Problem::judge`] answers an input.

mod collection;
mod emit;
mod ir;
mod lower;
mod parse;
mod problem;
mod read;
mod run;
mod seen;
mod token;
mod tree;

pub use collection::{TEXTS, collection, text};
pub use emit::{Submission, Unsaid};
pub use problem::Problem;
pub use read::Wrong;
pub use run::{Error, Mode};
