//! The catalogue: one file per named game, one line here.

use crate::game::Family;

pub mod nim;
pub mod repeat;
pub mod take_and_break;
pub mod wythoff;

/// All games, in the order of the catalogue.
#[rustfmt::skip]
pub static REGISTRY: &[&dyn Family] = &[
    &nim::NimFamily,
    &wythoff::WythoffFamily,
    &take_and_break::CodeFamily,
    &take_and_break::KAYLES,
    &take_and_break::DAWSON_KAYLES,
    &take_and_break::DAWSON_CHESS,
    &take_and_break::GRUNDY_GAME,
    &take_and_break::TREBLECROSS,
];
