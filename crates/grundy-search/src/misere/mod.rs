//! Misère play of games that fall apart: whoever cannot move wins.
//!
//! # Method
//! In misère play a part has no value that decides its sums, so outcomes of whole sums are searched: depth first
//! by proof numbers (L. V. Allis 1994; A. Nagai 2002), with a bounded table of sums. What makes sums few is that
//! small parts give way to their simplest forms ([`forms`]), which are the same for all parts that are equal in
//! misère play, and that sums of forms become one form again (compare J. Lemoine and S. Viennot, *Analysis of
//! misere Sprouts game with reduced canonical trees*, 2009). A sum of forms that are all tame is decided by
//! Conway's theorem. Answers by symmetry, and Grundy values, say nothing here.
//!
//! # What sums are known by
//! A part has a number of 128 bits that no other part of its game has. It goes through a permutation of these
//! numbers, another one for each game and for the forms, and the number of a sum is the sum of what comes out,
//! modulo 2^128. All 128 bits are kept and compared. So single parts of one game are never mistaken for each
//! other. Different sums could have one number: if permutations behave like random ones, the probability that
//! this happens among 2^40 sums, a table of 32 TiB, is less than 2^-48.
//!
//! ```
//! use grundy_search::board::{Board, OnBoards, Pieces, all_parts};
//! use grundy_search::misere::Misere;
//! use grundy_search::{Bounds, Keyed};
//! let cram = OnBoards(Pieces::dominoes());
//! let games: [&dyn Keyed; 1] = [&cram];
//! let bounds = Bounds { memory: 1 << 24, threads: 1, look: &|_| true };
//! let mut search = Misere::default();
//! let mut wins = |rows, columns| {
//!     let parts = all_parts(&cram.0, Board::full(rows, columns).unwrap());
//!     let parts: Vec<(u32, u128)> = parts.into_iter().map(|part| (0, part)).collect();
//!     search.wins(&games, &parts, &bounds)
//! };
//! // The player to move must lay the only domino, and loses.
//! assert_eq!(wins(1, 2), Ok(false));
//! assert_eq!(wins(4, 4), Ok(false));
//! ```
//!
//! # Cost
//! Time is that of the proof found, at worst O(sums · moves). Half of the memory is for the table of sums, in
//! which what took least work gives way; a fourth for forms and for lists of options; a fourth for the sums on
//! the way.

pub mod forms;
mod prove;
mod search;
mod sums;
mod table;

pub use prove::{Proof, Sum};
pub use search::Misere;
pub use sums::Written;
