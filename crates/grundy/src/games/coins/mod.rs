//! Coin turning: `coins[rule]` in a row, `rugs[rule,rule]` and turning-corners on a board.

mod board;
mod heads;
mod misere;
mod moves;
mod row;
mod rule;
mod table;
#[cfg(test)]
mod tests;
mod values;

pub use board::{Board, RUGS, RugsFamily, TURNING_CORNERS};
pub use heads::Heads;
pub use row::{Coins, CoinsFamily};
pub use rule::Rule;
pub use values::Values;
