//! The catalogue: one file per named game, one line here.

use crate::game::Family;

pub mod bash;
pub mod chomp;
pub mod coins;
pub mod cutting;
pub mod dag;
pub mod digraph;
pub mod divisor_game;
pub mod dynamic_nim;
pub mod euclid;
pub mod geography;
pub mod hackenbush;
pub mod lasker;
pub mod moore;
pub mod multiplication;
pub mod nim;
pub mod nim_keep;
pub mod nimble;
pub mod northcott;
pub mod repeat;
pub mod row_hop;
pub mod silver_dollar;
pub mod sliding;
pub mod split_smaller;
pub mod staircase;
pub mod subtraction;
pub mod take_and_break;
pub mod welter;
pub mod words;
pub mod wythoff;

#[cfg(test)]
pub(crate) mod testing;

/// All games, in the order of the catalogue.
#[rustfmt::skip]
pub static REGISTRY: &[&dyn Family] = &[
    &nim::NimFamily,
    &nim_keep::NimKeepFamily,
    &bash::BashFamily,
    &moore::MooreFamily,
    &subtraction::SubtractionFamily,
    &wythoff::WythoffFamily,
    &euclid::EuclidFamily,
    &staircase::StaircaseFamily,
    &sliding::SlidingFamily,
    &row_hop::RowHopFamily,
    &nimble::NimbleFamily,
    &northcott::NorthcottFamily,
    &silver_dollar::SilverDollarFamily,
    &welter::WelterFamily,
    &coins::CoinsFamily,
    &coins::RUGS,
    &coins::TURNING_CORNERS,
    &lasker::LaskerFamily,
    &split_smaller::SplitSmallerFamily,
    &take_and_break::CodeFamily,
    &take_and_break::KAYLES,
    &take_and_break::DAWSON_KAYLES,
    &take_and_break::DAWSON_CHESS,
    &take_and_break::GRUNDY_GAME,
    &take_and_break::TREBLECROSS,
    &take_and_break::RIMS,
    &take_and_break::RAYLES,
    &hackenbush::HackenbushFamily,
    &geography::GeographyFamily,
    &dag::DagFamily,
    &digraph::DigraphFamily,
    &words::PREFIX_WORD,
    &words::SUB_WORD,
    &dynamic_nim::FibonacciNimFamily,
    &dynamic_nim::DynamicNimFamily,
    &multiplication::MultiplicationFamily,
    &cutting::CuttingFamily,
    &chomp::ChompFamily,
    &divisor_game::DivisorGameFamily,
];
