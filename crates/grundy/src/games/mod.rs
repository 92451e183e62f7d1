//! The catalogue: one file per named game, one line here.

use crate::game::Family;

pub mod bash;
pub mod lasker;
pub mod moore;
pub mod nim;
pub mod nim_keep;
pub mod row_hop;
pub mod sliding;
pub mod split_smaller;
pub mod staircase;
#[cfg(test)]
pub(crate) mod testing;
pub mod wythoff;

/// All games, in the order of the catalogue.
pub static REGISTRY: &[&dyn Family] = &[
    &nim::NimFamily,
    &nim_keep::NimKeepFamily,
    &bash::BashFamily,
    &moore::MooreFamily,
    &wythoff::WythoffFamily,
    &staircase::StaircaseFamily,
    &sliding::SlidingFamily,
    &row_hop::RowHopFamily,
    &lasker::LaskerFamily,
    &split_smaller::SplitSmallerFamily,
];
