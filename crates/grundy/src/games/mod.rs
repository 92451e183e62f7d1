//! The catalogue: one file per named game, one line here.

use crate::game::Family;

pub mod dag;
pub mod geography;
pub mod hackenbush;
pub mod nim;
pub mod prefix_word;
pub mod repeat;
pub mod sub_word;
#[cfg(test)]
pub(crate) mod testing;
pub mod wythoff;

/// All games, in the order of the catalogue.
pub static REGISTRY: &[&dyn Family] = &[
    &nim::NimFamily,
    &wythoff::WythoffFamily,
    &hackenbush::HackenbushFamily,
    &geography::GeographyFamily,
    &dag::DagFamily,
    &prefix_word::PrefixWordFamily,
    &sub_word::SubWordFamily,
];
