//! The catalogue: one file per named game, one line here.

use crate::game::Family;

pub mod arc_kayles;
pub mod bash;
pub mod brussels_sprouts;
pub mod chomp;
pub mod coins;
pub mod cram;
pub mod cutting;
pub mod cyclic_nimhoff;
pub mod dag;
pub mod digraph;
pub mod divisor_game;
pub mod dots_and_boxes;
pub mod dots_and_triangles;
pub mod dynamic_nim;
pub mod end_nim;
pub mod euclid;
pub mod exact_slow_nim;
pub mod geography;
pub mod graph_nim;
pub mod greedy_nim;
pub mod hackenbush;
pub mod hypergraph_nim;
pub mod kings;
pub mod lasker;
pub mod mark;
pub mod matrix_nim;
pub mod moore;
pub mod multiplication;
pub mod nim;
pub mod nim_keep;
pub mod nim_pass;
pub mod nimble;
pub mod nimstring;
pub mod node_kayles;
pub mod northcott;
pub mod notakto;
pub mod poker_nim;
pub mod polyominoes;
pub mod poset;
pub mod repeat;
pub mod row_hop;
pub mod schuh;
pub mod silver_dollar;
pub mod sliding;
pub mod split_smaller;
pub mod sprouts;
pub mod staircase;
pub mod subset_take_away;
pub mod subtraction;
pub mod sylver;
pub mod take_and_break;
pub mod top_entails;
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
    &end_nim::EndNimFamily,
    &greedy_nim::GreedyNimFamily,
    &poker_nim::PokerNimFamily,
    &nim_pass::NimPassFamily,
    &cyclic_nimhoff::CyclicNimhoffFamily,
    &exact_slow_nim::ExactSlowNimFamily,
    &hypergraph_nim::HypergraphNimFamily,
    &hypergraph_nim::SimplicialNimFamily,
    &matrix_nim::MatrixNimFamily,
    &subtraction::SubtractionFamily,
    &mark::MarkFamily,
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
    &top_entails::TopEntailsFamily,
    &hackenbush::HackenbushFamily,
    &geography::GeographyFamily,
    &dag::DagFamily,
    &digraph::DigraphFamily,
    &graph_nim::GraphNimFamily,
    &words::PREFIX_WORD,
    &words::SUB_WORD,
    &dynamic_nim::FibonacciNimFamily,
    &dynamic_nim::DynamicNimFamily,
    &multiplication::MultiplicationFamily,
    &cutting::CuttingFamily,
    &chomp::ChompFamily,
    &cram::CramFamily,
    &polyominoes::PolyominoesFamily,
    &node_kayles::NodeKaylesFamily,
    &arc_kayles::ArcKaylesFamily,
    &kings::KingsFamily,
    &sprouts::SproutsFamily,
    &brussels_sprouts::BrusselsSproutsFamily,
    &nimstring::NimstringFamily,
    &dots_and_boxes::DotsAndBoxesFamily,
    &dots_and_triangles::DotsAndTrianglesFamily,
    &poset::PosetFamily,
    &notakto::NOTAKTO,
    &notakto::BOARD_TREBLECROSS,
    &divisor_game::DivisorGameFamily,
    &schuh::SchuhFamily,
    &subset_take_away::SubsetTakeAwayFamily,
    &sylver::SylverFamily,
];
