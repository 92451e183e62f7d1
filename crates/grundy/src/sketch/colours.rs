//! The colours of coins, squares and stalks; meanings are also told by forms and words.

use crate::drawing::Rgb;
pub use crate::drawing::palette::{GRID, INK, P_FILL, P_LINE, PAPER, QUIET, WINNING};

/// A coin.
pub const COIN: Rgb = [247, 214, 120];
/// Its edge.
pub const COIN_EDGE: Rgb = [138, 98, 16];
/// A pin that stands.
pub const PIN: Rgb = [232, 238, 245];
/// Its edge.
pub const PIN_EDGE: Rgb = [72, 92, 116];
/// The ground and shelves.
pub const GROUND: Rgb = [110, 82, 52];
/// A square of a board.
pub const SQUARE: Rgb = [244, 240, 230];
/// The other squares of a board.
pub const SQUARE_DARK: Rgb = [230, 221, 202];
/// Lines between squares.
pub const SQUARE_EDGE: Rgb = [150, 137, 112];
/// Where a move leads.
pub const TARGET: Rgb = [207, 230, 245];
/// Chocolate.
pub const CHOCOLATE: Rgb = [120, 72, 40];
/// Its edge, and the lines on it.
pub const CHOCOLATE_EDGE: Rgb = [74, 42, 22];
/// Its upper side.
pub const CHOCOLATE_LIGHT: Rgb = [146, 92, 56];
/// Poison.
pub const POISON: Rgb = [86, 60, 110];
/// A stalk.
pub const STALK: Rgb = [27, 120, 55];
/// A knot of stalks.
pub const KNOT: Rgb = [13, 82, 36];
/// A button.
pub const BUTTON: Rgb = [238, 243, 248];
/// Its edge.
pub const BUTTON_EDGE: Rgb = [120, 140, 160];
/// What was there before.
pub const FADED: Rgb = [214, 217, 221];
/// A token.
pub const TOKEN: Rgb = [0, 114, 178];
