//! grundy: the workbench for impartial games.

pub mod analysis;
pub mod answer;
pub mod component;
pub mod context;
pub mod expr;
pub mod game;
pub mod games;
pub mod graph;
pub mod heap;
pub mod judge;
pub mod nat;
pub mod nimber;
pub mod outcome;
pub mod read;
pub mod ruleset;
pub mod solve;
pub mod source;
pub mod syntax;
pub mod table;
pub mod theory;
pub mod words;
