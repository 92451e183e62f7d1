//! grundy: the workbench for impartial games.
//!
//! Two players, the same moves for both, no chance, nothing hidden: Nim and its relatives. Play ends,
//! or play without end is a draw. This library decides who wins any sum of them, gives Grundy values
//! and all winning moves, and says why. Answers are exact, at any size where mathematics permits, or
//! refused.
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
//! # Tables
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
//! [`Plot`] draws a table:
//!
//! ```
//! use grundy::{Catalogue, Content, Context, Plot, Table, plot::Colours};
//!
//! let (game, context) = (Catalogue::default().read_game("wythoff")?, Context::default());
//! let table = Table::compute(&*game, 9, None, Content::Values, &context)?;
//! assert!(Plot::of(&table, Colours::Value, &context)?.drawing.to_svg().starts_with("<svg "));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Random heaps
//!
//! [`odds()`] counts the P-positions among random sums.
//!
//! ```
//! use grundy::{Catalogue, Context, odds, odds::{Part, Question, Sizes}};
//!
//! let game = Catalogue::default().read_game("nim")?;
//! let part = Part { game, heaps: 3, sizes: Sizes::parse("0..15")? };
//! let odds = odds(&[part], &Question::default(), &Context::default())?;
//! assert_eq!(odds.second.fraction, Some((1u8.into(), 16u8.into())));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Matches and game graphs
//!
//! A [`Match`] reads moves as people type them and answers with perfect play; a [`GameGraph`] lists
//! what lies below a small position.
//!
//! ```
//! use grundy::{Catalogue, Context, GameGraph, Match, Play, play::Side};
//!
//! let (catalogue, context) = (Catalogue::default(), Context::default());
//! let mut game = Match::new(catalogue.read("nim(3,4,5)")?, Play::Normal, Side::Human, &context)?;
//! let choice = game.read("take 2 from heap 1", &context)??;
//! game.make(&choice, &context)?;
//! assert_eq!(game.position(), "nim(1,4,5)");
//!
//! let graph = GameGraph::explore(&catalogue.read("kayles(9)")?, Play::Normal, 300, &context)?;
//! assert_eq!(graph.nodes.len(), 42);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Nim-sequences and their periods
//!
//! ```
//! use grundy::{Code, Context, Nat, Sequence};
//!
//! let code: Code = "0.77".parse()?;
//! let mut kayles = Sequence::new(code);
//! let value = kayles.value(&Nat::from(10u8).pow(100), &Context::default())?;
//! assert_eq!(value, Nat::from(1u8));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`certificate`] writes a proved period to a file with its evidence, [`verify`](mod@verify) checks such files
//! with code of its own.
//!
//! ```
//! use grundy::heap::run::Run;
//! use grundy::{Context, certificate, verify, verify::Mode};
//!
//! let mut run = Run::new("0.137".parse()?);
//! run.extend(1000, true, &Context::default(), &mut |_| Ok(()))?;
//! let mut file = Vec::new();
//! certificate::write(&run, &mut file)?;
//! let verified = verify(&mut &file[..], Mode::Full, &Context::default())?;
//! assert_eq!(verified.period, Some((52, 34, 0)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Contest problems, mex
//!
//! ```
//! let mut answers = Vec::new();
//! grundy::judge("poj-1067", b"2 1\n8 4\n4 7\n", &mut answers)?;
//! assert_eq!(answers, b"0\n1\n0\n");
//! assert_eq!(grundy::mex([0, 1, 3]), 2);
//! # Ok::<(), grundy::judge::JudgeError>(())
//! ```
//!
//! # Table of contents
//!
//! | module | what |
//! |---|---|
//! | [`expr`], [`syntax`] | position expressions as text |
//! | [`analysis`], [`answer`](mod@answer) | questions and answers |
//! | [`table`], [`sequence`], [`judge`](mod@judge) | tables of small positions; nim-sequences of any game of one heap; contest problems |
//! | [`odds`](mod@odds) | the probability that the first player wins among random heaps |
//! | [`drawing`] | pictures as data, with SVG and PNG as views |
//! | [`plot`] | pictures of tables |
//! | [`game_graph`] | the graph of positions below a small one, as text, Graphviz or a picture |
//! | [`games`], [`game`] | the catalogue; what a named game is |
//! | [`ruleset`], [`solve`] | bare rules; generic solvers |
//! | [`heap`] | take-and-break games: codes, nim-sequences, periods, surveys |
//! | [`quotient`] | misère quotients of take-and-break games |
//! | [`graph`], [`words`] | what games on graphs and word lists are made of |
//! | [`translation`] | sentences of the library in other languages |
//! | [`read`], [`picture`] | help for games of your own: reading arguments, drawing in text |
//! | [`certificate`], [`verify`](mod@verify) | nim-sequences and their periods as files, and their checker |
//! | [`nim_expression`] | expressions of nim-arithmetic, as `7*9 + 3^2` |
//! | [`nat`], [`nimber`], [`outcome`], [`period`], [`context`] | numbers, outcomes, periods, limits |

pub mod analysis;
pub mod answer;
pub mod certificate;
pub mod context;
pub mod diagram;
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
pub mod nim_expression;
pub mod nimber;
pub mod odds;
pub mod outcome;
pub mod period;
pub mod picture;
pub mod play;
pub mod plot;
pub mod quotient;
pub mod read;
pub mod ruleset;
pub mod sequence;
pub mod sketch;
pub mod solve;
pub(crate) mod sorting;
pub(crate) mod source;
pub mod syntax;
pub mod table;
#[cfg(test)]
mod testing;
pub(crate) mod theory;
pub mod translation;
pub mod verify;
pub(crate) mod walsh_hadamard;
pub mod words;

pub use analysis::{Question, Session, answer};
pub use answer::Answer;
pub use context::{Context, Limits, Stop};
pub use expr::{Catalogue, Expression};
pub use game_graph::GameGraph;
pub use heap::{Code, Sequence};
pub use judge::judge;
pub use nat::Nat;
pub use nimber::mex;
pub use odds::odds;
pub use outcome::{Outcome, Play};
pub use play::Match;
pub use plot::Plot;
pub use ruleset::{Full, Options, Ruleset};
pub use solve::{Value, grundy_value};
pub use syntax::ReadError;
pub use table::{Content, Table, TableError};
pub use verify::verify;

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
