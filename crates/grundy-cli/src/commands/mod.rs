//! One file per subcommand.

pub mod canonical;
pub mod draw;
pub mod games;
mod genus;
pub mod graph;
pub mod judge;
pub mod law;
mod law_certificate;
pub mod nimber;
pub mod odds;
pub mod play;
pub mod quotient;
pub mod rules;
pub mod sequence;
pub mod serve;
pub mod solve;
mod solve_by_law;
mod solve_kept;
pub mod survey;
pub mod table;
pub mod verify;
