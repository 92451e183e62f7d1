//! Search for impartial games whose positions fall apart: outcomes of a part with a nimber, and
//! Grundy values.
//!
//! # Method
//! The player to move loses the sum of a part G and the nimber *n* exactly if the value of G is *n*. To
//! find out, one asks whether an option of G has the value n, and whether the value of G is below n. An
//! option is a sum of parts. Those with known values are folded into the nimber; of the others all but
//! the largest are valued first, by asking for 0, 1, 2, …; so every question is again about one part and
//! one nimber (J. Lemoine and S. Viennot, *Nimbers are inevitable*, Theoretical Computer Science 462,
//! 2012). Which question comes first is decided by proof numbers (L. V. Allis 1994; A. Nagai 2002: depth
//! first with a table).
//!
//! ```
//! use grundy_search::board::{Board, OnBoards, Pieces, parts};
//! use grundy_search::{Bounds, Search};
//! let cram = OnBoards(Pieces::dominoes());
//! let board = parts(&cram.0, Board::full(4, 5).unwrap());
//! let bounds = Bounds { memory: 1 << 24, threads: 1, look: &|_| true };
//! let mut search = Search::default();
//! assert_eq!(search.value(&cram, &board, &bounds), Ok(2));
//! assert_eq!(search.is(&cram, &board, 0, &bounds), Ok(false));
//! ```
//!
//! Parts of graphs and orders that are isomorphic share what is known of them ([`isomorphism`]).
//!
//! # Cost
//! Time and space are those of the proof that is found, at worst O(parts · values · moves). The tables
//! grow to [`Bounds::memory`]; then what took least work is forgotten, and found again.

pub mod board;
pub mod graph;
pub mod isomorphism;
pub mod misere;
mod numbers;
mod pairing;
pub mod poset;
mod proof;
mod prove;
mod rules;
mod search;
mod seen;
mod sets;
pub mod sprouts;
pub mod strings;
mod values;

pub use prove::{Claim, Frame, Goal};
pub use rules::{Keyed, Splitting, Sums};
pub use search::{Asked, Bounds, Progress, Search, Unfinished, Watch};
pub use values::{Known, Values, spread};
