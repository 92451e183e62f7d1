//! grundy: the workbench for impartial games.

pub mod component;
pub mod context;
pub mod game;
pub mod games;
pub mod nat;
pub mod nimber;
pub mod outcome;
pub mod read;
pub mod ruleset;
pub mod solve;
pub mod syntax;
pub mod theory;
