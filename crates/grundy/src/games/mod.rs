//! The catalogue: one file per named game, one line here.

use crate::game::Family;

#[cfg(test)]
mod checking;
pub mod chomp;
pub mod cutting;
pub mod divisor_game;
pub mod dynamic_nim;
pub mod multiplication;
pub mod nim;
pub mod subtraction;
pub mod wythoff;

/// All games, in the order of the catalogue.
pub static REGISTRY: &[&dyn Family] = &[
    &nim::NimFamily,
    &wythoff::WythoffFamily,
    &subtraction::SubtractionFamily,
    &dynamic_nim::FibonacciNimFamily,
    &dynamic_nim::DynamicNimFamily,
    &dynamic_nim::DynamicNimFamily,
    &multiplication::MultiplicationFamily,
    &cutting::CuttingFamily,
    &chomp::ChompFamily,
    &divisor_game::DivisorGameFamily,
];
