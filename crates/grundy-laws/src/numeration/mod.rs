//! Numeration systems: numbers are valid words in order, and addition is proved.

mod carry;
mod error;
mod linear;
mod name;
mod order;
mod rank;
mod system;

#[cfg(test)]
mod tests;

pub use error::SystemError;
pub use name::{Name, NameError};
pub use rank::MAX_LENGTH;
pub use system::System;
