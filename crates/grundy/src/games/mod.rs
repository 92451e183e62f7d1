//! The catalogue: one file per named game, one line here.

use crate::game::Family;

pub mod nim;
pub mod repeat;
pub mod wythoff;

/// All games, in the order of the catalogue.
pub static REGISTRY: &[&dyn Family] = &[&nim::NimFamily, &wythoff::WythoffFamily];
