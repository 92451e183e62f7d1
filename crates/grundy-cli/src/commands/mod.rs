//! One file per subcommand.

pub mod games;
pub mod judge;
pub mod solve;
pub mod table;
