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
/// A silver coin.
pub const SILVER: Rgb = [222, 226, 230];
/// The ground.
pub const GROUND: Rgb = [110, 88, 62];
/// A square of a board.
pub const SQUARE: Rgb = [244, 240, 230];
/// A square of the other colour.
pub const SQUARE_DARK: Rgb = [228, 219, 200];
/// The line around squares.
pub const SQUARE_EDGE: Rgb = [150, 139, 116];
/// A square that can be chosen.
pub const OPEN: Rgb = [205, 226, 243];
/// Chocolate.
pub const CHOCOLATE: Rgb = [123, 74, 40];
/// The light on chocolate.
pub const CHOCOLATE_LIGHT: Rgb = [150, 96, 56];
/// Between pieces of chocolate.
pub const CHOCOLATE_EDGE: Rgb = [84, 47, 22];
/// Poison.
pub const POISON: Rgb = [111, 155, 60];
/// A green edge.
pub const PLANT: Rgb = [52, 135, 62];
/// A knot of a plant.
pub const KNOT: Rgb = [28, 74, 36];
/// A piece that moves.
pub const TOKEN: Rgb = [31, 95, 160];
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
