//! The colours of things on the table.

use crate::drawing::{Paint, Rgb};

/// A coin.
pub const COIN: Rgb = [243, 199, 86];
/// Its edge.
pub const COIN_EDGE: Rgb = [138, 96, 14];
/// A coin that no move touches.
pub const COIN_FIXED: Rgb = [236, 230, 214];
/// The edge of such a coin.
pub const FIXED_EDGE: Rgb = [158, 148, 124];
/// The ground.
pub const GROUND: Rgb = [110, 88, 62];
/// A button.
pub const BUTTON: Rgb = [232, 240, 247];
/// The line around it.
pub const BUTTON_EDGE: Rgb = [88, 124, 155];

/// A coin that can be clicked, or that cannot.
pub fn coin(free: bool) -> Paint {
    match free {
        true => Paint::fill(COIN).edged(COIN_EDGE, 1.5),
        false => Paint::fill(COIN_FIXED).edged(FIXED_EDGE, 1.2),
    }
}
