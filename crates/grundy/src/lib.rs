//! grundy: the workbench for impartial games.
//!
//! Two players, the same moves for both, no chance, nothing hidden, play always ends: Nim and its
//! relatives. This library decides who wins any sum of them, gives Grundy values and all winning
//! moves, and says why. Answers are exact, at any size where mathematics permits, or refused.
//!
//! # Ask about a position
//!
//! ```
//! use grundy::analysis::{answer, Question};
//! use grundy::context::Context;
//! use grundy::expr::Catalogue;
//! use grundy::outcome::Outcome;
//!
//! let position = Catalogue::default().read("nim(3,4,5) + wythoff(3,5) + 0.77(12)")?;
//! let answer = answer(&position, &Question::default(), &Context::default())?;
//! assert_eq!(answer.outcome, Outcome::N);
//! assert_eq!(answer.grundy, Some(6u8.into()));
//! assert_eq!(answer.winning_moves.listed.len(), 6);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Solve rules of your own
//!
//! ```
//! use grundy::ruleset::{Full, Options, Ruleset};
//! use grundy::solve::grundy_value;
//!
//! /// Take a square number of counters.
//! struct Squares;
//! impl Ruleset for Squares {
//!     type Position = u32;
//!     fn options(&self, &n: &u32, out: &mut Options<u32>) -> Result<(), Full> {
//!         (1..).map(|k| k * k).take_while(|&square| square <= n).try_for_each(|s| out.push([n - s]))
//!     }
//! }
//! assert_eq!(grundy_value(&Squares, &50, &Default::default())?.number(), Some(4));
//! # Ok::<(), grundy::context::Stop>(())
//! ```
//!
//! # Table of contents
//!
//! | module | what |
//! |---|---|
//! | [`expr`], [`syntax`] | position expressions as text |
//! | [`analysis`], [`answer`] | questions and answers |
//! | [`table`], [`judge`] | tables of small positions; contest problems |
//! | [`odds`] | the probability that the first player wins among random heaps |
//! | [`plot`] | pictures of tables, as SVG or PNG |
//! | [`game_graph`] | the graph of positions below a small one, as text, Graphviz or SVG |
//! | [`games`], [`game`] | the catalogue; what a named game is |
//! | [`ruleset`], [`solve`] | bare rules; generic solvers |
//! | [`heap`], [`graph`], [`words`], [`theory`] | the mathematics behind the games |
//! | [`certificate`], [`verify`] | nim-sequences and their periods as files, and their checker |
//! | [`nat`], [`nimber`], [`walsh_hadamard`], [`outcome`], [`context`] | numbers, outcomes, limits |

pub mod analysis;
pub mod answer;
pub mod certificate;
pub mod component;
pub mod context;
pub mod expr;
pub mod game;
pub mod game_graph;
pub mod games;
pub mod graph;
pub mod heap;
pub mod judge;
pub mod nat;
pub mod nimber;
pub mod odds;
pub mod outcome;
pub mod picture;
pub mod play;
pub mod plot;
pub mod read;
pub mod ruleset;
pub mod solve;
pub mod source;
pub mod syntax;
pub mod table;
pub mod theory;
pub mod verify;
pub mod walsh_hadamard;
pub mod words;
mod xml;
