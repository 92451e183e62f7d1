//! The colours that pictures of the project share; those for meanings differ for colour-blind eyes
//! too (after Okabe and Ito 2008), and in lightness.

use super::colour::Rgb;

/// The background.
pub const PAPER: Rgb = [255, 255, 255];
/// Titles and labels.
pub const INK: Rgb = [34, 34, 34];
/// What is said besides.
pub const QUIET: Rgb = [86, 91, 97];
/// Axes and frames.
pub const AXIS: Rgb = [110, 110, 110];
/// Lines behind everything.
pub const GRID: Rgb = [226, 226, 226];
/// The box of a P-position.
pub const P_FILL: Rgb = [207, 230, 245];
/// The line around it.
pub const P_LINE: Rgb = [0, 114, 178];
/// The box of an N-position.
pub const N_FILL: Rgb = PAPER;
/// The line around it.
pub const N_LINE: Rgb = [107, 107, 107];
/// The box of a draw.
pub const D_FILL: Rgb = [255, 247, 224];
/// The line around it.
pub const D_LINE: Rgb = [176, 125, 20];
/// What wins.
pub const WINNING: Rgb = [213, 94, 0];
/// The box of moves that win at once.
pub const WIN_FILL: Rgb = [253, 240, 230];
/// Other moves.
pub const MOVE: Rgb = [150, 157, 165];
/// Points.
pub const POINT: Rgb = [31, 95, 160];
/// Lines that join points.
pub const JOIN: Rgb = [178, 203, 226];
