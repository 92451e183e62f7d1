//! grundy: the workbench for impartial games.
//!
//! Two players, the same moves for both, no chance, nothing hidden, play always ends: Nim and its
//! relatives. This library decides who wins any sum of them, gives Grundy values and all winning
//! moves, and says why. Answers are exact, at any size where mathematics permits, or refused.
//!
//! # Ask about a position
//!
//! A [`Catalogue`] reads position expressions, a [`Question`] says what is asked, a [`Context`]
//! limits and cancels the work, and [`answer()`] returns an [`Answer`].
//!
//! ```
//! use grundy::{Catalogue, Context, Outcome, Question, answer};
//!
//! let position = Catalogue::default().read("nim(3,4,5) + wythoff(3,5) + 0.77(12)")?;
//! let answer = answer(&position, &Question::default(), &Context::default())?;
//! assert_eq!(answer.outcome, Outcome::N);
//! assert_eq!(answer.grundy, Some(6u8.into()));
//! assert_eq!(answer.winning_moves.listed.len(), 6);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Misère play, a restricted first move and the reasoning are fields of the question:
//!
//! ```
//! use grundy::{Catalogue, Context, Outcome, Play, Question, answer};
//!
//! let position = Catalogue::default().read("nim(1,1,1)")?;
//! let question = Question { play: Play::Misere, explain: true, ..Question::default() };
//! let answer = answer(&position, &question, &Context::default())?;
//! assert_eq!(answer.outcome, Outcome::P);
//! assert!(!answer.reasoning.is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Solve rules of your own
//!
//! A [`Ruleset`] lists the options of a position. Nothing else is needed for values, outcomes and
//! sums under either convention.
//!
//! ```
//! use grundy::{Context, Full, Options, Ruleset, grundy_value};
//!
//! /// Take a square number of counters.
//! struct Squares;
//! impl Ruleset for Squares {
//!     type Position = u32;
//!     fn options(&self, &n: &u32, out: &mut Options<u32>) -> Result<(), Full> {
//!         (1..).map(|k| k * k).take_while(|&square| square <= n).try_for_each(|s| out.push([n - s]))
//!     }
//! }
//! assert_eq!(grundy_value(&Squares, &50, &Context::default())?.number(), Some(4));
//! # Ok::<(), grundy::Stop>(())
//! ```
//!
//! # Tables, odds, matches
//!
//! ```
//! use grundy::{Catalogue, Content, Context, Table};
//!
//! let game = Catalogue::default().read_game("kayles")?;
//! let table = Table::compute(&*game, 9, None, Content::Values, &Context::default())?;
//! assert_eq!(table.to_csv().lines().last(), Some("9,4"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`odds::odds`] counts the P-positions among random sums, [`play::Match`] plays,
//! [`game_graph::GameGraph`] explores what lies below a position, [`plot::Plot`] draws tables.
//!
//! # Nim-sequences and their periods
//!
//! ```
//! use grundy::{Context, heap::Sequence};
//!
//! let mut kayles = Sequence::new("0.77".parse()?);
//! let value = kayles.value(&(grundy::Nat::from(10u8).pow(100)), &Context::default())?;
//! assert_eq!(value, grundy::Nat::from(1u8));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`certificate`] writes a proved period to a file with its evidence, [`verify`] checks such files
//! with code of its own.
//!
//! # Table of contents
//!
//! | module | what |
//! |---|---|
//! | [`expr`], [`syntax`] | position expressions as text |
//! | [`analysis`], [`answer`](mod@answer) | questions and answers |
//! | [`table`], [`sequence`], [`judge`] | tables of small positions; nim-sequences of any game of one heap; contest problems |
//! | [`odds`] | the probability that the first player wins among random heaps |
//! | [`drawing`] | pictures as data, with SVG and PNG as views |
//! | [`plot`] | pictures of tables |
//! | [`game_graph`] | the graph of positions below a small one, as text, Graphviz or a picture |
//! | [`games`], [`game`] | the catalogue; what a named game is |
//! | [`ruleset`], [`solve`] | bare rules; generic solvers |
//! | [`heap`] | take-and-break games: codes, nim-sequences, periods, surveys |
//! | [`graph`], [`words`] | what games on graphs and word lists are made of |
//! | [`read`], [`picture`] | help for games of your own: reading arguments, drawing in text |
//! | [`certificate`], [`verify`] | nim-sequences and their periods as files, and their checker |
//! | [`nat`], [`nimber`], [`outcome`], [`period`], [`context`] | numbers, outcomes, periods, limits |

pub mod analysis;
pub mod answer;
pub mod certificate;
pub mod context;
pub mod drawing;
pub mod expr;
pub mod game;
pub mod game_graph;
pub mod games;
pub mod graph;
pub mod heap;
mod json;
pub mod judge;
pub(crate) mod moves;
pub mod nat;
pub mod nimber;
pub mod odds;
pub mod outcome;
pub mod period;
pub mod picture;
pub mod play;
pub mod plot;
pub mod read;
pub mod ruleset;
pub mod sequence;
pub mod solve;
pub(crate) mod source;
pub mod syntax;
pub mod table;
#[cfg(test)]
mod testing;
pub(crate) mod theory;
pub mod verify;
pub(crate) mod walsh_hadamard;
pub mod words;

pub use analysis::{Question, Session, answer};
pub use answer::Answer;
pub use context::{Context, Limits, Stop};
pub use expr::{Catalogue, Expression};
pub use nat::Nat;
pub use outcome::{Outcome, Play};
pub use ruleset::{Full, Options, Ruleset};
pub use solve::{Value, grundy_value};
pub use syntax::ReadError;
pub use table::{Content, Table, TableError};

/// What the benchmarks measure and the fuzz targets use: no part of the interface.
#[doc(hidden)]
pub mod inside {
    pub use crate::graph::acyclic::values as acyclic_values;
    pub use crate::graph::csr::Csr;
    pub use crate::graph::digraph::Digraph;
    pub use crate::graph::fusion::Left;
    pub use crate::graph::matching::missed_by_some_maximum_matching;
    pub use crate::source::quoted;
    pub use crate::theory::divisor_sets::DivisorSets;
    pub use crate::theory::periodic_table::values as periodic_table;
    pub use crate::theory::young::CutValues;
    pub use crate::words::tree::WordTree;
}
