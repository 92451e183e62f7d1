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
pub mod repeat;
pub mod subtraction;
pub mod take_and_break;
pub mod wythoff;

/// All games, in the order of the catalogue.
#[rustfmt::skip]
pub static REGISTRY: &[&dyn Family] = &[
    &nim::NimFamily,
    &subtraction::SubtractionFamily,
    &wythoff::WythoffFamily,
    &take_and_break::CodeFamily,
    &take_and_break::KAYLES,
    &take_and_break::DAWSON_KAYLES,
    &take_and_break::DAWSON_CHESS,
    &take_and_break::GRUNDY_GAME,
    &take_and_break::TREBLECROSS,
    &dynamic_nim::FibonacciNimFamily,
    &dynamic_nim::DynamicNimFamily,
    &multiplication::MultiplicationFamily,
    &cutting::CuttingFamily,
    &chomp::ChompFamily,
    &divisor_game::DivisorGameFamily,
];
